//! Keyframe reduction.

use super::by_node::ByNode;
use super::distance::largest;
use super::draft::{Draft, SAME};
use super::turn::Turn;
use super::{EditError, codes};
use crate::merge::held;
use crate::{
    Change, Channel, Clip, ClipError, Curve, Deviation, Ease, MAX_KEYS, Positive, Property, Report, Sampler,
    Winding, Wrap, quaternion,
};

/// The fractions of a segment at which candidates are compared.
const CHOSEN: [f64; 7] = [0.0, 0.125, 0.25, 0.4, 0.6, 0.75, 0.875];

/// The fraction of the tolerance that candidates may reach at the chosen places.
const MARGIN: f64 = 0.875;

/// The widest arc in radians that may replace others: near half a turn, rounding decides which way round it goes.
const WIDEST: f64 = 3.0;

/// The clip without the keys that its curves do not need to stay within a tolerance: in radians for rotations, in the length unit for
/// positions, otherwise in the unit of the property. Channels that drive parts of one quaternion share the tolerance.
///
/// The remaining keys keep their values and eases; handles grow with their segments. The first and the last key stay, and so does
/// every key that changes a parent, existence or visibility, and every key of quaternions that repeat with an offset. No arc becomes
/// wider than 3 radians. The largest error between the keys is searched for.
///
/// Errors: [`EditError::Clip`] for an invalid curve.
pub fn reduce(clip: &Clip, tolerance: Positive, report: &mut Report) -> Result<Clip, EditError> {
    let by_node = ByNode::new(clip);
    let channel = |channel: &Channel| -> Result<Channel, ClipError> {
        let exact = matches!(channel.property(), Property::Parent | Property::Alive | Property::Visible)
            || *channel.property() == Property::Rotation && rises(channel.curve());
        let turn = Turn::of(channel, &by_node);
        let (draft, error) = thinned(channel, &turn, if exact { 0.0 } else { tolerance.get() });
        if draft.len() == channel.curve().len() {
            return Ok(channel.clone());
        }
        if error > 1e-9 {
            let error = Deviation::of(channel.property(), error);
            let loss = codes::CURVE.approximated(error, "keys are left out");
            report.lose(loss.of_channel(clip, channel));
        }
        channel.with_curve(draft.curve()?)
    };
    let channels: Result<Vec<_>, ClipError> = clip.channels.iter().map(channel).collect();
    let channels = channels.map_err(EditError::of(&clip.name))?;
    let new = Clip { channels, ..clip.clone() };
    let message = format!("{} of {} keys stay", new.key_count(), clip.key_count());
    report.change(Change::new("reduce", message).in_clip(clip));
    Ok(new)
}

/// Whether a curve repeats with an offset, which turns quaternions, and their errors, differently in each period.
fn rises(curve: &Curve) -> bool {
    let (before, after) = curve.wrap();
    [before, after].contains(&Wrap::RepeatWithOffset)
}

/// The curve with only the necessary keys, and its error.
fn thinned(channel: &Channel, turn: &Turn<'_>, tolerance: f64) -> (Draft, f64) {
    let (keys, held) = (Draft::of(channel.curve()), held(channel.curve()));
    let turns =
        held.turning_times([held.start(), held.end()], MAX_KEYS).unwrap_or_else(|| keys.times.clone());
    let source = Source { turn, keys, held, turns };
    let tolerance = tolerance / turn.count() as f64;
    let last = source.keys.len() - 1;
    let (mut kept, mut key, mut error, mut end) = (vec![0], 0, 0.0_f64, 0);
    // Errors are searched for only where candidates are compared too few times: in curves of which one was refused.
    let mut is_doubtful = false;
    while key < last {
        if end <= key {
            end = source.end_of_run(key);
        }
        let fits = |next: usize, is_doubtful: bool| {
            source.error(key, next) <= MARGIN * tolerance
                && (!is_doubtful || source.largest(key, next, error) <= tolerance)
        };
        let mut next = farthest(key, end, |next| fits(next, is_doubtful));
        let mut largest = source.largest(key, next, error);
        if largest > tolerance && !is_doubtful {
            is_doubtful = true;
            next = farthest(key, end, |next| fits(next, true));
            largest = source.largest(key, next, error);
        }
        error = error.max(largest);
        kept.push(next);
        key = next;
    }
    let mut draft = source.keys.clone();
    draft.keep(0..0);
    for pair in kept.windows(2) {
        draft.append(source.segment(pair[0], pair[1]));
    }
    if last == 0 {
        draft = source.keys.clone();
    }
    draft.wrap = source.keys.wrap;
    if let Some(ease) = draft.eases.last_mut() {
        *ease = source.keys.eases[last];
    }
    (draft, error)
}

/// The farthest key after `key`, up to `end`, to which one segment fits. It takes time in proportion to the length of that segment.
fn farthest(key: usize, end: usize, fits: impl Fn(usize) -> bool) -> usize {
    let (mut near, mut step) = (key + 1, 1);
    while near + step <= end && fits(near + step) {
        near += step;
        step *= 2;
    }
    let mut far = (near + step).min(end + 1);
    while far - near > 1 {
        let middle = usize::midpoint(near, far);
        if fits(middle) { near = middle } else { far = middle }
    }
    near
}

struct Source<'a> {
    turn: &'a Turn<'a>,
    keys: Draft,
    /// The curve, with its own value at the last key.
    held: Curve,
    /// Its keys and turning points: a Bézier segment may rise and fall again within a short time.
    turns: Vec<f64>,
}

impl Source<'_> {
    /// The farthest key that one segment from a key can reach: up to there, all segments have its ease.
    fn end_of_run(&self, key: usize) -> usize {
        let last = self.keys.len() - 1;
        (key + 1..last).find(|&next| self.keys.eases[next] != self.keys.eases[key]).unwrap_or(last)
    }

    /// One segment that replaces those from one key to another.
    fn segment(&self, from: usize, to: usize) -> Draft {
        let keys = &self.keys;
        let mut segment = keys.clone_keys(&[from, to]);
        let length = keys.times[to] - keys.times[from];
        let [first, last] =
            [(from, from + 1), (to - 1, to)].map(|(a, b)| length / (keys.times[b] - keys.times[a]));
        if keys.eases[from] == Ease::Bezier {
            let (outs, intos) = segment.handles.split_at_mut(keys.width);
            for (from, to) in outs.iter_mut().zip(intos) {
                (from.out, to.into) = (from.out.map(|part| part * first), to.into.map(|part| part * last));
            }
        }
        segment
    }

    /// The largest error of one segment that replaces those between two keys; 0 if it is at most `known`.
    fn largest(&self, from: usize, to: usize, known: f64) -> f64 {
        // A step has no other values.
        if to == from + 1 || self.keys.is_step(from) {
            return self.error(from, to);
        }
        let Ok(segment) = self.segment(from, to).curve() else { return f64::INFINITY };
        let [mut found, mut actual] = [&segment, &self.held].map(Sampler::new);
        let [mut a, mut b] = [(); 2].map(|()| vec![0.0; self.keys.width]);
        let apart = |time: f64| {
            found.sample(time, &mut a);
            actual.sample(time, &mut b);
            self.turn.apart(time, &b, &a)
        };
        let [start, end] = [from, to].map(|key| self.keys.times[key]);
        let first = self.turns.partition_point(|time| *time < start);
        let last = self.turns.partition_point(|time| *time <= end);
        largest(&self.turns[first..last], known.max(SAME), &mut Winding::new([]), apart).0
    }

    /// The angle of the arc between two keys.
    fn arc(&self, from: usize, to: usize) -> f64 {
        let [a, b] = [from, to].map(|key| std::array::from_fn(|part| self.keys.values[4 * key + part]));
        quaternion::angle_between(quaternion::normalize(a), quaternion::normalize(b))
    }

    /// The largest error of such a segment at the times that are compared.
    fn error(&self, from: usize, to: usize) -> f64 {
        if to == from + 1 {
            return 0.0;
        }
        if self.keys.eases[from] == Ease::Slerp && self.arc(from, to) > WIDEST {
            return f64::INFINITY;
        }
        let Ok(segment) = self.segment(from, to).curve() else { return f64::INFINITY };
        let mut found = Sampler::new(&segment);
        let mut actual = Sampler::new(&self.held);
        let width = self.keys.width;
        let (mut a, mut b, mut most) = (vec![0.0; width], vec![0.0; width], 0.0f64);
        for key in from..to {
            let (start, end) = (self.keys.times[key], self.keys.times[key + 1]);
            for place in CHOSEN {
                let time = start + (end - start) * place;
                found.sample(time, &mut a);
                actual.sample(time, &mut b);
                let away = if a == b { 0.0 } else { self.turn.away(time, &b, &a) };
                // A NaN must not be removed.
                most = if away.is_nan() { f64::INFINITY } else { most.max(away) };
            }
            if most > 1e300 {
                return most;
            }
        }
        most
    }
}
