//! The errors of encoding between frames and outside the clip, compared with closed forms.

use std::f64::consts::PI;
use std::slice;

use anim_bvh::{Bvh, EncodeOptions};
use anim_core::{
    Affine, Channel, Clip, Curve, Deviation, Ease, EulerOrder, Fate, Handles, Loss, Property, Rate, Report,
    Times, Unit, Wrap, quaternion,
};
use proptest::prelude::*;

use crate::encoding::{codes, encode, figure, keyed};

/// The figure for one second at ten frames a second, with one channel of the leg.
fn second(property: Property, times: &[f64], values: &[f64], ease: Ease, wrap: [Wrap; 2]) -> Clip {
    let curve = Curve::new(Times::keys(times).unwrap(), property.width(), values.to_vec(), ease).unwrap();
    let channel = Channel::new(1, property, curve.with_wrap(wrap[0], wrap[1])).unwrap();
    let clip = figure(vec![channel]).with_duration(1.0);
    clip.with_rate(Rate::per_second(10))
}

const HOLD: [Wrap; 2] = [Wrap::Hold; 2];

/// The error of the only loss with this code, in its unit.
fn error(report: &Report, code: &str, unit: Unit) -> (f64, Loss) {
    let losses: Vec<_> = report.losses.iter().filter(|loss| loss.code.id == code).collect();
    assert_eq!(losses.len(), 1, "{code}: {report}");
    let loss = losses[0];
    let found = match loss.fate {
        Fate::Approximated(error) => Some((error.size, error.unit)),
        _ => None,
    };
    let (size, found) = found.unwrap();
    assert_eq!((loss.node.as_deref(), found), (Some("hip_end"), unit), "{loss}");
    (size, loss.clone())
}

#[test]
fn the_error_between_frames_is_that_of_the_chord() {
    let clip = second(Property::Translation, &[0.0, 1.0], &[0.0, 7.0, 7.0, 1.0, 7.0, 7.0], Ease::Sine, HOLD);
    for (fps, step) in [(None, 0.1), (Some(40), 0.025), (Some(120), 1.0 / 120.0)] {
        let options = EncodeOptions { fps: fps.map(Rate::per_second), ..EncodeOptions::default() };
        let mut report = Report::new();
        let bvh = Bvh::from_clips_with(slice::from_ref(&clip), &options, &mut report).unwrap();
        assert_eq!(bvh.motion().frames, f64::round(1.0 / step) as usize + 1);
        let (size, loss) = error(&report, "bvh::resampled", Unit::Length);
        // Half a cosine wave is farthest from its chord in the first frame, where it bends most: at the time at which it is as
        // steep as the chord, (π/2)·sin πt = slope.
        let slope = 0.5 * (1.0 - (PI * step).cos()) / step;
        let time = (2.0 * slope / PI).asin() / PI;
        let expected = slope * time - 0.5 * (1.0 - (PI * time).cos());
        assert!((size - expected).abs() < 1e-12, "{loss}: {expected}");
        assert_eq!(loss.property.as_deref(), Some("translation"));
    }
}

#[test]
fn the_error_of_a_step_is_its_height() {
    let places = [0.0, 0.0, 0.0, 5.0, 0.0, 0.0];
    let (_, report) = encode(&second(Property::Translation, &[0.0, 0.3], &places, Ease::Step, HOLD));
    let (size, loss) = error(&report, "bvh::resampled", Unit::Length);
    assert!((4.99..=5.0).contains(&size) && (0.2..0.3).contains(&loss.time.unwrap()), "{loss}");
}

#[test]
fn keys_between_frames_count() {
    // A pulse of 0.02 s between two frames.
    let places = [[0.0; 3], [0.0, 2.0, 0.0], [0.0; 3]].concat();
    let pulse = second(Property::Translation, &[0.44, 0.45, 0.46], &places, Ease::Linear, HOLD);
    let (size, loss) = error(&encode(&pulse).1, "bvh::resampled", Unit::Length);
    assert!((size - 2.0).abs() < 1e-12, "{loss}");
}

#[test]
fn every_key_between_frames_counts_however_many_there_are() {
    // 30,000 keys, 100 a second, of which nine in ten are between frames, and one is 7 units away.
    let times: Vec<f64> = (0..30_000).map(|key| f64::from(key) / 100.0).collect();
    for spike in [20_001, 20_003, 27_779] {
        let mut places = vec![0.0; 90_000];
        places[3 * spike + 1] = 7.0;
        let clip = second(Property::Translation, &times, &places, Ease::Linear, HOLD).with_duration(300.0);
        let (size, loss) = error(&encode(&clip).1, "bvh::resampled", Unit::Length);
        assert_eq!((size, loss.time), (7.0, Some(times[spike])), "{loss}");
    }
}

#[test]
fn a_step_late_in_a_long_clip_is_compared_just_before_the_frame_after_it() {
    let frame = |frame: u32| f64::from(frame) / 10.0;
    let places = [[0.0; 3], [50.0, 0.0, 0.0], [0.0; 3]].concat();
    let times = [0.0, frame(30_000), frame(30_001)];
    let clip = second(Property::Translation, &times, &places, Ease::Step, HOLD).with_duration(frame(30_002));
    let (size, loss) = error(&encode(&clip).1, "bvh::resampled", Unit::Length);
    assert!((49.5..=50.0).contains(&size), "{loss}");
}

#[test]
fn frames_that_are_longer_than_the_clip_show_its_start() {
    let turn = Property::Angle { axis: [0.0, 0.0, 1.0] };
    let clip = second(turn, &[0.0, 0.5, 1.0], &[0.0, 1.0, 2.0], Ease::Linear, HOLD);
    let options = EncodeOptions { fps: Some(Rate::new(9.0, 10_000.0).unwrap()), ..EncodeOptions::default() };
    let mut report = Report::new();
    Bvh::from_clips_with(slice::from_ref(&clip), &options, &mut report).unwrap();
    let (size, loss) = error(&report, "bvh::resampled", Unit::Angle);
    assert!((1.999..=2.0).contains(&size) && loss.time.is_some_and(|time| time > 0.99), "{loss}");
}

#[test]
fn a_turn_beyond_half_a_turn_in_one_frame_is_reported_in_radians() {
    // Readers turn by −160° instead of by 200°: halfway they are half a turn apart.
    let turn = Property::Angle { axis: [0.0, 0.0, 1.0] };
    let clip = second(turn, &[0.0, 0.1], &[0.0, 200.0f64.to_radians()], Ease::Linear, HOLD);
    let (size, loss) = error(&encode(&clip).1, "bvh::resampled", Unit::Angle);
    assert!((size - PI).abs() < 1e-9, "{loss}");
    assert_eq!(loss.property.as_deref(), Some("angle"));
}

#[test]
fn what_the_clip_does_outside_its_frames_is_reported() {
    let ramp = [0.0, 0.0, 0.0, 3.0, 0.0, 0.0];
    let cases = [
        (Wrap::Hold, Wrap::Repeat, "repeats after the end", 3.0),
        (Wrap::Hold, Wrap::PingPong, "plays forwards and backwards after the end", 3.0),
        (Wrap::Hold, Wrap::RepeatWithOffset, "repeats with an offset after the end", f64::INFINITY),
        (Wrap::Repeat, Wrap::Hold, "repeats before the start", 3.0),
    ];
    for (before, after, message, most) in cases {
        let wrap = [before, after];
        let clip = second(Property::Translation, &[0.0, 1.0], &ramp, Ease::Linear, wrap);
        let (bvh, report) = encode(&clip);
        // The frame at the end has the last key, not the first one of the next period.
        assert_eq!(bvh.frame(10).unwrap()[6], 3.0);
        let (size, loss) = error(&report, "bvh::ends", Unit::Length);
        assert!(loss.message.contains(message), "{loss}");
        assert!((0.98 * most..=most).contains(&size), "{loss}");
        assert_eq!(codes(&report), ["bvh::duration", "bvh::ends"]);
    }
    let clip = second(Property::Translation, &[0.0, 1.0], &ramp, Ease::Linear, HOLD);
    assert_eq!(codes(&encode(&clip).1), ["bvh::duration"]);
}

#[test]
fn keys_after_the_end_of_the_clip_are_reported() {
    let late =
        second(Property::Translation, &[0.0, 2.0], &[0.0, 0.0, 0.0, 4.0, 0.0, 0.0], Ease::Linear, HOLD);
    let (_, report) = encode(&late);
    // The last frame begins at 0.9 s, at 1.8 units. The clip continues to 2 units at its end, then to 4.
    let (inside, loss) = error(&report, "bvh::resampled", Unit::Length);
    assert!((0.199..=0.2).contains(&inside), "{loss}");
    let (outside, loss) = error(&report, "bvh::ends", Unit::Length);
    assert!((2.15..=2.2).contains(&outside), "{loss}");
}

#[test]
fn the_clip_is_followed_to_its_end_between_two_frames() {
    // The last key makes a frame after the end of the clip, which rises from that before it to 1 unit.
    let places = [[0.0; 3], [0.0; 3], [4.0, 0.0, 0.0], [0.0; 3]].concat();
    let clip = second(Property::Translation, &[0.0, 0.9, 0.94, 1.0], &places, Ease::Linear, HOLD);
    let (bvh, report) = encode(&clip.with_duration(0.91));
    assert_eq!(bvh.motion().frames, 11);
    let (size, loss) = error(&report, "bvh::resampled", Unit::Length);
    assert!((size - 1.0).abs() < 1e-4, "{loss}");
}

/// A hump of 40 units along Y within one frame of [`second`]: handles without time make it 3·u·(1 − u)²·90 at the fraction 3·u² −
/// 2·u³ of its time, so that it is highest at u = 1/3.
fn hump() -> Channel {
    let times = Times::keys([0.41, 0.49]).unwrap();
    let out = [Handles::default(), Handles { into: [0.0; 2], out: [0.0, 90.0] }, Handles::default()];
    let handles = [out, [Handles::default(); 3]].concat();
    let curve = Curve::new(times, 3, vec![0.0; 6], Ease::Bezier).unwrap().with_handles(handles).unwrap();
    Channel::new(1, Property::Translation, curve).unwrap()
}

#[test]
fn a_curve_that_leaves_and_returns_within_a_frame_is_followed_to_where_it_turns() {
    let clip = figure(vec![hump()]).with_duration(1.0).with_rate(Rate::per_second(10));
    let (size, loss) = error(&encode(&clip).1, "bvh::resampled", Unit::Length);
    assert!((size - 40.0).abs() < 1e-6, "{loss}");
    assert!((loss.time.unwrap() - (0.41 + 0.08 * 7.0 / 27.0)).abs() < 1e-6, "{loss}");
}

#[test]
fn below_a_scaled_node_the_largest_error_is_searched_for_too() {
    let mut clip = figure(vec![hump()]).with_duration(1.0).with_rate(Rate::per_second(10));
    clip.nodes[0].rest.scale = [2.0; 3];
    let (size, loss) = error(&encode(&clip).1, "bvh::resampled", Unit::Length);
    assert!((size - 80.0).abs() < 1e-6, "{loss}");
}

#[test]
fn what_never_returns_below_a_scaled_node_is_infinitely_far_away() {
    let rising = |values: [[f64; 3]; 2], property: Property, node: usize| {
        let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, values.concat(), Ease::Linear).unwrap();
        Channel::new(node, property, curve.with_wrap(Wrap::Hold, Wrap::RepeatWithOffset)).unwrap()
    };
    let moves = rising([[0.0; 3], [3.0, 0.0, 0.0]], Property::Translation, 1);
    let grows = rising([[1.0; 3], [2.0, 1.0, 1.0]], Property::Scale, 0);
    for channel in [moves, grows] {
        let mut clip = figure(vec![channel]).with_duration(1.0).with_rate(Rate::per_second(10));
        clip.nodes[0].rest.scale = [2.0; 3];
        clip.nodes[1].rest.translation = [1.0, 0.0, 0.0];
        let (size, loss) = error(&encode(&clip).1, "bvh::ends", Unit::Length);
        assert_eq!(size, f64::INFINITY, "{loss}");
    }
}

#[test]
fn a_scale_that_passes_zero_outside_of_the_clip_turns_its_node_and_those_below() {
    // A factor of 2 − t is negative after 2 s. For a map that mirrors y and z, the nearest rotation is half a turn about x.
    for (last, turns) in [
        ([2.0, 1.0, 1.0], true),
        // A factor of 2 + t is never 0.
        ([3.0; 3], false),
    ] {
        let curve =
            Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, [[2.0; 3], last].concat(), Ease::Linear).unwrap();
        let scale =
            Channel::new(0, Property::Scale, curve.with_wrap(Wrap::Hold, Wrap::RepeatWithOffset)).unwrap();
        let clip = figure(vec![scale]).with_duration(1.0).with_rate(Rate::per_second(10));
        let (_, report) = encode(&clip);
        let error = |node: usize| {
            let is_turn = |error: &Deviation| error.unit == Unit::Angle;
            let of_node = report.losses.iter().filter(|loss| {
                loss.code.id == "bvh::ends" && loss.node.as_ref() == Some(&clip.nodes[node].name)
            });
            of_node
                .filter_map(|loss| match loss.fate {
                    Fate::Approximated(error) => Some(error),
                    _ => None,
                })
                .find(is_turn)
                .map(|error| error.size)
        };
        assert_eq!([error(0), error(1)], [turns.then_some(PI); 2], "{last:?}");
    }
}

#[test]
fn loops_of_several_periods_count_as_long_as_they_go_on() {
    // Each goes from 0 to 1 and back. With periods of 0.2 s and 0.3 s, one is at 1 while the other is at 2/3, and never farther;
    // with incommensurable periods, both reach 1 at once.
    let back_and_forth = |property: Property, period: f64| {
        let times = Times::keys([0.0, period / 2.0, period]).unwrap();
        let values = [[0.0; 3], [1.0, 0.0, 0.0], [0.0; 3]].concat();
        let curve = Curve::new(times, 3, values, Ease::Linear).unwrap();
        Channel::new(1, property, curve.with_wrap(Wrap::Repeat, Wrap::Repeat)).unwrap()
    };
    for (period, expected) in [(0.2, 5.0 / 3.0), (0.2 * 2f64.sqrt(), 2.0)] {
        let channels =
            vec![back_and_forth(Property::Translation, 0.3), back_and_forth(Property::Displacement, period)];
        let clip = figure(channels).with_duration(1.0).with_rate(Rate::per_second(10));
        let (size, loss) = error(&encode(&clip).1, "bvh::ends", Unit::Length);
        assert!((size - expected).abs() < 2e-3, "{period}: {loss}");
    }
}

/// Linear motion with keys on frames whose angles change by less than 60° a frame.
fn straight() -> impl Strategy<Value = Clip> {
    let order = prop::sample::select(EulerOrder::ALL.to_vec());
    let steps = prop::collection::vec(prop::array::uniform3(-1.0..1.0f64), 10);
    let places = prop::collection::vec(-9.0..9.0f64, 30);
    (order, steps, places).prop_map(|(order, steps, places)| {
        let sums = steps.into_iter().scan([0.0; 3], |sum, step: [f64; 3]| {
            *sum = std::array::from_fn(|i| sum[i] + step[i]);
            Some(*sum)
        });
        let angles: Vec<f64> = sums.flatten().collect();
        let turn: Vec<f64> = angles.iter().step_by(3).copied().collect();
        let clip = figure(vec![
            keyed(0, Property::Euler(order), &angles),
            keyed(0, Property::Translation, &places),
            keyed(1, Property::Angle { axis: [0.0, -1.0, 0.0] }, &turn),
        ]);
        clip.with_duration(0.5)
    })
}

proptest! {
    #[test]
    fn between_frames_the_reader_shows_what_the_writer_means(clip in straight()) {
        let (bvh, report) = encode(&clip);
        prop_assert!(report.is_empty(), "{}", report);
        let again = bvh.clips().remove(0);
        for step in -20..120 {
            let time = f64::from(step) / 200.0 + 0.001;
            let [expected, found] = [clip.pose(time), again.pose(time)];
            for node in 0..2 {
                let off = Affine::distance(&expected.world[node], &found.world[node]);
                prop_assert!(off < 1e-9, "node {} at {} s is {} off", node, time, off);
            }
        }
    }
}

/// The rotation by three angles about Y, X and Z, in degrees.
fn turned([x, y, z]: [f64; 3]) -> [f64; 4] {
    let about = |axis: [f64; 3], angle: f64| quaternion::from_axis_angle(axis, angle.to_radians());
    let (x, y, z) = (about([1.0, 0.0, 0.0], x), about([0.0, 1.0, 0.0], y), about([0.0, 0.0, 1.0], z));
    quaternion::multiply(y, quaternion::multiply(x, z))
}

#[test]
fn the_largest_of_several_peaks_within_a_frame_is_found() {
    let cases = [
        [[0.0, 0.0, 0.0], [1440.0, 0.0, 0.0]],
        [[0.0, 10.0, 0.0], [0.0, 298.0, 0.0]],
        [[-77.0, 118.0, 63.0], [-168.0, -142.0, -161.0]],
        [[-85.0, 10.0, 83.0], [25.0, -38.0, -157.0]],
        [[20.0, 0.0, 0.0], [700.0, 30.0, -400.0]],
    ];
    for [from, to] in cases {
        // Each angle takes a separate path in the clip, and the shorter way in the file.
        let most = (0..100_000).map(|step| {
            let part = f64::from(step) / 1e5;
            let way = |change: f64| change - 360.0 * (change / 360.0).round();
            let own = std::array::from_fn(|axis| from[axis] + part * (to[axis] - from[axis]));
            let short = std::array::from_fn(|axis| from[axis] + part * way(to[axis] - from[axis]));
            quaternion::angle_between(turned(own), turned(short))
        });
        let most = most.fold(0.0, f64::max);
        let angles = [from, from, to, to].concat().into_iter().map(f64::to_radians).collect::<Vec<_>>();
        let order = Property::Euler(EulerOrder::Yxz);
        let clip = second(order, &[0.0, 0.5, 0.6, 1.0], &angles, Ease::Linear, HOLD);
        let (size, loss) = error(&encode(&clip).1, "bvh::resampled", Unit::Angle);
        assert!((size - most).abs() < 1e-4, "{most}: {loss}");
    }
}

#[test]
fn the_values_just_before_a_jump_count() {
    // Before the first key the curve repeats: it rises to 5, jumps to 4.9, and falls.
    let times = Times::keys([0.45, 0.48, 0.65]).unwrap();
    let places = [[4.9, 0.0, 0.0], [0.0; 3], [5.0, 0.0, 0.0]].concat();
    let curve = Curve::new(times, 3, places, Ease::Linear).unwrap().with_wrap(Wrap::Repeat, Wrap::Hold);
    let clip = figure(vec![Channel::new(1, Property::Translation, curve.clone()).unwrap()]);
    let clip = clip.with_duration(0.65).with_rate(Rate::per_second(10));
    let (size, loss) = error(&encode(&clip).1, "bvh::resampled", Unit::Length);
    let frame = |time: f64| curve.at(time)[0];
    let shown = frame(0.4) + 0.5 * (frame(0.5) - frame(0.4));
    assert!(
        (size - (5.0 - shown)).abs() < 1e-4 && loss.time.is_some_and(|time| time < 0.45),
        "{loss} {shown}"
    );
}

#[test]
fn channels_that_have_no_effect_make_no_error() {
    let turn = |property: Property, values: &[f64], wrap: Wrap| {
        let times =
            Times::keys(vec![0.0, 0.1 * values.len() as f64].split_off(2 - values.len().min(2))).unwrap();
        let curve = Curve::new(times, 1, values.to_vec(), Ease::Linear).unwrap();
        Channel::new(1, property, curve.with_wrap(wrap, wrap)).unwrap()
    };
    let axis = Property::Angle { axis: [0.0, 0.0, 1.0] };
    let spins = turn(Property::Angle { axis: [0.0, 1.0, 0.0] }, &[0.0, 70.0], Wrap::RepeatWithOffset);
    let still = turn(axis, &[0.5], Wrap::Hold);
    let clip = figure(vec![spins, still]).with_duration(1.0).with_rate(Rate::per_second(10));
    let report = encode(&clip).1;
    assert!(report.losses.iter().all(|loss| loss.code.id != "bvh::ends"), "{report}");
}

/// A second of a node below one that stretches, both of which repeat with periods that have nothing in common.
fn sheared(scale: [f64; 3]) -> Clip {
    let curve = |values: Vec<f64>, period: f64| {
        let times = Times::keys([0.0, period]).unwrap();
        let curve = Curve::new(times, values.len() / 2, values, Ease::Linear).unwrap();
        curve.with_wrap(Wrap::Hold, Wrap::Repeat)
    };
    let scale = Channel::new(0, Property::Scale, curve([[1.0; 3], scale].concat(), 0.3)).unwrap();
    let turn = Property::Angle { axis: [0.0, 0.0, 1.0] };
    let turn = Channel::new(0, turn, curve(vec![0.0, 0.5], 0.3 * 2f64.sqrt())).unwrap();
    let moved = [[1.0, 0.0, 0.0], [5.0, 0.0, 0.0]].concat();
    let moved = Channel::new(1, Property::Translation, curve(moved, 0.1 * 3f64.sqrt())).unwrap();
    let clip = figure(vec![scale, turn, moved]).with_duration(1.0);
    clip.with_rate(Rate::per_second(10))
}

#[test]
fn bounds_outside_the_clip_include_the_nodes_above() {
    for factors in [[3.0; 3], [3.0, 1.0, 1.0]] {
        let clip = sheared(factors);
        let (bvh, report) = encode(&clip);
        let size = |unit: Unit| {
            let of_node = report
                .losses
                .iter()
                .filter(|loss| loss.code.id == "bvh::ends" && loss.node.as_deref() == Some("hip_end"));
            let sizes = of_node.filter_map(|loss| match loss.fate {
                Fate::Approximated(error) if error.unit == unit => Some(error.size),
                _ => None,
            });
            sizes.fold(0.0, f64::max)
        };
        // The node above only rotates and stretches: the distance of the two is that of the positions in the clip.
        let last = bvh.clips().remove(0).pose(1.0).local[1].translation();
        let far = (0..200_000).map(|step| {
            let pose = clip.pose(1.0 + 0.000_37 * f64::from(step));
            let [from, to] = [0, 1].map(|node| pose.world[node].translation());
            let turn = quaternion::conjugate(pose.world[0].decompose().rotation);
            let way = Affine::new(quaternion::to_matrix(turn), [0.0; 3]);
            let way = way.apply(std::array::from_fn(|axis| to[axis] - from[axis]));
            way.iter().zip(last).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
        });
        let far = far.fold(0.0, f64::max);
        assert!(far <= size(Unit::Length) && size(Unit::Length) < 60.0, "{far} {report}");
    }
}
