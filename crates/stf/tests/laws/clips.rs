//! Documents to clips and back.

use anim_core::{Clip, Document, Encode, EulerOrder, Format, Options, Property};
use anim_stf::{BakedUse, ClipOptions, EncodeOptions, Names, Origin, Stf};

use crate::documents;

/// A scene with a mesh and a bone, and one animation of everything.
fn scene(tracks: &str, blobs: &[&[f32]]) -> Stf {
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

fn clip(stf: &Stf, options: ClipOptions) -> (Clip, Vec<&'static str>) {
    let mut found = Vec::new();
    let clip = stf.clips(&options, &mut found).remove(0);
    (clip, found.iter().map(|finding| finding.code.id).collect())
}

const LINE: &str = r#"{"target": ["face", "t"], "timepoints": [10, 30], "subtracks": [
    {"keyframes": [[true, 0, "linear"], [true, 4, "linear"]]}, null, null]}"#;

#[test]
fn the_hierarchy_rests_as_the_document_has_it() {
    let (clip, _) = clip(&scene(LINE, &[]), ClipOptions::default());
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
    // Half a turn about z: two along x in the armature is two back in the hip's own space.
    let arm = clip.nodes[3].rest;
    assert!(arm.translation.iter().zip([-2.0, 0.0, 0.0]).all(|(a, b)| (a - b).abs() < 1e-12), "{arm:?}");
    assert!(anim_core::quaternion::angle_between(arm.rotation, [0.0, 0.0, 0.0, 1.0]) < 1e-7);
    assert_eq!((clip.duration, clip.first_frame, clip.metadata("stf.loop")), (2.0, 10.0, Some("loop")));
}

#[test]
fn nodes_may_have_the_names_of_the_document() {
    let (clip, _) = clip(&scene(LINE, &[]), ClipOptions { names: Names::Document, ..ClipOptions::default() });
    let names: Vec<_> = clip.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["Face", "Rig", "Hip", "Arm"]);
}

#[test]
fn time_starts_where_the_option_says() {
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
    let (clip, found) = self::clip(&stf, ClipOptions::default());
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
    let euler = ClipOptions { euler: Some(EulerOrder::Zxy), ..ClipOptions::default() };
    let (clip, found) = self::clip(&stf, euler);
    assert_eq!(*clip.channels[5].property(), Property::Euler(EulerOrder::Zxy));
    assert_eq!(found, [""; 0]);
}

/// A line from 0 to 4, and values of it that are baked.
fn baked(values: &[f32]) -> Stf {
    let track = r#"{"target": ["face", "instance", "fov"], "timepoints": [10, 30], "subtracks": [
        {"keyframes": [[true, 0, "linear"], [true, 4, "linear"]], "baked": 0}]}"#;
    scene(track, &[values])
}

#[test]
fn baked_values_are_played_where_the_curve_is_not_theirs() {
    let true_to_it: Vec<f32> = (0..=20u8).map(|n| f32::from(n) / 5.0).collect();
    let other = vec![7.0; 21];
    for (values, use_of, expected, codes) in [
        (&true_to_it, BakedUse::Auto, 2.1, &[][..]),
        (&other, BakedUse::Auto, 7.0, &["stf::baked"]),
        (&other, BakedUse::Never, 2.1, &[]),
        (&other, BakedUse::Always, 7.0, &[]),
    ] {
        let (clip, found) = clip(&baked(values), ClipOptions { baked: use_of, ..ClipOptions::default() });
        assert!((clip.channels[0].curve().at(1.05)[0] - expected).abs() < 1e-9, "{use_of:?}");
        assert_eq!(found, codes, "{use_of:?}");
    }
}

#[test]
fn what_the_file_does_not_hold_is_said() {
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
    let nothing = r#"{"target": ["face", "t"], "timepoints": [], "subtracks": [null, null, null]}"#;
    assert_eq!(clip(&scene(nothing, &[]), ClipOptions::default()).1, ["stf::skipped"]);
    let rows = r#"{"target": ["face", "t"], "keyframes": [{"frame": 10, "values": [[1], [2], [3]]}]}"#;
    assert_eq!(clip(&scene(rows, &[]), ClipOptions::default()).1, ["stf::legacy-curves"]);
}

#[test]
fn samples_of_a_rotation_keep_to_one_half_space() {
    // A turn about z of 9° a frame, every other sample with its sign changed.
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
fn a_clip_survives_its_encoding() {
    let bezier = r#"{"target": ["face", "t"], "timepoints": [10, 14.5, 30], "subtracks": [
        {"keyframes": [[true, 0, "bezier", "split", [3, -2]], [false, 1, "baked"], [true, 4, "constant", [-5, 1]]]},
        {"keyframes": [null, [true, 2, "linear"], [true, 3, "linear"]]}, null]}"#;
    let weight = r#"{"target": ["face", "instance", "blendshape", "frown", "value"], "timepoints": [10, 30],
        "subtracks": [{"keyframes": [[true, 0, "quadratic"], [true, 1, "linear"]]}]}"#;
    let stf = scene(&format!("{bezier},{weight}"), &[]);
    let (before, _) = clip(&stf, ClipOptions::default());
    let mut found = Vec::new();
    let encoded =
        Stf::of_clips(std::slice::from_ref(&before), &EncodeOptions::default(), &mut found).unwrap();
    assert!(found.iter().all(|finding| finding.code.id == "stf::kept"), "{found:?}");
    assert_eq!(Stf::parse(&encoded.to_bytes(), &mut ()).unwrap(), encoded);
    let mut findings = Vec::new();
    encoded.check(&mut findings);
    assert_eq!(findings, []);
    let (after, _) = clip(&encoded, ClipOptions { names: Names::Document, ..ClipOptions::default() });
    assert_eq!(
        (&after.name, after.duration, after.metadata("stf.loop")),
        (&before.name, before.duration, Some("loop"))
    );
    for step in 0..=200 {
        let time = f64::from(step) / 100.0;
        let [a, b] = [&before, &after].map(|clip| clip.pose(time).world[0]);
        assert!(a.distance(&b) < 1e-12, "at {time}");
    }
    // Into the document it came from, the nodes are those that are there.
    let options = Options::new(Stf::INFO.target_options).with("into", "here.stf").unwrap();
    let beside = vec![("here.stf".to_owned(), stf.to_bytes().into_owned())];
    let merged = Stf::from_clips(std::slice::from_ref(&before), &options, &beside, &mut ()).unwrap();
    assert_eq!(merged.animations().count(), 2);
    let clips = merged.clips(&ClipOptions::default(), &mut ());
    for channel in 0..clips[0].channels.len() {
        let [a, b] = [&clips[0], &clips[1]].map(|clip| clip.channels[channel].curve().at(1.234));
        assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-12), "{a:?} {b:?}");
    }
    assert!(Stf::from_clips(&[before], &options, &(), &mut ()).is_err(), "the file is not there");
}

#[test]
fn a_clip_that_contradicts_itself_is_refused() {
    let broken = Clip { duration: f64::NAN, ..Clip::default() };
    assert!(Stf::of_clips(&[broken], &EncodeOptions::default(), &mut ()).is_err());
}

#[test]
fn a_node_bound_to_a_bone_hangs_on_it() {
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
        let clip = documents::container(&text).clips(&anim_stf::ClipOptions::default(), &mut ()).remove(0);
        let hat = clip.nodes.iter().position(|node| node.name == "hat").unwrap();
        clip.pose(0.0).world[hat].translation()
    };
    assert_eq!(document(r#"[0, "instance", 1]"#), [0.0, 2.5, 0.0]);
    // Of the armature's node: bindings to nothing, and those of exporters that used its space.
    for other in
        [r#"["a", "instance", "head"]"#, r#"[0, "instance", 7]"#, r#"[1, "instance", 1]"#, "[0, 1]", "null"]
    {
        assert_eq!(document(other), [0.0, 0.5, 0.0], "{other}");
    }
}
