//! The nodes of the file: one hierarchy for each figure, although each clip may have only some of its nodes.

use std::collections::HashMap;

use anim_core::{Clip, Report, SharedRest};

use super::budget::Budget;
use super::listed::{Listed, Ordinal, trees};
use crate::{EncodeOptions, Root};

/// The nodes of the file, without the additional ones.
#[derive(Debug, Default)]
pub(super) struct Stage<'a> {
    pub(super) nodes: Vec<Member<'a>>,
    /// For each clip and each of its nodes, the node of the file.
    pub(super) casts: Vec<Vec<usize>>,
    /// The first clip of each group. Roots of one group have different names, unless one clip contains them all.
    pub(super) groups: Vec<&'a Clip>,
    /// The existing file that contains the nodes, if there is one.
    pub(super) file: Option<&'a Root>,
    /// How many keys curves may have.
    pub(super) budget: Budget,
}

/// A node of the file.
#[derive(Debug)]
pub(super) struct Member<'a> {
    pub(super) name: &'a str,
    /// The human bone that it is, if the file of the clip states that.
    pub(super) bone: Option<&'a str>,
    /// Its id in the file of the clip.
    pub(super) id: Option<&'a str>,
    pub(super) parent: Option<usize>,
    /// The rest pose, with finite numbers.
    pub(super) rest: SharedRest,
    pub(super) morphs: usize,
    /// The names of the first of its morph targets.
    pub(super) morph_names: &'a [String],
    /// Whether a channel hides it or ends its existence.
    pub(super) hidden: bool,
    /// Whether every clip that has it hides it at all times.
    pub(super) never: bool,
    /// Whether a channel drives a part of its transform.
    pub(super) moved: bool,
    /// The first clip that has it, by index, and the node there.
    pub(super) first: (usize, usize),
    /// The root of its tree.
    root: usize,
    /// The group that its tree is in.
    pub(super) group: usize,
}

/// The names from a root down to a node, as a number. Siblings with the same name have different paths.
type Path = usize;

/// Finds the nodes that clips share.
#[derive(Default)]
struct Search<'a> {
    stage: Stage<'a>,
    /// The path of each name below a path.
    paths: HashMap<(Option<Path>, &'a str, Ordinal), Path>,
    /// The roots of a path.
    roots: HashMap<Path, Vec<usize>>,
    /// The node at a path of a tree, which is given by its root.
    places: HashMap<(usize, Path), usize>,
    /// The path at which trees last differed, by the path of their roots.
    doubts: HashMap<Path, Path>,
    /// The number of nodes of a tree with a name.
    names: HashMap<(usize, &'a str), usize>,
    /// For each name of a root, the first group without it.
    free: HashMap<&'a str, usize>,
}

/// The node of the file for nodes of a clip.
type Found = HashMap<usize, usize>;

/// The nodes of clips as nodes of the file. Reports the parts that the file cannot hold.
pub(super) fn stage<'a>(clips: &'a [Clip], options: &EncodeOptions, report: &mut Report) -> Stage<'a> {
    let mut search = Search::default();
    for (index, clip) in clips.iter().enumerate() {
        search.add(index, &Listed::new(clip, report));
    }
    Stage { budget: Budget::new(clips, options), ..search.stage }
}

impl Stage<'_> {
    /// The trees of the hierarchy, parents before their children.
    pub(super) fn trees(&self) -> Vec<Vec<usize>> {
        let parents: Vec<_> = self.nodes.iter().map(|node| node.parent).collect();
        trees(&parents)
    }

    /// The nodes of a clip as the extras list them; `None` if the clip has all nodes in the order of the file.
    pub(super) fn runs(&self, clip: usize) -> Option<Vec<usize>> {
        let cast = &self.casts[clip];
        if cast.iter().copied().eq(0..self.nodes.len()) {
            return None;
        }
        let mut runs: Vec<usize> = Vec::new();
        for &node in cast {
            match runs.as_mut_slice() {
                [.., first, count] if *first + *count == node => *count += 1,
                _ => runs.extend([node, 1]),
            }
        }
        Some(runs)
    }
}

impl<'a> Search<'a> {
    /// Adds a clip: each of its trees becomes a tree of the file that it fits, or a new one.
    fn add(&mut self, index: usize, listed: &Listed<'a>) {
        let (mut found, mut left) = (Found::new(), Vec::new());
        let paths = self.paths(listed);
        let at: HashMap<Path, usize> = paths.iter().enumerate().map(|(node, path)| (*path, node)).collect();
        for tree in &listed.trees {
            let top = paths[tree[0]];
            let known = self.roots.get(&top).cloned().unwrap_or_default();
            // The node at which other trees differed is compared first.
            let differs = |search: &Self, root: usize| {
                let doubt = search.doubts.get(&top).and_then(|path| Some((path, *at.get(path)?)));
                let known = doubt.and_then(|(path, node)| Some((search.places.get(&(root, *path))?, node)));
                known.is_some_and(|(known, node)| !search.stage.nodes[*known].agrees(listed, node))
            };
            let fitting = known.into_iter().find_map(|root| {
                if differs(self, root) {
                    return None;
                }
                self.fit(listed, &paths, tree, root)
            });
            match fitting {
                Some(fitting) => found.extend(fitting),
                None => left.push(tree[0]),
            }
        }
        let taken = left.iter().filter_map(|root| self.free.get(listed.name(*root)));
        let group = taken.copied().max().unwrap_or(0);
        if group == self.stage.groups.len() && !listed.trees.is_empty() {
            self.stage.groups.push(listed.clip);
        }
        for root in left {
            self.free.insert(listed.name(root), group + 1);
        }
        self.join(index, listed, &paths, found, group);
    }

    /// The path of each node of a clip.
    fn paths(&mut self, listed: &Listed<'a>) -> Vec<Path> {
        let mut paths = vec![0; listed.parents.len()];
        for &node in listed.trees.iter().flatten() {
            let above = listed.parents[node].map(|parent| paths[parent]);
            let free = self.paths.len();
            let place = (above, listed.name(node), listed.ordinals[node]);
            paths[node] = *self.paths.entry(place).or_insert(free);
        }
        paths
    }

    /// The nodes of a tree of a clip within a tree of the file; `None` if it is a different tree.
    fn fit(&mut self, listed: &Listed<'a>, paths: &[Path], tree: &[usize], root: usize) -> Option<Found> {
        let (mut found, mut new) = (Found::new(), Vec::new());
        for &node in tree {
            match self.places.get(&(root, paths[node])) {
                None => new.push(node),
                Some(known) if self.stage.nodes[*known].agrees(listed, node) => {
                    found.insert(node, *known);
                }
                Some(_) => {
                    self.doubts.insert(paths[tree[0]], paths[node]);
                    return None;
                }
            }
        }
        // A node that the tree has elsewhere would exist twice.
        let mut names: HashMap<&str, usize> = HashMap::new();
        if !new.is_empty() {
            for node in found.keys() {
                *names.entry(listed.name(*node)).or_default() += 1;
            }
        }
        let elsewhere = |node: &usize| {
            let name = listed.name(*node);
            self.names.get(&(root, name)).copied() > Some(names.get(name).copied().unwrap_or(0))
        };
        (!new.iter().any(elsewhere)).then_some(found)
    }

    /// Adds the nodes of a clip that were not found, and the clip's data about the others.
    fn join(&mut self, index: usize, listed: &Listed<'a>, paths: &[Path], mut found: Found, group: usize) {
        let nodes = &mut self.stage.nodes;
        let known = nodes.len();
        let count = listed.parents.len();
        let mut next = known;
        let number = |node| {
            *found.entry(node).or_insert_with(|| {
                next += 1;
                next - 1
            })
        };
        let cast: Vec<usize> = (0..count).map(number).collect();
        for (node, &member) in cast.iter().enumerate() {
            if member < known {
                nodes[member].join(listed, node);
            } else {
                let parent = listed.parents[node].map(|parent| cast[parent]);
                nodes.push(Member::new(listed, node, parent, (index, node)));
                if parent.is_none() {
                    self.roots.entry(paths[node]).or_default().push(member);
                }
            }
        }
        for tree in &listed.trees {
            for &node in tree.iter().filter(|node| cast[**node] >= known) {
                let member = cast[node];
                let place = nodes[member].parent.map(|parent| (nodes[parent].root, nodes[parent].group));
                (nodes[member].root, nodes[member].group) = place.unwrap_or((member, group));
                *self.names.entry((nodes[member].root, listed.name(node))).or_default() += 1;
                self.places.insert((nodes[member].root, paths[node]), member);
            }
        }
        self.stage.casts.push(cast);
    }
}

impl<'a> Member<'a> {
    fn new(listed: &Listed<'a>, node: usize, parent: Option<usize>, first: (usize, usize)) -> Self {
        Self {
            name: listed.name(node),
            bone: listed.bone(node),
            id: listed.id(node),
            parent,
            rest: listed.rest(node),
            morphs: listed.morphs[node],
            morph_names: listed.morph_names(node),
            hidden: listed.hidden[node],
            never: listed.never[node],
            moved: listed.moved[node],
            first,
            root: 0,
            group: 0,
        }
    }

    /// Whether a node of a clip can be this one: they have the same rest where that has an effect, and the same morph targets.
    fn agrees(&self, listed: &Listed<'a>, node: usize) -> bool {
        let (count, names) = (listed.morphs[node], listed.morph_names(node));
        let counts = self.morphs == 0 || count == 0 || self.morphs == count;
        self.rest.agrees(&listed.rest(node))
            && counts
            && (self.morph_names.is_empty() || names.is_empty() || self.morph_names == names)
    }

    /// Adopts a clip's data about the node.
    fn join(&mut self, listed: &Listed<'a>, node: usize) {
        self.rest.join(&listed.rest(node));
        self.morphs = self.morphs.max(listed.morphs[node]);
        if self.morph_names.is_empty() {
            self.morph_names = listed.morph_names(node);
        }
        self.bone = self.bone.or(listed.bone(node));
        self.id = self.id.or(listed.id(node));
        self.hidden |= listed.hidden[node];
        self.never &= listed.never[node];
        self.moved |= listed.moved[node];
    }
}
