//! What clips cannot hold.

use anim_core::Report;
use anim_stf::{ClipOptions, Names, Stf};

use crate::clips::{LINE, scene};
use crate::documents;

/// The codes and messages of what clips cannot hold of a document, each with its path.
fn lost(stf: &Stf, options: ClipOptions) -> Vec<(&'static str, String, String)> {
    let mut report = Report::new();
    stf.clips_with(&options, &mut report);
    report.losses.into_iter().map(|loss| (loss.code.id, loss.message, loss.at.path)).collect()
}

#[test]
fn members_that_clips_cannot_hold_are_listed_by_kind_with_the_first_path() {
    // The members of the bytes of a mesh are part of its own loss.
    let text = r#"{"stf": {"root": "p", "version": [0, 1], "note": 1.5, "asset_info": {"author": "me", "license": "CC-BY"}, "asset_properties": []},
        "resources": {"p": {"type": "stf.prefab", "name": "Hall", "root_nodes": ["n", "o"], "mine": 3},
        "n": {"type": "stf.node", "name": "N", "enabled": false, "components": [], "nothing": null, "no": { }, "none": "", "trs": null},
        "o": {"type": "stf.node", "enabled": true, "extra": [0], "children": [], "referenced_resources": []},
        "b": {"type": "stf.bone", "length": 2, "translation": [0, 0, 0]}, "r": {"type": "stf.armature", "name": "Rig"},
        "m": {"type": "stf.mesh", "mine": 1},
        "a": {"type": "stf.animation", "mine": 1, "tracks": [{"target": ["n", "t"], "timepoints": [0]}, {"target": ["n", "s"], "timepoints": [0], "theirs": 2,
            "subtracks": [null, {"keyframes": [[true, 1, "linear"]], "ours": [1]}]}],
            "tracks_baked": [{"target": ["n", "r"], "timepoints": [0], "theirs": 2}]}}, "buffers": {}, "mine": 4}"#;
    let found = lost(&documents::container(text), ClipOptions::default());
    let found: Vec<_> = found.iter().filter(|(_, message, _)| message.contains("members of")).collect();
    let expected = [
        ("the document: `mine`", "mine"),
        ("`stf`: `note`", "stf/note"),
        ("`asset_info`: `author`, `license`", "stf/asset_info/author"),
        ("the root: `name`, `mine`", "resources/p/name"),
        ("nodes: `enabled` (2), `extra`", "resources/n/enabled"),
        ("bones: `length`", "resources/b/length"),
        ("armatures: `name`", "resources/r/name"),
        ("animations: `mine`", "resources/a/mine"),
        ("tracks: `theirs` (2)", "resources/a/tracks[1]/theirs"),
        ("subtracks: `ours`", "resources/a/tracks[1]/subtracks[1]/ours"),
    ];
    let expected = expected.map(|(members, path)| {
        ("stf::scene", format!("not in the clips: members of {members}"), path.to_owned())
    });
    assert_eq!(found, expected.iter().collect::<Vec<_>>());
}

#[test]
fn members_of_any_shape_of_document_are_listed() {
    let node = r#""resources": {"n": {"type": "stf.node", "a": 1}}"#;
    let many: Vec<_> = (0..20).map(|index| format!("\"m{index}\": 1")).collect();
    for (text, expected) in [
        (format!("{{{node}}}"), vec!["nodes: `a`"]),
        (format!("\u{feff}{{{node}, \"b\": 1}}"), vec!["the document: `b`", "nodes: `a`"]),
        (r#"{"stf": {"asset_info": "me"}, "resources": {}}"#.to_owned(), vec!["`stf`: `asset_info`"]),
        (
            r#"{"type": "stf.animation", "a": 1, "tracks": [{"target": ["n", "t"], "b": 1}]}"#.to_owned(),
            vec!["animations: `a`", "tracks: `b`"],
        ),
        (r#"{"resources": {"p": {"type": "stf.prefab", "a": 1}}}"#.to_owned(), vec![]),
        (
            format!("{{\"resources\": {{}}, {}}}", many.join(", ")),
            vec![
                "the document: `m0`, `m1`, `m2`, `m3`, `m4`, `m5`, `m6`, `m7`, `m8`, `m9`, `m10`, `m11`, `m12`, `m13`, `m14`, `m15`, and 4 with other names",
            ],
        ),
    ] {
        let found = lost(&Stf::parse(text.as_bytes()).unwrap(), ClipOptions::default());
        let found =
            found.iter().filter_map(|(_, message, _)| message.strip_prefix("not in the clips: members of "));
        assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
    }
}

#[test]
fn bytes_after_the_document_are_not_in_clips() {
    let mut bytes = documents::container(r#"{"resources": {}}"#).to_bytes().into_owned();
    bytes.extend([0; 3]);
    let found = lost(&Stf::parse(&bytes).unwrap(), ClipOptions::default());
    assert_eq!(found[0].1, "not in the clips: 3 bytes after the last buffer");
}

#[test]
fn names_that_clips_do_not_have_are_counted() {
    let text = r#"{"stf": {"root": "p"}, "resources": {
        "p": {"type": "stf.prefab", "root_nodes": ["a", "b", "c", "d"]},
        "a": {"type": "stf.node", "name": "Cube"}, "b": {"type": "stf.node", "name": "Cube"},
        "c": {"type": "stf.node"}, "d": {"type": "stf.node", "name": "Cube"},
        "walk": {"type": "stf.animation", "name": "Walk"}, "again": {"type": "stf.animation", "name": "Walk"},
        "nameless": {"type": "stf.animation", "name": ""}, "bare": {"type": "stf.animation"}}}"#;
    for (options, code, part) in [
        (
            ClipOptions::default(),
            "stf::renamed",
            "2 nodes with the name of another: clips add a number, such as `Cube.001`",
        ),
        (ClipOptions { names: Names::Id, ..ClipOptions::default() }, "stf::scene", "names of nodes (3)"),
    ] {
        let found = lost(&documents::container(text), options);
        let told = found.iter().filter(|(found, message, _)| *found == code && message.contains(part));
        assert_eq!(told.count(), 1, "{found:?}");
        let shared = found.iter().filter(|(_, message, _)| message.starts_with("an earlier animation"));
        assert_eq!(shared.count(), 1, "{found:?}");
    }
}

#[test]
fn a_document_made_from_clips_has_nothing_that_they_lack() {
    let made = Stf::from_clips(&scene(LINE, &[]).clips()).unwrap();
    assert_eq!(lost(&made, ClipOptions::default()), []);
}
