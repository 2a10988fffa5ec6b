//! Clips whose values are printed: computed by the document where it can, otherwise with their errors.

use std::collections::HashMap;

use anim_core::{Channel, Clip, ClipSampler, Deviation, Document, Report};
use anim_formats::{Inexact, inexact};

use crate::console::Console;
use crate::exit::Failure;
use crate::input::Input;
use crate::report::loss_in_words;

/// A clip whose values are printed.
pub(crate) struct Shown<'a> {
    pub(crate) sampler: ClipSampler<'a>,
    /// The largest error of each channel that is only approximate, by the name of its node.
    errors: HashMap<Option<&'a str>, Vec<Inexact<'a>>>,
}

#[cfg(test)]
impl<'a> Shown<'a> {
    /// A clip whose curves are exact.
    pub(crate) fn exact(clip: &'a Clip) -> Self {
        Self { sampler: ClipSampler::new(clip), errors: HashMap::new() }
    }
}

impl Shown<'_> {
    /// The largest error of a channel's values.
    pub(crate) fn error(&self, channel: &Channel) -> Option<Deviation> {
        let of_channel = |(name, error)| (name == Some(channel.property().name())).then_some(error);
        self.errors_of_node(channel.node()).find_map(of_channel)
    }

    /// The largest errors of a node: each with the name of the channel, or with none for the node's rest pose.
    pub(crate) fn errors_of_node(&self, node: usize) -> impl Iterator<Item = (Option<&str>, Deviation)> {
        let name = self.sampler.clip().nodes.get(node).map(|node| node.name.as_str());
        self.errors
            .get(&name)
            .into_iter()
            .flatten()
            .map(|inexact| (inexact.loss.property.as_deref(), inexact.error))
    }
}

/// The values of clips, computed by their document if it is given. Standard error names each approximate channel once, with its
/// largest error.
pub(crate) fn shown<'a>(
    input: &Input,
    document: Option<&'a dyn Document>,
    clips: &'a [Clip],
    report: &'a Report,
    console: &Console,
) -> Result<Vec<Shown<'a>>, Failure> {
    let mut warnings = Vec::new();
    let mut shown = Vec::with_capacity(clips.len());
    let evaluators = document.map(|document| input.evaluators(document, clips)).transpose()?;
    let mut evaluators = evaluators.into_iter().flatten();
    for clip in clips {
        let evaluator = evaluators.next().flatten();
        let sampler = ClipSampler::new(clip).with_evaluator(evaluator);
        let inexact = inexact(report, &sampler);
        let words = |one: &Inexact<'_>| format!("{}, within {}", loss_in_words(one.loss), one.error);
        warnings.extend(inexact.iter().map(words));
        let mut errors: HashMap<_, Vec<_>> = HashMap::new();
        for one in inexact {
            errors.entry(one.loss.node.as_deref()).or_default().push(one);
        }
        shown.push(Shown { sampler, errors });
    }
    input.warn(console, &warnings);
    Ok(shown)
}
