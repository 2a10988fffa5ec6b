//! Signals, as terminals and shells send them.

use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::Sandbox;

/// A run that takes longer than any test, and has a temporary file.
fn endless(sandbox: &Sandbox, shell: &str) -> Child {
    let script = shell.replace("ANIM", env!("CARGO_BIN_EXE_anim"));
    let mut run = Command::new("bash");
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
        "for i in 1 2; do ANIM sample walk.tod --fps 1000000000 -o long.csv; echo $i; done",
    );
    send("INT", run.id());
    let run = run.wait_with_output().unwrap();
    assert_eq!((run.status.signal(), String::from_utf8(run.stdout).unwrap().as_str()), (Some(2), ""));
    assert_eq!(sandbox.files(""), ["jump.tod", "walk.tod"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_the_parent_ignores_stays_ignored() {
    let sandbox = Sandbox::new("nohup");
    let run = endless(&sandbox, "trap '' HUP; ANIM sample walk.tod --fps 1000000000 -o long.csv; echo $?");
    send("HUP", run.id());
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(sandbox.files("").len(), 3, "the run goes on");
    send("TERM", run.id());
    run.wait_with_output().unwrap();
    assert_eq!(sandbox.files(""), ["jump.tod", "walk.tod"]);
}
