//! Keys over one run of a timeline, and the curve of all runs.

use anim_core::{Curve, Ease, Handles, Times, Wrap};

use super::plain_key::PlainKey;
use super::split::split;
use super::value::distance;
use crate::eval::gentle::Gentle;
use crate::program::Span;

/// The gap between the two keys of a jump at a time: several units of single precision.
pub(crate) fn gap(time: f64) -> f64 {
    time.abs().max(1.0) / f64::from(1 << 21)
}

/// Keys in ticks, from 0 to the length of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Plain {
    pub(super) width: usize,
    pub(super) keys: Vec<PlainKey>,
}

/// The keys of all runs that a wrap does not repeat.
#[derive(Clone, Debug)]
pub(super) struct Unrolled {
    pub(super) plain: Plain,
    pub(super) wrap: Wrap,
    /// Whether no run is left out.
    pub(super) is_complete: bool,
    /// Whether values jump between runs, which takes a moment in the keys.
    pub(super) jumps: bool,
}

impl Unrolled {
    fn whole(plain: Plain, wrap: Wrap) -> Self {
        Self { plain, wrap, is_complete: true, jumps: false }
    }
}

/// The times of the runs of an animation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runs {
    pub(super) span: Span,
    /// Ticks of the root before the first run.
    pub(super) start: f64,
    /// Ticks of the run that have passed at the start.
    pub(super) current: f64,
    /// Ticks of the root for one of the run.
    pub(super) tick: f64,
    pub(super) ticks_per_second: f64,
}

impl Runs {
    /// One run in seconds.
    pub(super) fn whole() -> Self {
        let span = Span { length: f64::INFINITY, loops: Some(1.0), back: false, gentle: Gentle::default() };
        Self { span, start: 0.0, current: 0.0, tick: 1.0, ticks_per_second: 1.0 }
    }
}

impl Runs {
    /// The second of the clip at a tick of all runs together.
    pub(super) fn seconds(&self, tick: f64) -> f64 {
        (self.start + (tick - self.current) * self.tick) / self.ticks_per_second
    }

    /// The second of the clip from which on the runs are shown. Runs that begin with the clip within their timeline (`CurrentTick`)
    /// are shown before it, too.
    pub(super) fn begin(&self) -> f64 {
        if self.start > 0.0 { self.start / self.ticks_per_second } else { self.seconds(0.0) }
    }

    /// Whether another animation plays at the same times.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        let times = |runs: &Self| (runs.start, runs.current, runs.tick, runs.ticks_per_second);
        let spans = |span: &Span| (span.length, span.loops, span.back);
        times(self) == times(other) && spans(&self.span) == spans(&other.span)
    }
}

impl Plain {
    /// Starts at tick 0, before which nothing plays.
    pub(super) fn cut_start(&mut self) {
        if self.keys.first().is_some_and(|first| first.tick < 0.0) {
            let [_, keys] = split(&self.keys, 0.0);
            self.keys = keys;
            // If all keys are before the start, the last one is used.
            self.keys.iter_mut().for_each(|key| key.tick = key.tick.max(0.0));
        }
    }

    /// The distance from another value to the first one; 0 if there is no other value.
    pub(super) fn jump_from(&self, before: &[f64]) -> f64 {
        let first = self.keys.first().filter(|first| first.value.len() == before.len());
        first.map_or(0.0, |first| distance(&first.value, before))
    }

    /// Some of the components.
    pub(super) fn narrowed(mut self, first: usize, width: usize) -> Self {
        if width < self.width {
            self.keys.iter_mut().for_each(|key| key.narrow(first, width));
            self.width = width;
        }
        self
    }

    /// Adds keys at 0 and at the end of the run where there are none.
    pub(super) fn fill(&mut self, length: f64) {
        if let Some(first) = self.keys.first().filter(|first| first.tick > 0.0) {
            self.keys.insert(0, PlainKey::new(0.0, first.value.clone(), Ease::Step));
        }
        if let Some(last) = self.keys.last_mut().filter(|last| last.tick < length) {
            last.ease = Ease::Step;
            let end = PlainKey::new(length, last.value.clone(), Ease::Step);
            self.keys.push(end);
        }
    }

    /// The same curve without straight lines beside Bézier segments: formats with one kind of segments for each curve can hold it.
    pub(super) fn in_one_kind(mut self) -> Self {
        if self.keys.iter().any(|key| key.ease == Ease::Bezier) {
            for index in 0..self.keys.len() {
                let (from, to) = (&self.keys[index], self.keys.get(index + 1));
                if from.ease == Ease::Linear {
                    let to = to.unwrap_or(from);
                    let rise: Vec<f64> =
                        from.value.iter().zip(&to.value).map(|(from, to)| to - from).collect();
                    self.keys[index].bend([rise.clone(), rise]);
                }
            }
        }
        self
    }

    /// The keys of a run of a length, played backwards.
    pub(super) fn mirrored(&self, length: f64) -> Vec<PlainKey> {
        let mut keys: Vec<PlainKey> = Vec::with_capacity(self.keys.len());
        for pair in self.keys.windows(2).rev() {
            let (from, to) = (&pair[0], &pair[1]);
            let start = length - to.tick;
            if from.ease == Ease::Step && from.value != to.value {
                // Backwards, a step occurs just after its key.
                keys.push(PlainKey::new(start, to.value.clone(), Ease::Step));
                keys.push(PlainKey::new(
                    start + gap(start).min((to.tick - from.tick) / 2.0),
                    from.value.clone(),
                    Ease::Step,
                ));
            } else {
                let mut key = PlainKey::new(start, to.value.clone(), from.ease);
                if from.ease == Ease::Bezier {
                    let [out, into] = from.slopes();
                    key.bend([into, out].map(|slopes| slopes.iter().map(|slope| -slope).collect()));
                }
                keys.push(key);
            }
        }
        if let Some(first) = self.keys.first() {
            keys.push(PlainKey::new(length - first.tick, first.value.clone(), Ease::Step));
        }
        keys
    }

    /// The keys of all runs that a wrap does not repeat, and that wrap. A number of runs that is not whole ends with a part of a
    /// run, after which the animation is where it ends. More than `most` keys are left out, with the last runs.
    pub(super) fn unroll(mut self, runs: &Runs, most: usize) -> Unrolled {
        let span = runs.span;
        let length = span.length;
        if length == 0.0 || self.keys.len() < 2 || span.loops == Some(0.0) {
            let at = if span.back || span.loops == Some(0.0) { self.keys.first() } else { self.keys.last() };
            let only = at.map(|key| PlainKey::new(0.0, key.value.clone(), Ease::Step));
            return Unrolled::whole(Self { width: self.width, keys: only.into_iter().collect() }, Wrap::Hold);
        }
        let Some(loops) = span.loops else {
            self.fill(length);
            return Unrolled::whole(self, if span.back { Wrap::PingPong } else { Wrap::Repeat });
        };
        if loops == 1.0 && !span.back {
            return Unrolled::whole(self, Wrap::Hold);
        }
        self.fill(length);
        let jumps = self.jumps(loops, span);
        let mut back = if span.back { self.mirrored(length) } else { Vec::new() };
        self.smooth_turn(&mut back);
        let per_cycle = self.keys.len() + back.len();
        let fitting = (most / per_cycle).max(1) as f64;
        let cycles = loops.min(fitting);
        let mut keys: Vec<PlainKey> = Vec::with_capacity(cycles.ceil() as usize * per_cycle);
        for cycle in 0..cycles as usize {
            let start = cycle as f64 * span.cycle();
            append(&mut keys, &self.keys, start);
            append(&mut keys, &back, start + length);
        }
        if cycles.fract() > 0.0 {
            self.stop_within(&mut keys, &back, cycles, span);
        }
        let plain = Self { width: self.width, keys };
        Unrolled { plain, wrap: Wrap::Hold, is_complete: loops <= fitting, jumps }
    }

    /// Leaves out the value of a last step where the way back begins: it lasts no time.
    fn smooth_turn(&mut self, back: &mut Vec<PlainKey>) {
        if let ([.., from, last], [_, before, ..]) = (&mut self.keys[..], &mut back[..])
            && from.ease == Ease::Step
            && from.value != last.value
        {
            last.value.clone_from(&from.value);
            before.tick = 0.0;
            back.remove(0);
        }
    }

    /// Whether values jump between the runs of a number of cycles, or after the last one.
    fn jumps(&self, cycles: f64, span: Span) -> bool {
        let steps = |pair: &[PlainKey]| pair[0].ease == Ease::Step && pair[0].value != pair[1].value;
        let ends = [self.keys.first(), self.keys.last()].map(|key| key.map(|key| &key.value));
        cycles.fract() > 0.0 || if span.back { self.keys.windows(2).any(steps) } else { ends[0] != ends[1] }
    }

    /// Adds the part of a cycle with which a number of cycles that is not whole ends, and the value after it.
    fn stop_within(&self, keys: &mut Vec<PlainKey>, back: &[PlainKey], cycles: f64, span: Span) {
        let end = if span.back { self.keys.first() } else { self.keys.last() };
        let mut cycle = self.keys.clone();
        append(&mut cycle, back, span.length);
        let [part, _] = split(&cycle, cycles.fract() * span.cycle());
        append(keys, &part, cycles.floor() * span.cycle());
        if let Some(end) = end {
            append(keys, &[PlainKey::new(0.0, end.value.clone(), Ease::Step)], cycles * span.cycle());
        }
    }

    /// The curve of the keys, in seconds, with a value that lasts until the first run; `None` if the keys do not make a valid
    /// curve.
    pub(super) fn curve(&self, runs: &Runs, wrap: Wrap, before: Option<&[f64]>) -> Option<Curve> {
        let mut times: Vec<f64> = Vec::with_capacity(self.keys.len());
        let mut kept: Vec<&PlainKey> = Vec::with_capacity(self.keys.len());
        let held = before.zip(self.keys.first()).map(|(before, first)| {
            let key = |value: &[f64]| PlainKey::new(0.0, value.to_vec(), Ease::Step);
            [(0.0, key(before)), (runs.start / runs.ticks_per_second, key(&first.value))]
        });
        let held = held.iter().flatten().map(|(time, key)| (*time, key));
        for (time, key) in held.chain(self.keys.iter().map(|key| (runs.seconds(key.tick), key))) {
            if times.last().is_some_and(|last| time <= *last) {
                // If rounding moves several keys to one time, the last one is kept.
                times.pop();
                kept.pop();
            }
            times.push(time);
            kept.push(key);
        }
        let values: Vec<f64> = kept.iter().flat_map(|key| key.value.iter().copied()).collect();
        let curved = kept.iter().any(|key| key.ease == Ease::Bezier);
        let mut eases: Vec<Ease> = kept.iter().map(|key| key.ease).collect();
        if let [.., before, last] = &mut eases[..] {
            // The ease of the last key has no effect. Formats with one ease for each curve can hold it if it is that of the others.
            *last = *before;
        }
        let mut handles = vec![Handles::default(); if curved { values.len() } else { 0 }];
        if curved {
            for (index, pair) in kept.windows(2).enumerate() {
                if pair[0].ease != Ease::Bezier {
                    continue;
                }
                let (third, slopes) = ((times[index + 1] - times[index]) / 3.0, pair[0].slopes());
                for component in 0..self.width {
                    let [out, into] =
                        [0, 1].map(|end: usize| slopes[end].get(component).copied().unwrap_or(0.0) / 3.0);
                    handles[index * self.width + component].out = [third, out];
                    handles[(index + 1) * self.width + component].into = [-third, -into];
                }
            }
        }
        let curve = Curve::new(Times::keys(times).ok()?, self.width, values, Ease::Step).ok()?;
        let curve = curve.with_eases(eases).ok()?;
        let curve = if curved { curve.with_handles(handles).ok()? } else { curve };
        Some(curve.with_wrap(Wrap::Hold, wrap))
    }
}

/// Adds keys from a tick on. If their first value differs from the last one before, there is a jump.
pub(super) fn append(keys: &mut Vec<PlainKey>, more: &[PlainKey], start: f64) {
    let Some(first) = more.first() else { return };
    match keys.as_mut_slice() {
        [.., last] if last.value == first.value => {
            keys.pop();
        }
        // A jump to the last value: it would be shown at the very moment of the next jump.
        [.., from, last] if last.tick - from.tick <= 2.0 * gap(last.tick) => {
            from.ease = Ease::Step;
            keys.pop();
        }
        [.., from, last] => {
            // The value just before the jump is not yet the last value.
            let at = last.tick - gap(last.tick).min((last.tick - from.tick) / 2.0);
            let [before, _] = split(&[from.clone(), last.clone()], at);
            keys.truncate(keys.len() - 2);
            keys.extend(before);
        }
        [last] => {
            last.ease = Ease::Step;
            last.tick = (last.tick - gap(last.tick)).max(f64::MIN_POSITIVE);
        }
        [] => {}
    }
    keys.extend(more.iter().cloned().map(|mut key| {
        key.tick += start;
        key
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(list: &[(f64, f64, Ease)]) -> Vec<PlainKey> {
        list.iter().map(|&(tick, value, ease)| PlainKey::new(tick, vec![value], ease)).collect()
    }

    fn times_and_values(keys: &[PlainKey]) -> Vec<(f64, f64)> {
        keys.iter().map(|key| (key.tick, key.value[0])).collect()
    }

    #[test]
    fn steps_nearer_than_a_jump_stay_in_order_backwards() {
        let near = gap(10.0) / 4.0;
        let forth = keys(&[(10.0 - near, 1.0, Ease::Step), (10.0, 2.0, Ease::Step), (20.0, 3.0, Ease::Step)]);
        let back = Plain { width: 1, keys: forth }.mirrored(20.0);
        assert!(back.is_sorted_by(|a, b| a.tick < b.tick), "{back:?}");
        let values: Vec<_> = back.iter().map(|key| key.value[0]).collect();
        assert_eq!(values, [3.0, 2.0, 2.0, 1.0, 1.0]);
    }

    #[test]
    fn a_last_step_lasts_no_time_where_the_way_back_begins() {
        let span = Span { length: 10.0, loops: Some(1.0), back: true, gentle: Gentle::default() };
        let run = keys(&[(0.0, 1.0, Ease::Linear), (5.0, 2.0, Ease::Step), (10.0, 3.0, Ease::Step)]);
        let plain = Plain { width: 1, keys: run };
        let unrolled = plain.unroll(&Runs { span, ..Runs::whole() }, 100);
        assert_eq!(
            times_and_values(&unrolled.plain.keys),
            [(0.0, 1.0), (5.0, 2.0), (10.0, 2.0), (15.0, 2.0), (20.0, 1.0)]
        );
        assert!(unrolled.jumps && unrolled.is_complete);
    }

    #[test]
    fn a_run_continues_from_an_equal_value_and_jumps_to_another_one() {
        let run = keys(&[(0.0, 5.0, Ease::Linear), (10.0, 8.0, Ease::Step)]);
        let before = [(0.0, 0.0, Ease::Linear), (10.0, 5.0, Ease::Step)];
        let mut equal = keys(&before);
        append(&mut equal, &run, 10.0);
        assert_eq!(times_and_values(&equal), [(0.0, 0.0), (10.0, 5.0), (20.0, 8.0)]);
        let mut other = keys(&[before[0], (10.0, 6.0, Ease::Step)]);
        append(&mut other, &run, 10.0);
        let at = 10.0 - gap(10.0);
        assert_eq!(times_and_values(&other), [(0.0, 0.0), (at, 0.6 * at), (10.0, 5.0), (20.0, 8.0)]);
        let mut jump = keys(&[before[0], (at, 0.0, Ease::Linear), (10.0, 6.0, Ease::Step)]);
        append(&mut jump, &run, 10.0);
        assert_eq!(times_and_values(&jump), [(0.0, 0.0), (at, 0.0), (10.0, 5.0), (20.0, 8.0)]);
        assert_eq!(jump[1].ease, Ease::Step);
    }
}
