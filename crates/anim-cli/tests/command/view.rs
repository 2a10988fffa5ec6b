//! Pages that play clips; what they do in a browser is tested by `cargo xtask viewer`.

use serde_json::{Value, json};

use crate::support::{STATES, Sandbox, cut, finished, walk};

/// The data in a page.
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
    let names: Vec<_> =
        data["rigs"][0]["nodes"].as_array().unwrap().iter().map(|node| &node["name"]).collect();
    assert_eq!(names.len(), 2);
    let (_, motion) = page.split_once("id=\"clip-0\">").unwrap();
    let motion: Value = serde_json::from_str(motion.split_once("</script>").unwrap().0).unwrap();
    // All curves hold, each with the file's own keys: no clock replaces them.
    let tracks = motion["tracks"].as_array().unwrap();
    assert!(
        !tracks.is_empty() && tracks.iter().all(|track| (&track[1], &track[3]) == (&json!(0), &Value::Null))
    );
}

#[test]
fn two_files_are_compared_in_one_page() {
    let sandbox = Sandbox::new("compared-pages");
    sandbox.write("other.tod", walk());
    for (how, beside) in [("", true), ("--compare side", true), ("--compare overlay", false)] {
        assert_eq!(sandbox.run(&format!("view walk.tod other.tod --force -o both.html {how}")).0, 0);
        let data = data(&String::from_utf8(sandbox.read("both.html")).unwrap());
        assert_eq!(data["files"], json!(["walk.tod", "other.tod"]));
        assert_eq!(data["compare"], json!({"clip": 1, "beside": beside}));
        assert_eq!(data["clips"][1]["file"], json!(1));
        // Both have the same nodes and curves, which are stored once.
        assert_eq!(data["rigs"].as_array().unwrap().len(), 1);
    }
    let (code, _, error) = sandbox.run("view walk.tod --compare side --force -o both.html");
    assert_eq!(code, 2);
    assert!(error.contains("--compare needs two clips"), "{error}");
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

/// A node that moves for a second and has a light.
const LAMP: &str = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_lights_punctual"],
    "extensions": {"KHR_lights_punctual": {"lights": [{"type": "point"}]}},
    "scenes": [{"nodes": [0]}], "nodes": [{"name": "lamp", "extensions": {"KHR_lights_punctual": {"light": 0}}}],
    "buffers": [{"byteLength": 32, "uri": "data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAA="}],
    "bufferViews": [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 24}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
    {"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3"}], "animations": [{"samplers":
    [{"input": 0, "output": 1}], "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}]}"#;

#[test]
fn what_fits_edited_clips_is_shown_and_what_does_not_is_named() {
    let sandbox = Sandbox::new("edited-pages");
    sandbox.write("lamp.gltf", LAMP);
    sandbox.write("lamp.stt", STATES.as_bytes());
    let scene = "warning: lamp.gltf: meshes, cameras and lights left out: the operations change the nodes that they fit";
    let states =
        "warning: lamp.stt: states left out: they play the clips as they are in the file, without operations";
    for (arguments, scenes, has_graph, warnings) in [
        ("lamp.gltf", 1, false, ""),
        ("lamp.gltf --speed 2 --reverse", 1, false, ""),
        ("lamp.gltf --from 0.25 --to 0.75 --loop=0.1 --reduce 0.01", 1, false, ""),
        ("lamp.gltf --scale 2", 0, false, scene),
        ("lamp.gltf --speed 2 --rename lamp=light", 0, false, scene),
        ("lamp.gltf --scale 2 --quiet", 0, false, ""),
        ("lamp.stt", 0, true, ""),
        ("lamp.stt --speed 2", 0, false, states),
        ("walk.tod --scale 2", 0, false, ""),
    ] {
        let (code, page, error) = sandbox.run(&format!("view {arguments}"));
        let told: String = error.lines().filter(|line| line.contains("left out")).collect();
        assert_eq!((code, told.as_str()), (0, warnings), "{arguments}: {error}");
        let data = data(&page);
        assert_eq!(data["scenes"].as_array().unwrap().len(), scenes, "{arguments}");
        assert_eq!(!data["graph"].is_null(), has_graph, "{arguments}");
    }
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
        r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "a"}], "buffers": [{"byteLength": 80,
        "uri": "data:application/octet-stream;base64,AAAAAAAkdEkAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAAAAAAAAAAAAA="}],
        "bufferViews": [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 72}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1e6]},
        {"bufferView": 1, "componentType": 5126, "count": 6, "type": "VEC3"}], "animations": [{"samplers":
        [{"input": 0, "output": 1, "interpolation": "CUBICSPLINE"}], "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}]}"#,
    );
    let (code, _, error) = sandbox.run("view long.gltf -o long.html");
    assert_eq!(code, 2, "{error}");
    assert!(error.contains("choose a clip with --clip, or set a smaller --fps"), "{error}");
    assert_eq!(sandbox.run("view long.gltf -o long.html --fps 0.01").0, 0);
}
