//! Euler and angle curves as quaternion curves.

use std::f64::consts::FRAC_PI_2;

use crate::bake::{Keys, Path, arc_error, break_times};
use crate::{Baked, ClipError, Curve, Ease, Property, Sampler, Times, Wrap, quaternion};

/// A curve of [`Property::Rotation`], [`Property::Euler`] or [`Property::Angle`] as quaternions over a span of seconds.
///
/// Steps that hold beyond their keys stay steps, key for key, whatever the span. Otherwise keys are inserted until no arc
/// turns by more than 90° in the source's angles, so that spins survive, and until the arcs stay within `tolerance`
/// radians; jumps become two keys as in [`bake`]. Angles that are no numbers do not turn. Neighbouring quaternions always
/// lie in one half space, so that readers that do not look for the shorter arc agree.
///
/// Errors: [`ClipError::Width`] for any other property, and those of [`bake`].
///
/// [`bake`]: crate::bake()
pub fn to_rotation(
    source: &Curve,
    property: &Property,
    span: [f64; 2],
    tolerance: f64,
) -> Result<Baked, ClipError> {
    let convert = |value: &[f64]| -> Result<[f64; 4], ClipError> {
        match (property, value) {
            (Property::Rotation, &[x, y, z, w]) => Ok([x, y, z, w]),
            (Property::Euler(order), &[x, y, z]) => Ok(order.to_quaternion([x, y, z])),
            (Property::Angle { axis }, &[angle]) => Ok(quaternion::from_axis_angle(*axis, angle)),
            _ => Err(ClipError::Width { property: 4, curve: value.len() }),
        }
        .map(quaternion::normalize)
    };
    convert(source.value(0))?;
    let holds = |wrap: Wrap| wrap == Wrap::Hold;
    if source.uniform_ease() == Some(Ease::Step) && holds(source.wrap().0) && holds(source.wrap().1) {
        let mut values = Vec::with_capacity(4 * source.len());
        if let (Property::Euler(order), 3) = (property, source.width()) {
            order.to_quaternions(source.values(), &mut values);
            // They have length 1 already, where there are any.
            for value in values.as_chunks_mut::<4>().0.iter_mut().filter(|value| value[3].is_nan()) {
                *value = quaternion::IDENTITY;
            }
        } else {
            for key in 0..source.len() {
                values.extend(convert(source.value(key))?);
            }
        }
        align(&mut values);
        let curve = Curve::new(source.times().clone(), 4, values, Ease::Step)?;
        return Ok(Baked { curve, error: 0.0 });
    }
    let width = source.width();
    let angles = !matches!(property, Property::Rotation);
    let mut sampler = Sampler::new(source);
    // A sample is the source's value followed by its quaternion.
    let mut eval = |time: f64, out: &mut [f64]| {
        sampler.sample(time, out);
        if let Ok(rotation) = convert(&out[..width]) {
            out[width..].copy_from_slice(&rotation);
        }
    };
    let error = |a: &[f64], b: &[f64], u: f64, actual: &[f64]| {
        arc_error(&a[width..], &b[width..], u, &actual[width..])
    };
    let turn = |pair: &[&[f64]]| (0..width).map(|i| (pair[0][i] - pair[1][i]).abs()).sum::<f64>();
    let must_split = |samples: [&[f64]; 5]| angles && samples.windows(2).map(turn).sum::<f64>() > FRAC_PI_2;
    let path = Path { width: width + 4, tolerance, eval: &mut eval, error: &error, must_split: &must_split };
    let Keys { times, values, error } = path.keys(&break_times(source, span)?)?;
    let mut values: Vec<f64> =
        values.chunks(width + 4).flat_map(|sample| &sample[width..]).copied().collect();
    align(&mut values);
    Ok(Baked { curve: Curve::new(Times::keys(times)?, 4, values, Ease::Slerp)?, error })
}

/// Flips the sign of each quaternion that points away from the one before it.
fn align(values: &mut [f64]) {
    let mut last = quaternion::IDENTITY;
    for value in values.chunks_exact_mut(4) {
        last = quaternion::nearest([value[0], value[1], value[2], value[3]], last);
        value.copy_from_slice(&last);
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use proptest::prelude::*;

    use super::*;
    use crate::{EulerOrder, Handles};

    const Z: Property = Property::Angle { axis: [0.0, 0.0, 1.0] };

    fn curve(times: &[f64], values: &[f64], ease: Ease) -> Curve {
        Curve::new(Times::keys(times).unwrap(), values.len() / times.len(), values.to_vec(), ease).unwrap()
    }

    /// Turns about Z along a quaternion curve, counted by small steps.
    fn turns(curve: &Curve, end: f64) -> f64 {
        let at = |time: f64| {
            let value = curve.at(time);
            2.0 * value[2].atan2(value[3])
        };
        let steps = 4000;
        let total: f64 = (0..steps)
            .map(|i| {
                let delta =
                    at(end * f64::from(i + 1) / f64::from(steps)) - at(end * f64::from(i) / f64::from(steps));
                delta - (delta / TAU).round() * TAU
            })
            .sum();
        total / TAU
    }

    #[test]
    fn spins_of_many_turns_survive() {
        for ease in [Ease::Linear, Ease::Sine] {
            for count in [2.0, 4.0, -3.5] {
                let angle = curve(&[0.0, 1.0], &[0.0, count * TAU], ease);
                let baked = to_rotation(&angle, &Z, [0.0, 1.0], 1e-3).unwrap();
                assert!((turns(&baked.curve, 1.0) - count).abs() < 1e-9, "{ease:?} {count}");
                let euler = curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 0.0, 0.0, count * TAU], ease);
                let baked = to_rotation(&euler, &Property::Euler(EulerOrder::Yzx), [0.0, 1.0], 1e-3).unwrap();
                assert!((turns(&baked.curve, 1.0) - count).abs() < 1e-9, "{ease:?} {count}");
            }
        }
    }

    #[test]
    fn no_arc_exceeds_a_quarter_turn() {
        let angle = curve(&[0.0, 1.0], &[0.0, 2.0 * TAU], Ease::Linear);
        let keys = to_rotation(&angle, &Z, [0.0, 1.0], 1e-3).unwrap().curve;
        let unit = |key: usize| <[f64; 4]>::try_from(keys.value(key)).unwrap();
        for key in 1..keys.len() {
            assert!(quaternion::angle_between(unit(key - 1), unit(key)) <= FRAC_PI_2 + 1e-12);
            assert!(quaternion::dot(unit(key - 1), unit(key)) >= 0.0);
        }
    }

    #[test]
    fn steps_stay_steps_key_for_key() {
        let angle = curve(&[0.0, 1.0, 2.0], &[0.0, 3.0, 9.0], Ease::Step);
        let baked = to_rotation(&angle, &Z, [0.0, 2.0], 1e-3).unwrap();
        assert_eq!((baked.curve.times(), baked.curve.uniform_ease()), (angle.times(), Some(Ease::Step)));
    }

    #[test]
    fn an_endless_spin_is_unrolled() {
        let angle =
            curve(&[0.0, 1.0], &[0.0, 1.0], Ease::Linear).with_wrap(Wrap::Hold, Wrap::RepeatWithOffset);
        let baked = to_rotation(&angle, &Z, [0.0, TAU], 1e-3).unwrap();
        assert!((turns(&baked.curve, TAU) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_spin_out_and_back_survives() {
        // Control times at thirds: at the quarters the angle is exactly a turn ahead, none, and a turn behind.
        let handle = TAU / 0.281_25;
        let handles = [
            Handles { into: [0.0; 2], out: [1.0, handle] },
            Handles { into: [-1.0, -handle], out: [0.0; 2] },
        ];
        let angle = curve(&[0.0, 3.0], &[0.0, 0.0], Ease::Bezier).with_handles(handles.to_vec()).unwrap();
        let baked = to_rotation(&angle, &Z, [0.0, 3.0], 1e-3).unwrap().curve;
        for step in 0..=300 {
            let time = f64::from(step) / 100.0;
            let expected = quaternion::from_axis_angle([0.0, 0.0, 1.0], angle.at(time)[0]);
            let found = <[f64; 4]>::try_from(baked.at(time)).unwrap();
            assert!(quaternion::angle_between(expected, found) < 2e-3, "at {time}");
        }
    }

    #[test]
    fn an_angle_that_is_no_number_does_not_turn() {
        for ease in [Ease::Step, Ease::Linear] {
            let angle = curve(&[0.0, 1.0], &[f64::NAN, f64::INFINITY], ease);
            let baked = to_rotation(&angle, &Z, [0.0, 1.0], 1e-3).unwrap();
            assert_eq!(baked.curve.values(), [quaternion::IDENTITY; 2].as_flattened());
        }
    }

    #[test]
    fn other_properties_are_refused() {
        let scale = curve(&[0.0], &[1.0, 1.0, 1.0], Ease::Step);
        assert!(to_rotation(&scale, &Property::Scale, [0.0, 1.0], 1e-3).is_err());
    }

    proptest! {
        #[test]
        fn arcs_follow_the_angles(
            order in prop::sample::select(EulerOrder::ALL.to_vec()),
            values in prop::collection::vec(-9.0..9.0f64, 9),
            ease in prop::sample::select(vec![Ease::Linear, Ease::Sine]),
        ) {
            let source = curve(&[0.0, 1.0, 3.0], &values, ease);
            let baked = to_rotation(&source, &Property::Euler(order), [0.0, 3.0], 1e-3).unwrap();
            for step in 0..=300 {
                let time = f64::from(step) / 100.0;
                let [angles, found] = [source.at(time), baked.curve.at(time)];
                let expected = order.to_quaternion([angles[0], angles[1], angles[2]]);
                let found = [found[0], found[1], found[2], found[3]];
                prop_assert!(quaternion::angle_between(expected, found) < 2e-3);
            }
        }
    }
}
