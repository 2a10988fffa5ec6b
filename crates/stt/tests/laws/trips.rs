//! Files that return from formats which keep clips and their names, but nothing else.

use anim_core::{Channel, Clip, Curve, Ease, Property};
use anim_stt::{Body, ClipOptions, Stt};

use crate::encoding::encode;
use crate::examples::{SEQUENCE, lowered, parse};

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

#[test]
fn names_come_back_byte_for_byte() {
    // A sequence, so that poses have names too: of a state and a node that are not UTF-8.
    let text = b"#MINDRENDER 1.1 3 {\xFF\xFE} KEYFRAME 3 5 {a} 1 1 1 1 1 {a} 1 1 1 1 1 {b} 1 1 1 1 1 {a}
        {a} SINGLE 1 {n\xE9} STATIC 1 2 3 4 5 6 7 8 9  {b} SINGLE 1 {n\xE9} STATIC 3 2 1 4 5 6 7 8 9";
    let (again, _) = encode(&Stt::parse(text).unwrap().clips());
    let names: Vec<&[u8]> = again.states.iter().map(|state| state.name.as_bytes()).collect();
    assert_eq!(names, [&b"\xFF\xFE"[..], b"\xFF\xFE 0", b"\xFF\xFE 1", b"a", b"b"]);
    for state in &again.states {
        match &state.body {
            Body::Single(nodes) => assert!(nodes.iter().all(|node| node.name.as_bytes() == b"n\xE9")),
            Body::Keyframe(keyframes) => assert_eq!(keyframes.start.as_bytes(), b"\xFF\xFE 0"),
        }
    }
    // A name with the text of an escape becomes bytes, which is reported.
    let text = r"#MINDRENDER 1.1 1 {a} SINGLE 1 {n\xE9} STATIC 1 2 3 4 5 6 7 8 9";
    let (clips, report) = lowered(&parse(text), &ClipOptions::default());
    assert_eq!(clips[0].nodes[0].name, r"n\xE9");
    assert!(report.findings.iter().any(|finding| finding.code.id == "stt::name"), "{report}");
}
