//! The rules and their state from packet to packet.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::HashMap;

use anim_core::{Code, Location, Sink, Span, counted};

use super::family::Family;
use crate::body::is_no_parent;
use crate::codec::{Effect, payload_len};
use crate::view::WORD;
use crate::{Body, Control, DataKind, Malformed, Words, codes};

/// Attribute bits 9 to 27.
const RESERVED_ATTRIBUTE_BITS: u32 = 0x0FFF_FE00;

/// The header and the location of a frame record.
pub(super) struct Head {
    pub(super) index: usize,
    pub(super) start: usize,
    pub(super) number: u32,
    pub(super) stated_words: u16,
    pub(super) words: usize,
}

/// The location of a packet.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) frame: usize,
    pub(super) index: usize,
    pub(super) span: Span,
}

impl At {
    fn location(&self) -> Location {
        Location::span(self.span).in_path(format!("frame[{}]/packet[{}]", self.frame, self.index))
    }
}

/// The rules and their state from packet to packet.
pub(super) struct Checker<'s> {
    sink: &'s mut dyn Sink,
    last_number: Option<u32>,
    family: Family,
    /// The last parent packet of each object in this frame: parents are checked at the end of the frame.
    named: HashMap<u16, At>,
}

impl<'s> Checker<'s> {
    pub(super) fn new(sink: &'s mut dyn Sink) -> Self {
        Self { sink, last_number: None, family: Family::new(), named: HashMap::new() }
    }

    fn report(&mut self, code: &'static Code, at: Location, message: impl Into<String>) {
        self.sink.report(code.at(at, message));
    }

    pub(super) fn header(&mut self, version: u8, resolution: u16) {
        let at = |range: std::ops::Range<usize>| Location::span(range).in_path("header");
        if version != 0 {
            self.report(&codes::VERSION, at(1..2), format!("the version is {version}, expected 0"));
        }
        if resolution == 0 {
            self.report(
                &codes::RESOLUTION,
                at(2..4),
                "the resolution is 0, expected at least 1; it counts as 1 tick of 1/60 s",
            );
        }
    }

    pub(super) fn frame(&mut self, head: &Head) {
        self.family.allow_steps(head.words);
        let at = || {
            let span = Span::at(head.start, 2 * WORD);
            Location::span(span).in_path(format!("frame[{}]", head.index))
        };
        if usize::from(head.stated_words) != head.words {
            let stated = counted(head.stated_words.into(), "word");
            let message = format!("the size field is {stated}, expected {}", head.words);
            self.report(&codes::FRAME_SIZE, at(), message);
        }
        if let Some(last) = self.last_number.filter(|&last| head.number <= last) {
            let message = format!("the frame number is {}, expected a number above {last}", head.number);
            self.report(&codes::FRAME_ORDER, at(), message);
        }
        self.last_number = Some(self.last_number.map_or(head.number, |last| last.max(head.number)));
    }

    #[inline]
    pub(super) fn packet<W>(&mut self, id: u16, body: &Body<W>, at: &At, words: usize)
    where
        Malformed<W>: Effect,
    {
        match body {
            Body::Coordinate(c) => {
                let creates = !self.family.is_alive(id);
                self.family.set_alive(id, true);
                if c.scale.is_some_and(|scale| scale.pad != 0) {
                    self.pad(at);
                }
                let is_empty = c.rotation.is_none() && c.scale.is_none() && c.translation.is_none();
                if is_empty && !c.differential && !creates {
                    self.no_effect(at);
                }
            }
            Body::Attribute(attribute) => {
                self.family.set_alive(id, true);
                self.flag(attribute.flag.get() != 0, at);
                let kept = attribute.mask & attribute.value;
                if kept != 0 {
                    let message = format!("the value sets bits {kept:#010x}, which the mask keeps");
                    self.report(&codes::ATTRIBUTE_MASK, at.location(), message);
                }
                let reserved = attribute.value & RESERVED_ATTRIBUTE_BITS;
                if reserved != 0 {
                    let message = format!("reserved attribute bits {reserved:#010x} are set, expected 0");
                    self.report(&codes::RESERVED_ATTRIBUTE, at.location(), message);
                }
            }
            Body::Model(reference) | Body::Parent(reference) => {
                self.family.set_alive(id, true);
                self.flag(reference.flag.get() != 0, at);
                if reference.pad != 0 {
                    self.pad(at);
                }
                if matches!(body, Body::Parent(_)) {
                    self.parent(id, reference.id, *at);
                }
            }
            Body::Matrix(matrix) => {
                self.family.set_alive(id, true);
                self.flag(matrix.flag.get() != 0, at);
                if matrix.pad != 0 {
                    self.pad(at);
                }
            }
            Body::Light(light) => {
                self.flag(light.reserved, at);
                if light.color.is_some_and(|[.., pad]| pad != 0) {
                    self.pad(at);
                }
                if light.direction.is_none() && light.color.is_none() {
                    self.no_effect(at);
                }
            }
            Body::LookAt(camera) if camera.view.is_none() && camera.roll.is_none() => self.no_effect(at),
            Body::Camera(camera) if camera.rotation.is_none() && camera.translation.is_none() => {
                self.no_effect(at);
            }
            Body::LookAt(_) | Body::Camera(_) => {}
            Body::Control(control) => self.control(id, *control, at),
            Body::Data(data) => {
                let terminator =
                    data.kind == DataKind::Special && id == 0 && data.flag.get() == 0 && words == 0;
                if !matches!(data.kind, DataKind::User(_)) && !terminator {
                    let kind = match data.kind {
                        DataKind::Model => "5 (model data), which no player supports",
                        DataKind::Extended => "14 (extended commands), which the system reserves",
                        _ => "15 (special commands), which was never finalised",
                    };
                    self.report(&codes::OPEN_TYPE, at.location(), format!("the packet has type {kind}"));
                }
            }
            Body::Malformed(packet) => self.malformed(id, packet, at, words),
        }
    }

    #[cold]
    fn malformed<W>(&mut self, id: u16, packet: &Malformed<W>, at: &At, words: usize)
    where
        Malformed<W>: Effect,
    {
        let expected = payload_len(packet.kind, packet.flag).unwrap_or(0);
        let code = if words < expected { &codes::SHORT_PACKET } else { &codes::LONG_PACKET };
        let message = format!(
            "a packet of type {} with flag {:#06b} has {words} payload words, expected {expected}",
            packet.kind.get(),
            packet.flag.get()
        );
        self.report(code, at.location(), message);
        // The console applies a packet that is too long.
        if let Some(body) = packet.effect() {
            self.packet::<Words>(id, &body, at, expected);
        }
    }

    fn pad(&mut self, at: &At) {
        self.report(&codes::PAD, at.location(), "the padding is not 0");
    }

    fn no_effect(&mut self, at: &At) {
        self.report(
            &codes::NO_EFFECT,
            at.location(),
            "the flag names no part to change, so the packet does nothing",
        );
    }

    fn flag(&mut self, odd: bool, at: &At) {
        if odd {
            self.report(
                &codes::RESERVED_FLAG,
                at.location(),
                "a reserved bit of the flag is set, expected 0",
            );
        }
    }

    fn control(&mut self, id: u16, control: Control, at: &At) {
        match control {
            Control::CREATE => {
                self.family.set_alive(id, true);
                self.family.set_parent(id, None);
            }
            Control::KILL => {
                if !self.family.is_alive(id) {
                    let message = format!("the packet kills object {id}, which does not exist");
                    self.report(&codes::KILL_MISSING, at.location(), message);
                }
                self.family.set_alive(id, false);
                self.family.set_parent(id, None);
            }
            Control(flag) => {
                let message =
                    format!("the object control is {}, which is reserved, expected 0 or 1", flag.get());
                self.report(&codes::RESERVED_FLAG, at.location(), message);
            }
        }
    }

    fn parent(&mut self, id: u16, parent: u16, at: At) {
        let parent = Some(parent).filter(|&parent| !is_no_parent(parent));
        self.family.set_parent(id, parent);
        if parent.is_some() {
            self.named.insert(id, at);
        }
    }

    pub(super) fn end_frame(&mut self) {
        if self.named.is_empty() {
            return;
        }
        let mut named: Vec<_> = std::mem::take(&mut self.named).into_iter().collect();
        named.sort_unstable_by_key(|(_, at)| at.index);
        for (id, at) in named {
            let Some(parent) = self.family.parent(id) else { continue };
            if !self.family.is_alive(parent) {
                let message = format!("the parent of object {id} is object {parent}, which does not exist");
                self.report(&codes::PARENT_MISSING, at.location(), message);
            } else if self.family.is_own_ancestor(id) {
                self.report(&codes::PARENT_CYCLE, at.location(), format!("object {id} is its own ancestor"));
            }
        }
    }

    pub(super) fn trailing(&mut self, start: usize, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let at = Location::span(Span::at(start, bytes.len())).in_path("trailing");
        let (code, thing) = if bytes.iter().all(|&byte| byte == 0) {
            (&codes::PADDING, "zero byte")
        } else {
            (&codes::TRAILING_BYTES, "byte")
        };
        self.report(code, at, format!("the last frame is followed by {}", counted(bytes.len(), thing)));
    }
}

#[cfg(test)]
mod tests;
