//! The header of an `.anim`, and which of the three layouts it has.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Confidence, Location};

use crate::error::{Error, ErrorKind};
use crate::layout::{Layout, OLD_HEADER, RETAIL_HEADER, TRACK_HEADER, WIKI_HEADER, moving_track, old_len};
use crate::limits::{MAX_CHANNELS, MAX_FRAMES};

/// The first word of a related game's compressed files: `cmp` and a 0.
const COMPRESSED: u32 = u32::from_le_bytes(*b"cmp\0");

/// A header, with the position of the floats. All floats are within the bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    pub(crate) layout: Layout,
    pub(crate) frames: usize,
    pub(crate) floats: usize,
    pub(crate) distance: f32,
    pub(crate) flag: u8,
    /// The byte at which the floats begin.
    pub(crate) start: usize,
    /// The number of tracks that move nothing.
    pub(crate) further: usize,
    /// Whether the size also fits the wiki layout.
    pub(crate) ambiguous: bool,
}

impl Head {
    /// Reads the header of a file.
    ///
    /// A first word of 0 means retail. Otherwise it is the number of frames of the old layout or of tracks of the wiki layout:
    /// the file has the layout whose size matches, or old if both match.
    #[inline]
    pub(crate) fn new(bytes: &[u8]) -> Result<Self, Error> {
        Self::retail(bytes).map_or_else(|| Self::other(bytes), Ok)
    }

    /// The header of a file in the retail layout, which nearly all files have; `None` for another layout or an error.
    #[inline]
    pub(crate) fn retail(bytes: &[u8]) -> Option<Self> {
        let &[0, 0, 0, 0, f0, f1, f2, f3, c0, c1, c2, c3, d0, d1, d2, d3, flag] = bytes.first_chunk()? else {
            return None;
        };
        let frames = u32::from_le_bytes([f0, f1, f2, f3]) as usize;
        let floats = u32::from_le_bytes([c0, c1, c2, c3]) as usize;
        let is_valid = (1..=MAX_FRAMES).contains(&frames)
            && (1..=MAX_CHANNELS).contains(&floats)
            && end(frames, floats, RETAIL_HEADER) <= bytes.len();
        is_valid.then_some(Self {
            layout: Layout::Retail,
            frames,
            floats,
            distance: f32::from_le_bytes([d0, d1, d2, d3]),
            flag,
            start: RETAIL_HEADER,
            further: 0,
            ambiguous: false,
        })
    }

    /// The byte after the last float.
    #[inline]
    pub(crate) fn floats_end(&self) -> usize {
        end(self.frames, self.floats, self.start)
    }

    /// Reads a header for which [`Head::retail`] returns none.
    #[cold]
    pub(crate) fn other(bytes: &[u8]) -> Result<Self, Error> {
        let at = |range: std::ops::Range<usize>| Location::span(range);
        let header = |expected| {
            let kind = ErrorKind::Truncated { expected, found: bytes.len() };
            Error::new(kind, at(0..bytes.len()))
        };
        let Some(&word) = bytes.first_chunk::<4>() else { return Err(header(RETAIL_HEADER)) };
        if u32::from_le_bytes(word) == COMPRESSED {
            return Err(Error::new(ErrorKind::Compressed, at(0..4)));
        }
        let Some(&[w0, w1, w2, w3, n0, n1, n2, n3, d0, d1, d2, d3, flag]) = bytes.first_chunk::<OLD_HEADER>()
        else {
            return Err(header(if word == [0; 4] { RETAIL_HEADER } else { OLD_HEADER }));
        };
        let (first, second) = (u32::from_le_bytes([w0, w1, w2, w3]), u32::from_le_bytes([n0, n1, n2, n3]));
        if first == 0 {
            return Err(refused(bytes).unwrap_or_else(|| header(RETAIL_HEADER)));
        }
        let old = old_len(first, second);
        let wiki = Tracks::new(bytes).end(first);
        let is_old = old == bytes.len() as u128;
        let is_wiki = wiki == Ok(bytes.len());
        if is_old {
            let head = Self {
                layout: Layout::Old,
                frames: first as usize,
                floats: (second as usize).saturating_add(1).saturating_mul(3),
                distance: f32::from_le_bytes([d0, d1, d2, d3]),
                flag,
                start: OLD_HEADER,
                further: 0,
                ambiguous: is_wiki,
            };
            if head.frames <= MAX_FRAMES && head.floats <= MAX_CHANNELS {
                return Ok(head);
            }
            if !is_wiki {
                return Err(head.beyond());
            }
        }
        if is_wiki {
            return Self::wiki(bytes, first as usize, second as usize);
        }
        let (wiki, found) = (wiki.map_or_else(|least| least, |end| end as u128), bytes.len());
        let is_text = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
        let kind = match bytes.get(..WIKI_HEADER) {
            Some(head) if head.iter().all(is_text) => ErrorKind::Text { found },
            _ => ErrorKind::Layout { old, wiki, found },
        };
        Err(Error::new(kind, at(0..WIKI_HEADER)))
    }

    /// The header of a file whose size matches its tracks.
    fn wiki(bytes: &[u8], count: usize, frames: usize) -> Result<Self, Error> {
        let tracks = || Tracks::new(bytes).take(count);
        let moving = moving_track(tracks().map(|track| track.flag));
        let limit = |what, found, most, at| Error::new(ErrorKind::Limit { what, found, most }, at);
        if count > MAX_CHANNELS {
            return Err(limit("tracks", count, MAX_CHANNELS, Location::span(0..4)));
        }
        if !(1..=MAX_FRAMES).contains(&frames) {
            return Err(limit("frames", frames, MAX_FRAMES, Location::span(4..8)));
        }
        let mut head = None;
        for (index, track) in tracks().enumerate() {
            let least = usize::from(index == moving);
            if !(least..=MAX_CHANNELS).contains(&track.floats) {
                let header = track.start.saturating_sub(TRACK_HEADER);
                let at = Location::span(header..header.saturating_add(4)).in_path(format!("track[{index}]"));
                return Err(limit("floats per frame", track.floats, MAX_CHANNELS, at));
            }
            if index == moving {
                head = Some(Self {
                    layout: Layout::Wiki,
                    frames,
                    floats: track.floats,
                    distance: track.distance,
                    flag: track.flag,
                    start: track.start,
                    further: count.saturating_sub(1),
                    ambiguous: false,
                });
            }
        }
        head.ok_or_else(|| limit("tracks", 0, MAX_CHANNELS, Location::span(0..4)))
    }

    /// The error of a header in the old layout whose size matches but whose counts are too large.
    fn beyond(&self) -> Error {
        let (what, found, most, span) = if self.frames > MAX_FRAMES {
            ("frames", self.frames, MAX_FRAMES, 0..4)
        } else {
            ("floats per frame", self.floats, MAX_CHANNELS, 4..8)
        };
        Error::new(ErrorKind::Limit { what, found, most }, Location::span(span))
    }
}

/// The byte after the last of `frames` times `floats` floats.
#[inline]
fn end(frames: usize, floats: usize, start: usize) -> usize {
    frames.saturating_mul(floats).saturating_mul(4).saturating_add(start)
}

/// The error of a complete header in the retail layout.
fn refused(bytes: &[u8]) -> Option<Error> {
    let &[_, _, _, _, f0, f1, f2, f3, c0, c1, c2, c3] = bytes.get(..RETAIL_HEADER)?.first_chunk()?;
    let (frames, floats) = (u32::from_le_bytes([f0, f1, f2, f3]), u32::from_le_bytes([c0, c1, c2, c3]));
    let (frames, floats, len) = (frames as usize, floats as usize, bytes.len());
    let limits = [("frames", frames, MAX_FRAMES, 4..8), ("floats per frame", floats, MAX_CHANNELS, 8..12)];
    for (what, found, most, span) in limits {
        if !(1..=most).contains(&found) {
            return Some(Error::new(ErrorKind::Limit { what, found, most }, Location::span(span)));
        }
    }
    let kind = ErrorKind::Truncated { expected: end(frames, floats, RETAIL_HEADER), found: len };
    Some(Error::new(kind, Location::span(RETAIL_HEADER.min(len)..len)))
}

/// Whether a file in the old layout also fits the wiki layout.
pub(crate) fn fits_wiki(bytes: &[u8]) -> bool {
    Head::new(bytes).is_ok_and(|head| head.ambiguous)
}

/// A track of the wiki layout in place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrackHead {
    pub(crate) floats: usize,
    pub(crate) distance: f32,
    pub(crate) flag: u8,
    /// The byte at which its floats begin.
    pub(crate) start: usize,
    /// The byte after its last float, perhaps beyond the file.
    end: u128,
}

/// The tracks of the wiki layout in turn, while their headers are within the bytes. The caller counts them.
pub(crate) struct Tracks<'a> {
    bytes: &'a [u8],
    frames: u32,
    start: usize,
}

impl<'a> Tracks<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let frames = bytes.get(4..WIKI_HEADER).and_then(|word| word.first_chunk());
        Self { bytes, frames: frames.map_or(0, |&word| u32::from_le_bytes(word)), start: WIKI_HEADER }
    }

    /// The byte after the last of `count` tracks; if that is beyond the file, the least size that the file would need.
    fn end(self, count: u32) -> Result<usize, u128> {
        let (len, mut end) = (self.bytes.len(), WIKI_HEADER);
        let mut left = count;
        for track in self.take(count as usize) {
            end = usize::try_from(track.end).ok().filter(|&end| end <= len).ok_or(track.end)?;
            left = left.saturating_sub(1);
        }
        let missing = u128::from(left).saturating_mul(TRACK_HEADER as u128);
        if left == 0 { Ok(end) } else { Err(missing.saturating_add(end as u128)) }
    }
}

impl Iterator for Tracks<'_> {
    type Item = TrackHead;

    fn next(&mut self) -> Option<TrackHead> {
        let header = self.bytes.get(self.start..)?.first_chunk::<TRACK_HEADER>()?;
        let &[n0, n1, n2, n3, d0, d1, d2, d3, flag] = header;
        let floats = u32::from_le_bytes([n0, n1, n2, n3]);
        let start = self.start.saturating_add(TRACK_HEADER);
        let len = u128::from(floats).saturating_mul(u128::from(self.frames)).saturating_mul(4);
        let end = len.saturating_add(start as u128);
        self.start = usize::try_from(end).unwrap_or(usize::MAX);
        let distance = f32::from_le_bytes([d0, d1, d2, d3]);
        Some(TrackHead { floats: floats as usize, distance, flag, start, end })
    }
}

/// The confidence that bytes, perhaps truncated, are an `.anim`.
pub(crate) fn sniff(bytes: &[u8]) -> Confidence {
    match Head::new(bytes) {
        Ok(head) if head.floats.checked_rem(3) == Some(0) && is_complete(&head, bytes) => Confidence::Likely,
        Ok(_) => Confidence::Maybe,
        Err(error) => match error.kind {
            ErrorKind::Compressed => Confidence::Likely,
            // The counts are valid, and the bytes may be the beginning of a longer file.
            ErrorKind::Truncated { found, .. } if found >= RETAIL_HEADER => Confidence::Maybe,
            _ => Confidence::No,
        },
    }
}

fn is_complete(head: &Head, bytes: &[u8]) -> bool {
    head.layout != Layout::Retail || head.floats_end() == bytes.len()
}
