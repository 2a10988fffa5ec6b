//! Unique names of clips, and lists of names in messages.

use anim_core::{Location, Report, UniqueNames};

use crate::codes;
use crate::text::displayed;

/// The name, made unique with a number if an earlier clip has it; that is reported.
pub(crate) fn unique(name: &str, names: &mut UniqueNames<'_>, report: &mut Report) -> String {
    let free = names.take(name.to_owned()).into_owned();
    if free != name {
        let message = format!("an earlier clip has the name `{name}`: this clip has the name `{free}`");
        report.push(codes::NAME.at(Location::path(name), message));
    }
    free
}

/// `a, b, c, d and 4 more`, each in backticks.
pub(crate) fn list(names: &[&str]) -> String {
    let shown: Vec<_> = names.iter().take(SHOWN).map(|name| format!("`{}`", displayed(name))).collect();
    match names.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// The number of names that a list shows.
const SHOWN: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_taken_gets_the_next_free_number() {
        let mut taken = UniqueNames::default();
        let mut report = Report::new();
        let names =
            ["WALK", "WALK (2)", "WALK", "RUN", "WALK"].map(|name| unique(name, &mut taken, &mut report));
        assert_eq!(names, ["WALK", "WALK (2)", "WALK (3)", "RUN", "WALK (4)"]);
        assert_eq!(report.findings.len(), 2);
    }

    #[test]
    fn a_long_list_ends_with_a_count() {
        assert_eq!(list(&["a", "b"]), "`a`, `b`");
        assert_eq!(list(&["a", "b", "c", "d", "e", "f"]), "`a`, `b`, `c`, `d` and 2 more");
    }
}
