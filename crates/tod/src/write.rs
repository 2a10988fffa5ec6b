//! Document to bytes.

use crate::view::{HEADER_LEN, ID, WORD};
use crate::words::PutWords;
use crate::{Packet, Tod};

/// The size of a typical packet in bytes: a header and three words.
const TYPICAL_PACKET: usize = 4 * WORD;

impl Tod {
    /// Appends the bytes of the file to a buffer: for programs that write many files.
    pub fn write_into(&self, out: &mut Vec<u8>) {
        let frames = self.frames.iter().map(|frame| 2 * WORD + TYPICAL_PACKET * frame.packets().len());
        out.reserve(HEADER_LEN + frames.sum::<usize>() + self.trailing.len());
        out.extend_from_slice(&[ID, self.version]);
        out.extend_from_slice(&self.resolution.to_le_bytes());
        out.word(self.frames.len() as u32);
        for frame in &self.frames {
            let start = out.len();
            out.word((frame.packets().len() as u32) << 16);
            out.word(frame.number);
            for packet in frame.packets() {
                packet.write_into(out);
            }
            // The size of the packets is known once they are written.
            let words = ((out.len() - start) / WORD) as u16;
            out[start..start + 2].copy_from_slice(&words.wrapping_add(frame.size_excess).to_le_bytes());
        }
        out.extend_from_slice(&self.trailing);
    }
}

impl Packet {
    #[inline]
    fn write_into(&self, out: &mut Vec<u8>) {
        let start = out.len();
        let shape = self.body.flag().get() << 4 | self.body.kind().get();
        out.word(u32::from(self.id) | u32::from(shape) << 16);
        self.body.encode(out);
        out[start + 3] = ((out.len() - start) / WORD) as u8;
    }
}
