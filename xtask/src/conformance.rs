//! What others make of our files: evaluators written from the formats' rules alone, other readers, the Khronos validator,
//! three.js.

mod bench;
mod bvh;
mod hsf_xml;
mod mm2_ped;
mod stf;
mod stt;
mod tables;
mod tod;

use crate::npm;
use crate::process::{Failure, Result, answers, skip};
use bench::Bench;

/// How far apart two programs may be that compute the same in f64, in different orders.
const ROUNDING: &str = "1e-9";

/// How far apart a pose may be once it was kept in single precision.
const SINGLE: &str = "1e-4";

type Suite = fn(&Bench) -> Result;

/// What is compared, by format; and tables, which are the same for all.
const SUITES: &[(&str, Suite)] = &[
    ("tod", tod::run),
    ("mm2-ped", mm2_ped::run),
    ("stt", stt::run),
    ("stf", stf::run),
    ("hsf-xml", hsf_xml::run),
    ("bvh", bvh::run),
    ("tables", tables::run),
];

/// Compares files of the fixtures and of the corpus, some drawn at random, and what is made from them.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let suites = match arguments {
        [] => SUITES,
        [id] => {
            let suite = SUITES.iter().find(|(known, _)| known == id);
            std::slice::from_ref(suite.ok_or(Failure::Usage)?)
        }
        _ => return Err(Failure::Usage),
    };
    let Some(python) = ["python3", "python"].into_iter().find(|name| answers(name, &["--version"])) else {
        return skip("there is no Python 3");
    };
    if !npm::is_there() {
        return skip("there is no Node.js with npm");
    }
    let bench = Bench::new(python)?;
    if let Err(failure) = bench.install_node_packages() {
        return skip(&format!("npm cannot install the validator and three.js: {failure}"));
    }
    if let Err(failure) = bench.install_python_packages() {
        return skip(&format!("pip cannot install what the scripts import: {failure}"));
    }
    suites.iter().try_for_each(|(_, run)| run(&bench))?;
    bench.validate()
}
