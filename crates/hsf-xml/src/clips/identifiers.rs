//! Channels of identifiers: numbers that are indices of texts in the clip's metadata.

use anim_core::{Clip, Ease, Property as Drives};

use super::driver::Driver;
use super::maker::Maker;
use super::plain::{Plain, PlainKey, gap};
use crate::eval::lane::Lane;
use crate::eval::spline::Shape;
use crate::{Property, codes};

/// Adds the channels of the last animation that drives a property of identifiers.
pub(super) fn add(
    maker: &mut Maker<'_, '_>,
    clip: &mut Clip,
    node: usize,
    property: &Property,
    drivers: &[Driver],
) {
    let Some(driver) = drivers.last() else { return };
    let Some(lane) = driver.track.lanes.first() else { return };
    let width = if matches!(property, Property::Morph | Property::ColorMorph) { 3 } else { 1 };
    let drives = Drives::named(property.name(), width);
    if width == 1 {
        maker.add(clip, node, drives.clone(), 0, switch(driver, lane), driver.runs);
    } else {
        let (ends, fraction) = morph(driver, lane);
        maker.add(clip, node, drives.clone(), 0, ends, driver.runs);
        maker.add(clip, node, drives.clone(), 2, fraction, driver.runs);
    }
    if drivers.len() > 1 {
        let message =
            format!("{} animations drive the property; only the last one to start is kept", drivers.len());
        maker.lose(node, &drives, codes::OVERLAP.dropped(message));
    }
    note_texts(clip, node, property, driver);
}

/// The index of the identifier, in steps.
fn switch(driver: &Driver, lane: &Lane) -> Plain {
    let mut plain = Plain { width: 1, keys: Vec::new() };
    let keys = lane.keys.iter().zip(&lane.values);
    for (key, value) in keys.take_while(|(key, _)| key.index <= driver.track.last()) {
        let Some(tick) = driver.track.tick_of(key.index) else { continue };
        plain.keys.push(PlainKey::new(tick, vec![value[0]], Ease::Step));
    }
    plain
}

/// The indices of the identifiers between which the value lies, in steps, and the fraction, which rises from 0 to 1 between
/// each two keyframes.
fn morph(driver: &Driver, lane: &Lane) -> (Plain, Plain) {
    let (track, gentle) = (&driver.track, driver.runs.span.gentle);
    let mut ends = Plain { width: 2, keys: Vec::new() };
    let mut fraction = Plain { width: 1, keys: Vec::new() };
    let reached = lane.keys.iter().take_while(|key| key.index <= track.last()).count();
    for i in 0..reached {
        let Some(tick) = track.tick_of(lane.keys[i].index) else { continue };
        let [from, to, _] = track.blend(tick, gentle);
        ends.keys.push(PlainKey::new(tick, vec![from, to], Ease::Step));
        fraction.keys.push(PlainKey::new(tick, vec![0.0], Ease::Step));
        let next = if i + 1 < reached { track.tick_of(lane.keys[i + 1].index) } else { None };
        if let (Some(next), Some(start)) = (next.filter(|_| from != to), fraction.keys.last_mut())
            && lane.style(i).shape != Shape::Discrete
        {
            start.ease = Ease::Linear;
            let before = next - gap(next).min((next - tick) / 2.0);
            fraction.keys.push(PlainKey::new(before, vec![(before - tick) / (next - tick)], Ease::Step));
        }
    }
    (ends, fraction)
}

/// Adds the identifiers to the metadata of the clip.
fn note_texts(clip: &mut Clip, node: usize, property: &Property, driver: &Driver) {
    let name = &clip.nodes[node].name;
    let texts = driver.track.texts.iter().enumerate();
    let entries: Vec<_> = texts
        .map(|(number, text)| (format!("hsf-xml.{}.{name}.{number}", property.name()), text.clone()))
        .collect();
    clip.metadata.extend(entries);
}
