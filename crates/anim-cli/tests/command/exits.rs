//! Exit codes and messages.

use crate::support::{Sandbox, cut, doubtful, finished};

/// The exit code, and a part of the text on standard error; standard error must be empty if the part is empty.
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
    sandbox.anim("dump walk.tod -o walk.json").assert().success();
    let turn = "HIERARCHY\nROOT hip\n{\nOFFSET 0 0 0\nCHANNELS 1 Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n\
                MOTION\nFrames: 2\nFrame Time: 0.1\n0\n90\n";
    sandbox.write("turn.bvh", turn);
    let cases = [
        ("", 2, "Usage"),
        ("inof walk.tod", 2, "info"),
        ("info", 2, "required"),
        ("info walk.tod --json5", 2, "--json"),
        ("--format tod info walk.tod", 2, "follow the command: anim COMMAND --format"),
        ("sample walk.tod --fsp 30", 2, "a similar argument exists: '--fps'"),
        ("info walk.tod --zzzz", 2, "unexpected argument '--zzzz'"),
        ("formats todd", 2, "did you mean `tod`?"),
        ("info --format todd walk.tod", 2, "did you mean `tod`?"),
        (
            "info -O mdoe=ideal walk.tod",
            2,
            "unknown option `mdoe`: expected one of mode, up, forward, unit; did you mean `mode`?",
        ),
        ("info -O mode walk.tod", 2, "expected KEY=VALUE"),
        ("info -O mode=odd walk.tod", 2, "option `mode` cannot be `odd`: expected hardware|ideal"),
        ("check --deny notes walk.tod", 2, "neither `warnings` nor a code: no check has the code `notes`"),
        ("sample walk.tod --fps 0", 2, "above 0"),
        ("sample walk.tod --fps -1", 2, "above 0"),
        ("sample walk.tod --fps 10 --times 1", 2, "cannot be used with"),
        ("sample walk.tod --times 1s", 2, "expected seconds such as 0.5 or a frame such as 12f"),
        ("sample walk.tod --to xml", 2, "csv"),
        ("sample walk.tod -o walk.jsnl", 2, "expected one of csv, jsonl, parquet; did you mean `jsonl`?"),
        ("sample walk.tod --clip run", 2, "there is no clip `run`: expected 0 `"),
        ("pose walk.tod --clip 1", 2, "walk.tod: there is no clip `1`"),
        ("view turn.bvh walk.tod --clip turn -o a.html", 2, "walk.tod: there is no clip `turn`"),
        ("diff turn.bvh walk.tod --clip turn", 2, "walk.tod: there is no clip `turn`"),
        ("diff turn.bvh walk.tod --drop hip", 2, "walk.tod: no node is named `hip`"),
        ("diff turn.bvh walk.tod --right angles=file", 2, "walk.tod: unknown option `angles`"),
        ("plot walk.tod --node hip -o a.svg", 2, "walk.tod: there is no node `hip`"),
        ("build walk.json -o a.glb", 2, "the document is tod, and `.glb` is gltf: `anim convert` changes"),
        ("build walk.json --to bvh", 2, "the document is tod, and `.bvh` is bvh"),
        ("build walk.json --to odt", 2, "there is no target format `odt`: expected one of tod, "),
        ("convert walk.tod jump.tod --to glb --out-dir . --clip run", 2, "walk.tod: there is no clip `run`"),
        ("convert walk.tod --to glb", 2, "choose where to write: --output FILE, or --to EXT --out-dir DIR"),
        ("pose walk.tod -o a.parquet", 2, "poses are not written as Parquet: choose .csv or .jsonl"),
        ("pose walk.tod -o a.cvs", 2, "expected one of csv, jsonl, txt; did you mean `csv`?"),
        ("info walk.tod -O up=y -O forward=y", 2, "walk.tod: option `forward` cannot be `+y`"),
        ("pose walk.tod -O up=y -O forward=y", 2, "walk.tod: option `forward` cannot be `+y`"),
        ("convert walk.tod -o a.glb -O up=y -O forward=-y", 2, "walk.tod: option `forward` cannot be `-y`"),
        (
            "convert walk.tod -o a.glb --to-option up=y --to-option forward=y",
            2,
            "walk.tod: option `forward` cannot be `+y`: expected an axis across `up`, which is +y",
        ),
        ("convert walk.tod", 2, "--output"),
        ("convert walk.tod -o walk", 2, "choose the kind of file with --to"),
        ("convert turn.bvh -o b.glb --loop", 2, "apart; a cross-fade brings them together: --loop=SECONDS"),
        ("convert walk.tod -o walk.gltff", 2, "did you mean `gltf`?"),
        (
            "convert walk.tod --to fbx --out-dir .",
            2,
            "there is no target format `fbx`: expected one of tod, ",
        ),
        ("convert walk.tod --out-dir .", 2, "--to"),
        (
            "convert walk.tod jump.tod -o both.tod",
            2,
            "2 files: a file of tod holds at most 1 clip: take one file, or all with --out-dir; \
             there are 2: 0 `walk.animation`, 1 `jump.animation`",
        ),
        (
            "convert walk.tod -o walk.bin --to gltf --to-option container=separate",
            2,
            "walk.bin is the name both of the output and of its second file",
        ),
        ("convert walk.tod -o a.glb --out-dir . --to glb", 2, "cannot be used with"),
        ("convert walk.tod -o a.glb -O point=true", 2, "did you mean `pointers`?"),
        ("convert walk.tod -o a.glb --to-option mode=ideal", 2, "unknown option `mode`"),
        ("convert walk.tod -o a.glb --tolerance -1", 2, "expected a number above 0"),
        ("convert walk.tod -o a.glb --tolerance none", 2, "expected a number above 0"),
        ("convert walk.tod -o a.glb --clip run", 2, "there is no clip `run`"),
        ("convert walk.tod -o a.glb -j 0", 2, "expected a whole number from 1 to 256"),
        ("convert walk.tod -o a.glb -j 257", 2, "expected a whole number from 1 to 256"),
        ("convert walk.tod -o a.glb -j -1", 2, "expected a whole number from 1 to 256"),
        ("scan walk.tod --longest 1G", 2, "expected a whole number of at least 0"),
        ("plot walk.tod --width 9 -o a.svg", 2, "expected a whole number from 320 to 10000"),
        ("plot walk.tod --panels -1 -o a.svg", 2, "expected a whole number of at least 0"),
        ("view walk.tod --fps -1 -o a.html", 2, "expected a number above 0"),
        ("pose walk.tod --split=", 2, "expected times such as 0.5,12f, or the name of an event"),
        ("convert walk.tod -o - --to glb --json", 2, "cannot both use standard output"),
        ("convert - --to glb --out-dir .", 2, "standard input has no file name"),
        ("scan", 2, "required"),
        ("scan walk.tod --format todd", 2, "did you mean `tod`?"),
        ("diff walk.tod", 2, "required"),
        ("diff - -", 2, "only one of the two can be standard input"),
        ("diff walk.tod jump.tod --tolerance -1", 2, "expected 0 or a number above 0"),
        ("diff walk.tod jump.tod --by feel", 2, "keys, values, pose"),
    ];
    expect(&sandbox, &cases);
    assert_eq!(sandbox.files(""), ["jump.tod", "turn.bvh", "walk.json", "walk.tod"], "nothing was written");
}

#[test]
fn a_file_of_an_unknown_kind_or_in_the_way_is_not_written() {
    let sandbox = Sandbox::new("unwritten");
    let cases = [
        ("sample walk.tod -o a.xls", 2, "cannot write `.xls`: expected one of csv, jsonl"),
        ("pose walk.tod -o a.xls", 2, "cannot write `.xls`: expected one of csv, jsonl, txt"),
        (
            "convert walk.tod -o a.glb --manifest walk.tod",
            3,
            "walk.tod is an input or an output: choose another place",
        ),
        ("view walk.tod -o a.glb", 2, "cannot write `.glb`: expected html"),
    ];
    expect(&sandbox, &cases);
    assert_eq!(sandbox.files(""), ["jump.tod", "walk.tod"]);
}

#[test]
fn a_misspelt_word_is_told_with_the_nearest_known_one() {
    let cases = [
        (
            "info -O mode=idael walk.tod",
            2,
            "option `mode` cannot be `idael`: expected hardware|ideal; did you mean `ideal`?",
        ),
        ("convert walk.tod -o a.glb --to-option mesh=nnoe", 2, "|bones; did you mean `none`?"),
        (
            "convert walk.tod -o a.glb --to-option pointers=ture",
            2,
            "expected true|false; did you mean `true`?",
        ),
        (
            "convert walk.tod -o a.glb --drop objct",
            2,
            "walk.tod: no node is named `objct`; did you mean `object 1`?",
        ),
        ("check --deny warnigs walk.tod", 2, "no check has the code `warnigs`; did you mean `warnings`?"),
    ];
    expect(&Sandbox::new("misspelt"), &cases);
}

#[test]
fn a_file_that_an_option_names_and_that_is_unreadable_is_4() {
    let sandbox = Sandbox::new("option-file");
    sandbox.write("junk", "junk");
    let refused = |option: &str, code: &str| format!("error: walk.tod: option `{option}`: junk: {code}");
    for (output, option, message) in [
        (
            "a.glb",
            "into",
            refused(
                "into",
                "line 1, column 1: expected a JSON object, or `glTF`, with which a .glb begins (bytes 0..1) [gltf::json]",
            ),
        ),
        ("a.stf", "into", refused("into", "expected `STF0` or a JSON document (bytes 0..4) [stf::magic]")),
        (
            "a.anim",
            "into",
            refused("into", "line 1, column 1: expected `NumBones` (bytes 0..4) [mm2-ped::syntax]"),
        ),
        (
            "a.glb",
            "bones",
            refused("bones", "line 1 is not a pair of names: expected `NODE = BONE` (bytes 0..4)"),
        ),
    ] {
        let (code, _, error) =
            sandbox.run(&format!("convert walk.tod -o {output} --to-option {option}=junk"));
        assert_eq!(code, 4, "{error}");
        assert!(error.contains(&message), "{error}");
    }
    assert_eq!(sandbox.files(""), ["jump.tod", "junk", "walk.tod"]);
}

#[test]
fn more_frames_than_a_limit_are_2() {
    let cases = [
        ("sample walk.tod --fps 1e308", 2, "choose a lower one, or allow more with --max-frames"),
        ("pose walk.tod --fps 1000 --max-frames 1", 2, "has more than 1 frame: --max-frames allows more"),
        ("sample walk.tod --max-frames 0", 2, "expected a whole number of at least 1"),
        ("sample walk.tod --max-frames many", 2, "expected a whole number of at least 1"),
    ];
    expect(&Sandbox::new("frames"), &cases);
}

#[test]
fn files_that_cannot_be_opened_or_written_are_3() {
    let sandbox = Sandbox::new("io");
    sandbox.folder("folder.tod");
    sandbox.folder("folder");
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
        ("scan walk.tod --extract gone", 3, "gone: the folder does not exist"),
        ("info folder.tod", 3, "folder.tod: is a folder, a file is needed"),
        ("check folder.tod", 3, "is a folder, a file is needed"),
        ("convert folder.tod -o a.glb", 3, "is a folder, a file is needed; -r takes the files in it"),
        ("info wakl.tod", 3, "error: wakl.tod: no such file; did you mean `walk.tod`?\n"),
        ("scan jmup.tod", 3, "error: jmup.tod: no such file; did you mean `jump.tod`?\n"),
        ("convert walk.tod -o there.glb", 3, "there.glb exists; --force replaces it"),
        ("convert walk.tod -o folder.tod", 3, "is a folder"),
        ("convert walk.tod -o folder", 3, "folder: is a folder, a file is needed; --to EXT --out-dir"),
        ("convert walk.tod -o gone/a.glb", 3, "the folder does not exist"),
        ("convert walk.tod --to glb --out-dir gone", 3, "gone: the folder does not exist"),
        ("convert walk.tod --to glb --out-dir jump.tod", 3, "jump.tod is not a folder"),
        ("dump walk.tod -o there.glb", 3, "exists; --force"),
        ("dump walk.tod -o gone/walk.json", 3, "the folder does not exist"),
        ("dump walk.tod -o gone/", 3, "error: gone/: is a folder, a file is needed\n"),
        ("sample walk.tod --to csv -o there.glb", 3, "exists; --force"),
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
    std::os::unix::fs::symlink("far/away.glb", sandbox.path("link.glb")).unwrap();
    let cases = [
        ("info gone.tod", 3, "error: gone.tod: no such file\n"),
        ("convert walk.tod -o link.glb", 3, "error: far: the folder does not exist\n"),
    ];
    expect(&sandbox, &cases);
}

#[cfg(unix)]
#[test]
fn what_may_not_be_read_is_3() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = Sandbox::new("permission");
    std::fs::set_permissions(sandbox.path("walk.tod"), PermissionsExt::from_mode(0o000)).unwrap();
    // An administrator may read everything.
    if std::fs::read(sandbox.path("walk.tod")).is_err() {
        expect(&sandbox, &[("info walk.tod", 3, "error: walk.tod: no permission\n")]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_files_is_there_all_the_same() {
    let sandbox = Sandbox::new("takes-none");
    let message = "error: /proc: the system creates no files in this folder\n";
    expect(&sandbox, &[("convert walk.tod -o /proc/a.glb", 3, message)]);
}

#[test]
fn what_is_not_a_format_we_know_is_4() {
    let sandbox = Sandbox::new("unknown");
    sandbox.write("noise.bin", "something else entirely");
    sandbox.write("noise.tod", "something else entirely");
    sandbox.write("empty", "");
    sandbox.write("empty.tod", "");
    sandbox.write("cut.tod", cut());
    let cases = [
        ("info noise.bin", 4, "no format recognizes the content or the extension `bin`: expected one of tod"),
        ("check noise.bin", 4, "no format recognizes the content"),
        ("convert noise.bin -o a.glb", 4, "no format recognizes the content"),
        ("sample noise.tod", 4, "noise.tod: not readable as tod: "),
        ("info empty", 4, "empty: the file is empty"),
        ("check empty", 4, "empty: the file is empty"),
        ("sample empty.tod", 4, "empty.tod: the file is empty: not readable as tod"),
        ("sample cut.tod", 4, "[tod::truncated]; `anim check` shows the location\n"),
        ("dump cut.tod", 4, "[tod::truncated]"),
        ("pose cut.tod", 4, "[tod::truncated]"),
        ("convert cut.tod -o a.glb", 4, "[tod::truncated]"),
        ("diff cut.tod cut.tod", 4, "[tod::truncated]"),
        ("info --format gltf walk.tod", 4, "; without --format its content decides\n"),
        ("check --format gltf walk.tod", 4, "not readable as gltf"),
        ("build walk.tod -o a.tod", 4, "walk.tod: expected the JSON of `anim dump`"),
        (
            "build noise.bin -o a.tod",
            4,
            "noise.bin: not the JSON of `anim dump`: expected a value (line 1, column 1)",
        ),
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
        assert_eq!(sandbox.run("info cut.tod").0, 1, "{length} bytes");
        assert_eq!(sandbox.run("pose cut.tod").0, 4, "{length} bytes");
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

/// An input of 1000 zeros, which states no size.
fn limited(arguments: &str, limit: &str) -> (i32, String) {
    let sandbox = Sandbox::new("limited");
    let run = sandbox.anim(arguments).stdin(vec![0; 1000]).env("ANIM_MAX_INPUT", limit).assert();
    let (code, _, error) = finished(&run);
    (code, error)
}

#[test]
fn an_input_that_may_be_endless_is_read_up_to_a_limit() {
    for verb in ["info -", "check -", "sample -", "convert - -o a.glb", "scan -", "dump -", "diff - walk.tod"]
    {
        let (code, error) = limited(verb, "999");
        assert_eq!(code, 3, "{verb}: {error}");
        assert!(
            error.contains("is longer than 999 bytes and may be endless; ANIM_MAX_INPUT="),
            "{verb}: {error}"
        );
        assert!(!limited(verb, "1000").1.contains("endless"), "{verb}");
    }
    assert_eq!(limited("info -", "many").0, 2);
    if cfg!(target_os = "linux") {
        let sandbox = Sandbox::new("zero");
        let run = sandbox.anim("info /dev/zero").env("ANIM_MAX_INPUT", "5000000").assert();
        assert_eq!(finished(&run).0, 3);
    }
}

#[test]
fn info_and_check_end_alike_for_a_file_that_is_cut_short() {
    let sandbox = Sandbox::new("alike");
    sandbox.write("cut.tod", cut());
    sandbox.write("short.tod", &cut()[..3]);
    sandbox.write("empty.tod", "");
    sandbox.write("noise.bin", "noise");
    sandbox.write("cut.xml", "<Animdef><Animation Name='a' Active=");
    for (files, expected) in [
        ("walk.tod", 0),
        ("cut.tod", 1),
        ("short.tod", 1),
        ("empty.tod", 1),
        ("cut.xml", 1),
        ("noise.bin", 4),
        ("walk.tod cut.tod", 1),
        ("cut.tod noise.bin", 5),
        ("--format tod noise.bin", 4),
    ] {
        for verb in ["info", "check"] {
            assert_eq!(sandbox.run(&format!("{verb} {files}")).0, expected, "{verb} {files}");
        }
    }
}

#[test]
fn a_folder_is_not_an_input_without_r() {
    let sandbox = Sandbox::new("folder");
    let is = "is a folder, a file is needed; -r takes the files in it";
    for arguments in ["convert . --to glb --out-dir .", "convert . -o a.glb"] {
        expect(&sandbox, &[(arguments, 3, is)]);
    }
}

#[cfg(unix)]
#[test]
fn names_as_long_as_the_system_takes_are_written() {
    let sandbox = Sandbox::new("long");
    let name = |length: usize| format!("{}.glb", "n".repeat(length - 4));
    expect(&sandbox, &[(&format!("--quiet convert walk.tod -o {}", name(255)), 0, "")]);
    let refused = "the system does not take a name of 256 bytes; most take up to 255";
    expect(&sandbox, &[(&format!("--quiet convert walk.tod -o {}", name(256)), 3, refused)]);
    assert_eq!(sandbox.files(".").iter().filter(|name| name.starts_with('n')).count(), 1);
    assert!(!sandbox.files(".").iter().any(|name| name.contains(".tmp")));
    // Two clips whose names differ only after the maximal length of a file name.
    let state = |last: char| format!("{{{}{last}}} SINGLE 1 {{n}} STATIC 1 0 0 0 0 0 0 0 0", "é".repeat(200));
    sandbox.write("long.stt", format!("#MINDRENDER 1.1 2 {} {}", state('a'), state('b')));
    sandbox.folder("out");
    expect(&sandbox, &[("--quiet convert long.stt --to bvh --out-dir out", 0, "")]);
    let files = sandbox.files("out");
    assert!(files.len() == 2 && files.iter().all(|name| name.len() <= 255 && name.len() > 250), "{files:?}");
}

#[test]
fn a_clip_is_chosen_as_it_is_shown() {
    let sandbox = Sandbox::new("shown");
    let clip = |name: &[u8]| [&b"{"[..], name, b"} SINGLE 1 {n} STATIC 1 0 0 0 0 0 0 0 0 "].concat();
    sandbox.write("odd.stt", [&b"#MINDRENDER 1.1 2 "[..], &clip(b"a\xff"), &clip(b"b\x1b")].concat());
    let info = sandbox.run("info odd.stt").1;
    for (index, shown) in [r"a\xFF", r"b\u{1b}"].into_iter().enumerate() {
        assert!(info.contains(shown), "{info}");
        let by_name = sandbox.run(&format!("sample odd.stt --clip {shown}"));
        assert_eq!(by_name, sandbox.run(&format!("sample odd.stt --clip {index}")));
        assert_eq!(by_name.0, 0, "{by_name:?}");
    }
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let raw = std::ffi::OsStr::from_bytes(b"a\xff");
        assert_eq!(finished(&sandbox.anim("sample odd.stt --clip").arg(raw).assert()).0, 0);
    }
}
