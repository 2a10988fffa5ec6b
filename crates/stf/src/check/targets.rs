//! Checks of the targets of tracks.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use anim_core::nearest;

use super::path::short;
use crate::scene::{Scene, bone_path};
use crate::{Form, Resource, Stf, Target};

/// If there are more blendshapes than this, or longer names, none is suggested.
const FEW: usize = 256;

/// The nodes, bones and blendshapes that targets can name.
pub(super) struct Targets<'a> {
    stf: &'a Stf,
    scene: &'a Scene,
    /// The blendshapes of the nodes looked up so far.
    morphs: RefCell<HashMap<usize, HashSet<String>>>,
}

/// The words after the node of a target that readers know; all others belong to extensions.
const STEPS: &[&str] = &["t", "r", "s", "r_euler", "enabled", "instance", "components"];

/// Words that other formats have for these properties, none of which is near enough to be found.
const OTHER_WORDS: &[(&str, &str)] =
    &[("translation", "t"), ("position", "t"), ("location", "t"), ("rotation", "r"), ("scale", "s")];

/// The word of a target that is probably misspelt, and the known word nearest to it.
fn misspelt(target: &Target) -> Option<(&str, &'static str)> {
    let word = target.name(1)?;
    let alike = STEPS.iter().find(|known| known.eq_ignore_ascii_case(word)).copied();
    if alike == Some(word) || word.len() >= FEW {
        return None;
    }
    let other =
        || OTHER_WORDS.iter().find(|(other, _)| other.eq_ignore_ascii_case(word)).map(|(_, own)| *own);
    // Every word of one or two letters is near to some known one.
    let near = || if word.len() > 2 { nearest(word, STEPS.iter().copied()) } else { None };
    Some((word, alike.or_else(other).or_else(near)?))
}

impl<'a> Targets<'a> {
    pub(super) fn of(stf: &'a Stf, scene: &'a Scene) -> Self {
        Self { stf, scene, morphs: RefCell::default() }
    }

    /// Why a target moves nothing: the part of it that the document does not have, or that no reader knows; `None` if it has
    /// everything.
    pub(super) fn missing(&self, target: &Target) -> Option<String> {
        if target.0.is_empty() {
            return Some("the target is empty, expected the id of a node and a property".to_owned());
        }
        if let Some((word, near)) = misspelt(target) {
            return Some(format!("no reader knows `{}` in the target; did you mean `{near}`?", short(word)));
        }
        if self.stf.form() == Form::Animation {
            return None;
        }
        let id = target.name(0)?;
        match self.kind(id) {
            Some("stf.node") => {}
            Some(other) => {
                return Some(format!("`{}` is a `{}`, expected an `stf.node`", short(id), short(other)));
            }
            None => return Some(format!("the document has no node with the id `{}`", short(id))),
        }
        if target.name(1) != Some("instance") {
            return None;
        }
        let node = self.scene.at_path(id);
        match (target.name(2)?, target.0.len()) {
            ("blendshape", 5) => self.missing_shape(node?, target.name(3)?),
            (bone, 4) if bone != "material" => {
                let known = self.scene.at_path(&bone_path(id, bone)).is_some();
                // A node that the root does not reach is in no scene.
                if known || node.is_none() && self.kind(bone) == Some("stf.bone") {
                    return None;
                }
                Some(format!("the node `{}` has no bone with the id `{}`", short(id), short(bone)))
            }
            _ => None,
        }
    }

    fn kind(&self, id: &str) -> Option<&'a str> {
        self.stf.resource(id).map(Resource::kind)
    }

    fn missing_shape(&self, node: usize, shape: &str) -> Option<String> {
        let index = node;
        let node = self.scene.nodes.get(index)?;
        let mut morphs = self.morphs.borrow_mut();
        let known = morphs.entry(index).or_insert_with(|| node.morphs.iter().cloned().collect());
        if known.contains(shape) {
            return None;
        }
        let message = format!("the node `{}` has no blendshape `{}`", short(&node.name), short(shape));
        let candidates = node.morphs.iter().map(String::as_str).take(FEW).filter(|morph| morph.len() < FEW);
        let near = if shape.len() < FEW { nearest(shape, candidates) } else { None };
        let near = near.map_or_else(String::new, |near| format!("; did you mean `{}`?", short(near)));
        Some(message + &near)
    }
}
