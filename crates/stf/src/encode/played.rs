//! Rotations as readers play them: from their baked values, with arcs between frames.

use anim_core::{ClipError, Curve, Property, Sampler, quaternion};

use super::bounds::Bounds;
use super::keys::short_lines;
use super::places::{largest, places};
use super::plain::Plain;
use super::segments::{Changes, Component};
use crate::clips::{rotation, together};
use crate::eval::{Clock, Samples};
use crate::{Subtrack, Track, sample_ascending};

/// The largest difference, in radians, between a rotation that readers play from its values at these frames and its keys, which may
/// be before and after the frames: between frames and keys, and at and before keys. `None` unless all four components have keys.
pub(super) fn difference(track: &Track, frames: &[f64]) -> Option<f64> {
    let &first = frames.first()?;
    let parts: Vec<&Subtrack> = track.subtracks.iter().map(Option::as_ref).collect::<Option<_>>()?;
    let parts: [&Subtrack; 4] = parts.try_into().ok()?;
    let curves = parts.map(|part| part.curve(&track.timepoints));
    let sampled = |times: &[f64]| -> Option<Vec<[f64; 4]>> {
        let mut all = vec![[0.0; 4]; times.len()];
        let mut values = vec![0.0; times.len()];
        for (part, curve) in curves.iter().enumerate() {
            sample_ascending(curve.as_ref()?, times, &mut values);
            all.iter_mut().zip(&values).for_each(|(all, value)| all[part] = *value);
        }
        Some(all)
    };
    let baked = sampled(frames)?;
    let samples = [0, 1, 2, 3].map(|part| {
        // Files store the values in single precision.
        let values = baked.iter().map(|value| f64::from(value[part] as f32)).collect();
        Some(Samples { first, values })
    });
    let played = rotation::curve(parts, &track.timepoints, &samples, Clock::frames())?;
    let times = places(frames, &track.timepoints);
    let mut sampler = Sampler::new(&played);
    let mut apart = |time: f64, key: [f64; 4]| {
        let mut value = [0.0; 4];
        sampler.sample(time, &mut value);
        quaternion::angle_between(quaternion::normalize(key), quaternion::normalize(value))
    };
    let angles: Vec<f64> = times.iter().zip(sampled(&times)?).map(|(&time, key)| apart(time, key)).collect();
    Some(largest(&times, &angles, |time| {
        let part = |part: usize| curves[part].as_ref().map_or(0.0, |curve| curve.at(time)[0]);
        apart(time, std::array::from_fn(part))
    }))
}

/// A rotation's keys as short straight lines, which readers play unchanged, with the error in radians; `None` if components have
/// different kinds of segments.
pub(super) fn as_lines(
    track: &Track,
    span: [f64; 2],
    bounds: Bounds,
) -> Result<Option<(Track, f64)>, ClipError> {
    let part = |part: &Option<Subtrack>| part.as_ref()?.curve(&track.timepoints);
    let curves: Vec<Option<Curve>> = track.subtracks.iter().map(part).collect();
    let Some(curve) = together(&curves).filter(|curve| curve.width() == 4) else { return Ok(None) };
    let span = [span[0].min(curve.start()), span[1].max(curve.end())];
    let Plain { curve, error, .. } = short_lines(&curve, &Property::Rotation, span, bounds)?;
    let timepoints: Vec<f64> = curve.times().iter().collect();
    let subtracks = (0..4).map(|part| {
        let component = Component::of(&curve, part, &timepoints, |frames| frames, &mut Changes::default());
        Some(Subtrack { keyframes: component.keyframes(&timepoints), ..Subtrack::default() })
    });
    let mut made = Track { subtracks: subtracks.collect(), ..track.clone() };
    made.timepoints = timepoints;
    made.interpolation = made.common_interpolation().map(str::to_owned);
    Ok(Some((made, error.map_or(0.0, |error| error.size))))
}
