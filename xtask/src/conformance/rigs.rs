//! Figures exported by Blender, converted to each format and back, as Blender then shows them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::bench::{BLENDER, Bench, Case};
use crate::failure::{Failure, Result};
use crate::process;

/// A rig of `blender_rig.py`, its duration, and what its BVH does not state.
struct Rig {
    name: &'static str,
    seconds: u32,
    /// Frames a second.
    rate: u32,
    /// The unit of its BVH in metres.
    metres: f64,
    space: [&'static str; 3],
    /// Whether bones are scaled, and the object moves.
    busy: bool,
}

#[rustfmt::skip]
const RIGS: &[Rig] = &[
    Rig { name: "person", seconds: 1, rate: 30, metres: 1.0, space: ["up=z", "forward=-y", "unit=1"], busy: false },
    Rig { name: "imported", seconds: 3, rate: 24, metres: 0.01, space: ["up=y", "forward=z", "unit=0.01"], busy: false },
    Rig { name: "busy", seconds: 3, rate: 24, metres: 0.01, space: ["up=y", "forward=z", "unit=0.01"], busy: true },
];

/// An intermediate format: its extension, the options for reading it, and the unit in metres that it defines.
const FORMATS: &[(&str, &[&str], Option<f64>)] = &[
    ("tod", &[], Some(0.001)),
    ("tod", &["mode=ideal"], Some(0.001)),
    ("anim", &[], Some(1.0)),
    ("anim", &["interpolate=linear"], Some(1.0)),
    ("stt", &[], None),
    ("xml", &[], None),
    ("stf", &[], Some(1.0)),
    ("gltf", &[], Some(1.0)),
    ("bvh", &[], None),
];

/// Poses of GLBs are compared this long after each frame, where held motion has changed, and between frames: in seconds.
const AFTER: &[f64] = &[0.002, 0.03];

/// Those of BVHs are compared at the frames: between them Blender rotates bones about axes that depend on their rest.
const AT: &[f64] = &[0.0];

pub(super) fn run(bench: &Bench) -> Result {
    if !bench.install_blender()? {
        return Ok(());
    }
    println!("rigs that Blender exports, in each format and back, as Blender shows them");
    let folder = bench.folder("rigs");
    bench.python("blender_rig.py", [folder.as_os_str()])?;
    let mut ways = Vec::new();
    for rig in RIGS {
        for kind in ["glb", "bvh"] {
            ways.extend(journeys(bench, rig, kind, &folder)?);
        }
    }
    let jobs: Vec<Value> =
        ways.iter().map(|way| json!({"file": way.back, "times": way.times, "poses": way.found})).collect();
    process::finish(bench.start(BLENDER, &bench.write("rigs.jobs.json", &jobs)?)?)?;
    let comparisons: Vec<Value> = ways
        .iter()
        .map(|way| {
            json!({
                "label": way.label, "expected": way.expected, "found": way.found, "reports": way.reports,
                "parents": &way.parents, "scale": way.metres,
            })
        })
        .collect();
    bench.judge("rigs.py", &[&bench.write("rigs.comparisons.json", &comparisons)?])
}

/// A file after conversion to another format and back.
struct Journey {
    label: String,
    back: PathBuf,
    times: Vec<f64>,
    expected: PathBuf,
    found: PathBuf,
    /// The reports of the conversions, each with the units in metres of its source and its target.
    reports: Vec<Value>,
    parents: Value,
    /// The unit of the file in metres.
    metres: f64,
}

/// One file of a rig, unchanged and by way of every format.
fn journeys(bench: &Bench, rig: &Rig, kind: &str, folder: &Path) -> Result<Vec<Journey>> {
    let name = format!("{}.{kind}", rig.name);
    let metres = if kind == "bvh" { rig.metres } else { 1.0 };
    let parents: Value =
        serde_json::from_str(&fs::read_to_string(folder.join(format!("{name}.parents.json")))?)
            .map_err(|error| Failure::broken(error.to_string()))?;
    let file = folder.join(&name);
    let after = if kind == "bvh" { AT } else { AFTER };
    let last = rig.seconds * rig.rate;
    let frames = |count: u32| (0..count).map(|frame| f64::from(frame) / f64::from(rig.rate));
    let journey = |label: String, back: PathBuf, reports| Journey {
        found: bench.path(&Case::new(label.clone(), ""), "blender.jsonl"),
        expected: bench.path(&Case::new(name.clone(), ""), "blender.jsonl"),
        times: frames(last).flat_map(|time| after.iter().map(move |after| time + after)).collect(),
        label,
        back,
        reports,
        parents: parents.clone(),
        metres,
    };
    let itself = Journey {
        times: frames(last + 1).collect(),
        expected: folder.join(format!("{name}.jsonl")),
        ..journey(format!("{name} as exported"), file.clone(), Vec::new())
    };
    let mut all = vec![journey(name.clone(), file.clone(), Vec::new())];
    // Parent bones are scaled, which Blender leaves out of a BVH.
    if kind == "glb" || !rig.busy {
        all.push(itself);
    }
    let space: &[&str] = if kind == "bvh" { &rig.space } else { &[] };
    for (extension, options, defined) in FORMATS {
        // Between its last frame and its first, such a clip goes all the way back.
        if rig.busy && options.contains(&"interpolate=linear") {
            continue;
        }
        let label = [&[name.as_str(), "by", *extension], *options].concat().join(" ");
        let there = space.iter().fold(Case::new(label.clone(), &file), |case, option| case.with(*option));
        let mut between = Case::new(format!("{label} back"), bench.convert(&there, extension, &[])?);
        if *extension == "anim" {
            let figure = bench.convert(&there, "skel", &[])?;
            between = between.with(format!("skel={}", figure.display()));
        }
        if *extension == "stt" {
            // The other clips are the poses that it consists of.
            between = between.clip(0);
        }
        let between = options.iter().fold(between, |case, option| case.with(*option));
        let back = bench.convert(&between, kind, space)?;
        let far = defined.unwrap_or(metres);
        let report = |case: &Case, extension: &str, units: [f64; 2]| json!({"report": bench.path(case, &format!("{extension}.loss.json")), "metres": units});
        let reports = vec![report(&there, extension, [metres, far]), report(&between, kind, [far, metres])];
        all.push(journey(label, back, reports));
    }
    Ok(all)
}
