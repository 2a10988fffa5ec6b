//! The commands on the crate's page.

use crate::support::Sandbox;
#[cfg(unix)]
use crate::support::{disc, walk};

#[cfg(unix)]
#[test]
fn the_examples_of_the_page_run_one_after_another() {
    let page = include_str!("../../README.md");
    let (_, examples) = page.split_once("## Examples\n\n```text\n").unwrap();
    let (examples, _) = examples.split_once("```").unwrap();
    let sandbox = Sandbox::new("page");
    for folder in ["models/robots", "converted", "found"] {
        sandbox.folder(folder);
    }
    sandbox.write("models/robots/walk.tod", walk());
    sandbox.write("disc.bin", disc());
    let anim = std::path::Path::new(env!("CARGO_BIN_EXE_anim"));
    let path = format!("{}:{}", anim.parent().unwrap().display(), std::env::var("PATH").unwrap());
    for example in examples.lines() {
        let mut shell = std::process::Command::new("sh");
        let output =
            shell.args(["-c", example]).current_dir(sandbox.path("")).env("PATH", &path).output().unwrap();
        assert!(output.status.success(), "{example}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(sandbox.read("copy.tod"), walk());
    assert_eq!(sandbox.files("converted"), ["robots/walk.glb"]);
    assert_eq!(sandbox.files("found"), ["disc-000007b4.tod"]);
}

#[test]
fn every_verb_is_on_the_page() {
    let page = include_str!("../../README.md");
    let (_, help, _) = Sandbox::new("page-verbs").run("--help");
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let verbs = commands.lines().take_while(|line| !line.is_empty());
    for verb in verbs.filter_map(|line| line.split_whitespace().next()).filter(|verb| *verb != "help") {
        assert!(page.contains(&format!("\n| `anim {verb} ")), "{verb}");
    }
}
