//! A clip on another figure.

use anim_core::{Channel, Clip, Event, Property, Report, quaternion, trig};

use crate::hung::Hung;
use crate::job::{Job, moved};
use crate::rounding::SAME;
use crate::source::Source;
use crate::t_pose::straightened;
use crate::{
    Axes, Figure, HumanBone, Mapping, Options, Reference, Size, axes, codes, ground, home, rotation, scale,
    translation, weights,
};

/// The clip on a figure: the same motion, applied to the figure's nodes from the figure's rest.
///
/// Each node of the figure is rotated from its rest, in the world, as its source is rotated from its own rest. A node without a
/// source stays at rest relative to its parent. The hips, and nodes without a moving ancestor, are also translated, by the
/// displacement of their sources times the ratio of the lengths of the legs; without legs, of all bones. Other translations,
/// scales and weights are transferred as far as the figure has them: see [`Travel`](crate::Travel).
///
/// A figure whose hips rest at the origin, although its clip has them above the ground, is assumed to stand on the ground at rest. The body
/// of a clip may stand and face along other axes: see [`Axes`](crate::Axes). Curves keep their keys unless they are composed of several
/// that move; a curve that would change by no more than 1e-6 stays unchanged. A clip of the figure itself, see [`Mapping::is_home`], keeps
/// all its curves, unless [`Reference::First`] or [`Reference::Unrotated`] states that it rests in another pose. The report receives which
/// nodes move which, what is baked and what is dropped; [`Mapping::report_unmatched`] lists the nodes without a target. Pairs of the
/// mapping whose nodes the clip or the figure does not have are ignored.
pub fn retarget(
    clip: &Clip,
    figure: &Figure,
    mapping: &Mapping,
    options: &Options,
    report: &mut Report,
) -> Clip {
    let mapping = &mapping.within(clip.nodes.len(), figure.nodes().len());
    let rest: Vec<_> = figure.nodes().iter().map(|node| node.rest).collect();
    let mut source = Source::new(clip, options, |node| mapping.target(node).is_some(), report);
    let on_figure = |bone: HumanBone| {
        (0..figure.nodes().len())
            .find(|node| figure.role(*node) == Some(bone) && mapping.source(*node).is_some())
    };
    let on_source = |bone: HumanBone| mapping.source(on_figure(bone)?);
    let mut hung = Hung::new(figure.nodes(), &rest);
    if options.reference == Reference::TPose {
        source.rest = straightened(&clip.nodes, &source.rest, &on_source);
        source.hung = Hung::new(&clip.nodes, &source.rest);
        hung = Hung::new(figure.nodes(), &straightened(figure.nodes(), &rest, &on_figure));
    }
    let rests_above = |hips: usize| hung.place(Some(hips)).iter().any(|part| part.abs() > SAME);
    if on_figure(HumanBone::Hips).is_some_and(rests_above)
        && let Some(hips) = on_source(HumanBone::Hips)
    {
        ground::raise(&mut source, hips, &on_source);
    }
    let is_home = mapping.is_home() && !matches!(options.reference, Reference::First | Reference::Unrotated);
    let mut is_turned = false;
    if options.axes == Axes::Body && !is_home {
        let turn = axes::turn([&source.hung, &hung], [&on_source, &on_figure]);
        is_turned = turn != quaternion::IDENTITY;
        source.hung = std::mem::take(&mut source.hung).turned(turn);
    }
    let uppers = hung.nearest_above(|node| mapping.source(node).is_some());
    let mut job = Job { source, figure, hung, uppers, mapping, options, ratio: 1.0 };
    let channels = if is_home {
        home::channels(&job, report)
    } else {
        job.ratio = job.measured();
        if options.size == Size::Hips
            && let Some((hips, own)) = on_figure(HumanBone::Hips).zip(on_source(HumanBone::Hips))
        {
            let ratio = job.hung.place(Some(hips))[1] / job.source.hung.place(Some(own))[1];
            if (0.5..2.0).contains(&(ratio / job.ratio)) {
                job.ratio = ratio;
            }
        }
        let changes = [size_change(job.ratio), is_turned.then(|| "the axes are turned".to_owned())];
        let changes: Vec<_> = changes.into_iter().flatten().collect();
        mapping.report_retargeted(clip, figure, &changes, report);
        let channels = job.channels(report);
        job.report_uneven(&channels, report);
        channels
    };
    let events = clip.events.iter().map(|event| moved_event(clip, event, mapping, report)).collect();
    let mut made = clip.clone().with_nodes(figure.nodes().to_vec()).with_channels(channels);
    made.events = events;
    made
}

/// The event of the node's target; of no node, which is reported, if the node has none.
fn moved_event(clip: &Clip, event: &Event, mapping: &Mapping, report: &mut Report) -> Event {
    let mut moved = event.clone();
    moved.node = event.node.and_then(|node| mapping.target(node));
    if let Some(node) = event.node.filter(|node| *node < clip.nodes.len() && moved.node.is_none()) {
        let message = "the event has no node any more: the figure has no node like this";
        report.lose(codes::DROPPED.dropped(message).of_node(clip, node).at_time(event.time));
    }
    moved
}

impl Job<'_, '_> {
    /// The channels of all nodes of the figure.
    fn channels(&self, report: &mut Report) -> Vec<Channel> {
        let mut channels = Vec::new();
        for target in 0..self.figure.nodes().len() {
            let Some(source) = self.mapping.source(target) else { continue };
            translation::write(self, source, target, &mut channels, report);
            rotation::write(self, source, target, &mut channels, report);
            scale::write(self, source, target, &mut channels, report);
            self.write_others(source, target, &mut channels, report);
        }
        weights::write(self, &[], &mut channels, report);
        channels
    }

    /// Pushes the channels that do not affect poses.
    fn write_others(&self, source: usize, target: usize, out: &mut Vec<Channel>, report: &mut Report) {
        for channel in &self.source.channels[source] {
            match channel.property() {
                Property::Visible | Property::Color | Property::Alive | Property::Named { .. } => {
                    out.extend(moved(channel, target));
                }
                Property::Parent => self.report_parent(channel, report),
                _ => {}
            }
        }
    }

    /// The ratio of the lengths of the legs, in the world at rest; without legs, of the distances between nodes that both figures
    /// have; 1 without those.
    fn measured(&self) -> f64 {
        let (mut legs, mut all) = ([0.0; 2], [0.0; 2]);
        for target in 0..self.figure.nodes().len() {
            let (Some(source), Some(upper)) = (self.mapping.source(target), self.uppers[target]) else {
                continue;
            };
            let lengths = [
                distance(self.source.hung.place(Some(source)), self.source.hung.place(self.above(target))),
                distance(self.hung.place(Some(target)), self.hung.place(Some(upper))),
            ];
            let leg = self.role(source, target).is_some_and(is_leg);
            for (sums, counts) in [(&mut all, true), (&mut legs, leg)] {
                if counts {
                    sums.iter_mut().zip(lengths).for_each(|(sum, length)| *sum += length);
                }
            }
        }
        let ratio = |[source, target]: [f64; 2]| Some(target / source).filter(|r| r.is_finite() && *r > SAME);
        ratio(legs).or_else(|| ratio(all)).unwrap_or(1.0)
    }
}

/// The change of lengths, in words and with four significant digits: centimetres may become metres.
fn size_change(ratio: f64) -> Option<String> {
    let digits = (3.0 - ratio.log10().floor()).clamp(0.0, 12.0) as usize;
    let shown = if ratio < 1e6 { format!("{ratio:.digits$}") } else { format!("{ratio:.3e}") };
    let is_same = (ratio - 1.0).abs() < 5e-4;
    (!is_same).then(|| format!("lengths become {shown} times as long"))
}

/// Whether a bone begins at the end of a segment of a leg.
fn is_leg(bone: HumanBone) -> bool {
    use HumanBone::{LeftFoot, LeftLowerLeg, RightFoot, RightLowerLeg};
    matches!(bone, LeftLowerLeg | LeftFoot | RightLowerLeg | RightFoot)
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a - b).fold(0.0, trig::hypot)
}
