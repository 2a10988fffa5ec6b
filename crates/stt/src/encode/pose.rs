//! Poses of a clip in the words of a state.

use std::f64::consts::{PI, TAU};

use anim_core::{Clip, EulerOrder, Poser, Property, Sampler, Transform, quaternion};

use super::exact::along;
use crate::channel::mix;

/// The poses of all nodes at a time.
pub(super) struct Moment {
    pub(super) time: f64,
    /// Whether the motion jumps from here to the next moment.
    pub(super) jumps: bool,
    pub(super) nodes: Vec<Pose>,
}

/// Displacement, translation, and angles in radians.
pub(super) type Pose = [[f64; 3]; 3];

/// Takes poses at times.
pub(super) struct Taker<'a> {
    clip: &'a Clip,
    order: EulerOrder,
    poser: Poser<'a>,
    /// For each node the curve of its displacement, and of its angles where they can be taken as they are.
    curves: Vec<[Option<(&'a Property, Sampler<'a>)>; 2]>,
    /// How many numbers were not finite.
    pub(super) replaced: usize,
    /// For each node how far its matrices are from those of a rotation, by the largest element.
    pub(super) scaled: Vec<f64>,
}

impl<'a> Taker<'a> {
    pub(super) fn new(clip: &'a Clip, order: EulerOrder) -> Self {
        let mut curves: Vec<[Option<_>; 2]> = vec![[const { None }; 2]; clip.nodes.len()];
        for channel in &clip.channels {
            let (property, curve) = (channel.property(), channel.curve());
            let whole = curve.width() == property.width();
            let taken = || Some((property, Sampler::new(curve)));
            let [displacement, angles] = &mut curves[channel.node()];
            match property {
                Property::Displacement => *displacement = taken().filter(|_| whole),
                // Angles of a matrix, of a part or of another order are looked for.
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

    /// The pose of all nodes; angles that are looked for are the nearest to those before.
    pub(super) fn take(&mut self, time: f64, last: Option<&Moment>) -> Moment {
        let poses = (0..self.clip.nodes.len()).map(|node| self.node(node, time, last)).collect();
        Moment { time, jumps: false, nodes: poses }
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

/// How far poses are from those a share of the way between two others: the largest difference of a component, or in radians.
/// Rounding is no distance.
pub(super) fn distance(poses: &[Pose], last: &Moment, next: &Moment, share: f64, order: EulerOrder) -> f64 {
    let ways = last.nodes.iter().zip(&next.nodes);
    poses.iter().zip(ways).fold(0.0, |most: f64, (pose, (last, next))| {
        let way: Pose = std::array::from_fn(|part| mix(last[part], next[part], share));
        let length = beyond_rounding(pose[..2].as_flattened(), way[..2].as_flattened());
        let angle = if points(&pose[2]) && points(&way[2]) && beyond_rounding(&pose[2], &way[2]) > 0.0 {
            quaternion::angle_between(order.to_quaternion(pose[2]), order.to_quaternion(way[2]))
        } else {
            0.0
        };
        most.max(length).max(angle)
    })
}

/// Whether an angle changes by more than half a turn.
pub(super) fn leaps(last: &Moment, next: &Moment) -> bool {
    let ways = last.nodes.iter().zip(&next.nodes).flat_map(|(last, next)| last[2].into_iter().zip(next[2]));
    { ways }.any(|(last, next)| points(&[last, next]) && (next - last).abs() > PI)
}

/// Whether angles say where something is turned: not if their rounding is a turn.
fn points(angles: &[f64]) -> bool {
    angles.iter().all(|angle| angle.abs() * ROUNDING < TAU)
}

/// The largest difference of numbers that were computed from each other; 0 where it is no more than rounding.
fn beyond_rounding(a: &[f64], b: &[f64]) -> f64 {
    let size = a.iter().chain(b).fold(0.0, |size: f64, number| size.max(number.abs()));
    let most = a.iter().zip(b).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
    if most <= ROUNDING * size { 0.0 } else { most }
}

/// Differences that come from rounding, as a part of the largest number.
const ROUNDING: f64 = 1e-14;
