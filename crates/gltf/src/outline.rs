//! The locations of object members and array elements in a JSON text.
//!
//! The text should be valid JSON: in an invalid text, members and elements may be missing, but nothing fails.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::ops::Range;

/// A member of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) name: String,
    /// The first byte of the name's opening quote.
    pub(crate) start: usize,
    pub(crate) value: Range<usize>,
}

/// The members of the object whose brace is at `start`, or after white space from there.
pub(crate) fn members(text: &[u8], start: usize) -> Vec<Member> {
    let mut members = Vec::new();
    let mut scanner = Scanner { text, at: start };
    if scanner.next_token() != Some(b'{') {
        return members;
    }
    scanner.step();
    while scanner.next_token() == Some(b'"') {
        let start = scanner.at;
        scanner.skip_string();
        let name = text.get(start..scanner.at).and_then(|name| serde_json::from_slice(name).ok());
        if scanner.next_token() != Some(b':') {
            break;
        }
        scanner.step();
        scanner.next_token();
        let value = scanner.skip_value();
        if let Some(name) = name {
            members.push(Member { name, start, value });
        }
        if scanner.next_token() != Some(b',') {
            break;
        }
        scanner.step();
    }
    members
}

/// The member with this name in the object at `start`.
pub(crate) fn member(text: &[u8], start: usize, name: &str) -> Option<Member> {
    members(text, start).into_iter().find(|member| member.name == name)
}

/// The elements of the array whose bracket is at `start`.
pub(crate) fn elements(text: &[u8], start: usize) -> Vec<Range<usize>> {
    let mut elements = Vec::new();
    let mut scanner = Scanner { text, at: start };
    if scanner.next_token() != Some(b'[') {
        return elements;
    }
    scanner.step();
    while !matches!(scanner.next_token(), None | Some(b']')) {
        let element = scanner.skip_value();
        if element.is_empty() {
            break;
        }
        elements.push(element);
        if scanner.next_token() != Some(b',') {
            break;
        }
        scanner.step();
    }
    elements
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn byte(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn step(&mut self) {
        self.at = self.at.saturating_add(1);
    }

    /// The first byte that is not white space; the scanner stops at it.
    fn next_token(&mut self) -> Option<u8> {
        while self.byte().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.step();
        }
        self.byte()
    }

    /// Skips a string, whose quote is the current byte.
    fn skip_string(&mut self) {
        self.step();
        while let Some(byte) = self.byte() {
            self.step();
            match byte {
                b'\\' => self.step(),
                b'"' => return,
                _ => {}
            }
        }
    }

    /// Skips a value, and returns its location.
    fn skip_value(&mut self) -> Range<usize> {
        let start = self.at;
        let mut depth = 0usize;
        while let Some(byte) = self.byte() {
            match byte {
                b'"' => self.skip_string(),
                b'{' | b'[' => {
                    depth = depth.saturating_add(1);
                    self.step();
                }
                b'}' | b']' | b',' if depth == 0 => break,
                b'}' | b']' => {
                    depth = depth.saturating_sub(1);
                    self.step();
                }
                byte if depth == 0 && byte.is_ascii_whitespace() => break,
                _ => {
                    self.step();
                    continue;
                }
            }
            if depth == 0 {
                break;
            }
        }
        start..self.at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_and_elements_are_where_they_are() {
        let text = br#" { "a" : [1, "]\"," ,{"b":[2]}, [] ,-1.0e0 ] ,"\u0062\"":{},"c":null}"#;
        let part = |range: &Range<usize>| std::str::from_utf8(&text[range.clone()]).unwrap();
        let members = members(text, 0);
        let names: Vec<_> = members.iter().map(|member| member.name.as_str()).collect();
        assert_eq!(names, ["a", "b\"", "c"]);
        assert_eq!(members.iter().skip(1).map(|m| part(&m.value)).collect::<Vec<_>>(), ["{}", "null"]);
        assert!(members.iter().all(|member| text[member.start] == b'"'));
        let elements = elements(text, members[0].value.start);
        let parts: Vec<_> = elements.iter().map(part).collect();
        assert_eq!(parts, ["1", r#""]\",""#, r#"{"b":[2]}"#, "[]", "-1.0e0"]);
        assert_eq!(
            member(text, elements[2].start, "b").map(|b| part(&b.value).to_owned()),
            Some("[2]".to_owned())
        );
    }

    #[test]
    fn broken_text_ends_the_search() {
        for text in
            ["", "{", "{\"a", "{\"a\":", "{\"a\":[", "[", "[1", "[1,", "[,", "x", "{\"a\" 1}", "{\"a\":\"\\"]
        {
            assert!(members(text.as_bytes(), 0).len() + elements(text.as_bytes(), 0).len() <= 1, "{text}");
        }
    }
}
