//! Distances between states of nodes.

use anim_core::{NodeState, Unit, largest_difference, quaternion};

/// The units in which states of nodes differ.
pub(super) const UNITS: [Unit; 4] = [Unit::Own, Unit::Length, Unit::Angle, Unit::Ratio];

/// The distance between two states of a node, in each of the [`UNITS`].
pub(super) fn apart(a: &NodeState, b: &NodeState) -> [f64; 4] {
    let presence = if a.alive == b.alive { 0.0 } else { 1.0 };
    let (a, b) = (a.local(), b.local());
    if a == b {
        return [presence, 0.0, 0.0, 0.0];
    }
    let (from, to) = (a.decompose(), b.decompose());
    let length = largest_difference(&a.translation(), &b.translation());
    let angle = quaternion::angle_between(from.rotation, to.rotation);
    let scale = largest_difference(&from.scale, &to.scale);
    let linear = largest_difference(a.linear().as_flattened(), b.linear().as_flattened());
    if angle == 0.0 && scale == 0.0 {
        [presence, length, 0.0, linear]
    } else if linear > 0.0 || linear.is_nan() {
        [presence, length, angle, scale]
    } else {
        [presence, length, 0.0, 0.0]
    }
}
