//! Makes files for other programs to show.

use super::bench::{Bench, Case};
use super::received::Received;
use crate::failure::Result;

/// The tolerances for baking curves that glTF cannot represent: well below the errors of single precision, down a chain of many
/// nodes. The resulting keys are closer together than Blender keeps them apart.
const FINE: [&str; 3] = ["tolerance=1e-6", "tolerance-angle=1e-6", "interpolation=linear"];

/// The file as a GLB at these times and as a BVH at its frames.
pub(super) fn made(bench: &Bench, case: &Case, times: &str, granted: bool) -> Result {
    glb(bench, case, times, granted)?;
    if times.trim().is_empty() { Ok(()) } else { bvh(bench, case) }
}

/// The file as a GLB at these times, once finely baked and once with default options. With `granted`, the losses that the
/// conversion reports are allowed for the first too, as they are for the second.
pub(super) fn glb(bench: &Bench, case: &Case, times: &str, granted: bool) -> Result {
    let seconds: Vec<f64> = times.split(',').filter_map(|time| time.trim().parse().ok()).collect();
    if seconds.is_empty() {
        return Ok(());
    }
    let expected = bench.pose(&part(case, "glb"), Some(times))?;
    // A document of the same format would be copied, with the curves of its source.
    let default: &[&str] = if bench.suite.get() == "gltf" { &["mesh=none"] } else { &[] };
    // These formats state no unit, and without one a figure as large as a house is scaled.
    let unit: &[&str] =
        if ["bvh", "stt", "hsf-xml"].contains(&bench.suite.get()) { &["unit=1"] } else { &[] };
    let [fine, default] = [&FINE, default].map(|options| [options, unit].concat());
    for (name, options, granted) in [("fine", &fine, granted), ("default", &default, true)] {
        let case = part(case, name);
        let file = bench.convert(&case, "glb", options)?;
        let report = Some(bench.path(&case, "glb.loss.json"));
        let received = Received { report, fine: name == "fine", granted, ..itself(bench, &case) };
        let (times, expected) = (seconds.clone(), expected.clone());
        bench.receive(Received { target: "glb", file, times, expected, ..received });
    }
    Ok(())
}

fn bvh(bench: &Bench, case: &Case) -> Result {
    let case = part(case, "frames");
    let file = bench.convert(&case, "bvh", &[])?;
    let mut times = bench.frames(&Case::new(format!("{} bvh", case.label), &file))?;
    // The last frame shows where a motion ends, even if it restarts at that time.
    times.truncate(times.len().saturating_sub(1).max(1));
    let listed = times.iter().map(f64::to_string).collect::<Vec<_>>().join(",");
    let expected = bench.pose(&case, Some(&listed))?;
    let report = Some(bench.path(&case, "bvh.loss.json"));
    bench.receive(Received { file, times, expected, report, granted: true, ..itself(bench, &case) });
    Ok(())
}

/// The same file with an additional word in its label.
fn part(case: &Case, name: &str) -> Case {
    case.clone().called(format!("{} {name}", case.label))
}

/// A BVH unchanged, at its frames.
pub(super) fn as_is(bench: &Bench, file: &Case) -> Result {
    let case = part(file, "itself");
    let times = bench.frames(&case)?;
    bench.receive(Received { times, ..itself(bench, &case) });
    Ok(())
}

/// The file itself, as a BVH.
fn itself(bench: &Bench, case: &Case) -> Received {
    Received {
        label: case.label.clone(),
        source: bench.suite.get(),
        target: "bvh",
        file: case.path.clone(),
        times: Vec::new(),
        expected: bench.path(case, "pose.jsonl"),
        report: None,
        corpus: case.corpus,
        fine: false,
        granted: false,
    }
}
