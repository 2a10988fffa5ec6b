//! Matrix curves decomposed into translation, rotation and scale.

use crate::{Affine, ClipError, Curve, Ease, MAX_KEYS, Times, Transform, climb, halved, quaternion};

/// Three curves with the same keys, and the largest error of an axis of the matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Decomposed {
    /// Positions, 3 numbers.
    pub translation: Curve,
    /// Quaternions x, y, z, w, each in the hemisphere of the previous one.
    pub rotation: Curve,
    /// Factors along the node's axes, 3 numbers; negative where the matrix mirrors.
    pub scale: Curve,
    /// The largest distance of the tip of an axis of the matrix from its correct position, at the keys and between them. Only the
    /// quarters decide where keys are added. Translations have no error.
    pub error: f64,
}

/// Decomposes every key of a [`Property::Matrix`] curve of steps and straight lines. Along straight lines, keys are added until
/// the result stays within `tolerance`, or until there are `most` keys in all; steps stay steps and have no error. Bake other curves
/// first.
///
/// Errors: [`ClipError::TooManyKeys`] for a curve with more than [`MAX_KEYS`]. Panics unless the width of the curve is 12.
///
/// [`Property::Matrix`]: crate::Property::Matrix
pub fn decompose(curve: &Curve, tolerance: f64, most: usize) -> Result<Decomposed, ClipError> {
    if curve.len() > MAX_KEYS {
        return Err(ClipError::TooManyKeys { most: MAX_KEYS });
    }
    let room = |width: usize| Vec::with_capacity(width * curve.len());
    let is_line = |key: usize| curve.ease(key) == Ease::Linear;
    let mut keys = Keys {
        tolerance,
        room: most.min(MAX_KEYS).saturating_sub(curve.len()),
        lines: (1..curve.len()).filter(|key| is_line(key - 1)).count(),
        last: quaternion::IDENTITY,
        times: room(1),
        translations: room(3),
        rotations: room(4),
        scales: room(3),
        steps: Vec::with_capacity(curve.len()),
        error: 0.0,
        worst: None,
    };
    let mut before: Option<Key> = None;
    for (key, (time, rows)) in curve.times().iter().zip(curve.values().chunks_exact(12)).enumerate() {
        let own = Key::new(time, Affine::from_rows(std::array::from_fn(|i| rows[i])));
        if let Some(before) = before {
            keys.between(&before, &own);
        }
        keys.push(&own, !is_line(key));
        before = is_line(key).then_some(own);
    }
    // The largest error is between the eighths.
    let error = keys.worst.map_or(0.0, |(segment, [from, to])| climb([from, to], |u| segment.error(u)));
    let error = error.max(keys.error);
    let times =
        if keys.times.len() == curve.len() { curve.times().clone() } else { Times::keys(keys.times)? };
    // The last segment is beyond the last key.
    if let [.., before, last] = &mut *keys.steps {
        *last = *before;
    }
    let steps = keys.steps;
    let curve = |times: Times, width: usize, values: Vec<f64>, ease: Ease| {
        let eases = steps.iter().map(|step| if *step { Ease::Step } else { ease }).collect();
        Curve::new(times, width, values, Ease::Linear)?.with_eases(eases)
    };
    Ok(Decomposed {
        translation: curve(times.clone(), 3, keys.translations, Ease::Linear)?,
        rotation: curve(times.clone(), 4, keys.rotations, Ease::Slerp)?,
        scale: curve(times, 3, keys.scales, Ease::Linear)?,
        error,
    })
}

struct Keys {
    tolerance: f64,
    /// The number of keys that may be added, and of straight lines between which they are shared.
    room: usize,
    lines: usize,
    last: [f64; 4],
    times: Vec<f64>,
    translations: Vec<f64>,
    rotations: Vec<f64>,
    scales: Vec<f64>,
    /// Whether the segment after each key is a step.
    steps: Vec<bool>,
    error: f64,
    /// The segment with this error, and the span of it around the error, 0 to 1.
    worst: Option<(Segment, [f64; 2])>,
}

/// A matrix at a time, and its transform.
#[derive(Clone, Copy)]
struct Key {
    time: f64,
    matrix: Affine,
    transform: Transform,
}

impl Key {
    fn new(time: f64, matrix: Affine) -> Self {
        Self { time, matrix, transform: matrix.decompose() }
    }

    /// The error of the transform: the shear that is lost.
    fn own(&self) -> f64 {
        self.matrix.axes_apart(&self.transform.into())
    }
}

/// A straight line between two matrices, whose transforms the decomposed curves join.
#[derive(Clone, Copy)]
struct Segment {
    ends: [Key; 2],
    /// The errors at the quarters.
    quarters: [f64; 3],
}

impl Segment {
    fn new([from, to]: [&Key; 2]) -> Self {
        let mut segment = Self { ends: [*from, *to], quarters: [0.0; 3] };
        segment.quarters = [0.25, 0.5, 0.75].map(|u| segment.error(u));
        segment
    }

    /// The largest distance of the tip of an axis at a fraction of the segment.
    fn error(&self, u: f64) -> f64 {
        let [a, b] = &self.ends;
        let (from, to) = (&a.transform, &b.transform);
        let mix = |a: [f64; 3], b: [f64; 3]| std::array::from_fn(|i| a[i] * (1.0 - u) + b[i] * u);
        let shown = Transform {
            translation: mix(from.translation, to.translation),
            rotation: quaternion::slerp(from.rotation, to.rotation, u),
            scale: mix(from.scale, to.scale),
        };
        lerp(&a.matrix, &b.matrix, u).axes_apart(&shown.into())
    }

    fn middle(&self) -> Key {
        let [a, b] = &self.ends;
        Key::new(f64::midpoint(a.time, b.time), lerp(&a.matrix, &b.matrix, 0.5))
    }

    fn halves(&self) -> [Self; 2] {
        let ([a, b], middle) = (&self.ends, self.middle());
        [Self::new([a, &middle]), Self::new([&middle, b])]
    }

    /// By how much the error exceeds a tolerance, as far as more keys help: they do not where a matrix has shear.
    fn excess(&self, tolerance: f64) -> f64 {
        let [a, b] = &self.ends;
        let middle = f64::midpoint(a.time, b.time) as f32;
        if a.time as f32 == middle || middle == b.time as f32 {
            return 0.0;
        }
        self.quarters.into_iter().fold(0.0, f64::max) - a.own().max(b.own()) - tolerance
    }
}

impl Keys {
    fn push(&mut self, key: &Key, step: bool) {
        let Transform { translation, rotation, scale } = key.transform;
        self.last = quaternion::nearest(rotation, self.last);
        self.error = self.error.max(key.own());
        self.times.push(key.time);
        self.translations.extend(translation);
        self.rotations.extend(self.last);
        self.scales.extend(scale);
        self.steps.push(step);
    }

    /// Adds the keys that are needed between two keys.
    fn between(&mut self, from: &Key, to: &Key) {
        let share = self.room / self.lines.max(1);
        let excess = |segment: &Segment| segment.excess(self.tolerance);
        let segments = halved(Segment::new([from, to]), 1 + share, excess, Segment::halves);
        self.lines = self.lines.saturating_sub(1);
        self.room = self.room.saturating_sub(segments.len() - 1);
        for (index, segment) in segments.into_iter().enumerate() {
            if index > 0 {
                self.push(&segment.ends[0], false);
            }
            self.measure(&segment);
        }
    }

    /// The error of a segment, at its eighths.
    fn measure(&mut self, segment: &Segment) {
        let share = |eighth: usize| eighth as f64 / 8.0;
        let error = |eighth: usize| match eighth {
            2 | 4 | 6 => segment.quarters[eighth / 2 - 1],
            odd => segment.error(share(odd)),
        };
        let errors = (1..8).map(|eighth| (eighth, error(eighth)));
        if let Some((worst, error)) = errors.max_by(|a, b| a.1.total_cmp(&b.1))
            && error > self.error
        {
            self.error = error;
            self.worst = Some((*segment, [worst - 1, worst + 1].map(share)));
        }
    }
}

fn lerp(a: &Affine, b: &Affine, u: f64) -> Affine {
    let (a, b) = (a.to_rows(), b.to_rows());
    Affine::from_rows(std::array::from_fn(|i| a[i] * (1.0 - u) + b[i] * u))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EulerOrder;
    use crate::bake::halved::MAX_DEPTH;

    /// More keys than there can be.
    const MANY: usize = usize::MAX;

    /// The error of a decomposed curve at a time.
    fn off(curve: &Curve, found: &Decomposed, time: f64) -> f64 {
        let three = |curve: &Curve| -> [f64; 3] { curve.at(time).try_into().unwrap() };
        let rotation = quaternion::normalize(found.rotation.at(time).try_into().unwrap());
        let shown =
            Transform { translation: three(&found.translation), rotation, scale: three(&found.scale) };
        let (shown, exact) = (Affine::from(shown).to_rows(), curve.at(time));
        // The three numbers of an axis, and of the translation, are four apart.
        let apart = |at: usize| [0, 4, 8].map(|row| (shown[row + at] - exact[row + at]).powi(2));
        (0..4).map(|at| apart(at).iter().sum::<f64>().sqrt()).fold(0.0, f64::max)
    }

    fn of(keys: [Affine; 2], ease: Ease) -> Curve {
        let values = keys.map(Affine::to_rows).as_flattened().to_vec();
        Curve::new(Times::keys([1.0, 3.0]).unwrap(), 12, values, ease).unwrap()
    }

    fn turned(angles: [f64; 3], scale: [f64; 3]) -> Affine {
        let rotation = EulerOrder::Xyz.to_quaternion(angles);
        Transform { translation: [1.0, 2.0, 3.0], rotation, scale }.into()
    }

    #[test]
    fn lines_get_the_keys_that_they_need() {
        let curve = of([turned([0.0; 3], [1.0; 3]), turned([0.5, -0.3, 1.0], [2.0, 2.0, 2.0])], Ease::Linear);
        for tolerance in [1.0, 1e-2, 1e-4] {
            let found = decompose(&curve, tolerance, MANY).unwrap();
            let most = (0..=1000).map(|step| off(&curve, &found, 1.0 + f64::from(step) / 500.0));
            let most = most.fold(0.0, f64::max);
            // Shear between the keys adds no keys.
            let sheared = decompose(&curve, 1e-9, MANY).unwrap().error;
            assert!(
                most <= 1.000_01 * found.error && found.error <= tolerance + sheared,
                "{most} {}",
                found.error
            );
        }
    }

    #[test]
    fn a_turn_about_one_axis_is_within_the_tolerance_and_has_no_more_keys_than_that_takes() {
        // Halfway to a quarter turn, the straight line between the matrices shrinks the node by the square root of ½.
        let curve = of([turned([0.0; 3], [1.0; 3]), turned([0.0, 0.0, 1.5], [1.0; 3])], Ease::Linear);
        let found = decompose(&curve, 1e-4, MANY).unwrap();
        let middle = f64::cos(0.75);
        let scale = found.scale.at(2.0);
        assert!((scale[0] - middle).abs() < 1e-12 && (scale[2] - 1.0).abs() < 1e-12, "{scale:?}");
        let most =
            (0..=1000).map(|step| off(&curve, &found, 1.0 + f64::from(step) / 500.0)).fold(0.0, f64::max);
        assert!(most <= 1.000_01 * found.error && found.error <= 1e-4, "{most} {}", found.error);
        assert!((17..=65).contains(&found.scale.len()), "{}", found.scale.len());
    }

    #[test]
    fn the_error_is_the_distance_of_an_axis() {
        // By symmetry the best fit has no rotation, and misses two numbers of each axis by e.
        let e = 1e-3;
        let sheared = Affine::new([[1.0, e, e], [e, 1.0, e], [e, e, 1.0]], [1e3; 3]);
        for ease in [Ease::Step, Ease::Linear] {
            let found = decompose(&of([sheared; 2], ease), 1e-2, MANY).unwrap().error;
            assert!((found - 2f64.sqrt() * e).abs() < 1e-3 * e, "{found}");
        }
    }

    #[test]
    fn keys_are_as_few_as_allowed_and_the_error_is_that_of_the_result() {
        // Turns about one axis have no shear between their keys.
        let ends = [0.0, 1.5, 2.8].map(|angle| turned([0.0, 0.0, angle], [1.0; 3]));
        let values = ends.map(Affine::to_rows).as_flattened().to_vec();
        let curve = Curve::new(Times::keys([1.0, 2.0, 3.0]).unwrap(), 12, values, Ease::Linear).unwrap();
        let mut before = f64::INFINITY;
        for most in [0, 3, 8, 30, 100] {
            let found = decompose(&curve, 1e-6, most).unwrap();
            assert!((3..=most.max(3)).contains(&found.scale.len()), "{} of {most}", found.scale.len());
            let off = (0..=4000)
                .map(|step| off(&curve, &found, 1.0 + f64::from(step) / 2000.0))
                .fold(0.0, f64::max);
            assert!(off <= 1.000_01 * found.error && found.error <= before, "{off} {} {before}", found.error);
            before = found.error;
        }
        assert!(before < 0.01, "{before}");
    }

    #[test]
    fn steps_stay_steps_and_a_segment_is_halved_twelve_times_at_most() {
        let ends = [turned([0.0; 3], [1.0; 3]), turned([0.0, 0.0, 1.5], [-1.0, 2.0, 1.0])];
        let steps = decompose(&of(ends, Ease::Step), 1e-9, MANY).unwrap();
        assert_eq!((steps.scale.len(), steps.rotation.uniform_ease()), (2, Some(Ease::Step)));
        assert!(steps.error < 1e-12);
        let halves = Curve::new(
            Times::keys([1.0, 2.0, 3.0]).unwrap(),
            12,
            [ends[0], ends[1], ends[1]].map(Affine::to_rows).as_flattened().to_vec(),
            Ease::Linear,
        );
        let mixed = decompose(
            &halves.unwrap().with_eases(vec![Ease::Step, Ease::Linear, Ease::Step]).unwrap(),
            1e-9,
            MANY,
        );
        let mixed = mixed.unwrap();
        let eases = |curve: &Curve| [0, 1].map(|key| curve.ease(key));
        assert_eq!((mixed.scale.len(), eases(&mixed.scale)), (3, [Ease::Step, Ease::Linear]));
        assert_eq!((eases(&mixed.rotation), mixed.error < 1e-12), ([Ease::Step, Ease::Slerp], true));
        let lines =
            decompose(&of([ends[0], turned([0.0, 0.0, 1.5], [1.0; 3])], Ease::Linear), 1e-30, MANY).unwrap();
        assert_eq!(lines.scale.len(), 1 + (1 << MAX_DEPTH));
    }
}
