//! The limit of the size of inputs that do not state it.

use anim_core::escaped_name;
use std::io::{self, Read};

use crate::exit::Failure;

/// The size limit in bytes of an input that does not state its size: standard input, a pipe or a device, which may be endless,
/// and the content of a compressed file, which may be a thousand times larger than the file.
pub(super) const MOST_STREAMED: u64 = 1 << 30;

/// The environment variable that overrides [`MOST_STREAMED`].
const LIMIT: &str = "ANIM_MAX_INPUT";

/// The size limit in bytes of an input that does not state its size: `usual`, unless the environment sets another.
pub(crate) fn most_streamed(usual: u64) -> Result<u64, Failure> {
    let Some(given) = std::env::var_os(LIMIT).filter(|given| !given.is_empty()) else {
        return Ok(usual);
    };
    let number = given.to_str().and_then(|given| given.parse().ok());
    number.ok_or_else(|| {
        Failure::usage(format!("expected a number of bytes, found `{}`", escaped_name(&given))).in_file(LIMIT)
    })
}

/// Reads an input that does not state its size; an input larger than the limit is an error, since it may be endless.
pub(super) fn read_stream(stream: impl Read, bytes: &mut Vec<u8>, most: u64) -> io::Result<()> {
    let count = stream.take(most.saturating_add(1)).read_to_end(bytes)? as u64;
    if count <= most { Ok(()) } else { Err(endless(most)) }
}

/// The error for an input that exceeds the limit.
pub(crate) fn endless(most: u64) -> io::Error {
    let message =
        format!("the input is longer than {most} bytes and may be endless; {LIMIT}=BYTES allows more");
    io::Error::new(io::ErrorKind::FileTooLarge, message)
}
