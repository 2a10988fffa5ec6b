//! Rotations without jumps in their numbers.

mod turns;

use super::draft::Draft;
use super::twin::Twin;
use super::{EditError, codes};
use crate::{Change, Channel, Clip, ClipError, Deviation, Property, Report};

/// The clip with each quaternion in the hemisphere of the one before it: the signs of its numbers, and of its handles, are
/// flipped where this brings them nearer.
///
/// Arcs and steps keep their rotations. Straight lines and Bézier curves interpolate the numbers and now take the shorter path: the
/// report has the largest angle between the old and the new rotation.
///
/// Errors: [`EditError::Clip`] for an invalid curve.
pub fn hemisphere(clip: &Clip, report: &mut Report) -> Result<Clip, EditError> {
    filtered(clip, "hemisphere", report, |property| *property == Property::Rotation)
}

/// The clip with the Euler angles of each key replaced by those of the same rotation nearest to the key before: by whole turns, or
/// by the other solution, with the middle angle mirrored. Angles with separate channels change only by whole turns.
///
/// The rotations of the keys stay. Between keys the rotation takes the shorter path, so a spin of more than half a turn between two keys
/// is lost: the report has the largest angle between the old and the new rotation. Angles about an axis stay, because their whole turns
/// are intended.
///
/// Errors: [`EditError::Clip`] for an invalid curve.
pub fn euler_filter(clip: &Clip, report: &mut Report) -> Result<Clip, EditError> {
    filtered(clip, "euler", report, |property| matches!(property, Property::Euler(_)))
}

fn filtered(
    clip: &Clip,
    edit: &'static str,
    report: &mut Report,
    is_meant: impl Fn(&Property) -> bool,
) -> Result<Clip, EditError> {
    let mut changed = 0;
    let mut filtered = |channel: &Channel| -> Result<Channel, ClipError> {
        let property = channel.property();
        if !is_meant(property) {
            return Ok(channel.clone());
        }
        let mut draft = Draft::of(channel.curve());
        let mut keys = 0;
        for key in 1..draft.len() {
            let twin = Twin::nearest(property, draft.value(key), draft.value(key - 1));
            twin.change(&mut draft, key);
            keys += usize::from(twin != Twin::OWN);
        }
        if keys == 0 {
            return Ok(channel.clone());
        }
        changed += keys;
        let new = channel.with_curve(draft.curve()?)?;
        if let Some((angle, time)) = turns::largest(channel, new.curve()) {
            let message = "rotations between keys take another path";
            let loss = codes::TURNS.approximated(Deviation::angle(angle), message);
            report.lose(loss.of_channel(clip, channel).at_time(time));
        }
        Ok(new)
    };
    let channels: Result<Vec<_>, _> = clip.channels.iter().map(&mut filtered).collect();
    let channels = channels.map_err(EditError::of(&clip.name))?;
    if changed > 0 {
        report.change(Change::new(edit, format!("{changed} keys")).in_clip(clip));
    }
    Ok(Clip { channels, ..clip.clone() })
}
