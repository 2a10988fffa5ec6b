//! The crate for browsers as a package for npm and as a page, and both in Node.js and in Chromium.

mod assemble;
mod compiler;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::{Failure, Result};
use crate::process::{self, cargo, skip};
use crate::{checkout, command, npm, viewer};
use compiler::Compiler;

/// The name of the module.
const MODULE: &str = "anim_bg.wasm";

/// Builds the package and the page under `web` in the target folder, and tests them: as tests need them, soon; with `--optimise` as
/// they are published. `--build` tests nothing and leaves out Binaryen, which takes a minute and a tenth of the size.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let (profile, is_tested, is_optimised) = match arguments {
        [] => ("web-test", true, false),
        ["--build"] => ("web", false, false),
        ["--optimise"] => ("web", true, true),
        _ => return Err(Failure::Usage),
    };
    if !npm::is_there() {
        return skip("there is no Node.js with npm");
    }
    let Some(compiler) = Compiler::find()? else {
        return skip("no compiler for wasm32-unknown-unknown: `rustup target add wasm32-unknown-unknown`");
    };
    let dir = checkout::target().join("web");
    let tests = dir.join("test");
    npm::copy(&checkout::root().join("crates/anim-web/test"), &tests)?;
    if let Err(failure) = npm::install(&tests) {
        return skip(&format!("npm cannot install what the page is optimised and tested with: {failure}"));
    }
    let bound = bind(&compiler, profile, &dir)?;
    if is_optimised {
        optimise(&bound.join(MODULE), &tests)?;
    }
    assemble::package(&bound, &dir.join("package"))?;
    assemble::page(&bound, &dir.join("page"))?;
    if is_tested { test(&tests, &dir, is_optimised) } else { Ok(()) }
}

/// The module and its JavaScript.
fn bind(compiler: &Compiler, profile: &str, dir: &Path) -> Result<PathBuf> {
    let module = compiler.build("anim_web", "anim-web", profile)?;
    let bound = dir.join("bound");
    // A version of its own in its own manifest: nothing that is published depends on it.
    let bindgen = cargo("run --quiet --locked --manifest-path xtask/bindgen/Cargo.toml --target-dir");
    process::run({ bindgen }.arg(dir.join("bindgen")).arg("--").arg(&module).arg(&bound))?;
    Ok(bound)
}

/// Optimises the module with Binaryen.
fn optimise(module: &Path, tests: &Path) -> Result {
    let mut optimise = Command::new("node");
    optimise.arg(tests.join("node_modules/binaryen/bin/wasm-opt")).arg("-Oz");
    process::run(optimise.arg(module).arg("-o").arg(module))
}

/// Runs the tests: the types in TypeScript, the package against the command in Node.js, and the page as people use it in Chromium. Its
/// size is tested as it is published.
fn test(tests: &Path, dir: &Path, is_published: bool) -> Result {
    let types = [
        "--noEmit",
        "--strict",
        "--module",
        "nodenext",
        "--target",
        "es2022",
        "--lib",
        "es2022,dom",
        "types.ts",
    ];
    process::run(Command::new("node").arg("node_modules/typescript/bin/tsc").args(types).current_dir(tests))?;
    let anim = command::build()?;
    let fixtures = checkout::root().join("fixtures");
    process::run(
        Command::new("node")
            .arg("node.mjs")
            .arg(dir.join("package"))
            .arg(&anim)
            .arg(&fixtures)
            .current_dir(tests),
    )?;
    let Some(browser) = viewer::browser() else {
        return skip("there is no Chromium: CHROMIUM names the program");
    };
    let shots = dir.join("pictures");
    fs::create_dir_all(&shots)?;
    let mut page = Command::new("node");
    page.arg("page.mjs").arg(browser).arg(dir.join("page")).arg(&anim).arg(&fixtures).arg(&shots);
    if is_published {
        page.env("PUBLISHED", "1");
    }
    process::run(page.current_dir(tests))
}
