//! The format of a file.

use anim_core::Options;
use anim_formats::{Entry, Registry, assign_options};

use crate::options::given;
use crate::{Error, OpenOptions};

/// The format of a file, and the options with which it is read.
pub(crate) fn format_of<'r>(
    registry: &'r Registry,
    bytes: &[u8],
    name: &str,
    open: &OpenOptions,
) -> Result<(&'r Entry, Options), Error> {
    let entry = match &open.format {
        Some(id) => registry.by_id(id),
        None => registry.detect(bytes, name.rsplit_once('.').map(|(_, extension)| extension)),
    };
    let entry = entry.map_err(|error| Error::of(&error, bytes))?;
    let mut options = entry.options();
    assign_options(&given(&open.options), &mut options, None, None).map_err(|error| Error::from(&error))?;
    Ok((entry, options))
}
