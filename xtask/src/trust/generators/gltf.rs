//! glTF: many nodes, many animations that share accessors, weights, deep hierarchies, JSON that is not glTF.

use super::{Generator, noise, parts};

const GLTF: &str = "gltf";

pub(super) const ALL: &[Generator] = &[
    Generator::new(GLTF, "gltf", "nodes", |size| {
        json(parts(size, &nodes_head(), "]}", |index| comma(index, "{}")))
    }),
    Generator::new(GLTF, "gltf", "a chain of nodes", |size| {
        let node = |index: usize| comma(index, &format!("{{\"children\":[{}]}}", index + 1));
        json(parts(size, &nodes_head(), ",{}]}", node))
    }),
    Generator::new(GLTF, "gltf", "nodes of all transforms", |size| {
        let node = r#"{"translation":[1,2,3],"rotation":[0,0,0,1],"scale":[1,1,2]}"#;
        json(parts(size, &nodes_head(), "]}", |index| comma(index, node)))
    }),
    Generator::new(GLTF, "gltf", "animations without channels", |size| {
        let start = r#"{"asset":{"version":"2.0"},"animations":["#;
        json(parts(size, start, "]}", |index| comma(index, r#"{"channels":[],"samplers":[]}"#)))
    }),
    Generator::new(GLTF, "gltf", "animations over one accessor", |size| {
        let keys = size / 40;
        let one = r#"{"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],"samplers":[{"input":0,"output":1}]}"#;
        let start = with_keys(keys, 1, 1);
        json(parts(size, &format!("{start},\"animations\":["), "]}", |index| comma(index, one)))
    }),
    Generator::new(GLTF, "gltf", "animations of splines over one accessor", |size| {
        let one = r#"{"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],"samplers":[{"input":0,"output":1,"interpolation":"CUBICSPLINE"}]}"#;
        let start = with_keys(size / 110, 1, 3);
        json(parts(size, &format!("{start},\"animations\":["), "]}", |index| comma(index, one)))
    }),
    Generator::new(GLTF, "gltf", "animations of one of many nodes", |size| {
        let nodes = size / 6;
        let one = r#"{"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],"samplers":[{"input":0,"output":1}]}"#;
        let start = with_keys(2, nodes, 1);
        json(parts(size, &format!("{start},\"animations\":["), "]}", |index| comma(index, one)))
    }),
    Generator::new(GLTF, "gltf", "numbers that mean nothing", |size| {
        json(parts(size, r#"{"asset":{"version":"2.0"},"extras":[0"#, "]}", |_| ",0".to_owned()))
    }),
    Generator::new(GLTF, "gltf", "objects that mean nothing", |size| {
        json(parts(size, r#"{"asset":{"version":"2.0"},"extras":[0"#, "]}", |_| ",{\"a\":1}".to_owned()))
    }),
    Generator::new(GLTF, "gltf", "accessors of zeros", |size| {
        let one = r#"{"componentType":5126,"count":100000,"type":"SCALAR"}"#;
        json(parts(size, r#"{"asset":{"version":"2.0"},"accessors":["#, "]}", |index| comma(index, one)))
    }),
    Generator::new(GLTF, "glb", "keys of one node", |size| glb(size, 1)),
    Generator::new(GLTF, "glb", "weights of forty shapes", |size| glb(size, 40)),
];

fn nodes_head() -> String {
    r#"{"asset":{"version":"2.0"},"nodes":["#.to_owned()
}

fn comma(index: usize, text: &str) -> String {
    if index == 0 { text.to_owned() } else { format!(",{text}") }
}

fn json(text: String) -> Vec<u8> {
    text.into_bytes()
}

/// A document of nodes, with accessors of keys in a base64 buffer, `each` values per key, without its animations and its last brace.
fn with_keys(keys: usize, nodes: usize, each: usize) -> String {
    let values = keys * each;
    let bytes: Vec<u8> = (0..keys)
        .flat_map(|index| (index as f32).to_le_bytes())
        .chain((0..values * 3).flat_map(|index| (noise(index) as f32).to_le_bytes()))
        .collect();
    let nodes = vec!["{}"; nodes].join(",");
    let text = base64(&bytes);
    format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{nodes}],"buffers":[{{"byteLength":{},"uri":"data:application/octet-stream;base64,{text}"}}],"bufferViews":[{{"buffer":0,"byteLength":{}}},{{"buffer":0,"byteOffset":{},"byteLength":{}}}],"accessors":[{{"bufferView":0,"componentType":5126,"count":{keys},"type":"SCALAR","min":[0],"max":[{}]}},{{"bufferView":1,"componentType":5126,"count":{values},"type":"VEC3"}}]"#,
        bytes.len(),
        keys * 4,
        keys * 4,
        values * 12,
        keys - 1,
    )
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |bytes: &[u8]| {
        let at = |index: usize| u32::from(bytes.get(index).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        let letter = move |index: usize| char::from(LETTERS[(bits >> (18 - 6 * index) & 63) as usize]);
        let len = bytes.len();
        (0..4).map(move |index| if index > len { '=' } else { letter(index) })
    };
    bytes.chunks(3).flat_map(group).collect()
}

/// A binary file of one animation, of a node's translation or of `weights` weights.
fn glb(size: usize, weights: usize) -> Vec<u8> {
    let width = if weights > 1 { weights } else { 3 };
    let keys = (size / 4 / (width + 1)).max(2);
    let mut buffer: Vec<u8> = (0..keys).flat_map(|index| (index as f32).to_le_bytes()).collect();
    buffer.extend((0..keys * width).flat_map(|index| (noise(index) as f32).to_le_bytes()));
    let shapes = vec![r#"{"POSITION":2}"#; weights].join(",");
    let mesh =
        format!(r#","meshes":[{{"primitives":[{{"attributes":{{"POSITION":2}},"targets":[{shapes}]}}]}}]"#);
    let (mesh, node, path) =
        if weights > 1 { (mesh.as_str(), r#"{"mesh":0}"#, "weights") } else { ("", "{}", "translation") };
    let (kind, count) = if weights > 1 { ("SCALAR", keys * width) } else { ("VEC3", keys) };
    let text = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{node}]{mesh},"buffers":[{{"byteLength":{}}}],"bufferViews":[{{"buffer":0,"byteLength":{}}},{{"buffer":0,"byteOffset":{},"byteLength":{}}}],"accessors":[{{"bufferView":0,"componentType":5126,"count":{keys},"type":"SCALAR","min":[0],"max":[{}]}},{{"bufferView":1,"componentType":5126,"count":{count},"type":"{kind}"}},{{"componentType":5126,"count":1,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}}],"animations":[{{"channels":[{{"sampler":0,"target":{{"node":0,"path":"{path}"}}}}],"samplers":[{{"input":0,"output":1}}]}}]}}"#,
        buffer.len(),
        keys * 4,
        keys * 4,
        keys * width * 4,
        keys - 1,
    );
    let text = text.clone() + &" ".repeat(text.len().next_multiple_of(4) - text.len());
    let chunk =
        |kind: &[u8; 4], bytes: &[u8]| [&(bytes.len() as u32).to_le_bytes(), &kind[..], bytes].concat();
    let chunks = [chunk(b"JSON", text.as_bytes()), chunk(b"BIN\0", &buffer)].concat();
    [b"glTF", &2u32.to_le_bytes()[..], &(12 + chunks.len() as u32).to_le_bytes(), &chunks].concat()
}
