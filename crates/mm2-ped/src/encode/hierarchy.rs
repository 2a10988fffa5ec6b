//! A clip's own nodes as a skeleton.

use std::collections::HashSet;

use anim_core::{Clip, Location};

use super::figure::Figure;
use crate::text::is_stable;
use crate::{Bone, Error, ErrorKind, MAX_BONES, MAX_NAME, Skeleton};

/// The skeleton of a clip and, for each bone, its node.
///
/// The largest tree of nodes becomes the bones. Of the nodes above the first one that moves or branches none is a bone:
/// the place of the first bone is all that a file holds of them. Names are made fit and unique.
///
/// Errors: [`ErrorKind::NoBones`] without any node, [`ErrorKind::Bones`] for more than [`MAX_BONES`].
pub(super) fn skeleton_of(clip: &Clip, figure: &Figure<'_>) -> Result<(Skeleton, Vec<Option<usize>>), Error> {
    let tree = Tree::new(figure.parents());
    let error = |kind| Error::new(kind, Location::path(&clip.name));
    let root = moved_root(clip, &tree).ok_or_else(|| error(ErrorKind::NoBones))?;
    if tree.sizes[root] > MAX_BONES {
        return Err(error(ErrorKind::Bones { count: tree.sizes[root] }));
    }
    let mut nodes = Vec::new();
    let mut bones = Vec::new();
    let mut names = HashSet::new();
    let mut stack = vec![(root, None)];
    while let Some((node, parent)) = stack.pop() {
        let index = bones.len();
        let here = figure.rest(node).position;
        let from = parent.map_or([0.0; 3], |parent: usize| figure.rest(nodes[parent]).position);
        let offset = std::array::from_fn(|axis| here[axis] - from[axis]);
        bones.push(Bone {
            name: name_of(&clip.nodes[node].name, index, &mut names),
            parent,
            offset: offset.map(|part: f64| if (part as f32).is_finite() { part as f32 } else { 0.0 }),
            rotmin: None,
            rotmax: None,
        });
        nodes.push(node);
        stack.extend(tree.children[node].iter().rev().map(|&child| (child, Some(index))));
    }
    Ok((Skeleton::new(bones)?, nodes.into_iter().map(Some).collect()))
}

/// The children of every node, and how many nodes are at and below each.
struct Tree {
    roots: Vec<usize>,
    children: Vec<Vec<usize>>,
    sizes: Vec<usize>,
}

impl Tree {
    fn new(parents: &[Option<usize>]) -> Self {
        let mut children = vec![Vec::new(); parents.len()];
        let mut roots = Vec::new();
        for (node, parent) in parents.iter().enumerate() {
            parent.map_or(&mut roots, |parent| &mut children[parent]).push(node);
        }
        let mut order = roots.clone();
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            order.extend_from_slice(&children[node]);
            next += 1;
        }
        let mut sizes = vec![1; parents.len()];
        for &node in order.iter().rev() {
            if let Some(parent) = parents[node] {
                sizes[parent] += sizes[node];
            }
        }
        Self { roots, children, sizes }
    }
}

/// The first node of the largest tree that moves or branches, its root if nothing moves.
fn moved_root(clip: &Clip, tree: &Tree) -> Option<usize> {
    let mut moves = vec![false; clip.nodes.len()];
    for channel in &clip.channels {
        moves[channel.node()] = true;
    }
    // Of equal trees the first.
    let mut root = tree.roots.iter().copied().rev().max_by_key(|&root| tree.sizes[root])?;
    while !clip.channels.is_empty()
        && !moves[root]
        && let [child] = tree.children[root][..]
    {
        root = child;
    }
    Some(root)
}

/// A name that a skeleton file can hold and no other bone has.
fn name_of(name: &str, index: usize, taken: &mut HashSet<String>) -> String {
    let fits = |c: char| if c.is_whitespace() || c.is_control() || matches!(c, '{' | '}') { '_' } else { c };
    let mut fit: String = name.chars().map(fits).collect();
    if !is_stable(&fit) {
        fit = fit.replace(|c| ('\u{F780}'..='\u{F7FF}').contains(&c), "_");
    }
    if fit.is_empty() {
        fit = format!("bone_{index:02}");
    }
    cut(&mut fit, MAX_NAME);
    if !taken.contains(&fit) {
        taken.insert(fit.clone());
        return fit;
    }
    // The number is the bone's, so that at most one more try is ever needed for each bone of such a name.
    let mut number = index;
    loop {
        let tail = format!("_{number}");
        let mut free = fit.clone();
        cut(&mut free, MAX_NAME - tail.len());
        free.push_str(&tail);
        if taken.insert(free.clone()) {
            return free;
        }
        number += 1;
    }
}

/// Cuts a name to at most so many bytes, between characters.
fn cut(name: &mut String, most: usize) {
    while name.len() > most {
        name.pop();
    }
}
