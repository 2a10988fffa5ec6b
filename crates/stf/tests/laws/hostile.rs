//! Files made to hurt: each ends at once, in bounded memory, with a clear error.

use anim_core::{ClipError, Document, Format, laws};
use anim_stf::{ErrorKind, Layout, Stf};

use crate::{ROW, documents};

fn kind(bytes: &[u8]) -> ErrorKind {
    Stf::parse(bytes, &mut ()).unwrap_err().kind
}

fn header(count: u32, lengths: &[u64]) -> Vec<u8> {
    let mut bytes = b"STF0\0\0\0\0\0\0\0\0".to_vec();
    bytes.extend(count.to_le_bytes());
    bytes.extend(lengths.iter().flat_map(|length| length.to_le_bytes()));
    bytes
}

#[test]
fn containers_that_lie_are_refused() {
    assert_eq!(kind(b"STT0"), ErrorKind::Magic);
    assert_eq!(kind(&header(0, &[])), ErrorKind::NoJson);
    assert_eq!(kind(b"STF0\0\0\0\0\0\0\0\0none\0\0\0\0"), ErrorKind::Ancestor);
    let long = header(u32::MAX, &[2]);
    assert!(matches!(kind(&long), ErrorKind::Truncated { needed: Some(34_359_738_376), .. }));
    for lengths in [&[u64::MAX][..], &[0, u64::MAX], &[u64::MAX, u64::MAX], &[2]] {
        assert!(
            matches!(kind(&header(lengths.len() as u32, lengths)), ErrorKind::Truncated { .. }),
            "{lengths:?}"
        );
    }
    let text = [header(1, &[1]), vec![0xFF]].concat();
    assert_eq!(kind(&text), ErrorKind::Utf8);
}

#[test]
fn every_truncation_of_a_container_is_an_error_with_a_place() {
    let mut stf = documents::empty();
    stf.add_buffer(vec![0; 8]).unwrap();
    let bytes = stf.to_bytes();
    for len in 4..bytes.len() {
        let error = Stf::parse(&bytes[..len], &mut ()).unwrap_err();
        assert!(error.at.span.is_some_and(|span| span.start <= len && span.end == len), "{len}: {error}");
    }
}

#[test]
fn numbers_that_json_lacks_are_refused_where_they_stand() {
    for (word, expected) in [
        ("NaN", "a finite number: JSON has no NaN and no Infinity"),
        ("Infinity", "a finite number: JSON has no NaN and no Infinity"),
        ("-Infinity", "a finite number: JSON has no NaN and no Infinity"),
    ] {
        let text =
            format!("{{\n\"resources\": {{\"a\": {{\"type\": \"stf.animation\", \"fps\": {word}}}}}}}");
        let error = Stf::parse(text.as_bytes(), &mut ()).unwrap_err();
        assert!(
            matches!(error.kind, ErrorKind::Json { line: 2, expected: found, .. } if found == expected),
            "{error}"
        );
        assert_eq!(
            error.at.span.unwrap().start,
            text.find(word).unwrap() + usize::from(word.starts_with('-'))
        );
    }
}

#[test]
fn a_hundred_thousand_levels_are_refused() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = open.repeat(100_000) + "1" + &close.repeat(100_000);
        for text in [format!("{{\"resources\": {{\"a\": {deep}}}}}"), format!("{{\"b\": {deep}}}"), deep] {
            assert!(matches!(kind(text.as_bytes()), ErrorKind::Nesting { .. } | ErrorKind::Magic));
        }
    }
    let fits = format!("{{\"resources\": {{}}, \"b\": {}{}}}", "[".repeat(126), "]".repeat(126));
    assert_eq!(laws::file(&ROW, fits.as_bytes(), &()), Ok(()));
}

#[test]
fn one_buffer_for_all_subtracks_does_not_multiply() {
    let subtrack = r#"{"keyframes": [], "baked": "b"}"#;
    let subtracks = vec![subtrack; 20_000].join(",");
    let text = format!(
        r#"{{"stf": {{"root": "x"}}, "resources": {{"a": {{"type": "stf.animation", "tracks": [{{"target": ["n", "x"], "timepoints": [], "subtracks": [{subtracks}]}}]}}}}, "buffers": {{"b": {{"index": 0}}}}}}"#
    );
    let bytes = [header(2, &[text.len() as u64, 1 << 20]), text.into_bytes(), vec![0; 1 << 20]].concat();
    let stf = Stf::parse(&bytes, &mut ()).unwrap();
    stf.check(&mut ());
    let clips = stf.clips(&anim_stf::ClipOptions::default(), &mut ());
    assert!(clips[0].key_count() <= 16 << 18);
}

#[test]
fn keyframes_of_many_components_and_frames_do_not_multiply() {
    let many: Vec<_> =
        (0..2000).map(|n| format!("{{\"keyframes\": [[true, {n}, 1.0, \"linear\"]]}}")).collect();
    let rows = vec!["[1]"; 2000].join(",");
    for track in [
        format!("{{\"target\": [], \"subtracks\": [{}]}}", many.join(",")),
        format!("{{\"target\": [], \"keyframes\": [{{\"frame\": 1, \"values\": [{rows}]}}]}}"),
    ] {
        let text = format!("{{\"type\": \"stf.animation\", \"tracks\": [{track}]}}");
        let stf = Stf::parse(text.as_bytes(), &mut ()).unwrap();
        let mut found = Vec::new();
        stf.check(&mut found);
        assert!(found.iter().any(|finding| finding.code.id == "stf::shape"), "{found:?}");
    }
}

/// A document of nodes that all show the same thing, and one animation.
fn shown(count: usize, resources: &str) -> Stf {
    let list: Vec<_> = (0..count).map(|n| format!("\"n{n}\"")).collect();
    let nodes: Vec<_> =
        (0..count).map(|n| format!("\"n{n}\": {{\"type\": \"stf.node\", \"instance\": \"i\"}}")).collect();
    documents::container(&format!(
        r#"{{"stf": {{"root": "p"}}, "resources": {{"p": {{"type": "stf.prefab", "root_nodes": [{}]}}, {},
        "m": {{"type": "stf.animation", "loop": "none", "fps": 1, "range": [0, 1], "tracks": []}}, {resources}}}}}"#,
        list.join(","),
        nodes.join(",")
    ))
}

#[test]
fn what_many_nodes_show_does_not_multiply() {
    let shapes: Vec<_> = (0..2000).map(|n| format!("{{\"name\": \"shape {n}\"}}")).collect();
    let bones: Vec<_> = (0..2000).map(|n| format!("\"b{n}\"")).collect();
    let each: Vec<_> = bones.iter().map(|id| format!("{id}: {{\"type\": \"stf.bone\"}}")).collect();
    let mesh = format!(
        r#""i": {{"type": "stf.instance.mesh", "mesh": "x"}}, "x": {{"blendshapes": [{}]}}"#,
        shapes.join(",")
    );
    let armature = format!(
        r#""i": {{"type": "stf.instance.armature", "armature": "x"}}, "x": {{"root_bones": [{}]}}, {}"#,
        bones.join(","),
        each.join(",")
    );
    for resources in [mesh, armature] {
        let stf = shown(2000, &resources);
        let clip = &stf.clips(&anim_stf::ClipOptions::default(), &mut ())[0];
        let names =
            |node: &anim_core::Node| node.name.len() + node.morphs.iter().map(String::len).sum::<usize>();
        let size: usize = clip.nodes.iter().map(names).sum();
        assert!((20_000..=17 * stf.json().len()).contains(&size), "{size}");
    }
}

#[test]
fn a_long_id_does_not_stand_in_every_clip() {
    let id = "x".repeat(1 << 18);
    let animations: Vec<_> = (0..300)
        .map(|n| format!(r#""a{n}": {{"type": "stf.animation", "fps": 1, "range": [0, 1], "tracks": []}}"#))
        .collect();
    let stf = documents::container(&format!(
        r#"{{"stf": {{"root": "p"}}, "resources": {{"p": {{"type": "stf.prefab", "root_nodes": ["{id}"]}},
        "{id}": {{"type": "stf.node"}}, {}}}}}"#,
        animations.join(",")
    ));
    let clips = stf.clips(&anim_stf::ClipOptions::default(), &mut ());
    assert_eq!(clips.iter().map(|clip| clip.nodes.len()).sum::<usize>(), 0);
}

#[test]
fn nodes_in_a_circle_are_met_once() {
    let text = r#"{"stf": {"root": "p"}, "resources": {
        "p": {"type": "stf.prefab", "root_nodes": [0], "referenced_resources": ["a"]},
        "a": {"type": "stf.node", "children": ["b", "a"], "instance": "i"}, "b": {"type": "stf.node", "children": ["a"]},
        "i": {"type": "stf.instance.armature", "armature": "r"}, "r": {"type": "stf.armature", "root_bones": ["x"]},
        "x": {"type": "stf.bone", "children": ["x", "y"]}, "y": {"type": "stf.bone", "children": ["x"]},
        "m": {"type": "stf.animation", "loop": "none", "fps": 1, "range": [0, 1], "tracks": []}}}"#;
    let clip = &documents::container(text).clips(&anim_stf::ClipOptions::default(), &mut ())[0];
    let names: Vec<_> = clip.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["a", "a/instance/x", "a/instance/y", "b"]);
    assert_eq!(clip.validate(), Ok::<(), ClipError>(()));
}

#[test]
fn the_layouts_of_older_exporters_are_told_apart() {
    let read = |tracks: &str| {
        let text = format!("{{\"type\": \"stf.animation\", \"tracks\": [{tracks}]}}");
        let stf = Stf::parse(text.as_bytes(), &mut ()).unwrap();
        let animation = stf.animation("").unwrap();
        let track = &animation.tracks[0];
        let curve = |index: usize, frame: f64| {
            let subtrack = track.subtracks[index].as_ref().unwrap();
            subtrack.curve(&track.timepoints).unwrap().at(frame)[0]
        };
        (animation.layout, track.timepoints.clone(), [curve(0, 2.0), curve(1, 2.0)])
    };
    let expected = |layout| (layout, vec![1.0, 2.0, 3.0], [5.0, 7.0]);
    let current = r#"{"target": [], "timepoints": [1, 2, 3], "subtracks": [
        {"keyframes": [[true, 4, "linear"], [false, 5, "baked"], [true, 6, "linear"]]},
        {"keyframes": [null, [true, 7, "constant"], null]}]}"#;
    let c = r#"{"target": [], "timepoints": [1, 2, 3], "subtracks": [
        {"keyframes": [[true, 4, "linear"], [false, 99, 5], [true, 6, "linear"]]},
        {"keyframes": [null, [true, 7, "constant"], null]}]}"#;
    let b = r#"{"target": [], "subtracks": [
        {"keyframes": [[true, 1, 4, "linear"], [false, 2, 5, "linear"], [true, 3, 6, "linear"]]},
        {"keyframes": [[true, 2, 7, "constant"]]}]}"#;
    let a = r#"{"target": [], "keyframes": [{"frame": 1, "values": [[4], null]},
        {"frame": 2, "values": [[5], [7]]}, {"frame": 3, "values": [[6], null]}]}"#;
    assert_eq!(read(current), expected(Layout::Current));
    assert_eq!(read(c), expected(Layout::C));
    assert_eq!(read(b), expected(Layout::B));
    assert_eq!(read(a), expected(Layout::A));
}

#[test]
fn keyframes_without_timepoints_are_not_lost() {
    let text = r#"{"type": "stf.animation", "loop": "none", "fps": 1, "range": [0, 1], "tracks": [{"target": ["n", "t"],
        "subtracks": [{"keyframes": [[true, 4, "linear"], null]}, null, null]}]}"#;
    let mut stf = Stf::parse(text.as_bytes(), &mut ()).unwrap();
    let mut found = Vec::new();
    stf.check(&mut found);
    assert!(found.iter().any(|finding| finding.code.id == "stf::keyframe-count"), "{found:?}");
    stf.edit("", |animation| animation.fps = Some(2.0)).unwrap();
    assert_eq!(stf.json(), text.replace("\"fps\": 1", "\"fps\": 2.0"));
}

fn findings(text: &str) -> Vec<anim_core::Diagnostic> {
    let mut found = Vec::new();
    Stf::parse(text.as_bytes(), &mut ()).unwrap().check(&mut found);
    found
}

#[test]
fn a_name_twice_is_found_where_it_stands() {
    let nested =
        r#"{"stf": {"root": "p"}, "resources": {"p": {"x": [1, {"y": {"k": 1, "j": 2, "\u006b": 3}}]}}}"#;
    let alone = r#""id": {"type": "stf.animation", "loop": "none", "fps": 1, "range": [0, 1], "tracks": [], "a": {"b": 1, "b": 2}}"#;
    for (text, path, name) in [(nested, "resources/p/x[1]/y/k", r#""\u006b""#), (alone, "a/b", r#""b""#)] {
        let found = findings(text);
        let [finding] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((finding.code.id, finding.at.path.as_str()), ("stf::duplicate-key", path));
        let start = text.rfind(name).unwrap();
        assert_eq!(finding.at.span, Some((start..start + name.len()).into()));
    }
}

#[test]
fn nodes_that_cannot_be_read_are_reported() {
    for (value, expected) in
        [(r#""\ud800""#, "half a surrogate"), ("1e999", "a number that a 64-bit float can hold")]
    {
        let text = format!(
            r#"{{"stf": {{"root": "p"}}, "resources": {{"p": {{"type": "stf.prefab", "root_nodes": ["n"]}}, "n": {{"type": "stf.node", "odd": [{value}]}},
            "m": {{"type": "stf.animation", "loop": "none", "fps": 1, "range": [0, 1], "tracks": []}}}}}}"#
        );
        let found = findings(&text);
        let [finding] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((finding.code.id, finding.at.path.as_str()), ("stf::shape", "resources/n"));
        assert!(finding.message.contains(expected), "{finding}");
        let start = text.find(value).unwrap();
        assert_eq!(finding.at.span, Some((start..start + value.len()).into()));
        let mut lost = Vec::new();
        Stf::parse(text.as_bytes(), &mut ()).unwrap().clips(&anim_stf::ClipOptions::default(), &mut lost);
        assert!(lost.iter().any(|finding| finding.code.id == "stf::unread"), "{lost:?}");
    }
}

#[test]
fn long_names_do_not_stand_in_every_finding() {
    let id = "x".repeat(1 << 16);
    let keys = vec!["7"; 1 << 12].join(",");
    let children = vec!["0"; 1 << 12].join(",");
    let text = format!(
        r#"{{"stf": {{"root": "p"}}, "resources": {{"p": {{"type": "stf.prefab", "root_nodes": [{children}], "referenced_resources": ["{id}"]}},
        "y{id}": {{"type": "stf.animation", "loop": "none", "fps": 1, "range": [0, 1], "tracks": [{{"target": ["{id}", "enabled"],
        "timepoints": [{children}], "subtracks": [{{"keyframes": [{keys}]}}]}}]}}}}}}"#
    );
    let found = findings(&text);
    assert!(found.len() > 12_000);
    let size: usize = found.iter().map(|finding| finding.message.len() + finding.at.path.len()).sum();
    assert!(size < 300 * found.len(), "{size}");
}
