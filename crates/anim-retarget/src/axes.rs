//! Rotating the axes of a clip to those of a figure.

use anim_core::quaternion::{self, Quaternion};
use anim_core::vector::{cross, dot, norm};

use crate::HumanBone;
use crate::hung::Hung;

/// The bones at the upper and at the lower end of a body; the first that exists counts.
const TOP: [HumanBone; 5] =
    [HumanBone::Head, HumanBone::Neck, HumanBone::UpperChest, HumanBone::Chest, HumanBone::Spine];
const BOTTOM: [HumanBone; 3] = [HumanBone::Hips, HumanBone::LeftUpperLeg, HumanBone::RightUpperLeg];

/// Bones on the left, and those on the right.
const SIDES: [[HumanBone; 2]; 5] = [
    [HumanBone::LeftUpperLeg, HumanBone::RightUpperLeg],
    [HumanBone::LeftLowerLeg, HumanBone::RightLowerLeg],
    [HumanBone::LeftFoot, HumanBone::RightFoot],
    [HumanBone::LeftUpperArm, HumanBone::RightUpperArm],
    [HumanBone::LeftHand, HumanBone::RightHand],
];

/// Finds the node of a figure that is a bone. For two figures, only bones that both have.
pub(crate) type Find<'a> = &'a dyn Fn(HumanBone) -> Option<usize>;

/// The rotation by quarter turns after which the body of the first figure stands and faces most nearly like that of the second;
/// none without a head, hips, and limbs on both sides.
pub(crate) fn turn([a, b]: [&Hung; 2], find: [Find<'_>; 2]) -> Quaternion {
    let bodies = body(a, find[0]).zip(body(b, find[1]));
    bodies.map_or(quaternion::IDENTITY, |(a, b)| snapped(a, b))
}

/// The rotation by quarter turns from a figure that stands along Y with its left on +X to this figure.
pub(crate) fn stance(hung: &Hung, find: Find<'_>) -> Option<Quaternion> {
    Some(snapped([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], body(hung, find)?))
}

/// The axes of the stance, to the left, upwards and forward; if the body clearly faces between two quarter turns, those to the left and
/// forward are the body's own.
pub(crate) fn facing(hung: &Hung, find: Find<'_>) -> Option<[[f64; 3]; 3]> {
    let turn = quaternion::to_matrix(stance(hung, find)?);
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| apply(turn, axis));
    let own = frame(axes[1], body(hung, find)?[0])?;
    Some(if dot(own[0], axes[0]) < 1.0 - NEARLY { own } else { axes })
}

/// How much less than 1 the cosine between the left of a body and that of its stance is where the body faces elsewhere: at 8°.
const NEARLY: f64 = 0.01;

/// The directions to the left of a body, upwards, and forward.
fn body(hung: &Hung, find: Find<'_>) -> Option<[[f64; 3]; 3]> {
    let place = |bone: HumanBone| find(bone).map(|node| hung.place(Some(node)));
    let (bottom, top) = BOTTOM.into_iter().find_map(place).zip(TOP.into_iter().find_map(place))?;
    let side = SIDES.into_iter().find_map(|[left, right]| Some(minus(place(left)?, place(right)?)))?;
    frame(minus(top, bottom), side)
}

/// The quarter turns that bring the axes `a` nearest to `b`; no rotation unless it brings them clearly nearer.
fn snapped(a: [[f64; 3]; 3], b: [[f64; 3]; 3]) -> Quaternion {
    // The sum of the cosines between corresponding axes, after rotating the first.
    let near = |turn: &Quaternion| {
        let turned = a.map(|axis| apply(quaternion::to_matrix(*turn), axis));
        turned.iter().zip(&b).map(|(a, b)| dot(*a, *b)).sum::<f64>()
    };
    let best = quarter_turns().into_iter().max_by(|a, b| near(a).total_cmp(&near(b)));
    best.filter(|best| near(best) > near(&quaternion::IDENTITY) + CLEAR).unwrap_or(quaternion::IDENTITY)
}

/// The improvement that a rotation must make over no rotation.
const CLEAR: f64 = 0.1;

/// The 24 rotations that map axes to axes.
fn quarter_turns() -> Vec<Quaternion> {
    let about = |axis: usize, quarters: usize| {
        let unit = std::array::from_fn(|i| f64::from(u8::from(i == axis)));
        quaternion::from_axis_angle(unit, quarters as f64 * std::f64::consts::FRAC_PI_2)
    };
    // Each direction for the Y axis, then each turn about it.
    let tips = [(0, 0), (0, 1), (0, 2), (0, 3), (2, 1), (2, 3)];
    let turns = tips.iter().flat_map(|(axis, quarters)| {
        (0..4).map(|turn| quaternion::multiply(about(*axis, *quarters), about(1, turn)))
    });
    turns.map(exact).collect()
}

/// A quarter turn without the rounding of its sines: its numbers are 0, ±½, ±√½ or ±1.
fn exact(q: Quaternion) -> Quaternion {
    let values = [0.0, 0.5, std::f64::consts::FRAC_1_SQRT_2, 1.0];
    q.map(|part| {
        let near = |value: &&f64| (part.abs() - **value).abs() < 0.1;
        values.iter().find(near).map_or(part, |value| value.copysign(part))
    })
}

/// Three orthogonal axes: along `up`, along the part of `side` perpendicular to it, and along their cross product.
fn frame(up: [f64; 3], side: [f64; 3]) -> Option<[[f64; 3]; 3]> {
    let y = unit(up)?;
    let along = dot(side, y);
    let x = unit(minus(side, y.map(|part| part * along)))?;
    Some([x, y, cross(x, y)])
}

fn unit(v: [f64; 3]) -> Option<[f64; 3]> {
    let length = norm(v);
    (length > 1e-9 && length.is_finite()).then(|| v.map(|part| part / length))
}

fn apply(m: [[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
    m.map(|row| dot(row, v))
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| a[i] - b[i])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_24_quarter_turns_and_none_is_another() {
        let turns = quarter_turns();
        assert_eq!(turns.len(), 24);
        for (index, a) in turns.iter().enumerate() {
            assert!((dot4(*a, *a) - 1.0).abs() < 1e-15);
            let matrix = quaternion::to_matrix(*a);
            assert!(matrix.as_flattened().iter().all(|part| (part.abs() - part.abs().round()).abs() < 1e-12));
            assert!(turns[..index].iter().all(|b| quaternion::angle_between(*a, *b) > 1.0));
        }
    }

    fn dot4(a: Quaternion, b: Quaternion) -> f64 {
        quaternion::dot(a, b)
    }
}
