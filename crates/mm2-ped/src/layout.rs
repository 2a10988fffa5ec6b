//! The three layouts of an `.anim`, and their sizes.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use crate::limits::{MAX_CHANNELS, MAX_FRAMES};

/// The layout of an `.anim`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Layout {
    /// The layout of every file that shipped with the game: a 0, the counts, the distance, the flag, the floats.
    #[default]
    Retail,
    /// A layout that the game's loader also reads: the frames, the bones, the distance, the flag, the floats.
    Old,
    /// The layout on the format's wiki page: any number of tracks, each with its own floats.
    Wiki,
}

impl Layout {
    /// The name in texts: `retail`, `old` or `wiki`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Retail => "retail",
            Self::Old => "old",
            Self::Wiki => "wiki",
        }
    }
}

/// Bytes before the floats of the retail layout.
pub(crate) const RETAIL_HEADER: usize = 17;

/// Bytes before the floats of the old layout.
pub(crate) const OLD_HEADER: usize = 13;

/// Bytes before the tracks of the wiki layout.
pub(crate) const WIKI_HEADER: usize = 8;

/// Bytes before the floats of a track of the wiki layout.
pub(crate) const TRACK_HEADER: usize = 9;

/// The index of the track that moves the figure: the first of type 1, or else the first.
pub(crate) fn moving_track(types: impl IntoIterator<Item = u8>) -> usize {
    types.into_iter().position(|flag| flag == 1).unwrap_or(0)
}

/// The size of a file in the old layout.
pub(crate) fn old_len(frames: u32, bones: u32) -> u128 {
    let floats = u128::from(bones).saturating_add(1).saturating_mul(3);
    u128::from(frames).saturating_mul(floats).saturating_mul(4).saturating_add(OLD_HEADER as u128)
}

/// Whether a file in the wiki layout with these counts and this size reads as one in the old layout.
pub(crate) fn fits_old(tracks: usize, frames: usize, len: usize) -> bool {
    let bones = frames;
    old_len(tracks as u32, bones as u32) == len as u128
        && tracks <= MAX_FRAMES
        && bones.saturating_add(1).saturating_mul(3) <= MAX_CHANNELS
}
