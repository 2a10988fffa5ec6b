//! Inverses of maps.

use anim_core::Affine;
use anim_core::vector::{cross, dot, length};

/// The minimum volume spanned by a map's axes, relative to that of a box with the same lengths: single precision cannot represent
/// the inverse of flatter maps well.
const FLAT: f64 = 1e-4;

/// The maximum ratio of a map's largest axis to its smallest, for the same reason.
const UNEVEN: f64 = 1e4;

/// The inverse of a map; `None` if the map is flat, or if single precision cannot represent both.
pub(super) fn inverse(map: &Affine) -> Option<Affine> {
    let is_single = |map: &Affine| map.to_rows().iter().all(|value| (*value as f32).is_finite());
    if !is_single(map) || is_flat(map) {
        return None;
    }
    map.inverse().filter(is_single)
}

/// Whether a map has an axis of length 0, or axes that differ too much in length or lie too near to one plane.
fn is_flat(map: &Affine) -> bool {
    let axes: [[f64; 3]; 3] = std::array::from_fn(|c| map.0.map(|row| row[c]));
    let sizes = axes.map(length);
    let (least, most) =
        sizes.iter().fold((f64::INFINITY, 0.0f64), |(a, b), size| (a.min(*size), b.max(*size)));
    // Axes of length 1 keep the volume from overflowing.
    let [x, y, z] = std::array::from_fn(|c| axes[c].map(|value| value / sizes[c]));
    least == 0.0 || most > UNEVEN * least || dot(x, cross(y, z)).abs() < FLAT
}

/// Whether a map mirrors solids.
pub(super) fn mirrors(map: &Affine) -> bool {
    let [x, y, z] = std::array::from_fn(|c| map.0.map(|row| row[c]));
    dot(x, cross(y, z)) < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_and_its_inverse_cancel_out() {
        let maps = [
            [1.0, 0.0, 0.0, 5.0, 0.0, 1.0, 0.0, -3.0, 0.0, 0.0, 1.0, 2.0],
            [0.0, -2.0, 0.5, 5.0, 3.0, 0.1, 0.0, -3.0, 0.0, 0.4, -1.0, 2.0],
            [1e-6, 0.0, 0.0, 9.0, 0.0, 0.0, -2e-6, 0.0, 1e-7, 3e-6, 0.0, 1e3],
            // The third axis is as near to the plane of the others as allowed.
            [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.999_999_995, 0.0, 0.0, 0.0, FLAT, 0.0],
        ];
        for rows in maps {
            let map = Affine::from_rows(rows);
            let inverse = inverse(&map).unwrap();
            for product in [map.after(&inverse), inverse.after(&map)] {
                assert!(product.distance(&Affine::IDENTITY) < 1e-6, "{product:?}");
            }
        }
    }

    #[test]
    fn flat_maps_and_maps_beyond_single_precision_have_none() {
        let scaled = |x: f64, y: f64, z: f64, place: f64| {
            Affine::from_rows([x, 0.0, 0.0, place, 0.0, y, 0.0, 0.0, 0.0, 0.0, z, 0.0])
        };
        for map in [
            scaled(0.0, 1.0, 1.0, 0.0),
            scaled(0.0, 0.0, 0.0, 1.0),
            scaled(1.0, 1e-9, 1.0, 0.0),
            scaled(1.0, 1.0, 1.0, 1e39),
            scaled(1e-30, 1e-30, 1e-30, 1e30),
            scaled(f64::NAN, 1.0, 1.0, 0.0),
            Affine::from_rows([1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]),
        ] {
            assert_eq!(inverse(&map), None, "{map:?}");
        }
        assert!(mirrors(&scaled(1.0, -2.0, 1.0, 0.0)) && !mirrors(&scaled(-1.0, -2.0, 1.0, 0.0)));
    }
}
