//! What the extras of an animation say.

use anim_core::{Channel, Loss, Property, Wrap};

use super::animation::{Encoder, Slot};
use super::choice::Left;
use super::kept;
use crate::extras::{EventExtras, MAX_WIDTH, WrapExtras};
use crate::{Path, codes};

impl<'a> Encoder<'a, '_> {
    /// Notes wraps; those that the keys still need are put back by the reader.
    pub(super) fn wraps(&mut self, node: usize, slot: &Slot<'_>, wrap: (Wrap, Wrap), left: (Wrap, Wrap)) {
        if wrap == (Wrap::Hold, Wrap::Hold) {
            return;
        }
        // Quaternions may have changed their signs, and with them the offset from the first to the last.
        let turned = slot.path == Path::Rotation && [wrap.0, wrap.1].contains(&Wrap::RepeatWithOffset);
        let baked = left != wrap || turned;
        self.said.wraps.push(WrapExtras {
            node,
            property: slot.path.as_str().replace("weights", "weight"),
            before: wrap.0.name().to_owned(),
            after: wrap.1.name().to_owned(),
            baked,
        });
        let (before, after) = (wrap.0.name(), wrap.1.name());
        let message = format!("before the keys `{before}`, after them `{after}`: kept in extras");
        self.lost(&codes::KEPT, node, slot.property.name(), message, Loss::Kept);
    }

    /// Whether a channel leads its node away from the parent that the hierarchy gives it.
    fn moves_elsewhere(&self, channel: &Channel) -> bool {
        let parent = self.clip.nodes[channel.node()].parent.map_or(-1.0, |parent| parent as f64);
        *channel.property() == Property::Parent
            && channel.curve().values().iter().any(|value| *value != parent)
    }

    /// Keeps channels as data.
    pub(super) fn keep(&mut self, left: Vec<Left<'a>>) {
        let mut last = None;
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for Left { channel, overridden } in left {
            if channel.property().width() > MAX_WIDTH {
                let message = format!("{} components are too many to keep", channel.property().width());
                self.lost(&codes::DROPPED, channel.node(), channel.property().name(), message, Loss::Dropped);
                continue;
            }
            self.said.push(channel, overridden, &mut last);
            let name = channel.property().name();
            if self.moves_elsewhere(channel) && !overridden {
                let message = format!(
                    "glTF has one parent for the node `{}`: other readers do not see the changes, which are kept in extras",
                    self.clip.nodes[channel.node()].name
                );
                self.lost(&codes::PARENTS, channel.node(), name, message, Loss::Dropped);
                continue;
            }
            match counts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => counts.push((name, 1)),
            }
        }
        for (name, count) in counts {
            kept(self.sink, self.index, &format!("channels of `{name}` ({count}):"));
        }
    }

    /// Keeps what is not a channel.
    pub(super) fn facts(&mut self) {
        let clip = self.clip;
        let mut facts = Vec::new();
        if !clip.duration.is_finite() {
            self.dropped("the duration, which is not finite, is");
        } else if clip.duration != self.end || f64::from(self.end as f32) != self.end {
            self.said.duration = Some(clip.duration);
            facts.push("the duration".to_owned());
        }
        if let Some(rate) = clip.rate {
            self.said.rate = Some(rate.parts());
            facts.push("the frame rate".to_owned());
        }
        if clip.first_frame != 0.0 && clip.first_frame.is_finite() {
            self.said.first_frame = Some(clip.first_frame);
            facts.push("the number of the first frame".to_owned());
        }
        if !clip.metadata.is_empty() {
            self.said.metadata.clone_from(&clip.metadata);
            facts.push("the metadata".to_owned());
        }
        for event in &clip.events {
            if event.time.is_finite() && event.node.is_none_or(|node| node < clip.nodes.len()) {
                self.said.events.push(EventExtras::new(event));
            } else {
                self.dropped(&format!("the event `{}` without a sound time and node is", event.name));
            }
        }
        if !self.said.events.is_empty() {
            facts.push(format!("{} events", self.said.events.len()));
        }
        if !facts.is_empty() {
            kept(self.sink, self.index, &format!("{}:", facts.join(", ")));
        }
    }
}
