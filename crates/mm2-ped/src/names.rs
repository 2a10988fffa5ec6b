//! Names of clips, and lists of names in messages.

use std::collections::{HashMap, HashSet};

use anim_core::{Location, Sink};

use crate::codes;

/// Gives out each name once.
#[derive(Debug, Default)]
pub(crate) struct Unique {
    taken: HashSet<String>,
    /// How often a name that was taken was asked for.
    uses: HashMap<String, usize>,
}

impl Unique {
    /// The name, with a number behind it if it is taken.
    pub(crate) fn name(&mut self, name: &str, sink: &mut dyn Sink) -> String {
        let mut free = name.to_owned();
        while !self.taken.insert(free.clone()) {
            let uses = self.uses.entry(name.to_owned()).or_insert(1);
            *uses += 1;
            free = format!("{name} ({uses})");
        }
        if free != name {
            let message = format!("the name `{name}` is taken, the clip is named `{free}`");
            sink.report(codes::NAME.at(Location::path(name), message));
        }
        free
    }
}

/// `a, b, c, d and 4 more`, each in backticks.
pub(crate) fn list(names: &[&str]) -> String {
    let shown: Vec<_> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    match names.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// How many names a list has.
const SHOWN: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_taken_gets_the_next_free_number() {
        let mut unique = Unique::default();
        let mut findings = Vec::new();
        let names = ["WALK", "WALK (2)", "WALK", "RUN", "WALK"].map(|name| unique.name(name, &mut findings));
        assert_eq!(names, ["WALK", "WALK (2)", "WALK (3)", "RUN", "WALK (4)"]);
        assert_eq!(findings.len(), 2);
    }

    #[test]
    fn a_long_list_ends_with_a_count() {
        assert_eq!(list(&["a", "b"]), "`a`, `b`");
        assert_eq!(list(&["a", "b", "c", "d", "e", "f"]), "`a`, `b`, `c`, `d` and 2 more");
    }
}
