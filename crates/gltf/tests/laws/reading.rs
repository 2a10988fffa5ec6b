//! Values as the specification defines them, in files written by hand.

use anim_core::{AnyFormat, Clip, Diagnostic, Ease, Encode as _, Format, Property, Report, laws, quaternion};
use anim_gltf as gltf;
use gltf::{Base, ClipOptions, Container, EncodeOptions, Gltf, ReadOptions, Root};

/// A document of JSON whose one buffer holds these bytes.
fn document(json: &str, bytes: Vec<u8>) -> Gltf {
    let text = format!("{{\"asset\": {{\"version\": \"2.0\"}}, {json}}}");
    let (_, root, _) = Gltf::parse(text.as_bytes()).unwrap().into_parts();
    Gltf::new(Container::Glb, root, vec![Some(bytes)]).unwrap()
}

/// The clips of such a document, which has no findings.
fn clips(json: &str, bytes: Vec<u8>) -> Vec<Clip> {
    let document = document(json, bytes);
    assert_eq!(document.check(), vec![]);
    document.clips()
}

/// The clips of such a document, whose findings are its lists without channels or samplers.
fn clips_of_empty(json: &str, bytes: Vec<u8>) -> Vec<Clip> {
    let document = document(json, bytes);
    let findings = document.check();
    assert!(findings.iter().all(|finding| finding.code.id == "gltf::empty"), "{findings:?}");
    assert_eq!(findings.len(), json.matches("[]").count());
    document.clips()
}

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// One animation of node 0 whose times are accessor 0 and whose values are accessor 1.
fn moving(path: &str, interpolation: &str, rest: &str) -> String {
    format!(
        r#""nodes": [{{}}],
        "animations": [{{
            "channels": [{{"sampler": 0, "target": {{"node": 0, "path": "{path}"}}}}],
            "samplers": [{{"input": 0, "output": 1 {interpolation}}}]
        }}], {rest}"#
    )
}

#[test]
fn a_cubic_spline_is_hermite_with_tangents_per_second() {
    let json = moving(
        "translation",
        r#", "interpolation": "CUBICSPLINE""#,
        r#""accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0.5], "max": [2.5]},
            {"bufferView": 1, "componentType": 5126, "count": 6, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 72}]"#,
    );
    let (v0, b0, a1, v1) = ([1.0f32, 0.0, -1.0], [0.5f32, 2.0, 0.0], [-1.0f32, 0.0, 3.0], [2.0f32, 4.0, 1.0]);
    let bytes = floats(&[&[0.5, 2.5], &[9.0; 3][..], &v0, &b0, &a1, &v1, &[9.0; 3]].concat());
    let clip = clips(&json, bytes).remove(0);
    assert_eq!(
        (clip.name.as_str(), clip.nodes[0].name.as_str(), clip.duration),
        ("animation 0", "node 0", 2.5)
    );
    for step in 0..=8 {
        let s = f64::from(step) / 8.0;
        let (s2, s3, duration) = (s * s, s * s * s, 2.0);
        let found = clip.pose(0.5 + s * duration).local[0].translation();
        for axis in 0..3 {
            let [v0, b0, a1, v1] = [v0, b0, a1, v1].map(|value| f64::from(value[axis]));
            // The formula of appendix C.5.
            let expected = (2.0 * s3 - 3.0 * s2 + 1.0) * v0
                + duration * (s3 - 2.0 * s2 + s) * b0
                + (-2.0 * s3 + 3.0 * s2) * v1
                + duration * (s3 - s2) * a1;
            assert!((found[axis] - expected).abs() < 1e-12, "{found:?} at {s}: {expected}");
        }
    }
}

#[test]
fn sparse_elements_replace_those_of_the_view_or_zeros() {
    for (view, expected) in [("", 0.0), ("\"bufferView\": 1,", 7.0)] {
        let json = moving(
            "scale",
            r#", "interpolation": "STEP""#,
            &format!(
                r#""accessors": [
                    {{"bufferView": 0, "componentType": 5126, "count": 3, "type": "SCALAR", "min": [0], "max": [2]}},
                    {{{view} "componentType": 5126, "count": 3, "type": "VEC3", "sparse": {{"count": 2,
                      "indices": {{"bufferView": 2, "componentType": 5123}}, "values": {{"bufferView": 3}}}}}}],
                "bufferViews": [{{"buffer": 0, "byteLength": 12}}, {{"buffer": 0, "byteOffset": 12, "byteLength": 36}},
                    {{"buffer": 0, "byteOffset": 48, "byteLength": 4}}, {{"buffer": 0, "byteOffset": 52, "byteLength": 24}}]"#
            ),
        );
        let mut bytes = floats(&[&[0.0, 1.0, 2.0], &[7.0; 9][..]].concat());
        bytes.extend([0, 0, 2, 0]);
        bytes.extend(floats(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
        let clip = clips(&json, bytes).remove(0);
        assert_eq!(
            clip.channels[0].curve().values(),
            [1.0, 2.0, 3.0, expected, expected, expected, 4.0, 5.0, 6.0]
        );
        assert_eq!(clip.channels[0].curve().uniform_ease(), Some(Ease::Step));
    }
}

#[test]
fn normalised_integers_are_fractions() {
    let cases: [(u32, Vec<u8>, [f64; 4]); 4] = [
        (5120, vec![0, 0, 0x80, 0], [0.0, 0.0, -1.0, 0.0]),
        (5121, vec![0, 51, 0, 250], [0.0, 0.2, 0.0, 250.0 / 255.0]),
        (5122, [0i16, -32768, 0, 0].iter().flat_map(|v| v.to_le_bytes()).collect(), [0.0, -1.0, 0.0, 0.0]),
        (
            5123,
            [0u16, 13107, 0, 64211].iter().flat_map(|v| v.to_le_bytes()).collect(),
            [0.0, 0.2, 0.0, 64211.0 / 65535.0],
        ),
    ];
    for (component, value, expected) in cases {
        let json = moving(
            "rotation",
            "",
            &format!(
                r#""accessors": [{{"bufferView": 0, "componentType": 5126, "count": 1, "type": "SCALAR", "min": [0], "max": [0]}},
                {{"bufferView": 1, "componentType": {component}, "normalized": true, "count": 1, "type": "VEC4"}}],
                "bufferViews": [{{"buffer": 0, "byteLength": 4}}, {{"buffer": 0, "byteOffset": 4, "byteLength": {}}}]"#,
                value.len()
            ),
        );
        let clip = clips(&json, [vec![0; 4], value].concat()).remove(0);
        assert_eq!(clip.channels[0].curve().values(), expected, "{component}");
        assert_eq!(clip.channels[0].curve().uniform_ease(), Some(Ease::Slerp));
    }
}

#[test]
fn elements_lie_a_stride_apart() {
    let json = moving(
        "translation",
        "",
        r#""accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1.5]},
            {"bufferView": 0, "byteOffset": 4, "componentType": 5126, "count": 2, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": 32, "byteStride": 16}]"#,
    );
    let document = document(&json, floats(&[0.0, 1.0, 2.0, 3.0, 1.5, 4.0, 5.0, 6.0]));
    // Only vertices may have a stride.
    let found: Vec<_> =
        document.check().iter().map(|finding| (finding.code.id, finding.at.path.clone())).collect();
    assert_eq!(found, [0, 1].map(|accessor| ("gltf::stride", format!("accessors[{accessor}]"))));
    let clip = document.clips().remove(0);
    assert_eq!(clip.channels[0].curve().values(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!((clip.duration, clip.channels[0].curve().uniform_ease()), (1.5, Some(Ease::Linear)));
}

#[test]
fn a_matrix_is_taken_apart() {
    // A quarter turn about Z after a scale of 2, 3, 4, then a move: columns one by one.
    let json = r#""nodes": [{"matrix": [0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1]}],
        "animations": [{"channels": [], "samplers": []}]"#;
    let rest = clips_of_empty(json, vec![]).remove(0).nodes[0].rest;
    let turn = quaternion::from_axis_angle([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_2);
    assert!(quaternion::angle_between(rest.rotation, turn) < 1e-12);
    assert_eq!(rest.translation, [5.0, 6.0, 7.0]);
    assert!(rest.scale.iter().zip([2.0, 3.0, 4.0]).all(|(a, b)| (a - b).abs() < 1e-12));
}

#[test]
fn visibility_comes_through_a_pointer() {
    let json = r#""extensionsUsed": ["KHR_animation_pointer", "KHR_node_visibility"],
        "nodes": [{}, {"extensions": {"KHR_node_visibility": {"visible": true}}}],
        "animations": [{"channels": [{"sampler": 0, "target": {"path": "pointer", "extensions": {
            "KHR_animation_pointer": {"pointer": "/nodes/1/extensions/KHR_node_visibility/visible"}}}},
            {"sampler": 0, "target": {"path": "pointer", "extensions": {
            "KHR_animation_pointer": {"pointer": "/materials/0/alphaCutoff"}}}}],
          "samplers": [{"input": 0, "output": 1, "interpolation": "STEP"}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
            {"bufferView": 0, "byteOffset": 8, "componentType": 5121, "count": 2, "type": "SCALAR"}],
        "bufferViews": [{"buffer": 0, "byteLength": 10}]"#;
    for shown in [1, 2, 255] {
        let clip = clips(json, [floats(&[0.0, 1.0]), vec![shown, 0]].concat()).remove(0);
        assert_eq!(clip.channels.len(), 1);
        assert_eq!((clip.channels[0].node(), clip.channels[0].property()), (1, &Property::Visible));
        assert_eq!(clip.channels[0].curve().values(), [1.0, 0.0], "{shown}");
    }
}

#[test]
fn a_node_that_is_hidden_at_rest_is_hidden_in_every_clip_that_does_not_show_it() {
    let hidden = r#"{"extensions": {"KHR_node_visibility": {"visible": false}}}"#;
    let pointer = r#"{"path": "pointer", "extensions": {
        "KHR_animation_pointer": {"pointer": "/nodes/1/extensions/KHR_node_visibility/visible"}}}"#;
    let stored = r#"{"anim": {"times": [[0.5]], "channels": [{"node": 0, "property": "visible", "times": 0, "values": [1],
        "ease": "step"}]}}"#;
    let json = format!(
        r#""extensionsUsed": ["KHR_animation_pointer", "KHR_node_visibility"], "nodes": [{hidden}, {hidden}, {{}}],
        "animations": [{{"channels": [], "samplers": []}}, {{"channels": [], "samplers": [], "extras": {stored}}},
            {{"channels": [{{"sampler": 0, "target": {pointer}}}], "samplers": [{{"input": 0, "output": 1, "interpolation": "STEP"}}]}}],
        "accessors": [{{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]}},
            {{"bufferView": 0, "byteOffset": 8, "componentType": 5121, "count": 2, "type": "SCALAR"}}],
        "bufferViews": [{{"buffer": 0, "byteLength": 10}}]"#
    );
    let clips = clips_of_empty(&json, [floats(&[0.0, 1.0]), vec![0, 1]].concat());
    let of = |clip: &Clip| {
        let channels =
            clip.channels.iter().inspect(|channel| assert_eq!(*channel.property(), Property::Visible));
        channels.map(|channel| (channel.node(), channel.curve().values().to_vec())).collect::<Vec<_>>()
    };
    assert_eq!(of(&clips[0]), [(0, vec![0.0]), (1, vec![0.0])]);
    assert_eq!(of(&clips[1]), [(0, vec![1.0]), (1, vec![0.0])], "the extras show the first");
    assert_eq!(of(&clips[2]), [(1, vec![0.0, 1.0]), (0, vec![0.0])], "a pointer shows the second");
}

#[test]
fn names_that_are_missing_or_taken_are_made() {
    let animation = r#"{"name": "a", "channels": [], "samplers": []}"#;
    let unnamed = r#"{"channels": [], "samplers": []}"#;
    let json = format!(
        r#""animations": [{animation}, {unnamed}, {animation}, {{"name": "", "channels": [], "samplers": []}}]"#
    );
    let names: Vec<_> = clips_of_empty(&json, vec![]).into_iter().map(|clip| clip.name).collect();
    assert_eq!(names, ["a", "animation 1", "a (2)", "animation 3"]);
}

#[test]
fn a_file_without_animations_has_no_clip() {
    assert_eq!(clips(r#""nodes": [{}]"#, vec![]), vec![]);
    assert_eq!(Gltf::new(Container::Glb, Root::default(), vec![]).unwrap().clips(), vec![]);
}

#[test]
fn cycles_and_second_parents_are_cut() {
    let json = r#"{"asset": {"version": "2.0"}, "nodes": [{"children": [1, 2]}, {"children": [0]}, {}, {"children": [2]}],
        "animations": [{"channels": [], "samplers": []}]}"#;
    let clip = Gltf::parse(json.as_bytes()).unwrap().clips().remove(0);
    let parents: Vec<_> = clip.nodes.iter().map(|node| node.parent).collect();
    assert_eq!(parents, [Some(1), None, Some(0), None]);
}

#[test]
fn what_is_unknown_survives() {
    let json = r#"{"asset": {"version": "2.0", "who": [1, 1.5, "x", null]}, "cameras": [{"type": "orthographic"}],
        "nodes": [{"camera": 0, "extras": {"a": {}}, "extensions": {"EXT_x": false}}],
        "buffers": [{"byteLength": 4, "odd": true}], "accessors": [{"componentType": 9, "type": "VEC9", "count": 1,
        "sparse": {"count": 1, "indices": {"bufferView": 0, "componentType": 7, "q": 1}, "values": {"bufferView": 0}}}],
        "animations": [{"channels": [{"sampler": 0, "target": {"path": "smell"}}], "samplers": [
        {"input": 0, "output": 0, "interpolation": "SPIRAL"}]}]}"#;
    let document = Gltf::parse(json.as_bytes()).unwrap();
    let text = String::from_utf8(document.to_bytes().into_owned()).unwrap();
    let compact: String = text.split_whitespace().collect();
    for part in [
        "\"who\":[1,1.5,\"x\",null]",
        "\"cameras\":[{\"type\":\"orthographic\"}]",
        "\"camera\":0",
        "{\"a\":{}}",
        "{\"EXT_x\":false}",
        "\"odd\":true",
        "\"componentType\":9",
        "\"VEC9\"",
        "\"q\":1",
        "\"smell\"",
        "\"SPIRAL\"",
    ] {
        assert!(compact.contains(part), "{part} is missing in {compact}");
    }
    let unknown: Vec<_> = document.root().nodes[0].other.iter().collect();
    assert_eq!(unknown, [("camera", "0".to_owned())]);
}

#[test]
fn times_at_frames_of_a_known_rate_are_exact() {
    let extras = r#"{"anim": {"rate": [60, 7], "firstFrame": 5}}"#;
    let times = [1.0f64, 2.0, 3.0].map(|frame| frame * 7.0 / 60.0);
    let json = moving(
        "scale",
        "",
        &format!(
            r#""accessors": [
                {{"bufferView": 0, "componentType": 5126, "count": 3, "type": "SCALAR", "min": [{}], "max": [{}]}},
                {{"componentType": 5126, "count": 3, "type": "VEC3"}}],
            "bufferViews": [{{"buffer": 0, "byteLength": 12}}]"#,
            times[0], times[2]
        ),
    )
    .replace("\"animations\": [{", &format!("\"animations\": [{{ \"extras\": {extras},"));
    let clip = clips(&json, floats(&times.map(|time| time as f32))).remove(0);
    assert_eq!(clip.channels[0].curve().times().iter().collect::<Vec<_>>(), times);
    assert_eq!((clip.first_frame, clip.duration), (5.0, times[2]));
}

/// An interpolation, times, heights, the code of the finding, and the heights at some times.
type Case = (&'static str, &'static [f32], &'static [f32], &'static str, &'static [(f64, f64)]);

#[test]
fn motion_that_gltf_forbids_plays_as_elsewhere_and_is_reported() {
    let cases: [Case; 4] = [
        ("LINEAR", &[-1.0, 1.0], &[0.0, 4.0], "gltf::times", &[(0.0, 2.0), (1.0, 4.0)]),
        // A jump at 1 s: the first key counts up to it, the last from there on.
        (
            "LINEAR",
            &[0.0, 1.0, 1.0, 1.0, 2.0],
            &[0.0, 4.0, 5.0, 8.0, 6.0],
            "gltf::times",
            &[(0.5, 2.0), (1.0, 8.0), (1.5, 7.0)],
        ),
        ("STEP", &[0.0, 0.0, 1.0], &[3.0, 4.0, 5.0], "gltf::times", &[(0.0, 4.0), (0.5, 4.0), (1.0, 5.0)]),
        ("CUBICSPLINE", &[1.0], &[9.0, 4.0, 9.0], "gltf::count", &[(0.0, 4.0), (2.0, 4.0)]),
    ];
    for (interpolation, times, heights, code, expected) in cases {
        let json = moving(
            "translation",
            &format!(r#", "interpolation": "{interpolation}""#),
            &format!(
                r#""accessors": [
                    {{"bufferView": 0, "componentType": 5126, "count": {}, "type": "SCALAR", "min": [{}], "max": [{}]}},
                    {{"bufferView": 1, "componentType": 5126, "count": {}, "type": "VEC3"}}],
                "bufferViews": [
                    {{"buffer": 0, "byteLength": {}}},
                    {{"buffer": 0, "byteOffset": {}, "byteLength": {}}}]"#,
                times.len(),
                times[0],
                times[times.len() - 1],
                heights.len(),
                4 * times.len(),
                4 * times.len(),
                12 * heights.len(),
            ),
        );
        let values: Vec<f32> = heights.iter().flat_map(|height| [0.0, *height, 0.0]).collect();
        let document = document(&json, floats(&[times, &values].concat()));
        let found: Vec<_> = document.check().iter().map(|finding| finding.code.id).collect();
        assert_eq!(found, [code], "{interpolation} {times:?}");
        let mut report = Report::new();
        let clips = document.clips_with(&ClipOptions::default(), &mut report);
        assert!(report.losses.is_empty(), "{report}");
        for (time, height) in expected {
            let local = clips[0].pose(*time).local[0].translation();
            assert!((local[1] - height).abs() < 1e-6, "{interpolation} {times:?} at {time}: {local:?}");
        }
    }
}

#[test]
fn weights_of_a_node_without_morph_targets_are_reported() {
    let json = moving(
        "weights",
        "",
        r#""accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
            {"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR"}],
        "bufferViews": [{"buffer": 0, "byteLength": 8}]"#,
    );
    let findings = document(&json, floats(&[0.0, 1.0])).check();
    let found: Vec<_> = findings.iter().map(|finding| (finding.code.id, finding.at.path.as_str())).collect();
    assert_eq!(found, [("gltf::target", "animations[0]/channels[0]/target")]);
}

#[test]
fn a_container_with_flaws_around_its_parts_is_read_and_written_as_it_was() {
    let glb = |json: &str, bin: &[u8], more: &[u8]| {
        let length = |len: usize| u32::try_from(len).unwrap().to_le_bytes();
        let parts = [
            b"glTF\x02\0\0\0".as_slice(),
            &length(28 + json.len() + bin.len()),
            &length(json.len()),
            b"JSON",
            json.as_bytes(),
            &length(bin.len()),
            b"BIN\0",
            bin,
            more,
        ];
        parts.concat()
    };
    let json = r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":5}]}"#;
    let sound = Gltf::parse(&glb(json, &[1, 2, 3, 4, 5, 0, 0, 0], &[])).unwrap();
    assert!(sound.is_exact());
    for (json, bin, more, codes) in [
        (format!("{json} "), &[1, 2, 3, 4, 5][..], &b""[..], vec!["gltf::chunk"]),
        (json.to_owned(), &[1, 2, 3, 4, 5, 0, 0, 0], b"\n", vec!["gltf::length"]),
        (format!("{json}\0\0\0\0"), &[1, 2, 3, 4, 5, 0, 0, 0], b"", vec!["gltf::json"]),
        (format!("\u{FEFF}{json} "), &[1, 2, 3, 4, 5, 0, 0, 0], b"", vec!["gltf::json"]),
    ] {
        let bytes = glb(&json, bin, more);
        let mut findings: Vec<Diagnostic> = Vec::new();
        let document = Gltf::read(&bytes, &ReadOptions::default(), &(), &mut findings).unwrap();
        assert_eq!(findings.iter().map(|finding| finding.code.id).collect::<Vec<_>>(), codes);
        assert!(document == sound && document.is_exact());
        laws::file(&AnyFormat::encoder::<Gltf>(), &bytes, &()).unwrap();
        let built: Gltf = serde_json::from_str(&serde_json::to_string(&document).unwrap()).unwrap();
        assert!(document.to_bytes() == bytes && built.to_bytes() == bytes);
        let into = EncodeOptions { into: Some(Base::parse(&bytes).unwrap()), ..EncodeOptions::default() };
        let mut report = Report::default();
        let written = Gltf::encode(&[], &into, &mut report).unwrap();
        let losses = report.losses.iter().map(|loss| loss.code.id);
        assert_eq!(losses.collect::<Vec<_>>(), vec!["gltf::after-end"; more.len().min(1)]);
        findings.clear();
        let again = Gltf::read(&written.to_bytes(), &ReadOptions::default(), &(), &mut findings).unwrap();
        assert_eq!((again.buffer(0), &*findings), (sound.buffer(0), &[][..]));
    }
}
