//! Matrix curves as translation, rotation and scale.

use std::borrow::Cow;

use anim_core::{
    Affine, Channel, Clip, ClipError, Curve, Deviation, Ease, Fineness, Property, Sampler, Times, Transform,
    Wrap, bake, climb, halved, merge, quaternion, trig,
};

use super::bounds::Bounds;
use super::plain::Plain;

/// The number of steps that the repetitions of a curve may have, and of further ones for each of its keys.
const FREE_STEPS: usize = 64;
const STEPS_PER_KEY: usize = 8;

/// The three curves of a matrix, and the size of what they cannot hold.
pub(super) struct Parts {
    pub(super) curves: [Plain<'static>; 3],
    /// The largest distance of the tip of an axis of a matrix from that of the product of its rotation and scale.
    pub(super) shear: f64,
}

/// Combines channels of single numbers of a node's matrix into a channel of all twelve, with its largest error. Numbers without a
/// channel have the value of the rest pose.
///
/// Errors: those of [`merge::whole`].
pub(super) fn whole(
    clip: &Clip,
    parts: &[&Channel],
    fineness: Fineness,
) -> Result<(Channel, f64), ClipError> {
    let node = parts.first().ok_or(ClipError::NoParts)?.node();
    let rest = Affine::from(clip.nodes[node].rest).to_rows();
    let finer = Fineness { tolerance: fineness.tolerance / Affine::DIAGONAL, ..fineness };
    let merged = merge::whole(parts, &rest, clip.duration, finer)?;
    Ok((Channel::new(node, Property::Matrix, merged.curve.into_owned())?, Affine::DIAGONAL * merged.error))
}

/// A matrix as three curves. They have a key at each key of the matrix; where the matrix changes linearly, further keys keep
/// them within the tolerances, because the parts are interpolated separately.
pub(super) fn parts(curve: &Curve, span: [f64; 2], bounds: Bounds) -> Result<Parts, ClipError> {
    let Bounds { value, angle, limit } = bounds;
    let (steps, straight) = match stepped(curve, span)? {
        Some(stepped) => (true, stepped),
        None => {
            (false, Cow::Owned(bake(curve, span, bounds.within(value.min(angle) / Affine::DIAGONAL))?.curve))
        }
    };
    let room = limit.keys(curve.len(), value.min(angle)).saturating_sub(straight.len());
    let lines = if steps { 0 } else { straight.len() - 1 };
    let mut keys = Keys { value, angle, room, lines, times: Vec::new(), parts: Vec::new() };
    let mut before: Option<Key> = None;
    for (time, rows) in straight.times().iter().zip(straight.values().chunks_exact(12)) {
        let key = Key::new(time, Affine::from_rows(std::array::from_fn(|index| rows[index])));
        if let Some(before) = before.filter(|_| !steps) {
            keys.between(before, key);
        }
        keys.push(&key);
        before = Some(key);
    }
    let errors = keys.errors(curve, steps);
    let times = Times::keys(keys.times)?;
    let ease = if steps { Ease::Step } else { Ease::Linear };
    let plain = |property: Property, values: Vec<f64>, error: f64| {
        let curve = Curve::new(times.clone(), property.width(), values, ease)?;
        let error = is_error(error).then(|| Deviation::of(&property, error));
        Ok(Plain { property, curve: Cow::Owned(curve), error })
    };
    let parts = &keys.parts;
    let translations = parts.iter().flat_map(|part| part.translation).collect();
    let rotations = parts.iter().flat_map(|part| part.rotation).collect();
    let scales = parts.iter().flat_map(|part| part.scale).collect();
    let curves = [
        plain(Property::Translation, translations, errors.translation)?,
        plain(Property::Rotation, rotations, errors.rotation)?,
        plain(Property::Scale, scales, errors.scale)?,
    ];
    Ok(Parts { curves, shear: errors.shear })
}

/// The steps of a curve that has nothing else; those of its repetitions in the span are written out if they are not too many.
fn stepped(curve: &Curve, span: [f64; 2]) -> Result<Option<Cow<'_, Curve>>, ClipError> {
    let (before, after) = curve.wrap();
    // Steps that are played backwards jump just after their keys.
    if curve.uniform_ease() != Some(Ease::Step) || [before, after].contains(&Wrap::PingPong) {
        return Ok(None);
    }
    if [before, after] == [Wrap::Hold; 2] {
        return Ok(Some(Cow::Borrowed(curve)));
    }
    let most = FREE_STEPS.saturating_add(curve.len().saturating_mul(STEPS_PER_KEY));
    let Some(times) = curve.unrolled_times(span, most) else { return Ok(None) };
    let mut sampler = Sampler::new(curve);
    let mut values = vec![0.0; times.len() * curve.width()];
    for (time, value) in times.iter().zip(values.chunks_exact_mut(curve.width())) {
        sampler.sample(*time, value);
    }
    Ok(Some(Cow::Owned(Curve::new(Times::keys(times)?, curve.width(), values, Ease::Step)?)))
}

/// Whether an error exceeds floating-point rounding.
pub(super) fn is_error(size: f64) -> bool {
    size.is_nan() || size > 1e-9
}

/// The largest error of each part.
struct Errors {
    translation: f64,
    rotation: f64,
    scale: f64,
    shear: f64,
}

struct Keys {
    /// The largest error of scales.
    value: f64,
    /// The largest error of rotations in radians.
    angle: f64,
    /// The number of keys that may be added, and of straight lines between which they are shared.
    room: usize,
    lines: usize,
    times: Vec<f64>,
    parts: Vec<Transform>,
}

/// A matrix at a time, and its parts.
#[derive(Clone, Copy)]
struct Key {
    time: f64,
    map: Affine,
    parts: Transform,
}

impl Key {
    fn new(time: f64, map: Affine) -> Self {
        Self { time, parts: map.decompose(), map }
    }

    /// The key in the middle of a straight line.
    fn middle([a, b]: &[Self; 2]) -> Self {
        Self::new(f64::midpoint(a.time, b.time), straight(&a.map, &b.map, 0.5))
    }
}

impl Keys {
    fn push(&mut self, key: &Key) {
        let last = self.parts.last().map_or(quaternion::IDENTITY, |last| last.rotation);
        self.times.push(key.time);
        self.parts.push(Transform { rotation: quaternion::nearest(key.parts.rotation, last), ..key.parts });
    }

    /// Pushes the keys that are needed between two keys.
    fn between(&mut self, from: Key, to: Key) {
        let share = self.room / self.lines.max(1);
        let halves = |line: &[Key; 2]| {
            let middle = Key::middle(line);
            [[line[0], middle], [middle, line[1]]]
        };
        let lines = halved([from, to], 1 + share, |line| self.excess(line), halves);
        self.lines = self.lines.saturating_sub(1);
        self.room = self.room.saturating_sub(lines.len() - 1);
        lines.iter().skip(1).for_each(|line| self.push(&line[0]));
    }

    /// By how much the errors at the quarters of a straight line exceed what is allowed, as a part of it.
    fn excess(&self, [a, b]: &[Key; 2]) -> f64 {
        let middle = f64::midpoint(a.time, b.time);
        if a.time >= middle || middle >= b.time {
            return 0.0;
        }
        let off = |u: f64| {
            let (exact, found) = (straight(&a.map, &b.map, u).decompose(), by_parts(&a.parts, &b.parts, u));
            // The translation of a straight line is straight.
            (turn(&exact, &found) / self.angle).max(distance(exact.scale, found.scale) / self.value)
        };
        [0.25, 0.5, 0.75].into_iter().map(off).fold(0.0, f64::max) - 1.0
    }

    /// The largest errors, at the keys and, unless the curve is stepped, between them.
    fn errors(&self, source: &Curve, steps: bool) -> Errors {
        let mut sampler = Sampler::new(source);
        let mut off = |time: f64, found: &Transform| {
            let mut rows = [0.0; 12];
            sampler.sample(time, &mut rows);
            let map = Affine::from_rows(rows);
            let exact = map.decompose();
            [
                distance(exact.translation, found.translation),
                turn(&exact, found),
                distance(exact.scale, found.scale),
                map.axes_apart(&exact.into()),
            ]
        };
        let mut largest = [0.0_f64; 4];
        // The segment and the fraction of it with the largest error of each part.
        let mut places: [Option<(usize, f64)>; 4] = [None; 4];
        let mut note = |off: [f64; 4], place: Option<(usize, f64)>| {
            for (part, size) in off.into_iter().enumerate() {
                if size > largest[part] || size.is_nan() {
                    (largest[part], places[part]) = (size, place);
                }
            }
        };
        let between = |key: usize, u: f64| {
            let ([time, next], [from, to]) =
                ([key, key + 1].map(|key| self.times[key]), [key, key + 1].map(|key| &self.parts[key]));
            (time + (next - time) * u, by_parts(from, to, u))
        };
        for (key, (&time, part)) in self.times.iter().zip(&self.parts).enumerate() {
            note(off(time, part), None);
            if !steps && key + 1 < self.times.len() {
                for u in (1..8).map(|eighth| f64::from(eighth) / 8.0) {
                    let (time, found) = between(key, u);
                    note(off(time, &found), Some((key, u)));
                }
            }
        }
        for (part, place) in places.into_iter().enumerate() {
            if let Some((key, u)) = place
                && largest[part].is_finite()
            {
                let peak = climb([u - 0.125, u + 0.125], |u| {
                    let (time, found) = between(key, u);
                    off(time, &found)[part]
                });
                largest[part] = largest[part].max(peak);
            }
        }
        let [translation, rotation, scale, shear] = largest;
        Errors { translation, rotation, scale, shear }
    }
}

/// The angle between two rotations, reduced where the exact transform has a scale below 1: the rotation of a node that is
/// scaled to 0 is not visible.
fn turn(exact: &Transform, found: &Transform) -> f64 {
    let size = exact.scale.into_iter().fold(0.0, |size: f64, scale| size.max(scale.abs()));
    quaternion::angle_between(exact.rotation, found.rotation) * size.min(1.0)
}

/// The distance between two positions or scales.
fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.into_iter().zip(b).map(|(a, b)| a - b).fold(0.0, trig::hypot)
}

fn straight(a: &Affine, b: &Affine, u: f64) -> Affine {
    let (a, b) = (a.to_rows(), b.to_rows());
    Affine::from_rows(std::array::from_fn(|index| a[index] * (1.0 - u) + b[index] * u))
}

/// The transform that a reader interpolates between keys of the parts: each number separately, the quaternion normalised.
fn by_parts(a: &Transform, b: &Transform, u: f64) -> Transform {
    fn mix<const N: usize>(a: [f64; N], b: [f64; N], u: f64) -> [f64; N] {
        std::array::from_fn(|index| a[index] * (1.0 - u) + b[index] * u)
    }
    Transform {
        translation: mix(a.translation, b.translation, u),
        rotation: quaternion::normalize(mix(a.rotation, quaternion::nearest(b.rotation, a.rotation), u)),
        scale: mix(a.scale, b.scale, u),
    }
}

#[cfg(test)]
mod tests {
    use anim_core::KeyLimit;

    use super::*;

    #[test]
    fn straight_lines_of_matrices_are_followed_between_their_keys() {
        let map = |angle: f64, x: f64| {
            let rotation = quaternion::from_axis_angle([1.0, 2.0, 3.0], angle);
            Affine::from(Transform { translation: [x, 0.0, 0.0], rotation, scale: [1.0, 2.0, 1.0] }).to_rows()
        };
        let values = [map(0.0, 0.0), map(1.5, 4.0)].concat();
        let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 12, values, Ease::Linear).unwrap();
        let bounds = Bounds { value: 1e-3, angle: 1e-3, limit: KeyLimit::default() };
        let Parts { curves, shear } = parts(&curve, [0.0, 1.0], bounds).unwrap();
        let stated = curves.each_ref().map(|plain| plain.error.map_or(1e-9, |error| error.size));
        assert!(stated.iter().all(|error| *error <= 1e-3) && shear > 0.01, "{stated:?} {shear}");
        for step in 0..=4000 {
            let time = f64::from(step) / 4000.0;
            let [translation, rotation, scale] = curves.each_ref().map(|plain| plain.curve.at(time));
            let rows: [f64; 12] = curve.at(time).try_into().unwrap();
            let exact = Affine::from_rows(rows).decompose();
            let rotation = quaternion::normalize(rotation.try_into().unwrap());
            let found = [
                distance(exact.translation, translation.try_into().unwrap()),
                quaternion::angle_between(exact.rotation, rotation),
                distance(exact.scale, scale.try_into().unwrap()),
            ];
            assert!(
                found.iter().zip(stated).all(|(found, stated)| *found <= 1.000_1 * stated),
                "{found:?} {stated:?}"
            );
        }
    }

    #[test]
    fn steps_that_repeat_are_steps() {
        let map = |x: f64| {
            Affine::new([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [x, 0.0, 0.0]).to_rows()
        };
        let values = [map(1.0), map(5.0), map(1.0)].concat();
        let curve = Curve::new(Times::keys([0.0, 0.25, 0.5]).unwrap(), 12, values, Ease::Step).unwrap();
        let curve = curve.with_wrap(Wrap::Repeat, Wrap::Repeat);
        let bounds = Bounds { value: 1e-3, angle: 1e-3, limit: KeyLimit::default() };
        let Parts { curves: [translation, ..], .. } = parts(&curve, [0.0, 2.1], bounds).unwrap();
        assert!(translation.error.is_none() && translation.curve.uniform_ease() == Some(Ease::Step));
        for step in 0..=41 {
            // Between the steps, which are at each quarter of a second.
            let time = 0.025 + f64::from(step) * 0.05;
            let expected = if ((4.0 * time) as u32).is_multiple_of(2) { 1.0 } else { 5.0 };
            assert_eq!(translation.curve.at(time)[0], expected, "{time}");
        }
    }
}
