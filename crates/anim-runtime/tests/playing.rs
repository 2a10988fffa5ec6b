//! Wraps, matrices, blending, root motion, and reports.
#![allow(clippy::unwrap_used, reason = "tests may state what they expect")]

use std::f64::consts::TAU;
use std::sync::Arc;

use anim_core::{
    Channel, Clip, ClipError, Curve, Ease, Node, Positive, Property, Rate, Report, Times, Transform, Wrap,
    quaternion,
};
use anim_runtime::{CompileError, CompileOptions, Figure, Joint, Mask, Model, Motion, Pose, Travel};
use proptest::prelude::*;

/// One node that moves along a line.
fn line(values: &[[f64; 3]], duration: f64) -> Clip {
    let times: Vec<f64> =
        (0..values.len()).map(|i| duration * i as f64 / (values.len() - 1) as f64).collect();
    let curve = Curve::new(Times::keys(times).unwrap(), 3, values.concat(), Ease::Linear).unwrap();
    let channel = Channel::new(0, Property::Translation, curve).unwrap();
    Clip::new("line").with_duration(duration).with_nodes(vec![Node::new("a")]).with_channels(vec![channel])
}

/// One node that turns about Z this many times per second.
fn spin(turns: f64, duration: f64) -> Clip {
    let values = vec![0.0, TAU * turns * duration];
    let curve = Curve::new(Times::keys([0.0, duration]).unwrap(), 1, values, Ease::Linear).unwrap();
    let channel = Channel::new(0, Property::Angle { axis: [0.0, 0.0, 1.0] }, curve).unwrap();
    Clip::new("spin").with_duration(duration).with_nodes(vec![Node::new("a")]).with_channels(vec![channel])
}

fn near(found: &[f32], expected: &[f64], within: f64) -> bool {
    found.iter().zip(expected).all(|(found, expected)| (f64::from(*found) - expected).abs() <= within)
}

#[test]
fn what_is_coarse_is_reported() {
    let compile = |clip: &Clip| {
        let mut report = Report::new();
        let figure = Arc::new(Figure::new(clip));
        (Motion::compile_with(clip, &figure, &CompileOptions::default(), &mut report).unwrap(), report)
    };
    // 240 turns per second look the same at each of 240 rows.
    let (motion, report) = compile(&spin(240.0, 1.0));
    assert_eq!(report.losses.iter().map(|loss| loss.code.id).collect::<Vec<_>>(), ["runtime::coarse"]);
    assert!(motion.errors().angle > 3.0);
    let (motion, report) = compile(&spin(1.0, 1.0));
    assert_eq!(report, Report::new());
    assert!(motion.errors().angle < 1e-3);
    let colour = Channel::new(0, Property::Color, Curve::constant(&[1.0; 3]).unwrap()).unwrap();
    let (_, report) = compile(&Clip::new("c").with_nodes(vec![Node::new("a")]).with_channels(vec![colour]));
    assert_eq!(report.losses[0].code.id, "runtime::dropped");
}

#[test]
fn what_does_not_move_rests_as_in_its_own_clip() {
    let resting = |translation: [f64; 3], angle: f64, scale: f64| {
        let rotation = quaternion::from_axis_angle([0.0, 0.0, 1.0], angle);
        let arm = Node::new("arm").with_rest(Transform { translation, rotation, scale: [scale; 3] });
        let mut clip = line(&[[0.0; 3], [1.0, 2.0, 3.0]], 1.0);
        clip.nodes.push(arm.with_parent(0));
        clip
    };
    let figure = Arc::new(Figure::new(&resting([0.0; 3], 0.0, 1.0)));
    let other = resting([10.0, 0.0, 0.0], 1.0, 2.0);
    let options = CompileOptions::default();
    let motion = Motion::compile_with(&other, &figure, &options, &mut Report::new()).unwrap();
    let mut pose = motion.new_pose();
    assert_eq!(pose.joint(1), Joint::IDENTITY, "a new pose is the rest of the figure");
    motion.pose(0.5, Wrap::Hold, &mut pose);
    for joint in [pose.joint(1), motion.joint(1, 0.5, Wrap::Hold)] {
        assert_eq!((joint.translation, joint.scale), ([10.0, 0.0, 0.0], [2.0; 3]));
        assert!(near(&joint.rotation, &[0.0, 0.0, 0.5f64.sin(), 0.5f64.cos()], 1e-7), "{joint:?}");
    }
}

#[test]
fn memory_is_bounded_whatever_the_clip_is() {
    let curve =
        Curve::new(Times::keys([0.0, 1e12]).unwrap(), 3, vec![0.0, 0.0, 0.0, 1e9, 0.0, 0.0], Ease::Sine);
    let channel = Channel::new(0, Property::Translation, curve.unwrap()).unwrap();
    let nodes = vec![Node::new("a")];
    let clip = Clip::new("age").with_duration(1e12).with_nodes(nodes).with_channels(vec![channel]);
    let mut options = CompileOptions::default();
    options.max_values = 1 << 18;
    for joints in [1, 100, 2000] {
        let nodes = (0..joints).map(|joint| Node::new(joint.to_string())).collect();
        let channels = (0..joints).map(|joint| clip.channels[0].with_node(joint)).collect();
        let clip = clip.clone().with_nodes(nodes).with_channels(channels);
        let figure = Arc::new(Figure::new(&clip));
        let motion = Motion::compile_with(&clip, &figure, &options, &mut Report::new()).unwrap();
        // Four bytes a value, in blocks of four joints.
        let most = 4 * options.max_values * joints.next_multiple_of(4) / joints;
        assert!(motion.bytes() <= most + 200 * joints, "{} bytes of {joints} joints", motion.bytes());
        assert!(motion.errors().length > 0.0);
    }
}

/// Joints that jump: each steps, or repeats a line.
fn jumping(joints: usize, keys: usize, ease: Ease, wrap: Wrap, duration: f64) -> Clip {
    let times = Times::keys((0..keys).map(|key| key as f64).collect::<Vec<_>>()).unwrap();
    let values = (0..3 * keys).map(|part| (part % 7) as f64).collect();
    let curve = Curve::new(times, 3, values, ease).unwrap().with_wrap(Wrap::Hold, wrap);
    let channel = |joint| Channel::new(joint, Property::Translation, curve.clone()).unwrap();
    let nodes = (0..joints).map(|joint| Node::new(joint.to_string())).collect();
    let clip = Clip::new("jumping").with_duration(duration).with_nodes(nodes);
    let mut clip = clip.with_channels((0..joints).map(channel).collect());
    clip.channels.extend(spin(0.3, duration).channels);
    clip
}

#[test]
fn the_number_of_rows_is_limited_exactly() {
    // A curve that no number of rows fits.
    let curve =
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, vec![0.0, 0.0, 0.0, 1e9, 0.0, 0.0], Ease::Sine);
    let channel = Channel::new(0, Property::Translation, curve.unwrap()).unwrap();
    let clip =
        Clip::new("c").with_duration(1.0).with_nodes(vec![Node::new("a")]).with_channels(vec![channel]);
    let figure = Arc::new(Figure::new(&clip));
    let bytes = |rows: usize| {
        let mut options = CompileOptions::default();
        options.max_rows = rows;
        Motion::compile_with(&clip, &figure, &options, &mut Report::new()).unwrap().bytes()
    };
    // A row has three numbers for each of four joints.
    let rows = |most: usize| (bytes(most) - (bytes(2) - 2 * 48)) / 48;
    for most in [2, 3, 4, 5, 16, 100] {
        assert!((2..=most).contains(&rows(most)), "{} rows of {most}", rows(most));
    }
    assert_eq!([0, 1, 2].map(bytes), [bytes(2); 3], "a motion has two rows");
    assert!(bytes(2) <= 2 * 48 + 200, "{} bytes of two rows and a pose", bytes(2));
}

#[test]
fn joints_that_jump_count_with_their_keys() {
    for (joints, keys, ease, wrap, duration) in [
        (1, 20, Ease::Step, Wrap::Hold, 19.37),
        (9, 20, Ease::Step, Wrap::Hold, 19.37),
        (9, 3, Ease::Linear, Wrap::Repeat, 37.0),
        (9, 3, Ease::Linear, Wrap::Repeat, 1e4),
        (9, 3, Ease::Step, Wrap::Repeat, 1e6),
        (60, 2, Ease::Step, Wrap::Repeat, 2e4),
    ] {
        let clip = jumping(joints, keys, ease, wrap, duration);
        let figure = Arc::new(Figure::new(&clip));
        for max_values in [1_000, 3_000, 1 << 14] {
            let mut options = CompileOptions::default();
            options.max_values = max_values;
            let motion = Motion::compile_with(&clip, &figure, &options, &mut Report::new()).unwrap();
            let pose = 4 * (3 + 4 + 3) * joints.next_multiple_of(4);
            let stored: usize = clip.channels.iter().map(|channel| channel.curve().values().len()).sum();
            let own = if wrap == Wrap::Hold { 2 * stored } else { 0 };
            let least = 4 * (2 * (7 * joints + 28) + own + 12 * joints);
            let most = (4 * max_values.max(4 * stored)).max(least) + pose;
            assert!(
                motion.bytes() <= most,
                "{} of {most} bytes: {joints} joints, {keys} keys, {ease:?} {wrap:?}, {max_values} values",
                motion.bytes()
            );
        }
    }
}

#[test]
fn wraps_go_on_as_they_say() {
    let clip = line(&[[0.0, 0.0, 0.0], [4.0, 2.0, 0.0]], 2.0);
    let motion = Motion::compile(&clip).unwrap();
    let x = |time, wrap| motion.joint(0, time, wrap).translation[0];
    let mut pose = motion.new_pose();
    for (wrap, early, late) in [
        (Wrap::Hold, 0.0, 4.0),
        (Wrap::Repeat, 3.0, 1.0),
        (Wrap::PingPong, 1.0, 3.0),
        (Wrap::RepeatWithOffset, -1.0, 5.0),
    ] {
        assert_eq!((x(-0.5, wrap), x(2.5, wrap)), (early, late), "{wrap:?}");
        motion.pose(2.5, wrap, &mut pose);
        assert_eq!(pose.joint(0).translation[0], late);
    }
    let odd = [f64::NAN, f64::NEG_INFINITY, f64::INFINITY].map(|time| x(time, Wrap::Repeat));
    assert_eq!(odd, [0.0, 0.0, 4.0]);
}

#[test]
fn steps_are_at_their_own_times_beside_smooth_motion() {
    let nodes = ["a", "b", "c", "d", "e"].map(Node::new).to_vec();
    let step = |node, times: &[f64], values: &[f64]| {
        let values = values.iter().flat_map(|x| [*x, 0.0, 0.0]).collect();
        let curve = Curve::new(Times::keys(times).unwrap(), 3, values, Ease::Step).unwrap();
        Channel::new(node, Property::Translation, curve).unwrap()
    };
    let smooth =
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, vec![0.0, 0.0, 0.0, 1.0, 1.0, 1.0], Ease::Sine);
    let channels = vec![
        step(0, &[0.0, 0.5, 0.7], &[1.0, 2.0, 3.0]),
        Channel::new(1, Property::Translation, smooth.unwrap()).unwrap(),
        step(4, &[0.0, 0.5], &[5.0, 6.0]),
        step(2, &[0.0, 0.123_456], &[7.0, 8.0]),
    ];
    let clip = Clip::new("steps")
        .with_duration(1.0)
        .with_rate(Rate::per_second(10))
        .with_nodes(nodes)
        .with_channels(channels);
    let motion = Motion::compile(&clip).unwrap();
    let mut pose = motion.new_pose();
    for (time, expected) in [
        (0.499_999, [1.0, 8.0, 5.0]),
        (0.5, [2.0, 8.0, 6.0]),
        (0.123_455, [1.0, 7.0, 5.0]),
        (0.123_456, [1.0, 8.0, 5.0]),
        (0.7, [3.0, 8.0, 6.0]),
        (1.0, [3.0, 8.0, 6.0]),
    ] {
        motion.pose(time, Wrap::Hold, &mut pose);
        let found =
            ["a", "c", "e"].map(|name| pose.joint(motion.figure().joint(name).unwrap()).translation[0]);
        assert_eq!(found, expected, "at {time}");
        let alone = ["a", "c", "e"]
            .map(|name| motion.joint(motion.figure().joint(name).unwrap(), time, Wrap::Hold).translation[0]);
        assert_eq!(alone, expected, "at {time}");
    }
}

#[test]
fn many_joints_hold_each_its_own_frames() {
    // Twelve joints are several blocks; joint 4 alone of its block moves.
    let moving = [0, 1, 4, 8, 9, 11];
    let nodes = (0..12).map(|joint| Node::new(joint.to_string())).collect();
    let x = |joint: usize, frame: usize| (100 * joint + frame) as f64;
    let steps = |joint: usize| {
        let values = (0..11).flat_map(|frame| [x(joint, frame), 0.0, 0.0]).collect();
        let times = Times::uniform(0.0, Rate::per_second(10), 11).unwrap();
        Channel::new(joint, Property::Translation, Curve::new(times, 3, values, Ease::Step).unwrap()).unwrap()
    };
    let clip = Clip::new("steps").with_duration(1.0).with_rate(Rate::per_second(10)).with_nodes(nodes);
    let motion = Motion::compile(&clip.with_channels(moving.map(steps).to_vec())).unwrap();
    let mut pose = motion.new_pose();
    for frame in 0..11 {
        let time = (0.1 * frame as f64 + 0.05).min(1.0);
        motion.pose(time, Wrap::Hold, &mut pose);
        for joint in 0..12 {
            let expected = if moving.contains(&joint) { x(joint, frame) as f32 } else { 0.0 };
            let alone = motion.joint(joint, time, Wrap::Hold).translation[0];
            assert_eq!((pose.joint(joint).translation[0], alone), (expected, expected), "{joint} at {time}");
        }
    }
}

#[test]
fn scales_go_straight_and_turns_the_shorter_way() {
    let times = || Times::uniform(0.0, Rate::per_second(4), 5).unwrap();
    let sizes: Vec<f64> = (0..5).flat_map(|key| [1.0 + f64::from(key), 1.0, 0.5 * f64::from(key)]).collect();
    // A degree more from frame to frame, and every second one as the other quaternion of its rotation.
    let turn = |key: i32| {
        let q = quaternion::from_axis_angle([0.0, 0.0, 1.0], f64::from(key).to_radians());
        q.map(|part| if key % 2 == 1 { -part } else { part })
    };
    let turns = (0..5).flat_map(turn).collect();
    let channels = vec![
        Channel::new(0, Property::Scale, Curve::new(times(), 3, sizes, Ease::Linear).unwrap()).unwrap(),
        Channel::new(0, Property::Rotation, Curve::new(times(), 4, turns, Ease::Slerp).unwrap()).unwrap(),
    ];
    let clip = Clip::new("c").with_duration(1.0).with_nodes(vec![Node::new("a")]).with_channels(channels);
    let motion = Motion::compile(&clip).unwrap();
    let mut pose = motion.new_pose();
    for (time, scale, degrees) in [
        (0.25, [2.0, 1.0, 0.5], 1.0),
        (0.375, [2.5, 1.0, 0.75], 1.5),
        (0.625, [3.5, 1.0, 1.25], 2.5),
        (1.0, [5.0, 1.0, 2.0], 4.0),
    ] {
        motion.pose(time, Wrap::Hold, &mut pose);
        for found in [pose.joint(0), motion.joint(0, time, Wrap::Hold)] {
            assert!(near(&found.scale, &scale, 1e-5), "{:?} at {time}", found.scale);
            let expected = quaternion::from_axis_angle([0.0, 0.0, 1.0], f64::to_radians(degrees));
            let away = quaternion::angle_between(found.rotation.map(f64::from), expected).to_degrees();
            assert!(away < 1e-3, "{away}° at {time}");
        }
    }
}

#[test]
fn motions_of_one_figure_blend_and_of_another_are_refused() {
    let clip = line(&[[0.0; 3], [1.0; 3]], 1.0);
    let figure = Arc::new(Figure::new(&clip));
    let options = CompileOptions::default().with_tolerance(Positive::literal(1e-2), Positive::literal(1e-2));
    assert!(Motion::compile_with(&spin(1.0, 1.0), &figure, &options, &mut Report::new()).is_ok());
    let other = Clip::new("other").with_nodes(vec![Node::new("b")]);
    assert!(Motion::compile_with(&other, &figure, &options, &mut Report::new()).is_err());
}

#[test]
fn clips_of_other_figures_are_refused_with_the_first_difference() {
    let [a, b, c] = ["a", "b", "c"].map(Node::new);
    let clip = |nodes: &[&Node]| Clip::new("c").with_nodes(nodes.iter().copied().cloned().collect());
    let figure = Arc::new(Figure::new(&clip(&[&a, &b.clone().with_parent(0)])));
    for (nodes, expected) in [
        (&[&a, &b.clone().with_parent(0)][..], Ok(())),
        (&[&a, &c.with_parent(0)], Err("node 1 of the clip is `c`, but `b` in the figure")),
        (&[&b, &a.clone().with_parent(0)], Err("node 0 of the clip is `b`, but `a` in the figure")),
        (&[&a, &b], Err("node 1 of the clip, `b`, has another parent in the figure")),
        (&[&a.clone().with_parent(1), &b], Err("node 0 of the clip, `a`, has another parent in the figure")),
        (&[&a], Err("the number of nodes is 1, but 2 in the figure")),
    ] {
        let clip = clip(nodes);
        let motion = Motion::compile_with(&clip, &figure, &CompileOptions::default(), &mut Report::new());
        let found = motion.map(|_| ()).map_err(|error| error.to_string());
        assert_eq!(found, expected.map_err(str::to_owned));
        assert_eq!(figure.is_of(&clip), found.is_ok());
    }
    let invalid = clip(&[&a]).with_duration(-1.0);
    let invalid = Motion::compile_with(&invalid, &figure, &CompileOptions::default(), &mut Report::new());
    assert_eq!(invalid.map(|_| ()), Err(CompileError::Clip(ClipError::Duration)));
}

/// The largest distance between the positions of a motion and of its clip, at 401 times, and the stated error.
fn apart(clip: &Clip) -> (f64, f64) {
    let mut report = Report::new();
    let figure = Arc::new(Figure::new(clip));
    let motion = Motion::compile_with(clip, &figure, &CompileOptions::default(), &mut report).unwrap();
    let distance = |time: f64| {
        let (found, exact) = (motion.joint(0, time, Wrap::Hold).translation, clip.pose(time).world[0]);
        let parts = found.iter().zip(exact.translation());
        parts.map(|(found, exact)| (f64::from(*found) - exact).powi(2)).sum::<f64>().sqrt()
    };
    let most = (0..=400).map(|step| distance(clip.duration * f64::from(step) / 400.0)).fold(0.0, f64::max);
    (most, motion.errors().length)
}

/// A clip of a second whose node is at X = t² at each key.
fn square(times: Times, rate: Rate) -> Clip {
    let values = times.iter().flat_map(|time| [time * time, 0.0, 0.0]).collect();
    let curve = Curve::new(times, 3, values, Ease::Linear).unwrap();
    Clip::new("square")
        .with_duration(1.0)
        .with_rate(rate)
        .with_nodes(vec![Node::new("a")])
        .with_channels(vec![Channel::new(0, Property::Translation, curve).unwrap()])
}

#[test]
fn keys_outside_of_the_clip_stay_at_their_times() {
    let frames = |first: f64| Times::uniform(first, Rate::per_second(30), 31).unwrap();
    for (times, rate) in [
        (frames(-15.0), 30),
        (frames(10.0), 30),
        (frames(0.0), 30),
        (Times::keys([-1.0, 0.0, 1.0]).unwrap(), 2),
        (Times::keys([0.0, 0.25, 0.5, 0.75, 2.0]).unwrap(), 4),
    ] {
        let (found, stated) = apart(&square(times.clone(), Rate::per_second(rate)));
        assert!(found < 1e-6 && stated < 1e-6, "{times:?}: {found} apart, {stated} stated");
    }
}

/// A position, an axis, an angle about it, and a scale.
type Rest = ([f64; 3], [f64; 3], f64, f64);

/// A chain of nodes with rotations, translations and scales at rest.
fn chain(joints: &[Rest]) -> Clip {
    let node = |(i, (place, axis, angle, scale)): (usize, &Rest)| {
        let rotation = quaternion::from_axis_angle(*axis, *angle);
        let node = Node::new(i.to_string()).with_rest(Transform {
            translation: *place,
            rotation,
            scale: [*scale; 3],
        });
        if i == 0 { node } else { node.with_parent(i - 1) }
    };
    Clip::new("chain").with_nodes(joints.iter().enumerate().map(node).collect())
}

fn any_chain() -> impl Strategy<Value = Clip> {
    let vector = || prop::array::uniform3(-2.0..2.0f64);
    prop::collection::vec((vector(), vector(), -3.0..3.0f64, 0.5..1.5f64), 1..9)
        .prop_map(|joints| chain(&joints))
}

proptest! {
    #[test]
    fn matrices_are_those_of_the_clip(clip in any_chain()) {
        let motion = Motion::compile(&clip).unwrap();
        let model = Model::new(motion.figure(), &motion.new_pose());
        for (joint, exact) in clip.pose(0.0).world.iter().enumerate() {
            let found = model.matrices()[joint].as_flattened();
            prop_assert!(near(found, &exact.to_rows(), 1e-3), "{:?} {:?}", found, exact);
        }
    }

    #[test]
    fn one_joint_is_as_in_the_pose(turns in prop::collection::vec(prop::array::uniform4(-1.0..1.0f64), 8..24), time in 0.0..1.0f64) {
        let (keys, joints) = (turns.len() / 4, 4);
        let channel = |joint: usize| {
            let times = Times::keys((0..keys).map(|key| key as f64 / (keys - 1) as f64).collect::<Vec<_>>()).unwrap();
            let values = turns[joint..].iter().step_by(joints).take(keys).map(|turn| quaternion::normalize(*turn));
            let values = values.collect::<Vec<_>>().concat();
            Channel::new(joint, Property::Rotation, Curve::new(times, 4, values, Ease::Slerp).unwrap()).unwrap()
        };
        let nodes = (0..joints).map(|joint| Node::new(joint.to_string())).collect();
        let clip = Clip::new("turns").with_duration(1.0).with_nodes(nodes).with_channels((0..joints).map(channel).collect());
        let motion = Motion::compile(&clip).unwrap();
        let mut pose = motion.new_pose();
        motion.pose(time, Wrap::Hold, &mut pose);
        for joint in 0..joints {
            prop_assert_eq!(motion.joint(joint, time, Wrap::Hold), pose.joint(joint));
        }
    }

    #[test]
    fn places_are_those_of_the_clip_within_the_stated_error(
        first in -8..8i32,
        keys in 1..9usize,
        odd in prop::option::of(0.1..3.0f64),
        rate in 1..9u32,
    ) {
        let rate = Rate::per_second(rate);
        let uniform = Times::uniform(f64::from(first), rate, keys).unwrap();
        let last = uniform.last().unwrap();
        let times = match odd {
            Some(gap) => Times::keys(uniform.iter().chain([last + gap]).collect::<Vec<_>>()).unwrap(),
            None => uniform,
        };
        let (found, stated) = apart(&square(times, rate));
        prop_assert!(found <= 1.5 * stated + 1e-5, "{} apart, {} stated", found, stated);
    }

    #[test]
    fn a_blend_is_between_and_a_layer_keeps_the_rest((a, b) in (any_chain(), any_chain()), weight in 0.0..1.0f32) {
        let joints = a.nodes.len().min(b.nodes.len());
        let pose = |clip: &Clip| Pose::of(&clip.nodes[..joints].iter().map(|node| node.rest.into()).collect::<Vec<_>>());
        let (from, to) = (pose(&a), pose(&b));
        let mut blended = from.clone();
        blended.blend(&to, weight);
        let mut layered = from.clone();
        let weights: Vec<f32> = (0..joints).map(|joint| f32::from(u8::from(joint % 2 == 1))).collect();
        layered.layer(&to, weight, &Mask::new(&weights));
        for joint in 0..joints {
            let [from, to, blended, layered] = [&from, &to, &blended, &layered].map(|pose| pose.joint(joint));
            let u = f64::from(weight);
            let place = [0, 1, 2].map(|i| f64::from(from.translation[i]) * (1.0 - u) + f64::from(to.translation[i]) * u);
            prop_assert!(near(&blended.translation, &place, 1e-5));
            // The straight line between quaternions stays in the plane of the arc.
            let angle = |a: Joint, b: Joint| quaternion::angle_between(a.rotation.map(f64::from), b.rotation.map(f64::from));
            prop_assert!((angle(from, blended) + angle(blended, to) - angle(from, to)).abs() < 2e-3);
            let wanted = if joint % 2 == 1 { blended } else { from };
            prop_assert!(near(&layered.translation, &wanted.translation.map(f64::from), 1e-6));
            prop_assert!(near(&layered.scale, &wanted.scale.map(f64::from), 1e-6));
            prop_assert!(angle(layered, wanted) < 1e-3);
        }
    }

    #[test]
    fn a_difference_added_to_its_reference_is_the_pose((a, b) in (any_chain(), any_chain())) {
        let joints = a.nodes.len().min(b.nodes.len());
        let pose = |clip: &Clip| Pose::of(&clip.nodes[..joints].iter().map(|node| node.rest.into()).collect::<Vec<_>>());
        let (reference, wanted) = (pose(&a), pose(&b));
        let mut difference = wanted.clone();
        difference.subtract(&reference);
        let mut found = reference.clone();
        found.add(&difference, 1.0);
        for (found, wanted) in found.joints().zip(wanted.joints()) {
            prop_assert!(near(&found.translation, &wanted.translation.map(f64::from), 1e-5));
            prop_assert!(near(&found.scale, &wanted.scale.map(f64::from), 1e-5));
            let angle = quaternion::angle_between(found.rotation.map(f64::from), wanted.rotation.map(f64::from));
            prop_assert!(angle < 1e-3, "{}", angle);
        }
        let mut same = reference.clone();
        same.add(&difference, 0.0);
        prop_assert_eq!(same.joint(0).translation, reference.joint(0).translation);
    }

    #[test]
    fn travel_in_pieces_is_travel_at_once(turns in -0.2..0.2f64, a in -3.0..3.0f64, b in 0.0..4.0f64, c in 0.0..4.0f64) {
        // A curve that ends rotated and away from its start.
        let mut clip = line(&[[0.0, 0.0, 1.0], [1.0, 0.5, 1.0], [1.0, 2.0, 0.0]], 1.0);
        clip.channels.extend(spin(turns, 1.0).channels);
        let motion = Motion::compile(&clip).unwrap();
        let [t0, t1, t2] = [a, a + b, a + b + c];
        let whole = motion.travel(0, t0, t2, Wrap::Repeat);
        let pieces = motion.travel(0, t0, t1, Wrap::Repeat).then(&motion.travel(0, t1, t2, Wrap::Repeat));
        prop_assert!(near(&whole.translation, &pieces.translation.map(f64::from), 1e-3), "{:?} {:?}", whole, pieces);
        let home = whole.then(&motion.travel(0, t2, t0, Wrap::Repeat));
        prop_assert!(near(&home.translation, &[0.0; 3], 1e-3), "{:?}", home);
        let angle = quaternion::angle_between(whole.rotation.map(f64::from), pieces.rotation.map(f64::from));
        prop_assert!(angle < 1e-3);
    }
}

#[test]
fn travel_over_periods_is_that_of_a_walk() {
    let motion = Motion::compile(&line(&[[5.0, 0.0, 0.0], [7.0, 0.0, 0.0]], 1.0)).unwrap();
    for (from, to, expected) in
        [(0.0, 1.0, 2.0), (0.25, 0.75, 1.0), (0.5, 10.5, 20.0), (-1.5, 1.5, 6.0), (3.0, 1.0, -4.0)]
    {
        let travel = motion.travel(0, from, to, Wrap::Repeat);
        assert!((travel.translation[0] - expected).abs() < 1e-4, "{from} to {to}: {travel:?}");
    }
    assert_eq!(motion.travel(0, 2.0, 9.0, Wrap::Hold), Travel::NONE);
    assert!(motion.travel(0, 0.0, 1e15, Wrap::Repeat).translation[0] > 1e15);
}

#[test]
fn playing_allocates_nothing() {
    let motion = Motion::compile(&spin(1.0, 1.0)).unwrap();
    let (mut pose, mut other, mut model) = (motion.new_pose(), motion.new_pose(), Model::default());
    let mask = Mask::below(motion.figure(), 0);
    model.fill(motion.figure(), &pose);
    let played = allocation_counter::measure(|| {
        motion.pose(0.3, Wrap::Repeat, &mut pose);
        motion.pose(0.4, Wrap::PingPong, &mut other);
        pose.blend(&other, 0.5);
        pose.layer(&other, 0.5, &mask);
        other.subtract(&pose);
        pose.add(&other, 0.5);
        model.fill(motion.figure(), &pose);
        let _ = motion.travel(0, 0.0, 3.5, Wrap::Repeat);
    });
    assert_eq!(played.count_total, 0);
}
