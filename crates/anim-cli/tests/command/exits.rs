//! Exit codes and messages.

use crate::support::{Sandbox, cut, doubtful, finished};

/// The exit code, and a part of what standard error says; nothing must be said where the part is empty.
#[track_caller]
fn expect(sandbox: &Sandbox, cases: &[(&str, i32, &str)]) {
    for &(arguments, code, message) in cases {
        let (found, _, error) = sandbox.run(arguments);
        assert_eq!(found, code, "{arguments}: {error}");
        assert!(
            if message.is_empty() { error.is_empty() } else { error.contains(message) },
            "{arguments}: {error}"
        );
    }
}

#[test]
fn wrong_usage_is_2() {
    let sandbox = Sandbox::new("usage");
    let cases = [
        ("", 2, "Usage"),
        ("inof walk.tod", 2, "info"),
        ("info", 2, "required"),
        ("info walk.tod --json5", 2, "--json"),
        ("formats todd", 2, "did you mean `tod`?"),
        ("info --format todd walk.tod", 2, "did you mean `tod`?"),
        (
            "info -O mdoe=ideal walk.tod",
            2,
            "unknown option `mdoe`: expected one of mode; did you mean `mode`?",
        ),
        ("info -O mode walk.tod", 2, "expected KEY=VALUE"),
        ("info -O mode=odd walk.tod", 2, "option `mode` cannot be `odd`: expected hardware|ideal"),
        ("check --deny notes walk.tod", 2, "warnings"),
        ("sample walk.tod --fps 0", 2, "above 0"),
        ("sample walk.tod --fps -1", 2, "above 0"),
        ("sample walk.tod --fps 10 --times 1", 2, "cannot be used with"),
        ("sample walk.tod --times 1s", 2, "expected seconds such as 0.5 or a frame such as 12f"),
        ("sample walk.tod --to xml", 2, "csv"),
        ("sample walk.tod -o walk.jsnl", 2, "expected one of csv, jsonl, parquet; did you mean `jsonl`?"),
        ("sample walk.tod --clip run", 2, "there is no clip `run`: expected 0 `"),
        ("pose walk.tod --clip 1", 2, "there is no clip `1`"),
        ("convert walk.tod", 2, "--output"),
        ("convert walk.tod -o walk", 2, "the output has no extension: --to says what to make"),
        ("convert walk.tod -o walk.gltff", 2, "did you mean `gltf`?"),
        ("convert walk.tod --to fbx --out-dir .", 2, "there is no format `.fbx`: expected one of tod, "),
        ("convert walk.tod --out-dir .", 2, "--to"),
        (
            "convert walk.tod jump.tod -o both.tod",
            2,
            "2 files: a file of tod holds 1 clip at most: take one file, or all with --out-dir; \
             there are 0 `walk.animation`, 1 `jump.animation`",
        ),
        (
            "convert walk.tod -o walk.bin --to gltf --to-option container=separate",
            2,
            "walk.bin is the output, and a file beside it cannot have its name",
        ),
        ("convert walk.tod -o a.glb --out-dir . --to glb", 2, "cannot be used with"),
        ("convert walk.tod -o a.glb -O point=true", 2, "did you mean `pointers`?"),
        ("convert walk.tod -o a.glb --to-option mode=ideal", 2, "unknown option `mode`"),
        ("convert walk.tod -o a.glb --tolerance -1", 2, "expected a number above 0"),
        ("convert walk.tod -o a.glb --tolerance none", 2, "expected a number above 0"),
        ("convert walk.tod -o a.glb --clip run", 2, "there is no clip `run`"),
        ("convert walk.tod -o a.glb -j 0", 2, "1..=256"),
        ("convert walk.tod -o a.glb -j 257", 2, "1..=256"),
        ("convert walk.tod -o - --to glb --json", 2, "both want standard output"),
        ("convert - --to glb --out-dir .", 2, "standard input has no name"),
        ("scan", 2, "required"),
        ("scan walk.tod --format todd", 2, "did you mean `tod`?"),
        ("diff walk.tod", 2, "required"),
        ("diff - -", 2, "standard input can be one of the two only"),
        ("diff walk.tod jump.tod --tolerance -1", 2, "expected a number not below 0"),
        ("diff walk.tod jump.tod --by feel", 2, "keys, values, pose"),
    ];
    expect(&sandbox, &cases);
    assert_eq!(sandbox.files(""), ["jump.tod", "walk.tod"], "nothing was written");
}

#[test]
fn files_that_cannot_be_opened_or_written_are_3() {
    let sandbox = Sandbox::new("io");
    sandbox.folder("folder.tod");
    sandbox.write("there.glb", "precious");
    let cases = [
        ("info gone.tod", 3, "error: gone.tod: no such file\n"),
        ("check gone.tod", 3, "error: gone.tod: no such file\n"),
        ("dump gone.tod", 3, "no such file"),
        ("build gone.json -o a.tod", 3, "no such file"),
        ("sample gone.tod", 3, "no such file"),
        ("pose gone.tod", 3, "no such file"),
        ("convert gone.tod -o a.glb", 3, "no such file"),
        ("diff walk.tod gone.tod", 3, "error: gone.tod: no such file\n"),
        ("scan gone.bin", 3, "error: gone.bin: no such file\n"),
        ("scan folder.tod", 3, "folder.tod: is a folder, a file is needed"),
        ("scan walk.tod --extract gone", 3, "gone: there is no such folder"),
        ("info folder.tod", 3, "folder.tod: is a folder, a file is needed"),
        ("check folder.tod", 3, "is a folder, a file is needed"),
        ("convert folder.tod -o a.glb", 3, "is a folder, a file is needed; -r takes the files in it"),
        ("info wakl.tod", 3, "error: wakl.tod: no such file; did you mean `walk.tod`?\n"),
        ("scan jmup.tod", 3, "error: jmup.tod: no such file; did you mean `jump.tod`?\n"),
        ("convert walk.tod -o there.glb", 3, "there.glb is there already; --force replaces it"),
        ("convert walk.tod -o folder.tod", 3, "is a folder"),
        ("convert walk.tod -o gone/a.glb", 3, "there is no such folder; make it first"),
        ("convert walk.tod --to glb --out-dir gone", 3, "gone: there is no such folder"),
        ("convert walk.tod --to glb --out-dir jump.tod", 3, "jump.tod is not a folder"),
        ("dump walk.tod -o there.glb", 3, "is there already"),
        ("dump walk.tod -o gone/walk.json", 3, "there is no such folder"),
        ("sample walk.tod --to csv -o there.glb", 3, "is there already"),
    ];
    expect(&sandbox, &cases);
    assert_eq!(sandbox.read("there.glb"), b"precious");
    assert_eq!(sandbox.files(""), ["jump.tod", "there.glb", "walk.tod"], "nothing was written");
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_3() {
    let sandbox = Sandbox::new("dangling");
    std::os::unix::fs::symlink("nowhere", sandbox.path("gone.tod")).unwrap();
    expect(&sandbox, &[("info gone.tod", 3, "error: gone.tod: no such file\n")]);
}

#[cfg(unix)]
#[test]
fn what_may_not_be_read_is_3() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = Sandbox::new("permission");
    std::fs::set_permissions(sandbox.path("walk.tod"), PermissionsExt::from_mode(0o000)).unwrap();
    // Nothing is forbidden to an administrator.
    if std::fs::read(sandbox.path("walk.tod")).is_err() {
        expect(&sandbox, &[("info walk.tod", 3, "error: walk.tod: no permission\n")]);
    }
}

#[test]
fn what_is_no_format_we_know_is_4() {
    let sandbox = Sandbox::new("unknown");
    sandbox.write("noise.bin", "something else entirely");
    sandbox.write("noise.tod", "something else entirely");
    sandbox.write("empty", "");
    sandbox.write("empty.tod", "");
    sandbox.write("cut.tod", cut());
    let cases = [
        ("info noise.bin", 4, "no format knows the content or the extension `bin`: expected one of tod"),
        ("check noise.bin", 4, "no format knows the content"),
        ("convert noise.bin -o a.glb", 4, "no format knows the content"),
        ("info noise.tod", 4, "noise.tod: not readable as tod: "),
        ("info empty", 4, "empty: the file is empty"),
        ("check empty", 4, "empty: the file is empty"),
        ("info empty.tod", 4, "empty.tod: the file is empty: not readable as tod"),
        ("info cut.tod", 4, "[tod::truncated]; `anim check` shows the place\n"),
        ("dump cut.tod", 4, "[tod::truncated]"),
        ("sample cut.tod", 4, "[tod::truncated]"),
        ("pose cut.tod", 4, "[tod::truncated]"),
        ("convert cut.tod -o a.glb", 4, "[tod::truncated]"),
        ("diff cut.tod cut.tod", 4, "[tod::truncated]"),
        ("info --format gltf walk.tod", 4, "; without --format its content decides\n"),
        ("check --format gltf walk.tod", 4, "not readable as gltf"),
        ("build walk.tod -o a.tod", 4, "walk.tod: "),
        ("build noise.bin -o a.tod", 4, "noise.bin: expected value (line 1, column 1)"),
    ];
    expect(&sandbox, &cases);
    assert!(!sandbox.has("a.glb") && !sandbox.has("a.tod"));
}

#[test]
fn findings_of_a_check_are_1() {
    let sandbox = Sandbox::new("findings");
    sandbox.write("doubtful.tod", doubtful());
    sandbox.write("cut.tod", cut());
    sandbox.write("noise.tod", "something else entirely");
    let cases = [
        ("check walk.tod", 0, ""),
        ("check walk.tod --deny warnings", 0, ""),
        ("check doubtful.tod", 0, ""),
        ("check doubtful.tod --json", 0, ""),
        ("check doubtful.tod --deny warnings", 1, ""),
        ("check doubtful.tod --deny warnings --json", 1, ""),
        ("check cut.tod", 1, ""),
        ("check cut.tod --json", 1, ""),
        ("check --format tod cut.tod", 1, ""),
        ("check noise.tod", 1, ""),
        ("check walk.tod cut.tod", 1, ""),
    ];
    expect(&sandbox, &cases);
}

#[test]
fn a_file_cut_anywhere_ends_in_good_order() {
    let sandbox = Sandbox::new("truncated");
    let whole = sandbox.read("walk.tod");
    for length in (0..whole.len()).step_by(3) {
        sandbox.write("cut.tod", &whole[..length]);
        assert_eq!(sandbox.run("check cut.tod").0, 1, "{length} bytes");
        assert_eq!(sandbox.run("info cut.tod").0, 4, "{length} bytes");
    }
}

#[test]
fn names_in_messages_move_no_cursor() {
    let sandbox = Sandbox::new("cursor");
    let (code, _, error) = finished(&sandbox.anim("info").arg("a\nerror: b").assert());
    assert_eq!((code, error.as_str()), (3, "error: a\\nerror: b: no such file\n"));
    let (code, _, error) = sandbox.run("info \x1b[2J.tod");
    assert_eq!((code, error.as_str()), (3, "error: \\u{1b}[2J.tod: no such file\n"));
}
