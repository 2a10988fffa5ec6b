//! What is played if there are keys and baked values.

use anim_core::quaternion;
use anim_stf::{ClipOptions, Stf};

use crate::clips::{clip, scene};
use crate::documents;

/// A field of view with these keys and values at frames 10 to 30.
fn fov(timepoints: &str, keys: &str, value: impl Fn(f64) -> f64) -> Stf {
    let values: Vec<f32> = (10..=30).map(|frame| value(f64::from(frame)) as f32).collect();
    let track = format!(
        r#"{{"target": ["face", "instance", "fov"], "timepoints": {timepoints}, "subtracks": [{{"keyframes": {keys}, "baked": 0}}]}}"#
    );
    scene(&track, &[&values])
}

/// The value that is played at a frame, at 10 frames per second from frame 10.
fn played(stf: &Stf, frame: f64) -> f64 {
    clip(stf, ClipOptions::default()).0.channels[0].curve().at((frame - 10.0) / 10.0)[0]
}

#[test]
fn each_segment_decides_for_itself() {
    // The second segment has no kind: its baked values are a parabola. The first one is a line, whatever the baked values are.
    let parabola = |frame: f64| if frame < 20.0 { 9.0 } else { 1.0 + ((frame - 20.0) / 10.0).powi(2) };
    let stf = fov("[10, 20, 30]", r#"[[true, 0, "linear"], [true, 1], [true, 2, "linear"]]"#, parabola);
    for (frame, expected) in
        [(10.0, 0.0), (15.5, 0.55), (19.9, 0.99), (20.0, 1.0), (25.0, 1.25), (25.5, 1.305), (30.0, 2.0)]
    {
        assert!((played(&stf, frame) - expected).abs() < 1e-6, "{frame}: {}", played(&stf, frame));
    }
    assert_eq!(clip(&stf, ClipOptions::default()).1, ["stf::baked"]);
}

#[test]
fn beyond_the_keys_baked_values_play_if_they_do_not_hold() {
    let keys = r#"[[true, 1, "constant"], [true, 2, "constant"]]"#;
    let cyclic = fov("[15, 20]", keys, |frame| if frame > 20.0 { frame / 10.0 } else { 1.0 });
    for (frame, expected) in
        [(10.0, 1.0), (15.0, 1.0), (19.5, 1.0), (20.0, 2.0), (20.5, 2.05), (24.0, 2.4), (30.0, 3.0)]
    {
        assert!((played(&cyclic, frame) - expected).abs() < 1e-6, "{frame}: {}", played(&cyclic, frame));
    }
    let holds = fov("[15, 20]", keys, |frame| if frame < 20.0 { 1.0 } else { 2.0 });
    assert_eq!(clip(&holds, ClipOptions::default()).1, [""; 0]);
    // A driven curve has no keys.
    let driven = fov("[]", "[]", |frame| frame);
    assert!((played(&driven, 17.5) - 17.5).abs() < 1e-6);
}

/// Nodes `a` and its child `b` whose rotation about z has keys at frames 0 and 2, and baked values in between; and the angle of
/// a node at a time in frames.
fn turned(node: &str, keys: [[&str; 2]; 2], baked: [f64; 3]) -> Stf {
    turned_until(2.0, node, keys, baked)
}

/// The same with the last key at another frame.
fn turned_until(end: f64, node: &str, keys: [[&str; 2]; 2], baked: [f64; 3]) -> Stf {
    let [sine, cosine] = keys.map(|[first, last]| format!("[{first}, {last}]"));
    let still = r#"[[true, 0, "linear"], [true, 0, "linear"]]"#;
    let parts = [still, still, &sine, &cosine];
    let parts = parts.iter().enumerate().map(|(n, keys)| format!(r#"{{"keyframes": {keys}, "baked": {n}}}"#));
    let text = format!(
        r#"{{"stf": {{"root": "p"}}, "resources": {{"p": {{"type": "stf.prefab", "root_nodes": ["a"]}},
        "a": {{"type": "stf.node", "children": ["b"]}}, "b": {{"type": "stf.node"}},
        "m": {{"type": "stf.animation", "loop": "none", "fps": 1, "range": [0, 2], "referenced_buffers": ["", "", "", ""], "tracks": [
            {{"target": ["{node}", "r"], "timepoints": [0, {end}], "subtracks": [{}]}}]}}}}}}"#,
        parts.collect::<Vec<_>>().join(",")
    );
    let mut stf = documents::container(&text);
    let halves = baked.map(|degrees| (degrees / 2.0).to_radians().sin_cos());
    // The exporter does not normalise its values.
    let part = |of: fn((f64, f64)) -> f64| halves.map(|half| (0.8 * of(half)) as f32).to_vec();
    for (index, values) in
        [vec![0.0; 3], vec![0.0; 3], part(|half| half.0), part(|half| half.1)].iter().enumerate()
    {
        let id = stf.add_buffer(values.iter().flat_map(|value| value.to_le_bytes()).collect()).unwrap();
        stf.edit("m", |animation| animation.referenced_buffers[index] = id).unwrap();
    }
    stf
}

fn angle(stf: &Stf, node: &str, frame: f64) -> f64 {
    let clip = &stf.clips()[0];
    let index = clip.nodes.iter().position(|known| known.name == node).unwrap();
    let map = clip.pose(frame).local[index].linear();
    map[1][0].atan2(map[0][0]).to_degrees()
}

/// From 0 to 120 degrees on a straight line between the quaternions.
const LINE: [[&str; 2]; 2] = [
    [r#"[true, 0, "linear"]"#, r#"[true, 0.8660254037844386, "linear"]"#],
    [r#"[true, 1, "linear"]"#, r#"[true, 0.5, "linear"]"#],
];

#[test]
fn rotations_play_baked_values_on_arcs() {
    let stf = turned("a", LINE, [0.0, 40.0, 120.0]);
    for (frame, expected) in [(0.0, 0.0), (0.25, 10.0), (1.0, 40.0), (1.25, 60.0), (1.5, 80.0), (2.0, 120.0)]
    {
        assert!((angle(&stf, "a", frame) - expected).abs() < 1e-4, "{frame}: {}", angle(&stf, "a", frame));
    }
    assert_eq!(clip(&stf, ClipOptions::default()).1, ["stf::baked"]);
    let clip = &stf.clips()[0];
    let lengths = clip.channels[0].curve().values().chunks(4).map(|value| {
        let value = [value[0], value[1], value[2], value[3]];
        quaternion::dot(value, value)
    });
    assert!(lengths.into_iter().all(|length| (length - 1.0).abs() < 1e-12));
}

#[test]
fn rotations_of_child_nodes_play_their_keys() {
    // The exporter bakes them wrongly: 28 degrees too much.
    let stf = turned("b", LINE, [0.0, 88.0, 120.0]);
    for frame in [0.5f64, 1.0, 1.75] {
        let u = frame / 2.0;
        let expected = 2.0 * f64::atan2(0.866_025_403_784_438_6 * u, 1.0 - 0.5 * u).to_degrees();
        assert!((angle(&stf, "b", frame) - expected).abs() < 1e-6, "{frame}: {}", angle(&stf, "b", frame));
    }
    assert_eq!(clip(&stf, ClipOptions::default()).1, [""; 0]);
    // Unless each component has a key at every timepoint, only the baked values determine the rotation.
    let mut filled = LINE;
    filled[0][1] = r#"[false, 0.8, "baked"]"#;
    let stf = turned("b", filled, [0.0, 88.0, 120.0]);
    assert!((angle(&stf, "b", 0.5) - 44.0).abs() < 1e-4);
}

#[test]
fn the_sign_and_the_length_of_baked_rotations_do_not_matter() {
    // The keys turn by 120 degrees until frame 1 of 2; the exporter may store either quaternion of a rotation.
    for (end, angles) in
        [(120.0, [120.0, 120.0]), (360.0 + 120.0, [120.0, 120.0]), (360.0 + 160.0, [140.0, 160.0])]
    {
        let stf = turned_until(1.0, "b", LINE, [0.0, 120.0, end]);
        assert!(stf.check().iter().all(|finding| finding.code.id != "stf::baked-value"));
        assert_eq!(clip(&stf, ClipOptions::default()).1.contains(&"stf::baked"), end > 500.0);
        for (frame, expected) in [(1.0, 120.0), (1.5, angles[0]), (2.0, angles[1])] {
            assert!(
                (angle(&stf, "b", frame) - expected).abs() < 1e-4,
                "{frame}: {}",
                angle(&stf, "b", frame)
            );
        }
    }
}

#[test]
fn constant_rotations_jump_at_their_keys() {
    let constant = LINE.map(|keys| keys.map(|key| key.replace("linear", "constant")));
    let keys = constant.each_ref().map(|keys| keys.each_ref().map(String::as_str));
    let mut stf = turned("a", keys, [0.0, 0.0, 120.0]);
    // All four components have to be constant.
    assert!((angle(&stf, "a", 1.5) - 60.0).abs() < 1e-4);
    stf = Stf::parse(&stf.to_bytes()).unwrap();
    let json = stf.json().replace("linear", "constant");
    let bytes = stf.to_bytes().into_owned();
    let at = bytes.windows(1).position(|byte| byte == b"{").unwrap();
    let mut constant = bytes[..at].to_vec();
    constant[16..24].copy_from_slice(&(json.len() as u64).to_le_bytes());
    constant.extend(json.as_bytes());
    constant.extend(&bytes[at + stf.json().len()..]);
    let stf = Stf::parse(&constant).unwrap();
    assert!((angle(&stf, "a", 1.5)).abs() < 1e-4 && (angle(&stf, "a", 2.0) - 120.0).abs() < 1e-4);
}

#[test]
fn angles_play_baked_values() {
    let values: Vec<f32> = (0..=20u8).map(f32::from).collect();
    let part = r#"{"keyframes": [[true, 0, "linear"], [true, 1, "linear"]], "baked": 0}"#;
    let track = format!(
        r#"{{"target": ["rig", "instance", "hip", "r_euler"], "timepoints": [10, 30], "subtracks": [{part}, {part}, {part}]}}"#
    );
    assert!((played(&scene(&track, &[&values]), 15.5) - 5.5).abs() < 1e-6);
}

#[test]
fn beyond_its_keys_a_rotation_has_the_length_of_the_last() {
    // On the straight line to the last key at frame 1.5, a quaternion is shorter, at frame 1 by a quarter.
    let (sine, cosine) = (0.999_999_955, 0.0003);
    let keys = [(0, sine), (1, cosine)].map(|(first, last)| [first.to_string(), last.to_string()]);
    let keys = keys.map(|pair| pair.map(|value| format!(r#"[true, {value}, "linear"]"#)));
    let degrees = |u: f64| 2.0 * f64::atan2(u * sine, 1.0 - u + u * cosine).to_degrees();
    let stf = turned_until(
        1.5,
        "b",
        keys.each_ref().map(|pair| pair.each_ref().map(|key| &**key)),
        [0.0, degrees(1.0 / 1.5), degrees(1.0)],
    );
    for frame in [1.5, 1.75, 2.0] {
        let found = angle(&stf, "b", frame);
        assert!((found - degrees(1.0)).abs() < 1e-6, "{frame}: {found}");
    }
}
