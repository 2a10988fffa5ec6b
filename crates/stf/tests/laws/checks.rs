//! What checks find.

use anim_stf::Stf;

/// The codes and messages of what is found in a document with a face of two blendshapes and a bone.
fn findings(head: &str, tracks: &str) -> Vec<(&'static str, String)> {
    let text = format!(
        r#"{{"stf": {{"root": "p", "generator": "", "generator_version": "", "timestamp": "", "metric_multiplier": 1}}, "resources": {{
        "p": {{"type": "stf.prefab", "root_nodes": ["n", "r"]}},
        "n": {{"type": "stf.node", "instance": "i"}}, "i": {{"type": "stf.instance.mesh", "mesh": "m"}},
        "m": {{"type": "stf.mesh", "blendshapes": [{{"name": "smile"}}, {{"name": "frown"}}]}},
        "r": {{"type": "stf.node", "instance": "j"}}, "j": {{"type": "stf.instance.armature", "armature": "k"}},
        "k": {{"type": "stf.armature", "root_bones": ["b"]}}, "b": {{"type": "stf.bone"}},
        "a": {{"type": "stf.animation", "loop": "none", "fps": 1, "range": [0, 1], {head}"tracks": [{tracks}]}}}}, "buffers": {{}}}}"#
    );
    let found = Stf::parse(text.as_bytes()).unwrap().check();
    found.into_iter().map(|finding| (finding.code.id, finding.message)).collect()
}

fn track(target: &str, more: &str) -> String {
    format!(
        r#"{{"target": {target}, {more}"timepoints": [0, 1], "subtracks": [{{"keyframes": [[true, 0, "linear"], [true, 1, "linear"]]}}]}}"#
    )
}

#[test]
fn targets_name_what_the_document_has() {
    for (target, part) in [
        (r#"["n", "enabled"]"#, None),
        (r#"["n", "instance", "blendshape", "smile", "value"]"#, None),
        (r#"["n", "instance", "blendshape", "smlie", "value"]"#, Some("did you mean `smile`?")),
        (r#"["r", "instance", "blendshape", "smile", "value"]"#, Some("no blendshape")),
        (r#"["x", "enabled"]"#, Some("no node")),
        (r#"["m", "enabled"]"#, Some("is a `stf.mesh`")),
        (r#"["n", "instance", "fov"]"#, None),
        (r#"["n", "instance", "material", 0, "x", 0, "number"]"#, None),
        (r#"["n", "components", "c", "d"]"#, None),
    ] {
        let found = findings("", &track(target, ""));
        let targets: Vec<_> = found.iter().filter(|(code, _)| *code == "stf::target").collect();
        assert_eq!(targets.len(), usize::from(part.is_some()), "{target}: {found:?}");
        assert!(targets.iter().all(|(_, message)| message.contains(part.unwrap())), "{target}: {found:?}");
    }
    let bone = |id: &str| {
        let subtrack = r#"{"keyframes": [[true, 1, "linear"]]}"#;
        let target = format!(r#"["r", "instance", "{id}", "t"]"#);
        findings(
            "",
            &format!(
                r#"{{"target": {target}, "timepoints": [0], "subtracks": [{subtrack}, {subtrack}, {subtrack}]}}"#
            ),
        )
    };
    assert_eq!((bone("b").len(), bone("n")[0].0), (0, "stf::target"));
}

#[test]
fn interpolations_are_those_of_the_keys() {
    for (more, expected) in [
        (r#""interpolation": "linear", "#, None),
        (r#""interpolation": null, "#, None),
        (r#""interpolation": "bezier", "#, Some(("stf::interpolation", "`linear`"))),
        (r#""interpolation": "lienar", "#, Some(("stf::word", "did you mean `linear`?"))),
    ] {
        let found = findings("", &track(r#"["n", "enabled"]"#, more));
        assert_eq!(found.len(), usize::from(expected.is_some()), "{more}: {found:?}");
        let Some((code, part)) = expected else { continue };
        assert!(found[0].0 == code && found[0].1.contains(part), "{more}: {found:?}");
    }
    let word = track(r#"["n", "enabled"]"#, "").replace("0, \"linear\"", "0, \"liner\"");
    assert!(findings("", &word)[0].1.contains("did you mean `linear`?"));
}

#[test]
fn absent_members_and_references_of_a_wrong_type_are_found() {
    let messages = |head: &str, tracks: &str| findings(head, tracks);
    assert_eq!(messages("", r#"{"timepoints": []}"#).len(), 2, "target and subtracks");
    assert_eq!(messages(r#""reset_animation": "n", "#, "")[0].0, "stf::reference-type");
    assert_eq!(messages(r#""reset_animation": "x", "#, "")[0].0, "stf::reference");
    let text = r#"{"stf": {"root": "n"}, "resources": {"n": {"type": "stf.node"}, "a": {"type": "stf.animation", "loop": "none", "fps": 1, "range": [0, 1]}}}"#;
    let found = Stf::parse(text.as_bytes()).unwrap().check();
    let missing = found.iter().filter(|finding| finding.code.id == "stf::missing").count();
    // Four members of the head, the buffers, and the tracks.
    assert_eq!((missing, found.len()), (6, 7), "{found:?}");
    assert_eq!(found[0].code.id, "stf::reference-type");
}

#[test]
fn an_entry_of_a_buffer_that_is_not_there_is_found() {
    let text = |index: usize| {
        format!(
            r#"{{"buffers": {{"k": {{"type": "stf.buffer.included", "index": {index}}}}}, "resources": {{}}}}"#
        )
    };
    let mut stf = crate::documents::container(&text(1));
    let message = |stf: &Stf| {
        let found = stf.check().into_iter().filter(|finding| finding.code.id == "stf::reference");
        found.map(|finding| finding.message).collect::<Vec<_>>()
    };
    assert_eq!(message(&stf), ["there is no buffer 1: the container has 0 after the document"]);
    stf.add_buffer(vec![0; 4]).unwrap();
    assert_eq!(message(&stf), ["there is no buffer 1: the container has 1 after the document"]);
    stf.add_buffer(vec![0; 4]).unwrap();
    assert_eq!(message(&stf), [""; 0]);
}

#[test]
fn baked_values_that_contradict_keys_are_found_where_keys_decide() {
    use crate::clips::scene;
    let check = |keys: &str, values: &[f32]| {
        let track = format!(
            r#"{{"target": ["face", "instance", "fov"], "timepoints": [12, 20], "subtracks": [{{"keyframes": {keys}, "baked": 0}}]}}"#
        );
        let found = scene(&track, &[values]).check();
        found.iter().filter(|finding| finding.code.id == "stf::baked-value").count()
    };
    let line: Vec<f32> = (10..=30u8).map(|frame| f32::from(frame.clamp(12, 20))).collect();
    let linear = r#"[[true, 12, "linear"], [true, 20, "linear"]]"#;
    let changed = |frame: usize, by: f32| {
        let mut values = line.clone();
        values[frame - 10] += by;
        values
    };
    assert_eq!(check(linear, &line), 0);
    assert_eq!(check(linear, &changed(15, 0.5)), 1);
    // Beyond the keys, and between keys of unknown kinds, only the baked values determine the curve.
    assert_eq!(check(linear, &changed(25, 0.5)), 0);
    let unknown = r"[[true, 12], [true, 20]]";
    assert_eq!(check(unknown, &changed(15, 0.5)), 0);
    assert_eq!(check(unknown, &changed(12, 0.5)), 1);
}

/// What is found in a document of a node `n` with the given members, and of an animation of its position: the code, the message
/// and the text at the location.
fn located(head: &str, node: &str, tracks: &str) -> Vec<(&'static str, String, String)> {
    let head = if head.is_empty() { r#""root": "p", "metric_multiplier": 1"# } else { head };
    let text = format!(
        r#"{{"stf": {{{head}, "generator": "", "generator_version": "", "timestamp": ""}}, "resources": {{
        "p": {{"type": "stf.prefab", "root_nodes": [0], "referenced_resources": ["n"]}},
        "n": {{"type": "stf.node", {node}"referenced_resources": ["n", "m", "p"]}}, "m": {{"type": "stf.node"}},
        "a": {{"type": "stf.animation", "loop": "none", "fps": 1, "range": [0, 1], "tracks": [{tracks}]}}}}, "buffers": {{}}}}"#
    );
    let found = Stf::parse(text.as_bytes()).unwrap().check();
    let shown = |finding: anim_core::Diagnostic| {
        let span = finding.at.span.unwrap();
        (finding.code.id, finding.message, text[span.start..span.end].to_owned())
    };
    found.into_iter().map(shown).collect()
}

#[test]
fn findings_point_at_what_they_are_about() {
    let moving = |target: &str| {
        let part = r#"{"keyframes": [[true, 0, "linear"]]}"#;
        format!(r#"{{"target": {target}, "timepoints": [0], "subtracks": [{part}, {part}, {part}]}}"#)
    };
    let twice = [moving(r#"["n", "t"]"#), moving(r#"["n","t"]"#)].join(", ");
    for (head, node, tracks, code, place) in [
        ("", "", moving(r#"["x", "t"]"#), "stf::target", r#"["x", "t"]"#),
        ("", "", twice, "stf::duplicate-target", r#"["n","t"]"#),
        ("", "", moving(r#"["n", "t"]"#).replacen('0', "1e400", 1), "stf::shape", "1e400"),
        ("", "", moving(r#"["n", "t"]"#).replacen("true, 0", "true, 1e400", 1), "stf::keyframe", "1e400"),
        (r#""root": "x", "metric_multiplier": 1"#, "", String::new(), "stf::reference", r#""x""#),
        (r#""root": "m", "metric_multiplier": 1"#, "", String::new(), "stf::reference-type", r#""m""#),
        (r#""root": null, "metric_multiplier": 1"#, "", String::new(), "stf::root", "null"),
        (r#""root": "p", "metric_multiplier": 0"#, "", String::new(), "stf::shape", "0"),
        (r#""root": "p", "metric_multiplier": "1""#, "", String::new(), "stf::shape", r#""1""#),
        ("", r#""children": [1, 7], "#, String::new(), "stf::reference", "[1, 7]"),
        ("", r#""children": [1, 2], "#, String::new(), "stf::reference-type", "[1, 2]"),
        ("", r#""children": [1, 1.0], "#, String::new(), "stf::parents", "[1, 1.0]"),
        ("", r#""children": [0], "#, String::new(), "stf::parents", "[0]"),
        ("", r#""trs": [[0, 0, 0]], "#, String::new(), "stf::shape", "[[0, 0, 0]]"),
        ("", r#""trs": 1, "#, String::new(), "stf::shape", "1"),
    ] {
        let found = located(head, node, &tracks);
        assert!(
            matches!(&*found, [(found, _, at)] if *found == code && at == place),
            "{code} {place}: {found:?}"
        );
    }
    for (node, tracks) in [
        (r#""trs": null, "children": [1], "#, String::new()),
        (r#""trs": [[0, 0, 0], [0, 0, 0, 1], [1, 1, 1]], "children": [1.0, null], "#, String::new()),
        (r#""children": ["m"], "#, moving(r#"["n", "s"]"#)),
    ] {
        assert_eq!(located("", node, &tracks), [], "{node}");
    }
}

#[test]
fn targets_that_no_reader_knows_are_found() {
    for (target, part) in [
        ("[]", Some("the target is empty")),
        (r#"["n", "T"]"#, Some("did you mean `t`?")),
        (r#"["n", "position"]"#, Some("did you mean `t`?")),
        (r#"["n", "Rotation"]"#, Some("did you mean `r`?")),
        (r#"["n", "enabeld"]"#, Some("did you mean `enabled`?")),
        (r#"["n", "x"]"#, None),
        (r#"["n", "my.own"]"#, None),
        (r#"["n"]"#, Some("the target ends before the property")),
        (r#"["n", "instance"]"#, Some("the target ends before the property")),
        (r#"["n", "components"]"#, Some("the target ends before the property")),
        (r#"["n", "instance", "blendshape"]"#, Some("the target ends before the property")),
        (r#"["n", "instance", "material"]"#, Some("the target ends before the property")),
        (r#"["n", "instance", "aperture"]"#, None),
        (r#"["n", "instance", "blendshape", "smile", "weight"]"#, None),
        (r#"["n", "instance", "blendshape", "smile", "values"]"#, Some("did you mean `value`?")),
        (r#"["n", "instance", "material", 0, "t", 0, "colour"]"#, Some("did you mean `color`?")),
        (r#"["n", "instance", "material", 0, "colour", 0, "color"]"#, None),
        (r#"["n", "instance", "material", 0, "t", 0, "texture"]"#, None),
        (r#"["r", "instance", "b", "rotation"]"#, Some("did you mean `r`?")),
        (r#"["r", "instance", "b", "enabled"]"#, None),
        (r#"["n", "components", "c", "instnace"]"#, None),
    ] {
        let found = findings("", &track(target, ""));
        let found: Vec<_> = found.iter().filter(|(code, _)| *code == "stf::target").collect();
        assert_eq!(found.len(), usize::from(part.is_some()), "{target}: {found:?}");
        assert!(found.iter().all(|(_, message)| message.contains(part.unwrap())), "{target}: {found:?}");
    }
}

#[test]
fn a_handle_that_does_not_fit_its_segment_is_found_at_its_own_key() {
    let found = |[out, into]: [&str; 2]| {
        let text = format!(
            r#"{{"type": "stf.animation", "loop": "none", "fps": 1, "range": [0, 10], "tracks": [{{"target": ["n", "enabled"],
            "timepoints": [0, 4, 10], "subtracks": [{{"keyframes": [[true, 0, "bezier", "auto", {out}],
            [false, 0.5, "baked"], [true, 1, "linear", {into}]]}}]}}]}}"#
        );
        let found = Stf::parse(text.as_bytes()).unwrap().check();
        let shown = |finding: &anim_core::Diagnostic| {
            let (span, path) = (finding.at.span.unwrap(), &finding.at.path);
            assert_eq!(finding.code.id, "stf::handle");
            let key = path.strip_prefix("tracks[0]/subtracks[0]/keyframes").unwrap().to_owned();
            (key, text[span.start..span.end].to_owned())
        };
        found.iter().map(shown).collect::<Vec<_>>()
    };
    // The segment has 10 frames: the filler in it is no key.
    for (handles, keys) in [
        (["[10, 0]", "[-10, 0]"], &[][..]),
        (["[-1, 0]", "[-1, 0]"], &[0]),
        (["[11, 0]", "[0, 0]"], &[0]),
        (["[1, 0]", "[1, 0]"], &[2]),
        (["[11, 0]", "[-11, 0]"], &[0, 2]),
    ] {
        let texts = [
            format!(r#"[true, 0, "bezier", "auto", {}]"#, handles[0]),
            String::new(),
            format!(r#"[true, 1, "linear", {}]"#, handles[1]),
        ];
        let expected: Vec<_> = keys.iter().map(|&key| (format!("[{key}]"), texts[key].clone())).collect();
        assert_eq!(found(handles), expected, "{handles:?}");
    }
}

#[test]
fn whole_numbers_with_a_point_are_indices_of_nodes_too() {
    let text = |index: &str| {
        format!(
            r#"{{"stf": {{"root": "p"}}, "resources": {{"p": {{"type": "stf.prefab", "root_nodes": [{index}], "referenced_resources": ["n"]}},
            "n": {{"type": "stf.node", "name": "box"}},
            "a": {{"type": "stf.animation", "loop": "none", "fps": 1, "range": [0, 1], "tracks": []}}}}, "buffers": {{}}}}"#
        )
    };
    for (index, nodes) in [("0", 1), ("0.0", 1), ("0e0", 1), ("0.5", 0), ("-1", 0), ("1.0", 0), ("1e300", 0)]
    {
        assert_eq!(Stf::parse(text(index).as_bytes()).unwrap().clips()[0].nodes.len(), nodes, "{index}");
    }
}
