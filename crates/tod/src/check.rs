//! Checks: one set of rules for bytes in place and for documents.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod family;
mod rules;

use anim_core::{Sink, Span};

use crate::view::{HEADER_LEN, WORD};
use crate::{Error, Tod, View};
use rules::{At, Checker, Head};

/// Checks bytes in place. Errors: the first one of [`View::frames`](crate::View::frames).
pub(crate) fn view(view: &View<'_>, sink: &mut dyn Sink) -> Result<(), Error> {
    let mut checker = Checker::new(sink);
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

/// Checks a document. Locations are those in the bytes that the document writes.
pub(crate) fn document(tod: &Tod, sink: &mut dyn Sink) {
    let mut checker = Checker::new(sink);
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
        for (packet_index, packet) in frame.packets().enumerate() {
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
