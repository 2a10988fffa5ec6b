//! One property of all joints: still, smooth, held and jumping ones.

use crate::blocks::{Block, Blocks, block};
use crate::fit::Fitted;
use crate::grid::Grid;
use crate::keyed::Keyed;
use crate::vector;

/// One property of all joints over time.
#[derive(Clone, Debug)]
pub(crate) struct Columns<const K: usize> {
    /// The values of joints that stand still.
    still: Blocks<K>,
    /// The blocks in which all joints stand still.
    still_blocks: Vec<usize>,
    smooth: Grid<K>,
    held: Grid<K>,
    keyed: Vec<Keyed<K>>,
}

impl<const K: usize> Columns<K> {
    /// The columns of joints at rest, except for the fitted ones. A block of four joints is in only one grid: in a block with smooth
    /// motion, joints that hold keep separate keys.
    pub(crate) fn new(
        rest: &[[f32; K]],
        filler: [f32; K],
        fitted: Vec<(usize, Fitted<K>)>,
        intervals: usize,
        duration: f64,
    ) -> Self {
        let mut still = rest.to_vec();
        let mut rows: Vec<Option<(bool, Vec<[f32; K]>)>> = vec![None; rest.len()];
        let mut keyed = Vec::new();
        for (joint, fitted) in fitted {
            match fitted {
                Fitted::Still(value) => still[joint] = value,
                Fitted::Smooth(values) => rows[joint] = Some((true, values)),
                Fitted::Held(values) => rows[joint] = Some((false, values)),
                Fitted::Keyed(keys) => keyed.push(keys),
            }
        }
        let (mut smooth, mut held, mut still_blocks) = (Vec::new(), Vec::new(), Vec::new());
        for (place, rows) in rows.chunks_mut(4).enumerate() {
            let has = |wanted: bool| rows.iter().flatten().any(|(is_smooth, _)| *is_smooth == wanted);
            match (has(true), has(false)) {
                (false, false) => still_blocks.push(place),
                (false, true) => held.push(place),
                (true, _) => smooth.push(place),
            }
            if has(true) {
                for (at, own) in rows.iter_mut().enumerate() {
                    if let Some((_, values)) = own.take_if(|(is_smooth, _)| !*is_smooth) {
                        keyed.push(keys(4 * place + at, &values, intervals, duration));
                    }
                }
            }
        }
        let value = |place: usize, row: usize| -> Block<K> {
            block(|at| match rows.get(4 * place + at) {
                Some(Some((_, values))) => values[row],
                Some(None) => still[4 * place + at],
                None => filler,
            })
        };
        Self {
            smooth: Grid::new(smooth, intervals, value),
            held: Grid::new(held, intervals, value),
            still: Blocks::of(&still, filler),
            still_blocks,
            keyed,
        }
    }

    /// The memory of all values in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let keyed: usize = self.keyed.iter().map(Keyed::bytes).sum();
        self.smooth.bytes() + self.held.bytes() + keyed + size_of_val(self.still.blocks())
    }

    fn rest(&self, out: &mut Blocks<K>) {
        let out = out.blocks_mut();
        self.still_blocks.iter().for_each(|&place| out[place] = self.still.blocks()[place]);
    }

    fn keys_of(&self, joint: usize) -> Option<&Keyed<K>> {
        self.keyed.iter().find(|keyed| keyed.joint == joint)
    }
}

impl Columns<3> {
    /// Fills a column of vectors; `part` is the time as a fraction of the duration.
    pub(crate) fn sample_places(&self, time: f64, part: f64, out: &mut Blocks<3>) {
        self.rest(out);
        self.smooth.lerp(part, out);
        self.held.hold(part, out);
        for keyed in &self.keyed {
            let (from, to, u) = keyed.around(time);
            out.set(keyed.joint, vector::lerp(from, to, u));
        }
    }

    /// The vector of one joint.
    pub(crate) fn place(&self, joint: usize, time: f64, part: f64) -> [f32; 3] {
        if let Some(keyed) = self.keys_of(joint) {
            let (from, to, u) = keyed.around(time);
            return vector::lerp(from, to, u);
        }
        let moving = self.smooth.lerp_one(part, joint).or_else(|| self.held.hold_one(part, joint));
        moving.unwrap_or_else(|| self.still.get(joint))
    }
}

impl Columns<4> {
    /// Fills a column of quaternions; `part` is the time as a fraction of the duration.
    pub(crate) fn sample_turns(&self, time: f64, part: f64, out: &mut Blocks<4>) {
        self.rest(out);
        self.smooth.nlerp(part, out);
        self.held.hold(part, out);
        for keyed in &self.keyed {
            let (from, to, u) = keyed.around(time);
            out.set(keyed.joint, vector::nlerp(from, to, u));
        }
    }

    /// The quaternion of one joint.
    pub(crate) fn turn(&self, joint: usize, time: f64, part: f64) -> [f32; 4] {
        if let Some(keyed) = self.keys_of(joint) {
            let (from, to, u) = keyed.around(time);
            return vector::nlerp(from, to, u);
        }
        let moving = self.smooth.nlerp_one(part, joint).or_else(|| self.held.hold_one(part, joint));
        moving.unwrap_or_else(|| self.still.get(joint))
    }
}

/// Held rows as keys, without those that repeat the row before.
fn keys<const K: usize>(joint: usize, rows: &[[f32; K]], intervals: usize, duration: f64) -> Keyed<K> {
    let mut keyed = Keyed { joint, times: Vec::new(), values: Vec::new(), holds: Vec::new() };
    for (row, value) in rows.iter().enumerate() {
        if keyed.values.last() != Some(value) {
            keyed.times.push(duration * row as f64 / intervals as f64);
            keyed.values.push(*value);
            keyed.holds.push(true);
        }
    }
    keyed
}
