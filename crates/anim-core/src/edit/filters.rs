//! Rotations without leaps of their numbers.

mod turns;

use super::draft::Draft;
use super::{EditError, codes};
use crate::{Change, Channel, Clip, ClipError, Deviation, Property, Report, quaternion};

/// The clip with each quaternion in the half space of the one before it: its numbers change their signs where that brings them
/// nearer, those of its handles as well.
///
/// Arcs and steps stay the same rotations. Straight lines and Bézier curves, which go from number to number, go the short way: the report
/// has the largest angle between the rotation before and after, at the 32nds between two keys.
///
/// Errors: [`EditError::Clip`], for curves that cannot be.
pub fn hemisphere(clip: &Clip, report: &mut Report) -> Result<Clip, EditError> {
    filtered(clip, "hemisphere", report, |channel, draft| {
        if *channel.property() != Property::Rotation || draft.width != 4 {
            return 0;
        }
        let mut changed = 0;
        for key in 1..draft.len() {
            let [last, own] = [key - 1, key].map(|key| four(draft.value(key)));
            if quaternion::dot(last, own) < 0.0 {
                changed += 1;
                negate(draft, key, 0..4);
            }
        }
        changed
    })
}

/// The clip with the Euler angles of each key as near to those of the key before as the same rotation can be: whole turns, and the
/// other solution with the middle angle mirrored. Angles that are driven one by one lose whole turns alone.
///
/// The rotations of the keys stay. Those between keys go the short way, so a spin of more than half a turn between two keys is lost: the
/// report has the largest angle between the rotation before and after, at the 32nds between two keys. Angles about an axis stay, because
/// their turns are meant.
///
/// Errors: [`EditError::Clip`], for curves that cannot be.
pub fn euler_filter(clip: &Clip, report: &mut Report) -> Result<Clip, EditError> {
    use std::f64::consts::TAU;
    filtered(clip, "euler", report, |channel, draft| {
        let Property::Euler(order) = *channel.property() else { return 0 };
        let (width, mut changed) = (draft.width, 0);
        for key in 1..draft.len() {
            let (last, own) = (draft.value(key - 1).to_vec(), draft.value(key).to_vec());
            if !last.iter().chain(&own).all(|angle| angle.is_finite()) {
                continue;
            }
            let far =
                |angles: &[f64]| -> f64 { angles.iter().zip(&last).map(|(a, b)| (a - b).powi(2)).sum() };
            let mut new: Vec<f64> =
                own.iter().zip(&last).map(|(own, last)| own + ((last - own) / TAU).round() * TAU).collect();
            let mut flipped = false;
            let middle = order.axes()[1];
            if let (&[x, y, z], &[a, b, c]) = (&own[..], &last[..]) {
                new = order.nearest([x, y, z], [a, b, c]).to_vec();
                let turns = (new[middle] - own[middle]) / TAU;
                flipped = (turns - turns.round()).abs() > 1e-9;
            }
            if far(&new) >= far(&own) - 1e-9 {
                continue;
            }
            if flipped {
                // The middle angle of the other solution runs the other way.
                let handles = &mut draft.handles[key * width + middle];
                (handles.into[1], handles.out[1]) = (-handles.into[1], -handles.out[1]);
            }
            changed += 1;
            draft.values[key * width..(key + 1) * width].copy_from_slice(&new);
        }
        changed
    })
}

fn filtered(
    clip: &Clip,
    edit: &'static str,
    report: &mut Report,
    filter: impl Fn(&Channel, &mut Draft) -> usize,
) -> Result<Clip, EditError> {
    let mut changed = 0;
    let mut filtered = |channel: &Channel| -> Result<Channel, ClipError> {
        let mut draft = Draft::of(channel.curve());
        match filter(channel, &mut draft) {
            0 => Ok(channel.clone()),
            keys => {
                changed += keys;
                let new = channel.with_curve(draft.curve()?)?;
                if let Some((angle, time)) = turns::largest(channel, new.curve()) {
                    let message = "rotations between the keys go another way";
                    let loss = codes::TURNS.approximated(Deviation::angle(angle), message);
                    report.lose(loss.of_channel(clip, channel).at_time(time));
                }
                Ok(new)
            }
        }
    };
    let channels: Result<Vec<_>, _> = clip.channels.iter().map(&mut filtered).collect();
    let channels = channels.map_err(EditError::of(&clip.name))?;
    if changed > 0 {
        report.change(Change::new(edit, format!("{changed} keys")).in_clip(clip));
    }
    Ok(Clip { channels, ..clip.clone() })
}

fn four(value: &[f64]) -> quaternion::Quaternion {
    [value[0], value[1], value[2], value[3]]
}

fn negate(draft: &mut Draft, key: usize, parts: std::ops::Range<usize>) {
    for part in parts {
        let at = key * draft.width + part;
        draft.values[at] = -draft.values[at];
        let handles = &mut draft.handles[at];
        (handles.into[1], handles.out[1]) = (-handles.into[1], -handles.out[1]);
    }
}
