//! The differences between clips before and after rebuilding a document.

mod events;
mod jumps;
mod others;
mod states;
mod times;

use std::borrow::Cow;
use std::collections::HashMap;

use anim_core::edit::unite_texts;
use anim_core::{Channel, Clip, Deviation, Node, Poser, Property, Unit};

use self::jumps::Jumps;
use self::states::{UNITS, apart};
use self::times::{Compared, ROUNDING, by_node, peaks};

/// Differences between clips.
#[derive(Debug, Default)]
pub(crate) struct Unlike {
    /// What is missing, in words.
    pub(crate) missing: Vec<String>,
    /// The largest difference in each unit.
    pub(crate) largest: Vec<Deviation>,
}

/// What is known of how clips changed, by the names that they had.
pub(crate) trait Changes {
    /// The new name of a clip, if it has one.
    fn new_name(&self, clip: &str) -> Option<&str>;

    /// The new name of a node, if it has one.
    fn new_node_name(&self, clip: &str, node: &str) -> Option<&str>;

    /// How long the jumps of a node may take, in seconds.
    fn jump(&self, clip: &str, node: &str) -> f64;
}

/// The differences between clips and those made from them. Clips are paired by name, or if there is one on each side. Within jumps
/// that are known to take a time, clips do not differ.
pub(crate) fn of(clips: &[&Clip], results: &[Clip], changes: &impl Changes) -> Unlike {
    let mut unlike = Unlike::default();
    let mut named: HashMap<&str, &Clip> = HashMap::new();
    for result in results {
        named.entry(&result.name).or_insert(result);
    }
    for clip in clips {
        let name = changes.new_name(&clip.name).unwrap_or(&clip.name);
        let named = named.get(name).copied();
        let only = || results.first().filter(|_| clips.len() == 1 && results.len() == 1);
        match named.or_else(only) {
            Some(result) => {
                let clip = clip.in_space(result.space);
                // Numbers are compared as what they mean; a clip may itself have several for one text.
                let [clip, result] = [&clip, result].map(|each| with_texts_of(&clip, each));
                unlike.compare(&clip, &result, changes);
            }
            None => unlike.missing.push(format!("the clip `{}`", clip.name)),
        }
    }
    unlike
}

impl Unlike {
    fn note(&mut self, unit: Unit, size: f64) {
        if size <= ROUNDING {
            return;
        }
        match self.largest.iter_mut().find(|largest| largest.unit == unit) {
            Some(largest) if size <= largest.size => {}
            Some(largest) => largest.size = size,
            None => self.largest.push(with_unit(unit, size)),
        }
    }

    fn compare(&mut self, a: &Clip, b: &Clip, changes: &impl Changes) {
        self.note(Unit::Time, (a.duration - b.duration).abs());
        let nodes = nodes(a, b, changes);
        for (node, other) in a.nodes.iter().zip(&nodes) {
            if other.is_none() {
                self.missing.push(format!("the node `{}`", node.name));
            }
        }
        let times = Compared::of(a, b);
        let jump = |node: usize| changes.jump(&a.name, &a.nodes[node].name);
        self.compare_poses([a, b], &nodes, &times, jump);
        self.compare_others([a, b], &nodes, &times, jump);
        self.compare_events([a, b], &nodes);
    }

    fn compare_poses(
        &mut self,
        [a, b]: [&Clip; 2],
        nodes: &[Option<usize>],
        times: &Compared,
        jump: impl Fn(usize) -> f64,
    ) {
        let (mut left, mut right) = (Poser::new(a), Poser::new(b));
        let own = [a, b].map(by_node);
        for (i, j) in nodes.iter().enumerate().filter_map(|(i, j)| Some((i, (*j)?))) {
            let curves = [&own[0][i][..], &own[1][j]].concat();
            let (times, jumps) = (times.with(&curves), Jumps::of(&curves, jump(i)));
            let largest = peaks(&times, |time| {
                if jumps.are_at(time) {
                    return [0.0; 4];
                }
                let (a, b) = (left.node(i, time), right.node(j, time));
                if a.alive || b.alive { apart(&a, &b) } else { [0.0; 4] }
            });
            for (unit, size) in UNITS.into_iter().zip(largest) {
                self.note(unit, size);
            }
        }
    }
}

/// A clip whose numbers represent the texts of another one, each for its first number there.
fn with_texts_of<'a>(other: &Clip, clip: &'a Clip) -> Cow<'a, Clip> {
    let is_own = |channel: &Channel| matches!(channel.property(), Property::Named { .. });
    if !clip.channels.iter().any(is_own) {
        return Cow::Borrowed(clip);
    }
    let (mut other, mut united) = (other.clone(), clip.clone());
    unite_texts(&mut other, &mut united).map_or(Cow::Borrowed(clip), |()| Cow::Owned(united))
}

fn with_unit(unit: Unit, size: f64) -> Deviation {
    match unit {
        Unit::Length => Deviation::length(size),
        Unit::Angle => Deviation::angle(size),
        Unit::Time => Deviation::time(size),
        Unit::Ratio => Deviation::ratio(size),
        _ => Deviation::of(&Property::named("", 1), size),
    }
}

/// For each node of the first clip, the node of the second with its name, or with the one that it got; repeated names are paired in
/// order.
fn nodes(a: &Clip, b: &Clip, changes: &impl Changes) -> Vec<Option<usize>> {
    let mut named: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, node) in b.nodes.iter().enumerate().rev() {
        named.entry(&node.name).or_default().push(index);
    }
    let pair = |node: &Node| {
        let name = changes.new_node_name(&a.name, &node.name).unwrap_or(&node.name);
        named.get_mut(name)?.pop()
    };
    a.nodes.iter().map(pair).collect()
}

#[cfg(test)]
mod tests;
