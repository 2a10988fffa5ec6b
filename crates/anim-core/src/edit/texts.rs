//! Texts that the numbers of a format's own properties represent, such as the names of materials.
//!
//! They are entries of the clip's metadata, `FORMAT.PROPERTY.NODE.NUMBER`. A property of one component is such a number; one of
//! three is a blend: the number at which it starts, the number at which it ends, and the fraction.

use std::collections::HashMap;

use super::draft::Draft;
use crate::{Channel, Clip, ClipError, Node, Property};

/// A text: the property and the node to which it belongs, and its number.
struct Entry<'a> {
    format: &'a str,
    /// The property and the node, joined by a point.
    owner: &'a str,
    number: usize,
}

impl<'a> Entry<'a> {
    fn of(key: &'a str) -> Option<Self> {
        let (format, rest) = key.split_once('.')?;
        let (owner, number) = rest.rsplit_once('.')?;
        Some(Self { format, owner, number: number.parse().ok()? })
    }
}

/// The texts of a property and a node.
#[derive(Default)]
struct Known {
    /// The number of each text.
    numbers: HashMap<String, usize>,
    /// The first number after all of them.
    free: usize,
}

impl Known {
    fn insert(&mut self, number: usize, text: &str) {
        self.numbers.entry(text.to_owned()).or_insert(number);
        self.free = self.free.max(number.saturating_add(1));
    }
}

/// The property of a channel, and a node, if the numbers of the channel may represent texts.
fn owner(channel: &Channel, node: Option<&Node>) -> Option<String> {
    let Property::Named { name, .. } = channel.property() else { return None };
    Some(format!("{name}.{}", node?.name))
}

/// The metadata of a clip whose motion of each node goes to the node at `place`, among these nodes.
pub(super) fn moved(clip: &Clip, place: impl Fn(usize) -> usize, nodes: &[Node]) -> Vec<(String, String)> {
    let owners: HashMap<String, String> = (clip.channels.iter())
        .filter_map(|channel| {
            let [own, new] = [clip.nodes.get(channel.node()), nodes.get(place(channel.node()))];
            Some((owner(channel, own)?, owner(channel, new)?))
        })
        .collect();
    let key = |key: &String| {
        let entry = Entry::of(key)?;
        let new = owners.get(entry.owner)?;
        Some(format!("{}.{new}.{}", entry.format, entry.number))
    };
    clip.metadata.iter().map(|(own, text)| (key(own).unwrap_or_else(|| own.clone()), text.clone())).collect()
}

/// Gives two clips, which have the same nodes, the texts of both: the numbers of the second clip become those of the first, where
/// a property and a node have the same text, or new ones. Texts are what the numbers of a format's own properties represent, such as
/// the names of materials: entries of the metadata, `FORMAT.PROPERTY.NODE.NUMBER`.
///
/// Errors: those of [`Channel::with_curve`].
pub fn unite(clip: &mut Clip, next: &mut Clip) -> Result<(), ClipError> {
    let mut known: HashMap<String, Known> = HashMap::new();
    for (key, text) in &clip.metadata {
        if let Some(entry) = Entry::of(key) {
            known.entry(entry.owner.to_owned()).or_default().insert(entry.number, text);
        }
    }
    let owners: Vec<Option<String>> =
        next.channels.iter().map(|channel| owner(channel, next.nodes.get(channel.node()))).collect();
    // The new number of each number of a property and a node.
    let mut numbers: HashMap<&str, HashMap<usize, usize>> =
        owners.iter().flatten().map(|owner| (owner.as_str(), HashMap::new())).collect();
    let mut added = Vec::new();
    for (key, text) in &next.metadata {
        let Some(entry) = Entry::of(key) else { continue };
        let Some(numbers) = numbers.get_mut(entry.owner) else { continue };
        let known = known.entry(entry.owner.to_owned()).or_default();
        let number = known.numbers.get(text).copied().unwrap_or_else(|| {
            let number = entry.number.max(known.free);
            added.push((format!("{}.{}.{number}", entry.format, entry.owner), text.clone()));
            known.insert(number, text);
            number
        });
        numbers.insert(entry.number, number);
    }
    let renumbered = |(channel, owner): (&Channel, &Option<String>)| -> Result<Channel, ClipError> {
        let numbers = owner.as_ref().and_then(|owner| numbers.get(owner.as_str()));
        let Some(numbers) = numbers.filter(|numbers| numbers.iter().any(|(old, new)| old != new)) else {
            return Ok(channel.clone());
        };
        let (first, width) = (channel.component(), channel.curve().width());
        // The last component of a blend is its fraction.
        let total = channel.property().width();
        let last = if total == 1 { 1 } else { total.saturating_sub(1) };
        let new = |place: usize, value: f64| {
            let is_number = first + place % width < last && value >= 0.0;
            let new = numbers.get(&(value as usize)).filter(|_| is_number && value.fract() == 0.0);
            new.map_or(value, |new| *new as f64)
        };
        let mut draft = Draft::of(channel.curve());
        draft.values.iter_mut().enumerate().for_each(|(place, value)| *value = new(place, *value));
        channel.with_curve(draft.curve()?)
    };
    let channels: Result<Vec<_>, _> = next.channels.iter().zip(&owners).map(renumbered).collect();
    next.channels = channels?;
    clip.metadata.append(&mut added);
    Ok(())
}
