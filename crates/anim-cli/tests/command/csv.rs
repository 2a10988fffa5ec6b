//! Tables of the contents of files, and of poses.

use serde_json::{Value, json};

use crate::support::{STATES, Sandbox, cut, hidden, still};

/// The rows of a table without quotes.
fn rows(text: &str) -> Vec<Vec<&str>> {
    text.lines().map(|line| line.split(',').collect()).collect()
}

/// A number or a word as a CSV field.
fn as_field(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(as_field).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

#[test]
fn each_clip_has_a_row_with_the_fields_of_the_json() {
    let sandbox = Sandbox::new("info-csv");
    sandbox.write("lamp.stt", STATES);
    let (_, table, _) = sandbox.run("info walk.tod lamp.stt --csv");
    let table = rows(&table);
    let fields = "path,format,bytes,name,duration,nodes,channels,keys,rate,up,forward,unit,euler,error";
    assert_eq!(table[0].join(","), fields);
    let info = sandbox.json("info walk.tod lamp.stt --json");
    let mut expected = Vec::new();
    for file in info["files"].as_array().unwrap() {
        for clip in file["clips"].as_array().unwrap() {
            let value = |field: &&str| clip.get(*field).or_else(|| file.get(*field)).unwrap_or(&Value::Null);
            expected.push(table[0].iter().map(|field| as_field(value(field))).collect::<Vec<_>>());
        }
    }
    assert_eq!(expected.len(), 3, "one of the walk, one a state of the lamp");
    assert_eq!(table[1..], expected);
}

#[test]
fn the_columns_are_those_asked_for() {
    let sandbox = Sandbox::new("info-fields");
    let (code, table, _) = sandbox.run("info walk.tod --csv --fields rate,path,duration");
    assert_eq!((code, table.as_str()), (0, "rate,path,duration\n30.0,walk.tod,0.1\n"));
    let (code, _, error) = sandbox.run("info walk.tod --csv --fields path,duraton");
    assert_eq!(code, 2);
    assert!(error.contains("there is no field `duraton`: expected one of path, format, "), "{error}");
    assert!(error.contains("; did you mean `duration`?"), "{error}");
    assert_eq!(sandbox.run("info walk.tod --fields path").0, 2, "fields are of a table");
    assert_eq!(sandbox.run("info walk.tod --csv --json").0, 2);
}

#[test]
fn a_file_without_clips_has_a_row_too() {
    let sandbox = Sandbox::new("info-no-clips");
    sandbox.write("bare.gltf", r#"{"asset": {"version": "2.0"}}"#);
    sandbox.write("a,b.tod", cut());
    let (code, table, _) =
        sandbox.run("info bare.gltf a,b.tod gone.tod --csv --fields path,format,name,nodes");
    assert_eq!(code, 5);
    assert_eq!(table, "path,format,name,nodes\nbare.gltf,gltf,,\n\"a,b.tod\",tod,,\ngone.tod,,,\n");
    let (_, table, _) = sandbox.run("info gone.tod --csv --fields error");
    assert_eq!(table, "error\ngone.tod: no such file\n");
}

#[test]
fn a_pose_has_a_row_for_each_node_and_time() {
    let sandbox = Sandbox::new("pose-csv");
    sandbox.write("hidden.tod", hidden());
    for file in ["walk.tod", "hidden.tod"] {
        let (code, table, _) = sandbox.run(&format!("pose {file} --csv"));
        assert_eq!(code, 0);
        let table = rows(&table);
        assert_eq!(table[0][..5], ["time", "clip", "node", "parent", "alive"]);
        assert_eq!((table[0].len(), table[0][5], table[0][16]), (29, "local_m00", "local_m23"));
        assert_eq!((table[0][17], table[0][24], table[0][28]), ("world_m00", "world_m13", "world_m23"));
        let mut expected = Vec::new();
        for line in sandbox.run(&format!("pose {file} --json")).1.lines() {
            let pose: Value = serde_json::from_str(line).unwrap();
            let nodes = pose["nodes"].as_array().unwrap();
            for node in nodes {
                let parent =
                    node["parent"].as_u64().map_or(Value::Null, |at| nodes[at as usize]["name"].clone());
                let mut row = vec![&pose["time"], &pose["clip"], &node["name"], &parent, &node["alive"]];
                row.extend(node["local"].as_array().unwrap());
                row.extend(node["world"].as_array().unwrap());
                expected.push(row.into_iter().map(as_field).collect::<Vec<_>>());
            }
        }
        assert_eq!(table[1..], expected);
    }
    let (_, table, _) = sandbox.run("pose walk.tod --csv --times 0");
    // Object 2 is a child of object 1, which is at x = 100.
    let two = rows(&table)[2].join(",");
    assert_eq!(
        two,
        "0.0,animation,object 2,object 1,true,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,1.0,0.0,0.0,100.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0"
    );
}

#[test]
fn a_pose_goes_to_a_file_of_the_kind_that_its_name_says() {
    let sandbox = Sandbox::new("pose-file");
    for (options, output) in [("", "a.txt"), ("--json", "a.jsonl"), ("--csv", "a.csv")] {
        let (_, printed, _) = sandbox.run(&format!("pose walk.tod {options}"));
        assert_eq!(sandbox.run(&format!("pose walk.tod -o {output}")), (0, String::new(), String::new()));
        assert_eq!(sandbox.read(output), printed.as_bytes(), "{output}");
        assert_eq!(sandbox.run(&format!("pose walk.tod -o {output}")).0, 3, "nothing is replaced");
        assert_eq!(sandbox.run(&format!("pose jump.tod -o {output} --force")).0, 0);
        assert!(sandbox.read(output).len() < printed.len());
    }
    sandbox.anim("pose walk.tod --csv -o b.txt").assert().success();
    assert!(sandbox.read("b.txt").starts_with(b"time,clip,"));
    assert_eq!(sandbox.run("pose gone.tod -o c.csv").0, 3);
    assert!(!sandbox.has("c.csv"));
}

#[test]
fn what_fails_before_anything_is_read_prints_no_header() {
    let sandbox = Sandbox::new("no-header");
    sandbox.write("noise.bin", "noise");
    for verb in ["pose --csv", "sample --to csv", "sample --to parquet"] {
        let (code, out, _) = sandbox.run(&format!("{verb} noise.bin"));
        assert_eq!((code, out.as_str()), (4, ""), "{verb}");
    }
    sandbox.write("still.tod", still());
    assert_eq!(json!(sandbox.run("pose still.tod --csv").1.lines().count()), json!(1), "nobody is there");
}
