//! The length of an animation block inside other data.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::Extent;

use crate::Tag;

/// The beginning of every animation block.
pub(crate) const BLOCK: &[u8] = b"<Animdef";

/// The evidence for a block, in bits. It is low, because texts about such blocks contain the same words.
mod evidence {
    /// `<Animdef`.
    pub(super) const SIGNATURE: u32 = 24;
    /// The end tag of the block.
    pub(super) const END: u32 = 16;
    /// An element of the specification without elements inside, with its own end tag.
    pub(super) const ELEMENT: u32 = 8;
}

/// The block that begins with these bytes, from tag to tag up to the end tag of the first one. Text is allowed in elements
/// with lists and in unknown elements, control characters nowhere.
pub(crate) fn of(bytes: &[u8]) -> Extent {
    let begins = bytes.iter().zip(BLOCK).all(|(found, expected)| found == expected);
    let goes_on = bytes.get(BLOCK.len()).is_none_or(|&byte| is_space(byte) || matches!(byte, b'>' | b'/'));
    if !(begins && goes_on) {
        return Extent::No { examined: BLOCK.len() };
    }
    let mut walk = Walk { bytes, at: 0, depth: 0, inside: None, evidence: evidence::SIGNATURE };
    loop {
        match walk.step() {
            Step::Fits if walk.depth == 0 => {
                let evidence = walk.evidence.saturating_add(evidence::END);
                return Extent::Complete { len: walk.at, evidence };
            }
            Step::Fits => {}
            Step::Misfits => return Extent::No { examined: walk.at },
            Step::Ends => return Extent::Truncated { examined: bytes.len() },
        }
    }
}

/// A scan over the tags of a block.
struct Walk<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The number of open blocks.
    depth: usize,
    /// The name of the element whose start tag was the last tag.
    inside: Option<&'a [u8]>,
    evidence: u32,
}

enum Step {
    Fits,
    Misfits,
    /// The bytes end within the text or the tag.
    Ends,
}

impl<'a> Walk<'a> {
    /// Skips the text and the tag after it.
    fn step(&mut self) -> Step {
        let holds_text = self.inside.is_some_and(|name| tag(name).is_none_or(Tag::holds_list));
        let fits = |byte: u8| is_space(byte) || holds_text && is_text(byte);
        match self.find(|byte| byte == b'<' || !fits(byte)) {
            Some(b'<') => {}
            Some(_) => return Step::Misfits,
            None => return Step::Ends,
        }
        match self.rest() {
            [b'<', b'!', b'-', b'-', ..] => self.past(b"-->"),
            [b'<', b'!'] | [b'<', b'!', b'-'] | [b'<'] => Step::Ends,
            [b'<', b'!', ..] => self.past(b">"),
            [b'<', b'?', ..] => self.past(b"?>"),
            [b'<', b'/', ..] => self.end_tag(),
            _ => self.start_tag(),
        }
    }

    fn start_tag(&mut self) -> Step {
        self.advance(1);
        let name = self.name();
        let closed = loop {
            match self.find(|byte| matches!(byte, b'>' | b'<' | b'=') || !is_text(byte)) {
                // A tag that does not end before the next one.
                Some(b'<') => break false,
                Some(b'>') => {
                    let closed = self.at.checked_sub(1).and_then(|last| self.bytes.get(last)) == Some(&b'/');
                    self.advance(1);
                    break closed;
                }
                Some(b'=') => self.value(),
                Some(_) => return Step::Misfits,
                None => return Step::Ends,
            }
        };
        if closed {
            self.inside = None;
            self.saw(name);
        } else {
            self.inside = Some(name);
            self.depth = self.depth.saturating_add(usize::from(tag(name) == Some(Tag::Animdef)));
        }
        Step::Fits
    }

    /// Skips the value after `=`, if its quotes match.
    fn value(&mut self) {
        self.advance(1);
        let space = self.rest().iter().take_while(|byte| is_space(**byte)).count();
        let value = self.rest().get(space..).unwrap_or_default();
        let Some((quote @ (b'"' | b'\''), text)) = value.split_first() else { return };
        let ends = |byte: &u8| byte == quote || *byte == b'<' || !is_text(*byte);
        let len = text.iter().position(ends).unwrap_or(text.len());
        if text.get(len).is_none_or(|byte| byte == quote) {
            self.advance(space.saturating_add(len).saturating_add(2));
        }
    }

    fn end_tag(&mut self) -> Step {
        self.advance(2);
        let name = self.name();
        let step = self.past(b">");
        if self.inside.take() == Some(name) {
            self.saw(name);
        }
        self.depth = self.depth.saturating_sub(usize::from(tag(name) == Some(Tag::Animdef)));
        step
    }

    /// Counts an element without elements inside.
    fn saw(&mut self, name: &[u8]) {
        if tag(name).is_some() {
            self.evidence = self.evidence.saturating_add(evidence::ELEMENT);
        }
    }

    fn name(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let ends =
            |byte: &u8| is_space(*byte) || matches!(byte, b'>' | b'<' | b'/' | b'=') || !is_text(*byte);
        let name = rest.get(..rest.iter().position(ends).unwrap_or(rest.len())).unwrap_or_default();
        self.advance(name.len());
        name
    }

    /// Skips past the next occurrence of some bytes.
    fn past(&mut self, end: &[u8]) -> Step {
        let Some(&first) = end.first() else { return Step::Misfits };
        loop {
            match self.find(|byte| byte == first || !is_text(byte)) {
                Some(byte) if byte != first => return Step::Misfits,
                Some(_) if self.rest().starts_with(end) => {
                    self.advance(end.len());
                    return Step::Fits;
                }
                Some(_) => self.advance(1),
                None => return Step::Ends,
            }
        }
    }

    /// Moves to the next byte that is accepted.
    fn find(&mut self, is: impl Fn(u8) -> bool) -> Option<u8> {
        let rest = self.rest();
        let len = rest.iter().position(|&byte| is(byte)).unwrap_or(rest.len());
        self.advance(len);
        rest.get(len).copied()
    }

    fn advance(&mut self, len: usize) {
        self.at = self.at.saturating_add(len).min(self.bytes.len());
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }
}

fn tag(name: &[u8]) -> Option<Tag> {
    std::str::from_utf8(name).ok().and_then(Tag::from_name)
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Whether a byte may be in a text, in any encoding.
const fn is_text(byte: u8) -> bool {
    byte >= b' ' || is_space(byte)
}

#[cfg(test)]
mod tests {
    use anim_core::Format;

    use super::*;
    use crate::Hsf;

    #[test]
    fn a_block_ends_with_its_end_tag() {
        for (text, leaves) in [
            ("<Animdef></Animdef>", 1),
            ("<Animdef a='> \"' b = \"> x\" ></Animdef\n>", 1),
            ("<Animdef TicksPerSecond = 10><Timeline>0 20</Timeline></Animdef>", 1),
            ("<Animdef> <Timeline> </Animdef>", 0),
            ("<Animdef><!-- </Animdef> > --><?p </Animdef>?><Animation/><Animdef/></Animdef>", 2),
            ("<Animdef><Animdef><Timeline>[r 1] \"a\"</Timeline></Animdef>\r\n</Animdef>", 1),
            ("<Animdef><Vendors>text of \u{e4}ny kind</Vendors><Animation Name=\"a</Animdef>", 0),
        ] {
            let expected = Extent::Complete { len: text.len(), evidence: 24 + 16 + 8 * leaves };
            for behind in ["", "\0", "and more", "</Animdef>", "<Animdef></Animdef>"] {
                assert_eq!(Hsf::extent([text, behind].concat().as_bytes()), expected, "{text}{behind}");
            }
            for end in 0..text.len() {
                let found = Hsf::extent(&text.as_bytes()[..end]);
                assert!(
                    matches!(found, Extent::Truncated { examined } if examined == end),
                    "{text}: {end}: {found:?}"
                );
            }
        }
    }

    #[test]
    fn malformed_text_ends_the_walk() {
        for text in [
            "<animdef></animdef>",
            "<Animdefs></Animdefs>",
            "<Animdef> is an element, which ends with </Animdef>",
            "<Animdef>\\n\", file); print(\"<Timeline>0 1</Timeline></Animdef>",
            "<Animdef><Timeline>0 1</Timeline> 2 </Animdef>",
            "<Animdef \0></Animdef>",
            "<Animdef a='\x01'></Animdef>",
            "<Animdef><Timeline>\x7F\x02</Timeline></Animdef>",
            "<Animdef><!-- \0 --></Animdef>",
        ] {
            let found = Hsf::extent(text.as_bytes());
            assert!(matches!(found, Extent::No { examined } if examined <= text.len()), "{text}: {found:?}");
        }
    }
}
