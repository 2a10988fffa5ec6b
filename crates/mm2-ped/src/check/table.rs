//! The rules for a state table.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::{HashMap, HashSet};

use anim_core::{Location, Sink};

use crate::states::{self, Line, is_comment};
use crate::{Anim, State, StateTable, codes};

/// Checks a table with those of its clips that are there.
pub(super) fn check(table: &StateTable, clips: &[(String, Anim)], sink: &mut dyn Sink) {
    let names: HashSet<_> = table.states().iter().map(|state| state.name.as_str()).collect();
    let frames: HashMap<_, _> =
        clips.iter().map(|(name, anim)| (name.to_lowercase(), anim.frames())).collect();
    if table.states().is_empty() {
        let message = "the table has no state, expected one in each line that does not begin with `#`";
        sink.report(codes::NO_STATE.at(Location::default(), message));
    }
    let mut seen = HashSet::new();
    for (number, line) in table.lines().enumerate() {
        let at = || states::place(number);
        let state = match &line {
            Line::State(state, _) => state,
            Line::Text(text) => {
                if !is_comment(text.as_bytes()) {
                    let message = "this is no state, expected a name, a clip, the first and last frame, four numbers and \
                                   perhaps a state; empty fields do not count";
                    sink.report(codes::STATE.at(at(), message));
                }
                continue;
            }
        };
        let name = &state.name;
        if !seen.insert(name.clone()) {
            let message = format!("there is a state {name} before, expected one of each name");
            sink.report(codes::REPEATED_STATE.at(at(), message));
        }
        match &state.next {
            None => {
                let message = format!("{name} leads nowhere, expected a next state");
                sink.report(codes::DEAD_END.at(at(), message));
            }
            Some(next) if !names.contains(next.as_str()) => {
                let message = format!("{name} leads to {next}, expected one of the table's states");
                sink.report(codes::NEXT.at(at(), message));
            }
            Some(_) => {}
        }
        window(state, frames.get(&state.clip.to_lowercase()).copied(), at(), sink);
    }
}

/// Checks the window of a state on a clip of so many frames, if they are known. One frame beyond is usual: the game's own
/// tables have it.
pub(super) fn window(state: &State, frames: Option<usize>, at: Location, sink: &mut dyn Sink) {
    let most = frames.map_or(i64::MAX, |frames| (frames as i64).saturating_add(1));
    let [first, last] = [state.first, state.last].map(i64::from);
    let fits = |number: i64| (1..=most).contains(&number);
    let starts = frames.is_none_or(|frames| first.min(last) <= frames as i64);
    if !(fits(first) && fits(last) && starts) {
        let clip = match frames {
            Some(frames) => format!("{frames} frames from 1"),
            None => "numbers from 1".to_owned(),
        };
        let message =
            format!("{} shows the frames {first} to {last} of {}, expected {clip}", state.name, state.clip);
        sink.report(codes::WINDOW.at(at, message));
    }
}
