//! Evaluates, from the document, the channels of a clip whose curves are only approximate.

use std::collections::HashMap;

use anim_core::{Channel, Clip, Evaluator};

use super::driver::When;
use super::formula::Formula;

/// The formulas of a clip's channels that are baked, or whose curves lack loops or the value before a loop.
#[derive(Debug)]
pub(super) struct Formulas {
    /// The formula of each channel, by the channel's index in the clip.
    by_channel: HashMap<usize, Formula>,
}

impl Formulas {
    /// The formulas of `made`, a clip whose keys do not matter, assigned to the same channels of `clip`; `None` if `clip` has
    /// other nodes, or nothing is baked.
    pub(super) fn of(clip: &Clip, made: &Clip, formulas: Vec<(usize, Formula)>) -> Option<Self> {
        if !clip.nodes.iter().map(|node| &node.name).eq(made.nodes.iter().map(|node| &node.name)) {
            return None;
        }
        let key = |channel: &Channel| {
            (
                channel.node(),
                channel.property().name().to_owned(),
                channel.component(),
                channel.curve().width(),
            )
        };
        let index_of: HashMap<_, usize> =
            clip.channels.iter().enumerate().map(|(index, channel)| (key(channel), index)).collect();
        let same = |(index, formula): (usize, Formula)| {
            Some((*index_of.get(&key(made.channels.get(index)?))?, formula))
        };
        let by_channel: HashMap<usize, Formula> = formulas.into_iter().filter_map(same).collect();
        (!by_channel.is_empty()).then_some(Self { by_channel })
    }
}

impl Evaluator for Formulas {
    fn has(&self, channel: usize) -> bool {
        self.by_channel.contains_key(&channel)
    }

    fn sample(&mut self, channel: usize, time: f64, out: &mut [f64]) {
        if let Some(formula) = self.by_channel.get(&channel) {
            let value = formula.at(When::Seconds(time));
            out[..value.len()].copy_from_slice(&value);
        }
    }
}
