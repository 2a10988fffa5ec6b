//! Why bytes are no TOD.

use std::fmt;

use anim_core::Code;

use crate::codes;

/// An error of the reader, with its place.
pub type Error = anim_core::Error<ErrorKind>;

/// What keeps bytes from being a TOD, or clips from becoming one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The first byte is not 0x50.
    Id {
        /// What it is.
        found: u8,
    },
    /// The bytes end within the file header.
    Header {
        /// How many there are.
        found: usize,
    },
    /// The bytes end before all frame records that the file header counts.
    Frames {
        /// How many the header counts.
        stated: u32,
        /// How many are whole.
        whole: u32,
    },
    /// The bytes end before all packets that a frame header counts.
    Packets {
        /// How many the header counts.
        stated: u16,
        /// How many are whole.
        whole: u16,
    },
    /// A packet says that it has no words, not even its header.
    EmptyPacket,
    /// A TOD holds one clip.
    Clips {
        /// The names of those given.
        names: Vec<String>,
    },
    /// More nodes than there are object ids.
    Nodes {
        /// How many there are.
        count: usize,
    },
    /// More frames than the encoder makes.
    Duration {
        /// The clip's duration in seconds.
        seconds: u64,
    },
    /// More poses of moving nodes than the encoder makes.
    Poses {
        /// How many it would take.
        count: usize,
    },
    /// More packets in one frame than a record can count.
    Crowd {
        /// The frame.
        frame: u32,
        /// How many packets it would take.
        packets: usize,
    },
    /// A clip that contradicts itself.
    Clip(anim_core::ClipError),
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id { found } => write!(f, "the first byte is {found:#04x}, expected 0x50"),
            Self::Header { found } => write!(f, "the file ends after {found} bytes, expected a header of 8"),
            Self::Frames { stated, whole } => {
                write!(f, "the file ends after {whole} whole frame records, expected {stated}")
            }
            Self::Packets { stated, whole } => {
                write!(f, "the file ends after {whole} whole packets of the frame, expected {stated}")
            }
            Self::EmptyPacket => f.write_str("the packet states a length of 0 words, expected at least 1"),
            Self::Clips { names } if names.is_empty() => f.write_str("there is no clip, expected one"),
            Self::Clips { names } => {
                write!(f, "there are {} clips ({}), expected one", names.len(), names.join(", "))
            }
            Self::Nodes { count } => write!(f, "the clip has {count} nodes, expected at most 65534"),
            Self::Duration { seconds } => {
                write!(f, "the clip lasts {seconds} s, expected at most {} frames", crate::MAX_FRAMES)
            }
            Self::Poses { count } => {
                write!(
                    f,
                    "the clip takes {count} poses of moving nodes, expected at most {}",
                    crate::MAX_POSES
                )
            }
            Self::Crowd { frame, packets } => {
                write!(f, "frame {frame} takes {packets} packets, expected at most 65535")
            }
            Self::Clip(error) => write!(f, "the clip contradicts itself: {error}"),
        }
    }
}

impl anim_core::ErrorKind for ErrorKind {
    fn code(&self) -> &'static Code {
        match self {
            Self::Id { .. } => &codes::ID,
            Self::Header { .. } | Self::Frames { .. } | Self::Packets { .. } => &codes::TRUNCATED,
            Self::EmptyPacket => &codes::EMPTY_PACKET,
            Self::Clips { .. }
            | Self::Nodes { .. }
            | Self::Duration { .. }
            | Self::Poses { .. }
            | Self::Crowd { .. }
            | Self::Clip(_) => &codes::ENCODE,
        }
    }
}
