//! BVH as other readers read it.

use super::SINGLE;
use super::bench::{Bench, Case, files};
use crate::process::Result;

pub(super) fn run(bench: &Bench) -> Result {
    println!("BVH as three.js and bvhio read it");
    for file in files("bvh", "bvh")? {
        readers(bench, &file)?;
        let times = frames(bench, &file)?;
        bench.three(&file, &times, false)?;
    }
    Ok(())
}

/// Compares `anim pose` at every frame with two other readers of the same file.
pub(super) fn readers(bench: &Bench, file: &Case) -> Result {
    let found = bench.pose(file, None)?;
    let flags = ["--local", SINGLE, "--world", SINGLE];
    for (reader, printed) in [
        ("three.js", bench.node("three_bvh.mjs", [&file.path])?),
        ("bvhio", bench.python("bvh_pose.py", [&file.path])?),
    ] {
        let case = Case::new(format!("{} by {reader}", file.label), &file.path);
        let expected = bench.keep(&case, "jsonl", &printed)?;
        bench.compare(&case, &expected, &found, &flags)?;
    }
    Ok(())
}

/// The times of a file's frames.
fn frames(bench: &Bench, file: &Case) -> Result<String> {
    let poses = std::fs::read_to_string(bench.pose(file, None)?)?;
    let time = |line: &str| Some(line.split_once("\"time\":")?.1.split_once(',')?.0.to_owned());
    Ok(poses.lines().filter_map(time).collect::<Vec<_>>().join(","))
}
