//! The motion that a file leaves out by holding its frames: each size is computed by hand.

use std::f64::consts::PI;

use anim_core::{
    Channel, Curve, Ease, EulerOrder, Fate, Handles, Loss, Node, Property, Rate, Space, Times, Transform,
    Unit, Wrap, quaternion,
};
use anim_mm2_ped::{Anim, Clip, ClipOptions, EncodeOptions, Mm2Ped, Report};
use proptest::prelude::*;

use crate::figures::{chain, encoded, motion_of};

fn curve(property: &Property, times: &[f64], values: &[f64], ease: Ease) -> Curve {
    Curve::new(Times::keys(times).unwrap(), property.width(), values.to_vec(), ease).unwrap()
}

/// A root and a spine that end after this time, and the file that they make.
fn made(seconds: f64, channels: Vec<(usize, Property, Curve)>, unit: f64) -> (Anim, Report) {
    let rest = Transform { translation: [0.0, 0.5 / unit, 0.0], ..Transform::IDENTITY };
    let nodes = vec![Node::new("root").with_rest(rest), Node::new("spine").with_parent(0).with_rest(rest)];
    let channels =
        channels.into_iter().map(|(node, property, curve)| Channel::new(node, property, curve).unwrap());
    let clip = Clip::new("motion").with_duration(seconds).with_nodes(nodes).with_channels(channels.collect());
    let clip = clip.with_space(Space::UNKNOWN.in_metres(unit));
    encoded(&clip, &chain(&["root", "spine"]), EncodeOptions::default()).unwrap()
}

/// The losses with this code: their nodes, properties, sizes and units.
fn lost<'a>(report: &'a Report, code: &str) -> Vec<(Option<&'a str>, Option<&'a str>, f64, Unit)> {
    let has_code = |loss: &&'a Loss| loss.code.id.strip_prefix("mm2-ped::") == Some(code);
    let row = |loss: &'a Loss| {
        let Fate::Approximated(error) = loss.fate else { panic!("{loss}") };
        (loss.node.as_deref(), loss.property.as_deref(), error.size, error.unit)
    };
    report.losses.iter().filter(has_code).map(row).collect()
}

/// The size of the only loss with this code, which is one of this channel and in this unit.
fn size(report: &Report, code: &str, node: &str, property: &str, unit: Unit) -> f64 {
    let lost = lost(report, code);
    let [(Some(found), Some(of), size, in_unit)] = lost[..] else { panic!("{code}: {report}") };
    assert_eq!((found, of, in_unit), (node, property, unit), "{report}");
    size
}

/// Whether a measured size is this supremum, which is approached at the end of a frame: not above it, and nearly equal.
fn reaches(size: f64, most: f64) -> bool {
    size <= most + 1e-6 && size > 0.999 * most
}

#[test]
fn a_smooth_turn_is_off_by_its_speed_in_a_frame() {
    // 3 rad/s about an oblique axis are 0.1 rad in a frame.
    let turned = quaternion::from_axis_angle([0.6, 0.0, 0.8], 1.0);
    let property = Property::Rotation;
    let turn = curve(&property, &[0.0, 1.0 / 3.0], &[quaternion::IDENTITY, turned].concat(), Ease::Slerp);
    let (anim, report) = made(1.0 / 3.0, vec![(1, property, turn)], 1.0);
    assert_eq!(anim.frames(), 11, "the end is a new pose");
    let off = size(&report, "held", "spine", "rotation", Unit::Angle);
    assert!(reaches(off, 0.1), "{off}");
    assert!(lost(&report, "outside").is_empty(), "the last frame is the pose that the clip holds: {report}");
    let longer = lost(&report, "length");
    assert!(longer.len() == 1 && (longer[0].2 - 1.0 / 30.0).abs() < 1e-12, "{report}");
}

#[test]
fn a_smooth_path_is_off_by_its_speed_in_a_frame_in_metres() {
    // 390 cm/s are 13 cm in a frame.
    let property = Property::Translation;
    let walk = curve(&property, &[0.0, 1.0], &[0.0, 90.0, 0.0, 0.0, 90.0, -390.0], Ease::Linear);
    let (_, report) = made(1.0, vec![(0, property, walk)], 0.01);
    let off = size(&report, "held", "root", "translation", Unit::Length);
    assert!(reaches(off, 0.13), "{off}");
}

#[test]
fn an_eased_turn_is_off_by_its_fastest_frame() {
    // A·(1 − cos πt)/2 grows by A·sin(π/60)·sin((2k + 1)·π/60) in frame k: the most is near the middle of a second.
    let property = Property::Euler(EulerOrder::Yzx);
    let turn = curve(&property, &[0.0, 1.0], &[0.0, 0.0, 0.0, 0.0, 0.0, 1.2], Ease::Sine);
    let (_, report) = made(1.0, vec![(1, property, turn)], 1.0);
    let off = size(&report, "held", "spine", "euler", Unit::Angle);
    let most = 1.2 * (PI / 60.0).sin() * (29.0 * PI / 60.0).sin();
    assert!(reaches(off, most), "{off}, expected {most}");
}

#[test]
fn a_peak_between_two_frames_is_missed() {
    // Up for half a frame and down again: no frame shows it.
    let property = Property::Euler(EulerOrder::Yzx);
    let times = [0.0, 3.0 / 30.0, 3.5 / 30.0, 4.0 / 30.0, 6.0 / 30.0];
    let values: Vec<f64> = [0.0, 0.0, 0.7, 0.0, 0.0].into_iter().flat_map(|x| [x, 0.0, 0.0]).collect();
    let peak = curve(&property, &times, &values, Ease::Linear);
    let (_, report) = made(0.2, vec![(1, property, peak)], 1.0);
    assert!((size(&report, "held", "spine", "euler", Unit::Angle) - 0.7).abs() < 1e-6, "{report}");
    let late = lost(&report, "resampled");
    assert!(late.len() == 1 && late[0].3 == Unit::Time && (late[0].2 - 0.5 / 30.0).abs() < 1e-12, "{report}");
}

#[test]
fn a_peak_among_very_many_keys_is_found() {
    // 240 keys a second for five minutes; one of the last stands out by 2 m.
    let property = Property::Translation;
    let rate = Rate::per_second(240);
    let values = |count: usize, peak: usize| {
        (0..count).flat_map(move |key| [if key == peak { 2.0 } else { 0.0 }, 0.0, 0.0])
    };
    let times = Times::uniform(0.0, rate, 79_200).unwrap();
    let once = Curve::new(times, 3, values(79_200, 70_003).collect(), Ease::Linear).unwrap();
    // 31 keys in three frames, again and again; the seventh is at 0.6 frames.
    let times = Times::uniform(0.0, Rate::per_second(300), 31).unwrap();
    let again = Curve::new(times, 3, values(31, 6).collect(), Ease::Linear).unwrap();
    for path in [once, again.with_wrap(Wrap::Hold, Wrap::Repeat)] {
        let (_, report) = made(330.0, vec![(0, property.clone(), path)], 1.0);
        let off = size(&report, "held", "root", "translation", Unit::Length);
        assert!((off - 2.0).abs() < 1e-6, "{report}");
    }
}

#[test]
fn a_jump_between_two_frames_comes_late() {
    // The jump of 2 m is at a quarter of frame 1; frame 2 shows it three quarters of a frame later.
    let property = Property::Translation;
    let jump = curve(&property, &[0.0, 1.25 / 30.0], &[0.0, 0.0, 0.0, 2.0, 0.0, 0.0], Ease::Step);
    let (anim, report) = made(0.1, vec![(0, property, jump)], 1.0);
    assert_eq!([0, 1, 2].map(|frame| anim.frame(frame).unwrap()[0]), [0.0, 0.0, 2.0]);
    assert!((size(&report, "held", "root", "translation", Unit::Length) - 2.0).abs() < 1e-12, "{report}");
    let late = lost(&report, "resampled");
    assert!(late.len() == 1 && (late[0].2 - 0.75 / 30.0).abs() < 1e-12, "{report}");
}

#[test]
fn jumps_on_frames_are_exact() {
    let property = Property::Euler(EulerOrder::Yzx);
    let times = Times::uniform(0.0, Rate::per_second(30), 40).unwrap();
    let values: Vec<f64> = (0..120u8).map(|n| f64::from(n % 7) * 0.25).collect();
    let steps = Curve::new(times, 3, values.clone(), Ease::Step).unwrap();
    let (_, report) = made(40.0 / 30.0, vec![(1, property.clone(), steps)], 1.0);
    assert_eq!(report, Report::new());
    // Single precision moves times a little, which is the same frame.
    let times: Vec<f64> = (0..40u8).map(|frame| f64::from(f32::from(frame) / 30.0)).collect();
    let steps = curve(&property, &times, &values, Ease::Step);
    let (_, report) = made(f64::from(40.0f32 / 30.0), vec![(1, property, steps)], 1.0);
    assert_eq!(report, Report::new());
}

#[test]
fn keys_that_are_rounded_to_frames_are_off_in_seconds() {
    // Frames of 0.0333343 s, a microsecond too long: the file shows each of them, the last one 19 microseconds early.
    for length in [0.033_334_3, 0.033_332_3] {
        let property = Property::Translation;
        let times: Vec<f64> = (0..20u8).map(|frame| f64::from(frame) * length).collect();
        let values: Vec<f64> = (0..20u8).flat_map(|frame| [f64::from(frame), 0.0, 0.0]).collect();
        let steps = curve(&property, &times, &values, Ease::Step);
        let (anim, report) = made(20.0 * length, vec![(0, property, steps)], 1.0);
        let shown: Vec<_> = (0..anim.frames()).map(|frame| anim.frame(frame).unwrap()[0]).collect();
        assert_eq!(shown, (0..20u8).map(f32::from).collect::<Vec<_>>());
        let late = lost(&report, "resampled");
        assert!(late.len() == 1 && late[0].3 == Unit::Time, "{report}");
        assert!((late[0].2 - 19.0 * (length - 1.0 / 30.0f64).abs()).abs() < 1e-12, "{report}");
        assert!(lost(&report, "held").is_empty() && lost(&report, "outside").is_empty(), "{report}");
        // The end moves by a twentieth of them.
        let longer = lost(&report, "length");
        assert!(longer.len() == 1 && (longer[0].2 - 20.0 * (length - 1.0 / 30.0f64).abs()).abs() < 1e-12);
    }
}

#[test]
fn a_length_between_frames_is_told_beside_keys_that_come_later() {
    let property = Property::Translation;
    let jump = curve(&property, &[0.0, 1.25 / 30.0], &[0.0, 0.0, 0.0, 2.0, 0.0, 0.0], Ease::Step);
    let (anim, report) = made(3.5 / 30.0, vec![(0, property, jump)], 1.0);
    let [late, longer] = ["resampled", "length"].map(|code| lost(&report, code));
    assert_eq!((anim.frames(), late.len(), longer.len()), (4, 1, 1), "{report}");
    assert!((late[0].2 - 0.75 / 30.0).abs() < 1e-12 && (longer[0].2 - 0.5 / 30.0).abs() < 1e-12, "{report}");
}

#[test]
fn a_length_between_frames_is_off_in_seconds() {
    for (seconds, frames, off) in [(0.05, 2, 1.0 / 60.0), (0.0, 1, 1.0 / 30.0)] {
        let (anim, report) = made(seconds, vec![], 1.0);
        let longer = lost(&report, "length");
        assert_eq!(anim.frames(), frames);
        assert!(longer.len() == 1 && longer[0].3 == Unit::Time && (longer[0].2 - off).abs() < 1e-12);
        assert_eq!(report.losses.len(), 1, "{report}");
    }
}

#[test]
fn a_motion_that_repeats_is_off_after_the_end() {
    // Along 1 m in 6 frames, then again: the file stays at 5/6 m, so that the start of each period is farthest.
    let property = Property::Translation;
    let path = |wraps: (Wrap, Wrap)| {
        let line = curve(&property, &[0.0, 0.2], &[0.0, 0.0, 0.0, 0.0, 0.0, -1.0], Ease::Linear);
        vec![(0, property.clone(), line.with_wrap(wraps.0, wraps.1))]
    };
    let outside = |wraps, node, of| {
        let (anim, report) = made(0.2, path(wraps), 1.0);
        assert_eq!(anim.frames(), 6);
        size(&report, "outside", node, of, Unit::Length)
    };
    let off = outside((Wrap::Hold, Wrap::Repeat), "root", "translation");
    assert!((off - 5.0 / 6.0).abs() < 1e-6, "{off}");
    // A path that holds its end is off by the rest of the way: the end of a loop is no frame.
    let off = outside((Wrap::Hold, Wrap::Hold), "root", "translation");
    assert!((off - 1.0 / 6.0).abs() < 1e-6, "{off}");
    // Before the start it comes from the end of the path: 1 m from the first frame.
    let off = outside((Wrap::PingPong, Wrap::Hold), "root", "translation");
    assert!(off > 0.999 && off <= 1.0, "{off}");
}

#[test]
fn a_restart_at_the_end_is_not_a_part_of_the_clip() {
    // Along 1 m in 6.6 frames, then again from the start. Handles at thirds make the same straight line.
    let property = Property::Translation;
    let (seconds, path) = (0.22, [0.0, 0.0, 0.0, 0.0, 0.0, -1.0]);
    let third =
        |component: usize, sign: f64| [sign * seconds / 3.0, if component == 2 { -sign / 3.0 } else { 0.0 }];
    let handles = |component| Handles { into: third(component, -1.0), out: third(component, 1.0) };
    let handles: Vec<Handles> = (0..6).map(|index| handles(index % 3)).collect();
    let curved = curve(&property, &[0.0, seconds], &path, Ease::Bezier).with_handles(handles).unwrap();
    for line in [curve(&property, &[0.0, seconds], &path, Ease::Linear), curved] {
        let line = line.with_wrap(Wrap::Hold, Wrap::Repeat);
        let (_, report) = made(seconds, vec![(0, property.clone(), line)], 1.0);
        let held = size(&report, "held", "root", "translation", Unit::Length);
        assert!(reaches(held, 1.0 / 6.6), "{held}");
        let outside = size(&report, "outside", "root", "translation", Unit::Length);
        assert!(reaches(outside, 6.0 / 6.6), "{outside}");
    }
}

#[test]
fn a_motion_that_never_returns_is_off_without_end() {
    let line = curve(&Property::Translation, &[0.0, 0.2], &[0.0, 0.0, 0.0, 0.0, 0.0, -1.0], Ease::Linear);
    let line = line.with_wrap(Wrap::Hold, Wrap::RepeatWithOffset);
    let (_, report) = made(0.2, vec![(0, Property::Translation, line)], 1.0);
    assert_eq!(size(&report, "outside", "root", "translation", Unit::Length), f64::INFINITY);
    // A rotation that continues by 0.3 rad each time reaches half a turn.
    let order = Property::Euler(EulerOrder::Yzx);
    let turn = curve(&order, &[0.0, 0.2], &[0.0, 0.0, 0.0, 0.0, 0.3, 0.0], Ease::Linear);
    let (_, report) = made(0.2, vec![(1, order, turn.with_wrap(Wrap::Hold, Wrap::RepeatWithOffset))], 1.0);
    let off = size(&report, "outside", "spine", "euler", Unit::Angle);
    assert!((off - PI).abs() < 1e-6, "{off}");
}

#[test]
fn what_one_bone_does_without_end_does_not_count_for_another() {
    // The root stays where it is, because its two motions cancel; the spine turns by 0.3 rad again and again.
    let line = |z: f64| {
        let line = curve(&Property::Translation, &[0.0, 0.2], &[0.0, 0.0, 0.0, 0.0, 0.0, z], Ease::Linear);
        line.with_wrap(Wrap::Hold, Wrap::Repeat)
    };
    let order = Property::Euler(EulerOrder::Yzx);
    let turn = curve(&order, &[0.0, 0.2], &[0.0, 0.0, 0.0, 0.0, 0.3, 0.0], Ease::Linear);
    let turn = turn.with_wrap(Wrap::Hold, Wrap::RepeatWithOffset);
    let channels = vec![
        (0, Property::Translation, line(-1.0)),
        (0, Property::Displacement, line(1.0)),
        (1, order, turn),
    ];
    let (_, report) = made(0.2, channels, 1.0);
    assert_eq!(size(&report, "outside", "spine", "euler", Unit::Angle), PI);
}

#[test]
fn swings_of_several_periods_are_off_by_all_of_them_together() {
    // The spine swings to 0.2 rad and back about each of two axes. One turn after the other is at most 0.2·√2 rad and a little, while
    // the periods have nothing in common: the report has the sum.
    let order = || Property::Euler(EulerOrder::Yzx);
    let swing = |component: usize, seconds: f64| {
        let curve = Curve::new(Times::keys([0.0, seconds]).unwrap(), 1, vec![0.0, 0.2], Ease::Sine).unwrap();
        Channel::part(1, order(), component, curve.with_wrap(Wrap::PingPong, Wrap::PingPong)).unwrap()
    };
    let nodes = vec![Node::new("root"), Node::new("spine").with_parent(0)];
    let clip = Clip::new("motion").with_duration(0.2).with_nodes(nodes);
    let clip = clip.with_channels(vec![swing(0, 0.2), swing(1, 0.1 * 3f64.sqrt())]);
    let (_, report) = encoded(&clip, &chain(&["root", "spine"]), EncodeOptions::default()).unwrap();
    let sizes: Vec<f64> = lost(&report, "outside").iter().map(|row| row.2).collect();
    assert!(matches!(sizes[..], [size] if (0.282..=0.4001).contains(&size)), "{report}");
}

#[test]
fn a_bone_that_stretches_counts_for_the_positions_below() {
    // The spine goes from 1 m to 5 m of the root, which stretches that up to three times: with periods that have nothing in common,
    // it gets up to 15 m away.
    let again = |node: usize, property: Property, seconds: f64, values: [[f64; 3]; 2]| {
        let curve = curve(&property, &[0.0, seconds], values.as_flattened(), Ease::Linear);
        Channel::new(node, property, curve.with_wrap(Wrap::Hold, Wrap::Repeat)).unwrap()
    };
    let channels = vec![
        again(0, Property::Scale, 0.1, [[1.0; 3], [3.0; 3]]),
        again(1, Property::Translation, 0.1 * 2f64.sqrt(), [[1.0, 0.0, 0.0], [5.0, 0.0, 0.0]]),
    ];
    let nodes = vec![Node::new("root"), Node::new("spine").with_parent(0)];
    let clip = Clip::new("motion").with_duration(0.2).with_nodes(nodes).with_channels(channels);
    let mut report = Report::new();
    Mm2Ped::from_clips_with(&[clip], &EncodeOptions::default(), &mut report).unwrap();
    let off = size(&report, "outside", "spine", "translation", Unit::Length);
    assert!((15.0..40.0).contains(&off), "{report}");
}

#[test]
fn steps_that_are_played_backwards_are_on_their_frames() {
    // 0, 1, 2 for two frames each, then backwards: 2 until the first key of the way back is passed.
    let property = Property::Translation;
    let times = [0.0, 2.0, 4.0, 6.0].map(|frame| frame / 30.0);
    let values: Vec<f64> = [0.0, 1.0, 2.0, 2.0].into_iter().flat_map(|x| [x, 0.0, 0.0]).collect();
    let steps = curve(&property, &times, &values, Ease::Step).with_wrap(Wrap::Hold, Wrap::PingPong);
    let (anim, report) = made(0.4, vec![(0, property, steps)], 1.0);
    let shown: Vec<_> = (0..anim.frames()).map(|frame| anim.frame(frame).unwrap()[0]).collect();
    assert_eq!(shown, [0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0, 1.0, 1.0, 0.0, 0.0]);
    assert!(lost(&report, "held").is_empty(), "{report}");
}

#[test]
fn keys_after_the_end_are_not_in_the_file() {
    // The spine turns by 1 rad until the end, and by another one after it.
    let property = Property::Euler(EulerOrder::Yzx);
    let values = [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 2.0, 0.0];
    let turn = curve(&property, &[0.0, 0.2, 0.4], &values, Ease::Linear);
    let (anim, report) = made(0.2, vec![(1, property, turn)], 1.0);
    assert_eq!(anim.frames(), 7);
    let off = size(&report, "outside", "spine", "euler", Unit::Angle);
    assert!((off - 1.0).abs() < 1e-6, "{off}");
}

#[test]
fn many_turns_lose_what_single_precision_loses() {
    let angle = 6283.1;
    let property = Property::Euler(EulerOrder::Yzx);
    let still = curve(&property, &[0.0], &[0.0, angle, 0.0], Ease::Step);
    let (_, report) = made(0.2, vec![(1, property, still)], 1.0);
    let off = size(&report, "held", "spine", "euler", Unit::Angle);
    let rounded = (f64::from(angle as f32) - angle).abs();
    assert!(rounded > 1e-5 && (off - rounded).abs() < 1e-9, "{off}, expected {rounded}");
}

/// A curve of keys up to a second or so apart, with values that change slowly enough for a few samples in a frame.
fn any_curve(property: Property) -> impl Strategy<Value = Curve> {
    let ease = prop::sample::select(vec![Ease::Step, Ease::Linear, Ease::Sine]);
    let wrap = prop::sample::select(vec![Wrap::Hold, Wrap::Repeat, Wrap::PingPong]);
    let on_frames = prop::bool::ANY;
    let keys = prop::collection::vec((1..20u32, prop::array::uniform3(-0.7..0.7f64)), 2..6);
    (keys, ease, wrap.clone(), wrap, on_frames).prop_map(move |(keys, ease, before, after, on_frames)| {
        let rate = if on_frames { 30.0 } else { 47.0 };
        let mut frame = 0;
        let times: Vec<f64> = keys
            .iter()
            .map(|(step, _)| {
                frame += step;
                f64::from(frame - keys[0].0) / rate
            })
            .collect();
        let values: Vec<f64> = keys.iter().flat_map(|(_, value)| *value).collect();
        curve(&property, &times, &values, ease).with_wrap(before, after)
    })
}

proptest! {
    #[test]
    fn no_time_is_farther_off_than_reported(
        path in any_curve(Property::Translation),
        turn in any_curve(Property::Euler(EulerOrder::Yzx)),
        seconds in prop_oneof![Just(1.0), 0.1..1.5f64],
        times in prop::collection::vec(0.0..1.0f64, 40),
    ) {
        let channels = vec![(0, Property::Translation, path), (1, Property::Euler(EulerOrder::Yzx), turn)];
        let channel = |(node, property, curve): &(usize, Property, Curve)| {
            Channel::new(*node, property.clone(), curve.clone()).unwrap()
        };
        let source = |time: f64| {
            let nodes = vec![Node::new("root"), Node::new("spine").with_parent(0)];
            let channels = channels.iter().map(channel).collect();
            Clip::default().with_nodes(nodes).with_channels(channels).pose(time)
        };
        let (anim, report) = made(seconds, channels.clone(), 1.0);
        let result = motion_of(&anim, Some(&chain(&["root", "spine"])), ClipOptions::default());
        let said = |code: &str, node: &str| {
            let of_node = lost(&report, code).into_iter().find(|loss| loss.0 == Some(node));
            of_node.map_or(0.0, |loss| loss.2)
        };
        // Before the start, after the end, and between; not where a jump is nearer than rounding.
        let spans = [("outside", -1.0, -1e-6), ("held", 1e-6, seconds), ("outside", seconds + 1e-6, seconds + 1.0)];
        for (code, from, to) in spans {
            for time in times.iter().map(|part| from + (to - from) * part) {
                let (a, b) = (source(time), result.pose(time));
                let path = a.world[0].translation().into_iter().zip(b.world[0].translation());
                let off = path.map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                let most = said(code, "root");
                prop_assert!(off <= 1.02 * most + 1e-3, "{off} at {time}, said {most} of {code}");
                let [a, b] = [a, b].map(|pose| quaternion::from_matrix(pose.local[1].linear()));
                let (off, most) = (quaternion::angle_between(a, b), said(code, "spine"));
                prop_assert!(off <= 1.02 * most + 1e-3, "{off} at {time}, said {most} of {code}");
            }
        }
    }
}

#[test]
fn turns_within_a_frame_are_not_mistaken_for_rest() {
    // A frame shows the pose at its start, which is half a turn off at some time of each of these spins.
    for (keys, turns) in [(2, 0.8), (2, 1.0), (2, 4.0), (2, 63.0 / 15.0), (2, 1e5), (60, 2.0), (6_000, 2.0)] {
        let times: Vec<f64> = (0..=keys).map(|key| f64::from(key) / 30.0).collect();
        let last = 2.0 * PI * turns;
        // Only the last frame turns, about X.
        let values: Vec<f64> =
            (0..=keys).flat_map(|key| [if key == keys { last } else { 0.0 }, 0.0, 0.0]).collect();
        let property = Property::Euler(EulerOrder::Yzx);
        let spin = curve(&property, &times, &values, Ease::Linear);
        let (_, report) = made(f64::from(keys) / 30.0, vec![(1, property, spin)], 1.0);
        let off = size(&report, "held", "spine", "euler", Unit::Angle);
        assert!((off - PI).abs() < 1e-4, "{keys} frames, {turns} turns: {report}");
    }
}
