//! What is wrong or doubtful in a file: one set of rules for bytes in place and for documents.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod rules;

use anim_core::Span;

use crate::view::{HEADER_LEN, WORD};
use crate::{Error, Tod, View};
pub(crate) use rules::Checker;
use rules::{At, Head};

/// Parents that mean none.
pub(crate) fn is_no_parent(id: u16) -> bool {
    id == 0 || id == u16::MAX
}

/// Checks bytes in place. Stops at the first error of the walk, which it returns.
pub(crate) fn check_view(view: &View<'_>, checker: &mut Checker<'_>) -> Result<(), Error> {
    checker.header(view.version(), view.resolution());
    let mut frames = view.frames();
    for frame in &mut frames {
        let frame = frame?;
        let head = Head {
            index: frame.index(),
            start: frame.start(),
            number: frame.number(),
            stated_words: frame.stated_words(),
            words: frame.words(),
        };
        checker.frame(&head);
        for (index, packet) in frame.packets().enumerate() {
            let words = packet.payload().len();
            checker.packet(
                packet.id(),
                &packet.body(),
                &At { frame: head.index, index, span: packet.span() },
                words,
            );
        }
        checker.end_frame();
    }
    checker.trailing(frames.offset(), frames.rest());
    Ok(())
}

/// Checks a document. Places are those that its bytes have when it is written.
pub(crate) fn check_document(tod: &Tod, checker: &mut Checker<'_>) {
    checker.header(tod.version, tod.resolution);
    let mut start = HEADER_LEN;
    for (index, frame) in tod.frames.iter().enumerate() {
        let words = frame.words();
        checker.frame(&Head {
            index,
            start,
            number: frame.number,
            stated_words: frame.stated_words(),
            words,
        });
        let mut place = start.saturating_add(2 * WORD);
        for (packet_index, packet) in frame.packets().iter().enumerate() {
            let span = Span::at(place, packet.words().saturating_mul(WORD));
            let at = At { frame: index, index: packet_index, span };
            checker.packet(packet.id, &packet.body, &at, packet.body.payload_words());
            place = span.end;
        }
        checker.end_frame();
        start = start.saturating_add(words.saturating_mul(WORD));
    }
    checker.trailing(start, &tod.trailing);
}
