//! Parts, speed and direction.

use anim_core::edit::{Cuts, Edit, EditError, Moment, reverse, speed, trim};
use anim_core::{
    Channel, Clip, Curve, Ease, Event, EventKind, Fate, Handles, Node, Positive, Property, Rate, Report,
    Times, Wrap, quaternion,
};
use proptest::prelude::*;

use super::any::{self, ALL, EASES, Kind, WRAPS};
use super::same::{FINE, difference, losses_are_small, times};

/// A clip with one channel that drives one number.
fn one(duration: f64, curve: Curve) -> Clip {
    Clip::new("c")
        .with_duration(duration)
        .with_nodes(vec![Node::new("n")])
        .with_channels(vec![Channel::new(0, Property::named("x", 1), curve).unwrap()])
}

fn keys(times: &[f64], values: &[f64], ease: Ease) -> Curve {
    Curve::new(Times::keys(times).unwrap(), 1, values.to_vec(), ease).unwrap()
}

fn cut(clip: &Clip, from: f64, to: f64) -> Clip {
    trim(clip, Some(Moment::Seconds(from)), Some(Moment::Seconds(to)), &mut Report::new()).unwrap()
}

fn shown(clip: &Clip) -> (Vec<f64>, Vec<f64>) {
    let curve = clip.channels[0].curve();
    (curve.times().iter().collect(), curve.values().to_vec())
}

#[test]
fn a_cut_bezier_is_a_bezier() {
    // Handles at thirds: time is linear in the parameter. Halves by de Casteljau, computed by hand:
    // values 0, 3, 7.5, 6 become 0, 1.5, 3.375, 4.6875 and 4.6875, 6, 6.75, 6.
    let handles = [Handles { into: [0.0; 2], out: [1.0, 3.0] }, Handles { into: [-1.0, 1.5], out: [0.0; 2] }];
    let curve = keys(&[0.0, 3.0], &[0.0, 6.0], Ease::Bezier).with_handles(handles.to_vec()).unwrap();
    let clip = one(3.0, curve);
    let left = cut(&clip, 0.0, 1.5);
    assert_eq!(shown(&left), (vec![0.0, 1.5], vec![0.0, 4.6875]));
    let curve = left.channels[0].curve();
    assert_eq!((curve.ease(0), curve.handles(0, 0).out), (Ease::Bezier, [0.5, 1.5]));
    assert_eq!(curve.handles(1, 0).into, [-0.5, 3.375 - 4.6875]);
    let right = cut(&clip, 1.5, 3.0);
    assert_eq!(shown(&right), (vec![0.0, 1.5], vec![4.6875, 6.0]));
    let curve = right.channels[0].curve();
    assert_eq!(curve.handles(0, 0).out, [0.5, 6.0 - 4.6875]);
    assert_eq!(curve.handles(1, 0).into, [-0.5, 0.75]);
}

#[test]
fn a_cut_bezier_with_long_handles_gets_one_more_key() {
    // Time stands still halfway: with the parameter u it is ½ + 4(u − ½)³, and the value is 3u² − 2u³. At u = ¾ they are 0.5625 and
    // 0.84375. The handle at the start would be longer than this part, so that it is cut at u = ½ too.
    let handles = [Handles { into: [0.0; 2], out: [1.0, 0.0] }, Handles { into: [-1.0, 0.0], out: [0.0; 2] }];
    let curve = keys(&[0.0, 1.0], &[0.0, 1.0], Ease::Bezier).with_handles(handles.to_vec()).unwrap();
    let left = cut(&one(1.0, curve), 0.0, 0.5625);
    let curve = left.channels[0].curve();
    // Halves by de Casteljau, computed by hand.
    let expected = [
        (0.0, 0.0, [0.0, 0.0], [0.5, 0.0]),
        (0.5, 0.5, [0.0, -0.25], [0.0, 0.125]),
        (0.5625, 0.84375, [-0.0625, -0.09375], [0.0, 0.0]),
    ];
    assert_eq!(curve.len(), expected.len());
    for (key, (time, value, into, out)) in expected.into_iter().enumerate() {
        let handles = curve.handles(key, 0);
        let found = [curve.times().get(key).unwrap(), curve.value(key)[0]];
        let near = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).abs().max((a[1] - b[1]).abs()) < 1e-12;
        assert!(near(found, [time, value]), "{key}: {found:?}");
        assert!(key == 0 || near(handles.into, into), "{key}: {handles:?}");
        assert!(key == 2 || near(handles.out, out), "{key}: {handles:?}");
    }
}

#[test]
fn each_ease_and_wrap_cut() {
    let ramp =
        |ease, before, after| one(4.0, keys(&[1.0, 3.0], &[10.0, 14.0], ease).with_wrap(before, after));
    let held = |ease| ramp(ease, Wrap::Hold, Wrap::Hold);
    let line = Ease::Linear;
    let cases = [
        ("a line", held(line), [1.5, 2.5], vec![0.0, 1.0], vec![11.0, 13.0]),
        ("before and in", held(line), [0.5, 2.0], vec![0.5, 1.5], vec![10.0, 12.0]),
        ("after", held(line), [3.5, 3.75], vec![0.0], vec![14.0]),
        ("before", held(line), [0.25, 0.5], vec![0.25], vec![10.0]),
        ("a step", held(Ease::Step), [2.0, 3.5], vec![0.0, 1.0], vec![10.0, 14.0]),
        ("within a step", held(Ease::Step), [1.5, 2.5], vec![0.0], vec![10.0]),
        ("a step at the end", held(Ease::Step), [0.0, 3.0], vec![1.0], vec![10.0]),
        (
            "all keys of a loop",
            ramp(line, Wrap::Hold, Wrap::Repeat),
            [0.5, 3.75],
            vec![0.5, 2.5],
            vec![10.0, 14.0],
        ),
        (
            "a period of a loop",
            ramp(line, Wrap::Hold, Wrap::Repeat),
            [2.5, 6.0],
            vec![0.5, 2.5],
            vec![10.0, 14.0],
        ),
        (
            "one that climbs",
            ramp(line, Wrap::Hold, Wrap::RepeatWithOffset),
            [4.0, 8.0],
            vec![1.0, 3.0],
            vec![18.0, 22.0],
        ),
        (
            "out and back",
            ramp(line, Wrap::Hold, Wrap::PingPong),
            [2.0, 4.5],
            vec![0.0, 1.0, 2.5],
            vec![12.0, 14.0, 11.0],
        ),
        (
            "climbs, in part",
            ramp(line, Wrap::Hold, Wrap::RepeatWithOffset),
            [2.0, 3.5],
            vec![0.0, 1.0, 1.5],
            vec![12.0, 14.0, 15.0],
        ),
    ];
    for (name, clip, [from, to], times, values) in cases {
        let clip = clip.with_duration(9.0);
        assert_eq!(shown(&cut(&clip, from, to)), (times, values), "{name}");
    }
}

#[test]
fn a_part_of_one_period_holds() {
    use Wrap::{Hold, PingPong, Repeat};
    for (wrap, [from, to], expected) in [
        (Repeat, [1.5, 2.5], (Hold, Hold)),
        (PingPong, [0.5, 2.0], (Hold, Hold)),
        (Repeat, [1.0, 3.0], (Repeat, Repeat)),
    ] {
        let clip = one(4.0, keys(&[1.0, 3.0], &[10.0, 14.0], Ease::Linear).with_wrap(wrap, wrap));
        assert_eq!(cut(&clip, from, to).channels[0].curve().wrap(), expected, "{wrap:?} from {from} to {to}");
    }
}

/// From no turn to a quarter about Z, and in the last part of a period a leap on: each period adds the numbers of the last.
#[test]
fn arcs_that_a_rise_bends_are_baked_with_their_error_and_their_jumps() {
    let turn = |angle: f64| quaternion::from_axis_angle([0.0, 0.0, 1.0], angle);
    let part = |eases: [Ease; 3]| {
        let values = [0.0, 1.0, 1.5].map(turn);
        let curve =
            Curve::new(Times::keys([0.0, 0.5, 1.0]).unwrap(), 4, values.as_flattened().to_vec(), Ease::Slerp);
        let curve = curve.unwrap().with_eases(eases.to_vec()).unwrap();
        let mut clip = one(4.0, keys(&[0.0], &[0.0], Ease::Step));
        let curve = curve.with_wrap(Wrap::Hold, Wrap::RepeatWithOffset);
        clip.channels = vec![Channel::new(0, Property::Rotation, curve).unwrap()];
        let mut report = Report::new();
        let part = trim(&clip, Some(0.25.into()), Some(3.25.into()), &mut report).unwrap();
        // The difference from the curve is as the loss states, also between the keys.
        let away = |time: f64| {
            let [a, b] =
                [(&clip, time), (&part, time - 0.25)].map(|(clip, time)| clip.channels[0].curve().at(time));
            super::same::away(&Property::Rotation, &a, &b)
        };
        let most = (0..2900).map(|step| 0.2505 + f64::from(step) / 1000.0).map(away).fold(0.0, f64::max);
        let size = |code: &str| {
            let loss = report.losses.iter().find(|loss| loss.code.id == code);
            loss.map(|loss| if let Fate::Approximated(error) = loss.fate { error.size } else { 0.0 })
        };
        let error = size("edit::curve").unwrap();
        assert!(error > 0.0 && error < 2e-6 && most <= 1.5 * error, "{most} {report}");
        size("edit::jump")
    };
    assert_eq!(part([Ease::Slerp; 3]), None);
    let jump = part([Ease::Slerp, Ease::Step, Ease::Slerp]).unwrap();
    assert!(0.0 < jump && jump < 1e-5, "{jump}");
}

#[test]
fn arcs_between_opposite_signs_are_written_out_backwards_where_a_rise_is_added_to_their_numbers() {
    // For half a second about Z at 2 rad per second, the short path to a key with the other sign, and then further by the
    // difference of the keys.
    let last = quaternion::from_axis_angle([0.0, 0.0, 1.0], 1.0).map(|part| -part);
    let values = [quaternion::IDENTITY, last];
    let curve = Curve::new(Times::keys([0.0, 0.5]).unwrap(), 4, values.as_flattened().to_vec(), Ease::Slerp);
    let curve = curve.unwrap().with_wrap(Wrap::Hold, Wrap::RepeatWithOffset);
    let mut clip = one(2.0, keys(&[0.0], &[0.0], Ease::Step));
    clip.channels = vec![Channel::new(0, Property::Rotation, curve).unwrap()];
    let mut report = Report::new();
    let reversed = reverse(&clip, &mut report).unwrap();
    for step in 0..40 {
        let time = 0.02 + f64::from(step) / 20.0;
        let (period, within) = ((time / 0.5).floor(), time % 0.5);
        let expected =
            [0.0, 0.0, within.sin() - period * 0.5f64.sin(), within.cos() - period * (0.5f64.cos() + 1.0)];
        let found = reversed.channels[0].curve().at(2.0 - time);
        assert!(super::same::away(&Property::Rotation, &expected, &found) < 1e-5, "{time}: {found:?}");
    }
    let ends = report.losses.iter().filter(|loss| loss.code.id == "edit::ends");
    assert_eq!(ends.count(), 1, "{report}");
}

#[test]
fn frames_are_counted_anew_and_uniform_times_stay_uniform() {
    let rate = Rate::per_second(30);
    let curve = Curve::new(Times::uniform(0.0, rate, 31).unwrap(), 1, vec![7.0; 31], Ease::Linear).unwrap();
    let mut clip = one(1.0, curve).with_rate(rate);
    clip.first_frame = 100.0;
    let moments = [110.0, 120.0].map(|frame| Some(Moment::Frame(frame)));
    let part = trim(&clip, moments[0], moments[1], &mut Report::new()).unwrap();
    assert_eq!((part.first_frame, part.frame_time(5.0)), (0.0, Some(5.0 / 30.0)));
    let times = part.channels[0].curve().times();
    assert_eq!((times.rate(), times.len(), times.last()), (Some(rate), 11, Some(10.0 / 30.0)));
}

#[test]
fn frames_become_frames_backwards() {
    // Four frames, the last of which lasts as long as the others.
    let rate = Rate::per_second(4);
    let times = || Times::uniform(0.0, rate, 4).unwrap();
    for ease in [Ease::Linear, Ease::Step] {
        let curve = Curve::new(times(), 1, vec![1.0, 2.0, 4.0, 8.0], ease).unwrap();
        let event = |time: f64| Event::named(time, "step", vec![]);
        // The last event is within the last frame.
        let clip = one(1.0, curve).with_rate(rate).with_events([0.0, 0.25, 0.75, 0.9].map(event).to_vec());
        let reversed = reverse(&clip, &mut Report::new()).unwrap();
        let frames = [0.0, 0.25, 0.5, 0.75].map(|time| reversed.channels[0].curve().at(time)[0]);
        assert_eq!((reversed.duration, frames), (1.0, [8.0, 4.0, 2.0, 1.0]), "{ease:?}");
        let seen: Vec<_> =
            reversed.events.iter().map(|event| reversed.channels[0].curve().at(event.time)[0]).collect();
        assert_eq!(seen, [8.0, 8.0, 2.0, 1.0], "{ease:?}: events are in the frames in which they were");
        let again = reverse(&reversed, &mut Report::new()).unwrap();
        let frames = [0.0, 0.25, 0.5, 0.75].map(|time| again.channels[0].curve().at(time)[0]);
        assert_eq!(frames, [1.0, 2.0, 4.0, 8.0], "{ease:?}");
    }
}

#[test]
fn frames_become_frames_backwards_whatever_is_between_them() {
    use Ease::{Linear, Sine, Step};
    let frame = |rate: Rate, frame: f64| rate.time(frame);
    // Eight frames. Times are in frames; the last value is held until the end.
    let curves: [(&[f64], &[Ease]); 7] = [
        (&[0.0, 1.0, 2.5, 4.0, 7.0], &[Linear]),
        (&[0.0, 2.0, 4.0, 6.0, 7.0], &[Step, Linear]),
        (&[0.0, 2.0, 4.0, 6.0, 7.0], &[Linear, Step]),
        (&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 7.0], &[Linear, Step, Sine]),
        (&[0.0, 3.0, 3.5, 7.0], &[Linear, Step, Linear]),
        (&[2.0, 3.0, 5.0], &[Linear, Step]),
        (&[0.0, 7.0, 8.0], &[Linear]),
    ];
    for rate in [Rate::per_second(4), Rate::new(1.0, 0.033_333_3).unwrap()] {
        for (frames, eases) in curves {
            let times: Vec<f64> = frames.iter().map(|time| frame(rate, *time)).collect();
            // A key after the last frame has its value.
            let values: Vec<f64> =
                frames.iter().zip(0..).map(|(frame, key)| f64::from(key - i32::from(*frame > 7.0))).collect();
            let eases = (0..times.len()).map(|key| eases[key % eases.len()]).collect();
            let curve = keys(&times, &values, Linear).with_eases(eases).unwrap();
            let mut clip = one(frame(rate, 8.0), curve).with_rate(rate);
            let whole = keys(&[0.0, frame(rate, 7.0)], &[0.0, 0.0], Linear);
            clip.channels.push(Channel::new(0, Property::Angle { axis: [0.0, 0.0, 1.0] }, whole).unwrap());
            let reversed = reverse(&clip, &mut Report::new()).unwrap();
            assert!(reversed.channels[0].curve().start() >= 0.0, "{frames:?}");
            for index in 0..8 {
                // Just after the frame, where a step already shows its value.
                let at = |clip: &Clip, index: i32| {
                    clip.channels[0].curve().at(frame(rate, f64::from(index)) + 1e-9)[0]
                };
                let [found, expected] = [at(&reversed, index), at(&clip, 7 - index)];
                assert!((found - expected).abs() < 1e-6, "{frames:?} at {index}: {found} {expected}");
            }
        }
    }
}

#[test]
fn a_loop_of_frames_is_turned_around_at_the_end_of_the_clip() {
    // From 0 to 8 within each second; the clip ends after 2 s.
    let line = keys(&[0.0, 1.0], &[0.0, 8.0], Ease::Linear);
    let shown = |before, after| {
        let clip = one(2.0, line.clone().with_wrap(before, after)).with_rate(Rate::per_second(1));
        let reversed = reverse(&clip, &mut Report::new()).unwrap();
        [0.25, 0.75, 1.25, 1.75].map(|time| reversed.channels[0].curve().at(time)[0])
    };
    assert_eq!(shown(Wrap::Hold, Wrap::Repeat), [6.0, 2.0, 6.0, 2.0]);
    assert_eq!(shown(Wrap::Hold, Wrap::RepeatWithOffset), [14.0, 10.0, 6.0, 2.0]);
    assert_eq!(shown(Wrap::Hold, Wrap::PingPong), [2.0, 6.0, 6.0, 2.0]);
    assert_eq!(shown(Wrap::Hold, Wrap::Hold), [6.0, 2.0, 0.0, 0.0], "the last frame becomes the first");
}

/// Keys that differ by a rounding error make a jump. At other times they would coincide.
#[test]
fn jumps_stay_jumps_at_any_time() {
    let (before, at) = (3.5f64.next_down(), 3.5f64);
    let times = Times::keys([0.0, before, at, 8.0]).unwrap();
    let curve = Curve::new(times, 1, vec![0.0, 1.0, 5.0, 6.0], Ease::Linear).unwrap();
    let clip = one(8.0, curve);
    for edits in
        [vec![Edit::Reverse], vec![Edit::Reverse, Edit::Reverse], vec![Edit::Speed(Positive::literal(3.0))]]
    {
        let made = Edit::apply_all(&edits, vec![clip.clone()], FINE, &mut Report::new()).unwrap();
        let mut values = made[0].channels[0].curve().values().to_vec();
        values.sort_by(f64::total_cmp);
        assert_eq!(values, [0.0, 1.0, 5.0, 6.0], "{edits:?}");
    }
    for edit in [Edit::Rename(vec![("no".into(), "x".into())]), Edit::Join { crossfade: 0.0 }] {
        assert_eq!(edit.apply(&[], FINE, &mut Report::new()), Ok(Vec::new()));
    }
}

#[test]
fn what_still_plays_enters_at_the_start() {
    let enter = |time, name: &str, seconds| {
        Event::new(time, EventKind::Enter { name: name.into(), index: None, seconds })
    };
    let step = |time| Event::named(time, "step", vec![]);
    let clip = one(4.0, keys(&[0.0], &[0.0], Ease::Step)).with_events(vec![
        enter(0.0, "over", Some(1.0)),
        enter(0.5, "long", Some(2.0)),
        step(1.0),
        step(1.5),
        enter(2.0, "next", None),
        step(3.0),
    ]);
    let part = cut(&clip, 1.5, 3.0);
    assert_eq!(part.events, [enter(0.0, "long", Some(1.0)), step(0.0), enter(0.5, "next", None)]);
    assert_eq!(cut(&clip, 3.0, 4.0).events, [enter(0.0, "next", None), step(0.0)]);
    // A state that plays beyond the end of the part ends with it, as its motion does.
    assert_eq!(
        cut(&clip, 0.75, 1.25).events,
        [enter(0.0, "over", Some(0.25)), enter(0.0, "long", Some(0.5)), step(0.25)]
    );
    assert_eq!(
        cut(&clip, 0.25, 1.0).events,
        [enter(0.0, "over", Some(0.75)), enter(0.25, "long", Some(0.5))]
    );
}

#[test]
fn parts_that_cannot_be_are_refused() {
    let clip = one(4.0, keys(&[0.0], &[0.0], Ease::Step));
    for [from, to] in [[2.0, 2.0], [3.0, 1.0], [-1.0, 2.0], [1.0, 5.0]] {
        let edit = Edit::Trim { from: Some(from.into()), to: Some(to.into()) };
        let error = edit.apply(std::slice::from_ref(&clip), FINE, &mut Report::new());
        assert_eq!(error, Err(EditError::Span { clip: "c".into(), span: [from, to], duration: 4.0 }));
    }
    let frame = trim(&clip, Some(Moment::Frame(1.0)), None, &mut Report::new());
    assert_eq!(frame, Err(EditError::NoRate { clip: "c".into() }));
}

#[test]
fn the_end_is_meant_by_times_that_rounding_or_half_a_frame_puts_beside_it() {
    // The single-precision number before 1.1, as in files that add up frames.
    let end = f64::from(1.1_f32.next_down());
    let clip = one(end, keys(&[0.0, end], &[0.0, 1.0], Ease::Linear));
    let part = |clip: &Clip, to| trim(clip, None, Some(Moment::Seconds(to)), &mut Report::new());
    assert_eq!(part(&clip, 1.1), Ok(clip.clone()));
    assert!(matches!(part(&clip, 1.11), Err(EditError::Span { .. })));
    // Half a frame at 30 frames a second is 1/60 s.
    let framed = clip.clone().with_rate(Rate::per_second(30));
    assert_eq!(part(&framed, 1.11), Ok(framed.clone()));
    assert!(matches!(part(&framed, end + 0.017), Err(EditError::Span { .. })));
    assert_eq!(part(&framed, 1.09).map(|part| part.duration), Ok(1.09));
    let cuts = Edit::Split(Cuts::Moments(vec![Moment::Seconds(1.1)]));
    assert_eq!(cuts.apply(std::slice::from_ref(&clip), FINE, &mut Report::new()), Ok(vec![clip]));
}

/// Times and values of steps, forwards and backwards.
type Case = [&'static [f64]; 4];

#[test]
fn steps_backwards_show_their_values_at_the_same_times() {
    let steps = |times: &[f64], values: &[f64]| one(4.0, keys(times, values, Ease::Step));
    let cases: [Case; 3] = [
        [&[0.0, 1.0, 2.0], &[5.0, 6.0, 7.0], &[0.0, 2.0, 3.0], &[7.0, 6.0, 5.0]],
        [&[1.0, 3.0], &[5.0, 6.0], &[0.0, 1.0], &[6.0, 5.0]],
        [&[0.0, 4.0], &[5.0, 6.0], &[0.0], &[5.0]],
    ];
    for [times, values, backwards, shown_backwards] in cases {
        let mut report = Report::new();
        let reversed = reverse(&steps(times, values), &mut report).unwrap();
        assert_eq!(shown(&reversed), (backwards.to_vec(), shown_backwards.to_vec()));
        let lost: Vec<_> = report.losses.iter().map(|loss| loss.code.id).collect();
        assert_eq!(lost, if times.contains(&4.0) { vec!["edit::ends"] } else { vec![] });
    }
}

#[test]
fn many_steps_take_no_longer_than_they_must() {
    let count = 200_000u32;
    let times: Vec<f64> = (0..count).map(f64::from).collect();
    let values: Vec<f64> = (0..count).map(|key| f64::from(key % 7)).collect();
    let clip = one(f64::from(count), keys(&times, &values, Ease::Step));
    let start = std::time::Instant::now();
    let reversed = reverse(&clip, &mut Report::new()).unwrap();
    let part = trim(&reversed, Some(Moment::Seconds(10.5)), None, &mut Report::new()).unwrap();
    assert!(part.key_count() > 199_000 && start.elapsed().as_secs() < 30);
}

#[test]
fn a_jump_of_neighbouring_times_survives_rounding() {
    let late: f64 = 3.5;
    let jump = keys(&[0.0, late.next_down(), late, 7.0], &[0.0, 5.0, 1.0, 2.0], Ease::Linear);
    let clip = one(8.0, jump);
    let third = speed(&clip, Positive::literal(3.0), &mut Report::new()).unwrap();
    let reversed = reverse(&clip, &mut Report::new()).unwrap();
    assert_eq!([third, reversed].map(|clip| clip.channels[0].curve().len()), [4, 4]);
    let tail = trim(&clip, Some(Moment::Seconds(0.1)), None, &mut Report::new()).unwrap();
    assert!((tail.channels[0].curve().at(3.399_99)[0] - 5.0).abs() < 1e-3);
}

#[test]
fn what_plays_is_entered_where_it_ended() {
    let enter = |time, name: &str, seconds| {
        Event::new(time, EventKind::Enter { name: name.into(), index: None, seconds })
    };
    let step = |time| Event::named(time, "step", vec![]);
    let clip = one(4.0, keys(&[0.0], &[0.0], Ease::Step));
    let clip = clip.with_events(vec![
        enter(0.0, "a", None),
        step(1.0),
        enter(1.5, "b", Some(0.5)),
        enter(2.0, "c", None),
    ]);
    let reversed = reverse(&clip, &mut Report::new()).unwrap();
    let expected = [enter(0.0, "c", None), enter(2.0, "b", Some(0.5)), enter(2.5, "a", None), step(3.0)];
    assert_eq!(reversed.events, expected);
    assert_eq!(reverse(&reversed, &mut Report::new()).unwrap().events, clip.events);
}

const SMOOTH: Kind = Kind { eases: &[Ease::Slerp, Ease::Linear, Ease::Bezier, Ease::Sine], ..ALL };

proptest! {
    #[test]
    fn a_part_shows_what_the_clip_shows(clip in any::clip(ALL), from in 0..16i32, length in 1..16i32) {
        let [from, to] = [f64::from(from), f64::from((from + length).min(16))].map(|eighths| eighths / 8.0 + 0.0);
        prop_assume!(from < to);
        let mut report = Report::new();
        let part = trim(&clip, Some(from.into()), Some(to.into()), &mut report).unwrap();
        prop_assert_eq!(part.validate(), Ok(()));
        prop_assert_eq!(part.duration, to - from);
        // At the end, a jump belongs to what follows.
        let inside = times(from, to).filter(|time| *time < to);
        prop_assert!(difference(&clip, &part, inside, |time| time - from) < 1e-6);
        prop_assert!(losses_are_small(&report, &clip, 4e-6), "{report}");
    }

    #[test]
    fn kept_keys_keep_every_bit(clip in any::clip(Kind { wraps: &[Wrap::Hold], ..ALL }), sixteenth in 1..32i32) {
        let from = f64::from(sixteenth) / 16.0;
        let part = trim(&clip, Some(from.into()), None, &mut Report::new()).unwrap();
        for (channel, cut) in clip.channels.iter().zip(&part.channels) {
            let (whole, cut) = (channel.curve(), cut.curve());
            let kept = whole.times().iter().filter(|time| *time >= from).count();
            for back in 1..=kept {
                let [a, b] = [whole.len() - back, cut.len() - back];
                prop_assert_eq!(whole.times().get(a).map(|time| time - from), cut.times().get(b));
                prop_assert_eq!(whole.value(a), cut.value(b));
                if back < kept {
                    prop_assert_eq!(whole.ease(a), cut.ease(b));
                    prop_assert_eq!(whole.handles(a, 0), cut.handles(b, 0));
                }
            }
        }
    }

    #[test]
    fn twice_as_fast_and_half_as_fast_is_the_same_clip(clip in any::clip(ALL), power in -3..4i32) {
        let factor = 2f64.powi(power);
        let fast = speed(&clip, Positive::new(factor).unwrap(), &mut Report::new()).unwrap();
        let back = speed(&fast, Positive::new(1.0 / factor).unwrap(), &mut Report::new()).unwrap();
        prop_assert_eq!(&back, &clip);
        prop_assert!(difference(&clip, &fast, times(-3.0, 5.0), |time| time / factor) == 0.0);
    }

    #[test]
    fn any_speed_shows_the_same_poses(clip in any::clip(SMOOTH), factor in 0.1..9.0f64) {
        let fast = speed(&clip, Positive::new(factor).unwrap(), &mut Report::new()).unwrap();
        let inside = times(0.0, 2.0).filter(|time| (time * 8.0).fract() != 0.0);
        prop_assert!(difference(&clip, &fast, inside, |time| time / factor) < 1e-6);
        prop_assert_eq!(fast.duration, 2.0 / factor);
    }

    #[test]
    fn backwards_twice_is_the_same_clip(clip in any::clip(SMOOTH)) {
        // For a clip of whole frames, keys from the second frame to the end stay keys backwards.
        let curves = || clip.channels.iter().map(Channel::curve);
        let times = || curves().flat_map(|curve| curve.times().iter());
        let held = curves().all(|curve| curve.len() == 1 || curve.wrap() == (Wrap::Hold, Wrap::Hold));
        let spans = times().all(|time| time >= 0.125) && [0.125, 2.0].iter().all(|end| times().any(|time| time == *end));
        prop_assume!(!(clip.rate.is_some() && held && spans));
        let twice = Edit::apply_all(&[Edit::Reverse, Edit::Reverse], vec![clip.clone()], FINE, &mut Report::new()).unwrap();
        prop_assert_eq!(&twice[0].channels, &clip.channels);
    }

    #[test]
    fn backwards_shows_the_same_poses(clip in any::clip(ALL)) {
        // If the last frame has a duration, the first frame becomes the last.
        let mut clip = clip;
        clip.rate = None;
        let mut report = Report::new();
        let reversed = reverse(&clip, &mut report).unwrap();
        // At a key, a step shows the new value in both directions.
        let inside = times(0.0, 2.0).filter(|time| (time * 8.0).fract() != 0.0);
        prop_assert!(difference(&clip, &reversed, inside, |time| 2.0 - time) < 1e-6);
        prop_assert!(losses_are_small(&report, &clip, 4e-6), "{report}");
        prop_assert_eq!(reversed.validate(), Ok(()));
    }
}

#[test]
fn the_generators_reach_every_ease_and_wrap() {
    assert_eq!((EASES.len(), WRAPS.len()), (5, 4));
}

#[test]
fn backwards_a_value_that_is_held_to_the_end_begins_at_the_start() {
    for (times, values) in [(&[0.0][..], vec![5.0]), (&[1.0], vec![5.0]), (&[0.0, 1.0, 2.0], vec![5.0; 3])] {
        let curve = Curve::new(Times::keys(times).unwrap(), 1, values, Ease::Step).unwrap();
        let clip = Clip::new("lit")
            .with_duration(3.0)
            .with_nodes(vec![Node::new("lamp")])
            .with_channels(vec![Channel::new(0, Property::named("color", 1), curve).unwrap()]);
        let reversed = reverse(&clip, &mut Report::new()).unwrap();
        assert_eq!(reversed.channels[0].curve().start(), 0.0, "{times:?}");
    }
}
