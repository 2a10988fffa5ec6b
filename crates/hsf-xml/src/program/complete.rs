//! What a `TargetObject` states of a target holds for all animations of the target.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::model::Animation;
use super::resolved::ResolvedTarget;
use crate::TargetKind;

/// A target as animations name it.
pub(super) type Named = (TargetKind, Arc<str>);

/// Gives targets without a pivot, rotation and scale those that a `TargetObject` of the same target states. Of several that
/// differ the first one counts. Returns the targets of these.
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
