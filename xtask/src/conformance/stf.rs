//! STF against Blender's own values and three.js.

mod edits;

use std::ffi::OsStr;

use super::bench::{Bench, Case, files};
use super::receive;
use crate::failure::Result;

pub(super) fn run(bench: &Bench) -> Result {
    let files: Vec<_> = files("stf", "stf")?.into_iter().map(within).collect();
    println!("STF edited");
    for file in &files {
        println!("  {}: {} edits", file.label, edits::run(&file.path)?);
    }
    println!("STF as Blender plays it");
    for file in &files {
        let golden = file.path.with_extension("golden.json");
        if golden.is_file() {
            let times = bench.python("stf_golden.py", [OsStr::new("--times"), golden.as_os_str()])?;
            // Reference values are by id.
            let by_id = file.with("names=id");
            let samples = bench.sample(&by_id, times.trim())?;
            bench.convert(&by_id, "glb", &[])?;
            let report = bench.path(&by_id, "glb.loss.json");
            let inputs = [&file.path, &golden, &samples, &report];
            println!("  {}: {}", file.label, bench.python("stf_golden.py", inputs)?.trim_end());
        }
    }
    println!("STF for other programs");
    for file in &files {
        let times = bench.python("stf_golden.py", [OsStr::new("--between"), file.path.as_os_str()])?;
        receive::made(bench, file, times.trim(), false)?;
    }
    Ok(())
}

/// The file, labelled with its folder too, because files of older exporters have the same names as others.
fn within(file: Case) -> Case {
    let folder = file.path.parent().and_then(|folder| folder.file_name()).unwrap_or_default();
    let label = format!("{} {}", folder.to_string_lossy(), file.label);
    file.called(label)
}
