//! Document to bytes.

use zerocopy::IntoBytes as _;
use zerocopy::little_endian::U32;

use crate::view::{HEADER_LEN, ID, WORD};
use crate::words::PutWords;
use crate::{Frame, Packet, Tod};

impl Tod {
    /// Appends the bytes of the file to a buffer, for programs that write many files.
    pub fn write_into(&self, out: &mut Vec<u8>) {
        let words: usize = self.frames.iter().map(Frame::words).sum();
        out.reserve(HEADER_LEN + WORD * words + self.trailing.len());
        out.extend_from_slice(&[ID, self.version]);
        out.extend_from_slice(&self.resolution.to_le_bytes());
        out.extend_from_slice(&(self.frames.len() as u32).to_le_bytes());
        for frame in &self.frames {
            let sizes = u32::from(frame.stated_words()) | u32::from(frame.packet_count()) << 16;
            out.extend_from_slice(&sizes.to_le_bytes());
            out.extend_from_slice(&frame.number.to_le_bytes());
            out.extend_from_slice(frame.packet_words().as_bytes());
        }
        out.extend_from_slice(&self.trailing);
    }
}

impl Packet {
    /// Appends the words of the packet.
    #[inline]
    pub(crate) fn write_into(&self, out: &mut Vec<U32>) {
        let shape = self.body.flag().get() << 4 | self.body.kind().get();
        let header = u32::from(self.id) | u32::from(shape) << 16 | (self.words() as u32) << 24;
        out.word(header);
        self.body.encode(out);
    }
}
