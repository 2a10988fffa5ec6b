//! The crate for browsers as an npm package and as a page, both tested in Node.js and in Chromium.

mod assemble;
mod module;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::compiler::Compiler;
use crate::failure::{Failure, Result};
use crate::process::{self, cargo, skip};
use crate::{checkout, command, npm, viewer};

/// The name of the module.
const MODULE: &str = "anim_bg.wasm";

/// Builds the package and the page under `web` in the target folder, and tests them, built quickly; with `--optimise` as they are
/// published, with the page's module in pieces. `--pictures` makes the pictures of the documentation instead of running tests.
/// `--build` does neither, and skips Binaryen, which takes a minute and saves a tenth of the size.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let (profile, then, is_optimised) = match arguments {
        [] => ("web-test", Then::Test, false),
        ["--pictures"] => ("web-test", Then::Picture, false),
        ["--build"] => ("web", Then::Nothing, false),
        ["--optimise"] => ("web", Then::Test, true),
        _ => return Err(Failure::Usage),
    };
    if !npm::is_there() {
        return skip("there is no Node.js with npm");
    }
    let Some(compiler) = module::find_compiler()? else {
        return skip("no compiler for wasm32-unknown-unknown: `rustup target add wasm32-unknown-unknown`");
    };
    let dir = dir();
    let tests = dir.join("test");
    if let Err(failure) = install(&tests, is_optimised) {
        return skip(&format!("npm cannot install what the page is optimised and tested with: {failure}"));
    }
    let bound = bind(&compiler, profile, &dir, is_optimised)?;
    let (package, page) = (dir.join("package"), dir.join("page"));
    if is_optimised {
        // Keeps the names of functions, which show what belongs together.
        optimise(&bound.join(MODULE), &tests, &["-Oz", "-g"])?;
        assemble::package(&bound, &package)?;
        optimise(&package.join(MODULE), &tests, &["--strip-debug"])?;
        assemble::page(&bound, &page, Some(&checkout::target().join("task/anim-bindgen")))?;
    } else {
        assemble::package(&bound, &package)?;
        assemble::page(&bound, &page, None)?;
    }
    match then {
        Then::Nothing => Ok(()),
        Then::Test => test(&tests, &dir, is_optimised),
        Then::Picture => picture(&tests, &dir),
    }
}

/// Installs in advance what building and tests need, and builds the module. The tests report what is missing, and what fails.
pub(crate) fn prepare() {
    if !npm::is_there() {
        return;
    }
    let compiler = module::find_compiler();
    let _ = install(&dir().join("test"), false);
    let _ = viewer::browser();
    if let Ok(Some(compiler)) = compiler {
        let _ = build(&compiler, "web-test");
    }
}

/// The folder of the build.
fn dir() -> PathBuf {
    checkout::target().join("web")
}

/// The scripts of the tests and the packages that they need, for the optimised build with Binaryen, which takes 104 MB.
fn install(tests: &Path, is_optimised: bool) -> Result {
    npm::copy(&checkout::root().join("crates/anim-web/test"), tests)?;
    if is_optimised { npm::install_all(tests) } else { npm::install(tests) }
}

/// The purpose of the build.
enum Then {
    Nothing,
    Test,
    Picture,
}

/// Builds the module in a profile, and returns its path.
fn build(compiler: &Compiler, profile: &str) -> Result<PathBuf> {
    module::build(compiler, "anim_web", "anim-web", profile)
}

/// The module and its JavaScript.
fn bind(compiler: &Compiler, profile: &str, dir: &Path, has_names: bool) -> Result<PathBuf> {
    let module = build(compiler, profile)?;
    let bound = dir.join("bound");
    // A separate version in a separate manifest: nothing that is published depends on it.
    let mut bindgen =
        cargo("run --quiet --locked --profile task --manifest-path xtask/bindgen/Cargo.toml --target-dir");
    bindgen.arg(checkout::target()).arg("--").arg(&module).arg(&bound);
    process::run(bindgen.args(has_names.then_some("--names")))?;
    Ok(bound)
}

/// Optimises the module with Binaryen.
fn optimise(module: &Path, tests: &Path, how: &[&str]) -> Result {
    let mut optimise = Command::new("node");
    optimise.arg(tests.join("node_modules/binaryen/bin/wasm-opt")).args(how);
    process::run(optimise.arg(module).arg("-o").arg(module))
}

/// Runs the tests: the package as it is installed, with its types; its functions compared with the command in Node.js; the page's worker
/// there; and the page as people use it in Chromium. The size is tested only for the published build.
fn test(tests: &Path, dir: &Path, is_published: bool) -> Result {
    let fixtures = checkout::root().join("fixtures");
    let package = dir.join("package");
    process::run(Command::new("node").arg("package.mjs").arg(&package).arg(&fixtures).current_dir(tests))?;
    let anim = command::build()?;
    process::run(
        Command::new("node").arg("node.mjs").arg(&package).arg(&anim).arg(&fixtures).current_dir(tests),
    )?;
    process::run(
        Command::new("node").arg("worker.mjs").arg(dir.join("page")).arg(&fixtures).current_dir(tests),
    )?;
    let Some(browser) = viewer::browser()? else {
        return skip(viewer::NO_BROWSER);
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

/// Makes the pictures of the documentation that show the page and the viewer.
fn picture(tests: &Path, dir: &Path) -> Result {
    let anim = command::build()?;
    let Some(browser) = viewer::browser()? else {
        return skip(viewer::NO_BROWSER);
    };
    let root = checkout::root();
    let mut pictures = Command::new("node");
    pictures.arg("pictures.mjs").arg(browser).arg(dir.join("page")).arg(anim);
    process::run(pictures.arg(root.join("fixtures")).arg(root.join("docs")).current_dir(tests))
}
