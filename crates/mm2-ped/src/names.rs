//! Unique names of clips.

use anim_core::{Location, Report, UniqueNames};

use crate::codes;

/// The name, made unique with a number if an earlier clip has it; that is reported.
pub(crate) fn unique(name: &str, names: &mut UniqueNames<'_>, report: &mut Report) -> String {
    let free = names.take(name.to_owned()).into_owned();
    if free != name {
        let message = format!("an earlier clip has the name `{name}`: this clip has the name `{free}`");
        report.push(codes::NAME.at(Location::path(name), message));
    }
    free
}

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
}
