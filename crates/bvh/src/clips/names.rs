//! Unique names.

use std::collections::{HashMap, HashSet};

/// The maximum number of bytes of a parent's name in the name of an end site, so that many end sites of a parent with a long name
/// stay small.
const MAX_PART: usize = 64;

/// Unique names for nodes.
///
/// The first of several nodes with the same name keeps it. The others get the next free one of `NAME_2`, `NAME_3`, …, as do nodes
/// without a name whose new name is taken.
pub(crate) struct Unique {
    /// The given names of all nodes and the new names so far.
    taken: HashSet<String>,
    /// The given names that a node has kept.
    used: HashSet<String>,
    /// The last number for each name.
    numbers: HashMap<String, u64>,
}

impl Unique {
    /// For nodes with these names. Empty ones are no names.
    pub(crate) fn new(names: impl IntoIterator<Item = String>) -> Self {
        let taken = names.into_iter().filter(|name| !name.is_empty()).collect();
        Self { taken, used: HashSet::new(), numbers: HashMap::new() }
    }

    /// The unique name of a node with a given name.
    pub(crate) fn given(&mut self, name: &str) -> String {
        if self.used.insert(name.to_owned()) { name.to_owned() } else { self.numbered(name) }
    }

    /// The unique name of a node without one, made from this name.
    pub(crate) fn made(&mut self, name: &str) -> String {
        if self.taken.insert(name.to_owned()) {
            self.used.insert(name.to_owned());
            name.to_owned()
        } else {
            self.numbered(name)
        }
    }

    fn numbered(&mut self, name: &str) -> String {
        let number = self.numbers.entry(name.to_owned()).or_insert(1);
        loop {
            *number += 1;
            let numbered = format!("{name}_{number}");
            if self.taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

/// The name of an end site without one, before it is made unique.
pub(super) fn of_end(parent: &str) -> String {
    let mut len = parent.len().min(MAX_PART);
    while !parent.is_char_boundary(len) {
        len -= 1;
    }
    format!("{}_end", &parent[..len])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_unique_and_stay_if_possible() {
        let given = ["a", "a", "a_2", "b", "a", "b_end"];
        let mut names = Unique::new(given.map(str::to_owned));
        assert_eq!(given.map(|name| names.given(name)), ["a", "a_3", "a_2", "b", "a_4", "b_end"]);
        assert_eq!([(); 2].map(|()| names.made(&of_end("b"))), ["b_end_2", "b_end_3"]);
        assert_eq!([(); 2].map(|()| names.made("joint")), ["joint", "joint_2"]);
    }

    #[test]
    fn the_name_of_an_end_site_is_short() {
        assert_eq!(of_end("Kopf"), "Kopf_end");
        assert_eq!(
            of_end(&format!("{}ü{}", "a".repeat(63), "b".repeat(99))),
            format!("{}_end", "a".repeat(63))
        );
    }
}
