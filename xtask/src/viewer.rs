//! The pages of `anim view` in a browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::{Failure, Result};
use crate::process::{self, skip};
use crate::{checkout, command, debian, npm};

/// The pages, each with the fixtures of its clips.
const PAGES: [(&str, &[&str]); 8] = [
    // A figure whose keys hold.
    ("walk", &["tod/valid/walk.tod"]),
    // Parents that change, nodes that appear and vanish, events.
    ("parts", &["tod/valid/parts.tod"]),
    // Smooth motion without a frame rate.
    ("spline", &["gltf/valid/spline.gltf"]),
    ("swing", &["gltf/valid/swing.glb"]),
    // The first frame is number 1.
    ("slide", &["stf/valid/slide.stf"]),
    // A frame lasts 0.0333333 s.
    ("capture", &["bvh/valid/walk.bvh"]),
    ("stride", &["mm2-ped/valid/pedanim_walkerstride.anim"]),
    ("several", &["tod/valid/walk.tod", "tod/valid/spin.tod", "gltf/valid/spline.gltf"]),
];

/// Pages with a graph, and their fixtures.
const GRAPHS: [(&str, &str); 2] = [("gate", "stt/valid/gate.stt"), ("blocks", "hsf-xml/valid/blocks.xml")];

/// The message of a task without a browser.
pub(crate) const NO_BROWSER: &str =
    "there is no Chromium: `apt-get install chromium`, or CHROMIUM names the program";

/// Opens each page and tests it as people use it.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let [] = arguments else { return Err(Failure::Usage) };
    if !npm::is_there() {
        return skip("there is no Node.js with npm");
    }
    let Some(browser) = browser()? else {
        return skip(NO_BROWSER);
    };
    command::build()?;
    let dir = checkout::target().join("viewer");
    npm::copy(&checkout::root().join("xtask/viewer"), &dir)?;
    if let Err(failure) = npm::install(&dir) {
        return skip(&format!("npm cannot install puppeteer-core: {failure}"));
    }
    for (name, fixtures) in PAGES {
        make(&dir, name, fixtures)?;
    }
    for (name, fixture) in GRAPHS {
        let file = checkout::root().join("fixtures").join(fixture);
        process::run(anim("view").arg(file).arg("--force").arg("-o").arg(dir.join(format!("{name}.html"))))?;
    }
    process::run(Command::new("node").args(["skinned.mjs", "skinned.glb"]).current_dir(&dir))?;
    process::run(Command::new("node").args(["inputs.mjs", "."]).current_dir(&dir))?;
    let fixture = |name: &str| checkout::root().join("fixtures").join(name);
    for (name, files) in [
        ("skinned", vec![dir.join("skinned.glb")]),
        ("compared", vec![fixture("tod/valid/walk.tod"), fixture("tod/valid/spin.tod")]),
        ("unlike", vec![fixture("tod/valid/walk.tod"), fixture("bvh/valid/walk.bvh")]),
        ("charts", vec![fixture("bvh/valid/walk.bvh")]),
        ("steps", vec![dir.join("steps.gltf")]),
        ("short", vec![dir.join("short.gltf")]),
        ("far", vec![dir.join("far.bvh")]),
        ("values", vec![dir.join("values.bvh")]),
        ("narrow", vec![dir.join("narrow.bvh")]),
        ("slow", vec![dir.join("slow.bvh")]),
        ("outside", vec![dir.join("outside.gltf")]),
        ("cycle", vec![fixture("tod/invalid/parent-cycle.tod")]),
    ] {
        process::run(
            anim("view").args(files).arg("--force").arg("-o").arg(dir.join(format!("{name}.html"))),
        )?;
    }
    for name in ["crowd", "clips"] {
        let page = process::stdout(command::example("large")?.arg(name))?;
        fs::write(dir.join(format!("{name}.html")), page)?;
    }
    // A graph without a file: its clips have events without durations.
    let graph = process::stdout(&mut command::example("graph")?)?;
    fs::write(dir.join("graph.html"), graph)?;
    let names = PAGES.iter().map(|(name, _)| name);
    process::run(Command::new("node").arg("main.mjs").arg(browser).args(names).current_dir(&dir))
}

/// The full path of a browser, which is needed to launch it. If there is none, Debian's is installed.
pub(crate) fn browser() -> Result<Option<PathBuf>> {
    if find_browser().is_none() {
        debian::install("chromium")?;
    }
    Ok(find_browser())
}

fn find_browser() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let known = std::env::split_paths(&path)
        .flat_map(|folder| ["chromium", "chromium-browser", "google-chrome"].map(|name| folder.join(name)));
    named.into_iter().chain(known).find(|program| program.is_file())
}

/// Makes a page, and next to it the poses of its first clip at every frame of the page.
fn make(dir: &Path, name: &str, fixtures: &[&str]) -> Result {
    let root = checkout::root().join("fixtures");
    let mut file = root.join(fixtures.first().unwrap_or(&""));
    if fixtures.len() > 1 {
        let inputs = fixtures.iter().map(|fixture| root.join(fixture));
        file = dir.join(format!("{name}.glb"));
        process::run(anim("convert").args(inputs).arg("--force").arg("-o").arg(&file))?;
    }
    process::run(anim("view").arg(&file).arg("--force").arg("-o").arg(dir.join(format!("{name}.html"))))?;
    let poses = process::stdout(anim("pose").arg(&file).args(["--clip", "0", "--json"]))?;
    fs::write(dir.join(format!("{name}.pose.jsonl")), poses)?;
    // A page steps by 1/60 s through a clip without a frame rate.
    let frames = process::stdout(anim("pose").arg(&file).args(["--clip", "0", "--json", "--fps", "60"]))?;
    fs::write(dir.join(format!("{name}.sixty.jsonl")), frames)?;
    Ok(())
}

fn anim(verb: &str) -> Command {
    let mut command = Command::new(command::path());
    command.args([verb, "--quiet"]);
    command
}
