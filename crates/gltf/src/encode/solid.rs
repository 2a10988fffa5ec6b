//! Solids that make nodes visible, as triangles.

use anim_core::vector::{cross, length};

/// The corners of a triangle, counter-clockwise as seen from outside the solid.
pub(super) type Triangle = [[f64; 3]; 3];

/// A corner of a triangle in single precision: its position and its normal.
pub(super) type Vertex = [[f32; 3]; 2];

/// The thickness of a bone, and the position of the thickest part, relative to its length.
const THICK: f64 = 0.1;

/// An octahedron from the origin to a point, thickest near the origin.
pub(super) fn bone(tip: [f64; 3]) -> Vec<Triangle> {
    let size = length(tip);
    let along = tip.map(|value| value / size);
    let least =
        (0..3).fold(0, |least, axis| if along[axis].abs() < along[least].abs() { axis } else { least });
    let mut other = [0.0; 3];
    other[least] = 1.0;
    let side = cross(along, other);
    let side = side.map(|value| value / length(side));
    let up = cross(along, side);
    let corner = |s: f64, u: f64| -> [f64; 3] {
        std::array::from_fn(|i| THICK * (tip[i] + size * (s * side[i] + u * up[i])))
    };
    let ring = [corner(1.0, 0.0), corner(0.0, 1.0), corner(-1.0, 0.0), corner(0.0, -1.0)];
    let sides = (0..4).flat_map(|i| {
        let (a, b) = (ring[i], ring[(i + 1) % 4]);
        [[tip, a, b], [[0.0; 3], b, a]]
    });
    sides.collect()
}

/// A box around the origin.
pub(super) fn cube(side: f64) -> Vec<Triangle> {
    let side = if (side as f32).is_normal() { side } else { 1.0 };
    let mut triangles = Vec::with_capacity(12);
    for axis in 0..3 {
        for sign in [-1.0, 1.0] {
            let corner = |u: f64, v: f64| {
                let mut corner = [0.0; 3];
                corner[axis] = sign * side / 2.0;
                corner[(axis + 1) % 3] = u * side / 2.0;
                corner[(axis + 2) % 3] = v * sign * side / 2.0;
                corner
            };
            let [a, b, c, d] = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    triangles
}

/// Triangles with flat normals. Those without an area have no normal, those beyond single precision no position: they are left out.
pub(super) fn vertices(triangles: &[Triangle]) -> Vec<Vertex> {
    triangles.iter().copied().filter_map(facet).flatten().collect()
}

fn facet(corners: Triangle) -> Option<[Vertex; 3]> {
    let [a, b, c] = corners;
    let edge = |to: [f64; 3]| -> [f64; 3] { std::array::from_fn(|i| to[i] - a[i]) };
    // The edges are scaled first, because the product of tiny edges would be 0.
    let size = length(edge(b)).max(length(edge(c)));
    let normal = cross(edge(b).map(|x| x / size), edge(c).map(|x| x / size));
    let normal = normal.map(|value| (value / length(normal)) as f32);
    let facet = corners.map(|corner| [corner.map(|value| value as f32), normal]);
    facet.as_flattened().as_flattened().iter().all(|value| value.is_finite()).then_some(facet)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_triangle_has_a_normal_or_is_left_out() {
        let (x, y) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
        let far = |point: [f64; 3]| point.map(|value| value + 1e16);
        for (triangle, is_drawn) in [
            ([[0.0; 3], x, y], true),
            ([[0.0; 3], x.map(|value| value * 1e-30), y.map(|value| value * 1e-30)], true),
            ([[0.0; 3], x, x.map(|value| value * 2.0)], false),
            ([x; 3], false),
            ([far([0.0; 3]), far(x), far(y)], false),
            ([[0.0; 3], x, y.map(|value| value * 1e60)], false),
            ([[0.0; 3], x, y.map(|value| value * f64::INFINITY)], false),
        ] {
            let found = vertices(&[triangle]);
            assert_eq!(found.len(), if is_drawn { 3 } else { 0 }, "{triangle:?}");
            assert!(found.iter().all(|[_, normal]| *normal == [0.0, 0.0, 1.0]), "{triangle:?}");
        }
    }
}
