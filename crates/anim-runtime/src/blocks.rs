//! Columns of numbers, four joints at a time: the numbers of four joints that one instruction computes are adjacent in memory.

use wide::f32x4;

/// `K` numbers for each of four joints: all first components, then all second ones.
pub(crate) type Block<const K: usize> = [f32x4; K];

/// `K` numbers for each joint. The last block may have unused places.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks<const K: usize> {
    blocks: Vec<Block<K>>,
    len: usize,
}

impl<const K: usize> Blocks<K> {
    /// One value for each joint; `filler` in the unused places of the last block.
    pub(crate) fn of(values: &[[f32; K]], filler: [f32; K]) -> Self {
        let blocks = values.chunks(4).map(|chunk| block(|at| *chunk.get(at).unwrap_or(&filler))).collect();
        Self { blocks, len: values.len() }
    }

    /// The number of joints.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn get(&self, joint: usize) -> [f32; K] {
        assert!(joint < self.len, "there is no joint {joint}");
        one(&self.blocks[joint / 4], joint % 4)
    }

    pub(crate) fn set(&mut self, joint: usize, value: [f32; K]) {
        assert!(joint < self.len, "there is no joint {joint}");
        let block = &mut self.blocks[joint / 4];
        block.iter_mut().zip(value).for_each(|(lane, part)| lane.as_array_mut()[joint % 4] = part);
    }

    pub(crate) fn blocks(&self) -> &[Block<K>] {
        &self.blocks
    }

    pub(crate) fn blocks_mut(&mut self) -> &mut [Block<K>] {
        &mut self.blocks
    }
}

/// Whether the values of all joints are equal, whatever is in the unused places.
impl<const K: usize> PartialEq for Blocks<K> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && (0..self.len).all(|joint| self.get(joint) == other.get(joint))
    }
}

/// The block of four values.
pub(crate) fn block<const K: usize>(value: impl Fn(usize) -> [f32; K]) -> Block<K> {
    let values = std::array::from_fn::<_, 4, _>(value);
    std::array::from_fn(|part| f32x4::new(values.map(|value| value[part])))
}

/// One of the four values of a block.
pub(crate) fn one<const K: usize>(block: &Block<K>, at: usize) -> [f32; K] {
    block.map(|lane| lane.as_array_ref()[at])
}

/// The straight line between two blocks, joint by joint, each with its own weight.
#[inline]
pub(crate) fn lerp<const K: usize>(a: &Block<K>, b: &Block<K>, weights: f32x4) -> Block<K> {
    std::array::from_fn(|part| a[part] + weights * (b[part] - a[part]))
}

/// Four quaternions with length 1. None may be zero.
#[inline]
pub(crate) fn normalize(q: Block<4>) -> Block<4> {
    let scale = f32x4::ONE / dot(&q, &q).sqrt();
    q.map(|part| part * scale)
}

/// The scalar products of four pairs.
#[inline]
pub(crate) fn dot(a: &Block<4>, b: &Block<4>) -> f32x4 {
    (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_go_to_blocks_and_back() {
        let values: Vec<[f32; 2]> = (0..6u8).map(|i| [f32::from(i), 10.0 + f32::from(i)]).collect();
        let mut blocks = Blocks::of(&values, [7.0, 8.0]);
        assert_eq!(blocks.blocks()[0].map(f32x4::to_array), [[0.0, 1.0, 2.0, 3.0], [10.0, 11.0, 12.0, 13.0]]);
        assert_eq!(blocks.blocks()[1].map(f32x4::to_array), [[4.0, 5.0, 7.0, 7.0], [14.0, 15.0, 8.0, 8.0]]);
        blocks.set(5, [-1.0, -2.0]);
        assert_eq!((blocks.len(), blocks.get(4), blocks.get(5)), (6, [4.0, 14.0], [-1.0, -2.0]));
    }

    #[test]
    fn lines_and_lengths_are_those_of_each_joint() {
        let a = block(|at| [at as f32, 1.0, 0.0, 0.0]);
        let b = block(|at| [at as f32, 3.0, 4.0, 0.0]);
        let mixed = lerp(&a, &b, f32x4::new([0.0, 0.5, 1.0, 2.0]));
        assert_eq!(one(&mixed, 1), [1.0, 2.0, 2.0, 0.0]);
        let unit = normalize(mixed);
        assert_eq!(one(&unit, 1).map(|part| (3.0 * part).round()), [1.0, 2.0, 2.0, 0.0]);
        assert!(dot(&unit, &unit).to_array().iter().all(|length| (length - 1.0).abs() < 1e-6));
    }
}
