//! JSON to keyframes.

use std::borrow::Cow;
use std::ops::Range;

use super::raw_subtrack::RawSubtrack;
use super::usual;
use crate::json::{Scan, Scanner};
use crate::{Ease, Handle, Key, Keyframe, Tangent, Unknown};

/// The keyframes of a subtrack; `room` is the likely number of keyframes. In layouts B and C a number precedes the value; it
/// goes to [`RawSubtrack::frames`].
pub(super) fn keyframes(
    scanner: &mut Scanner<'_>,
    room: usize,
    loose: &mut RawSubtrack,
    mut spans: Option<&mut Vec<Range<usize>>>,
) -> Scan<()> {
    // If several members have the same name, the last one is used.
    loose.subtrack.keyframes.clear();
    loose.frames.clear();
    if scanner.null() {
        return Ok(());
    }
    if let Some(spans) = &mut spans {
        spans.clear();
    }
    let keyframes = &mut loose.subtrack.keyframes;
    keyframes.reserve(room);
    scanner.array(|scanner| {
        scanner.peek();
        let start = scanner.at();
        let mut before = None;
        let keyframe = if let Some((keyframe, len)) = usual::bezier(scanner.rest()) {
            scanner.move_to(start.saturating_add(len));
            keyframe
        } else if scanner.null() {
            Keyframe::Absent
        } else if let Some(keyframe) = self::keyframe(scanner, &mut before) {
            keyframe
        } else {
            // Few arrays have another shape: their text is kept.
            scanner.move_to(start);
            let span = scanner.skip()?;
            Keyframe::Other(Unknown::new(scanner.slice(span)))
        };
        if let Some(before) = before {
            loose.frames.resize(keyframes.len(), None);
            loose.frames.push(Some(before));
        }
        keyframes.push(keyframe);
        if let Some(spans) = &mut spans {
            spans.push(start..scanner.at());
        }
        Ok(())
    })?;
    Ok(())
}

/// One keyframe array of a known shape; `None` for any other. A number before the value goes to `before`.
#[inline]
pub(super) fn keyframe(scanner: &mut Scanner<'_>, before: &mut Option<f64>) -> Option<Keyframe> {
    if !scanner.take(b'[') {
        return None;
    }
    let real = scanner.boolean().ok()?;
    let next = |scanner: &mut Scanner<'_>| scanner.take(b',');
    if !next(scanner) {
        return None;
    }
    let mut value = scanner.number().ok()?;
    let mut more = next(scanner);
    if more && matches!(scanner.peek(), Some(b'-' | b'0'..=b'9')) {
        *before = Some(std::mem::replace(&mut value, scanner.number().ok()?));
        more = next(scanner);
    }
    let mut name = Cow::Borrowed("");
    if more && scanner.peek() == Some(b'"') {
        name = scanner.string().ok()?;
        more = next(scanner);
    }
    if !real {
        // The word of a filler does not matter: the neighbouring keys decide.
        return (!more && scanner.take(b']')).then_some(Keyframe::Filler { value });
    }
    let ease = match &*name {
        "" => Ease::Unnamed,
        "bezier" => {
            if !more {
                return None;
            }
            let tangent = Tangent::from(&*scanner.string().ok()?);
            if !next(scanner) {
                return None;
            }
            let out = handle(scanner)?;
            more = next(scanner);
            Ease::Bezier { tangent, out }
        }
        other => Ease::named(other),
    };
    let into = if more { Some(handle(scanner)?) } else { None };
    scanner.take(b']').then_some(Keyframe::Key(Key { value, ease, into }))
}

#[inline]
fn handle(scanner: &mut Scanner<'_>) -> Option<Handle> {
    if !scanner.take(b'[') {
        return None;
    }
    let frames = scanner.number().ok()?;
    if !scanner.take(b',') {
        return None;
    }
    let value = scanner.number().ok()?;
    scanner.take(b']').then_some(Handle::stored([frames, value]))
}
