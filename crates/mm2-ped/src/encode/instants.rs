//! The times at which a clip is posed: those of frames, and others that show what frames leave out.

use anim_core::time::{beside, single};
use anim_core::{Channel, Clip, Curve, Ease, Rate, Wrap};

use super::tolerances::ON_FRAME;
use crate::anim::FRAMES_PER_SECOND;
use crate::limits::MAX_POSES;

/// The maximum number of key times examined per curve, if the curve has fewer keys of its own.
const MAX_KEYS: usize = 1 << 16;

/// How often the part of a clip with these times is halved.
const HALVINGS: i32 = 64;

/// The number of times for each key of a curve: the key, and two turning points of each component after it.
const EACH: usize = 9;

/// The times of a clip's keys, in frames.
pub(super) struct Instants<'a> {
    clip: &'a Clip,
    rate: Rate,
    /// The key times within the clip, ascending, each once.
    keys: Vec<f64>,
    /// The times of keys and of the turning points of curves with handles, within the clip, ascending, each once.
    turns: Vec<f64>,
    /// Whether a curve repeats more keys than are examined.
    too_many: bool,
    /// The largest difference between the time of a key and that of its frame, among keys that count as on a frame.
    rounded: f64,
    /// Whether values change only at keys.
    steps: bool,
    /// Whether a curve plays backwards: its steps come just after their keys.
    mirrored: bool,
}

/// The changes of key times that are not on a frame.
pub(super) struct Moved {
    /// The number of keys between two frames, which the next frame shows.
    pub(super) between: usize,
    /// The number of other keys that are not exactly on a frame.
    pub(super) rounded: usize,
    /// The longest time by which a key moves, in seconds.
    pub(super) seconds: f64,
}

impl<'a> Instants<'a> {
    pub(super) fn new(clip: &'a Clip) -> Self {
        let rate = Rate::per_second(FRAMES_PER_SECOND);
        let mut instants = Self {
            clip,
            rate,
            keys: Vec::new(),
            turns: Vec::new(),
            too_many: false,
            rounded: 0.0,
            steps: true,
            mirrored: false,
        };
        let mut last = None;
        for curve in moving(clip).map(Channel::curve) {
            instants.steps &= curve.len() == 1 || curve.uniform_ease() == Some(Ease::Step);
            let (before, after) = curve.wrap();
            instants.mirrored |= before == Wrap::PingPong || after == Wrap::PingPong;
            if curve.has_handles() {
                let (turns, _) = most_of(clip.duration, |span| curve.turning_times(span, most(curve)));
                instants.turns.extend(turns.map(|time| rate.frame(time)));
            }
            // Most curves share their times.
            let times = (curve.times(), curve.wrap());
            if last.replace(times) != Some(times) {
                let (keys, is_whole) = most_of(clip.duration, |span| curve.unrolled_times(span, most(curve)));
                instants.keys.extend(keys.map(|time| rate.frame(time)));
                instants.too_many |= !is_whole;
            }
        }
        instants.keys.sort_by(f64::total_cmp);
        instants.keys.dedup();
        instants.turns.extend(&instants.keys);
        instants.turns.sort_by(f64::total_cmp);
        instants.turns.dedup();
        let off = instants.keys.iter().map(|key| (key - key.round()).abs());
        instants.rounded = off.filter(|off| *off <= ON_FRAME).fold(0.0, f64::max);
        instants
    }

    /// These times, for frames of another clip that was made from this one: its keys may be rounded otherwise, and its jumps take some
    /// time.
    pub(super) fn also_rounded(self, clip: &Clip) -> Self {
        Self { rounded: self.rounded.max(Instants::new(clip).rounded), ..self }
    }

    /// The time of a frame in seconds: that of the last key that counts as on this frame, else the frame's own time.
    pub(super) fn of_frame(&self, number: usize) -> f64 {
        let frame = number as f64;
        let next = self.keys.partition_point(|key| *key <= frame + ON_FRAME);
        let key = next.checked_sub(1).map(|last| self.keys[last]);
        // A key whose time single precision changed is reached at the time of its frame.
        let near = key.filter(|key| (key - frame).abs() <= ON_FRAME && self.is_off(*key));
        let time = self.rate.time(near.unwrap_or(frame));
        if self.steps && self.mirrored { beside(time)[1] } else { time }
    }

    /// The changes of key times that are not on a frame.
    pub(super) fn moved(&self) -> Moved {
        let between = self.keys.iter().filter(|key| (*key - key.round()).abs() > ON_FRAME);
        let late = between.clone().map(|key| key.ceil() - key).fold(0.0, f64::max);
        let rounded = self.keys.iter().filter(|key| (*key - key.round()).abs() <= ON_FRAME);
        let rounded = rounded.filter(|key| self.is_off(**key));
        let off = rounded.clone().map(|key| (key - key.round()).abs()).fold(0.0, f64::max);
        let (most, more) = if self.too_many { (1.0, MAX_KEYS) } else { (0.0, 0) };
        Moved {
            between: between.count() + more,
            rounded: rounded.count(),
            seconds: self.rate.time(late.max(off).max(most)),
        }
    }

    /// Whether a time in seconds differs from another one by more than the rounding of single precision.
    pub(super) fn differs(a: f64, b: f64) -> bool {
        (a - b).abs() > single(a)
    }

    /// Whether the time of a key, in frames, differs from that of its frame by more than rounding.
    fn is_off(&self, key: f64) -> bool {
        Self::differs(self.rate.time(key), self.rate.time(key.round()))
    }

    /// Times in seconds from the beginning of a frame to that of the next one, for a clip of this number of frames. Apart from
    /// the first, none of them determines what the file holds.
    pub(super) fn within(&self, number: usize, frames: usize) -> Vec<f64> {
        let frame = number as f64;
        let end = self.rate.time(frame + 1.0);
        // A key of the next frame may come a little earlier.
        let edge = end - self.rate.time(2.0 * self.rounded) - 2.0 * single(end);
        let poses = frames * self.clip.nodes.len();
        let parts: &[f64] = match () {
            () if self.steps => &[0.5],
            () if poses > MAX_POSES.get() / 4 => &[0.5, 1.0],
            () => &[0.25, 0.5, 0.75, 1.0],
        };
        let from = self.turns.partition_point(|key| *key <= frame + ON_FRAME);
        let to = self.turns.partition_point(|key| *key < frame + 1.0 - ON_FRAME);
        let keys = self.turns.get(from..to).unwrap_or_default();
        let stride = 1 + self.turns.len().saturating_mul(self.clip.nodes.len()) / MAX_POSES;
        let parts = parts.iter().map(|part| self.rate.time(frame + part).min(edge));
        let keys = keys.iter().step_by(stride).flat_map(|key| around(self.rate.time(*key)));
        let start = self.of_frame(number);
        let last = beside(self.clip.duration)[0];
        let last = Some(last).filter(|last| (start..edge).contains(last));
        let after = self.mirrored.then_some(beside(start)[1]);
        [start].into_iter().chain(after).chain(last).chain(parts).chain(keys).collect()
    }
}

/// The maximum number of times examined of a curve.
fn most(curve: &Curve) -> usize {
    MAX_KEYS.max(EACH * curve.len())
}

/// The times from 0 to the end of a clip except the end itself, which is not a key, and whether these are all. If there are too many,
/// those of the first part of the clip: a curve that repeats shows all of its keys there.
fn most_of(duration: f64, times: impl Fn([f64; 2]) -> Option<Vec<f64>>) -> (impl Iterator<Item = f64>, bool) {
    let ends = (0..HALVINGS).map(|halvings| duration / 2f64.powi(halvings));
    let mut found = ends.enumerate().filter_map(|(halvings, end)| Some((times([0.0, end])?, halvings == 0)));
    let (times, is_whole) = found.next().unwrap_or_default();
    (times.into_iter().rev().skip(1), is_whole)
}

/// The channels that move nodes.
pub(super) fn moving(clip: &Clip) -> impl Iterator<Item = &Channel> {
    clip.channels.iter().filter(|channel| channel.property().moves_nodes())
}

/// A time in seconds, and the times beside it: steps and repetitions jump between them.
fn around(time: f64) -> [f64; 3] {
    let [before, after] = beside(time);
    [before, time, after]
}

#[cfg(test)]
mod tests {
    use anim_core::{Node, Property, Times};

    use super::*;

    /// A node that moves along X in three seconds, with keys at these frames.
    fn clip(keys: &[f64]) -> Clip {
        let times: Vec<f64> = keys.iter().map(|frame| frame / 30.0).collect();
        let values = keys.iter().flat_map(|frame| [*frame, 0.0, 0.0]).collect();
        let curve = Curve::new(Times::keys(times).unwrap(), 3, values, Ease::Linear).unwrap();
        let channel = Channel::new(0, Property::Translation, curve).unwrap();
        Clip::new("c").with_duration(3.0).with_nodes(vec![Node::new("n")]).with_channels(vec![channel])
    }

    /// The times of [`Instants::within`], in frames.
    fn within(clip: &Clip, number: usize, frames: usize) -> Vec<f64> {
        Instants::new(clip).within(number, frames).into_iter().map(|time| time * 30.0).collect()
    }

    fn has(times: &[f64], frame: f64) -> bool {
        times.iter().any(|time| (time - frame).abs() < 1e-9)
    }

    #[test]
    fn the_times_of_a_frame_are_its_quarters_and_its_keys() {
        let found = within(&clip(&[0.0, 7.3, 7.6, 8.2, 90.0]), 7, 90);
        for frame in [7.0, 7.25, 7.3, 7.5, 7.6, 7.75] {
            assert!(has(&found, frame), "{frame}: {found:?}");
        }
        assert!(!has(&found, 8.2), "{found:?}");
    }

    #[test]
    fn the_times_of_a_frame_end_just_before_the_next_one() {
        // A key that counts as on the frame comes half a thousandth of a frame early.
        for (keys, next) in [([0.0, 8.0, 90.0], 8.0), ([0.0, 7.9995, 90.0], 7.9995)] {
            let last = within(&clip(&keys), 7, 90).into_iter().fold(0.0, f64::max);
            assert!(last < next && last > next - 1e-3, "{last}");
        }
    }

    #[test]
    fn clips_of_many_poses_are_posed_less_often() {
        let clip = clip(&[0.0, 90.0]);
        let most = MAX_POSES.get() / 4;
        assert_eq!([1, most, most + 1].map(|poses| has(&within(&clip, 7, poses), 7.25)), [true, true, false]);
    }
}
