//! The nodes of a clip as a skeleton.

use std::collections::HashSet;

use anim_core::{Channel, Clip, Location, Report, counted};

use super::figure::Figure;
use super::root::Tree;
use crate::error::{Error, ErrorKind};
use crate::limits::{MAX_BONES, MAX_NAME};
use crate::text::{displayed, from_displayed, is_stable};
use crate::{Bone, Skeleton, codes};

/// The skeleton of a clip, and the node of each bone.
///
/// The largest tree of nodes becomes the bones, from the first bone that [`Tree::first_bone`] finds; its position includes the nodes
/// above it. A name is changed if a skeleton cannot hold it or another bone has it.
///
/// Errors: [`ErrorKind::NoBones`] for a clip without nodes, [`ErrorKind::Bones`] for more than [`MAX_BONES`].
pub(super) fn skeleton_of(clip: &Clip, figure: &Figure<'_>) -> Result<(Skeleton, Vec<Option<usize>>), Error> {
    let tree = Tree::new(figure.parents());
    let error = |kind| Error::new(kind, Location::path(&clip.name));
    let root = tree.first_bone(clip).ok_or_else(|| error(ErrorKind::NoBones))?;
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

/// Reports what a skeleton cannot represent of a clip.
pub(super) fn report(clip: &Clip, skeleton: &Skeleton, nodes: &[Option<usize>], report: &mut Report) {
    if !clip.channels.is_empty() || !clip.events.is_empty() {
        let message = format!(
            "a .skel cannot represent motion: {} and {} are not in the file",
            counted(clip.channels.len(), "channel"),
            counted(clip.events.len(), "event")
        );
        report.lose(codes::DROPPED.dropped(message).in_clip(clip));
    }
    let mut kept = vec![false; clip.nodes.len()];
    for (bone, node) in skeleton.bones().iter().zip(nodes) {
        let Some(node) = *node else { continue };
        kept[node] = true;
        let name = displayed(&bone.name);
        if clip.nodes[node].name != name {
            let message = "the bone has another name in the file";
            report.lose(codes::NAME.dropped(message).of_node(clip, node).renamed(name));
        }
    }
    for (node, _) in kept.iter().enumerate().filter(|(_, kept)| !**kept) {
        let message = "the node is not a bone: a .skel represents one tree of nodes";
        report.lose(codes::DROPPED.dropped(message).of_node(clip, node));
    }
}

/// The nodes that are neither bones nor above the first bone, and that no channel drives. The position of the first bone includes the
/// nodes above it, and losses of motion name the nodes that channels drive.
pub(super) fn left_out(clip: &Clip, figure: &Figure<'_>, bones: &[Option<usize>]) -> Vec<usize> {
    let mut counts: HashSet<usize> = bones.iter().copied().flatten().collect();
    counts.extend(clip.channels.iter().map(Channel::node));
    let mut above = bones.first().copied().flatten();
    while let Some(node) = above {
        counts.insert(node);
        above = figure.parents()[node];
    }
    (0..clip.nodes.len()).filter(|node| !counts.contains(node)).collect()
}

/// A name that a skeleton file can hold and no other bone has. Escaped bytes that are not UTF-8 become bytes again.
fn name_of(name: &str, index: usize, taken: &mut HashSet<String>) -> String {
    let fits = |c: char| if c.is_whitespace() || c.is_control() || matches!(c, '{' | '}') { '_' } else { c };
    let mut fit: String = from_displayed(name).chars().map(fits).collect();
    if !is_stable(&fit) {
        fit = fit.replace(|c| ('\u{F780}'..='\u{F7FF}').contains(&c), "_");
    }
    if fit.is_empty() {
        fit = format!("bone_{index:02}");
    }
    truncate(&mut fit, MAX_NAME);
    if !taken.contains(&fit) {
        taken.insert(fit.clone());
        return fit;
    }
    // Counting starts at the bone's own index, so that free numbers are found quickly.
    let mut number = index;
    loop {
        let tail = format!("_{number}");
        let mut free = fit.clone();
        truncate(&mut free, MAX_NAME - tail.len());
        free.push_str(&tail);
        if taken.insert(free.clone()) {
            return free;
        }
        number += 1;
    }
}

/// Truncates a name to at most `most` bytes, between characters.
fn truncate(name: &mut String, most: usize) {
    while name.len() > most {
        name.pop();
    }
}
