//! The programs that receive our files: what they show of a GLB or a BVH, compared with its source.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::bench::{BLENDER, Bench};
use super::received::Received;
use crate::checkout;
use crate::failure::Result;
use crate::process;

/// The tolerance of nodes, relative to the size of the pose, and of axes: single precision down a chain of 67 bones.
const SINGLE: f64 = 2e-4;

/// A program that reads files of one kind.
struct Reader {
    name: &'static str,
    target: &'static str,
    script: &'static str,
    /// Whether it can show a file of its kind.
    takes: fn(&Received) -> bool,
}

/// Programs with the same script run once. Blender merges keys that are less than 1/100 frame apart, and Babylon.js does not
/// read a BVH with carriage returns at line ends, which some fixtures have.
#[rustfmt::skip]
const READERS: &[Reader] = &[
    Reader { name: "three.js", target: "glb", script: "three_glb.mjs", takes: |_| true },
    Reader { name: "Babylon.js", target: "glb", script: "babylon_glb.mjs", takes: |_| true },
    Reader { name: "Blender", target: "glb", script: BLENDER, takes: |file| !file.fine },
    Reader { name: "three.js", target: "bvh", script: "three_bvh.mjs", takes: |_| true },
    Reader { name: "Babylon.js", target: "bvh", script: "babylon_bvh.mjs", takes: |file| file.report.is_some() },
    Reader { name: "Blender", target: "bvh", script: BLENDER, takes: |_| true },
    Reader { name: "bvhio", target: "bvh", script: "bvhio_bvh.py", takes: |_| true },
    Reader { name: "Assimp", target: "bvh", script: "assimp_bvh.mjs", takes: |_| true },
];

/// Shows every file in every program that reads its kind, and compares. `page` is the treatment of docs/fidelity.md: `--check`
/// or `--write`.
pub(super) fn run(bench: &Bench, page: &str) -> Result {
    let files = &*bench.received();
    if files.is_empty() {
        return Ok(());
    }
    let blender = bench.install_blender()?;
    let results = bench.folder("readers.json");
    let here: Vec<&Reader> = READERS.iter().filter(|reader| blender || reader.script != BLENDER).collect();
    let scripts: BTreeSet<_> = here.iter().map(|reader| reader.script).collect();
    let running: Vec<_> = scripts
        .into_iter()
        .map(|script| {
            let jobs: Vec<Value> = pairs(&here, files)
                .filter(|(_, reader)| reader.script == script)
                .map(|(file, reader)| {
                    json!({"file": file.file, "times": file.times, "poses": poses(bench, file, reader)})
                })
                .collect();
            bench.start(script, &bench.write(&format!("{script}.json"), &jobs)?)
        })
        .collect::<Result<_>>()?;
    running.into_iter().map(process::finish).fold(Ok(()), Result::and)?;
    println!("what other programs show of our files");
    let comparisons: Vec<Value> = pairs(&here, files)
        .map(|(file, reader)| {
            json!({
                "label": file.label, "file": file.file, "source": file.source, "target": file.target, "reader": reader.name,
                "expected": file.expected, "found": poses(bench, file, reader), "report": file.report,
                "granted": file.granted, "tolerance": SINGLE, "fine": file.fine, "corpus": file.corpus,
            })
        })
        .collect();
    let list = bench.write("comparisons.json", &comparisons)?;
    let judged = bench.judge("readers.py", &[&list, &results]);
    let fidelity = checkout::root().join("docs/fidelity.md");
    judged.and(bench.judge("fidelity.py", &[&results, &fidelity, Path::new(page)]))
}

fn pairs<'a>(
    readers: &'a [&'a Reader],
    files: &'a [Received],
) -> impl Iterator<Item = (&'a Received, &'a Reader)> {
    files.iter().flat_map(|file| {
        let fits = |reader: &&&Reader| reader.target == file.target && (reader.takes)(file);
        let fitting = readers.iter().filter(fits);
        fitting.map(move |reader| (file, *reader))
    })
}

/// The path of the poses that a program shows.
fn poses(bench: &Bench, file: &Received, reader: &Reader) -> PathBuf {
    let name = format!("{}.{}.{}.jsonl", file.label, file.target, reader.name);
    bench.folder(&name.replace(' ', "."))
}
