//! The model: a file has frames, a frame has packets.

use std::fmt;

use zerocopy::little_endian::U32;

use crate::{Body, FrameView, Packets};

/// A TOD file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Tod {
    /// The version, 0 in every known file.
    pub version: u8,
    /// The duration of one frame in ticks of 1/60 s; 0 counts as 1.
    pub resolution: u16,
    /// The frame records in file order.
    pub frames: Vec<Frame>,
    /// Bytes after the last frame record.
    pub trailing: Vec<u8>,
}

/// One frame record: the changes that take effect at its number.
///
/// Packets are kept as in the file, so that a document is about as large as its file.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Frame {
    /// The frame's number. Numbers ascend and may have gaps.
    pub number: u32,
    /// The record's size field minus the record's size, in words, modulo 2¹⁶; 0 in every known file.
    pub size_excess: u16,
    /// The number of packets in the words.
    count: u16,
    words: Vec<U32>,
}

/// A change to one object, light or camera.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Packet {
    /// The id of the object, light or camera.
    pub id: u16,
    /// What changes.
    pub body: Body,
}

impl Frame {
    /// The maximum number of packets in a frame record.
    pub const MAX_PACKETS: usize = u16::MAX as usize;

    /// A frame record; `None` for more than [`Frame::MAX_PACKETS`] packets.
    pub fn new(number: u32, packets: impl IntoIterator<Item = Packet>) -> Option<Self> {
        let mut frame = Self { number, ..Self::default() };
        packets.into_iter().all(|packet| frame.push(&packet)).then_some(frame)
    }

    /// Overwrites this record with a copy of a record in place.
    pub(crate) fn copy(&mut self, view: &FrameView<'_>) {
        self.number = view.number();
        self.size_excess = view.stated_words().wrapping_sub(view.words() as u16);
        self.count = view.packet_count();
        self.words.clear();
        self.words.extend_from_slice(view.packet_words());
    }

    /// The packets in file order.
    pub fn packets(&self) -> impl ExactSizeIterator<Item = Packet> + '_ {
        Packets::new(&self.words, 0, self.count).map(|packet| packet.to_packet())
    }

    /// The number of packets.
    pub fn packet_count(&self) -> u16 {
        self.count
    }

    /// The words of all packets.
    pub(crate) fn packet_words(&self) -> &[U32] {
        &self.words
    }

    /// Appends a packet. Returns false if there are [`Frame::MAX_PACKETS`] already.
    pub fn push(&mut self, packet: &Packet) -> bool {
        let Some(count) = self.count.checked_add(1) else { return false };
        self.count = count;
        packet.write_into(&mut self.words);
        true
    }

    /// The size of the record in words, header included.
    pub fn words(&self) -> usize {
        2 + self.words.len()
    }

    /// The record's size field in words.
    pub fn stated_words(&self) -> u16 {
        (self.words() as u16).wrapping_add(self.size_excess)
    }
}

#[expect(clippy::missing_fields_in_debug, reason = "packets are a count and words")]
impl fmt::Debug for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let packets: Vec<Packet> = self.packets().collect();
        let mut parts = f.debug_struct("Frame");
        parts.field("number", &self.number).field("size_excess", &self.size_excess);
        parts.field("packets", &packets).finish()
    }
}

impl Packet {
    /// A packet for the object, light or camera with this id.
    pub const fn new(id: u16, body: Body) -> Self {
        Self { id, body }
    }

    /// The size of the packet in words, header included: 1 to 255.
    pub fn words(&self) -> usize {
        1 + self.body.payload_words()
    }
}

impl Tod {
    /// The duration of one frame in ticks of 1/60 s, at least 1.
    pub fn ticks_per_frame(&self) -> u16 {
        self.resolution.max(1)
    }
}
