//! Bytes to document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

pub(crate) mod animation;
mod keyframes;
mod legacy;
mod outline;
mod raw_subtrack;
pub(crate) mod spans;
mod usual;
mod values;

use anim_core::{Confidence, LineColumn, Location, Span, is_utf_16};

use crate::document::Outline;
use crate::json::{Fault, MARK, What};
use crate::{Error, ErrorKind, Form, Stf};
pub(crate) use outline::outline;

/// The first bytes of a container.
pub(crate) const MAGIC: &[u8; 4] = b"STF0";

/// The confidence that the bytes are an STF.
pub(crate) fn sniff(bytes: &[u8]) -> Confidence {
    if bytes.starts_with(MAGIC) {
        return Confidence::Certain;
    }
    let json = bytes.strip_prefix(MARK.as_bytes()).unwrap_or(bytes).trim_ascii_start();
    if !matches!(json.first(), Some(b'{' | b'"')) {
        return Confidence::No;
    }
    let start = bytes.get(..SNIFFED.min(bytes.len())).unwrap_or_default();
    let is_own = (0..start.len()).filter_map(|at| start.get(at..)).any(|text| {
        // Files of other formats may contain words of this format, but in other members.
        value(text, b"\"stf\"").is_some()
            || value(text, b"\"type\"").is_some_and(|kind| kind.starts_with(b"\"stf."))
    });
    if is_own { Confidence::Likely } else { Confidence::Maybe }
}

/// The text after the name of a member, if the text begins with that name.
fn value<'a>(text: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let colon = text.strip_prefix(name)?.trim_ascii_start();
    Some(colon.strip_prefix(b":")?.trim_ascii_start())
}

/// Reads a file: a container, a document alone, or an animation alone.
pub(crate) fn document(bytes: &[u8]) -> Result<Stf, Error> {
    if bytes.starts_with(MAGIC) {
        return container(bytes);
    }
    if sniff(bytes) == Confidence::No {
        let kind = if is_utf_16(bytes) { ErrorKind::Encoding } else { ErrorKind::Magic };
        return Err(Error::new(kind, Location::span(0..bytes.len().min(4))));
    }
    let text = text(bytes, 0)?;
    of_text(text, None, Vec::new(), Vec::new())
}

/// The number of bytes that are searched for words of the format.
const SNIFFED: usize = 1 << 12;

fn container(bytes: &[u8]) -> Result<Stf, Error> {
    let truncated = |what, at: usize, needed: Option<u64>| {
        let kind = ErrorKind::Truncated { what, needed, found: bytes.len() };
        Error::new(kind, Location::span(at.min(bytes.len())..bytes.len()))
    };
    if bytes.get(12..16) == Some(b"none") {
        return Err(Error::new(ErrorKind::Ancestor, Location::span(12..16)));
    }
    let word = |at: usize| {
        let word = bytes.get(at..)?.first_chunk::<4>()?;
        Some(u32::from_le_bytes(*word))
    };
    let (Some(version), Some(padding), Some(count)) = (word(4), word(8), word(12)) else {
        return Err(truncated("the header", 4, Some(16)));
    };
    if count == 0 {
        return Err(Error::new(ErrorKind::NoJson, Location::span(12..16)));
    }
    // The table of up to 2³² lengths fits 64 bits.
    let table = u64::from(count).saturating_mul(8).saturating_add(16);
    let start = usize::try_from(table).ok().filter(|&start| start <= bytes.len());
    let start = start.ok_or_else(|| truncated("the list of lengths", 16, Some(table)))?;
    let (lengths, _) = bytes.get(16..start).unwrap_or_default().as_chunks::<8>();
    let mut rest = bytes.get(start..).unwrap_or_default();
    let mut blobs = Vec::with_capacity(lengths.len());
    let mut json = None;
    for (index, length) in lengths.iter().enumerate() {
        let length = u64::from_le_bytes(*length);
        let at = bytes.len().saturating_sub(rest.len());
        let split = usize::try_from(length).ok().and_then(|length| rest.split_at_checked(length));
        let Some((buffer, after)) = split else {
            let needed = u64::try_from(at).ok().and_then(|at| at.checked_add(length));
            return Err(truncated(if index == 0 { "the document" } else { "a buffer" }, at, needed));
        };
        if index == 0 {
            json = Some(buffer);
        } else {
            blobs.push(buffer.to_vec());
        }
        rest = after;
    }
    let text = text(json.unwrap_or_default(), start)?;
    of_text(text, Some(Form::Container { version, padding }), blobs, rest.to_vec())
}

fn text(bytes: &[u8], base: usize) -> Result<String, Error> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => {
            let start = base.saturating_add(error.valid_up_to());
            let len = error.error_len().unwrap_or(1);
            Err(Error::new(
                ErrorKind::Utf8,
                Location { span: Some(Span::at(start, len)), path: String::new() },
            ))
        }
    }
}

/// A document from its text; without a form, the text is a complete file.
pub(crate) fn of_text(
    text: String,
    form: Option<Form>,
    blobs: Vec<Vec<u8>>,
    trailing: Vec<u8>,
) -> Result<Stf, Error> {
    let mut stf =
        Stf { form: form.unwrap_or(Form::Json), text, outline: Outline::default(), blobs, trailing };
    match outline(&stf.text, form.is_none()) {
        Ok((mut outline, alone)) => {
            outline.index_ids();
            stf.outline = outline;
            if alone {
                stf.form = Form::Animation;
            }
            Ok(stf)
        }
        Err(fault) => Err(error(&fault, &stf.text, stf.header_len())),
    }
}

/// A fault as an error with line, column and the bytes of the file; `base` is the offset of the text in the file.
pub(crate) fn error(fault: &Fault, text: &str, base: usize) -> Error {
    let LineColumn { line, column } = LineColumn::of(text.as_bytes(), fault.at().start);
    let kind = match fault.what() {
        What::Syntax(expected) => ErrorKind::Json { line, column, expected },
        What::Depth => ErrorKind::Nesting { line, column },
        What::Shape(expected) => ErrorKind::Shape { line, column, expected },
    };
    let span = fault.at().start.saturating_add(base)..fault.at().end.saturating_add(base);
    Error::new(kind, Location::span(span))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_members_of_other_formats_are_none_of_this_one() {
        for (text, expected) in [
            (
                r#"{"asset": {}, "extras": {"anim": {"metadata": {"stf.id": "a", "x": "stf", "type": "walk"}}}}"#,
                Confidence::Maybe,
            ),
            (r#"{"stf" : {"root": "a"}}"#, Confidence::Likely),
            (r#"{"resources": {"a": {"type": "stf.animation"}}}"#, Confidence::Likely),
            (r#""a": {"name": "b", "type" : "stf.animation"}"#, Confidence::Likely),
            ("<stf/>", Confidence::No),
        ] {
            assert_eq!(sniff(text.as_bytes()), expected, "{text}");
        }
    }
}
