//! glTF written again, and as BVH, for other programs.

use super::bench::{Bench, files};
use super::receive;
use crate::failure::Result;

/// The offset of times from frames at which the animations jump, in seconds.
const LATER: f64 = 0.0042;

pub(super) fn run(bench: &Bench) -> Result {
    println!("glTF for other programs");
    for file in files("gltf", "gltf")?.into_iter().chain(files("gltf", "glb")?) {
        let times = bench.frames(&file)?.iter().map(|time| (time + LATER).to_string()).collect::<Vec<_>>();
        receive::made(bench, &file, &times.join(","), false)?;
    }
    Ok(())
}
