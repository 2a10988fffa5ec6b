//! Frames to curves.

use anim_core::{Channel, Clip, Curve, Ease, Node, Property, Rate, Times, Transform};

use crate::anim::FRAMES_PER_SECOND;
use crate::pose::EULER_ORDER;
use crate::text::displayed;
use crate::{Anim, Bone, ClipOptions, Interpolate, Motion, Skeleton};

/// The bones of a figure as nodes.
pub(crate) fn nodes(figure: &Skeleton) -> Vec<Node> {
    figure.bones().iter().map(node).collect()
}

fn node(bone: &Bone) -> Node {
    let rest = Transform { translation: bone.offset.map(f64::from), ..Transform::IDENTITY };
    let mut node = Node::new(displayed(&bone.name)).with_rest(rest);
    node.parent = bone.parent;
    node
}

/// The name of the clip of a skeleton.
pub(super) const REST: &str = "rest";

/// A skeleton as a clip in which nothing moves.
pub(super) fn rest_clip(skeleton: &Skeleton, options: ClipOptions) -> Clip {
    let rate = Rate::per_second(FRAMES_PER_SECOND);
    let mut clip = Clip::new(REST).with_rate(rate).with_nodes(nodes(skeleton));
    clip.metadata = changed_options(options);
    clip
}

/// These frames of a file, at least one, as a clip in the given order.
pub(super) fn clip_of(
    name: String,
    anim: &Anim,
    frames: &[usize],
    nodes: Vec<Node>,
    options: ClipOptions,
) -> Clip {
    let rate = Rate::per_second(FRAMES_PER_SECOND);
    let linear = options.interpolate == Interpolate::Linear;
    let closing = frames.first().filter(|_| linear);
    let count = frames.len() + usize::from(linear);
    let columns = columns(anim, frames.iter().chain(closing).copied(), count);
    let ease = if linear { Ease::Linear } else { Ease::Step };
    let times = Times::uniform(0.0, rate, count);
    let properties =
        [Property::Translation].into_iter().chain(std::iter::repeat(Property::Euler(EULER_ORDER)));
    let channels =
        columns.into_iter().zip(properties).enumerate().filter_map(|(column, (values, property))| {
            let curve = Curve::new(times.clone().ok()?, 3, values, ease).ok()?;
            Channel::new(column.saturating_sub(1), property, curve).ok()
        });
    let channels = channels.collect();
    let mut clip = Clip::new(name).with_rate(rate).with_nodes(nodes).with_channels(channels);
    clip.duration = rate.time(frames.len() as f64);
    clip.metadata = metadata(anim, frames, options);
    clip
}

/// The floats of frames in groups of three: the positions of the root, then the angles of each bone.
fn columns(anim: &Anim, frames: impl Iterator<Item = usize>, count: usize) -> Vec<Vec<f64>> {
    let mut columns = vec![Vec::new(); anim.bones() + 1];
    for column in &mut columns {
        column.reserve_exact(3 * count);
    }
    for frame in frames {
        let (threes, _) = anim.frame(frame).unwrap_or_default().as_chunks::<3>();
        for (column, three) in columns.iter_mut().zip(threes) {
            column.extend_from_slice(&three.map(f64::from));
        }
    }
    columns
}

fn metadata(anim: &Anim, frames: &[usize], options: ClipOptions) -> Vec<(String, String)> {
    // The distance belongs to the complete file. The game's motion no longer contains it.
    let travel = match options.motion {
        Motion::File => anim.travel(),
        Motion::Game => anim.travel_over(frames.iter().copied()),
    };
    let mut facts = vec![
        ("mm2.layout".to_owned(), anim.layout().name().to_owned()),
        ("mm2.distance".to_owned(), anim.distance.to_string()),
        ("mm2.travel".to_owned(), travel.to_string()),
        ("mm2.flag".to_owned(), anim.flag.to_string()),
        ("mm2.interpolate".to_owned(), options.interpolate.name().to_owned()),
    ];
    facts.extend(changed_options(options));
    facts
}

/// The options that differ from the defaults, as metadata.
fn changed_options(options: ClipOptions) -> Vec<(String, String)> {
    let default = ClipOptions::default();
    let facts = [
        ("mm2.motion", options.motion != default.motion, options.motion.name()),
        ("mm2.mirror", options.mirror, "true"),
    ];
    let changed = facts.into_iter().filter(|(_, changed, _)| *changed);
    changed.map(|(key, _, value)| (key.to_owned(), value.to_owned())).collect()
}
