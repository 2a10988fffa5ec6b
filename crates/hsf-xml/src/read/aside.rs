//! Markup that is no element, where it stands within a value: comments, instructions, character data.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

/// How markup that is no element begins and ends; the last one is character data.
const KINDS: [(&[u8], &[u8]); 3] = [(b"<!--", b"-->"), (b"<?", b"?>"), (b"<![CDATA[", b"]]>")];

/// Markup within a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Aside<'a> {
    /// How many bytes it has.
    pub(super) len: usize,
    /// The text of character data.
    pub(super) text: Option<&'a [u8]>,
}

/// Finds such markup. A search for an end that fails is not repeated.
#[derive(Clone, Debug, Default)]
pub(super) struct Asides {
    /// The ends that are not there any more.
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
