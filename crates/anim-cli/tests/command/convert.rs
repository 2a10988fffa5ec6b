//! Conversion of one file.

use serde_json::{Value, json};

use crate::support::{Sandbox, hidden};

/// The JSON part of a .glb.
fn json_of(glb: &[u8]) -> Value {
    assert_eq!(&glb[..4], b"glTF");
    let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&glb[20..20 + length]).unwrap()
}

#[test]
fn the_extension_decides_the_container_and_meshes_are_on() {
    let sandbox = Sandbox::new("container");
    sandbox.anim("convert walk.tod -o walk.glb").assert().success();
    assert!(json_of(&sandbox.read("walk.glb"))["meshes"].is_array());
    sandbox.anim("convert walk.tod -o bare.glb --to-option mesh=false").assert().success();
    assert!(json_of(&sandbox.read("bare.glb"))["meshes"].is_null());
    sandbox.anim("convert walk.tod -o walk.gltf").assert().success();
    let text: Value = serde_json::from_slice(&sandbox.read("walk.gltf")).unwrap();
    assert!(text["buffers"][0]["uri"].as_str().unwrap().starts_with("data:"));
    sandbox.folder("separate");
    sandbox.anim("convert walk.tod -o separate/walk.gltf --to-option container=separate").assert().success();
    let text: Value = serde_json::from_slice(&sandbox.read("separate/walk.gltf")).unwrap();
    let uri = text["buffers"][0]["uri"].as_str().unwrap();
    assert_eq!(
        sandbox.read(&format!("separate/{uri}")).len() as u64,
        text["buffers"][0]["byteLength"].as_u64().unwrap()
    );
    // And what is beside a file is found again.
    assert_eq!(sandbox.run("info separate/walk.gltf").0, 0);
}

#[test]
fn options_reach_the_source_and_else_the_target() {
    let sandbox = Sandbox::new("reach");
    sandbox.write("hidden.tod", hidden());
    for (name, option) in
        [("plain", ""), ("given", "-O pointers=true"), ("aimed", "--to-option pointers=true")]
    {
        sandbox.anim(&format!("convert hidden.tod -o {name}.glb -O mode=ideal {option}")).assert().success();
        let text = json_of(&sandbox.read(&format!("{name}.glb"))).to_string();
        assert!(
            text.contains("source.format") && text.contains("mode=ideal"),
            "the source is recorded: {text}"
        );
        assert_eq!(text.contains("KHR_animation_pointer"), name != "plain", "{name}");
    }
    assert_eq!(sandbox.read("given.glb"), sandbox.read("aimed.glb"));
}

/// A .gltf with the clip of `walk.tod` under two names.
fn two_clips(sandbox: &Sandbox) {
    sandbox.anim("convert walk.tod -o two.gltf").assert().success();
    let mut text: Value = serde_json::from_slice(&sandbox.read("two.gltf")).unwrap();
    let animations = text["animations"].as_array_mut().unwrap();
    let mut second = animations[0].clone();
    animations[0]["name"] = json!("to/fro");
    second["name"] = json!("0");
    animations.push(second);
    sandbox.write("two.gltf", text.to_string());
}

#[test]
fn a_target_for_one_clip_gets_a_file_for_each() {
    let sandbox = Sandbox::new("clips");
    two_clips(&sandbox);
    let (code, _, error) = sandbox.run("convert two.gltf -o one.tod");
    assert_eq!(code, 2);
    assert!(error.contains("there are 0 `to/fro`, 1 `0`"), "{error}");
    sandbox.folder("out");
    let (code, _, error) = sandbox.run("convert two.gltf --to tod --out-dir out");
    assert_eq!(code, 0, "{error}");
    assert_eq!(sandbox.files("out"), ["two.0.tod", "two.to_fro.tod"]);
    let (code, _, error) = sandbox.run("convert two.gltf --to tod --out-dir out --clip 0");
    assert_eq!(code, 0, "{error}");
    assert_eq!(sandbox.files("out"), ["two.0.tod", "two.to_fro.tod", "two.tod"]);
    let report = sandbox.json("convert two.gltf -o all.glb --json");
    assert_eq!(report["files"][0]["outputs"][0]["clips"], json!(["to/fro", "0"]));
    let report = sandbox.json("convert two.gltf -o one.glb --clip 0 --json");
    assert_eq!(
        report["files"][0]["outputs"][0]["clips"],
        json!(["0"]),
        "a name of digits comes before a number"
    );
}

#[test]
fn a_file_without_clips_is_a_warning() {
    let sandbox = Sandbox::new("empty");
    sandbox.write("none.gltf", r#"{"asset": {"version": "2.0"}}"#);
    let (code, _, error) = sandbox.run("convert none.gltf -o none.glb");
    assert_eq!(code, 0, "{error}");
    assert!(error.contains("warning: none.gltf: there is no clip in it"), "{error}");
    assert!(json_of(&sandbox.read("none.glb"))["animations"].is_null());
    assert_eq!(sandbox.run("sample none.gltf").1, "time,clip,node,channel,component,value\n");
    let (code, _, error) = sandbox.run("convert none.gltf -o none.tod");
    assert_eq!((code, sandbox.has("none.tod")), (1, false), "{error}");
    assert!(
        error.contains("none.gltf: tod cannot hold it: there is no clip, expected one [tod::encode]"),
        "{error}"
    );
}

#[test]
fn a_clip_survives_the_way_there_and_back() {
    let sandbox = Sandbox::new("there-and-back");
    sandbox.anim("convert walk.tod -o walk.glb").assert().success();
    sandbox.anim("convert walk.glb -o back.tod").assert().success();
    let world = |file: &str| -> Vec<[f64; 3]> {
        let (_, text, _) = sandbox.run(&format!("pose {file} --times 0,0.034,0.07 --json"));
        let place = |line: &str| {
            let line: Value = serde_json::from_str(line).unwrap();
            let node = line["nodes"]
                .as_array()
                .unwrap()
                .iter()
                .find(|node| node["parent"].is_number())
                .unwrap()
                .clone();
            [3, 7, 11].map(|index| node["world"][index].as_f64().unwrap())
        };
        text.lines().map(place).collect()
    };
    let expected = [[100.0, 0.0, 0.0], [200.0, 0.0, 0.0], [300.0, 5.0, 0.0]];
    assert_eq!(world("walk.tod"), expected);
    for file in ["walk.glb", "back.tod"] {
        for (found, expected) in world(file).iter().zip(expected) {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-3), "{file}: {found:?}");
        }
    }
}

#[test]
fn every_loss_is_reported_with_its_code_and_place() {
    let sandbox = Sandbox::new("losses");
    let report = sandbox.json("convert walk.tod -o walk.glb --json");
    let file = &report["files"][0];
    assert_eq!(
        (&file["path"], &file["format"], &file["error"]),
        (&json!("walk.tod"), &json!("tod"), &Value::Null)
    );
    let output = &file["outputs"][0];
    assert_eq!((&output["path"], &output["clips"].as_array().unwrap().len()), (&json!("walk.glb"), &1));
    assert_eq!(output["bytes"], json!(sandbox.read("walk.glb").len()));
    let findings = output["findings"].as_array().unwrap();
    for loss in ["kept", "approximated", "dropped"] {
        let count = findings.iter().filter(|finding| finding["loss"] == json!(loss)).count();
        assert_eq!(output["losses"][loss], json!(count), "{loss}");
    }
}

#[test]
fn strict_writes_nothing_that_loses_something() {
    let sandbox = Sandbox::new("strict");
    // A unit of 1000 leaves nothing of a rise by 5: whole units are all that a TOD has.
    let lossy = "convert walk.tod -o lossy.tod --to-option unit=0.001";
    let report = sandbox.json(&format!("{lossy} --dry-run --json"));
    let error = report["files"][0]["outputs"][0]["losses"]["largest_error"].as_f64().unwrap();
    assert!(error > 0.001, "{report}");
    let (code, _, error) = sandbox.run(&format!("{lossy} --strict"));
    assert_eq!(code, 1, "{error}");
    assert!(
        error.contains("lossy.tod is not written under --strict") && !sandbox.has("lossy.tod"),
        "{error}"
    );
    let (code, _, error) = sandbox.run(&format!("{lossy} --strict --tolerance 1000"));
    assert_eq!(code, 0, "{error}");
    let (code, _, error) = sandbox.run("convert jump.tod -o jump.glb --strict");
    assert_eq!(code, 0, "{error}");
}

#[test]
fn a_file_is_replaced_only_by_force() {
    let sandbox = Sandbox::new("force");
    sandbox.write("walk.glb", "precious");
    assert_eq!(sandbox.run("convert walk.tod -o walk.glb").0, 3);
    assert_eq!(sandbox.read("walk.glb"), b"precious");
    assert_eq!(sandbox.run("convert walk.tod -o walk.glb --force").0, 0);
    json_of(&sandbox.read("walk.glb"));
    assert_eq!(sandbox.files(""), ["jump.tod", "walk.glb", "walk.tod"], "no temporary file is left");
}
