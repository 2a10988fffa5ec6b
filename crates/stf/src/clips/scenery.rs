//! The parts of a document that clips cannot hold.

use std::collections::BTreeMap;

use anim_core::Report;

use crate::check::short;
use crate::{Stf, codes};

/// The types of resources that are represented in clips: as nodes, or as the clips themselves.
const CARRIED: &[&str] =
    &["stf.animation", "stf.node", "stf.bone", "stf.armature", "stf.instance.armature", "stf.prefab"];

/// The maximum number of types that get their own loss; all further types share one.
const MOST: usize = 64;

/// Reports resources that no clip holds, with their number, and the reset animations.
pub(super) fn report(stf: &Stf, report: &mut Report) {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut prefabs = 0usize;
    for resource in stf.resources() {
        let kind = resource.kind();
        prefabs += usize::from(kind == "stf.prefab" && stf.root() != Some(resource.id()));
        if !CARRIED.contains(&kind) {
            *kinds.entry(kind).or_default() += 1;
        }
    }
    let mut dropped = |message: String| report.lose(codes::SCENE.dropped(message));
    if prefabs > 0 {
        dropped(format!("{prefabs} prefabs other than the root are not in the clips, nor are their nodes"));
    }
    let further: usize = kinds.values().skip(MOST).sum();
    for (kind, count) in kinds.into_iter().take(MOST) {
        let what = match kind {
            "stf.mesh" => "meshes, with their skin weights and blendshapes,",
            "stf.material" => "materials",
            "stf.instance.mesh" => "instances of meshes, with their materials and skins,",
            "stf.instance.prefab" => "instances of prefabs",
            "" => "resources without a type",
            _ => "resources",
        };
        dropped(format!("{count} {what} are not in the clips (type `{}`)", short(kind)));
    }
    if further > 0 {
        dropped(format!("{further} resources of further types are not in the clips"));
    }
    let referring = stf.animations().filter(|(_, animation)| animation.reset_animation.is_some()).count();
    let resetting =
        stf.animations().filter(|(_, animation)| animation.is_reset_animation == Some(true)).count();
    if referring > 0 || resetting > 0 {
        let message = format!(
            "only STF has reset animations: {referring} animations refer to one (`reset_animation`), and {resetting} \
             are one (`is_reset_animation`)"
        );
        report.lose(codes::RESET.dropped(message));
    }
}
