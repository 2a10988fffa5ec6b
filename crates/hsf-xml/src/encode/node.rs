//! The channels of a node as curves, one for each property.

use std::borrow::Cow;

use anim_core::merge::{Merged, stepped, stops};
use anim_core::{
    Affine, Channel, ClipError, Curve, Ease, Fineness, Property, Transform, Wrap, merge, quaternion,
};

use super::curve::Goal;
use super::writer::Writer;
use super::{keys, repeats};
use crate::clips::facts::is_of_document;
use crate::{Element, Key, Tag, codes};

/// The reason for channels of other properties.
const UNKNOWN: &str = "HSF has no element for it";

/// Encodes a node with its channels.
pub(super) fn encode(writer: Writer<'_, '_>) {
    let mut channels = writer.channels.to_vec();
    let before = writer.parts.len();
    let mut node = NodeEncoder { writer };
    if channels.iter().any(|channel| *channel.property() == Property::Matrix) {
        node.map(&mut channels);
    } else {
        node.transform(&mut channels);
    }
    while let Some(property) = channels.first().map(|channel| channel.property().clone()) {
        let parts = node.take(&mut channels, &property);
        node.other(&property, &parts);
    }
    if node.writer.parts.len() == before && !is_of_document(node.writer.clip) {
        // Without an interpolator, the node would not be in the file. A target of HSF that nothing drives stays where its scene
        // has it.
        node.still();
    }
}

/// A node under construction.
struct NodeEncoder<'a, 'r> {
    writer: Writer<'a, 'r>,
}

/// A curve, and the error from baking its parts.
type Joined<'a> = Result<(Cow<'a, Curve>, f64), ClipError>;

/// Channels of three components, and channels that are added to them.
struct Sum<'s, 'c> {
    parts: &'s [&'c Channel],
    shifts: &'s [&'c Channel],
    /// The value of components without a channel.
    rest: [f64; 3],
    /// The rest value that needs no interpolator.
    none: [f64; 3],
}

impl<'a, 'r> NodeEncoder<'a, 'r> {
    /// A matrix, which replaces all other channels of the node's transform.
    fn map(&mut self, channels: &mut Vec<&Channel>) {
        let parts = self.take(channels, &Property::Matrix);
        let spatial = channels.extract_if(.., |channel| channel.property().is_spatial());
        self.writer.drop_overridden(spatial, "the matrix of the node");
        let rest = Affine::from(self.rest()).to_rows();
        let joined = self.joined(&parts, &[], &rest, &Property::Matrix);
        self.write(&parts, joined, Writer::matrix);
    }

    fn transform(&mut self, channels: &mut Vec<&Channel>) {
        let (rest, none) = (self.rest(), Transform::IDENTITY);
        let (moves, shifts) =
            (self.take(channels, &Property::Translation), self.take(channels, &Property::Displacement));
        let sum = Sum { parts: &moves, shifts: &shifts, rest: rest.translation, none: none.translation };
        self.vector(&Property::Translation, Element::new(Tag::PosInterpolator), &sum);
        self.rotation(channels, rest.rotation);
        let scales = self.take(channels, &Property::Scale);
        let sum = Sum { parts: &scales, shifts: &[], rest: rest.scale, none: none.scale };
        self.vector(&Property::Scale, Element::new(Tag::ScaleInterpolator), &sum);
    }

    /// Three components. One without a channel is written if its rest value needs an interpolator.
    fn vector(&mut self, property: &Property, element: Element, sum: &Sum<'_, '_>) {
        let all = [sum.parts, sum.shifts].concat();
        if all.is_empty() && sum.rest == sum.none {
            return;
        }
        let drives = |channel: &&Channel, component: usize| {
            (channel.component()..channel.component() + channel.curve().width()).contains(&component)
        };
        let is_written = |component: &usize| {
            all.is_empty()
                || sum.rest[*component] != sum.none[*component]
                || all.iter().any(|channel| drives(channel, *component))
        };
        let written: Vec<usize> = (0..3).filter(is_written).collect();
        let base: Vec<f64> = written.iter().map(|&component| sum.rest[component]).collect();
        let [parts, shifts] = [sum.parts, sum.shifts].map(|channels| narrowed(channels, &written));
        let [parts, shifts] = [&parts, &shifts].map(|channels| channels.iter().map(AsRef::as_ref).collect());
        let (parts, shifts): (Vec<&Channel>, Vec<&Channel>) = (parts, shifts);
        let joined = self.joined(&parts, &shifts, &base, property);
        if !shifts.is_empty() && joined.is_ok() {
            let message = "the displacement and the translation become positions, which are their sum";
            let loss = codes::COMBINED.equivalent(property.unit(), message);
            self.writer.lose(Property::Displacement.name(), loss);
        }
        let numbers: String = written.iter().map(|component| (component + 1).to_string()).collect();
        let components = if written.len() < 3 { format!("[c {numbers}]") } else { String::new() };
        // The channel for losses: a displacement alone has no translation.
        let channel =
            sum.parts.first().or(sum.shifts.first()).map_or(property.name(), |c| c.property().name());
        self.write(&all, joined, |writer, curve, error| {
            let goal = Goal { channel, drives: property, element, components: &components };
            writer.put(goal, curve, error)
        });
    }

    fn rotation(&mut self, channels: &mut Vec<&Channel>, rest: quaternion::Quaternion) {
        let last = channels.iter().rev().map(|channel| channel.property()).find(|p| p.is_rotation());
        let Some(property) = last.cloned() else {
            if rest != Transform::IDENTITY.rotation {
                let still =
                    Curve::constant(&quaternion::normalize(rest)).map(|curve| (Cow::Owned(curve), 0.0));
                self.write(&[], still, |writer, curve, error| writer.turn(&Property::Rotation, curve, error));
            }
            return;
        };
        let mut parts = self.take(channels, &property);
        let others = channels.extract_if(.., |channel| channel.property().is_rotation());
        self.writer.drop_overridden(others, "a later channel of another kind of rotation");
        if parts.len() > 1 && parts.iter().any(|part| has_arcs(part.curve())) {
            // An arc moves all four numbers together: no curve is an arc with some numbers replaced.
            self.writer.drop_overridden(parts.drain(1..), "an interpolation along great arcs");
        }
        let base = match &property {
            Property::Euler(order) => order.from_matrix(quaternion::to_matrix(rest)).to_vec(),
            Property::Angle { .. } => vec![0.0],
            _ => rest.to_vec(),
        };
        let joined = self.joined(&parts, &[], &base, &property);
        self.write(&parts, joined, |writer, curve, error| writer.turn(&property, curve, error));
    }

    /// Writes the rest position of the node.
    fn still(&mut self) {
        let rest = Curve::constant(&self.rest().translation);
        let joined = rest.map(|curve| (Cow::Owned(curve), 0.0));
        self.write(&[], joined, |writer, curve, error| {
            let property = Property::Translation;
            writer.put(Goal::new(property.name(), &property, Tag::PosInterpolator), curve, error)
        });
    }

    /// A property that is not part of the node's transform.
    fn other(&mut self, property: &Property, parts: &[&Channel]) {
        let element = match property {
            Property::Color => Element::new(Tag::ColorInterpolator),
            Property::Named { name, width: 3 } if name == "trail" => Element::new(Tag::TrailInterpolator),
            Property::Named { name, width: 3 } if name == "morph" || name == "color-morph" => {
                let is_of_colors = name == "color-morph";
                let tag =
                    if is_of_colors { Tag::ColorMorphInterpolator } else { Tag::VertexMorphInterpolator };
                return self.written(parts, |writer| writer.blend(parts, name, tag));
            }
            Property::Named { name, width: 3 } => match name.strip_prefix("color.") {
                Some(kind) => color(kind),
                None => return self.writer.drop_channels(parts, UNKNOWN),
            },
            Property::Named { name, width: 1 } if name == "segment" || name == "attributes" => {
                let Some(last) = parts.last() else { return };
                return self.written(parts, |writer| writer.switch(last.curve(), name));
            }
            _ => return self.writer.drop_channels(parts, UNKNOWN),
        };
        self.vector(property, element, &Sum { parts, shifts: &[], rest: [0.0; 3], none: [0.0; 3] });
    }

    /// Writes channels of identifiers, or reports the reason why they are not written.
    fn written(
        &mut self,
        parts: &[&Channel],
        write: impl FnOnce(&mut Writer<'a, 'r>) -> Result<(), &'static str>,
    ) {
        self.writer.is_kept = keys::kept(parts, self.writer.clip.duration);
        let written = write(&mut self.writer);
        self.writer.pool.pass(usize::from(!self.writer.is_kept));
        if let Err(reason) = written {
            self.writer.drop_channels(parts, reason);
        }
    }

    /// Writes the curve that channels were combined into. Channels that cannot be combined or written are reported.
    fn write(
        &mut self,
        parts: &[&Channel],
        joined: Joined<'_>,
        write: impl FnOnce(&mut Writer<'a, 'r>, &Curve, f64) -> bool,
    ) {
        self.writer.is_kept = keys::kept(parts, self.writer.clip.duration);
        let is_written = joined.is_ok_and(|(curve, error)| write(&mut self.writer, &curve, error));
        self.writer.pool.pass(usize::from(!self.writer.is_kept));
        if !is_written {
            self.writer.drop_channels(parts, "its curve cannot be made into keyframes");
        }
    }

    /// The curve of a complete property, the sum of its parts and of shifts. Loops of different lengths are combined over the time
    /// after which all of them repeat together.
    fn joined<'c>(
        &self,
        parts: &[&'c Channel],
        shifts: &[&'c Channel],
        rest: &[f64],
        property: &Property,
    ) -> Joined<'c> {
        if parts.is_empty() && shifts.is_empty() {
            return Ok((Cow::Owned(Curve::constant(rest)?), 0.0));
        }
        // Of rotations, the arcs get half of the tolerance.
        let share = if property.is_rotation() { 2.0 } else { 1.0 };
        let fineness = self.writer.within(self.writer.tolerance_of_each(property, rest.len()) / share);
        let joined = merged(parts, shifts, rest, self.writer.clip.duration, fineness)?;
        let (error, curve) = (joined.error, joined.curve);
        let sources: Vec<&Curve> = parts.iter().chain(shifts).map(|part| part.curve()).collect();
        let cycle = if stops(&curve, &sources) { repeats::cycle(&sources) } else { None };
        let finished = |curve: Cow<'c, Curve>| match curve {
            Cow::Borrowed(_) => Ok(curve),
            Cow::Owned(curve) => stepped(curve, &sources).map(Cow::Owned),
        };
        let Some(cycle) = cycle else { return Ok((finished(curve)?, error)) };
        // Only over the cycle, since the time before it is a part of the loop.
        let around = |part: &&Channel| {
            let (_, after) = part.curve().wrap();
            part.with_curve(part.curve().clone().with_wrap(after, after))
        };
        let around = |parts: &[&Channel]| parts.iter().map(around).collect::<Result<Vec<_>, _>>();
        let [parts, shifts] = [around(parts)?, around(shifts)?];
        let [parts, shifts]: [Vec<&Channel>; 2] = [&parts, &shifts].map(|parts| parts.iter().collect());
        let whole = merged(&parts, &shifts, rest, cycle, fineness)?;
        if (whole.curve.start(), whole.curve.end()) == (0.0, cycle) {
            let off = whole.error;
            let looped = stepped(whole.curve.into_owned(), &sources)?.with_wrap(Wrap::Hold, Wrap::Repeat);
            return Ok((Cow::Owned(looped), off));
        }
        Ok((finished(curve)?, error))
    }

    /// Takes out the channels of a property. The last one that drives all of it replaces those before it.
    fn take<'c>(&mut self, channels: &mut Vec<&'c Channel>, property: &Property) -> Vec<&'c Channel> {
        let mut taken: Vec<_> = channels.extract_if(.., |channel| channel.property() == property).collect();
        let is_whole = |channel: &&Channel| channel.curve().width() == property.width();
        if let Some(last) = taken.iter().rposition(is_whole) {
            self.writer.drop_overridden(taken.drain(..last), "a later channel of the property");
        }
        taken
    }

    fn rest(&self) -> Transform {
        self.writer.clip.nodes[self.writer.node].rest
    }
}

/// The interpolator of a colour, by its type and the parts of the target that have it, such as `diffuse.faces`.
fn color(kind: &str) -> Element {
    let element = Element::new(Tag::ColorInterpolator);
    match kind.rsplit_once('.') {
        Some((kind, parts)) => element.with(Key::Type, kind).with(Key::GeomType, parts),
        None => element.with(Key::Type, kind),
    }
}

/// Channels of three components as channels of the components that are written.
fn narrowed<'c>(channels: &[&'c Channel], written: &[usize]) -> Vec<Cow<'c, Channel>> {
    let narrow = |channel: &&'c Channel| {
        let property = Property::named(channel.property().name(), written.len());
        let first = written.iter().position(|component| *component == channel.component())?;
        Channel::part(0, property, first, channel.curve().clone()).ok().map(Cow::Owned)
    };
    if written.len() == 3 {
        return channels.iter().map(|channel| Cow::Borrowed(*channel)).collect();
    }
    channels.iter().filter_map(narrow).collect()
}

/// The sum of parts and shifts, over a rest value.
fn merged<'c>(
    parts: &[&'c Channel],
    shifts: &[&'c Channel],
    rest: &[f64],
    duration: f64,
    fineness: Fineness,
) -> Result<Merged<'c>, ClipError> {
    if shifts.is_empty() {
        return merge::whole(parts, rest, duration, fineness);
    }
    merge::sum(parts, shifts, rest, duration, fineness)
}

fn has_arcs(curve: &Curve) -> bool {
    (0..curve.len()).any(|key| curve.ease(key) == Ease::Slerp)
}
