//! A part of a curve as a curve.

use super::distance::baked_error;
use super::draft::{CurveError, Draft, SAME};
use super::repeats::Repeats;
use super::seam::go_on;
use crate::{ClipError, Curve, Ease, Fineness, KeyLimit, Property, Sampler, Winding, Wrap, bake};

/// The tolerance for repeats that do not keep their own keys.
const FINE: f64 = 1e-6;

/// The part of a curve over a span of seconds; its time 0 is the start of the span.
///
/// A curve whose keys are all within the span keeps its wraps, and so does a repeating curve if a whole period fits into the span.
/// Any other curve gets keys at the ends of the span if it moves there, and holds the values at the ends.
///
/// Errors: [`ClipError::TooManyKeys`] if a curve repeats too often to be written out.
pub(super) fn section(
    property: &Property,
    curve: &Curve,
    [from, to]: [f64; 2],
    room: &Repeats,
) -> Result<Draft, ClipError> {
    let (start, end) = (curve.start(), curve.end());
    let fits = |start: f64, end: f64| from <= start + SAME && end <= to + SAME;
    if fits(start, end) {
        let mut draft = Draft::of(curve);
        draft.shift(-from);
        return Ok(draft);
    }
    let wrap = match repeats(curve, [from, to]) {
        [true, false] if to <= end + SAME => curve.wrap().0,
        [false, true] if from >= start - SAME => curve.wrap().1,
        _ => Wrap::Hold,
    };
    let period = if wrap == Wrap::PingPong { 2.0 * (end - start) } else { end - start };
    let turns = ((from - start - SAME) / period).ceil();
    if wrap != Wrap::Hold
        && !bends(curve)
        && turns.is_finite()
        && fits(start + turns * period, end + turns * period)
    {
        let mut draft = Draft::of(curve);
        rise(&mut draft, if wrap == Wrap::RepeatWithOffset { turns } else { 0.0 });
        draft.shift(turns * period - from);
        draft.wrap = (wrap, wrap);
        return Ok(draft);
    }
    let mut draft = written_out(property, curve, [from, to], room)?;
    draft.shift(-from);
    Ok(draft)
}

/// The part of a curve over a span of seconds, with keys at the ends if it moves there, every repetition written out, and held
/// values before and after. Repeats are baked if they have too many keys otherwise, or if an offset bends their arcs.
///
/// Errors: [`ClipError::TooManyKeys`].
pub(super) fn written_out(
    property: &Property,
    curve: &Curve,
    [from, to]: [f64; 2],
    room: &Repeats,
) -> Result<Draft, ClipError> {
    let [early, late] = repeats(curve, [from, to]);
    if !early && !late {
        let mut keys = Draft { wrap: (Wrap::Hold, Wrap::Hold), ..Draft::around(curve, [from, to]) };
        keys.restrict([from, to]);
        return Ok(keys);
    }
    let (own, most) = room.for_curve(curve, [from, to])?;
    // Each period may end with a jump, whose key does not count.
    let jumps = ((to - from) / (curve.end() - curve.start())) as usize;
    let whole =
        if bends(curve) { None } else { repeated(property, curve, [from, to], most.saturating_add(jumps)) };
    let whole = whole.map_or_else(|| baked(property, curve, [from, to], most), Ok)?;
    room.spend(own.max(whole.len().saturating_sub(jumps)));
    Ok(whole)
}

/// A curve over a span of seconds as at most so many keys joined by straight lines or arcs.
fn baked(property: &Property, curve: &Curve, span: [f64; 2], most: usize) -> Result<Draft, ClipError> {
    let most = most as f64;
    let limit = KeyLimit { free: most, all: most, ..KeyLimit::default() };
    let baked = bake(curve, span, Fineness { limit, ..FINE.into() })?;
    let mut sampler = Sampler::new(curve);
    let sample = |time: f64, out: &mut [f64]| sampler.sample(time, out);
    let size = baked_error(property, &baked, &[curve], span, &mut Winding::new([]), sample);
    let error = CurveError { size, cause: "repeats were baked to keys" };
    Ok(Draft { error, jump: baked.jump, ..Draft::of(&baked.curve) })
}

/// A repeating curve over a span of seconds with its own keys, `None` if there are more than so many: a jump at the end of a period
/// cuts its last segment, which may take several.
fn repeated(property: &Property, curve: &Curve, [from, to]: [f64; 2], most: usize) -> Option<Draft> {
    let (start, end) = (curve.start(), curve.end());
    let [early, late] = repeats(curve, [from, to]);
    let period = end - start;
    let [first, last] = [((from - start) / period).floor(), ((to - start) / period).ceil() - 1.0];
    let [first, last] = [if early { first } else { first.max(0.0) }, if late { last } else { last.min(0.0) }];
    let keys = Draft { wrap: (Wrap::Hold, Wrap::Hold), ..Draft::of(curve) };
    let mut whole = keys.clone();
    whole.keep(0..0);
    for turn in 0..=(last - first) as u64 {
        let turn = first + turn as f64;
        let wrap = if turn < 0.0 { curve.wrap().0 } else { curve.wrap().1 };
        let backwards = wrap == Wrap::PingPong && turn.rem_euclid(2.0) == 1.0;
        let mut piece = if backwards { keys.reversed([start + end; 2]) } else { keys.clone() };
        // Backwards, a step shows its new value only at the key itself.
        piece.instant |= backwards && (0..keys.len()).any(|key| keys.is_step(key));
        rise(&mut piece, if wrap == Wrap::RepeatWithOffset { turn } else { 0.0 });
        piece.shift(turn * period);
        let (starts, ends) = (start + turn * period, start + (turn + 1.0) * period);
        let [left, right] = [from.max(starts), to.min(ends)];
        if right - left < SAME {
            continue;
        }
        // A period keeps a key at its start, even if nothing moves there.
        piece.restrict([
            if from > starts { from } else { piece.start() },
            if to < ends { to } else { piece.end() },
        ]);
        go_on(property, &mut whole, piece);
        if whole.len() > most {
            return None;
        }
    }
    if whole.len() == 0 {
        whole.append(Draft::key(from, &curve.at(from)));
    }
    Some(whole)
}

/// Whether the offset of the periods bends arcs: it is added component by component.
fn bends(curve: &Curve) -> bool {
    let (before, after) = curve.wrap();
    [before, after].contains(&Wrap::RepeatWithOffset)
        && (0..curve.len()).any(|key| curve.ease(key) == Ease::Slerp)
}

/// Whether a span includes repetitions before the keys of a curve, and after them.
fn repeats(curve: &Curve, [from, to]: [f64; 2]) -> [bool; 2] {
    let (start, end) = (curve.start(), curve.end());
    let moves = |wrap: Wrap| wrap != Wrap::Hold && end > start;
    [from < start - SAME && moves(curve.wrap().0), to > end + SAME && moves(curve.wrap().1)]
}

/// Adds the offset of a number of periods.
fn rise(draft: &mut Draft, periods: f64) {
    if periods == 0.0 {
        return;
    }
    let (first, last) = (draft.value(0).to_vec(), draft.value(draft.len() - 1).to_vec());
    for value in draft.values.chunks_exact_mut(first.len()) {
        for ((value, first), last) in value.iter_mut().zip(&first).zip(&last) {
            *value += periods * (last - first);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Times;

    #[test]
    fn a_part_of_a_long_curve_has_the_memory_of_its_own_keys() {
        let times: Vec<f64> = (0..10_000).map(f64::from).collect();
        let curve = Curve::new(Times::keys(&*times).unwrap(), 1, times.clone(), Ease::Linear).unwrap();
        let around = Draft::around(&curve, [5000.5, 5004.5]);
        assert!(around.start() < 5000.5 && around.end() > 5004.5 && around.len() < 12);
        let part = section(&Property::Visible, &curve, [5000.5, 5004.5], &Repeats::of_curve(&curve)).unwrap();
        assert!(part.times.capacity() < 64 && part.values.capacity() < 64 && part.handles.capacity() < 64);
        assert_eq!(part.times, [0.0, 0.5, 1.5, 2.5, 3.5, 4.0]);
        assert_eq!(part.values, [5000.5, 5001.0, 5002.0, 5003.0, 5004.0, 5004.5]);
    }

    #[test]
    fn whole_turns_go_on() {
        let tau = std::f64::consts::TAU;
        let angle = Property::Angle { axis: [0.0, 0.0, 1.0] };
        for (end, values) in
            [(tau, vec![0.0, tau, 2.0 * tau]), (tau / 2.0, vec![0.0, tau / 2.0, 0.0, tau / 2.0])]
        {
            let curve =
                Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![0.0, end], Ease::Linear).unwrap();
            let curve = curve.with_wrap(Wrap::Hold, Wrap::Repeat);
            let whole = written_out(&angle, &curve, [0.0, 2.0], &Repeats::of_curve(&curve)).unwrap();
            let mut found = whole.values.clone();
            found.dedup_by(|a, b| (*a - *b).abs() < 1e-5);
            assert!(found.iter().zip(&values).all(|(a, b)| (a - b).abs() < 1e-5), "{found:?}");
            assert_eq!(whole.jump > 0.0, end != tau);
        }
    }

    #[test]
    fn waves_that_jumps_cut_take_no_more_keys_than_there_are() {
        // Half a cosine that is cut becomes 64 pieces: 128,000 keys.
        let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![0.0, 1.0], Ease::Sine).unwrap();
        let curve = curve.with_wrap(Wrap::Hold, Wrap::Repeat);
        let property = Property::named("wave", 1);
        let room = Repeats::of_curve(&curve);
        let waves = written_out(&property, &curve, [0.0, 2000.0], &room).unwrap();
        assert!((16_000..16_384 + 2 * 2000).contains(&waves.len()), "{}", waves.len());
        let (error, made) = (waves.error.size, waves.curve().unwrap());
        let times = (0..200_000).map(|step| f64::from(step) * 0.01 + 0.0049);
        let off = times.map(|time| (made.at(time)[0] - curve.at(time)[0]).abs()).fold(0.0, f64::max);
        assert!((0.5..=1.0).contains(&(off / error)), "{off} of {error}");
        // All are spent, except those that baking saved.
        assert!(written_out(&property, &curve, [0.0, 9000.0], &room).is_err());
    }

    #[test]
    fn repeats_take_so_many_keys_and_no_more() {
        let times = Times::keys([0.0, 1.0]).unwrap();
        let curve = Curve::new(times, 1, vec![0.0, 1.0], Ease::Linear).unwrap();
        let curve = curve.with_wrap(Wrap::Hold, Wrap::PingPong);
        let most = 16_384 + 2 * 64;
        let all = || Repeats::of_curve(&curve);
        let keys = |seconds: usize, room: &Repeats| {
            written_out(&Property::Visible, &curve, [0.0, seconds as f64], room).map(|keys| keys.len())
        };
        assert_eq!(keys(most - 1, &all()), Ok(most));
        assert_eq!(keys(most, &all()), Err(ClipError::TooManyKeys { most }));
        // Several curves share them.
        let room = all();
        assert_eq!(keys(most - 11, &room), Ok(most - 10));
        assert_eq!(keys(9, &room), Ok(10));
        assert_eq!(keys(2, &room), Err(ClipError::TooManyKeys { most }));
    }
}
