//! The names of the states and nodes that a player plays.

use std::collections::HashMap;
use std::ops::Deref;

use anim_core::Node;

use crate::Stt;
use crate::links::by_name;
use crate::machine::Machine;

/// States by name, and nodes.
#[derive(Debug)]
pub(super) struct Cast {
    /// By displayed name.
    states: HashMap<String, usize>,
    pub(super) nodes: Vec<Node>,
}

impl Cast {
    pub(super) fn new<D: Deref<Target = Stt>>(machine: &Machine<D>) -> Self {
        let mut first: Vec<_> = by_name(&machine.stt).into_iter().collect();
        // A name that is the text itself comes before one that is displayed like it.
        first.sort_unstable_by_key(|(name, state)| (std::str::from_utf8(name).is_err(), *state));
        let mut states = HashMap::with_capacity(first.len());
        for (_, state) in first {
            states.entry(machine.stt.states[state].name.to_string()).or_insert(state);
        }
        let nodes = machine.nodes.iter().map(|label| Node::new(label.to_string())).collect();
        Self { states, nodes }
    }

    /// The first state with this name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.states.get(name).copied()
    }
}
