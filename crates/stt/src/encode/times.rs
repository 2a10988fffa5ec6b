//! The moments at which a clip becomes poses, before its curvature is known.

use std::f64::consts::FRAC_PI_4;

use anim_core::time::TOUCHING;
use anim_core::{Clip, Curve, Ease, EulerOrder, Property, Wrap};

use super::values::{along, is_held};

/// A moment that a pose shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stop {
    pub(super) time: f64,
    pub(super) kind: Kind,
}

/// The reason for a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A curve may rotate far around it.
    Part,
    /// A curve may jump just after it, at the next stop.
    Before,
    /// A curve may have jumped just before it, at the stop before it.
    After,
    /// A curve has a key there, or the poses begin or end there.
    Key,
}

/// The moments of a clip up to an end, and the largest shift in seconds of a key that was nearer to another key than poses can
/// be.
pub(super) struct Stops {
    pub(super) stops: Vec<Stop>,
    pub(super) shift: f64,
}

/// The gap before a key within which a jump at the key becomes visible.
pub(super) fn gap(time: f64) -> f64 {
    time.abs().max(1.0) / f64::from(1 << 20)
}

/// Time 0 and the end, the times of all keys, the times just before and after keys where a jump may be, and as many times
/// between keys as rotations need. `None` if a curve has more than `most` keys, or all have far more.
pub(super) fn stops(clip: &Clip, end: f64, order: EulerOrder, most: usize) -> Option<Stops> {
    let stop = |time: f64, kind: Kind| Stop { time, kind };
    let mut stops = vec![stop(0.0, Kind::Key), stop(end, Kind::Key)];
    // Most channels have their keys at the same times.
    let (mut distinct, limit) = (stops.len(), most.saturating_mul(4));
    for channel in clip.channels.iter().filter(|channel| is_held(channel.property())) {
        let curve = channel.curve();
        let keys = curve.unrolled_times([0.0, end], most)?;
        let bends = (0..curve.len() - 1).any(|key| curve.ease(key) == Ease::Bezier);
        let parts = |from: f64, to: f64| {
            if is_plain(channel.property(), order) {
                return 1;
            }
            let turn: f64 = curve.at(from).iter().zip(curve.at(to)).map(|(a, b)| (a - b).abs()).sum();
            // A small rotation without curvature is so straight that its quarters show its error.
            if !bends && turn < FRAC_PI_4 / 4.0 {
                return 1;
            }
            // A quaternion turns by at most half a turn, angles by any number of turns.
            (turn / FRAC_PI_4).clamp(4.0, 256.0) as u32
        };
        for pair in keys.windows(2) {
            if stops.len() > distinct.saturating_add(limit) {
                return None;
            }
            let (from, to) = (pair[0], pair[1]);
            let parts = parts(from, to - gap(to));
            let part = |part: u32| from + (to - from) * f64::from(part) / f64::from(parts);
            stops.push(stop(from, Kind::Key));
            stops.extend((1..parts).map(|index| stop(part(index), Kind::Part)));
            if steps_backwards(curve, from) {
                stops.push(stop(from + gap(from), Kind::After));
            }
            stops.push(stop(to - gap(to), Kind::Before));
        }
        stops.extend(keys.last().map(|last| stop(*last, Kind::Key)));
        if stops.len() > 2 * distinct {
            sort(&mut stops);
            distinct = stops.len();
        }
        if distinct > limit {
            return None;
        }
    }
    stops.retain(|stop| (0.0..=end).contains(&stop.time));
    // If times are nearly equal, the last one is kept: if two keys make a jump, it is the key after the jump.
    sort(&mut stops);
    let mut shift = 0.0f64;
    stops.dedup_by(|earlier, later| {
        let merges = later.time - earlier.time < gap(later.time) / 4.0;
        if merges && earlier.kind == Kind::Key {
            let apart = later.time - earlier.time;
            shift = if apart > TOUCHING { shift.max(apart) } else { shift };
            later.kind = Kind::Key;
        }
        merges
    });
    stops.reverse();
    Some(Stops { stops, shift })
}

/// Sorts stops, the last one first, and removes equal ones.
fn sort(stops: &mut Vec<Stop>) {
    stops.sort_by(|a, b| b.time.total_cmp(&a.time).then(b.kind.cmp(&a.kind)));
    stops.dedup();
}

/// Whether a curve runs backwards from a time on and may jump just after it.
fn steps_backwards(curve: &Curve, time: f64) -> bool {
    let (before, after) = curve.wrap();
    let steps = curve.uniform_ease().is_none_or(|ease| ease == Ease::Step);
    let mirrored = (before == Wrap::PingPong && time < curve.start())
        || (after == Wrap::PingPong && time >= curve.end());
    steps && mirrored
}

/// Whether the file holds the angles of a property unchanged, so that no turn can be missed.
fn is_plain(property: &Property, order: EulerOrder) -> bool {
    match property {
        Property::Euler(own) => *own == order,
        Property::Angle { axis } => along(*axis).is_some(),
        Property::Rotation => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use anim_core::{Channel, Clip, Curve, Ease, EulerOrder, Node, Property, Rate, Times};

    use super::stops;

    #[test]
    fn channels_with_the_same_keys_have_the_same_stops() {
        let channel = |node: usize| {
            let values: Vec<f64> = (0..3000).map(f64::from).collect();
            let times = Times::uniform(0.0, Rate::per_second(30), 1000).unwrap();
            Channel::new(node, Property::Translation, Curve::new(times, 3, values, Ease::Linear).unwrap())
        };
        let channels: Vec<Channel> = (0..50).map(|node| channel(node).unwrap()).collect();
        let clip = Clip::new("c").with_nodes(vec![Node::new("n"); 50]).with_channels(channels);
        // A time before each key but the first.
        let count = stops(&clip, 999.0 / 30.0, EulerOrder::Xyz, 1000).map(|stops| stops.stops.len());
        assert_eq!(count, Some(1999));
    }
}
