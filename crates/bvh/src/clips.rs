//! Document to clip: a node a joint, a key a frame.

mod curves;
mod names;

use std::borrow::Cow;

use anim_core::{
    Clip, ClipError, Document, Format, FormatInfo, Location, Node, Options, Rate, Sink, Times, Transform,
};

use crate::check::check;
use crate::{Bvh, ClipOptions, Joint, Role, codes};
use curves::Curves;
pub(crate) use names::{Unique, of_end};

/// The entry of a clip's metadata that lists the nodes that are end sites, by index.
pub(crate) const ENDS: &str = "bvh.ends";

/// Frame times that clips have, in seconds. Others are no times, or their frames run together.
const FRAME_TIMES: std::ops::RangeInclusive<f64> = 1e-6..=1e6;

impl Document for Bvh {
    fn info(&self) -> &'static FormatInfo {
        &Self::INFO
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        let mut bytes = Vec::new();
        self.write_into(&mut bytes);
        Cow::Owned(bytes)
    }

    fn check(&self, sink: &mut dyn Sink) {
        check(self, sink);
    }

    fn to_clips(&self, options: &Options, sink: &mut dyn Sink) -> Vec<Clip> {
        vec![self.to_clip(ClipOptions::from(options), sink)]
    }
}

impl Bvh {
    /// The file as one clip, named for the file or `animation`.
    ///
    /// Every joint is a node of the same index, resting unrotated at its offset, and every frame a key of its channels,
    /// at the file's own times. Positions are the channel `translation`, or the components of it that there are. Rotations
    /// about three different axes are `euler` in the order of the file, those about two have a third angle of 0, one
    /// alone is `angle`; where an axis comes twice they are `rotation`. End sites are nodes without channels, named
    /// `PARENT_end` unless the file names them, and listed in the metadata.
    ///
    /// The duration is frames × frame time. Without frames there are no channels.
    pub fn to_clip(&self, options: ClipOptions, sink: &mut dyn Sink) -> Clip {
        let motion = self.motion();
        let rate = rate(motion.frame_time).unwrap_or_else(|| {
            let message =
                format!("the frame time is {} s: 30 frames a second are assumed", motion.frame_time);
            sink.report(codes::ASSUMED_RATE.at(Location::path("motion"), message));
            Rate::per_second(30)
        });
        let mut clip = Clip {
            name: self.name().unwrap_or("animation").to_owned(),
            duration: rate.time(motion.frames as f64),
            rate: Some(rate),
            nodes: nodes(self.joints(), sink),
            metadata: vec![
                ("bvh.interpolate".to_owned(), options.interpolate.name().to_owned()),
                ("bvh.position".to_owned(), options.position.name().to_owned()),
                (ENDS.to_owned(), ends(self.joints())),
            ],
            ..Clip::default()
        };
        // Every time is a moderate multiple of a moderate frame time, and every curve has a key a frame.
        if let Err(error) = self.channels(rate, options, &mut clip) {
            debug_assert!(false, "{error}");
        }
        clip
    }

    fn channels(&self, rate: Rate, options: ClipOptions, clip: &mut Clip) -> Result<(), ClipError> {
        let motion = self.motion();
        if motion.frames == 0 || motion.values.is_empty() {
            return Ok(());
        }
        let curves = Curves {
            times: Times::uniform(0.0, rate, motion.frames)?,
            values: &motion.values,
            width: self.width(),
            options,
        };
        for (node, (joint, columns)) in self.joints().iter().zip(self.columns()).enumerate() {
            curves.positions(node, joint, columns.start, &mut clip.channels)?;
            curves.rotations(node, joint, columns.start, &mut clip.channels)?;
        }
        Ok(())
    }
}

/// The rate of a frame time, if it is one: whole frames a second where the time is the nearest number to such a part of
/// a second, else one frame in that time. A rounded time such as 0.0333333 stays what it is.
fn rate(frame_time: f64) -> Option<Rate> {
    if !FRAME_TIMES.contains(&frame_time) {
        return None;
    }
    let per_second = (1.0 / frame_time).round();
    // The rates of American television.
    let per_1001_seconds = 1000.0 * (1.001 / frame_time).round();
    let sixtieths = (60.0 * frame_time).round();
    [[per_second, 1.0], [60.0, sixtieths], [per_1001_seconds, 1001.0], [1.0, frame_time]]
        .into_iter()
        .filter_map(|[frames, seconds]| Rate::new(frames, seconds).ok())
        .find(|rate| rate.time(1.0) == frame_time)
}

fn nodes(joints: &[Joint], sink: &mut dyn Sink) -> Vec<Node> {
    let mut names = Unique::new(joints.iter().map(|joint| joint.name.to_str().into_owned()));
    let mut nodes: Vec<Node> = Vec::with_capacity(joints.len());
    for (index, joint) in joints.iter().enumerate() {
        let given = joint.name.to_str();
        let name = match (&joint.role, joint.parent) {
            (Role::End, Some(parent)) if given.is_empty() => names.made(&of_end(&nodes[parent].name)),
            _ if given.is_empty() => names.made("joint"),
            _ => names.given(&given),
        };
        if !given.is_empty() && name != given {
            let message = format!("the joint {} is called `{name}`: its name is taken", joint.name.quoted());
            sink.report(codes::RENAMED.at(Location::path(format!("joint[{index}]")), message));
        }
        let rest = Transform { translation: joint.offset, ..Transform::IDENTITY };
        nodes.push(Node { parent: joint.parent, rest, ..Node::new(name) });
    }
    nodes
}

fn ends(joints: &[Joint]) -> String {
    let ends = joints.iter().enumerate().filter(|(_, joint)| joint.role == Role::End);
    ends.map(|(index, _)| index.to_string()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_time_is_the_rate_it_is_nearest_to() {
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
