//! Human figures in the programs that receive them: their height, and whether they stand.

use serde_json::{Value, json};

use super::bench::{BLENDER, Bench, Case};
use crate::checkout;
use crate::failure::Result;
use crate::process;

/// The fixtures of human figures, each with four of its nodes from the top down.
const PEOPLE: &[(&str, [&str; 4])] = &[
    ("tod/valid/walk.tod", ["object 4", "object 2", "object 1", "object 14"]),
    ("bvh/valid/walk.bvh", ["Head_end", "Spine", "LeftThigh", "LeftFoot"]),
    ("gltf/valid/rig.glb", ["Head", "Spine", "Thigh.L", "Toes.L"]),
    ("mm2-ped/valid/pedanim_walkerstride.anim", ["head", "chest", "hip", "shin_l"]),
];

/// The programs, and the scripts that show a GLB in them.
const PROGRAMS: &[(&str, &str)] = &[
    ("three.js", "three_glb.mjs"),
    ("Babylon.js", "babylon_glb.mjs"),
    ("Assimp", "assimp_glb.mjs"),
    ("Blender", BLENDER),
];

pub(super) fn run(bench: &Bench) -> Result {
    println!("people as other programs show them");
    let blender = bench.install_blender()?;
    let made: Vec<_> =
        PEOPLE.iter().map(|(fixture, down)| person(bench, fixture, down)).collect::<Result<_>>()?;
    let mut judged: Vec<Value> = Vec::new();
    for (reader, script) in PROGRAMS.iter().filter(|(_, script)| blender || *script != BLENDER) {
        let mut jobs: Vec<Value> = Vec::new();
        for (case, down) in &made {
            let found = bench.path(case, &format!("{reader}.jsonl"));
            jobs.push(json!({"file": case.path, "times": [0.0], "poses": found}));
            judged.push(json!({"label": case.label, "reader": reader, "found": found, "down": down}));
        }
        process::finish(bench.start(script, &bench.write(&format!("people.{script}.json"), &jobs)?)?)?;
    }
    bench.judge("people.py", &[&bench.write("people.json", &judged)?])
}

/// A GLB of a fixture, made with default options, and the nodes from the top down.
fn person(
    bench: &Bench,
    fixture: &str,
    down: &'static [&'static str],
) -> Result<(Case, &'static [&'static str])> {
    let label = fixture.rsplit('/').next().unwrap_or(fixture);
    let case = Case::new(format!("person {label}"), checkout::root().join("fixtures").join(fixture));
    Ok((Case::new(label, bench.convert(&case, "glb", &[])?), down))
}
