//! A file like a VRM: a skin, morph targets, a material, an extension of VRM and an unknown one, unusual white space and
//! numbers.

/// Bytes of the chunk beyond the length that the buffer states.
pub(crate) const SLACK: usize = 2;

/// A chunk of an unknown type.
pub(crate) const EXTRA_CHUNK: [u8; 12] = *b"\x04\0\0\0XTRAabcd";

/// The buffer: positions of a triangle, joints, weights, inverse bind matrices, displacements; and two bytes of padding.
pub(crate) fn bin() -> Vec<u8> {
    let floats = |values: &[f32]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
    let mut bin = floats(&[0.0, 1.0, 0.0, 0.6, 1.5, 0.0, 0.0, 1.5, 0.0]);
    bin.extend([0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    bin.extend(floats(&[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]));
    // The inverse of the hips' and of the arm's map to the world; the arm is turned by a quarter about X.
    bin.extend(floats(&[1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 1.0]));
    bin.extend(floats(&[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 1.0, 0.0, 0.0, -0.2, 0.0, 1.5, 1.0]));
    bin.extend(floats(&[0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]));
    bin.extend([0x11, 0x22, 0, 0]);
    bin
}

/// The text. The hips are 1 high, the legs 0.8 long, the left arm is turned about X at rest and its tip is 0.4 away.
pub(crate) fn json() -> String {
    let text = r#" {
  "asset" : {"version":"2.0",	"generator" : "a test\u0021"},
  "extensionsUsed":["VRMC_vrm","EXT_unknown"],
  "scene":0, "scenes":[{"nodes":[0, 8,9]}],
  "nodes" :[
    {"name":"J_hips","translation":[0,1.0e0,0],"children":[1,4],"extras":{"keep":1.50}},
    {"name":"J_spine","translation":[0,2e-1,0],"children":[2,3]},
    {"name":"J_head","translation":[0,0.4,0]},
    {"name":"J_arm","translation":[0.2,0.3,0],"rotation":[0.70710678118654752440,0,0,0.70710678118654752440],"children":[7]},
    {"name":"J_thigh","translation":[0.1,0,0],"children":[5]},
    {"name":"J_shin","translation":[0,-0.4,0],"children":[6]},
    {"name":"J_foot","translation":[0,-0.4,0]},
    {"name":"tip","translation":[0.40,0,0]},
    {"name":"body","mesh":0,"skin":0},
    {"name":"prop2","EXT_nobody":{"x":[1.0E+2,  {}]}}
  ],
  "meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2},"material":0,
    "targets":[{"POSITION":4}]}],"weights":[0.25],"extras":{"targetNames":["smile"]}}],
  "materials":[{"name":"skin","alphaMode":"MASK","extensions":{"EXT_unknown":{"a":[ 1.0, 2 ]}}}],
  "skins":[{"joints":[0,3],"inverseBindMatrices":3,"skeleton":0}],
  "accessors":[
    {"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,1,0],"max":[0.6000000238418579,1.5,0]},
    {"bufferView":1,"componentType":5121,"count":3,"type":"VEC4"},
    {"bufferView":2,"componentType":5126,"count":3,"type":"VEC4"},
    {"bufferView":3,"componentType":5126,"count":2,"type":"MAT4"},
    {"bufferView":4,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0.10000000149011612]},
    {"componentType":5126,"count":1,"type":"SCALAR"}
  ],
  "bufferViews":[
    {"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":12},
    {"buffer":0,"byteOffset":48,"byteLength":48},
    {"buffer":0,"byteOffset":96,"byteLength":128}, {"buffer":0,"byteOffset":224,"byteLength":36}
  ],
  "buffers":[{ "name":"b", "byteLength" : 262 }],
  "extensions":{"VRMC_vrm":{"specVersion":"1.0","meta":{"name":"t","authors":["t"],"licenseUrl":"x"},
    "humanoid":{"humanBones":{"hips":{"node":0},"spine":{"node":1},"head":{"node":2},"leftUpperArm":{"node":3},
      "leftUpperLeg":{"node":4},"leftLowerLeg":{"node":5},"leftFoot":{"node":6}}}},
    "EXT_unknown":{"x":[[],null,"\"}"]}}
}
"#;
    text.to_owned()
}

/// A .glb, with a chunk of an unknown type after the buffer.
pub(crate) fn glb(json: &str, bin: &[u8]) -> Vec<u8> {
    let mut chunks = Vec::new();
    for (kind, data, filler) in [(*b"JSON", json.as_bytes(), b' '), (*b"BIN\0", bin, 0)] {
        let mut data = data.to_vec();
        data.resize(data.len().next_multiple_of(4), filler);
        if !data.is_empty() {
            chunks.extend(u32::try_from(data.len()).unwrap().to_le_bytes());
            chunks.extend(kind);
            chunks.extend(data);
        }
    }
    if !bin.is_empty() {
        chunks.extend(EXTRA_CHUNK);
    }
    let length = u32::try_from(12 + chunks.len()).unwrap();
    [&b"glTF"[..], &2u32.to_le_bytes(), &length.to_le_bytes(), &chunks].concat()
}

/// The data of a chunk.
pub(crate) fn chunk(glb: &[u8], kind: [u8; 4]) -> Vec<u8> {
    let mut at = 12;
    while at < glb.len() {
        let length = u32::from_le_bytes(glb[at..at + 4].try_into().unwrap()) as usize;
        if glb[at + 4..at + 8] == kind {
            return glb[at + 8..at + 8 + length].to_vec();
        }
        at += 8 + length;
    }
    Vec::new()
}
