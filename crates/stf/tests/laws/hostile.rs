//! Hostile files: reading takes little time and memory, and fails with a clear error.

use anim_core::{ClipError, Report, laws};
use anim_stf::{ClipOptions, Ease, ErrorKind, Key, Keyframe, Layout, Names, Stf};

use crate::{FORMAT, documents};

fn kind(bytes: &[u8]) -> ErrorKind {
    Stf::parse(bytes).unwrap_err().kind
}

fn header(count: u32, lengths: &[u64]) -> Vec<u8> {
    let mut bytes = b"STF0\0\0\0\0\0\0\0\0".to_vec();
    bytes.extend(count.to_le_bytes());
    bytes.extend(lengths.iter().flat_map(|length| length.to_le_bytes()));
    bytes
}

#[test]
fn containers_with_wrong_lengths_are_refused() {
    assert_eq!(kind(b"STT0"), ErrorKind::Magic);
    assert_eq!(kind(b"\xFF\xFE{\0\"\0"), ErrorKind::Encoding);
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
        let error = Stf::parse(&bytes[..len]).unwrap_err();
        assert!(error.at.span.is_some_and(|span| span.start <= len && span.end == len), "{len}: {error}");
    }
}

#[test]
fn nan_and_infinity_are_refused_with_their_place() {
    for (word, expected) in [
        ("NaN", "a finite number: JSON has no NaN and no Infinity"),
        ("Infinity", "a finite number: JSON has no NaN and no Infinity"),
        ("-Infinity", "a finite number: JSON has no NaN and no Infinity"),
    ] {
        let text =
            format!("{{\n\"resources\": {{\"a\": {{\"type\": \"stf.animation\", \"fps\": {word}}}}}}}");
        let error = Stf::parse(text.as_bytes()).unwrap_err();
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
    assert_eq!(laws::file(&FORMAT, fits.as_bytes(), &()), Ok(()));
}

#[test]
fn a_buffer_shared_by_many_subtracks_does_not_multiply() {
    let subtrack = r#"{"keyframes": [], "baked": "b"}"#;
    let subtracks = vec![subtrack; 20_000].join(",");
    let text = format!(
        r#"{{"stf": {{"root": "x"}}, "resources": {{"a": {{"type": "stf.animation", "tracks": [{{"target": ["n", "x"], "timepoints": [], "subtracks": [{subtracks}]}}]}}}}, "buffers": {{"b": {{"index": 0}}}}}}"#
    );
    let bytes = [header(2, &[text.len() as u64, 1 << 20]), text.into_bytes(), vec![0; 1 << 20]].concat();
    let stf = Stf::parse(&bytes).unwrap();
    drop(stf.check());
    let clips = stf.clips();
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
        let stf = Stf::parse(text.as_bytes()).unwrap();
        let found = stf.check();
        assert!(found.iter().any(|finding| finding.code.id == "stf::shape"), "{found:?}");
    }
}

/// A document of nodes that all have the same instance, and one animation.
fn shared_instance(count: usize, resources: &str) -> Stf {
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
fn an_instance_shared_by_many_nodes_does_not_multiply() {
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
        let stf = shared_instance(2000, &resources);
        let clip = &stf.clips()[0];
        let names =
            |node: &anim_core::Node| node.name.len() + node.morphs.iter().map(String::len).sum::<usize>();
        let size: usize = clip.nodes.iter().map(names).sum();
        assert!((20_000..=17 * stf.json().len()).contains(&size), "{size}");
    }
}

#[test]
fn a_long_id_is_not_repeated_in_every_clip() {
    let id = "x".repeat(1 << 18);
    let animations: Vec<_> = (0..300)
        .map(|n| format!(r#""a{n}": {{"type": "stf.animation", "fps": 1, "range": [0, 1], "tracks": []}}"#))
        .collect();
    let stf = documents::container(&format!(
        r#"{{"stf": {{"root": "p"}}, "resources": {{"p": {{"type": "stf.prefab", "root_nodes": ["{id}"]}},
        "{id}": {{"type": "stf.node"}}, {}}}}}"#,
        animations.join(",")
    ));
    let clips = stf.clips();
    assert_eq!(clips.iter().map(|clip| clip.nodes.len()).sum::<usize>(), 0);
}

#[test]
fn nodes_in_a_circle_are_read_once() {
    let text = r#"{"stf": {"root": "p"}, "resources": {
        "p": {"type": "stf.prefab", "root_nodes": [0], "referenced_resources": ["a"]},
        "a": {"type": "stf.node", "children": ["b", "a"], "instance": "i"}, "b": {"type": "stf.node", "children": ["a"]},
        "i": {"type": "stf.instance.armature", "armature": "r"}, "r": {"type": "stf.armature", "root_bones": ["x"]},
        "x": {"type": "stf.bone", "children": ["x", "y"]}, "y": {"type": "stf.bone", "children": ["x"]},
        "m": {"type": "stf.animation", "loop": "none", "fps": 1, "range": [0, 1], "tracks": []}}}"#;
    let options = ClipOptions { names: Names::Id, ..ClipOptions::default() };
    let clip = &documents::container(text).clips_with(&options, &mut Report::new())[0];
    let names: Vec<_> = clip.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["a", "a/instance/x", "a/instance/y", "b"]);
    assert_eq!(clip.validate(), Ok::<(), ClipError>(()));
}

#[test]
fn the_layouts_of_older_exporters_are_told_apart() {
    let read = |tracks: &str| {
        let text = format!("{{\"type\": \"stf.animation\", \"tracks\": [{tracks}]}}");
        let stf = Stf::parse(text.as_bytes()).unwrap();
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
fn fillers_of_layout_b_have_the_frames_of_the_keys_next_to_them() {
    // The fillers state frames of other keys: the entries of one index belong together.
    let text = r#"{"type": "stf.animation", "tracks": [{"target": ["n", "t"], "subtracks": [
        {"keyframes": [[true, 1, 4, "constant"], [false, 1, 5, "linear"], [true, 3, 6, "linear"], [false, 9, 7]]},
        {"keyframes": [[false, 3, 8], [true, 2, 9, "constant"], null]}]}]}"#;
    let stf = Stf::parse(text.as_bytes()).unwrap();
    let track = &stf.animation("").unwrap().tracks[0];
    assert_eq!(track.timepoints, [1.0, 2.0, 3.0]);
    let [first, second] = [0, 1].map(|index| &track.subtracks[index].as_ref().unwrap().keyframes);
    let key = |value, ease| Keyframe::from(Key::new(value, ease));
    let filler = |value| Keyframe::Filler { value };
    assert_eq!(*first, [key(4.0, Ease::Constant), filler(5.0), key(6.0, Ease::Linear)]);
    assert_eq!(*second, [filler(8.0), key(9.0, Ease::Constant), Keyframe::Absent]);
}

#[test]
fn keyframes_without_timepoints_are_not_lost() {
    let text = r#"{"type": "stf.animation", "loop": "none", "fps": 1, "range": [0, 1], "tracks": [{"target": ["n", "t"],
        "subtracks": [{"keyframes": [[true, 4, "linear"], null]}, null, null]}]}"#;
    let mut stf = Stf::parse(text.as_bytes()).unwrap();
    let found = stf.check();
    assert!(found.iter().any(|finding| finding.code.id == "stf::keyframe-count"), "{found:?}");
    stf.edit("", |animation| animation.fps = Some(2.0)).unwrap();
    assert_eq!(stf.json(), text.replace("\"fps\": 1", "\"fps\": 2.0"));
}

/// The findings, except for what these short documents lack.
fn findings(text: &str) -> Vec<anim_core::Diagnostic> {
    let mut found = Stf::parse(text.as_bytes()).unwrap().check();
    found
        .retain(|finding| !matches!(finding.code.id, "stf::missing" | "stf::reference-type" | "stf::target"));
    found
}

#[test]
fn a_duplicate_name_is_found_with_its_place() {
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
        let mut report = Report::new();
        Stf::parse(text.as_bytes()).unwrap().clips_with(&ClipOptions::default(), &mut report);
        assert!(report.losses.iter().any(|loss| loss.code.id == "stf::unread"), "{report}");
    }
}

#[test]
fn long_names_are_shortened_in_findings() {
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

#[test]
fn a_bad_member_does_not_drop_its_animation() {
    let document = |member: &str, track: &str| {
        format!(
            r#"{{"stf": {{"root": "p"}}, "resources": {{"p": {{"type": "stf.prefab"}}, "a": {{"type": "stf.animation", {member}"fps": 1,
            "range": [0, 1], "tracks": [{{"target": ["n", "enabled"], {track}"timepoints": [0, 1], "subtracks": [{{"keyframes":
            [[true, 0, "linear"], [true, 4, "linear"]]}}]}}]}}}}}}"#
        )
    };
    let (head, track) = (
        [
            r#""bake_on_export": "yes""#,
            r#""name": 5"#,
            r#""loop": []"#,
            r#""reset_animation": {}"#,
            r#""is_reset_animation": 2"#,
        ],
        [r#""interpolation": 3"#, r#""track_baked": "no""#],
    );
    let in_head = head.map(|member| (member, document(&format!("{member}, "), "")));
    let in_track = track.map(|member| (member, document("", &format!("{member}, "))));
    for (member, text) in in_head.into_iter().chain(in_track) {
        let shapes: Vec<_> =
            findings(&text).into_iter().filter(|finding| finding.code.id == "stf::shape").collect();
        let [finding] = shapes.as_slice() else { panic!("{member}: {shapes:?}") };
        let start = text.find(member).unwrap() + member.find(':').unwrap() + 2;
        assert_eq!(finding.at.span.map(|span| span.start), Some(start), "{member}");
        let mut stf = Stf::parse(text.as_bytes()).unwrap();
        assert_eq!(stf.clips()[0].channels[0].curve().at(0.5), [2.0], "{member}");
        // An edit keeps what it does not touch.
        stf.edit("a", |animation| animation.fps = Some(2.0)).unwrap();
        assert_eq!(stf.json(), text.replace("\"fps\": 1", "\"fps\": 2.0"));
    }
    // A member that determines the motion cannot be left out: the animation is left out instead, and reported.
    let text = document("", "").replace("\"range\": [0, 1]", "\"range\": [0]");
    let mut report = Report::new();
    assert!(Stf::parse(text.as_bytes()).unwrap().clips_with(&ClipOptions::default(), &mut report).is_empty());
    assert!(report.losses.iter().any(|loss| loss.code.id == "stf::unread"), "{report}");
}
