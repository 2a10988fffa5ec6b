//! Completions of shells.

use std::process::{Command, Stdio};

use crate::programs;
use crate::support::Sandbox;

/// Command lines, each with what the tab key makes of it.
type Lines = [(&'static str, &'static str)];

/// Those that Bash and Zsh complete alike.
const ALIKE: &Lines = &[
    ("conv", "convert "),
    ("sample -O mode=h", "sample -O mode=hardware "),
    ("sample --option=mode=i", "sample --option=mode=ideal "),
    ("info --format=bv", "info --format=bvh "),
    ("check --deny tod::v", "check --deny tod::version "),
    ("check --deny=tod::v", "check --deny=tod::version "),
    ("convert --to-option container=sep", "convert --to-option container=separate "),
    ("sample --to j", "sample --to jsonl "),
    ("sample --to 0.5 --to j", "sample --to 0.5 --to jsonl "),
    ("plot --to=s", "plot --to=svg "),
    ("convert --to hs", "convert --to hsf "),
    ("build --to sk", "build --to skel "),
    ("man conv", "man convert "),
    ("formats mm", "formats mm2-ped "),
];

#[test]
fn scripts_have_the_verbs_and_their_options() {
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
            assert!(script.replace('\\', "").contains(word), "{shell}: {word}");
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
    let (_, script, _) = Sandbox::new("bash").run("completions bash");
    let Ok(mut bash) = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn() else { return };
    bash.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    assert!(bash.wait().unwrap().success());
}

#[test]
fn bash_completes_codes_and_options_with_their_values() {
    on_a_terminal(
        "bash",
        &[
            ("sample wal", "sample walk.tod "),
            ("sample -o wal", "sample -o walk.tod "),
            ("sample --output=wal", "sample --output=walk.tod "),
            ("sample -O mode=", "sample -O mode="),
            ("sample -O mode=ideal -O mode=h", "sample -O mode=ideal -O mode=hardware "),
            ("sample -O ske", "sample -O skel="),
            ("sample -O skel=wal", "sample -O skel=walk.tod "),
            ("check --deny tod::id --allow tod::v", "check --deny tod::id --allow tod::version "),
            ("check --deny tod:", "check --deny tod::"),
            ("convert --to-option up=", "convert --to-option up="),
            ("info --fields dur", "info --fields duration "),
            ("info --fields path,dur", "info --fields path,duration "),
            ("info --fields=path,bytes,dur", "info --fields=path,bytes,duration "),
        ],
    );
}

#[test]
fn zsh_completes_codes_and_options_with_their_values() {
    on_a_terminal(
        "zsh",
        &[
            ("check --allow mm2-ped::unused-c", "check --allow mm2-ped::unused-clip "),
            // The next key removes the comma, unless it continues the list.
            ("info --fields dur", "info --fields duration,"),
            ("info --fields path,dur", "info --fields path,duration,"),
            ("info --fields=path,bytes,dur", "info --fields=path,bytes,duration,"),
        ],
    );
}

#[test]
fn fish_completes_codes_and_options_with_their_values() {
    let lines = [
        ("conv", "convert"),
        ("sample -O mode=h", "mode=hardware"),
        ("info --format bv", "bvh"),
        ("check --deny tod::v", "tod::version"),
        ("check --deny=tod::v", "--deny=tod::version"),
        ("sample --to j", "jsonl"),
        ("plot --to s", "svg"),
        ("convert --to hs", "hsf"),
        ("build --to sk", "skel"),
        ("man conv", "convert"),
        ("formats mm", "mm2-ped"),
        ("info --fields dur", "duration"),
        ("info --fields path,dur", "path,duration"),
        ("info --fields=path,bytes,dur", "--fields=path,bytes,duration"),
    ];
    if programs::is_missing("fish") {
        return;
    }
    let sandbox = Sandbox::new("fish");
    sandbox.write("script", sandbox.run("completions fish").1);
    let mut fish = Command::new("fish");
    fish.args([
        "--no-config",
        "-c",
        "source script; for line in $argv; complete -C \"anim $line\"; echo; end",
    ]);
    let output = fish.args(lines.map(|(line, _)| line)).current_dir(sandbox.path("")).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let words = printed.lines().map(|line| line.split('\t').next().unwrap());
    // A line without a word follows the words of each line.
    let expected = lines.iter().flat_map(|(_, word)| [*word, ""]);
    assert_eq!(words.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

/// Lets a shell on a terminal complete these lines and [`ALIKE`]; without this shell or Python the test is skipped.
#[track_caller]
fn on_a_terminal(shell: &str, lines: &Lines) {
    // Windows has no such terminals, and the Bash of macOS is too old for some of the lines.
    if !cfg!(target_os = "linux") || programs::is_missing("python3") || programs::is_missing(shell) {
        return;
    }
    let sandbox = Sandbox::new(shell);
    sandbox.write("script", sandbox.run(&format!("completions {shell}")).1);
    let lines = [ALIKE, lines].concat();
    let typed = lines.iter().map(|(line, _)| format!("anim {line}"));
    let mut python = Command::new("python3");
    python.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/command/tab.py"));
    let output = python.args([shell, "./script"]).args(typed).current_dir(sandbox.path("")).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    let completed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(completed.lines().count(), lines.len());
    for ((line, expected), completed) in lines.iter().zip(completed.lines()) {
        assert_eq!(completed, format!("anim {expected}"), "{shell}: {line}");
    }
}
