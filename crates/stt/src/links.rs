//! Which state each key leads to, and which keys lead nowhere.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::HashMap;

use anim_core::Sink;

use crate::{Body, Key, Stt, codes};

/// What the name of a key leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    /// The state of this index.
    To(usize),
    /// There is no state of that name.
    Unknown,
    /// The state plays this key itself, perhaps by way of others.
    Cycle,
    /// The state is nested as deep as may be.
    Deep,
}

impl Link {
    /// The state, if there is one to play.
    pub(crate) fn state(self) -> Option<usize> {
        if let Self::To(state) = self { Some(state) } else { None }
    }
}

/// The links of all keys, by state and key. Following them always ends, in no more steps than the depth.
#[derive(Debug)]
pub(crate) struct Links {
    states: Vec<Vec<Link>>,
    depth: usize,
}

/// A state that is being looked at: how many keys are done, and how deep the states are that they lead to.
struct Visit {
    state: usize,
    done: usize,
    below: usize,
}

impl Links {
    /// Resolves all names; a key that would lead `depth` sequences deep leads nowhere.
    ///
    /// Of several states of one name the first counts. Of the keys of a cycle the one that closes it, looking at the
    /// states in the file's order, leads nowhere.
    pub(crate) fn new(stt: &Stt, depth: usize) -> Self {
        let names = by_name(stt);
        let keys = |state: usize| keys_of(stt, state);
        let mut links = Self {
            states: (0..stt.states.len()).map(|state| Vec::with_capacity(keys(state).len())).collect(),
            depth,
        };
        // Keyframe states that a state leads through, itself included; none for one that is not done yet.
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

    /// Reports every key that leads nowhere.
    pub(crate) fn report(&self, stt: &Stt, sink: &mut dyn Sink) {
        for (state, links) in self.states.iter().enumerate() {
            for (key, (place, link)) in keys_of(stt, state).iter().zip(links.iter().enumerate()) {
                let name = &key.name;
                let (code, message) = match link {
                    Link::To(_) => continue,
                    Link::Unknown => {
                        (&codes::UNKNOWN_STATE, format!("there is no state `{name}`: the key drives nothing"))
                    }
                    Link::Cycle => (
                        &codes::CYCLE,
                        format!("the state `{name}` leads back to this key, which therefore drives nothing"),
                    ),
                    Link::Deep => (
                        &codes::DEPTH,
                        format!(
                            "the state `{name}` is nested {} deep, expected less: the key drives nothing",
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

/// The first state of each name.
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
