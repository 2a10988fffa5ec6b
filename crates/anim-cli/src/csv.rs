//! Comma-separated values (RFC 4180).

use std::borrow::Cow;

/// A text as a field, quoted if necessary.
pub(crate) fn field(text: &str) -> Cow<'_, str> {
    if text.contains(['"', ',', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}
