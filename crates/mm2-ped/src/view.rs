//! An `.anim` in place: its floats in a byte slice, without a copy.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use zerocopy::FromBytes;
use zerocopy::little_endian::F32;

use crate::layout::{Head, TrackHead, Tracks};
use crate::{Error, Layout};

/// An `.anim` in place.
///
/// Floats are at odd addresses: a header is 13 or 17 bytes long and nothing is padded.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    head: Head,
    floats: &'a [F32],
    bytes: &'a [u8],
}

impl<'a> View<'a> {
    /// Reads the header and finds the floats; none of them is looked at.
    ///
    /// Errors: [`ErrorKind::Truncated`](crate::ErrorKind::Truncated), [`ErrorKind::Layout`](crate::ErrorKind::Layout),
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit), [`ErrorKind::Compressed`](crate::ErrorKind::Compressed).
    #[inline]
    pub fn new(bytes: &'a [u8]) -> Result<Self, Error> {
        let head = Head::new(bytes)?;
        Ok(Self { head, floats: floats(bytes, head.start, head.floats_end()), bytes })
    }

    /// The layout of the file.
    pub fn layout(&self) -> Layout {
        self.head.layout
    }

    /// How many frames there are, 1 to [`MAX_FRAMES`](crate::MAX_FRAMES).
    pub fn frames(&self) -> usize {
        self.head.frames
    }

    /// How many floats a frame has, 1 to [`MAX_CHANNELS`](crate::MAX_CHANNELS).
    pub fn floats(&self) -> usize {
        self.head.floats
    }

    /// How many bones have angles.
    pub fn bones(&self) -> usize {
        self.head.floats.checked_div(3).unwrap_or(0).saturating_sub(1)
    }

    /// How far one loop leads forward, along −Z, in metres.
    pub fn distance(&self) -> f32 {
        self.head.distance
    }

    /// A byte of unknown meaning, 1 in every known file.
    pub fn flag(&self) -> u8 {
        self.head.flag
    }

    /// The floats of a frame in turn; none past the last frame.
    pub fn frame(&self, index: usize) -> impl ExactSizeIterator<Item = f32> + 'a {
        let start = index.saturating_mul(self.head.floats);
        let range = start..start.saturating_add(self.head.floats);
        self.floats.get(range).unwrap_or_default().iter().map(|float| float.get())
    }

    /// All floats in turn, frame after frame.
    pub fn values(&self) -> impl ExactSizeIterator<Item = f32> + 'a {
        self.floats.iter().map(|float| float.get())
    }

    /// Whether every float is a finite number.
    pub fn all_finite(&self) -> bool {
        all_finite(self.floats)
    }

    /// Bytes after the last frame.
    pub fn trailing(&self) -> &'a [u8] {
        match self.head.layout {
            Layout::Retail => self.bytes.get(self.head.floats_end()..).unwrap_or_default(),
            Layout::Old | Layout::Wiki => &[],
        }
    }

    pub(crate) fn head(&self) -> &Head {
        &self.head
    }

    pub(crate) fn as_floats(&self) -> &'a [F32] {
        self.floats
    }

    /// The tracks of the wiki layout with their floats.
    pub(crate) fn tracks(&self) -> impl Iterator<Item = (TrackHead, &'a [F32])> {
        let (bytes, frames) = (self.bytes, self.head.frames);
        Tracks::new(bytes).take(self.head.further.saturating_add(1)).map(move |track| {
            let len = track.floats.saturating_mul(frames).saturating_mul(4);
            (track, floats(bytes, track.start, track.start.saturating_add(len)))
        })
    }
}

#[inline]
fn floats(bytes: &[u8], start: usize, end: usize) -> &[F32] {
    bytes.get(start..end).and_then(|bytes| <[F32]>::ref_from_bytes(bytes).ok()).unwrap_or_default()
}

/// A float in memory or in a file.
pub(crate) trait Float: Copy {
    fn value(self) -> f32;

    #[inline]
    fn bits(self) -> u32 {
        self.value().to_bits()
    }
}

impl Float for f32 {
    #[inline]
    fn value(self) -> f32 {
        self
    }
}

impl Float for F32 {
    #[inline]
    fn value(self) -> f32 {
        self.get()
    }
}

/// Whether every float is a finite number.
#[inline]
pub(crate) fn all_finite<T: Float>(floats: &[T]) -> bool {
    // The exponent of what is not finite is all ones: adding one carries into the sign. No branch, so that it vectorises.
    let carries = |sum: u32, float: &T| sum | (float.bits() & 0x7F80_0000).wrapping_add(0x0080_0000);
    floats.iter().fold(0, carries) >> 31 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finite_is_found_wherever_it_is() {
        let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::from_bits(0xFF80_0001)];
        let usual = [0.0, -0.0, f32::MAX, f32::MIN, f32::from_bits(1), 1.5];
        for len in 1..40 {
            let floats: Vec<_> = usual.iter().copied().cycle().take(len).collect();
            assert!(all_finite(&floats));
            for (at, odd) in (0..len).zip(odd.iter().cycle()) {
                let mut floats = floats.clone();
                floats[at] = *odd;
                assert!(!all_finite(&floats), "{odd} at {at} of {len}");
            }
        }
    }
}
