//! The channels of a node as curves of its translation, rotation and scale.

use std::borrow::Cow;
use std::f64::consts::PI;

use anim_core::merge::{Merged, Reach, held, in_turns, stepped, stops};
use anim_core::{
    Affine, Channel, Clip, ClipError, Curve, Ease, Fineness, KeyLimit, Positive, Property, Sampler,
    Transform, Wrap, bake, climb, decompose, merge, quaternion, to_rotation, trig,
};

use crate::Options;

/// A curve of a complete property, and what merging or converting it changed.
#[derive(Clone, Debug)]
pub(crate) struct Driven<'a> {
    pub(crate) curve: Cow<'a, Curve>,
    pub(crate) error: f64,
    /// The duration of the longest jump in seconds; 0 without jumps, and for steps.
    pub(crate) jump: f64,
    /// Whether the curve holds where one of its sources repeats.
    pub(crate) stops: bool,
}

impl Driven<'_> {
    /// The value, if it is the same at all times.
    pub(crate) fn fixed(&self) -> Option<&[f64]> {
        (self.curve.len() == 1).then(|| self.curve.value(0))
    }

    /// Whether the curve consists of steps and holds before and after its keys.
    pub(crate) fn is_steps(&self) -> bool {
        self.curve.uniform_ease() == Some(Ease::Step) && self.curve.wrap() == (Wrap::Hold, Wrap::Hold)
    }
}

/// The curves of a node; `None` for a property at rest.
#[derive(Clone, Debug, Default)]
pub(crate) struct Local<'a> {
    pub(crate) translation: Option<Driven<'a>>,
    /// Quaternions.
    pub(crate) rotation: Option<Driven<'a>>,
    pub(crate) scale: Option<Driven<'a>>,
}

impl<'a> Local<'a> {
    /// The curves of a node with this rest pose, from its channels.
    pub(crate) fn new(
        clip: &Clip,
        rest: &Transform,
        channels: &[&'a Channel],
        options: &Options,
    ) -> Result<Self, ClipError> {
        let of = |property: &Property| -> Vec<&'a Channel> {
            channels.iter().copied().filter(|channel| channel.property() == property).collect()
        };
        let matrices = of(&Property::Matrix);
        if !matrices.is_empty() {
            return Self::of_matrices(clip, rest, &matrices, options);
        }
        let duration = clip.duration;
        let vector = |property: &Property, rest: &[f64; 3]| {
            let parts = of(property);
            let whole = || {
                merge::whole(&parts, rest, duration, options.lengths()).map(|merged| driven(merged, &parts))
            };
            if parts.is_empty() { Ok(None) } else { whole().map(Some) }
        };
        let shifts = of(&Property::Displacement);
        let translation = if shifts.is_empty() {
            vector(&Property::Translation, &rest.translation)?
        } else {
            let parts = of(&Property::Translation);
            let sum = merge::sum(&parts, &shifts, &rest.translation, duration, options.lengths())?;
            Some(driven(sum, &[parts, shifts].concat()))
        };
        let scale = vector(&Property::Scale, &rest.scale)?;
        let last =
            channels.iter().rev().map(|channel| channel.property()).find(|property| property.is_rotation());
        let rotation = match last {
            None => None,
            Some(property) => Some(rotation(&of(property), property, rest, duration, options.angles())?),
        };
        Ok(Self { translation, rotation, scale })
    }

    fn of_matrices(
        clip: &Clip,
        rest: &Transform,
        parts: &[&'a Channel],
        options: &Options,
    ) -> Result<Self, ClipError> {
        let rows = Affine::from(*rest).to_rows();
        let tolerance = axes_tolerance(parts, &rows, options);
        let fineness = Fineness { tolerance: tolerance / Affine::DIAGONAL, jump: 0.0, ..options.lengths() };
        let Merged { curve, error: merging, .. } = merge::whole(parts, &rows, clip.duration, fineness)?;
        let sources: Vec<_> = parts.iter().map(|part| part.curve()).collect();
        let reach = Reach::of(&[&curve], clip.duration);
        let (plain, baking) = match curve.uniform_ease() {
            Some(Ease::Step | Ease::Linear) if curve.wrap() == (Wrap::Hold, Wrap::Hold) => (curve, 0.0),
            _ => {
                let baked = reach.bake(&curve, |curve, span| bake(curve, span, fineness))?;
                (Cow::Owned(baked.curve), baked.error)
            }
        };
        let (before, after) = plain.wrap();
        let stops = stops(&plain, &sources);
        // There is no way through a jump: its matrices may be mirror images of each other.
        let steps = stepped(held(&plain), &sources)?;
        let given = sources.iter().map(|source| source.len()).sum();
        let parts = decompose(&steps, tolerance, fineness.limit.keys(given, tolerance))?;
        let places = Affine::DIAGONAL * (merging + baking);
        let axes = places + parts.error;
        let turned = turned(places, &parts.scale) + apart(&steps, &parts.rotation);
        let driven = |curve: Curve, error: f64| {
            // Steps stay steps, and single precision resolves the jumps next to them.
            Some(Driven { curve: Cow::Owned(curve.with_wrap(before, after)), error, jump: 0.0, stops })
        };
        Ok(Self {
            translation: driven(parts.translation, places),
            rotation: driven(parts.rotation, turned),
            scale: driven(parts.scale, axes),
        })
    }
}

/// How much finer matrices may be than other values: as much as there may be more keys for it.
const FINEST: f64 = 1.0 / (KeyLimit::FINER * KeyLimit::FINER);

/// The largest distance allowed for the tip of an axis: the angle of the shortest one is within its own tolerance then.
fn axes_tolerance(parts: &[&Channel], rows: &[f64; 12], options: &Options) -> f64 {
    let mut shortest = f64::INFINITY;
    let mut rows = *rows;
    for part in parts {
        for value in part.curve().values().chunks_exact(part.curve().width()) {
            rows[part.component()..][..value.len()].copy_from_slice(value);
            let axes = Affine::from_rows(rows).linear();
            let length = |axis: usize| axes.map(|row| row[axis]).into_iter().fold(0.0, trig::hypot);
            shortest = (0..3).map(length).fold(shortest, f64::min);
        }
    }
    let [length, angle] = [options.tolerance, options.tolerance_angle].map(Positive::get);
    length.min((angle * shortest).max(FINEST * length))
}

/// The largest angle by which an axis is off if its tip is off by a distance: the shortest axis turns most.
fn turned(distance: f64, scale: &Curve) -> f64 {
    let shortest = scale.values().iter().fold(f64::INFINITY, |least: f64, part| least.min(part.abs()));
    match distance {
        0.0 => 0.0,
        off if off < shortest => trig::asin(off / shortest),
        _ => PI,
    }
}

/// The largest angle between a curve of rotations and those nearest to matrices, between its keys: at their eighths, and near the
/// largest of these.
fn apart(matrices: &Curve, rotation: &Curve) -> f64 {
    let (mut exact, mut made) = (Sampler::new(matrices), Sampler::new(rotation));
    let mut angle = |time: f64| {
        let (mut rows, mut turn) = ([0.0; 12], [0.0; 4]);
        exact.sample(time, &mut rows);
        made.sample(time, &mut turn);
        let nearest = Affine::from_rows(rows).decompose().rotation;
        quaternion::angle_between(nearest, quaternion::normalize(turn))
    };
    let times: Vec<f64> = rotation.times().iter().collect();
    let mut worst = (0.0, [0.0; 2]);
    let moving = times.windows(2).enumerate().filter(|(key, _)| rotation.ease(*key) != Ease::Step);
    for (_, pair) in moving {
        let eighth = (pair[1] - pair[0]) / 8.0;
        for part in 1..8 {
            let time = pair[0] + f64::from(part) * eighth;
            let found = angle(time);
            if found > worst.0 {
                worst = (found, [time - eighth, time + eighth]);
            }
        }
    }
    if worst.0 == 0.0 { 0.0 } else { climb(worst.1, angle).max(worst.0) }
}

/// The channels of one kind of rotation as quaternions.
fn rotation<'a>(
    parts: &[&'a Channel],
    property: &Property,
    rest: &Transform,
    duration: f64,
    fineness: Fineness,
) -> Result<Driven<'a>, ClipError> {
    let base = match property {
        Property::Euler(order) => order.from_matrix(quaternion::to_matrix(rest.rotation)).to_vec(),
        Property::Angle { .. } => vec![0.0],
        _ => rest.rotation.to_vec(),
    };
    let sources: Vec<_> = parts.iter().map(|part| part.curve()).collect();
    // What is not a quaternion yet leaves half of the tolerance for the arcs.
    let part = if *property == Property::Rotation { fineness } else { fineness.half() };
    let merged = merge::whole(parts, &base, duration, part)?;
    if *property == Property::Rotation {
        return Ok(driven(merged, parts));
    }
    let Merged { curve, error: merging, jump } = merged;
    let curve = in_turns(&curve);
    let reach = Reach::of(&[&curve], duration);
    let arcs = fineness.after(merging);
    let baked = reach.bake(&curve, |curve, span| to_rotation(curve, property, span, arcs))?;
    let steps = baked.curve.uniform_ease() == Some(Ease::Step);
    let error = if steps { 0.0 } else { baked.error } + merging;
    let stops = stops(&baked.curve, &sources);
    Ok(Driven { curve: Cow::Owned(baked.curve), error, jump: baked.jump.max(jump), stops })
}

fn driven<'a>(merged: Merged<'a>, parts: &[&Channel]) -> Driven<'a> {
    let sources: Vec<_> = parts.iter().map(|part| part.curve()).collect();
    let stops = stops(&merged.curve, &sources);
    Driven { curve: merged.curve, error: merged.error, jump: merged.jump, stops }
}

#[cfg(test)]
mod tests {
    use anim_core::{Node, Times};

    use super::*;

    #[test]
    fn the_error_of_matrices_includes_that_of_their_curves() {
        // A sine between two places, which differ in all three numbers.
        let from = Affine::IDENTITY;
        let to = Affine::from(Transform { translation: [4.0; 3], ..Transform::IDENTITY });
        let values = [from, to].map(Affine::to_rows).concat();
        let sine = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 12, values, Ease::Sine).unwrap();
        let channel = Channel::new(0, Property::Matrix, sine).unwrap();
        let clip = Clip::new("").with_duration(1.0).with_nodes(vec![Node::new("n")]);
        for tolerance in [0.5, 1e-2] {
            let options = Options { tolerance: Positive::literal(tolerance), ..Options::default() };
            let local = Local::new(&clip, &Transform::IDENTITY, &[&channel], &options).unwrap();
            let found = local.translation.unwrap();
            let off = |step: u32| {
                let time = f64::from(step) / 1000.0;
                let exact = 2.0 * (1.0 - (std::f64::consts::PI * time).cos());
                found.curve.at(time).iter().map(|x| (x - exact).powi(2)).sum::<f64>().sqrt()
            };
            let most = (0..=1000).map(off).fold(0.0, f64::max);
            assert!(most > 0.0 && most <= 1.01 * found.error, "{most} and not {}", found.error);
            assert!(found.error <= tolerance, "{} and not {tolerance}", found.error);
        }
    }
}
