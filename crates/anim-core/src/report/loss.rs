//! What a conversion could not transfer unchanged.

use std::fmt;

use crate::{Channel, Clip, Code, Deviation, Location, Property, Severity, Space, Unit};

/// One thing that a conversion could not transfer unchanged.
///
/// The names are those in the output of `info`, `pose` and `sample`: a program can join losses to clips, nodes and channels.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Loss {
    /// The kind of loss.
    pub code: &'static Code,
    /// How much it matters: the severity of the code, unless [`Report::set_severities`](crate::Report::set_severities) changed it.
    pub severity: Severity,
    /// What happened to the lost thing.
    pub fate: Fate,
    /// The name of the clip, if the loss concerns one clip.
    pub clip: Option<String>,
    /// The name of the node, if the loss concerns one node.
    pub node: Option<String>,
    /// [`Clip::channel_name`] of the channel, or [`Property::name`] of its property, if the loss concerns one channel.
    pub property: Option<String>,
    /// The name of the clip or the node in the target, if it changed.
    pub renamed: Option<String>,
    /// The time in seconds, if the loss concerns one time.
    pub time: Option<f64>,
    /// Whether the error is the time by which key times of the clip are rounded. The two keys of a jump may each move this far.
    pub is_of_key_times: bool,
    /// The axes and the unit that the target does not record, if the loss concerns these.
    pub space: Option<Space>,
    /// The place in the source file, if known.
    pub at: Location,
    /// One sentence for users: lower case, no full stop.
    pub message: String,
    /// Whether only the curve of a clip lacks it, and the document's [`Evaluator`](crate::Evaluator) has it.
    pub is_evaluated: bool,
    /// Whether [`Report::set_severities`](crate::Report::set_severities) has decided the severity.
    pub(crate) has_final_severity: bool,
}

/// What a conversion did to something that its target cannot represent unchanged.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Fate {
    /// The target contains it in a form that only this project's readers understand.
    Kept,
    /// The target shows the same in another form. The unit is that of the values concerned.
    Equivalent(Unit),
    /// The target contains it with an error of at most this size.
    Approximated(Deviation),
    /// The target does not contain it.
    Dropped,
}

impl Fate {
    /// The word in reports: `kept`, `approximated` or `dropped`. A thing in another form counts as approximated, with the
    /// [error](Self::error) 0.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Equivalent(_) | Self::Approximated(_) => "approximated",
            Self::Dropped => "dropped",
        }
    }

    /// The error in reports: 0 for a thing in another form, none for a thing that is kept or dropped.
    pub const fn error(self) -> Option<Deviation> {
        match self {
            Self::Equivalent(unit) => Some(Deviation { size: 0.0, unit }),
            Self::Approximated(error) => Some(error),
            Self::Kept | Self::Dropped => None,
        }
    }
}

impl Loss {
    fn new(code: &'static Code, fate: Fate, message: String) -> Self {
        let at = Location::default();
        let severity = code.severity;
        Self {
            code,
            severity,
            fate,
            clip: None,
            node: None,
            property: None,
            renamed: None,
            time: None,
            is_of_key_times: false,
            space: None,
            at,
            message,
            is_evaluated: false,
            has_final_severity: false,
        }
    }

    /// The loss with the name of a clip.
    #[must_use]
    pub fn in_clip(self, clip: &Clip) -> Self {
        self.in_clip_named(&clip.name)
    }

    /// The loss with the clip name `name`.
    #[must_use]
    pub fn in_clip_named(self, name: impl Into<String>) -> Self {
        Self { clip: Some(name.into()), ..self }
    }

    /// The loss with the names of a clip and of one of its nodes, by index; without a node if the clip has no such node.
    #[must_use]
    pub fn of_node(self, clip: &Clip, node: usize) -> Self {
        Self { node: clip.nodes.get(node).map(|node| node.name.clone()), ..self.in_clip(clip) }
    }

    /// The loss with the names of a clip, of a channel, and of the channel's node.
    #[must_use]
    pub fn of_channel(self, clip: &Clip, channel: &Channel) -> Self {
        let property = Some(clip.channel_name(channel).into_owned());
        Self { property, ..self.of_node(clip, channel.node()) }
    }

    /// The loss with the name of a property.
    #[must_use]
    pub fn of_property(self, property: &Property) -> Self {
        Self { property: Some(property.name().to_owned()), ..self }
    }

    /// The loss with the name in the target.
    #[must_use]
    pub fn renamed(self, name: impl Into<String>) -> Self {
        Self { renamed: Some(name.into()), ..self }
    }

    /// The loss with a time in seconds.
    #[must_use]
    pub fn at_time(self, seconds: f64) -> Self {
        Self { time: Some(seconds), ..self }
    }

    /// The loss, whose error is the time by which key times of the clip are rounded.
    #[must_use]
    pub fn of_key_times(self) -> Self {
        Self { is_of_key_times: true, ..self }
    }

    /// The loss with the axes and the unit that the target does not record.
    #[must_use]
    pub fn of_space(self, space: Space) -> Self {
        Self { space: Some(space), ..self }
    }

    /// The loss with its place in the source file.
    #[must_use]
    pub fn at(self, at: Location) -> Self {
        Self { at, ..self }
    }

    /// How much it matters.
    pub fn severity(&self) -> Severity {
        self.severity
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: ", self.severity(), self.code.id)?;
        let names = [&self.clip, &self.node, &self.property];
        for name in names.into_iter().flatten() {
            write!(f, "{name}: ")?;
        }
        write!(f, "{} (", self.message)?;
        match self.fate {
            Fate::Equivalent(_) => f.write_str("in another form, without error)"),
            Fate::Approximated(error) => write!(f, "approximated, {error})"),
            fate @ (Fate::Kept | Fate::Dropped) => write!(f, "{})", fate.name()),
        }
    }
}

impl Code {
    /// A loss with this code: the target contains the thing in a form that only this project's readers understand.
    pub fn kept(&'static self, message: impl Into<String>) -> Loss {
        Loss::new(self, Fate::Kept, message.into())
    }

    /// A loss with this code: the target shows the thing in another form, without error. The unit is that of the values concerned.
    pub fn equivalent(&'static self, unit: Unit, message: impl Into<String>) -> Loss {
        Loss::new(self, Fate::Equivalent(unit), message.into())
    }

    /// A loss with this code: the target contains the thing with an error.
    pub fn approximated(&'static self, error: Deviation, message: impl Into<String>) -> Loss {
        Loss::new(self, Fate::Approximated(error), message.into())
    }

    /// A loss with this code: the target does not contain the thing.
    pub fn dropped(&'static self, message: impl Into<String>) -> Loss {
        Loss::new(self, Fate::Dropped, message.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Curve, Node};

    static TEST: Code = Code::note("test::rounded", "values are rounded");

    #[test]
    fn a_loss_names_its_clip_node_and_property() {
        let mut clip = Clip::new("walk");
        clip.nodes = vec![Node::new("hip")];
        let channel = Channel::new(0, Property::Scale, Curve::constant(&[1.0; 3]).unwrap()).unwrap();
        let loss = TEST.approximated(Deviation::ratio(0.001), "rounded").of_channel(&clip, &channel);
        assert_eq!(loss.to_string(), "note[test::rounded]: walk: hip: scale: rounded (approximated, 0.001)");
        let summed = TEST.equivalent(Unit::Length, "added up").to_string();
        assert_eq!(summed, "note[test::rounded]: added up (in another form, without error)");
        assert_eq!(TEST.dropped("gone").of_node(&clip, 7).node, None);
        assert_eq!(TEST.kept("x").to_string(), "note[test::rounded]: x (kept)");
    }

    #[test]
    fn a_thing_in_another_form_is_reported_as_approximated_with_the_error_0() {
        let size = |fate: Fate| fate.error().map(|error| (error.size, error.unit));
        for (loss, name, error) in [
            (TEST.kept(""), "kept", None),
            (TEST.equivalent(Unit::Angle, ""), "approximated", Some((0.0, Unit::Angle))),
            (TEST.approximated(Deviation::time(0.5), ""), "approximated", Some((0.5, Unit::Time))),
            (TEST.dropped(""), "dropped", None),
        ] {
            assert_eq!((loss.fate.name(), size(loss.fate)), (name, error), "{loss}");
        }
    }

    #[test]
    fn a_loss_has_what_it_is_given() {
        let place = Location::path("clips[0]");
        let loss = TEST.dropped("gone").renamed("walk.2").at_time(0.5).at(place.clone());
        assert_eq!((loss.renamed.as_deref(), loss.time, loss.at), (Some("walk.2"), Some(0.5), place));
    }
}
