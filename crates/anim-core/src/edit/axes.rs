//! Clips in other axes, units and sizes.

use super::EditError;
use crate::clip::basis::Basis;
use crate::clip::reorient::turned;
use crate::{Change, Channel, Clip, Node, Positive, Report, Space};

/// The clip with the axes and the length unit of another space: [`Clip::in_space`], for the facts that the clip's own space
/// states.
///
/// Errors: [`EditError::Argument`] for an invalid space, [`EditError::Unfit`] if it states an axis up or a unit and the clip's
/// space does not.
pub fn to_space(clip: &Clip, space: Space, report: &mut Report) -> Result<Clip, EditError> {
    if !space.is_sound() {
        return Err(EditError::Argument(
            "a unit must be finite and above 0, and forward not along up".into(),
        ));
    }
    let unknown = |what: &str, option: &str| {
        let name = &clip.name;
        let message = format!("clip `{name}` does not state {what}: expected the reading option `{option}`");
        Err(EditError::Unfit(message))
    };
    if space.up.is_some() && clip.space.up.is_none() {
        return unknown("its axis up", "up");
    }
    if space.unit.is_some() && clip.space.unit.is_none() {
        return unknown("its unit", "unit");
    }
    if space.forward.is_some() && clip.space.forward.is_none() {
        return unknown("its axis forward", "forward");
    }
    // Facts that are not asked for stay, where possible.
    let target = space.or(clip.space);
    if !clip.is_in_space(target) {
        let axis = |axis: Option<crate::Axis>| axis.map_or("unknown", crate::Axis::name);
        let unit = target.unit.map_or("of unknown length".to_owned(), |unit| format!("{unit} m"));
        let message = format!("up {}, forward {}, unit {unit}", axis(target.up), axis(target.forward));
        report.change(Change::new("space", message).in_clip(clip));
    }
    Ok(clip.in_space(target).into_owned())
}

/// The clip with all lengths times a factor; its unit stays, so figures become larger or smaller. Nothing is baked.
pub fn scale(clip: &Clip, factor: Positive, report: &mut Report) -> Clip {
    let basis = Basis::scale(factor.get());
    report.change(Change::new("scale", format!("{factor} times as large")).in_clip(clip));
    let node = |node: &Node| Node { rest: basis.of_transform(&node.rest), ..node.clone() };
    let channels: Vec<Channel> =
        clip.channels.iter().cloned().flat_map(|channel| turned(channel, &basis)).collect();
    Clip { nodes: clip.nodes.iter().map(node).collect(), channels, ..clip.clone() }
}
