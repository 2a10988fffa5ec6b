//! Start tags: names and attributes, with any quotes.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::decode::Space;
use super::scanner::{Scanner, curly, is_space, until_quote};
use crate::document::Attribute;
use crate::{Element, Error, ErrorKind, Kind, Name, codes};

/// The maximum number of attributes of one element.
pub const MAX_ATTRIBUTES: usize = 256;

/// A start tag.
pub(super) struct Start {
    pub(super) element: Element,
    /// Whether it ends in `/>`.
    pub(super) closed: bool,
}

impl Scanner<'_> {
    /// Reads the start tag at this position; `None` if no name follows the `<`.
    pub(super) fn start_tag(&mut self) -> Result<Option<Start>, Error> {
        let start = self.at;
        self.advance(1);
        let Some(name) = self.name()? else { return Ok(None) };
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
                    self.report(&codes::UNCLOSED_TAG, start, message)?;
                    break false;
                }
                Some(_) => {
                    if let Some(name) = self.name()? {
                        self.attribute(&mut element, name, here)?;
                    } else {
                        self.stray(here)?;
                    }
                }
            }
        };
        let span = self.span_since(start);
        element.set_source(self.repairs.source(span));
        Ok(Some(Start { element, closed }))
    }

    /// Skips characters that do not belong in a tag.
    fn stray(&mut self, start: usize) -> Result<(), Error> {
        while let Some((c, len)) = super::decode::first_char(self.rest()) {
            let ends =
                c.is_ascii() && is_space(c as u8) || matches!(c, '<' | '>') || crate::text::starts_name(c);
            if ends || self.at > start && c == '/' {
                break;
            }
            self.advance(len);
        }
        self.report(&codes::STRAY, start, "the characters belong to no attribute and are dropped")
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
            self.report(&codes::NO_VALUE, start, message)?;
            crate::Text::default()
        };
        if element.attributes().len() >= MAX_ATTRIBUTES {
            let kind = ErrorKind::Limit { what: "attributes of one element", limit: MAX_ATTRIBUTES };
            return Err(self.repairs.error(kind, self.span_since(start)));
        }
        let source = self.repairs.source(self.span_since(start));
        let message = format!("the attribute {name} occurs twice, the first one is used");
        if !element.push_attribute(Attribute { name, value, source }) {
            self.report(&codes::ATTRIBUTE_TWICE, start, message)?;
        }
        Ok(())
    }

    /// Reads a value with or without quotes; returns where it begins and ends.
    fn value(&mut self, name: &Name) -> Result<(usize, usize), Error> {
        match self.quote() {
            None => self.bare_value(name),
            Some((mark @ ('"' | '\''), _)) => self.straight_value(name, mark as u8),
            Some((_, len)) => self.curly_value(name, len),
        }
    }

    fn straight_value(&mut self, name: &Name, mark: u8) -> Result<(usize, usize), Error> {
        let open = self.at;
        self.advance(1);
        let from = self.at;
        // In well-formed XML the value ends at the next quote of the same kind, which comes before any `<`.
        let limit = self.find(mark, b'<');
        let within = self.bytes.get(from..limit).unwrap_or_default();
        let after = limit.saturating_add(1);
        let closes = self.bytes.get(limit) == Some(&mark);
        if closes && self.bytes.get(after).is_none_or(|&byte| ends_value(byte)) {
            self.at = after;
            return Ok((from, limit));
        }
        if let Some((at, len)) = curly(within) {
            let to = from.saturating_add(at);
            self.at = to.saturating_add(len);
            self.report_quotes(open, name)?;
            return Ok((from, to));
        }
        if closes && !within.contains(&b'=') {
            self.at = after;
            self.report(&codes::STRAY, open, format!("no space follows the value of {name}"))?;
            return Ok((from, limit));
        }
        self.open_value(name, open, within)
    }

    fn curly_value(&mut self, name: &Name, len: usize) -> Result<(usize, usize), Error> {
        let open = self.at;
        self.advance(len);
        let from = self.at;
        let (end, len) = until_quote(self.rest(), true);
        let to = from.saturating_add(end);
        if len == 0 {
            let within = self.bytes.get(from..to).unwrap_or_default();
            return self.open_value(name, open, within);
        }
        self.at = to.saturating_add(len);
        self.report_quotes(open, name)?;
        Ok((from, to))
    }

    /// Ends a value without a matching closing quote: at the other straight quote, or without a quote.
    fn open_value(&mut self, name: &Name, open: usize, within: &[u8]) -> Result<(usize, usize), Error> {
        let from = self.at;
        let to = from.saturating_add(cut(within));
        self.at = to;
        let value = self.bytes.get(from..to).unwrap_or_default();
        let value = value.trim_ascii_end();
        if let Some(value) = value.strip_suffix(b"\"").or_else(|| value.strip_suffix(b"'")) {
            self.report_quotes(open, name)?;
            return Ok((from, from.saturating_add(value.len())));
        }
        self.report(&codes::UNCLOSED_QUOTE, open, format!("the value of {name} has no closing quote"))?;
        Ok((from, from.saturating_add(value.len())))
    }

    fn report_quotes(&mut self, open: usize, name: &Name) -> Result<(), Error> {
        self.report(
            &codes::QUOTES,
            open,
            format!("the quotes of the value of {name} do not match or are not straight ones"),
        )
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
        self.report(&codes::UNQUOTED, from, message)?;
        Ok((from, self.at))
    }
}

/// Whether XML allows a byte after a quoted value.
const fn ends_value(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'>' | b'/' | b'?')
}

/// The end of a value whose closing quote is missing: before the end of the tag or the next attribute.
fn cut(bytes: &[u8]) -> usize {
    let end = bytes.iter().position(|&byte| byte == b'>').unwrap_or(bytes.len());
    let end = if end > 0 && bytes.get(..end).is_some_and(|value| value.ends_with(b"/")) && end < bytes.len() {
        end.saturating_sub(1)
    } else {
        end
    };
    // The next attribute begins with space, a name and an equals sign: its name is the last word before the sign.
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
    fn values_without_a_closing_quote_end_before_the_next_attribute() {
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
