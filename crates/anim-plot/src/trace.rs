//! Curves as lines that can be drawn.

use anim_core::{Curve, Ease, Property, Sampler, Wrap, quaternion};

/// The largest number of columns: wider pictures do not show more.
pub(crate) const MOST_COLUMNS: usize = 1 << 16;

/// The largest number of points in a column of a picture: the first, the lowest, the highest and the last point of the line, and one
/// more where values are not finite.
const POINTS_A_COLUMN: usize = 4;

/// The number of keys and turning points in a column above which they can no longer be distinguished.
const BREAKS_A_COLUMN: usize = 64;

/// The largest number of keys and turning points that repeats add, which limits the memory of a curve.
const MOST_BREAKS: usize = 1 << 18;

/// The largest error of a line between its points, as a fraction of the curve's range.
const TOLERANCE: f64 = 1e-3;

/// Every component of a curve over a span of seconds, as a line `[seconds, value]` with ascending times.
///
/// Keys and jumps are exact: a jump consists of points with the same time. Between keys the error of a line is at most a
/// thousandth of the component's range, measured at samples that divide the span into `columns` parts, from 1 to 65,536; other
/// numbers count as the nearest of these. A line has at most four points for each part, and one that interrupts it; with more keys, it keeps its
/// extremes.
/// Values that are not finite interrupt the line: between two points there is one whose value is NaN. A span that does not ascend, or
/// is not finite, has no points.
///
/// Quaternions that drive the whole of a rotation are normalised, as players do, unless all keys are steps.
pub fn trace(curve: &Curve, property: &Property, span: [f64; 2], columns: usize) -> Vec<Vec<[f64; 2]>> {
    let [from, to] = span;
    let columns = columns.clamp(1, MOST_COLUMNS);
    if !(from.is_finite() && to.is_finite() && from <= to) {
        return vec![Vec::new(); curve.width()];
    }
    let turns =
        *property == Property::Rotation && curve.width() == 4 && curve.uniform_ease() != Some(Ease::Step);
    let breaks = breaks(curve, span, columns);
    let mut points = vec![Vec::new(); curve.width()];
    let mut sampler = Sampler::new(curve);
    let mut value = vec![0.0; curve.width()];
    let mut put = |sampled: f64, time: f64| {
        sampler.sample(sampled, &mut value);
        if let Some(rotation) = value.first_chunk_mut().filter(|_| turns) {
            *rotation = quaternion::normalize(*rotation);
        }
        for (points, &value) in points.iter_mut().zip(&value) {
            points.push(Point { time, value, is_aside: sampled != time });
        }
    };
    let column = (to - from) / columns as f64;
    let farthest = curve.start().abs().max(curve.end().abs());
    for pair in breaks.windows(2) {
        let (start, length) = (pair[0], pair[1] - pair[0]);
        let is_bent = column > 0.0 && !is_straight(curve, turns, start.midpoint(pair[1]));
        let parts = if is_bent { (length / column).ceil().clamp(1.0, columns as f64) } else { 1.0 };
        // Far enough from both ends not to count as the time of a jump there.
        let aside = (pair[1].abs().max(farthest) * 2e-7).max(1e-8).min(length / 8.0);
        put(start, start);
        put(start + aside, start);
        for part in 1..parts as usize {
            let time = start + length * part as f64 / parts;
            put(time, time);
        }
        put(pair[1] - aside, pair[1]);
    }
    put(to, to);
    points.into_iter().map(|points| line(&points, span, columns)).collect()
}

/// Whether a curve, normalised if it `turns`, is a straight line or constant around a time that is between two breaks.
fn is_straight(curve: &Curve, turns: bool, time: f64) -> bool {
    let is_line = |ease: Ease| ease == Ease::Step || ease == Ease::Linear && !turns;
    let (before, after) = curve.wrap();
    match (time < curve.start(), time > curve.end()) {
        (true, _) if before == Wrap::Hold => true,
        (_, true) if after == Wrap::Hold => true,
        (false, false) => curve.times().locate(time, 0).is_some_and(|at| is_line(curve.ease(at.key))),
        _ => curve.uniform_ease().is_some_and(is_line),
    }
}

/// A value at a time, or just before or after it.
#[derive(Clone, Copy, Debug)]
struct Point {
    time: f64,
    value: f64,
    is_aside: bool,
}

/// The points that a line needs.
fn line(points: &[Point], span: [f64; 2], columns: usize) -> Vec<[f64; 2]> {
    let (low, high) = range(points.iter().map(|point| point.value));
    let tolerance = (high - low) * TOLERANCE;
    let mut line: Vec<[f64; 2]> = Vec::new();
    for run in points.chunk_by(|a, b| a.value.is_finite() && b.value.is_finite()) {
        if run.iter().all(|point| point.value.is_finite()) {
            line.extend(needed(run, tolerance));
        } else if let (Some([_, value]), Some(point)) = (line.last(), run.first())
            && !value.is_nan()
        {
            line.push([point.time, f64::NAN]);
        }
    }
    line.pop_if(|[_, value]| value.is_nan());
    if line.len() > POINTS_A_COLUMN * columns { thin(&line, span, columns) } else { line }
}

/// The points that a line of finite values needs.
fn needed(points: &[Point], tolerance: f64) -> Vec<[f64; 2]> {
    // Without a jump, the value next to a time is the value at it.
    let is_like = |a: &Point, b: Option<&Point>| {
        b.is_some_and(|b| !b.is_aside && a.time == b.time && (a.value - b.value).abs() <= tolerance)
    };
    let next_to = |index: usize| [index.checked_sub(1), Some(index + 1)].map(|index| points.get(index?));
    let needed = points.iter().enumerate().filter(|(index, point)| {
        !(point.is_aside && next_to(*index).into_iter().any(|other| is_like(point, other)))
    });
    simplify(needed.map(|(_, point)| [point.time, point.value]).collect(), tolerance)
}

/// The times of keys and turning points of a line; if there are too many to distinguish, the span in equal parts.
fn breaks(curve: &Curve, [from, to]: [f64; 2], columns: usize) -> Vec<f64> {
    let parts = (columns * BREAKS_A_COLUMN).min(MOST_BREAKS);
    let equal = || (0..=parts).map(|part| from + (to - from) * part as f64 / parts as f64).collect();
    key_times(curve, [from, to], parts + curve.len()).unwrap_or_else(equal)
}

/// The ends of a span of seconds and, ascending, the times of a curve's keys within it, repeated according to its wraps; `None`
/// if the repeats make more than `most` of them, or if the span does not ascend or is not finite.
pub fn key_times(curve: &Curve, [from, to]: [f64; 2], most: usize) -> Option<Vec<f64>> {
    if !(from.is_finite() && to.is_finite() && from <= to) {
        return None;
    }
    let (start, end) = (curve.start(), curve.end());
    let period = end - start;
    let mut times: Vec<f64> = curve.times().iter().collect();
    for (wrap, [a, b]) in [(curve.wrap().0, [from, to.min(start)]), (curve.wrap().1, [from.max(end), to])] {
        if wrap == Wrap::Hold || period <= 0.0 || a >= b {
            continue;
        }
        let (first, last) = (((a - start) / period).floor(), ((b - start) / period).floor());
        if (last - first + 1.0) * curve.len() as f64 > most as f64 {
            return None;
        }
        for turn in 0..=(last - first) as usize {
            let turn = first + turn as f64;
            let back = wrap == Wrap::PingPong && turn.rem_euclid(2.0) == 1.0;
            let of = |time: f64| turn * period + if back { start + (end - time) } else { time };
            times.extend(curve.times().iter().map(of).filter(|time| (a..=b).contains(time)));
        }
    }
    times.retain(|time| (from..=to).contains(time));
    times.extend([from, to]);
    times.sort_by(f64::total_cmp);
    times.dedup();
    Some(times)
}

/// Removes points that are close enough to the line between their neighbours.
fn simplify(line: Vec<[f64; 2]>, tolerance: f64) -> Vec<[f64; 2]> {
    let mut kept: Vec<[f64; 2]> = Vec::new();
    // The range of slopes from the last kept point that pass near all points since then.
    let mut window = [f64::NEG_INFINITY, f64::INFINITY];
    let mut last: Option<[f64; 2]> = None;
    for point in line {
        let Some(anchor) = kept.last().copied() else {
            kept.push(point);
            continue;
        };
        let slope = |value: f64, from: [f64; 2]| (value - from[1]) / (point[0] - from[0]);
        let passes = point[0] > anchor[0] && (window[0]..=window[1]).contains(&slope(point[1], anchor));
        let mut base = anchor;
        if let Some(last) = last.filter(|_| !passes) {
            kept.push(last);
            (window, base) = ([f64::NEG_INFINITY, f64::INFINITY], last);
        }
        if point[0] > base[0] {
            window[0] = window[0].max(slope(point[1] - tolerance, base));
            window[1] = window[1].min(slope(point[1] + tolerance, base));
        } else {
            // A jump is kept unchanged.
            window = [1.0, 0.0];
        }
        last = Some(point);
    }
    kept.extend(last);
    kept.dedup();
    kept
}

/// The first, the lowest, the highest and the last point of each column, and one that interrupts the line.
fn thin(line: &[[f64; 2]], [from, to]: [f64; 2], columns: usize) -> Vec<[f64; 2]> {
    let column = |point: &[f64; 2]| ((point[0] - from) / (to - from) * columns as f64) as usize;
    let mut out = Vec::new();
    for chunk in line.chunk_by(|a, b| column(a) == column(b)) {
        let extreme = |wanted: fn(&f64, &f64) -> std::cmp::Ordering| {
            let finite = (0..chunk.len()).filter(|&index| chunk[index][1].is_finite());
            finite.max_by(|&a, &b| wanted(&chunk[a][1], &chunk[b][1]))
        };
        let (low, high) = (extreme(|a, b| b.total_cmp(a)), extreme(f64::total_cmp));
        let gap = chunk.iter().position(|point| point[1].is_nan());
        let mut picks = vec![0, chunk.len() - 1];
        picks.extend([low, high, gap].into_iter().flatten());
        picks.sort_unstable();
        picks.dedup();
        out.extend(picks.into_iter().map(|pick| chunk[pick]));
    }
    out
}

/// The lowest and the highest value; 0 and 0 without values.
pub(crate) fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let range = values.filter(|value| value.is_finite()).fold(None, |range: Option<(f64, f64)>, value| {
        Some(range.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
    });
    range.unwrap_or_default()
}

#[cfg(test)]
mod tests;
