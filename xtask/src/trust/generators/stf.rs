//! STF: keys as short as they can be, tracks of nothing, baked values, JSON that means nothing.

use super::{Generator, noise, parts};

pub(super) const ALL: &[Generator] = &[
    Generator::new("stf", "stf", "keys without a kind", |size| one_track(size, "[true,0]")),
    Generator::new("stf", "stf", "bezier keys", |size| {
        one_track(size, r#"[true,0.5,"bezier","split",[0.3,1],[-0.3,1]]"#)
    }),
    Generator::new("stf", "stf", "fillers", |size| one_track(size, r#"[false,0,"baked"]"#)),
    Generator::new("stf", "stf", "keys that are absent", |size| one_track(size, "null")),
    Generator::new("stf", "stf", "tracks without subtracks", |size| {
        tracks(size, r#"{"target":[],"timepoints":[],"subtracks":[]}"#)
    }),
    Generator::new("stf", "stf", "subtracks that are null", |size| {
        let start = format!(r#"{HEAD}{{"target":["a","t"],"timepoints":[],"subtracks":[null"#);
        parts(size, &start, "]}]}", |_| ",null".to_owned()).into_bytes()
    }),
    Generator::new("stf", "stf", "a track for each node", |size| {
        let start = HEAD.to_owned();
        parts(size, &start, "]}", |index| {
            let comma = if index == 0 { "" } else { "," };
            format!(r#"{comma}{{"target":["n{index}","t"],"timepoints":[1],"subtracks":[{{"keyframes":[[true,0,"linear"]]}}]}}"#)
        })
        .into_bytes()
    }),
    Generator::new("stf", "stf", "animations", |size| {
        let start = ROOT.to_owned();
        parts(size, &start, "},\"buffers\":{}}", |index| {
            format!(r#",{index}:{{"type":"stf.animation","name":"a","loop":"none","fps":24,"range":[1,5],"tracks":[]}}"#)
                .replacen(&format!(",{index}:"), &format!(",\"{index}\":"), 1)
        })
        .into_bytes()
    }),
    Generator::new("stf", "stf", "animations over many nodes", |size| {
        // Half of the file is nodes, half is animations of one of them.
        let node = |index: usize| format!(r#","n{index}":{{"type":"stf.node","children":[]}}"#);
        let nodes = parts(size / 2, "", "", node);
        let start = format!("{ROOT}{nodes}");
        let one = r#"{"type":"stf.animation","loop":"none","fps":24,"range":[1,5],"tracks":[{"target":["n0","t"],"timepoints":[1],"subtracks":[{"keyframes":[[true,0,"linear"]]}]}]}"#;
        parts(size, &start, "},\"buffers\":{}}", |index| format!(r#","{index}":{one}"#)).into_bytes()
    }),
    Generator::new("stf", "stf", "resources that mean nothing", |size| {
        parts(size, ROOT, "},\"buffers\":{}}", |index| format!(r#","{index}":{{"type":""}}"#)).into_bytes()
    }),
    Generator::new("stf", "stf", "numbers that mean nothing", |size| {
        let start = format!(r#"{ROOT},"x":{{"type":"x","y":[0"#);
        parts(size, &start, "]}},\"buffers\":{}}", |_| ",0".to_owned()).into_bytes()
    }),
    Generator::new("stf", "stf", "fields of an animation that mean nothing", |size| {
        let start = r#""a":{"type":"stf.animation","loop":"none","fps":24,"range":[1,5],"tracks":[]"#;
        parts(size, start, "}", |index| format!(r#","{index}":0"#)).into_bytes()
    }),
    Generator::new("stf", "stf", "baked values", baked),
];

const HEAD: &str =
    r#""a":{"type":"stf.animation","name":"a","loop":"none","fps":24,"range":[1,5],"tracks":["#;

/// A document with its root resource, up to the position of further resources.
const ROOT: &str = r#"{"stf":{"version":[0,1],"root":"root","generator":"x","generator_version":"1","timestamp":"2026-01-01T00:00:00+00:00","metric_multiplier":1},"resources":{"root":{"type":"stf.prefab","name":"Root","root_nodes":[]}"#;

/// One track of one subtrack of keys.
fn one_track(size: usize, key: &str) -> Vec<u8> {
    let keys = size / (key.len() + 9);
    let times: Vec<String> = (1..=keys).map(|time| time.to_string()).collect();
    let all = vec![key; keys].join(",");
    format!(
        r#"{HEAD}{{"target":["a","t"],"timepoints":[{}],"subtracks":[{{"keyframes":[{all}]}}]}}]}}"#,
        times.join(",")
    )
    .into_bytes()
}

fn tracks(size: usize, track: &str) -> Vec<u8> {
    parts(size, HEAD, "]}", |index| if index == 0 { track.to_owned() } else { format!(",{track}") })
        .into_bytes()
}

/// A container of one animation whose values are baked.
fn baked(size: usize) -> Vec<u8> {
    let frames = size / 4;
    let json = format!(
        r#"{ROOT},"a":{{"type":"stf.animation","name":"a","loop":"none","fps":24,"range":[1,{frames}],"referenced_buffers":["b"],"tracks":[{{"target":["root","t"],"timepoints":[],"subtracks":[{{"keyframes":[],"baked":0}}]}}]}}}},"buffers":{{"b":{{"type":"stf.buffer.included","index":0}}}}}}"#
    );
    let mut bytes = [b"STF0".as_slice(), &[0; 8], &2u32.to_le_bytes()].concat();
    bytes.extend((json.len() as u64).to_le_bytes());
    bytes.extend((frames as u64 * 4).to_le_bytes());
    bytes.extend(json.as_bytes());
    bytes.extend((0..frames).flat_map(|index| (noise(index) as f32).to_le_bytes()));
    bytes
}
