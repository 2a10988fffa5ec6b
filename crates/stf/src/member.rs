//! Members of objects that this crate does not know.

use std::fmt;

use crate::json::{Scanner, Text, put_string};

/// A member of an object that this crate does not know: a name, and a value as JSON text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    name: String,
    value: String,
}

impl Member {
    /// A member, or `None` if the value is not JSON.
    pub fn new(name: impl Into<String>, value: &str) -> Option<Self> {
        let mut scanner = Scanner::new(value);
        let span = scanner.skip().and_then(|span| scanner.end().map(|()| span)).ok()?;
        Some(Self { name: name.into(), value: value.get(span)?.to_owned() })
    }

    /// A member whose value is known to be JSON.
    pub(crate) fn scanned(name: &str, value: &str) -> Self {
        Self { name: name.to_owned(), value: value.to_owned() }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value's JSON text.
    pub fn value(&self) -> &str {
        &self.value
    }
}

impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = Text::default();
        put_string(&mut name, &self.name);
        write!(f, "{}: {}", name.into_string(), self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_holds_json() {
        assert_eq!(Member::new("a", " [1, 2] ").unwrap().to_string(), "\"a\": [1, 2]");
        for bad in ["", "[1", "1 2", "nan"] {
            assert_eq!(Member::new("a", bad), None, "{bad}");
        }
    }
}
