//! Files that keep everything except their animations when their clips are edited.

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
    assert_eq!((code, told.contains("gltf::scene"), told.contains("rebuilt")), (0, false, false), "{told}");
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

#[test]
fn files_that_others_refer_to_stay_as_they_are() {
    let sandbox = Sandbox::new("shared");
    let numbers = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.75, 0.0, 0.0];
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let mut sign: Value = serde_json::from_str(SIGN).unwrap();
    sign["buffers"] = json!([{"byteLength": 68, "uri": "paint.bin"}, {"byteLength": 4, "uri": "rest.bin"}]);
    sandbox.write("sign.gltf", sign.to_string());
    sandbox.write("paint.bin", &bytes);
    sandbox.write("rest.bin", "rest");
    let uris = |name: &str| {
        let made: Value = serde_json::from_slice(&sandbox.read(name)).unwrap();
        [0, 1].map(|index| made["buffers"][index]["uri"].as_str().unwrap().to_owned())
    };
    // A copy refers to the same files.
    let (code, _, told) = sandbox.run("convert sign.gltf -o copy.gltf");
    assert_eq!((code, uris("copy.gltf")), (0, ["paint.bin", "rest.bin"].map(str::to_owned)), "{told}");
    let reverse = "convert sign.gltf -o back.gltf --reverse --to-option container=separate --force";
    assert_eq!(
        (sandbox.run(reverse).0, uris("back.gltf")),
        (0, ["back.bin", "back-1.bin"].map(str::to_owned))
    );
    assert_eq!((sandbox.read("paint.bin"), sandbox.read("rest.bin")), (bytes, b"rest".to_vec()));
    assert_eq!(sandbox.run("info back.gltf sign.gltf").0, 0);
    // An existing file with other content is not replaced.
    sandbox.folder("out");
    sandbox.write("out/rest.bin", "mine");
    let (code, _, told) = sandbox.run("convert sign.gltf -o out/sign.gltf");
    assert_eq!((code, told.contains("rest.bin exists; --force replaces it")), (3, true), "{told}");
}
