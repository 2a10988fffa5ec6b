//! Pedestrian clips against an independent evaluator, through other formats and back, and in three.js.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::bench::{Bench, Case, files};
use super::receive;
use super::tolerance::SINGLE;
use crate::failure::Result;

/// The number of random figures, with a clip in each layout: one bone with small angles, 19 bones with angles of up to half a
/// turn, 67 bones with angles of several turns.
const RANDOM: usize = 3;

/// The two interpolations between frames.
const INTERPOLATIONS: [&str; 2] = ["hold", "linear"];

/// The tolerance of poses: the game's own numbers are in single precision.
const REFERENCE: &str = "1e-6";

pub(super) fn run(bench: &Bench) -> Result {
    let mut clips = Vec::new();
    for file in files("mm2-ped", "anim")? {
        match beside(&file.path)? {
            Some(skeleton) => clips.push((file, skeleton)),
            // Without bones at their positions there is no pose to compare, but still a valid glTF.
            None => drop(bench.convert(&file, "glb", &[])?),
        }
    }
    for seed in 0..RANDOM {
        let folder = bench.folder(&format!("mm2-{seed}"));
        bench.python("mm2_random.py", [OsStr::new(&seed.to_string()), folder.as_os_str()])?;
        for layout in ["retail", "old", "wiki"] {
            let path = folder.join(format!("{layout}.anim"));
            clips.push((Case::new(format!("random-{seed}-{layout}.anim"), path), folder.join("figure.skel")));
        }
    }
    println!("pedestrians as their rules give them, in three.js, and through BVH and glTF and back");
    clips.iter().try_for_each(|(file, skeleton)| one(bench, file, skeleton))
}

/// The skeleton in the folder of a clip, if there is one.
fn beside(clip: &Path) -> Result<Option<PathBuf>> {
    let files =
        std::fs::read_dir(clip.parent().unwrap_or(clip))?.filter_map(|entry| Some(entry.ok()?.path()));
    Ok(files.into_iter().find(|path| path.extension().is_some_and(|extension| extension == "skel")))
}

fn one(bench: &Bench, file: &Case, skeleton: &Path) -> Result {
    let given = file.with(format!("skel={}", skeleton.display()));
    for interpolation in INTERPOLATIONS {
        let case = given.with(format!("interpolate={interpolation}"));
        reference(bench, &case.called(format!("{} {interpolation}", file.label)), skeleton, interpolation)?;
    }
    for through in ["bvh", "glb"] {
        let case = given.with("interpolate=hold").called(format!("{} through {through}", file.label));
        let there = bench.convert(&case, through, &[])?;
        let back = Case::new(format!("{} and back", case.label), there);
        let back = bench.convert(&back, "anim", &[&format!("into={}", skeleton.display())])?;
        let back = Case::new(format!("{} as anim", case.label), back);
        let back = back.with(format!("skel={}", skeleton.display()));
        let (expected, found) = (bench.pose(&case, None)?, bench.pose(&back, None)?);
        bench.compare(&case, &expected, &found, &["--local", SINGLE, "--world", SINGLE])?;
    }
    Ok(())
}

/// Compares `anim pose` with the reference at every frame and between frames, and three.js with it.
fn reference(bench: &Bench, case: &Case, skeleton: &Path, interpolation: &str) -> Result {
    let list = |which: &str| {
        let files = [case.path.as_os_str(), skeleton.as_os_str()];
        let listed = bench
            .python("mm2_reference.py", files.into_iter().chain([OsStr::new("--list"), OsStr::new(which)]))?;
        Ok::<_, crate::failure::Failure>(listed.trim().to_owned())
    };
    let times = list("all")?;
    let flags = ["--interpolate", interpolation, "--times", &times].map(OsStr::new);
    let files = [case.path.as_os_str(), skeleton.as_os_str()];
    let printed = bench.python("mm2_reference.py", files.into_iter().chain(flags))?;
    let expected = bench.keep(case, "expected.jsonl", &printed)?;
    let found = bench.pose(case, Some(&times))?;
    bench.compare(case, &expected, &found, &["--local", REFERENCE, "--world", REFERENCE])?;
    receive::made(bench, case, &list("between")?, false)
}
