//! Baked values of new animations.

use std::num::NonZeroUsize;

use anim_core::{Channel, Clip, Curve, Deviation, Property, Report, quaternion};

use super::places::{largest, places};
use crate::edit::{bytes, is_plain};
use crate::eval::baked_frames;
use crate::{
    Animation, Ease, EncodeOptions, Error, Form, Key, Stf, Subtrack, Track, codes, sample_ascending,
};

/// The maximum number of baked values of all new animations together, unless [`EncodeOptions::baked_values`] sets another limit:
/// 64 MiB.
const MAX_VALUES: usize = 1 << 24;

/// The number of baked values that new animations may have in any case. Long animations of few keys have only keys.
const FREE_VALUES: usize = 1 << 18;

/// How many more baked values new animations may have for each of their keys.
const VALUES_PER_KEY: usize = 32;

/// The number of baked values that the keys of an animation allow, unless the options state a number.
pub(super) fn values_for_keys(animation: &Animation, options: &EncodeOptions) -> usize {
    if options.baked_values.is_some() {
        return 0;
    }
    let keys = animation.tracks.iter().map(|track| track.timepoints.len() * track.subtracks.len());
    VALUES_PER_KEY.saturating_mul(keys.sum())
}

/// The number of baked values that the tracks of these animations may have.
fn room<'a>(animations: impl IntoIterator<Item = &'a Animation>, options: &EncodeOptions) -> usize {
    let for_keys = animations.into_iter().map(|animation| values_for_keys(animation, options));
    let auto = || for_keys.fold(FREE_VALUES, usize::saturating_add).min(MAX_VALUES);
    options.baked_values.map_or_else(auto, NonZeroUsize::get)
}

impl Stf {
    /// The number of baked values that new animations may have regardless of their keys. A document without a container has no
    /// buffers.
    pub(super) fn free_values(&self, options: &EncodeOptions) -> usize {
        let free = options.baked_values.map_or(FREE_VALUES, NonZeroUsize::get);
        if matches!(self.form(), Form::Container { .. }) { free } else { 0 }
    }

    /// Gives the tracks of new animations the baked values that some readers need. Exporters write none for tracks with only
    /// constant or linear keys. A document without a container has no buffers.
    pub(super) fn bake_new(
        &mut self,
        animations: &mut [(String, Animation)],
        options: &EncodeOptions,
    ) -> Result<(), Error> {
        if !matches!(self.form(), Form::Container { .. }) {
            return Ok(());
        }
        let mut room = room(animations.iter().map(|(_, animation)| animation), options);
        let (mut blobs, mut places) = (Vec::new(), Vec::new());
        for (index, (_, animation)) in animations.iter().enumerate() {
            let Some(frames) = frames(animation, options) else { continue };
            let mut values = vec![0.0; frames.len()];
            for (track, of) in animation.tracks.iter().enumerate().filter(|(_, track)| !is_plain(track)) {
                let need = of.subtracks.len().saturating_mul(frames.len());
                let Some(left) = room.checked_sub(need) else { continue };
                room = left;
                for (part, subtrack) in of.subtracks.iter().enumerate() {
                    let curve = subtrack.as_ref().and_then(|subtrack| subtrack.curve(&of.timepoints));
                    if let Some(curve) = curve {
                        sample_ascending(&curve, &frames, &mut values);
                        blobs.push(bytes(&values));
                        places.push([index, track, part]);
                    }
                }
            }
        }
        let ids = self.add_buffers(blobs)?;
        for ([index, track, part], id) in places.into_iter().zip(ids) {
            let animation = &mut animations[index].1;
            // The ids are new, so no search is needed.
            let reference = crate::Reference::Index(animation.referenced_buffers.len());
            animation.referenced_buffers.push(id);
            if let Some(subtrack) = &mut animation.tracks[track].subtracks[part] {
                subtrack.baked = Some(reference);
            }
        }
        Ok(())
    }
}

/// The frames of an animation; `None` if there are too many to bake.
pub(super) fn frames(animation: &Animation, options: &EncodeOptions) -> Option<Vec<f64>> {
    let frames = baked_frames(animation.span());
    let count = usize::try_from(frames.end.saturating_sub(frames.start)).ok()?;
    (count <= options.frames.get()).then(|| frames.map(|frame| frame as f64).collect())
}

/// Adds a baked track for each track: a key of each component at every frame, with straight lines between them. `sources` has the
/// channel that each track comes from, and the property of the track. The largest error between frames is reported.
pub(super) fn add_tracks<'a>(
    animation: &mut Animation,
    clip: &Clip,
    sources: impl Iterator<Item = (&'a Channel, &'a Property)>,
    options: &EncodeOptions,
    report: &mut Report,
) {
    let Some(frames) = frames(animation, options) else {
        let most = options.frames;
        let message = format!(
            "there are no baked tracks: the range has more than {most} frames: the option `frames` allows more"
        );
        return report.lose(codes::DROPPED.dropped(message).in_clip(clip));
    };
    let mut room = room([&*animation], options);
    for (track, (channel, property)) in animation.tracks.iter().zip(sources) {
        let Some(left) = room.checked_sub(track.subtracks.len().saturating_mul(frames.len())) else {
            let message = "there is no baked track: the animation has too many frames and tracks: the option `baked-values` allows \
                           more";
            report.lose(codes::DROPPED.dropped(message).of_channel(clip, channel));
            continue;
        };
        room = left;
        let baked = baked(track, &frames);
        let error = difference(track, &baked, &frames, property);
        if error > 1e-9 {
            let message = "the baked track, which overrides the curve, has straight lines between frames";
            let loss = codes::SAMPLED.approximated(Deviation::of(property, error), message);
            report.lose(loss.of_channel(clip, channel));
        }
        animation.tracks_baked.push(baked);
    }
}

fn baked(track: &Track, frames: &[f64]) -> Track {
    let mut values = vec![0.0; frames.len()];
    let subtracks = track.subtracks.iter().map(|subtrack| {
        let curve = subtrack.as_ref()?.curve(&track.timepoints)?;
        sample_ascending(&curve, frames, &mut values);
        let keyframes = values.iter().map(|value| Key::new(*value, Ease::Linear).into()).collect();
        Some(Subtrack { keyframes, ..Subtrack::default() })
    });
    Track {
        target: track.target.clone(),
        timepoints: frames.to_vec(),
        interpolation: Some("linear".to_owned()),
        subtracks: subtracks.collect(),
        track_baked: Some(true),
        ..Track::default()
    }
}

/// The largest difference between two tracks, between frames and the first track's keys, and at and around these: a distance, or the
/// angle of a rotation.
fn difference(a: &Track, b: &Track, frames: &[f64], property: &Property) -> f64 {
    let beyond =
        frames.first().map(|first| first - 1.0).into_iter().chain(frames.last().map(|last| last + 1.0));
    let around: Vec<f64> = beyond.chain(frames.iter().copied()).collect();
    let times = places(&around, &a.timepoints);
    let curves = |track: &Track| -> Vec<Curve> {
        track.subtracks.iter().flatten().filter_map(|part| part.curve(&track.timepoints)).collect()
    };
    let curves = [curves(a), curves(b)];
    let apart = |[a, b]: [&[f64]; 2]| match (property, a, b) {
        (Property::Rotation, &[ax, ay, az, aw], &[bx, by, bz, bw]) => {
            let [a, b] = [[ax, ay, az, aw], [bx, by, bz, bw]].map(quaternion::normalize);
            quaternion::angle_between(a, b)
        }
        (Property::Translation | Property::Scale, ..) => {
            a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
        }
        // The rotations differ by at most the sum of the differences of the angles.
        (Property::Euler(_), ..) => a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum(),
        _ => a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max),
    };
    let mut values = vec![0.0; times.len()];
    let mut sampled = |curves: &[Curve]| -> Vec<f64> {
        let mut all = vec![0.0; times.len() * curves.len()];
        for (part, curve) in curves.iter().enumerate() {
            sample_ascending(curve, &times, &mut values);
            let numbers = all.iter_mut().skip(part).step_by(curves.len());
            numbers.zip(&values).for_each(|(number, value)| *number = *value);
        }
        all
    };
    let [a, b] = [&curves[0], &curves[1]].map(|curves| sampled(curves));
    let [a, b] =
        [(&a, curves[0].len()), (&b, curves[1].len())].map(|(all, count)| all.chunks_exact(count.max(1)));
    let sizes: Vec<f64> = a.zip(b).map(|(a, b)| apart([a, b])).collect();
    largest(&times, &sizes, |time| {
        let [a, b] = [&curves[0], &curves[1]]
            .map(|curves| curves.iter().map(|curve| curve.at(time)[0]).collect::<Vec<f64>>());
        apart([&a, &b])
    })
}
