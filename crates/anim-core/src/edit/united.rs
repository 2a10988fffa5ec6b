//! Nodes with the morph targets of two clips.

use std::collections::{HashMap, VecDeque};

use crate::{Channel, Clip, ClipError, Property};

/// The morph targets of a node in two clips together.
struct Targets {
    names: Vec<String>,
    /// The number of targets, of which the first have names.
    count: usize,
    /// The target of both for each target of the second clip.
    of_second: Vec<usize>,
}

/// Gives the nodes of two clips, which have the same indices in both, the morph targets of both: those of the first clip, then
/// those found only in the second, by their names. Targets without names are those with the same index.
pub(super) fn unite(clip: &mut Clip, next: &mut Clip) -> Result<(), ClipError> {
    let counts = [&*clip, next].map(counts);
    let mut all: HashMap<usize, Targets> = HashMap::new();
    for (node, (one, other)) in clip.nodes.iter_mut().zip(&mut next.nodes).enumerate() {
        let [own, others] = counts.each_ref().map(|counts| counts[node]);
        if others > 0 && (own != others || one.morphs != other.morphs) {
            let targets = Targets::of((&one.morphs, own), (&other.morphs, others));
            one.morphs.clone_from(&targets.names);
            all.insert(node, targets);
        }
        other.morphs.clone_from(&one.morphs);
    }
    let change = |clip: &mut Clip, place: &dyn Fn(&Targets, usize) -> usize| -> Result<(), ClipError> {
        let channels = std::mem::take(&mut clip.channels);
        for channel in channels {
            match all.get(&channel.node()) {
                Some(targets) if matches!(channel.property(), Property::Weights { .. }) => {
                    clip.channels.extend(targets.moved(&channel, |own| place(targets, own))?);
                }
                _ => clip.channels.push(channel),
            }
        }
        Ok(())
    };
    change(clip, &|_, own| own)?;
    change(next, &|targets, own| targets.of_second.get(own).copied().unwrap_or(own))
}

/// The number of morph targets of each node.
fn counts(clip: &Clip) -> Vec<usize> {
    let mut counts: Vec<usize> = clip.nodes.iter().map(|node| node.morphs.len()).collect();
    for channel in &clip.channels {
        if let (Property::Weights { count }, Some(known)) =
            (channel.property(), counts.get_mut(channel.node()))
        {
            *known = (*known).max(*count);
        }
    }
    counts
}

impl Targets {
    /// The names and the number of a node's targets in two clips.
    fn of((own, own_count): (&[String], usize), (others, other_count): (&[String], usize)) -> Self {
        let mut names = own.to_vec();
        if own.is_empty() || others.is_empty() {
            names.extend(others.iter().cloned());
            return Self { names, count: own_count.max(other_count), of_second: (0..other_count).collect() };
        }
        let mut free: HashMap<&str, VecDeque<usize>> = HashMap::new();
        for (index, name) in own.iter().enumerate() {
            free.entry(name).or_default().push_back(index);
        }
        let mut count = own_count;
        let mut of_second = Vec::with_capacity(other_count);
        for index in 0..other_count {
            let name = others.get(index);
            let known = name.and_then(|name| free.get_mut(name.as_str())?.pop_front());
            of_second.push(known.unwrap_or(count));
            if known.is_none() {
                // Targets without names come before those with new names.
                names.resize(count, String::new());
                names.extend(name.cloned());
                count += 1;
            }
        }
        Self { names, count, of_second }
    }

    /// A channel of weights as channels of these targets; `place` has the target for each target of the channel.
    fn moved(&self, channel: &Channel, place: impl Fn(usize) -> usize) -> Result<Vec<Channel>, ClipError> {
        let (curve, first) = (channel.curve(), channel.component());
        let part = |offset: usize, curve| {
            let property = Property::Weights { count: self.count };
            Channel::part(channel.node(), property, place(first + offset), curve)
        };
        let is_run = (1..curve.width()).all(|offset| place(first + offset) == place(first) + offset);
        if is_run {
            return Ok(vec![part(0, curve.clone())?]);
        }
        (0..curve.width()).map(|offset| part(offset, curve.select(&[(offset, 1.0)])?)).collect()
    }
}
