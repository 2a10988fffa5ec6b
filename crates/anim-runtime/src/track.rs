//! Tracks: one property of one joint as a function of time.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use anim_core::{Channel, Clip, Curve, Ease, NodeState, Poser, Property, Sampler, Wrap, quaternion};

use crate::figure::Figure;

/// The largest number of repeated key times used for one curve; the stated error includes the effect of the rest.
const MAX_REPEATED: usize = 65_536;

/// The room of a key of a joint that jumps besides its numbers, in values of four bytes: its time, and whether it holds.
const KEY: usize = 3;

/// The time in seconds before the end of a clip within which a period may end because of rounding.
const ROUNDING: f64 = 1e-9;

/// One property of one joint over time. `K` is 3 for translation and scale, 4 for rotation.
pub(crate) struct Track<'a, const K: usize> {
    pub(crate) joint: usize,
    source: Source<'a, K>,
    /// The channels that drive it; the last one counts.
    pub(crate) channels: Vec<&'a Channel>,
    /// The largest number of repeated key times used for one curve.
    repeated: usize,
}

enum Source<'a, const K: usize> {
    /// One channel whose wraps have an effect only outside the clip, and the conversion of its numbers to the property.
    Channel(&'a Channel, Box<Sampler<'a>>, fn(&Property, &[f64]) -> [f64; K]),
    /// Several channels, or a matrix: the value comes from the state of the node.
    Node(Rc<RefCell<Poser<'a>>>, usize, fn(NodeState) -> [f64; K]),
}

impl<'a, const K: usize> Track<'a, K> {
    /// The value at a time.
    pub(crate) fn at(&mut self, time: f64) -> [f64; K] {
        match &mut self.source {
            Source::Channel(channel, sampler, convert) => {
                let mut value = [0.0; 4];
                sampler.sample(time, &mut value);
                convert(channel.property(), &value)
            }
            Source::Node(poser, node, part) => part(poser.borrow_mut().node(*node, time)),
        }
    }

    /// The keys of the only channel, if they are the rows of a grid with this many intervals and straight lines between them are the
    /// curve: all keys at once, without sampling.
    pub(crate) fn rows(&self, duration: f64, intervals: usize) -> Option<&'a [f64]> {
        let Source::Channel(channel, ..) = &self.source else { return None };
        let curve = channel.curve();
        let is_line = match (channel.property(), curve.uniform_ease()?) {
            (Property::Rotation, ease) => ease == Ease::Slerp,
            (Property::Translation | Property::Scale, ease) => ease == Ease::Linear,
            _ => false,
        };
        let fits = is_line && curve.len() == intervals + 1 && are_rows(curve, duration, intervals);
        fits.then(|| curve.values())
    }

    /// Whether all channels hold from key to key.
    pub(crate) fn holds(&self) -> bool {
        self.curves().all(|curve| curve.uniform_ease() == Some(Ease::Step) || curve.len() == 1)
    }

    /// The times within the clip at which the track may jump, ascending.
    pub(crate) fn jumps(&self, duration: f64) -> Vec<f64> {
        let mut jumps = Vec::new();
        for curve in self.curves() {
            let step = |key: &usize| curve.ease(key - 1) == Ease::Step;
            if is_idle(curve, duration) {
                jumps.extend((1..curve.len()).filter(step).filter_map(|key| curve.times().get(key)));
            } else if (1..curve.len()).any(|key| step(&key)) || has_wrap(curve, Wrap::Repeat) {
                jumps.extend(times(curve, duration, self.repeated));
            }
        }
        within(jumps, duration)
    }

    /// The times within the clip of all keys, ascending.
    pub(crate) fn keys(&self, duration: f64) -> Vec<f64> {
        within(self.curves().flat_map(|curve| times(curve, duration, self.repeated)).collect(), duration)
    }

    /// The rate of the keys, as the number of intervals over the complete clip, if the only channel has keys at a uniform rate.
    pub(crate) fn intervals(&self, duration: f64) -> Option<usize> {
        let Source::Channel(channel, ..) = &self.source else { return None };
        let rate = channel.curve().times().rate()?;
        let intervals = rate.frame(duration).round();
        let fits = (1.0..1e9).contains(&intervals);
        (fits && is_on_grid(channel.curve(), duration, intervals as usize)).then_some(intervals as usize)
    }

    /// Whether every jump is at a row of a grid with this many intervals.
    pub(crate) fn jumps_on_grid(&self, duration: f64, intervals: usize) -> bool {
        self.curves().all(|curve| is_idle(curve, duration) && is_on_grid(curve, duration, intervals))
    }

    /// Adds the room of the track to that of others, in values. Tracks are in the order of their joints.
    fn measure(&self, duration: f64, room: &mut Room) {
        room.stored += self.curves().map(|curve| curve.values().len()).sum::<usize>();
        let jumps = self.jumps(duration).len();
        if jumps > 0 {
            // Two keys at each jump and at both ends, and one at each other key.
            let keys = if self.holds() { jumps + 1 } else { self.keys(duration).len() + jumps + 2 };
            room.jumping += keys * (K + KEY);
            room.row += K + KEY;
        }
        let block = Some((K, self.joint / 4));
        // Four joints are stored together, whichever of them move.
        if (jumps == 0 || self.holds()) && self.curves().any(|curve| curve.len() > 1) && room.block != block {
            (room.block, room.row) = (block, room.row + 4 * K);
        }
    }

    /// Whether a curve repeats within the clip more often than its keys are repeated.
    pub(crate) fn is_cut(&self, duration: f64) -> bool {
        let is_cut = |curve: &Curve| {
            !is_idle(curve, duration) && curve.unrolled_times([0.0, duration], self.repeated).is_none()
        };
        self.curves().any(is_cut)
    }

    fn curves(&self) -> impl Iterator<Item = &'a Curve> + '_ {
        self.channels.iter().map(|channel| channel.curve())
    }
}

/// Whether a curve's keys within the clip are at rows of a grid.
fn is_on_grid(curve: &Curve, duration: f64, intervals: usize) -> bool {
    let interval = duration / intervals as f64;
    curve.times().iter().filter(|time| (0.0..=duration).contains(time)).all(|time| {
        let row = time / interval;
        (row - row.round()).abs() < 1e-6
    })
}

/// Whether each key of a curve is at the row with its index.
fn are_rows(curve: &Curve, duration: f64, intervals: usize) -> bool {
    let interval = duration / intervals as f64;
    curve.times().iter().enumerate().all(|(key, time)| (time / interval - key as f64).abs() < 1e-6)
}

/// The times of a curve's keys, with those of its repetitions within the clip if there are not too many.
fn times(curve: &Curve, duration: f64, most: usize) -> Vec<f64> {
    let repeated = if is_idle(curve, duration) { None } else { curve.unrolled_times([0.0, duration], most) };
    repeated.unwrap_or_else(|| curve.times().iter().collect())
}

fn has_wrap(curve: &Curve, wrap: Wrap) -> bool {
    curve.wrap().0 == wrap || curve.wrap().1 == wrap
}

/// Whether the wraps of a curve have no effect within the clip.
fn is_idle(curve: &Curve, duration: f64) -> bool {
    let (before, after) = curve.wrap();
    (before == Wrap::Hold || curve.start() <= 0.0) && (after == Wrap::Hold || curve.end() >= duration)
}

/// The clip without wraps that have no effect within it. At the end of the clip, a curve that repeats from there on then has its
/// last value, not its first one: playing needs the end of the period, with the distance that a root has moved.
pub(crate) fn settled(clip: &Clip) -> Cow<'_, Clip> {
    let repeats = |channel: &Channel| {
        let curve = channel.curve();
        has_wrap(curve, Wrap::Repeat) && is_idle(curve, clip.duration - ROUNDING)
    };
    let mut settled = Cow::Borrowed(clip);
    for index in (0..clip.channels.len()).filter(|index| repeats(&clip.channels[*index])) {
        let channel = &clip.channels[index];
        if let Ok(held) = channel.with_curve(channel.curve().clone().with_wrap(Wrap::Hold, Wrap::Hold)) {
            settled.to_mut().channels[index] = held;
        }
    }
    settled
}

fn within(mut times: Vec<f64>, duration: f64) -> Vec<f64> {
    times.retain(|time| *time > 0.0 && *time <= duration);
    times.sort_by(f64::total_cmp);
    times.dedup();
    times
}

/// The tracks of a clip, by property.
pub(crate) struct Tracks<'a> {
    pub(crate) translation: Vec<Track<'a, 3>>,
    pub(crate) rotation: Vec<Track<'a, 4>>,
    pub(crate) scale: Vec<Track<'a, 3>>,
}

impl<'a> Tracks<'a> {
    /// The tracks of the joints of a figure, which are to have about this many values.
    pub(crate) fn new(clip: &'a Clip, figure: &Figure, values: usize) -> Self {
        // A repeated key may become two, of seven values each: together they take half of the room.
        let repeats = |channel: &&Channel| !is_idle(channel.curve(), clip.duration);
        let repeating = clip.channels.iter().filter(repeats).count().max(1);
        let repeated = (values / (4 * (4 + KEY)) / repeating).min(MAX_REPEATED);
        let poser = Rc::new(RefCell::new(Poser::new(clip)));
        let mut tracks = Self { translation: Vec::new(), rotation: Vec::new(), scale: Vec::new() };
        let mut bound = vec![Vec::new(); clip.nodes.len()];
        for channel in clip.channels.iter().filter(|channel| channel.property().is_spatial()) {
            bound[channel.node()].push(channel);
        }
        for joint in 0..figure.len() {
            let node = figure.node(joint);
            let of = |fits: fn(&Property) -> bool| -> Vec<&'a Channel> {
                let fits = |property: &Property| fits(property) || *property == Property::Matrix;
                bound[node].iter().copied().filter(|channel| fits(channel.property())).collect()
            };
            let place =
                |property: &Property| matches!(property, Property::Translation | Property::Displacement);
            let only = |channel: &Channel| channel.curve().width() == channel.property().width();
            let wanted =
                |channel: &Channel, property: &Property| only(channel) && channel.property() == property;
            push(&mut tracks.translation, (joint, repeated), of(place), |channels| match channels {
                [one] if wanted(one, &Property::Translation) => channel(one, three),
                _ => Source::Node(Rc::clone(&poser), node, |state| transform(state).translation),
            });
            push(
                &mut tracks.rotation,
                (joint, repeated),
                of(Property::is_rotation),
                |channels| match channels {
                    [one] if only(one) && *one.property() != Property::Matrix => channel(one, turn),
                    _ => Source::Node(Rc::clone(&poser), node, |state| transform(state).rotation),
                },
            );
            push(
                &mut tracks.scale,
                (joint, repeated),
                of(|property| *property == Property::Scale),
                |channels| match channels {
                    [one] if wanted(one, &Property::Scale) => channel(one, three),
                    _ => Source::Node(Rc::clone(&poser), node, |state| transform(state).scale),
                },
            );
        }
        tracks
    }

    /// The number of rows for which all moving tracks together have at most this many values, or four times as many as their keys
    /// have if that is more. The keys of tracks that jump are part of them.
    pub(crate) fn most_rows(&self, values: usize, duration: f64) -> usize {
        let mut room = Room::default();
        self.translation.iter().for_each(|track| track.measure(duration, &mut room));
        room.block = None;
        self.scale.iter().for_each(|track| track.measure(duration, &mut room));
        self.rotation.iter().for_each(|track| track.measure(duration, &mut room));
        values.max(4 * room.stored).saturating_sub(room.jumping) / room.row.max(1)
    }
}

/// The room that tracks take, in values of four bytes.
#[derive(Default)]
struct Room {
    /// A row, with the keys of tracks that jump which are at rows.
    row: usize,
    /// The other keys of tracks that jump.
    jumping: usize,
    /// The values of the keys of the clip.
    stored: usize,
    /// The width and the place of the last block that is in rows.
    block: Option<(usize, usize)>,
}

fn push<'a, const K: usize>(
    tracks: &mut Vec<Track<'a, K>>,
    (joint, repeated): (usize, usize),
    channels: Vec<&'a Channel>,
    source: impl FnOnce(&[&'a Channel]) -> Source<'a, K>,
) {
    if !channels.is_empty() {
        tracks.push(Track { joint, source: source(&channels), channels, repeated });
    }
}

fn channel<const K: usize>(channel: &Channel, convert: fn(&Property, &[f64]) -> [f64; K]) -> Source<'_, K> {
    Source::Channel(channel, Box::new(Sampler::new(channel.curve())), convert)
}

fn three(_: &Property, value: &[f64]) -> [f64; 3] {
    [value[0], value[1], value[2]]
}

fn turn(property: &Property, value: &[f64]) -> [f64; 4] {
    quaternion::normalize(match property {
        Property::Euler(order) => order.to_quaternion([value[0], value[1], value[2]]),
        Property::Angle { axis } => quaternion::from_axis_angle(*axis, value[0]),
        _ => [value[0], value[1], value[2], value[3]],
    })
}

fn transform(state: NodeState) -> anim_core::Transform {
    state.matrix.map_or(state.transform, |matrix| matrix.decompose())
}
