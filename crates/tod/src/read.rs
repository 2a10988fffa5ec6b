//! Bytes to document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Beside, Confidence, Extent, Format, FormatInfo, Options, Sink};

use crate::check::{Checker, check_view};
use crate::view::{ID, WORD};
use crate::{Error, Frame, Tod, View, codes, extent, options};

impl Format for Tod {
    const INFO: FormatInfo = FormatInfo {
        id: "tod",
        name: "PlayStation TOD",
        extensions: &["tod"],
        options: options::SOURCE,
        target_options: options::TARGET,
        exact: true,
        max_clips: Some(1),
        codes: codes::READING,
        conversion_codes: codes::CONVERSION,
    };

    type Error = Error;

    /// The first byte, and version 0.
    const SIGNATURE: &'static [u8] = &[ID, 0];

    /// [`Confidence::Likely`] where the first records walk cleanly, their size fields agree and their packets are well
    /// formed; [`Confidence::Maybe`] where they walk at all. The first byte alone says nothing: HMD models share it.
    fn sniff(bytes: &[u8]) -> Confidence {
        let Ok(view) = View::new(bytes) else { return Confidence::No };
        let mut agreeing = 0;
        for frame in view.frames().take(SNIFFED_FRAMES) {
            match frame {
                Ok(frame) if fits(&frame) => agreeing = u32::saturating_add(agreeing, 1),
                Ok(_) => return Confidence::Maybe,
                // The bytes may be the beginning of a longer file.
                Err(error) if matches!(error.kind, crate::ErrorKind::EmptyPacket) => return Confidence::No,
                Err(_) => break,
            }
        }
        if agreeing > 0 { Confidence::Likely } else { Confidence::Maybe }
    }

    /// Walks the records by stricter rules than reading: sizes agree, frames ascend, packets are well formed.
    fn extent(bytes: &[u8]) -> Extent {
        extent::of(bytes)
    }

    /// Reads a file whole; the model keeps every bit, so nothing is reported here.
    fn parse(bytes: &[u8], _: &mut dyn Sink) -> Result<Self, Error> {
        let mut tod = Self::default();
        tod.parse_into(bytes)?;
        Ok(tod)
    }

    /// Checks the bytes in place.
    fn inspect(bytes: &[u8], _: &Options, _: &dyn Beside, sink: &mut dyn Sink) -> Result<(), Error> {
        let view = View::new(bytes)?;
        check_view(&view, &mut Checker::new(sink))
    }
}

/// How many frame records sniffing looks at.
const SNIFFED_FRAMES: usize = 16;

fn fits(frame: &crate::FrameView<'_>) -> bool {
    usize::from(frame.stated_words()) == frame.words()
        && frame.packets().all(|packet| !matches!(packet.body(), crate::Body::Malformed(_)))
}

impl Tod {
    /// Reads a file into a document that is there already, and keeps its memory: for readers of many files.
    ///
    /// After an error the document holds the frames before it.
    pub fn parse_into(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let view = View::new(bytes)?;
        (self.version, self.resolution) = (view.version(), view.resolution());
        self.trailing.clear();
        let mut spare = std::mem::take(&mut self.frames).into_iter();
        // The header may claim more records than there are bytes for.
        self.frames.reserve((view.stated_frames() as usize).min(bytes.len() / (2 * WORD)));
        let mut frames = view.frames();
        for frame in &mut frames {
            let frame = frame?;
            let mut packets = spare.next().map(Frame::into_packets).unwrap_or_default();
            packets.clear();
            packets.reserve(usize::from(frame.packet_count()));
            for packet in frame.packets() {
                packets.push(packet.to_packet());
            }
            self.frames.push(Frame::read(&frame, packets));
        }
        self.trailing.extend_from_slice(frames.rest());
        Ok(())
    }
}
