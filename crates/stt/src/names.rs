//! The names of clips.

use std::borrow::Cow;

use anim_core::UniqueNames;

use crate::Stt;

/// The names of the clips of a file's states.
pub(crate) fn clip_names(stt: &Stt) -> Vec<Cow<'_, str>> {
    let mut names = UniqueNames::default();
    stt.states.iter().map(|state| names.take(state.name.to_text())).collect()
}
