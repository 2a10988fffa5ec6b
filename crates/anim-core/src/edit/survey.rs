//! What a motion is like before it is baked.

use super::rounding::is_equal;
use crate::bake::breaks::breaks;
use crate::{Affine, ClipError, Curve, Fineness};

/// The fraction of the largest scale factor by which a matrix may differ from a translation, a rotation and a scale.
const SHEAR: f64 = 1e-6;

/// Where a motion is looked at between two keys: at its start and at two fractions of which no number of turns is whole.
const WITHIN: [f64; 3] = [0.0, 0.276_393_202_250_021, 0.618_033_988_749_894_9];

/// What a motion is like at the keys of its sources and in between, as far as baking follows them.
pub(super) struct Survey {
    /// Whether it has shear, which translation, rotation and scale cannot represent.
    pub(super) shears: bool,
    /// Whether nothing moves.
    pub(super) is_still: bool,
}

impl Survey {
    /// Looks at a motion over a span of seconds; `is_rigid` is whether it cannot have shear.
    ///
    /// Errors: [`ClipError::TooManyKeys`] if the sources have too many keys.
    pub(super) fn of(
        sources: &[&Curve],
        span: [f64; 2],
        Fineness { tolerance, limit, .. }: Fineness,
        is_rigid: bool,
        at: impl Fn(f64) -> Affine,
    ) -> Result<Self, ClipError> {
        let most = limit.most(sources, 3, tolerance);
        let (mut times, end) = breaks(sources, span, most.repeats.min(most.all) as usize)?;
        times.extend([span[0], end]);
        times.sort_by(f64::total_cmp);
        times.dedup();
        let between =
            times.windows(2).flat_map(|pair| WITHIN.map(|part| pair[0] + (pair[1] - pair[0]) * part));
        let first = at(span[0]);
        let mut seen = Self { shears: false, is_still: end == span[1] };
        for map in between.chain([end]).map(at) {
            seen.is_still = seen.is_still && is_equal(map.0.as_flattened(), first.0.as_flattened());
            seen.shears = seen.shears || !is_rigid && shears(&map);
            if !seen.is_still && (is_rigid || seen.shears) {
                break;
            }
        }
        Ok(seen)
    }
}

fn shears(map: &Affine) -> bool {
    let linear = map.linear();
    let size = linear.as_flattened().iter().fold(0.0, |most: f64, part| most.max(part.abs()));
    map.distance(&map.decompose().into()) > SHEAR * size
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ease, Times, Transform, quaternion};

    /// A motion that turns by a number of turns within two seconds.
    fn turns(turns: f64) -> Survey {
        let angle = std::f64::consts::TAU * turns;
        let curve = Curve::new(Times::keys([0.0, 2.0]).unwrap(), 1, vec![0.0, angle], Ease::Linear).unwrap();
        let at = |time: f64| {
            let rotation = quaternion::from_axis_angle([0.0, 0.0, 1.0], curve.at(time)[0]);
            Affine::from(Transform { rotation, ..Transform::IDENTITY })
        };
        Survey::of(&[&curve], [0.0, 2.0], 1e-3.into(), true, at).unwrap()
    }

    #[test]
    fn whole_turns_are_motion() {
        assert!(turns(0.0).is_still);
        for whole in 1..=1000 {
            assert!(!turns(f64::from(whole)).is_still, "{whole} turns");
        }
    }
}
