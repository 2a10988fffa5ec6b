//! Conversion of several inputs into one file.

use serde_json::{Value, json};

use crate::support::{Sandbox, cut, doubtful, finished, walk};

/// The clips of a file.
fn clips(sandbox: &Sandbox, file: &str) -> Vec<Value> {
    let info = sandbox.json(&format!("info {file} --json"));
    info["files"][0]["clips"].as_array().unwrap().iter().map(|clip| clip["name"].clone()).collect()
}

#[test]
fn all_clips_go_into_the_one_file() {
    let sandbox = Sandbox::new("merge");
    let (code, out, error) = sandbox.run("convert walk.tod jump.tod -o all.glb");
    assert_eq!((code, out.as_str()), (0, ""), "{error}");
    assert!(error.contains("\n2 files -> all.glb: 2 clips, "), "{error}");
    assert!(error.contains("note[anim::renamed]: another input has a clip `animation` too"), "{error}");
    assert_eq!(clips(&sandbox, "all.glb"), ["walk.animation", "jump.animation"]);
    // Each clip moves as it did alone.
    let rows = |file: &str, clip: &str| {
        let (code, text, error) = sandbox.run(&format!("sample {file} --clip {clip} --fps 30"));
        assert_eq!(code, 0, "{error}");
        text.replace(&format!(",{clip},"), ",,")
    };
    sandbox.anim("convert walk.tod -o alone.glb").assert().success();
    assert_eq!(rows("all.glb", "walk.animation"), rows("alone.glb", "animation"));
    assert!(String::from_utf8_lossy(&sandbox.read("all.glb")).contains("\"source.name\",\"animation\""));
    // Names that do not collide stay.
    let (code, _, error) = sandbox.run("convert all.glb alone.glb -o more.gltf");
    assert_eq!(code, 0, "{error}");
    assert_eq!(clips(&sandbox, "more.gltf"), ["walk.animation", "jump.animation", "animation"]);
}

#[test]
fn the_report_tells_of_inputs_and_of_the_output() {
    let sandbox = Sandbox::new("merge-report");
    let report = sandbox.json("convert walk.tod jump.tod -o all.glb -j 2 --json");
    let files = report["files"].as_array().unwrap();
    assert_eq!(files.iter().map(|file| &file["path"]).collect::<Vec<_>>(), ["walk.tod", "jump.tod"]);
    assert!(files.iter().all(|file| file["outputs"] == json!([]) && file["error"].is_null()));
    let merged = &report["merged"];
    assert_eq!(merged["error"], Value::Null);
    assert_eq!(merged["output"]["path"], json!("all.glb"));
    assert_eq!(merged["output"]["clips"], json!(["walk.animation", "jump.animation"]));
    assert_eq!(merged["output"]["bytes"], json!(sandbox.read("all.glb").len()));
    let report = sandbox.json("convert walk.tod jump.tod -o all.glb --json");
    assert!(merged_error(&report).contains("all.glb exists"), "{report}");
    let report = sandbox.json("convert walk.tod jump.tod -o all.tod --json");
    assert!(merged_error(&report).contains("holds at most 1 clip"), "{report}");
    assert_eq!(report["merged"]["output"], Value::Null);
    let report = sandbox.json("convert walk.tod -o one.glb --json");
    assert!(report.get("merged").is_none(), "one input is its output: {report}");
}

fn merged_error(report: &Value) -> &str {
    report["merged"]["error"].as_str().unwrap()
}

#[test]
fn the_good_ones_are_in_the_output() {
    let sandbox = Sandbox::new("merge-partly");
    sandbox.write("cut.tod", cut());
    let (code, _, error) = sandbox.run("convert walk.tod cut.tod gone.tod jump.tod -o all.glb");
    assert_eq!(code, 5, "{error}");
    assert!(error.contains("2 of 4 files -> all.glb: 2 clips"), "{error}");
    assert!(error.contains("[tod::truncated]") && error.contains("gone.tod: no such file"), "{error}");
    assert_eq!(clips(&sandbox, "all.glb"), ["walk.animation", "jump.animation"]);
    for (arguments, code) in [
        ("convert gone.tod gone.tod -o none.glb", 3),
        ("convert gone.tod cut.tod -o none.glb", 5),
        ("convert walk.tod cut.tod -o all.glb", 3),
        ("convert walk.tod cut.tod -o gone/all.glb", 3),
    ] {
        assert_eq!(sandbox.run(arguments).0, code, "{arguments}");
    }
    assert!(!sandbox.has("none.glb"));
    assert_eq!(clips(&sandbox, "all.glb").len(), 2);
}

#[test]
fn inputs_that_cannot_be_read_and_an_output_that_cannot_be_made_end_as_a_batch_does() {
    let sandbox = Sandbox::new("merge-exits");
    sandbox.write("cut.tod", cut());
    for (inputs, code) in [
        ("walk.tod jump.tod", 1),
        ("cut.tod walk.tod", 5),
        ("walk.tod gone.tod jump.tod", 5),
        ("cut.tod cut.tod", 4),
    ] {
        // An STT has no place for the frame rate.
        for output in ["-o all.stt", "--to stt --out-dir ."] {
            let (found, _, error) = sandbox.run(&format!("convert {inputs} {output} --strict"));
            assert_eq!(found, code, "{inputs} {output}: {error}");
        }
    }
    for (inputs, code) in [("walk.tod jump.tod", 2), ("walk.tod cut.tod jump.tod", 5)] {
        let (found, _, error) = sandbox.run(&format!("convert {inputs} -o all.bvh"));
        assert_eq!(found, code, "a BVH has one clip: {error}");
    }
    assert!(!["all.stt", "walk.stt", "all.bvh"].iter().any(|output| sandbox.has(output)));
}

#[test]
fn folders_and_standard_input_take_part() {
    let sandbox = Sandbox::new("merge-tree");
    sandbox.folder("in/deep");
    sandbox.write("in/a.tod", walk());
    sandbox.write("in/deep/a.tod", walk());
    sandbox.write("in/notes.txt", "no animation");
    let expected = ["a.animation", "a.animation (2)"];
    for _ in 0..2 {
        let (code, _, error) = sandbox.run("convert -r in -o in/all.glb --force");
        assert_eq!(code, 0, "{error}");
        assert_eq!(clips(&sandbox, "in/all.glb"), expected, "the result is not an input the next time");
    }
    let piped = finished(&sandbox.anim("convert in/a.tod - -o piped.glb").stdin(walk()).assert());
    assert_eq!(piped.0, 0, "{}", piped.2);
    assert_eq!(clips(&sandbox, "piped.glb"), ["a.animation", "-.animation"]);
    let out = sandbox.anim("convert walk.tod jump.tod --to glb -o -").assert().success();
    sandbox.write("out.glb", &out.get_output().stdout);
    assert_eq!(clips(&sandbox, "out.glb").len(), 2);
    // The output may be one of the inputs, all of which are read first.
    let (code, _, error) = sandbox.run("convert out.glb in/a.tod -o out.glb --force");
    assert_eq!(code, 0, "{error}");
    assert_eq!(clips(&sandbox, "out.glb"), ["walk.animation", "jump.animation", "animation"]);
}

#[test]
fn options_reach_the_target_past_the_sources() {
    let sandbox = Sandbox::new("merge-options");
    sandbox.write("doubtful.tod", doubtful());
    for (name, option) in [("given", "-O mesh=none"), ("aimed", "--to-option mesh=none"), ("plain", "")] {
        let (code, _, error) =
            sandbox.run(&format!("convert walk.tod doubtful.tod -o {name}.glb -O mode=ideal {option}"));
        assert_eq!(code, 0, "{error}");
    }
    assert_eq!(sandbox.read("given.glb"), sandbox.read("aimed.glb"));
    assert!(sandbox.read("plain.glb").len() > sandbox.read("aimed.glb").len());
    assert!(String::from_utf8_lossy(&sandbox.read("plain.glb")).contains("mode=ideal"));
}

#[cfg(unix)]
#[test]
fn names_that_are_not_text_are_spelled() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let sandbox = Sandbox::new("merge-spelled");
    let odd = OsStr::from_bytes(b"b\xffd.tod");
    // Some systems do not allow such names.
    if std::fs::write(sandbox.path("").join(odd), walk()).is_err() {
        return;
    }
    let convert = sandbox.anim("convert walk.tod -o all.glb").arg(odd).assert();
    assert_eq!(finished(&convert).0, 0);
    assert_eq!(clips(&sandbox, "all.glb"), ["walk.animation", "b\\xFFd.animation"]);
    assert_eq!(sandbox.run("sample all.glb --clip b\\xFFd.animation").0, 0);
    let separate = "convert --to gltf --out-dir . --to-option container=separate";
    assert_eq!(finished(&sandbox.anim(separate).arg(odd).assert()).0, 0);
    assert!(sandbox.has("b_xFFd.bin"), "a URI is text");
    let read = sandbox.anim("info").arg(OsStr::from_bytes(b"b\xffd.gltf")).assert();
    assert_eq!(finished(&read).0, 0);
}
