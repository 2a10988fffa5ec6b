//! The difference that the unknown direction of quadratic and cubic segments can make.

use std::f64::consts::PI;

use anim_core::quaternion::{self, Quaternion};
use anim_core::{Deviation, Property, climb};

use crate::{Ease, Key, Keyframe, Subtrack};

/// The fractions of each segment at which directions are compared; those of the segment that differs most are searched for the largest
/// angle.
const PLACES: [f64; 7] = [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875];

/// The largest difference between ease-in, which is played, and the other directions, in the components of a property that play their
/// keys. `None` if the file states all directions. An angle is measured if all components have the same keys, otherwise it is a bound.
pub(super) fn unknown(property: &Property, parts: &[Option<&Subtrack>]) -> Option<Deviation> {
    let changes: Vec<f64> = parts.iter().map(|part| part.map_or(0.0, largest)).collect();
    let most = changes.iter().copied().fold(0.0, f64::max);
    let size = match property {
        _ if most == 0.0 => return None,
        Property::Rotation => match parts {
            [Some(x), Some(y), Some(z), Some(w)] => angle([x, y, z, w]).unwrap_or(PI),
            _ => PI,
        },
        Property::Euler(_) => changes.iter().sum::<f64>().min(PI),
        Property::Translation | Property::Displacement => {
            changes.iter().map(|change| change * change).sum::<f64>().sqrt()
        }
        _ => most,
    };
    Some(Deviation::of(property, size))
}

/// The exponent of an ease of unknown direction.
fn power(ease: &Ease) -> Option<i32> {
    match ease {
        Ease::Quadratic => Some(2),
        Ease::Cubic => Some(3),
        _ => None,
    }
}

/// The largest difference in one component. Ease-in and ease-out differ most in the middle: for u² by 1/2, for u³ by 3/4 of the change
/// in value.
fn largest(part: &Subtrack) -> f64 {
    let keys: Vec<&Key> = keys(part).map(|(_, key)| key).collect();
    let segments = keys.windows(2).filter_map(|pair| {
        let part = 1.0 - 0.5_f64.powi(power(&pair[0].ease)? - 1);
        Some(part * (pair[1].value - pair[0].value).abs())
    });
    segments.fold(0.0, f64::max)
}

fn keys(part: &Subtrack) -> impl Iterator<Item = (usize, &Key)> {
    part.keyframes.iter().enumerate().filter_map(|(index, keyframe)| match keyframe {
        Keyframe::Key(key) => Some((index, key)),
        _ => None,
    })
}

/// The largest angle in radians between rotations whose components have keys at the same timepoints; `None` if they do not, or if a
/// segment also has a spline.
fn angle(parts: [&Subtrack; 4]) -> Option<f64> {
    let keys = parts.map(|part| keys(part).collect::<Vec<_>>());
    let count = keys[0].len();
    let is_shared = |part: &Vec<(usize, &Key)>| {
        part.len() == count && part.iter().zip(&keys[0]).all(|(own, first)| own.0 == first.0)
    };
    if !keys.iter().all(is_shared) {
        return None;
    }
    // Of the segment that differs most, the products of quaternions, which are smallest where the angle is largest.
    let mut widest = (1.0, None);
    for segment in 1..count {
        let pairs = keys.each_ref().map(|part| [part[segment - 1].1, part[segment].1]);
        if pairs.iter().all(|[from, _]| power(&from.ease).is_none()) {
            continue;
        }
        if pairs.iter().any(|[from, _]| matches!(from.ease, Ease::Bezier { .. })) {
            return None;
        }
        for other in [ease_out, ease_in_out] {
            let product = |u: f64| quaternion::dot(at(&pairs, u, f64::powi), at(&pairs, u, other)).abs();
            let least = PLACES.into_iter().map(product).fold(f64::INFINITY, f64::min);
            if least < widest.0 {
                widest = (least, Some((pairs, other)));
            }
        }
    }
    let Some((pairs, other)) = widest.1 else { return Some(0.0) };
    let angle = |u: f64| quaternion::angle_between(at(&pairs, u, f64::powi), at(&pairs, u, other));
    let seen = PLACES.into_iter().map(angle).fold(0.0, f64::max);
    Some(seen.max(climb([0.0, 1.0], angle)))
}

/// The rotation at a fraction of a segment, in one direction of the eases that the file does not state.
fn at(pairs: &[[&Key; 2]; 4], u: f64, direction: fn(f64, i32) -> f64) -> Quaternion {
    quaternion::normalize(pairs.map(|[from, to]| {
        let part = match (power(&from.ease), &from.ease) {
            (Some(power), _) => direction(u, power),
            (None, Ease::Constant) => 0.0,
            _ => u,
        };
        from.value + (to.value - from.value) * part
    }))
}

fn ease_out(u: f64, power: i32) -> f64 {
    1.0 - (1.0 - u).powi(power)
}

fn ease_in_out(u: f64, power: i32) -> f64 {
    if u < 0.5 { (2.0 * u).powi(power) / 2.0 } else { 1.0 - (2.0 - 2.0 * u).powi(power) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(keys: &[(f64, Ease)]) -> Subtrack {
        let keyframes = keys.iter().map(|(value, ease)| Keyframe::Key(Key::new(*value, ease.clone())));
        Subtrack { keyframes: keyframes.collect(), ..Subtrack::default() }
    }

    #[test]
    fn components_differ_together() {
        use Ease::{Constant, Cubic, Linear, Quadratic};
        let still = part(&[(0.0, Linear), (0.0, Linear)]);
        let move_by = |change: f64, ease: Ease| part(&[(0.0, ease.clone()), (change, ease)]);
        // From no rotation to half a turn about z.
        let turn = |ease: Ease| [move_by(1.0, ease.clone()), part(&[(1.0, ease.clone()), (0.0, ease)])];
        let [cubic_z, cubic_w] = turn(Cubic);
        let [square_z, square_w] = turn(Quadratic);
        let other_times = Subtrack {
            keyframes: [vec![Keyframe::Absent], square_w.keyframes.clone()].concat(),
            ..Subtrack::default()
        };
        let units = |x: &Subtrack| unknown(&Property::Translation, &[Some(x), Some(x), Some(x)]);
        assert_eq!(units(&move_by(2.0, Linear)), None);
        assert_eq!(units(&move_by(2.0, Constant)), None);
        for (found, expected) in [
            (units(&move_by(2.0, Cubic)), 1.5 * 3f64.sqrt()),
            (units(&move_by(2.0, Quadratic)), 3f64.sqrt()),
            (unknown(&Property::Scale, &[None, Some(&cubic_z), Some(&square_z)]), 0.75),
            (
                unknown(&Property::Rotation, &[Some(&still), Some(&still), Some(&cubic_z), Some(&cubic_w)]),
                2.574,
            ),
            (
                unknown(&Property::Rotation, &[Some(&still), Some(&still), Some(&square_z), Some(&square_w)]),
                1.855,
            ),
            (
                unknown(
                    &Property::Rotation,
                    &[Some(&still), Some(&still), Some(&square_z), Some(&other_times)],
                ),
                PI,
            ),
            (unknown(&Property::Rotation, &[None, None, Some(&square_z), None]), PI),
        ] {
            let found = found.unwrap().size;
            assert!((found - expected).abs() < 1e-3, "{found} {expected}");
        }
    }
}
