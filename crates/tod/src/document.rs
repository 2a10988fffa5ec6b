//! The model: a file has frames, a frame has packets.

use crate::Body;

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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Frame {
    /// The frame's number. Numbers ascend and may have gaps.
    pub number: u32,
    /// The record's size field minus the record's size, in words, modulo 2¹⁶; 0 in every known file.
    pub size_excess: u16,
    packets: Vec<Packet>,
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
    pub fn new(number: u32, packets: Vec<Packet>) -> Option<Self> {
        (packets.len() <= Self::MAX_PACKETS).then_some(Self { number, size_excess: 0, packets })
    }

    /// A frame record whose packets a file has counted, so that there are at most [`Frame::MAX_PACKETS`].
    pub(crate) fn counted(number: u32, size_excess: u16, packets: Vec<Packet>) -> Self {
        Self { number, size_excess, packets }
    }

    /// The packets in file order.
    pub fn packets(&self) -> &[Packet] {
        &self.packets
    }

    /// The packets in file order, to change in place.
    pub fn packets_mut(&mut self) -> &mut [Packet] {
        &mut self.packets
    }

    /// The packets in file order, without the record.
    pub fn into_packets(self) -> Vec<Packet> {
        self.packets
    }

    /// Appends a packet. Returns false if there are [`Frame::MAX_PACKETS`] already.
    pub fn push(&mut self, packet: Packet) -> bool {
        let fits = self.packets.len() < Self::MAX_PACKETS;
        if fits {
            self.packets.push(packet);
        }
        fits
    }

    /// The size of the record in words, header included.
    pub fn words(&self) -> usize {
        2 + self.packets.iter().map(Packet::words).sum::<usize>()
    }

    /// The record's size field in words.
    pub fn stated_words(&self) -> u16 {
        (self.words() as u16).wrapping_add(self.size_excess)
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
