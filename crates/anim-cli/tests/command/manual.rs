//! The manual and shell completions.

use crate::support::Sandbox;

#[test]
fn every_verb_has_a_page() {
    let sandbox = Sandbox::new("man");
    sandbox.folder("pages");
    assert_eq!(sandbox.run("man --out-dir pages"), (0, String::new(), String::new()));
    let (_, help, _) = sandbox.run("--help");
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let verbs = commands.lines().take_while(|line| !line.is_empty());
    let verbs = verbs.filter_map(|line| line.split_whitespace().next()).filter(|verb| *verb != "help");
    let mut expected: Vec<_> = verbs.map(|verb| format!("anim-{verb}.1")).collect();
    expected.push("anim.1".to_owned());
    expected.sort();
    assert_eq!(sandbox.files("pages"), expected);
    let page = String::from_utf8(sandbox.read("pages/anim-convert.1")).unwrap();
    assert!(page.contains(".TH ANIM-CONVERT 1") && page.contains("\\-\\-out\\-dir"), "{page}");
    assert!(page.contains("anim convert walk.tod \\-o walk.glb"), "the examples are there: {page}");
    assert_eq!(sandbox.run("man convert").1, page);
    assert_eq!(sandbox.run("man --out-dir pages").0, 3, "nothing is replaced");
    let (code, _, error) = sandbox.run("man covnert");
    assert_eq!((code, error.as_str()), (2, "error: there is no verb `covnert`; did you mean `convert`?\n"));
}

#[test]
fn shells_are_told_the_verbs_and_their_options() {
    let sandbox = Sandbox::new("completions");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (code, script, error) = sandbox.run(&format!("completions {shell}"));
        assert_eq!((code, error.as_str()), (0, ""), "{shell}");
        for word in ["convert", "out-dir", "scan", "tolerance"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    // Formats, options with their values, fields and codes, which the help does not list.
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = sandbox.run(&format!("completions {shell}")).1;
        if shell == "elvish" || shell == "powershell" {
            // These shells do not complete values of options.
            continue;
        }
        for word in ["mm2-ped", "mode=ideal", "skel=", "duration", "tod::version", "container=separate"] {
            assert!(script.replace("\\:", ":").contains(word), "{shell}: {word}");
        }
    }
    for verb in ["info", "check", "convert", "diff", "scan", "formats"] {
        for text in [sandbox.run(&format!("{verb} --help")).1, sandbox.run(&format!("man {verb}")).1] {
            assert!(!text.contains("mode=hardware") && !text.contains("tod::truncated"), "{text}");
        }
    }
    let (code, _, error) = sandbox.run("completions tcsh");
    assert_eq!(code, 2);
    assert!(error.contains("[possible values: bash, elvish, fish, powershell, zsh]"), "{error}");
}

#[cfg(unix)]
#[test]
fn bash_reads_what_it_is_told() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let (_, script, _) = Sandbox::new("bash").run("completions bash");
    let Ok(mut bash) = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn() else { return };
    bash.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    assert!(bash.wait().unwrap().success());
}
