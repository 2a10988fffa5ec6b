//! Channels whose values are approximate.

use std::collections::{HashMap, HashSet};

use anim_core::{ClipSampler, Deviation, Fate, Loss, Report};

/// A channel, or the rest pose of a node, whose values are approximate.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Inexact<'r> {
    /// The loss, with the node and the property of the channel; without a property it concerns the rest pose.
    pub loss: &'r Loss,
    /// The largest error.
    pub error: Deviation,
}

/// The loss with the largest error for each channel whose values the document does not compute.
pub fn inexact<'r>(report: &'r Report, sampler: &ClipSampler<'_>) -> Vec<Inexact<'r>> {
    let clip = sampler.clip();
    let mut evaluated = HashSet::new();
    for (index, channel) in clip.channels.iter().enumerate() {
        if sampler.is_evaluated(index)
            && let Some(node) = clip.nodes.get(channel.node())
        {
            evaluated.insert((Some(node.name.as_str()), Some(channel.property().name())));
        }
    }
    let mut largest: Vec<Inexact<'_>> = Vec::new();
    let mut places = HashMap::new();
    for loss in report.losses.iter().filter(|loss| loss.clip.as_ref() == Some(&clip.name)) {
        let place = (loss.node.as_deref(), loss.property.as_deref());
        let Fate::Approximated(error) = loss.fate else { continue };
        if evaluated.contains(&place) {
            continue;
        }
        let known = *places.entry(place).or_insert(largest.len());
        match largest.get_mut(known) {
            // An error that is NaN is larger than all others.
            Some(known) if error.size.total_cmp(&known.error.size).is_gt() => {
                *known = Inexact { loss, error }
            }
            Some(_) => {}
            None => largest.push(Inexact { loss, error }),
        }
    }
    largest
}

#[cfg(test)]
mod tests {
    use anim_core::{Channel, Clip, Code, Curve, Evaluator, Node, Property};

    use super::*;

    static ODD: Code = Code::note("toy::odd", "odd");

    /// Computes the first channel.
    #[derive(Debug)]
    struct First;

    impl Evaluator for First {
        fn has(&self, channel: usize) -> bool {
            channel == 0
        }

        fn sample(&mut self, _: usize, _: f64, _: &mut [f64]) {}
    }

    #[test]
    fn the_largest_error_of_each_channel_that_is_not_computed_counts() {
        let channel =
            |property: Property| Channel::new(0, property, Curve::constant(&[1.0; 3]).unwrap()).unwrap();
        let clip = Clip::new("c")
            .with_nodes(vec![Node::new("n")])
            .with_channels(vec![channel(Property::Translation), channel(Property::Scale)]);
        let mut report = Report::new();
        let sizes = [(0, 9.0), (1, 0.1), (1, 0.3), (1, 0.2)];
        report.losses.extend(sizes.map(|(at, size)| {
            ODD.approximated(Deviation::ratio(size), "").of_channel(&clip, &clip.channels[at])
        }));
        report.lose(ODD.approximated(Deviation::ratio(0.5), "").of_node(&clip, 0));
        let sampler = ClipSampler::new(&clip).with_evaluator(Some(Box::new(First)));
        let found = inexact(&report, &sampler);
        let found: Vec<_> = found.iter().map(|one| (one.loss.property.as_deref(), one.error.size)).collect();
        assert_eq!(found, [(Some("scale"), 0.3), (None, 0.5)]);
    }
}
