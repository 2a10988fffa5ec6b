//! What each property of a figure's nodes is computed from.

use anim_core::merge::stops;
use anim_core::{Channel, Curve, Deviation, Loss, Property, Report};

use crate::curves::Driven;
use crate::hung::Hung;
use crate::rounding::{MOMENT, ROUNDING, rests};
use crate::source::Source;
use crate::vectors::unit;
use crate::{Figure, HumanBone, Mapping, Options, codes};

/// A clip and the figure to which it is retargeted.
pub(crate) struct Job<'a, 'c> {
    pub(crate) source: Source<'c>,
    pub(crate) figure: &'a Figure,
    /// The figure in the pose that corresponds to that of the source.
    pub(crate) hung: Hung,
    /// For each node of the figure, its nearest ancestor that has a source.
    pub(crate) uppers: Vec<Option<usize>>,
    pub(crate) mapping: &'a Mapping,
    pub(crate) options: &'a Options,
    /// The lengths of the figure divided by those of the clip.
    pub(crate) ratio: f64,
}

impl Job<'_, '_> {
    /// The source of the nearest ancestor of a target that has one.
    pub(crate) fn above(&self, target: usize) -> Option<usize> {
        self.mapping.source(self.uppers[target]?)
    }

    /// The bone that a target, or else its source, is.
    pub(crate) fn role(&self, source: usize, target: usize) -> Option<HumanBone> {
        self.figure.bone(target).or(self.mapping.bone(source)).map(|member| member.bone)
    }

    /// Pushes the channels of a property unchanged. False if there are none, for example if a matrix drives the property.
    pub(crate) fn keep(
        &self,
        source: usize,
        target: usize,
        of: impl Fn(&Property) -> bool,
        out: &mut Vec<Channel>,
    ) -> bool {
        let before = out.len();
        let channels = self.source.channels[source].iter().filter(|channel| of(channel.property()));
        out.extend(channels.filter_map(|channel| moved(channel, target)));
        out.len() > before
    }

    /// Whether a source translates: its translation changes or differs from its rest.
    pub(crate) fn leaves_its_place(&self, source: usize) -> bool {
        let nodes = &self.source.hung;
        let (rest, parent) = (self.source.rest[source].translation, nodes.world(nodes.parents[source]));
        let rests = |driven: &Driven<'_>| rests(&driven.curve, rest, unit(&parent.linear()));
        self.source.locals[source].translation.as_ref().is_some_and(|driven| !rests(driven))
    }

    /// Reports the error of a channel that was baked, and the duration of its jumps in seconds.
    pub(crate) fn report_baked(
        &self,
        source: usize,
        property: &Property,
        error: Deviation,
        jump: f64,
        report: &mut Report,
    ) {
        if error.size > ROUNDING {
            let loss = codes::BAKED.approximated(error, "the curve was composed of others");
            report.lose(self.of_source(loss, source, property));
        }
        if jump > MOMENT {
            let message = "each jump takes this time, because the curve was composed of others";
            let loss = codes::JUMPS.approximated(Deviation::time(jump), message);
            report.lose(self.of_source(loss, source, property));
        }
    }

    /// Reports that a channel holds where its source curves repeat.
    pub(crate) fn report_stop(
        &self,
        source: usize,
        property: &Property,
        made: &Curve,
        driven: &[&Driven<'_>],
        report: &mut Report,
    ) {
        let curves: Vec<&Curve> = driven.iter().map(|driven| &*driven.curve).collect();
        if driven.iter().any(|driven| driven.stops) || stops(made, &curves) {
            let message = "the curve was composed of others that repeat; it holds";
            report.lose(self.of_source(codes::ENDS.dropped(message), source, property));
        }
    }

    /// A loss of the channel that drives a property of a source.
    pub(crate) fn of_source(&self, loss: Loss, source: usize, property: &Property) -> Loss {
        let kind = |other: &Property| other == property || property.is_rotation() && other.is_rotation();
        let own = self.source.channel(source, |channel| kind(channel.property()));
        match own.or_else(|| self.source.channel(source, |c| *c.property() == Property::Matrix)) {
            Some(channel) => loss.of_channel(self.source.clip, channel),
            None => loss.of_node(self.source.clip, source),
        }
    }

    /// Reports changes of the parent.
    pub(crate) fn report_parent(&self, channel: &Channel, report: &mut Report) {
        let message = "the changes of the parent are dropped: the figure has its own hierarchy";
        report.lose(codes::DROPPED.dropped(message).of_channel(self.source.clip, channel));
    }
}

/// The channel for another node.
pub(crate) fn moved(channel: &Channel, node: usize) -> Option<Channel> {
    Channel::part(node, channel.property().clone(), channel.component(), channel.curve().clone()).ok()
}
