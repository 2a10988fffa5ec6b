//! What a motion plays: wraps, steps, turns, reports, and other figures.

use std::sync::Arc;

use anim_core::{
    Channel, Clip, ClipError, Curve, Ease, Node, Positive, Property, Rate, Report, Times, Transform, Wrap,
    quaternion,
};
use anim_runtime::{CompileError, CompileOptions, Figure, Joint, Mask, Model, Motion};

use crate::clips::{line, near, spin};

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

#[test]
fn only_joints_of_the_figure_can_be_asked_for() {
    for count in [1, 4, 5] {
        let nodes = (0..count).map(|joint| Node::new(format!("{joint}"))).collect();
        let motion = Motion::compile(&Clip::new("still").with_duration(1.0).with_nodes(nodes)).unwrap();
        for joint in 0..9 {
            let found = std::panic::catch_unwind(|| motion.joint(joint, 0.5, Wrap::Hold));
            assert_eq!(found.is_ok(), joint < count, "joint {joint} of {count}");
        }
    }
}
