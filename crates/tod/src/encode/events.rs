//! Events as packets of open types.

use anim_core::{Event, EventKind};

use crate::names::EVENTS;
use crate::{Body, Data, Nibble, Packet, Words};

/// The packet of an open type that exactly represents an event.
pub(super) fn packet_of(event: &Event) -> Option<Packet> {
    let EventKind::Named { name, values } = &event.kind else { return None };
    let (kind, _) = *EVENTS.iter().find(|(_, known)| known == name).filter(|_| event.node.is_none())?;
    let (&[id, flag], words) = values.split_first_chunk::<2>()?;
    let whole = |value: f64, most: u32| {
        let word = value as u32;
        (f64::from(word) == value && word <= most).then_some(word)
    };
    let words: Option<Vec<u32>> = words.iter().map(|&word| whole(word, u32::MAX)).collect();
    let (id, flag) = (whole(id, u32::from(u16::MAX))?, whole(flag, 15)?);
    let data = Data { kind, flag: Nibble::new(flag as u8), words: Words::new(words?)? };
    Some(Packet::new(id as u16, Body::Data(data)))
}
