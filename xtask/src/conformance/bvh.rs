//! BVH as other programs read it, and files made from it.

use super::bench::{Bench, files};
use super::receive;
use crate::failure::Result;

pub(super) fn run(bench: &Bench) -> Result {
    println!("BVH for other programs");
    for file in files("bvh", "bvh")? {
        receive::as_is(bench, &file)?;
        let times = bench.frames(&file)?.iter().map(f64::to_string).collect::<Vec<_>>();
        receive::made(bench, &file, &times.join(","), false)?;
    }
    Ok(())
}
