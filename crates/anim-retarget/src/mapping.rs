//! Which node of a clip moves which node of a figure.

use std::collections::HashMap;

use anim_core::{Clip, Location, Node, Report, nearest};

use crate::names::bare;
use crate::{BoneMap, Figure, HumanBone, codes, roles_of};

/// The node of a clip that moves each node of a figure. No node moves two.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mapping {
    /// For each node of the figure the node of the clip.
    sources: Vec<Option<usize>>,
    /// For each node of the clip the node of the figure.
    targets: Vec<Option<usize>>,
    /// For each node of the clip the human bone that it is.
    roles: Vec<Option<HumanBone>>,
}

/// The most pairs of names that are compared to find the nearest: comparing takes the product of their lengths.
const MOST_PAIRS: usize = 1 << 16;

/// A node of a clip that moves and is like no node of the figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmatched {
    /// The index of the node in the clip.
    pub node: usize,
    /// The name of the figure's nearest free node, if one is near.
    pub nearest: Option<String>,
}

impl Mapping {
    /// The mapping of a clip's nodes to a figure's: by the pairs of the map; by the name, exactly, without case, or without
    /// namespace and separators; else by the human bone that both are. Nodes with one name that are different bones are not the
    /// same. Of nodes with one name, the first counts.
    pub fn new(clip: &Clip, figure: &Figure, map: Option<&BoneMap>) -> Self {
        let nodes = figure.nodes();
        let mut mapping = Self {
            sources: vec![None; nodes.len()],
            targets: vec![None; clip.nodes.len()],
            roles: roles_of(&clip.nodes),
        };
        let find = |nodes: &[Node], name: &str| nodes.iter().position(|node| node.name == name);
        for (node, bone) in map.into_iter().flat_map(BoneMap::pairs) {
            let node = find(&clip.nodes, node);
            let bone = find(nodes, bone);
            if let (Some(node), Some(bone)) = (node, bone) {
                mapping.join(node, bone);
            }
        }
        let ways: [fn(&str) -> String; 3] = [str::to_owned, str::to_lowercase, bare];
        for way in ways {
            let mut free: HashMap<String, usize> = HashMap::new();
            for (index, node) in clip.nodes.iter().enumerate() {
                if mapping.targets[index].is_none() {
                    free.entry(way(&node.name)).or_insert(index);
                }
            }
            free.remove("");
            for (index, node) in nodes.iter().enumerate() {
                if let Some(&source) = free.get(&way(&node.name))
                    && !mapping.are_different_bones(source, figure.role(index))
                {
                    mapping.join(source, index);
                }
            }
        }
        for source in 0..clip.nodes.len() {
            let Some(role) = mapping.roles[source] else { continue };
            if let Some(target) = (0..nodes.len()).find(|target| figure.role(*target) == Some(role)) {
                mapping.join(source, target);
            }
        }
        mapping
    }

    /// The node of the clip that moves a node of the figure.
    pub fn source(&self, target: usize) -> Option<usize> {
        self.sources.get(target).copied().flatten()
    }

    /// The node of the figure that a node of the clip moves.
    pub fn target(&self, source: usize) -> Option<usize> {
        self.targets.get(source).copied().flatten()
    }

    /// The human bone that a node of the clip is.
    pub fn role(&self, source: usize) -> Option<HumanBone> {
        self.roles.get(source).copied().flatten()
    }

    /// The nodes of the clip that move and are like no node of the figure.
    pub fn unmatched(&self, clip: &Clip, figure: &Figure) -> Vec<Unmatched> {
        let mut moves = vec![false; clip.nodes.len()];
        for channel in clip.channels.iter().filter(|channel| channel.property().is_spatial()) {
            if let Some(moves) = moves.get_mut(channel.node()) {
                *moves = true;
            }
        }
        let free = || figure.nodes().iter().enumerate().filter(|(index, _)| self.source(*index).is_none());
        let unmatched: Vec<_> =
            (0..clip.nodes.len()).filter(|&node| moves[node] && self.targets[node].is_none()).collect();
        let compares = unmatched.len().saturating_mul(free().count()) <= MOST_PAIRS;
        let nearest = |node: usize| {
            let names = free().filter(|_| compares).map(|(_, node)| node.name.as_str());
            nearest(&clip.nodes[node].name, names).map(str::to_owned)
        };
        unmatched.into_iter().map(|node| Unmatched { node, nearest: nearest(node) }).collect()
    }

    /// Reports the nodes of a clip that are like no node of the figure, and the pairs of a map that have no effect.
    pub fn report(&self, clip: &Clip, figure: &Figure, map: Option<&BoneMap>, report: &mut Report) {
        let leads = self.leads(clip);
        for Unmatched { node, nearest } in self.unmatched(clip, figure) {
            let near = nearest.map_or_else(String::new, |name| format!("; the nearest name is `{name}`"));
            let below = if leads[node] { "; its rotation reaches the nodes below it" } else { "" };
            let message = format!("the figure has no node for `{}`{near}{below}", clip.nodes[node].name);
            report.lose(codes::UNMATCHED.dropped(message).of_node(clip, node));
        }
        let has = |nodes: &[Node], name: &str| nodes.iter().any(|node| node.name == name);
        for (node, bone) in map.into_iter().flat_map(BoneMap::pairs) {
            let missing = match (has(&clip.nodes, node), has(figure.nodes(), bone)) {
                (true, true) => continue,
                (true, false) => format!("the figure has no node `{bone}`"),
                (false, true) => format!("the clip has no node `{node}`"),
                (false, false) => {
                    format!("the clip has no node `{node}` and the figure has no node `{bone}`")
                }
            };
            let message = format!("the bone map has `{node} = {bone}`, but {missing}");
            report.push(codes::BONE_MAP.at(Location::path(&clip.name), message));
        }
    }

    /// For each node of a clip whether a node below it has a target.
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

    fn join(&mut self, source: usize, target: usize) {
        if self.targets[source].is_none() && self.sources[target].is_none() {
            self.targets[source] = Some(target);
            self.sources[target] = Some(source);
        }
    }

    fn are_different_bones(&self, source: usize, role: Option<HumanBone>) -> bool {
        matches!((self.roles[source], role), (Some(a), Some(b)) if a != b)
    }
}

#[cfg(test)]
mod tests {
    use anim_core::{Channel, Curve, Property};

    use super::*;

    /// A clip that turns every node.
    fn clip(names: &[&str]) -> Clip {
        let turn = |node| {
            Channel::new(node, Property::Rotation, Curve::constant(&[0.0, 0.0, 0.0, 1.0]).unwrap()).unwrap()
        };
        Clip::new("walk")
            .with_nodes(names.iter().map(|name| Node::new(*name)).collect())
            .with_channels((0..names.len()).map(turn).collect())
    }

    fn figure(names: &[&str]) -> Figure {
        Figure::new(names.iter().map(|name| Node::new(*name)).collect())
    }

    /// For each node of the figure the name of the node that moves it.
    fn mapped<'a>(sources: &[&'a str], targets: &[&str], map: Option<&BoneMap>) -> Vec<&'a str> {
        let mapping = Mapping::new(&clip(sources), &figure(targets), map);
        (0..targets.len()).map(|target| mapping.source(target).map_or("", |node| sources[node])).collect()
    }

    #[test]
    fn the_better_name_wins() {
        assert_eq!(mapped(&["Hip.L", "HIP_L", "hip_l"], &["hip_l"], None), ["hip_l"]);
        assert_eq!(mapped(&["Hip.L", "HIP_L"], &["hip_l"], None), ["HIP_L"]);
        assert_eq!(mapped(&["rig:Hip.L"], &["hip_l"], None), ["rig:Hip.L"]);
        assert_eq!(mapped(&["hip", "_", ""], &["hip_l", ""], None), ["", ""]);
        assert_eq!(mapped(&["a", "a"], &["a", "A"], None), ["a", "a"], "no node moves two");
    }

    #[test]
    fn bones_are_matched_where_names_differ() {
        let mixamo = [
            "mixamorig:Hips",
            "mixamorig:Spine",
            "mixamorig:Spine1",
            "mixamorig:Head",
            "mixamorig:LeftUpLeg",
        ];
        let unreal = ["pelvis", "spine_01", "spine_02", "head", "thigh_l", "prop"];
        assert_eq!(mapped(&mixamo, &unreal, None)[..5], mixamo);
        let cmu = ["Hips", "LowerBack", "Spine", "Head", "LeftUpLeg"];
        let expected = ["Hips", "LowerBack", "Spine", "Head", "LeftUpLeg"];
        assert_eq!(mapped(&cmu, &mixamo, None), expected, "a spine is a chest where the rig says so");
    }

    #[test]
    fn the_map_comes_before_the_names() {
        let map = BoneMap::new([("Hips", "root"), ("spine", "neck"), ("Hips", "spine"), ("x", "root")]);
        assert_eq!(
            mapped(&["spine", "Hips", "root"], &["root", "spine", "neck"], Some(&map)),
            ["Hips", "", "spine"]
        );
    }

    #[test]
    fn what_is_not_matched_is_listed_with_the_nearest_name() {
        let (clip, figure) = (clip(&["body", "tial", "xyz"]), figure(&["body", "tail"]));
        let map = BoneMap::new([("x", "body"), ("body", "y"), ("body", "body")]);
        let mapping = Mapping::new(&clip, &figure, Some(&map));
        let expected = [(1, Some("tail".to_owned())), (2, None)];
        assert_eq!(
            mapping.unmatched(&clip, &figure),
            expected.map(|(node, nearest)| Unmatched { node, nearest })
        );
        let mut report = Report::new();
        mapping.report(&clip, &figure, Some(&map), &mut report);
        assert_eq!((report.losses.len(), report.findings.len()), (2, 2));
        assert!(report.losses[0].to_string().contains("`tail`"));
    }
}
