//! Operations on clips, compared with numpy computations on the original poses.

use super::bench::{Bench, files};
use crate::failure::Result;

/// The formats of the tested files, each with an extension.
const FILES: [(&str, &str); 7] = [
    ("bvh", "bvh"),
    ("gltf", "gltf"),
    ("hsf-xml", "xml"),
    ("mm2-ped", "anim"),
    ("stf", "stf"),
    ("stt", "stt"),
    ("tod", "tod"),
];

pub(super) fn run(bench: &Bench) -> Result {
    println!("operations on clips as numpy computes their poses");
    let mut arguments = vec![bench.program().as_os_str().to_owned()];
    for (format, extension) in FILES {
        let fixtures = files(format, extension)?.into_iter().filter(|case| !case.corpus);
        arguments.extend(fixtures.map(|case| case.path.into_os_string()));
    }
    println!("  {}", bench.python("edits_reference.py", arguments)?.trim_end());
    Ok(())
}
