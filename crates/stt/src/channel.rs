//! The motion of one vector of a node: the types of the format, and their values at any time.

use anim_core::time::touching_within;
use anim_core::trig;

use crate::{Seconds, Sine, Vector};

/// The motion of one vector.
///
/// Below, s is the start, e the end, P the period, and u = (t + offset) / P.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Channel {
    /// The start value s.
    pub start: Vector,
    /// The end value e.
    pub end: Vector,
    /// The period P in seconds; for motions that return, the time for both directions.
    pub period: Seconds,
    /// The seconds by which the motion has advanced at time 0.
    pub offset: Seconds,
    /// The type of the motion.
    pub kind: ChannelType,
}

/// The type of a motion ("Dynamic node behaviour animation types").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[repr(u8)]
pub enum ChannelType {
    /// Type 0: the channel drives nothing.
    None = 0,
    /// Type 1: from s to e, repeated.
    LoopForwards = 1,
    /// Type 2: from e to s, repeated.
    LoopBackwards = 2,
    /// Type 3: from s to e and back, in one period.
    PingPongForwards = 3,
    /// Type 4: from e to s and back, in one period.
    PingPongBackwards = 4,
    /// Type 5: from s to e, once.
    OneWayForwards = 5,
    /// Type 6: from e to s, once.
    OneWayBackwards = 6,
    /// Type 7: back and forth between s and e along a sine.
    Sinusoidal = 7,
    /// Type 8: always at s.
    Start = 8,
    /// Type 9: s is added every period; or every second if the period is not above 0.
    Delta = 9,
}

impl ChannelType {
    /// All types; the index of each is its number.
    pub const ALL: [Self; 10] = [
        Self::None,
        Self::LoopForwards,
        Self::LoopBackwards,
        Self::PingPongForwards,
        Self::PingPongBackwards,
        Self::OneWayForwards,
        Self::OneWayBackwards,
        Self::Sinusoidal,
        Self::Start,
        Self::Delta,
    ];

    /// The number in the file.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Whether the type needs a period above 0: types 1 to 7.
    pub const fn needs_period(self) -> bool {
        matches!(self.number(), 1..=7)
    }

    /// Whether the motion begins at the end value: types 2, 4 and 6.
    pub(crate) const fn is_backwards(self) -> bool {
        matches!(self, Self::LoopBackwards | Self::PingPongBackwards | Self::OneWayBackwards)
    }
}

impl Channel {
    /// A channel that holds a value: type 8.
    pub const fn still(value: Vector) -> Self {
        Self {
            start: value,
            end: value,
            period: Seconds::ZERO,
            offset: Seconds::ZERO,
            kind: ChannelType::Start,
        }
    }

    /// A channel that drives nothing: type 0.
    pub const fn none() -> Self {
        Self { kind: ChannelType::None, ..Self::still(Vector::ZERO) }
    }

    /// The value at any time in seconds, also below 0; `None` for type 0, which drives nothing.
    ///
    /// If the period is not above 0, types 1 to 7 hold their initial value. Periodic types do not drift: the time and the offset
    /// are each reduced to a period exactly, and their sum is rounded once. A time that precedes the end of a loop only by
    /// rounding belongs to the next loop. A time that is not finite counts as the start of a period.
    pub fn value(&self, time: f64, sine: Sine) -> Option<[f64; 3]> {
        use ChannelType as T;
        let (period, offset) = (self.period.get(), self.offset.get());
        let [from, to] = self.ends();
        if self.kind.needs_period() && period <= 0.0 {
            return Some(from);
        }
        let share = match self.kind {
            T::None => return None,
            T::Start => return Some(self.start.get()),
            T::Delta => {
                let share = if period > 0.0 { periods(time + offset, period) } else { time };
                return Some(self.start.get().map(|step| step * share));
            }
            T::LoopForwards | T::LoopBackwards => self.begun_phase(time),
            T::PingPongForwards | T::PingPongBackwards => 1.0 - (2.0 * self.phase(time) - 1.0).abs(),
            T::OneWayForwards | T::OneWayBackwards => ((time + offset) / period).clamp(0.0, 1.0),
            T::Sinusoidal => {
                let turn = std::f64::consts::TAU * self.phase(time);
                match sine {
                    Sine::Cos => (1.0 - trig::cos(turn)) / 2.0,
                    Sine::Sin => f64::midpoint(1.0, trig::sin(turn)),
                }
            }
        };
        Some(mix(from, to, share))
    }

    /// The two values of the first pass of the motion: from, to.
    pub(crate) fn ends(&self) -> [[f64; 3]; 2] {
        let ends = [self.start.get(), self.end.get()];
        if self.kind.is_backwards() { [ends[1], ends[0]] } else { ends }
    }

    /// The seconds from time 0 until the motion repeats or has ended; 0 if it does not change, 1 if it adds s every second.
    pub(crate) fn length(&self) -> f64 {
        use ChannelType as T;
        let (period, offset) = (self.period.get(), self.offset.get());
        let length = match self.kind {
            T::None | T::Start => 0.0,
            T::Delta if period <= 0.0 => 1.0,
            T::OneWayForwards | T::OneWayBackwards if period > 0.0 => period - offset,
            _ => period,
        };
        length.clamp(0.0, f64::MAX)
    }

    /// The phase of a motion that jumps at the end of its period. A time that precedes the jump only by rounding counts as the
    /// time of the jump.
    fn begun_phase(&self, time: f64) -> f64 {
        let period = self.period.get();
        let elapsed = fold(time, self.offset.get(), period);
        if period - elapsed <= touching_within(time, period) { 0.0 } else { elapsed / period }
    }

    /// The elapsed fraction of the period, 0 to 1. The period is above 0.
    fn phase(&self, time: f64) -> f64 {
        fold(time, self.offset.get(), self.period.get()) / self.period.get()
    }
}

/// How many periods above 0 a time takes. It is finite, so that a step of 0 remains 0 however short the period is.
pub(crate) fn periods(time: f64, period: f64) -> f64 {
    (time / period).clamp(-f64::MAX, f64::MAX)
}

/// The sum of a time and an offset, reduced to a period above 0. Each is reduced before they are added, which is exact.
pub(crate) fn fold(time: f64, offset: f64, period: f64) -> f64 {
    let [time, offset] = [time, offset].map(|part| part.rem_euclid(period));
    // The sum itself can overflow.
    let left = period - offset;
    let sum = if time >= left { time - left } else { time + offset };
    if sum.is_nan() { 0.0 } else { sum }
}

/// Interpolates linearly between two values, exactly at both ends and without overflow.
pub(crate) fn mix(from: [f64; 3], to: [f64; 3], share: f64) -> [f64; 3] {
    std::array::from_fn(|i| if from[i] == to[i] { from[i] } else { from[i] * (1.0 - share) + to[i] * share })
}

/// The Euclidean length of the difference of two vectors.
pub(crate) fn apart(a: [f64; 3], b: [f64; 3]) -> f64 {
    // Equal components have no distance, even if they are infinite.
    let [x, y, z] = std::array::from_fn(|i| if a[i] == b[i] { 0.0 } else { a[i] - b[i] });
    trig::hypot(trig::hypot(x, y), z)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel(kind: u8, ends: [f64; 2], period: f64, offset: f64) -> Channel {
        let vector = |y| Vector::new([0.0, y, -y]).unwrap();
        Channel {
            start: vector(ends[0]),
            end: vector(ends[1]),
            period: Seconds::new(period).unwrap(),
            offset: Seconds::new(offset).unwrap(),
            kind: ChannelType::ALL[usize::from(kind)],
        }
    }

    fn y(channel: &Channel, time: f64) -> f64 {
        let [x, y, z] = channel.value(time, Sine::Cos).unwrap();
        assert_eq!((x, z), (0.0, -y));
        y
    }

    #[test]
    fn types_are_listed_at_their_numbers() {
        for (number, kind) in (0..).zip(ChannelType::ALL) {
            assert_eq!(kind.number(), number);
        }
    }

    #[test]
    fn the_values_of_each_type_at_the_quarters() {
        // From 10 to 30 in 4 seconds, at −1, 0, 1, … 5 seconds.
        let cases: [(u8, [f64; 7]); 9] = [
            (1, [25.0, 10.0, 15.0, 20.0, 25.0, 10.0, 15.0]),
            (2, [15.0, 30.0, 25.0, 20.0, 15.0, 30.0, 25.0]),
            (3, [20.0, 10.0, 20.0, 30.0, 20.0, 10.0, 20.0]),
            (4, [20.0, 30.0, 20.0, 10.0, 20.0, 30.0, 20.0]),
            (5, [10.0, 10.0, 15.0, 20.0, 25.0, 30.0, 30.0]),
            (6, [30.0, 30.0, 25.0, 20.0, 15.0, 10.0, 10.0]),
            (7, [20.0, 10.0, 20.0, 30.0, 20.0, 10.0, 20.0]),
            (8, [10.0; 7]),
            (9, [-2.5, 0.0, 2.5, 5.0, 7.5, 10.0, 12.5]),
        ];
        for (kind, expected) in cases {
            for (second, expected) in expected.into_iter().enumerate() {
                let (time, ends) = (second as f64 - 1.0, [10.0, 30.0]);
                let found = y(&channel(kind, ends, 4.0, 0.0), time);
                assert!((found - expected).abs() < 1e-14, "type {kind} at {time}: {found}");
                // An offset is time that has already passed.
                let early = y(&channel(kind, ends, 4.0, 1.0), time - 1.0);
                assert!((early - expected).abs() < 1e-14, "type {kind} at {time} with an offset: {early}");
            }
        }
        assert_eq!(channel(0, [10.0, 30.0], 4.0, 0.0).value(1.0, Sine::Cos), None);
    }

    #[test]
    fn a_sine_can_start_halfway() {
        let channel = channel(7, [10.0, 30.0], 4.0, 0.0);
        for (time, expected) in [(0.0, 20.0), (1.0, 30.0), (2.0, 20.0), (3.0, 10.0)] {
            let found = channel.value(time, Sine::Sin).unwrap()[1];
            assert!((found - expected).abs() < 1e-14, "{found}");
        }
    }

    #[test]
    fn without_a_period_a_motion_holds_its_first_value() {
        for period in [0.0, -4.0] {
            for (kind, expected) in
                [(1, 10.0), (2, 30.0), (3, 10.0), (4, 30.0), (5, 10.0), (6, 30.0), (7, 10.0)]
            {
                assert_eq!(y(&channel(kind, [10.0, 30.0], period, 1.0), 2.5), expected, "type {kind}");
            }
            assert_eq!(y(&channel(9, [10.0, 30.0], period, 1.0), 2.5), 25.0, "per second");
        }
    }

    #[test]
    fn steps_of_zero_stand_still_however_short_the_period() {
        for time in [-4.0, 0.0, 4.0, 1e300] {
            let still = channel(9, [0.0, 0.0], 1.7e-308, 4.0);
            assert_eq!(y(&still, time), 0.0, "{time}");
            let Some(crate::arc::Motion::Line(arc)) = still.motion(Sine::Cos) else { panic!("{time}") };
            assert_eq!(arc.at(time)[0], [0.0; 3], "{time}");
        }
    }

    #[test]
    fn a_million_seconds_later_nothing_has_drifted() {
        // 1/8 is exact in binary, so the phase is exact at any time.
        for (time, expected) in [(1e6 + 0.125, 12.5), (-1e6 + 0.125, 12.5), (1e15 + 0.125, 12.5)] {
            assert_eq!(y(&channel(1, [10.0, 30.0], 1.0, 0.0), time), expected, "{time}");
        }
        // A tenth is not: it is 5.55·10⁻¹⁸ more in binary, so its ten-millionth multiple is still 5.55·10⁻¹¹ s away.
        let late = y(&channel(3, [0.0, 1.0], 0.1, 0.0), 1e6);
        let exact = 2.0 * 5.551_115_123_125_783e-11 / 0.1;
        assert!((late - exact).abs() < 1e-12, "{late} {exact}");
    }

    #[test]
    fn a_time_that_rounds_to_the_start_of_a_loop_is_its_start() {
        for loops in 1..1000 {
            let time = f64::from(loops) * 0.1;
            assert!(y(&channel(1, [0.0, 1.0], 0.1, 0.0), time) < 1e-9, "{time}");
            assert!(y(&channel(2, [1.0, 0.0], 0.1, 0.0), time) < 1e-9, "{time}");
            assert!(y(&channel(1, [0.0, 1.0], 0.1, 0.0), time - 1e-6) > 0.99, "{time}");
        }
    }

    #[test]
    fn every_time_has_a_value() {
        for kind in 1..=9 {
            for period in [5e-324, 0.1, 1e308] {
                for offset in [0.0, -1e308, 0.9e308, 1e308] {
                    for time in [-1e308, 0.0, 0.95e308, 1e308, f64::INFINITY, f64::NAN] {
                        let value = channel(kind, [-1e308, 1e308], period, offset).value(time, Sine::Cos);
                        let inside = |y: f64| y.abs() <= 1.000_000_1e308;
                        let unbounded = kind == 9 || matches!(kind, 5 | 6) && time.is_nan();
                        assert!(
                            value.is_some_and(|[_, y, _]| unbounded || inside(y)),
                            "type {kind}: {value:?}"
                        );
                    }
                }
            }
        }
    }
}
