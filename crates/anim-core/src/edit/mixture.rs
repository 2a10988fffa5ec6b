//! Two curves of one property mixed, from the first to the second.

use std::f64::consts::TAU;

use super::continuous::Continuous;
use super::rotation_jumps::rotation_jumps;
use crate::quaternion::{self, Quaternion};
use crate::vector::length;
use crate::{Curve, EulerOrder, Property, Sampler, trig};

/// The part of a mixture after which angles have left a gimbal lock.
const SOON: f64 = 1e-3;

/// The largest rotation, in radians, between angles that are the same in gimbal lock.
const LOCKED: f64 = 1e-9;

/// A mixture of two curves over some seconds, from time 0: at first the one, at last the other.
pub(super) struct Mixture<'a> {
    samplers: [Sampler<'a>; 2],
    seconds: f64,
    how: How,
    values: [Vec<f64>; 2],
}

/// How values are mixed.
enum How {
    /// Number by number.
    Numbers,
    /// The same, of angles about an axis, with the whole turns that are added to the second from given times on.
    Turns(Vec<(f64, f64)>),
    /// Along the arc from one rotation to the other, with the turn that leads there.
    Arcs(Continuous),
    /// The same, as Euler angles; with the turn, and the angles of the mixture.
    Angles(EulerOrder, Continuous, Continuous),
}

impl<'a> Mixture<'a> {
    pub(super) fn new(property: &Property, [a, b]: [&'a Curve; 2], seconds: f64) -> Self {
        let how = match property {
            Property::Rotation if a.width() == 4 => How::Arcs(turn([a, b], seconds, four)),
            Property::Euler(order) if a.width() == 3 => {
                let rotation = |angles: &[f64]| order.to_quaternion(three(angles));
                let turn = turn([a, b], seconds, rotation);
                let mut mixed = Self::of([a, b], seconds, How::Numbers);
                let own = three(a.value(0));
                let first = in_lock(*order, own, mixed.angles(*order, &turn, SOON * seconds, own));
                let next = |time: f64, last: [f64; 3]| mixed.angles(*order, &turn, time, last);
                let angles = Continuous::new([a, b], seconds, first, next);
                How::Angles(*order, turn, angles)
            }
            Property::Angle { axis } if a.width() == 1 => {
                let rotation = |angle: &[f64]| quaternion::from_axis_angle(*axis, angle[0]);
                let turns = |time: f64| TAU * ((a.at(time)[0] - b.at(time)[0]) / TAU).round();
                How::Turns(
                    rotation_jumps([a, b], rotation).into_iter().map(|time| (time, turns(time))).collect(),
                )
            }
            _ => How::Numbers,
        };
        Self::of([a, b], seconds, how)
    }

    fn of([a, b]: [&'a Curve; 2], seconds: f64, how: How) -> Self {
        let values = [a, b].map(|curve| vec![0.0; curve.width()]);
        Self { samplers: [a, b].map(Sampler::new), seconds, how, values }
    }

    /// Whether rotations between keys go along arcs.
    pub(super) fn is_of_arcs(&self) -> bool {
        matches!(self.how, How::Arcs(_))
    }

    /// The mixture at a time.
    pub(super) fn sample(&mut self, time: f64, out: &mut [f64]) {
        // The angles need all of the mixture.
        let how = std::mem::replace(&mut self.how, How::Numbers);
        match &how {
            How::Numbers => {
                let u = self.look(time);
                let [a, b] = &self.values;
                out.iter_mut().zip(a.iter().zip(b)).for_each(|(out, (a, b))| *out = a * (1.0 - u) + b * u);
            }
            How::Turns(turns) => {
                let u = self.look(time);
                let known = turns.partition_point(|(jump, _)| *jump <= time);
                let turn = turns[..known].last().map_or(0.0, |(_, turn)| *turn);
                out[0] = self.values[0][0] * (1.0 - u) + (self.values[1][0] + turn) * u;
            }
            How::Arcs(turn) => {
                let u = self.look(time);
                let [a, b] = [0, 1].map(|side| four(&self.values[side]));
                out.copy_from_slice(&along(a, vector(a, b, turn.before(time)), u));
            }
            How::Angles(order, turn, angles) => {
                out.copy_from_slice(&self.angles(*order, turn, time, angles.before(time)));
            }
        }
        self.how = how;
    }

    /// Samples both curves. Returns the weight of the second.
    fn look(&mut self, time: f64) -> f64 {
        for (sampler, values) in self.samplers.iter_mut().zip(&mut self.values) {
            sampler.sample(time, values);
        }
        (time / self.seconds).clamp(0.0, 1.0)
    }

    /// The angles of the mixture that continue others.
    fn angles(&mut self, order: EulerOrder, turn: &Continuous, time: f64, last: [f64; 3]) -> [f64; 3] {
        let u = self.look(time);
        let [a, b] = [0, 1].map(|side| three(&self.values[side]));
        if u == 0.0 || u == 1.0 {
            return in_lock(order, if u == 0.0 { a } else { b }, last);
        }
        let [from, to] = [a, b].map(|angles| order.to_quaternion(angles));
        let mixed = along(from, vector(from, to, turn.before(time)), u);
        order.nearest(order.from_matrix(quaternion::to_matrix(mixed)), last)
    }
}

/// The turn from one rotation to the other over time: at first the shorter of both ways, and where one of them jumps, again.
fn turn(curves: [&Curve; 2], seconds: f64, rotation: impl Fn(&[f64]) -> Quaternion) -> Continuous {
    let mut samplers = curves.map(Sampler::new);
    let mut values = curves.map(|curve| vec![0.0; curve.width()]);
    let jumps = rotation_jumps(curves, &rotation);
    let is_jump = |time: f64| jumps.binary_search_by(|jump| jump.total_cmp(&time)).is_ok();
    Continuous::new(curves, seconds, [0.0; 3], |time, last| {
        samplers.iter_mut().zip(&mut values).for_each(|(sampler, values)| sampler.sample(time, values));
        let [a, b] = [0, 1].map(|side| rotation(&values[side]));
        if time == 0.0 || is_jump(time) {
            return vector(a, quaternion::nearest(b, a), [0.0; 3]);
        }
        vector(a, b, last)
    })
}

/// The rotation from one quaternion to another: half of its angle, along its axis. Of all that differ by whole turns and lead
/// there, including those to the opposite quaternion, it is the one nearest to another, so that the path stays continuous beyond
/// half a turn and a whole one.
fn vector(a: Quaternion, b: Quaternion, last: [f64; 3]) -> [f64; 3] {
    let [x, y, z, w] = quaternion::multiply(quaternion::conjugate(a), b);
    let sine = length([x, y, z]);
    let axis = match (sine, length(last)) {
        (0.0, 0.0) => return [0.0; 3],
        (0.0, size) => last.map(|part| part / size),
        _ => [x / sine, y / sine, z / sine],
    };
    let half = trig::atan2(sine, w);
    let along = axis.iter().zip(last).map(|(axis, last)| axis * last).sum::<f64>();
    let half = half + ((along - half) / (TAU / 2.0)).round() * (TAU / 2.0);
    axis.map(|part| part * half)
}

/// A rotation turned by a part of a turn, given as half of its angle along its axis.
fn along(a: Quaternion, turn: [f64; 3], part: f64) -> Quaternion {
    let half = trig::hypot(trig::hypot(turn[0], turn[1]), turn[2]);
    if half == 0.0 {
        return a;
    }
    let (sine, cosine) = trig::sin_cos(part * half);
    let [x, y, z] = turn.map(|axis| axis / half * sine);
    quaternion::multiply(a, [x, y, z, cosine])
}

/// The angles of the same rotation that continue others: its own, with other whole and half turns, or in gimbal lock those that
/// divide the turn about the common axis as the others do.
fn in_lock(order: EulerOrder, own: [f64; 3], last: [f64; 3]) -> [f64; 3] {
    let near = order.nearest(own, last);
    let [first, _, second] = order.axes();
    let [one, other] = [first, second].map(|axis| last[axis] - near[axis]);
    let divided = [1.0, -1.0].map(|sign| {
        let (part, mut angles) = (f64::midpoint(one, sign * other), near);
        angles[first] += part;
        angles[second] += sign * part;
        angles
    });
    let rotation = order.to_quaternion(own);
    let is_same =
        |angles: &[f64; 3]| quaternion::angle_between(order.to_quaternion(*angles), rotation) < LOCKED;
    let away = |angles: &[f64; 3]| -> f64 { (0..3).map(|axis| (angles[axis] - last[axis]).powi(2)).sum() };
    let nearer = divided.into_iter().filter(is_same).min_by(|a, b| away(a).total_cmp(&away(b)));
    nearer.filter(|angles| away(angles) < away(&near)).unwrap_or(near)
}

fn three(values: &[f64]) -> [f64; 3] {
    [values[0], values[1], values[2]]
}

fn four(values: &[f64]) -> Quaternion {
    quaternion::normalize([values[0], values[1], values[2], values[3]])
}
