//! The rows: what is measured, what it is compared with, and its goal.

use super::speed::Speed::{self, PerSecond, Times};

/// A line of the table.
pub(crate) struct Row {
    /// Its name, also on the command line.
    pub(super) name: &'static str,
    pub(super) work: &'static str,
    /// What it is compared with, or what is counted.
    pub(super) against: &'static str,
    pub(super) suite: Suite,
    /// criterion's name of the work.
    pub(super) subject: &'static str,
    /// criterion's name of the baseline, measured in the same run.
    pub(super) baseline: Option<&'static str>,
    pub(super) goal: Speed,
}

/// A program of benchmarks: the manifest of its workspace, its package and its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Suite {
    pub(super) manifest: &'static str,
    pub(super) package: &'static str,
    pub(super) bench: &'static str,
}

/// A suite of this workspace.
const fn suite(package: &'static str, bench: &'static str) -> Suite {
    Suite { manifest: "Cargo.toml", package, bench }
}

const NUMBERS: Suite = suite("anim-number", "numbers");
const STT: Suite = suite("anim-stt", "text");
const STF: Suite = suite("anim-stf", "big");
const HSF: Suite = suite("anim-hsf-xml", "lists");
const BVH: Suite = suite("anim-bvh", "motion");
const TOD: Suite = suite("anim-tod", "stream");
const MM2: Suite = suite("anim-mm2-ped", "open");
const GLTF: Suite = suite("anim-gltf", "encode");
const MM2_GLB: Suite = suite("anim-formats", "mm2_glb");
const SMALL: Suite = suite("anim-formats", "small");
const RUNTIME: Suite = suite("anim-runtime", "poses");

/// Comparisons with libraries on which nothing else depends.
const PEERS: Suite = Suite { manifest: "xtask/peers/Cargo.toml", package: "anim-peers", bench: "texts" };

/// Time at sizes that double: the parameter of its benchmarks, `growth/WORK/SIZE`, is the size.
pub(crate) const GROWTH: Suite = suite("anim-formats", "growth");

#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = &[
    Row { name: "number-read", work: "decimals of one to nine digits, read", against: "`str::parse`", suite: NUMBERS, subject: "read one to nine digits/ours, words", baseline: Some("read one to nine digits/std"), goal: Times(2.5) },
    Row { name: "number-read-rate", work: "decimals of one to nine digits, read", against: "numbers", suite: NUMBERS, subject: "read one to nine digits/ours, words", baseline: None, goal: PerSecond(145e6) },
    Row { name: "number-read-peer", work: "decimals of one to nine digits, read", against: "fast-float2", suite: NUMBERS, subject: "read one to nine digits/ours, words", baseline: Some("read one to nine digits/fast-float2"), goal: Times(1.9) },
    Row { name: "number-write", work: "doubles written in the fewest digits", against: "`Display`", suite: NUMBERS, subject: "write doubles/ours", baseline: Some("write doubles/std"), goal: Times(3.0) },
    Row { name: "stt-read", work: "STT, read", against: "combinators of winnow over `&str`", suite: STT, subject: "stt/read", baseline: Some("stt/read plainly"), goal: Times(3.7) },
    Row { name: "stf-read", work: "STF, read to animations", against: "serde_json into plain types", suite: STF, subject: "read/Stf::parse", baseline: Some("read/serde_json into plain types"), goal: Times(3.3) },
    Row { name: "stf-read-peer", work: "STF, read to animations", against: "sonic-rs into plain types", suite: PEERS, subject: "peers of stf/Stf::parse", baseline: Some("peers of stf/sonic-rs into plain types"), goal: Times(2.5) },
    Row { name: "hsf-read", work: "HSF, read", against: "roxmltree and `str::parse`", suite: HSF, subject: "hsf-xml/lenient", baseline: Some("hsf-xml/roxmltree and str::parse"), goal: Times(2.8) },
    Row { name: "hsf-read-peer", work: "HSF, read", against: "quick-xml and `str::parse`", suite: PEERS, subject: "peers of hsf-xml/lenient", baseline: Some("peers of hsf-xml/quick-xml and str::parse"), goal: Times(2.0) },
    Row { name: "bvh-read", work: "BVH, read", against: "`str::parse` on the same words", suite: BVH, subject: "bvh/read", baseline: Some("bvh/read: str::parse on the same words"), goal: Times(3.5) },
    Row { name: "tod-read", work: "TOD, read into a document that exists", against: "a copy of the bytes", suite: TOD, subject: "tod/parse into", baseline: Some("tod/memcpy"), goal: Times(0.45) },
    Row { name: "mm2-open", work: "`.anim`, opened in place", against: "files", suite: MM2, subject: "67 bones, 3001 frames, in place/open", baseline: None, goal: PerSecond(200e6) },
    Row { name: "mm2-look", work: "`.anim`, opened in place, every number looked at", against: "a copy of the bytes", suite: MM2, subject: "67 bones, 3001 frames/open and look at all", baseline: Some("67 bones, 3001 frames/memcpy"), goal: Times(1.2) },
    Row { name: "mm2-glb-held", work: "`.anim` to GLB, frames held", against: "keys", suite: MM2_GLB, subject: "67 bones, 3001 frames/.anim to .glb, held", baseline: None, goal: PerSecond(20e6) },
    Row { name: "mm2-glb-linear", work: "`.anim` to GLB, frames joined by lines", against: "keys", suite: MM2_GLB, subject: "67 bones, 3001 frames/.anim to .glb, linear", baseline: None, goal: PerSecond(5e6) },
    Row { name: "small-glb", work: "a TOD of 1 KB to GLB, in memory", against: "files", suite: SMALL, subject: "a TOD of 1 KB/to .glb", baseline: None, goal: PerSecond(20e3) },
    Row { name: "glb-write", work: "a clip of quaternions to GLB", against: "keys; gltfpack takes 13 to 21 million", suite: GLTF, subject: "67 rotations of 3001 keys/slerp", baseline: None, goal: PerSecond(195e6) },
    Row { name: "bezier", work: "Bézier curves sampled at ascending times", against: "the roots of each cubic, as Blender has them", suite: STF, subject: "evaluate/curve by curve", baseline: Some("evaluate/roots for each sample"), goal: Times(20.0) },
    Row { name: "bezier-rate", work: "Bézier curves sampled at ascending times", against: "samples", suite: STF, subject: "evaluate/curve by curve", baseline: None, goal: PerSecond(66.7e6) },
    Row { name: "poser", work: "67 joints that turn, move and grow, as their format defines it, with matrices", against: "each curve sampled by itself", suite: RUNTIME, subject: "67 joints turning, moving and growing/exact pose and matrices", baseline: Some("67 joints turning, moving and growing/each curve by itself, and matrices"), goal: Times(8.0) },
    Row { name: "pose", work: "67 joints that turn, move and grow, posed", against: "joints", suite: RUNTIME, subject: "67 joints turning, moving and growing/pose", baseline: None, goal: PerSecond(500e6) },
    Row { name: "matrices", work: "their matrices", against: "joints", suite: RUNTIME, subject: "67 joints turning, moving and growing/matrices", baseline: None, goal: PerSecond(250e6) },
    Row { name: "compile", work: "their motion compiled for playing", against: "keys", suite: RUNTIME, subject: "compiling 67 joints turning, moving and growing/keys", baseline: None, goal: PerSecond(20e6) },
];

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::checkout;

    #[test]
    fn a_row_has_a_name_of_its_own_and_is_no_cell_of_two() {
        let mut names: Vec<_> = ROWS.iter().map(|row| row.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ROWS.len());
        for row in ROWS {
            assert!(
                ![row.name, row.work, row.against].iter().any(|cell| cell.is_empty() || cell.contains('|'))
            );
        }
    }

    #[test]
    fn a_ratio_has_a_baseline_and_a_rate_has_none() {
        for row in ROWS {
            assert_eq!(matches!(row.goal, Times(_)), row.baseline.is_some(), "{}", row.name);
        }
    }

    #[test]
    fn the_suites_exist() {
        for suite in ROWS.iter().map(|row| row.suite).chain([GROWTH]) {
            let folder = checkout::root().join(suite.manifest).with_file_name("");
            let short = suite.package.trim_start_matches("anim-");
            let places = [suite.package, short].map(|name| folder.join("crates").join(name));
            let known = places.into_iter().chain([folder]).map(|package| {
                let manifest = fs::read_to_string(package.join("Cargo.toml")).unwrap_or_default();
                manifest.contains(&format!("name = \"{}\"", suite.package))
                    && manifest.contains(&format!("[[bench]]\nname = \"{}\"", suite.bench))
            });
            assert!({ known }.any(|known| known), "{} {}", suite.package, suite.bench);
        }
    }
}
