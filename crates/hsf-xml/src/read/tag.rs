//! Start tags: names and attributes, with whatever quotes there are.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::decode::Space;
use super::scanner::{Scanner, curly, is_space};
use crate::document::Attribute;
use crate::{Element, Error, ErrorKind, Kind, MAX_ATTRIBUTES, Name, codes};

/// A start tag.
pub(super) struct Start {
    pub(super) element: Element,
    /// Whether it ends in `/>`.
    pub(super) closed: bool,
}

impl Scanner<'_> {
    /// Reads a start tag; the place is at its `<`, which a name follows.
    pub(super) fn start_tag(&mut self) -> Result<Option<Start>, Error> {
        let start = self.at;
        self.advance(1);
        let Some(name) = self.name() else { return Ok(None) };
        let mut element = Element::new(Kind::of(name));
        let closed = loop {
            self.skip_space();
            let here = self.at;
            match self.peek() {
                Some(b'>') => {
                    self.advance(1);
                    break false;
                }
                Some(b'/') if self.starts_with(b"/>") => {
                    self.advance(2);
                    break true;
                }
                None | Some(b'<') => {
                    let message = format!("the start tag of {} has no `>`", element.kind().name());
                    self.say(&codes::UNCLOSED_TAG, start, message)?;
                    break false;
                }
                Some(_) => {
                    if let Some(name) = self.name() {
                        self.attribute(&mut element, name, here)?;
                    } else {
                        self.stray(here)?;
                    }
                }
            }
        };
        let span = self.span_since(start);
        element.set_place(self.repairs.place(span));
        Ok(Some(Start { element, closed }))
    }

    /// Skips what no tag has there.
    fn stray(&mut self, start: usize) -> Result<(), Error> {
        while let Some((c, len)) = super::decode::first_char(self.rest()) {
            let ends =
                c.is_ascii() && is_space(c as u8) || matches!(c, '<' | '>') || crate::text::starts_name(c);
            if ends || self.at > start && c == '/' {
                break;
            }
            self.advance(len);
        }
        self.say(&codes::STRAY, start, "characters that belong to no attribute are dropped")
    }

    fn attribute(&mut self, element: &mut Element, name: Name, start: usize) -> Result<(), Error> {
        self.skip_space();
        let value = if self.peek() == Some(b'=') {
            self.advance(1);
            self.skip_space();
            let (from, to) = self.value(&name)?;
            self.text(from, to, Space::Fold)?
        } else {
            let message = format!("the attribute {name} has no value, it is read as empty");
            self.say(&codes::NO_VALUE, start, message)?;
            crate::Text::default()
        };
        if element.attributes().len() >= MAX_ATTRIBUTES {
            let kind = ErrorKind::Limit { what: "attributes of one element", limit: MAX_ATTRIBUTES };
            return Err(self.repairs.error(kind, self.span_since(start)));
        }
        let place = self.repairs.place(self.span_since(start));
        let message = format!("the attribute {name} is there already, the first counts");
        if !element.push_attribute(Attribute { name, value, place }) {
            self.say(&codes::ATTRIBUTE_TWICE, start, message)?;
        }
        Ok(())
    }

    /// Takes a value with or without quotes: where it begins and ends.
    fn value(&mut self, name: &Name) -> Result<(usize, usize), Error> {
        let open = self.at;
        let Some((mark, len)) = self.quote() else { return self.bare_value(name) };
        self.advance(len);
        let from = self.at;
        let straight = matches!(mark, '"' | '\'');
        // In well-formed XML the value ends at the next such quote, which comes before any `<`.
        let limit = if straight { self.find(mark as u8, b'<') } else { self.find(b'<', b'<') };
        let within = self.bytes.get(from..limit).unwrap_or_default();
        let closes = straight && self.bytes.get(limit).is_some_and(|&byte| byte != b'<');
        if closes && self.bytes.get(limit.saturating_add(1)).is_none_or(|&byte| ends_value(byte)) {
            self.at = limit.saturating_add(1);
            return Ok((from, limit));
        }
        let other = if straight { curly(within) } else { any_quote(within) };
        if let Some((at, len)) = other {
            let to = from.saturating_add(at);
            self.at = to.saturating_add(len);
            let message = format!("the value of {name} is in quotes that XML does not know");
            self.say(&codes::QUOTES, open, message)?;
            return Ok((from, to));
        }
        if closes && !within.contains(&b'=') {
            self.at = limit.saturating_add(1);
            self.say(&codes::STRAY, open, format!("no space follows the value of {name}"))?;
            return Ok((from, limit));
        }
        let to = from.saturating_add(cut(within));
        self.at = to;
        self.say(&codes::UNCLOSED_QUOTE, open, format!("the value of {name} has no closing quote"))?;
        let value = self.bytes.get(from..to).unwrap_or_default();
        let space = value.iter().rev().take_while(|byte| is_space(**byte)).count();
        Ok((from, to.saturating_sub(space)))
    }

    fn bare_value(&mut self, name: &Name) -> Result<(usize, usize), Error> {
        let from = self.at;
        while let Some(byte) = self.peek() {
            let ends = is_space(byte) || matches!(byte, b'<' | b'>') || self.starts_with(b"/>");
            if ends || self.quote().is_some() {
                break;
            }
            self.advance(super::decode::first_char(self.rest()).map_or(1, |(_, len)| len));
        }
        let message = format!("the value of {name} has no quotes");
        self.say(&codes::UNQUOTED, from, message)?;
        Ok((from, self.at))
    }
}

/// Whether XML lets a byte follow a quoted value.
const fn ends_value(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'>' | b'/' | b'?')
}

/// The first quotation mark of any kind but the apostrophe.
fn any_quote(bytes: &[u8]) -> Option<(usize, usize)> {
    let straight = bytes.iter().position(|&byte| byte == b'"');
    let before = straight.map_or(bytes, |at| bytes.get(..at).unwrap_or_default());
    curly(before).or(straight.map(|at| (at, 1)))
}

/// Where a value whose closing quote is missing ends: before the end of the tag or the next attribute.
fn cut(bytes: &[u8]) -> usize {
    let end = bytes.iter().position(|&byte| byte == b'>').unwrap_or(bytes.len());
    let end = if end > 0 && bytes.get(..end).is_some_and(|value| value.ends_with(b"/")) && end < bytes.len() {
        end.saturating_sub(1)
    } else {
        end
    };
    // The next attribute is space, a name, an equals sign: the last word before the sign is its name.
    let (mut before_word, mut space) = (None, None);
    for (at, &byte) in bytes.iter().enumerate().take(end) {
        match byte {
            b'=' => return before_word.unwrap_or(end),
            byte if is_space(byte) => space = space.or(Some(at)),
            _ => before_word = space.take().or(before_word),
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_without_an_end_are_cut_before_the_next_attribute() {
        for (text, value) in [
            ("a>b", "a"),
            ("a/>", "a"),
            ("a b=c", "a"),
            ("a b = c", "a"),
            ("a", "a"),
            ("a b  c=d", "a b"),
            ("x=y", "x=y"),
        ] {
            assert_eq!(text.get(..cut(text.as_bytes())), Some(value), "{text}");
        }
    }
}
