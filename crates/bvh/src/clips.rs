//! Document to clip: one node for each joint, one key for each frame.

mod curves;
mod names;

use anim_core::{Channel, Clip, ClipError, Location, Node, Rate, Report, Times, Transform};

use crate::{Bvh, ClipOptions, Joint, Role, codes};
use curves::Curves;
use names::of_end;
pub(crate) use names::unique;

/// The metadata key for the list of nodes that are end sites, by index.
pub(crate) const ENDS: &str = "bvh.ends";

/// Frame times that a clip can have, in seconds: far longer than the distance of times that count as equal, and no longer than years.
const FRAME_TIMES: std::ops::RangeInclusive<f64> = 1e-7..=1e8;

/// The document as one clip: see [`Format::lower`](anim_core::Format::lower) of [`Bvh`].
pub(crate) fn of(bvh: &Bvh, options: ClipOptions, report: &mut Report) -> Vec<Clip> {
    let motion = bvh.motion();
    let rate = rate(motion.frame_time).unwrap_or_else(|| {
        let message = format!(
            "the frame time is {} s, expected 1e-7 to 1e8; the clip has 30 frames a second",
            motion.frame_time
        );
        report.push(codes::ASSUMED_RATE.at(Location::path("motion"), message));
        Rate::per_second(30)
    });
    let mut clip = Clip::new(bvh.name().unwrap_or("animation"))
        .with_rate(rate)
        .with_duration(rate.time(motion.frames as f64))
        .with_nodes(nodes(bvh.joints(), report));
    clip.metadata = vec![
        ("bvh.interpolate".to_owned(), options.interpolate.name().to_owned()),
        ("bvh.position".to_owned(), options.position.name().to_owned()),
        (ENDS.to_owned(), ends(bvh.joints())),
    ];
    // This cannot fail: times are moderate multiples of a moderate frame time, and every curve has a key for each frame.
    match channels(bvh, rate, options) {
        Ok(channels) => clip.channels = channels,
        Err(error) => debug_assert!(false, "{error}"),
    }
    vec![clip]
}

/// The channels of all joints.
fn channels(bvh: &Bvh, rate: Rate, options: ClipOptions) -> Result<Vec<Channel>, ClipError> {
    let motion = bvh.motion();
    if motion.frames == 0 || motion.values.is_empty() {
        return Ok(Vec::new());
    }
    let curves = Curves {
        times: Times::uniform(0.0, rate, motion.frames)?,
        values: &motion.values,
        width: bvh.width(),
        options,
    };
    curves.channels(bvh.joints().iter().zip(bvh.columns().map(|columns| columns.start)))
}

/// The rate of a usable frame time: a rate of whole numbers if its frame time has the same bits, or else one frame in this time.
/// A rounded time such as 0.0333333 is kept exactly.
pub(crate) fn rate(frame_time: f64) -> Option<Rate> {
    if !FRAME_TIMES.contains(&frame_time) {
        return None;
    }
    let per_second = (1.0 / frame_time).round();
    // The rates of NTSC television.
    let per_1001_seconds = 1000.0 * (1.001 / frame_time).round();
    let sixtieths = (60.0 * frame_time).round();
    [[per_second, 1.0], [60.0, sixtieths], [per_1001_seconds, 1001.0], [1.0, frame_time]]
        .into_iter()
        .filter_map(|[frames, seconds]| Rate::new(frames, seconds).ok())
        .find(|rate| rate.time(1.0) == frame_time)
}

fn nodes(joints: &[Joint], report: &mut Report) -> Vec<Node> {
    let mut nodes = Vec::with_capacity(joints.len());
    for (index, (joint, name)) in joints.iter().zip(names(joints)).enumerate() {
        if !joint.name.is_empty() && name != joint.name.to_str() {
            let message =
                format!("the node is `{name}`, because another one has the name {}", joint.name.quoted());
            report.push(codes::RENAMED.at(Location::path(format!("joint[{index}]")), message));
        }
        let rest = Transform { translation: joint.offset, ..Transform::IDENTITY };
        let mut node = Node::new(name).with_rest(rest);
        node.parent = joint.parent;
        nodes.push(node);
    }
    nodes
}

/// The unique name of the node of each joint.
pub(crate) fn names(joints: &[Joint]) -> Vec<String> {
    let mut unique = unique(joints.iter().map(|joint| joint.name.to_str()));
    let mut names: Vec<String> = Vec::with_capacity(joints.len());
    for joint in joints {
        let given = joint.name.to_str();
        let name = match (&joint.role, joint.parent) {
            (Role::End, Some(parent)) if given.is_empty() => unique.invent(of_end(&names[parent])),
            _ if given.is_empty() => unique.invent("joint"),
            _ => unique.take(given),
        };
        names.push(name.into_owned());
    }
    names
}

/// The end sites by index.
fn ends(joints: &[Joint]) -> String {
    let ends = joints.iter().enumerate().filter(|(_, joint)| joint.role == Role::End);
    ends.map(|(index, _)| index.to_string()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_time_is_the_rate_with_the_same_frame_time() {
        for (frame_time, parts) in [
            (1.0 / 30.0, [30.0, 1.0]),
            (1.0 / 120.0, [120.0, 1.0]),
            (0.04, [25.0, 1.0]),
            (2.0, [60.0, 120.0]),
            (7.0 / 60.0, [60.0, 7.0]),
            (1001.0 / 30000.0, [30000.0, 1001.0]),
            (0.033_333_3, [1.0, 0.033_333_3]),
            (0.008_333, [1.0, 0.008_333]),
            (std::f64::consts::PI, [1.0, std::f64::consts::PI]),
        ] {
            assert_eq!(rate(frame_time).map(Rate::parts), Some(parts), "{frame_time}");
        }
        for odd in [0.0, -0.1, 1e-9, 1e9] {
            assert_eq!(rate(odd), None);
        }
    }
}
