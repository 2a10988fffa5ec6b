//! Batches that are interrupted and continued.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{STATES, Sandbox, cut, walk};

/// A folder of `count` files, every seventh of which is damaged.
fn many(sandbox: &Sandbox, count: usize) {
    sandbox.folder("in/deep");
    for number in 0..count {
        let name =
            if number % 2 == 0 { format!("in/{number:04}.tod") } else { format!("in/deep/{number:04}.tod") };
        sandbox.write(&name, if number % 7 == 6 { cut() } else { walk() });
    }
}

/// All files below a folder with their contents.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(contents(&path));
        } else {
            files.insert(path.to_string_lossy().into_owned(), fs::read(&path).unwrap());
        }
    }
    files
}

const CONVERT: &str = "convert in -r --to glb --out-dir out --quiet";

#[test]
fn a_resumed_run_leaves_what_one_run_leaves() {
    let sandbox = Sandbox::new("resumed");
    many(&sandbox, 40);
    sandbox.folder("out");
    assert_eq!(sandbox.run(&format!("{CONVERT} --manifest whole.jsonl")).0, 5);
    let (whole, made) = (sandbox.read("whole.jsonl"), contents(&sandbox.path("out")));
    let lines: Vec<_> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    for (kept, cut) in [(0, 0), (13, 20), (26, 0), (40, 0)] {
        // The manifest of a run that ended at this line, or in the middle of it.
        let mut manifest = lines[..kept].concat();
        manifest.extend(lines.get(kept).map_or(&[][..], |line| &line[..cut]));
        sandbox.write("part.jsonl", &manifest);
        // Two of its outputs are missing, or one of them is incomplete: a file that the manifest does not list is not replaced.
        for name in ["out/0000.glb", "out/deep/0001.glb"] {
            let _ = fs::remove_file(sandbox.path(name));
        }
        if kept > 20 {
            sandbox.write("out/deep/0001.glb", b"half");
        }
        for jobs in [1, 3] {
            let (code, _, error) = sandbox.run(&format!("{CONVERT} --resume part.jsonl -j {jobs}"));
            assert_eq!(code, 5, "{error}");
            assert_eq!(String::from_utf8(sandbox.read("part.jsonl")), String::from_utf8(whole.clone()));
            assert_eq!(contents(&sandbox.path("out")), made);
        }
    }
}

#[test]
fn results_beside_their_inputs_are_not_inputs_of_the_next_run() {
    let sandbox = Sandbox::new("beside-inputs");
    sandbox.folder("in");
    sandbox.write("in/walk.tod", walk());
    let made = ["walk.glb", "walk.tod"];
    for options in ["--resume m.jsonl", "--skip-existing"] {
        for _ in 0..3 {
            let (code, _, error) = sandbox.run(&format!("convert -r in --to glb --out-dir in {options}"));
            assert_eq!(code, 0, "{options}: {error}");
            assert_eq!(sandbox.files("in"), made, "{options}");
        }
        assert_eq!(String::from_utf8(sandbox.read("m.jsonl")).unwrap().lines().count(), 1);
    }
    // A file that is named is an input.
    let (code, _, error) =
        sandbox.run("convert in/walk.tod in/walk.glb --to glb --out-dir in --skip-existing");
    assert_ne!(code, 0, "{error}");
}

#[test]
fn only_what_the_manifest_lists_is_replaced() {
    let sandbox = Sandbox::new("foreign");
    for folder in ["in", "out", "other"] {
        sandbox.folder(folder);
    }
    sandbox.write("in/walk.tod", walk());
    sandbox.write("in/jump.tod", walk());
    for folder in ["out", "other"] {
        sandbox.write(&format!("{folder}/walk.bvh"), "precious");
    }
    sandbox.write("empty.jsonl", "");
    for manifest in ["new.jsonl", "new.jsonl", "empty.jsonl"] {
        for out in ["out", "other"] {
            let convert = format!("convert in -r --to bvh --out-dir {out} --resume {manifest}");
            let (code, _, told) = sandbox.run(&convert);
            assert_eq!(code, 5, "{told}");
            assert!(told.contains(&format!("{out}/walk.bvh exists; --force replaces it")), "{told}");
            assert_eq!(sandbox.read(&format!("{out}/walk.bvh")), b"precious");
        }
    }
    // An input is not replaced by its own result either.
    for _ in 0..2 {
        let (code, ..) = sandbox.run("convert in -r --to tod --out-dir in --reverse --resume own.jsonl");
        assert_eq!((code, sandbox.read("in/walk.tod")), (3, walk()));
    }
}

#[test]
fn an_input_that_is_named_twice_is_converted_once() {
    let sandbox = Sandbox::new("twice");
    sandbox.folder("out");
    for counts in ["2 files: 2 converted, 0 skipped, 0 failed", "2 files: 0 converted, 2 skipped, 0 failed"] {
        let convert = "convert walk.tod jump.tod walk.tod --to glb --out-dir out --resume list.jsonl";
        let (code, _, told) = sandbox.run(convert);
        assert_eq!(code, 0, "{told}");
        assert!(told.lines().last().is_some_and(|line| line.starts_with(counts)), "{told}");
    }
}

#[test]
fn a_file_beside_an_input_belongs_to_it() {
    let sandbox = Sandbox::new("beside-resumed");
    sandbox.folder("out");
    sandbox.run("convert walk.tod -o in.gltf --to-option container=separate");
    let last = || {
        let text = sandbox.run("convert in.gltf walk.tod --to stf --out-dir out --resume list.jsonl").2;
        text.lines().last().unwrap_or_default().to_owned()
    };
    let first = last();
    assert!(first.starts_with("2 files: 2 converted, 0 skipped"), "{first}");
    let lines = String::from_utf8(sandbox.read("list.jsonl")).unwrap();
    let line: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(line["inputs"].as_array().unwrap().len(), 1);
    assert_eq!(line["beside"][0]["path"], "in.bin");
    let bytes = fs::read(sandbox.path("in.bin")).unwrap();
    sandbox.write("in.bin", [bytes, vec![0; 4]].concat());
    for expected in ["2 files: 1 converted, 1 skipped", "2 files: 0 converted, 2 skipped"] {
        let again = last();
        assert!(again.starts_with(expected), "{again}");
    }
}

#[test]
fn a_file_that_an_option_names_decides_what_is_made() {
    let sandbox = Sandbox::new("into-resumed");
    sandbox.folder("out");
    sandbox.run("convert walk.tod -o figure.glb");
    let last = || {
        let convert =
            "convert walk.tod jump.tod --to glb --speed 2 --reverse --out-dir out --resume list.jsonl";
        let text = sandbox.run(&format!("{convert} --to-option into=figure.glb")).2;
        text.lines().last().unwrap_or_default().to_owned()
    };
    for expected in ["2 files: 2 converted, 0 skipped", "2 files: 0 converted, 2 skipped"] {
        let told = last();
        assert!(told.starts_with(expected), "{told}");
    }
    let lines = String::from_utf8(sandbox.read("list.jsonl")).unwrap();
    let line: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    let recipe = line["recipe"].as_str().unwrap();
    assert!(recipe.contains(" operations=speed=2 reverse sha256=figure.glb:"), "{recipe}");
    sandbox.run("convert jump.tod -o figure.glb --force");
    let told = last();
    assert!(told.starts_with("2 files: 2 converted, 0 skipped"), "{told}");
}

#[test]
fn a_file_that_an_option_of_reading_names_decides_too() {
    let sandbox = Sandbox::new("skeleton-resumed");
    sandbox.folder("out");
    let (Some(clip), Some(bones)) = (
        crate::lossless::fixture("mm2-ped/valid/pedanim_walkeridle.anim"),
        crate::lossless::fixture("mm2-ped/valid/pedmodel_walker.skel"),
    ) else {
        return;
    };
    let bones = fs::read_to_string(bones).unwrap();
    sandbox.write("idle.anim", fs::read(clip).unwrap());
    sandbox.write("bones.skel", &bones);
    let told =
        || sandbox.run("convert idle.anim --to glb --out-dir out -O skel=bones.skel --resume list.jsonl").2;
    assert!(told().contains("out/idle.glb"));
    assert_eq!(told(), "idle.anim: skipped\n");
    // As long as before, with another chest.
    let other = bones.replacen("0.250000", "0.950000", 1);
    assert!(other != bones && other.len() == bones.len());
    sandbox.write("bones.skel", other);
    assert!(told().contains("out/idle.glb"));
}

#[test]
fn what_is_done_is_not_done_again() {
    let sandbox = Sandbox::new("once");
    many(&sandbox, 9);
    sandbox.folder("out");
    let run = |more: &str| sandbox.run(&format!("convert in -r --to glb --out-dir out {more}")).2;
    let last = |text: String| text.lines().last().unwrap_or_default().to_owned();
    let first = last(run("--resume list.jsonl"));
    assert!(first.starts_with("9 files: 8 converted, 0 skipped, 1 failed; "), "{first}");
    let again = last(run("--resume list.jsonl"));
    assert!(again.starts_with("9 files: 0 converted, 8 skipped, 1 failed; "), "{again}");
    sandbox.write("in/0002.tod", [walk(), vec![0; 8]].concat());
    let changed = last(run("--resume list.jsonl"));
    assert!(changed.starts_with("9 files: 1 converted, 7 skipped, 1 failed; "), "{changed}");
    fs::remove_file(sandbox.path("out/0004.glb")).unwrap();
    let skipped = last(run("--skip-existing"));
    assert!(skipped.starts_with("9 files: 1 converted, 7 skipped, 1 failed; "), "{skipped}");
}

#[test]
fn what_was_made_otherwise_is_made_again() {
    let sandbox = Sandbox::new("otherwise");
    sandbox.folder("out");
    sandbox.folder("other");
    let run = |more: &str| {
        let (code, _, told) = sandbox.run(&format!("convert walk.tod jump.tod --resume list.jsonl {more}"));
        assert_eq!(code, 0, "{told}");
        told.lines().last().unwrap_or_default().split(';').next().unwrap_or_default().to_owned()
    };
    let [made, done] =
        ["2 files: 2 converted, 0 skipped, 0 failed", "2 files: 0 converted, 2 skipped, 0 failed"];
    for more in [
        "--to glb --out-dir out",
        "--to bvh --out-dir out",
        "--to bvh --out-dir other",
        // The manifest lists the files of the last run only.
        "--to glb --out-dir out -O mode=ideal --force",
        "--to glb --out-dir out --to-option mesh=none",
        "--to glb --out-dir out --tolerance 0.01",
        "--to glb --out-dir out --reverse",
        "--to glb --out-dir out --name {stem}-{clip}.{ext}",
    ] {
        assert_eq!(run(more), made, "{more}");
        assert_eq!(run(more), done, "{more}");
    }
    let files = sandbox.files("out");
    assert_eq!(
        files,
        ["jump-animation.glb", "jump.bvh", "jump.glb", "walk-animation.glb", "walk.bvh", "walk.glb"]
    );
}

#[test]
fn a_file_that_became_several_is_skipped_when_all_are_there() {
    let sandbox = Sandbox::new("several");
    sandbox.folder("out");
    // Files with the planned names do not prove that the parts exist.
    sandbox.write("out/walk.bvh", "");
    sandbox.write("out/.bvh", "");
    for more in ["--split 1f", "--split 1f --name {stem}-{clip}.{ext}", "--split 1f --name {clip}.{ext}"] {
        let convert = format!("convert walk.tod --to bvh --out-dir out --skip-existing {more} --json");
        let made = |report: &Value| {
            let outputs = report["files"][0]["outputs"].as_array().unwrap();
            outputs.iter().map(|made| made["path"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let all = made(&sandbox.json(&convert));
        assert_eq!(all.len(), 2, "{more}");
        assert_eq!(made(&sandbox.json(&convert)), [""; 0], "{more}");
        fs::remove_file(sandbox.path(&all[1])).unwrap();
        assert_eq!(made(&sandbox.json(&convert)), all[1..], "{more}");
    }
}

#[test]
fn an_input_without_an_output_keeps_no_run_from_going_on() {
    let sandbox = Sandbox::new("clash");
    sandbox.folder("out");
    sandbox.folder("in");
    sandbox.write("in/a.tod", walk());
    sandbox.write("in/a.stt", STATES);
    for counts in ["1 converted, 0 skipped, 1 failed", "0 converted, 1 skipped, 1 failed"] {
        let (code, _, told) = sandbox.run("convert in -r --to glb --out-dir out --resume list.jsonl");
        assert_eq!(code, 5, "{told}");
        assert!(told.contains("in/a.tod: out/a.glb is written from another input"), "{told}");
        assert!(told.contains(counts), "{told}");
    }
}

#[test]
fn what_was_left_out_keeps_its_outputs_however_clips_name_them() {
    let sandbox = Sandbox::new("kept");
    sandbox.folder("out");
    for (folder, bytes) in [("a", walk()), ("b", [walk(), vec![0; 8]].concat())] {
        sandbox.folder(folder);
        sandbox.write(&format!("{folder}/x.tod"), bytes);
    }
    let convert =
        "convert a/x.tod b/x.tod --to glb --out-dir out --name {stem}.{clip}.{ext} --resume list.jsonl";
    let mut first = None;
    for (jobs, counts) in [
        (1, "1 converted, 0 skipped, 1 failed"),
        (1, "0 converted, 1 skipped, 1 failed"),
        (3, "0 converted, 1 skipped, 1 failed"),
    ] {
        let (code, _, told) = sandbox.run(&format!("{convert} -j {jobs}"));
        assert_eq!(code, 5, "{told}");
        assert!(told.contains("b/x.tod: out/x.animation.glb is written from another input"), "{told}");
        assert!(told.contains(counts), "{told}");
        let now = (sandbox.read("out/x.animation.glb"), sandbox.read("list.jsonl"));
        assert!(*first.get_or_insert_with(|| now.clone()) == now);
    }
}

#[test]
fn only_a_manifest_is_gone_on_with() {
    let sandbox = Sandbox::new("no-manifest");
    sandbox.folder("out");
    let texts = ["notes\n", "{\"schema\":1}\n", "[]\n", "important notes", "{\"name\":\"x\"}", "a\rb\r"];
    for text in texts.map(str::as_bytes).into_iter().chain([&b"glTF\x02\0\0\0\xFF"[..], b"\xFF\n"]) {
        sandbox.write("list", text);
        let (code, _, error) = sandbox.run("convert walk.tod jump.tod --to glb --out-dir out --resume list");
        assert_eq!(code, 4, "{error}");
        assert!(error.contains("list: line 1 is not a line of a manifest"), "{error}");
        assert_eq!(sandbox.read("list"), text);
    }
    for flag in ["--resume list", "--skip-existing", "--name {stem}.{ext}"] {
        let (code, _, error) = sandbox.run(&format!("convert walk.tod -o a.glb {flag}"));
        let name = flag.split(' ').next().unwrap_or_default();
        assert_eq!(code, 2, "{flag}");
        assert_eq!(
            error,
            format!(
                "error: {name} is for outputs in a folder: expected --to EXT --out-dir DIR in place of -o\n"
            )
        );
    }
    assert!(!sandbox.has("a.glb"));
}

#[cfg(unix)]
mod unix {
    use std::os::unix::process::ExitStatusExt as _;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use super::*;
    use crate::support::finished;

    #[test]
    fn names_that_are_not_text_are_known_again() {
        use std::os::unix::ffi::OsStrExt as _;
        let sandbox = Sandbox::new("bytes");
        sandbox.folder("in");
        sandbox.folder("out");
        let name = Path::new(std::ffi::OsStr::from_bytes(b"w\xff.tod"));
        fs::write(sandbox.path("in").join(name), walk()).unwrap();
        for counts in ["1 converted, 0 skipped", "0 converted, 1 skipped"] {
            let (code, _, told) =
                sandbox.run("convert in walk.tod -r --to glb --out-dir out --resume list.jsonl");
            assert_eq!(code, 0, "{told}");
            assert!(told.contains(&counts.replace('1', "2")), "{told}");
        }
        // The bytes also appear in names from a template, and in names of found files.
        let disc = std::ffi::OsStr::from_bytes(b"d\xff.bin");
        fs::write(sandbox.path("in").join(disc), [vec![0; 64], walk()].concat()).unwrap();
        sandbox.folder("named");
        assert_eq!(sandbox.run("convert in -r --to glb --out-dir named --name {stem}.{ext}").0, 0);
        let found = finished(&sandbox.anim("scan --extract named").arg(Path::new("in").join(disc)).assert());
        assert_eq!(found.0, 0, "{}", found.2);
        for name in [&b"w\xff.glb"[..], b"d\xff-00000040.tod"] {
            assert!(sandbox.path("named").join(std::ffi::OsStr::from_bytes(name)).exists(), "{name:?}");
        }
    }

    /// Ends a run with a signal as soon as part of it is done.
    fn interrupt(sandbox: &Sandbox, signal: &str) -> bool {
        let mut run = Command::new(env!("CARGO_BIN_EXE_anim"))
            .current_dir(sandbox.path(""))
            .args(CONVERT.split(' '))
            .args(["-j", "2", "--resume", "list.jsonl"])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        let lines = || sandbox.has("list.jsonl") && sandbox.read("list.jsonl").len() > 2_000;
        while !lines() && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let id = run.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        let ended = run.wait().unwrap();
        assert!(ended.code().is_none_or(|code| code == 5), "{signal}: {ended}");
        // The signal itself ends the run, as a shell must know to end its loop.
        ended.signal().inspect(|number| assert_eq!(*number, number_of(signal), "{ended}")).is_some()
    }

    /// The numbers of POSIX.
    fn number_of(signal: &str) -> i32 {
        match signal {
            "HUP" => 1,
            "INT" => 2,
            "TERM" => 15,
            _ => unreachable!(),
        }
    }

    #[test]
    fn a_signal_leaves_no_temporary_file_and_the_run_goes_on() {
        let sandbox = Sandbox::new("signals");
        many(&sandbox, 600);
        sandbox.folder("expected");
        let expected = CONVERT.replace("out-dir out", "out-dir expected");
        assert_eq!(sandbox.run(&format!("{expected} --manifest expected.jsonl")).0, 5);
        for signal in ["INT", "TERM", "HUP"] {
            let _ = fs::remove_dir_all(sandbox.path("out"));
            let _ = fs::remove_file(sandbox.path("list.jsonl"));
            sandbox.folder("out");
            let was_interrupted = interrupt(&sandbox, signal);
            let files = sandbox.files("out");
            assert!(files.iter().all(|name| !name.ends_with("tmp")), "{files:?}");
            assert!(!was_interrupted || files.len() < 515, "{signal} came too late");
            for line in sandbox.read("list.jsonl").split_inclusive(|&byte| byte == b'\n') {
                assert!(line.ends_with(b"}\n"), "{}", String::from_utf8_lossy(line));
            }
            assert_eq!(sandbox.run(&format!("{CONVERT} -j 2 --resume list.jsonl")).0, 5);
            let manifest = String::from_utf8(sandbox.read("list.jsonl")).unwrap();
            let expected = String::from_utf8(sandbox.read("expected.jsonl")).unwrap();
            assert_eq!(manifest.replace("out/", "expected/"), expected);
            assert_eq!(sandbox.files("out"), sandbox.files("expected"));
        }
    }

    /// The system stops writing at the file size limit as on a full disk: in the middle of a file.
    #[test]
    fn a_full_disk_leaves_nothing_half_done() {
        let sandbox = Sandbox::new("full");
        sandbox.folder("out");
        let script = format!(
            "trap '' XFSZ; ulimit -f 1; '{}' convert walk.tod jump.tod --to glb --to-option mesh=boxes --out-dir out 2>&1",
            env!("CARGO_BIN_EXE_anim")
        );
        let run = Command::new("sh").current_dir(sandbox.path("")).args(["-c", &script]).output().unwrap();
        let told = String::from_utf8(run.stdout).unwrap();
        assert_eq!(run.status.code(), Some(5), "{told}");
        assert!(told.contains("out/walk.glb: "), "{told}");
        assert_eq!(sandbox.files("out"), ["jump.glb"], "{told}");
        // The buffer has room, the file that names it does not.
        let script = format!(
            "trap '' XFSZ; ulimit -f 1; '{}' convert walk.tod -o out/walk.gltf --to-option container=separate --to-option mesh=none 2>&1",
            env!("CARGO_BIN_EXE_anim")
        );
        let run = Command::new("sh").current_dir(sandbox.path("")).args(["-c", &script]).output().unwrap();
        let told = String::from_utf8(run.stdout).unwrap();
        assert_eq!(run.status.code(), Some(3), "{told}");
        assert!(told.contains("out/walk.gltf: ") && !told.contains("walk.bin"), "{told}");
        assert_eq!(sandbox.files("out"), ["jump.glb"], "{told}");
    }

    /// Copies of a file, and a run that converts them.
    fn batch(sandbox: &Sandbox, count: usize) -> Command {
        sandbox.folder("in");
        sandbox.folder("out");
        let walk = sandbox.read("walk.tod");
        let names: Vec<_> = (0..count).map(|at| format!("in/{at}.tod")).collect();
        for name in &names {
            fs::write(sandbox.path(name), &walk).unwrap();
        }
        let mut run = Command::new(env!("CARGO_BIN_EXE_anim"));
        run.current_dir(sandbox.path("")).args(["convert", "--to", "glb", "--out-dir", "out"]).args(names);
        run.stdout(Stdio::null());
        run
    }

    #[test]
    fn two_runs_that_skip_what_exists_may_share_a_folder() {
        let sandbox = Sandbox::new("shared");
        let mut run = batch(&sandbox, 60);
        run.arg("--skip-existing").stderr(Stdio::piped());
        let runs = [run.spawn().unwrap(), run.spawn().unwrap()];
        for run in runs {
            let run = run.wait_with_output().unwrap();
            assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        }
        let mut expected: Vec<_> = (0..60).map(|at| format!("{at}.glb")).collect();
        expected.sort();
        assert_eq!(sandbox.files("out"), expected);
    }

    #[test]
    fn two_runs_do_not_write_one_manifest() {
        let sandbox = Sandbox::new("locked");
        for (flag, more) in [("--resume", ""), ("--manifest", "--force")] {
            let mut run = batch(&sandbox, 300);
            run.args([flag, "list.jsonl"]).args(more.split_whitespace());
            let first = run.stderr(Stdio::piped()).spawn().unwrap();
            let begun = Instant::now();
            while (!sandbox.has("list.jsonl") || sandbox.read("list.jsonl").is_empty())
                && begun.elapsed() < Duration::from_secs(20)
            {
                std::thread::sleep(Duration::from_millis(1));
            }
            let second = run.spawn().unwrap().wait_with_output().unwrap();
            let told = String::from_utf8(second.stderr).unwrap();
            assert_eq!(second.status.code(), Some(3), "{told}");
            let expected = "error: list.jsonl: another run is writing this ";
            assert!(told.starts_with(expected) && told.ends_with("wait until it ends\n"), "{told}");
            let first = first.wait_with_output().unwrap();
            assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
            let lines = String::from_utf8(sandbox.read("list.jsonl")).unwrap();
            let inputs: Vec<_> = lines
                .lines()
                .map(|line| serde_json::from_str::<Value>(line).unwrap()["inputs"][0]["path"].to_string())
                .collect();
            let expected: Vec<_> = (0..300).map(|at| format!("\"in/{at}.tod\"")).collect();
            assert_eq!(inputs, expected, "{flag}");
            fs::remove_file(sandbox.path("list.jsonl")).unwrap();
            fs::remove_dir_all(sandbox.path("out")).unwrap();
        }
    }

    #[test]
    fn a_folder_that_is_moved_away_is_not_made_anew() {
        let sandbox = Sandbox::new("moved");
        let run = batch(&sandbox, 400).stderr(Stdio::piped()).spawn().unwrap();
        let begun = Instant::now();
        // A temporary file does not count: without its folder it never gets its name.
        let is_made = || sandbox.files("out").iter().any(|name| !name.starts_with('.'));
        while !is_made() && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(1));
        }
        fs::rename(sandbox.path("out"), sandbox.path("moved")).unwrap();
        let run = run.wait_with_output().unwrap();
        let told = String::from_utf8(run.stderr).unwrap();
        assert!(told.contains("out: the folder does not exist") && run.status.code() == Some(5), "{told}");
        assert!(!sandbox.has("out"), "{told}");
        assert!(!sandbox.files("moved").is_empty());
    }
}
