//! Facts about targets and trails in clips.

use anim_core::{Channel, Clip, Property};

use crate::clips::facts::{self, FILE};
use crate::eval::track::LOOK;
use crate::{Content, Element, Key, List, Tag, TargetKind, number};

/// The facts about a node's target and trail in its channels.
pub(super) struct Stated {
    /// The kind of target.
    pub(super) kind: TargetKind,
    /// The attributes of the trail.
    pub(super) look: Vec<(Key, String)>,
    /// The subtargets as elements.
    pub(super) subtargets: Vec<Element>,
}

impl Stated {
    /// Takes the channels with facts out of a node's channels.
    pub(super) fn take(clip: &Clip, node: usize, channels: &mut Vec<&Channel>) -> Self {
        let is_file =
            clip.events.iter().any(|event| event.node == Some(node) && file(event.name()).is_some());
        let kind = if is_file { TargetKind::File } else { TargetKind::Segment };
        let mut stated = Self { kind, look: Vec::new(), subtargets: Vec::new() };
        channels.retain(|channel| !stated.is_held(clip, channel));
        stated
    }

    /// Whether a channel states a fact, which is then stored here.
    fn is_held(&mut self, clip: &Clip, channel: &Channel) -> bool {
        let (Property::Named { name, .. }, 1) = (channel.property(), channel.curve().len()) else {
            return false;
        };
        let values = channel.curve().value(0);
        let node = &clip.nodes[channel.node()].name;
        let text = |value: &f64| clip.metadata(&format!("hsf-xml.{name}.{node}.{value}")).map(str::to_owned);
        if let Some(key) = LOOK.into_iter().find(|key| facts::look(*key) == *name) {
            let value = values.first().copied().unwrap_or_default();
            self.look.push((key, text(&value).unwrap_or_else(|| number::text(value))));
            return true;
        }
        if let Some(kind) = name.strip_prefix("subtarget.") {
            let kind = kind.rsplit_once(" (").map_or(kind, |(kind, _)| kind);
            let mut list = List::default();
            let is_written = values.iter().all(|value| list.push_scalar(*value));
            let mut element = Element::new(Tag::Subtarget).with(Key::Type, kind);
            let is_written = is_written && element.push(Content::List(list));
            self.subtargets.extend(is_written.then_some(element));
            return is_written;
        }
        let kinds = [TargetKind::Tag, TargetKind::HKey, TargetKind::Animation, TargetKind::Sensor];
        if let Some(kind) = kinds.into_iter().find(|kind| facts::kind(kind.prefix()) == *name) {
            self.kind = kind;
            return true;
        }
        // The name of a camera states that it is one.
        let word = name.strip_prefix("target.").unwrap_or_default();
        !word.is_empty() && node.rsplit('/').next().is_some_and(|last| last.eq_ignore_ascii_case(word))
    }
}

/// The file that an event names.
pub(super) fn file(event: &str) -> Option<&str> {
    event.strip_prefix(FILE)
}
