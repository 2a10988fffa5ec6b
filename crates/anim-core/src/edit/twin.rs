//! Other numbers for the same rotation: the quaternion with the opposite sign, angles with other whole or half turns.

use std::f64::consts::{PI, TAU};

use super::draft::Draft;
use crate::{EulerOrder, Property};

/// The change from the numbers of a rotation to equivalent ones: a sign and an offset for each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Twin {
    signs: [f64; 4],
    turns: [f64; 4],
}

impl Twin {
    /// The numbers themselves.
    pub(super) const OWN: Self = Self { signs: [1.0; 4], turns: [0.0; 4] };

    /// The change to the numbers of the same rotation that are nearest to `others`. Only rotations have other numbers;
    /// Euler angles with separate channels, and angles about an axis, change only by whole turns.
    pub(super) fn nearest(property: &Property, own: &[f64], others: &[f64]) -> Self {
        match (property, own) {
            (Property::Rotation, [_, _, _, _]) => {
                let dot: f64 = own.iter().zip(others).map(|(own, other)| own * other).sum();
                Self { signs: [if dot < 0.0 { -1.0 } else { 1.0 }; 4], ..Self::OWN }
            }
            (Property::Angle { .. }, [own]) => {
                let turns = others.first().map_or(0.0, |other| ((other - own) / TAU).round() * TAU);
                Self { turns: [turns; 4], ..Self::OWN }
            }
            (Property::Euler(order), _) => {
                let twin = Self::of_angles(*order, own, others);
                let far = |twin: &Self| -> f64 {
                    let new = own.iter().enumerate().map(|(part, own)| twin.of(part, *own));
                    new.zip(others).map(|(new, other)| (new - other).powi(2)).sum()
                };
                // If both are equally near up to rounding, the numbers stay.
                if far(&twin) < far(&Self::OWN) - 1e-9 { twin } else { Self::OWN }
            }
            _ => Self::OWN,
        }
    }

    /// The change that brings the numbers within so many radians of others; `None` if there is none, or no change is needed.
    pub(super) fn within(radians: f64, property: &Property, own: &[f64], others: &[f64]) -> Option<Self> {
        let twin = Self::nearest(property, own, others);
        if twin == Self::OWN {
            return None;
        }
        let apart = |(part, (own, other)): (usize, (&f64, &f64))| (twin.of(part, *own) - other).abs();
        let most = own.iter().zip(others).enumerate().map(apart).fold(0.0, f64::max);
        (most <= radians).then_some(twin)
    }

    /// This change, and then another.
    pub(super) fn then(&self, next: &Self) -> Self {
        Self {
            signs: std::array::from_fn(|part| self.signs[part] * next.signs[part]),
            turns: std::array::from_fn(|part| next.of(part, self.turns[part])),
        }
    }

    fn of_angles(order: EulerOrder, own: &[f64], others: &[f64]) -> Self {
        let mut twin = Self::OWN;
        if let (&[x, y, z], &[a, b, c]) = (own, others) {
            let near = order.nearest([x, y, z], [a, b, c]);
            let [first, middle, _] = order.axes();
            // Half a turn of the first angle comes with a mirrored middle angle.
            if ((near[first] - own[first]) / PI).round().rem_euclid(2.0) == 1.0 {
                twin.signs[middle] = -1.0;
            }
            (0..3).for_each(|part| twin.turns[part] = near[part] - twin.signs[part] * own[part]);
        } else {
            let turns = own.iter().zip(others).map(|(own, other)| ((other - own) / TAU).round() * TAU);
            twin.turns.iter_mut().zip(turns).for_each(|(part, turns)| *part = turns);
        }
        twin
    }

    /// The changed number.
    fn of(&self, part: usize, number: f64) -> f64 {
        self.signs[part] * number + self.turns[part]
    }

    /// Applies the change to a key and its handles.
    pub(super) fn change(&self, draft: &mut Draft, key: usize) {
        if *self == Self::OWN {
            return;
        }
        for (part, sign) in self.signs.iter().enumerate().take(draft.width) {
            let place = key * draft.width + part;
            draft.values[place] = self.of(part, draft.values[place]);
            let handles = &mut draft.handles[place];
            (handles.into[1], handles.out[1]) = (sign * handles.into[1], sign * handles.out[1]);
        }
    }

    /// Applies the change to all keys of a curve.
    pub(super) fn change_all(&self, draft: &mut Draft) {
        (0..draft.len()).for_each(|key| self.change(draft, key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ease, Handles, quaternion};

    fn key(value: &[f64]) -> Draft {
        let handles = Handles { into: [-0.1, -0.5], out: [0.1, 0.5] };
        Draft { handles: vec![handles; value.len()], eases: vec![Ease::Bezier], ..Draft::key(0.0, value) }
    }

    #[test]
    fn twins_are_the_same_rotation_and_near() {
        for order in EulerOrder::ALL {
            let property = Property::Euler(order);
            for (own, other) in [
                ([3.1, 0.2, -3.0], [-3.1, 0.1, 3.1]),
                ([3.0, 3.0, 3.0], [0.0, 0.2, 0.0]),
                ([0.3, PI / 2.0, 0.2], [3.3, 1.6, 3.2]),
                ([20.0, -9.0, 7.0], [0.0, 0.0, 0.0]),
            ] {
                let mut draft = key(&own);
                Twin::nearest(&property, &own, &other).change(&mut draft, 0);
                let new = [draft.values[0], draft.values[1], draft.values[2]];
                let apart = quaternion::angle_between(order.to_quaternion(new), order.to_quaternion(own));
                assert!(apart < 1e-12, "{order:?} {own:?} {new:?}");
                // No other turns and no mirrored middle angle are nearer.
                let far = |angles: [f64; 3]| (0..3).map(|i| (angles[i] - other[i]).powi(2)).sum::<f64>();
                assert!(far(new) <= far(own) && far(new) <= far(order.nearest(own, other)) + 1e-9);
                // The ends of the handles are the same rotations, too.
                let ends = |value: [f64; 3], slope: &Draft| -> [f64; 3] {
                    std::array::from_fn(|part| value[part] + 0.01 * slope.handles[part].out[1])
                };
                let [a, b] = [ends(new, &draft), ends(own, &key(&own))].map(|end| order.to_quaternion(end));
                assert!(quaternion::angle_between(a, b) < 1e-7, "{order:?} {own:?}");
            }
        }
        let mut draft = key(&[0.6, 0.0, 0.0, -0.8]);
        Twin::nearest(&Property::Rotation, &[0.6, 0.0, 0.0, -0.8], &[0.0, 0.0, 0.0, 1.0])
            .change(&mut draft, 0);
        assert_eq!((&draft.values[..], draft.handles[0].out), (&[-0.6, -0.0, -0.0, 0.8][..], [0.1, -0.5]));
        let partly = Twin::nearest(&Property::Euler(EulerOrder::ALL[0]), &[6.0], &[0.0]);
        assert_eq!(partly.turns[0], -TAU);
        let angle = Property::Angle { axis: [0.0, 0.0, 1.0] };
        assert_eq!(Twin::nearest(&angle, &[0.5], &[13.0]).turns[0], 2.0 * TAU);
        assert_eq!(Twin::nearest(&Property::Translation, &[6.0, 0.0, 0.0], &[0.0; 3]), Twin::OWN);
    }
}
