//! Blending and layering of poses.

use wide::{CmpEq, CmpLt, f32x4};

use crate::blocks::{self, Block};
use crate::figure::Figure;
use crate::pose::{Joint, Pose};
use crate::power::power;
use crate::vector;

/// A weight for each joint, from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Mask {
    /// Four joints at a time; no weight where there is no joint.
    blocks: Vec<f32x4>,
    len: usize,
}

impl Mask {
    /// One weight for each joint.
    pub fn new(weights: &[f32]) -> Self {
        let weight = |chunk: &[f32], at: usize| chunk.get(at).copied().unwrap_or(0.0);
        let blocks = weights.chunks(4).map(|chunk| f32x4::new(std::array::from_fn(|at| weight(chunk, at))));
        Self { blocks: blocks.collect(), len: weights.len() }
    }

    /// Weight 1 for a joint and its descendants, 0 for all others. Panics if there is no such joint.
    pub fn below(figure: &Figure, joint: usize) -> Self {
        let mut weights = vec![0.0; figure.len()];
        figure.below(joint).into_iter().for_each(|joint| weights[joint] = 1.0);
        Self::new(&weights)
    }
}

impl Pose {
    /// Blends this pose towards another: weight 0 leaves it unchanged, weight 1 gives the other, both exactly. Rotations take the
    /// shorter path. Weights outside 0 to 1 extrapolate along the same line; with NaN the pose is NaN.
    ///
    /// Panics if the other pose has another number of joints.
    pub fn blend(&mut self, other: &Self, weight: f32) {
        assert_eq!(self.len(), other.len(), "the poses are of different figures");
        self.mix(other, std::iter::repeat(f32x4::splat(weight)));
    }

    /// [`Pose::blend`] with a weight for each joint: a layer over some joints. Panics if the other pose or the mask has another
    /// number of joints.
    pub fn layer(&mut self, other: &Self, weight: f32, mask: &Mask) {
        assert_eq!(self.len(), other.len(), "the poses are of different figures");
        assert_eq!(self.len(), mask.len, "the mask is of another figure");
        self.mix(other, mask.blocks.iter().map(|own| *own * f32x4::splat(weight)));
    }

    fn mix(&mut self, other: &Self, weights: impl Iterator<Item = f32x4>) {
        let places = self.translation.blocks_mut().iter_mut().zip(other.translation.blocks());
        let turns = self.rotation.blocks_mut().iter_mut().zip(other.rotation.blocks());
        let scales = self.scale.blocks_mut().iter_mut().zip(other.scale.blocks());
        for (((place, turn), scale), weights) in places.zip(turns).zip(scales).zip(weights) {
            let rotations = blocks::normalize(blocks::lerp(turn.0, &nearer(turn.1, turn.0), weights));
            *place.0 = between(place.0, place.1, blocks::lerp(place.0, place.1, weights), weights);
            *turn.0 = between(turn.0, turn.1, rotations, weights);
            *scale.0 = between(scale.0, scale.1, blocks::lerp(scale.0, scale.1, weights), weights);
        }
    }

    /// Turns this pose into the difference from a reference pose, which [`Pose::add`] adds to other poses: translations are
    /// subtracted, the rotation becomes the one from the reference, scales are divided. If a scale of the reference is 0, the
    /// difference is 1.
    ///
    /// Panics if the reference has another number of joints.
    pub fn subtract(&mut self, reference: &Self) {
        assert_eq!(self.len(), reference.len(), "the poses are of different figures");
        for joint in 0..self.len() {
            let (own, other) = (self.joint(joint), reference.joint(joint));
            let ratio = |i: usize| if other.scale[i] == 0.0 { 1.0 } else { own.scale[i] / other.scale[i] };
            self.set(
                joint,
                Joint {
                    translation: vector::sub(own.translation, other.translation),
                    rotation: vector::multiply(vector::conjugate(other.rotation), own.rotation),
                    scale: std::array::from_fn(ratio),
                },
            );
        }
    }

    /// Adds a difference made by [`Pose::subtract`], scaled by `weight`: translations times the weight; rotations with the weight
    /// times their angles, the shorter way; scales times 1 + weight · (scale - 1). A negative weight takes the difference away, so
    /// the opposite weight restores the pose: scales are divided by the factor of the positive weight, unless that is 0.
    ///
    /// Weight 0 changes nothing, and weight 1 adds the difference itself. Other rotations have single precision: with weights
    /// from -1 to 1, the error is below 2·10⁻⁶ radians. With NaN the pose is NaN, and with an infinite weight its rotations are.
    ///
    /// Panics if the difference has another number of joints.
    pub fn add(&mut self, difference: &Self, weight: f32) {
        assert_eq!(self.len(), difference.len(), "the poses are of different figures");
        if weight == 0.0 {
            return;
        }
        let (signed, size) = (f32x4::splat(weight), f32x4::splat(weight.abs()));
        for (own, other) in self.translation.blocks_mut().iter_mut().zip(difference.translation.blocks()) {
            *own = std::array::from_fn(|part| own[part] + signed * other[part]);
        }
        for (own, other) in self.rotation.blocks_mut().iter_mut().zip(difference.rotation.blocks()) {
            let rotations = if weight == 1.0 { *other } else { power(other, signed) };
            *own = blocks::normalize(vector::multiply(*own, rotations));
        }
        let scaled = |part: f32x4| {
            if weight.abs() == 1.0 { part } else { f32x4::ONE + size * (part - f32x4::ONE) }
        };
        for (own, other) in self.scale.blocks_mut().iter_mut().zip(difference.scale.blocks()) {
            let factors = other.map(scaled);
            *own = std::array::from_fn(|part| {
                let factor = factors[part];
                if weight > 0.0 {
                    own[part] * factor
                } else {
                    own[part] / factor.cmp_eq(f32x4::ZERO).blend(f32x4::ONE, factor)
                }
            });
        }
    }
}

/// What is between two blocks; at weights 0 and 1 exactly the first and the second, without rounding.
#[inline]
fn between<const K: usize>(a: &Block<K>, b: &Block<K>, mixed: Block<K>, weights: f32x4) -> Block<K> {
    let (none, all) = (weights.cmp_eq(f32x4::ZERO), weights.cmp_eq(f32x4::ONE));
    if (none | all).none() {
        return mixed;
    }
    std::array::from_fn(|part| none.blend(a[part], all.blend(b[part], mixed[part])))
}

/// Four quaternions with the signs that bring them nearer to four others.
fn nearer(turns: &Block<4>, to: &Block<4>) -> Block<4> {
    let signs = blocks::dot(turns, to).cmp_lt(f32x4::ZERO).blend(-f32x4::ONE, f32x4::ONE);
    turns.map(|part| part * signs)
}
