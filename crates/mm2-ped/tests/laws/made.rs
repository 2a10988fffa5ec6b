//! Clips made by hand, and the files they become.

use anim_core::{Channel, Curve, Ease, Node, Pose, Property, Rate, Times, Transform, laws};
use anim_mm2_ped::{Anim, Clip, EncodeOptions, Error, File, FileKind, Mm2Ped, Report, Skeleton};

use crate::figures::encoded;

pub(crate) fn channel(node: usize, property: Property, times: &[f64], values: &[f64], ease: Ease) -> Channel {
    let curve = Curve::new(Times::keys(times).unwrap(), property.width(), values.to_vec(), ease).unwrap();
    Channel::new(node, property, curve).unwrap()
}

pub(crate) fn still(node: usize, property: Property, values: &[f64]) -> Channel {
    channel(node, property, &[0.0], values, Ease::Step)
}

/// The nodes of a chain, each half a metre above its parent, for `seconds` at 30 frames per second.
pub(crate) fn clip(names: &[&str], seconds: f64, channels: Vec<Channel>) -> Clip {
    let node = |(index, name): (usize, &&str)| {
        let rest = Transform { translation: [0.0, 0.5, 0.0], ..Transform::IDENTITY };
        let mut node = Node::new(*name).with_rest(rest);
        node.parent = index.checked_sub(1);
        node
    };
    let nodes = names.iter().enumerate().map(node).collect();
    let clip = Clip::default().with_duration(seconds).with_rate(Rate::per_second(30));
    clip.with_nodes(nodes).with_channels(channels)
}

pub(crate) fn encode(clip: &Clip, skeleton: &Skeleton) -> (Anim, Report) {
    encoded(clip, skeleton, EncodeOptions::default()).unwrap()
}

/// A clip as the motion of its own nodes.
pub(crate) fn of_own_nodes(clip: &Clip) -> Result<Mm2Ped, Error> {
    Mm2Ped::from_clips(std::slice::from_ref(clip))
}

/// A clip as a skeleton, with the report.
pub(crate) fn skeleton_of(clip: &Clip) -> (Skeleton, Report) {
    let clips = std::slice::from_ref(clip);
    let options = EncodeOptions { kind: FileKind::Skeleton, ..EncodeOptions::default() };
    let mut report = Report::new();
    let document = Mm2Ped::from_clips_with(clips, &options, &mut report).unwrap();
    laws::joins(&report, clips).unwrap();
    let File::Skeleton(skeleton) = document.file else { panic!("{document:?}") };
    (skeleton, report)
}

pub(crate) fn bits(anim: &Anim) -> Vec<u32> {
    anim.values().iter().map(|value| value.to_bits()).collect()
}

/// The pose of a frame.
pub(crate) fn pose(skeleton: &Skeleton, anim: &Anim, frame: usize) -> Pose {
    let floats: Vec<_> = anim.frame(frame).unwrap().iter().map(|&value| f64::from(value)).collect();
    let mut pose = Pose::default();
    skeleton.pose(&floats, &mut pose);
    pose
}

/// The largest difference of world maps over all frames and bones.
pub(crate) fn apart(skeleton: &Skeleton, a: &Anim, b: &Anim) -> f64 {
    assert_eq!(a.frames(), b.frames());
    let frames = (0..a.frames()).flat_map(|frame| {
        let (a, b) = (pose(skeleton, a, frame), pose(skeleton, b, frame));
        a.world.into_iter().zip(b.world).map(|(a, b)| a.distance(&b)).collect::<Vec<_>>()
    });
    frames.fold(0.0, f64::max)
}
