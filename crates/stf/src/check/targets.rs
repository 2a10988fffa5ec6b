//! Checks of the targets of tracks.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use anim_core::nearest;

use crate::path::short;
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

/// The properties of bones.
const OF_BONES: &[&str] = &["t", "r", "s", "r_euler"];

/// The values of the properties of materials.
const OF_MATERIALS: &[&str] = &["color", "number"];

/// Words that other formats have for these properties, none of which is near enough to be found.
const OTHER_WORDS: &[(&str, &str)] =
    &[("translation", "t"), ("position", "t"), ("location", "t"), ("rotation", "r"), ("scale", "s")];

/// The steps of a target that are words, with the words that readers know there. Instances of each type have their own properties,
/// which are not among them.
fn words(target: &Target) -> impl Iterator<Item = (usize, &'static [&'static str])> {
    let last: Option<(usize, &[&str])> = match (target.name(1), target.name(2), target.0.len()) {
        (Some("instance"), Some("blendshape"), 5) => Some((4, &["value"])),
        (Some("instance"), Some("material"), 7) => Some((6, OF_MATERIALS)),
        (Some("instance"), _, 4) => Some((3, OF_BONES)),
        _ => None,
    };
    [(1, STEPS)].into_iter().chain(last)
}

/// Whether a target ends before the property that it should name.
fn is_cut_short(target: &Target) -> bool {
    let is_group = |word: &str| matches!(word, "instance" | "components");
    let is_list = |word: &str| matches!(word, "blendshape" | "material");
    match target.0.len() {
        1 => true,
        2 => target.name(1).is_some_and(is_group),
        3 => target.name(1) == Some("instance") && target.name(2).is_some_and(is_list),
        _ => false,
    }
}

/// The word of a target that is probably misspelt, and the known word nearest to it.
fn misspelt(target: &Target) -> Option<(&str, &'static str)> {
    words(target).find_map(|(step, known)| {
        let word = target.name(step)?;
        Some((word, meant(word, known)?))
    })
}

/// The known word that another one is probably meant to be.
fn meant(word: &str, known: &[&'static str]) -> Option<&'static str> {
    let alike = known.iter().find(|known| known.eq_ignore_ascii_case(word)).copied();
    if alike == Some(word) || word.len() >= FEW {
        return None;
    }
    let other = || {
        let own = OTHER_WORDS.iter().find(|(other, _)| other.eq_ignore_ascii_case(word)).map(|(_, own)| *own);
        own.filter(|own| known.contains(own))
    };
    // Every word of one or two letters is near to some known one.
    let near = || if word.len() > 2 { nearest(word, known.iter().copied()) } else { None };
    alike.or_else(other).or_else(near)
}

impl<'a> Targets<'a> {
    pub(super) fn of(stf: &'a Stf, scene: &'a Scene) -> Self {
        Self { stf, scene, morphs: RefCell::default() }
    }

    /// Why a target moves nothing: the part of it that the document does not have, that is missing, or that is probably misspelt;
    /// `None` if it has everything.
    pub(super) fn missing(&self, target: &Target) -> Option<String> {
        if target.0.is_empty() {
            return Some("the target is empty, expected the id of a node and a property".to_owned());
        }
        if is_cut_short(target) {
            return Some("the target ends before the property that it should name".to_owned());
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
