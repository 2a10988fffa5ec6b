//! An `.anim` in place: its floats in a byte slice, not copied.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use zerocopy::FromBytes;
use zerocopy::little_endian::F32;

use crate::error::Error;
use crate::head::{Head, TrackHead, Tracks};
use crate::layout::Layout;

/// An `.anim` in place.
///
/// The floats are not aligned: a header has 13 or 17 bytes, and nothing is padded.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    head: Head,
    floats: &'a [F32],
    bytes: &'a [u8],
}

impl<'a> View<'a> {
    /// Reads the header and finds the floats, without reading them.
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

    /// The number of frames, 1 to [`MAX_FRAMES`](crate::MAX_FRAMES).
    pub fn frames(&self) -> usize {
        self.head.frames
    }

    /// The number of floats per frame, 1 to [`MAX_CHANNELS`](crate::MAX_CHANNELS).
    pub fn floats(&self) -> usize {
        self.head.floats
    }

    /// The number of bones that have angles.
    pub fn bones(&self) -> usize {
        self.head.floats.checked_div(3).unwrap_or(0).saturating_sub(1)
    }

    /// The forward travel of one loop, along −Z, in metres.
    pub fn distance(&self) -> f32 {
        self.head.distance
    }

    /// A byte of unknown meaning, 1 in every known file.
    pub fn flag(&self) -> u8 {
        self.head.flag
    }

    /// The floats of a frame; none past the last frame.
    pub fn frame(&self, index: usize) -> impl ExactSizeIterator<Item = f32> + 'a {
        let start = index.saturating_mul(self.head.floats);
        let range = start..start.saturating_add(self.head.floats);
        self.floats.get(range).unwrap_or_default().iter().map(|float| float.get())
    }

    /// All floats, frame after frame.
    pub fn values(&self) -> impl ExactSizeIterator<Item = f32> + 'a {
        self.floats.iter().map(|float| float.get())
    }

    /// Whether every float is a finite number.
    pub fn all_finite(&self) -> bool {
        all_finite(self.floats)
    }

    /// The bytes after the last frame.
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
    // The exponent bits of an infinite float or NaN are all ones: adding one to the exponent carries into the sign bit. There
    // is no branch, so that the compiler vectorises the loop.
    let carries = |sum: u32, float: &T| sum | (float.bits() & 0x7F80_0000).wrapping_add(0x0080_0000);
    floats.iter().fold(0, carries) >> 31 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_that_are_not_finite_are_found_at_any_index() {
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
