//! JSON that is not that of a document.

use crate::support::Sandbox;

/// The text that is found in place of what is expected, and the message for it.
#[test]
fn what_is_wrong_is_named_as_in_json() {
    let sandbox = Sandbox::new("not-a-document");
    let stt = r#"{"format": "stt", "document": {"states": [{"name": 5}]}}"#;
    let bvh = r#"{"format": "bvh", "document": {"joints": [{"name": 5}]}}"#;
    let hsf = r#"{"format": "hsf-xml", "document": {"before": [], "root": {"element": "Animdef", "attributes": [],
        "content": [{"element": {"element": "Timeline", "attributes": [], "content": [{"list": [true]}]}}]}}}"#;
    let text = "expected a text or a list of bytes";
    let item =
        "expected a number, a list of numbers, or an object with `hold`, `text`, `word` or `modifiers`";
    for (json, told) in [
        (stt, text),
        (bvh, text),
        (hsf, item),
        ("", "the text ends, expected a value (line 1, column 1)"),
        ("{\"format\": stt}", "expected a value (line 1, column 12)"),
        ("{format: 1}", "expected the name of a member in quotes (line 1, column 2)"),
    ] {
        sandbox.write("a.json", json);
        let (code, _, error) = sandbox.run("build a.json -o a.bvh");
        assert_eq!(code, 4, "{json}: {error}");
        assert!(error.contains(told) && !error.contains("untagged"), "{json}: {error}");
    }
    sandbox.write("a.gltf", "{\"asset\": {\"version\": nul}}");
    let (_, _, error) = sandbox.run("info a.gltf");
    assert!(error.contains("expected `true`, `false` or `null`"), "{error}");
}
