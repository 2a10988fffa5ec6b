//! The channels of a clip that become tracks. Channels that drive parts of the same property are combined.

use anim_core::{
    Channel, Clip, ClipError, Deviation, Fineness, KeyLimit, KeyPool, Property, Report, counted, merge,
};

use super::bounds::{Bounds, keeps};
use super::keys::plain;
use super::matrix::{self, is_error};
use super::plain::Plain;
use super::turns;
use crate::{EncodeOptions, codes};

/// A channel, or several combined ones.
pub(super) struct Source<'a> {
    pub(super) channel: &'a Channel,
    /// The combined channel and its error: the sum of the translations and displacements of a node, or its angles.
    combined: Option<(Channel, f64)>,
    /// Whether the keys of its curve are those of its channels, which the pool does not have.
    pub(super) is_kept: bool,
}

/// The channels of a clip in order. The sum of a node's translations and displacements replaces the first of them, and so does a
/// matrix that several channels drive; angles that several channels drive replace the last of these.
pub(super) fn sources<'a>(
    clip: &'a Clip,
    options: &EncodeOptions,
    pool: &KeyPool,
    report: &mut Report,
) -> Vec<Source<'a>> {
    let mut matrices: Vec<Vec<&Channel>> = vec![Vec::new(); clip.nodes.len()];
    // For nodes with displacements: the translations and the displacements.
    let mut sums: Vec<Option<[Vec<&Channel>; 2]>> = vec![None; clip.nodes.len()];
    for channel in &clip.channels {
        match channel.property() {
            Property::Matrix => matrices[channel.node()].push(channel),
            Property::Displacement => sums[channel.node()] = Some(Default::default()),
            _ => {}
        }
    }
    for channel in &clip.channels {
        let Some([parts, shifts]) = &mut sums[channel.node()] else { continue };
        match channel.property() {
            Property::Translation => parts.push(channel),
            Property::Displacement => shifts.push(channel),
            _ => {}
        }
    }
    let mut made: Vec<Source<'a>> = Vec::with_capacity(clip.channels.len());
    let mut is_summed = vec![false; clip.nodes.len()];
    for (channel, turning) in clip.channels.iter().zip(turns::runs(clip)) {
        let (node, property) = (channel.node(), channel.property());
        if let Some(first) = matrices[node].first().filter(|_| property.is_spatial()) {
            if *property != Property::Matrix {
                let message = "the channel is not in the file: a matrix replaces it";
                report.lose(codes::DROPPED.dropped(message).of_channel(clip, channel));
            } else if std::ptr::eq(*first, channel) {
                let whole = |parts: &[&Channel]| matrix::whole(clip, parts, fineness(options, pool));
                made.extend(joined(clip, &matrices[node], whole, (options, pool), report));
            }
            continue;
        }
        if let Some(parts) = turning {
            let bounds = Bounds::new(options, pool);
            let rest = &clip.nodes[node].rest;
            let whole = |parts: &[&Channel]| turns::whole(parts, rest, clip.duration, bounds);
            made.extend(joined(clip, &parts, whole, (options, pool), report));
            continue;
        }
        let is_place = matches!(property, Property::Translation | Property::Displacement);
        let Some([parts, shifts]) = sums[node].as_ref().filter(|_| is_place) else {
            made.push(Source { channel, combined: None, is_kept: keeps(clip, &[channel], options) });
            continue;
        };
        if std::mem::replace(&mut is_summed[node], true) {
            continue;
        }
        let rest = clip.nodes[node].rest.translation;
        let [parts, shifts] = [parts, shifts].map(|channels| effective(clip, channels, report));
        let sum = merge::sum(&parts, &shifts, &rest, clip.duration, fineness(options, pool));
        let sum = sum.and_then(|sum| {
            Ok((Channel::new(node, Property::Translation, sum.curve.into_owned())?, sum.error))
        });
        let all = [parts, shifts].concat();
        match sum {
            Ok(sum) => made.push(Source::combined(channel, sum, keeps(clip, &all, options), pool)),
            Err(error) => {
                for channel in all {
                    report.lose(codes::DROPPED.dropped(error.to_string()).of_channel(clip, channel));
                }
            }
        }
    }
    made
}

/// The tolerance of values, and how many keys a curve may have that several channels become.
fn fineness(options: &EncodeOptions, pool: &KeyPool) -> Fineness {
    Fineness { limit: pool.within(KeyLimit::default()), ..Fineness::from(options.tolerance.get()) }
}

/// Channels of one property combined into one by `whole`, with its error; there may be no channels. A channel that drives every
/// component is left unchanged.
fn joined<'a>(
    clip: &Clip,
    parts: &[&'a Channel],
    whole: impl FnOnce(&[&Channel]) -> Result<(Channel, f64), ClipError>,
    (options, pool): (&EncodeOptions, &KeyPool),
    report: &mut Report,
) -> Option<Source<'a>> {
    let parts = effective(clip, parts, report);
    let (channel, is_kept) = (parts.first().copied()?, keeps(clip, &parts, options));
    if parts.len() == 1 && turns::drives_all(channel) {
        return Some(Source { channel, combined: None, is_kept });
    }
    match whole(&parts) {
        Ok(combined) => Some(Source::combined(channel, combined, is_kept, pool)),
        Err(error) => {
            for channel in parts {
                report.lose(codes::DROPPED.dropped(error.to_string()).of_channel(clip, channel));
            }
            None
        }
    }
}

/// The channels of a property except those overridden entirely by later ones, which are reported.
fn effective<'a>(clip: &Clip, parts: &[&'a Channel], report: &mut Report) -> Vec<&'a Channel> {
    let components = |part: &Channel| part.component()..part.component() + part.curve().width();
    let mut is_driven = vec![false; parts.first().map_or(0, |part| part.property().width())];
    let mut kept: Vec<&Channel> = Vec::with_capacity(parts.len());
    for part in parts.iter().rev() {
        let own = &mut is_driven[components(part)];
        let overridden = own.iter().filter(|is_driven| **is_driven).count();
        if overridden < own.len() {
            kept.push(part);
        }
        own.fill(true);
        if overridden > 0 {
            report.lose(codes::DROPPED.dropped(overridden_by_later(overridden)).of_channel(clip, part));
        }
    }
    kept.reverse();
    kept
}

/// The loss of a channel whose components are partly driven by later ones.
pub(super) fn overridden_by_later(components: usize) -> String {
    format!(
        "not in the file, since a later channel drives the same target: {}",
        counted(components, "component")
    )
}

impl<'a> Source<'a> {
    /// Several channels that became one, the first of them.
    fn combined(channel: &'a Channel, combined: (Channel, f64), is_kept: bool, pool: &KeyPool) -> Self {
        if !is_kept {
            pool.take(combined.0.curve().len(), combined.0.curve().width());
        }
        Self { channel, combined: Some(combined), is_kept }
    }

    /// The curve as curves that STF can store: three for a matrix, else one.
    pub(super) fn curves(
        &self,
        clip: &Clip,
        options: &EncodeOptions,
        pool: &KeyPool,
        report: &mut Report,
    ) -> Result<Vec<Plain<'_>>, ClipError> {
        let channel = self.combined.as_ref().map_or(self.channel, |(channel, _)| channel);
        let (curve, property) = (channel.curve(), channel.property());
        let span = [curve.start().min(0.0), curve.end().max(clip.duration)];
        let further = self.combined.as_ref().map_or(0.0, |(_, error)| *error);
        let mut bounds = Bounds::new(options, pool);
        if *property != Property::Matrix {
            if matches!(property, Property::Euler(_)) {
                bounds.angle = (bounds.angle - further).max(bounds.angle / 2.0);
            }
            let mut plain = plain(curve, property, span, bounds)?;
            if further > 0.0 {
                let own = plain.error.map_or(0.0, |error| error.size);
                plain.error = Some(Deviation::of(property, own + further));
            }
            return Ok(vec![plain]);
        }
        if is_error(further) {
            let message = "sampled keys replace the curves of a matrix, which have different times";
            let error = Deviation::of(property, further);
            report.lose(codes::SAMPLED.approximated(error, message).of_channel(clip, self.channel));
        }
        let parts = matrix::parts(curve, span, bounds)?;
        if is_error(parts.shear) {
            let message =
                "matrices are stored as translation, rotation and scale, which cannot hold their shear";
            let error = Deviation::ratio(parts.shear);
            report.lose(codes::SAMPLED.approximated(error, message).of_channel(clip, channel));
        }
        Ok(parts.curves.into())
    }

    /// The first component that the curves drive.
    pub(super) fn component(&self) -> usize {
        if self.combined.is_some() { 0 } else { self.channel.component() }
    }
}
