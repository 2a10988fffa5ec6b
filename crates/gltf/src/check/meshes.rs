//! Checks of what nodes state about their meshes, and of the matrices of skins.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Sink, agreeing, counted};

use super::report;
use crate::{ComponentType, ElementType, Root, codes, rest};

/// Reports skins of nodes without a mesh, matrices of skins that do not fit the joints (5.28.1), and weights that are not as many as
/// the morph targets.
pub(super) fn check(root: &Root, sink: &mut dyn Sink) {
    let misfit = |weights: usize, targets: usize| {
        (weights != 0 && weights != targets).then(|| {
            let (weights, do_not) = (counted(weights, "weight"), agreeing(weights, "does", "do"));
            format!("{weights} {do_not} not fit {}", counted(targets, "morph target"))
        })
    };
    for (n, node) in root.nodes.iter().enumerate() {
        if node.skin.is_some() && node.mesh.is_none() {
            let message = "the node has a skin and no mesh that it deforms";
            report(sink, &codes::MESH, format!("nodes[{n}]/skin"), message);
        }
        if node.mesh.is_none_or(|mesh| mesh < root.meshes.len())
            && let Some(message) = misfit(node.weights.len(), rest::targets(root, n))
        {
            report(sink, &codes::MESH, format!("nodes[{n}]/weights"), message);
        }
    }
    for (m, mesh) in root.meshes.iter().enumerate() {
        let targets = mesh.primitives.first().map_or(0, |primitive| primitive.targets.len());
        if let Some(message) = misfit(mesh.weights.len(), targets) {
            report(sink, &codes::MESH, format!("meshes[{m}]/weights"), message);
        }
    }
    for (s, skin) in root.skins.iter().enumerate() {
        let Some(matrices) = skin.inverse_bind_matrices.and_then(|index| root.accessors.get(index)) else {
            continue;
        };
        let path = || format!("skins[{s}]/inverseBindMatrices");
        if matrices.element != ElementType::Mat4 || matrices.component_type != ComponentType::F32 {
            let message = "expected matrices of type MAT4 and component type 5126 (float)";
            report(sink, &codes::TYPE, path(), message);
        } else if matrices.count < skin.joints.len() {
            let (found, joints) = (counted(matrices.count, "element"), counted(skin.joints.len(), "joint"));
            report(sink, &codes::MESH, path(), format!("found {found} for {joints}, expected one for each"));
        }
    }
}
