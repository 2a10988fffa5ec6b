//! Folders of files, for the verbs that only read.

use serde_json::{Value, json};

use crate::support::{Sandbox, cut, doubtful, walk};

/// A folder `takes` with two good files at different depths, a damaged one and one of an unknown kind.
fn takes(name: &str) -> Sandbox {
    let sandbox = Sandbox::new(name);
    sandbox.folder("takes/deep/deeper");
    sandbox.write("takes/b.tod", walk());
    sandbox.write("takes/deep/deeper/a.TOD", doubtful());
    sandbox.write("takes/deep/c.tod", cut());
    sandbox.write("takes/notes.txt", "not ours");
    sandbox
}

const FILES: [&str; 3] = ["takes/b.tod", "takes/deep/c.tod", "takes/deep/deeper/a.TOD"];

fn paths(report: &Value) -> Vec<&str> {
    report["files"].as_array().unwrap().iter().map(|file| file["path"].as_str().unwrap()).collect()
}

#[test]
fn info_and_check_take_the_files_of_known_extensions() {
    let sandbox = takes("listed");
    for verb in ["info", "check"] {
        assert_eq!(paths(&sandbox.json(&format!("{verb} takes -r --json"))), FILES, "{verb}");
        let mixed = sandbox.json(&format!("{verb} walk.tod takes --recursive takes/deep/deeper --json"));
        let last = FILES[2];
        assert_eq!(paths(&mixed), ["walk.tod", FILES[0], FILES[1], FILES[2], last], "{verb}");
        assert_eq!(sandbox.run(&format!("{verb} takes -r")).0, 1, "one file is damaged");
        let (code, _, error) = sandbox.run(&format!("{verb} takes"));
        let expected = "error: takes: is a folder, a file is needed; -r takes the files in it\n";
        assert_eq!((code, error.as_str()), (3, expected), "{verb}");
    }
    assert_eq!(sandbox.run("info takes -r --csv --fields path").1.lines().skip(1).collect::<Vec<_>>(), FILES);
    sandbox.folder("empty");
    for verb in ["info", "check", "sample", "pose"] {
        assert_eq!(sandbox.run(&format!("{verb} empty -r")).0, 0, "{verb}");
    }
}

#[cfg(unix)]
#[test]
fn a_dangling_link_in_a_folder_is_an_error() {
    let sandbox = Sandbox::new("dangling");
    for folder in ["in", "other", "out"] {
        sandbox.folder(folder);
    }
    sandbox.write("in/a.tod", walk());
    sandbox.write("other/a.tod", walk());
    std::os::unix::fs::symlink("gone", sandbox.path("in/link.tod")).unwrap();
    for arguments in [
        "info in -r",
        "check in -r",
        "sample in -r",
        "pose in -r",
        "diff in other -r",
        "convert in -r --to glb --out-dir out",
        "convert in -r -o new.glb",
    ] {
        let (code, _, error) = sandbox.run(arguments);
        let expected = if arguments.starts_with("diff") { 1 } else { 5 };
        assert_eq!(code, expected, "{arguments}: {error}");
        assert!(expected == 1 || error.contains("error: in/link.tod: no such file"), "{arguments}: {error}");
    }
    assert!(sandbox.run("diff in other -r").1.contains("in/link.tod: only in the first"));
}

#[test]
fn tables_of_folders_tell_the_file_of_each_row() {
    let sandbox = takes("tables");
    for (verb, header) in
        [("sample", "path,time,clip,node,channel,"), ("pose --csv", "path,time,clip,node,parent,")]
    {
        let (code, table, error) = sandbox.run(&format!("{verb} takes -r"));
        assert_eq!(code, 5, "one file is damaged: {error}");
        assert!(error.contains("error: takes/deep/c.tod: not readable as tod"), "{error}");
        assert!(table.starts_with(header), "{table}");
        let rows = |path: &str, table: &str| -> Vec<String> {
            let start = format!("{path},");
            table.lines().filter_map(|line| line.strip_prefix(&start)).map(str::to_owned).collect()
        };
        for path in [FILES[0], FILES[2]] {
            let (_, alone, _) = sandbox.run(&format!("{verb} {path} --quiet"));
            assert_eq!(rows(path, &table), alone.lines().skip(1).collect::<Vec<_>>(), "{verb}");
        }
        assert_eq!(table.lines().count(), 1 + rows(FILES[0], &table).len() + rows(FILES[2], &table).len());
    }
    let (_, lines, _) = sandbox.run("sample takes -r --to jsonl");
    let first: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(first.as_object().unwrap().keys().next().unwrap(), "path");
    let (_, lines, _) = sandbox.run("pose takes -r --json --times 0");
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.iter().map(|line| &line["path"]).collect::<Vec<_>>(), [FILES[0], FILES[2]]);
    let (_, text, _) = sandbox.run("pose takes -r --times 0");
    assert!(text.starts_with("takes/b.tod: animation at 0 s\n"), "{text}");
}

#[test]
fn a_file_without_the_clip_does_not_stop_the_others() {
    let sandbox = takes("clips");
    let (code, table, error) = sandbox.run("sample takes -r --clip walk");
    assert_eq!((code, table.lines().count()), (5, 1), "{error}");
    assert!(
        error.contains("error: takes/b.tod: ") && error.contains("error: takes/deep/deeper/a.TOD: "),
        "{error}"
    );
    assert_eq!(sandbox.run("sample takes/b.tod --clip walk").1, "", "alone it has no header either");
}

#[test]
fn an_option_is_for_the_files_that_have_it() {
    let sandbox = takes("options");
    sandbox.write("takes/bare.gltf", r#"{"asset": {"version": "2.0"}}"#);
    let report = sandbox.json("info takes -r -O mode=ideal --json");
    let failed = |file: &&Value| file.get("error").is_some();
    let failed: Vec<_> =
        report["files"].as_array().unwrap().iter().filter(failed).map(|file| &file["path"]).collect();
    assert_eq!(failed, [&json!("takes/deep/c.tod")]);
    assert_eq!(sandbox.run("info takes -r -O moed=ideal").0, 2);
}

/// Two trees: one file is the same in both, one differs, and each tree has one file that the other lacks.
fn trees(name: &str) -> Sandbox {
    let sandbox = Sandbox::new(name);
    sandbox.folder("old/deep");
    sandbox.folder("new/deep");
    for tree in ["old", "new"] {
        sandbox.write(&format!("{tree}/deep/same.tod"), walk());
    }
    sandbox.write("old/other.tod", walk());
    sandbox.write("new/other.tod", sandbox.read("jump.tod"));
    sandbox.write("old/deep/gone.tod", walk());
    sandbox.write("new/came.tod", walk());
    sandbox
}

#[test]
fn folders_differ_in_their_files_and_in_what_these_hold() {
    let sandbox = trees("trees");
    let report = sandbox.json("diff old new -r --json");
    let pair = |pair: &Value| {
        let differences = pair["differences"].as_array().unwrap().len();
        (
            pair["path"].as_str().unwrap().to_owned(),
            pair["only"].clone(),
            pair["equal"] == json!(true),
            differences,
        )
    };
    let pairs: Vec<_> = report["pairs"].as_array().unwrap().iter().map(pair).collect();
    let alone =
        sandbox.json("diff old/other.tod new/other.tod --json")["differences"].as_array().unwrap().len();
    let expected = [
        ("came.tod".to_owned(), json!("b"), false, 0),
        ("deep/gone.tod".to_owned(), json!("a"), false, 0),
        ("deep/same.tod".to_owned(), Value::Null, true, 0),
        ("other.tod".to_owned(), Value::Null, false, alone),
    ];
    assert!(alone > 0);
    assert_eq!(pairs, expected);
    assert_eq!(report["equal"], json!(false));
    let (code, text, error) = sandbox.run("diff old new -r");
    assert_eq!((code, error.as_str()), (1, ""));
    let (_, files, _) = sandbox.run("diff old/other.tod new/other.tod");
    let expected = format!(
        "new/came.tod: only in the second\nold/deep/gone.tod: only in the first\n{files}\
         old and new: 1 file without a difference, 1 different, 1 only in the first, 1 only in the second\n"
    );
    assert_eq!(text, expected);
    let (code, text, _) = sandbox.run("diff old old -r");
    assert_eq!((code, text.as_str()), (0, "old and old: 3 files without a difference\n"));
    assert_eq!(sandbox.json("diff old old -r --json")["equal"], json!(true));
}

#[test]
fn a_pair_that_cannot_be_compared_does_not_stop_the_others() {
    let sandbox = trees("broken-pair");
    sandbox.write("old/broken.tod", cut());
    sandbox.write("new/broken.tod", cut());
    let (code, text, error) = sandbox.run("diff old new -r");
    assert_eq!(code, 5);
    assert!(error.starts_with("error: old/broken.tod: not readable as tod"), "{error}");
    assert!(text.ends_with(", 1 only in the second, 1 unreadable\n"), "{text}");
    let report = sandbox.json("diff old new -r --json");
    assert!(report["pairs"][0]["error"].as_str().unwrap().starts_with("old/broken.tod: "), "{report}");
    let (code, _, error) = sandbox.run("diff old walk.tod -r");
    assert_eq!((code, error.as_str()), (2, "error: walk.tod is not a folder: -r compares two folders\n"));
    assert_eq!(sandbox.run("diff old new").0, 3);
    assert_eq!(sandbox.run("diff walk.tod walk.tod -r").0, 0, "two files stay two files");
}
