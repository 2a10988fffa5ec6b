//! Reasons why tracks do not form an `.anim`.

use std::fmt;

use anim_core::counted;

use crate::Layout;
use crate::limits::{MAX_CHANNELS, MAX_FRAMES};

/// Why no `.anim` can store frames and tracks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Invalid {
    /// No frame, or more than [`MAX_FRAMES`].
    Frames {
        /// The number of frames.
        found: usize,
    },
    /// No track, several in a layout other than wiki, or more than [`MAX_CHANNELS`].
    Tracks {
        /// The layout.
        layout: Layout,
        /// The number of tracks.
        found: usize,
    },
    /// More than [`MAX_CHANNELS`] floats per frame, or none in the track that moves the figure.
    Floats {
        /// The floats per frame.
        found: usize,
    },
    /// Values that are not complete frames.
    Values {
        /// The number of values.
        found: usize,
        /// The floats per frame.
        floats: usize,
        /// The number of frames.
        frames: usize,
    },
    /// Floats of the old layout that are not three for the position and three for each bone.
    Bones {
        /// The floats per frame.
        floats: usize,
    },
    /// Bytes after the last frame in a layout other than retail.
    Trailing {
        /// The layout.
        layout: Layout,
        /// The number of bytes.
        found: usize,
    },
    /// A clip in the wiki layout whose size is that of one in the old layout, as which it would be read.
    Ambiguous,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Frames { found } => write!(f, "found {}, expected 1 to {MAX_FRAMES}", counted(found, "frame")),
            Self::Tracks { layout, found } => {
                let most = if layout == Layout::Wiki { &format!("1 to {MAX_CHANNELS}") } else { "1" };
                write!(f, "found {}, expected {most} in the layout {}", counted(found, "track"), layout.name())
            }
            Self::Floats { found } => {
                write!(f, "found {} per frame, expected 1 to {MAX_CHANNELS}", counted(found, "float"))
            }
            Self::Values { found, floats, frames } => {
                let [found, floats] = [counted(found, "value"), counted(floats, "float")];
                write!(f, "found {found}, expected {floats} for each of {}", counted(frames, "frame"))
            }
            Self::Bones { floats } => write!(
                f,
                "found {} per frame, expected 3 for the position and 3 for each bone in the layout old",
                counted(floats, "float")
            ),
            Self::Trailing { layout, found } => write!(
                f,
                "found {} after the last frame, expected none in the layout {}",
                counted(found, "byte"),
                layout.name()
            ),
            Self::Ambiguous => {
                f.write_str("the file in the layout wiki would have the size of one in the layout old, and be read as that")
            }
        }
    }
}

impl std::error::Error for Invalid {}
