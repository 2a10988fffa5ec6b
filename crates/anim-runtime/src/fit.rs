//! Fitting a track with rows of a grid or with keys, and the error.

use anim_core::quaternion;

use crate::keyed::Keyed;
use crate::track::Track;
use crate::vector;

/// The fractions of an interval at which the lines of a grid are compared with the track. No two differ by a simple fraction, since
/// whole turns between them would look like no rotation.
const PROBES: [f64; 3] = [0.219, 0.5, 0.773];

/// The relative error of a number in single precision.
const SINGLE: f64 = (f32::EPSILON / 2.0) as f64;

/// A compiled track.
pub(crate) enum Fitted<const K: usize> {
    /// The same value at all times.
    Still([f32; K]),
    /// Values at the rows of a grid, with straight lines in between.
    Smooth(Vec<[f32; K]>),
    /// Values at the rows of a grid that hold in between.
    Held(Vec<[f32; K]>),
    /// Keys at their own times.
    Keyed(Keyed<K>),
}

/// How values of a property are compared and interpolated.
pub(crate) trait Kind<const K: usize> {
    /// The distance between two values: a length, an angle in radians, or the largest difference of a ratio.
    fn distance(a: [f64; K], b: [f64; K]) -> f64;

    /// The value between two others, as in playing.
    fn between(a: [f32; K], b: [f32; K], u: f32) -> [f32; K];

    /// The same value in the form nearest to the one before it.
    fn next(value: [f32; K], before: [f32; K]) -> [f32; K];

    /// An upper bound of the error of straight lines between the rows of an exact track.
    fn bend(from: [f32; K], to: [f32; K]) -> f64;
}

pub(crate) struct Place;
pub(crate) struct Turn;
pub(crate) struct Size;

impl Kind<3> for Place {
    fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
        (0..3).map(|i| (a[i] - b[i]) * (a[i] - b[i])).sum::<f64>().sqrt()
    }

    fn between(a: [f32; 3], b: [f32; 3], u: f32) -> [f32; 3] {
        vector::lerp(a, b, u)
    }

    fn next(value: [f32; 3], _: [f32; 3]) -> [f32; 3] {
        value
    }

    fn bend(from: [f32; 3], to: [f32; 3]) -> f64 {
        let size = from.iter().chain(&to).fold(0.0f32, |most, part| most.max(part.abs()));
        4.0 * SINGLE * f64::from(size)
    }
}

impl Kind<3> for Size {
    fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
        (0..3).map(|i| (a[i] - b[i]).abs()).fold(0.0, f64::max)
    }

    fn between(a: [f32; 3], b: [f32; 3], u: f32) -> [f32; 3] {
        vector::lerp(a, b, u)
    }

    fn next(value: [f32; 3], _: [f32; 3]) -> [f32; 3] {
        value
    }

    fn bend(from: [f32; 3], to: [f32; 3]) -> f64 {
        Place::bend(from, to)
    }
}

impl Kind<4> for Turn {
    fn distance(a: [f64; 4], b: [f64; 4]) -> f64 {
        quaternion::angle_between(quaternion::normalize(a), quaternion::normalize(b))
    }

    fn between(a: [f32; 4], b: [f32; 4], u: f32) -> [f32; 4] {
        vector::nlerp(a, b, u)
    }

    fn next(value: [f32; 4], before: [f32; 4]) -> [f32; 4] {
        let value = vector::normalize(value);
        if vector::dot(value, before) < 0.0 { value.map(|part| -part) } else { value }
    }

    /// On a straight line between two quaternions, the rotation runs ahead of the arc and then behind it: for half an angle ω by
    /// at most 0.036·ω³ up to 91°, which the tests measure.
    fn bend(from: [f32; 4], to: [f32; 4]) -> f64 {
        let [a, b] = [from, to].map(|q| q.map(f64::from));
        let half = quaternion::angle_between(a, b) / 2.0;
        let most = if half <= 0.8 { 0.036 * half.powi(3) } else { half };
        most + 8.0 * SINGLE
    }
}

/// A track fitted over a clip, for a grid with this many intervals, and the largest error.
pub(crate) fn fit<T: Kind<K>, const K: usize>(
    track: &mut Track<'_, K>,
    duration: f64,
    intervals: usize,
) -> (Fitted<K>, f64) {
    let first = single::<T, K>(track.at(0.0), [0.0; K]);
    if duration == 0.0 {
        let error = T::distance(track.at(0.0), first.map(f64::from));
        return (Fitted::Still(first), error);
    }
    let jumps = track.jumps(duration);
    let is_held = track.holds() && track.jumps_on_grid(duration, intervals);
    if !jumps.is_empty() && !is_held {
        return keyed::<T, K>(track, duration, intervals, &jumps);
    }
    let mut rows = Vec::with_capacity(intervals + 1);
    let exact = track.rows(duration, intervals);
    // A held value is sampled half way between rows: a jump may be next to its row, on either side.
    let later = if jumps.is_empty() { 0.0 } else { 0.5 };
    let mut last = first;
    for row in 0..=intervals {
        let value = match exact {
            Some(values) => std::array::from_fn(|part| values[row * K + part]),
            None => track.at(duration * ((row as f64 + later) / intervals as f64).min(1.0)),
        };
        last = single::<T, K>(value, last);
        rows.push(last);
    }
    if !jumps.is_empty() {
        let error = rows.iter().map(|row| T::bend(*row, *row)).fold(0.0, f64::max);
        return (Fitted::Held(rows), error);
    }
    let error = match exact {
        Some(_) => rows.windows(2).map(|pair| T::bend(pair[0], pair[1])).fold(0.0, f64::max),
        None => error::<T, K>(track, duration, &rows),
    };
    if rows.iter().all(|row| *row == first) {
        (Fitted::Still(first), error)
    } else {
        (Fitted::Smooth(rows), error)
    }
}

/// The largest error between the rows of a grid, including keys there.
fn error<T: Kind<K>, const K: usize>(track: &mut Track<'_, K>, duration: f64, rows: &[[f32; K]]) -> f64 {
    let intervals = (rows.len() - 1) as f64;
    let mut most: f64 = rows.iter().map(|row| T::bend(*row, *row)).fold(0.0, f64::max);
    let keys = track.keys(duration);
    let probes =
        (0..rows.len() - 1).flat_map(|row| PROBES.map(|probe| duration * (row as f64 + probe) / intervals));
    for time in probes.chain(keys) {
        let position = time / duration * intervals;
        let row = (position as usize).min(rows.len() - 2);
        let shown = T::between(rows[row], rows[row + 1], (position - row as f64) as f32);
        most = most.max(T::distance(track.at(time), shown.map(f64::from)));
    }
    most
}

/// Keys at the jumps of a held track; otherwise keys at the rows of a grid, at the keys of the track, and two at each jump: before and
/// after it.
fn keyed<T: Kind<K>, const K: usize>(
    track: &mut Track<'_, K>,
    duration: f64,
    intervals: usize,
    jumps: &[f64],
) -> (Fitted<K>, f64) {
    let holds = track.holds();
    // The time of each key, and the time at which its value is sampled: at the jump itself, the value may be from either side.
    let mut places = Vec::new();
    let starts = std::iter::once(0.0).chain(jumps.iter().copied());
    let ends = jumps.iter().copied().chain([duration]);
    for (start, end) in starts.zip(ends) {
        let gap = next_to(end).min((end - start) / 4.0);
        if holds {
            places.push((start, f64::midpoint(start, end)));
        } else {
            places.extend([(start, start + gap), (end, end - gap)]);
        }
    }
    if !holds {
        let rows = (0..=intervals).map(|row| duration * row as f64 / intervals as f64);
        // Next to a jump, the value may be from either side.
        let is_clear = |time: &f64| {
            let next = jumps.partition_point(|jump| *jump < time - next_to(*time));
            jumps.get(next).is_none_or(|jump| *jump > time + next_to(*time))
        };
        places.extend(rows.chain(track.keys(duration)).filter(is_clear).map(|time| (time, time)));
    }
    places.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    places.dedup();
    let mut keyed = Keyed { joint: track.joint, times: Vec::new(), values: Vec::new(), holds: Vec::new() };
    let mut last = [0.0; K];
    for (time, sampled) in places {
        last = single::<T, K>(track.at(sampled), last);
        keyed.times.push(time);
        keyed.values.push(last);
        keyed.holds.push(holds);
    }
    let mut most = keyed.values.iter().map(|value| T::bend(*value, *value)).fold(0.0, f64::max);
    for pair in keyed.times.windows(2).filter(|pair| !holds && pair[0] < pair[1]) {
        for time in PROBES.map(|probe| pair[0] + probe * (pair[1] - pair[0])) {
            let (a, b, u) = keyed.around(time);
            most = most.max(T::distance(track.at(time), T::between(a, b, u).map(f64::from)));
        }
    }
    if holds && track.is_cut(duration) {
        most = most.max(held_error::<T, K>(track, duration, intervals, &keyed));
    }
    (Fitted::Keyed(keyed), most)
}

/// The largest error of a held track with too many repeated keys: where these are left out, the first key or the last one holds,
/// whatever value the track has.
fn held_error<T: Kind<K>, const K: usize>(
    track: &mut Track<'_, K>,
    duration: f64,
    intervals: usize,
    keyed: &Keyed<K>,
) -> f64 {
    let mut most = 0.0_f64;
    let ends = [keyed.values.first(), keyed.values.last()];
    for time in track.keys(duration) {
        let value = track.at(time);
        for end in ends.into_iter().flatten() {
            most = most.max(T::distance(value, end.map(f64::from)));
        }
    }
    for row in 0..intervals {
        for time in PROBES.map(|probe| duration * (row as f64 + probe) / intervals as f64) {
            let (shown, ..) = keyed.around(time);
            most = most.max(T::distance(track.at(time), shown.map(f64::from)));
        }
    }
    most
}

/// The distance from a jump, in seconds, within which a value may be from the other side: times are rounded to single precision.
fn next_to(time: f64) -> f64 {
    2e-7 * time.max(1.0)
}

fn single<T: Kind<K>, const K: usize>(value: [f64; K], before: [f32; K]) -> [f32; K] {
    T::next(value.map(|part| part as f32), before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straight_lines_between_quaternions_stay_within_the_bound() {
        for degrees in [1.0f64, 10.0, 45.0, 60.0, 90.0, 91.5] {
            let half = degrees.to_radians() / 2.0;
            let ahead = |u: f64| {
                let line = (u * half.sin()).atan2(1.0 - u + u * half.cos());
                2.0 * (line - u * half).abs()
            };
            let most = (0..=1000).map(|i| ahead(f64::from(i) / 1000.0)).fold(0.0, f64::max);
            let bound = Turn::bend([0.0, 0.0, 0.0, 1.0], [0.0, 0.0, half.sin() as f32, half.cos() as f32]);
            assert!(most <= bound && bound <= 1.6 * most + 1e-6, "{degrees}: {most} of {bound}");
        }
    }
}
