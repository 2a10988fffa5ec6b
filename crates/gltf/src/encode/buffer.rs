//! Numbers as bytes and accessors.

mod geometry;
mod times;

use std::collections::HashMap;

use anim_core::{Curve, Ease, Times, quaternion};

use super::look::Look;
use crate::digest::{self, Digest};
use crate::{Accessor, BufferView, ComponentType, ElementType, Interpolation, Root};
pub(super) use geometry::Skinned;
use times::Keys;

/// The buffer: key times and values first, then the other parts.
#[derive(Debug, Default)]
pub(super) struct Bytes {
    floats: Vec<u8>,
    /// The parts other than floats.
    parts: [Vec<u8>; View::ALL.len()],
    accessors: Vec<(View, Accessor)>,
    /// The accessors of zeros, by the number of positions.
    zeros: HashMap<usize, usize>,
    /// The key times that were written last, which the next curve usually shares.
    last: Option<(Times, Keys)>,
    /// All key times that were written, by their bytes.
    known: HashMap<Vec<u8>, usize>,
}

/// The number of values that are converted to bytes together.
const BLOCK: usize = 64;

/// The parts of the buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
enum View {
    /// Key times and values.
    Floats,
    Flags,
    /// Positions and normals.
    Vertices,
    /// Positions and normals, and the joints that move them.
    Skinned,
    /// Positions alone.
    Positions,
    Matrices,
}

impl View {
    const ALL: [Self; 6] =
        [Self::Floats, Self::Flags, Self::Vertices, Self::Skinned, Self::Positions, Self::Matrices];

    /// The size of a vertex in bytes, if the part has vertices.
    fn vertex(self) -> Option<usize> {
        match self {
            Self::Vertices => Some(24),
            Self::Skinned => Some(36),
            Self::Positions => Some(12),
            Self::Floats | Self::Flags | Self::Matrices => None,
        }
    }
}

/// A curve in the buffer.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) input: usize,
    pub(super) output: usize,
    pub(super) interpolation: Interpolation,
    /// The number of keys.
    pub(super) keys: usize,
    /// The number of keys left out because the next key has the same time in single precision.
    pub(super) merged: usize,
    /// The number of values replaced by the rest pose because they were not finite.
    pub(super) replaced: usize,
    /// The largest error of single precision, in the unit of the values: see [`rounding`](super::rounding::rounding).
    pub(super) rounded: f64,
}

impl Bytes {
    /// An empty buffer with capacity for `floats` numbers, so that it is not reallocated while it grows.
    pub(super) fn with_capacity(floats: usize) -> Self {
        Self { floats: Vec::with_capacity(4 * floats), ..Self::default() }
    }

    /// Writes a plain curve. `rest` has a value for each component. Rotations are normalised; `look` is what is known about
    /// them.
    ///
    /// `None` if single precision cannot represent any key time.
    pub(super) fn curve(
        &mut self,
        curve: &Curve,
        element: ElementType,
        rest: &[f64],
        look: Look,
    ) -> Option<Written> {
        let keys = self.times(curve.times())?;
        let interpolation = match curve.uniform_ease() {
            Some(Ease::Linear | Ease::Slerp) => Interpolation::Linear,
            Some(Ease::Bezier) if curve.len() > 1 && keys.kept.is_none() => Interpolation::CubicSpline,
            _ => Interpolation::Step,
        };
        let rotation = element == ElementType::Vec4;
        let spline = interpolation == Interpolation::CubicSpline;
        let start = self.floats.len();
        match &keys.kept {
            None if spline => self.spline(curve),
            None if look.is_normalized && look.is_near() => self.normalized(curve.values()),
            None if rotation => self.rotations(curve.values().chunks_exact(4)),
            None => self.plain(curve.values()),
            Some(kept) if rotation => self.rotations(kept.iter().map(|&key| curve.value(key))),
            Some(kept) => kept.iter().for_each(|&key| self.plain(curve.value(key))),
        }
        // Numbers of quaternions with length 1 are finite.
        let replaced = if look.is_unit { 0 } else { self.replace(start, curve, rest, spline, &keys) };
        let width = element.shape().map_or(1, |[columns, rows]| columns * rows);
        let count = (self.floats.len() - start) / 4 / width;
        let output = self.add(View::Floats, Accessor::floats(0, start, element, count));
        let merged = keys.kept.as_ref().map_or(0, |kept| curve.len() - kept.len());
        let keys_left = curve.len() - merged;
        Some(Written {
            input: keys.accessor,
            output,
            interpolation,
            keys: keys_left,
            merged,
            replaced,
            rounded: 0.0,
        })
    }

    /// The digests of the key times and values of curves, by the accessors of both, which must contain floats.
    pub(super) fn digests(&self, curves: &[[usize; 2]]) -> Vec<Digest> {
        let numbers = |accessor: usize| {
            let (_, accessor) = &self.accessors[accessor];
            let width = accessor.element.shape().map_or(1, |[columns, rows]| columns * rows);
            self.floats[accessor.byte_offset..][..4 * width * accessor.count].as_chunks::<4>().0
        };
        let of_four = |curves: &[[usize; 2]]| {
            let mut digests = [Digest::default(); 4];
            for part in 0..2 {
                let list = |curve: usize| curves.get(curve).map_or(&[][..], |curve| numbers(curve[part]));
                digest::add_all(&mut digests, [0, 1, 2, 3].map(list));
            }
            digests
        };
        curves.chunks(4).flat_map(|four| of_four(four).into_iter().take(four.len())).collect()
    }

    fn plain(&mut self, values: &[f64]) {
        self.multiplied(values, 1.0);
    }

    fn multiplied(&mut self, values: &[f64], factor: f64) {
        let mut bytes = [[0; 4]; BLOCK];
        for block in values.chunks(BLOCK) {
            let bytes = &mut bytes[..block.len()];
            let parts = bytes.iter_mut().zip(block);
            parts.for_each(|(bytes, value)| *bytes = ((factor * value) as f32).to_le_bytes());
            self.floats.extend_from_slice(bytes.as_flattened());
        }
    }

    /// [`Bytes::rotations`] for quaternions of length 1 that are each near the next: the sign of the first one decides for all.
    fn normalized(&mut self, values: &[f64]) {
        let is_turned = values.get(3).is_some_and(|real| *real < 0.0);
        self.multiplied(values, if is_turned { -1.0 } else { 1.0 });
    }

    /// Writes quaternions with length 1. Neighbours are in one half space, so that readers that do not choose the shorter arc
    /// agree with those that do.
    fn rotations<'v>(&mut self, values: impl Iterator<Item = &'v [f64]>) {
        let (mut before, mut is_turned) = (quaternion::IDENTITY, false);
        for value in values {
            let unit = quaternion::normalize([value[0], value[1], value[2], value[3]]);
            // Compared with the previous input rather than the previous output, so that no step depends on another.
            let dot = quaternion::dot(unit, before);
            is_turned = if is_turned { dot > 0.0 } else { dot < 0.0 };
            before = unit;
            let sign = if is_turned { -1.0 } else { 1.0 };
            let floats = unit.map(|part| ((sign * part) as f32).to_le_bytes());
            self.floats.extend_from_slice(floats.as_flattened());
        }
    }

    /// Writes values between their in-tangents and out-tangents, per second.
    fn spline(&mut self, curve: &Curve) {
        let slope = |[seconds, value]: [f64; 2]| if seconds == 0.0 { 0.0 } else { value / seconds };
        let mut tangents = vec![0.0; curve.width()];
        for key in 0..curve.len() {
            for (component, tangent) in tangents.iter_mut().enumerate() {
                *tangent = if key == 0 { 0.0 } else { slope(curve.handles(key, component).into) };
            }
            self.plain(&tangents);
            self.plain(curve.value(key));
            for (component, tangent) in tangents.iter_mut().enumerate() {
                let last = key + 1 == curve.len();
                *tangent = if last { 0.0 } else { slope(curve.handles(key, component).out) };
            }
            self.plain(&tangents);
        }
    }

    /// Replaces values that are not finite in single precision by the rest pose, and returns their number.
    fn replace(&mut self, start: usize, curve: &Curve, rest: &[f64], spline: bool, keys: &Keys) -> usize {
        let bytes = &mut self.floats[start..];
        let finite = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]).is_finite();
        let sound = bytes.chunks_exact(4).fold(true, |sound, bytes| sound & finite(bytes));
        let rotation = curve.width() == 4 && rest.len() == 4 && !spline;
        // Checks all values, which is faster than stopping at the first.
        let all_finite = || curve.values().iter().fold(true, |all, value| all & value.is_finite());
        if sound && (!rotation || all_finite()) {
            return 0;
        }
        let mut replaced = 0;
        let width = rest.len();
        for (index, bytes) in bytes.chunks_exact_mut(4).enumerate() {
            let component = index % width;
            let tangent = spline && (index / width) % 3 != 1;
            let key = keys.kept.as_ref().map_or(index / width, |kept| kept[index / width]);
            // A quaternion is replaced completely or not at all.
            let broken = rotation && curve.value(key).iter().any(|value| !value.is_finite());
            if broken || !finite(bytes) {
                let value = if tangent { 0.0 } else { rest[component] };
                bytes.copy_from_slice(&(value as f32).to_le_bytes());
                replaced += 1;
            }
        }
        replaced
    }

    /// Writes a step curve of 0 and 1 as bytes; `None` as for [`Bytes::curve`].
    pub(super) fn flags(&mut self, curve: &Curve) -> Option<Written> {
        let keys = self.times(curve.times())?;
        let flags = &mut self.parts[View::Flags as usize];
        let start = flags.len();
        let kept: Vec<usize> = keys.kept.clone().unwrap_or_else(|| (0..curve.len()).collect());
        flags.extend(kept.iter().map(|&key| u8::from(curve.value(key)[0] != 0.0)));
        let mut accessor = Accessor::floats(0, start, ElementType::Scalar, kept.len());
        accessor.component_type = ComponentType::U8;
        let output = self.add(View::Flags, accessor);
        let merged = curve.len() - kept.len();
        Some(Written {
            input: keys.accessor,
            output,
            interpolation: Interpolation::Step,
            keys: kept.len(),
            merged,
            replaced: 0,
            rounded: 0.0,
        })
    }

    fn add(&mut self, view: View, accessor: Accessor) -> usize {
        self.accessors.push((view, accessor));
        self.accessors.len() - 1
    }

    /// Appends the accessors and the buffer views to the root. Returns the bytes of their buffer, if there are any.
    pub(super) fn finish(self, root: &mut Root) -> Option<Vec<u8>> {
        let mut bytes = self.floats;
        let mut views = [None; View::ALL.len()];
        for ((view, part), index) in View::ALL.into_iter().zip(self.parts).zip(&mut views) {
            let start = if view == View::Floats { 0 } else { bytes.len().next_multiple_of(4) };
            if !part.is_empty() {
                bytes.resize(start, 0);
                bytes.extend(part);
            }
            if bytes.len() > start {
                root.buffer_views.push(BufferView {
                    byte_offset: start,
                    byte_length: bytes.len() - start,
                    byte_stride: view.vertex(),
                    target: view.vertex().map(|_| 34962),
                    ..BufferView::default()
                });
                *index = Some(root.buffer_views.len() - 1);
            }
        }
        root.accessors.extend(
            self.accessors
                .into_iter()
                .map(|(view, accessor)| Accessor { buffer_view: views[view as usize], ..accessor }),
        );
        Some(bytes).filter(|bytes| !bytes.is_empty())
    }
}
