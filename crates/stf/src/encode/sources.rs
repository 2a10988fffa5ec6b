//! The channels of a clip that become tracks: those of one property that have to be combined are combined.

use anim_core::{Channel, Clip, ClipError, Deviation, Property, Report, merge};

use super::bounds::Bounds;
use super::keys::plain;
use super::matrix::{self, is_error};
use super::plain::Plain;
use crate::{EncodeOptions, codes};

/// A channel, and the displacements that are added to it.
pub(super) struct Source<'a> {
    pub(super) channel: &'a Channel,
    /// The sum of the translations and displacements of a node, and its error.
    sum: Option<(Channel, f64)>,
}

/// The channels of a clip in its order. The sum of a node's translations and displacements replaces the first of them.
pub(super) fn sources<'a>(clip: &'a Clip, options: &EncodeOptions, report: &mut Report) -> Vec<Source<'a>> {
    let mut has_matrix = vec![false; clip.nodes.len()];
    // The translations and the displacements of the nodes that have the latter.
    let mut sums: Vec<Option<[Vec<&Channel>; 2]>> = vec![None; clip.nodes.len()];
    for channel in &clip.channels {
        match channel.property() {
            Property::Matrix => has_matrix[channel.node()] |= channel.curve().width() == 12,
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
    for channel in &clip.channels {
        let (node, property) = (channel.node(), channel.property());
        if property.is_spatial() && *property != Property::Matrix && has_matrix[node] {
            let message = "the channel is not in the file: a matrix replaces it";
            report.lose(codes::DROPPED.dropped(message).of_channel(clip, channel));
            continue;
        }
        let is_place = matches!(property, Property::Translation | Property::Displacement);
        let Some([parts, shifts]) = sums[node].as_ref().filter(|_| is_place) else {
            made.push(Source { channel, sum: None });
            continue;
        };
        if std::mem::replace(&mut is_summed[node], true) {
            continue;
        }
        let rest = clip.nodes[node].rest.translation;
        let sum = merge::sum(parts, shifts, &rest, clip.duration, options.tolerance.get());
        let sum = sum.and_then(|sum| {
            Ok((Channel::new(node, Property::Translation, sum.curve.into_owned())?, sum.error))
        });
        match sum {
            Ok(sum) => made.push(Source { channel, sum: Some(sum) }),
            Err(error) => {
                for channel in parts.iter().chain(shifts) {
                    report.lose(codes::DROPPED.dropped(error.to_string()).of_channel(clip, channel));
                }
            }
        }
    }
    made
}

impl Source<'_> {
    /// The curve as curves that STF can store: three for a matrix, else one.
    pub(super) fn curves(
        &self,
        clip: &Clip,
        options: &EncodeOptions,
        report: &mut Report,
    ) -> Result<Vec<Plain<'_>>, ClipError> {
        let channel = self.sum.as_ref().map_or(self.channel, |(channel, _)| channel);
        let (curve, property) = (channel.curve(), channel.property());
        let span = [curve.start().min(0.0), curve.end().max(clip.duration)];
        let bounds = Bounds::new(clip, options);
        if !(*property == Property::Matrix && curve.width() == 12) {
            let mut plain = plain(curve, property, span, bounds)?;
            if let Some((_, error)) = self.sum.as_ref().filter(|(_, error)| *error > 0.0) {
                let further = plain.error.map_or(0.0, |error| error.size);
                plain.error = Some(Deviation::of(property, error + further));
            }
            return Ok(vec![plain]);
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
        if self.sum.is_some() { 0 } else { self.channel.component() }
    }
}
