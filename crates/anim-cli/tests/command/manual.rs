//! The manual.

use std::process::Command;

use crate::programs;
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

/// The pages by name.
fn pages(sandbox: &Sandbox) -> Vec<(String, String)> {
    sandbox.folder("pages");
    assert_eq!(sandbox.run("man --out-dir pages"), (0, String::new(), String::new()));
    let text = |name: &String| String::from_utf8(sandbox.read(&format!("pages/{name}"))).unwrap();
    sandbox.files("pages").into_iter().map(|name| (name.clone(), text(&name))).collect()
}

#[test]
fn pages_have_the_sections_of_manuals() {
    let pages = pages(&Sandbox::new("sections"));
    for (name, page) in &pages {
        let verb = name.strip_suffix(".1").unwrap();
        let sections: Vec<_> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
        assert_eq!(sections[..4], ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS"], "{name}");
        let last: &[&str] = match verb {
            "anim" => &["COMMANDS", "\"EXIT STATUS\"", "ENVIRONMENT", "EXAMPLES"],
            _ => &["EXAMPLES", "\"SEE ALSO\""],
        };
        assert!(sections.ends_with(last), "{name}: {sections:?}");
        let title = format!(".TH {} 1 \"\" \"anim {}\" ", verb.to_uppercase(), env!("CARGO_PKG_VERSION"));
        assert!(page.lines().any(|line| line.starts_with(&title)), "{name}: {page}");
    }
}

#[test]
fn paragraphs_and_lists_of_the_help_stay_apart_in_pages() {
    let sandbox = Sandbox::new("paragraphs");
    for (name, page) in pages(&sandbox) {
        let arguments = name.replace("anim-", "").replace("anim.1", "").replace(".1", " ");
        let (_, help, _) = sandbox.run(&format!("{arguments}--help"));
        let examples = help.split_once("\nExamples:\n  ").unwrap().1.trim_end().replace("\n  ", "\n");
        let printed = page.split_once(".nf\n").unwrap().1.split_once(".fi\n").unwrap().0;
        let printed = printed.replace("\\fB", "").replace("\\fR", "").replace("\\-", "-");
        assert_eq!(printed.trim_end(), examples, "{name}");
        // Requests, macros and text; in text neither a backtick nor a quote that some devices draw otherwise.
        for line in page.lines().skip(2) {
            match line.split(' ').next() {
                Some(".TH" | ".SH" | ".TP" | ".PP" | ".IP" | ".RS" | ".RE" | ".nf" | ".fi" | ".sp") => {}
                _ => assert!(!line.starts_with(['.', '\'']) && !line.contains(['`', '\'']), "{name}: {line}"),
            }
        }
    }
    let page = sandbox.run("man").1;
    assert!(page.contains("\n.TP\n\\fB4\\fR\na file of an unknown"), "{page}");
    assert!(page.contains("\n.TP\n\\fBNO_COLOR\\fR\nif set, no colours"), "{page}");
    let page = sandbox.run("man sample").1;
    for paragraph in ["The columns", "Values", "Operations", "With", "Memory"] {
        assert!(page.contains(&format!("\n.PP\n{paragraph} ")), "{paragraph}: {page}");
    }
}

#[test]
fn mandoc_has_nothing_to_say_about_pages() {
    if programs::is_missing("mandoc") {
        return;
    }
    let sandbox = Sandbox::new("mandoc");
    for (name, _) in pages(&sandbox) {
        let mut mandoc = Command::new("mandoc");
        mandoc.args(["-Tlint", "-Wwarning"]).arg(sandbox.path(&format!("pages/{name}")));
        let output = mandoc.output().unwrap();
        let found = String::from_utf8(output.stdout).unwrap();
        let found: Vec<_> = found.lines().filter(|line| !line.contains("missing date")).collect();
        assert!(found.is_empty(), "{found:#?}");
    }
}
