//! How each object is transformed, over all records.

use crate::Nibble;

/// The packets that transform objects.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// For each id up to the largest.
    by_id: Vec<Place>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Place {
    by_matrix: bool,
    /// The number of records that transform the object, and the last of them.
    records: u32,
    last: u32,
}

impl Places {
    /// Adds a packet for the object with this id, from the record with this index, counted from 1.
    pub(super) fn add(&mut self, id: u16, kind: Nibble, record: u32) {
        // Coordinates, matrices, and creation, which resets both.
        if !matches!(kind.get(), 1 | 4 | 8) {
            return;
        }
        let at = usize::from(id);
        if self.by_id.len() <= at {
            self.by_id.resize(at + 1, Place::default());
        }
        let Some(place) = self.by_id.get_mut(at) else { return };
        place.by_matrix |= kind.get() == 4;
        if place.last != record {
            (place.last, place.records) = (record, place.records + 1);
        }
    }

    /// Whether an object has matrix packets, whose matrices rotation and scale cannot represent.
    pub(super) fn has_matrix(&self, id: u16) -> bool {
        self.by_id.get(usize::from(id)).is_some_and(|place| place.by_matrix)
    }

    /// The number of transform keys of an object, if every record has its own time.
    pub(super) fn keys(&self, id: u16) -> usize {
        self.by_id.get(usize::from(id)).map_or(0, |place| place.records as usize)
    }
}
