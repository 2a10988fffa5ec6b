//! The parts of a glTF file that stay when its clips are edited: everything except its animations.

#![allow(clippy::unwrap_used, reason = "tests may state what they expect")]

use anim_formats::operations::edits;
use anim_formats::{Conversion, Registry, Report};
use serde_json::{Value, json};

/// Operations or options with their values.
type Words<'a> = &'a [(&'a str, &'a str)];

/// A file that was read without this project: its JSON and the bytes of its buffer.
struct File {
    json: Value,
    bytes: Vec<u8>,
}

impl File {
    /// The parts of a .glb.
    fn of_glb(glb: &[u8]) -> Self {
        let word = |at: usize| u32::from_le_bytes(glb[at..at + 4].try_into().unwrap()) as usize;
        let end = 20 + word(12);
        Self { json: serde_json::from_slice(&glb[20..end]).unwrap(), bytes: glb[end + 8..].to_vec() }
    }

    /// The numbers of an accessor of floats.
    fn floats(&self, accessor: &Value) -> Vec<f32> {
        let accessor = &self.json["accessors"][accessor.as_u64().unwrap() as usize];
        let view = &self.json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        let offset = |of: &Value| of["byteOffset"].as_u64().unwrap_or(0) as usize;
        let width =
            ["SCALAR", "", "VEC3", "VEC4"].iter().position(|kind| accessor["type"] == *kind).unwrap() + 1;
        let count = accessor["count"].as_u64().unwrap() as usize * width;
        let bytes = &self.bytes[offset(view) + offset(accessor)..][..4 * count];
        bytes.as_chunks::<4>().0.iter().map(|number| f32::from_le_bytes(*number)).collect()
    }

    /// The key times and values of an animation for a node and a path.
    fn keys(&self, animation: usize, node: usize, path: &str) -> [Vec<f32>; 2] {
        let animation = &self.json["animations"][animation];
        let channels = animation["channels"].as_array().unwrap();
        let channel =
            channels.iter().find(|channel| channel["target"] == json!({"node": node, "path": path}));
        let sampler = &animation["samplers"][channel.unwrap()["sampler"].as_u64().unwrap() as usize];
        [self.floats(&sampler["input"]), self.floats(&sampler["output"])]
    }

    fn names(&self) -> Vec<Option<&str>> {
        let animations = self.json["animations"].as_array().unwrap();
        animations.iter().map(|animation| animation["name"].as_str()).collect()
    }
}

/// A file with a mesh, a skin, a material with a texture and an extension, a camera, a light, extras of each kind, and three animations, the
/// last of which has no name.
const LANTERN: &[u8] = include_bytes!("lantern.gltf");

/// The result of converting a file to .glb with operations and options of the target, and the report.
fn edited(
    bytes: &[u8],
    operations: &[(&str, &str)],
    clip: Option<&str>,
    options: &[(&str, &str)],
) -> (Vec<u8>, Report) {
    let mut conversion = Conversion::to(Registry::builtin(), "glb").unwrap();
    conversion = conversion.with_edits(edits(operations.iter().copied()).unwrap());
    for (key, value) in options {
        conversion = conversion.with_target_option(key, value).unwrap();
    }
    if let Some(clip) = clip {
        conversion = conversion.with_clip(clip);
    }
    let mut report = Report::new();
    let source = conversion.read(bytes, &("lantern.gltf", ()), &mut report).unwrap();
    let made = conversion.make(vec![source], "made.glb", &(), &mut report).unwrap();
    (made.document.to_bytes().into_owned(), report)
}

/// The first difference between two values, whose numbers may be written differently.
fn difference(a: &Value, b: &Value, path: &str) -> Option<String> {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            let names = a.keys().chain(b.keys());
            names.into_iter().find_map(|name| {
                let null = Value::Null;
                difference(
                    a.get(name).unwrap_or(&null),
                    b.get(name).unwrap_or(&null),
                    &format!("{path}/{name}"),
                )
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).enumerate().find_map(|(at, (a, b))| difference(a, b, &format!("{path}/{at}")))
        }
        _ if a.as_f64().is_some() && a.as_f64() == b.as_f64() => None,
        _ => (a != b).then(|| format!("{path}: {a} and {b}")),
    }
}

/// The parts of a file without motion: everything except animations and data that only these use, and the bytes before them.
fn still(file: &File) -> (Value, &[u8]) {
    /// The numbers of accessors, buffer views and bytes of the file for its mesh, its skin and its image.
    const STILL: [usize; 3] = [7, 8, 361];
    let mut json = file.json.clone();
    for (name, count) in [("accessors", STILL[0]), ("bufferViews", STILL[1])] {
        json[name].as_array_mut().unwrap().truncate(count);
    }
    let members = json.as_object_mut().unwrap();
    members.remove("animations");
    members.remove("buffers");
    (json, &file.bytes[..STILL[2]])
}

/// The messages about lost parts of the file.
fn scene(report: &Report) -> Vec<&str> {
    report
        .losses
        .iter()
        .filter(|loss| loss.code.id == "gltf::scene")
        .map(|loss| loss.message.as_str())
        .collect()
}

#[test]
fn operations_on_motion_leave_everything_else_as_it_is() {
    let before = File::of_glb(&edited(LANTERN, &[], None, &[]).0);
    let all = [Some("swing"), Some("glow"), None];
    let cases: [(Words<'_>, &[Option<&str>]); 11] = [
        (&[("reverse", "")], &all),
        (&[("speed", "2")], &all),
        (&[("from", "0.125"), ("to", "0.375")], &all),
        (&[("fps", "10")], &all),
        (&[("reduce", "0.01")], &all),
        (&[("hemisphere", "")], &all),
        (&[("euler-filter", "")], &all),
        (&[("loop", "0.1")], &all),
        (&[("additive", "")], &all),
        (&[("join", "")], &[Some("swing")]),
        (&[("split", "0.25")], &[Some("swing.1"), Some("swing.2")]),
    ];
    for (operations, names) in cases {
        let (made, report) = edited(LANTERN, operations, None, &[]);
        let made = File::of_glb(&made);
        assert_eq!(difference(&still(&before).0, &still(&made).0, ""), None, "{operations:?}");
        assert_eq!(still(&before).1, still(&made).1, "{operations:?}");
        assert_eq!(made.names()[..names.len()], *names, "{operations:?}");
        let lost = scene(&report);
        let is_told = lost.iter().all(|lost| lost.contains("whose clips are not there any more"));
        assert!(is_told && lost.is_empty() == (names.len() == 3), "{operations:?}: {report}");
        let is_anew = report.losses.iter().any(|loss| loss.message.contains("the document is rebuilt"));
        assert!(!is_anew, "{operations:?}: {report}");
    }
}

#[test]
fn motion_is_what_the_operation_makes_of_it() {
    let made = File::of_glb(&edited(LANTERN, &[("reverse", "")], None, &[]).0);
    assert_eq!(made.keys(1, 3, "weights"), [vec![0.0, 0.5], vec![1.0, 0.25]]);
    assert_eq!(made.keys(1, 2, "scale"), [vec![0.0, 0.5], vec![2.0, 2.0, 2.0, 1.0, 1.0, 1.0]]);
    assert_eq!(made.keys(2, 2, "translation"), [vec![0.0, 0.5], vec![0.75, 0.5, 0.0, 0.75, 0.0, 0.0]]);
    let animations = &made.json["animations"];
    assert_eq!(animations[0]["extras"]["mood"], "calm");
    assert_eq!(animations[2]["extras"]["nameless"], true);
    let made = File::of_glb(&edited(LANTERN, &[("speed", "2")], None, &[]).0);
    assert_eq!(made.keys(1, 3, "weights"), [vec![0.0, 0.25], vec![0.25, 1.0]]);
}

#[test]
fn one_clip_leaves_the_animations_of_others_out() {
    let before = File::of_glb(&edited(LANTERN, &[], None, &[]).0);
    let (made, report) = edited(LANTERN, &[("reverse", "")], Some("glow"), &[]);
    let made = File::of_glb(&made);
    assert_eq!(made.names(), [Some("glow")]);
    assert_eq!(made.keys(0, 3, "weights"), [vec![0.0, 0.5], vec![1.0, 0.25]]);
    assert_eq!(difference(&still(&before).0, &still(&made).0, ""), None);
    assert_eq!(
        scene(&report),
        [
            "the extras and extensions of 2 animations, whose clips are not there any more, are not in the file"
        ]
    );
    assert!(made.bytes.len() < before.bytes.len());
    let (made, _) = edited(LANTERN, &[("root-motion", "remove")], Some("swing"), &[]);
    assert_eq!(difference(&still(&before).0, &still(&File::of_glb(&made)).0, ""), None);
}

#[test]
fn a_file_that_is_edited_again_and_again_does_not_grow() {
    let (once, _) = edited(LANTERN, &[("reverse", "")], None, &[("interpolation", "linear")]);
    let (mut again, mut sizes) = (once.clone(), Vec::new());
    for _ in 0..4 {
        again = edited(&again, &[("reverse", "")], None, &[("interpolation", "linear")]).0;
        sizes.push(again.len());
    }
    // Reversing changes the keys of steps; reversing twice restores them.
    assert_eq!([sizes[1], sizes[2], sizes[3]], [once.len(), sizes[0], once.len()]);
    assert_eq!(File::of_glb(&again).keys(1, 3, "weights")[1], [1.0, 0.25]);
}

#[test]
fn nodes_get_their_new_names_in_the_file() {
    let (made, report) = edited(LANTERN, &[("rename", "arm=bough,lamp=moon")], None, &[]);
    let mut made = File::of_glb(&made);
    assert_eq!(
        (&made.json["nodes"][1]["name"], &made.json["nodes"][2]["name"]),
        (&json!("bough"), &json!("moon"))
    );
    assert_eq!(scene(&report), [""; 0]);
    made.json["nodes"][1]["name"] = json!("arm");
    made.json["nodes"][2]["name"] = json!("lamp");
    let before = File::of_glb(&edited(LANTERN, &[], None, &[]).0);
    assert_eq!(difference(&still(&before).0, &still(&made).0, ""), None);
}

#[test]
fn nodes_that_clips_leave_out_stay_in_the_file_without_motion() {
    let (made, report) = edited(LANTERN, &[("select", "pole,arm")], Some("swing"), &[]);
    let before = File::of_glb(&edited(LANTERN, &[], None, &[]).0);
    let file = File::of_glb(&made);
    assert_eq!(difference(&still(&before).0, &still(&file).0, ""), None);
    assert!(scene(&report).iter().all(|lost| lost.contains("whose clips")), "{report}");
    let read = anim_gltf::Gltf::parse(&made).unwrap().clips();
    let names: Vec<_> = read[0].nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["pole", "arm"]);
}

#[test]
fn what_cannot_be_kept_is_listed_with_everything_that_is_lost() {
    let all = "clips cannot hold these objects: meshes (1), skins (1), materials (1), cameras (1), textures (1), samplers (1), images (1), \
               lights (1), extensions (KHR_lights_punctual, KHR_materials_unlit), the copyright, the extras of the file, \
               extras of scenes (1), extras of nodes (1), extras of animations (2)";
    let cases: [(Words<'_>, Words<'_>); 5] = [
        (&[("scale", "2")], &[]),
        (&[("root-motion", "way")], &[]),
        (&[("reroot", "arm")], &[]),
        (&[], &[("up", "+z")]),
        (&[("reverse", "")], &[("mesh", "boxes")]),
    ];
    for (operations, options) in cases {
        let (made, report) = edited(LANTERN, operations, Some("swing"), options);
        assert!(File::of_glb(&made).json["materials"][0]["extras"].is_null(), "{operations:?} {options:?}");
        assert_eq!(scene(&report), [all], "{operations:?} {options:?}");
        let loss = report.losses.iter().find(|loss| loss.code.id == "gltf::scene").unwrap();
        assert_eq!(loss.severity, anim_core::Severity::Warning);
    }
}

#[test]
fn numbers_that_an_extension_uses_too_stay_where_they_are() {
    let mut json: Value = serde_json::from_slice(LANTERN).unwrap();
    let keys = json["accessors"].as_array().unwrap().len() - 1;
    json["nodes"][0]["extensions"] =
        json!({"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": keys}}});
    let bytes = serde_json::to_vec(&json).unwrap();
    let [before, after] = [&[][..], &[("reverse", "")]]
        .map(|operations| File::of_glb(&edited(&bytes, operations, None, &[]).0));
    assert_eq!(difference(&after.json["accessors"][keys], &json["accessors"][keys], ""), None);
    assert_eq!(after.floats(&json!(keys)), before.floats(&json!(keys)));
}

/// The file with one of its nodes changed.
fn with_node(index: usize, change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut json: Value = serde_json::from_slice(LANTERN).unwrap();
    change(&mut json["nodes"][index]);
    serde_json::to_vec(&json).unwrap()
}

fn codes(report: &Report) -> Vec<&str> {
    report.losses.iter().map(|loss| loss.code.id).collect()
}

#[test]
fn what_is_at_rest_is_not_lost_where_it_stays() {
    // The mesh of the node rests with a target weight of one half, and only `glow` moves it; nothing moves the stone.
    let sheared = json!([2.0, 0.0, 0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
    let bytes = with_node(5, |stone| stone["matrix"] = sheared.clone());
    let rests = ["gltf::resting-weights", "gltf::transform"];
    let has = |report: &Report| rests.map(|code| codes(report).contains(&code));
    let (made, report) = edited(&bytes, &[("reverse", "")], None, &[]);
    let made = File::of_glb(&made);
    assert_eq!(has(&report), [false, false], "{report}");
    assert_eq!(
        (&made.json["nodes"][5]["matrix"], &made.json["meshes"][0]["weights"]),
        (&sheared, &json!([0.5]))
    );
    let (_, report) = edited(&bytes, &[("reverse", "")], None, &[("mesh", "boxes")]);
    assert_eq!(has(&report), [true, true], "{report}");
    // In joined clips, those that do not move the weight have it at 0, as the report states, not at the half of the rest pose.
    let (made, report) = edited(&bytes, &[("join", "")], None, &[]);
    assert!(has(&report)[0], "{report}");
    assert_eq!(File::of_glb(&made).keys(0, 3, "weights")[1][0], 0.0);
}

#[test]
fn what_is_at_rest_stays_in_joined_clips_that_do_not_move_it() {
    let sheared = json!([2.0, 0.0, 0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
    for is_moved in [false, true] {
        let mut json: Value = serde_json::from_slice(LANTERN).unwrap();
        json["nodes"][5]["matrix"] = sheared.clone();
        if !is_moved {
            // Nothing else moves the weight.
            json["animations"][1]["channels"].as_array_mut().unwrap().remove(0);
        }
        let (made, report) = edited(&serde_json::to_vec(&json).unwrap(), &[("join", "")], None, &[]);
        let (made, found) = (File::of_glb(&made), codes(&report));
        assert_eq!(found.contains(&"gltf::resting-weights"), is_moved, "{report}");
        assert!(!found.contains(&"gltf::transform"), "{report}");
        assert_eq!(
            (&made.json["nodes"][5]["matrix"], &made.json["meshes"][0]["weights"]),
            (&sheared, &json!([0.5]))
        );
    }
}

#[test]
fn weights_at_rest_stay_in_a_mirror_that_does_not_exchange_them() {
    // The weight of the cloth rests at one half, also where `glow` does not move it.
    for (names, targets, is_exchanged) in [
        (["cloth", "stone"], &["fold"][..], false),
        (["cloth.L", "cloth.R"], &["fold"], true),
        (["cloth", "stone"], &["fold_L", "fold_R"], true),
    ] {
        let mut json: Value = serde_json::from_slice(LANTERN).unwrap();
        json["animations"][1]["channels"].as_array_mut().unwrap().remove(0);
        // The figure is its own mirror image.
        json["nodes"][2]["translation"] = json!([0, 0, 0]);
        json["nodes"][5].as_object_mut().unwrap().remove("matrix");
        (json["nodes"][3]["name"], json["nodes"][5]["name"]) = (json!(names[0]), json!(names[1]));
        let mesh = &mut json["meshes"][0];
        mesh["extras"]["targetNames"] = json!(targets);
        mesh["weights"] = json!(vec![0.5; targets.len()]);
        let target = mesh["primitives"][0]["targets"][0].clone();
        mesh["primitives"][0]["targets"] = json!(vec![target; targets.len()]);
        let (made, report) = edited(&serde_json::to_vec(&json).unwrap(), &[("mirror", "x")], None, &[]);
        assert_eq!(File::of_glb(&made).json["meshes"][0]["weights"], json["meshes"][0]["weights"]);
        assert_eq!(codes(&report).contains(&"gltf::resting-weights"), is_exchanged, "{names:?}: {report}");
    }
}

#[test]
fn a_larger_figure_is_another_one() {
    let mut json: Value = serde_json::from_slice(LANTERN).unwrap();
    for node in json["nodes"].as_array_mut().unwrap() {
        for part in ["translation", "matrix"] {
            node.as_object_mut().unwrap().remove(part);
        }
    }
    let (made, report) = edited(&serde_json::to_vec(&json).unwrap(), &[("scale", "2")], Some("swing"), &[]);
    assert!(codes(&report).contains(&"gltf::scene"), "{report}");
    assert!(!String::from_utf8_lossy(&made).contains("wool"), "the mesh would be too small");
}

#[test]
fn a_matrix_stays_where_weights_alone_move() {
    let matrix = json!([1.0, 0.0, 0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 3.0, 0.0, 1.0]);
    let bytes = with_node(3, |cloth| cloth["matrix"] = matrix.clone());
    // The only finding is the sheared matrix.
    let found = anim_gltf::Gltf::parse(&bytes).unwrap().check();
    assert!(found.iter().all(|finding| finding.to_string().contains("sheared")), "{found:?}");
    let made = File::of_glb(&edited(&bytes, &[("reverse", "")], Some("glow"), &[]).0);
    assert_eq!(made.json["nodes"][3]["matrix"], matrix);
    assert_eq!(made.keys(0, 3, "weights")[1], [1.0, 0.25]);
}

#[test]
fn a_matrix_of_a_node_that_moves_becomes_its_parts_and_what_they_lack_is_a_loss() {
    let bytes =
        with_node(0, |pole| pole["matrix"] = json!([1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 3, 0, 1]));
    let (made, report) = edited(&bytes, &[("reverse", "")], Some("swing"), &[]);
    let made = File::of_glb(&made);
    assert_eq!(made.json["nodes"][0]["matrix"], Value::Null);
    assert_eq!(made.json["nodes"][0]["translation"], json!([0.0, 3.0, 0.0]));
    assert!(codes(&report).contains(&"gltf::decomposed"), "{report}");
}
