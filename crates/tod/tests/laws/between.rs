//! The errors of encoding between frames, compared with closed forms.

use std::f64::consts::PI;
use std::num::NonZeroU16;

use anim_core::{
    Affine, Channel, Clip, Curve, Deviation, Ease, EulerOrder, Event, Fate, Handles, Loss, Positive,
    Property, Times, Unit, Wrap, quaternion,
};
use anim_tod::EncodeOptions;

use crate::encoding::{channel, clip, encode};

const FRAME: f64 = 1.0 / 60.0;

/// A clip of sixty frames with one channel of `object 1`, or another node.
fn moving(node: &str, channel: Channel) -> Clip {
    clip(&[node], 1.0, vec![channel])
}

fn losses(clip: &Clip) -> Vec<Loss> {
    let options = EncodeOptions {
        resolution: NonZeroU16::new(1),
        unit: Positive::new(1.0),
        ..EncodeOptions::default()
    };
    let (_, losses) = encode(clip, &options);
    losses.into_iter().filter(|loss| ["tod::resampled", "tod::ends"].contains(&loss.code.id)).collect()
}

/// The only loss with a code, with its error.
fn error(losses: &[Loss], code: &str) -> (Deviation, Loss) {
    let found: Vec<_> = losses.iter().filter(|loss| loss.code.id == code).collect();
    assert_eq!(found.len(), 1, "{code}: {losses:?}");
    let error = match found[0].fate {
        Fate::Approximated(error) => Some(error),
        _ => None,
    };
    (error.unwrap(), found[0].clone())
}

fn wrapped(channel: &Channel, before: Wrap, after: Wrap) -> Channel {
    let curve = channel.curve().clone().with_wrap(before, after);
    Channel::new(0, channel.property().clone(), curve).unwrap()
}

#[test]
fn places_are_late_by_the_motion_of_a_frame() {
    // 6000 units a second are 100 units a frame.
    let slide =
        channel(0, Property::Translation, &[0.0, 1.0], &[0.0, 0.0, 0.0, 6000.0, 0.0, 0.0], Ease::Linear);
    let found = losses(&moving("object 1", slide));
    let (inside, loss) = error(&found, "tod::resampled");
    assert!((inside.size - 99.9).abs() < 1e-6 && inside.unit == Unit::Length, "{loss}");
    assert_eq!((loss.node.as_deref(), loss.property.as_deref()), (Some("object 1"), Some("translation")));
    assert_eq!(loss.message, "between frames the file holds the translation of the frame");
    // No frame begins at the end of the clip, where it is 100 units farther.
    let (outside, loss) = error(&found, "tod::ends");
    assert!((outside.size - 100.0).abs() < 1e-6, "{loss}");
    assert_eq!(
        loss.message,
        "the translation changes after the end of the clip, but a TOD only has its frames"
    );
}

#[test]
fn turns_are_late_in_radians_and_scales_in_ratios() {
    let turn = channel(0, Property::Angle { axis: [0.0, 1.0, 0.0] }, &[0.0, 1.0], &[0.0, 6.0], Ease::Linear);
    let grow = channel(0, Property::Scale, &[0.0, 1.0], &[1.0, 1.0, 1.0, 1.0, 7.0, 1.0], Ease::Linear);
    for (channel, unit) in [(turn, Unit::Angle), (grow, Unit::Ratio)] {
        let (error, loss) = error(&losses(&moving("object 1", channel)), "tod::resampled");
        // A tenth a frame, and what the steps of the file and the console's integers add to it.
        assert!((0.098..0.105).contains(&error.size) && error.unit == unit, "{loss}");
    }
}

#[test]
fn slow_motion_that_exceeds_the_rounding_at_frames_is_reported() {
    // A thousandth a frame, where the steps of angles are 1/4096 turn and those of scales 1/4096.
    let turn = channel(0, Property::Angle { axis: [0.0, 1.0, 0.0] }, &[0.0, 1.0], &[0.0, 0.06], Ease::Linear);
    let grow = channel(0, Property::Scale, &[0.0, 1.0], &[1.0, 1.0, 1.0, 1.0, 1.06, 1.0], Ease::Linear);
    for (channel, step) in [(turn, 2.0 * PI / 4096.0), (grow, 1.0 / 4096.0)] {
        let late = |frame: f64| {
            let [now, next] = [frame, frame + 1.0].map(|frame| 0.001 * frame);
            next - (now / step).round() * step
        };
        let most = (0..60u8).map(|frame| late(f64::from(frame))).fold(0.0, f64::max);
        let (error, loss) = error(&losses(&moving("object 1", channel)), "tod::resampled");
        // The console rounds the elements of its matrices, too.
        assert!((error.size - most).abs() < 3.5e-4, "{loss}, expected {most}");
    }
}

#[test]
fn values_that_are_no_places_have_their_unit() {
    let color = channel(0, Property::Color, &[0.0, 1.0], &[0.0, 0.0, 0.0, 0.0, 0.6, 0.0], Ease::Linear);
    let (late, loss) = error(&losses(&moving("light 1", color)), "tod::resampled");
    assert!((0.0099..0.013).contains(&late.size) && late.unit == Unit::Ratio, "{loss}");
    // In any direction, it is the distance.
    for end in [[0.0, 0.0, 600.0], [360.0, 0.0, 480.0]] {
        let point = [[0.0; 3], end].concat();
        let point = channel(0, Property::named("reference", 3), &[0.0, 1.0], &point, Ease::Linear);
        let (late, loss) = error(&losses(&moving("camera 1", point)), "tod::resampled");
        assert!((late.size - 9.99).abs() < 1e-6 && late.unit == Unit::Length, "{loss}");
    }
}

#[test]
fn states_are_late_by_a_time() {
    let hide = channel(0, Property::Visible, &[0.0, 10.25 * FRAME], &[1.0, 0.0], Ease::Step);
    let (late, loss) = error(&losses(&moving("object 1", hide)), "tod::resampled");
    assert!((late.size - 0.75 * FRAME).abs() < 1e-9 && late.unit == Unit::Time, "{loss}");
    let hidden = channel(0, Property::Visible, &[-0.5, 0.0], &[1.0, 0.0], Ease::Step);
    let [lost] = &losses(&moving("object 1", hidden))[..] else { panic!("one loss") };
    assert_eq!((lost.code.id, &lost.fate), ("tod::ends", &Fate::Dropped));
    let event = Event::named(10.25 * FRAME, "user 0", vec![1.0, 0.0]);
    let clip = clip(&["object 1"], 1.0, vec![]).with_events(vec![event]);
    let (early, loss) = error(&losses(&clip), "tod::resampled");
    assert!((early.size - 0.25 * FRAME).abs() < 1e-9 && early.unit == Unit::Time, "{loss}");
}

#[test]
fn only_what_moves_where_no_frame_begins_is_reported() {
    let moved = |times: &[f64], ease| {
        let places: Vec<f64> = (0..3 * times.len()).map(|part| 8.0 * part as f64).collect();
        channel(0, Property::Translation, times, &places, ease)
    };
    let steps = moved(&[0.0, FRAME, 2.0 * FRAME], Ease::Step);
    let repeated = |wrap| wrapped(&steps, Wrap::Hold, wrap);
    let cases = [
        (moved(&[0.0, FRAME, 3.0 * FRAME], Ease::Step), vec![]),
        (moved(&[0.5 * FRAME], Ease::Linear), vec![]),
        (moved(&[0.0, FRAME], Ease::Linear), vec!["tod::resampled"]),
        (moved(&[0.0, 1.5 * FRAME], Ease::Step), vec!["tod::resampled"]),
        (moved(&[0.0, 4.0 * FRAME], Ease::Step), vec!["tod::ends"]),
        (moved(&[-FRAME, 2.0 * FRAME], Ease::Step), vec![]),
        (moved(&[-FRAME, 0.0], Ease::Step), vec!["tod::ends"]),
        (repeated(Wrap::Repeat), vec!["tod::ends"]),
        // Backwards, steps jump just after their keys.
        (repeated(Wrap::PingPong), vec!["tod::resampled", "tod::ends"]),
        (repeated(Wrap::RepeatWithOffset), vec!["tod::ends"]),
        (wrapped(&steps, Wrap::Repeat, Wrap::Hold), vec!["tod::ends"]),
    ];
    for (channel, expected) in cases {
        let clip = clip(&["object 1"], 4.0 * FRAME, vec![channel]);
        let found = losses(&clip);
        let codes: Vec<_> = found.iter().map(|loss| loss.code.id).collect();
        assert_eq!(codes, expected, "{found:?}");
    }
}

#[test]
fn the_last_frames_of_a_long_clip_count_like_the_first() {
    let times: Vec<f64> = (0..21_000).map(|frame| f64::from(frame) * FRAME).collect();
    for spike in [1_001, 20_001] {
        let mut places = vec![0.0; 63_000];
        places[3 * spike] = 100.0;
        let clip = moving("object 1", channel(0, Property::Translation, &times, &places, Ease::Linear));
        let (late, loss) = error(&losses(&clip.with_duration(350.0)), "tod::resampled");
        assert!((99.5..=100.0).contains(&late.size), "{loss}");
    }
}

#[test]
fn a_peak_within_a_frame_is_found_wherever_it_is() {
    // With handles at thirds of the time, x = 3·u·(1 − u)²·90 has its largest value 4/9·90 at u = 1/3.
    let third = FRAME / 3.0;
    let handles = |into: [f64; 2], out: [f64; 2]| {
        let x = Handles { into, out };
        [x, Handles { into: [into[0], 0.0], out: [out[0], 0.0] }, Handles::default()]
    };
    let handles = [handles([0.0, 0.0], [third, 90.0]), handles([-third, 0.0], [0.0, 0.0])].concat();
    let times = Times::keys([10.0 * FRAME, 11.0 * FRAME]).unwrap();
    let curve = Curve::new(times, 3, vec![0.0; 6], Ease::Bezier).unwrap().with_handles(handles).unwrap();
    let hump = Channel::new(0, Property::Translation, curve).unwrap();
    let (late, loss) = error(&losses(&moving("object 1", hump)), "tod::resampled");
    assert!((late.size - 40.0).abs() < 1e-6, "{loss}");
}

#[test]
fn a_peak_next_to_a_key_within_a_frame_is_found() {
    // Handles without time: x = 3·u·(1 − u)²·90 at the part 3·u² − 2·u³ of the time is 40 at u = 1/3.
    let out = [Handles { into: [0.0; 2], out: [0.0, 90.0] }, Handles::default(), Handles::default()];
    let times = Times::keys([10.1 * FRAME, 10.9 * FRAME]).unwrap();
    let curve = Curve::new(times, 3, vec![0.0; 6], Ease::Bezier).unwrap();
    let curve = curve.with_handles([out, [Handles::default(); 3]].concat()).unwrap();
    let hump = Channel::new(0, Property::Translation, curve).unwrap();
    let (late, loss) = error(&losses(&moving("object 1", hump)), "tod::resampled");
    assert!((late.size - 40.0).abs() < 1e-6, "{loss}");
}

#[test]
fn the_largest_error_after_the_end_is_that_of_all_that_comes() {
    let ramp = |property: Property, value: f64, wrap| {
        let values = [[0.0; 3], [value, 0.0, 0.0]].concat();
        wrapped(&channel(0, property, &[0.0, 1.0], &values, Ease::Linear), Wrap::Hold, wrap)
    };
    let of = |channel: Channel| error(&losses(&moving("object 1", channel)), "tod::ends");
    let (ends, loss) = of(ramp(Property::Translation, 60.0, Wrap::RepeatWithOffset));
    assert!(ends.size == f64::INFINITY && ends.unit == Unit::Length, "{loss}");
    // The last frame has 59.
    let (ends, loss) = of(ramp(Property::Translation, 60.0, Wrap::Repeat));
    assert!((ends.size - 59.0).abs() < 1e-6, "{loss}");
    let (ends, loss) = of(ramp(Property::Euler(EulerOrder::Xyz), 0.5, Wrap::RepeatWithOffset));
    assert!((ends.size - PI).abs() < 1e-6 && ends.unit == Unit::Angle, "{loss}");
    // The last frame has 59/60 of 0.4 rad, and the swing returns to 0.
    let (ends, loss) = of(ramp(Property::Euler(EulerOrder::Xyz), 0.4, Wrap::PingPong));
    assert!((0.39..0.4).contains(&ends.size), "{loss}");
}

#[test]
fn a_turn_without_end_does_not_count_as_motion() {
    // Two motions that cancel, next to a rotation that continues.
    let line = |property: Property, x: f64| {
        let line = channel(0, property, &[0.0, 1.0], &[0.0, 0.0, 0.0, x, 0.0, 0.0], Ease::Linear);
        wrapped(&line, Wrap::Hold, Wrap::Repeat)
    };
    let turn = channel(0, Property::Angle { axis: [0.0, 1.0, 0.0] }, &[0.0, 1.0], &[0.0, 0.3], Ease::Linear);
    let channels = vec![
        line(Property::Translation, 6000.0),
        line(Property::Displacement, -6000.0),
        wrapped(&turn, Wrap::Hold, Wrap::RepeatWithOffset),
    ];
    let found = losses(&clip(&["object 1"], 1.0, channels));
    let (outside, loss) = error(&found, "tod::ends");
    assert_eq!((outside.unit, outside.size), (Unit::Angle, PI), "{loss}");
}

#[test]
fn a_scale_that_passes_zero_outside_of_the_clip_turns_its_axes_around() {
    // A factor of 2 − t is −1 at 3 s: the axis points the other way, a quarter turn away by the mean of all axes. All three are half a turn
    // away, and so is one of them with its own turn.
    let scale = |first: [f64; 3], last: [f64; 3], wrap: [Wrap; 2]| {
        let scale = channel(0, Property::Scale, &[0.0, 1.0], &[first, last].concat(), Ease::Linear);
        losses(&moving("object 1", wrapped(&scale, wrap[0], wrap[1])))
    };
    let turns = |loss: &&Loss| matches!(loss.fate, Fate::Approximated(error) if error.unit == Unit::Angle);
    let (before, after) = ([Wrap::RepeatWithOffset, Wrap::Hold], [Wrap::Hold, Wrap::RepeatWithOffset]);
    for (first, last, wrap, side) in [
        ([2.0; 3], [1.0; 3], after, "after the end"),
        ([2.0, 1.0, 1.0], [1.0; 3], after, "after the end"),
        ([1.0; 3], [2.0; 3], before, "before the start"),
        ([-1.0; 3], [-2.0; 3], before, "before the start"),
    ] {
        let found = scale(first, last, wrap);
        let loss = found.iter().find(turns).unwrap();
        assert!(
            matches!(loss.fate, Fate::Approximated(error) if (PI / 2.0..=PI).contains(&error.size)),
            "{loss}"
        );
        assert!(loss.code.id == "tod::ends" && loss.message.contains(side), "{loss}");
    }
    // A value that grows away from zero keeps its sign.
    for (first, last, wrap) in
        [([2.0; 3], [1.0; 3], before), ([1.0; 3], [2.0; 3], after), ([-1.0; 3], [-2.0; 3], after)]
    {
        assert!(!scale(first, last, wrap).iter().any(|loss| turns(&loss)));
    }
}

#[test]
fn a_scale_that_passes_zero_within_a_frame_is_as_far_off_as_it_is_long() {
    // The frame holds 2. An axis without length, before −1 is reached, has an error of 2; an axis of length 1 or 0.4 has an error
    // of 1 or 1.6.
    let values = [[2.0, 1.0, 1.0], [-1.0, 1.0, 1.0], [-0.4, 1.0, 1.0]].concat();
    let times = [10.0, 10.1, 10.8].map(|frame| frame * FRAME);
    let found = losses(&moving("object 1", channel(0, Property::Scale, &times, &values, Ease::Linear)));
    let loss = found.iter().find(|loss| loss.property.as_deref() == Some("scale")).unwrap();
    assert!(matches!(loss.fate, Fate::Approximated(error) if (error.size - 2.0).abs() < 2e-3), "{loss}");
}

#[test]
fn turns_do_not_change_scales() {
    // A tumble without end next to a path of hours, so that the time after the end is sampled coarsely: axes point the other way again
    // and again.
    let order = Property::Euler(EulerOrder::Xyz);
    let tumble = channel(0, order, &[0.0, 1.0], &[0.0, 0.0, 0.0, -2.4, 0.8, -2.0], Ease::Linear);
    let path = [0.0, 0.0, 0.0, 9e6, 0.0, 0.0];
    let path = channel(0, Property::Translation, &[0.0, 20_000.0], &path, Ease::Linear);
    let channels = vec![
        wrapped(&tumble, Wrap::Hold, Wrap::RepeatWithOffset),
        wrapped(&path, Wrap::Hold, Wrap::PingPong),
    ];
    let found = losses(&clip(&["object 1"], 1.0, channels));
    let is_scale = |loss: &Loss| matches!(loss.fate, Fate::Approximated(error) if error.unit == Unit::Ratio);
    assert!(found.len() > 1 && !found.iter().any(is_scale), "{found:?}");
}

#[test]
fn frames_that_are_longer_than_the_clip_show_its_start() {
    let places = [[0.0; 3], [50.0, 0.0, 0.0], [100.0, 0.0, 0.0]].concat();
    let slide = channel(0, Property::Translation, &[0.0, 0.5, 1.0], &places, Ease::Linear);
    let options = EncodeOptions {
        resolution: NonZeroU16::new(u16::MAX),
        unit: Positive::new(1.0),
        ..EncodeOptions::default()
    };
    let (_, found) = encode(&moving("object 1", slide), &options);
    let (late, loss) = error(&found, "tod::resampled");
    assert!((99.9..=100.0).contains(&late.size), "{loss}");
    assert!(found.iter().all(|loss| !loss.message.contains("before the start")), "{found:?}");
}

/// Jumps on frames of 1/60 s, whose times are computed in three ways, in curves that have other keys than steps.
#[test]
fn a_jump_on_a_frame_is_held_exactly() {
    for frame in (1..59).map(f64::from) {
        for time in
            [frame / 60.0, frame * FRAME, f64::from((frame / 60.0) as f32), (frame / 60.0).next_down()]
        {
            let places = [0.0, 0.0, 0.0, 600.0, 0.0, 0.0, 600.0, 0.0, 0.0];
            let times = Times::keys([0.0, time, 1.0]).unwrap();
            let eases = vec![Ease::Step, Ease::Linear, Ease::Linear];
            let curve = Curve::new(times, 3, places.to_vec(), Ease::Step).unwrap().with_eases(eases).unwrap();
            let step = Channel::new(0, Property::Translation, curve).unwrap();
            // A jump without a step, as long as single precision needs to tell two times apart.
            let places = [[0.0; 6], [600.0, 0.0, 0.0, 600.0, 0.0, 0.0]].concat();
            let times = [0.0, time - 1e-6, time, 1.0];
            let ramp = channel(0, Property::Translation, &times, &places, Ease::Linear);
            for channel in [step, ramp] {
                assert_eq!(losses(&moving("object 1", channel)), [], "{frame}: {time}");
            }
        }
    }
}

#[test]
fn a_matrix_that_turns_is_compared_as_rotation() {
    let turned = |angle: f64| {
        let (s, c) = angle.sin_cos();
        Affine::new([[-c, -s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]], [0.0; 3]).to_rows()
    };
    // A mirror image that turns by an eighth at the middle of a frame.
    let rows = [turned(0.0), turned(PI / 4.0)].concat();
    let spin = channel(0, Property::Matrix, &[0.0, 10.5 * FRAME], &rows, Ease::Step);
    let (late, loss) = error(&losses(&moving("object 1", spin)), "tod::resampled");
    assert!((late.size - PI / 4.0).abs() < 1e-3 && late.unit == Unit::Angle, "{loss}");
}

/// The rotation by three angles about Y, X and Z.
fn turned([x, y, z]: [f64; 3]) -> [f64; 4] {
    let about = |axis: [f64; 3], angle: f64| quaternion::from_axis_angle(axis, angle);
    let (x, y, z) = (about([1.0, 0.0, 0.0], x), about([0.0, 1.0, 0.0], y), about([0.0, 0.0, 1.0], z));
    quaternion::multiply(y, quaternion::multiply(x, z))
}

#[test]
fn the_largest_of_several_peaks_within_a_frame_is_found() {
    let cases = [
        [[-77.439, 118.804, 63.662], [-168.241, -142.040, -161.747]],
        [[-85.795, 10.266, 83.785], [25.624, -38.520, -57.143]],
        [[0.0, 0.0, 0.0], [700.0, 40.0, -300.0]],
        [[20.0, 0.0, 0.0], [1400.0, 3.0, 0.0]],
    ];
    for [from, to] in cases.map(|ends| ends.map(|angles| angles.map(f64::to_radians))) {
        // The file shows the start for half a second.
        let most = (0..100_000).map(|step| {
            let part = f64::from(step) / 1e5;
            let angles = std::array::from_fn(|axis| from[axis] + part * (to[axis] - from[axis]));
            quaternion::angle_between(turned(from), turned(angles))
        });
        let most = most.fold(0.0, f64::max);
        let turn =
            channel(0, Property::Euler(EulerOrder::Yxz), &[0.0, 0.5], &[from, to].concat(), Ease::Linear);
        let options = EncodeOptions { resolution: NonZeroU16::new(30), ..EncodeOptions::default() };
        let (_, found) = encode(&moving("object 1", turn).with_duration(0.5), &options);
        let (late, loss) = error(&found, "tod::resampled");
        // Axes that are rounded to 1/4096 change an angle near half a turn by the root of that.
        assert!((late.size - most).abs() < 1.0 / 64.0, "{most}: {loss}");
    }
}

#[test]
fn turns_within_a_frame_count_in_clips_of_any_length() {
    for frames in [60_u32, 6_000] {
        for turns in [0.8, 1.0, 4.0, 1e5] {
            // The node is still except for a single frame.
            let middle = f64::from(frames / 2) * FRAME;
            let times = [0.0, middle, middle + FRAME, f64::from(frames) * FRAME];
            let angles = [0.0, 0.0, 2.0 * PI * turns, 2.0 * PI * turns];
            let spin = channel(0, Property::Angle { axis: [1.0, 0.0, 0.0] }, &times, &angles, Ease::Linear);
            let clip = moving("object 1", spin).with_duration(f64::from(frames) * FRAME);
            let (late, loss) = error(&losses(&clip), "tod::resampled");
            assert!((late.size - PI).abs() < 1e-3, "{frames} frames, {turns} turns: {loss}");
        }
    }
}
