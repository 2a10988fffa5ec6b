//! Unique names.

use std::borrow::Cow;
use std::collections::HashMap;

/// Gives out each name once: the first of several equal names stays, the others get the next free number, such as `walk (2)`.
///
/// The total time is linear in the size of the names, however many of them are equal.
///
/// ```
/// use anim_core::UniqueNames;
///
/// let mut names = UniqueNames::default();
/// assert_eq!(["a", "a (2)", "a", "a"].map(|name| names.take(name)), ["a", "a (2)", "a (3)", "a (4)"]);
/// ```
#[derive(Clone, Debug)]
pub struct UniqueNames<'a> {
    form: fn(&str, u64) -> String,
    known: HashMap<Cow<'a, str>, Uses>,
}

/// What happened to a name.
#[derive(Clone, Copy, Debug)]
struct Uses {
    /// Whether the name is given out; a reserved one is not.
    is_taken: bool,
    /// The last repetition that was tried for the name.
    repetition: u64,
}

impl Default for UniqueNames<'_> {
    /// Names with numbers in parentheses: `walk (2)`.
    fn default() -> Self {
        Self::repeated(|name, repetition| format!("{name} ({})", repetition + 1))
    }
}

impl<'a> UniqueNames<'a> {
    /// Names with numbers in another form: `form` gives the name of the first repetition, the second, and so on. All must differ.
    pub fn repeated(form: fn(&str, u64) -> String) -> Self {
        Self { form, known: HashMap::new() }
    }

    /// Reserves these names: the first to [take](Self::take) one of them gets it, whatever was given out before.
    #[must_use]
    pub fn with_reserved<N: Into<Cow<'a, str>>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        let names = names.into_iter();
        self.known.reserve(names.size_hint().0);
        for name in names {
            self.known.entry(name.into()).or_insert(Uses { is_taken: false, repetition: 0 });
        }
        self
    }

    /// Whether a name is given out.
    pub fn is_taken(&self, name: &str) -> bool {
        self.known.get(name).is_some_and(|uses| uses.is_taken)
    }

    /// The name, or if it is given out already, the name with a number.
    pub fn take(&mut self, name: impl Into<Cow<'a, str>>) -> Cow<'a, str> {
        let name = name.into();
        match self.known.get_mut(&name) {
            Some(uses) if uses.is_taken => self.next(&name),
            Some(uses) => {
                uses.is_taken = true;
                name
            }
            None => self.keep(name),
        }
    }

    /// The name, or if it is given out already or reserved, the name with a number.
    pub fn invent(&mut self, name: impl Into<Cow<'a, str>>) -> Cow<'a, str> {
        let name = name.into();
        if self.known.contains_key(&name) { self.next(&name) } else { self.keep(name) }
    }

    fn keep(&mut self, name: Cow<'a, str>) -> Cow<'a, str> {
        self.known.insert(name.clone(), Uses { is_taken: true, repetition: 0 });
        name
    }

    /// A known name with the next number that is free.
    fn next(&mut self, name: &str) -> Cow<'a, str> {
        let mut repetition = self.known.get(name).map_or(0, |uses| uses.repetition);
        let free = loop {
            repetition += 1;
            let wanted = (self.form)(name, repetition);
            if !self.known.contains_key(wanted.as_str()) {
                break wanted;
            }
        };
        if let Some(uses) = self.known.get_mut(name) {
            uses.repetition = repetition;
        }
        self.keep(Cow::Owned(free))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_equal_names_stays() {
        let mut names = UniqueNames::default();
        let given = ["a", "a", "a (2)", "a", "b", "a (2)", ""];
        let expected = ["a", "a (2)", "a (2) (2)", "a (3)", "b", "a (2) (3)", ""];
        assert_eq!(given.map(|name| names.take(name)), expected);
    }

    #[test]
    fn reserved_names_are_for_who_asks_for_them() {
        let mut names = UniqueNames::repeated(|name, repetition| format!("{name}_{}", repetition + 1));
        names = names.with_reserved(["a", "a_2", "a"]);
        assert_eq!(names.invent("a"), "a_3");
        assert_eq!(["a", "a_2", "a", "b"].map(|name| names.take(name)), ["a", "a_2", "a_4", "b"]);
        assert_eq!(["b", "c", "c"].map(|name| names.invent(name)), ["b_2", "c", "c_2"]);
    }

    #[test]
    fn many_equal_names_take_linear_time() {
        let mut names = UniqueNames::default();
        let all: Vec<_> = (0..200_000).map(|_| names.take("a")).collect();
        assert_eq!(all[199_999], "a (200000)");
    }
}
