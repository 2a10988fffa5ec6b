//! The human figures among nodes whose names say which bones they may be.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::collections::btree_map::{BTreeMap, Entry};

use crate::HumanBone::{self, Head, Hips, LeftUpperLeg, RightToes, Spine};
use crate::tree::Tree;

/// The smallest number of bones of a human figure, not counting fingers.
const FEWEST: usize = 5;

/// A node as a bone of one of several figures, of which 0 is the main one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Member {
    pub(crate) body: usize,
    pub(crate) bone: HumanBone,
}

impl Member {
    /// The bone, if it is one of the main figure.
    pub(crate) fn of_main(self) -> Option<HumanBone> {
        (self.body == 0).then_some(self.bone)
    }
}

/// What a name says: the bone, and the place of the name among those that the bone may have.
pub(crate) type Named = (HumanBone, usize);

/// The nodes that are the bones of a figure.
pub(crate) type Body = BTreeMap<HumanBone, usize>;

/// The number of bones that are not fingers.
pub(crate) fn size<'a>(bones: impl IntoIterator<Item = &'a HumanBone>) -> usize {
    bones.into_iter().filter(|bone| **bone < HumanBone::LeftThumbMetacarpal).count()
}

/// The figures, the main one first. No two nodes of a figure are the same bone.
///
/// A figure is what is below the lowest node that carries hips, a leg, and a spine, neck or head, without the figures further
/// down. If none has five bones, there is one figure at most: what is below the hips, or else their tree, or else all nodes. The
/// main figure is the first whose hips carry another bone.
pub(crate) fn find(tree: &Tree, names: &[Option<Named>]) -> Vec<Body> {
    let search = Search::new(tree, names);
    let mut bodies: Vec<_> = search.select(&search.tops).into_values().filter(is_complete).collect();
    if bodies.is_empty() {
        bodies.extend(search.widen());
    }
    bodies.sort_by_key(|body| {
        let hips = body[&Hips];
        (search.carried(hips) == 0, hips)
    });
    for body in &mut bodies {
        search.lift_hips(body);
    }
    bodies
}

fn is_complete(body: &Body) -> bool {
    body.contains_key(&Hips) && size(body.keys()) >= FEWEST
}

/// Bones, one bit for each.
type Bones = u64;

/// The bones from one to another, in the order of [`HumanBone::ALL`].
const fn span(from: HumanBone, to: HumanBone) -> Bones {
    (2 << to as u32) - (1 << from as u32)
}

/// The parts of a body that its hips carry: the upper body without arms, and the legs.
const PARTS: [Bones; 2] = [span(Spine, Head), span(LeftUpperLeg, RightToes)];

struct Search<'a> {
    tree: &'a Tree,
    names: &'a [Option<Named>],
    /// For each node, the bones that it and the nodes below it may be, without those of figures further down.
    within: Vec<Bones>,
    /// For each node, the bones that the nodes above it in its figure may be.
    above: Vec<Bones>,
    depths: Vec<usize>,
    /// For each node, the nearest one, upwards from itself, that carries all parts of a body.
    tops: Vec<Option<usize>>,
}

impl<'a> Search<'a> {
    fn new(tree: &'a Tree, names: &'a [Option<Named>]) -> Self {
        let own: Vec<_> = names.iter().map(|name| name.map_or(0, |(bone, _)| span(bone, bone))).collect();
        let count = names.len();
        let mut search = Self {
            tree,
            names,
            within: own.clone(),
            above: vec![0; count],
            depths: vec![0; count],
            tops: vec![None; count],
        };
        for &node in tree.order.iter().rev() {
            let is_body = search.within[node] & span(Hips, Hips) != 0;
            if is_body && search.carried(node) == PARTS.len() {
                search.tops[node] = Some(node);
            } else if let Some(parent) = tree.parents[node] {
                search.within[parent] |= search.within[node];
            }
        }
        for &node in &tree.order {
            let Some(parent) = tree.parents[node] else { continue };
            search.depths[node] = search.depths[parent] + 1;
            if search.tops[node].is_none() {
                search.tops[node] = search.tops[parent];
                search.above[node] = search.above[parent] | own[parent];
            }
        }
        search
    }

    /// The number of parts of a body that a node carries.
    fn carried(&self, node: usize) -> usize {
        PARTS.iter().filter(|part| self.within[node] & **part != 0).count()
    }

    /// The best node for each bone of each group of nodes: that with the most other bones above and below it, then with the first
    /// name, then the highest, then the first.
    fn select(&self, groups: &[Option<usize>]) -> BTreeMap<usize, Body> {
        let rank = |node: usize, place: usize| {
            let own = self.names[node].map_or(0, |(bone, _)| span(bone, bone));
            let others = (self.above[node] | self.within[node]) & !own;
            (others.count_ones(), Reverse((place, self.depths[node], node)))
        };
        let mut bodies: BTreeMap<usize, Body> = BTreeMap::new();
        for (node, (name, group)) in self.names.iter().zip(groups).enumerate() {
            let (Some((bone, place)), Some(group)) = (*name, *group) else { continue };
            match bodies.entry(group).or_default().entry(bone) {
                Entry::Vacant(entry) => {
                    entry.insert(node);
                }
                Entry::Occupied(mut entry) => {
                    let other = *entry.get();
                    let of_other = self.names[other].map_or(0, |(_, place)| place);
                    if rank(node, place) > rank(other, of_other) {
                        entry.insert(node);
                    }
                }
            }
        }
        bodies
    }

    /// The only figure, where no node carries all parts of a body.
    fn widen(&self) -> Option<Body> {
        let places = self.names.iter().enumerate().filter_map(|(node, name)| match name {
            Some((Hips, place)) => Some((node, *place)),
            _ => None,
        });
        let (hips, _) = places.max_by_key(|(node, place)| (self.carried(*node), Reverse((*place, *node))))?;
        [Some(hips), self.tree.line(hips).last(), None].into_iter().find_map(|root| {
            let mut groups = vec![root.is_none().then_some(0); self.names.len()];
            for &node in &self.tree.order {
                if root == Some(node) {
                    groups[node] = Some(0);
                } else if let Some(parent) = self.tree.parents[node] {
                    groups[node] = groups[node].or(groups[parent]);
                }
            }
            self.select(&groups).into_values().find(is_complete)
        })
    }

    /// Makes the node that carries both the hips and the upper body the hips, unless it is another bone.
    fn lift_hips(&self, body: &mut Body) {
        let hips = body[&Hips];
        let Some((_, upper)) = body.range(Spine..=Head).next() else { return };
        // Above the figure there are only other figures.
        let top = self.tops[hips];
        let line = |node| {
            let mut ends = false;
            self.tree.line(node).take_while(move |node| !std::mem::replace(&mut ends, Some(*node) == top))
        };
        let above: HashSet<usize> = line(hips).collect();
        if let Some(both) = line(*upper).find(|node| above.contains(node))
            && body.values().all(|node| *node != both)
        {
            body.insert(Hips, both);
        }
    }
}

#[cfg(test)]
mod tests {
    use anim_core::Node;

    use crate::rigs::members_of;
    use crate::roles_of;

    /// A figure: the names of its bones and their places in the list.
    const FIGURE: [(&str, Option<usize>); 7] = [
        ("Hips", None),
        ("Spine", Some(0)),
        ("Head", Some(1)),
        ("LeftUpLeg", Some(0)),
        ("LeftLeg", Some(3)),
        ("RightUpLeg", Some(0)),
        ("RightLeg", Some(5)),
    ];

    fn node(name: &str, parent: Option<usize>) -> Node {
        let node = Node::new(name);
        parent.into_iter().fold(node, Node::with_parent)
    }

    /// The figure after other nodes, below one of them or none.
    fn after(others: &[(&str, Option<usize>)], root: Option<usize>) -> Vec<Node> {
        let place = |parent: Option<usize>| parent.map(|parent| parent + others.len()).or(root);
        let figure = FIGURE.iter().map(|(name, parent)| node(name, place(*parent)));
        others.iter().map(|(name, parent)| node(name, *parent)).chain(figure).collect()
    }

    /// The nodes that are bones of the main figure.
    fn bones(nodes: &[Node]) -> Vec<usize> {
        (0..nodes.len()).filter(|node| roles_of(nodes)[*node].is_some()).collect()
    }

    #[test]
    fn nodes_outside_a_figure_are_none_of_its_bones() {
        for others in [
            &[("Head", None)][..],
            &[("Hips", None), ("Neck", None)],
            &[("Armature", None), ("Head", Some(0)), ("Neck", Some(0))],
            // An armature that is called like its first bone, and meshes that are called like parts of a body.
            &[("Hips", None)],
            &[("Armature", None), ("Hips", Some(0)), ("Head", Some(0)), ("LeftArm", Some(0))],
            &[
                ("Body", None),
                ("Hips", Some(0)),
                ("Head", Some(0)),
                ("LeftLeg", Some(0)),
                ("RightLeg", Some(0)),
                ("Neck", Some(0)),
            ],
        ] {
            for root in [None, Some(0)] {
                let nodes = after(others, root);
                assert_eq!(bones(&nodes), (others.len()..nodes.len()).collect::<Vec<_>>(), "{others:?}");
            }
        }
    }

    #[test]
    fn of_nodes_of_one_name_that_between_most_bones_counts() {
        // Meshes below the bones, in files that list children first.
        let nodes = after(&[("Head", Some(3)), ("Head", Some(2 + 3)), ("LeftUpLeg", Some(3 + 3))], None);
        assert_eq!(bones(&nodes), (3..10).collect::<Vec<_>>());
        // An upper body has no legs.
        let bust = [
            ("Head", None),
            ("Hips", None),
            ("Spine", Some(1)),
            ("Neck", Some(2)),
            ("Head", Some(3)),
            ("LeftArm", Some(2)),
            ("LeftForeArm", Some(5)),
            ("LeftHand", None),
        ];
        assert_eq!(bones(&bust.map(|(name, parent)| node(name, parent))), [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn of_several_figures_the_first_counts_and_the_others_have_bones_of_their_own() {
        let one = [
            ("mixamorig:Hips", None),
            ("Spine", Some(0)),
            ("LeftUpLeg", Some(0)),
            ("LeftLeg", Some(2)),
            ("RightLeg", Some(2)),
        ];
        // A figure of its own, one in the same scene, and one that rides on the first.
        let scene = [
            ("Scene", None),
            ("Hips", Some(0)),
            ("Spine", Some(1)),
            ("LeftUpLeg", Some(1)),
            ("LeftLeg", Some(3)),
            ("RightLeg", Some(3)),
        ];
        for (others, root, first) in [(&one[..], None, 0), (&scene, Some(0), 1), (&one, Some(1), 0)] {
            let nodes = after(others, root);
            assert_eq!(bones(&nodes), (first..others.len()).collect::<Vec<_>>());
            let others = members_of(&nodes).split_off(others.len());
            assert!(others.iter().all(|member| member.is_some_and(|member| member.body == 1)), "{others:?}");
        }
    }

    #[test]
    fn many_nodes_with_one_name_take_time_in_proportion() {
        let count = 20_000;
        let chain = |index: usize| index.checked_sub(1);
        let star = |index: usize| (index > 0).then_some(0);
        let pairs = |index: usize| index.checked_sub(2);
        for parent in [chain, star, pairs, |_| None] {
            let nodes: Vec<_> = (0..count).map(|index| node(FIGURE[index % 7].0, parent(index))).collect();
            let same: Vec<_> = (0..count).map(|index| node("Hips", parent(index))).collect();
            assert!(members_of(&nodes).iter().flatten().count() >= 5);
            assert_eq!(members_of(&same), vec![None; count]);
        }
    }
}
