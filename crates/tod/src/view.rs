//! A TOD in place: frames and packets of a byte slice, read without allocation.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Location, Span};
use zerocopy::FromBytes;
use zerocopy::little_endian::U32;

use crate::codec::decode;
use crate::{Body, Error, ErrorKind, Nibble, Packet, WordsRef};

/// The first byte of every TOD.
pub(crate) const ID: u8 = 0x50;

/// The size of the file header in bytes.
pub(crate) const HEADER_LEN: usize = 8;

/// The size of a word in bytes.
pub(crate) const WORD: usize = 4;

/// The header of a TOD and the bytes after it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    version: u8,
    resolution: u16,
    stated_frames: u32,
    words: &'a [U32],
    bytes: &'a [u8],
}

impl<'a> View<'a> {
    /// Reads the file header. [`View::frames`] reads the frames one by one.
    ///
    /// Errors: [`ErrorKind::Id`], [`ErrorKind::Header`].
    pub fn new(bytes: &'a [u8]) -> Result<Self, Error> {
        if let Some(&found) = bytes.first().filter(|&&id| id != ID) {
            return Err(Error::new(ErrorKind::Id { found }, Location::span(0..1).in_path("header")));
        }
        let Some((&[_, version, r0, r1, f0, f1, f2, f3], body)) = bytes.split_first_chunk::<HEADER_LEN>()
        else {
            let at = Location::span(0..bytes.len()).in_path("header");
            return Err(Error::new(ErrorKind::Header { found: bytes.len() }, at));
        };
        let count = body.len() / WORD;
        let (words, _) = <[U32]>::ref_from_prefix_with_elems(body, count).unwrap_or_default();
        let (resolution, stated_frames) =
            (u16::from_le_bytes([r0, r1]), u32::from_le_bytes([f0, f1, f2, f3]));
        Ok(Self { version, resolution, stated_frames, words, bytes })
    }

    /// The version.
    pub fn version(&self) -> u8 {
        self.version
    }

    /// The duration of one frame in ticks of 1/60 s; 0 counts as 1.
    pub fn resolution(&self) -> u16 {
        self.resolution
    }

    /// The number of frame records that the header states.
    pub fn stated_frames(&self) -> u32 {
        self.stated_frames
    }

    /// The frame records in file order. The iterator ends after the first error.
    pub fn frames(&self) -> Frames<'a> {
        Frames {
            bytes: self.bytes,
            rest: self.words,
            start: HEADER_LEN,
            index: 0,
            end: self.stated_frames,
            stated: self.stated_frames,
        }
    }
}

/// The frame records of a [`View`].
#[derive(Clone, Debug)]
pub struct Frames<'a> {
    bytes: &'a [u8],
    rest: &'a [U32],
    /// The offset of `rest` in the file.
    start: usize,
    index: u32,
    /// The index at which the records end: the stated number, or 0 after an error.
    end: u32,
    stated: u32,
}

impl<'a> Frames<'a> {
    /// The bytes after the records read so far: after the last record, the trailing bytes of the file.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }

    /// The offset of [`Frames::rest`] in the file.
    pub fn offset(&self) -> usize {
        self.start
    }

    fn record(&mut self) -> Result<FrameView<'a>, Error> {
        let Some((&[sizes, number], packets)) = self.rest.split_first_chunk::<2>() else {
            return Err(
                self.error(ErrorKind::Frames { stated: self.stated, complete: self.index }, self.start)
            );
        };
        let (stated_words, count) = (sizes.get() as u16, (sizes.get() >> 16) as u16);
        let mut rest = packets;
        for complete in 0..count {
            let len = rest.first().map_or(usize::MAX, |header| (header.get() >> 24) as usize);
            rest = match rest.get(len..) {
                Some(rest) if len > 0 => rest,
                found => {
                    let kind = match found {
                        Some(_) => ErrorKind::EmptyPacket,
                        None => ErrorKind::Packets { stated: count, complete },
                    };
                    let start = self.bytes.len().saturating_sub(self.unread_bytes(rest));
                    let error = self.error(kind, start);
                    let path = format!("{}/packet[{complete}]", error.at.path);
                    return Err(Error { at: error.at.in_path(path), ..error });
                }
            };
        }
        let used = packets.len().saturating_sub(rest.len());
        let packets = packets.get(..used).unwrap_or_default();
        let frame = FrameView {
            index: self.index,
            start: self.start,
            number: number.get(),
            stated_words,
            count,
            packets,
        };
        self.start = self.start.saturating_add(frame.words().saturating_mul(WORD));
        self.rest = rest;
        Ok(frame)
    }

    /// The number of bytes from the first of these words to the end of the file, which may end within a word.
    fn unread_bytes(&self, rest: &[U32]) -> usize {
        let odd = self.bytes.len().saturating_sub(HEADER_LEN).checked_rem(WORD).unwrap_or(0);
        rest.len().saturating_mul(WORD).saturating_add(odd)
    }

    fn error(&self, kind: ErrorKind, start: usize) -> Error {
        let end = match kind {
            ErrorKind::EmptyPacket => start.saturating_add(WORD),
            _ => self.bytes.len(),
        };
        Error::new(kind, Location::span(start..end).in_path(format!("frame[{}]", self.index)))
    }
}

impl<'a> Iterator for Frames<'a> {
    type Item = Result<FrameView<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.index >= self.end {
            return None;
        }
        let frame = self.record();
        self.index = self.index.saturating_add(1);
        if frame.is_err() {
            self.end = 0;
        }
        Some(frame)
    }
}

/// One frame record in place, with all of its packets.
#[derive(Clone, Copy, Debug)]
pub struct FrameView<'a> {
    index: u32,
    start: usize,
    number: u32,
    stated_words: u16,
    count: u16,
    packets: &'a [U32],
}

impl<'a> FrameView<'a> {
    /// The frame's number.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The record's size field in words.
    pub fn stated_words(&self) -> u16 {
        self.stated_words
    }

    /// The size of the record in words, header included.
    pub fn words(&self) -> usize {
        self.packets.len().saturating_add(2)
    }

    /// The number of packets.
    pub fn packet_count(&self) -> u16 {
        self.count
    }

    /// The packets in file order.
    pub fn packets(&self) -> Packets<'a> {
        Packets::new(self.packets, self.start.saturating_add(2 * WORD), self.count)
    }

    /// The location of the record in the file.
    pub fn location(&self) -> Location {
        let span = Span::at(self.start, self.words().saturating_mul(WORD));
        Location::span(span).in_path(format!("frame[{}]", self.index))
    }

    /// The words of all packets.
    pub(crate) fn packet_words(&self) -> &'a [U32] {
        self.packets
    }

    pub(crate) fn index(&self) -> usize {
        self.index as usize
    }

    pub(crate) fn start(&self) -> usize {
        self.start
    }
}

/// Packets in place, in file order.
#[derive(Clone, Debug)]
pub struct Packets<'a> {
    rest: &'a [U32],
    start: usize,
    left: u16,
}

impl<'a> Packets<'a> {
    /// The packets in these words, which begin at an offset of the file.
    pub(crate) fn new(words: &'a [U32], start: usize, count: u16) -> Self {
        Self { rest: words, start, left: count }
    }
}

impl<'a> Iterator for Packets<'a> {
    type Item = PacketView<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let header = self.rest.first()?.get();
        let len = (header >> 24) as usize;
        let (packet, rest) = self.rest.split_at_checked(len)?;
        let packet = PacketView { header, words: WordsRef(packet.get(1..)?), start: self.start };
        self.rest = rest;
        self.left = self.left.saturating_sub(1);
        self.start = self.start.saturating_add(len.saturating_mul(WORD));
        Some(packet)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::from(self.left), Some(usize::from(self.left)))
    }
}

impl ExactSizeIterator for Packets<'_> {}

/// One packet in place.
#[derive(Clone, Copy, Debug)]
pub struct PacketView<'a> {
    header: u32,
    words: WordsRef<'a>,
    start: usize,
}

impl<'a> PacketView<'a> {
    /// The id of the object, light or camera.
    pub fn id(&self) -> u16 {
        self.header as u16
    }

    /// The packet's type.
    pub fn kind(&self) -> Nibble {
        Nibble::new((self.header >> 16) as u8)
    }

    /// The packet's flag.
    pub fn flag(&self) -> Nibble {
        Nibble::new((self.header >> 20) as u8)
    }

    /// The words of the payload.
    pub fn payload(&self) -> WordsRef<'a> {
        self.words
    }

    /// The content of the packet.
    #[inline]
    pub fn body(&self) -> Body<WordsRef<'a>> {
        decode(self.kind(), self.flag(), self.words)
    }

    /// A copy of the packet that owns its words.
    #[inline]
    pub fn to_packet(&self) -> Packet {
        Packet::new(self.id(), decode(self.kind(), self.flag(), self.words))
    }

    /// The location of the packet in the file.
    pub fn span(&self) -> Span {
        Span::at(self.start, self.words.len().saturating_add(1).saturating_mul(WORD))
    }
}
