//! Frames to curves.

use anim_core::{Channel, Clip, Curve, Ease, Node, Property, Rate, Times, Transform};

use crate::encode::HALF_TURN;
use crate::pose::EULER_ORDER;
use crate::{Anim, ClipOptions, FRAMES_PER_SECOND, Facing, Interpolate, Skeleton};

/// The nodes of a figure of so many bones: those of the skeleton if it fits.
pub(super) fn nodes(skeleton: Option<&Skeleton>, bones: usize, options: ClipOptions) -> Vec<Node> {
    let fitting = skeleton.filter(|skeleton| skeleton.bones().len() == bones);
    let mut nodes: Vec<_> = match fitting {
        Some(skeleton) => {
            let bones = skeleton.bones().iter();
            bones.map(|bone| node(&bone.name, bone.parent, bone.offset.map(f64::from))).collect()
        }
        // What has a place but no angles still is something.
        None => (0..bones.max(1))
            .map(|bone| node(&format!("bone_{bone:02}"), (bone > 0).then_some(0), [0.0; 3]))
            .collect(),
    };
    for root in nodes.iter_mut().filter(|node| options.facing == Facing::PositiveZ && node.parent.is_none()) {
        let [x, y, z] = root.rest.translation;
        root.rest.translation = [-x, y, -z];
        root.rest.rotation = HALF_TURN;
    }
    nodes
}

fn node(name: &str, parent: Option<usize>, translation: [f64; 3]) -> Node {
    Node { parent, rest: Transform { translation, ..Transform::IDENTITY }, ..Node::new(name) }
}

/// These frames of a file, in this order, as a clip. There is at least one.
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
    let mut columns = columns(anim, frames.iter().chain(closing).copied(), count);
    if options.facing == Facing::PositiveZ {
        turn(&mut columns, &nodes);
    }
    let ease = if linear { Ease::Linear } else { Ease::Step };
    let times = Times::uniform(0.0, rate, count);
    let properties =
        [Property::Translation].into_iter().chain(std::iter::repeat(Property::Euler(EULER_ORDER)));
    let channels =
        columns.into_iter().zip(properties).enumerate().filter_map(|(column, (values, property))| {
            let curve = Curve::new(times.clone().ok()?, 3, values, ease).ok()?;
            Channel::new(column.saturating_sub(1), property, curve).ok()
        });
    Clip {
        name,
        duration: rate.time(frames.len() as f64),
        rate: Some(rate),
        channels: channels.collect(),
        metadata: metadata(anim, options),
        nodes,
        ..Clip::default()
    }
}

/// The floats of frames by threes: the root's places, then the angles of each bone.
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

/// Half a turn about Y, the axis that turns last, of every bone that hangs on none.
fn turn(columns: &mut [Vec<f64>], nodes: &[Node]) {
    let Some((places, angles)) = columns.split_first_mut() else { return };
    for [x, _, z] in places.as_chunks_mut::<3>().0 {
        (*x, *z) = (-*x, -*z);
    }
    for (angles, _) in angles.iter_mut().zip(nodes).filter(|(_, node)| node.parent.is_none()) {
        for [_, y, _] in angles.as_chunks_mut::<3>().0 {
            *y += std::f64::consts::PI;
        }
    }
}

fn metadata(anim: &Anim, options: ClipOptions) -> Vec<(String, String)> {
    let mut facts = vec![
        ("mm2.layout".to_owned(), anim.layout().name().to_owned()),
        ("mm2.distance".to_owned(), anim.distance.to_string()),
        ("mm2.flag".to_owned(), anim.flag.to_string()),
        ("mm2.interpolate".to_owned(), options.interpolate.name().to_owned()),
    ];
    facts.extend(metadata_of(options));
    facts
}

/// What the options changed.
pub(super) fn metadata_of(options: ClipOptions) -> Vec<(String, String)> {
    let default = ClipOptions::default();
    let facts = [
        ("mm2.motion", options.motion != default.motion, options.motion.name()),
        ("mm2.mirror", options.mirror, "true"),
        ("mm2.facing", options.facing != default.facing, options.facing.name()),
    ];
    let changed = facts.into_iter().filter(|(_, changed, _)| *changed);
    changed.map(|(key, _, value)| (key.to_owned(), value.to_owned())).collect()
}
