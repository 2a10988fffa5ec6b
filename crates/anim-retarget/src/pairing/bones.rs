//! Which human bones the nodes of a clip and of a figure are, and which bodies belong together.

use std::collections::{HashMap, HashSet};

use anim_core::{Clip, Node};

use crate::bodies::Member;
use crate::{Figure, HumanBone};

/// The human bones of a clip and of a figure.
pub(super) struct Bones<'a> {
    clip: Vec<Option<Member>>,
    figure: &'a Figure,
    /// The bones that the clip has, and those that the figure has.
    known: [HashSet<HumanBone>; 2],
    /// Whether the files of both state their bones, so that other nodes are no bones.
    pub(super) are_stated: bool,
    /// For each body of the clip, that of the figure, and the other way round.
    bodies: [HashMap<usize, usize>; 2],
}

impl<'a> Bones<'a> {
    pub(super) fn new(clip: &Clip, bones: &[Option<Member>], figure: &'a Figure) -> Self {
        let of_figure = (0..figure.nodes().len()).filter_map(|node| figure.bone(node));
        let known = [
            bones.iter().flatten().map(|member| member.bone).collect(),
            of_figure.map(|member| member.bone).collect(),
        ];
        let state = |nodes: &[Node]| nodes.iter().any(|node| node.bone.is_some());
        let are_stated = state(&clip.nodes) && state(figure.nodes());
        Self { clip: bones.to_vec(), figure, known, are_stated, bodies: [HashMap::new(), HashMap::new()] }
    }

    /// Whether two nodes are different bones, or bones of bodies that belong to others, or one of them is a bone that the other is
    /// not, although the other figure has that bone.
    pub(super) fn differ(&self, source: usize, target: usize) -> bool {
        match (self.clip[source], self.of_figure(target)) {
            (Some(a), Some(b)) => a.bone != b.bone || !self.may_pair(a.body, b.body),
            (Some(a), None) => self.are_stated || self.known[1].contains(&a.bone),
            (None, Some(b)) => self.are_stated || self.known[0].contains(&b.bone),
            (None, None) => false,
        }
    }

    /// The bodies of two nodes that are paired belong together, unless they belong to others.
    pub(super) fn join(&mut self, source: usize, target: usize) {
        if let (Some(a), Some(b)) = (self.clip[source], self.of_figure(target)) {
            self.join_bodies(a.body, b.body);
        }
    }

    /// A body of the clip and one of the figure belong together, unless they belong to others.
    pub(super) fn join_bodies(&mut self, source: usize, target: usize) {
        if self.may_pair(source, target) {
            self.bodies[0].insert(source, target);
            self.bodies[1].insert(target, source);
        }
    }

    /// Whether two bodies belong together.
    pub(super) fn are_paired(&self, source: usize, target: usize) -> bool {
        self.bodies[0].get(&source) == Some(&target)
    }

    /// The bone of the figure that corresponds to one of the clip.
    pub(super) fn counterpart(&self, member: Member) -> Option<Member> {
        Some(Member { body: *self.bodies[0].get(&member.body)?, bone: member.bone })
    }

    /// The bone that a node of the figure is.
    pub(super) fn of_figure(&self, target: usize) -> Option<Member> {
        self.figure.bone(target)
    }

    fn may_pair(&self, source: usize, target: usize) -> bool {
        let is_free = !self.bodies[0].contains_key(&source) && !self.bodies[1].contains_key(&target);
        is_free || self.are_paired(source, target)
    }
}

#[cfg(test)]
mod tests {
    use crate::Mapping;

    use super::*;

    const BODY: [(&str, usize); 7] = [
        ("Hips", 0),
        ("Spine", 0),
        ("Neck", 1),
        ("Head", 2),
        ("LeftUpLeg", 0),
        ("LeftLeg", 4),
        ("RightUpLeg", 0),
    ];

    /// Figures, each below a root: the name of the root, what is before the names of its bones, and a bone that it lacks.
    fn figures(roots: &[[&str; 3]]) -> Vec<Node> {
        let mut nodes: Vec<Node> = Vec::new();
        for [root, prefix, lacks] in roots {
            let mut places = Vec::new();
            nodes.push(Node::new(*root));
            for (index, (name, parent)) in BODY.iter().enumerate() {
                let above = if index == 0 { nodes.len() - 1 } else { places[*parent] };
                places.push(if name == lacks { above } else { nodes.len() });
                if name != lacks {
                    nodes.push(Node::new(format!("{prefix}{name}")).with_parent(above));
                }
            }
        }
        nodes
    }

    /// The root of a node and its name.
    fn path(nodes: &[Node], node: usize) -> String {
        let root = std::iter::successors(Some(node), |node| nodes[*node].parent).last();
        format!("{}/{}", root.map_or("", |root| &nodes[root].name), nodes[node].name)
    }

    fn mapped(clip: &[[&str; 3]], figure: &[[&str; 3]]) -> Vec<String> {
        let clip = Clip::new("").with_nodes(figures(clip));
        let figure = Figure::new(figures(figure));
        let mapping = Mapping::new(&clip, &figure, None);
        let pair = |source| Some((path(&clip.nodes, source), path(figure.nodes(), mapping.target(source)?)));
        (0..clip.nodes.len()).filter_map(pair).map(|(source, target)| format!("{source} {target}")).collect()
    }

    #[test]
    fn figures_with_the_same_names_are_paired_by_their_roots_in_any_order() {
        let [a, b, c] = ["A", "B", "C"].map(|root| [root, "", ""]);
        for figure in [[a, b], [b, a], [b, c]] {
            let pairs = mapped(&[a, b], &figure);
            let same = |pair: &&String| pair.split_once(' ').is_some_and(|(source, target)| source == target);
            let roots = figure.iter().filter(|root| [a, b].contains(*root)).count();
            assert_eq!(pairs.iter().filter(same).count(), roots * (1 + BODY.len()), "{pairs:?}");
        }
        // Nodes that are listed before their parents.
        let turned = |mut nodes: Vec<Node>| {
            let last = nodes.len() - 1;
            nodes.reverse();
            for node in &mut nodes {
                node.parent = node.parent.map(|parent| last - parent);
            }
            nodes
        };
        let clip = Clip::new("").with_nodes(figures(&[a, b]));
        let figure = Figure::new(turned(figures(&[a, b])));
        let mapping = Mapping::new(&clip, &figure, None);
        for source in 0..clip.nodes.len() {
            assert_eq!(mapping.target(source), Some(clip.nodes.len() - 1 - source));
        }
    }

    #[test]
    fn a_bone_that_a_figure_lacks_is_not_taken_from_another() {
        let whole = [["Scene", "", ""]];
        for (figure, lacks) in [
            ([["A", "mixamorig:", "Neck"], ["B", "mixamorig1:", ""]], "Neck"),
            ([["A", "mixamorig:", "Head"], ["B", "mixamorig:", ""]], "Head"),
            ([["A", "", "Spine"], ["B", "mixamorig:", ""]], "Spine"),
        ] {
            let pairs = mapped(&whole, &figure);
            let expected = BODY.iter().filter(|(name, _)| *name != lacks);
            let expected = expected.map(|(name, _)| format!("Scene/{name} A/{}{name}", figure[0][1]));
            assert_eq!(pairs, expected.collect::<Vec<_>>());
        }
    }
}
