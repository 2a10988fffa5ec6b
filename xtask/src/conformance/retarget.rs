//! Clips on other figures: against the rule with matrices, on their skins as three.js shows them, on avatars, and
//! against Blender's constraints.

use std::ffi::OsStr;
use std::fs;

use super::bench::{Bench, Case};
use crate::failure::Result;

/// The number of pairs of figures that are drawn at random, alternately a VRM, one with other names, and one with a map of its bones.
const RANDOM: usize = 6;

/// What is composed of several curves is baked within this.
const FINE: &str = "tolerance=1e-7";
const FINE_ANGLE: &str = "tolerance-angle=1e-6";

/// The largest allowed distance between poses and vertices: rest poses and keys in single precision, down a chain of bones.
const TOLERANCE: &str = "1e-5";

/// The largest allowed distance between axes in Blender, which keeps a rest bone by its ends and a roll: that alone is 1e-5 off
/// for some, and errors add up down a chain.
const BLENDER_TOLERANCE: &str = "1e-4";

pub(super) fn run(bench: &Bench) -> Result {
    println!("clips on other figures as the rule gives them, and their skins in three.js");
    (0..RANDOM).try_for_each(|seed| one(bench, seed))?;
    if bench.install_blender()? {
        println!("clips on other figures as the constraints of Blender bring them there");
        (0..RANDOM).try_for_each(|seed| constraints(bench, seed))?;
    }
    Ok(())
}

/// The rule against Blender's.
fn constraints(bench: &Bench, seed: usize) -> Result {
    let figures = bench.folder(&format!("retarget-{seed}")).join("figures.json");
    let said = bench.python("blender_retarget.py", [figures.as_os_str(), OsStr::new(BLENDER_TOLERANCE)])?;
    print!("  random-{seed} in Blender: {said}");
    Ok(())
}

fn one(bench: &Bench, seed: usize) -> Result {
    let folder = bench.folder(&format!("retarget-{seed}"));
    bench.python("retarget_reference.py", [OsStr::new(&seed.to_string()), folder.as_os_str()])?;
    let case = Case::new(format!("random-{seed} on a figure"), folder.join("source.glb"));
    let into = format!("into={}", folder.join("figure.glb").display());
    let bones = format!("bones={}", folder.join("bones.txt").display());
    let options = [&into, &bones, FINE, FINE_ANGLE, "interpolation=linear"];
    let made = bench.convert(&case, "glb", &options)?;
    let times = fs::read_to_string(folder.join("times.txt"))?;
    let found = bench.pose(&Case::new(format!("{} made", case.label), &made), Some(times.trim()))?;
    bench.compare(
        &case,
        &folder.join("expected.jsonl"),
        &found,
        &["--local", TOLERANCE, "--world", TOLERANCE],
    )?;
    let skin =
        [made.as_os_str(), folder.join("skin.json").as_os_str(), OsStr::new(TOLERANCE)].map(OsStr::to_owned);
    print!("  {}: {}", case.label, bench.node("three_skin.mjs", skin)?);
    // The figure is one for avatars where it is a VRM.
    if seed.is_multiple_of(3) {
        let made = bench.convert(&case, "vrma", &[FINE, FINE_ANGLE, "interpolation=linear"])?;
        let known = [folder.join("figure.glb"), folder.join("avatar.json")];
        let arguments = [made.as_os_str(), known[0].as_os_str(), known[1].as_os_str(), OsStr::new(TOLERANCE)];
        print!("  {} as an avatar: {}", case.label, bench.node("three_vrma.mjs", arguments)?);
    }
    Ok(())
}
