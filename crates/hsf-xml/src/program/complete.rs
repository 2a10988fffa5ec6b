//! Applies the transform of a `TargetObject` to all animations of the same target.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::model::Animation;
use super::resolved::{Named, ResolvedTarget};

/// Gives targets without a pivot, rotation and scale those of a `TargetObject` for the same target. If several differ, the
/// first one is used. Returns the targets for which they differ.
pub(super) fn complete(animations: &mut [Animation]) -> HashSet<Named> {
    let mut stated: HashMap<Named, Arc<ResolvedTarget>> = HashMap::new();
    let mut contested = HashSet::new();
    let targets = || animations.iter().filter_map(|animation| animation.target.as_ref());
    for target in targets().filter(|target| !target.is_plain()) {
        let first = stated.entry((target.kind, target.name.clone())).or_insert_with(|| target.clone());
        if !first.is_placed_as(target) {
            contested.insert((target.kind, target.name.clone()));
        }
    }
    for target in animations.iter_mut().filter_map(|animation| animation.target.as_mut()) {
        let stated = stated.get(&(target.kind, target.name.clone()));
        if let Some(stated) = stated.filter(|_| target.is_plain()) {
            *target = Arc::new(target.placed_as(stated));
        }
    }
    contested
}
