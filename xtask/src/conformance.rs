//! Comparisons with other programs: evaluators written only from the rules of the formats, other readers, the Khronos
//! validator, three.js.

mod bench;
mod bvh;
mod edits;
mod faces;
mod gltf;
mod hsf_xml;
mod mm2_ped;
mod people;
mod readers;
mod receive;
mod received;
mod retarget;
mod rigs;
mod stf;
mod stt;
mod tables;
mod tod;
mod tolerance;

use crate::failure::{Failure, Result};
use crate::process::skip;
use crate::{command, npm, python};
use bench::Bench;

type Suite = fn(&Bench) -> Result;

/// The comparisons, by format; and tables, which are the same for all formats.
const SUITES: &[(&str, Suite)] = &[
    ("tod", tod::run),
    ("mm2-ped", mm2_ped::run),
    ("stt", stt::run),
    ("stf", stf::run),
    ("hsf-xml", hsf_xml::run),
    ("bvh", bvh::run),
    ("gltf", gltf::run),
    ("retarget", retarget::run),
    ("faces", faces::run),
    ("rigs", rigs::run),
    ("people", people::run),
    ("edits", edits::run),
    ("tables", tables::run),
];

/// Compares files of the fixtures and of the corpus, some random ones, and files made from them. The errors must equal those in
/// docs/fidelity.md; `--write` writes them there instead.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let (flags, ids): (Vec<&str>, Vec<&str>) = arguments.iter().partition(|word| word.starts_with("--"));
    let page = match flags[..] {
        [] => "--check",
        ["--write"] => "--write",
        _ => return Err(Failure::Usage),
    };
    let suites = match ids[..] {
        [] => SUITES,
        [id] => {
            let suite = SUITES.iter().find(|(known, _)| *known == id);
            std::slice::from_ref(suite.ok_or(Failure::Usage)?)
        }
        _ => return Err(Failure::Usage),
    };
    let Some(python) = python::for_tests()? else { return Ok(()) };
    if !npm::is_there() {
        return skip("there is no Node.js with npm");
    }
    command::build()?;
    let bench = Bench::new(python)?;
    if let Err(failure) = bench.install_node_packages() {
        return skip(&format!(
            "npm cannot install the validator, three.js, Babylon.js and Assimp: {failure}"
        ));
    }
    for (id, run) in suites {
        bench.suite.set(id);
        run(&bench)?;
    }
    bench.validate()?;
    readers::run(&bench, page)?;
    bench.remove_files()
}

/// Installs in advance what the comparisons need, which uses the network, not the processor. The comparisons report what is not
/// available.
pub(crate) fn fetch() {
    if let Ok(Some(python)) = python::for_tests()
        && npm::is_there()
        && let Ok(bench) = Bench::new(python)
    {
        let _ = bench.install_node_packages();
        let _ = bench.install_blender();
    }
}
