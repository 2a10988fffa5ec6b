//! Names that are unique within a document.

use std::collections::{HashMap, HashSet};

/// Makes names unique: the first of several equal names stays, the others get the next free number (`Cube.001`).
pub(crate) fn make_unique(names: &mut [String]) {
    let mut taken: HashSet<String> = names.iter().cloned().collect();
    let (mut seen, mut numbers) = (HashSet::new(), HashMap::new());
    for name in names {
        if !seen.insert(name.clone()) {
            let number = numbers.entry(name.clone()).or_default();
            *name = numbered(name, number, |candidate| taken.contains(candidate));
            taken.insert(name.clone());
        }
    }
}

/// A name with the first number after `number` that is not taken.
pub(crate) fn numbered(name: &str, number: &mut usize, taken: impl Fn(&str) -> bool) -> String {
    loop {
        *number += 1;
        let candidate = format!("{name}.{number:03}");
        if !taken(&candidate) {
            return candidate;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_unique_stay() {
        for (given, expected) in [
            (vec!["Hip", "Cube", "Cube"], vec!["Hip", "Cube", "Cube.001"]),
            (vec!["a", "a", "a.001", "a", "a.001"], vec!["a", "a.002", "a.001", "a.003", "a.001.001"]),
        ] {
            let mut names: Vec<_> = given.into_iter().map(str::to_owned).collect();
            make_unique(&mut names);
            assert_eq!(names, expected);
        }
    }
}
