//! Documents to clips.

use anim_core::{Clip, Deviation, EulerOrder, Fate, Property, Report};
use anim_stf::{BakedUse, ClipOptions, Euler, Names, Origin, Stf};

use crate::documents;

/// A scene with a mesh, an armature and one animation.
pub(crate) fn scene(tracks: &str, blobs: &[&[f32]]) -> Stf {
    let ids: Vec<_> = (0..blobs.len()).map(|index| format!("\"b{index}\"")).collect();
    let text = format!(
        r#"{{"stf": {{"root": "p"}}, "resources": {{
        "p": {{"type": "stf.prefab", "root_nodes": [0, 1], "referenced_resources": ["face", "rig"]}},
        "face": {{"type": "stf.node", "name": "Face", "children": [], "trs": [[1, 2, 3], [0, 0, 0, 1], [1, 1, 2]],
            "instance": 0, "referenced_resources": ["fi"]}},
        "fi": {{"type": "stf.instance.mesh", "mesh": 0, "referenced_resources": ["fm"]}},
        "fm": {{"type": "stf.mesh", "blendshapes": [{{"name": "smile"}}, {{"name": "frown"}}]}},
        "rig": {{"type": "stf.node", "name": "Rig", "children": [], "instance": "ri"}},
        "ri": {{"type": "stf.instance.armature", "armature": "ra", "pose": {{}}}},
        "ra": {{"type": "stf.armature", "root_bones": ["hip"]}},
        "hip": {{"type": "stf.bone", "name": "Hip", "children": ["arm"], "translation": [0, 1, 0], "rotation": [0, 0, 1, 0]}},
        "arm": {{"type": "stf.bone", "name": "Arm", "children": [], "translation": [2, 1, 0], "rotation": [0, 0, 1, 0]}},
        "move": {{"type": "stf.animation", "name": "Move", "loop": "loop", "fps": 10, "range": [10, 30],
            "tracks": [{tracks}], "referenced_buffers": [{}]}}}}, "buffers": {{}}}}"#,
        ids.join(",")
    );
    let mut stf = documents::container(&text);
    for (index, blob) in blobs.iter().enumerate() {
        let bytes = blob.iter().flat_map(|value| value.to_le_bytes()).collect();
        let id = stf.add_buffer(bytes).unwrap();
        stf.edit("move", |animation| animation.referenced_buffers[index] = id).unwrap();
    }
    stf
}

/// The first clip, and the codes of findings and losses, except for meshes, which no clip holds.
pub(crate) fn clip(stf: &Stf, options: ClipOptions) -> (Clip, Vec<&'static str>) {
    let mut report = Report::new();
    let clip = stf.clips_with(&options, &mut report).remove(0);
    let findings = report.findings.iter().map(|finding| finding.code);
    let codes = findings.chain(report.losses.iter().map(|loss| loss.code)).map(|code| code.id);
    (clip, codes.filter(|code| *code != "stf::scene").collect())
}

/// The options with ids as names.
fn by_id() -> ClipOptions {
    ClipOptions { names: Names::Id, ..ClipOptions::default() }
}

pub(crate) const LINE: &str = r#"{"target": ["face", "t"], "timepoints": [10, 30], "subtracks": [
    {"keyframes": [[true, 0, "linear"], [true, 4, "linear"]]}, null, null]}"#;

#[test]
fn the_rest_pose_is_that_of_the_document() {
    let (clip, _) = clip(&scene(LINE, &[]), by_id());
    let nodes: Vec<_> = clip.nodes.iter().map(|node| (node.name.as_str(), node.parent)).collect();
    assert_eq!(
        nodes,
        [("face", None), ("rig", None), ("rig/instance/hip", Some(1)), ("rig/instance/arm", Some(2))]
    );
    assert_eq!(clip.nodes[0].morphs, ["smile", "frown"]);
    assert_eq!(
        (clip.nodes[0].rest.translation, clip.nodes[0].rest.scale),
        ([1.0, 2.0, 3.0], [1.0, 1.0, 2.0])
    );
    // The hip is rotated by 180° about z: 2 along x in the armature is −2 in the space of the hip.
    let arm = clip.nodes[3].rest;
    assert!(arm.translation.iter().zip([-2.0, 0.0, 0.0]).all(|(a, b)| (a - b).abs() < 1e-12), "{arm:?}");
    assert!(anim_core::quaternion::angle_between(arm.rotation, [0.0, 0.0, 0.0, 1.0]) < 1e-7);
    assert_eq!((clip.duration, clip.first_frame, clip.metadata("stf.loop")), (2.0, 10.0, Some("loop")));
}

#[test]
fn nodes_have_the_names_of_the_document_made_unique() {
    let names = |clip: &Clip| clip.nodes.iter().map(|node| node.name.clone()).collect::<Vec<_>>();
    let (plain, _) = clip(&scene(LINE, &[]), ClipOptions::default());
    assert_eq!(names(&plain), ["Face", "Rig", "Hip", "Arm"]);
    // Every node of a document keeps its name in all clips; targets that the root does not reach have their ids.
    let text = r#"{"stf": {"root": "p"}, "resources": {
        "p": {"type": "stf.prefab", "root_nodes": ["a", "b", "c", "d"]},
        "a": {"type": "stf.node", "name": "Cube"}, "b": {"type": "stf.node", "name": "Cube"},
        "c": {"type": "stf.node"}, "d": {"type": "stf.node", "name": "lost"},
        "m": {"type": "stf.animation", "loop": "none", "fps": 1, "range": [0, 1], "tracks": [
            {"target": ["lost", "t"], "timepoints": [0], "subtracks": [{"keyframes": [[true, 1, "linear"]]}, null, null]}]}}}"#;
    let stf = documents::container(text);
    let (clip, _) = clip(&stf, ClipOptions::default());
    assert_eq!(names(&clip), ["Cube", "Cube.001", "c", "lost", "lost.001"]);
    let ids = |clip: &Clip| clip.nodes.iter().map(|node| node.id.clone()).collect::<Vec<_>>();
    assert_eq!(
        ids(&clip),
        [Some("a"), Some("b"), None, Some("d"), Some("lost")].map(|id| id.map(str::to_owned))
    );
    let (clip, _) = self::clip(&stf, by_id());
    assert_eq!((names(&clip).join(" "), ids(&clip)), ("a b c d lost".to_owned(), vec![None; 5]));
}

#[test]
fn the_option_origin_chooses_the_frame_at_time_0() {
    for (origin, duration, times) in [(Origin::Range, 2.0, [0.0, 2.0]), (Origin::Zero, 3.0, [1.0, 3.0])] {
        let (clip, _) = clip(&scene(LINE, &[]), ClipOptions { origin, ..ClipOptions::default() });
        let found: Vec<_> = clip.channels[0].curve().times().iter().collect();
        assert_eq!((clip.duration, found), (duration, times.to_vec()));
        assert_eq!(clip.frame_time(20.0), Some(f64::midpoint(times[0], times[1])));
    }
}

#[test]
fn each_target_drives_its_property() {
    let track = |target: &str, width: usize| {
        let subtrack = r#"{"keyframes": [[true, 0.5, "constant"]]}"#;
        format!(
            r#"{{"target": {target}, "timepoints": [10], "subtracks": [{}]}}"#,
            vec![subtrack; width].join(",")
        )
    };
    let tracks = [
        track(r#"["face", "r"]"#, 4),
        track(r#"["rig", "instance", "hip", "s"]"#, 3),
        track(r#"["face", "instance", "blendshape", "frown", "value"]"#, 1),
        track(r#"["face", "instance", "blendshape", "blink", "value"]"#, 1),
        track(r#"["face", "instance", "material", 0, "albedo.color", 0, "color"]"#, 4),
        track(r#"["face", "r_euler"]"#, 3),
        track(r#"["elsewhere", "enabled"]"#, 1),
    ];
    let stf = scene(&tracks.join(","), &[]);
    let (clip, found) = self::clip(&stf, by_id());
    let channels: Vec<_> = clip
        .channels
        .iter()
        .map(|channel| {
            (clip.nodes[channel.node()].name.as_str(), channel.property().clone(), channel.component())
        })
        .collect();
    let weights = Property::Weights { count: 3 };
    assert_eq!(
        channels,
        [
            ("face", Property::Rotation, 0),
            ("rig/instance/hip", Property::Scale, 0),
            ("face", weights.clone(), 1),
            ("face", weights, 2),
            ("face", Property::named("instance/material/0/albedo.color/0/color", 4), 0),
            ("face", Property::named("euler", 3), 0),
            ("elsewhere", Property::named("enabled", 1), 0),
        ]
    );
    assert_eq!(found, ["stf::euler-order"]);
    let euler = ClipOptions { euler: Euler::Zxy, ..ClipOptions::default() };
    let (clip, found) = self::clip(&stf, euler);
    assert_eq!(*clip.channels[5].property(), Property::Euler(EulerOrder::Zxy));
    assert_eq!(found, [""; 0]);
}

/// A linear curve from 0 to 4 with baked values.
fn baked(values: &[f32]) -> Stf {
    let track = r#"{"target": ["face", "instance", "fov"], "timepoints": [10, 30], "subtracks": [
        {"keyframes": [[true, 0, "linear"], [true, 4, "linear"]], "baked": 0}]}"#;
    scene(track, &[values])
}

#[test]
fn the_option_baked_chooses_what_is_played() {
    let same: Vec<f32> = (0..=20u8).map(|n| f32::from(n) / 5.0).collect();
    let other = vec![7.0; 21];
    for (values, use_of, expected) in [
        (&same, BakedUse::Auto, 2.1),
        (&other, BakedUse::Auto, 2.1),
        (&other, BakedUse::Never, 2.1),
        (&other, BakedUse::Always, 7.0),
    ] {
        let (clip, found) = clip(&baked(values), ClipOptions { baked: use_of, ..ClipOptions::default() });
        assert!((clip.channels[0].curve().at(1.05)[0] - expected).abs() < 1e-9, "{use_of:?}");
        assert_eq!(found, [""; 0], "{use_of:?}");
    }
}

#[test]
fn what_the_file_does_not_state_is_reported() {
    let track = |ease: &str| {
        format!(
            r#"{{"target": ["face", "enabled"], "timepoints": [10, 30], "subtracks": [
            {{"keyframes": [[true, 0{ease}], [true, 4{ease}]]}}]}}"#
        )
    };
    for (ease, codes) in
        [(", \"cubic\"", ["stf::easing"]), ("", ["stf::unnamed"]), (", \"sinc\"", ["stf::unnamed"])]
    {
        assert_eq!(clip(&scene(&track(ease), &[]), ClipOptions::default()).1, codes, "{ease}");
    }
    // Ease-in and ease-out of a cubic segment from 0 to 4: 4·(1/2)³ = 0.5 and 4 − 0.5.
    let (stf, mut report) = (scene(&track(", \"cubic\""), &[]), Report::new());
    stf.clips_with(&ClipOptions::default(), &mut report);
    let eased = report.losses.iter().find(|loss| loss.code.id == "stf::easing").unwrap();
    assert_eq!(eased.fate, Fate::Approximated(Deviation::of(&Property::named("enabled", 1), 3.0)));
    assert_eq!((report.findings.len(), eased.node.as_deref()), (0, Some("Face")));
    let nothing = r#"{"target": ["face", "t"], "timepoints": [], "subtracks": [null, null, null]}"#;
    assert_eq!(clip(&scene(nothing, &[]), ClipOptions::default()).1, ["stf::skipped"]);
    let rows = r#"{"target": ["face", "t"], "keyframes": [{"frame": 10, "values": [[1], [2], [3]]}]}"#;
    assert_eq!(clip(&scene(rows, &[]), ClipOptions::default()).1, ["stf::legacy-curves"]);
}

#[test]
fn samples_of_a_rotation_have_the_nearest_sign() {
    // A rotation about z of 9° per frame; every other sample has the other sign.
    let turn = |n: u8| (f64::from(n) * 4.5f64.to_radians()).sin_cos();
    let sign = |n: u8| if n.is_multiple_of(2) { 1.0 } else { -1.0 };
    let values = |part: fn((f64, f64)) -> f64| {
        (0..=20).map(|n| (sign(n) * part(turn(n))) as f32).collect::<Vec<f32>>()
    };
    let (sines, cosines, zeros) = (values(|(sin, _)| sin), values(|(_, cos)| cos), vec![0.0; 21]);
    let subtracks: Vec<_> = (0..4).map(|n| format!("{{\"keyframes\": [], \"baked\": {n}}}")).collect();
    let track =
        format!(r#"{{"target": ["face", "r"], "timepoints": [], "subtracks": [{}]}}"#, subtracks.join(","));
    let (clip, _) = clip(&scene(&track, &[&zeros, &zeros, &sines, &cosines]), ClipOptions::default());
    let found = clip.pose(0.55).local[0].linear();
    let angle = (5.5f64 * 9.0).to_radians();
    assert!((found[1][0] - angle.sin()).abs() < 1e-4, "{found:?}");
}

#[test]
fn of_tracks_with_one_target_the_last_is_played() {
    let other = LINE.replace("true, 4", "true, 8");
    for (tracks, overridden) in [(format!("{LINE},{LINE}"), 0), (format!("{LINE},{other}"), 1)] {
        let mut report = Report::new();
        let clips = scene(&tracks, &[]).clips_with(&ClipOptions::default(), &mut report);
        assert_eq!(clips[0].channels.len(), 1);
        let found = report.losses.iter().map(|loss| (loss.code.id, loss.node.as_deref()));
        let found: Vec<_> = found.filter(|(code, _)| *code != "stf::scene").collect();
        assert_eq!(found, vec![("stf::overridden", Some("Face")); overridden]);
    }
}

#[test]
fn a_node_bound_to_a_bone_is_below_it() {
    let document = |binding: &str| {
        let text = format!(
            r#"{{"stf": {{"root": "p"}}, "resources": {{
            "p": {{"type": "stf.prefab", "root_nodes": [0], "referenced_resources": ["a"]}},
            "a": {{"type": "stf.node", "children": [0], "instance": 1, "referenced_resources": ["hat", "i"]}},
            "i": {{"type": "stf.instance.armature", "armature": 0, "referenced_resources": ["r"]}},
            "r": {{"type": "stf.armature", "root_bones": [0], "referenced_resources": ["head"]}},
            "head": {{"type": "stf.bone", "translation": [0, 2, 0], "rotation": [0, 0, 0, 1]}},
            "hat": {{"type": "stf.node", "parent_binding": {binding}, "referenced_resources": ["a", "head"],
                "trs": [[0, 0.5, 0], [0, 0, 0, 1], [1, 1, 1]]}},
            "m": {{"type": "stf.animation", "loop": "none", "fps": 1, "range": [0, 1], "tracks": []}}}}}}"#
        );
        let (clip, _) = clip(&documents::container(&text), by_id());
        let hat = clip.nodes.iter().position(|node| node.name == "hat").unwrap();
        clip.pose(0.0).world[hat].translation()
    };
    assert_eq!(document(r#"[0, "instance", 1]"#), [0.0, 2.5, 0.0]);
    // Bindings to nothing, and those of older exporters, leave the node below the armature.
    for other in
        [r#"["a", "instance", "head"]"#, r#"[0, "instance", 7]"#, r#"[1, "instance", 1]"#, "[0, 1]", "null"]
    {
        assert_eq!(document(other), [0.0, 0.5, 0.0], "{other}");
    }
}

#[test]
fn what_clips_cannot_hold_is_counted() {
    let text = r#"{"stf": {"root": "p"}, "resources": {"p": {"type": "stf.prefab", "root_nodes": ["n"]}, "q": {"type": "stf.prefab"},
        "n": {"type": "stf.node"}, "m": {"type": "stf.mesh"}, "o": {"type": "stf.mesh"}, "c": {"type": "stf.material"},
        "x": {"type": "my.own"}, "y": {}, "i": {"type": "stf.instance.mesh"},
        "a": {"type": "stf.animation", "reset_animation": "b"}, "b": {"type": "stf.animation", "is_reset_animation": true}}}"#;
    let mut report = Report::new();
    documents::container(text).clips_with(&ClipOptions::default(), &mut report);
    let found: Vec<_> = report.losses.iter().map(|loss| loss.code.id).collect();
    assert_eq!(found, [["stf::scene"; 6].as_slice(), &["stf::reset"]].concat());
    for part in [
        "blendshapes (2, type `stf.mesh`)",
        "nodes (1)",
        "resources (1, type `my.own`)",
        "`reset_animation` (1)",
    ] {
        assert!(report.to_string().contains(part), "{part}: {report}");
    }
}
