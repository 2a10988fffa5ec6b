//! What a conversion lost.

use serde::Serialize;

use super::Number;
use super::finding::place;
use crate::Losses;

/// A loss. Its names are those of `info --json`, `pose --json` and `sample`.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct Loss<'a> {
    /// `kept`, `approximated` or `dropped`.
    pub loss: &'static str,
    /// `note`, `warning` or `error`.
    pub severity: &'static str,
    /// The stable identifier, `format::name`.
    pub code: &'static str,
    /// The clip, if the loss concerns one.
    pub clip: Option<&'a str>,
    /// The node, if the loss concerns one.
    pub node: Option<&'a str>,
    /// The channel, if the loss concerns one.
    pub property: Option<&'a str>,
    /// The name in the target, if the name changed.
    pub renamed: Option<&'a str>,
    /// The time in seconds, if the loss concerns one time.
    pub time: Option<f64>,
    /// The error of an approximation.
    pub error: Option<Number>,
    /// Its unit.
    pub unit: Option<&'static str>,
    /// What the target cannot hold and what happened to it.
    pub message: &'a str,
    /// The byte span in the source.
    pub span: Option<[usize; 2]>,
    /// The path in the source.
    pub path: Option<&'a str>,
}

/// The numbers of losses.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// The number of things that only this project's readers understand.
    pub kept: usize,
    /// The number of things that are in the target with an error.
    pub approximated: usize,
    /// The number of things that are not in the target.
    pub dropped: usize,
    /// The largest error in each unit.
    pub largest: Vec<LargestLoss>,
}

/// The largest error in one unit.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct LargestLoss {
    /// The error.
    pub error: Number,
    /// Its unit.
    pub unit: &'static str,
}

impl<'a> From<&'a anim_core::Loss> for Loss<'a> {
    fn from(loss: &'a anim_core::Loss) -> Self {
        let error = loss.fate.error();
        let (span, path) = place(&loss.at);
        Self {
            loss: loss.fate.name(),
            severity: loss.severity().name(),
            code: loss.code.id,
            clip: loss.clip.as_deref(),
            node: loss.node.as_deref(),
            property: loss.property.as_deref(),
            renamed: loss.renamed.as_deref(),
            time: loss.time,
            error: error.map(|error| Number(error.size)),
            unit: error.map(|error| error.unit.name()),
            message: &loss.message,
            span,
            path,
        }
    }
}

impl From<Losses> for Summary {
    fn from(losses: Losses) -> Self {
        let Losses { kept, approximated, dropped, largest } = losses;
        let largest = largest.iter();
        let largest =
            largest.map(|error| LargestLoss { error: Number(error.size), unit: error.unit.name() }).collect();
        Self { kept, approximated, dropped, largest }
    }
}
