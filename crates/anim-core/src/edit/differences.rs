//! The errors of motion as a difference from a pose, and back.

use std::collections::HashMap;

use super::Moment;
use super::additive::stances;
use super::stretch::stretch;
use crate::{Affine, Clip, Deviation, Fate, Loss, Property, Unit};

/// Converts the errors of motion to those of its difference from a pose: scales are divided by that of the pose, and the error of the
/// pose of a moment is in the difference too.
pub(super) fn differ(clip: &Clip, pose: Option<Moment>, losses: &mut [Loss]) {
    // Where there is no such pose, the operation fails.
    let Ok(stances) = stances(clip, pose) else { return };
    let twice = if pose.is_some() { 2.0 } else { 1.0 };
    change_relative(clip, losses, |node| {
        let factor = stances[node].rest.scale.iter().fold(0.0, |most: f64, part| most.max(1.0 / part.abs()));
        let matrix =
            Affine::from(stances[node].rest).inverse().map_or(f64::INFINITY, |back| stretch(&back.linear()));
        [twice, twice * factor, twice * matrix]
    });
}

/// Converts the errors of differences from the rest pose to those of the motion.
pub(super) fn add_up(clip: &Clip, losses: &mut [Loss]) {
    change_relative(clip, losses, |node| {
        let rest = clip.nodes[node].rest;
        let factor = rest.scale.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
        [1.0, factor, stretch(&Affine::from(rest).linear())]
    });
}

/// Multiplies the errors of a clip's transforms by factors of their node: for translations and rotations, scales, and matrices.
fn change_relative(clip: &Clip, losses: &mut [Loss], factors: impl Fn(usize) -> [f64; 3]) {
    let mut nodes = HashMap::with_capacity(clip.nodes.len());
    for (index, node) in clip.nodes.iter().enumerate() {
        nodes.entry(node.name.as_str()).or_insert(index);
    }
    for loss in losses.iter_mut().filter(|loss| loss.clip.as_ref() == Some(&clip.name)) {
        let node = loss.node.as_deref().and_then(|name| nodes.get(name));
        let (Some(&node), Fate::Approximated(error)) = (node, &mut loss.fate) else { continue };
        let [place, scale, matrix] = factors(node);
        let is = |property: &Property| loss.property.as_deref() == Some(property.name());
        error.size *= match error.unit {
            Unit::Angle => place,
            // The numbers of a column together.
            Unit::Own if is(&Property::Matrix) => 3f64.sqrt() * matrix,
            _ if is(&Property::Matrix) => matrix,
            Unit::Length if !is(&Property::Displacement) => place,
            Unit::Ratio if is(&Property::Scale) => scale,
            _ => 1.0,
        };
        if error.unit == Unit::Angle {
            *error = Deviation::angle(error.size);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::Edit;
    use crate::{Code, Node};

    static TEST: Code = Code::note("test::baked", "values are baked");

    /// The errors of the losses of the first node after an operation: of its translation, rotation, scale and matrix.
    fn after(edit: &Edit) -> Vec<f64> {
        let mut clip = Clip::new("nod").with_duration(2.0).with_nodes(vec![Node::new("head")]);
        clip.nodes[0].rest.scale = [0.01, 0.5, 0.1];
        let lost = |error, property: &Property| {
            TEST.approximated(error, "baked").of_node(&clip, 0).of_property(property)
        };
        let mut losses = vec![
            lost(Deviation::length(1e-3), &Property::Translation),
            lost(Deviation { size: 1e-3, unit: Unit::Angle }, &Property::Rotation),
            lost(Deviation::ratio(1e-3), &Property::Scale),
            lost(Deviation::length(1e-3), &Property::Matrix),
        ];
        edit.restate(&[clip], &mut losses);
        let sizes = losses.into_iter().map(|loss| match loss.fate {
            Fate::Approximated(error) => error.size,
            _ => f64::NAN,
        });
        sizes.collect()
    }

    #[test]
    fn errors_of_differences_are_in_the_measure_of_the_pose() {
        let near = |a: &[f64], b: [f64; 4]| a.iter().zip(b).all(|(a, b)| (a / b - 1.0).abs() < 1e-6);
        let found = after(&Edit::Additive(None));
        assert!(near(&found, [1e-3, 1e-3, 0.1, 0.1]), "{found:?}");
        let found = after(&Edit::Additive(Some(Moment::Seconds(1.0))));
        assert!(near(&found, [2e-3, 2e-3, 0.2, 0.2]), "{found:?}");
        let found = after(&Edit::Absolute);
        assert!(near(&found, [1e-3, 1e-3, 5e-4, 5e-4]), "{found:?}");
    }
}
