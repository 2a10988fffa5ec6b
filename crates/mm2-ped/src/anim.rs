//! The model of an `.anim`: the positions of the root and the angles of the bones, frame by frame.

use crate::Invalid;
use crate::layout::{self, Layout, moving_track};
use crate::limits::{MAX_CHANNELS, MAX_FRAMES};

/// The frames per second of every `.anim`.
pub const FRAMES_PER_SECOND: u32 = 30;

/// One track of an `.anim`: its floats, and the header fields that precede them.
///
/// The layouts retail and old have one track. The wiki layout has any number of tracks; the first of type 1 moves the
/// figure.
#[derive(Clone, Debug, Default)]
pub struct Track {
    /// The number of floats per frame.
    pub floats: usize,
    /// The forward travel of one loop, along −Z, in metres.
    pub distance: f32,
    /// The type, 1 in every known file.
    pub flag: u8,
    /// The floats, frame after frame.
    pub values: Vec<f32>,
}

/// An `.anim`: one loop of motion, 30 frames a second.
///
/// A frame is the position of the first bone in metres, then for each bone its angles about X, Y and Z in radians. Floats
/// may have any bits; two clips are equal if their files are.
#[derive(Clone, Debug)]
pub struct Anim {
    /// The forward travel of one loop, along −Z, in metres: 0 for a clip on the spot, negative for one that backs up.
    pub distance: f32,
    /// A byte of unknown meaning, 1 in every known file; in the wiki layout the type of the track.
    pub flag: u8,
    pub(crate) layout: Layout,
    pub(crate) frames: usize,
    pub(crate) floats: usize,
    pub(crate) values: Vec<f32>,
    /// The tracks that move nothing, and the number of them before the track that moves the figure.
    pub(crate) further: Vec<Track>,
    pub(crate) moving: usize,
    pub(crate) trailing: Vec<u8>,
}

impl Anim {
    /// A clip in the retail layout with flag 1 and distance 0.
    ///
    /// Errors: [`Invalid::Values`] unless the frames of 3·(`bones` + 1) values are complete, [`Invalid::Frames`] unless there are 1
    /// to [`MAX_FRAMES`], [`Invalid::Floats`] if one has more than [`MAX_CHANNELS`] values.
    pub fn new(bones: usize, values: Vec<f32>) -> Result<Self, Invalid> {
        let floats = bones.saturating_add(1).saturating_mul(3);
        let frames = values.len() / floats;
        let track = Track { floats, distance: 0.0, flag: 1, values };
        Self::from_tracks(Layout::Retail, frames, vec![track], Vec::new())
    }

    /// A clip of any layout.
    ///
    /// Errors: the [`Invalid`] reason, if no file can store it.
    pub fn from_tracks(
        layout: Layout,
        frames: usize,
        tracks: Vec<Track>,
        trailing: Vec<u8>,
    ) -> Result<Self, Invalid> {
        let most = if layout == Layout::Wiki { MAX_CHANNELS } else { 1 };
        let moving = moving_track(tracks.iter().map(|track| track.flag));
        let Some(track) = tracks.get(moving).filter(|_| tracks.len() <= most) else {
            return Err(Invalid::Tracks { layout, found: tracks.len() });
        };
        if let Some(found) = tracks.iter().map(|track| track.floats).find(|floats| *floats > MAX_CHANNELS) {
            return Err(Invalid::Floats { found });
        }
        if track.floats == 0 {
            return Err(Invalid::Floats { found: 0 });
        }
        if layout == Layout::Old && track.floats % 3 != 0 {
            return Err(Invalid::Bones { floats: track.floats });
        }
        if !(1..=MAX_FRAMES).contains(&frames) {
            return Err(Invalid::Frames { found: frames });
        }
        let is_cut = |track: &&Track| frames.checked_mul(track.floats) != Some(track.values.len());
        if let Some(Track { floats, values, .. }) = tracks.iter().find(is_cut) {
            return Err(Invalid::Values { found: values.len(), floats: *floats, frames });
        }
        if !trailing.is_empty() && layout != Layout::Retail {
            return Err(Invalid::Trailing { layout, found: trailing.len() });
        }
        let mut further = tracks;
        let Track { floats, distance, flag, values } = further.remove(moving);
        let anim = Self { distance, flag, layout, frames, floats, values, further, moving, trailing };
        if layout == Layout::Wiki && layout::fits_old(anim.tracks_len(), frames, anim.bytes_len()) {
            return Err(Invalid::Ambiguous);
        }
        Ok(anim)
    }

    /// The layout of the file.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The number of frames, 1 to [`MAX_FRAMES`].
    pub fn frames(&self) -> usize {
        self.frames
    }

    /// The number of floats per frame, 1 to [`MAX_CHANNELS`]: 3·(bones + 1) in every valid file.
    pub fn floats(&self) -> usize {
        self.floats
    }

    /// The number of bones that have angles.
    pub fn bones(&self) -> usize {
        (self.floats / 3).saturating_sub(1)
    }

    /// The floats of a frame: the position of the first bone, then three angles for each bone; `None` past the last frame.
    pub fn frame(&self, index: usize) -> Option<&[f32]> {
        self.values.get(self.range(index)?)
    }

    /// The floats of a frame, mutable; `None` past the last frame.
    pub fn frame_mut(&mut self, index: usize) -> Option<&mut [f32]> {
        let range = self.range(index)?;
        self.values.get_mut(range)
    }

    fn range(&self, index: usize) -> Option<std::ops::Range<usize>> {
        let start = index.checked_mul(self.floats)?;
        Some(start..start.checked_add(self.floats)?)
    }

    /// All floats, frame after frame.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// All floats, frame after frame, mutable.
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    /// The tracks of the wiki layout that move nothing, in the file's order.
    pub fn further(&self) -> &[Track] {
        &self.further
    }

    /// The bytes after the last frame, which only the retail layout can have.
    pub fn trailing(&self) -> &[u8] {
        &self.trailing
    }

    /// All tracks in the file's order.
    pub fn into_tracks(mut self) -> Vec<Track> {
        let track =
            Track { floats: self.floats, distance: self.distance, flag: self.flag, values: self.values };
        self.further.insert(self.moving, track);
        self.further
    }

    /// All tracks in the file's order, borrowed.
    pub(crate) fn tracks(&self) -> impl Iterator<Item = TrackRef<'_>> {
        let own =
            TrackRef { floats: self.floats, distance: self.distance, flag: self.flag, values: &self.values };
        let (before, after) = self.further.split_at(self.moving.min(self.further.len()));
        before.iter().map(TrackRef::of).chain([own]).chain(after.iter().map(TrackRef::of))
    }

    pub(crate) fn tracks_len(&self) -> usize {
        self.further.len() + 1
    }

    /// The size of the file.
    pub(crate) fn bytes_len(&self) -> usize {
        let floats = 4 * self.values.len();
        match self.layout {
            Layout::Retail => layout::RETAIL_HEADER + floats + self.trailing.len(),
            Layout::Old => layout::OLD_HEADER + floats,
            Layout::Wiki => {
                let track = |track: TrackRef<'_>| layout::TRACK_HEADER + 4 * track.values.len();
                layout::WIKI_HEADER + self.tracks().map(track).sum::<usize>()
            }
        }
    }
}

/// A borrowed [`Track`].
pub(crate) struct TrackRef<'a> {
    pub(crate) floats: usize,
    pub(crate) distance: f32,
    pub(crate) flag: u8,
    pub(crate) values: &'a [f32],
}

impl<'a> TrackRef<'a> {
    fn of(track: &'a Track) -> Self {
        let Track { floats, distance, flag, values } = track;
        Self { floats: *floats, distance: *distance, flag: *flag, values }
    }
}

impl PartialEq for TrackRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        let bits = |value: &f32| value.to_bits();
        (self.floats, self.distance.to_bits(), self.flag)
            == (other.floats, other.distance.to_bits(), other.flag)
            && self.values.iter().map(bits).eq(other.values.iter().map(bits))
    }
}

impl PartialEq for Track {
    fn eq(&self, other: &Self) -> bool {
        TrackRef::of(self) == TrackRef::of(other)
    }
}

impl Eq for Track {}

impl PartialEq for Anim {
    fn eq(&self, other: &Self) -> bool {
        (self.layout, self.frames, &self.trailing) == (other.layout, other.frames, &other.trailing)
            && self.tracks().eq(other.tracks())
    }
}

impl Eq for Anim {}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(floats: usize, frames: usize, flag: u8) -> Track {
        Track { floats, distance: 0.0, flag, values: vec![0.0; floats * frames] }
    }

    #[test]
    fn values_make_complete_frames_within_the_limits() {
        let cases = [
            (1, 6, Some(1)),
            (1, 12, Some(2)),
            (1, 13, None),
            (1, 0, None),
            (0, 3 * MAX_FRAMES, Some(MAX_FRAMES)),
            (0, 3 * (MAX_FRAMES + 1), None),
            (332, 999, Some(1)),
            (333, 1002, None),
            (usize::MAX, 6, None),
        ];
        for (bones, values, frames) in cases {
            let anim = Anim::new(bones, vec![0.0; values]);
            assert_eq!(anim.map(|anim| anim.frames()).ok(), frames, "{bones} bones, {values} values");
        }
    }

    #[test]
    fn what_no_file_can_store_is_not_a_clip() {
        let tracks = |layout, found| Err(Invalid::Tracks { layout, found });
        let trailing = |layout| Err(Invalid::Trailing { layout, found: 1 });
        let cases = [
            (Layout::Retail, vec![track(5, 2, 1)], 1, Ok(())),
            (Layout::Old, vec![track(6, 2, 1)], 0, Ok(())),
            (Layout::Wiki, vec![track(6, 2, 0), track(6, 2, 1), track(0, 2, 7)], 0, Ok(())),
            (Layout::Retail, vec![], 0, tracks(Layout::Retail, 0)),
            (Layout::Wiki, vec![], 0, tracks(Layout::Wiki, 0)),
            (Layout::Retail, vec![track(6, 2, 1); 2], 0, tracks(Layout::Retail, 2)),
            (
                Layout::Retail,
                vec![track(6, 1, 1)],
                0,
                Err(Invalid::Values { found: 6, floats: 6, frames: 2 }),
            ),
            (Layout::Retail, vec![track(0, 2, 1)], 0, Err(Invalid::Floats { found: 0 })),
            (Layout::Old, vec![track(5, 2, 1)], 0, Err(Invalid::Bones { floats: 5 })),
            (Layout::Old, vec![track(6, 2, 1)], 1, trailing(Layout::Old)),
            (Layout::Wiki, vec![track(6, 2, 1)], 1, trailing(Layout::Wiki)),
            (Layout::Wiki, vec![track(0, 2, 1), track(6, 2, 0)], 0, Err(Invalid::Floats { found: 0 })),
            // 17 + 4·2·4 bytes are also the size of one frame of two bones in the old layout.
            (Layout::Wiki, vec![track(4, 2, 1)], 0, Err(Invalid::Ambiguous)),
        ];
        for (index, (layout, tracks, trailing, expected)) in cases.into_iter().enumerate() {
            let anim = Anim::from_tracks(layout, 2, tracks, vec![9; trailing]);
            assert_eq!(anim.map(|_| ()), expected, "case {index}");
        }
        for (bones, values, reason) in [
            (1, 13, "found 13 values, expected 6 floats for each of 2 frames"),
            (1, 0, "found 0 frames, expected 1 to 10000"),
            (333, 1002, "found 1002 floats per frame, expected 1 to 1000"),
        ] {
            assert_eq!(Anim::new(bones, vec![0.0; values]).unwrap_err().to_string(), reason);
        }
    }

    #[test]
    fn equality_is_of_bits() {
        let clip = |bits: u32| Anim::new(0, vec![0.0, 0.0, f32::from_bits(bits)]).unwrap();
        assert_eq!(clip(0x7FC0_0001), clip(0x7FC0_0001));
        assert_ne!(clip(0x7FC0_0001), clip(0x7FC0_0002));
        assert_ne!(clip(0), clip(1 << 31), "0 and −0");
    }

    #[test]
    fn the_first_track_of_type_1_moves_the_figure() {
        for (types, moving) in [(&[1, 1][..], 0), (&[0, 1], 1), (&[0, 2], 0)] {
            let tracks = types.iter().map(|&flag| track(3, 4, flag)).collect();
            let mut anim = Anim::from_tracks(Layout::Wiki, 4, tracks, vec![]).unwrap();
            anim.values_mut()[0] = 5.0;
            let first: Vec<_> = anim.into_tracks().iter().map(|track| track.values[0]).collect();
            assert_eq!(first.iter().position(|&value| value == 5.0), Some(moving), "{types:?}");
        }
    }
}
