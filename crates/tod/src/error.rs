//! Errors of the reader and the encoder.

use std::fmt;

use anim_core::{Brief, Code, counted};

use crate::codes;

/// An error of the reader or the encoder, with its location.
pub type Error = anim_core::Error<ErrorKind>;

/// Why bytes are not a TOD, or clips cannot become one.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The first byte is not 0x50.
    Id {
        /// The first byte.
        found: u8,
    },
    /// The bytes end within the file header.
    Header {
        /// The number of bytes.
        found: usize,
    },
    /// The bytes end before the last of the frame records that the file header counts.
    Frames {
        /// The number that the header states.
        stated: u32,
        /// The number of complete records.
        complete: u32,
    },
    /// The bytes end before the last of the packets that a frame header counts.
    Packets {
        /// The number that the header states.
        stated: u16,
        /// The number of complete packets.
        complete: u16,
    },
    /// A packet states a length of 0 words, although its header takes one.
    EmptyPacket,
    /// There is not exactly one clip.
    Clips {
        /// The names of the clips.
        names: Vec<String>,
    },
    /// More nodes than there are object ids.
    Nodes {
        /// The number of nodes.
        count: usize,
    },
    /// More frames than [`EncodeOptions::frames`](crate::EncodeOptions::frames) allows.
    Duration {
        /// The clip's duration in seconds.
        seconds: f64,
        /// The maximum number of frames.
        most: u32,
    },
    /// More poses of moving nodes than [`EncodeOptions::poses`](crate::EncodeOptions::poses) allows.
    Poses {
        /// The number of poses.
        count: usize,
        /// The maximum number of poses.
        most: usize,
    },
    /// More packets in one frame than a frame record can count.
    Crowd {
        /// The number of the frame.
        frame: u32,
        /// The number of packets.
        packets: usize,
    },
    /// Rounding positions to whole units would cause errors of more than 1 % of the size of the figure.
    Unit {
        /// The option `unit`.
        unit: String,
        /// The error in percent of the size of the figure.
        percent: u64,
        /// A sufficiently fine unit for a clip whose unit is known.
        fine: Option<String>,
    },
    /// Rounding positions to whole units would cause errors of more than 1 % of the size of the figure, and in a finer unit its
    /// coordinates would exceed 32 bits.
    Far {
        /// The error in percent of the size of the figure.
        percent: u64,
        /// The largest coordinate relative to the size of the figure.
        ratio: f64,
    },
    /// The clip is not consistent.
    Clip(anim_core::ClipError),
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id { found } => write!(f, "the first byte is {found:#04x}, expected 0x50"),
            Self::Header { found } => {
                write!(f, "the file ends after {}, expected a header of 8", counted(*found, "byte"))
            }
            Self::Frames { stated, complete } => {
                write!(f, "the file ends after {complete} complete frame records, expected {stated}")
            }
            Self::Packets { stated, complete } => {
                write!(
                    f,
                    "the file ends after {} of the frame, expected {stated}",
                    counted(usize::from(*complete), "complete packet")
                )
            }
            Self::EmptyPacket => f.write_str("the packet states a length of 0 words, expected at least 1"),
            Self::Clips { names } if names.is_empty() => f.write_str("there is no clip, expected one"),
            Self::Clips { names } => {
                write!(f, "there are {} clips ({}), expected one", names.len(), names.join(", "))
            }
            Self::Nodes { count } => write!(f, "the clip has {count} nodes, expected at most 65534"),
            Self::Duration { seconds, most } => {
                let (seconds, most) = (Brief(*seconds), counted(*most as usize, "frame"));
                write!(
                    f,
                    "the clip lasts {seconds} s, expected at most {most}: the option `frames` allows more"
                )
            }
            Self::Poses { count, most } => {
                write!(
                    f,
                    "the clip needs {count} poses of moving nodes, expected at most {most}: the option `poses` allows more"
                )
            }
            Self::Crowd { frame, packets } => {
                write!(f, "frame {frame} needs {packets} packets, expected at most 65535")
            }
            Self::Unit { unit, percent, fine } => {
                let percent = Brief(*percent as f64);
                write!(
                    f,
                    "with the option `unit={unit}` positions are rounded by {percent} % of the size of the figure, expected at most 1 %"
                )?;
                fine.as_ref().map_or(Ok(()), |fine| write!(f, ": `unit={fine}` is fine enough"))
            }
            Self::Far { percent, ratio } => {
                let [percent, ratio] = [*percent as f64, *ratio].map(Brief);
                write!(
                    f,
                    "positions are rounded by {percent} % of the size of the figure, expected at most 1 %: the largest coordinate is {ratio} times the size, and no power of ten is a unit in which both fit 32 bits"
                )
            }
            Self::Clip(error) => write!(f, "the clip is not consistent: {error}"),
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
            | Self::Unit { .. }
            | Self::Far { .. }
            | Self::Clip(_) => &codes::ENCODE,
        }
    }
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Clip(error) => std::error::Error::source(error),
            _ => None,
        }
    }
}
