//! The expressions of a VRM animation: the weight of each is the first number of the translation of a node. In clips it is the weight
//! of a morph target with the expression's name.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::borrow::Cow;
use std::collections::HashMap;

use anim_core::{Channel, Clip, Fate, Loss, Property, Sink, Unit};
use anim_retarget::rearranged;
use serde_json::Value;

use crate::numbers::dangling;
use crate::{Json, Root, humanoid, whole_number};

/// The lists of expressions.
const LISTS: [&str; 2] = ["VRMC_vrm_animation/expressions/preset", "VRMC_vrm_animation/expressions/custom"];

/// The direction of the gaze.
const GAZE: &str = "VRMC_vrm_animation/lookAt";

/// The number of expressions that may share a node: as many as a translation has numbers, so that weights take no more memory.
const MOST: usize = 3;

/// For each node that holds weights of expressions, their names: usually one. A bone, or a node with a mesh, holds none.
pub(crate) fn of(root: &Root) -> HashMap<usize, Vec<String>> {
    let mut found: HashMap<usize, Vec<String>> = HashMap::new();
    for (_, name, node) in listed(root) {
        if root.nodes.get(node).is_some_and(|node| node.mesh.is_none()) {
            let names = found.entry(node).or_default();
            if names.len() < MOST {
                names.push(name.clone());
            }
        }
    }
    if !found.is_empty() {
        for (_, node) in humanoid::bones(root) {
            found.remove(&node);
        }
    }
    found
}

/// Reports expressions, and a direction of the gaze, whose nodes do not exist.
pub(crate) fn check(root: &Root, sink: &mut dyn Sink) {
    let expressions = listed(root).map(|(list, name, node)| (format!("{list}/{name}"), node));
    for (path, node) in expressions.chain(gaze(root).and_then(node).map(|node| (GAZE.to_owned(), node))) {
        if node >= root.nodes.len() {
            sink.report(dangling(&format!("extensions/{path}"), "node", node, root.nodes.len()));
        }
    }
}

/// The object with the direction of the gaze.
pub(crate) fn gaze(root: &Root) -> Option<&Value> {
    root.extensions.as_ref()?.value().pointer(&format!("/{GAZE}"))
}

/// The node of an expression, or of the gaze.
pub(crate) fn node(object: &Value) -> Option<usize> {
    whole_number::index(object.get("node")?)
}

/// The list, the name and the node of each expression.
fn listed(root: &Root) -> impl Iterator<Item = (&'static str, &String, usize)> {
    let extensions = root.extensions.as_ref().map(Json::value);
    let lists = LISTS.into_iter().filter_map(move |list| {
        let listed = extensions?.pointer(&format!("/{list}"))?.as_object()?;
        Some(listed.iter().map(move |(name, entry)| (list, name, entry)))
    });
    lists.flatten().filter_map(|(list, name, entry)| Some((list, name, node(entry)?)))
}

/// Turns the translations of nodes of expressions into weights. `count` returns the number of expressions of a node of the clip.
pub(crate) fn to_weights(clip: &mut Clip, count: impl Fn(usize) -> usize) {
    for channel in &mut clip.channels {
        let count = count(channel.node());
        if count > 0 && *channel.property() == Property::Translation && channel.component() == 0 {
            let weights = rearranged(channel.curve(), &vec![Some((0, 1.0)); count], &vec![0.0; count]);
            let property = Property::Weights { count };
            if let Ok(weights) = weights.and_then(|curve| Channel::new(channel.node(), property, curve)) {
                *channel = weights;
            }
        }
    }
}

/// The clip as it is written into a file in which [these](of) nodes hold expressions: with their translations instead of weights.
/// `node` returns the node of the file for a node of the clip.
pub(crate) fn placed<'c>(
    clip: &'c Clip,
    found: &HashMap<usize, Vec<String>>,
    node: impl Fn(usize) -> Option<usize>,
) -> Cow<'c, Clip> {
    if found.is_empty() {
        return Cow::Borrowed(clip);
    }
    let mut placed = clip.clone();
    for channel in &mut placed.channels {
        let is_one = node(channel.node()).is_some_and(|node| found.contains_key(&node));
        if is_one && matches!(channel.property(), Property::Weights { .. }) {
            let place = rearranged(channel.curve(), &[Some((0, 1.0)), None, None], &[0.0; 3]);
            let place = place.and_then(|curve| Channel::new(channel.node(), Property::Translation, curve));
            if let Ok(place) = place {
                *channel = place;
            }
        }
    }
    Cow::Owned(placed)
}

/// Names the weights of a clip in losses that name the translations that were made from them, in a file in which [these](of) nodes
/// hold expressions.
pub(crate) fn trace(clip: &Clip, found: &HashMap<usize, Vec<String>>, losses: &mut [Loss]) {
    if found.is_empty() {
        return;
    }
    let named = |channel: &Channel| clip.nodes.get(channel.node()).map(|node| node.name.as_str());
    let of = |is: fn(&Property) -> bool| {
        let channels = clip.channels.iter().filter(move |channel| is(channel.property()));
        channels.filter_map(|channel| Some((named(channel)?, channel))).collect::<HashMap<_, _>>()
    };
    let weights = of(|property| matches!(property, Property::Weights { .. }));
    let translated = of(|property| *property == Property::Translation);
    let is_of_place = |loss: &&mut Loss| {
        loss.clip.as_ref() == Some(&clip.name)
            && loss.property.as_deref() == Some(Property::Translation.name())
    };
    for loss in losses.iter_mut().filter(is_of_place) {
        let node = loss.node.as_deref().filter(|node| !translated.contains_key(node));
        if let Some(weight) = node.and_then(|node| weights.get(node)) {
            loss.property = Some(clip.channel_name(weight).into_owned());
            as_ratio(loss);
        }
    }
}

/// Gives the error of a place the unit of the weight that it represents; one in time keeps its unit.
pub(crate) fn as_ratio(loss: &mut Loss) {
    if let Fate::Approximated(error) = &mut loss.fate
        && error.unit == Unit::Length
    {
        error.unit = Unit::Ratio;
    }
}
