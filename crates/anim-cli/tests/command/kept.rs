//! Files that keep everything but their animations where their clips are edited.

use serde_json::{Value, json};

use crate::support::Sandbox;

/// A triangle with a material that moves, with extras and an extension.
const SIGN: &str = r#"{
    "asset": {"version": "2.0"}, "extras": {"shop": 3}, "extensionsUsed": ["KHR_materials_unlit"],
    "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "sign", "mesh": 0, "extras": {"lit": true}}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
    "materials": [{"name": "paint", "extensions": {"KHR_materials_unlit": {}}, "extras": {"red": 1}}],
    "accessors": [
        {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
        {"bufferView": 1, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
        {"bufferView": 2, "componentType": 5126, "count": 2, "type": "VEC3"}
    ],
    "bufferViews": [
        {"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 8}, {"buffer": 0, "byteOffset": 44, "byteLength": 24}
    ],
    "buffers": [{"byteLength": 68, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAEA/AAAAAAAAAAA="}],
    "animations": [{"name": "slide", "extras": {"mood": 1}, "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
        "samplers": [{"input": 1, "output": 2}]}]
}"#;

#[test]
fn an_operation_leaves_all_but_the_animations_as_it_is() {
    let sandbox = Sandbox::new("kept");
    sandbox.write("sign.gltf", SIGN);
    let (code, _, told) = sandbox.run("convert sign.gltf --reverse -o back.gltf");
    assert_eq!((code, told.contains("gltf::scene"), told.contains("made anew")), (0, false, false), "{told}");
    let before: Value = serde_json::from_str(SIGN).unwrap();
    let made: Value = serde_json::from_slice(&sandbox.read("back.gltf")).unwrap();
    for member in ["asset", "extras", "extensionsUsed", "scene", "scenes", "nodes", "meshes", "materials"] {
        assert_eq!(made[member], before[member], "{member}");
    }
    assert_eq!(made["animations"][0]["extras"]["mood"], json!(1));
    let (_, rows, _) = sandbox.run("sample back.gltf --times 0,1 --to csv");
    assert!(
        rows.contains("0.0,slide,sign,translation,0,0.75")
            && rows.contains("1.0,slide,sign,translation,0,0.0\n"),
        "{rows}"
    );
}

#[test]
fn what_cannot_be_kept_is_a_warning_with_all_that_is_lost() {
    let sandbox = Sandbox::new("anew");
    sandbox.write("sign.gltf", SIGN);
    let (code, _, told) = sandbox.run("convert sign.gltf --root-motion way -o led.glb");
    let expected = "warning[gltf::scene]: clips cannot hold these objects: meshes (1), materials (1), extensions (KHR_materials_unlit), \
                    the extras of the file, extras of nodes (1), extras of animations (1) (dropped)";
    assert_eq!((code, told.contains(expected)), (0, true), "{told}");
}
