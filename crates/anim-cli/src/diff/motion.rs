//! Values and poses over time.

use anim_core::{Affine, Clip, Curve, Pose, Poser, Sampler};

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
    let within = turns.iter().flatten().copied().filter(|time| (0.0..=end).contains(time)).collect();
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
    let within = |time: &f64| (0.0..=end).contains(time);
    let times = moments(turns.iter().flatten().copied().filter(within).collect(), end, rate);
    let step = times.len().div_ceil(MOST);
    if step <= 1 {
        return times;
    }
    let keys = clips.map(|clip| all(clip, |curve| curve.times().iter().collect())).into_iter().flatten();
    let mut times: Vec<f64> = times.into_iter().step_by(step).chain(keys.filter(within)).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    times
}

/// The times to compare, ascending: the keys and turns, the frames from time 0 to the end, and the midpoints between neighbours.
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
mod tests {
    use anim_core::{Channel, Ease, Handles, Node, Property, Times};

    use super::super::By;
    use super::*;

    fn step(at: f64) -> Curve {
        Curve::new(Times::keys([0.0, at, 2.0]).unwrap(), 1, vec![0.0, 5.0, 5.0], Ease::Step).unwrap()
    }

    #[test]
    fn a_jump_may_come_as_much_later_as_the_tolerance_of_times() {
        for (time_tolerance, expected) in [(0.0, Some(5.0)), (0.001, Some(5.0)), (0.02, None)] {
            for tolerance in [0.0, 0.1] {
                let rules = Rules { by: By::Values, tolerance, time_tolerance };
                let most = of_curves([&step(1.0), &step(1.01)], Metric::Numbers, 2.0, &rules);
                assert_eq!(most.and_then(|most| most.off), expected, "{time_tolerance}");
            }
        }
    }

    #[test]
    fn a_larger_tolerance_of_times_never_finds_more() {
        let ramp = |times: [f64; 3]| {
            let values = vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
            Curve::new(Times::keys(times).unwrap(), 3, values, Ease::Linear).unwrap()
        };
        let curves = [ramp([0.0, 1.0, 2.0]), ramp([0.005, 1.005, 2.0])];
        let clips = curves.clone().map(|curve| clip(Property::Translation, curve));
        for (time_tolerance, expected) in [
            (0.0, Some(0.005)),
            (0.002, Some(0.003)),
            (0.005, None),
            (0.0051, None),
            (0.0075, None),
            (0.01, None),
            (0.1, None),
            (1.0, None),
            (100.0, None),
        ] {
            let rules = Rules { by: By::Values, tolerance: 1e-4, time_tolerance };
            let values = of_curves([&curves[0], &curves[1]], Metric::Numbers, 2.0, &rules);
            let poses = of_poses([&clips[0], &clips[1]], &[[0, 0]], &rules).concat();
            for found in [values.as_ref(), poses.first()].map(|found| found.and_then(|most| most.off)) {
                let is_expected = match (found, expected) {
                    (Some(found), Some(expected)) => (found - expected).abs() < 1e-9,
                    (found, expected) => found == expected,
                };
                assert!(is_expected, "{time_tolerance}: {found:?} {expected:?}");
            }
        }
    }

    #[test]
    fn the_keys_the_frames_and_the_middles_are_looked_at() {
        assert_eq!(moments(vec![0.25], 1.0, 1.0), [0.0, 0.125, 0.25, 0.625, 1.0]);
        assert_eq!(moments(vec![], 0.0, 60.0), [0.0]);
        assert!(moments(vec![], 1e300, 60.0).len() < 3 * MOST);
    }

    fn clip(property: Property, curve: Curve) -> Clip {
        let channels = vec![Channel::new(0, property, curve).unwrap()];
        Clip::new("").with_nodes(vec![Node::new("n")]).with_channels(channels).with_duration(2.0)
    }

    #[test]
    fn an_excursion_between_two_samples_is_seen() {
        // With tangents of 100 at both keys, the first 0.01 s are 2u³ − 3u² + u, which is 0 in the middle.
        let mut handles = vec![Handles::default(); 9];
        handles[0].out = [0.01 / 3.0, 1.0 / 3.0];
        handles[3].into = [-0.01 / 3.0, -1.0 / 3.0];
        let times = Times::keys([0.0, 0.01, 2.0]).unwrap();
        let bump = Curve::new(times, 3, vec![0.0; 9], Ease::Bezier).unwrap().with_handles(handles).unwrap();
        let flat = Curve::constant(&[0.0; 3]).unwrap();
        let rules = Rules { by: By::Values, tolerance: 1e-3, time_tolerance: 0.0 };
        let values = of_curves([&bump, &flat], Metric::Numbers, 2.0, &rules);
        let clips = [bump, flat].map(|curve| clip(Property::Translation, curve));
        let poses = of_poses([&clips[0], &clips[1]], &[[0, 0]], &rules).concat();
        for found in [values.as_ref(), poses.first()] {
            let off = found.and_then(|most| most.off).unwrap_or(0.0);
            assert!((off - 3_f64.sqrt() / 18.0).abs() < 1e-9, "{off}");
        }
    }

    #[test]
    fn a_turn_is_the_same_however_it_is_said() {
        let quarter = std::f64::consts::FRAC_PI_2;
        let turn = anim_core::quaternion::from_axis_angle([0.0, 0.0, 1.0], quarter);
        let a = clip(Property::Angle { axis: [0.0, 0.0, 1.0] }, Curve::constant(&[quarter]).unwrap());
        let b = clip(Property::Rotation, Curve::constant(&turn).unwrap());
        let rules = Rules { by: By::Pose, tolerance: 1e-12, time_tolerance: 0.0 };
        assert_eq!(of_poses([&a, &b], &[[0, 0]], &rules), [vec![]]);
        let c = clip(Property::Translation, Curve::constant(&[0.0, 3.0, 0.0]).unwrap());
        let found = of_poses([&a, &c], &[[0, 0]], &rules);
        assert!(matches!(&found[0][..], [most] if most.kind == Kind::Pose && most.off == Some(3.0)));
    }

    #[test]
    fn each_key_of_a_long_clip_is_looked_at() {
        const KEYS: usize = 200_000;
        let far = |at: Option<usize>| {
            let mut values = vec![0.0; 3 * KEYS];
            if let Some(at) = at {
                values[3 * at] = 100.0;
            }
            let times = Times::uniform(0.0, anim_core::Rate::per_second(120), KEYS).unwrap();
            let curve = Curve::new(times, 3, values, Ease::Linear).unwrap();
            clip(Property::Translation, curve).with_duration(KEYS as f64 / 120.0)
        };
        let rules = Rules { by: By::Pose, tolerance: 1e-9, time_tolerance: 0.0 };
        let still = far(None);
        for at in [100_001, 100_002, 100_003, KEYS - 1] {
            let found = of_poses([&still, &far(Some(at))], &[[0, 0]], &rules);
            let [most] = &found[0][..] else { panic!("{at}: {found:?}") };
            assert_eq!(most.off, Some(100.0), "{at}");
        }
    }

    #[test]
    fn a_node_that_is_not_there_is_nowhere() {
        let rules = Rules { by: By::Pose, tolerance: 1e9, time_tolerance: 0.0 };
        let alive = |value: f64| clip(Property::Alive, Curve::constant(&[value]).unwrap());
        let found = of_poses([&alive(1.0), &alive(0.0)], &[[0, 0]], &rules);
        assert_eq!(found, [vec![Difference::new(Kind::Alive, true, false).at(0.0)]]);
        assert_eq!(of_poses([&alive(0.0), &alive(0.0)], &[[0, 0]], &rules), [vec![]]);
    }
}
