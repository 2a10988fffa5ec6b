//! Differences between two files.

use serde_json::{Value, json};

use crate::support::{Sandbox, finished, walk};

/// `walk.tod` with the word at this offset replaced.
fn changed(offset: usize, word: u32) -> Vec<u8> {
    let mut bytes = walk();
    bytes[offset..offset + 4].copy_from_slice(&word.to_le_bytes());
    bytes
}

/// The offset of the word of `walk.tod` that holds this number, which must occur only once.
fn offset_of(number: u32) -> usize {
    let bytes = walk();
    let is_it = |at: &usize| bytes[*at..*at + 4] == number.to_le_bytes();
    let mut places = (0..bytes.len()).step_by(4).filter(is_it);
    let place = places.next().unwrap();
    assert_eq!(places.next(), None);
    place
}

fn kinds(report: &Value) -> Vec<&str> {
    report["differences"].as_array().unwrap().iter().map(|found| found["kind"].as_str().unwrap()).collect()
}

#[test]
fn a_file_does_not_differ_from_itself_whatever_its_name() {
    let sandbox = Sandbox::new("diff-same");
    sandbox.write("copy.tod", walk());
    sandbox.anim("convert walk.tod -o walk.glb").assert().success();
    sandbox.write("copy.glb", sandbox.read("walk.glb"));
    for by in ["keys", "values", "pose"] {
        for other in ["tod", "glb"] {
            let (code, out, error) = sandbox.run(&format!("diff walk.{other} copy.{other} --by {by}"));
            assert_eq!((code, error.as_str()), (0, ""));
            assert_eq!(out, format!("walk.{other} and copy.{other}: no difference\n"));
        }
    }
    let report = sandbox.json("diff walk.tod copy.tod --json");
    assert_eq!((&report["equal"], &report["differences"]), (&json!(true), &json!([])));
    let piped = finished(&sandbox.anim("diff walk.tod -").stdin(walk()).assert());
    assert_eq!((piped.0, piped.1.as_str()), (0, "walk.tod and -: no difference\n"));
}

#[test]
fn a_value_differs_at_its_key() {
    let sandbox = Sandbox::new("diff-value");
    // The x of object 1 in the second frame, at 1/30 s.
    sandbox.write("other.tod", changed(offset_of(200), 210));
    let report = sandbox.json("diff walk.tod other.tod --json");
    assert_eq!(report["equal"], json!(false));
    let value =
        report["differences"].as_array().unwrap().iter().find(|found| found["kind"] == "value").unwrap();
    assert_eq!(
        (&value["node"], &value["keys"], &value["off"]),
        (&json!("object 1"), &json!([1, 1]), &json!(10.0))
    );
    assert_eq!(value["time"], json!(1.0 / 30.0));
    let by_pose = sandbox.json("diff walk.tod other.tod --by pose --json");
    // Object 2 is a child of object 1.
    assert_eq!(kinds(&by_pose), ["pose", "pose"]);
    for (tolerance, code) in [("9.99", 1), ("10", 0)] {
        for by in ["keys", "values", "pose"] {
            let arguments = format!("diff walk.tod other.tod --by {by} --tolerance {tolerance}");
            assert_eq!(sandbox.run(&arguments).0, code, "{arguments}");
        }
    }
    let (code, text, _) = sandbox.run("diff walk.tod other.tod");
    assert_eq!(code, 1);
    assert!(text.starts_with("clip `animation`, node `object 1`, "), "{text}");
    assert!(text.contains("\n  key 1, value at 0.03333333333333333 s: ["), "{text}");
    assert!(text.contains("off by 10\n") && text.ends_with("(curve 1, document 1, value 1)\n"), "{text}");
    assert!(text.contains("/coordinate/translation[0]\n  document: 200 -> 210\n"), "{text}");
}

#[test]
fn a_key_that_moved_differs_in_time() {
    let sandbox = Sandbox::new("diff-time");
    // The last frame, number 2, comes a frame later.
    let mut bytes = walk();
    let last = offset_of(300) - 12;
    assert_eq!(bytes[last + 4..last + 8], 2u32.to_le_bytes(), "the packet comes behind the frame's head");
    bytes[last + 4] = 3;
    sandbox.write("late.tod", bytes);
    let report = sandbox.json("diff walk.tod late.tod --json");
    let kinds = kinds(&report);
    assert!(kinds.contains(&"duration") && kinds.contains(&"time") && !kinds.contains(&"key"), "{report}");
    let moved =
        report["differences"].as_array().unwrap().iter().find(|found| found["kind"] == "time").unwrap();
    assert_eq!((&moved["a"], &moved["b"]), (&json!(2.0 / 30.0), &json!(0.1)));
    assert_eq!(sandbox.run("diff walk.tod late.tod --time-tolerance 0.034").0, 0);
}

#[test]
fn a_conversion_is_the_same_by_its_poses() {
    let sandbox = Sandbox::new("diff-converted");
    sandbox.anim("convert walk.tod -o walk.glb").assert().success();
    assert_eq!(sandbox.run("diff walk.tod walk.glb").0, 1, "the channels are others");
    let (code, out, _) =
        sandbox.run("diff walk.tod walk.glb --by pose --tolerance 1e-3 --time-tolerance 1e-6");
    assert_eq!(code, 0, "{out}");
}

#[test]
fn a_way_that_differs_between_equal_keys_is_seen() {
    let sandbox = Sandbox::new("diff-way");
    // Half a turn to the left and to the right: the last keys are the same rotation with opposite signs.
    for (name, sign) in [("left", 1.0), ("right", -1.0)] {
        let channel = json!({"node": "n", "property": "rotation", "ease": "linear", "times": [0, 1],
            "values": [0, 0, 0, 1, 0, 0, sign, 0]});
        let clip = json!({"name": "turn", "duration": 1, "nodes": [{"name": "n"}], "channels": [channel]});
        sandbox.write(&format!("{name}.json"), json!({"schema": 1, "clips": [clip]}).to_string());
        sandbox.anim(&format!("build {name}.json -o {name}.stf")).assert().success();
    }
    for by in ["keys", "values", "pose"] {
        let (code, out, error) = sandbox.run(&format!("diff left.stf right.stf --tolerance 1e-6 --by {by}"));
        assert_eq!(code, 1, "{by}: {out}{error}");
    }
}

#[test]
fn what_only_one_side_has_is_named() {
    let sandbox = Sandbox::new("diff-alone");
    let report = sandbox.json("diff walk.tod jump.tod --json");
    let alone = |found: &Value| (found["kind"].clone(), found["a"].clone(), found["b"].clone());
    let found: Vec<_> = report["differences"].as_array().unwrap().iter().map(alone).collect();
    for node in ["object 1", "object 2"] {
        assert!(found.contains(&(json!("node"), json!(node), Value::Null)), "{found:?}");
    }
    let (_, text, _) = sandbox.run("diff jump.tod walk.tod");
    assert!(text.contains("  node: object 2, only in the second\n"), "{text}");
}

#[test]
fn what_no_clip_holds_differs_too() {
    let sandbox = Sandbox::new("diff-documents");
    let machine = |event: &str, action: &str| {
        format!(
            "<Animdef TicksPerSecond=\"100\"><Timeline Name=\"t\">0 100</Timeline>\
             <Animation Name=\"a\" Timeline=\"t\" Target=\"SEGMENT:x\"><PosInterp>(0 0 0) (1 0 0)</PosInterp></Animation>\
             <Sensor Name=\"s\"><Condition Event=\"{event}\" Target=\"SEGMENT:x\"/>\
             <Action Type=\"{action}\" Target=\"ANIM:a\"/></Sensor></Animdef>"
        )
    };
    sandbox.write("a.xml", machine("ONLCLICK", "RESTART"));
    sandbox.write("b.xml", machine("ONRCLICK", "DEACTIVATE"));
    let (code, out, _) = sandbox.run("diff a.xml b.xml");
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("document: ONLCLICK -> ONRCLICK") && out.contains("RESTART -> DEACTIVATE"), "{out}");
    // Only the motion is the same.
    assert_eq!(sandbox.run("diff a.xml b.xml --by values").0, 0);
    assert_eq!(sandbox.run("diff a.xml a.xml").0, 0);
}

#[test]
fn a_clip_that_differs_hides_no_document() {
    let sandbox = Sandbox::new("diff-both");
    let file = |x: u32, note: &str| {
        let channel =
            json!({"node": "n", "property": "translation", "times": [0, 1], "values": [0, 0, 0, x, 0, 0]});
        let clip = json!({"name": "c", "duration": 1, "nodes": [{"name": "n"}], "channels": [channel],
            "metadata": {"note": note}});
        json!({"schema": 1, "clips": [clip]}).to_string()
    };
    for (name, x, note) in [("a", 1, "early"), ("b", 2, "late"), ("c", 1, "early")] {
        sandbox.write(&format!("{name}.json"), file(x, note));
        sandbox.anim(&format!("build {name}.json -o {name}.glb")).assert().success();
        let separate = format!("convert {name}.glb -o {name}.gltf --to-option container=separate --quiet");
        sandbox.anim(&separate).assert().success();
    }
    let (code, out, _) = sandbox.run("diff a.glb b.glb");
    assert_eq!(code, 1);
    assert!(out.contains("value at 1 s: [1.0, 0.0, 0.0] -> [2.0, 0.0, 0.0], off by 1\n"), "{out}");
    assert!(out.contains("document: early -> late\n"), "{out}");
    // A buffer of bytes is not printed in full, and its name follows that of its document.
    let (code, out, _) = sandbox.run("diff a.gltf b.gltf");
    assert_eq!(code, 1);
    assert!(out.lines().all(|line| line.len() < 300) && !out.contains(".bin"), "{out}");
    assert_eq!(sandbox.run("diff a.gltf c.gltf").1, "a.gltf and c.gltf: no difference\n");
}

#[test]
fn each_side_has_its_own_options() {
    let sandbox = Sandbox::new("diff-sides");
    // A rotation by 100 of 4096 steps, as the console computes it and as it should be.
    let spin = {
        let packet = |kind: u32, flag: u32, words: u32| 1 | kind << 16 | flag << 20 | words << 24;
        let words = [packet(8, 0, 1), packet(1, 2, 4), 360 * 4096 / 7, 0, 0];
        let file = [0x0002_0050, 1, 0x0002_0000 + 2 + words.len() as u32, 0].into_iter().chain(words);
        file.flat_map(u32::to_le_bytes).collect::<Vec<_>>()
    };
    sandbox.write("spin.tod", spin);
    let same = "--left mode=ideal --right mode=ideal";
    for (options, code) in [
        ("", 0),
        (same, 0),
        ("--left mode=ideal", 1),
        ("--right mode=ideal", 1),
        ("-O mode=ideal --left mode=hardware", 1),
        ("-O mode=ideal", 0),
    ] {
        assert_eq!(sandbox.run(&format!("diff spin.tod spin.tod {options}")).0, code, "{options}");
    }
    let (code, _, error) = sandbox.run("diff walk.tod walk.tod --left mdoe=ideal");
    assert_eq!(code, 2);
    assert!(error.contains("unknown option `mdoe`") && error.contains("did you mean `mode`?"), "{error}");
    sandbox.anim("convert walk.tod -o walk.glb").assert().success();
    let (code, _, error) = sandbox.run("diff walk.tod walk.glb --right mode=ideal --by pose --tolerance 1");
    assert_eq!(code, 2, "an option of one side is one of that side's format: {error}");
    assert_eq!(sandbox.run("diff walk.tod walk.glb -O mode=ideal --by pose --tolerance 1").0, 0);
}
