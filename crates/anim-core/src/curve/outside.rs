//! Motion before and after a clip, where it may repeat: sample times that show all of it.

use crate::clip::ends::difference;
use crate::time::{beside, single};
use crate::{Channel, Curve, Handles, Property, Wrap};

/// The fractions of the time between two keys at which there are further times.
const PARTS: [f64; 3] = [0.21, 0.5, 0.79];

/// The largest number of times: for each key or turning point of the channels, and in addition to those.
const EACH: usize = 4;
const FREE: usize = 1 << 10;

/// The number of times that are compared together.
const TOGETHER: usize = 64;

/// The distance from an integer at which a number of periods counts as an integer: single precision loses as much.
const WHOLE: f64 = 1e-6;

/// The time before a clip or after its end, for channels that together make one motion.
///
/// A repeating channel returns to its value after one period, several channels together after a common period.
///
/// ```
/// use anim_core::{Channel, Curve, Ease, Outside, Property, Times, Wrap};
///
/// let curve = Curve::new(Times::keys([0.0, 1.0])?, 1, vec![0.0, 2.0], Ease::Linear)?.with_wrap(Wrap::Hold, Wrap::Repeat);
/// let channel = Channel::new(0, Property::Angle { axis: [0.0, 1.0, 0.0] }, curve)?;
/// let [before, after] = Outside::of(&[&channel], [0.0, 1.0]);
/// assert!(before.spans().flatten().all(|time| *time < 0.0));
/// assert!(after.spans().flatten().all(|time| 1.0 < *time && *time < 2.01));
/// # Ok::<(), anim_core::ClipError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Outside {
    /// −1 before the clip, 1 after it.
    side: f64,
    times: Vec<f64>,
    is_whole: bool,
    /// The end of the clip and the farthest of the times.
    span: [f64; 2],
    /// Whether the times include those of all curves.
    has_all: bool,
}

impl Outside {
    /// The time before `start` and the time after `end`, both in seconds.
    pub fn of(channels: &[&Channel], [start, end]: [f64; 2]) -> [Self; 2] {
        [(start, -1.0), (end, 1.0)].map(|(end, side)| Self::new(channels, end, side))
    }

    fn new(channels: &[&Channel], end: f64, side: f64) -> Self {
        let curves: Vec<&Curve> =
            channels.iter().map(|channel| channel.curve()).filter(|curve| !curve.is_still()).collect();
        let Course { length, returns, most } = Course::of(&curves, end, side);
        let far = end + side * length;
        let span = if side > 0.0 { [end, far] } else { [far, end] };
        let (mut keys, mut left, mut has_all) = (span.to_vec(), 2 * most, true);
        for curve in curves {
            let Some(times) = curve.turning_times(span, left) else {
                has_all = false;
                continue;
            };
            left -= times.len();
            if curve.may_jump() {
                keys.extend(times.into_iter().flat_map(|time| [time].into_iter().chain(beside(time))));
            } else {
                keys.extend(times);
            }
        }
        // The end itself belongs to the clip; a jump there shows only after it.
        let [before, after] = beside(end);
        keys.push(if side < 0.0 { before } else { after });
        keys.sort_unstable_by(f64::total_cmp);
        keys.dedup();
        let first = keys.first().copied();
        let between = keys.windows(2).flat_map(|ends| {
            let inner = PARTS.map(|part| ends[0] + (ends[1] - ends[0]) * part);
            inner.into_iter().chain([ends[1]])
        });
        let is_outside = |time: &f64| time.is_finite() && side * (time - end) > single(end);
        let times = first.into_iter().chain(between).filter(is_outside).collect();
        Self { side, times, is_whole: returns && has_all, span: [end, far], has_all }
    }

    /// Times in seconds at which to compare the motion: at keys, just before and after jumps, where components turn back, and in
    /// between. They ascend; each slice begins with the last time of the slice before.
    pub fn spans(&self) -> impl Iterator<Item = &[f64]> {
        let ends = (0..self.times.len()).step_by(TOGETHER - 1);
        ends.map(|first| &self.times[first..self.times.len().min(first + TOGETHER)])
    }

    /// The first time of [`Outside::spans`].
    pub fn first(&self) -> f64 {
        self.times.first().copied().unwrap_or(self.side * f64::INFINITY)
    }

    /// Whether the times of [`Outside::spans`] show everything that the motion ever does.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Whether the times of [`Outside::spans`] show everything that these channels of the motion ever do together, whatever its other
    /// channels do.
    pub fn shows(&self, channels: &[&Channel]) -> bool {
        let curves: Vec<&Curve> =
            channels.iter().map(|channel| channel.curve()).filter(|curve| !curve.is_still()).collect();
        let [end, far] = self.span;
        let Course { length, returns, .. } = Course::of(&curves, end, self.side);
        self.is_whole || returns && self.has_all && length <= (far - end).abs() + 2.0 * single(far)
    }

    /// An upper bound of the distance of these channels, in total and each in its unit, from their values at `time`: 0 if the motion
    /// [is completely shown](Outside::is_whole), infinite if it never returns.
    pub fn limit<'a>(&self, channels: impl IntoIterator<Item = &'a Channel>, time: f64) -> f64 {
        if self.is_whole {
            return 0.0;
        }
        channels.into_iter().map(|channel| difference(channel, time, self.side)).sum()
    }

    /// Whether a channel is a scale of which a factor changes sign, compared with `time` in seconds, at times that
    /// [`Outside::spans`] may not show. Such a factor reverses an axis, which turns the node.
    pub fn mirrors(&self, channel: &Channel, time: f64) -> bool {
        if self.is_whole || *channel.property() != Property::Scale {
            return false;
        }
        let curve = channel.curve();
        let (held, rises) = (curve.at(time), self.wrap(curve) == Wrap::RepeatWithOffset);
        let (first, last) = (curve.value(0), curve.value(curve.len() - 1));
        (0..curve.width()).any(|component| {
            let sign = if held[component] < 0.0 { -1.0 } else { 1.0 };
            let rise = if rises { self.side * (last[component] - first[component]) } else { 0.0 };
            let is_beyond_zero = |key: usize| {
                let Handles { into, out } = curve.handles(key, component);
                [0.0, into[1], out[1]]
                    .iter()
                    .any(|offset| sign * (curve.value(key)[component] + offset) < 0.0)
            };
            sign * rise < 0.0 || (0..curve.len()).any(is_beyond_zero)
        })
    }

    /// −1 before the clip, 1 after it.
    pub(crate) fn side(&self) -> f64 {
        self.side
    }

    /// The wrap of a curve on this side.
    pub(crate) fn wrap(&self, curve: &Curve) -> Wrap {
        let (before, after) = curve.wrap();
        if self.side < 0.0 { before } else { after }
    }
}

/// The time on one side of a clip until curves repeat together.
struct Course {
    /// In seconds: until then, or until each of them has repeated.
    length: f64,
    /// Whether they repeat together, and return to their values.
    returns: bool,
    /// The largest number of times to sample.
    most: usize,
}

impl Course {
    fn of(curves: &[&Curve], end: f64, side: f64) -> Self {
        let counts: Vec<usize> = curves.iter().map(|curve| count(curve)).collect();
        let rounds = curves.iter().zip(&counts).filter_map(|(curve, count)| Round::of(curve, *count, side));
        let rounds: Vec<Round> = rounds.collect();
        let most = FREE + EACH * counts.iter().sum::<usize>();
        let reach =
            curves.iter().map(|curve| side * (if side > 0.0 { curve.end() } else { curve.start() } - end));
        let reach = reach.fold(0.0, f64::max);
        let common = common(&rounds, most as f64);
        let longest = rounds.iter().map(|round| round.seconds).fold(0.0, f64::max);
        let returns = common.is_some() && !rounds.iter().any(|round| round.rises);
        Self { length: reach + common.unwrap_or(longest), returns, most }
    }
}

/// How a curve repeats.
struct Round {
    /// Its period in seconds, and the number of times to sample in one period.
    seconds: f64,
    keys: f64,
    /// Whether each period begins at another value.
    rises: bool,
}

impl Round {
    fn of(curve: &Curve, count: usize, side: f64) -> Option<Self> {
        let (before, after) = curve.wrap();
        let period = curve.end() - curve.start();
        let (seconds, keys) = (period, count as f64);
        let round = match if side > 0.0 { after } else { before } {
            Wrap::Hold => return None,
            Wrap::Repeat => Self { seconds, keys, rises: false },
            Wrap::PingPong => Self { seconds: 2.0 * period, keys: 2.0 * keys, rises: false },
            Wrap::RepeatWithOffset => {
                Self { seconds, keys, rises: curve.value(0) != curve.value(curve.len() - 1) }
            }
        };
        (period > 0.0).then_some(round)
    }
}

/// The common period in seconds, 0 if nothing repeats; `None` if there are more than `most` keys in it.
fn common(rounds: &[Round], most: f64) -> Option<f64> {
    let Some(longest) = rounds.iter().map(|round| round.seconds).reduce(f64::max) else { return Some(0.0) };
    // The number of keys in the longest period.
    let keys: f64 = rounds.iter().map(|round| round.keys * (longest / round.seconds)).sum();
    let is_whole = |seconds: f64| {
        rounds.iter().all(|round| {
            let times = seconds / round.seconds;
            (times - times.round()).abs() <= WHOLE
        })
    };
    let times = 1..=(most / keys) as u64;
    times.map(|times| times as f64 * longest).find(|seconds| is_whole(*seconds))
}

/// The number of times to sample from the first key of a curve to the last.
fn count(curve: &Curve) -> usize {
    curve.turning_times([curve.start(), curve.end()], usize::MAX).map_or(0, |times| times.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ease, Times};

    /// A channel with these keys, which repeats.
    fn round(times: &[f64], values: &[f64], wrap: Wrap) -> Channel {
        let curve = Curve::new(Times::keys(times).unwrap(), 1, values.to_vec(), Ease::Linear).unwrap();
        let property = Property::Angle { axis: [0.0, 1.0, 0.0] };
        Channel::new(0, property, curve.with_wrap(wrap, wrap)).unwrap()
    }

    #[test]
    fn the_times_reach_to_where_all_channels_repeat_together() {
        use Wrap as W;
        let thirds = round(&[0.0, 0.3], &[0.0, 1.0], W::Repeat);
        let halves = round(&[0.1, 0.3], &[0.0, 1.0], W::Repeat);
        let swing = round(&[0.0, 0.3], &[0.0, 1.0], W::PingPong);
        let odd = round(&[0.0, 1.0 / 3f64.sqrt()], &[0.0, 1.0], W::Repeat);
        let rising = round(&[0.0, 0.3], &[0.0, 1.0], W::RepeatWithOffset);
        let late = round(&[0.0, 5.0], &[0.0, 1.0], W::Hold);
        let still = round(&[0.0, 5.0], &[1.0, 1.0], W::Repeat);
        let cases: [(&[&Channel], f64, bool); 8] = [
            (&[], 0.0, true),
            (&[&thirds], 0.3, true),
            (&[&thirds, &halves], 0.6, true),
            (&[&swing, &halves], 0.6, true),
            (&[&thirds, &odd], 1.0 / 3f64.sqrt(), false),
            (&[&rising, &thirds], 0.3, false),
            (&[&late, &thirds], 4.3, true),
            (&[&still], 0.0, true),
        ];
        for (channels, far, is_whole) in cases {
            let [_, after] = Outside::of(channels, [0.0, 1.0]);
            let last = after.times.last().unwrap();
            assert!((last - (1.0 + far)).abs() < 1e-5, "{last} {far}");
            assert_eq!((after.is_whole, after.limit([&thirds], 1.0) == 0.0), (is_whole, is_whole), "{far}");
            assert!(after.times.is_sorted_by(|a, b| a < b) && after.times[0] > 1.0);
        }
    }

    #[test]
    fn channels_are_shown_until_they_repeat_whatever_others_do() {
        use Wrap as W;
        let thirds = round(&[0.0, 0.3], &[0.0, 1.0], W::Repeat);
        let halves = round(&[0.1, 0.3], &[0.0, 1.0], W::Repeat);
        let rising = round(&[0.0, 0.5], &[0.0, 1.0], W::RepeatWithOffset);
        let [short, long] = [0.41, 0.61].map(|seconds| round(&[0.0, seconds], &[0.0, 1.0], W::Repeat));
        // The first two repeat together after 0.6 s; with the others, the times reach to the end of the longest period.
        for (others, expected) in [
            (vec![&rising, &short], [true, true, false, false]),
            (vec![&rising, &long], [true, true, true, false]),
            (vec![], [true; 4]),
        ] {
            let channels = [vec![&thirds, &halves], others].concat();
            let [_, after] = Outside::of(&channels, [0.0, 1.0]);
            let both = [&thirds, &halves];
            let found =
                [after.shows(&[&thirds]), after.shows(&[]), after.shows(&both), after.shows(&channels)];
            assert_eq!(found, expected, "{}", channels.len());
        }
    }

    #[test]
    fn what_never_returns_is_infinitely_far_away() {
        let rising = round(&[0.0, 0.3], &[0.0, 1.0], Wrap::RepeatWithOffset);
        let swing = round(&[0.0, 0.3], &[0.0, 1.0], Wrap::PingPong);
        let [before, after] = Outside::of(&[&rising, &swing], [0.0, 0.3]);
        assert_eq!([before.limit([&rising], 0.0), after.limit([&rising, &swing], 0.3)], [f64::INFINITY; 2]);
        assert_eq!(after.limit([&swing], 0.3), 1.0);
    }

    #[test]
    fn a_scale_mirrors_where_a_factor_passes_zero_on_that_side() {
        use Wrap as W;
        let scale = |values: [f64; 6], wrap: W| {
            let curve =
                Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, values.to_vec(), Ease::Linear).unwrap();
            Channel::new(0, Property::Scale, curve.with_wrap(wrap, wrap)).unwrap()
        };
        let rising = round(&[0.0, 1.0], &[0.0, 1.0], W::RepeatWithOffset);
        let cases = [
            // A factor of 2 − t is negative after 2 s, one of −1 − t is positive before −1 s.
            (scale([1., 2., 1., 1., 1., 1.], W::RepeatWithOffset), [false, true]),
            (scale([1., 1., -1., 1., 1., -2.], W::RepeatWithOffset), [true, false]),
            (scale([1., 1., 1., 1., 2., 1.], W::RepeatWithOffset), [true, false]),
            (scale([1.; 6], W::RepeatWithOffset), [false; 2]),
            (scale([1., 1., 1., 1., 1., 2.], W::PingPong), [false; 2]),
            (scale([1., 1., 1., 1., 1., -0.5], W::PingPong), [true; 2]),
            (rising.clone(), [false; 2]),
        ];
        for (channel, expected) in cases {
            let sides = Outside::of(&[&channel, &rising], [0.0, 1.0]);
            let found = [sides[0].mirrors(&channel, 0.0), sides[1].mirrors(&channel, 1.0)];
            assert_eq!(found, expected, "{channel:?}");
        }
    }

    #[test]
    fn periods_that_have_little_in_common_cost_no_more_than_others() {
        let channels: Vec<Channel> = (0..50)
            .map(|index| round(&[0.0, 1.0 + f64::from(index).sqrt()], &[0.0, 1.0], Wrap::Repeat))
            .collect();
        let channels: Vec<&Channel> = channels.iter().collect();
        let tiny = round(&[0.0, 1e-9], &[0.0, 1.0], Wrap::Repeat);
        for channels in [&channels[..], &[&tiny, channels[0]]] {
            for side in Outside::of(channels, [0.0, 1.0]) {
                let most = (FREE + 2 * EACH * channels.len()) * 2 * 3 * (1 + PARTS.len());
                assert!(!side.is_whole && side.times.len() <= most, "{}", side.times.len());
            }
        }
    }
}
