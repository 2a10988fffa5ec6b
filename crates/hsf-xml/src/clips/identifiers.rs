//! Channels of identifiers: numbers that are indices of texts in the clip's metadata.

use anim_core::{Clip, Deviation, Ease, Property as Drives};

use super::driver::{Driver, after_held};
use super::formula::Formula;
use super::lower;
use super::maker::{Goal, Maker};
use super::plain::{Plain, Runs, gap};
use super::plain_key::PlainKey;
use super::steps::Steps;
use super::switched::Switched;
use crate::eval::gentle::Gentle;
use crate::eval::lane::Lane;
use crate::eval::spline::Shape;
use crate::{Property, codes};

/// Adds the channels of a property of identifiers: the index of one, or the indices of two and the blend fraction.
pub(super) fn add(
    maker: &mut Maker<'_, '_>,
    clip: &mut Clip,
    node: usize,
    property: &Property,
    all: &[Driver],
) {
    let (held, drivers) = after_held(all);
    let Some(driver) = drivers.last() else { return };
    let Some(lane) = driver.track.lanes.first() else { return };
    let width = if matches!(property, Property::Morph | Property::ColorMorph) { 3 } else { 1 };
    let drives = Drives::named(property.name(), width);
    let goal =
        |component: usize, width: usize| Goal { node, drives: drives.clone(), component, width, share: 1.0 };
    // The index of the identifier before the animation starts.
    let before = held.and_then(|held| {
        let text = held.track.texts.get(held.local(0.0, None)[0] as usize)?;
        driver.track.texts.iter().position(|known| known == text)
    });
    let is_left_out = held.is_some() && (before.is_none() || width > 1);
    let is_endless = driver.runs.span.total() == f64::INFINITY;
    if drivers.len() > 1 || is_left_out && !is_endless {
        return one_after_the_other(maker, clip, goal, property, all);
    }
    if is_left_out {
        let message = "the value that another animation holds before the start is left out: the clip has its first value there";
        maker.lose(node, &drives, codes::OVERLAP.dropped(message));
    }
    let steps = Steps::of(&driver.track);
    if width == 1 {
        let before: Vec<f64> = before.into_iter().map(|index| index as f64).collect();
        maker.add(clip, &goal(0, 1), lower::held(&steps, lane, 1.0), driver.runs, &before);
    } else {
        maker.add(clip, &goal(0, 2), ends(&steps, lane), driver.runs, &[]);
        match fraction(driver, &steps, lane) {
            Some(fraction) => {
                maker.add(clip, &goal(2, 1), fraction, driver.runs, &[]);
            }
            None => maker.bake_run(clip, &goal(2, 1), Formula::fraction(driver)),
        }
    }
    if !steps.is_complete {
        let message =
            "the last identifiers are left out, because the timeline returns to all of them too often";
        maker.lose(node, &drives, codes::CUT.dropped(message));
    }
    note_texts(clip, node, property, &driver.track.texts);
}

/// Adds the channels of several animations that switch or blend a property; `goal` describes some of its components.
fn one_after_the_other(
    maker: &mut Maker<'_, '_>,
    clip: &mut Clip,
    goal: impl Fn(usize, usize) -> Goal,
    property: &Property,
    drivers: &[Driver],
) {
    let switched = Switched::of(drivers);
    let is_blend = matches!(property, Property::Morph | Property::ColorMorph);
    let goal_of_steps = goal(0, if is_blend { 2 } else { 1 });
    let Goal { node, drives, width, .. } = &goal_of_steps;
    let times = maker.followed(clip.duration, &goal_of_steps, drivers);
    maker.add(clip, &goal_of_steps, switched.steps(&times, *width), Runs::whole(), &[]);
    let mut error = 0.0;
    if is_blend {
        let fraction = |time: f64| switched.at(time)[2..].to_vec();
        error = maker.bake_between(clip, &goal(2, 1), &times, &fraction);
    }
    let message = format!(
        "{} animations drive the property; at each time the last one to start applies",
        drivers.len()
    );
    maker.lose(*node, drives, codes::OVERLAP.approximated(Deviation::of(drives, error), message));
    note_texts(clip, *node, property, &switched.texts);
}

/// The indices of the two identifiers that are blended, in steps.
fn ends(steps: &Steps, lane: &Lane) -> Plain {
    let index = |key: usize| lane.values.get(key).map(|value| value[0]);
    let keys = steps.keys_of(lane).map(|(tick, key)| {
        let from = index(key).unwrap_or_default();
        PlainKey::new(tick, vec![from, index(key + 1).unwrap_or(from)], Ease::Step)
    });
    Plain { width: 2, keys: keys.collect() }
}

/// The blend fraction between the identifiers, which rises from 0 to 1 between two keyframes; `None` if it has to be baked,
/// because it does not rise evenly.
fn fraction(driver: &Driver, steps: &Steps, lane: &Lane) -> Option<Plain> {
    let (track, gentle) = (&driver.track, driver.runs.span.gentle);
    let is_straight = (0..track.timeline.len()).all(|part| track.timeline.is_straight(part));
    if !is_straight || gentle != Gentle::default() {
        return None;
    }
    let mut plain = Plain { width: 1, keys: Vec::new() };
    let keys: Vec<(f64, usize)> = steps.keys_of(lane).collect();
    for (number, &(tick, key)) in keys.iter().enumerate() {
        let mut start = PlainKey::new(tick, vec![0.0], Ease::Step);
        let Some(&(next, to)) = keys.get(number + 1) else {
            plain.keys.push(start);
            break;
        };
        let differ = lane.values.get(key).zip(lane.values.get(to)).is_some_and(|(a, b)| a[0] != b[0]);
        if !differ || lane.style(key).shape == Shape::Discrete {
            plain.keys.push(start);
            continue;
        }
        start.ease = Ease::Linear;
        plain.keys.push(start);
        let before = next - gap(next).min((next - tick) / 2.0);
        plain.keys.push(PlainKey::new(before, vec![(before - tick) / (next - tick)], Ease::Step));
    }
    Some(plain)
}

/// Adds the identifiers to the metadata of the clip.
fn note_texts(clip: &mut Clip, node: usize, property: &Property, texts: &[String]) {
    let name = &clip.nodes[node].name;
    let entries: Vec<_> = (texts.iter().enumerate())
        .map(|(number, text)| (format!("hsf-xml.{}.{name}.{number}", property.name()), text.clone()))
        .collect();
    clip.metadata.extend(entries);
}
