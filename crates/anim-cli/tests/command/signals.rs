//! Signals, as terminals and shells send them.

use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::Sandbox;

/// A program that ignores no signal. Shells start programs in the background with INT ignored, `nohup` with HUP, and programs that
/// these start ignore them too.
fn heeding(program: &str) -> Command {
    // Only GNU's `env` has the option.
    let reset = ["--default-signal=HUP,INT,TERM"];
    if Command::new("env").args(reset).arg("true").output().is_ok_and(|output| output.status.success()) {
        let mut command = Command::new("env");
        command.args(reset).arg(program);
        command
    } else {
        Command::new(program)
    }
}

/// A run that takes longer than any test, and has a temporary file: a file that may replace another has a name from the start.
fn endless(sandbox: &Sandbox, shell: &str) -> Child {
    let script = shell.replace("ANIM", env!("CARGO_BIN_EXE_anim"));
    let mut run = heeding("bash");
    run.current_dir(sandbox.path("")).args(["-c", &script]).process_group(0);
    let run = run.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while !sandbox.files("").iter().any(|name| name.ends_with("tmp"))
        && begun.elapsed() < Duration::from_secs(20)
    {
        std::thread::sleep(Duration::from_millis(1));
    }
    run
}

/// Sends a signal to all processes of a group, as a terminal does.
fn send(signal: &str, group: u32) {
    let sent = Command::new("kill").args(["-s", signal, "--", &format!("-{group}")]).status();
    assert!(sent.unwrap().success());
}

#[test]
fn a_loop_of_a_shell_ends_with_the_run_that_a_signal_ends() {
    let sandbox = Sandbox::new("loop");
    let run = endless(
        &sandbox,
        "for i in 1 2; do ANIM sample walk.tod --fps 1000000000 -o long.csv --force; echo $i; done",
    );
    send("INT", run.id());
    let run = run.wait_with_output().unwrap();
    assert_eq!((run.status.signal(), String::from_utf8(run.stdout).unwrap().as_str()), (Some(2), ""));
    assert_eq!(sandbox.files(""), ["jump.tod", "walk.tod"]);
}

/// A glTF file in a folder with this number of separate buffers, each of one byte.
fn separate(sandbox: &Sandbox, folder: &str, count: usize, byte: u8) {
    sandbox.folder(folder);
    let buffers =
        (0..count).map(|at| format!("{{\"byteLength\":1,\"uri\":\"b{at}.bin\"}}")).collect::<Vec<_>>();
    let buffers = buffers.join(",");
    let text = format!(
        "{{\"asset\":{{\"version\":\"2.0\",\"generator\":\"{}\"}},\"buffers\":[{buffers}]}}",
        char::from(byte)
    );
    sandbox.write(&format!("{folder}/a.gltf"), text);
    (0..count).for_each(|at| sandbox.write(&format!("{folder}/b{at}.bin"), [byte]));
}

#[test]
fn a_signal_leaves_no_new_file_next_to_an_old_one() {
    const COUNT: usize = 2_000;
    let sandbox = Sandbox::new("together");
    separate(&sandbox, "old", COUNT, b'o');
    separate(&sandbox, "new", COUNT, b'n');
    sandbox.folder("out");
    assert_eq!(sandbox.run("convert old/a.gltf -o out/a.gltf").0, 0);
    let mut run = heeding(env!("CARGO_BIN_EXE_anim"));
    run.current_dir(sandbox.path("")).args(["convert", "new/a.gltf", "-o", "out/a.gltf", "--force"]);
    let mut run = run.stderr(Stdio::null()).process_group(0).spawn().unwrap();
    let begun = Instant::now();
    let is_new = |at: usize| sandbox.read(&format!("out/b{at}.bin")) == b"n";
    while !is_new(0) && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_micros(100));
    }
    send("INT", run.id());
    run.wait().unwrap();
    assert_eq!((0..COUNT).filter(|at| is_new(*at)).count(), COUNT);
    assert!(sandbox.read("out/a.gltf").windows(5).any(|text| text == b": \"n\""));
    assert_eq!(sandbox.files("out").len(), COUNT + 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_the_parent_ignores_stays_ignored() {
    let sandbox = Sandbox::new("nohup");
    let run =
        endless(&sandbox, "trap '' HUP; ANIM sample walk.tod --fps 1000000000 -o long.csv --force; echo $?");
    send("HUP", run.id());
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(sandbox.files("").len(), 3, "the run continues");
    send("TERM", run.id());
    run.wait_with_output().unwrap();
    assert_eq!(sandbox.files(""), ["jump.tod", "walk.tod"]);
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_of_a_run_that_is_killed() {
    let sandbox = Sandbox::new("killed");
    let mut run = Command::new(env!("CARGO_BIN_EXE_anim"));
    let long = ["sample", "walk.tod", "--fps", "1000000000", "-o", "long.csv"];
    let mut run = run.current_dir(sandbox.path("")).args(long).stderr(Stdio::null()).spawn().unwrap();
    // Its open files, under the names that the system has for them.
    let has_file = |run: &Child| {
        let open = std::fs::read_dir(format!("/proc/{}/fd", run.id())).unwrap();
        let mut names = open.filter_map(|open| std::fs::read_link(open.ok()?.path()).ok());
        names.any(|name| name.starts_with(sandbox.path("").canonicalize().unwrap()))
    };
    let begun = Instant::now();
    while !has_file(&run) && begun.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(has_file(&run), "it writes");
    std::thread::sleep(Duration::from_millis(50));
    run.kill().unwrap();
    run.wait().unwrap();
    assert_eq!(sandbox.files(""), ["jump.tod", "walk.tod"]);
}
