//! Where outputs go: templates and folders that are made.

use crate::support::{STATES, Sandbox, walk};

#[test]
fn a_template_names_outputs() {
    let sandbox = Sandbox::new("template");
    sandbox.folder("cats/old");
    sandbox.write("cats/walk.tod", walk());
    sandbox.write("cats/old/walk.tod", walk());
    sandbox.write("lamp.stt", STATES);
    let cases = [
        ("cats -r --name {parent}-{stem}.{ext}", &["cats-walk.glb", "old-walk.glb"][..]),
        (
            "cats/walk.tod lamp.stt --name {stem}/{clip}.{ext}",
            &["lamp/lamp.glb", "lamp/on.glb", "walk/animation.glb"],
        ),
        ("lamp.stt --clip on --name all/{clip}", &["all/on"]),
    ];
    for (arguments, expected) in cases {
        let _ = std::fs::remove_dir_all(sandbox.path("out"));
        let (code, _, error) = sandbox.run(&format!("convert {arguments} --to glb --out-dir out --parents"));
        assert_eq!(
            (code, sandbox.files("out")),
            (0, expected.iter().map(|&name| name.to_owned()).collect()),
            "{error}"
        );
    }
    let (code, _, error) = sandbox.run("convert cats -r --name {stem}.{ext} --to glb --out-dir out --force");
    assert_eq!(code, 5, "{error}");
    assert!(error.contains("is written from another input"), "{error}");
    let (code, _, error) = sandbox.run("convert walk.tod --name ../{stem}.{ext} --to glb --out-dir out");
    assert_eq!(code, 2, "{error}");
    let (code, _, error) = sandbox.run("convert walk.tod --name {stm}.{ext} --to glb --out-dir out");
    assert!(code == 2 && error.contains("did you mean `stem`?"), "{error}");
}

#[test]
fn folders_are_made_when_asked() {
    let sandbox = Sandbox::new("parents");
    assert_eq!(sandbox.run("convert walk.tod -o a/b/c.glb").0, 3);
    assert_eq!(sandbox.run("convert walk.tod -o a/b/c.glb --parents --dry-run").0, 0);
    assert!(!sandbox.has("a"));
    assert_eq!(sandbox.run("convert walk.tod -o a/b/c.glb --parents").0, 0);
    assert_eq!(sandbox.run("convert walk.tod jump.tod --to glb --out-dir d/e --parents").0, 0);
    assert_eq!(
        (sandbox.files("a"), sandbox.files("d")),
        (vec!["b/c.glb".into()], vec!["e/jump.glb".into(), "e/walk.glb".into()])
    );
}

#[test]
fn a_batch_says_a_line_for_each_file_and_one_for_all() {
    let sandbox = Sandbox::new("brief");
    sandbox.folder("out");
    let run =
        |more: &str| sandbox.run(&format!("convert walk.tod jump.tod --to glb --out-dir out --force {more}"));
    let (_, _, brief) = run("");
    let lines: Vec<_> = brief.lines().collect();
    assert_eq!(lines.len(), 3, "{brief}");
    assert!(lines[0].starts_with("walk.tod -> out/walk.glb: 1 clip, "), "{brief}");
    assert!(lines[2].starts_with("2 files: 2 converted, 0 skipped, 0 failed; 144 bytes -> "), "{brief}");
    let (_, _, long) = run("-v");
    assert!(long.lines().count() > 3, "{long}");
    let summary = &sandbox.json("convert walk.tod jump.tod --to glb --out-dir out --force --json")["summary"];
    assert_eq!((&summary["converted"], &summary["bytes_in"]), (&2.into(), &144.into()));
}
