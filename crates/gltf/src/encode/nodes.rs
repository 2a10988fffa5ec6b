//! Writing the nodes: the hierarchy and its rest pose, and additional roots.

use std::collections::HashSet;

use anim_core::{Transform, quaternion};
use serde_json::json;

use super::stage::Stage;
use crate::extensions::VISIBILITY;
use crate::{Finite, Json, Node, Root, Scene, extras};

/// Appends the nodes of a stage, which come first in the file, and additional roots: if there are several groups, one for each
/// with the name of its first clip; and if a group has several `figures`, one for each with the name of its root and the word
/// "skeleton". A figure is given by its root.
pub(super) fn write(stage: &Stage<'_>, figures: &HashSet<usize>, root: &mut Root) {
    root.nodes.extend(stage.nodes.iter().map(|node| {
        let extras = extras::of_node(node.bone, node.id);
        Node { extras, ..transformed(node.name, &node.rest.pose()) }
    }));
    let mut tops = vec![Vec::new(); stage.groups.len()];
    for (index, node) in stage.nodes.iter().enumerate() {
        match node.parent {
            Some(parent) => root.nodes[parent].children.push(index),
            None => tops[node.group].push(index),
        }
    }
    for top in &mut tops {
        let is_figure = |node: &&mut usize| figures.contains(*node);
        if top.iter_mut().filter(is_figure).count() > 1 {
            for node in top.iter_mut().filter(is_figure) {
                let name = format!("{} skeleton", stage.nodes[*node].name);
                *node = add(&name, vec![*node], root);
            }
        }
    }
    if tops.len() > 1 {
        for (top, clip) in tops.iter_mut().zip(&stage.groups) {
            *top = vec![add(&clip.name, std::mem::take(top), root)];
        }
    }
    tops.into_iter().flatten().for_each(|top| show(top, root));
}

/// Adds a root above nodes.
fn add(name: &str, children: Vec<usize>, root: &mut Root) -> usize {
    root.nodes.push(Node {
        name: Some(name.to_owned()),
        children,
        extras: extras::root(),
        ..Node::default()
    });
    root.nodes.len() - 1
}

/// Adds a root node to the scene.
pub(super) fn show(node: usize, root: &mut Root) {
    if root.scenes.is_empty() {
        root.scene = Some(0);
        root.scenes.push(Scene::default());
    }
    root.scenes[0].nodes.push(node);
}

fn transformed(name: &str, rest: &Transform) -> Node {
    let own = |value: [f64; 3], identity: [f64; 3]| Finite::array(value).filter(|_| value != identity);
    Node {
        name: Some(name.to_owned()),
        translation: own(rest.translation, Transform::IDENTITY.translation),
        rotation: Finite::array(rest.rotation).filter(|_| rest.rotation != quaternion::IDENTITY),
        scale: own(rest.scale, Transform::IDENTITY.scale),
        ..Node::default()
    }
}

/// States for the nodes that channels hide whether they are visible in the rest pose, so that pointers have a target: all but those
/// that no clip shows.
pub(super) fn reveal(stage: &Stage<'_>, root: &mut Root) {
    for (node, member) in root.nodes.iter_mut().zip(&stage.nodes).filter(|(_, member)| member.hidden) {
        node.extensions = Json::new(json!({ VISIBILITY: { "visible": !member.never } }));
    }
}
