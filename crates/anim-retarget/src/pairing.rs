//! How the nodes of a clip and of a figure are paired.

mod bones;

use std::collections::{HashMap, VecDeque};

use anim_core::{Clip, Node};

use crate::bodies::Member;
use crate::mapping::Way;
use crate::names::bare;
use crate::rigs::members_of;
use crate::tree::Tree;
use crate::{BoneMap, Figure, HumanBone, Mapping, home};
use bones::Bones;

impl Mapping {
    /// The mapping of a clip's nodes to a figure's: by the pairs of the map, which name nodes or give their ids; by id, where a
    /// node whose name is an id counts as having that id; by name, exactly, without case, or without namespace
    /// and separators; otherwise by the human bone that both are. A name does not pair nodes that are different bones, nor a bone
    /// with a node that is none if the other figure has that bone elsewhere, or if the files of both state their bones. If there are
    /// several human figures among the nodes, the bones of one are paired with those of one. Of nodes with the same name, those below
    /// the same pair are paired, then others in order. Of the free nodes of a name the first 32 are looked at, and 32 ancestors of
    /// each: beyond that, nodes are paired in order.
    ///
    /// If the nodes with exactly the same names rest in the same positions, the clip is one of the figure itself, and only names
    /// count: see [`Mapping::is_home`].
    pub fn new(clip: &Clip, figure: &Figure, map: Option<&BoneMap>) -> Self {
        let mut mapping = Self {
            sources: vec![None; figure.nodes().len()],
            targets: vec![None; clip.nodes.len()],
            bones: vec![None; clip.nodes.len()],
            is_home: false,
        };
        let nodes = Names::new(&clip.nodes);
        let bones = Names::new(figure.nodes());
        for (node, bone) in map.into_iter().flat_map(BoneMap::pairs) {
            if let (Some(node), Some(bone)) = (nodes.find(node), bones.find(bone)) {
                mapping.join(node, bone, Way::Map);
            }
        }
        for (index, node) in clip.nodes.iter().enumerate() {
            let target =
                node.id.as_deref().and_then(|id| bones.with_id(id)).or_else(|| bones.with_id(&node.name));
            if let Some(target) = target {
                mapping.join(index, target, Way::Id);
            }
        }
        let mut own = mapping.clone();
        if are_alike(&clip.nodes, figure.nodes()) {
            (0..clip.nodes.len()).for_each(|node| own.join(node, node, Way::Name));
        }
        let order = Tree::new(figure.nodes()).order;
        own.join_names(clip, figure, &order, str::to_owned, None);
        mapping.bones = members_of(&clip.nodes);
        let mut bones = Bones::new(clip, &mapping.bones, figure);
        for source in 0..clip.nodes.len() {
            if let Some(target) = mapping.target(source) {
                bones.join(source, target);
            }
        }
        for way in [str::to_owned, str::to_lowercase, bare] {
            mapping.join_names(clip, figure, &order, way, Some(&mut bones));
        }
        mapping.join_bones(&mut bones);
        if bones.are_paired(0, 0) {
            mapping.join_torso(figure);
        }
        let misses = |source: usize| match own.target(source) {
            Some(target) => bones.are_stated && bones.differ(source, target),
            None => mapping.target(source).is_some(),
        };
        if !(0..clip.nodes.len()).any(misses) && home::is_home(clip, figure, &own) {
            return Self { bones: mapping.bones, is_home: true, ..own };
        }
        mapping
    }

    /// Pairs free nodes with equal keys of their names, in this order of the figure's nodes, unless they are different bones.
    fn join_names(
        &mut self,
        clip: &Clip,
        figure: &Figure,
        order: &[usize],
        way: fn(&str) -> String,
        mut bones: Option<&mut Bones<'_>>,
    ) {
        let mut free: HashMap<String, VecDeque<usize>> = HashMap::new();
        for (index, node) in clip.nodes.iter().enumerate() {
            if self.targets[index].is_none() {
                free.entry(way(&node.name)).or_default().push_back(index);
            }
        }
        free.remove("");
        for &target in order {
            let differ = |source| bones.as_ref().is_some_and(|bones| bones.differ(source, target));
            if self.sources[target].is_none()
                && let Some(sources) = free.get_mut(&way(&figure.nodes()[target].name))
                && let Some(place) = self.nearest(sources, target, clip, figure, differ)
                && let Some(source) = sources.remove(place)
            {
                self.join(source, target, Way::Name);
                if let Some(bones) = &mut bones {
                    bones.join(source, target);
                }
            }
        }
    }

    /// The place of the source for a node of the figure among several of its name: below the same pair as the node, or else the
    /// first.
    fn nearest(
        &self,
        sources: &VecDeque<usize>,
        target: usize,
        clip: &Clip,
        figure: &Figure,
        differ: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        /// The number of nodes with one name that are looked at for each node of the figure. Rigs repeat a name once a limb or
        /// finger; without a limit, a thousand equal names would take the square of that many searches.
        const MAX_NAMESAKES: usize = 32;
        /// The number of their ancestors that are looked at, since chains in damaged files can be as long as the file, or cycles.
        /// The chains of limbs are shorter.
        const MAX_ANCESTORS: usize = 32;
        let above = |nodes: &[Node], node: usize, pair: &dyn Fn(usize) -> Option<usize>| {
            let parent = |node: &usize| nodes.get(*node)?.parent;
            std::iter::successors(parent(&node), parent).take(MAX_ANCESTORS).find_map(pair)
        };
        let own = |node: usize| self.sources.get(node).copied().flatten().map(|_| node);
        let other = |node: usize| self.target(node);
        let mut fitting =
            sources.iter().take(MAX_NAMESAKES).enumerate().filter(|(_, source)| !differ(**source)).peekable();
        let (first, _) = *fitting.peek()?;
        if sources.len() == 1 {
            return Some(first);
        }
        let place = above(figure.nodes(), target, &own);
        let below = fitting.find(|(_, source)| above(&clip.nodes, **source, &other) == place);
        Some(below.map_or(first, |(place, _)| place))
    }

    /// Pairs free nodes that are the same bone of figures that belong together.
    fn join_bones(&mut self, bones: &mut Bones<'_>) {
        bones.join_bodies(0, 0);
        let targets: HashMap<Member, usize> = (0..self.sources.len())
            .rev()
            .filter_map(|target| Some((bones.of_figure(target)?, target)))
            .collect();
        for source in 0..self.targets.len() {
            let member = self.bones[source].and_then(|member| bones.counterpart(member));
            if let Some(target) = member.and_then(|member| targets.get(&member)) {
                self.join(source, *target, Way::Bone);
            }
        }
    }

    /// Pairs the lowest bones of two torsos that have no bone in common: a rig with a single torso bone may call it spine or
    /// chest.
    fn join_torso(&mut self, figure: &Figure) {
        let torso = [HumanBone::Spine, HumanBone::Chest, HumanBone::UpperChest];
        let source =
            torso.iter().find_map(|bone| (0..self.bones.len()).find(|node| self.role(*node) == Some(*bone)));
        let targets = || 0..figure.nodes().len();
        let target = torso.iter().find_map(|bone| targets().find(|node| figure.role(*node) == Some(*bone)));
        let is_torso = |node: usize| figure.role(node).is_some_and(|role| torso.contains(&role));
        let is_joined = targets().any(|node| is_torso(node) && self.source(node).is_some());
        if let (Some(source), Some(target), false) = (source, target, is_joined) {
            self.join(source, target, Way::Bone);
        }
    }
}

/// Whether the nodes of two figures have the same names and the same parents, in the same order.
fn are_alike(a: &[Node], b: &[Node]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.name == b.name && a.parent == b.parent)
}

/// Nodes by name and id. Of several, the first counts.
pub(crate) struct Names<'a> {
    names: HashMap<&'a str, usize>,
    ids: HashMap<&'a str, usize>,
}

impl<'a> Names<'a> {
    pub(crate) fn new(nodes: &'a [Node]) -> Self {
        let (mut names, mut ids) = (HashMap::new(), HashMap::new());
        for (index, node) in nodes.iter().enumerate() {
            names.entry(node.name.as_str()).or_insert(index);
            if let Some(id) = node.id.as_deref() {
                ids.entry(id).or_insert(index);
            }
        }
        Self { names, ids }
    }

    /// The node with this name, or else with this id.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied().or_else(|| self.with_id(name))
    }

    fn with_id(&self, id: &str) -> Option<usize> {
        self.ids.get(id).copied()
    }
}

#[cfg(test)]
mod tests {
    use anim_core::{Channel, Curve, Property};

    use super::*;

    /// A clip that rotates every node.
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

    /// For each node of the figure, the name of the node that moves it.
    fn mapped<'a>(sources: &[&'a str], targets: &[&str], map: Option<&BoneMap>) -> Vec<&'a str> {
        let mapping = Mapping::new(&clip(sources), &figure(targets), map);
        (0..targets.len()).map(|target| mapping.source(target).map_or("", |node| sources[node])).collect()
    }

    #[test]
    fn the_better_name_wins() {
        assert_eq!(mapped(&["Hip.L", "HIP_L", "hip_l"], &["hip_l"], None), ["hip_l"]);
        assert_eq!(mapped(&["Hip.L", "HIP_L"], &["hip_l"], None), ["HIP_L"]);
        assert_eq!(mapped(&["rig:Hip.L"], &["hip_l"], None), ["rig:Hip.L"]);
        assert_eq!(mapped(&["Armature|hip-l"], &["hip_l"], None), ["Armature|hip-l"]);
        assert_eq!(mapped(&["hip", "_", ""], &["hip_l", ""], None), ["", ""]);
    }

    #[test]
    fn no_node_moves_two() {
        assert_eq!(mapped(&["a", "a"], &["a", "A"], None), ["a", "a"]);
        assert_eq!(mapped(&["hip", "HIP"], &["Hip", "hip"], None), ["HIP", "hip"]);
        assert_eq!(mapped(&["hip"], &["hip", "h_ip"], None), ["hip", ""]);
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
    fn a_torso_of_one_bone_is_a_spine_or_a_chest() {
        let recording = ["Hips", "Spine", "Head", "LeftThigh", "LeftShin"];
        let figure = ["hip", "chest", "head", "thigh_l", "shin_l"];
        assert_eq!(mapped(&recording, &figure, None), recording);
        assert_eq!(mapped(&figure, &recording, None), figure);
        let both = ["hip", "chest", "head", "thigh_l", "shin_l", "spine"];
        assert_eq!(mapped(&recording, &both, None)[1..6], ["", "Head", "LeftThigh", "LeftShin", "Spine"]);
    }

    #[test]
    fn bones_come_before_names_of_what_is_no_bone() {
        // A root on the floor below hips, and a root that is the hips, with a pelvis below it.
        let unreal = ["root", "pelvis", "spine_01", "neck_01", "head", "thigh_l", "calf_l"];
        let mut mm2 =
            figure(&["root", "spine", "neck", "head", "pelvis", "hip_l", "knee_l"]).nodes().to_vec();
        for (node, parent) in [(1, 0), (2, 1), (3, 2), (4, 0), (5, 4), (6, 5)] {
            mm2[node].parent = Some(parent);
        }
        let mapping = Mapping::new(&clip(&unreal), &Figure::new(mm2), None);
        let found = (0..7).map(|node| mapping.source(node).map_or("", |source| unreal[source]));
        let expected = ["pelvis", "spine_01", "neck_01", "head", "", "thigh_l", "calf_l"];
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn bones_that_both_files_state_come_before_names() {
        let names = ["joint_1", "joint_2", "joint_3"];
        let stating = |bones: [&str; 3]| {
            let mut nodes: Vec<_> = names.map(Node::new).to_vec();
            for (node, bone) in nodes.iter_mut().zip(bones).filter(|(_, bone)| !bone.is_empty()) {
                node.bone = Some(bone.to_owned());
            }
            nodes
        };
        let found = |bones: [&str; 3], others: [&str; 3], map: Option<&BoneMap>| {
            let mapping =
                Mapping::new(&clip(&names).with_nodes(stating(bones)), &Figure::new(stating(others)), map);
            [0, 1, 2].map(|node| mapping.source(node))
        };
        // Although all nodes have the same names and rests, these are different figures.
        assert_eq!(
            found(["hips", "spine", "head"], ["head", "hips", "spine"], None),
            [2, 0, 1].map(Some),
            "each is another bone"
        );
        assert_eq!(found(["hips", "jaw", ""], ["hips", "", "head"], None), [Some(0), None, None]);
        assert_eq!(found(["hips", "", "head"], ["", "", ""], None), [0, 1, 2].map(Some));
        let map = BoneMap::new([("joint_2", "joint_1")]);
        assert_eq!(found(["hips", "spine", ""], ["hips", "spine", ""], Some(&map)), [Some(1), None, Some(2)]);
    }

    #[test]
    fn the_map_comes_before_the_names() {
        let map = BoneMap::new([("Hips", "root"), ("spine", "neck"), ("Hips", "spine"), ("x", "root")]);
        assert_eq!(
            mapped(&["spine", "Hips", "root"], &["root", "spine", "neck"], Some(&map)),
            ["Hips", "", "spine"]
        );
        assert_eq!(mapped(&["Head", "Hips"], &["root", "head"], Some(&map)), ["Hips", "Head"]);
    }

    #[test]
    fn of_nodes_with_one_name_those_below_the_same_pair_belong_together() {
        let hand = |sides: [&str; 2]| {
            let nodes = [sides[0], sides[1], "finger", "finger"].map(Node::new);
            let [one, other, a, b] = nodes;
            vec![one, other, a.with_parent(0), b.with_parent(1)]
        };
        let figure = Figure::new(hand(["R", "L"]));
        let mapping = Mapping::new(&clip(&[]).with_nodes(hand(["L", "R"])), &figure, None);
        assert_eq!([0, 1, 2, 3].map(|node| mapping.target(node)), [1, 0, 3, 2].map(Some));
        // Without such a pair, they are paired in order.
        let mapping = Mapping::new(&clip(&[]).with_nodes(hand(["left", "right"])), &figure, None);
        assert_eq!([2, 3].map(|node| mapping.target(node)), [2, 3].map(Some));
    }

    #[test]
    fn ids_come_before_names_and_stand_for_them() {
        let node = |name: &str, id: &str| Node::new(name).with_id(id);
        let figure = Figure::new(vec![node("Cube", "a"), node("Cube.001", "b"), node("Rig", "c")]);
        let clip = clip(&[]).with_nodes(vec![node("Cube", "b"), Node::new("a"), node("Cone", "z")]);
        let found = |map: Option<&BoneMap>| {
            let mapping = Mapping::new(&clip, &figure, map);
            [0, 1, 2].map(|node| mapping.target(node))
        };
        assert_eq!(found(None), [Some(1), Some(0), None]);
        assert_eq!(found(Some(&BoneMap::new([("z", "c"), ("b", "Cube")]))), [Some(0), None, Some(2)]);
    }

    #[test]
    fn nodes_of_the_figure_itself_are_the_bones_that_they_are() {
        let names = "hips spine chest neck head leftUpperArm leftLowerArm leftHand leftUpperLeg leftLowerLeg leftFoot lamp";
        let names: Vec<_> = names.split(' ').collect();
        let mapping = Mapping::new(&clip(&names), &figure(&names), None);
        assert!(mapping.is_home());
        for (node, name) in names.iter().enumerate() {
            assert_eq!(mapping.role(node), HumanBone::from_name(name), "{name}");
        }
    }
}
