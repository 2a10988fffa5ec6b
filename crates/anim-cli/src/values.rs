//! Clips whose values are shown: each from the document where it computes them, and the errors of the others.

use anim_core::{Channel, Clip, ClipSampler, Deviation, Document, Fate, Loss, Report};

use crate::console::Console;
use crate::exit::Failure;
use crate::input::Input;
use crate::report::loss_in_words;

/// A clip whose values are shown.
pub(crate) struct Shown<'a> {
    pub(crate) sampler: ClipSampler<'a>,
    /// The largest error of each channel that is approximate all the same.
    errors: Vec<Inexact>,
}

/// A channel whose values are approximate.
struct Inexact {
    node: Option<String>,
    property: Option<String>,
    error: Deviation,
}

#[cfg(test)]
impl<'a> Shown<'a> {
    /// A clip whose curves are exact.
    pub(crate) fn exact(clip: &'a Clip) -> Self {
        Self { sampler: ClipSampler::new(clip), errors: Vec::new() }
    }
}

impl Shown<'_> {
    /// The largest error of a channel's values.
    pub(crate) fn error(&self, channel: &Channel) -> Option<Deviation> {
        let of_channel = |(name, error)| (name == Some(channel.property().name())).then_some(error);
        self.errors_of_node(channel.node()).find_map(of_channel)
    }

    /// The largest errors of a node: each with the name of the channel, or without one for the node's rest pose.
    pub(crate) fn errors_of_node(&self, node: usize) -> impl Iterator<Item = (Option<&str>, Deviation)> {
        let name = self.sampler.clip().nodes.get(node).map(|node| node.name.as_str());
        let of_node = self.errors.iter().filter(move |inexact| inexact.node.as_deref() == name);
        of_node.map(|inexact| (inexact.property.as_deref(), inexact.error))
    }
}

/// The values of clips, computed by their document where it is given. Standard error names each channel that is approximate once, with its largest error.
pub(crate) fn shown<'a>(
    input: &Input,
    document: Option<&'a dyn Document>,
    clips: &'a [Clip],
    report: &Report,
    console: &Console,
) -> Result<Vec<Shown<'a>>, Failure> {
    let mut warnings = Vec::new();
    let mut shown = Vec::with_capacity(clips.len());
    for clip in clips {
        let evaluator = document.map(|document| input.evaluator(document, clip)).transpose()?.flatten();
        let sampler = ClipSampler::new(clip).with_evaluator(evaluator);
        let losses = largest(report, &sampler);
        let words = |(loss, error): &(&Loss, Deviation)| format!("{}, within {error}", loss_in_words(loss));
        warnings.extend(losses.iter().map(words));
        let inexact = |(loss, error): (&Loss, Deviation)| Inexact {
            node: loss.node.clone(),
            property: loss.property.clone(),
            error,
        };
        shown.push(Shown { sampler, errors: losses.into_iter().map(inexact).collect() });
    }
    input.warn(console, &warnings);
    Ok(shown)
}

/// For each channel of a clip that the document does not compute, the loss with the largest error.
fn largest<'r>(report: &'r Report, sampler: &ClipSampler<'_>) -> Vec<(&'r Loss, Deviation)> {
    let clip = sampler.clip();
    let is_shown = |(index, channel): (usize, &Channel), loss: &Loss| {
        let node = clip.nodes.get(channel.node()).map(|node| &node.name);
        let is_meant =
            loss.node.as_ref() == node && loss.property.as_deref() == Some(channel.property().name());
        is_meant && sampler.is_evaluated(index)
    };
    let mut largest: Vec<(&Loss, Deviation)> = Vec::new();
    for loss in report.losses.iter().filter(|loss| loss.clip.as_ref() == Some(&clip.name)) {
        let Fate::Approximated(error) = loss.fate else { continue };
        if error.size == 0.0 || clip.channels.iter().enumerate().any(|channel| is_shown(channel, loss)) {
            continue;
        }
        let place = |loss: &Loss| (loss.node.clone(), loss.property.clone());
        match largest.iter_mut().find(|(known, _)| place(known) == place(loss)) {
            // An error that is NaN is larger than all others.
            Some(known) if error.size.total_cmp(&known.1.size).is_gt() => *known = (loss, error),
            Some(_) => {}
            None => largest.push((loss, error)),
        }
    }
    largest
}

#[cfg(test)]
mod tests {
    use anim_core::{Code, Curve, Evaluator, Node, Property};

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
        let found: Vec<_> = largest(&report, &sampler)
            .into_iter()
            .map(|(loss, error)| (loss.property.as_deref(), error.size))
            .collect();
        assert_eq!(found, [(Some("scale"), 0.3), (None, 0.5)]);
    }
}
