//! STF against Blender's own values and three.js.

mod edits;

use std::ffi::OsStr;

use super::bench::{Bench, Case, files};
use crate::process::Result;

pub(super) fn run(bench: &Bench) -> Result {
    let files: Vec<_> = files("stf", "stf")?.into_iter().map(within).collect();
    println!("STF edited");
    for file in &files {
        println!("  {}: {} edits", file.label, edits::run(&file.path)?);
    }
    println!("STF as Blender plays it");
    for file in &files {
        let golden = file.path.with_extension("golden.json");
        bench.convert(file, "glb", &[])?;
        if golden.is_file() {
            let times = bench.python("stf_golden.py", [OsStr::new("--times"), golden.as_os_str()])?;
            let samples = bench.sample(file, times.trim())?;
            let report = bench.path(file, "glb.loss.json");
            let inputs = [&file.path, &golden, &samples, &report];
            println!("  {}: {}", file.label, bench.python("stf_golden.py", inputs)?.trim_end());
        }
    }
    println!("STF as three.js plays it");
    for file in &files {
        let times = bench.python("stf_golden.py", [OsStr::new("--between"), file.path.as_os_str()])?;
        if !times.trim().is_empty() {
            bench.three(file, times.trim(), false)?;
        }
    }
    Ok(())
}

/// The file, called by its folder too: files of older exporters have the names of others.
fn within(file: Case) -> Case {
    let folder = file.path.parent().and_then(|folder| folder.file_name()).unwrap_or_default();
    let label = format!("{} {}", folder.to_string_lossy(), file.label);
    file.called(label)
}
