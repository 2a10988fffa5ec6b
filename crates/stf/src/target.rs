//! The targets of tracks, and references.

use std::fmt;

/// A reference to a resource or a buffer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reference {
    /// An index into the resource's own list of references.
    Index(usize),
    /// The id, as in files of exporters up to 0.0.29.
    Id(String),
}

impl Reference {
    /// The id to which the reference points; `list` is the resource's list of references.
    pub fn resolve<'a>(&'a self, list: &'a [String]) -> Option<&'a str> {
        match self {
            Self::Index(index) => list.get(*index).map(String::as_str),
            Self::Id(id) => Some(id),
        }
    }

    /// The reference to an id by index; adds the id to the list if it is absent.
    pub(crate) fn to(id: &str, list: &mut Vec<String>) -> Self {
        let known = list.iter().position(|other| other == id);
        Self::Index(known.unwrap_or_else(|| {
            list.push(id.to_owned());
            list.len() - 1
        }))
    }
}

/// The path to the property that a track drives: ids, property names, and indices of material slots.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Target(pub Vec<Step>);

/// One step of a [`Target`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// An id or a name.
    Name(String),
    /// An index.
    Index(usize),
}

impl Target {
    /// A path of ids and names.
    pub fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self(names.into_iter().map(|name| Step::Name(name.to_owned())).collect())
    }

    /// The name at a step; `None` for an index or no step.
    pub fn name(&self, step: usize) -> Option<&str> {
        match self.0.get(step)? {
            Step::Name(name) => Some(name),
            Step::Index(_) => None,
        }
    }
}

/// A target of names, such as `["n0", "t"]`.
impl<const N: usize> From<[&str; N]> for Target {
    fn from(names: [&str; N]) -> Self {
        Self::names(names)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Index(index) => write!(f, "{index}"),
        }
    }
}

/// The steps joined by `/`.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("/")?;
            }
            write!(f, "{step}")?;
        }
        Ok(())
    }
}

/// Steps as one name, joined by `/`, which [`from_joined`] converts back. In the name of a step, `/` is written `\/`; a name that would be
/// read as an index, and a `\` that would be read as an escape, get a `\` in front.
pub(crate) fn joined(steps: &[Step]) -> String {
    let mut joined = String::new();
    for (index, step) in steps.iter().enumerate() {
        if index > 0 {
            joined.push('/');
        }
        let name = match step {
            Step::Index(index) => {
                joined.push_str(&index.to_string());
                continue;
            }
            Step::Name(name) => name,
        };
        if index_of(name).is_some() {
            joined.push('\\');
        }
        let (mut rest, mut is_first) = (name.chars().peekable(), true);
        while let Some(c) = rest.next() {
            let was_first = std::mem::take(&mut is_first);
            if c == '/' || c == '\\' && rest.peek().is_none_or(|next| is_escaped(*next, was_first)) {
                joined.push('\\');
            }
            joined.push(c);
        }
    }
    joined
}

/// The steps of a name from [`joined`].
pub(crate) fn from_joined(joined: &str) -> Vec<Step> {
    let (mut steps, mut name, mut is_name) = (Vec::new(), String::new(), false);
    let step = |name: String, is_name: bool| match index_of(&name) {
        Some(index) if !is_name => Step::Index(index),
        _ => Step::Name(name),
    };
    let mut rest = joined.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '/' => steps.push(step(std::mem::take(&mut name), std::mem::take(&mut is_name))),
            '\\' => {
                is_name = true;
                let is_first = name.is_empty();
                name.push(rest.next_if(|next| is_escaped(*next, is_first)).unwrap_or(c));
            }
            _ => name.push(c),
        }
    }
    steps.push(step(name, is_name));
    steps
}

/// Whether a `\` before this character is an escape. Before a digit it is one only at the start of a name.
fn is_escaped(c: char, is_first: bool) -> bool {
    c == '/' || c == '\\' || is_first && c.is_ascii_digit()
}

/// The index that a step with this spelling is. Other spellings of a number, such as `01`, are names.
fn index_of(name: &str) -> Option<usize> {
    let index = name.parse().ok()?;
    (name == "0" || !name.starts_with(['0', '+'])).then_some(index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_steps_are_the_steps_again() {
        let name = |name: &str| Step::Name(name.to_owned());
        for (steps, expected) in [
            (
                vec![name("instance"), name("material"), Step::Index(0), name("color")],
                "instance/material/0/color",
            ),
            (vec![name("a/b"), name("c")], "a\\/b/c"),
            (vec![name("0"), Step::Index(0), name("01")], "\\0/0/01"),
            (vec![name("a\\b"), name("\\"), name("\\/"), name("\\1")], "a\\b/\\\\/\\\\\\//\\\\1"),
            (vec![name(""), name("")], "/"),
            (vec![name("a\\"), name("\\\\b")], "a\\\\/\\\\\\b"),
        ] {
            assert_eq!(joined(&steps), expected);
            assert_eq!(from_joined(expected), steps, "{expected}");
        }
    }

    #[test]
    fn any_steps_of_few_characters_are_the_steps_again() {
        let characters = ['/', '\\', '0', 'a'];
        let names: Vec<String> = (0..256usize)
            .map(|code| (0..4).map(|at| characters[code >> (2 * at) & 3]).take(code % 5).collect())
            .collect();
        for (a, b) in names.iter().flat_map(|a| names.iter().map(move |b| (a, b))) {
            let steps = vec![Step::Name(a.clone()), Step::Name(b.clone()), Step::Index(7)];
            assert_eq!(from_joined(&joined(&steps)), steps);
        }
    }
}
