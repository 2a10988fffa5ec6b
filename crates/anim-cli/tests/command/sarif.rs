//! Findings as SARIF, and which of them count.

use serde_json::{Value, json};

use crate::schema::{schema, validate};
use crate::support::{Sandbox, cut, doubtful};

fn sandbox(name: &str) -> Sandbox {
    let sandbox = Sandbox::new(name);
    sandbox.write("doubtful.tod", doubtful());
    sandbox.write("cut.tod", cut());
    sandbox.write(
        "odd name.gltf",
        "{\n  \"asset\": {\"version\": \"2.0\"},\n  \"nodes\": [{\"name\": \"ü\", tru}]\n}\n",
    );
    sandbox.write("noise.bin", "noise");
    sandbox
}

/// The output of the command, after checking it against the schema and checking its references to rules.
fn report(sandbox: &Sandbox, arguments: &[&str]) -> (i32, Value) {
    let assert = sandbox.anim("check --sarif").args(arguments).assert();
    let (code, out, error) = crate::support::finished(&assert);
    let report: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{error}"));
    let schema = schema("sarif");
    assert_eq!(validate(&schema, &schema, &report), Ok(()), "{arguments:?}");
    let run = &report["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    for result in run["results"].as_array().unwrap() {
        assert_eq!(rules[result["ruleIndex"].as_u64().unwrap() as usize]["id"], result["ruleId"]);
    }
    let mut ids: Vec<_> = rules.iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    let count = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), count, "each rule is there once");
    (code, report)
}

#[test]
fn sarif_lists_what_json_lists() {
    let sandbox = sandbox("sarif");
    let files = ["walk.tod", "doubtful.tod", "cut.tod", "odd name.gltf", "noise.bin", "gone.tod"];
    let (code, report) = report(&sandbox, &files);
    assert_eq!(code, 5);
    assert_eq!(report["runs"][0]["invocations"], json!([{ "executionSuccessful": false, "exitCode": 5 }]));
    let results = report["runs"][0]["results"].as_array().unwrap();
    let found = |result: &Value| {
        let uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].clone();
        [&uri, &result["ruleId"], &result["level"], &result["message"]["text"]]
            .map(|value| value.as_str().unwrap().to_owned())
    };
    let found: Vec<_> = results.iter().map(found).collect();
    let listed = crate::support::finished(&sandbox.anim("check --json").args(files).assert()).1;
    let listed: Value = serde_json::from_str(&listed).unwrap();
    let mut expected = Vec::new();
    for file in listed["files"].as_array().unwrap() {
        for finding in file["diagnostics"].as_array().unwrap() {
            let path = json!(file["path"].as_str().unwrap().replace(' ', "%20"));
            let parts = [&path, &finding["code"], &finding["severity"], &finding["message"]];
            expected.push(parts.map(|value| value.as_str().unwrap().to_owned()));
        }
    }
    assert!(expected.len() >= 5);
    assert_eq!(found, expected);
}

#[test]
fn bytes_have_offsets_and_texts_have_lines() {
    let sandbox = sandbox("regions");
    let (code, report) = report(&sandbox, &["doubtful.tod", "odd name.gltf"]);
    assert_eq!(code, 1);
    let results = report["runs"][0]["results"].as_array().unwrap();
    let region = |code: &str| {
        let result = results.iter().find(|result| result["ruleId"] == code).unwrap();
        result["locations"][0]["physicalLocation"]["region"].clone()
    };
    assert_eq!(region("tod::version"), json!({ "byteOffset": 1, "byteLength": 1 }));
    // The text `  "nodes": [{"name": "ü", tru}]`: the word comes after 24 characters, one of which has two bytes.
    let json = region("gltf::json");
    assert_eq!((&json["startLine"], &json["endLine"]), (&json!(3), &json!(3)));
    let column = json["startColumn"].as_u64().unwrap();
    assert!((25..=28).contains(&column), "{json}");
    let (_, text, _) = sandbox.run("check doubtful.tod");
    assert!(text.contains("bytes 1..2"), "{text}");
}

#[test]
fn nothing_found_is_a_run_without_results() {
    let sandbox = sandbox("clean");
    let (code, report) = report(&sandbox, &["walk.tod"]);
    assert_eq!((code, &report["runs"][0]["results"]), (0, &json!([])));
    assert_eq!(report["runs"][0]["invocations"][0]["executionSuccessful"], json!(true));
    assert_eq!(sandbox.run("check walk.tod --sarif --json").0, 2);
}

#[test]
fn a_code_that_is_denied_counts_and_one_that_is_allowed_does_not() {
    let sandbox = sandbox("policy");
    // A warning and a note: the version, and zeros after the end.
    sandbox.write("both.tod", [doubtful(), vec![0; 8]].concat());
    for (options, expected) in [
        ("", 0),
        ("--deny warnings", 1),
        ("--deny tod::version", 1),
        ("--deny tod::padding", 1),
        ("--deny tod::truncated", 0),
        ("--deny tod::truncated --deny tod::padding", 1),
        ("--deny warnings --allow tod::version", 0),
        ("--deny warnings --allow tod::padding", 1),
        ("--allow tod::version --allow tod::padding", 0),
    ] {
        for form in ["", "--json", "--sarif"] {
            let arguments = format!("check both.tod {options} {form}");
            assert_eq!(sandbox.run(&arguments).0, expected, "{arguments}");
        }
    }
    let (_, text, _) = sandbox.run("check both.tod --allow tod::version");
    assert!(!text.contains("tod::version") && text.contains("tod::padding"), "{text}");
    assert!(text.ends_with("both.tod: tod, 1 note, 1 allowed\n"), "{text}");
    let listed = sandbox.json("check both.tod --allow tod::version --json");
    assert_eq!(listed["files"][0]["diagnostics"].as_array().unwrap().len(), 1);
    let (_, report) = report(&sandbox, &["both.tod", "--allow", "tod::version"]);
    let suppressed = |result: &&Value| result["suppressions"] == json!([{ "kind": "external" }]);
    let results = report["runs"][0]["results"].as_array().unwrap();
    let suppressed: Vec<_> = results.iter().filter(suppressed).map(|result| &result["ruleId"]).collect();
    assert_eq!((results.len(), suppressed), (2, vec![&json!("tod::version")]));
}

#[test]
fn an_error_that_ends_the_reading_cannot_be_allowed() {
    let sandbox = sandbox("fatal");
    let (code, text, _) = sandbox.run("check cut.tod --allow tod::truncated");
    assert_eq!(code, 1);
    assert!(text.contains("error[tod::truncated]"), "{text}");
}

#[test]
fn an_unknown_code_is_wrong_usage() {
    let sandbox = sandbox("unknown");
    for option in ["--deny", "--allow"] {
        let (code, _, error) = sandbox.run(&format!("check walk.tod {option} tod::verison"));
        assert_eq!(code, 2);
        assert!(
            error.contains("no check has the code `tod::verison`; did you mean `tod::version`?"),
            "{error}"
        );
    }
    let (code, _, error) = sandbox.run("check walk.tod --deny tod::version --allow tod::version");
    assert_eq!((code, error.as_str()), (2, "error: `tod::version` is both denied and allowed\n"));
}
