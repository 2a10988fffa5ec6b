//! Key times as bytes.

use std::collections::hash_map::Entry;

use anim_core::Times;

use super::{Bytes, View};
use crate::{Accessor, ElementType, Finite};

/// An accessor of key times.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    pub(super) accessor: usize,
    /// The keys that were written, if some were left out.
    pub(super) kept: Option<Vec<usize>>,
}

impl Bytes {
    /// Writes key times, or finds the same times in the buffer. `None` if single precision cannot represent any of them.
    pub(super) fn times(&mut self, times: &Times) -> Option<Keys> {
        if let Some((last, keys)) = &self.last
            && last == times
        {
            return Some(keys.clone());
        }
        let all: Vec<f32> = times.iter().map(|time| time as f32).collect();
        let are_distinct = all.is_sorted_by(|time, next| time < next);
        let are_finite = [all.first(), all.last()].iter().all(|end| end.is_some_and(|time| time.is_finite()));
        let (narrow, kept) = if are_distinct && are_finite { (all, None) } else { distinct(&all) };
        let (first, last) = (*narrow.first()?, *narrow.last()?);
        let bytes = narrow.iter().map(|time| time.to_le_bytes()).collect::<Vec<_>>().into_flattened();
        let accessor = match self.known.entry(bytes) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                let mut accessor = Accessor::floats(0, self.floats.len(), ElementType::Scalar, narrow.len());
                accessor.min = vec![Finite::from(first)];
                accessor.max = vec![Finite::from(last)];
                self.floats.extend_from_slice(new.key());
                self.accessors.push((View::Floats, accessor));
                *new.insert(self.accessors.len() - 1)
            }
        };
        let keys = Keys { accessor, kept };
        self.last = Some((times.clone(), keys.clone()));
        Some(keys)
    }
}

/// The times up to the first that is not finite, only the last of equal times, and the indices of their keys unless they are
/// all keys.
fn distinct(all: &[f32]) -> (Vec<f32>, Option<Vec<usize>>) {
    let (mut narrow, mut kept) = (Vec::with_capacity(all.len()), Vec::with_capacity(all.len()));
    for (key, time) in all.iter().copied().enumerate().take_while(|(_, time)| time.is_finite()) {
        if narrow.last() == Some(&time) {
            kept.pop();
            narrow.pop();
        }
        kept.push(key);
        narrow.push(time);
    }
    (narrow, (kept.len() < all.len()).then_some(kept))
}
