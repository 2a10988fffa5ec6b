//! Several animations that switch one property, one after the other.

use std::collections::HashMap;
use std::sync::Arc;

use anim_core::Ease;

use super::driver::{Driver, When, current_index};
use super::plain::{Plain, PlainKey, gap};
use crate::eval::track::Track;

/// What several animations show of a property of identifiers.
pub(super) struct Switched {
    /// Keys in seconds: the index of the identifier from each on.
    pub(super) plain: Plain,
    /// The identifiers, each once.
    pub(super) texts: Vec<String>,
}

impl Switched {
    /// The identifiers of drivers in the order of their starts: at each time that of the last one to start. They change at some of
    /// these times, which ascend, or just after.
    pub(super) fn of(drivers: &[Driver], times: &[f64]) -> Self {
        let (mut texts, mut index_of) = (Vec::new(), HashMap::new());
        let mut indices: HashMap<*const Track, Vec<usize>> = HashMap::new();
        for track in drivers.iter().map(|driver| &driver.track) {
            indices.entry(Arc::as_ptr(track)).or_insert_with(|| {
                let index = |text: &String| {
                    *index_of.entry(text.clone()).or_insert_with(|| {
                        texts.push(text.clone());
                        texts.len() - 1
                    })
                };
                track.texts.iter().map(index).collect()
            });
        }
        let shown = |time: f64| {
            let when = When::Seconds(time);
            let driver = drivers.get(current_index(drivers, when, |driver| driver).unwrap_or_default())?;
            let own = driver.track.blend(driver.tick(when), driver.runs.span.gentle)[0] as usize;
            indices.get(&Arc::as_ptr(&driver.track))?.get(own).copied()
        };
        let mut keys: Vec<PlainKey> = Vec::new();
        let mut push = |time: f64, seen: f64| {
            let value = vec![shown(seen).unwrap_or_default() as f64];
            if keys.last().is_none_or(|last| last.value != value) {
                keys.push(PlainKey::new(time, value, Ease::Step));
            }
        };
        for (number, &time) in times.iter().enumerate() {
            push(time, time);
            // Backwards, a step takes place just after its key.
            if let Some(next) = times.get(number + 1) {
                push(time + gap(time).min((next - time) / 2.0), f64::midpoint(time, *next));
            }
        }
        Self { plain: Plain { width: 1, keys }, texts }
    }
}
