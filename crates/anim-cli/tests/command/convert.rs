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
    sandbox.anim("convert walk.tod -o bare.glb --to-option mesh=none").assert().success();
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
    // The file next to it is found again.
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
    assert!(error.contains("there are 2: 0 `to/fro`, 1 `0`"), "{error}");
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
    assert!(error.contains("warning: none.gltf: the file has no clip"), "{error}");
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
    // On the console Y points down and a unit is a millimetre, in glTF Y points up and a unit is a metre.
    let upright = expected.map(|[x, y, z]| [x / 1000.0, -y / 1000.0, -z / 1000.0]);
    for (file, expected) in [("walk.glb", upright), ("back.tod", expected)] {
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
    let losses =
        [&file["losses"], &output["losses"]].map(|losses| losses.as_array().unwrap().clone()).concat();
    for fate in ["kept", "approximated", "dropped"] {
        let count = losses.iter().filter(|loss| loss["loss"] == json!(fate)).count();
        assert_eq!(output["summary"][fate], json!(count), "{fate}");
    }
    assert!(losses.iter().all(|loss| loss["error"].is_null() == (loss["loss"] != json!("approximated"))));
}

#[test]
fn strict_writes_nothing_that_loses_something() {
    let sandbox = Sandbox::new("strict");
    // The vertical motion of one object relative to the other is not in the file: only a pedestrian's first bone translates.
    sandbox.run("convert walk.tod -o bones.skel");
    let lossy = "convert walk.tod -o lossy.anim --to-option into=bones.skel";
    let report = sandbox.json(&format!("{lossy} --dry-run --json"));
    let error = report["files"][0]["outputs"][0]["summary"]["largest"][0].clone();
    assert_eq!(error["unit"], json!("length"), "{report}");
    assert!(error["error"].as_f64().unwrap() > 0.001, "{report}");
    let (code, _, error) = sandbox.run(&format!("{lossy} --strict"));
    assert_eq!(code, 1, "{error}");
    assert!(
        error.contains("lossy.anim is not written under --strict") && !sandbox.has("lossy.anim"),
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

#[test]
fn the_same_format_is_copied_without_a_loss() {
    let sandbox = Sandbox::new("copies");
    let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    for format in ["bvh", "gltf", "hsf-xml", "mm2-ped", "stf", "stt", "tod"] {
        for file in std::fs::read_dir(fixtures.join(format).join("valid")).into_iter().flatten().flatten() {
            let path = file.path();
            let Some(extension) = path.extension().and_then(|end| end.to_str()).filter(|_| path.is_file())
            else {
                continue;
            };
            if !["bvh", "glb", "gltf", "xml", "anim", "skel", "stf", "stt", "tod"].contains(&extension) {
                continue;
            }
            // Files that belong together stay together.
            let name = path.file_name().unwrap().to_str().unwrap();
            std::fs::create_dir_all(sandbox.path("out")).unwrap();
            let report = sandbox.json(&format!("convert {} -o out/{name} --force --json", path.display()));
            let summary = &report["files"][0]["outputs"][0]["summary"];
            for fate in ["kept", "approximated", "dropped"] {
                assert_eq!(summary[fate], json!(0), "{name}: {report}");
            }
            let (code, out, error) = sandbox.run(&format!("diff {} out/{name}", path.display()));
            assert_eq!(code, 0, "{name}: {out}{error}");
        }
    }
}

#[test]
fn what_a_copy_does_not_depend_on_does_not_end_it() {
    let sandbox = Sandbox::new("copies-with-options");
    let walk = sandbox.read("walk.tod");
    for more in [
        "-O mode=ideal",
        "-O mode=hardware",
        "--to-option packets=absolute",
        "--clip 0",
        "--tolerance 5 --tolerance-angle 1 --tolerance-time 2 --strict",
    ] {
        let report = sandbox.json(&format!("convert walk.tod -o copy.tod --force --json {more}"));
        assert_eq!(report["files"][0]["outputs"][0]["summary"]["approximated"], json!(0), "{more}");
        assert!(sandbox.read("copy.tod") == walk, "{more}");
    }
    std::fs::create_dir_all(sandbox.path("out")).unwrap();
    // Other inputs do not either, nor do options that only they have.
    let jump = sandbox.read("jump.tod");
    assert_eq!(
        sandbox.run("convert walk.tod jump.tod --to tod --out-dir out -O mode=ideal -O exact=true").0,
        0
    );
    assert!(sandbox.read("out/walk.tod") == walk && sandbox.read("out/jump.tod") == jump);
}

#[test]
fn what_cannot_be_written_is_not_converted_first() {
    let sandbox = Sandbox::new("convert-exists");
    sandbox.write("walk.stt", b"kept");
    let (code, _, error) = sandbox.run("convert walk.tod -o walk.stt");
    assert_eq!((code, error.trim()), (3, "error: walk.stt exists; --force replaces it"));
    assert_eq!(sandbox.read("walk.stt"), b"kept");
    let (code, _, error) = sandbox.run("convert walk.tod -o walk.stt --force");
    assert!(code == 0 && error.contains("[stt::"), "{code} {error}");
}

#[test]
fn a_copy_has_the_errors_of_its_source() {
    let Some(file) = crate::lossless::fixture("gltf/invalid/hierarchy.gltf") else { return };
    let sandbox = Sandbox::new("errors-copied");
    sandbox.write("a.gltf", std::fs::read(file).unwrap());
    for arguments in ["-o copy.gltf", "-o copy.glb", "--speed 2 -o fast.glb"] {
        let (code, _, told) = sandbox.run(&format!("convert a.gltf {arguments}"));
        assert_eq!(code, 0, "{told}");
        let output = arguments.rsplit(' ').next().unwrap();
        assert!(told.contains("error[gltf::hierarchy]: "), "{told}");
        assert!(told.contains(&format!("--> {output}: ")), "{told}");
    }
    let (_, _, told) = sandbox.run("convert walk.tod -o copy.tod");
    assert_eq!(told.lines().count(), 1, "{told}");
}

#[test]
fn a_state_table_is_not_a_clip() {
    let files = ["pedmodel_walker.csv", "pedmodel_walker.skel", "pedanim_walkerstride.anim"];
    let sandbox = Sandbox::new("table");
    for name in files {
        let Some(file) = crate::lossless::fixture(&format!("mm2-ped/valid/{name}")) else { return };
        sandbox.write(name, std::fs::read(file).unwrap());
    }
    sandbox.folder("out");
    let (code, _, told) = sandbox.run("convert pedmodel_walker.csv -o x.anim");
    assert_eq!(code, 2, "{told}");
    assert!(told.contains("holds at most 1 clip"), "{told}");
    let (code, _, told) = sandbox.run("convert pedmodel_walker.csv --to anim --out-dir out");
    assert_eq!(code, 0, "{told}");
    let made = sandbox.files("out");
    assert!(made.len() > 1, "{made:?}");
    for name in made {
        let info = sandbox.json(&format!("info out/{name} --json"));
        assert_eq!(info["files"][0]["clips"].as_array().unwrap().len(), 1, "{name}");
    }
}

#[test]
fn an_output_with_the_name_of_another_format_is_told() {
    let sandbox = Sandbox::new("misnamed");
    let by_name = "--name `{stem}.bvh`";
    let cases = [
        ("-o a.bvh --to glb", Some("a.bvh")),
        ("-o a.gltf --to glb", None),
        ("-o a.bin --to glb", None),
        ("--to glb --out-dir . --name {stem}.bvh", Some(by_name)),
        ("--to glb --out-dir . --name {stem}.gltf", None),
        ("--to glb --out-dir . --name {stem}.bvh.{ext}", None),
    ];
    for (arguments, label) in cases {
        let (code, _, told) = sandbox.run(&format!("convert walk.tod {arguments}"));
        assert_eq!(code, 0, "{told}");
        match label {
            Some(label) => {
                let warning =
                    format!("warning: {label}: the name is that of a bvh file, and the content gltf");
                assert!(told.contains(&warning), "{told}");
            }
            None => assert!(!told.contains("the name is that"), "{told}"),
        }
    }
}
