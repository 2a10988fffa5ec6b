//! What other programs write differently from this crate, and what is legal in animations.

use anim_core::{Property, Report};
use anim_gltf::{ClipOptions, Gltf};

/// A file with one node of two morph targets, its key times 0 and 1, and values in a buffer view of their own.
fn file(values: &[u8], accessor: &str, target: &str) -> String {
    let mut bytes = vec![0, 0, 0, 0, 0, 0, 0x80, 0x3F];
    bytes.extend(values);
    let data = bytes.iter().map(|byte| format!("%{byte:02x}")).collect::<Vec<_>>().concat();
    let (all, length) = (bytes.len(), values.len());
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "extensionsUsed": ["KHR_animation_pointer"], "nodes": [{{"mesh": 0}}],
        "meshes": [{{"primitives": [{{"attributes": {{}}, "targets": [{{}}, {{}}]}}]}}],
        "animations": [{{"channels": [{{"sampler": 0.0, "target": {target}}}], "samplers": [{{"input": 0, "output": 1e0}}]}}],
        "accessors": [{{"bufferView": 0, "componentType": 5126.0, "count": 2.0, "type": "SCALAR", "min": [0], "max": [1]}},
            {{"bufferView": 1, "count": 2, {accessor}}}],
        "bufferViews": [{{"buffer": 0, "byteLength": 8}}, {{"buffer": 0, "byteOffset": 8.0, "byteLength": {length}}}],
        "buffers": [{{"byteLength": {all}, "uri": "data:application/octet-stream,{data}"}}]}}"#
    )
}

fn pointer(to: &str) -> String {
    format!(r#"{{"path": "pointer", "extensions": {{"KHR_animation_pointer": {{"pointer": "{to}"}}}}}}"#)
}

const ROTATION: &str = r#"{"node": 0, "path": "rotation"}"#;

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn findings(text: &str) -> Vec<String> {
    let found = Gltf::parse(text.as_bytes()).unwrap().check();
    found.into_iter().map(|found| format!("{} {}", found.code.id, found.message)).collect()
}

#[test]
fn numbers_that_are_spelled_with_a_point_are_written_without() {
    let text =
        file(&floats(&[0.0; 6]), r#""componentType": 5126, "type": "VEC3""#, &pointer("/nodes/0/scale"));
    let document = Gltf::parse(text.as_bytes()).unwrap();
    let written = document.to_bytes();
    assert!(!String::from_utf8(written.to_vec()).unwrap().contains(".0,"));
    assert_eq!(Gltf::parse(&written).unwrap(), document);
    let error = Gltf::parse(text.replace("2.0,", "2.5,").as_bytes()).unwrap_err().to_string();
    assert!(error.contains("expected a whole number"), "{error}");
}

#[test]
fn keys_of_rotations_are_unit_quaternions() {
    let float = r#""componentType": 5126, "type": "VEC4""#;
    let unit = [0.0, 0.0, 0.0, 1.0];
    for (length, is_sound) in [(0.0, false), (2.0, false), (0.99, false), (1.0, true), (1.0005, true)] {
        let values = floats(&[unit.as_slice(), &[0.0, length, 0.0, 0.0]].concat());
        let found = findings(&file(&values, float, ROTATION));
        assert_eq!(found.is_empty(), is_sound, "{length}: {found:?}");
        assert!(found.iter().all(|found| found.starts_with("gltf::transform the quaternion of key 1")));
    }
    // 63/127, 64/127: lengths are off by what rounding to 1/127 may cause.
    let byte = r#""componentType": 5120, "normalized": true, "type": "VEC4""#;
    for (value, is_sound) in [(63, true), (64, true), (62, false), (66, false)] {
        let found = findings(&file(&[[0, 0, 0, 127], [value; 4]].concat(), byte, ROTATION));
        assert_eq!(found.is_empty(), is_sound, "{value}: {found:?}");
    }
}

#[test]
fn pointers_take_integers_and_single_weights() {
    let shorts: Vec<u8> = [0i16, 0, 0, 10, -20, 30].iter().flat_map(|value| value.to_le_bytes()).collect();
    let shorts = file(&shorts, r#""componentType": 5122, "type": "VEC3""#, &pointer("/nodes/0/translation"));
    let float = r#""componentType": 5126, "type": "SCALAR""#;
    let weight = file(&floats(&[0.25, 0.75]), float, &pointer("/nodes/0/weights/1"));
    let cases = [
        (shorts, Property::Translation, 0, vec![0.0, 0.0, 0.0, 10.0, -20.0, 30.0]),
        (weight.clone(), Property::Weights { count: 2 }, 1, vec![0.25, 0.75]),
    ];
    for (text, property, component, values) in cases {
        assert_eq!(findings(&text), [""; 0]);
        let document = Gltf::parse(text.as_bytes()).unwrap();
        let clips = document.clips_with(&ClipOptions::default(), &mut Report::new());
        let channel = &clips[0].channels[0];
        assert_eq!((channel.property(), channel.component()), (&property, component));
        assert_eq!(channel.curve().values(), values);
    }
    let found = findings(&weight.replace("weights/1", "weights/2"));
    assert_eq!(found, ["gltf::index there is no weight 2: expected an index below 2"]);
}

#[test]
fn weights_of_a_mesh_are_those_of_all_nodes_that_show_it_and_have_none() {
    let float = r#""componentType": 5126, "type": "SCALAR""#;
    let nodes = r#""nodes": [{"name": "none"}, {"mesh": 0}, {"mesh": 0, "weights": [0, 0]}, {"mesh": 0}]"#;
    let text = |values: &[f32], to: &str| {
        file(&floats(values), float, &pointer(to)).replace(r#""nodes": [{"mesh": 0}]"#, nodes)
    };
    let all = text(&[0.0, 1.0, 0.5, 0.25], "/meshes/0/weights")
        .replace(r#""count": 2, "componentType""#, r#""count": 4, "componentType""#);
    for (text, component, values) in [
        (all, 0, vec![0.0, 1.0, 0.5, 0.25]),
        (text(&[0.25, 0.75], "/meshes/0/weights/1"), 1, vec![0.25, 0.75]),
    ] {
        assert_eq!(findings(&text), [""; 0]);
        let clips = Gltf::parse(text.as_bytes()).unwrap().clips();
        let mut nodes: Vec<usize> = clips[0].channels.iter().map(anim_core::Channel::node).collect();
        nodes.sort_unstable();
        assert_eq!(nodes, [1, 3]);
        for channel in &clips[0].channels {
            assert_eq!(
                (channel.property(), channel.component()),
                (&Property::Weights { count: 2 }, component)
            );
            assert_eq!(channel.curve().values(), values);
        }
    }
    assert_eq!(
        findings(&text(&[0.0, 1.0], "/meshes/1/weights")),
        ["gltf::index there is no mesh 1: expected an index below 1"]
    );
}

#[test]
fn a_channel_without_a_node_is_sound_and_reported_as_lost() {
    let text = file(&floats(&[0.0; 6]), r#""componentType": 5126, "type": "VEC3""#, r#"{"path": "scale"}"#);
    assert_eq!(findings(&text), [""; 0]);
    let mut report = Report::new();
    let document = Gltf::parse(text.as_bytes()).unwrap();
    assert!(document.clips_with(&ClipOptions::default(), &mut report)[0].channels.is_empty());
    let losses: Vec<_> = report.losses.iter().map(|loss| loss.message.as_str()).collect();
    assert!(losses.contains(&"the channel states no node: players ignore it"), "{losses:?}");
}

#[test]
fn members_of_one_name_are_refused_wherever_they_are() {
    for members in [
        r#""nodes": [{"name": "a", "name": "b"}]"#,
        r#""cameras": [{"type": "a", "type": "b"}]"#,
        r#""cameras": [], "cameras": []"#,
        r#""nodes": [{"extras": {"a": {"name": 1, "name": 1}}}]"#,
        r#""nodes": [{"odd": 1, "odd": 2}]"#,
        r#""meshes": [{"primitives": [{"attributes": {"POSITION": 0, "POSITION": 1}}]}]"#,
        r#""meshes": [{"primitives": [{"attributes": {}, "targets": [{"NORMAL": 0, "NORMAL": 1}]}]}]"#,
    ] {
        let text = format!(r#"{{"asset": {{"version": "2.0"}}, {members}}}"#);
        let error = Gltf::parse(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("duplicate field"), "{members}: {error}");
    }
}
