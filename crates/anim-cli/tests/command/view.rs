//! Pages that play clips; what they do in a browser is tested by `cargo xtask viewer`.

use serde_json::{Value, json};

use crate::support::{STATES, Sandbox, cut, finished, walk};

/// What a page holds.
fn data(page: &str) -> Value {
    let (_, data) = page.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
    serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn a_page_holds_the_clips() {
    let sandbox = Sandbox::new("page");
    assert_eq!(sandbox.run("view walk.tod -o walk.html"), (0, String::new(), String::new()));
    let page = String::from_utf8(sandbox.read("walk.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("<title>walk.tod</title>"));
    let data = data(&page);
    let clip = &data["clips"][0];
    assert_eq!((&data["title"], &data["up"]), (&json!("walk.tod"), &json!("-y")));
    assert_eq!(
        (&clip["frames"], &clip["rate"], &clip["duration"]),
        (&json!(3), &json!([60.0, 2.0]), &json!(0.1))
    );
    let names: Vec<_> = clip["nodes"].as_array().unwrap().iter().map(|node| &node["name"]).collect();
    assert_eq!(names.len(), 2);
    assert_eq!(clip["motion"]["hold"], json!(true));
}

#[test]
fn a_page_knows_which_state_is_active_when() {
    let sandbox = Sandbox::new("active");
    sandbox.write("lamp.stt", STATES.as_bytes());
    assert_eq!(sandbox.run("view lamp.stt -o lamp.html").0, 0);
    let data = data(&String::from_utf8(sandbox.read("lamp.html")).unwrap());
    let node = |index: u64| data["graph"]["nodes"][index as usize]["label"].as_str().unwrap();
    let active = |clip: usize| {
        let all = data["clips"][clip]["active"].as_array().unwrap();
        let told =
            all.iter().map(|part| (node(part[0].as_u64().unwrap()), part[1].as_f64(), part[2].as_f64()));
        told.collect::<Vec<_>>()
    };
    let key = |label, from, to| (label, Some(from), Some(to));
    assert_eq!(active(0), [key("> on, exit", 0.0, 2.0), key("on", 0.0, 2.0), key("off", 2.0, 2.5)]);
    assert_eq!(active(1), [], "what plays by itself needs no event");
}

#[test]
fn a_page_can_go_to_standard_output() {
    let sandbox = Sandbox::new("page-out");
    let (code, page, error) = finished(&sandbox.anim("view - --up z --clip 0").stdin(walk()).assert());
    assert_eq!((code, error.as_str()), (0, ""));
    let data = data(&page);
    assert_eq!((&data["title"], &data["up"]), (&json!(""), &json!("z")));
}

#[test]
fn what_cannot_be_shown_is_refused() {
    let sandbox = Sandbox::new("refused-pages");
    sandbox.write("there.html", "");
    sandbox.write("cut.tod", cut());
    for (arguments, code, message) in [
        ("walk.tod --open", 2, "--open needs a file: name one with -o"),
        ("walk.tod --up x", 2, "invalid value 'x'"),
        ("walk.tod --fps 0", 2, "expected a number above 0"),
        ("walk.tod --clip 7", 2, "there is no clip `7`"),
        ("walk.tod -o there.html", 3, "there.html exists; --force replaces it"),
        ("gone.tod", 3, "gone.tod: no such file"),
        ("cut.tod", 4, "cut.tod: not readable as tod"),
    ] {
        let (found, out, error) = sandbox.run(&format!("view {arguments}"));
        assert_eq!((found, out.as_str()), (code, ""), "{arguments}: {error}");
        assert!(error.contains(message), "{arguments}: {error}");
    }
}

#[test]
fn smooth_motion_that_takes_too_much_room_is_refused() {
    let sandbox = Sandbox::new("too-much");
    sandbox.write(
        "long.gltf",
        r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "a"}], "buffers": [{"byteLength": 32,
        "uri": "data:application/octet-stream;base64,AAAAAAAkdEkAAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAA="}],
        "bufferViews": [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 24}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1e6]},
        {"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3"}], "animations": [{"samplers":
        [{"input": 0, "output": 1}], "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}]}"#,
    );
    let (code, _, error) = sandbox.run("view long.gltf -o long.html");
    assert_eq!(code, 2, "{error}");
    assert!(error.contains("choose a clip with --clip, or set a smaller --fps"), "{error}");
    assert_eq!(sandbox.run("view long.gltf -o long.html --fps 0.01").0, 0);
}
