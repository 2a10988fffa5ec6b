//! Weights of morph targets as expressions: each is the first number of a node's translation.

use std::collections::{BTreeMap, HashMap};

use anim_core::merge::Merged;
use anim_core::time::beside;
use anim_core::{
    Channel, Clip, Deviation, Fineness, KeyLimit, Loss, MAX_KEYS, Node, Property, Report, merge,
};
use anim_retarget::{by_channel, deciding, rearranged, weight_list};
use serde_json::{Map, Value, json};

use super::super::arcs;
use super::super::own::{self, Off};
use crate::avatar::PRESETS;
use crate::expressions::as_ratio;
use crate::{EncodeOptions, Interpolate, codes};

/// Expressions that a VRM animation must not have.
const EYES: [&str; 4] = ["lookup", "lookdown", "lookleft", "lookright"];

/// The distance from the range of an expression that rounding to single precision may cause.
const ROUNDED: f64 = 1e-6;

/// The expressions of clips, each once.
pub(super) struct Expressions {
    names: Vec<String>,
}

impl Expressions {
    /// The expressions moved by channels of weights.
    pub(super) fn of(clips: &[Clip]) -> Self {
        let mut names: Vec<String> = Vec::new();
        for (clip, channel) in clips.iter().flat_map(|clip| clip.channels.iter().map(move |c| (clip, c))) {
            for name in named(clip, channel) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        Self { names }
    }

    /// A node for each.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Node> {
        self.names.iter().map(|name| Node::new(name.clone()))
    }

    /// The channels of the expressions of a clip, whose nodes begin at `first`, and their sources. Of weights for one expression, that whose name is
    /// nearest to the expression's counts, of these the last.
    pub(super) fn channels<'c>(
        &self,
        clip: &'c Clip,
        first: usize,
        options: &EncodeOptions,
        report: &mut Report,
    ) -> (Vec<Channel>, Sources<'c>) {
        let mut made: Vec<Weight<'_>> = Vec::new();
        let mut taken: Vec<Weight<'_>> = Vec::new();
        // The expressions themselves get the other half.
        let jump = if options.interpolation == Interpolate::Auto { arcs::JUMP } else { 0.0 };
        let limit = KeyLimit { per_key: f64::from(options.baked_keys.get()), ..KeyLimit::default() };
        let fineness = Fineness { tolerance: options.tolerance.get() / 2.0, jump, limit };
        for node in 0..clip.nodes.len() {
            let own = |channel: &&Channel| {
                channel.node() == node && matches!(channel.property(), Property::Weights { .. })
            };
            let parts: Vec<&Channel> = clip.channels.iter().filter(own).collect();
            let Some(&last) = parts.last() else { continue };
            let parts: Vec<_> = parts.into_iter().filter(|part| part.property() == last.property()).collect();
            let zeros = vec![0.0; last.property().width()];
            let Merged { curve, error, jump } = match merge::whole(&parts, &zeros, clip.duration, fineness) {
                Ok(merged) => merged,
                Err(error) => {
                    let message = format!("the weights are not in the file: {error}");
                    report.lose(codes::DROPPED.dropped(message).of_channel(clip, last));
                    continue;
                }
            };
            for share in own::shares(&parts) {
                let own = share.off(&curve, Off { error, jump }, fineness.tolerance);
                for (size, code, message) in [
                    (Deviation::ratio(own.error), &codes::BAKED, "the curves of the weights are combined"),
                    (Deviation::time(own.jump), &codes::JUMPS, "each jump takes this time"),
                ] {
                    if size.size > 0.0 {
                        report.lose(code.approximated(size, message).of_channel(clip, share.channel));
                    }
                }
            }
            let names = morphs(clip, last);
            let mut nameless = Vec::new();
            for (index, source) in deciding(&parts, zeros.len()).into_iter().enumerate() {
                let Some(source) = source else { continue };
                let known = names.get(index).and_then(|morph| expression(morph));
                let target = known.and_then(|(name, nearness)| {
                    Some((self.names.iter().position(|known| *known == name)?, nearness))
                });
                let Some((target, nearness)) = target else {
                    nameless.push((source, index));
                    continue;
                };
                let weight = rearranged(&curve, &[Some((index, 1.0)), None, None], &[0.0; 3]);
                let Ok(written) =
                    weight.and_then(|curve| Channel::new(first + target, Property::Translation, curve))
                else {
                    continue;
                };
                let mut weight = Weight { written, nearness, source, index };
                let same = made.iter_mut().find(|other| other.written.node() == weight.written.node());
                match same {
                    None => made.push(weight),
                    Some(other) => {
                        if weight.nearness >= other.nearness {
                            std::mem::swap(other, &mut weight);
                        }
                        taken.push(weight);
                    }
                }
            }
            report_lost(clip, &nameless, "a VRM animation has no such expressions", report);
        }
        report_taken(clip, &made, taken, report);
        report_beyond(clip, &made, report);
        let sources = made.iter().map(|weight| (weight.written.node() - first, weight.source));
        let sources = sources.filter_map(|(target, source)| Some((self.names.get(target)?.clone(), source)));
        let sources = sources.collect();
        (made.into_iter().map(|weight| weight.written).collect(), sources)
    }

    /// Names the channel of the clip in a loss of the node of an expression; returns whether it is one.
    pub(super) fn trace(&self, clip: &Clip, sources: &Sources<'_>, loss: &mut Loss) -> bool {
        let name = loss
            .node
            .as_ref()
            .filter(|name| loss.clip.as_ref() == Some(&clip.name) && self.names.contains(name));
        let Some(&channel) = name.and_then(|name| sources.get(name)) else { return false };
        loss.renamed = loss.renamed.take().or_else(|| loss.node.take());
        loss.node = clip.nodes.get(channel.node()).map(|node| node.name.clone());
        loss.property = Some(clip.channel_name(channel).into_owned());
        as_ratio(loss);
        true
    }

    /// The list of the extension; `None` without expressions. Their nodes begin at `first`.
    pub(super) fn listed(&self, first: usize) -> Option<Value> {
        let (mut preset, mut custom) = (Map::new(), Map::new());
        for (index, name) in self.names.iter().enumerate() {
            let is_preset = PRESETS.iter().any(|(known, _)| known == name);
            let list = if is_preset { &mut preset } else { &mut custom };
            list.insert(name.clone(), json!({ "node": first + index }));
        }
        let lists = [("preset", preset), ("custom", custom)].into_iter().filter(|(_, list)| !list.is_empty());
        let lists: Map<String, Value> =
            lists.map(|(name, list)| (name.to_owned(), Value::Object(list))).collect();
        (!lists.is_empty()).then_some(Value::Object(lists))
    }
}

/// The channel that moves each expression, by its name.
pub(super) type Sources<'c> = HashMap<String, &'c Channel>;

/// A weight of an expression.
struct Weight<'a> {
    /// The channel of the file.
    written: Channel,
    nearness: Nearness,
    /// The channel that decides it.
    source: &'a Channel,
    /// Its number there.
    index: usize,
}

/// How near the name of a morph target is to that of its expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    /// The name in VRM 0.x.
    Old,
    /// The name in other letters.
    Alike,
    Same,
}

/// Reports expressions that leave the range from 0 to 1, to which readers of VRM animations limit them.
fn report_beyond(clip: &Clip, made: &[Weight<'_>], report: &mut Report) {
    for Weight { written, source, index, .. } in made {
        let curve = written.curve();
        let times = curve.turning_times([0.0, clip.duration], MAX_KEYS);
        let times = times.unwrap_or_else(|| curve.times().iter().collect());
        let weights = times.into_iter().flat_map(beside).map(|time| curve.at(time)[0]);
        let most = weights.fold(0.0, |most: f64, weight| most.max(weight - 1.0).max(-weight));
        if most > ROUNDED {
            let name = morphs(clip, source).get(*index).cloned().unwrap_or_default();
            let message =
                format!("the weight of `{name}` leaves the range from 0 to 1, to which programs limit it");
            let loss = codes::BEYOND.approximated(Deviation::ratio(most), message);
            report.lose(loss.of_channel(clip, source));
        }
    }
}

/// Reports weights whose expressions others move differently, those of each node together. The parts of a face often have the same
/// expressions.
fn report_taken(clip: &Clip, made: &[Weight<'_>], taken: Vec<Weight<'_>>, report: &mut Report) {
    let made: HashMap<usize, &Weight<'_>> = made.iter().map(|made| (made.written.node(), made)).collect();
    let mut lost: BTreeMap<_, Vec<(&Channel, usize)>> = BTreeMap::new();
    for Weight { written, source, index, .. } in taken {
        let Some(other) = made.get(&written.node()).filter(|other| other.written != written) else {
            continue;
        };
        let is_within = other.source.node() == source.node();
        lost.entry((source.node(), is_within)).or_default().push((source, index));
    }
    for ((_, is_within), mut own) in lost {
        own.sort_by_key(|(_, index)| *index);
        let why = if is_within {
            "other weights of the node have names of the same expressions"
        } else {
            "another node moves the expressions of these names differently"
        };
        report_lost(clip, &own, why, report);
    }
}

/// Reports weights that are not in the file, those of each channel together.
fn report_lost(clip: &Clip, lost: &[(&Channel, usize)], why: &str, report: &mut Report) {
    for (channel, which) in by_channel(lost) {
        let message = format!("weights are not in the file: {}: {why}", weight_list(clip, channel, &which));
        report.lose(codes::DROPPED.dropped(message).of_channel(clip, channel));
    }
}

/// The expressions that a channel moves.
fn named<'a>(clip: &'a Clip, channel: &Channel) -> impl Iterator<Item = String> + use<'a> {
    let driven = morphs(clip, channel).iter().skip(channel.component()).take(channel.curve().width());
    driven.filter_map(|morph| Some(expression(morph)?.0))
}

/// The names of the morph targets of the node that a channel of weights moves.
fn morphs<'a>(clip: &'a Clip, channel: &Channel) -> &'a [String] {
    match channel.property() {
        Property::Weights { .. } => clip.nodes.get(channel.node()).map_or(&[], |node| node.morphs.as_slice()),
        _ => &[],
    }
}

/// The expression of a morph target: a preset by its name in any case, or a custom one with its name.
fn expression(morph: &str) -> Option<(String, Nearness)> {
    let bare = morph.rsplit(['.', ':']).next().unwrap_or(morph);
    let is = |name: &str| bare.eq_ignore_ascii_case(name);
    if morph.is_empty() || EYES.iter().any(|eyes| is(eyes)) {
        return None;
    }
    let Some((new, _)) = PRESETS.iter().find(|(new, old)| is(new) || is(old)) else {
        return Some((morph.to_owned(), Nearness::Same));
    };
    let nearness = match bare {
        _ if bare == *new => Nearness::Same,
        _ if is(new) => Nearness::Alike,
        _ => Nearness::Old,
    };
    Some(((*new).to_owned(), nearness))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_have_their_names_and_others_keep_theirs() {
        for (morph, expected) in [
            ("happy", Some(("happy", Nearness::Same))),
            ("Happy", Some(("happy", Nearness::Alike))),
            ("Joy", Some(("happy", Nearness::Old))),
            ("A", Some(("aa", Nearness::Old))),
            ("Blink_L", Some(("blinkLeft", Nearness::Old))),
            ("blendShape1.blink", Some(("blink", Nearness::Same))),
            ("JawOpen", Some(("JawOpen", Nearness::Same))),
            ("LookUp", None),
            ("", None),
        ] {
            let found = expression(morph);
            assert_eq!(
                found.as_ref().map(|(name, nearness)| (name.as_str(), *nearness)),
                expected,
                "{morph}"
            );
        }
    }
}
