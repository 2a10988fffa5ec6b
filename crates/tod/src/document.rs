//! The model: a file is frames, a frame is packets.

use crate::{Body, FrameView};

/// A TOD file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Tod {
    /// The version, 0 in every known file.
    pub version: u8,
    /// How long one frame lasts, in ticks of 1/60 s; 0 counts as 1.
    pub resolution: u16,
    /// The frame records in the file's order.
    pub frames: Vec<Frame>,
    /// Bytes after the last frame record.
    pub trailing: Vec<u8>,
}

/// One frame record: what changes when its number is reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "crate::serde_impls::Frame")
)]
pub struct Frame {
    /// The frame's number; numbers ascend and may skip.
    pub number: u32,
    /// How many words the record's size field states beyond what its packets take, modulo 2¹⁶; 0 in every known file.
    pub size_excess: u16,
    packets: Vec<Packet>,
}

/// One change to one object, light or camera.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Packet {
    /// The id of the object; of the light or camera for packets of those.
    pub id: u16,
    /// What changes.
    pub body: Body,
}

impl Frame {
    /// The most packets a frame record can count.
    pub const MAX_PACKETS: usize = u16::MAX as usize;

    /// A frame record, or `None` if there are more than [`Frame::MAX_PACKETS`] packets.
    pub fn new(number: u32, packets: Vec<Packet>) -> Option<Self> {
        (packets.len() <= Self::MAX_PACKETS).then_some(Self { number, size_excess: 0, packets })
    }

    /// The record that a view shows, with its packets.
    pub(crate) fn read(view: &FrameView<'_>, packets: Vec<Packet>) -> Self {
        let frame = Self { number: view.number(), size_excess: 0, packets };
        Self { size_excess: view.stated_words().wrapping_sub(view.words() as u16), ..frame }
    }

    /// The packets in the file's order.
    pub fn packets(&self) -> &[Packet] {
        &self.packets
    }

    /// The packets, to be changed in place.
    pub fn packets_mut(&mut self) -> &mut [Packet] {
        &mut self.packets
    }

    /// The packets, taken out of the record.
    pub fn into_packets(self) -> Vec<Packet> {
        self.packets
    }

    /// Adds a packet at the end; false if there are [`Frame::MAX_PACKETS`] already.
    pub fn push(&mut self, packet: Packet) -> bool {
        let fits = self.packets.len() < Self::MAX_PACKETS;
        if fits {
            self.packets.push(packet);
        }
        fits
    }

    /// The words that the record takes, its header included.
    pub fn words(&self) -> usize {
        2 + self.packets.iter().map(Packet::words).sum::<usize>()
    }

    /// The record's size field, in words.
    pub fn stated_words(&self) -> u16 {
        (self.words() as u16).wrapping_add(self.size_excess)
    }
}

impl Packet {
    /// A packet for this id.
    pub const fn new(id: u16, body: Body) -> Self {
        Self { id, body }
    }

    /// The words that the packet takes, its header included: 1 to 255.
    pub fn words(&self) -> usize {
        1 + self.body.payload_words()
    }
}

impl Tod {
    /// The ticks of 1/60 s that one frame lasts, at least 1.
    pub fn ticks_per_frame(&self) -> u16 {
        self.resolution.max(1)
    }
}
