//! What others make of our files: evaluators written from the formats' rules alone, other readers, the Khronos validator,
//! three.js.

mod bench;
mod bvh;
mod edits;
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

/// What is compared, by format; and tables, which are the same for all.
const SUITES: &[(&str, Suite)] = &[
    ("tod", tod::run),
    ("mm2-ped", mm2_ped::run),
    ("stt", stt::run),
    ("stf", stf::run),
    ("hsf-xml", hsf_xml::run),
    ("bvh", bvh::run),
    ("gltf", gltf::run),
    ("retarget", retarget::run),
    ("rigs", rigs::run),
    ("people", people::run),
    ("edits", edits::run),
    ("tables", tables::run),
];

/// Compares files of the fixtures and of the corpus, some drawn at random, and what is made from them. `--write` writes the
/// errors into docs/fidelity.md, which holds them otherwise.
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

/// Installs ahead what the comparisons need: that takes the network, not the processor. What cannot be had is left to them to say.
pub(crate) fn fetch() {
    if let Ok(Some(python)) = python::for_tests()
        && npm::is_there()
        && let Ok(bench) = Bench::new(python)
    {
        let _ = bench.install_node_packages();
        let _ = bench.install_blender();
    }
}
