//! Several animations that switch or blend one property in succession.

use std::collections::HashMap;
use std::sync::Arc;

use anim_core::Ease;

use super::driver::{Driver, When, current_index};
use super::plain::{Plain, gap};
use super::plain_key::PlainKey;
use crate::eval::track::Track;

/// The value of a property of identifiers that several animations drive: at each time that of the last one to start.
pub(super) struct Switched<'d> {
    /// In the order of their starts.
    drivers: &'d [Driver],
    /// The identifiers, each once.
    pub(super) texts: Vec<String>,
    /// The indices of each track's identifiers among all.
    indices: HashMap<*const Track, Vec<usize>>,
}

impl<'d> Switched<'d> {
    /// Drivers in the order of their starts.
    pub(super) fn of(drivers: &'d [Driver]) -> Self {
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
        Self { drivers, texts, indices }
    }

    /// The indices of the two identifiers that are blended at a time in seconds, and the blend fraction. Before the first start, the
    /// first driver applies.
    pub(super) fn at(&self, time: f64) -> [f64; 3] {
        let when = When::Seconds(time);
        let current = current_index(self.drivers, when, |driver| driver).unwrap_or_default();
        let Some(driver) = self.drivers.get(current) else { return [0.0; 3] };
        let [from, to, fraction] = driver.track.blend(driver.tick(when), driver.runs.span.gentle);
        let own = self.indices.get(&Arc::as_ptr(&driver.track));
        let index =
            |own_index: f64| own.and_then(|own| own.get(own_index as usize).copied()).unwrap_or_default();
        [index(from) as f64, index(to) as f64, fraction]
    }

    /// Keys in seconds: the first `width` of the indices. They change at some of these times, which ascend, or just after.
    pub(super) fn steps(&self, times: &[f64], width: usize) -> Plain {
        let mut keys: Vec<PlainKey> = Vec::new();
        let mut push = |time: f64, seen: f64| {
            let value = self.at(seen)[..width].to_vec();
            if keys.last().is_none_or(|last| last.value != value) {
                keys.push(PlainKey::new(time, value, Ease::Step));
            }
        };
        for (number, &time) in times.iter().enumerate() {
            push(time, time);
            // Backwards, a step occurs just after its key.
            if let Some(next) = times.get(number + 1) {
                push(time + gap(time).min((next - time) / 2.0), f64::midpoint(time, *next));
            }
        }
        Plain { width, keys }
    }
}
