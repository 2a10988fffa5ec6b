//! Expressions of VRM animations in the files of avatars, as three.js shows them, against three-vrm.

use std::ffi::OsStr;

use super::bench::{Bench, Case};
use crate::failure::Result;

/// The number of avatars that are drawn at random, alternately of VRM 1.0 and of 0.x.
const RANDOM: usize = 6;

/// The largest allowed difference of a weight: what sums of lines are baked within, and single precision.
const TOLERANCE: &str = "1e-5";

pub(super) fn run(bench: &Bench) -> Result {
    println!("expressions of avatars as three-vrm plays them");
    (0..RANDOM).try_for_each(|seed| one(bench, seed))
}

fn one(bench: &Bench, seed: usize) -> Result {
    let folder = bench.folder(&format!("face-{seed}"));
    bench.python("face_random.py", [OsStr::new(&seed.to_string()), folder.as_os_str()])?;
    let (file, avatar) = (folder.join("face.vrma"), folder.join("avatar.glb"));
    let case = Case::new(format!("random-{seed} on an avatar"), &file);
    let into = format!("into={}", avatar.display());
    let made = bench.convert(&case, "glb", &[&into, "tolerance=1e-6", "interpolation=linear"])?;
    let arguments = [file.as_os_str(), avatar.as_os_str(), made.as_os_str(), OsStr::new(TOLERANCE)];
    print!("  {}: {}", case.label, bench.node("three_face.mjs", arguments)?);
    Ok(())
}
