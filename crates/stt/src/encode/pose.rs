//! Poses of a clip as states hold them, and the distance between poses.

use std::f64::consts::{PI, TAU};

use anim_core::{Clip, EulerOrder, Poser, Property, Sampler, Transform, quaternion};

use super::values::along;
use crate::channel::{apart, mix};

/// The poses of all nodes at a time.
pub(super) struct Moment {
    pub(super) time: f64,
    /// Whether the motion jumps from here to the next moment.
    pub(super) jumps: bool,
    pub(super) nodes: Vec<Pose>,
}

/// Displacement, translation, and angles in radians.
pub(super) type Pose = [[f64; 3]; 3];

/// Computes poses at times.
pub(super) struct Poses<'a> {
    clip: &'a Clip,
    order: EulerOrder,
    poser: Poser<'a>,
    /// For each node, the curve of its displacement, and that of its angles if the file can hold them unchanged.
    curves: Vec<[Option<(&'a Property, Sampler<'a>)>; 2]>,
    /// The number of values that were not finite.
    pub(super) replaced: usize,
    /// For each node, the largest difference of a matrix element from that of a rotation.
    pub(super) scaled: Vec<f64>,
}

impl<'a> Poses<'a> {
    pub(super) fn new(clip: &'a Clip, order: EulerOrder) -> Self {
        let mut curves: Vec<[Option<_>; 2]> = vec![[const { None }; 2]; clip.nodes.len()];
        for channel in &clip.channels {
            let (property, curve) = (channel.property(), channel.curve());
            let whole = curve.width() == property.width();
            let taken = || Some((property, Sampler::new(curve)));
            let [displacement, angles] = &mut curves[channel.node()];
            match property {
                Property::Displacement => *displacement = taken().filter(|_| whole),
                // For a matrix, a part of the angles, or another order, angles are computed from the rotation.
                Property::Euler(own) => *angles = taken().filter(|_| whole && *own == order),
                Property::Angle { axis } => *angles = taken().filter(|_| along(*axis).is_some()),
                Property::Matrix | Property::Rotation => *angles = None,
                _ => {}
            }
        }
        Self {
            clip,
            order,
            poser: Poser::new(clip),
            curves,
            replaced: 0,
            scaled: vec![0.0; clip.nodes.len()],
        }
    }

    /// The poses of all nodes. Of the angles that represent a rotation, those nearest to the previous ones are used.
    pub(super) fn at(&mut self, time: f64, last: Option<&Moment>) -> Moment {
        let poses = (0..self.clip.nodes.len()).map(|node| self.node(node, time, last)).collect();
        Moment { time, jumps: false, nodes: poses }
    }

    /// Chooses the angles of a moment that represent rotations again, for another previous moment.
    pub(super) fn follow(&mut self, next: &mut Moment, last: &Moment) {
        for (node, (pose, [.., before])) in next.nodes.iter_mut().zip(&last.nodes).enumerate() {
            let is_chosen = self.curves[node][1].is_none();
            if is_chosen && self.order.nearest(pose[2], *before) != pose[2] {
                *pose = self.node(node, next.time, Some(last));
            }
        }
    }

    fn node(&mut self, node: usize, time: f64, last: Option<&Moment>) -> Pose {
        let state = self.poser.node(node, time);
        let place = state.matrix.map_or(state.transform, |matrix| matrix.decompose());
        if let Some(matrix) = &state.matrix {
            let rigid = Transform { scale: Transform::IDENTITY.scale, ..place };
            self.scaled[node] = self.scaled[node].max(matrix.distance(&rigid.into()));
        }
        let [displacement, angles] = &mut self.curves[node];
        let mut shift = [0.0; 3];
        if let (Some((_, sampler)), None) = (displacement, state.matrix) {
            sampler.sample(time, &mut shift);
        }
        let mut turn = [0.0; 3];
        match angles {
            Some((Property::Angle { axis }, sampler)) => {
                let mut angle = [0.0];
                sampler.sample(time, &mut angle);
                turn = along(*axis).unwrap_or_default().map(|sign| sign * angle[0]);
            }
            Some((_, sampler)) => sampler.sample(time, &mut turn),
            None => {
                turn = self.order.from_matrix(quaternion::to_matrix(place.rotation));
                if let Some([.., before]) = last.and_then(|last| last.nodes.get(node)) {
                    turn = self.order.nearest(turn, *before);
                }
            }
        }
        let translation = std::array::from_fn(|i| place.translation[i] - shift[i]);
        let mut pose = [shift, translation, turn];
        for number in pose.as_flattened_mut().iter_mut().filter(|number| !number.is_finite()) {
            *number = 0.0;
            self.replaced += 1;
        }
        pose
    }
}

/// The largest distance between positions and between rotations.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Distance {
    /// The largest distance between two displacements, two translations, or their sums, in units of length.
    pub(super) length: f64,
    /// The largest angle between two rotations, in radians.
    pub(super) angle: f64,
}

impl Distance {
    pub(super) fn max(self, other: Self) -> Self {
        Self { length: self.length.max(other.length), angle: self.angle.max(other.angle) }
    }

    pub(super) fn times(self, factor: f64) -> Self {
        Self { length: self.length * factor, angle: self.angle * factor }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self { length: self.length + other.length, angle: self.angle + other.angle }
    }

    /// Whether either of the two exceeds this part of its limit.
    pub(super) fn exceeds(self, part: f64, limit: Self) -> bool {
        self.length > part * limit.length || self.angle > part * limit.angle
    }
}

/// The distance of poses from an interpolation between two others. Rounding does not count.
pub(super) fn distance(
    poses: &[Pose],
    last: &Moment,
    next: &Moment,
    share: f64,
    order: EulerOrder,
) -> Distance {
    let ways = last.nodes.iter().zip(&next.nodes);
    poses.iter().zip(ways).fold(Distance::default(), |most, (pose, (last, next))| {
        let way: Pose = std::array::from_fn(|part| mix(last[part], next[part], share));
        let size = |range: std::ops::Range<usize>| {
            let numbers = last[range.clone()].as_flattened().iter().chain(next[range].as_flattened());
            numbers.fold(0.0, |size: f64, number| size.max(number.abs()))
        };
        let [size, angles] = [size(0..2), size(2..3)];
        let lengths = [(pose[0], way[0]), (pose[1], way[1]), (position(pose), position(&way))];
        let length =
            lengths.iter().fold(0.0, |most: f64, (pose, way)| most.max(beyond_rounding(*pose, *way, size)));
        let turned = beyond_rounding(pose[2], way[2], angles) > 0.0;
        let angle = if is_precise(&pose[2]) && is_precise(&way[2]) && turned {
            quaternion::angle_between(order.to_quaternion(pose[2]), order.to_quaternion(way[2]))
        } else {
            0.0
        };
        most.max(Distance { length, angle })
    })
}

/// The largest distance between the path over three moments and the straight path from the first to the third. Rounding does not
/// count.
pub(super) fn bend(first: &Moment, second: &Moment, third: &Moment, order: EulerOrder) -> Distance {
    let share = (second.time - first.time) / (third.time - first.time);
    let mut most = distance(&second.nodes, first, third, share, order);
    if most.angle > 0.0 {
        // Before and after the second moment, rotations may differ by as much as all angles together.
        let ways = first.nodes.iter().zip(&third.nodes);
        most.angle = second.nodes.iter().zip(ways).fold(most.angle, |most, (pose, (first, third))| {
            let way = mix(first[2], third[2], share);
            most.max(pose[2].iter().zip(way).map(|(angle, way)| (angle - way).abs()).sum())
        });
    }
    most
}

/// Whether an angle changes by more than half a turn.
pub(super) fn leaps(last: &Moment, next: &Moment) -> bool {
    let ways = last.nodes.iter().zip(&next.nodes).flat_map(|(last, next)| last[2].into_iter().zip(next[2]));
    { ways }.any(|(last, next)| is_precise(&[last, next]) && (next - last).abs() > PI)
}

/// Whether angles are small enough to define a rotation: those of larger ones round by up to a full turn.
fn is_precise(angles: &[f64]) -> bool {
    angles.iter().all(|angle| angle.abs() * ROUNDING < TAU)
}

/// The position in a pose: displacement plus translation.
fn position([shift, place, _]: &Pose) -> [f64; 3] {
    std::array::from_fn(|i| shift[i] + place[i])
}

/// The distance between vectors computed in different ways from numbers of a given size; 0 if rounding explains it.
fn beyond_rounding(a: [f64; 3], b: [f64; 3], size: f64) -> f64 {
    if a == b {
        return 0.0;
    }
    let size = a.iter().chain(&b).fold(size, |size: f64, number| size.max(number.abs()));
    let apart = apart(a, b);
    if apart <= ROUNDING * size { 0.0 } else { apart }
}

/// Differences that rounding causes, relative to the largest number.
const ROUNDING: f64 = 1e-14;
