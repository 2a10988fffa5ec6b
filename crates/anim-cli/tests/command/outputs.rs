//! Outputs that cannot be written, which are known before any work.

use crate::support::{Sandbox, doubtful};

/// Every verb that writes a file, with inputs that end it with 4 or a warning once they are looked at.
const VERBS: [&str; 12] = [
    "dump noise.tod -o OUT/a.json",
    "build noise.json -o OUT/a.tod",
    "sample noise.tod -o OUT/a.csv",
    "pose noise.tod -o OUT/a.csv",
    "plot noise.tod -o OUT/a.svg",
    "view noise.tod -o OUT/a.html",
    "convert noise.tod -o OUT/a.glb",
    "convert noise.tod -o OUT/a.glb --dry-run",
    "convert noise.tod -o OUT/a.bvh",
    "convert noise.tod noise.tod -o OUT/a.glb",
    "convert doubtful.tod doubtful.tod -o OUT/a.glb",
    "convert doubtful.tod -o OUT/a.glb",
];

fn sandbox(name: &str) -> Sandbox {
    let sandbox = Sandbox::new(name);
    sandbox.write("noise.tod", "noise");
    sandbox.write("noise.json", "noise");
    sandbox.write("doubtful.tod", doubtful());
    sandbox
}

#[test]
fn a_missing_folder_is_told_before_any_work() {
    let sandbox = sandbox("missing");
    for verb in VERBS {
        let told = sandbox.run(&verb.replace("OUT", "gone"));
        assert_eq!(told, (3, String::new(), "error: gone: the folder does not exist\n".into()), "{verb}");
    }
    // Folders that are created are not missing.
    for verb in ["-o gone/b/a.glb", "--to glb --out-dir gone --name b/a.glb"] {
        let told = sandbox.run(&format!("convert noise.tod --parents {verb}"));
        assert!(told.0 == 4 && told.2.starts_with("error: noise.tod"), "{verb}: {told:?}");
    }
    sandbox.folder("out");
    let told = sandbox.run("convert noise.tod --to glb --out-dir out --name b/a.glb");
    assert!(told.0 == 4 && told.2.starts_with("error: noise.tod"), "{told:?}");
}

#[test]
fn reports_tell_of_outputs_that_were_not_begun() {
    let sandbox = sandbox("reports");
    let report = sandbox.json("convert walk.tod jump.tod -o gone/a.glb --json");
    assert_eq!(report["merged"]["error"], "gone: the folder does not exist");
    let paths: Vec<_> = report["files"].as_array().unwrap().iter().map(|file| &file["path"]).collect();
    assert_eq!(paths, ["walk.tod", "jump.tod"]);
    sandbox.anim("convert walk.tod jump.tod -o gone/a.glb --manifest list").assert().code(3);
    let line: serde_json::Value = serde_json::from_slice(&sandbox.read("list")).unwrap();
    assert_eq!(
        (&line["inputs"][1]["path"], &line["error"]),
        (&"jump.tod".into(), &report["merged"]["error"])
    );
}

#[test]
fn a_file_in_place_of_a_folder_is_told_before_any_work() {
    let sandbox = sandbox("file");
    for verb in VERBS {
        let told = sandbox.run(&verb.replace("OUT", "walk.tod"));
        assert!(told.0 == 3 && told.2.starts_with("error: walk.tod/a."), "{verb}: {told:?}");
        assert!(told.2.ends_with(": a part of the path is a file, and nothing is written into archives\n"));
        assert_eq!(told.2.lines().count(), 1, "{}", told.2);
    }
    for verb in ["-o walk.tod/b/a.glb", "--to glb --out-dir . --name walk.tod/a.glb"] {
        let told = sandbox.run(&format!("convert noise.tod --parents {verb}"));
        assert!(told.0 == 3 && told.2.contains("a part of the path is a file"), "{verb}: {told:?}");
    }
}

#[test]
fn an_existing_file_is_told_before_any_work() {
    let sandbox = sandbox("existing");
    sandbox.folder("out");
    for name in ["a.json", "a.tod", "a.csv", "a.svg", "a.html", "a.glb", "a.bvh"] {
        sandbox.write(&format!("out/{name}"), "precious");
    }
    for verb in VERBS {
        let told = sandbox.run(&verb.replace("OUT", "out"));
        assert!(told.0 == 3 && told.2.starts_with("error: out/a."), "{verb}: {told:?}");
        assert!(told.2.ends_with(" exists; --force replaces it\n"), "{verb}: {told:?}");
        assert_eq!(told.2.lines().count(), 1, "{}", told.2);
    }
}

/// The superuser may write everywhere, so it is asked whether anybody can.
#[cfg(unix)]
#[test]
fn a_folder_without_permission_is_told_before_any_work() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    let sandbox = sandbox("locked");
    sandbox.folder("out");
    let set = |mode| fs::set_permissions(sandbox.path("out"), fs::Permissions::from_mode(mode)).unwrap();
    set(0o555);
    let forbidden = fs::write(sandbox.path("out/probe"), "").is_err();
    let verbs = VERBS.iter().map(|verb| verb.replace("OUT", "out"));
    let others = [
        "scan noise.tod --extract out",
        "man --out-dir out",
        "convert noise.tod --to glb --out-dir out",
        "convert noise.tod --to bvh --out-dir out",
        "convert noise.tod --to glb --out-dir out --name {clip}.{ext}",
        "convert noise.tod --to glb --out-dir out --name deep/{stem}.{ext}",
    ];
    for verb in verbs.chain(others.map(str::to_owned)).filter(|_| forbidden) {
        let told = sandbox.run(&verb);
        assert!(told.0 == 3 && told.2.starts_with("error: out"), "{verb}: {told:?}");
        assert!(told.2.ends_with(": no permission\n") && told.2.lines().count() == 1, "{verb}: {told:?}");
    }
    set(0o755);
}
