//! Bytes to document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::Confidence;

use crate::view::WORD;
use crate::{Body, Error, ErrorKind, Frame, FrameView, Tod, View};

/// The confidence that bytes are a TOD: [`Confidence::Likely`] if the first records are complete, their size fields are right
/// and their packets are well formed; [`Confidence::Maybe`] if they are only complete. The first byte alone is no evidence,
/// because HMD models have the same one.
pub(crate) fn sniff(bytes: &[u8]) -> Confidence {
    let Ok(view) = View::new(bytes) else { return Confidence::No };
    let mut consistent = 0;
    for frame in view.frames().take(SNIFFED_FRAMES) {
        match frame {
            Ok(frame) if is_consistent(&frame) => consistent = u32::saturating_add(consistent, 1),
            Ok(_) => return Confidence::Maybe,
            Err(error) if matches!(error.kind, ErrorKind::EmptyPacket) => return Confidence::No,
            // The bytes may be the beginning of a longer file.
            Err(_) => break,
        }
    }
    if consistent > 0 { Confidence::Likely } else { Confidence::Maybe }
}

/// The number of frame records that [`sniff`] examines.
const SNIFFED_FRAMES: usize = 16;

fn is_consistent(frame: &FrameView<'_>) -> bool {
    usize::from(frame.stated_words()) == frame.words()
        && frame.packets().all(|packet| !matches!(packet.body(), Body::Malformed(_)))
}

impl Tod {
    /// Reads a file into this document and reuses its memory, for programs that read many files.
    ///
    /// After an error the document holds the frames before the error.
    pub fn parse_into(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let view = View::new(bytes)?;
        (self.version, self.resolution) = (view.version(), view.resolution());
        self.trailing.clear();
        // The header may claim more records than the bytes can hold.
        let most = (view.stated_frames() as usize).min(bytes.len() / (2 * WORD));
        self.frames.reserve(most.saturating_sub(self.frames.len()));
        let mut frames = view.frames();
        let mut complete = 0;
        let mut outcome = Ok(());
        for frame in &mut frames {
            let frame = match frame {
                Ok(frame) => frame,
                Err(error) => {
                    outcome = Err(error);
                    break;
                }
            };
            if complete == self.frames.len() {
                self.frames.push(Frame::default());
            }
            self.frames.get_mut(complete).into_iter().for_each(|kept| kept.copy(&frame));
            complete = complete.saturating_add(1);
        }
        self.frames.truncate(complete);
        if outcome.is_ok() {
            self.trailing.extend_from_slice(frames.rest());
        }
        outcome
    }
}
