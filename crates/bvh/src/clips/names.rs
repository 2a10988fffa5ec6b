//! Unique names.

use std::borrow::Cow;

use anim_core::UniqueNames;

/// The maximum number of bytes of a parent's name in the name of an end site, so that many end sites of a parent with a long name
/// stay small.
const MAX_PART: usize = 64;

/// Unique names for nodes with these given names; empty ones count as missing.
///
/// The first of several nodes with the same name keeps it. The others get the next free one of `NAME_2`, `NAME_3`, …, as do nodes
/// without a name whose new name is taken.
pub(crate) fn unique<'a>(given: impl IntoIterator<Item = Cow<'a, str>>) -> UniqueNames<'a> {
    let given = given.into_iter().filter(|name| !name.is_empty());
    UniqueNames::repeated(|name, repetition| format!("{name}_{}", repetition + 1)).with_reserved(given)
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
        let mut names = unique(given.map(Cow::from));
        assert_eq!(given.map(|name| names.take(name)), ["a", "a_3", "a_2", "b", "a_4", "b_end"]);
        assert_eq!([(); 2].map(|()| names.invent(of_end("b"))), ["b_end_2", "b_end_3"]);
        assert_eq!([(); 2].map(|()| names.invent("joint")), ["joint", "joint_2"]);
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
