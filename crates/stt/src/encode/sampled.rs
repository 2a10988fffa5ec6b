//! Any motion as poses that are near enough to each other.

use std::f64::consts::FRAC_PI_4;

use anim_core::{Clip, Curve, EulerOrder, Property, Wrap};

use super::exact::along;
use super::pose::{Moment, Taker, distance, leaps};
use super::{degrees, is_said};
use crate::{Behavior, ErrorKind, Flag, Key, KeyframeType, Keyframes, Label, Node, Seconds, State, Vector};

/// The poses of all nodes at the moments that matter, ascending.
pub(super) struct Sampled {
    pub(super) moments: Vec<Moment>,
    /// How far the straight way between two poses is from the motion, as far as was looked: in units or radians.
    pub(super) error: f64,
    /// How many numbers were not finite.
    pub(super) replaced: usize,
    /// For each node how far its matrices are from those of a rotation.
    pub(super) scaled: Vec<f64>,
    repeats: bool,
}

/// How many poses there may be for each key and node of a clip.
const POSES_EACH: usize = 8;

/// The keys and nodes that a clip has to itself beyond its own when its poses are counted.
const FREE_ENTRIES: usize = 1024;

/// How often the time between two keys is halved at most.
const MAX_HALVINGS: u32 = 12;

impl Sampled {
    /// Poses of a valid clip; each takes one of those left for each node.
    pub(super) fn new(
        clip: &Clip,
        order: EulerOrder,
        tolerance: f64,
        left: &mut usize,
    ) -> Result<Self, ErrorKind> {
        let mut taker = Taker::new(clip, order);
        // Motion that asks for many more poses than it has keys is not of this world.
        let entries = clip.key_count().saturating_add(clip.nodes.len()).saturating_add(FREE_ENTRIES);
        let most = entries.saturating_mul(POSES_EACH).min(*left);
        let mut spent = 0usize;
        let mut spend = |moments: usize| {
            spent = spent.saturating_add(moments.saturating_mul(clip.nodes.len().max(1)));
            if spent > most { Err(ErrorKind::Poses { count: spent, most }) } else { Ok(()) }
        };
        let times = times(clip, order, most)?;
        spend(times.len())?;
        let mut moments: Vec<Moment> = Vec::with_capacity(times.len());
        let mut error = 0.0f64;
        for &time in &times {
            let next = taker.take(time, moments.last());
            // What is still to come, the nearest last.
            let mut ahead = vec![(next, 0)];
            while let Some((next, halvings)) = ahead.pop() {
                let Some(last) = moments.last() else {
                    moments.push(next);
                    continue;
                };
                let at = |share: f64| last.time + (next.time - last.time) * share;
                let quarters = [0.25, 0.5, 0.75].map(|share| (share, taker.take(at(share), Some(last))));
                let offs =
                    quarters.iter().map(|(share, pose)| distance(&pose.nodes, last, &next, *share, order));
                let off = offs.fold(0.0, f64::max);
                let [_, (_, half), _] = quarters;
                if next.time - last.time <= 2.0 * gap(next.time) {
                    // At the last of the quarters before a jump three quarters of it are missing. Nobody sees a jump of whole
                    // turns, but everybody the way there.
                    let jumps = off > 0.75 * tolerance || leaps(last, &next);
                    // The moment just before a key says no more than the key where nothing jumps, and no more than the
                    // moment before it where that lasts until the jump.
                    let lasts = moments.iter().rev().nth(1).is_some_and(|before| before.nodes == last.nodes);
                    if moments.len() > 1 && (lasts || !jumps) {
                        moments.pop();
                    }
                    if let Some(last) = moments.last_mut() {
                        last.jumps |= jumps;
                    }
                    moments.push(next);
                } else if off > tolerance && halvings < MAX_HALVINGS {
                    spend(1)?;
                    ahead.push((next, halvings + 1));
                    ahead.push((half, halvings + 1));
                } else {
                    error = error.max(off);
                    moments.push(next);
                }
            }
        }
        *left -= spent;
        let moving =
            clip.channels.iter().filter(|channel| is_said(channel.property()) && channel.curve().len() > 1);
        let whole = |curve: &Curve| {
            curve.wrap().1 == Wrap::Repeat && curve.start() == 0.0 && curve.end() == clip.duration
        };
        let repeats = { moving }.all(|channel| whole(channel.curve())) && moments.len() > 1;
        Ok(Self { moments, error, replaced: taker.replaced, scaled: taker.scaled, repeats })
    }

    /// The sequence of these poses.
    pub(super) fn keyframes(&self, names: &[Label]) -> Keyframes {
        let seconds = |time: f64| Seconds::new(time.max(0.0)).unwrap_or_default();
        let way = |from: Option<&Moment>, to: Option<&Moment>| match (from, to) {
            (Some(from), Some(to)) => {
                (seconds(to.time - from.time), if from.jumps { Flag::OFF } else { Flag::ON })
            }
            _ => (Seconds::ZERO, Flag::OFF),
        };
        let keys = self.moments.iter().zip(names).enumerate().map(|(index, (moment, name))| {
            let last = index.checked_sub(1).and_then(|last| self.moments.get(last));
            let (forward_time, forward_morph) = way(Some(moment), self.moments.get(index + 1));
            let (backward_time, backward_morph) = way(last, Some(moment));
            let name = name.clone();
            Key { exit: Flag::ON, forward_time, backward_time, forward_morph, backward_morph, name }
        });
        let kind = if self.repeats { KeyframeType::LoopForwards } else { KeyframeType::OneWayForwards };
        Keyframes { kind, start: names.first().cloned().unwrap_or_default(), keys: keys.collect() }
    }

    /// The states of these poses.
    pub(super) fn states<'a>(
        &'a self,
        names: &'a [Label],
        nodes: &'a [Label],
    ) -> impl Iterator<Item = State> + 'a {
        self.moments.iter().zip(names).map(move |(moment, name)| {
            let poses = moment.nodes.iter().zip(nodes);
            let nodes = poses.map(|([displacement, translation, angles], name)| {
                let vector = |numbers: [f64; 3]| Vector::new(numbers).unwrap_or_default();
                let behavior = Behavior::Static {
                    displacement: vector(*displacement),
                    translation: vector(*translation),
                    orientation: vector(angles.map(degrees)),
                };
                Node { name: name.clone(), behavior }
            });
            State::single(name.clone(), nodes.collect())
        })
    }
}

/// The gap before a key that shows whether the motion jumps there.
fn gap(time: f64) -> f64 {
    time.abs().max(1.0) / f64::from(1 << 20)
}

/// The ends of the clip, all times of keys, the times just before them, and as many between as it takes to follow turns.
fn times(clip: &Clip, order: EulerOrder, most: usize) -> Result<Vec<f64>, ErrorKind> {
    let end = clip.duration;
    let mut times = vec![0.0, end];
    for channel in clip.channels.iter().filter(|channel| is_said(channel.property())) {
        let keys = unrolled(channel.curve(), end, most.saturating_sub(times.len()))?;
        let parts = |from: f64, to: f64| {
            if is_plain(channel.property(), order) {
                return 1;
            }
            let turn: f64 =
                channel.curve().at(from).iter().zip(channel.curve().at(to)).map(|(a, b)| (a - b).abs()).sum();
            // A rotation turns by half a turn at most, angles by as much as they say.
            (turn / FRAC_PI_4).clamp(4.0, 256.0) as u32
        };
        for pair in keys.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let parts = parts(from, to - gap(to));
            times.extend((0..parts).map(|part| from + (to - from) * f64::from(part) / f64::from(parts)));
            times.push(to - gap(to));
        }
        times.extend(keys.last());
    }
    times.retain(|time| (0.0..=end).contains(time));
    // Of times that are nearly one the last stays: where two keys make a jump, it is the one after it.
    times.sort_by(|a, b| b.total_cmp(a));
    times.dedup_by(|earlier, later| *later - *earlier < gap(*later) / 4.0);
    times.reverse();
    Ok(times)
}

/// The times of a curve's keys from 0 to an end, wraps unrolled.
fn unrolled(curve: &Curve, end: f64, most: usize) -> Result<Vec<f64>, ErrorKind> {
    let (start, period) = (curve.start(), curve.end() - curve.start());
    let mut times = vec![0.0];
    let mut turns = [0.0, 0.0];
    if period > 0.0 {
        let (before, after) = curve.wrap();
        if before != Wrap::Hold && start > 0.0 {
            turns[0] = (-start / period).floor();
        }
        if after != Wrap::Hold && curve.end() < end {
            turns[1] = ((end - start) / period).floor();
        }
    }
    let count = (turns[1] - turns[0] + 1.0) * curve.len() as f64;
    if count > most as f64 {
        return Err(ErrorKind::Poses { count: count as usize, most });
    }
    for turn in turns[0] as i64..=turns[1] as i64 {
        let mirrored = turn.rem_euclid(2) == 1 && [curve.wrap().0, curve.wrap().1].contains(&Wrap::PingPong);
        let place = |time: f64| if mirrored { start + (curve.end() - time) } else { time };
        times.extend(curve.times().iter().map(|time| place(time) + turn as f64 * period));
    }
    times.push(end);
    times.retain(|time| (0.0..=end).contains(time));
    times.sort_by(f64::total_cmp);
    times.dedup();
    Ok(times)
}

/// Whether the angles of a property are taken as they are, so that no turn can be missed.
fn is_plain(property: &Property, order: EulerOrder) -> bool {
    match property {
        Property::Euler(own) => *own == order,
        Property::Angle { axis } => along(*axis).is_some(),
        Property::Rotation => false,
        _ => true,
    }
}
