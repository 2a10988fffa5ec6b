//! Names that are all different.

use std::collections::{HashMap, HashSet};

/// How many bytes of a parent's name the name of an end site has: many end sites under one long name stay small.
const MAX_PART: usize = 64;

/// Names given out so far, and those that are to come.
///
/// The first of equal names keeps it; the others get `_2`, `_3`, … as far as that is free, and so do made-up names.
pub(crate) struct Unique {
    /// Names that somebody has or will have by right.
    taken: HashSet<String>,
    /// Names that were given to the first that has them.
    used: HashSet<String>,
    /// The last number tried for each name.
    numbers: HashMap<String, u64>,
}

impl Unique {
    /// For nodes of these names; empty ones do not count.
    pub(crate) fn new(names: impl IntoIterator<Item = String>) -> Self {
        let taken = names.into_iter().filter(|name| !name.is_empty()).collect();
        Self { taken, used: HashSet::new(), numbers: HashMap::new() }
    }

    /// A name for one of the nodes that this was made for.
    pub(crate) fn given(&mut self, name: &str) -> String {
        if self.used.insert(name.to_owned()) { name.to_owned() } else { self.numbered(name) }
    }

    /// A name for a node that had none.
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

/// The name of a nameless end site under a node.
pub(crate) fn of_end(parent: &str) -> String {
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
    fn names_stay_where_they_can_and_are_all_different() {
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
