//! Clips made by hand as files: what is kept, what is reported, what is rejected.

use std::num::NonZeroUsize;

use anim_core::{
    Channel, Deviation, Ease, EulerOrder, Event, Fate, Loss, Node, Property, Rate, Space, Unit, Wrap,
    quaternion,
};
use anim_mm2_ped::{Anim, Clip, ClipOptions, EncodeOptions, ErrorKind, Mm2Ped, Motion, Report, Skeleton};

use crate::figures::{bone, chain, encoded, motion_of};
use crate::made::{bits, channel, clip, encode, of_own_nodes, pose, still};

#[test]
fn a_turn_through_gimbal_lock_stays_about_its_axis() {
    // A full sideways somersault in steps of one degree: z passes ±90°, where x and y turn about the same axis.
    let angles = (0..360).map(|degree| f64::from(degree).to_radians());
    let values: Vec<_> =
        angles.flat_map(|angle| quaternion::from_axis_angle([0.0, 0.0, 1.0], angle)).collect();
    let times: Vec<_> = (0..360).map(|frame| f64::from(frame) / 30.0).collect();
    let turning = clip(&["root"], 12.0, vec![channel(0, Property::Rotation, &times, &values, Ease::Step)]);
    let (anim, _) = encode(&turning, &chain(&["root"]));
    for (degree, frame) in (0..360u16).zip(0..) {
        let angles = &anim.frame(frame).unwrap()[3..];
        assert!(angles[0].abs() < 1e-5 && angles[1].abs() < 1e-5, "{degree}: {angles:?}");
        assert!((angles[2] - f32::from(degree).to_radians()).abs() < 1e-5, "{degree}: {angles:?}");
    }
}

#[test]
fn floats_that_are_not_finite_come_back() {
    let skeleton = chain(&["root", "spine"]);
    let odd =
        [f32::NAN, f32::INFINITY, -0.0, f32::from_bits(0x7FC0_1234), f32::NEG_INFINITY, 1e-45, 9.0, 8.0, 7.0];
    let anim = Anim::new(2, odd.to_vec()).unwrap();
    let clip = motion_of(&anim, Some(&skeleton), ClipOptions::default());
    assert_eq!(bits(&encode(&clip, &skeleton).0), bits(&anim));
}

#[test]
fn floats_that_are_not_finite_are_found_with_their_bits() {
    let odd = [0.0, f32::NEG_INFINITY, 1.0, f32::from_bits(0x7FC0_1234), 2.0, 3.0];
    let mut anim = Anim::new(1, odd.to_vec()).unwrap();
    anim.distance = f32::NAN;
    let found: Vec<_> = Mm2Ped::from(anim).check().into_iter().map(|finding| finding.message).collect();
    let floats = "2 of 6 floats are not finite numbers; the first is -inf (0xff800000)";
    assert_eq!(found, ["the distance is NaN (0x7fc00000), expected a finite number", floats]);
}

#[test]
fn the_stated_distance_is_kept_if_it_fits_the_travel() {
    let skeleton = chain(&["root"]);
    let walk = |distance: f32| {
        let frames = (0..4u8).flat_map(|n| [0.0, 1.0, -0.25 * f32::from(n), 0.0, 0.0, 0.0]);
        let mut anim = Anim::new(1, frames.collect()).unwrap();
        anim.distance = distance;
        anim
    };
    for (stated, expected) in [(1.0, 1.0), (1.1, 1.1), (0.9, 0.9), (1.2, 1.0), (-1.0, 1.0), (f32::NAN, 1.0)] {
        let clip = motion_of(&walk(stated), Some(&skeleton), ClipOptions::default());
        assert_eq!(encode(&clip, &skeleton).0.distance, expected, "{stated}");
    }
}

#[test]
fn what_is_written_of_a_walk_that_stands_after_loading_stands_after_loading() {
    let skeleton = chain(&["root"]);
    let game = ClipOptions { motion: Motion::Game, ..ClipOptions::default() };
    // Slow, so that the distance is near any other; the last step is a little longer.
    let z = [0.0f32, -0.01, -0.02, -0.03, -0.042];
    let mut walk = Anim::new(1, z.iter().flat_map(|&z| [0.0, 1.0, z, 0.0, 0.0, 0.0]).collect()).unwrap();
    walk.distance = 0.05;
    let zs =
        |anim: &Anim| -> Vec<f32> { (0..anim.frames()).map(|frame| anim.frame(frame).unwrap()[2]).collect() };
    let loaded = |mut anim: Anim| {
        anim.load([]);
        zs(&anim)
    };
    let plain = motion_of(&walk, Some(&skeleton), ClipOptions::default());
    assert_eq!(loaded(encode(&plain, &skeleton).0), loaded(walk.clone()));
    let shown = motion_of(&walk, Some(&skeleton), game);
    assert_eq!(loaded(encode(&shown, &skeleton).0), loaded(walk.clone()));

    // Edits: no travel, a shorter clip, a larger figure.
    let edited = |edit: &dyn Fn(&mut Clip)| {
        let mut clip = plain.clone();
        edit(&mut clip);
        encode(&clip, &skeleton).0
    };
    let times: Vec<_> = (0..5).map(|frame| f64::from(frame) / 30.0).collect();
    let moved = |factor: f64| {
        let values: Vec<_> = z.iter().flat_map(|&z| [0.0, 1.0, factor * f64::from(z)]).collect();
        channel(0, Property::Translation, &times, &values, Ease::Step)
    };
    assert_eq!(loaded(edited(&|clip| clip.channels[0] = moved(0.0))), [0.0; 5]);
    assert_eq!(edited(&|clip| clip.duration = 4.0 / 30.0).distance, 0.04);
    let larger = edited(&|clip| clip.channels[0] = moved(2.0)).distance;
    assert!((larger - 0.108).abs() < 1e-6, "{larger}");
}

#[test]
fn a_pose_at_the_end_is_a_frame_if_it_is_new() {
    let skeleton = chain(&["root"]);
    let frames = |ease, degrees: [f64; 3]| {
        let values: Vec<_> = degrees.into_iter().flat_map(|angle| [0.0, 0.0, angle.to_radians()]).collect();
        let euler = Property::Euler(EulerOrder::Yzx);
        let turn = channel(0, euler, &[0.0, 0.1, 0.2], &values, ease);
        encode(&clip(&["root"], 0.2, vec![turn]), &skeleton).0.frames()
    };
    // Straight to another pose, back to the first, and held.
    assert_eq!(frames(Ease::Linear, [0.0, 30.0, 60.0]), 7);
    assert_eq!(frames(Ease::Linear, [0.0, 30.0, 0.0]), 6);
    assert_eq!(frames(Ease::Step, [0.0, 30.0, 30.0]), 6);
    let slide =
        channel(0, Property::Translation, &[0.0, 0.2], &[0.0, 0.0, 0.0, 0.0, 0.0, -1.0], Ease::Linear);
    // A loop ends with the first pose, further along its path.
    assert_eq!(encode(&clip(&["root"], 0.2, vec![slide]), &skeleton).0.frames(), 6);
    // Twice as fast: the last of four poses begins between two frames and is held to the end, two frames after the start.
    let held: Vec<_> = (0..4u8).map(|frame| f64::from(frame) / 60.0).collect();
    let values: Vec<_> = [0.0, 0.1, 0.2, 0.3].into_iter().flat_map(|angle| [0.0, 0.0, angle]).collect();
    let turn = channel(0, Property::Euler(EulerOrder::Yzx), &held, &values, Ease::Step);
    let (anim, _) = encode(&clip(&["root"], 4.0 / 60.0, vec![turn]), &skeleton);
    assert_eq!([0, 1].map(|frame| anim.frame(frame).unwrap()[5]), [0.0, 0.2]);
    assert_eq!(anim.frames(), 2);
    for (seconds, expected) in [(0.0, 1), (0.01, 1), (0.05, 2), (1.0, 30), (1.0001, 31), (1.00001, 30)] {
        assert_eq!(encode(&clip(&["root"], seconds, vec![]), &skeleton).0.frames(), expected, "{seconds} s");
    }
}

#[test]
fn another_rate_becomes_thirty_frames_per_second() {
    let times: Vec<_> = (0..12).map(|frame| f64::from(frame) / 60.0).collect();
    let values: Vec<_> = (0..12).flat_map(|frame| [f64::from(frame), 0.0, 0.0]).collect();
    let slide = channel(0, Property::Translation, &times, &values, Ease::Linear);
    for (rate, message) in [
        (Some(60), Some("60 frames per second become 30")),
        (None, Some("6 key times lie between the file's frames, 30 per second")),
        (Some(30), Some("6 key times lie between the file's frames, 30 per second")),
    ] {
        let mut clip = clip(&["root"], 0.2, vec![slide.clone()]);
        clip.rate = rate.map(Rate::per_second);
        let (anim, report) = encode(&clip, &chain(&["root"]));
        let x: Vec<_> = (0..anim.frames()).map(|frame| anim.frame(frame).unwrap()[0]).collect();
        assert_eq!(x, [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        let of_time: Vec<_> =
            report.losses.iter().filter(|loss| loss.code.id == "mm2-ped::resampled").collect();
        let found: Vec<_> = of_time.iter().map(|loss| loss.message.as_str()).collect();
        assert_eq!(found, message.into_iter().collect::<Vec<_>>());
        // The frame that shows a key begins half a frame later.
        let late = |loss: &&Loss| match loss.fate {
            Fate::Approximated(late) => late.unit == Unit::Time && (late.size - 1.0 / 60.0).abs() < 1e-12,
            _ => false,
        };
        assert!(of_time.iter().all(late), "{report}");
    }
}

#[test]
fn keys_that_stay_at_their_times_are_not_reported() {
    // Every key of 15 frames per second is one of every second frame.
    let times: Vec<_> = (0..4u8).map(|frame| f64::from(frame) / 15.0).collect();
    let values: Vec<_> = (0..4u8).flat_map(|frame| [f64::from(frame), 0.0, 0.0]).collect();
    let mut clip =
        clip(&["root"], 4.0 / 15.0, vec![channel(0, Property::Translation, &times, &values, Ease::Step)]);
    clip.rate = Some(Rate::per_second(15));
    let (anim, report) = encode(&clip, &chain(&["root"]));
    assert_eq!((anim.frames(), report), (8, Report::new()));
}

#[test]
fn a_bone_that_moves_on_after_the_clip_is_reported_apart() {
    // The spine is half a metre above the root, and rises by a metre each half second, for ever.
    let rising =
        channel(1, Property::Translation, &[0.0, 0.5], &[0.0, 0.5, 0.0, 0.0, 1.5, 0.0], Ease::Linear);
    for (wrap, within, outside) in [
        (Wrap::Hold, 1.0, None),
        (Wrap::RepeatWithOffset, 2.0, Some(f64::INFINITY)),
        (Wrap::PingPong, 1.0, None),
    ] {
        let curve = rising.curve().clone().with_wrap(Wrap::Hold, wrap);
        let clip = clip(&["root", "spine"], 1.0, vec![rising.with_curve(curve).unwrap()]);
        let (_, report) = encode(&clip, &chain(&["root", "spine"]));
        let stated = |code: &str| {
            let mut of_code = report.losses.iter().filter(|loss| loss.code.id == code);
            let found = of_code.find(|loss| loss.node.as_deref() == Some("spine"));
            found.map(|loss| match loss.fate {
                Fate::Approximated(error) if error.unit == Unit::Length => error.size,
                _ => f64::NAN,
            })
        };
        let moved = stated("mm2-ped::moved").unwrap();
        assert!((moved - within).abs() < 1e-3 * within, "{wrap:?}: {moved}");
        assert_eq!(stated("mm2-ped::outside"), outside, "{wrap:?}");
    }
}

#[test]
fn what_a_file_cannot_hold_is_reported() {
    let names = ["root", "spine", "finger"];
    let skeleton = chain(&["root", "spine"]);
    let euler = || Property::Euler(EulerOrder::Yzx);
    let moved = [0.0, 0.5, 0.0, 0.3, 0.5, 0.4];
    let approximated = |size| Fate::Approximated(Deviation::length(size));
    let cases: Vec<(Channel, &str, &str, Option<&str>, Fate)> = vec![
        (
            channel(1, Property::Translation, &[0.0, 0.1], &moved, Ease::Step),
            "mm2-ped::moved",
            "the bone moves relative to the bone above it by up to 0.5 m; in the file it only rotates",
            Some("translation"),
            approximated(0.5),
        ),
        (
            still(1, Property::Scale, &[1.0, 1.5, 1.0]),
            "mm2-ped::dropped",
            "a bone has no scale in the file; the node's differs from 1 by up to 0.5",
            Some("scale"),
            Fate::Dropped,
        ),
        (
            still(1, Property::Scale, &[1.0, -1.0, 1.0]),
            "mm2-ped::dropped",
            "a bone has no scale in the file; the node's differs from 1 by up to 2",
            Some("scale"),
            Fate::Dropped,
        ),
        (
            still(2, euler(), &[0.1; 3]),
            "mm2-ped::dropped",
            "no bone has the name of this node: its motion is not in the file",
            None,
            Fate::Dropped,
        ),
        (
            still(0, Property::Color, &[1.0; 3]),
            "mm2-ped::dropped",
            "an .anim cannot represent this property",
            Some("color"),
            Fate::Dropped,
        ),
        (
            still(0, Property::Translation, &[1e300, 0.0, 0.0]),
            "mm2-ped::range",
            "6 values outside the range of single precision became infinite",
            Some("translation"),
            approximated(f64::INFINITY),
        ),
        (
            still(1, euler(), &[0.0, 1e300, 0.0]),
            "mm2-ped::range",
            "6 values outside the range of single precision became infinite",
            Some("euler"),
            Fate::Approximated(Deviation::angle(f64::INFINITY)),
        ),
    ];
    for (channel, code, message, property, fate) in cases {
        let node = names[channel.node()];
        let clip = clip(&names, 0.2, vec![channel]);
        let (_, report) = encode(&clip, &skeleton);
        let [loss] = &report.losses[..] else { panic!("{report}") };
        assert_eq!((loss.code.id, loss.message.as_str(), loss.fate), (code, message, fate));
        assert_eq!((loss.node.as_deref(), loss.property.as_deref()), (Some(node), property), "{message}");
        assert_eq!((loss.clip.as_ref(), &report.findings[..]), (Some(&clip.name), &[][..]));
    }
    let event = Event::named(0.1, "step", vec![]);
    let (_, report) = encode(&clip(&names, 0.2, vec![]).with_events(vec![event]), &skeleton);
    assert_eq!(report.losses[0].message, "an .anim cannot represent events: 1 are not in the file");
}

#[test]
fn errors_of_length_are_in_metres() {
    // A clip in centimetres: the spine moves by 50 of them.
    let moved = [0.0, 50.0, 0.0, 30.0, 50.0, 40.0];
    let channel = channel(1, Property::Translation, &[0.0, 0.1], &moved, Ease::Step);
    let mut clip = clip(&["root", "spine"], 0.2, vec![channel]);
    for node in &mut clip.nodes {
        node.rest.translation = [0.0, 50.0, 0.0];
    }
    clip.space = Space::UNKNOWN.in_metres(0.01);
    let (_, report) = encode(&clip, &chain(&["root", "spine"]));
    let Fate::Approximated(error) = report.losses[0].fate else { panic!("{report}") };
    assert_eq!(((100.0 * error.size).round(), error.unit), (50.0, Deviation::length(0.0).unit));
}

#[test]
fn bones_that_differ_from_the_clips_are_reported() {
    let turn = still(0, Property::Euler(EulerOrder::Xyz), &[0.0, 0.0, 1.0]);
    let clip = clip(&["ROOT", "Spine"], 0.1, vec![turn]);
    let (_, report) = encode(&clip, &chain(&["root", "spine", "neck"]));
    let [finding] = &report.findings[..] else { panic!("{report}") };
    assert_eq!(
        (finding.code.id, finding.message.as_str()),
        ("mm2-ped::still-bone", "no node moves `neck`: at rest in every frame")
    );
    let tall =
        Skeleton::new(vec![bone("root", None, [0.0; 3]), bone("spine", Some(0), [0.0, 2.0, 0.0])]).unwrap();
    let (anim, report) = encode(&clip, &tall);
    let [finding] = &report.findings[..] else { panic!("{report}") };
    let size = "2 nodes of the clip are nodes of the figure: 2 by name; lengths become 4.000 times as long";
    assert_eq!((finding.code.id, finding.message.as_str()), ("retarget::retargeted", size));
    assert!(report.losses.is_empty(), "{report}");
    // The skeleton's bones rotate as the clip's nodes do.
    assert!((pose(&tall, &anim, 0).world[1].translation()[0] + 2.0 * 1f64.sin()).abs() < 1e-6);
    let mut stiff = chain(&["root"]).bones().to_vec();
    stiff[0].rotmin = Some([-0.5; 3]);
    stiff[0].rotmax = Some([0.5; 3]);
    let (_, report) = encode(&clip, &Skeleton::new(stiff).unwrap());
    let limit = report.findings.iter().find(|finding| finding.code.id == "mm2-ped::joint-limit").unwrap();
    assert_eq!(limit.message, "`root` turns 28.648° beyond the limits of the skeleton");
    // Six decimals of 1 rad, rounded down.
    let mut close = chain(&["root"]).bones().to_vec();
    close[0].rotmax = Some([0.999_999; 3]);
    let (_, report) = encode(&clip, &Skeleton::new(close).unwrap());
    assert!(report.findings.iter().all(|finding| finding.code.id != "mm2-ped::joint-limit"), "{report}");
}

#[test]
fn a_bone_without_a_node_follows_its_parent() {
    // The spine is missing: its child rotates in the world as the clip's node does.
    let turn = |node| still(node, Property::Rotation, &quaternion::from_axis_angle([0.3, 1.0, 0.2], 0.7));
    let nodes = vec![Node::new("root"), Node::new("neck").with_parent(0)];
    let clip = Clip::default().with_nodes(nodes).with_channels(vec![turn(0), turn(1)]);
    let skeleton = chain(&["root", "spine", "neck"]);
    let (anim, _) = encode(&clip, &skeleton);
    let found = pose(&skeleton, &anim, 0);
    let expected = clip.pose(0.0);
    for (bone, node) in [(0, 0), (1, 0), (2, 1)] {
        let (found, expected) = (found.world[bone].linear(), expected.world[node].linear());
        let pairs = found.iter().flatten().zip(expected.iter().flatten());
        assert!(pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) < 1e-6, "bone {bone}");
    }
}

#[test]
fn clips_that_fit_no_file_are_refused() {
    let skeleton = chain(&["root"]);
    let refused = |clip: &Clip, skeleton: &Skeleton| {
        encoded(clip, skeleton, EncodeOptions::default()).unwrap_err().kind
    };
    let names = vec!["root".to_owned()];
    assert_eq!(refused(&clip(&["hand"], 1.0, vec![]), &skeleton), ErrorKind::NoMatch { names });
    assert_eq!(refused(&clip(&["root"], 334.0, vec![]), &skeleton), ErrorKind::Frames { count: 10_020 });
    assert!(matches!(refused(&clip(&["root"], -1.0, vec![]), &skeleton), ErrorKind::Clip(_)));
    let crowd = vec!["root"; 2000];
    assert_eq!(
        refused(&clip(&crowd, 333.0, vec![]), &skeleton),
        ErrorKind::Poses { count: 19_980_000, most: 1 << 24 }
    );
    assert_eq!(of_own_nodes(&clip(&[], 1.0, vec![])).unwrap_err().kind, ErrorKind::NoBones);
    let many = of_own_nodes(&clip(&["bone"; 333], 1.0, vec![])).unwrap_err();
    assert_eq!(many.kind, ErrorKind::Bones { count: 333 });
    let two = [clip(&["root"], 1.0, vec![]), clip(&["root"], 1.0, vec![])];
    assert!(matches!(Mm2Ped::from_clips(&two).unwrap_err().kind, ErrorKind::Clips { .. }));
    let invalid = of_own_nodes(&clip(&["root"], f64::NAN, vec![])).unwrap_err();
    assert!(
        std::error::Error::source(&invalid).is_some_and(<dyn std::error::Error>::is::<anim_core::ClipError>)
    );
}

#[test]
fn the_limit_of_poses_is_an_option() {
    let skeleton = chain(&["root"]);
    let encode = |poses| {
        let options = EncodeOptions { poses: NonZeroUsize::new(poses).unwrap(), ..EncodeOptions::default() };
        encoded(&clip(&["root", "other"], 1.0, vec![]), &skeleton, options).map_err(|error| error.kind)
    };
    // 30 frames of two nodes.
    assert!(encode(60).is_ok());
    let error = encode(59).unwrap_err();
    assert_eq!(error, ErrorKind::Poses { count: 60, most: 59 });
    assert!(error.to_string().contains("the option `poses` allows more"), "{error}");
}

#[test]
fn nodes_that_rest_beside_the_bones_are_reported() {
    // An object holds the hips and a mesh; a lamp stands apart, and a lantern that moves.
    let moved = [0.0, 0.5, 0.0, 0.3, 0.5, 0.4];
    let path = |node| channel(node, Property::Translation, &[0.0, 0.1], &moved, Ease::Step);
    let mut own = clip(&["object", "hips", "leg"], 0.2, vec![path(1), path(5)]);
    let parents = [("mesh", Some(0)), ("lamp", None), ("lantern", None), ("bulb", Some(4))];
    own.nodes.extend(parents.map(|(name, parent)| {
        let mut node = Node::new(name);
        node.parent = parent;
        node
    }));
    let mut report = Report::new();
    Mm2Ped::from_clips_with(std::slice::from_ref(&own), &EncodeOptions::default(), &mut report).unwrap();
    let dropped = report.losses.iter().filter(|loss| loss.code.id == "mm2-ped::dropped");
    let mut dropped: Vec<_> = dropped.map(|loss| (loss.node.as_deref(), &loss.message[..15])).collect();
    dropped.sort_unstable();
    let [motion, rest] = ["no bone has the", "the node does n"];
    assert_eq!(
        dropped,
        [(Some("bulb"), rest), (Some("lamp"), rest), (Some("lantern"), motion), (Some("mesh"), rest)]
    );
}
