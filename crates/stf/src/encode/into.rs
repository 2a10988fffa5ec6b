//! Clips for the nodes of an existing document.

use std::cell::Cell;

use anim_core::{Clip, KeyLimit, KeyPool, Node, Report};
use anim_retarget::{Figure, Mapping, Options, Size, retarget};

use super::bounds::keeps;
use super::tracks::Encoder;
use crate::scene::Scene;
use crate::{Animation, EncodeOptions};

/// The hierarchy of a document as a figure whose ids are the paths of its nodes.
pub(super) fn figure(scene: &Scene) -> Figure {
    let node = |known: &crate::scene::SceneNode| {
        let mut node = Node::new(&known.name).with_rest(known.rest);
        node.parent = known.parent;
        node.morphs.clone_from(&known.morphs);
        node.id = Some(known.path.clone());
        node
    };
    Figure::new(scene.nodes.iter().map(node).collect())
}

/// A clip as an animation of the nodes of a document. A clip of the document's own figure keeps its curves.
pub(super) fn animation(
    clip: &Clip,
    scene: &Scene,
    figure: &Figure,
    options: &EncodeOptions,
    (room, pool): (&Cell<usize>, &KeyPool),
    report: &mut Report,
) -> Animation {
    let map = options.bones.as_ref();
    let mapping = Mapping::new(clip, figure, map);
    mapping.report_unmatched(clip, figure, report);
    Mapping::report_map(clip, figure, map, report);
    let how = Options {
        reference: options.reference,
        travel: options.travel,
        axes: options.axes,
        size: Size::Legs,
        tolerance: options.tolerance,
        tolerance_angle: options.tolerance_angle,
        jump: None,
        limit: KeyLimit { per_key: f64::from(options.baked_keys.get()), ..KeyLimit::default() },
    };
    let retargeted = retarget(clip, figure, &mapping, &how, report);
    // The pool has the keys of the clip itself.
    for channel in retargeted.channels.iter().filter(|channel| keeps(&retargeted, &[channel], options)) {
        pool.take(channel.curve().len(), channel.curve().width());
    }
    let prefixes: Vec<_> = scene.nodes.iter().map(|node| Some(node.steps())).collect();
    let before = report.losses.len();
    let encoder = Encoder { clip: &retargeted, options, prefixes: &prefixes, is_new: false, room, pool };
    let animation = encoder.animation(report);
    mapping.trace(clip, figure, report.losses.get_mut(before..).unwrap_or_default());
    animation
}
