//! Nodes without a counterpart, and losses in terms of the names in the clip.

use std::collections::{HashMap, HashSet};

use anim_core::{Clip, Location, Loss, Node, Property, Report, counted, listed, nearest};

use crate::mapping::Way;
use crate::pairing::Names;
use crate::{BoneMap, Figure, Mapping, codes};

/// The largest number of pairs of names that are compared to find the nearest: a comparison takes time proportional to the
/// product of their lengths.
const MOST_PAIRS: usize = 1 << 16;

/// A node of a clip that moves and has no counterpart in the figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmatched {
    /// The index of the node in the clip.
    pub node: usize,
    /// The name of the figure's nearest free node, if one is near.
    pub nearest: Option<String>,
}

impl Mapping {
    /// The nodes of the clip that have channels and no counterpart in the figure. Weights do not count: morph targets are matched
    /// by their own names.
    pub fn unmatched(&self, clip: &Clip, figure: &Figure) -> Vec<Unmatched> {
        let mut moves = vec![false; clip.nodes.len()];
        let is_weight = |property: &Property| matches!(property, Property::Weights { .. });
        for channel in clip.channels.iter().filter(|channel| !is_weight(channel.property())) {
            if let Some(moves) = moves.get_mut(channel.node()) {
                *moves = true;
            }
        }
        let free = || figure.nodes().iter().enumerate().filter(|(index, _)| self.source(*index).is_none());
        let unmatched: Vec<_> =
            (0..clip.nodes.len()).filter(|&node| moves[node] && self.target(node).is_none()).collect();
        let compares = unmatched.len().saturating_mul(free().count()) <= MOST_PAIRS;
        let nearest = |node: usize| {
            let names = free().filter(|_| compares).map(|(_, node)| node.name.as_str());
            nearest(&clip.nodes[node].name, names).map(str::to_owned)
        };
        unmatched.into_iter().map(|node| Unmatched { node, nearest: nearest(node) }).collect()
    }

    /// Reports the nodes of a clip that have channels and no counterpart in the figure.
    pub fn report_unmatched(&self, clip: &Clip, figure: &Figure, report: &mut Report) {
        let (leads, below) = (self.leads(clip), below(clip));
        for Unmatched { node, nearest } in self.unmatched(clip, figure) {
            let near = match nearest {
                None => String::new(),
                Some(name) if name == clip.nodes[node].name => {
                    "; the node with its name is not the same human bone".to_owned()
                }
                Some(name) => format!("; the nearest name is `{name}`"),
            };
            let below = if leads[node] { below[node] } else { "" };
            let message = format!("the figure has no node like this{near}{below}");
            report.lose(codes::UNMATCHED.dropped(message).of_node(clip, node));
        }
    }

    /// Reports the pairs of a map whose nodes do not exist or are already used by an earlier pair.
    pub fn report_map(clip: &Clip, figure: &Figure, map: Option<&BoneMap>, report: &mut Report) {
        let Some(map) = map else { return };
        let nodes = Names::new(&clip.nodes);
        let bones = Names::new(figure.nodes());
        let mut target_of = HashMap::new();
        let mut taken = HashSet::new();
        let mut pairs = MOST_PAIRS;
        let mut near = |name: &str, nodes: &[Node]| {
            let Some(left) = pairs.checked_sub(nodes.len()) else { return String::new() };
            pairs = left;
            let found = nearest(name, nodes.iter().map(|node| node.name.as_str()));
            found.map_or_else(String::new, |name| format!("; the nearest name is `{name}`"))
        };
        for (node, bone) in map.pairs() {
            let why = match (nodes.find(node), bones.find(bone)) {
                (Some(source), Some(target)) if target_of.get(&source) == Some(&target) => continue,
                (Some(source), Some(_)) if target_of.contains_key(&source) => {
                    format!("an earlier pair has `{node}` already")
                }
                (Some(_), Some(target)) if taken.contains(&target) => {
                    format!("an earlier pair has `{bone}` already")
                }
                (Some(source), Some(target)) => {
                    target_of.insert(source, target);
                    taken.insert(target);
                    continue;
                }
                (Some(_), None) => {
                    format!("the figure has no node `{bone}`{}", near(bone, figure.nodes()))
                }
                (None, Some(_)) => format!("the clip has no node `{node}`{}", near(node, &clip.nodes)),
                (None, None) => format!("the clip has no node `{node}` and the figure has no node `{bone}`"),
            };
            let message = format!("the bone map has `{node} = {bone}`, but {why}");
            report.push(codes::BONE_MAP.at(Location::path(&clip.name), message));
        }
    }

    /// Reports which nodes move which, what else changes, and which nodes of the figure stay at rest.
    pub(crate) fn report_retargeted(
        &self,
        clip: &Clip,
        figure: &Figure,
        changes: &[String],
        report: &mut Report,
    ) {
        if self.is_empty() {
            return;
        }
        let ways = [
            (Way::Map, "by the map"),
            (Way::Id, "by id"),
            (Way::Name, "by name"),
            (Way::Bone, "as human bones"),
        ];
        let count = |way| (0..clip.nodes.len()).filter(|node| self.way(*node) == Some(way)).count();
        let counts = ways.map(|(way, how)| (count(way), how));
        let total: usize = counts.iter().map(|(count, _)| count).sum();
        let how: Vec<_> = counts.iter().filter(|(count, _)| *count > 0).collect();
        let how: Vec<_> = how.iter().map(|(count, how)| format!("{count} {how}")).collect();
        let nodes = figure.nodes().iter().enumerate();
        let still = nodes.filter(|(node, _)| self.source(*node).is_none());
        let still: Vec<_> = still.map(|(_, node)| node.name.as_str()).collect();
        let mut parts = vec![format!(
            "{} of the clip {} of the figure: {}",
            counted(total, "node"),
            if total == 1 { "is a node" } else { "are nodes" },
            how.join(", ")
        )];
        parts.extend_from_slice(changes);
        if !still.is_empty() {
            parts.push(format!("these nodes stay at rest: {}", listed(&still)));
        }
        report.push(codes::RETARGETED.at(Location::path(&clip.name), parts.join("; ")));
    }

    /// Renames the nodes and channels in the losses of a retargeted clip to those of the original clip.
    pub fn trace(&self, clip: &Clip, figure: &Figure, losses: &mut [Loss]) {
        let bones = Names::new(figure.nodes());
        for loss in losses.iter_mut().filter(|loss| loss.clip.as_deref() == Some(&clip.name)) {
            let Some(bone) = loss.node.take() else { continue };
            let property = loss.property.take();
            let Some(source) = bones.find(&bone).and_then(|bone| self.source(bone)) else { continue };
            let name = clip.nodes.get(source).map(|node| node.name.clone());
            if loss.renamed.is_none() && name.as_ref() != Some(&bone) {
                loss.renamed = Some(bone);
            }
            loss.node = name;
            loss.property = property.and_then(|property| channel_like(clip, source, &property));
        }
    }

    /// For each node of a clip, whether one of its descendants has a target.
    fn leads(&self, clip: &Clip) -> Vec<bool> {
        let mut leads = vec![false; clip.nodes.len()];
        for node in (0..clip.nodes.len()).filter(|node| self.target(*node).is_some()) {
            let mut parent = clip.nodes[node].parent;
            while let Some(above) = parent.filter(|above| leads.get(*above) == Some(&false)) {
                leads[above] = true;
                parent = clip.nodes[above].parent;
            }
        }
        leads
    }
}

/// The name of the node's channel from which a channel with this name was made.
fn channel_like(clip: &Clip, node: usize, name: &str) -> Option<String> {
    let channels = || clip.channels.iter().filter(|channel| channel.node() == node);
    let is_named = |property: &Property, name: &str| property.name() == name;
    let same =
        channels().find(|channel| is_named(channel.property(), name) || clip.channel_name(channel) == name);
    // What a retargeted channel of another property than its source's can be.
    let made = [Property::Translation, Property::Rotation, Property::Scale];
    let made = made.into_iter().find(|property| property.name() == name);
    let like = || {
        channels().find(|channel| match channel.property() {
            Property::Matrix => made.is_some(),
            Property::Displacement => made == Some(Property::Translation),
            property => property.is_rotation() && made == Some(Property::Rotation),
        })
    };
    same.or_else(like).map(|channel| clip.channel_name(channel).into_owned())
}

/// For each node of a clip, what the nodes below it have of its motion if it is not matched.
fn below(clip: &Clip) -> Vec<&'static str> {
    let mut kinds = vec![(false, false); clip.nodes.len()];
    for channel in &clip.channels {
        if let Some((turns, scales)) = kinds.get_mut(channel.node()) {
            *turns |= channel.property().is_rotation() || *channel.property() == Property::Matrix;
            *scales |= matches!(channel.property(), Property::Scale | Property::Matrix);
        }
    }
    let words = kinds.into_iter().map(|kind| match kind {
        (true, false) => "; its rotation reaches the nodes below it",
        (true, true) => "; its rotation reaches the nodes below it, its scale does not",
        (false, true) => "; its scale does not reach the nodes below it",
        (false, false) => "",
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use anim_core::{Channel, Curve, EulerOrder, Node};

    use super::*;

    fn channel(node: usize, property: Property) -> Channel {
        let curve = Curve::constant(&vec![0.0; property.width()]).unwrap();
        Channel::new(node, property, curve).unwrap()
    }

    fn clip(names: &[&str], channels: Vec<Channel>) -> Clip {
        let nodes = names.iter().map(|name| Node::new(*name)).collect();
        Clip::new("walk").with_nodes(nodes).with_channels(channels)
    }

    fn figure(names: &[&str]) -> Figure {
        Figure::new(names.iter().map(|name| Node::new(*name)).collect())
    }

    #[test]
    fn what_is_not_matched_is_listed_with_the_nearest_name() {
        let clip = clip(
            &["body", "tial", "xyz", "face"],
            vec![
                channel(0, Property::Scale),
                channel(1, Property::Scale),
                channel(2, Property::Visible),
                channel(3, Property::Weights { count: 1 }),
            ],
        );
        let figure = figure(&["body", "tail"]);
        let map = BoneMap::new([("x", "body"), ("body", "y"), ("body", "body")]);
        let mapping = Mapping::new(&clip, &figure, Some(&map));
        let expected = [(1, Some("tail".to_owned())), (2, None)];
        assert_eq!(
            mapping.unmatched(&clip, &figure),
            expected.map(|(node, nearest)| Unmatched { node, nearest })
        );
        let mut report = Report::new();
        mapping.report_unmatched(&clip, &figure, &mut report);
        Mapping::report_map(&clip, &figure, Some(&map), &mut report);
        assert_eq!((report.losses.len(), report.findings.len()), (2, 2));
        assert!(report.losses[0].to_string().contains("`tail`"));
    }

    #[test]
    fn a_node_that_only_has_the_name_of_a_bone_is_told_so() {
        let names = ["hips", "spine", "head", "leftFoot", "rightFoot"];
        let mut given = clip(&names, vec![channel(4, Property::Rotation)]);
        // All but the last state that they are bones.
        for node in &mut given.nodes[..4] {
            node.bone = Some(node.name.clone());
        }
        let mut nodes: Vec<_> = names.iter().map(|name| Node::new(*name)).collect();
        for node in &mut nodes {
            node.bone = Some(node.name.clone());
        }
        let figure = Figure::new(nodes);
        let mut report = Report::new();
        Mapping::new(&given, &figure, None).report_unmatched(&given, &figure, &mut report);
        let message = "the figure has no node like this; the node with its name is not the same human bone";
        assert_eq!(report.losses.iter().map(|loss| &*loss.message).collect::<Vec<_>>(), [message]);
    }

    #[test]
    fn pairs_without_effect_are_reported() {
        let still = |names: &[&str]| (0..names.len()).map(|node| channel(node, Property::Scale)).collect();
        let names = ["Hips", "Spine", "Head"];
        let (clip, figure) = (clip(&names, still(&names)), figure(&["root", "spine", "head"]));
        for (pairs, expected) in [
            (&[("Hips", "root"), ("Spine", "spine")][..], &[][..]),
            (&[("Hips", "root"), ("Hips", "root")], &[]),
            (&[("Hips", "root"), ("Hips", "spine"), ("Spine", "root")], &["`Hips`", "`root`"]),
            (&[("Hips", "root"), ("Hips", "spine"), ("Spine", "spine")], &["`Hips`"]),
            (&[("Hips", "tail"), ("Hips", "root"), ("Neck", "head")], &["`tail`", "`Neck`"]),
        ] {
            let map = BoneMap::new(pairs.iter().copied());
            let mut report = Report::new();
            Mapping::report_map(&clip, &figure, Some(&map), &mut report);
            let found: Vec<&str> = report.findings.iter().map(|finding| &*finding.message).collect();
            assert_eq!(found.len(), expected.len(), "{found:?}");
            for (found, expected) in found.iter().zip(expected) {
                assert!(found.split("but").nth(1).unwrap().contains(expected), "{found}");
            }
            // A pair that is not reported has an effect.
            let mapping = Mapping::new(&clip, &figure, Some(&map));
            let index = |nodes: &[Node], name: &str| nodes.iter().position(|node| node.name == name);
            let works = |(node, bone): &&(&str, &str)| {
                let target = index(&clip.nodes, node).and_then(|node| mapping.target(node));
                target.is_some() && target == index(figure.nodes(), bone)
            };
            assert_eq!(pairs.iter().filter(works).count(), pairs.len() - expected.len(), "{pairs:?}");
        }
    }

    #[test]
    fn what_the_nodes_below_have_of_an_unmatched_node_is_told() {
        for (properties, expected) in [
            (vec![Property::Translation], ""),
            (vec![Property::Rotation], "; its rotation reaches the nodes below it"),
            (vec![Property::Scale], "; its scale does not reach the nodes below it"),
            (vec![Property::Matrix], "; its rotation reaches the nodes below it, its scale does not"),
            (
                vec![Property::Scale, Property::Euler(EulerOrder::Xyz)],
                "; its rotation reaches the nodes below it, its scale does not",
            ),
        ] {
            let channels = properties.into_iter().map(|property| channel(0, property)).collect();
            let mut given = clip(&["rig", "Hips"], channels);
            given.nodes[1].parent = Some(0);
            let figure = Figure::new(vec![Node::new("Hips")]);
            let mut report = Report::new();
            Mapping::new(&given, &figure, None).report_unmatched(&given, &figure, &mut report);
            let messages: Vec<_> = report.losses.into_iter().map(|loss| loss.message).collect();
            assert_eq!(messages, [format!("the figure has no node like this{expected}")]);
        }
    }

    #[test]
    fn losses_name_what_the_user_gave() {
        let given = clip(
            &["Hips", "Head"],
            vec![channel(0, Property::Euler(EulerOrder::Xyz)), channel(1, Property::Matrix)],
        );
        let moved = clip(
            &["pelvis", "skull", "tail"],
            vec![
                channel(0, Property::Rotation),
                channel(0, Property::Translation),
                channel(1, Property::Translation),
                channel(2, Property::Rotation),
            ],
        );
        let figure = Figure::new(moved.nodes.clone());
        let map = BoneMap::new([("Hips", "pelvis"), ("Head", "skull")]);
        let mapping = Mapping::new(&given, &figure, Some(&map));
        let mut losses: Vec<_> = moved
            .channels
            .iter()
            .map(|channel| codes::DROPPED.dropped("gone").of_channel(&moved, channel))
            .collect();
        mapping.trace(&given, &figure, &mut losses);
        let seen: Vec<_> = losses
            .iter()
            .map(|loss| [&loss.node, &loss.property, &loss.renamed].map(|name| name.as_deref().unwrap_or("")))
            .collect();
        let expected =
            [["Hips", "euler", "pelvis"], ["Hips", "", "pelvis"], ["Head", "matrix", "skull"], ["", "", ""]];
        assert_eq!(seen, expected);
    }
}
