//! Nodes that move and have a rest matrix: glTF does not allow both (3.6).

use std::collections::BTreeSet;

use anim_core::{Affine, Clip, Deviation, Report};

use crate::nodes::nodes_of;
use crate::rest::rest;
use crate::{Animation, Root, codes};

/// The largest error of a decomposed matrix, relative to its largest number, that is not a loss.
const ROUNDING: f64 = 1e-6;

/// The nodes of a file that have a matrix and whose translation, rotation or scale is animated.
pub(super) fn with_matrix(root: &Root, animations: &[Animation]) -> BTreeSet<usize> {
    let channels = animations.iter().flat_map(|animation| &animation.channels);
    let nodes = channels.filter_map(|channel| channel.target.moved());
    nodes.filter(|node| root.nodes.get(*node).is_some_and(|node| node.matrix.is_some())).collect()
}

/// Reports the nodes among these whose matrix is not a product of translation, rotation and scale. `clip` is one that moves them.
pub(super) fn report_matrices(
    root: &Root,
    moved: &BTreeSet<usize>,
    clip: Option<&Clip>,
    report: &mut Report,
) {
    let Some(clip) = clip.filter(|_| !moved.is_empty()) else { return };
    let names = nodes_of(root);
    for &index in moved {
        let Some((node, named)) = root.nodes.get(index).zip(names.get(index)) else { continue };
        let (parts, error) = rest(node);
        if error > ROUNDING {
            let largest =
                Affine::from(parts).linear().as_flattened().iter().fold(0.0, |a: f64, b| a.max(b.abs()));
            let name = &named.name;
            let message =
                format!("the matrix of `{name}`, which moves, became translation, rotation and scale");
            let error = Deviation::ratio(error * largest);
            report.lose(codes::DECOMPOSED.approximated(error, message).in_clip(clip));
        }
    }
}
