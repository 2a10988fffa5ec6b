//! Which state each key plays, and which keys drive nothing.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::HashMap;

use anim_core::{Sink, nearest};

use crate::{Body, Key, Label, Stt, codes};

/// What the name of a key refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    /// The state of this index.
    To(usize),
    /// No state has the name.
    Unknown,
    /// The state contains this key, directly or through other states.
    Cycle,
    /// The state is nested too deeply.
    Deep,
}

impl Link {
    /// The index of the state; `None` if the key drives nothing.
    pub(crate) fn state(self) -> Option<usize> {
        if let Self::To(state) = self { Some(state) } else { None }
    }
}

/// The links of all keys, by state and key. Following links takes at most `depth` steps.
#[derive(Debug)]
pub(crate) struct Links {
    states: Vec<Vec<Link>>,
    depth: usize,
}

/// A state whose keys are being resolved: the number of resolved keys, and the nesting depth of the states that they play.
struct Visit {
    state: usize,
    done: usize,
    below: usize,
}

impl Links {
    /// Resolves all names. A key that plays a state with `depth` nested sequences drives nothing.
    ///
    /// If several states have the same name, it refers to the first. In a cycle, the key that closes it drives nothing; the
    /// search visits the states in file order.
    pub(crate) fn new(stt: &Stt, depth: usize) -> Self {
        let names = by_name(stt);
        let keys = |state: usize| keys_of(stt, state);
        let mut links = Self {
            states: (0..stt.states.len()).map(|state| Vec::with_capacity(keys(state).len())).collect(),
            depth,
        };
        // The number of nested keyframe states in each state, including itself; `None` while unknown.
        let mut heights: Vec<Option<usize>> = vec![None; stt.states.len()];
        let mut open = vec![false; stt.states.len()];
        for first in 0..stt.states.len() {
            let mut path = Vec::new();
            let visit = |state: usize, path: &mut Vec<Visit>, open: &mut Vec<bool>| {
                if let Some(open) = open.get_mut(state) {
                    *open = true;
                }
                path.push(Visit { state, done: 0, below: 0 });
            };
            if height(&heights, first).is_none() {
                visit(first, &mut path, &mut open);
            }
            while let Some(top) = path.last_mut() {
                let Some(key) = keys(top.state).get(top.done) else {
                    let is_single =
                        matches!(stt.states.get(top.state).map(|state| &state.body), Some(Body::Single(_)));
                    let own = if is_single { 0 } else { top.below.saturating_add(1) };
                    let state = top.state;
                    if let (Some(height), Some(open)) = (heights.get_mut(state), open.get_mut(state)) {
                        (*height, *open) = (Some(own), false);
                    }
                    path.pop();
                    continue;
                };
                let link = match names.get(key.name.as_bytes()) {
                    None => Link::Unknown,
                    Some(&target) if open.get(target) == Some(&true) => Link::Cycle,
                    Some(&target) => match height(&heights, target) {
                        None => {
                            visit(target, &mut path, &mut open);
                            continue;
                        }
                        Some(height) if height >= depth => Link::Deep,
                        Some(height) => {
                            top.below = top.below.max(height);
                            Link::To(target)
                        }
                    },
                };
                top.done = top.done.saturating_add(1);
                if let Some(links) = links.states.get_mut(top.state) {
                    links.push(link);
                }
            }
        }
        links
    }

    /// The link of a key.
    pub(crate) fn of(&self, state: usize, key: usize) -> Link {
        self.states.get(state).and_then(|links| links.get(key)).copied().unwrap_or(Link::Unknown)
    }

    /// Reports every key that drives nothing.
    pub(crate) fn report(&self, stt: &Stt, sink: &mut dyn Sink) {
        let mut near = None;
        for (state, links) in self.states.iter().enumerate() {
            for (key, (place, link)) in keys_of(stt, state).iter().zip(links.iter().enumerate()) {
                let name = &key.name;
                let (code, message) = match link {
                    Link::To(_) => continue,
                    Link::Unknown => {
                        let near = near.get_or_insert_with(|| Suggestions::new(stt)).of(name);
                        (
                            &codes::UNKNOWN_STATE,
                            format!("there is no state `{name}`: the key drives nothing{near}"),
                        )
                    }
                    Link::Cycle => (
                        &codes::CYCLE,
                        format!("the state `{name}` contains this key, which therefore drives nothing"),
                    ),
                    Link::Deep => (
                        &codes::DEPTH,
                        format!(
                            "the state `{name}` contains {} levels of keyframe states, expected fewer: the key drives nothing",
                            self.depth
                        ),
                    ),
                };
                let at = name.origin.location(format!("state[{state}]/key[{place}]"));
                sink.report(code.at(at, message));
            }
        }
    }
}

/// The known names nearest to unknown ones.
pub(crate) struct Suggestions {
    known: Vec<String>,
    /// The number of further names that may be looked up: each is compared with all known names.
    left: usize,
}

/// The maximum number of unknown names that get a suggestion, and the maximum number of known names.
const SUGGESTIONS: [usize; 2] = [32, 1024];

impl Suggestions {
    /// The names of the states.
    pub(crate) fn new(stt: &Stt) -> Self {
        Self::among(stt.states.iter().map(|state| &state.name))
    }

    /// Suggestions from these names.
    pub(crate) fn among<'a>(names: impl ExactSizeIterator<Item = &'a Label>) -> Self {
        let [left, most] = SUGGESTIONS;
        let left = if names.len() <= most { left } else { 0 };
        Self { known: if left > 0 { names.map(ToString::to_string).collect() } else { Vec::new() }, left }
    }

    /// The end of a message with the name nearest to an unknown one; empty if none is near.
    pub(crate) fn of(&mut self, name: &Label) -> String {
        let Some(left) = self.left.checked_sub(1).filter(|_| name.as_bytes().len() <= MOST_BYTES) else {
            return String::new();
        };
        self.left = left;
        let known = self.known.iter().map(String::as_str).filter(|known| known.len() <= MOST_BYTES);
        nearest(&name.to_string(), known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
    }
}

/// Longer names are not compared.
const MOST_BYTES: usize = 64;

/// The first state with each name.
pub(crate) fn by_name(stt: &Stt) -> HashMap<&[u8], usize> {
    let mut names = HashMap::with_capacity(stt.states.len());
    for (index, state) in stt.states.iter().enumerate() {
        names.entry(state.name.as_bytes()).or_insert(index);
    }
    names
}

fn keys_of(stt: &Stt, state: usize) -> &[Key] {
    match stt.states.get(state).map(|state| &state.body) {
        Some(Body::Keyframe(keyframes)) => &keyframes.keys,
        _ => &[],
    }
}

fn height(heights: &[Option<usize>], state: usize) -> Option<usize> {
    heights.get(state).copied().flatten()
}
