//! Clips that repeat, as documents.

use std::f64::consts::{PI, TAU};

use anim_core::{
    Affine, Channel, Curve, Deviation, Ease, EulerOrder, Fate, Node, Pose, Property, Rate, Times, Unit, Wrap,
};
use anim_hsf_xml::{Clip, Element, EncodeOptions, Hsf, Key, Player, Report, Tag};

use crate::encoding::encoded;

/// A channel of a node that goes through these values along X in 2 s, with this wrap after its end.
fn repeated(property: Property, values: &[f64], wrap: Wrap) -> Channel {
    let last = values.len() - 1;
    let times =
        Times::keys((0..=last).map(|key| 2.0 * key as f64 / last as f64).collect::<Vec<_>>()).unwrap();
    let values: Vec<f64> = values.iter().flat_map(|x| [*x, 0.0, 0.0]).collect();
    let curve = Curve::new(times, 3, values, Ease::Linear).unwrap().with_wrap(Wrap::Hold, wrap);
    Channel::new(0, property, curve).unwrap()
}

#[test]
fn a_sum_that_the_file_repeats_is_no_loss() {
    for wrap in [Wrap::Repeat, Wrap::PingPong] {
        let channels = vec![
            repeated(Property::Displacement, &[0.0, 5.0, 2.0], wrap),
            repeated(Property::Translation, &[0.0, 1.0, -3.0], wrap),
        ];
        let clip = Clip::new("c").with_duration(2.0).with_nodes(vec![Node::new("n")]).with_channels(channels);
        let (hsf, report) = encoded(&clip);
        let losses: Vec<_> = report.losses.iter().map(|loss| (loss.code.id, loss.fate)).collect();
        assert!(matches!(losses[..], [("hsf-xml::combined", Fate::Equivalent(Unit::Length))]), "{report}");
        let again = &hsf.clips()[0];
        // Between the jumps of the loop.
        for step in 0..40 {
            let time = f64::from(step) * 0.37 + 0.01;
            let [expected, found] = [&clip, again].map(|clip| clip.pose(time).local[0].translation());
            let off = expected.iter().zip(found).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
            assert!(off < 1e-9, "{wrap:?} at {time}: {expected:?} {found:?}");
        }
    }
}

#[test]
fn a_loop_jumps_at_once_next_to_a_curve_that_ended_long_before() {
    let ended = Curve::new(Times::keys(vec![-9.5, -0.8]).unwrap(), 3, vec![1.0; 6], Ease::Linear).unwrap();
    let channels = vec![
        Channel::new(0, Property::Displacement, ended).unwrap(),
        repeated(Property::Translation, &[0.0, 8.0], Wrap::Repeat),
    ];
    let clip = Clip::new("c").with_duration(5.0).with_nodes(vec![Node::new("n")]).with_channels(channels);
    let (hsf, report) = encoded(&clip);
    // Half a jump on the way, at a tick between, would be an error of 4.
    let baked = report.losses.iter().filter(|loss| loss.code.id == "hsf-xml::baked").map(|loss| loss.fate);
    let stated = baked.map(|fate| match fate {
        Fate::Approximated(error) => error.size,
        fate => panic!("{fate:?}"),
    });
    assert!(stated.fold(0.0, f64::max) <= 1e-3, "{report}");
    let again = &hsf.clips()[0];
    for step in 0..50 {
        let time = f64::from(step) * 0.1 + 0.01;
        let found = again.pose(time).local[0].translation()[0];
        assert!((found - 1.0 - 4.0 * time.rem_euclid(2.0)).abs() <= 1e-3, "{time}: {found}");
    }
}

/// A channel with two keys that continues in the same way on both sides.
fn endless(property: Property, times: [f64; 2], values: [[f64; 3]; 2], ease: Ease, wrap: Wrap) -> Channel {
    let width = property.width();
    let values = values.iter().flat_map(|value| value[..width].to_vec()).collect();
    let curve = Curve::new(Times::keys(times).unwrap(), width, values, ease).unwrap();
    Channel::new(0, property, curve.with_wrap(wrap, wrap)).unwrap()
}

fn clip(duration: f64, channels: Vec<Channel>) -> Clip {
    Clip::new("c").with_duration(duration).with_nodes(vec![Node::new("n")]).with_channels(channels)
}

/// The largest differences of elements of the node's matrix, in a player of the file, from a function of seconds.
fn off(hsf: &Hsf, expected: impl Fn(f64) -> Affine) -> f64 {
    let (mut player, mut pose) = (Player::new(hsf.clone()), Pose::default());
    // Far into the loops, and off their seams.
    let times = (0..300).map(|step| 0.003 + f64::from(step) * 0.271);
    let off = times.map(|time| {
        player.advance(time - player.time()).unwrap();
        player.pose(&mut pose);
        pose.local[0].distance(&expected(time))
    });
    off.fold(0.0, f64::max)
}

fn codes(report: &Report) -> Vec<&str> {
    report.losses.iter().map(|loss| loss.code.id).collect()
}

#[test]
fn endless_motion_is_a_loop_from_wherever_it_begins() {
    let up = |y: f64| Affine::from(anim_core::Transform { translation: [0.0, y, 0.0], ..Default::default() });
    let part = |time: f64, start: f64, length: f64| ((time - start) / length).rem_euclid(1.0);
    for start in [0.0, -0.3, 0.7, -5.1, 7.9] {
        let times = [start, start + 1.5];
        let channel = |ease: Ease, wrap: Wrap| {
            clip(3.0, vec![endless(Property::Translation, times, [[0.0; 3], [0.0, 4.0, 0.0]], ease, wrap)])
        };
        let (saw, report) = encoded(&channel(Ease::Linear, Wrap::Repeat));
        assert!(off(&saw, |time| up(4.0 * part(time, start, 1.5))) < 1e-9, "{start}");
        // What is before the clip is in no file, and the clip had two periods.
        assert_eq!(codes(&report), ["hsf-xml::ends", "hsf-xml::dropped"], "{start}: {report}");
        assert!(report.losses[0].message.ends_with("before the clip, where the channel moves"), "{report}");
        let (back, report) = encoded(&channel(Ease::Linear, Wrap::PingPong));
        let triangle = |time: f64| 1.0 - (2.0 * part(time, start, 3.0) - 1.0).abs();
        assert!(off(&back, |time| up(4.0 * triangle(time))) < 1e-9, "{start}");
        assert_eq!(codes(&report), ["hsf-xml::ends"], "{start}: {report}");
        let (swing, report) = encoded(&channel(Ease::Sine, Wrap::PingPong));
        let wave = |time: f64| (1.0 - (TAU * part(time, start, 3.0)).cos()) / 2.0;
        assert!(off(&swing, |time| up(4.0 * wave(time))) < 1.5e-4, "{start}");
        assert_eq!(codes(&report), ["hsf-xml::ends", "hsf-xml::baked"], "{start}: {report}");
    }
}

#[test]
fn turns_that_go_on_are_loops_of_whole_turns() {
    let (y, xyz) = (Property::Angle { axis: [0.0, 1.0, 0.0] }, Property::Euler(EulerOrder::Xyz));
    // In 2 s a quarter of a turn, a whole one, five thirds, and about two axes at once.
    for (property, turn) in [
        (y.clone(), [PI / 2.0, 0.0, 0.0]),
        (y.clone(), [TAU, 0.0, 0.0]),
        (y, [TAU * 5.0 / 3.0, 0.0, 0.0]),
        (xyz.clone(), [0.0, PI / 2.0, 0.0]),
        (xyz, [PI / 2.0, 0.0, -PI / 3.0]),
    ] {
        let source = clip(
            2.0,
            vec![endless(property, [0.0, 2.0], [[0.0; 3], turn], Ease::Linear, Wrap::RepeatWithOffset)],
        );
        let (hsf, report) = encoded(&source);
        let found = off(&hsf, |time| source.pose(time).local[0]);
        assert!(found < 2e-4, "{turn:?}: {found}");
        assert!(report.losses.iter().all(|loss| !loss.message.contains("after")), "{turn:?}: {report}");
    }
    // The state at the beginning never recurs.
    let odd = endless(
        Property::Angle { axis: [0.0, 1.0, 0.0] },
        [0.0, 2.0],
        [[0.0; 3], [1.0; 3]],
        Ease::Linear,
        Wrap::RepeatWithOffset,
    );
    let (_, report) = encoded(&clip(2.0, vec![odd]));
    assert!(report.losses.iter().any(|loss| loss.message.contains("after")), "{report}");
}

#[test]
fn what_repeats_in_different_times_repeats_after_all_of_them() {
    let slide = |property: Property, length: f64, to: f64, wrap: Wrap| {
        endless(property, [0.0, length], [[0.0; 3], [to, 0.0, 0.0]], Ease::Linear, wrap)
    };
    let source = clip(
        1.0,
        vec![
            slide(Property::Displacement, 0.5, 3.0, Wrap::PingPong),
            slide(Property::Translation, 1.5, 2.0, Wrap::PingPong),
        ],
    );
    let (hsf, report) = encoded(&source);
    assert!(off(&hsf, |time| source.pose(time).local[0]) < 1e-9);
    let lengths = hsf.root.all(Tag::Animation).flat_map(|outer| outer.all(Tag::Animation)).count();
    assert_eq!(lengths, 1);
    assert!(!codes(&report).contains(&"hsf-xml::baked"), "{report}");
}

#[test]
fn jumps_of_loops_of_different_lengths_move_by_less_than_a_tick() {
    let slide = |property: Property, times: [f64; 2], to: f64| {
        endless(property, times, [[0.0; 3], [to, 0.0, 0.0]], Ease::Linear, Wrap::Repeat)
    };
    let source = clip(
        3.7,
        vec![
            slide(Property::Displacement, [-3.65, 0.05], 5.0),
            slide(Property::Translation, [0.0, 0.5], -7.0),
        ],
    );
    let (_, report) = encoded(&source);
    let errors: Vec<f64> = report
        .losses
        .iter()
        .filter(|loss| loss.code.id == "hsf-xml::baked")
        .map(|loss| if let Fate::Approximated(error) = loss.fate { error.size } else { f64::NAN })
        .collect();
    // 14 units a second, for 5 microseconds at most.
    assert!(errors.iter().all(|error| *error < 1e-4), "{report}");
}

/// The seconds after which the only loop of a file starts over, by the ticks in it.
fn cycle(hsf: &Hsf) -> f64 {
    let outer = hsf.root.all(Tag::Animation).next().unwrap();
    let inner = outer.all(Tag::Animation).find(|inner| inner.get(Key::Loop) == Some("-1")).unwrap();
    let timeline: &Element = inner.all(Tag::Timeline).next().unwrap();
    let ticks: Vec<f64> = timeline
        .items()
        .map(|item| format!("{item:?}"))
        .map(|item| item.trim_start_matches("Scalar(").trim_end_matches(')').parse().unwrap())
        .collect();
    let ways = if inner.get(Key::RLoop) == Some("1") { 2.0 } else { 1.0 };
    ways * (ticks[ticks.len() - 1] - ticks[0]) / hsf.root.number(Key::TicksPerSecond)
}

#[test]
fn the_drift_of_a_loop_on_whole_ticks_is_reported_in_seconds_and_in_what_it_does_to_values() {
    for (length, wrap, repeats) in [
        (2.0_f64.sqrt(), Wrap::Repeat, 1.0),
        (2.0_f64.sqrt(), Wrap::PingPong, 1.0),
        (2.0_f64.sqrt(), Wrap::Repeat, 2000.0),
        (1e-5 / 3.0, Wrap::PingPong, 400.0),
        (0.25, Wrap::Repeat, 1000.0),
    ] {
        let ways = if wrap == Wrap::PingPong { 2.0 } else { 1.0 };
        let source = repeated(Property::Translation, &[0.0, 7.0, 0.0], wrap);
        let times: Vec<f64> = source.curve().times().iter().map(|time| time / 2.0 * length).collect();
        let curve =
            Curve::new(Times::keys(times).unwrap(), 3, source.curve().values().to_vec(), Ease::Linear);
        let source = clip(
            repeats * ways * length,
            vec![Channel::new(0, Property::Translation, curve.unwrap().with_wrap(Wrap::Hold, wrap)).unwrap()],
        );
        let (hsf, report) = encoded(&source);
        let drift = (cycle(&hsf) - ways * length).abs();
        let losses = report.losses.iter().filter(|loss| loss.message.contains("drift"));
        let stated: Vec<f64> = losses
            .filter_map(|loss| match loss.fate {
                Fate::Approximated(Deviation { size, unit: Unit::Time, .. }) => Some(size),
                _ => None,
            })
            .collect();
        if drift < 1e-15 {
            assert_eq!(stated, Vec::<f64>::new(), "{length}: {report}");
            continue;
        }
        // The last repetition in the clip begins after one less than there are, and a way back ends one.
        let over = if wrap == Wrap::PingPong { repeats } else { f64::max(repeats - 1.0, 1.0) };
        let expected = drift * over;
        assert!(
            stated.len() == 1 && (stated[0] / expected - 1.0).abs() < 1e-3,
            "{length}: {expected} {report}"
        );
        let sizes = report.losses.iter().filter_map(|loss| match loss.fate {
            Fate::Approximated(Deviation { size, unit: Unit::Length, .. }) => Some(size),
            _ => None,
        });
        let stated = sizes.fold(0.0, f64::max);
        // Within the clip, the values stay within the error.
        let found = hsf.clips().remove(0);
        let most = (0..20_000).map(|step| (f64::from(step) + 0.5) / 20_000.0 * source.duration).map(|time| {
            let [a, b] = [&source, &found].map(|clip| clip.pose(time).local[0].translation()[0]);
            (a - b).abs()
        });
        let most = most.fold(0.0, f64::max);
        assert!(most <= stated + 1e-9, "{length}, {repeats}: {most} {report}");
        assert!(repeats < 100.0 || most > 0.3 * stated, "{length}, {repeats}: {most} {report}");
    }
}

#[test]
fn frames_that_the_file_does_not_have_are_reported() {
    let mut clips = [24, 24, 30].map(|rate| clip(1.0, Vec::new()).with_rate(Rate::per_second(rate)));
    clips[1].first_frame = 101.0;
    let mut report = Report::new();
    Hsf::from_clips_with(&clips, &EncodeOptions::default(), &mut report).unwrap();
    let found = report.losses.iter().filter(|loss| loss.message.contains("frame"));
    let found: Vec<&str> = found.map(|loss| &*loss.message).collect();
    let number = "the first frame has the number 101 and becomes number 0";
    assert_eq!(found, [number, "30 frames a second become 24"]);
}

#[test]
fn a_duration_that_the_file_does_not_have_is_reported() {
    let slide = |wrap: Wrap, duration: f64| {
        let (_, report) =
            encoded(&clip(duration, vec![repeated(Property::Translation, &[0.0, 1.0, 0.0], wrap)]));
        let told = report.losses.into_iter().filter(|loss| loss.message.starts_with("the duration"));
        let told: Vec<_> = told.map(|loss| loss.fate).collect();
        let all = [2.0, 4.0].map(|end: f64| Fate::Approximated(Deviation::time((end - duration).abs())));
        assert!(told.iter().all(|fate| all.contains(fate)), "{wrap:?} {duration}: {told:?}");
        told.len()
    };
    // Two seconds, or four out and back.
    for (wrap, duration, expected) in [
        (Wrap::Repeat, 2.0, 0),
        (Wrap::Repeat, 5.0, 1),
        (Wrap::Repeat, 1.0, 1),
        (Wrap::PingPong, 2.0, 0),
        (Wrap::PingPong, 4.0, 0),
        (Wrap::PingPong, 3.0, 1),
        (Wrap::Hold, 5.0, 0),
        (Wrap::Hold, 1.0, 1),
    ] {
        assert_eq!(slide(wrap, duration), expected, "{wrap:?} {duration}");
    }
}

#[test]
fn only_what_the_file_has_is_held_before_the_clip() {
    let round = |property: Property| {
        let channel = endless(property, [0.0, 2.0], [[0.0; 3], [0.0, 0.5, 0.0]], Ease::Linear, Wrap::Repeat);
        let (_, report) = encoded(&clip(2.0, vec![channel]));
        report.losses.into_iter().map(|loss| (loss.code.id, loss.fate)).collect::<Vec<_>>()
    };
    let held = ("hsf-xml::ends", Fate::Approximated(Deviation::ratio(0.5)));
    assert_eq!(round(Property::Color), [held]);
    assert_eq!(round(Property::Weights { count: 3 }), [("hsf-xml::dropped", Fate::Dropped)]);
}

#[test]
fn motion_before_a_loop_is_measured_from_the_value_that_the_file_holds() {
    use Wrap::{Hold, PingPong, Repeat, RepeatWithOffset};
    let slide = |property: Property, times: [f64; 2], to: f64, before: Wrap, after: Wrap| {
        let channel = endless(property, times, [[0.0; 3], [to, 0.0, 0.0]], Ease::Linear, after);
        let curve = channel.curve().clone().with_wrap(before, after);
        channel.with_curve(curve).unwrap()
    };
    let (moves, shifts) = (Property::Translation, Property::Displacement);
    for channels in [
        // The loop begins two seconds before its first key.
        vec![slide(moves.clone(), [0.3, 1.3], 4.0, PingPong, PingPong)],
        vec![slide(moves.clone(), [0.3, 1.3], 4.0, Repeat, Repeat)],
        vec![slide(moves.clone(), [-0.7, 1.3], 4.0, PingPong, Repeat)],
        // One holds, and a loop with its own way before it begins early.
        vec![
            slide(moves.clone(), [0.3, 1.3], 1.0, Hold, Hold),
            slide(shifts.clone(), [-3.7, -0.5], 4.0, PingPong, Repeat),
        ],
        vec![
            slide(moves.clone(), [0.3, 0.6], 4.0, PingPong, PingPong),
            slide(shifts.clone(), [0.0, 2.0], 9.0, Hold, Hold),
        ],
        // Both together repeat from 0 on.
        vec![
            slide(moves.clone(), [-0.5, 0.5], 1.0, Hold, Repeat),
            slide(shifts.clone(), [-1.0, 0.0], 4.0, Hold, PingPong),
        ],
        vec![slide(moves, [-0.5, 0.5], 1.0, Repeat, Repeat), slide(shifts, [0.0, 1.5], 4.0, Repeat, Repeat)],
    ] {
        let source = clip(3.0, channels);
        let (hsf, report) = encoded(&source);
        let found = &hsf.clips()[0];
        let off = |time: f64| {
            let [a, b] = [&source, found].map(|clip| clip.pose(time).local[0].translation()[0]);
            (a - b).abs()
        };
        let most = (1..6000).map(|step| off(f64::from(step) * -0.001_003)).fold(0.0, f64::max);
        let ends = report.losses.iter().filter(|loss| loss.code.id == "hsf-xml::ends");
        let stated = ends.map(|loss| match loss.fate {
            Fate::Approximated(error) => error.size,
            _ => 0.0,
        });
        let stated: f64 = stated.sum();
        assert!(most > 0.9 && most <= stated + 1e-3 && stated <= 1.5 * most, "{most}: {report}");
    }
    // Accumulating angles that are never again those of one period.
    let angle = Property::Angle { axis: [0.0, 1.0, 0.0] };
    let (_, report) = encoded(&clip(2.0, vec![slide(angle, [0.0, 1.0], 0.7, RepeatWithOffset, PingPong)]));
    let ends = report.losses.iter().find(|loss| loss.code.id == "hsf-xml::ends").unwrap();
    assert_eq!(ends.fate, Fate::Approximated(Deviation::angle(PI)));
}

#[test]
fn angles_of_which_one_turns_are_an_angle_about_its_axis() {
    for (order, axis) in [(EulerOrder::Xyz, 0), (EulerOrder::Zyx, 1), (EulerOrder::Yzx, 2)] {
        let mut turn = [0.0; 3];
        turn[axis] = 9.0;
        let source = clip(
            2.0,
            vec![endless(Property::Euler(order), [0.0, 2.0], [[0.0; 3], turn], Ease::Linear, Wrap::PingPong)],
        );
        let (hsf, report) = encoded(&source);
        assert_eq!(codes(&report), ["hsf-xml::ends"], "{report}");
        let text = String::from_utf8(hsf.to_bytes().into_owned()).unwrap();
        assert_eq!(
            (text.matches("<AxisRotInterpolator").count(), text.matches("<QuatRotInterpolator").count()),
            (1, 0)
        );
        let expected = |time: f64| {
            let mut angles = [0.0; 3];
            angles[axis] = 9.0 * (1.0 - (2.0 * (time / 4.0).rem_euclid(1.0) - 1.0).abs());
            Affine::from(anim_core::Transform { rotation: order.to_quaternion(angles), ..Default::default() })
        };
        assert!(off(&hsf, expected) < 1e-12);
    }
}
