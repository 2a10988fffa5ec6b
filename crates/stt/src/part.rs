//! A part of a document: one state and the states that it plays.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use crate::links::by_name;
use crate::{Body, Stt};

/// The document with the state of this index and the states that it plays, directly or through others; `None` if there is no
/// such state. A name that refers to no state is kept.
pub(crate) fn of(stt: &Stt, index: usize) -> Option<Stt> {
    stt.states.get(index)?;
    let named = by_name(stt);
    let mut is_kept = vec![false; stt.states.len()];
    let mut open = vec![index];
    while let Some(state) = open.pop() {
        let Some(kept) = is_kept.get_mut(state).filter(|kept| !**kept) else { continue };
        *kept = true;
        let Some(Body::Keyframe(keyframes)) = stt.states.get(state).map(|state| &state.body) else {
            continue;
        };
        open.extend(keyframes.keys.iter().filter_map(|key| named.get(key.name.as_bytes())));
    }
    let mut part = stt.clone();
    let mut kept = is_kept.into_iter();
    part.states.retain(|_| kept.next() == Some(true));
    Some(part)
}
