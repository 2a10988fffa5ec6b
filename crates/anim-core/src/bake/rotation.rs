//! Curves of Euler angles and of an angle about an axis, converted to quaternions.

use std::f64::consts::{FRAC_PI_2, PI};

use super::fineness::Fineness;
use super::keys::{Cursor, FINEST, Keys, Motion, keys};
use super::off_arc;
use crate::bake::{self, arc_error};
use crate::{Baked, ClipError, Curve, Ease, EulerOrder, Property, Times, Wrap, quaternion};

/// A curve of [`Property::Rotation`], [`Property::Euler`] or [`Property::Angle`] as quaternions over a span of seconds.
///
/// A curve of steps that holds before and after its keys stays a curve of steps with the same keys, whatever the span. Otherwise keys
/// are inserted until no arc turns by more than 90° in the source's angles, so that whole turns are kept, and until the arcs stay
/// within the tolerance in radians. Jumps and limits are those of [`bake`]: where they leave an arc of more than 90°, the error is π.
/// An angle that is NaN or infinite counts as no rotation. Neighbouring quaternions always lie in the same hemisphere, for readers that
/// do not choose the shorter arc.
///
/// Errors: [`ClipError::Width`] for any other property, and those of [`bake`].
///
/// [`bake`]: crate::bake()
pub fn to_rotation(
    source: &Curve,
    property: &Property,
    span: [f64; 2],
    fineness: impl Into<Fineness>,
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
        let mut values = converted(source.values(), source.width(), property, &convert)?;
        quaternion::align(&mut values);
        let curve = Curve::new(source.times().clone(), 4, values, Ease::Step)?;
        return Ok(Baked { curve, error: 0.0, jump: 0.0 });
    }
    let angles = !matches!(property, Property::Rotation);
    let order = match property {
        Property::Euler(order) if is_straight(source, span) => Some(*order),
        _ => None,
    };
    let motion = Turning {
        width: source.width(),
        cursor: Cursor::new(source),
        convert: &convert,
        angles,
        is_plain: !angles && bake::has_arcs_alone(source),
        order,
    };
    let Keys { times, values, error, jump } = keys(motion, &[source], span, fineness.into())?;
    let mut values = converted(&values, source.width(), property, &convert)?;
    quaternion::align(&mut values);
    Ok(Baked { curve: Curve::new(Times::keys(times)?, 4, values, Ease::Slerp)?, error, jump })
}

/// The quaternions of the keys' numbers.
fn converted(
    numbers: &[f64],
    width: usize,
    property: &Property,
    convert: &impl Fn(&[f64]) -> Result<[f64; 4], ClipError>,
) -> Result<Vec<f64>, ClipError> {
    let mut values = Vec::with_capacity(numbers.len() / width * 4);
    if let (Property::Euler(order), 3) = (property, width) {
        order.to_quaternions(numbers, &mut values);
        // Quaternions of finite angles already have length 1.
        for value in values.as_chunks_mut::<4>().0.iter_mut().filter(|value| value[3].is_nan()) {
            *value = quaternion::IDENTITY;
        }
    } else {
        for key in numbers.chunks_exact(width) {
            values.extend(convert(key)?);
        }
    }
    Ok(values)
}

/// Whether a curve is straight from break to break over a span, without a jump.
fn is_straight(source: &Curve, [from, to]: [f64; 2]) -> bool {
    let (before, after) = source.wrap();
    let holds =
        (before == Wrap::Hold || from >= source.start()) && (after == Wrap::Hold || to < source.end());
    source.uniform_ease() == Some(Ease::Linear) && holds
}

/// Rotations of a source. A sample is the source's value followed by its quaternion.
struct Turning<'a, F> {
    width: usize,
    cursor: Cursor<'a>,
    convert: &'a F,
    /// Whether the source's numbers are angles.
    angles: bool,
    is_plain: bool,
    /// The order of Euler angles on straight lines between breaks.
    order: Option<EulerOrder>,
}

impl<F: Fn(&[f64]) -> Result<[f64; 4], ClipError>> Motion for Turning<'_, F> {
    fn width(&self) -> usize {
        self.width
    }

    fn derived(&self) -> usize {
        4
    }

    fn sample(&mut self, time: f64, out: &mut [f64]) {
        self.cursor.sample(time, out);
    }

    fn derive(&self, sample: &mut [f64]) {
        if let Ok(rotation) = (self.convert)(&sample[..self.width]) {
            sample[self.width..].copy_from_slice(&rotation);
        }
    }

    fn error(&self, a: &[f64], b: &[f64], u: f64, actual: &[f64]) -> f64 {
        arc_error(&a[self.width..], &b[self.width..], u, &actual[self.width..])
    }

    fn finest(&self, _: &[f64]) -> f64 {
        FINEST
    }

    fn winds(&self, a: &[f64], b: &[f64]) -> bool {
        self.angles && (0..self.width).any(|i| (a[i] - b[i]).abs() > FRAC_PI_2)
    }

    fn is_plain(&self) -> bool {
        self.is_plain
    }

    fn parts(&self, ends: [&[f64]; 2], tolerance: f64, enough: f64, most: f64) -> Option<(u32, f64)> {
        let angles = |sample: &[f64]| [sample[0], sample[1], sample[2]];
        off_arc::parts(self.order?, ends.map(angles), tolerance, enough, most)
    }

    /// An arc that replaces more than a quarter turn may go the wrong way round.
    fn pieces(&self, samples: [&[f64]; 5]) -> (f64, f64) {
        let turn = |pair: &[&[f64]]| (0..self.width).map(|i| (pair[0][i] - pair[1][i]).abs()).sum::<f64>();
        let turned: f64 = samples.windows(2).map(turn).sum();
        (if self.angles { (turned / FRAC_PI_2).ceil() } else { 1.0 }, PI)
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use proptest::prelude::*;

    use super::*;
    use crate::Handles;

    const Z: Property = Property::Angle { axis: [0.0, 0.0, 1.0] };

    fn curve(times: &[f64], values: &[f64], ease: Ease) -> Curve {
        Curve::new(Times::keys(times).unwrap(), values.len() / times.len(), values.to_vec(), ease).unwrap()
    }

    /// The number of turns about Z along a quaternion curve, counted in small steps.
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
    fn half_a_turn_goes_the_way_it_went() {
        // The midpoint of the straight line between both ends has the direction of the middle of the arc.
        for first in [[0.0, 0.0, 0.0, -1.0], [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, -1.0, 0.0]] {
            for second in [[0.0, 1.0, 0.0, 0.0], [0.0, -1.0, 0.0, 0.0]] {
                let source = curve(&[0.0, 2.0], [first, second].as_flattened(), Ease::Slerp);
                let made = to_rotation(&source, &Property::Rotation, [0.0, 2.0], 1e-3).unwrap().curve;
                let expected = quaternion::normalize(std::array::from_fn(|part| first[part] + second[part]));
                let found = <[f64; 4]>::try_from(made.at(1.0)).unwrap();
                let apart = quaternion::angle_between(expected, quaternion::normalize(found));
                assert!(apart < 1e-9, "{first:?} {second:?}: {found:?}");
                assert!(made.value(0)[3] >= 0.0);
            }
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
    fn a_wheel_that_starts_over_is_no_jump() {
        for (count, ease) in [(1.0, Ease::Linear), (-2.0, Ease::Sine)] {
            let loops = curve(&[0.0, 2.0], &[0.0, count * TAU], ease).with_wrap(Wrap::Hold, Wrap::Repeat);
            let baked = to_rotation(&loops, &Z, [0.0, 6.0], 1e-3).unwrap();
            assert!(baked.error <= 1e-3 && baked.jump == 0.0, "{} {}", baked.error, baked.jump);
            assert!((turns(&baked.curve, 6.0) - 3.0 * count).abs() < 1e-9, "{ease:?}");
            for step in 0..=600 {
                let time = f64::from(step) / 100.0;
                let expected = quaternion::from_axis_angle([0.0, 0.0, 1.0], loops.at(time)[0]);
                let found = <[f64; 4]>::try_from(baked.curve.at(time)).unwrap();
                assert!(quaternion::angle_between(expected, found) < 1.1e-3, "at {time}");
            }
        }
        // A repeat that restarts at another rotation jumps.
        let jumps = curve(&[0.0, 2.0], &[0.0, 3.0], Ease::Linear).with_wrap(Wrap::Hold, Wrap::Repeat);
        assert!(to_rotation(&jumps, &Z, [0.0, 6.0], 1e-3).unwrap().jump > 0.0);
    }

    #[test]
    fn a_spin_out_and_back_survives() {
        // Control times at thirds: at the quarters the angle is exactly a turn ahead, equal, and a turn behind.
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
    fn an_angle_that_is_not_finite_is_no_rotation() {
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

    #[test]
    fn half_turns_of_a_wheel_go_on_the_same_way() {
        // A turn from −72° on, as two arcs of half a turn: at the end of a period the first key has the other sign.
        let turn = |degrees: f64| (degrees.to_radians() / 2.0).sin_cos();
        let keys = [-72.0, 108.0, 288.0].map(turn).map(|(sin, cos)| [0.0, 0.0, sin, cos]);
        for phase in [0.0, 1e-9, -1e-9] {
            let wheel = curve(&[0.0, 0.25 + phase, 0.5], keys.as_flattened(), Ease::Slerp)
                .with_wrap(Wrap::Repeat, Wrap::Repeat);
            let baked = to_rotation(&wheel, &Property::Rotation, [0.0, 1.0], 1e-3).unwrap();
            for step in 0..40 {
                let time = f64::from(step) / 40.0 + 0.003;
                let (sin, cos) = turn(720.0 * time - 72.0);
                let found = baked.curve.at(time);
                let angle =
                    quaternion::angle_between([found[0], found[1], found[2], found[3]], [0.0, 0.0, sin, cos]);
                assert!(angle < 1e-3, "{angle} rad at {time}");
            }
        }
    }
}
