//! Whether a baked track shows the motion of the track that it replaces.

use anim_core::Curve;

use super::{AGREEMENT, Disagreement};
use crate::clips::is_rotation;
use crate::{Ease, Keyframe, Subtrack, Track};

/// The largest difference of a component of a baked track from the keys of the track with the same target, if it exceeds rounding:
/// infinite for a component that the baked track lacks. Quaternions may have either sign.
///
/// They are compared at the frames of the baked track that are within the keys. Exporters leave out the last one. Between keys of
/// curves of unknown kinds only the baked track has values, so such a track is compared at its keys.
pub(crate) fn replaced(keyed: &Track, baked: &Track) -> Option<Disagreement> {
    let parts: Vec<(Curve, Option<Curve>)> = parts(keyed, baked).collect();
    let (&first, &last) = keyed.timepoints.first().zip(keyed.timepoints.last())?;
    let (frames, [from, to]) = match (baked.timepoints.first(), baked.timepoints.last()) {
        (Some(&from), Some(&to)) if is_unnamed(keyed) => (&keyed.timepoints, [from, to]),
        _ => (&baked.timepoints, [first, last]),
    };
    let shared = frames.iter().copied().filter(|frame| (from..=to).contains(frame));
    // If they share no frame, the baked track holds a value where the keys are.
    let frames: Vec<f64> = if shared.clone().next().is_some() { shared.collect() } else { vec![first, last] };
    let (mut worst, mut size) = (Disagreement { frame: first, by: 0.0 }, 1.0f64);
    for frame in frames {
        let value = |(keyed, baked): &(Curve, Option<Curve>)| {
            let shown = baked.as_ref().map_or(f64::INFINITY, |baked| baked.at(frame)[0]);
            [keyed.at(frame)[0], shown]
        };
        let values: Vec<[f64; 2]> = parts.iter().map(value).collect();
        let is_flipped = is_rotation(&keyed.target)
            && values.iter().map(|[keyed, baked]| keyed * baked).sum::<f64>() < 0.0;
        for [keyed, baked] in values {
            let by = (keyed - if is_flipped { -baked } else { baked }).abs();
            size = size.max(keyed.abs());
            if by > worst.by {
                worst = Disagreement { frame, by };
            }
        }
    }
    (worst.by > AGREEMENT * size).then_some(worst)
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
