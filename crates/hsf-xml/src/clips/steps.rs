//! The values of a track, each with the tick from which it applies.

use crate::eval::lane::Lane;
use crate::eval::track::Track;

/// The number of pieces into which a curved part of a timeline is divided, so that each piece turns back at most once.
const PIECES: u32 = 32;

/// The number of times that an interval of ticks is halved to find a tick.
const HALVINGS: u32 = 64;

/// Steps nearer than this fraction of their part of the timeline are one: a curve that comes to rest at a position is that near
/// to it for longer.
const NEAR: f64 = 1e-7;

/// The steps of a track.
pub(super) struct Steps {
    /// Ticks, ascending, and the index of the value from there on.
    pub(super) list: Vec<(f64, usize)>,
    /// Whether a part of the timeline overshoots its two positions.
    pub(super) wanders: bool,
    /// Whether all steps are in the list, which is bounded by the number of values and positions.
    pub(super) is_complete: bool,
}

impl Steps {
    /// The steps of a track, which depend only on its timeline.
    pub(super) fn of(track: &Track) -> Self {
        let (timeline, per) = (&track.timeline, track.per_position());
        // Each curved part may reach all values; all parts together are limited to a few times as many as there are.
        let mut left = 64 + 8 * (track.last() + timeline.len());
        let mut steps = Self { list: Vec::new(), wanders: false, is_complete: true };
        for part in 0..timeline.len() {
            let (from, to, first) = (timeline.tick(part), timeline.tick(part + 1), part * per);
            steps.push(from, first.min(track.last()), 0.0);
            if part + 1 == timeline.len() {
                break;
            }
            if timeline.is_straight(part) {
                for k in (1..per).filter(|k| first + k <= track.last()) {
                    steps.push(from + (to - from) * k as f64 / per as f64, first + k, 0.0);
                }
                continue;
            }
            let near = NEAR * (to - from);
            for (tick, index) in curved(track, from, to).take(left + 1) {
                if left == 0 {
                    steps.is_complete = false;
                    break;
                }
                left -= 1;
                if to - tick > near {
                    steps.wanders |= !(first..first + per).contains(&index);
                    steps.push(tick, index, near);
                }
            }
        }
        steps
    }

    /// Adds a step, replacing one less than `near` before it.
    fn push(&mut self, tick: f64, index: usize, near: f64) {
        while self.list.last().is_some_and(|(last, _)| tick - last <= near) {
            self.list.pop();
        }
        if self.list.last().is_none_or(|(_, last)| *last != index) {
            self.list.push((tick, index));
        }
    }

    /// The ticks at which a lane reaches another keyframe, and the number of the keyframe.
    pub(super) fn keys_of<'a>(&'a self, lane: &'a Lane) -> impl Iterator<Item = (f64, usize)> + 'a {
        let mut before = None;
        self.list.iter().filter_map(move |&(tick, index)| {
            let key = lane.keys.partition_point(|key| key.index <= index).saturating_sub(1);
            (before.replace(key) != Some(key)).then_some((tick, key))
        })
    }
}

/// The steps inside a curved part of a timeline.
fn curved(track: &Track, from: f64, to: f64) -> impl Iterator<Item = (f64, usize)> {
    let place =
        |tick: f64| (track.timeline.position(tick) * track.per_position() as f64).min(track.last() as f64);
    let end = to.next_down();
    let mut ticks: Vec<f64> =
        (0..=PIECES).map(|piece| from + (end - from) * f64::from(piece) / f64::from(PIECES)).collect();
    let turns: Vec<f64> =
        ticks.windows(3).filter_map(|window| turn(&place, window[0], window[1], window[2])).collect();
    ticks.extend(turns);
    ticks.sort_by(f64::total_cmp);
    let pieces: Vec<[f64; 2]> = ticks.windows(2).map(|pair| [pair[0], pair[1]]).collect();
    pieces.into_iter().flat_map(move |[start, end]| {
        let (first, last) = (place(start).floor() as usize, place(end).floor() as usize);
        let up =
            (first + 1..=last).map(move |index| (crossed(&place, start, end, index as f64, true), index));
        let down = (last..first)
            .rev()
            .map(move |index| (crossed(&place, start, end, index as f64 + 1.0, false), index));
        up.chain(down)
    })
}

/// The tick between `a` and `c` at which a position turns back; `None` if it does not.
fn turn(place: &impl Fn(f64) -> f64, a: f64, b: f64, c: f64) -> Option<f64> {
    let (before, after) = (place(b) - place(a), place(c) - place(b));
    if before * after >= 0.0 {
        return None;
    }
    let (mut low, mut high) = (a, c);
    for _ in 0..HALVINGS {
        let third = (high - low) / 3.0;
        let is_left = (place(low + third) < place(high - third)) != before.is_sign_positive();
        if is_left {
            high -= third;
        } else {
            low += third;
        }
    }
    Some(f64::midpoint(low, high))
}

/// The first tick between `from` and `to` at which a position is at `bound` or above; below, if it is not going up.
fn crossed(place: &impl Fn(f64) -> f64, mut from: f64, mut to: f64, bound: f64, up: bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(from, to);
        if (place(middle) >= bound) == up {
            to = middle;
        } else {
            from = middle;
        }
    }
    to
}
