//! Errors of the reader and the encoder.

use std::fmt;

use anim_core::{Brief, Code, LineColumn, counted};

use crate::{Invalid, codes};

/// An error of the reader or the encoder, with its location.
pub type Error = anim_core::Error<ErrorKind>;

/// Why bytes are not a BVH, or clips cannot become one.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A word that the structure of the file does not allow here.
    Syntax {
        /// The location of the word.
        at: LineColumn,
        /// The word in quotes, or `the end of the file`.
        found: String,
        /// The words that are allowed.
        expected: &'static str,
        /// The nearest keyword, if the word may be misspelt.
        near: Option<&'static str>,
    },
    /// A word that is not a finite decimal number.
    Number {
        /// The location of the word.
        at: LineColumn,
        /// The word in quotes, or `the end of the file`.
        found: String,
    },
    /// A word that is not the name of a channel.
    Channel {
        /// The location of the word.
        at: LineColumn,
        /// The word in quotes.
        found: String,
        /// The nearest channel name, if the word may be misspelt.
        near: Option<&'static str>,
    },
    /// The last frame has too few numbers.
    Frame {
        /// The end of the numbers.
        at: LineColumn,
        /// The index of the frame, from 0.
        frame: usize,
        /// The number of values in the frame.
        found: usize,
        /// The number of channels.
        expected: usize,
    },
    /// There is not exactly one clip.
    Clips {
        /// The names of the clips.
        names: Vec<String>,
    },
    /// More frames than [`EncodeOptions::frames`](crate::EncodeOptions::frames) allows.
    Duration {
        /// The clip's duration in seconds.
        seconds: f64,
        /// The maximum number of frames.
        most: usize,
    },
    /// More poses of nodes than [`EncodeOptions::poses`](crate::EncodeOptions::poses) allows.
    Poses {
        /// The number of poses.
        count: usize,
        /// The maximum number of poses.
        most: usize,
    },
    /// The clip is not consistent.
    Clip(anim_core::ClipError),
    /// The joints and frames do not form a document.
    Invalid(Invalid),
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Syntax { at, .. }
        | Self::Number { at, .. }
        | Self::Channel { at, .. }
        | Self::Frame { at, .. } = self
        {
            write!(f, "line {}, column {}: ", at.line, at.column)?;
        }
        match self {
            Self::Syntax { found, expected, near, .. } => {
                write!(f, "found {found}, expected {expected}{}", suggestion(*near))
            }
            Self::Number { found, .. } => {
                let hint =
                    if is_with_comma(found) { " with a decimal point instead of the comma" } else { "" };
                write!(f, "found {found}, expected a finite number{hint}")
            }
            Self::Channel { found, near, .. } => {
                write!(
                    f,
                    "found {found}, expected a channel: Xposition, Yposition, Zposition, Xrotation, Yrotation or Zrotation{}",
                    suggestion(*near)
                )
            }
            Self::Frame { frame, found, expected, .. } => {
                write!(f, "frame {frame} ends after {}, expected {expected}", counted(*found, "number"))
            }
            Self::Clips { names } if names.is_empty() => f.write_str("there is no clip, expected one"),
            Self::Clips { names } => {
                write!(f, "there are {} clips ({}), expected one", names.len(), names.join(", "))
            }
            Self::Duration { seconds, most } => {
                let (seconds, most) = (Brief(*seconds), counted(*most, "frame"));
                write!(
                    f,
                    "the clip lasts {seconds} s, expected at most {most}: the option `frames` allows more"
                )
            }
            Self::Poses { count, most } => {
                write!(
                    f,
                    "the clip needs {count} poses of nodes, expected at most {most}: the option `poses` allows more"
                )
            }
            Self::Clip(error) => write!(f, "the clip is not consistent: {error}"),
            Self::Invalid(invalid) => invalid.fmt(f),
        }
    }
}

fn suggestion(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

impl anim_core::ErrorKind for ErrorKind {
    fn code(&self) -> &'static Code {
        match self {
            Self::Syntax { .. } => &codes::SYNTAX,
            Self::Number { .. } => &codes::NUMBER,
            Self::Channel { .. } => &codes::CHANNEL,
            Self::Frame { .. } => &codes::FRAME,
            Self::Clips { .. }
            | Self::Duration { .. }
            | Self::Poses { .. }
            | Self::Clip(_)
            | Self::Invalid(_) => &codes::ENCODE,
        }
    }
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Clip(error) => std::error::Error::source(error),
            Self::Invalid(error) => std::error::Error::source(error),
            _ => None,
        }
    }
}

/// Whether a word in quotes would be a number with a point instead of its comma.
fn is_with_comma(found: &str) -> bool {
    let Some((whole, decimals)) = found.trim_matches('`').split_once(',') else { return false };
    decimals.starts_with(|c: char| c.is_ascii_digit()) && format!("{whole}.{decimals}").parse::<f64>().is_ok()
}
