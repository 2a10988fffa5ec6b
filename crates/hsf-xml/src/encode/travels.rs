//! How far the values of a curve travel.

use anim_core::{Curve, Ease, quaternion};

/// For each segment, the distance that the value would travel at the segment's highest speed: 0 in a step, radians for
/// quaternions.
pub(super) fn travels(curve: &Curve) -> Vec<f64> {
    let norm = |numbers: &mut dyn Iterator<Item = f64>| numbers.map(|n| n * n).sum::<f64>().sqrt();
    let segment = |key: usize| {
        let (from, to) = (curve.value(key), curve.value(key + 1));
        match (curve.ease(key), from, to) {
            (Ease::Step, _, _) => 0.0,
            (Ease::Slerp, &[ax, ay, az, aw], &[bx, by, bz, bw]) => {
                quaternion::angle_between([ax, ay, az, aw], [bx, by, bz, bw])
            }
            (Ease::Bezier, _, _) => {
                let legs = |component: usize| {
                    let (out, into) =
                        (curve.handles(key, component).out[1], curve.handles(key + 1, component).into[1]);
                    [out, to[component] + into - from[component] - out, -into]
                };
                let leg = |leg: usize| norm(&mut (0..curve.width()).map(|component| legs(component)[leg]));
                3.0 * leg(0).max(leg(1)).max(leg(2))
            }
            _ => norm(&mut from.iter().zip(to).map(|(from, to)| to - from)),
        }
    };
    (1..curve.len()).map(|key| segment(key - 1)).collect()
}

#[cfg(test)]
mod tests {
    use anim_core::{Handles, Times};

    use super::*;

    #[test]
    fn travels_are_those_at_the_highest_speed() {
        let two = |width: usize, values: &[f64], ease: Ease| {
            Curve::new(Times::keys(vec![0.0, 2.0]).unwrap(), width, values.to_vec(), ease).unwrap()
        };
        // The control points 1, 1.5, 4.75, 5: the derivative of a cubic is at most three times its longest leg.
        let handles = [([0.0; 2], [2.0 / 3.0, 0.5]), ([-2.0 / 3.0, -0.25], [0.0; 2])];
        let handles = handles.map(|(into, out)| Handles { into, out }).to_vec();
        let quarter = f64::sqrt(0.5);
        for (curve, expected) in [
            (two(1, &[1.0, 5.0], Ease::Step), 0.0),
            (two(3, &[1.0, 5.0, 2.0, 4.0, 1.0, 2.0], Ease::Linear), 5.0),
            (
                two(4, &[0.0, 0.0, 0.0, 1.0, 0.0, quarter, 0.0, quarter], Ease::Slerp),
                std::f64::consts::FRAC_PI_2,
            ),
            (two(1, &[1.0, 5.0], Ease::Bezier).with_handles(handles).unwrap(), 3.0 * 3.25),
        ] {
            let found = travels(&curve);
            assert!(found.len() == 1 && (found[0] - expected).abs() < 1e-12, "{found:?}, not {expected}");
        }
    }
}
