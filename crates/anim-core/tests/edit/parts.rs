//! Clips cut into several, and clips of frames.

use std::f64::consts::PI;

use anim_core::edit::{Cuts, EditError, Moment, Pattern, resample, split};
use anim_core::{Channel, Clip, Curve, Ease, Event, Fate, Loss, Node, Property, Rate, Report, Times, Wrap};
use proptest::prelude::*;

use super::any::{self, ALL, Kind, WRAPS};
use super::same::{away, difference, times};

fn one(curve: Curve) -> Clip {
    let channel = Channel::new(0, Property::named("x", 1), curve).unwrap();
    Clip::new("c").with_duration(4.0).with_nodes(vec![Node::new("n")]).with_channels(vec![channel])
}

fn line() -> Curve {
    Curve::new(Times::keys([0.0, 4.0]).unwrap(), 1, vec![0.0, 8.0], Ease::Linear).unwrap()
}

fn names(clips: &[Clip]) -> Vec<(&str, f64)> {
    clips.iter().map(|clip| (&*clip.name, clip.duration)).collect()
}

#[test]
fn parts_are_named_by_their_place_or_their_event() {
    let step = |time, name: &str| Event::named(time, name, vec![]);
    let clip = one(line()).with_events(vec![
        step(1.0, "left"),
        step(2.0, "right"),
        step(3.0, "left"),
        step(3.5, "end"),
    ]);
    let parts = |cuts| split(&clip, &cuts, &mut Report::new());
    let moments = [3.0, 1.0, 0.0, 4.0].map(Moment::Seconds).to_vec();
    let done = parts(Cuts::Moments(moments)).unwrap();
    assert_eq!(names(&done), [("c.1", 1.0), ("c.2", 2.0), ("c.3", 1.0)]);
    assert_eq!(done[1].channels[0].curve().values(), [2.0, 6.0]);
    let done = parts(Cuts::Events("*t".into())).unwrap();
    assert_eq!(names(&done), [("c.1", 1.0), ("c.left", 1.0), ("c.right", 1.0), ("c.left.2", 1.0)]);
    assert_eq!(done[3].events.iter().map(Event::name).collect::<Vec<_>>(), ["left", "end"]);
    assert!(matches!(parts(Cuts::Events("jump".into())), Err(EditError::Unfit(_))));
    assert!(matches!(parts(Cuts::Moments(vec![Moment::Seconds(5.0)])), Err(EditError::Span { .. })));
    assert_eq!(parts(Cuts::Moments(vec![])).unwrap(), std::slice::from_ref(&clip));
}

#[test]
fn each_kind_of_curve_in_frames() {
    let shown = |curve: Curve, rate: u32| {
        let mut report = Report::new();
        let clip = resample(&one(curve), Rate::per_second(rate), &mut report).unwrap();
        let curve = clip.channels[0].curve().clone();
        let error = report.losses.iter().find_map(|loss| match loss.fate {
            Fate::Approximated(error) => Some(error.size),
            _ => None,
        });
        (curve.times().first().unwrap(), curve.values().to_vec(), curve.uniform_ease().unwrap(), error)
    };
    assert_eq!(shown(line(), 1), (0.0, vec![0.0, 2.0, 4.0, 6.0, 8.0], Ease::Linear, None));
    let stairs =
        Curve::new(Times::keys([1.0, 2.0, 3.0]).unwrap(), 1, vec![5.0, 6.0, 7.0], Ease::Step).unwrap();
    assert_eq!(shown(stairs.clone(), 2), (1.0, vec![5.0, 5.0, 6.0, 6.0, 7.0], Ease::Step, None));
    let loops = stairs.with_wrap(Wrap::Hold, Wrap::Repeat);
    assert_eq!(shown(loops, 1).1, [5.0, 6.0, 7.0], "the last key is not the first of the next period");
    let tooth =
        Curve::new(Times::keys([0.0, 0.5, 1.0]).unwrap(), 1, vec![0.0, 1.0, 0.0], Ease::Linear).unwrap();
    assert_eq!(shown(tooth, 1), (0.0, vec![0.0, 0.0], Ease::Linear, Some(1.0)));
    let odd = Curve::new(Times::keys([0.25, 1.75]).unwrap(), 1, vec![0.0, 6.0], Ease::Linear).unwrap();
    assert_eq!(shown(odd, 1).1, [0.0, 3.0, 6.0, 6.0, 6.0], "the frames of the clip");
}

#[test]
fn the_first_frame_keeps_its_number_at_the_new_rate_if_that_is_whole() {
    let [ten, thirty] = [10, 30].map(Rate::per_second);
    let twentieths = Rate::sixtieths(3);
    for (own, first, rate, expected, is_lost) in [
        (Some(thirty), 100.0, thirty, 100.0, false),
        (Some(twentieths), 3.0, Rate::per_second(20), 3.0, false),
        (Some(thirty), -4.5, thirty, -4.5, false),
        (Some(thirty), 90.0, ten, 30.0, false),
        (Some(ten), 7.0, thirty, 21.0, false),
        (Some(thirty), -10.0, ten, 0.0, true),
        (Some(thirty), 0.0, ten, 0.0, false),
        (None, 5.0, ten, 5.0, false),
    ] {
        let mut clip = one(line());
        (clip.rate, clip.first_frame) = (own, first);
        let mut report = Report::new();
        let done = resample(&clip, rate, &mut report).unwrap();
        assert_eq!(done.first_frame, expected, "{first} of {own:?} at {rate:?}");
        let codes: Vec<_> = report.losses.iter().map(|loss| loss.code.id).collect();
        assert_eq!(codes, if is_lost { vec!["edit::frame"] } else { vec![] }, "{first} of {own:?}");
    }
}

#[test]
fn frames_are_those_of_the_new_rate() {
    let mut clip = one(line()).with_rate(Rate::per_second(30));
    clip.first_frame = 100.0;
    let done = resample(&clip, Rate::per_second(10), &mut Report::new()).unwrap();
    assert_eq!((done.rate, done.first_frame), (Some(Rate::per_second(10)), 0.0));
    assert_eq!(done.frame_time(15.0), Some(1.5));
}

#[test]
fn recordings_of_any_length_have_other_rates() {
    // Six hours at 60 frames a second, of a value that counts them.
    let count = 6 * 60 * 60 * 60;
    let times = Times::uniform(0.0, Rate::per_second(60), count).unwrap();
    let values = (0..count).map(|frame| frame as f64).collect();
    let curve = Curve::new(times, 1, values, Ease::Linear).unwrap();
    let clip = one(curve).with_duration(count as f64 / 60.0);
    let mut report = Report::new();
    for (rate, per_key) in [(60, 1.0), (240, 0.25)] {
        let done = resample(&clip, Rate::per_second(rate), &mut report).unwrap();
        let curve = done.channels[0].curve();
        assert_eq!(curve.len(), ((count - 1) as f64 / per_key) as usize + 1);
        assert!((curve.at(12_345.6)[0] - 12_345.6 * 60.0).abs() < 1e-6);
    }
    assert!(report.losses.is_empty(), "{report}");
    let most = 4 * count;
    let error = resample(&clip, Rate::per_second(241), &mut report).unwrap_err();
    assert!(error.to_string().contains(&format!("more than {most} keys")), "{error}");
}

#[test]
fn frames_reach_as_far_as_keys_that_hold() {
    let shown = |times: [f64; 3], wrap: (Wrap, Wrap)| {
        let curve = Curve::new(Times::keys(times).unwrap(), 1, vec![10.0, 20.0, 40.0], Ease::Linear).unwrap();
        let mut report = Report::new();
        let clip = resample(&one(curve.with_wrap(wrap.0, wrap.1)), Rate::per_second(4), &mut report).unwrap();
        let curve = clip.channels[0].curve();
        let ends = report.losses.iter().filter(|loss| loss.code.id == "edit::ends").count();
        ([-9.0, -1.0, 9.0, 5.0].map(|time| curve.at(time)[0].round()), ends)
    };
    let hold = (Wrap::Hold, Wrap::Hold);
    // The clip lasts 4 s.
    assert_eq!(shown([-2.01, 0.0, 10.01], hold), ([10.0, 15.0, 38.0, 30.0], 0));
    assert_eq!(shown([-2.01, 0.0, 10.01], (Wrap::Hold, Wrap::Repeat)), ([10.0, 15.0, 28.0, 28.0], 1));
    assert_eq!(shown([-2.01, 0.0, 1e7], hold), ([20.0, 20.0, 20.0, 20.0], 1), "too far for keys");
}

#[test]
fn the_error_of_frames_has_the_turns_that_quaternions_make_near_zero() {
    for (offset, places) in [(0.02, 1.0), (0.002, 1.0), (0.0002, 3.0)] {
        // As (z, w), the line passes 0 within a hundredth of its length or less: nearly all of a whole turn happens there.
        let values = vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, offset, -0.98];
        let curve = Curve::new(Times::keys([0.0, places]).unwrap(), 4, values, Ease::Linear).unwrap();
        let clip = one(line()).with_channels(vec![Channel::new(0, Property::Rotation, curve).unwrap()]);
        let mut report = Report::new();
        resample(&clip, Rate::per_second(1), &mut report).unwrap();
        // The source passes half a turn while the resampled curve hardly moves.
        let [Fate::Approximated(error)] = report.losses.iter().map(|loss| loss.fate).collect::<Vec<_>>()[..]
        else {
            panic!("{report}");
        };
        assert!((error.size - PI).abs() < 2e-3, "{offset}: {}", error.size);
    }
}

#[test]
fn frames_are_infinitely_far_from_what_is_infinite_between_them() {
    let times = Times::keys([0.0, 0.4, 0.6, 1.0]).unwrap();
    let curve = Curve::new(times, 1, vec![0.0, f64::INFINITY, 0.0, 0.0], Ease::Step).unwrap();
    let mut report = Report::new();
    resample(&one(curve), Rate::per_second(1), &mut report).unwrap();
    let fates: Vec<_> = report.losses.iter().map(|loss| loss.fate).collect();
    assert!(matches!(fates[..], [Fate::Approximated(error)] if error.size == f64::INFINITY), "{report}");
}

#[test]
fn the_error_of_frames_is_that_of_the_keys_between_them() {
    let error = |curve: Curve, rate: u32| {
        let mut report = Report::new();
        resample(&one(curve), Rate::per_second(rate), &mut report).unwrap();
        let error = report.losses.iter().find_map(|loss| match loss.fate {
            Fate::Approximated(error) => Some(error.size),
            _ => None,
        });
        error.unwrap_or_default()
    };
    // Frames at 0.5 s and 0.533 s are 0, as all keys but one are.
    for width in [1e-4, 1e-3, 5e-3] {
        let times = Times::keys([0.0, 0.51, 0.51 + width, 0.51 + 2.0 * width, 1.0]).unwrap();
        let spike = Curve::new(times, 1, vec![0.0, 0.0, 100.0, 0.0, 0.0], Ease::Linear).unwrap();
        assert_eq!(error(spike.clone(), 30), 100.0, "{width}");
        assert_eq!(error(spike, 24), 100.0, "{width}");
    }
    let mut values = vec![0.0; 401];
    values[201] = 100.0;
    let times = Times::uniform(0.0, Rate::per_second(120), 401).unwrap();
    assert_eq!(error(Curve::new(times, 1, values, Ease::Linear).unwrap(), 30), 100.0);
    // The frames are a straight line from 0 to 10, the step is at 0.95 s.
    let times = Times::keys([0.0, 0.95, 1.0]).unwrap();
    let step = Curve::new(times, 1, vec![0.0, 10.0, 10.0], Ease::Linear).unwrap();
    let step = step.with_eases(vec![Ease::Step, Ease::Linear, Ease::Linear]).unwrap();
    assert!((error(step, 1) - 9.5).abs() < 1e-5);
    // Just before the loop begins again at 0.89 s it is at 1, and the line from 0.8/0.89 to 0.01/0.89 at 0.1.
    let round = Curve::new(Times::keys([0.0, 0.89]).unwrap(), 1, vec![0.0, 1.0], Ease::Linear).unwrap();
    assert!((error(round.with_wrap(Wrap::Hold, Wrap::Repeat), 10) - 0.9).abs() < 1e-5);
}

#[test]
fn thousands_of_parts_with_one_name_get_numbers() {
    let mut clip = Clip::new("a").with_duration(20_000.0);
    clip.events = (0..20_000).map(|second| Event::named(f64::from(second), "step", Vec::new())).collect();
    let parts = split(&clip, &Cuts::Events(Pattern::new("step")), &mut Report::new()).unwrap();
    assert_eq!([&parts[0].name, &parts[1].name, &parts[19_999].name], ["a.step", "a.step.2", "a.step.20000"]);
}

proptest! {
    #[test]
    fn parts_show_what_the_clip_shows(clip in any::clip(ALL), cuts in prop::collection::vec(1..16i32, 1..4)) {
        let moments = cuts.iter().map(|eighth| Moment::Seconds(f64::from(*eighth) / 8.0)).collect();
        let parts = split(&clip, &Cuts::Moments(moments), &mut Report::new()).unwrap();
        let mut start = 0.0;
        for part in &parts {
            let inside = times(start, start + part.duration).filter(|time| *time < start + part.duration);
            prop_assert!(difference(&clip, part, inside, |time| time - start) < 1e-6);
            start += part.duration;
        }
        prop_assert_eq!(start, clip.duration);
    }

    #[test]
    fn frames_have_the_values_of_the_clip(clip in any::clip(Kind { wraps: &WRAPS[..1], ..ALL }), rate in 1..60u32) {
        let mut report = Report::new();
        let done = resample(&clip, Rate::per_second(rate), &mut report).unwrap();
        for (before, after) in clip.channels.iter().zip(&done.channels) {
            for time in after.curve().times().iter() {
                let [a, b] = [before, after].map(|channel| channel.curve().at(time));
                prop_assert!(away(before.property(), &a, &b) < 1e-9);
            }
        }
        prop_assert_eq!(done.validate(), Ok(()));
    }

    #[test]
    fn frames_again_are_the_same(clip in any::clip(ALL), rate in 1..60u32) {
        let rate = Rate::per_second(rate);
        let once = resample(&clip, rate, &mut Report::new()).unwrap();
        let mut report = Report::new();
        let twice = resample(&once, rate, &mut report).unwrap();
        prop_assert_eq!(&once, &twice);
        prop_assert!(report.losses.is_empty(), "{}", report);
    }
}

#[test]
fn curves_that_repeat_too_often_to_be_compared_differ_by_their_range_at_most() {
    // A million periods of each of forty curves: each saw tooth is between 0 and 5, and so are its frames.
    let saw = Curve::new(Times::keys([0.0, 4e-6]).unwrap(), 1, vec![0.0, 5.0], Ease::Linear).unwrap();
    let rising = saw.clone().with_wrap(Wrap::Hold, Wrap::RepeatWithOffset);
    let clip = one(saw.with_wrap(Wrap::Hold, Wrap::Repeat));
    let channels = vec![clip.channels[0].clone(); 40];
    let stated = |clip: &Clip| {
        let mut report = Report::new();
        let frames = resample(clip, Rate::per_second(30), &mut report).unwrap();
        let Fate::Approximated(stated) = report.losses.last().unwrap().fate else { unreachable!("{report}") };
        let [old, new] = [clip, &frames].map(|clip| clip.channels[0].curve());
        let differ = |time: f64| (old.at(time)[0] - new.at(time)[0]).abs();
        let measured = (0..10_000).map(|step| differ(f64::from(step) * 3.999e-4)).fold(0.0, f64::max);
        (measured, stated.size)
    };
    let (measured, size) = stated(&clip.with_channels(channels));
    assert!((4.5..=size).contains(&measured) && size <= 5.0, "{measured} of {size}");
    // Of curves that repeat less often, those are compared that together have a quarter of a million keys.
    let fewer = Curve::new(Times::keys([0.0, 3e-5]).unwrap(), 1, vec![0.0, 5.0], Ease::Linear).unwrap();
    let fewer = one(fewer.with_wrap(Wrap::Hold, Wrap::Repeat));
    let channels = vec![fewer.channels[0].clone(); 3];
    let mut report = Report::new();
    resample(&fewer.with_channels(channels), Rate::per_second(30), &mut report).unwrap();
    let size = |loss: &Loss| if let Fate::Approximated(error) = loss.fate { Some(error.size) } else { None };
    let sizes: Vec<f64> = report.losses.iter().filter_map(size).collect();
    assert!((4.5..5.0).contains(&sizes[0]) && sizes[1..] == [5.0; 2], "{sizes:?}");
    // A line that rises by 5 in each period, of which a frame has thousands.
    let (measured, size) = stated(&one(rising));
    assert!(measured <= size && size < 5.0 * (1.0 / 30.0 / 4e-6 + 2.0) + 1e-3, "{measured} of {size}");
}
