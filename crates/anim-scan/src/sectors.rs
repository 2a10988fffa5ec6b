//! The user data of an image: all bytes, or the content of its raw sectors.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::VecDeque;
use std::io::{self, Read};

/// The size of a raw sector in bytes.
pub const SECTOR: usize = 2352;

/// The size of the user data in bytes, in a sector of mode 1 or of mode 2 form 1.
pub const USER_DATA: usize = 2048;

/// The first bytes of a data sector.
const SYNC: [u8; 12] = [0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0];

/// The number of sectors examined to detect raw sectors: a track may begin with two seconds of silence.
const PROBED: usize = 160;

/// A blob being read as its user data.
#[derive(Debug)]
pub(crate) struct UserData<R> {
    blob: R,
    /// Bytes that were read but not passed on yet; after detection, always less than a sector for a raw image.
    pending: Vec<u8>,
    /// The start of the user data in each sector, from sector `first` on; `None` for a blob without sectors.
    starts: Option<VecDeque<u8>>,
    first: u64,
    /// The number of bytes read.
    read: u64,
}

impl<R: Read> UserData<R> {
    pub(crate) fn new(blob: R) -> io::Result<Self> {
        let mut data = Self { blob, pending: Vec::new(), starts: None, first: 0, read: 0 };
        data.pull(PROBED.saturating_mul(SECTOR))?;
        if is_raw(&data.pending) {
            data.starts = Some(VecDeque::new());
        }
        Ok(data)
    }

    /// A blob continued from the beginning of a sector; `is_raw` is that of the complete blob.
    pub(crate) fn continued(blob: R, is_raw: bool) -> Self {
        Self { blob, pending: Vec::new(), starts: is_raw.then(VecDeque::new), first: 0, read: 0 }
    }

    /// Whether the blob is an image of raw sectors.
    pub(crate) fn is_raw(&self) -> bool {
        self.starts.is_some()
    }

    /// The number of bytes of the blob that were read.
    pub(crate) fn bytes(&self) -> u64 {
        self.read
    }

    /// Adds about this number of bytes of user data to a buffer; false if there are no more.
    pub(crate) fn fill(&mut self, out: &mut Vec<u8>, count: usize) -> io::Result<bool> {
        let before = out.len();
        if self.starts.is_none() {
            if self.pending.is_empty() {
                return Ok(self.take(out, count)? > 0);
            }
            out.append(&mut self.pending);
            return Ok(true);
        }
        let wanted = count.div_ceil(USER_DATA).saturating_mul(SECTOR);
        let is_last = self.pull(wanted)? < wanted;
        let pending = std::mem::take(&mut self.pending);
        let mut sectors = pending.chunks_exact(SECTOR);
        for sector in &mut sectors {
            self.give(sector, out);
        }
        match sectors.remainder() {
            [] => {}
            // An image may end within a sector.
            rest if is_last => self.give(rest, out),
            rest => self.pending.extend_from_slice(rest),
        }
        Ok(out.len() > before)
    }

    /// The offset in the blob of a position in the user data, which must not be discarded.
    pub(crate) fn offset(&self, user_offset: u64) -> u64 {
        let Some(starts) = &self.starts else { return user_offset };
        let sector = user_offset.checked_div(USER_DATA as u64).unwrap_or(0);
        let within = user_offset.checked_rem(USER_DATA as u64).unwrap_or(0);
        let known = usize::try_from(sector.saturating_sub(self.first)).ok();
        let start = known.and_then(|index| starts.get(index)).copied().unwrap_or(0);
        sector.saturating_mul(SECTOR as u64).saturating_add(u64::from(start)).saturating_add(within)
    }

    /// Discards the sectors before a position in the user data.
    pub(crate) fn forget(&mut self, user_offset: u64) {
        let Some(starts) = &mut self.starts else { return };
        let sector = user_offset.checked_div(USER_DATA as u64).unwrap_or(0);
        let count =
            usize::try_from(sector.saturating_sub(self.first)).unwrap_or(usize::MAX).min(starts.len());
        starts.drain(..count);
        self.first = self.first.saturating_add(count as u64);
    }

    /// Reads until this number of bytes is pending, or to the end, and returns how many are.
    fn pull(&mut self, count: usize) -> io::Result<usize> {
        let mut pending = std::mem::take(&mut self.pending);
        let missing = count.saturating_sub(pending.len());
        let result = self.take(&mut pending, missing);
        self.pending = pending;
        result.map(|_| self.pending.len())
    }

    fn take(&mut self, out: &mut Vec<u8>, count: usize) -> io::Result<usize> {
        let taken = (&mut self.blob).take(count as u64).read_to_end(out)?;
        self.read = self.read.saturating_add(taken as u64);
        Ok(taken)
    }

    /// Adds the user data of a sector.
    fn give(&mut self, sector: &[u8], out: &mut Vec<u8>) {
        let start = start(sector);
        match start.and_then(|start| sector.get(usize::from(start)..)) {
            Some(data) => out.extend_from_slice(data.get(..USER_DATA).unwrap_or(data)),
            None => out.resize(out.len().saturating_add(USER_DATA), 0),
        }
        if let Some(starts) = &mut self.starts {
            starts.push_back(start.unwrap_or(0));
        }
    }
}

/// The start of the user data in a sector (ECMA-130, 14; mode 2 with the forms of CD-ROM XA); `None` if it has none.
pub(crate) fn start(sector: &[u8]) -> Option<u8> {
    /// The form 2 bit of the submode, the third byte of the subheader.
    const FORM_2: u8 = 0x20;
    if !sector.starts_with(&SYNC) {
        return None;
    }
    match (sector.get(15)?, sector.get(18)?) {
        (1, _) => Some(16),
        (2, submode) if submode & FORM_2 == 0 => Some(24),
        _ => None,
    }
}

/// Whether a blob with this beginning is an image of raw sectors: at least half of the sectors that are not silence are data
/// sectors.
fn is_raw(bytes: &[u8]) -> bool {
    let is_data = |sector: &&[u8]| sector.starts_with(&SYNC) && sector.get(15).is_some_and(|&mode| mode <= 2);
    let is_loud = |sector: &&[u8]| sector.iter().any(|&byte| byte != 0);
    let [data, loud] =
        [bytes.chunks(SECTOR).filter(is_data).count(), bytes.chunks(SECTOR).filter(is_loud).count()];
    data > 0 && data >= loud.div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sector(mode: u8, submode: u8, fill: u8) -> Vec<u8> {
        let mut sector = vec![0; SECTOR];
        sector[..12].copy_from_slice(&SYNC);
        sector[15] = mode;
        let start = if mode == 2 { 24 } else { 16 };
        if mode == 2 {
            sector[18] = submode;
            sector[22] = submode;
        }
        sector[start..].iter_mut().take(USER_DATA).for_each(|byte| *byte = fill);
        sector
    }

    fn all(blob: &[u8]) -> (Vec<u8>, UserData<&[u8]>) {
        let mut data = UserData::new(blob).unwrap();
        let mut out = Vec::new();
        while data.fill(&mut out, 5000).unwrap() {}
        (out, data)
    }

    #[test]
    fn a_blob_without_sectors_is_all_data() {
        for length in [0, 1, SECTOR, 1_000_000] {
            let blob: Vec<_> = (0..length).map(|i| (i % 251) as u8).collect();
            let (out, data) = all(&blob);
            assert_eq!((out == blob, data.is_raw(), data.offset(12345)), (true, false, 12345));
        }
    }

    #[test]
    fn each_kind_of_sector_has_its_place() {
        let silence = vec![0; SECTOR];
        let image =
            [&silence[..], &sector(1, 0, 1), &sector(2, 8, 2), &sector(2, 0x28, 3), &sector(2, 8, 4)[..999]]
                .concat();
        let (out, data) = all(&image);
        assert!(data.is_raw());
        let lengths = [(0, USER_DATA), (1, USER_DATA), (2, USER_DATA), (0, USER_DATA), (4, 999 - 24)];
        let expected: Vec<u8> = lengths.iter().flat_map(|&(fill, length)| vec![fill; length]).collect();
        assert!(out == expected);
        for (user_offset, offset) in [
            (USER_DATA, SECTOR + 16),
            (2 * USER_DATA - 1, SECTOR + 16 + USER_DATA - 1),
            (2 * USER_DATA, 2 * SECTOR + 24),
            (4 * USER_DATA + 7, 4 * SECTOR + 24 + 7),
        ] {
            assert_eq!(data.offset(user_offset as u64), offset as u64);
        }
    }

    #[test]
    fn what_was_forgotten_changes_no_other_offset() {
        let image: Vec<u8> = (0..400u16).flat_map(|n| sector(1 + (n % 2) as u8, 0, 7)).collect();
        let (_, mut data) = all(&image);
        let before = data.offset(399 * 2048);
        data.forget(300 * 2048 + 5);
        assert_eq!((before, data.offset(399 * 2048)), (399 * 2352 + 24, before));
    }
}
