//! Document to bytes.

use crate::view::{ID, WORD};
use crate::words::PutWords;
use crate::{Packet, Tod};

impl Tod {
    /// Appends the file's bytes to a buffer: for writers of many files.
    pub fn write_into(&self, out: &mut Vec<u8>) {
        let words: usize = self.frames.iter().map(crate::Frame::words).sum();
        out.reserve(2 * WORD + words * WORD + self.trailing.len());
        out.extend_from_slice(&[ID, self.version]);
        out.extend_from_slice(&self.resolution.to_le_bytes());
        out.word(self.frames.len() as u32);
        for frame in &self.frames {
            out.word(u32::from(frame.stated_words()) | (frame.packets().len() as u32) << 16);
            out.word(frame.number);
            for packet in frame.packets() {
                packet.write_into(out);
            }
        }
        out.extend_from_slice(&self.trailing);
    }
}

impl Packet {
    fn write_into(&self, out: &mut Vec<u8>) {
        let (kind, flag) = (u32::from(self.body.kind().get()), u32::from(self.body.flag().get()));
        out.word(u32::from(self.id) | kind << 16 | flag << 20 | (self.words() as u32) << 24);
        self.body.encode(out);
    }
}
