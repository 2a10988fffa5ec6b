//! New baked values after changes of keys.

use super::stretch::{Stretch, same};
use crate::eval::{Samples, baked_frames};
use crate::{Ease, Key, Keyframe, Subtrack, Track};

/// Whether all keys of a track have the same known kind other than Bézier. Exporters write no baked values for such a track.
pub(crate) fn is_plain(track: &Track) -> bool {
    let mut kinds = track.keys().map(|(_, key)| match key.ease {
        Ease::Constant | Ease::Linear | Ease::Quadratic | Ease::Cubic => key.ease.name(),
        _ => None,
    });
    let first = kinds.next().flatten();
    first.is_some() && kinds.all(|kind| kind == first)
}

impl Track {
    /// The common interpolation of all keys as a word: that of every key, `unknown` if no key has one, `mixed` if they differ;
    /// `None` without keys.
    pub fn common_interpolation(&self) -> Option<&str> {
        let mut names = self.keys().map(|(_, key)| key.ease.name());
        let first = names.next()?;
        Some(if names.all(|name| name == first) { first.unwrap_or("unknown") } else { "mixed" })
    }

    /// The keys of all components, each with the index of its timepoint.
    fn keys(&self) -> impl Iterator<Item = (usize, &Key)> {
        let keyframes =
            self.subtracks.iter().flatten().flat_map(|subtrack| subtrack.keyframes.iter().enumerate());
        keyframes.filter_map(|(index, keyframe)| match keyframe {
            Keyframe::Key(key) => Some((index, key)),
            _ => None,
        })
    }
}

/// The keys of a subtrack with their frames.
pub(super) fn framed<'a>(subtrack: &'a Subtrack, timepoints: &'a [f64]) -> Vec<(f64, &'a Key)> {
    let mut keys: Vec<(f64, &Key)> = Vec::new();
    for (keyframe, &frame) in subtrack.keyframes.iter().zip(timepoints) {
        if let Keyframe::Key(key) = keyframe
            && keys.last().is_none_or(|(last, _)| *last < frame)
        {
            keys.push((frame, key));
        }
    }
    keys
}

/// The value at every frame of a span.
///
/// The curve determines the values where the file states it. Elsewhere, the old baked values follow the keys: an unnamed
/// segment keeps its shape between its two keys, and the values before the first key and after the last one keep their distance
/// from that key. `frames` are the frames of the keys in the old samples.
pub(super) fn values(
    subtrack: &Subtrack,
    timepoints: &[f64],
    span: [f64; 2],
    old: Option<&Samples>,
    frames: &[f64],
) -> Vec<f64> {
    let all: Vec<f64> = baked_frames(span).map(|frame| frame as f64).collect();
    let Some(curve) = subtrack.curve(timepoints) else {
        return all.iter().map(|&frame| old.map_or(0.0, |old| old.at(frame))).collect();
    };
    let mut values = vec![0.0; all.len()];
    crate::sample_ascending(&curve, &all, &mut values);
    let keys = framed(subtrack, timepoints);
    let (Some(old), true) = (old, !keys.is_empty() && keys.len() == frames.len()) else { return values };
    // The stretch before the key with this index.
    let stretch = |key: usize| Stretch {
        old,
        from: key.checked_sub(1).map_or(f64::NEG_INFINITY, |left| frames[left]),
        to: frames.get(key).copied().unwrap_or(f64::INFINITY),
    };
    for (value, &frame) in values.iter_mut().zip(&all) {
        let next = keys.partition_point(|(at, _)| *at <= frame);
        let (Some(left), right) = (next.checked_sub(1), keys.get(next)) else {
            *value = stretch(0).beyond(&stretch(1), keys[0], frame);
            continue;
        };
        let (start, key) = keys[left];
        match right {
            None if frame > start => *value = stretch(next).beyond(&stretch(left), keys[left], frame),
            Some(&(end, to)) if matches!(key.ease, Ease::Unnamed | Ease::Other(_)) => {
                let u = (frame - start) / (end - start);
                *value = stretch(next).between([key.value, to.value], u);
            }
            _ => {}
        }
    }
    values
}

/// Whether values equal those of the curve alone, so that they need not be stored.
pub(super) fn are_of_curve(subtrack: &Subtrack, timepoints: &[f64], span: [f64; 2], values: &[f64]) -> bool {
    let plain = self::values(subtrack, timepoints, span, None, &[]);
    plain.iter().zip(values).all(|(a, b)| same(*a, *b))
}

/// Values as the bytes of a buffer.
pub(crate) fn bytes(values: &[f64]) -> Vec<u8> {
    let single = |value: &f64| (value.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32).to_le_bytes();
    values.iter().flat_map(single).collect()
}
