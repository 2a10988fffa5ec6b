//! The manifest of a conversion.

use serde_json::{Value, json};

use crate::inside::zip;
use crate::neighbours;
use crate::support::{Sandbox, cut, walk};

/// The lines of a manifest.
fn lines(text: &[u8]) -> Vec<Value> {
    let lines = text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).unwrap()).collect()
}

/// SHA-256 of `jump.tod`, by another program.
const JUMP: &str = "44be8817791df0d7b4cbefdfea77b04aeef2d1b400bcbeaab6de2b3d6518db2c";

#[test]
fn every_conversion_has_a_line_in_the_order_of_the_inputs() {
    let sandbox = Sandbox::new("manifest");
    sandbox.write("cut.tod", cut());
    sandbox.folder("out");
    let convert = "convert walk.tod cut.tod gone.tod jump.tod --to gltf --out-dir out";
    for jobs in [1, 3] {
        let arguments =
            format!("{convert} --to-option container=separate --manifest files.jsonl --force -j {jobs}");
        assert_eq!(sandbox.run(&arguments).0, 5);
        let found = lines(&sandbox.read("files.jsonl"));
        let inputs: Vec<_> = found.iter().map(|line| line["inputs"][0]["path"].as_str().unwrap()).collect();
        assert_eq!(inputs, ["walk.tod", "cut.tod", "gone.tod", "jump.tod"]);
        let outputs: Vec<_> = found[0]["outputs"].as_array().unwrap().iter().collect();
        for (output, path) in outputs.iter().zip(["out/walk.bin", "out/walk.gltf"]) {
            assert_eq!((&output["path"], &output["bytes"]), (&json!(path), &json!(sandbox.read(path).len())));
        }
        assert_eq!((outputs.len(), &found[0]["error"]), (2, &Value::Null));
        // One input was read and is incomplete, one is missing.
        assert_eq!(found[1]["inputs"][0]["bytes"], json!(cut().len()));
        assert_eq!(found[2]["inputs"][0], json!({"path": "gone.tod", "bytes": null, "sha256": null}));
        for line in &found[1..3] {
            assert!(line["error"].is_string() && line["outputs"] == json!([]), "{line}");
        }
        assert_eq!(found[3]["inputs"][0]["sha256"], json!(JUMP));
    }
}

#[test]
fn inputs_that_become_one_file_have_one_line() {
    let sandbox = Sandbox::new("manifest-merged");
    let (code, out, _) = sandbox.run("convert jump.tod walk.tod -o all.glb --manifest - --quiet");
    assert_eq!(code, 0);
    let found = lines(out.as_bytes());
    assert_eq!(found.len(), 1, "{out}");
    assert_eq!(found[0]["inputs"][0], json!({"path": "jump.tod", "bytes": 16, "sha256": JUMP}));
    assert_eq!(found[0]["inputs"][1]["path"], json!("walk.tod"));
    assert_eq!(found[0]["outputs"][0]["bytes"], json!(sandbox.read("all.glb").len()));
}

#[test]
fn a_manifest_replaces_nothing() {
    let sandbox = Sandbox::new("manifest-careful");
    sandbox.write("there", "precious");
    for (arguments, code) in [
        ("convert walk.tod -o a.glb --manifest there", 3),
        ("convert walk.tod -o a.glb --manifest gone/there", 3),
        ("convert walk.tod jump.tod --to glb --out-dir . --manifest walk.tod --force", 3),
        ("convert walk.tod jump.tod --to glb --out-dir . --manifest ./walk.glb --force", 3),
        ("convert walk.tod -o a.glb --manifest list --dry-run", 2),
        ("convert walk.tod -o a.glb --manifest - --json", 2),
    ] {
        assert_eq!(sandbox.run(arguments).0, code, "{arguments}");
    }
    assert_eq!(sandbox.files(""), ["jump.tod", "there", "walk.tod"]);
}

#[test]
fn a_manifest_is_no_file_that_the_run_reads_or_writes() {
    let sandbox = neighbours::sandbox("manifest-elsewhere");
    sandbox.write("tk.zip", zip(&[("x/a.tod", &walk())]));
    sandbox.anim("convert walk.tod -o a.gltf --to-option container=separate").assert().success();
    let man = "clips/pedanim_manwalk.anim";
    let neighbour = "needed by an input, ";
    for (arguments, manifest, what) in [
        ("tk.zip/x/a.tod -o w.glb", "tk.zip", "a file with inputs inside"),
        ("a.gltf -o w.glb", "a.bin", &format!("{neighbour}a.gltf")),
        ("walk.tod a.gltf -o w.glb", "./a.bin", &format!("{neighbour}a.gltf")),
        ("a.gltf walk.tod --to glb --out-dir out", "a.bin", &format!("{neighbour}a.gltf")),
        (&format!("{man} -o w.glb"), "clips/pedmodel_man.skel", &format!("{neighbour}{man}")),
        (&format!("{man} -o w.glb -O skel=robot.skel"), "robot.skel", "the file of an option"),
    ] {
        sandbox.folder("out");
        let before = sandbox.read(manifest);
        for force in ["", " --force"] {
            let (code, _, error) = sandbox.run(&format!("convert {arguments} --manifest {manifest}{force}"));
            assert_eq!((code, sandbox.has("w.glb")), (3, false), "{arguments}: {error}");
            let told = format!("error: {manifest} is {what}: choose another place for the manifest\n");
            assert!(force.is_empty() || error == told, "{arguments}: {error}");
            assert!(sandbox.read(manifest) == before && sandbox.files("out").is_empty(), "{arguments}");
        }
    }
    // A manifest of an earlier run is none of these, and companions of outputs are known when they are made.
    for _ in 0..2 {
        let (code, _, error) = sandbox.run("convert a.gltf -o w.glb --manifest list --force");
        assert_eq!((code, lines(&sandbox.read("list")).len()), (0, 1), "{error}");
    }
    let (code, _, error) =
        sandbox.run("convert walk.tod -o w.gltf --to-option container=separate --manifest w.bin");
    assert!(code == 3 && error.ends_with("error: w.bin is the manifest: no output replaces it\n"), "{error}");
    assert_eq!((lines(&sandbox.read("w.bin")).len(), sandbox.has("w.gltf")), (1, false));
}
