//! The data stored in the extras of an animation.

use anim_core::{Channel, Property, Unit};

use super::choice::Left;
use super::writer::Writer;
use crate::codes;
use crate::extras::{EventExtras, MAX_WIDTH};

/// Keeps channels in the extras.
pub(super) fn keep_channels<'a>(writer: &mut Writer<'a, '_>, left: Vec<Left<'a>>) {
    let mut last = None;
    // The first channel of each property, whether pointers do the same, and their number.
    let mut counts: Vec<(&Channel, bool, usize)> = Vec::new();
    for Left { channel, overridden, pointed } in left {
        let property = channel.property();
        if property.width() > MAX_WIDTH {
            let message = format!(
                "{} components are too many for the extras, expected at most {MAX_WIDTH}",
                property.width()
            );
            writer.report.lose(codes::DROPPED.dropped(message).of_channel(writer.clip, channel));
            continue;
        }
        writer.extras.push(channel, overridden, &mut last);
        if changes_parent(writer, channel) && !overridden {
            let message = "glTF nodes have one parent: the changes of the parent are kept in `extras.anim`, where other readers do not see them";
            writer.report.lose(codes::PARENTS.dropped(message).of_channel(writer.clip, channel));
            continue;
        }
        let is_alike =
            |first: &Channel, other| first.property().name() == property.name() && other == pointed;
        match counts.iter_mut().find(|(first, other, _)| is_alike(first, *other)) {
            Some((.., count)) => *count += 1,
            None => counts.push((channel, pointed, 1)),
        }
    }
    for (channel, pointed, count) in counts {
        let what = if count == 1 { "the channel".to_owned() } else { format!("{count} channels") };
        let loss = if pointed {
            let message = format!(
                "kept in `extras.anim`: {what}; other programs read the visibility, which is also that of the nodes below"
            );
            codes::KEPT.equivalent(Unit::Own, message)
        } else {
            codes::KEPT.kept(format!("kept in `extras.anim`: {what}"))
        };
        let loss = if count == 1 {
            loss.of_channel(writer.clip, channel)
        } else {
            loss.in_clip(writer.clip).of_property(channel.property())
        };
        writer.report.lose(loss);
    }
}

/// Whether a channel gives its node a parent other than that of the hierarchy.
fn changes_parent(writer: &Writer<'_, '_>, channel: &Channel) -> bool {
    let parent = writer.clip.nodes[channel.node()].parent.map_or(-1.0, |parent| parent as f64);
    *channel.property() == Property::Parent && channel.curve().values().iter().any(|value| *value != parent)
}

/// Stores everything in the extras that is not a channel.
pub(super) fn keep_facts(writer: &mut Writer<'_, '_>) {
    let clip = writer.clip;
    let mut facts = Vec::new();
    if !clip.duration.is_finite() {
        let message = "the duration is not in the file: it is not finite";
        writer.report.lose(codes::DROPPED.dropped(message).in_clip(clip));
    } else if clip.duration != writer.end || f64::from(writer.end as f32) != writer.end {
        writer.extras.duration = Some(clip.duration);
        facts.push("the duration".to_owned());
    } else if !writer.extras.exact.is_empty() {
        // Curves that are restored unchanged need not reach the end.
        writer.extras.duration = Some(clip.duration);
    }
    if let Some(rate) = clip.rate {
        writer.extras.rate = Some(rate.parts());
        facts.push("the frame rate".to_owned());
    }
    if clip.first_frame != 0.0 && clip.first_frame.is_finite() {
        writer.extras.first_frame = Some(clip.first_frame);
        facts.push("the number of the first frame".to_owned());
    }
    if !clip.metadata.is_empty() {
        writer.extras.metadata.clone_from(&clip.metadata);
        facts.push("the metadata".to_owned());
    }
    for event in &clip.events {
        if let Some(event) = EventExtras::new(event) {
            writer.extras.events.push(event);
            continue;
        }
        let message =
            format!("the event `{}` is not in the file: the extras cannot represent it", event.name());
        let loss = codes::DROPPED.dropped(message).of_node(clip, event.node.unwrap_or(usize::MAX));
        writer.report.lose(loss.at_time(event.time));
    }
    match writer.extras.events.len() {
        0 => {}
        1 => facts.push("1 event".to_owned()),
        count => facts.push(format!("{count} events")),
    }
    if !facts.is_empty() {
        let message = format!("kept in `extras.anim`: {}", facts.join(", "));
        writer.report.lose(codes::KEPT.kept(message).in_clip(clip));
    }
}
