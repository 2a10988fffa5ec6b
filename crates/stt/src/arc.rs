//! Channels as arcs, straight lines and half cosine waves, which curves can represent exactly.

use anim_core::time::{TOUCHING, touching_within};
use anim_core::trig;

use crate::channel::{fold, mix, periods};
use crate::{Channel, ChannelType, Sine};

/// A part of a motion from one value to another: a straight line, which continues beyond both ends, or half a cosine wave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Arc {
    pub(crate) times: [f64; 2],
    pub(crate) values: [[f64; 3]; 2],
    pub(crate) sine: bool,
}

impl Arc {
    /// A value that does not change.
    pub(crate) const fn still(value: [f64; 3]) -> Self {
        Self { times: [0.0, 1.0], values: [value; 2], sine: false }
    }

    /// The value at a time, and its change per second.
    pub(crate) fn at(&self, time: f64) -> [[f64; 3]; 2] {
        let [start, end] = self.times;
        let [from, to] = self.values;
        let share = (time - start) / (end - start);
        let (share, slope) = if self.sine {
            let (sin, cos) = trig::sin_cos(std::f64::consts::PI * share);
            ((1.0 - cos) / 2.0, std::f64::consts::FRAC_PI_2 * sin)
        } else {
            (share, 1.0)
        };
        [mix(from, to, share), std::array::from_fn(|i| (to[i] - from[i]) * slope / (end - start))]
    }

    /// Whether the value does not change.
    pub(crate) fn is_still(&self) -> bool {
        self.values[0] == self.values[1]
    }
}

/// A motion as a sequence of arcs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Motion {
    /// One endless line.
    Line(Arc),
    /// One arc, held before and after.
    Once(Arc),
    /// The arc, repeated.
    Repeat(Arc),
    /// The arc out and back, repeated.
    Return(Arc),
}

impl Channel {
    /// The motion as arcs; `None` for type 0. The arc of a motion that repeats is the one at time 0.
    pub(crate) fn motion(&self, sine: Sine) -> Option<Motion> {
        use ChannelType as T;
        let (period, offset) = (self.period.get(), self.offset.get());
        let values = self.ends();
        let still = |value| Some(Motion::Line(Arc::still(value)));
        if self.kind.needs_period() && period <= 0.0 {
            return still(values[0]);
        }
        let from = |start: f64, length: f64, sine: bool| Arc { times: [start, start + length], values, sine };
        match self.kind {
            T::None => None,
            T::Start => still(self.start.get()),
            T::Delta => {
                let step = self.start.get();
                let (ahead, length) =
                    if period > 0.0 { (periods(offset, period), period) } else { (0.0, 1.0) };
                let values = [ahead, ahead + 1.0].map(|share| step.map(|step| step * share));
                Some(Motion::Line(Arc { times: [0.0, length], values, sine: false }))
            }
            T::LoopForwards | T::LoopBackwards => {
                Some(Motion::Repeat(from(-fold(0.0, offset, period), period, false)))
            }
            T::PingPongForwards | T::PingPongBackwards => {
                Some(Motion::Return(from(-fold(0.0, offset, period), period / 2.0, false)))
            }
            T::Sinusoidal => {
                let ahead = if sine == Sine::Sin { period / 4.0 } else { 0.0 };
                let offset = fold(ahead, offset, period);
                Some(Motion::Return(from(-offset, period / 2.0, true)))
            }
            T::OneWayForwards | T::OneWayBackwards => {
                let arc = from(-offset, period, false);
                // With an offset so large that rounding leaves the arc no length, the motion has ended or has not begun at any
                // time that matters.
                let room = arc.times[0] < arc.times[1] && arc.times.iter().all(|time| time.is_finite());
                if room { Some(Motion::Once(arc)) } else { still(values[usize::from(offset > 0.0)]) }
            }
        }
    }
}

impl Motion {
    /// The arc at a time that is not near an end of an arc.
    pub(crate) fn arc(&self, time: f64) -> Arc {
        match *self {
            Self::Once(arc) if time < arc.times[0] => Arc::still(arc.values[0]),
            Self::Once(arc) if time > arc.times[1] => Arc::still(arc.values[1]),
            Self::Line(arc) | Self::Once(arc) => arc,
            Self::Repeat(arc) | Self::Return(arc) => {
                let [start, end] = arc.times;
                let length = end - start;
                let turn = ((time - start) / length).floor();
                let back = matches!(self, Self::Return(_)) && turn.rem_euclid(2.0) == 1.0;
                let first = start + turn * length;
                let values = if back { [arc.values[1], arc.values[0]] } else { arc.values };
                Arc { times: [first, first + length], values, ..arc }
            }
        }
    }

    /// The arc at a time at which the motion stands. A loop that ends there, apart from rounding, has begun again.
    pub(crate) fn standing(&self, time: f64) -> Arc {
        match *self {
            Self::Repeat(Arc { times: [start, end], .. }) => {
                self.arc(time + touching_within(time, end - start))
            }
            _ => self.arc(time),
        }
    }

    /// The times strictly between two others at which an arc ends, ascending; `None` if there are more than `most`.
    pub(crate) fn breaks(&self, [from, to]: [f64; 2], most: usize) -> Option<Vec<f64>> {
        let inside = |time: &f64| from + TOUCHING < *time && *time < to - TOUCHING;
        match self {
            Self::Line(_) => Some(Vec::new()),
            Self::Once(arc) => Some(arc.times.into_iter().filter(inside).collect()),
            Self::Repeat(arc) | Self::Return(arc) if arc.is_still() => Some(Vec::new()),
            Self::Repeat(arc) | Self::Return(arc) => {
                let [start, end] = arc.times;
                let length = end - start;
                let [first, last] = [from, to].map(|time| ((time - start) / length).floor());
                let count = last - first;
                // An arc shorter than the resolution of times has no interior.
                if !(count < most as f64 && length > 2.0 * TOUCHING) {
                    return None;
                }
                let times = (0..=count as u64 + 1).map(|turn| start + (first + turn as f64) * length);
                Some(times.filter(inside).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Seconds, Vector};

    proptest! {
        #[test]
        fn arcs_have_the_values_of_their_channel(
            kind in prop::sample::select(ChannelType::ALL.to_vec()),
            ends in prop::array::uniform2(-100.0..100.0f64),
            period in prop_oneof![Just(0.0), -1.0..0.0, 0.01..10.0f64],
            offset in -20.0..20.0f64,
            time in -30.0..30.0f64,
            sine in prop::sample::select(vec![Sine::Cos, Sine::Sin]),
        ) {
            let vector = |x| Vector::new([x, 0.0, 0.0]).unwrap();
            let [start, end] = ends.map(vector);
            let seconds = |value| Seconds::new(value).unwrap();
            let channel = Channel { start, end, period: seconds(period), offset: seconds(offset), kind };
            let motion = channel.motion(sine);
            prop_assert_eq!(motion.is_none(), kind == ChannelType::None);
            if let Some(motion) = motion {
                let expected = channel.value(time, sine).unwrap()[0];
                let [found, slope] = motion.arc(time).at(time).map(|value| value[0]);
                // At a jump, the value of either side is right.
                let near = motion.breaks([time - 1e-3, time + 1e-3], 1000).is_some_and(|breaks| !breaks.is_empty());
                prop_assert!(near || (found - expected).abs() < 1e-9, "{} {}", found, expected);
                let step = 1e-6;
                let later = channel.value(time + step, sine).unwrap()[0];
                prop_assert!(near || ((later - expected) / step - slope).abs() < 1e-3 * (1.0 + slope.abs() / period.max(0.01)));
            }
        }
    }
}
