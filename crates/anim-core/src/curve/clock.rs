//! Clocks: the position of a time among keys, found once for all curves with the same times and wraps.

use crate::pose::times::Identity;
use crate::time::touching_within;
use crate::{Curve, Times, Wrap};

/// The position of a time among keys.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// The key at or before the time; the first key also before it.
    pub(crate) key: usize,
    /// Whether the value is that of the key: at its time, and beyond the first and the last key.
    pub(crate) at_key: bool,
    /// The key whose value a step already shows, because the time of the next key differs from this one by rounding alone: the next
    /// key, or at the end of a period the first one.
    pub(crate) arrived: Option<usize>,
    /// The seconds since the key, and from the key to the next one.
    pub(crate) offset: f64,
    pub(crate) length: f64,
    /// The fraction of the segment that has passed, from 0 to 1.
    pub(crate) part: f64,
    /// How many times the offset of a period is added.
    pub(crate) periods: f64,
}

/// Finds the [`Place`] of a time. It remembers the last one, so that each time is looked up once and ascending times need no
/// search.
#[derive(Clone, Debug)]
pub(crate) struct Clock<'a> {
    times: &'a Times,
    wraps: (Wrap, Wrap),
    /// The times of the first key and of the last one.
    ends: [f64; 2],
    last: Option<Segment>,
    now: f64,
    place: Place,
}

/// A key, its time and the time of the next key, which is infinite after the last one.
#[derive(Clone, Copy, Debug)]
struct Segment {
    key: usize,
    from: f64,
    to: f64,
}

impl Segment {
    fn contains(&self, time: f64) -> bool {
        self.from <= time && time < self.to
    }
}

/// What curves must have in common to share a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pace(Identity, (Wrap, Wrap));

impl Pace {
    pub(crate) fn of(curve: &Curve) -> Self {
        Self(curve.times().identity(), curve.wrap())
    }
}

impl<'a> Clock<'a> {
    /// A clock at the first key.
    pub(crate) fn new(curve: &'a Curve) -> Self {
        let (times, wraps, ends) = (curve.times(), curve.wrap(), [curve.start(), curve.end()]);
        let mut clock = Self { times, wraps, ends, last: None, now: ends[0], place: Place::default() };
        clock.place = clock.find(ends[0]);
        clock
    }

    /// The place of a time in seconds.
    ///
    /// A time that differs from a jump (a step, or the end of a period) only by rounding counts as the time of the jump.
    #[inline]
    pub(crate) fn at(&mut self, time: f64) -> &Place {
        if time.to_bits() != self.now.to_bits() {
            (self.now, self.place) = (time, self.find(time));
        }
        &self.place
    }

    #[inline(never)]
    fn find(&mut self, time: f64) -> Place {
        let Folded { time, periods, tolerance, restarts } = fold(self.wraps, self.ends, time);
        let Some(Segment { key, from, to }) = self.segment(time) else {
            return Place { at_key: true, ..Place::default() };
        };
        let (offset, length) = (time - from, to - from);
        // A key that was stored in single precision may lie later than the intended time by this rounding error.
        let single = (f64::from(f32::EPSILON / 2.0) * time.abs()).min(length / 100.0);
        Place {
            key,
            at_key: offset == 0.0 || to == f64::INFINITY,
            arrived: (length - offset <= tolerance.max(single))
                .then(|| if restarts && to == self.ends[1] { 0 } else { key + 1 }),
            offset,
            length,
            part: offset / length,
            periods,
        }
    }

    /// The segment that contains a time; `None` before the first key.
    fn segment(&mut self, time: f64) -> Option<Segment> {
        if let Some(last) = self.last.filter(|last| last.contains(time)) {
            return Some(last);
        }
        let times = self.times;
        let from =
            |key: usize, from: f64| Segment { key, from, to: times.get(key + 1).unwrap_or(f64::INFINITY) };
        let next = self.last.filter(|last| last.to.is_finite()).map(|last| from(last.key + 1, last.to));
        let found = if let Some(next) = next.filter(|next| next.contains(time)) {
            next
        } else {
            let key = times.find(time, self.last.map_or(0, |last| last.key))?;
            from(key, times.get(key)?)
        };
        self.last = Some(found);
        Some(found)
    }
}

/// A time mapped to the span from the first key to the last.
struct Folded {
    time: f64,
    /// How many times the offset of a period is added.
    periods: f64,
    /// The rounding error that the time may carry.
    tolerance: f64,
    /// Whether the value of the last key is not shown at the end of this period, because the first key replaces it.
    restarts: bool,
}

fn fold((before, after): (Wrap, Wrap), [start, end]: [f64; 2], time: f64) -> Folded {
    let period = end - start;
    let tolerance = touching_within(time, period);
    let wrap = match time {
        t if t < start => before,
        t if t >= end - tolerance => after,
        _ => Wrap::Hold,
    };
    let restarts = if time < start { before } else { after } == Wrap::Repeat;
    if wrap == Wrap::Hold || period == 0.0 || !time.is_finite() {
        let time = if time.is_nan() { start } else { time };
        return Folded { time, periods: 0.0, tolerance, restarts };
    }
    let elapsed = time - start;
    let mut within = elapsed.rem_euclid(period);
    let mut periods = ((elapsed - within) / period).round();
    // The end of a period belongs to the next period.
    if period - within <= tolerance {
        (within, periods) = (0.0, periods + 1.0);
    }
    match wrap {
        Wrap::PingPong if periods.rem_euclid(2.0) == 1.0 => {
            Folded { time: end - within, periods: 0.0, tolerance, restarts }
        }
        Wrap::RepeatWithOffset => Folded { time: start + within, periods, tolerance, restarts },
        _ => Folded { time: start + within, periods: 0.0, tolerance, restarts },
    }
}
