//! Whether a baked track shows the motion of the track that it replaces.

use anim_core::Curve;

use super::{AGREEMENT, Disagreement};
use crate::clips::is_rotation;
use crate::{Ease, Keyframe, Subtrack, Track};

/// The number of values that are compared for each timepoint and keyframe: beyond that, some of the frames are left out.
const VALUES: usize = 16;

/// The largest difference of a component of a baked track from the keys of the track with the same target, if it exceeds rounding.
/// Quaternions are normalised and may have either sign. A component that the baked track lacks holds its first value.
pub(crate) fn replaced(keyed: &Track, baked: &Track) -> Option<Disagreement> {
    let parts: Vec<(Curve, Option<Curve>)> = parts(keyed, baked).collect();
    let is_rotation = is_rotation(&keyed.target);
    let frames = frames(keyed, baked);
    // Components may share timepoints of which each has few keys.
    let most = VALUES.saturating_mul(items(keyed).saturating_add(items(baked)));
    let step = frames.len().saturating_mul(parts.len()).div_ceil(most.max(1)).max(1);
    let (mut worst, mut size) = (Disagreement { frame: 0.0, by: 0.0 }, 1.0f64);
    for frame in frames.into_iter().step_by(step) {
        let value = |(keyed, baked): &(Curve, Option<Curve>)| {
            let shown = baked.as_ref().map_or_else(|| keyed.at(keyed.start()), |baked| baked.at(frame));
            [keyed.at(frame), shown].map(|value| value.into_iter().sum::<f64>())
        };
        let mut values: Vec<[f64; 2]> = parts.iter().map(value).collect();
        if is_rotation {
            align(&mut values);
        }
        for [keyed, baked] in values {
            let by = (keyed - baked).abs();
            size = size.max(keyed.abs());
            if by > worst.by {
                worst = Disagreement { frame, by };
            }
        }
    }
    (worst.by > AGREEMENT * size).then_some(worst)
}

/// The number of timepoints and keyframes of a track.
fn items(track: &Track) -> usize {
    let keyframes = track.subtracks.iter().flatten().map(|part| part.keyframes.len());
    keyframes.fold(track.timepoints.len(), usize::saturating_add)
}

/// The frames at which both are compared: those of the baked track that are within the keys, and those of keys which it leaves out.
/// Exporters leave out the last frame, and a key between two frames is not left out. Between keys of curves of unknown kinds only
/// the baked track has values.
fn frames(keyed: &Track, baked: &Track) -> Vec<f64> {
    let (keys, shown) = (&keyed.timepoints, &baked.timepoints);
    let (Some(first), Some(last)) = (keys.first(), keys.last()) else { return Vec::new() };
    let is_shown = |frame: &f64| {
        let next = shown.partition_point(|shown| shown <= frame);
        let before = next.checked_sub(1).and_then(|before| shown.get(before));
        let after = before.map(|before| shown.get(next).map_or(before + 1.0, |after| *after));
        before
            .zip(after)
            .is_some_and(|(before, after)| before < frame && *frame <= after && after - before <= 1.0)
    };
    let own = shown.iter().filter(|frame| (first..=last).contains(frame));
    own.filter(|_| !is_unnamed(keyed)).chain(keys.iter().filter(|frame| !is_shown(frame))).copied().collect()
}

/// Makes two quaternions comparable: of length 1, and the second of the sign of the first.
fn align(values: &mut [[f64; 2]]) {
    if values.len() == 4 {
        for side in [0, 1] {
            let length = values
                .iter()
                .map(|pair| pair.get(side).map_or(0.0, |value| value * value))
                .sum::<f64>()
                .sqrt();
            let scale = if length > 0.0 { length.recip() } else { 1.0 };
            values.iter_mut().filter_map(|pair| pair.get_mut(side)).for_each(|value| *value *= scale);
        }
    }
    let sign = values.iter().map(|[keyed, baked]| keyed * baked).sum::<f64>().signum();
    for [_, baked] in values {
        *baked *= sign;
    }
}

/// The curves of each component that has keys, except where the baked track has a buffer instead of keys.
fn parts(keyed: &Track, baked: &Track) -> impl Iterator<Item = (Curve, Option<Curve>)> {
    keyed.subtracks.iter().enumerate().filter_map(|(index, part)| {
        let curve = part.as_ref()?.curve(&keyed.timepoints)?;
        let shown = baked.subtracks.get(index).and_then(Option::as_ref);
        let by_keys = shown.and_then(|shown| shown.curve(&baked.timepoints));
        let has_buffer = by_keys.is_none() && shown.is_some_and(|shown| shown.baked.is_some());
        (!has_buffer).then_some((curve, by_keys))
    })
}

/// Whether a track has a curve of unknown kind.
fn is_unnamed(track: &Track) -> bool {
    let unnamed = |keyframe: &Keyframe| match keyframe {
        Keyframe::Key(key) => matches!(key.ease, Ease::Unnamed | Ease::Other(_)),
        _ => false,
    };
    track.subtracks.iter().flatten().any(|part: &Subtrack| part.keyframes.iter().any(unnamed))
}
