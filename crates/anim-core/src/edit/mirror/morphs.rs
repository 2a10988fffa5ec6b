//! Weights of morph targets in a mirror.

use std::collections::{HashMap, VecDeque};

use super::super::codes;
use super::sides::other_sides;
use crate::{Channel, Clip, ClipError, Property, Report};

/// A channel of weights on the counterpart of its node. The weight of a target goes to the target of the other side, or of the
/// same name.
pub(super) fn mirrored(
    clip: &Clip,
    channel: &Channel,
    node: usize,
    report: &mut Report,
) -> Result<Vec<Channel>, ClipError> {
    let [own, new] = [channel.node(), node].map(|node| clip.nodes[node].morphs.as_slice());
    let (first, width, count) = (channel.component(), channel.curve().width(), channel.property().width());
    let is_named = |names: &[String]| names.iter().any(|name| !name.is_empty());
    if !is_named(own) && !is_named(new) {
        return Ok(vec![channel.with_node(node)]);
    }
    let places = places(own, new, count);
    let name = |names: &[String], place: usize| names.get(place).cloned().unwrap_or_default();
    for (old, &place) in places.iter().enumerate().skip(first).take(width) {
        let (from, to) = (name(own, old), name(new, place));
        if from != to && !other_sides(&from).any(|other| other == to) {
            let message = format!(
                "the morph target {old} (`{from}`) has no counterpart on `{}`: its weight moves the target {place} (`{to}`) there",
                clip.nodes[node].name
            );
            report.lose(codes::MORPHS.dropped(message).of_channel(clip, channel));
        }
    }
    if places.iter().copied().eq(0..count) {
        return Ok(vec![channel.with_node(node)]);
    }
    if width == count {
        let mut terms = vec![(0, 1.0); width];
        places.iter().enumerate().for_each(|(old, &new)| terms[new] = (old, 1.0));
        return Ok(vec![channel.with_curve(channel.curve().select(&terms)?)?.with_node(node)]);
    }
    let part = |offset: usize| {
        let curve = channel.curve().select(&[(offset, 1.0)])?;
        Channel::part(node, Property::Weights { count }, places[first + offset], curve)
    };
    (0..width).map(part).collect()
}

/// For each of `count` targets, the target that receives its weight, each once. Of targets that share a name, the first goes to
/// the first.
fn places(own: &[String], new: &[String], count: usize) -> Vec<usize> {
    let mut free: HashMap<&str, VecDeque<usize>> = HashMap::new();
    for (index, name) in new.iter().enumerate().take(count).filter(|(_, name)| !name.is_empty()) {
        free.entry(name).or_default().push_back(index);
    }
    let mut places = vec![None; count];
    let named = || own.iter().enumerate().take(count).filter(|(_, name)| !name.is_empty());
    for (old, name) in named() {
        places[old] = other_sides(name).find_map(|other| free.get_mut(other.as_str())?.pop_front());
    }
    for (old, name) in named().filter(|(old, _)| places[*old].is_none()).collect::<Vec<_>>() {
        places[old] = free.get_mut(name.as_str()).and_then(VecDeque::pop_front);
    }
    let mut is_taken = vec![false; count];
    places.iter().flatten().for_each(|&place| is_taken[place] = true);
    // The others keep their places if free, or take the remaining ones.
    for (old, place) in places.iter_mut().enumerate().filter(|(_, place)| place.is_none()) {
        if !std::mem::replace(&mut is_taken[old], true) {
            *place = Some(old);
        }
    }
    let mut left = (0..count).filter(|place| !is_taken[*place]);
    places.into_iter().map(|place| place.or_else(|| left.next()).unwrap_or_default()).collect()
}
