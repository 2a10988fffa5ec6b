//! The names of clips.

use anim_core::UniqueNames;

use crate::Whole;
use crate::members::{Member, members, whole};
use crate::program::Program;

/// The name of the clip of the complete document.
pub(crate) const WHOLE: &str = "*";

/// Whether the complete document becomes a clip.
pub(super) fn has_whole(program: &Program, option: Whole) -> bool {
    let whole = whole(program);
    let has_tracks = |animation: usize| !program.animations[animation].tracks.is_empty();
    let drives = |member: &&Member| has_tracks(member.animation);
    match option {
        Whole::Never => false,
        Whole::Always => {
            whole.playing.iter().any(|member| drives(&member)) || whole.still.into_iter().any(has_tracks)
        }
        Whole::Auto => {
            let mut tops =
                whole.playing.iter().filter(drives).map(|member| program.outermost(member.animation));
            let first = tops.next();
            // The clip of one animation begins after its delay.
            first.is_some_and(|top| program.start(top) > 0.0) || tops.any(|top| Some(top) != first)
        }
    }
}

/// The animations that become clips, and the unique names of the clips.
pub(crate) fn clip_names(program: &Program, option: Whole) -> Vec<(usize, String)> {
    let mut names = UniqueNames::default();
    if has_whole(program, option) {
        names.take(WHOLE);
    }
    let plays = |top: &usize| {
        let mut members = members(program, *top).into_iter();
        members.any(|member| !program.animations[member.animation].tracks.is_empty())
    };
    program.top().filter(plays).map(|top| (top, names.take(program.path(top)).into_owned())).collect()
}
