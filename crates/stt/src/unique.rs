//! Names that differ from each other.

use std::collections::HashMap;

use crate::Stt;

/// The names that are taken, each with the number that its next repetition gets.
#[derive(Debug, Default)]
pub(crate) struct UniqueNames(HashMap<String, usize>);

impl UniqueNames {
    /// Takes a name; if it is taken already, the name with a number after it: `name (2)`.
    pub(crate) fn take(&mut self, name: String) -> String {
        let Some(next) = self.0.get_mut(&name) else {
            self.0.insert(name.clone(), 2);
            return name;
        };
        let mut number = *next;
        let mut numbered = format!("{name} ({number})");
        while self.0.contains_key(&numbered) {
            number += 1;
            numbered = format!("{name} ({number})");
        }
        self.0.insert(name, number + 1);
        self.0.insert(numbered.clone(), 2);
        numbered
    }
}

/// The names of the clips of a file's states.
pub(crate) fn clip_names(stt: &Stt) -> Vec<String> {
    let mut names = UniqueNames::default();
    stt.states.iter().map(|state| names.take(state.name.to_string())).collect()
}
