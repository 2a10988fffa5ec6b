//! Values and poses over time.

use anim_core::time::beside;
use anim_core::{Affine, Clip, Curve, Ease, Pose, Poser, Sampler, Wrap};

use super::Rules;
use super::difference::{Difference, Kind, numbers};
use super::metric::Metric;
use super::nearby::Nearby;

/// The largest number of frames at which curves are compared and poses computed, in addition to the keys and turns. Longer clips are
/// posed in larger steps, but at every key.
const MOST: usize = 1 << 16;

/// The frame rate for clips without one.
const RATE: f64 = 60.0;

/// The largest difference between two curves from time 0 to `end`, if it exceeds the tolerance. With a tolerance of times it is the
/// distance from the value of either side to the nearest one of the other within that many seconds.
pub(super) fn of_curves(curves: [&Curve; 2], metric: Metric, end: f64, rules: &Rules) -> Option<Difference> {
    let [a, b] = curves;
    if a == b {
        return None;
    }
    let turns = curves.map(|curve| turns(curve, end, rules, MOST));
    let within = within(&turns, end, curves.into_iter().any(may_jump));
    let mut samplers = curves.map(Sampler::new);
    let mut sample = |side: usize, time: f64| {
        let mut value = vec![0.0; curves[side].width()];
        samplers[side].sample(time, &mut value);
        value
    };
    // The seconds to the nearest value of each side at the last time. They are often the same at the next one.
    let mut shifts = [0.0; 2];
    let mut most: Option<Difference> = None;
    for time in moments(within, end, RATE) {
        let (va, vb) = (sample(0, time), sample(1, time));
        let mut off = metric.off(&va, &vb);
        let least = most.as_ref().map_or(rules.tolerance, |most| most.off.unwrap_or(0.0));
        if off > least && rules.time_tolerance > 0.0 {
            off = 0.0;
            for (side, value) in [(1, &va), (0, &vb)] {
                let shifted = metric.off(value, &sample(side, time + shifts[side]));
                if shifted <= least {
                    continue;
                }
                let mut near =
                    Nearby::new(time, rules.time_tolerance, &turns[side], |time| sample(side, time));
                let to_value = |other: &Vec<f64>| metric.off(value, other);
                let apart = |a: &Vec<f64>, b: &Vec<f64>| metric.off(a, b);
                let (nearest, distance) = near.least(least, to_value, apart, |time| sample(side, time));
                shifts[side] = nearest - time;
                off = off.max(distance.min(shifted));
            }
        }
        if off > least {
            most = Some(Difference::numbers(Kind::Curve, &va, &vb, off).at(time));
        }
    }
    most
}

/// The largest difference between the world matrices of each of these pairs of nodes, as that between curves.
pub(super) fn of_poses(clips: [&Clip; 2], nodes: &[[usize; 2]], rules: &Rules) -> Vec<Vec<Difference>> {
    let end = clips[0].duration.max(clips[1].duration);
    let rate = clips[0].rate.or(clips[1].rate).map_or(RATE, anim_core::Rate::hertz);
    let turns = clips.map(|clip| {
        let most = MOST / clip.channels.len().max(1);
        all(clip, |curve| turns(curve, end, rules, most))
    });
    let times = posed(clips, &turns, end, rate);
    let mut posers = clips.map(Poser::new);
    let mut pose = |side: usize, time: f64| {
        let mut pose = Pose::default();
        posers[side].pose(time, &mut pose);
        pose
    };
    let mut farthest: Vec<[Option<Difference>; 2]> = nodes.iter().map(|_| [None, None]).collect();
    for time in times {
        let (pa, pb) = (pose(0, time), pose(1, time));
        let mut around: [Option<Nearby<Pose>>; 2] = [None, None];
        for (&[i, j], [place, alive]) in nodes.iter().zip(&mut farthest) {
            let mut off = apart((&pa, i), (&pb, j));
            let least = place.as_ref().map_or(rules.tolerance, |most| most.off.unwrap_or(0.0));
            if off > least && rules.time_tolerance > 0.0 {
                off = 0.0;
                for (side, here, there) in [(1, (&pa, i), j), (0, (&pb, j), i)] {
                    let near = around[side].get_or_insert_with(|| {
                        Nearby::new(time, rules.time_tolerance, &turns[side], |time| pose(side, time))
                    });
                    let to_node = |other: &Pose| apart(here, (other, there));
                    let apart = |a: &Pose, b: &Pose| apart((a, there), (b, there));
                    off = off.max(near.least(least, to_node, apart, |time| pose(side, time)).1);
                }
            }
            if off == f64::INFINITY && pa.alive[i] != pb.alive[j] {
                alive.get_or_insert_with(|| Difference::new(Kind::Alive, pa.alive[i], pb.alive[j]).at(time));
            } else if off > least {
                let rows = [pa.world[i], pb.world[j]].map(Affine::to_rows);
                let [a, b] = rows.map(|rows| numbers(&rows));
                *place = Some(Difference { off: Some(off), ..Difference::new(Kind::Pose, a, b).at(time) });
            }
        }
    }
    farthest.into_iter().map(|found| found.into_iter().flatten().collect()).collect()
}

/// The distance between two nodes: 0 if neither exists, infinite if only one does.
fn apart((a, i): (&Pose, usize), (b, j): (&Pose, usize)) -> f64 {
    match (a.alive[i], b.alive[j]) {
        (true, true) => a.world[i].distance(&b.world[j]),
        (false, false) => 0.0,
        _ => f64::INFINITY,
    }
}

/// The times of a curve's keys, and those at which a component turns between them, ascending: with those of its repeats from time 0
/// to `end`, and as far beyond as times may differ, unless they are more than `most`.
fn turns(curve: &Curve, end: f64, rules: &Rules, most: usize) -> Vec<f64> {
    let span = [-rules.time_tolerance, end + rules.time_tolerance];
    curve
        .turning_times(span, most)
        .or_else(|| curve.turning_times([curve.start(), curve.end()], usize::MAX))
        .unwrap_or_else(|| curve.times().iter().collect())
}

/// The times that `of` returns for the curves of a clip, ascending.
fn all(clip: &Clip, of: impl Fn(&Curve) -> Vec<f64>) -> Vec<f64> {
    let mut times: Vec<f64> = clip.channels.iter().flat_map(|channel| of(channel.curve())).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    times
}

/// Times at which to pose two clips with these turns, ascending: in long clips not at every turn, but at every key.
fn posed(clips: [&Clip; 2], turns: &[Vec<f64>; 2], end: f64, rate: f64) -> Vec<f64> {
    let jump = clips.iter().any(|clip| clip.channels.iter().any(|channel| may_jump(channel.curve())));
    let times = moments(within(turns, end, jump), end, rate);
    let step = times.len().div_ceil(MOST);
    if step <= 1 {
        return times;
    }
    let keys = clips.map(|clip| all(clip, |curve| curve.times().iter().collect()));
    let mut times: Vec<f64> = times.into_iter().step_by(step).chain(within(&keys, end, jump)).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    times
}

/// Whether a curve may have another value just before a time than at it.
fn may_jump(curve: &Curve) -> bool {
    curve.wrap() != (Wrap::Hold, Wrap::Hold)
        || (0..curve.len()).any(|key| curve.ease(key) == Ease::Step)
        || (1..curve.len()).any(|key| curve.times().get(key) == curve.times().get(key - 1))
}

/// Of some times those from 0 to the end, and if values may `jump`, those just before them.
fn within(times: &[Vec<f64>; 2], end: f64, jump: bool) -> Vec<f64> {
    let before = times.iter().flatten().filter(|_| jump).map(|time| beside(*time)[0]);
    let all = times.iter().flatten().copied().chain(before);
    // Negative zero is zero.
    all.filter(|time| (0.0..=end).contains(time)).map(|time| time + 0.0).collect()
}

/// The times to compare, ascending: these keys and turns, the frames from time 0 to the end, and the midpoints between neighbours.
fn moments(mut times: Vec<f64>, end: f64, rate: f64) -> Vec<f64> {
    let frames = (end * rate).ceil().clamp(1.0, MOST as f64) as usize;
    times.extend((0..=frames).map(|frame| end * (frame as f64 / frames as f64)));
    times.sort_by(f64::total_cmp);
    times.dedup();
    let middles: Vec<_> = times.windows(2).map(|pair| f64::midpoint(pair[0], pair[1])).collect();
    let mut all = Vec::with_capacity(times.len() + middles.len());
    for (index, time) in times.into_iter().enumerate() {
        all.push(time);
        all.extend(middles.get(index));
    }
    all
}

#[cfg(test)]
mod tests;
