//! Motions stated in the metadata of a clip, used if the clip shows them.

use std::collections::HashMap;

use anim_core::{Channel, Clip, EulerOrder, Poser, Property, Wrap, climb, quaternion};

use super::pose::Distance;
use super::values::is_held;
use crate::channel::apart;
use crate::{Behavior, EncodeOptions, Sine, describe};

/// A motion that the metadata of a clip state for a node.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Described {
    pub(super) behavior: Behavior,
    /// The largest distance from the motion that the clip shows; rounding to single precision does not count.
    pub(super) error: Distance,
    /// Whether the clip also shows the motion before time 0 and after its end. If not, its curves hold there.
    pub(super) outside: bool,
}

/// The fractions of the interval between two keys at which motions are compared; keys are not placed at these.
const SHARES: [f64; 5] = [0.145_898, 0.381_966, 0.5, 0.618_034, 0.854_102];

/// The largest distance between two of them.
const NEAREST: f64 = 0.237;

/// Differences caused by rounding to single precision, relative to the largest number.
const SINGLE: f64 = 1.0 / (1 << 21) as f64;

/// The shortest duration, in seconds, for comparisons before and after a clip, which cover twice as much.
const SHORTEST: f64 = 0.25;

/// The distance from a key within which a jump may be early or late.
fn gap(time: f64) -> f64 {
    time.abs().max(1.0) / f64::from(1 << 18)
}

/// The motions that the metadata of a clip state.
pub(super) struct Descriptions<'a> {
    clip: &'a Clip,
    options: &'a EncodeOptions,
    entries: HashMap<&'a str, &'a str>,
    /// The channels of each node that a state can hold.
    channels: Vec<Vec<&'a Channel>>,
    poser: Poser<'a>,
}

impl<'a> Descriptions<'a> {
    /// The motions of a valid clip; `None` if there are none.
    pub(super) fn new(clip: &'a Clip, options: &'a EncodeOptions) -> Option<Self> {
        let entries: HashMap<_, _> = clip
            .metadata
            .iter()
            .filter_map(|(key, text)| Some((key.strip_prefix(describe::NODE)?, text.as_str())))
            .collect();
        if entries.is_empty() {
            return None;
        }
        let mut channels = vec![Vec::new(); clip.nodes.len()];
        for channel in clip.channels.iter().filter(|channel| is_held(channel.property())) {
            channels[channel.node()].push(channel);
        }
        Some(Self { clip, options, entries, channels, poser: Poser::new(clip) })
    }

    /// The behaviour that the metadata state for a node, if the clip shows it within the tolerances; without any error if the
    /// curves of the node also follow another behaviour, `exact`.
    ///
    /// The two are compared between all keys of the node's curves and all turning points of the motion within the clip, at time 0
    /// if the clip has no duration, and before and after it, over two durations of the clip or of the motion, whichever is longer.
    /// Curves that end with the clip may hold there, because other formats cannot represent more. Each compared time takes 1 from
    /// the budget.
    pub(super) fn of(
        &mut self,
        node: usize,
        exact: Option<&Behavior>,
        left: &mut usize,
    ) -> Option<Described> {
        let behavior = describe::behavior(self.entries.get(&*self.clip.nodes.get(node)?.name)?)?;
        if exact == Some(&behavior) {
            return Some(Described { behavior, error: Distance::default(), outside: true });
        }
        let (channels, end, tolerance) = (self.channels.get(node)?, self.clip.duration, self.tolerance());
        if channels.iter().any(|channel| *channel.property() == Property::Matrix) {
            return None;
        }
        let shift = channels.iter().rfind(|channel| *channel.property() == Property::Displacement);
        let shift = shift.copied().filter(|channel| channel.curve().width() == 3);
        let poser = &mut self.poser;
        let mut comparison =
            Comparison { poser, shift, node, behavior: &behavior, order: self.options.order };
        let inside = comparison.largest(&times(channels, &behavior, [0.0, end], left)?)?;
        let near = |distance: Distance| {
            if exact.is_some() { distance == Distance::default() } else { !distance.exceeds(1.0, tolerance) }
        };
        if !near(inside) {
            return None;
        }
        let span = 2.0 * end.max(behavior.length()).max(SHORTEST);
        let outside =
            [[-span, 0.0], [end, end + span]].into_iter().try_fold(true, |agrees, [from, to]| {
                let times = times(channels, &behavior, [from, to], left)?;
                Some(agrees && near(comparison.largest(&times)?))
            })?;
        let ends = |channel: &&Channel| {
            let curve = channel.curve();
            let held = curve.wrap() == (Wrap::Hold, Wrap::Hold) && curve.start() >= -gap(0.0);
            held && curve.end() <= end + gap(end)
        };
        let known = outside || (exact.is_none() && channels.iter().all(ends));
        known.then_some(Described { behavior, error: inside, outside })
    }

    fn tolerance(&self) -> Distance {
        Distance { length: self.options.tolerance.get(), angle: self.options.tolerance_angle.get() }
    }
}

/// The times within a span between which neither the curves nor the motion bend or jump, ascending. `None` if there are more
/// than the budget allows.
fn times(
    channels: &[&Channel],
    behavior: &Behavior,
    [from, to]: [f64; 2],
    left: &mut usize,
) -> Option<Vec<f64>> {
    let mut times = vec![from, to];
    for channel in channels {
        times.extend(channel.curve().unrolled_times([from, to], *left)?);
    }
    if let Behavior::Dynamic(motions) = behavior {
        for motion in motions.channels().into_iter().filter_map(|channel| channel.motion(Sine::Cos)) {
            times.extend(motion.breaks([from, to], *left)?);
        }
    }
    *left = left.checked_sub(times.len())?;
    times.sort_by(f64::total_cmp);
    Some(times)
}

/// A clip and a motion to compare with it.
struct Comparison<'p, 'a> {
    poser: &'p mut Poser<'a>,
    /// The channel of the displacement, if the clip has one separate from the translation.
    shift: Option<&'a Channel>,
    node: usize,
    behavior: &'p Behavior,
    order: EulerOrder,
}

impl Comparison<'_, '_> {
    /// The largest distance between neighbouring times, or at the only time if all are equal. `None` if no two times leave room
    /// for a comparison, or if a number is not finite.
    fn largest(&mut self, times: &[f64]) -> Option<Distance> {
        if let &[first, .., last] = times
            && first == last
        {
            return self.at(first);
        }
        let (mut largest, mut around): (Option<Distance>, [[f64; 2]; 2]) = (None, [[0.0; 2]; 2]);
        for pair in times.windows(2) {
            let [from, to] = [pair[0] + gap(pair[0]), pair[1] - gap(pair[1])];
            if from < to {
                let at = |share: f64| from + (to - from) * share.clamp(0.0, 1.0);
                for share in SHARES {
                    let distance = self.at(at(share))?;
                    let most = largest.unwrap_or_default();
                    let beside = [share - NEAREST, share + NEAREST].map(at);
                    if distance.length > most.length {
                        around[0] = beside;
                    }
                    if distance.angle > most.angle {
                        around[1] = beside;
                    }
                    largest = Some(most.max(distance));
                }
            }
        }
        // The largest distance is between those at the shares.
        let mut largest = largest?;
        for (around, part) in around.into_iter().zip([|off: Distance| off.length, |off: Distance| off.angle])
        {
            if part(largest) > 0.0 {
                climb(around, |time| {
                    let distance = self.at(time).unwrap_or_default();
                    largest = largest.max(distance);
                    part(distance)
                });
            }
        }
        Some(largest)
    }

    /// The distance at a time; `None` if a number is not finite.
    fn at(&mut self, time: f64) -> Option<Distance> {
        let [displacement, translation, orientation] = match self.behavior {
            Behavior::Static { displacement, translation, orientation } => {
                [displacement, translation, orientation].map(|vector| Some(vector.get()))
            }
            Behavior::Dynamic(motions) => motions.channels().map(|channel| channel.value(time, Sine::Cos)),
        }
        .map(Option::unwrap_or_default);
        let transform = self.poser.node(self.node, time).transform;
        let position: [f64; 3] = std::array::from_fn(|i| displacement[i] + translation[i]);
        let mut length = off(position, transform.translation);
        if let Some(channel) = self.shift
            && let &[x, y, z] = &channel.curve().at(time)[..]
        {
            length = length.max(off(displacement, [x, y, z]));
        }
        let rotation = self.order.to_quaternion(orientation.map(f64::to_radians));
        let angle = quaternion::angle_between(quaternion::normalize(rotation), transform.rotation);
        // The angles may be many turns, and then round more than the rotation does.
        let turns = orientation.iter().fold(1.0, |size: f64, angle| size.max(angle.abs().to_radians()));
        let angle = if angle <= 4.0 * SINGLE * turns { 0.0 } else { angle };
        (length.is_finite() && angle.is_finite()).then_some(Distance { length, angle })
    }
}

/// The distance between two vectors; 0 if rounding to single precision explains it.
fn off(a: [f64; 3], b: [f64; 3]) -> f64 {
    let size = a.iter().chain(&b).fold(0.0, |size: f64, number| size.max(number.abs()));
    let apart = apart(a, b);
    // Each of the three numbers may be rounded.
    if apart <= SINGLE * size * f64::sqrt(3.0) { 0.0 } else { apart }
}

#[cfg(test)]
mod tests {
    use anim_core::{Node, Transform};

    use super::*;

    #[test]
    fn nothing_is_compared_where_there_is_no_room_between_times() {
        let rest = Transform { translation: [1.0, 2.0, 4.0], ..Transform::IDENTITY };
        let clip = Clip::new("c").with_nodes(vec![Node::new("n").with_rest(rest)]);
        let [displacement, translation, orientation] = [[0.0; 3], [1.0, 2.0, 3.0], [0.0; 3]]
            .map(|numbers| super::super::values::vector(&numbers).unwrap());
        let behavior = Behavior::Static { displacement, translation, orientation };
        let poser = &mut Poser::new(&clip);
        let order = EulerOrder::Xyz;
        let mut comparison = Comparison { poser, shift: None, node: 0, behavior: &behavior, order };
        let room = 2.0 * gap(0.0);
        for (times, length) in [
            (vec![0.0, room * 1.001], Some(1.0)),
            (vec![0.0, room], None),
            (vec![0.0, 0.0, room / 2.0, room], None),
            (vec![0.0, 0.0], Some(1.0)),
        ] {
            assert_eq!(comparison.largest(&times).map(|distance| distance.length), length, "{times:?}");
        }
    }
}
