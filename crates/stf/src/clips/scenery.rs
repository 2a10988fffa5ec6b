//! The parts of a document that clips cannot hold.

use std::collections::BTreeMap;

use anim_core::Report;

use crate::path::short;
use crate::{Stf, codes};

/// The types of resources that are represented in clips: as nodes, or as the clips themselves.
const CARRIED: &[&str] =
    &["stf.animation", "stf.node", "stf.bone", "stf.armature", "stf.instance.armature", "stf.prefab"];

/// The maximum number of types that get their own loss; all further types share one.
const MOST: usize = 64;

/// Reports resources that no clip holds, with their number, and the reset animations. Nodes are in clips, if there is one.
pub(super) fn report(stf: &Stf, report: &mut Report) {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut prefabs, mut nodes, mut animations) = (0usize, 0usize, 0usize);
    for resource in stf.resources() {
        let kind = resource.kind();
        prefabs += usize::from(kind == "stf.prefab" && stf.root() != Some(resource.id()));
        nodes += usize::from(matches!(kind, "stf.node" | "stf.bone"));
        animations += usize::from(resource.is_animation());
        if !CARRIED.contains(&kind) {
            *kinds.entry(kind).or_default() += 1;
        }
    }
    let mut dropped = |message: String| report.lose(codes::SCENE.dropped(message));
    if prefabs > 0 {
        dropped(format!("not in the clips: prefabs other than the root, with their nodes ({prefabs})"));
    }
    if nodes > 0 && animations == 0 {
        dropped(format!("not in the clips, since there is none: nodes and bones ({nodes})"));
    }
    let further: usize = kinds.values().skip(MOST).sum();
    for (kind, count) in kinds.into_iter().take(MOST) {
        let what = match kind {
            "stf.mesh" => "meshes with their skin weights and blendshapes",
            "stf.material" => "materials",
            "stf.instance.mesh" => "instances of meshes with their materials and skins",
            "stf.instance.prefab" => "instances of prefabs",
            "" => "resources without a type",
            _ => "resources",
        };
        dropped(format!("not in the clips: {what} ({count}, type `{}`)", short(kind)));
    }
    if further > 0 {
        dropped(format!("not in the clips: resources of further types ({further})"));
    }
    let referring = stf.animations().filter(|(_, animation)| animation.reset_animation.is_some()).count();
    let resetting =
        stf.animations().filter(|(_, animation)| animation.is_reset_animation == Some(true)).count();
    if referring > 0 || resetting > 0 {
        let message = format!(
            "only STF has reset animations: `reset_animation` ({referring}) and `is_reset_animation` ({resetting}) are lost"
        );
        report.lose(codes::RESET.dropped(message));
    }
}
