//! The manual.

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
