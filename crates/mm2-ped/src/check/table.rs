//! The checks of a state table.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::{HashMap, HashSet};

use anim_core::{Location, Sink, Span, nearest};

use crate::states::{FieldOrigins, Line, has_semicolons, is_comment};
use crate::text::displayed;
use crate::{Anim, State, StateTable, codes};

/// Checks a table with the clips that are in its folder.
pub(super) fn check(table: &StateTable, clips: &[(String, Anim)], sink: &mut dyn Sink) {
    let names: HashSet<_> = table.states().iter().map(|state| state.name.as_str()).collect();
    let frames: HashMap<_, _> =
        clips.iter().map(|(name, anim)| (name.to_lowercase(), anim.frames())).collect();
    if table.states().is_empty() {
        let message = "the table has no states, expected one in each line that does not begin with `#`";
        sink.report(codes::NO_STATE.at(Location::default(), message));
    }
    let (mut seen, mut count) = (HashSet::new(), 0..);
    for (number, line) in table.lines().enumerate() {
        let state = match &line {
            Line::State(state, _) => state,
            Line::Text(text) => {
                if !is_comment(text.as_bytes()) {
                    let message = if has_semicolons(text.as_bytes()) {
                        "the fields of the state are separated by semicolons, expected commas"
                    } else {
                        "the line is not a state, expected a name, a clip, the first and last frame, four numbers and an \
                         optional next state; empty fields are skipped"
                    };
                    sink.report(codes::STATE.at(table.location(number), message));
                }
                continue;
            }
        };
        let index = count.next().unwrap_or(0);
        let at = |of: fn(FieldOrigins) -> Span| table.field(index, number, of);
        let name = displayed(&state.name);
        if !seen.insert(state.name.clone()) {
            let message = format!("`{name}` is the name of an earlier state, expected different names");
            sink.report(codes::REPEATED_STATE.at(at(|fields| fields.name), message));
        }
        match &state.next {
            None => {
                let message = format!("`{name}` has no next state");
                sink.report(codes::DEAD_END.at(table.location(number), message));
            }
            Some(next) if !names.contains(next.as_str()) => {
                let message = format!(
                    "the next state of `{name}` is `{}`, expected a state of the table{}",
                    displayed(next),
                    suggestion(next, table)
                );
                sink.report(codes::NEXT.at(at(|fields| fields.next), message));
            }
            Some(_) => {}
        }
        let frames = frames.get(&state.clip.to_lowercase()).copied();
        window(state, frames, at(|fields| fields.frames), sink);
    }
}

/// The known state name nearest to a misspelt one, as the end of a message.
fn suggestion(name: &str, table: &StateTable) -> String {
    // Searching long names or long tables would take too long.
    let names = table.states().iter().take(MOST_SUGGESTED).map(|state| state.name.as_str());
    let names = names.filter(|known| known.len().max(name.len()) <= LONGEST_SUGGESTED);
    nearest(name, names).map_or(String::new(), |near| format!("; did you mean `{}`?", displayed(near)))
}

/// The maximum number of states that are compared with a misspelt name; the game's own tables have 24.
const MOST_SUGGESTED: usize = 256;

/// The maximum length of a name that is compared, in bytes.
const LONGEST_SUGGESTED: usize = 64;

/// Checks the window of a state on a clip with this number of frames, if that is known. A window that ends one frame after the
/// clip is usual: the game's own tables have such windows.
pub(super) fn window(state: &State, frames: Option<usize>, at: Location, sink: &mut dyn Sink) {
    let most = frames.map_or(i64::MAX, |frames| (frames as i64).saturating_add(1));
    let [first, last] = [state.first, state.last].map(i64::from);
    let fits = |number: i64| (1..=most).contains(&number);
    let starts = frames.is_none_or(|frames| first.min(last) <= frames as i64);
    if !(fits(first) && fits(last) && starts) {
        let clip = match frames {
            Some(frames) => format!("frames from 1 to {frames}"),
            None => "frames from 1".to_owned(),
        };
        let message = format!(
            "`{}` shows the frames {first} to {last} of `{}`, expected {clip}",
            displayed(&state.name),
            displayed(&state.clip)
        );
        sink.report(codes::WINDOW.at(at, message));
    }
}
