//! Standard input, output and error.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::support::{Sandbox, cut, doubtful, far, finished, walk};

#[test]
fn a_dash_is_standard_input() {
    let sandbox = Sandbox::new("stdin");
    for arguments in ["info FILE", "dump FILE", "sample FILE", "pose FILE --json"] {
        let named = sandbox.run(&arguments.replace("FILE", "walk.tod"));
        let piped = finished(&sandbox.anim(&arguments.replace("FILE", "-")).stdin(walk()).assert());
        assert_eq!(named.0, 0, "{arguments}");
        assert_eq!((piped.0, piped.1.replace("-: tod", "walk.tod: tod"), piped.2), named, "{arguments}");
    }
    let (code, _, error) = finished(&sandbox.anim("info -").stdin("noise").assert());
    assert_eq!(code, 4);
    assert!(
        error.starts_with("error: -: no format recognizes the content: expected one of tod, "),
        "{error}"
    );
    assert!(
        error.ends_with("; choose one with --format ID, or look for files inside it with `anim scan`\n"),
        "{error}"
    );
}

#[test]
fn standard_input_is_read_once() {
    let sandbox = Sandbox::new("once");
    let (code, out, error) = finished(&sandbox.anim("info - -").stdin(walk()).assert());
    assert!(code == 5 && out.starts_with("-: tod, "), "{out}");
    assert_eq!(error, "error: -: standard input is already an input, and can be read once\n");
}

#[test]
fn a_dash_is_standard_output() {
    let sandbox = Sandbox::new("stdout");
    sandbox.anim("convert walk.tod -o walk.glb").assert().success();
    let piped = sandbox.anim("convert - -o - --to glb").stdin(walk()).assert().success();
    assert_eq!(piped.get_output().stdout, sandbox.read("walk.glb"));
    let built = sandbox.anim("dump walk.tod -o -").assert().success();
    let built = sandbox.anim("build - -o -").stdin(built.get_output().stdout.clone()).assert().success();
    assert_eq!(built.get_output().stdout, walk());
    let separate = sandbox.run("convert walk.tod -o - --to gltf --to-option container=separate");
    assert_eq!((separate.0, separate.1.as_str()), (2, ""));
    assert!(separate.2.contains("name an output file, not `-`"), "{}", separate.2);
}

#[test]
fn data_goes_out_and_the_rest_goes_to_error() {
    let sandbox = Sandbox::new("split");
    let (code, out, error) = sandbox.run("convert walk.tod -o walk.glb");
    assert_eq!((code, out.as_str()), (0, ""));
    assert!(error.contains("walk.tod -> walk.glb: 1 clip, "), "{error}");
    let (code, out, error) = sandbox.run("convert walk.tod -o walk.glb --force --json");
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(out.starts_with("{\n  \"schema\": 1,"), "{out}");
    let (_, out, error) = sandbox.run("check walk.tod gone.tod");
    assert!(out.contains("walk.tod: tod, nothing found") && !out.contains("gone"), "{out}");
    assert_eq!(error, "error: gone.tod: no such file\n");
}

#[test]
fn quiet_leaves_standard_error_empty_on_success() {
    let sandbox = Sandbox::new("quiet");
    sandbox.write("doubtful.tod", doubtful());
    for arguments in [
        "convert doubtful.tod -o a.glb",
        "convert doubtful.tod jump.tod --to glb --out-dir .",
        "info doubtful.tod",
        "sample doubtful.tod",
        "pose doubtful.tod",
        "dump doubtful.tod",
        "check doubtful.tod",
    ] {
        let (code, _, error) = sandbox.run(&format!("--quiet {arguments}"));
        assert_eq!((code, error.as_str()), (0, ""), "{arguments}");
    }
    let (code, _, error) = sandbox.run("info gone.tod --quiet");
    assert_eq!((code, error.as_str()), (3, "error: gone.tod: no such file\n"));
}

#[test]
fn nothing_is_coloured_beside_a_terminal() {
    let sandbox = Sandbox::new("colour");
    sandbox.write("doubtful.tod", doubtful());
    let (_, out, error) = sandbox.run("check doubtful.tod gone.tod");
    assert!(out.contains("warning[tod::version]") && !out.contains('\x1b') && !error.contains('\x1b'));
}

#[test]
fn a_reader_that_goes_away_is_not_a_failure() {
    let sandbox = Sandbox::new("pipe");
    let mut child = Command::new(env!("CARGO_BIN_EXE_anim"))
        .args(["sample", "walk.tod", "--fps", "1000000000"])
        .current_dir(sandbox.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    // The pipe is closed now, long before the hundred million rows are out.
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_is_full_is_3() {
    let sandbox = Sandbox::new("full");
    for arguments in [
        "sample walk.tod",
        "info walk.tod --json",
        "check walk.tod",
        "formats",
        "pose walk.tod",
        "--help",
        "help scan",
        "--version",
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        expect_no_output(&sandbox, arguments, full);
    }
}

/// Runs the command with a standard output that takes nothing.
#[cfg(unix)]
fn expect_no_output(sandbox: &Sandbox, arguments: &str, stdout: std::fs::File) {
    let output = Command::new(env!("CARGO_BIN_EXE_anim"))
        .args(arguments.split(' '))
        .current_dir(sandbox.path(""))
        .stdout(stdout)
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{arguments}");
    assert!(error.starts_with("error: standard output: "), "{error}");
}

#[cfg(unix)]
#[test]
fn an_output_that_is_open_for_reading_alone_is_3() {
    let sandbox = Sandbox::new("reading");
    for arguments in
        ["info walk.tod", "check walk.tod --json", "sample walk.tod", "formats", "--help", "--version"]
    {
        let reading = std::fs::File::open(sandbox.path("walk.tod")).unwrap();
        expect_no_output(&sandbox, arguments, reading);
    }
}

#[cfg(unix)]
#[test]
fn a_device_is_written_and_not_replaced() {
    let sandbox = Sandbox::new("device");
    assert_eq!(sandbox.run("sample walk.tod -o /dev/null").0, 0);
    assert_eq!(sandbox.run("convert walk.tod --to glb -o /dev/null").0, 0);
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn what_makes_clips_doubtful_is_told_in_a_line_each() {
    let sandbox = Sandbox::new("doubt");
    sandbox.write("far.tod", far(3));
    sandbox.write("farther.tod", far(9));
    for verb in ["sample", "pose", "info"] {
        let (code, _, error) = sandbox.run(&format!("{verb} far.tod"));
        let lines: Vec<_> = error.lines().collect();
        assert_eq!((code, lines.len()), (0, 3), "{error}");
        let told = |line: &&str| line.starts_with("warning: far.tod: ") && line.ends_with("[tod::overflow]");
        assert!(lines.iter().all(told) && !error.contains("anim check"), "{error}");
        let (_, _, error) = sandbox.run(&format!("{verb} farther.tod"));
        let lines: Vec<_> = error.lines().collect();
        assert_eq!((lines.len(), lines[5]), (6, "warning: farther.tod: and 4 more"), "{error}");
        assert_eq!(sandbox.run(&format!("{verb} farther.tod --quiet")).2, "");
    }
    // Only `check` shows the warnings of reading.
    sandbox.anim("convert walk.tod -o more.glb").assert().success();
    let mut bytes = sandbox.read("more.glb");
    bytes.extend([4u32, 0x3F3F_3F3F, 0].map(u32::to_le_bytes).concat());
    let length = bytes.len() as u32;
    bytes[8..12].copy_from_slice(&length.to_le_bytes());
    sandbox.write("longer.glb", [&*bytes, b"\n"].concat());
    sandbox.write("more.glb", bytes);
    assert!(sandbox.run("check more.glb").1.contains("warning[gltf::unused-chunk]"));
    for verb in ["sample", "pose", "info", "dump"] {
        let (_, _, error) = sandbox.run(&format!("{verb} more.glb"));
        assert_eq!(error, "warning: more.glb: 1 warning; `anim check` shows it\n");
        let (_, _, error) = sandbox.run(&format!("{verb} longer.glb"));
        assert_eq!(error, "warning: longer.glb: 1 error, 1 warning; `anim check` shows them\n");
    }
}

/// The exit code of the command when nobody reads its output.
#[cfg(unix)]
fn unread(sandbox: &Sandbox, arguments: &str) -> Option<i32> {
    let mut run = Command::new(env!("CARGO_BIN_EXE_anim"));
    run.current_dir(sandbox.path("")).args(arguments.split(' ')).stderr(Stdio::null());
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    run.stdout(writer).status().unwrap().code()
}

#[cfg(unix)]
#[test]
fn the_exit_code_is_the_same_whether_anybody_reads_or_not() {
    let sandbox = Sandbox::new("unread");
    sandbox.write("cut.tod", cut());
    sandbox.folder("cut");
    sandbox.write("cut/cut.tod", cut());
    sandbox.write("cut/walk.tod", walk());
    for arguments in [
        "check walk.tod",
        "check cut.tod",
        "check cut.tod --json",
        "check cut.tod --sarif",
        "info cut.tod",
        "info walk.tod cut.tod --json",
        "diff walk.tod walk.tod",
        "diff walk.tod jump.tod",
        "diff walk.tod jump.tod --json",
        "diff cut cut -r",
        "convert walk.tod gone.tod --to glb --out-dir . --dry-run --json",
    ] {
        assert_eq!(unread(&sandbox, arguments), Some(sandbox.run(arguments).0), "{arguments}");
    }
    // Without a reader there is nothing more to do.
    assert_eq!(unread(&sandbox, "sample walk.tod"), Some(0));
}
