//! The channels of a node as curves, one for each of its properties.

use std::borrow::Cow;

use anim_core::{
    Channel, Clip, ClipError, Curve, Ease, Location, Loss, Property, Sink, Transform, merge, quaternion,
};

use super::keys::jumps;
use super::part::Part;
use crate::{Element, EncodeOptions, Key, Tag, codes};

/// Writes one node of a clip.
pub(super) struct Encoder<'a, 's> {
    pub(super) clip: &'a Clip,
    pub(super) node: usize,
    /// The path of the node.
    pub(super) path: String,
    pub(super) options: EncodeOptions,
    pub(super) sink: &'s mut dyn Sink,
    /// What is written.
    pub(super) parts: &'s mut Vec<Part>,
}

/// A curve and the error of what had to be baked to join it.
type Joined<'a> = Result<(Cow<'a, Curve>, f64), ClipError>;

impl Encoder<'_, '_> {
    pub(super) fn encode(mut self, mut channels: Vec<&Channel>) {
        let before = self.parts.len();
        if channels.iter().any(|channel| *channel.property() == Property::Matrix) {
            self.map(&mut channels);
        } else {
            self.transform(&mut channels);
        }
        while let Some(property) = channels.first().map(|channel| channel.property().clone()) {
            let parts = self.take(&mut channels, &property);
            self.other(&property, &parts);
        }
        if self.parts.len() == before {
            // A node that nothing is said of would not be there.
            self.still();
        }
    }

    /// A map, which stands instead of everything else that places the node.
    fn map(&mut self, channels: &mut Vec<&Channel>) {
        let parts = self.take(channels, &Property::Matrix);
        self.without_effect(channels.extract_if(.., |channel| channel.property().is_spatial()), "a matrix");
        let rest = anim_core::Affine::from(self.clip.nodes[self.node].rest).to_rows();
        let joined = self.whole(&parts, &rest);
        self.write(&parts, joined, Self::matrix);
    }

    fn transform(&mut self, channels: &mut Vec<&Channel>) {
        let (rest, none) = (self.clip.nodes[self.node].rest, Transform::IDENTITY);
        let (moves, shifts) =
            (self.take(channels, &Property::Translation), self.take(channels, &Property::Displacement));
        let element = Element::new(Tag::PosInterpolator);
        self.vector("translation", element, [&moves, &shifts], [rest.translation, none.translation]);
        self.rotation(channels, rest.rotation);
        let scales = self.take(channels, &Property::Scale);
        self.vector("scale", Element::new(Tag::ScaleInterpolator), [&scales, &[]], [rest.scale, none.scale]);
    }

    /// Three numbers and what is added to them. Those that nothing drives are at rest; where that is `none` too, nothing is
    /// said of them.
    fn vector(
        &mut self,
        name: &str,
        element: Element,
        [parts, shifts]: [&[&Channel]; 2],
        [rest, none]: [[f64; 3]; 2],
    ) {
        let all = [parts, shifts].concat();
        if all.is_empty() && rest == none {
            return;
        }
        let drives = |channel: &&Channel, component: usize| {
            (channel.component()..channel.component() + channel.curve().width()).contains(&component)
        };
        let is_said = |component: &usize| {
            all.is_empty()
                || rest[*component] != none[*component]
                || all.iter().any(|channel| drives(channel, *component))
        };
        let said: Vec<usize> = (0..3).filter(is_said).collect();
        let base: Vec<f64> = said.iter().map(|&component| rest[component]).collect();
        let [parts, shifts] = [parts, shifts].map(|channels| narrowed(channels, &said));
        let [parts, shifts] = [&parts, &shifts].map(|channels| channels.iter().map(AsRef::as_ref).collect());
        let (parts, shifts): (Vec<&Channel>, Vec<&Channel>) = (parts, shifts);
        let joined = if shifts.is_empty() {
            self.whole(&parts, &base)
        } else {
            merge::sum(&parts, &shifts, &base, self.clip.duration, self.options.tolerance)
        };
        if !shifts.is_empty() && joined.is_ok() {
            let message = "displacements and translations become positions, which add up to the same";
            self.sink.report(codes::COMBINED.at(self.place(), message).losing(Loss::Approximated(0.0)));
        }
        let numbers: String = said.iter().map(|component| (component + 1).to_string()).collect();
        let channels = if said.len() < 3 { format!("[c {numbers}]") } else { String::new() };
        self.write(&all, joined, |this, curve, error| this.put(name, element, curve, error, &channels));
    }

    fn rotation(&mut self, channels: &mut Vec<&Channel>, rest: quaternion::Quaternion) {
        let last = channels.iter().rev().map(|channel| channel.property()).find(|p| p.is_rotation());
        let Some(property) = last.cloned() else {
            if rest != Transform::IDENTITY.rotation {
                let still =
                    Curve::constant(&quaternion::normalize(rest)).map(|curve| (Cow::Owned(curve), 0.0));
                self.write(&[], still, |this, curve, error| this.turn(&Property::Rotation, curve, error));
            }
            return;
        };
        let mut parts = self.take(channels, &property);
        let others = channels.extract_if(.., |channel| channel.property().is_rotation());
        self.without_effect(others, "another kind of rotation");
        if parts.len() > 1 && parts.iter().any(|part| has_arcs(part.curve())) {
            // An arc moves all four numbers together: there is no curve for it with some of them replaced.
            self.without_effect(parts.drain(1..), "an arc");
        }
        let base = match &property {
            Property::Euler(order) => order.from_matrix(quaternion::to_matrix(rest)).to_vec(),
            Property::Angle { .. } => vec![0.0],
            _ => rest.to_vec(),
        };
        let joined = self.whole(&parts, &base);
        self.write(&parts, joined, |this, curve, error| this.turn(&property, curve, error));
    }

    /// Writes that the node is where it rests.
    fn still(&mut self) {
        let rest = Curve::constant(&self.clip.nodes[self.node].rest.translation);
        let joined = rest.map(|curve| (Cow::Owned(curve), 0.0));
        let element = Element::new(Tag::PosInterpolator);
        self.write(&[], joined, |this, curve, error| this.put("translation", element, curve, error, ""));
    }

    fn other(&mut self, property: &Property, parts: &[&Channel]) {
        let color = |kind: &str| Element::new(Tag::ColorInterpolator).with(Key::Type, kind);
        let element = match property {
            Property::Color => Element::new(Tag::ColorInterpolator),
            Property::Named { name, width: 3 } if name == "trail" => Element::new(Tag::TrailInterpolator),
            Property::Named { name, width: 3 } => match name.strip_prefix("color.") {
                Some(kind) => color(kind),
                None => return self.dropped(parts),
            },
            Property::Named { name, width: 1 } if name == "segment" || name == "attributes" => {
                if !parts.last().is_some_and(|channel| self.switch(channel.curve(), name)) {
                    self.dropped(parts);
                }
                return;
            }
            _ => return self.dropped(parts),
        };
        self.vector(property.name(), element, [parts, &[]], [[0.0; 3]; 2]);
    }

    /// Writes the curve that channels were joined to, if they were and all of it can be written.
    fn write(
        &mut self,
        parts: &[&Channel],
        joined: Joined<'_>,
        write: impl FnOnce(&mut Self, &Curve, f64) -> bool,
    ) {
        let jumping = joined.and_then(|(curve, error)| match curve {
            Cow::Borrowed(_) => Ok((curve, error)),
            Cow::Owned(curve) => Ok((Cow::Owned(jumps(curve)?), error)),
        });
        let is_written = jumping.is_ok_and(|(curve, error)| write(self, &curve, error));
        if !is_written {
            self.dropped(parts);
        }
    }

    fn whole<'c>(&self, parts: &[&'c Channel], rest: &[f64]) -> Joined<'c> {
        if parts.is_empty() {
            return Ok((Cow::Owned(Curve::constant(rest)?), 0.0));
        }
        merge::whole(parts, rest, self.clip.duration, self.options.tolerance)
    }

    /// Takes the channels of a property out. Those before the last that drives all of it are without effect.
    fn take<'c>(&mut self, channels: &mut Vec<&'c Channel>, property: &Property) -> Vec<&'c Channel> {
        let mut taken: Vec<_> = channels.extract_if(.., |channel| channel.property() == property).collect();
        let is_whole = |channel: &&Channel| channel.curve().width() == property.width();
        if let Some(last) = taken.iter().rposition(is_whole) {
            self.without_effect(taken.drain(..last), "a later one");
        }
        taken
    }

    fn without_effect<'c>(&mut self, channels: impl Iterator<Item = &'c Channel>, beside: &str) {
        for channel in channels {
            let message = format!("the channel {} has no place beside {beside}", channel.property().name());
            self.sink.report(codes::DROPPED.at(self.place(), message).losing(Loss::Dropped));
        }
    }

    fn dropped(&mut self, channels: &[&Channel]) {
        for channel in channels {
            let message = format!("the channel {} has no element", channel.property().name());
            self.sink.report(codes::DROPPED.at(self.place(), message).losing(Loss::Dropped));
        }
    }

    pub(super) fn place(&self) -> Location {
        Location::path(format!("{}/{}", self.clip.name, self.clip.nodes[self.node].name))
    }
}

/// Channels of three numbers as channels of those that are said.
fn narrowed<'c>(channels: &[&'c Channel], said: &[usize]) -> Vec<Cow<'c, Channel>> {
    let narrow = |channel: &&'c Channel| {
        let property = Property::Named { name: channel.property().name().to_owned(), width: said.len() };
        let first = said.iter().position(|component| *component == channel.component())?;
        Channel::part(0, property, first, channel.curve().clone()).ok().map(Cow::Owned)
    };
    if said.len() == 3 {
        return channels.iter().map(|channel| Cow::Borrowed(*channel)).collect();
    }
    channels.iter().filter_map(narrow).collect()
}

fn has_arcs(curve: &Curve) -> bool {
    (0..curve.len()).any(|key| curve.ease(key) == Ease::Slerp)
}
