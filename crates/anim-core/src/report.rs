//! The findings and losses of a conversion.

mod brief;
mod change;
mod diagnostic;
mod location;
mod loss_severity;
mod nearest;
mod unit;
pub(crate) mod unrecorded;

use std::f64::consts::PI;
use std::fmt;

use crate::{Channel, Clip, Property, Space};
pub use brief::{Brief, agreeing, counted, listed};
pub use change::Change;
pub use diagnostic::{Code, Diagnostic, Severity, Sink};
pub use location::{LineColumn, Location, Span};
pub use nearest::{UnknownName, nearest};
pub use unit::Unit;

/// The findings and losses of one conversion, from reading to encoding.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// Errors and doubtful places in the source.
    pub findings: Vec<Diagnostic>,
    /// What the clips or the target cannot represent unchanged.
    pub losses: Vec<Loss>,
    /// What clips lack that another clip of the document has. It is lost only if a clip is taken without that one: see
    /// [`Report::choose_clip`].
    pub apart: Vec<Loss>,
    /// What operations on clips changed, in their order.
    pub changes: Vec<Change>,
}

/// One thing that a conversion could not transfer unchanged.
///
/// The names are those in the output of `info`, `pose` and `sample`: a program can join losses to clips, nodes and channels.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Loss {
    /// The kind of loss.
    pub code: &'static Code,
    /// How much it matters: the severity of the code, unless [`Report::set_severities`] changed it.
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
    /// Whether [`Report::set_severities`] has decided the severity.
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

/// The size of an error and its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Deviation {
    /// The size, at least 0; infinite or NaN if a value in the target is not finite.
    pub size: f64,
    /// The unit.
    pub unit: Unit,
}

impl Deviation {
    /// A distance: in the length unit of the source for lowering, of the target for encoding. A conversion of files converts the
    /// former to the latter.
    pub const fn length(size: f64) -> Self {
        Self { size, unit: Unit::Length }
    }

    /// The error of a rotation as an angle in radians: at most half a turn, even if its parts add up to more, and infinite if one of
    /// the rotations is not finite.
    pub const fn angle(size: f64) -> Self {
        Self { size: if size.is_finite() { size.min(PI) } else { size }, unit: Unit::Angle }
    }

    /// A ratio.
    pub const fn ratio(size: f64) -> Self {
        Self { size, unit: Unit::Ratio }
    }

    /// A time in seconds.
    pub const fn time(size: f64) -> Self {
        Self { size, unit: Unit::Time }
    }

    /// An error of a property's values, in the unit of that property. See [`Deviation::angle`] for rotations.
    pub fn of(property: &Property, size: f64) -> Self {
        match property.unit() {
            Unit::Angle => Self::angle(size),
            unit => Self { size, unit },
        }
    }
}

impl fmt::Display for Deviation {
    /// The size with its unit, such as `1.250e-3 rad`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.unit {
            Unit::Length => " units",
            Unit::Angle => " rad",
            Unit::Time => " s",
            Unit::Ratio | Unit::Own => "",
        };
        write!(f, "{:.3e}{unit}", self.size)
    }
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

impl Report {
    /// A report without findings and losses.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a finding.
    pub fn push(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
    }

    /// Adds a loss.
    pub fn lose(&mut self, loss: Loss) {
        self.losses.push(loss);
    }

    /// Adds a loss of a clip that is taken without the clip which has what it lacks.
    pub fn lose_apart(&mut self, loss: Loss) {
        self.apart.push(loss);
    }

    /// Leaves the losses that concern one clip of a document, taken without the others, and those of no clip.
    pub fn choose_clip(&mut self, name: &str) {
        self.losses.append(&mut self.apart);
        self.losses.retain(|loss| loss.clip.as_ref().is_none_or(|clip| clip == name));
    }

    /// Adds a change.
    pub fn change(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// Whether there are no findings and no losses.
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty() && self.losses.is_empty()
    }
}

impl Sink for Report {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.findings.push(diagnostic);
    }
}

impl fmt::Display for Report {
    /// One line for each change, then one for each finding, then one for each loss.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.changes.iter().try_for_each(|change| writeln!(f, "{change}"))?;
        self.findings.iter().try_for_each(|finding| writeln!(f, "{finding}"))?;
        self.losses.iter().try_for_each(|loss| writeln!(f, "{loss}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Curve, Node};

    static TEST: Code = Code::note("test::rounded", "values are rounded");

    #[test]
    fn a_clip_that_is_taken_alone_lacks_what_another_has() {
        let report = || {
            let mut report = Report::new();
            report.lose(TEST.dropped("walk").in_clip_named("walk"));
            report.lose(TEST.dropped("run").in_clip_named("run"));
            report.lose(TEST.dropped("file"));
            report.lose_apart(TEST.dropped("delay").in_clip_named("walk"));
            report
        };
        let messages =
            |report: &Report| report.losses.iter().map(|loss| loss.message.clone()).collect::<Vec<_>>();
        assert_eq!(messages(&report()), ["walk", "run", "file"]);
        for (name, expected) in
            [("walk", &["walk", "file", "delay"][..]), ("run", &["run", "file"]), ("x", &["file"])]
        {
            let mut chosen = report();
            chosen.choose_clip(name);
            assert_eq!(messages(&chosen), expected, "{name}");
            assert_eq!(chosen.apart, []);
        }
    }

    #[test]
    fn a_loss_names_its_clip_node_and_property() {
        let mut clip = Clip::new("walk");
        clip.nodes = vec![Node::new("hip")];
        let channel = Channel::new(0, Property::Scale, Curve::constant(&[1.0; 3]).unwrap()).unwrap();
        let loss = TEST.approximated(Deviation::ratio(0.001), "rounded").of_channel(&clip, &channel);
        assert_eq!(
            loss.to_string(),
            "note[test::rounded]: walk: hip: scale: rounded (approximated, 1.000e-3)"
        );
        let summed = TEST.equivalent(Unit::Length, "added up").to_string();
        assert_eq!(summed, "note[test::rounded]: added up (in another form, without error)");
        assert_eq!(TEST.dropped("gone").of_node(&clip, 7).node, None);
        assert_eq!(TEST.kept("x").to_string(), "note[test::rounded]: x (kept)");
    }

    #[test]
    fn errors_have_the_unit_of_their_property() {
        let cases = [
            (Property::Translation, Unit::Length),
            (Property::Rotation, Unit::Angle),
            (Property::Scale, Unit::Ratio),
            (Property::named("attribute", 1), Unit::Own),
        ];
        for (property, unit) in cases {
            assert_eq!(Deviation::of(&property, 1.0).unit, unit, "{}", property.name());
            let most = if unit == Unit::Angle { PI } else { 9.0 };
            assert_eq!(Deviation::of(&property, 9.0).size, most, "{}", property.name());
        }
        assert_eq!(Deviation::angle(0.5).to_string(), "5.000e-1 rad");
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
    fn findings_and_losses_stay_apart() {
        let mut report = Report::new();
        report.report(TEST.at(Location::default(), "odd"));
        report.lose(TEST.dropped("gone"));
        assert_eq!((report.findings.len(), report.losses.len()), (1, 1));
        assert_eq!(report.to_string(), "note[test::rounded]: odd\nnote[test::rounded]: gone (dropped)\n");
    }

    #[test]
    fn a_loss_has_what_it_is_given() {
        let place = Location::path("clips[0]");
        let loss = TEST.dropped("gone").renamed("walk.2").at_time(0.5).at(place.clone());
        assert_eq!((loss.renamed.as_deref(), loss.time, loss.at), (Some("walk.2"), Some(0.5), place));
    }
}
