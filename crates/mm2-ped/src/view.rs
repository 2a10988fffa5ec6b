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
        // The usual header is not returned in a `Result`, which would copy it.
        match Head::retail(bytes) {
            Some(head) => Ok(Self::of(head, bytes)),
            None => Self::other(bytes),
        }
    }

    #[cold]
    fn other(bytes: &'a [u8]) -> Result<Self, Error> {
        Head::other(bytes).map(|head| Self::of(head, bytes))
    }

    #[inline]
    fn of(head: Head, bytes: &'a [u8]) -> Self {
        Self { head, floats: floats(bytes, head.start, head.floats_end()), bytes }
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
    // The exponent bits of an infinite float or NaN are all ones: adding one to the exponent carries into the sign bit. Without
    // branches the compiler vectorises the loop.
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

    #[test]
    fn every_upper_half_of_a_float_is_finite_or_not() {
        for (upper, lower) in (0..=u16::MAX).flat_map(|upper| [0, 1, 0xFFFF].map(|lower| (upper, lower))) {
            let float = f32::from_bits(u32::from(upper) << 16 | lower);
            assert_eq!(all_finite(&[1.0, float, 2.0]), float.is_finite(), "{float}");
        }
    }

    /// The retail layout with these counts.
    fn file(frames: u32, floats: u32, len: usize) -> Vec<u8> {
        let mut bytes: Vec<_> = [0, frames, floats, 0].iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.push(1);
        // Each float has its own index as its value.
        bytes.extend((0..).flat_map(|at: u32| (at as f32).to_le_bytes()).take(len));
        bytes
    }

    #[test]
    fn every_count_of_16_bits_is_read_if_its_floats_are_there() {
        let len = 4 * 1500;
        let mut bytes = file(0, 0, len);
        for count in 0..=u16::MAX {
            for [frames, floats] in [[count.into(), 1], [1, u32::from(count)], [u32::from(count), 7]] {
                bytes[4..8].copy_from_slice(&frames.to_le_bytes());
                bytes[8..12].copy_from_slice(&floats.to_le_bytes());
                let counts = [frames as usize, floats as usize];
                let expected = (1..=crate::MAX_FRAMES).contains(&counts[0])
                    && (1..=crate::MAX_CHANNELS).contains(&counts[1])
                    && 4 * u64::from(frames) * u64::from(floats) <= len as u64;
                let view = View::new(&bytes);
                assert_eq!(view.is_ok(), expected, "{frames} × {floats}");
                let Ok(view) = view else { continue };
                assert_eq!([view.frames(), view.floats()], counts);
                let last = view.frame(counts[0] - 1).last();
                assert_eq!(last, Some((frames * floats - 1) as f32), "{frames} × {floats}");
            }
        }
    }
}
