//! The values of channels at times.

use anim_core::{Clip, ClipSampler, Fate, Loss, Report};
use anim_formats::{in_columns, inexact, json::Number};
use serde::Serialize;

use crate::{Animation, Error, SampleOptions};

/// The values of all channels of a clip at times.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Sampled {
    /// The name of the clip.
    pub clip: String,
    /// Seconds, ascending.
    pub times: Vec<f64>,
    /// The columns.
    pub columns: Vec<Column>,
    /// For each time, a value for each column, in the units of `anim sample`.
    pub values: Vec<f64>,
    /// The channels whose values are approximate.
    pub errors: Vec<Inexact>,
    /// What the file has and the clip lacks: dropped parts, and those that only other clips of the file have.
    pub losses: Vec<Loss>,
}

/// One component of one channel, named as in `anim sample`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Column {
    /// The name of the node.
    pub node: String,
    /// The name of the channel.
    pub channel: String,
    /// The component, from 0.
    pub component: usize,
}

/// A channel whose values are approximate, or the rest pose of a node if there is no channel: an entry of `errors` in `anim pose
/// --json`, with its node.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Inexact {
    /// The name of the node.
    pub node: Option<String>,
    /// The name of the channel.
    pub channel: Option<String>,
    /// The largest error.
    pub error: Number,
    /// Its unit.
    pub unit: &'static str,
}

impl Animation {
    /// The values that the format defines for every channel of a clip.
    ///
    /// Errors: an unknown clip, a rate that is not above 0, and more than 2²⁶ numbers.
    pub fn sample(&mut self, options: &SampleOptions) -> Result<Sampled, Error> {
        let (clip, report, evaluator) = self.clip(options.clip.as_ref())?;
        let mut sampler = ClipSampler::new(clip).with_evaluator(evaluator);
        let errors = inexact(report, &sampler).iter().map(Inexact::from).collect();
        let channels = in_columns(clip);
        let columns: Vec<Column> = channels
            .iter()
            .flat_map(|(_, channel)| {
                let components = channel.component()..channel.component() + channel.curve().width();
                components.map(|component| {
                    let node = clip.nodes.get(channel.node()).map_or("", |node| node.name.as_str());
                    let (name, component) = clip.column(channel, component);
                    Column { node: node.to_owned(), channel: name.into_owned(), component }
                })
            })
            .collect();
        let times = options.times(clip, columns.len())?;
        let mut values = vec![0.0; times.len() * columns.len()];
        let mut rest = values.as_mut_slice();
        for time in &times {
            for &(index, channel) in &channels {
                let (here, after) = std::mem::take(&mut rest).split_at_mut(channel.curve().width());
                sampler.sample(index, *time, here);
                rest = after;
            }
        }
        let losses = missing(clip, report);
        Ok(Sampled { clip: clip.name.clone(), times, columns, values, errors, losses })
    }
}

/// What a file has and a clip of it lacks, also parts that only other clips have: the losses with which `anim sample` and `anim pose`
/// warn, and lesser ones.
pub(crate) fn missing(clip: &Clip, report: &Report) -> Vec<Loss> {
    let is_missing = |loss: &&Loss| {
        // The values are those that the document computes, where it does.
        loss.clip.as_ref() == Some(&clip.name) && loss.fate == Fate::Dropped && !loss.is_evaluated
    };
    report.losses.iter().chain(&report.apart).filter(is_missing).cloned().collect()
}

impl From<&anim_formats::Inexact<'_>> for Inexact {
    fn from(inexact: &anim_formats::Inexact<'_>) -> Self {
        Self {
            node: inexact.loss.node.clone(),
            channel: inexact.loss.property.clone(),
            error: Number(inexact.error.size),
            unit: inexact.error.unit.name(),
        }
    }
}
