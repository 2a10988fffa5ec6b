//! Bounds on the distance of bones from their frames outside a clip, where their motion does not simply repeat.

use anim_core::Bounds;

use super::figure::Figure;
use super::solver::Solver;

/// A bound on each part of a difference, as a distance from its value at a time, or 0 where the times of
/// [`anim_core::Outside::spans`] show all of it: for the position of the first bone, for the rotation of each bone relative to its
/// parent, and for the position of each bone relative to the bone above.
pub(super) fn limits(bounds: &Bounds<'_>, figure: &Figure<'_>, solver: &Solver<'_>) -> Vec<f64> {
    let path = |node: usize| {
        let mut path: Vec<usize> =
            std::iter::successors(Some(node), |node| figure.parents()[*node]).collect();
        path.reverse();
        path
    };
    let position = solver.node(0).map_or(0.0, |node| bounds.position(&path(node), 0));
    let bones = solver.local.len();
    let (mut angles, mut moved) = (vec![0.0; bones], vec![0.0; bones]);
    for bone in 0..bones {
        let Some(node) = solver.node(bone) else { continue };
        let own = path(node);
        let mut above = solver.parent(bone);
        while let Some(parent) = above.filter(|&parent| solver.node(parent).is_none()) {
            above = solver.parent(parent);
        }
        let anchor = above.and_then(|above| solver.node(above));
        let (angle, distance) = match anchor {
            None => (bounds.rotation(&own, 0), bounds.position(&own, 0)),
            Some(anchor) => match own.iter().position(|node| *node == anchor) {
                Some(place) => (bounds.rotation(&own, place + 1), bounds.position(&own, place + 1)),
                None => apart(bounds, &own, &path(anchor)),
            },
        };
        angles[bone] = angle;
        moved[bone] = if bone > 0 { distance } else { 0.0 };
    }
    [position].into_iter().chain(angles).chain(moved).collect()
}

/// The bounds for a node relative to one that is not above it.
fn apart(bounds: &Bounds<'_>, path: &[usize], anchor: &[usize]) -> (f64, f64) {
    let turned = bounds.rotation(anchor, 0);
    let swung = if turned > 0.0 { turned * (bounds.far(path) + bounds.far(anchor)) } else { 0.0 };
    (bounds.rotation(path, 0) + turned, bounds.position(path, 0) + bounds.position(anchor, 0) + swung)
}
