//! Markup other than elements within a value: comments, instructions, character data.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

/// The beginnings and ends of markup other than elements; the last kind is character data.
const KINDS: [(&[u8], &[u8]); 3] = [(b"<!--", b"-->"), (b"<?", b"?>"), (b"<![CDATA[", b"]]>")];

/// Markup within a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Aside<'a> {
    /// Its length in bytes.
    pub(super) len: usize,
    /// The text of character data.
    pub(super) text: Option<&'a [u8]>,
}

/// Finds such markup. A failed search for an end is not repeated.
#[derive(Clone, Debug, Default)]
pub(super) struct Asides {
    /// The kinds of ends that do not occur any more.
    missing: [bool; 3],
}

impl Asides {
    /// The markup at the beginning of the rest of a text, if it ends.
    pub(super) fn at<'a>(&mut self, rest: &'a [u8]) -> Option<Aside<'a>> {
        let kind = KINDS.iter().position(|(start, _)| rest.starts_with(start))?;
        let ((start, end), missing) = (KINDS.get(kind)?, self.missing.get_mut(kind)?);
        let body = rest.get(start.len()..).filter(|_| !*missing)?;
        let found = body.windows(end.len()).position(|bytes| bytes == *end);
        *missing = found.is_none();
        let text = body.get(..found?)?;
        let len = start.len().saturating_add(text.len()).saturating_add(end.len());
        Some(Aside { len, text: start.ends_with(b"[").then_some(text) })
    }
}
