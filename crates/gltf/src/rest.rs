//! The rest pose of nodes.

#![deny(clippy::indexing_slicing)]

use anim_core::{Affine, Transform, quaternion};

use crate::extensions::VISIBILITY;
use crate::{Finite, Node, Root};

/// The rest pose of a node, and the error of its matrix after decomposition, relative to the largest number of the matrix's
/// linear part. The error is 0 for a node without a matrix.
pub(crate) fn rest(node: &Node) -> (Transform, f64) {
    if let Some(matrix) = &node.matrix {
        let [a, b, c, _, d, e, f, _, g, h, i, _, x, y, z, _] = matrix.map(Finite::get);
        let map = Affine([[a, d, g, x], [b, e, h, y], [c, f, i, z]]);
        let parts = map.decompose();
        let size = [a, b, c, d, e, f, g, h, i].into_iter().map(f64::abs).fold(0.0, f64::max);
        let error = map.distance(&parts.into());
        return (parts, if error > 0.0 { error / size } else { 0.0 });
    }
    let numbers = |values: [Finite; 3]| values.map(Finite::get);
    let parts = Transform {
        translation: node.translation.map_or([0.0; 3], numbers),
        rotation: node.rotation.map_or(quaternion::IDENTITY, |q| unit(q.map(Finite::get))),
        scale: node.scale.map_or([1.0; 3], numbers),
    };
    (parts, 0.0)
}

/// The quaternion normalised to length 1; one that already has this length up to rounding keeps its digits.
fn unit(q: [f64; 4]) -> [f64; 4] {
    if (quaternion::dot(q, q) - 1.0).abs() <= 1e-15 { q } else { quaternion::normalize(q) }
}

/// Whether a node is hidden at rest (`KHR_node_visibility`).
pub(crate) fn is_hidden(node: &Node) -> bool {
    let visible =
        node.extensions.as_ref().and_then(|all| all.value().get(VISIBILITY)?.get("visible")?.as_bool());
    visible == Some(false)
}

/// The number of morph targets of a node's mesh.
pub(crate) fn targets(root: &Root, node: usize) -> usize {
    let mesh = root.nodes.get(node).and_then(|node| root.meshes.get(node.mesh?));
    mesh.and_then(|mesh| mesh.primitives.first()).map_or(0, |primitive| primitive.targets.len())
}

/// The rest weights of `count` morph targets of a node.
pub(crate) fn weights(root: &Root, node: usize, count: usize) -> Vec<f64> {
    let node = root.nodes.get(node);
    let mesh = || root.meshes.get(node?.mesh?);
    let own = node.map(|node| &node.weights).filter(|own| !own.is_empty());
    let own = own.or_else(|| Some(&mesh()?.weights));
    let mut weights: Vec<f64> = own.into_iter().flatten().copied().map(Finite::get).collect();
    weights.resize(count, 0.0);
    weights
}
