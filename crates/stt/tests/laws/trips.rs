//! Files that come back from formats that keep clips and their names, but nothing else.

use anim_core::{Channel, Clip, Curve, Ease, Property};
use anim_stt::{Body, Stt};

use crate::encoding::encode;
use crate::examples::{SEQUENCE, parse};

/// Two wings that open and close, a pause, and a wind.
const WINGS: &str = "#MINDRENDER 1.1 4
    {day} KEYFRAME 4 3 {closed} 1 2 2 1 1 {closed} 0 1.5 1.5 1 1 {open} 1 3 3 0 0 {wind} 0 1 1 1 1 {open}
    {closed} SINGLE 2 {left} STATIC -1 0 0 0 1 0 0 0 0 {right} STATIC 1 0 0 0 1 0 0 0 0
    {open} SINGLE 2 {left} STATIC -1 0 0 0 1 0 20 100 0 {right} STATIC 1 0 0 0 1 0 0 -100 0
    {wind} SINGLE 2
        {left} DYNAMIC -1 0 0 0 0 0 0 0 8  0 1 0 0 0 0 0 0 8  0 60 0 0 90 0 4 0 7
        {right} DYNAMIC 1 0 0 0 0 0 0 0 8  0 1 0 0 0 0 0 0 8  0 -60 0 0 -90 0 4 0 3";

/// A clip without what only this format states.
fn plain(clip: &Clip) -> Clip {
    let mut plain = clip.clone();
    plain.metadata.clear();
    plain.events.clear();
    plain
}

/// A plain clip whose angles are quaternions at the same keys.
fn turned(clip: &Clip) -> Clip {
    let mut turned = plain(clip);
    for channel in &mut turned.channels {
        let (Property::Euler(order), curve) = (channel.property().clone(), channel.curve().clone()) else {
            continue;
        };
        let mut last = [0.0, 0.0, 0.0, 1.0];
        let values = curve.values().as_chunks().0.iter().flat_map(|angles: &[f64; 3]| {
            let rotation = order.to_quaternion(*angles);
            let along: f64 = rotation.iter().zip(last).map(|(a, b)| a * b).sum();
            last = rotation.map(|part| if along < 0.0 { -part } else { part });
            last
        });
        let linear = Curve::new(curve.times().clone(), 4, values.collect(), Ease::Linear).unwrap();
        let (before, after) = curve.wrap();
        *channel = Channel::new(channel.node(), Property::Rotation, linear.with_wrap(before, after)).unwrap();
    }
    turned
}

fn trip(stt: &Stt, through: fn(&Clip) -> Clip) -> Stt {
    let clips: Vec<Clip> = stt.clips().iter().map(through).collect();
    encode(&clips).0
}

#[test]
fn a_second_trip_adds_no_states() {
    for text in [WINGS, SEQUENCE] {
        for through in [plain, turned] {
            let once = trip(&parse(text), through);
            assert!(once.states.len() > parse(text).states.len());
            let mut again = once.clone();
            for _ in 0..2 {
                again = trip(&again, through);
                let names = |stt: &Stt| {
                    let mut names: Vec<_> = stt.states.iter().map(|state| state.name.to_string()).collect();
                    names.sort();
                    names
                };
                assert_eq!(names(&again), names(&once));
            }
            let (first, last) = (&once.clips()[0], &again.clips()[0]);
            for step in 0..200 {
                let time = f64::from(step) * 0.037 + 0.011;
                let [a, b] = [first, last].map(|clip| clip.pose(time));
                for (a, b) in a.local.iter().zip(&b.local) {
                    assert!(a.distance(b) < 1e-2, "{time}: {a:?} {b:?}");
                }
            }
        }
    }
}

#[test]
fn equal_poses_share_a_state() {
    let stt = trip(&parse(WINGS), plain);
    let mut poses: Vec<String> = Vec::new();
    for state in &stt.states {
        if let (Body::Single(nodes), true) = (&state.body, state.name.to_string().starts_with("day ")) {
            poses.push(format!("{nodes:?}"));
        }
    }
    let count = poses.len();
    poses.sort();
    poses.dedup();
    assert_eq!(poses.len(), count);
}
