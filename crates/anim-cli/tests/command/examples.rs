//! The examples in the help.

use crate::support::{Sandbox, disc};

const VERBS: [&str; 15] = [
    "",
    "formats",
    "info",
    "check",
    "dump",
    "build",
    "sample",
    "pose",
    "convert",
    "diff",
    "plot",
    "view",
    "scan",
    "completions",
    "man",
];

#[test]
fn the_help_of_every_verb_ends_with_two_examples_that_run() {
    for verb in VERBS {
        let sandbox = Sandbox::new(&format!("examples-{verb}"));
        sandbox.anim("dump walk.tod -o saved.json").assert().success();
        sandbox.anim("dump walk.tod --clips -o saved-clips.json").assert().success();
        sandbox.write("disc.bin", disc());
        let (code, help, error) = sandbox.run(&format!("{verb} --help"));
        assert_eq!((code, error.as_str()), (0, ""), "{verb}");
        let (_, examples) = help.split_once("\nExamples:\n").unwrap();
        let examples: Vec<_> = examples.lines().map(str::trim).collect();
        assert_eq!(examples.len(), 2, "{verb}: {examples:?}");
        for example in examples {
            let arguments = example.strip_prefix("anim ").unwrap();
            assert!(arguments.starts_with(verb));
            if verb == "build" {
                sandbox.write("walk.json", sandbox.read("saved.json"));
                sandbox.write("clips.json", sandbox.read("saved-clips.json"));
            }
            sandbox.anim(arguments).assert().success();
        }
    }
}

#[test]
fn the_list_of_verbs_is_the_one_in_the_help() {
    let (_, help, _) = Sandbox::new("verbs").run("--help");
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let verbs = commands
        .lines()
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next());
    let verbs: Vec<_> = verbs.filter(|verb| *verb != "help").collect();
    assert_eq!(verbs, VERBS[1..]);
}

#[test]
fn long_options_are_words() {
    let sandbox = Sandbox::new("words");
    for verb in VERBS {
        let (_, help, _) = sandbox.run(&format!("{verb} --help"));
        let options = help.split_whitespace().filter_map(|word| word.strip_prefix("--"));
        for option in options {
            let name = option.trim_end_matches(|c: char| !c.is_ascii_lowercase());
            assert!(name.split('-').all(|word| word.len() > 1), "{verb}: --{option}");
        }
    }
}

#[test]
fn options_of_every_verb_are_the_last_in_its_help() {
    let sandbox = Sandbox::new("order");
    for verb in VERBS {
        let (_, help, _) = sandbox.run(&format!("{verb} --help"));
        let (_, options) = help.split_once("\nOptions:\n").unwrap();
        let is_flag = |line: &&str| line.starts_with("  -") || line.starts_with("      --");
        let flags =
            options.lines().take_while(|line| line.is_empty() || line.starts_with(' ')).filter(is_flag);
        let flags: Vec<_> =
            flags.filter_map(|line| line.split_whitespace().find(|word| word.starts_with("--"))).collect();
        let last: &[&str] =
            if verb.is_empty() { &["--quiet", "--help", "--version"] } else { &["--quiet", "--help"] };
        assert!(flags.ends_with(last), "{verb}: {flags:?}");
    }
}

#[test]
fn paragraphs_of_the_help_are_broken_once() {
    /// Lines are wrapped at this many columns; a word that does not fit moves to the next line.
    const WIDTH: usize = 100;
    let sandbox = Sandbox::new("paragraphs");
    for verb in VERBS {
        let (_, help, _) = sandbox.run(&format!("{verb} --help"));
        let lines: Vec<_> = help.lines().collect();
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH), "{help}");
        for pair in lines.windows(2) {
            let next = pair[1].split(' ').next().unwrap_or_default();
            let goes_on = next.starts_with(|c: char| c.is_lowercase() || c == '`');
            let fits = pair[0].chars().count() + 1 + next.chars().count() <= WIDTH;
            assert!(!(goes_on && fits && !pair[0].is_empty()), "{verb}: a line is broken twice: {pair:?}");
        }
    }
}
