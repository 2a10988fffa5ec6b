//! The JSON outputs against their schemas.

use serde_json::{Map, Value, json};

use crate::support::{Sandbox, cut, disc, doubtful};

#[test]
fn every_json_output_fits_its_schema() {
    let sandbox = Sandbox::new("schemas");
    sandbox.write("doubtful.tod", doubtful());
    sandbox.write("cut.tod", cut());
    sandbox.write("noise.bin", "noise");
    sandbox.write("disc.bin", disc());
    sandbox.folder("old");
    sandbox.write("old/jump.tod", sandbox.read("walk.tod"));
    sandbox.write("old/cut.tod", cut());
    sandbox.write("old/gone.tod", doubtful());
    let files = "walk.tod jump.tod doubtful.tod cut.tod noise.bin gone.tod";
    for arguments in [
        "formats --json".to_owned(),
        "formats gltf --json".to_owned(),
        format!("info {files} --json"),
        format!("check {files} --json"),
        "pose walk.tod --json".to_owned(),
        "pose jump.tod --times -1,1e9 --json".to_owned(),
        "pose . -r --times 0 --json".to_owned(),
        format!("convert {files} --to glb --out-dir . --json"),
        format!("convert {files} -o all.glb --json"),
        "convert walk.tod jump.tod -o all.tod --json".to_owned(),
        "convert walk.tod walk.glb --to tod --out-dir . --force --dry-run --json".to_owned(),
        format!("convert {files} --to gltf --out-dir . --manifest -"),
        format!("convert {files} -o more.glb --manifest -"),
        "diff walk.tod jump.tod --json".to_owned(),
        "scan disc.bin walk.glb gone.bin --extract . --json".to_owned(),
        "diff walk.tod walk.glb --json".to_owned(),
        "diff walk.tod jump.tod --by pose --json".to_owned(),
        "diff walk.tod doubtful.tod --by values --json".to_owned(),
        "diff . old -r --json".to_owned(),
    ] {
        let (verb, _) = arguments.split_once(' ').unwrap();
        let schema = schema(if arguments.ends_with("--manifest -") { "manifest" } else { verb });
        let (_, out, error) = sandbox.run(&arguments);
        // Poses and manifests have one object per line; every other output is one object.
        let texts: Vec<_> = if arguments.ends_with(" --json") && verb != "pose" {
            vec![out.as_str()]
        } else {
            out.lines().collect()
        };
        assert!(!texts.is_empty(), "{arguments}: {error}");
        for text in texts {
            let value: Value =
                serde_json::from_str(text).unwrap_or_else(|_| panic!("{arguments}: {out}{error}"));
            assert_eq!(validate(&schema, &schema, &value), Ok(()), "{arguments}");
            assert_eq!(value.as_object().unwrap().keys().next().unwrap(), "schema", "{arguments}");
        }
    }
}

#[test]
fn the_rows_of_a_table_fit_their_schema() {
    let sandbox = Sandbox::new("rows");
    let mut rows = sandbox.run("sample walk.tod --times -1,0,1e9 --to jsonl").1;
    rows += &sandbox.run("sample . -r --times 0 --to jsonl").1;
    let schema = schema("sample");
    assert!(rows.lines().count() > 3);
    let error = r#"{"time":0.0,"clip":"a","node":"b","channel":"c","component":0,"value":"NaN","error":"inf","unit":"length"}"#;
    for row in rows.lines().chain([error]) {
        let row: Value = serde_json::from_str(row).unwrap();
        assert_eq!(validate(&schema, &schema, &row), Ok(()));
    }
}

/// Makes an output invalid.
type Spoil = fn(&mut Value);

#[test]
fn what_does_not_fit_is_found() {
    let schema = schema("info");
    let good = Sandbox::new("misfits").json("info walk.tod --json");
    assert_eq!(validate(&schema, &schema, &good), Ok(()));
    let bad: [(&str, Spoil); 5] = [
        ("another version", |value| value["schema"] = json!(2)),
        ("a missing key", |value| drop(value["files"][0].as_object_mut().unwrap().remove("clips"))),
        ("a wrong type", |value| value["files"][0]["bytes"] = json!("many")),
        ("a negative count", |value| value["totals"]["keys"] = json!(-1)),
        ("an unknown order", |value| value["files"][0]["clips"][0]["euler"] = json!(["xxx"])),
    ];
    for (name, spoil) in bad {
        let mut value = good.clone();
        spoil(&mut value);
        assert!(validate(&schema, &schema, &value).is_err(), "{name}");
    }
    let mut value = good;
    value["surprise"] = json!(1);
    assert!(validate(&schema, &schema, &value).is_err(), "a key that the schema does not tell of");
}

pub(crate) fn schema(verb: &str) -> Value {
    let path = format!("{}/schema/{verb}.schema.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// Validates by the keywords that our schemas use, and refuses any other. Every key of an object has to be described.
pub(crate) fn validate(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let fail = |reason: &str| Err(format!("{value} {reason} of {schema}"));
    for (keyword, rule) in schema.as_object().unwrap() {
        let holds = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" => true,
            "$ref" => {
                let pointer = rule.as_str().unwrap().strip_prefix('#').unwrap();
                return validate(root, root.pointer(pointer).unwrap(), value);
            }
            "type" => match rule {
                Value::Array(types) => types.iter().any(|rule| is(value, rule.as_str().unwrap())),
                rule => is(value, rule.as_str().unwrap()),
            },
            "const" => value == rule,
            "enum" => rule.as_array().unwrap().contains(value),
            "anyOf" => rule.as_array().unwrap().iter().any(|rule| validate(root, rule, value).is_ok()),
            "minimum" => value.as_f64().is_none_or(|number| number >= rule.as_f64().unwrap()),
            "minItems" => value.as_array().is_none_or(|items| items.len() as u64 >= rule.as_u64().unwrap()),
            "maxItems" => value.as_array().is_none_or(|items| items.len() as u64 <= rule.as_u64().unwrap()),
            "items" => {
                value.as_array().into_iter().flatten().try_for_each(|item| validate(root, rule, item))?;
                true
            }
            "required" => {
                let has = |key: &Value| value.get(key.as_str().unwrap()).is_some();
                !value.is_object() || rule.as_array().unwrap().iter().all(has)
            }
            "properties" => {
                for (key, value) in value.as_object().unwrap_or(&Map::new()) {
                    let rule = rule.get(key).ok_or_else(|| format!("the key {key} is not described"))?;
                    validate(root, rule, value)?;
                }
                true
            }
            other => panic!("the keyword {other} is not validated"),
        };
        if !holds {
            return fail(keyword);
        }
    }
    Ok(())
}

fn is(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the type {other} is not validated"),
    }
}
