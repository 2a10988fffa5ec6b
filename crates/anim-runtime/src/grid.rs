//! Values at a uniform rate: each row has the values of all moving joints at one time.

use wide::f32x4;

use crate::blocks::{self, Block, Blocks, one};

/// The values of the moving blocks of joints at times that divide a clip into equal intervals.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid<const K: usize> {
    /// The blocks of a pose that move, in ascending order.
    places: Vec<usize>,
    /// The number of intervals, one less than the rows; 0 if nothing moves.
    intervals: usize,
    /// For each row, the blocks that move.
    rows: Vec<Block<K>>,
}

/// The position of a time in a grid: the rows around it, and the fraction between them.
#[derive(Clone, Copy, Debug)]
struct Place<'a, const K: usize> {
    from: &'a [Block<K>],
    to: &'a [Block<K>],
    u: f32,
}

impl<const K: usize> Grid<K> {
    /// A grid with a row at both ends of every interval. `value` returns the block at a place of the pose in a row.
    pub(crate) fn new(
        places: Vec<usize>,
        intervals: usize,
        mut value: impl FnMut(usize, usize) -> Block<K>,
    ) -> Self {
        if places.is_empty() || intervals == 0 {
            return Self::default();
        }
        let mut rows = Vec::with_capacity((intervals + 1) * places.len());
        for row in 0..=intervals {
            rows.extend(places.iter().map(|&place| value(place, row)));
        }
        Self { places, intervals, rows }
    }

    /// The memory of all rows in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.rows[..])
    }

    /// The rows around a fraction of the clip, from 0 to 1.
    fn around(&self, part: f64) -> Place<'_, K> {
        let position = part * self.intervals as f64;
        let row = (position as usize).min(self.intervals.saturating_sub(1));
        let width = self.places.len();
        let (from, to) = self.rows[row * width..][..2 * width].split_at(width);
        Place { from, to, u: (position - row as f64) as f32 }
    }

    /// The row that holds at a fraction of the clip. A fraction that differs from that of a row only by rounding counts as that
    /// row.
    fn held(&self, part: f64) -> &[Block<K>] {
        let row = ((part * self.intervals as f64 + 1e-6) as usize).min(self.intervals);
        let width = self.places.len();
        &self.rows[row * width..][..width]
    }

    /// Writes the blocks that hold at a fraction of the clip into a pose.
    pub(crate) fn hold(&self, part: f64, out: &mut Blocks<K>) {
        if self.intervals > 0 {
            let out = out.blocks_mut();
            self.places.iter().zip(self.held(part)).for_each(|(&place, block)| out[place] = *block);
        }
    }

    /// The held value of one joint, if it is in the grid.
    pub(crate) fn hold_one(&self, part: f64, joint: usize) -> Option<[f32; K]> {
        let at = self.places.binary_search(&(joint / 4)).ok()?;
        Some(one(&self.held(part)[at], joint % 4))
    }
}

impl Grid<3> {
    /// Writes the blocks on the straight lines between rows into a pose.
    pub(crate) fn lerp(&self, part: f64, out: &mut Blocks<3>) {
        if self.intervals > 0 {
            let Place { from, to, u } = self.around(part);
            let out = out.blocks_mut();
            for ((&place, from), to) in self.places.iter().zip(from).zip(to) {
                out[place] = blocks::lerp(from, to, f32x4::splat(u));
            }
        }
    }

    /// The value of one joint, if it is in the grid.
    pub(crate) fn lerp_one(&self, part: f64, joint: usize) -> Option<[f32; 3]> {
        let at = self.places.binary_search(&(joint / 4)).ok()?;
        let Place { from, to, u } = self.around(part);
        Some(one(&blocks::lerp(&from[at], &to[at], f32x4::splat(u)), joint % 4))
    }
}

impl Grid<4> {
    /// Writes the quaternions between rows into a pose. Neighbouring rows lie in the same hemisphere.
    pub(crate) fn nlerp(&self, part: f64, out: &mut Blocks<4>) {
        if self.intervals > 0 {
            let Place { from, to, u } = self.around(part);
            let out = out.blocks_mut();
            for ((&place, from), to) in self.places.iter().zip(from).zip(to) {
                out[place] = blocks::normalize(blocks::lerp(from, to, f32x4::splat(u)));
            }
        }
    }

    /// The rotation of one joint, if it is in the grid.
    pub(crate) fn nlerp_one(&self, part: f64, joint: usize) -> Option<[f32; 4]> {
        let at = self.places.binary_search(&(joint / 4)).ok()?;
        let Place { from, to, u } = self.around(part);
        let turns = blocks::normalize(blocks::lerp(&from[at], &to[at], f32x4::splat(u)));
        Some(one(&turns, joint % 4))
    }
}
