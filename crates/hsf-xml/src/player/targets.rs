//! The targets that inputs may name.

use std::collections::HashMap;

use anim_core::{Node, UnknownName};

use super::watchers::{Watchers, around};
use crate::program::Program;
use crate::{Input, Target, TargetKind};

/// A target that inputs may name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InputTarget {
    /// Its name, without a prefix.
    pub name: String,
    /// The index of its node; `None` if no animation moves it.
    pub node: Option<usize>,
    /// The inputs for which a condition waits, at the target or at a target around it.
    pub inputs: Vec<Input>,
}

/// The targets by name.
#[derive(Debug)]
pub(super) struct Targets {
    pub(super) list: Vec<InputTarget>,
    /// By lower-case name.
    known: HashMap<String, usize>,
}

impl Targets {
    pub(super) fn new(nodes: &[Node], program: &Program, watchers: &Watchers) -> Self {
        let mut targets = Self { list: Vec::new(), known: HashMap::new() };
        for (index, node) in nodes.iter().enumerate() {
            targets.add(&node.name, Some(index), watchers);
        }
        let conditions = program.sensors.iter().flat_map(|sensor| &sensor.conditions);
        for target in conditions.filter_map(|condition| program.object_of(&condition.target)) {
            if !targets.known.contains_key(&target.to_ascii_lowercase()) {
                targets.add(target, None, watchers);
            }
        }
        targets
    }

    fn add(&mut self, name: &str, node: Option<usize>, watchers: &Watchers) {
        let mut inputs: Vec<Input> = watchers.inputs_on(name).into_iter().map(|(input, _)| input).collect();
        inputs.sort_unstable();
        inputs.dedup();
        self.known.entry(name.to_ascii_lowercase()).or_insert(self.list.len());
        self.list.push(InputTarget { name: name.to_owned(), node, inputs });
    }

    /// The object that a text names: a target of the list, a part of one, or the object of a `TargetObject`.
    pub(super) fn resolve(&self, text: &str, program: &Program) -> Result<String, UnknownName> {
        let target = Target::parse(text);
        let name = target.and_then(|target| match target.kind {
            TargetKind::Object => program.object(target.name).map(|name| &**name),
            _ => Some(target.name),
        });
        let is_known =
            |name: &&str| around(&name.to_ascii_lowercase()).any(|name| self.known.contains_key(name));
        let known = || self.list.iter().map(|target| target.name.as_str());
        let found = name.filter(is_known).map(str::to_owned);
        found.ok_or_else(|| UnknownName::new("target", text, known()))
    }
}
