//! Paths, as arguments give them and messages show them.

use anim_core::escaped_name;
use std::path::Path;

/// Whether a path means standard input or output.
pub(crate) fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The path for messages.
pub(crate) fn label(path: &Path) -> String {
    escaped_name(path.as_os_str())
}

/// The title of a picture or page for a file: its name; empty for a stream.
pub(crate) fn title(path: &Path) -> String {
    path.file_name().filter(|_| !is_stream(path)).map(escaped_name).unwrap_or_default()
}

/// The extension, if it is text.
pub(crate) fn extension(path: &Path) -> Option<&str> {
    path.extension().and_then(|extension| extension.to_str())
}
