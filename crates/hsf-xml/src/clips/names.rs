//! The names of clips.

use std::collections::HashMap;

use crate::Whole;
use crate::members::{Member, members, whole};
use crate::program::Program;

/// The name of the clip of the complete document.
pub(crate) const WHOLE: &str = "*";

/// Whether the complete document becomes a clip.
pub(super) fn has_whole(program: &Program, option: Whole) -> bool {
    let whole = whole(program);
    let drives = |member: &&Member| !program.animations[member.animation].tracks.is_empty();
    match option {
        Whole::Never => false,
        Whole::Always => whole.playing.iter().chain(&whole.still).any(|member| drives(&member)),
        Whole::Auto => {
            let mut tops =
                whole.playing.iter().filter(drives).map(|member| program.outermost(member.animation));
            let first = tops.next();
            tops.any(|top| Some(top) != first)
        }
    }
}

/// The animations that become clips, and the names of the clips, each unique.
pub(crate) fn clip_names(program: &Program, option: Whole) -> Vec<(usize, String)> {
    // The last number that was appended to each name.
    let mut numbers = HashMap::new();
    if has_whole(program, option) {
        numbers.insert(WHOLE.to_owned(), 1);
    }
    let plays = |top: &usize| {
        let mut members = members(program, *top, 0.0).into_iter();
        members.any(|member| !program.animations[member.animation].tracks.is_empty())
    };
    program.top().filter(plays).map(|top| (top, fresh(&program.path(top), &mut numbers))).collect()
}

/// A name that no other clip has.
fn fresh(name: &str, numbers: &mut HashMap<String, usize>) -> String {
    let mut fresh = name.to_owned();
    let mut number = numbers.get(name).copied().unwrap_or(1);
    while numbers.contains_key(&fresh) {
        number += 1;
        fresh = format!("{name} ({number})");
    }
    numbers.insert(fresh.clone(), 1);
    numbers.insert(name.to_owned(), number);
    fresh
}
