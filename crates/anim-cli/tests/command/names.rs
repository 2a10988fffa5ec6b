//! Paths of outputs: templates and created folders.

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

/// A GLB with clips of these names, each of one node that moves.
fn with_clips(sandbox: &Sandbox, file: &str, names: &[&str]) {
    let clip = |name: &&str| {
        let moves = r#""times":[0,1],"values":[0,0,0,1,0,0]"#;
        let channel = format!(r#"{{"node":0,"property":"translation","ease":"linear",{moves}}}"#);
        let nodes = r#"[{"name":"n","parent":null}]"#;
        format!(r#"{{"name":"{name}","duration":1,"nodes":{nodes},"channels":[{channel}]}}"#)
    };
    let clips: Vec<_> = names.iter().map(clip).collect();
    sandbox.write("clips.json", format!(r#"{{"schema":1,"clips":[{}]}}"#, clips.join(",")));
    let (code, _, error) = sandbox.run(&format!("build clips.json -o {file} --force"));
    assert_eq!(code, 0, "{error}");
}

#[test]
fn clips_of_one_file_never_become_one_file() {
    let sandbox = Sandbox::new("clips");
    with_clips(&sandbox, "some.glb", &["a/b", "a:b", "A_B", "c"]);
    for (more, expected) in [
        ("", ["some.A_B_2.bvh", "some.a_b.bvh", "some.a_b_.bvh", "some.c.bvh"]),
        ("--name {clip}.{ext}", ["A_B_2.bvh", "a_b.bvh", "a_b_.bvh", "c.bvh"]),
        ("--name {clip}.{ext} --skip-existing", ["A_B_2.bvh", "a_b.bvh", "a_b_.bvh", "c.bvh"]),
    ] {
        let _ = std::fs::remove_dir_all(sandbox.path("out"));
        let (code, _, error) =
            sandbox.run(&format!("convert some.glb --to bvh --out-dir out --parents {more}"));
        assert_eq!((code, sandbox.files("out")), (0, expected.map(str::to_owned).to_vec()), "{error}");
    }
}

#[test]
fn two_inputs_never_become_one_file_whatever_their_clips_are_named() {
    let sandbox = Sandbox::new("inputs");
    for (folder, clip) in [("a", ""), ("b", ""), ("c", "run"), ("d", "run")] {
        sandbox.folder(folder);
        with_clips(&sandbox, &format!("{folder}/x.glb"), &[clip]);
    }
    let pattern = "--to tod --out-dir out --parents --name {stem}{clip}.{ext}";
    for (inputs, made) in [("a/x.glb b/x.glb", "x.tod"), ("c/x.glb d/x.glb", "xrun.tod")] {
        for more in ["", "--force", "--skip-existing", "--resume new.jsonl"] {
            let _ = std::fs::remove_dir_all(sandbox.path("out"));
            let _ = std::fs::remove_file(sandbox.path("new.jsonl"));
            let (code, _, error) = sandbox.run(&format!("convert {inputs} {pattern} {more}"));
            assert_eq!((code, sandbox.files("out")), (5, vec![made.to_owned()]), "{more}: {error}");
            let second = inputs.rsplit(' ').next().unwrap();
            assert!(
                error.contains(&format!("{second}: out/{made} is written from another input")),
                "{error}"
            );
        }
    }
}

#[test]
fn a_template_that_names_no_file_is_refused_before_anything_is_done() {
    let sandbox = Sandbox::new("no-name");
    with_clips(&sandbox, "dot.glb", &["."]);
    sandbox.folder("out");
    for pattern in ["{stem}/", "{stem}/.", "."] {
        for more in ["", "--dry-run"] {
            let arguments = format!("convert walk.tod --to glb --out-dir out --name {pattern} {more}");
            let (code, _, error) = sandbox.run(&arguments);
            assert!(code == 2 && error.contains("--name "), "{arguments}: {error}");
        }
    }
    let (code, _, error) = sandbox.run("convert dot.glb --to bvh --out-dir out --name a/{clip}");
    assert!(code == 2 && error.contains("--name gives `a/.`, which is not a file name"), "{error}");
    assert!(sandbox.files("out").is_empty());
}
