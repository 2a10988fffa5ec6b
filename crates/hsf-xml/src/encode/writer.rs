//! Collects the interpolators of a node and its losses.

use anim_core::{Channel, Clip, Fineness, KeyLimit, KeyPool, Loss, Property, Report, Unit};

use super::accuracy::Accuracy;
use super::keys::Keys;
use super::part::Part;
use crate::{Element, EncodeOptions, Key, Tag, codes};

/// Writes the interpolators of one node.
pub(super) struct Writer<'a, 'r> {
    pub(super) clip: &'a Clip,
    pub(super) node: usize,
    /// The channels of the node.
    pub(super) channels: &'a [&'a Channel],
    /// The target of the node.
    pub(super) target: String,
    /// The attributes of its trail.
    pub(super) look: Vec<(Key, String)>,
    pub(super) options: &'a EncodeOptions,
    /// The keyframes that all curves may have together.
    pub(super) pool: &'a KeyPool,
    /// Whether the next curves keep their keys, which the pool does not have.
    pub(super) is_kept: bool,
    pub(super) report: &'r mut Report,
    /// The interpolators written.
    pub(super) parts: &'r mut Vec<Part>,
}

impl Writer<'_, '_> {
    /// The tolerance for values of a property.
    pub(super) fn tolerance(&self, property: &Property) -> f64 {
        let EncodeOptions { tolerance, tolerance_angle, .. } = self.options;
        if property.is_rotation() { tolerance_angle.get() } else { tolerance.get() }
    }

    /// A tolerance, and how many keys a curve may have.
    pub(super) fn within(&self, tolerance: f64) -> Fineness {
        Fineness { limit: self.pool.within(KeyLimit::default()), ..Fineness::from(tolerance) }
    }

    /// Counts the keyframes of a curve of so many numbers.
    pub(super) fn take(&self, keys: usize, width: usize) {
        if !self.is_kept {
            self.pool.take(keys, width);
        }
    }

    /// The tolerance for each of some components of a property.
    pub(super) fn tolerance_of_each(&self, property: &Property, components: usize) -> f64 {
        self.tolerance(property) / spread(property, components)
    }

    /// Adds an interpolator for the channel with a name.
    pub(super) fn push(
        &mut self,
        channel: &str,
        mut interpolator: Element,
        keys: Keys,
        accuracy: Option<Accuracy>,
    ) {
        if interpolator.tag() == Some(Tag::TrailInterpolator) {
            self.look.iter().for_each(|(key, value)| interpolator.set(*key, value.as_str()));
        }
        let (target, node, channel) = (self.target.clone(), self.node, channel.to_owned());
        self.parts.push(Part { target, node, channel, interpolator, keys, accuracy });
    }

    /// Reports a loss of the node, and of its channel with this name, if there is one.
    pub(super) fn lose(&mut self, channel: &str, loss: Loss) {
        let loss = self.placed(channel, loss);
        self.report.lose(loss);
    }

    /// A loss with the node, and its channel with this name, if there is one.
    pub(super) fn placed(&self, channel: &str, loss: Loss) -> Loss {
        let found = self.channels.iter().find(|found| found.property().name() == channel);
        match found {
            Some(channel) => loss.of_channel(self.clip, channel),
            None => loss.of_node(self.clip, self.node),
        }
    }

    /// Reports channels that are not in the file, for a reason.
    pub(super) fn drop_channels(&mut self, channels: &[&Channel], reason: &str) {
        for channel in channels {
            let loss = codes::DROPPED.dropped(format!("the channel is not in the file: {reason}"));
            self.report.lose(loss.of_channel(self.clip, channel));
        }
    }

    /// Reports channels that have no effect alongside others.
    pub(super) fn drop_overridden<'c>(&mut self, channels: impl Iterator<Item = &'c Channel>, by: &str) {
        for channel in channels {
            let message = format!("the channel is not in the file: {by} replaces it");
            self.report.lose(codes::DROPPED.dropped(message).of_channel(self.clip, channel));
        }
    }
}

/// The factor between the error that baking reports and the combined error of the components of a curve. Errors of positions
/// are distances, which baking measures if there are three components; other errors are those of the worst component.
pub(super) fn spread(property: &Property, components: usize) -> f64 {
    if property.unit() == Unit::Length && components != 3 { (components as f64).sqrt() } else { 1.0 }
}
