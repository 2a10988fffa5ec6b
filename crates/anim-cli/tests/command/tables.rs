//! The exact shapes that other programs rely on.

use serde_json::{Value, json};

use crate::support::{Sandbox, cut, doubtful};

/// The rows of a table that `sample` printed.
fn rows(text: &str) -> Vec<Vec<String>> {
    text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn a_table_has_a_row_for_every_number_of_every_frame() {
    let sandbox = Sandbox::new("table");
    let (_, text, _) = sandbox.run("sample walk.tod");
    let rows = rows(&text);
    assert_eq!(rows[0], ["time", "clip", "node", "channel", "component", "value"]);
    let mut times: Vec<f64> = rows[1..].iter().map(|row| row[0].parse().unwrap()).collect();
    assert!(times.is_sorted());
    times.dedup();
    assert_eq!(times, [0.0, 2.0 / 60.0, 4.0 / 60.0], "three frames of 2/60 s");
    assert_eq!(text.lines().count() % 3, 1, "every frame has as many rows");
}

#[test]
fn a_clip_may_have_a_name_of_any_length() {
    let sandbox = Sandbox::new("long-name");
    let name = "x".repeat(100_000);
    let animation = format!(
        r#"{{"type": "stf.animation", "name": "{name}", "loop": "none", "fps": 1, "range": [0, 1], "tracks": []}}"#
    );
    sandbox.write(
        "long.stf",
        format!(r#"{{"resources": {{"a": {animation}, "b": {}}}}}"#, animation.replace(&name, "short")),
    );
    let (code, text, _) = sandbox.run("info long.stf");
    assert_eq!(code, 1, "the file lacks its root");
    assert!(text.contains(&name));
    assert!(text.len() < name.len() + 1000, "{}", text.len());
}

#[test]
fn names_of_wide_and_combining_characters_line_up() {
    let sandbox = Sandbox::new("wide-names");
    // The spaces up to the seven columns of the longest name.
    let names = [("歩く", 3), ("e\u{301}te\u{301}", 4), ("running", 0)];
    let animation = |name: &str| {
        format!(
            r#""{name}": {{"type": "stf.animation", "name": "{name}", "loop": "none", "fps": 1, "range": [0, 1], "tracks": []}}"#
        )
    };
    let animations = names.map(|(name, _)| animation(name)).join(", ");
    sandbox.write("wide.stf", format!(r#"{{"resources": {{{animations}}}}}"#));
    let (_, text, _) = sandbox.run("info wide.stf");
    for (name, spaces) in [("clip", 3)].into_iter().chain(names) {
        let line = text.lines().find(|line| line.contains(&format!("  {name} "))).unwrap();
        let (_, rest) = line.split_once(name).unwrap();
        // Numbers are at the right of ten columns, two columns after the names.
        let column = if name == "clip" { "seconds" } else { "1" };
        assert!(rest.starts_with(&format!("{}{column:>12}", " ".repeat(spaces))), "{line}");
    }
}

#[test]
fn both_kinds_of_table_say_the_same() {
    let sandbox = Sandbox::new("kinds");
    let (_, csv, _) = sandbox.run("sample walk.tod --times 2f,0");
    sandbox.anim("sample walk.tod --times 0,2f -o walk.jsonl").assert().success();
    let lines = String::from_utf8(sandbox.read("walk.jsonl")).unwrap();
    let from_json: Vec<Vec<String>> = lines
        .lines()
        .map(|line| {
            let row: Value = serde_json::from_str(line).unwrap();
            let keys: Vec<_> = row.as_object().unwrap().keys().cloned().collect();
            assert_eq!(keys, ["time", "clip", "node", "channel", "component", "value"]);
            row.as_object()
                .unwrap()
                .values()
                .map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned))
                .collect()
        })
        .collect();
    assert_eq!(rows(&csv)[1..], from_json);
    assert!(!from_json.is_empty());
}

#[test]
fn a_pose_has_the_maps_of_every_node() {
    let sandbox = Sandbox::new("pose");
    let (_, text, _) = sandbox.run("pose walk.tod --json");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    let x = [100.0, 200.0, 300.0];
    let y = [0.0, 0.0, 5.0];
    for (frame, line) in lines.iter().enumerate() {
        let map = |x: f64, y: f64| json!([1.0, 0.0, 0.0, x, 0.0, 1.0, 0.0, y, 0.0, 0.0, 1.0, 0.0]);
        let node = |name: &str| {
            line["nodes"].as_array().unwrap().iter().position(|node| node["name"] == name).unwrap()
        };
        let (one, two) = (node("object 1"), node("object 2"));
        let expected_one = json!({"name": "object 1", "parent": null, "alive": true, "local": map(x[frame], 0.0), "world": map(x[frame], 0.0)});
        let expected_two = json!({"name": "object 2", "parent": one, "alive": true, "local": map(0.0, y[frame]), "world": map(x[frame], y[frame])});
        assert_eq!((&line["nodes"][one], &line["nodes"][two]), (&expected_one, &expected_two));
        assert_eq!(line["time"], json!(frame as f64 * 2.0 / 60.0));
        let keys: Vec<_> = line.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["schema", "time", "clip", "nodes"]);
    }
}

#[test]
fn a_pose_reads_well() {
    let sandbox = Sandbox::new("read-pose");
    let (_, text, _) = sandbox.run("pose walk.tod --times 2f");
    assert!(text.contains("object 2: parent "), "{text}");
    assert!(text.contains("1.000000     0.000000     0.000000   300.000000"), "{text}");
}

#[test]
fn info_tells_of_every_clip() {
    let sandbox = Sandbox::new("info");
    let info = sandbox.json("info walk.tod jump.tod --json");
    let file = &info["files"][0];
    assert_eq!((&file["path"], &file["format"]), (&json!("walk.tod"), &json!("tod")));
    assert_eq!(file["bytes"], json!(sandbox.read("walk.tod").len()));
    let clip = &file["clips"][0];
    assert_eq!((&clip["duration"], &clip["rate"], &clip["nodes"]), (&json!(0.1), &json!(30.0), &json!(2)));
    let sum = |key: &str| {
        info["files"].as_array().unwrap().iter().map(|f| f["clips"][0][key].as_u64().unwrap()).sum::<u64>()
    };
    for key in ["nodes", "channels", "keys"] {
        assert_eq!(info["totals"][key], json!(sum(key)), "{key}");
    }
    assert_eq!((&info["totals"]["files"], &info["totals"]["clips"]), (&json!(2), &json!(2)));
    let (_, text, _) = sandbox.run("info walk.tod jump.tod");
    assert!(text.starts_with("walk.tod: tod, ") && text.contains("\ntotal: 2 files, "), "{text}");
}

#[test]
fn check_lists_every_diagnostic_with_its_place() {
    let sandbox = Sandbox::new("check");
    sandbox.write("doubtful.tod", doubtful());
    sandbox.write("cut.tod", cut());
    let found = sandbox.json("check walk.tod doubtful.tod cut.tod gone.tod --json");
    let files = found["files"].as_array().unwrap();
    let paths: Vec<_> = files.iter().map(|file| file["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["walk.tod", "doubtful.tod", "cut.tod", "gone.tod"]);
    assert_eq!(files[0]["diagnostics"], json!([]));
    let warning = &files[1]["diagnostics"][0];
    assert_eq!(
        (&warning["severity"], &warning["code"], &warning["span"]),
        (&json!("warning"), &json!("tod::version"), &json!([1, 2]))
    );
    let error = files[2]["diagnostics"].as_array().unwrap().last().unwrap();
    assert_eq!((&error["severity"], &error["code"]), (&json!("error"), &json!("tod::truncated")));
    assert_eq!(
        (&files[3]["format"], &files[3]["diagnostics"][0]["message"]),
        (&Value::Null, &json!("no such file"))
    );
}

#[test]
fn check_shows_bytes_as_a_window() {
    let sandbox = Sandbox::new("window");
    sandbox.write("doubtful.tod", doubtful());
    let (_, text, _) = sandbox.run("check doubtful.tod");
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[0].starts_with("warning[tod::version]: "), "{text}");
    assert!(lines[1].starts_with("  --> doubtful.tod: ") && lines[1].ends_with("bytes 1..2"), "{text}");
    assert!(lines[2].starts_with("00000000 | 50 01 02 00 03 00 00 00  "), "{text}");
    assert_eq!(lines[3], "         |    ^^");
    assert_eq!(*lines.last().unwrap(), "doubtful.tod: tod, 1 warning");
}

#[test]
fn check_shows_text_as_annotated_source() {
    let sandbox = Sandbox::new("source");
    sandbox.write("odd.gltf", "{\n  \"asset\": {\"version\": \"2.0\"},\n  \"nodes\": [{\"name\": tru}]\n}\n");
    let (code, text, _) = sandbox.run("check odd.gltf");
    assert_eq!(code, 1);
    assert!(text.starts_with("error[gltf::json]: ") && text.contains("--> odd.gltf:3:"), "{text}");
    assert!(text.contains("\n3 |   \"nodes\": [{\"name\": tru}]\n  | ") && text.contains('^'), "{text}");
}

#[test]
fn many_findings_of_one_kind_are_counted_and_json_lists_all() {
    let sandbox = Sandbox::new("many");
    // Frames whose size field is wrong: 3 words instead of 2.
    let mut bytes = vec![0x50, 0, 2, 0, 50, 0, 0, 0];
    for number in 0..50u8 {
        bytes.extend([3, 0, 0, 0, number, 0, 0, 0]);
    }
    sandbox.write("many.tod", bytes);
    let (_, text, _) = sandbox.run("check many.tod");
    assert_eq!(text.matches("warning[tod::frame-size]").count(), 20);
    assert!(text.contains("many.tod: 30 more of [tod::frame-size], --json lists all"), "{text}");
    let found = sandbox.json("check many.tod --json");
    assert_eq!(found["files"][0]["diagnostics"].as_array().unwrap().len(), 50);
}

#[test]
fn a_dump_builds_the_same_bytes() {
    let sandbox = Sandbox::new("dump");
    sandbox.write("doubtful.tod", doubtful());
    for name in ["walk", "jump", "doubtful"] {
        sandbox.anim(&format!("dump {name}.tod -o {name}.json")).assert().success();
        sandbox.anim(&format!("build {name}.json -o {name}.copy")).assert().success();
        assert_eq!(sandbox.read(&format!("{name}.copy")), sandbox.read(&format!("{name}.tod")));
        let dump: Value = serde_json::from_slice(&sandbox.read(&format!("{name}.json"))).unwrap();
        assert_eq!(dump["format"], json!("tod"));
        assert!(dump["document"].is_object());
    }
}

#[test]
fn a_clip_is_named_or_numbered() {
    let sandbox = Sandbox::new("clip");
    let name =
        sandbox.json("info walk.tod --json")["files"][0]["clips"][0]["name"].as_str().unwrap().to_owned();
    let all = sandbox.run("sample walk.tod");
    assert_eq!(sandbox.run("sample walk.tod --clip 0"), all);
    assert_eq!(sandbox.run(&format!("sample walk.tod --clip {name}")), all);
}

#[cfg(feature = "parquet")]
#[test]
fn a_table_is_parquet_by_its_extension_or_on_request() {
    let sandbox = Sandbox::new("parquet");
    sandbox.anim("sample walk.tod -o walk.parquet").assert().success();
    let table = sandbox.read("walk.parquet");
    assert!(table.starts_with(b"PAR1") && table.ends_with(b"PAR1"));
    let piped = sandbox.anim("sample walk.tod --to parquet").assert().success();
    assert_eq!(piped.get_output().stdout, table);
    assert_eq!(sandbox.run("sample walk.tod -o walk.parquet").0, 3, "nothing is replaced");
}

/// A sine that blends into a pose for one second, so that its clip only approximates it, for nodes named by these bytes.
fn morphed(names: &[&[u8]]) -> Vec<u8> {
    let mut text = b"#MINDRENDER 1.1 3 {both} KEYFRAME 2 5 {a} 0 1 0 1 0 {a} 0 0 0 0 0 {b}".to_vec();
    let singles: [(&[u8], &[u8]); 2] = [
        (b"a", b"DYNAMIC 0 0 0 2 0 0 2 0 7  0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0"),
        (b"b", b"STATIC 6 0 0 0 0 0 0 0 0"),
    ];
    for (name, motion) in singles {
        text.extend([b" {", name, b"} SINGLE ", names.len().to_string().as_bytes()].concat());
        for node in names {
            text.extend([&b" {"[..], node, b"} ", motion].concat());
        }
    }
    text
}

/// A component at a time.
type Component = fn(f64) -> f64;

#[test]
fn values_are_those_that_the_format_defines() {
    let sandbox = Sandbox::new("defined");
    sandbox.write("blend.stt", morphed(&[b"n"]));
    sandbox.write(
        "wheel.xml",
        "<Animdef TicksPerSecond=\"10\"><TargetObject Name=\"w\" Path=\"SPATH: w\" Pivot=\"[0 0.3 0]\"/>\
         <Animation Name=\"roll\" Target=\"TOB: w\" Loop=\"-1\"><Timeline>0 20</Timeline>\
         <AxisRotInterpolator Modifiers=\"[v 0 0 1]\">0 -1440</AxisRotInterpolator></Animation></Animdef>",
    );
    // The sine from 0 to 2 over 2 s, mixed with 6.
    let blend = |time: f64| (1.0 - (std::f64::consts::PI * time).cos()) * (1.0 - time) + 6.0 * time;
    // The origin circles the pivot, four turns in 2 s, repeatedly.
    let wheel = |time: f64| -0.3 * (2.0 * std::f64::consts::TAU * time).sin();
    let cases: [(&str, Component, &str); 2] =
        [("blend.stt --clip both", blend, "displacement"), ("wheel.xml", wheel, "translation")];
    for (arguments, expected, channel) in cases {
        let (code, text, error) =
            sandbox.run(&format!("sample {arguments} --times 0.07,0.31,0.501,0.77,0.93"));
        assert_eq!((code, error.as_str()), (0, ""), "{arguments}");
        let rows = rows(&text);
        let rows: Vec<_> = rows.iter().filter(|row| row[3] == channel && row[4] == "0").collect();
        assert_eq!(rows.len(), 5, "{text}");
        for row in rows {
            let [time, value] = [&row[0], &row[5]].map(|number| number.parse::<f64>().unwrap());
            assert!((value - expected(time)).abs() < 1e-12, "{arguments}: {row:?} {}", expected(time));
            let pose = sandbox.json(&format!("pose {arguments} --times {time} --json"));
            assert_eq!(pose["nodes"][0]["local"][3], json!(value), "{arguments}");
            assert_eq!(pose["nodes"][0].get("errors"), None, "{arguments}");
        }
    }
}

#[test]
fn values_that_are_approximate_state_their_errors() {
    let sandbox = Sandbox::new("approximate");
    // Two nodes whose names look the same cannot be distinguished by name.
    sandbox.write("blend.stt", morphed(&[b"\xFF", b"\\xFF"]));
    let (code, text, error) = sandbox.run("sample blend.stt --clip both --times 0.3 --to jsonl");
    assert_eq!(code, 0);
    assert_eq!(error.matches("[stt::fitted], within").count(), 1, "{error}");
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for row in &rows {
        let is_fitted = row["channel"] == "displacement";
        let size = row.get("error").map_or(0.0, |error| error.as_f64().unwrap());
        assert_eq!(is_fitted, size > 0.0 && size < 1e-4, "{row}");
        assert_eq!(row.get("unit"), is_fitted.then(|| json!("length")).as_ref(), "{row}");
    }
    let pose = sandbox.json("pose blend.stt --clip both --times 0.3 --json");
    let errors = json!([{ "channel": "displacement", "error": rows[0]["error"], "unit": "length" }]);
    assert_eq!(pose["nodes"][0]["errors"], errors);
}
