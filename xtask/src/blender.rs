//! The Blender extension: built, validated by Blender's own checker, installed and tested in Blender.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::{Failure, Result};
use crate::process::{self, answers, skip};
use crate::{checkout, npm, python as package};

/// The extension's folder, which is also the name of its archive.
const EXTENSION: &str = "anim_io";
/// Blender's packages are only for this version of Python.
const PYTHON: &str = "python3.11";

/// Tests in the version of Blender that `conformance` installs; with `all` in the older ones too, with `speed` measures there. With
/// `release` it tests the archive that is published.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let mode = match arguments {
        [] => "",
        [mode @ ("all" | "speed" | "release")] => mode,
        _ => return Err(Failure::Usage),
    };
    let Some(python) = ["python3", PYTHON].into_iter().find(|python| is_3_11(python)) else {
        // No package could bring it: this is a skip under CI=true, too.
        println!("skipped: Blender, whose package is for Python 3.11 alone, which is not there");
        return Ok(());
    };
    let dir = checkout::target().join("blender");
    npm::copy(&checkout::root().join("xtask/blender"), &dir)?;
    let newest = checkout::target().join("conformance/blender");
    let requirement = fs::read_to_string(checkout::root().join("xtask/conformance/blender.txt"))?;
    let mut versions = vec![(requirement.trim().to_owned(), newest.clone())];
    let older = fs::read_to_string(dir.join("versions.txt"))?;
    let older = older.lines().map(|version| (format!("bpy=={version}"), dir.join(format!("bpy-{version}"))));
    versions.extend(older.filter(|_| mode == "all"));
    for (requirement, folder) in &versions {
        if !folder.join("bpy").is_dir()
            && let Err(failure) = pip(python, requirement, folder)
        {
            return skip(&format!("pip cannot install Blender: {failure}"));
        }
    }
    let Some(wheel) = package::built(matches!(mode, "speed" | "release"))? else { return Ok(()) };
    let folder = if mode == "release" { dir.join("published") } else { dir.clone() };
    let archive = archive(python, &dir, &wheel, &newest, &folder)?;
    let words: &[&str] = if mode == "speed" { &["speed"] } else { &[] };
    for (requirement, folder) in &versions {
        println!("{requirement}");
        test(python, &dir, folder, &archive, words)?;
    }
    Ok(())
}

fn is_3_11(python: &str) -> bool {
    answers(python, &["-c", "import sys; sys.exit(sys.version_info[:2] != (3, 11))"])
}

fn pip(python: &str, requirement: &str, folder: &Path) -> Result {
    let mut pip = Command::new(python);
    process::run(pip.args(package::INSTALL).arg("--target").arg(folder).arg(requirement))
}

/// Builds the archive that users install into a folder, and has Blender check it.
fn archive(python: &str, dir: &Path, wheel: &Path, blender: &Path, folder: &Path) -> Result<PathBuf> {
    let (source, staged) = (checkout::root().join("bindings/blender").join(EXTENSION), dir.join(EXTENSION));
    if staged.is_dir() {
        fs::remove_dir_all(&staged)?;
    }
    npm::copy(&source, &staged)?;
    let name = wheel.file_name().unwrap_or_default();
    fs::create_dir_all(staged.join("wheels"))?;
    fs::copy(wheel, staged.join("wheels").join(name))?;
    let path = staged.join("blender_manifest.toml");
    let manifest = fs::read_to_string(&path)?;
    let (platform, name) = (platform(), name.to_string_lossy());
    let listed = format!("wheels = [\"./wheels/{name}\"]\nplatforms = [\"{platform}\"]");
    fs::write(&path, manifest.replace("wheels = []", &listed))?;

    fs::create_dir_all(folder)?;
    let archive = folder.join(format!("{EXTENSION}.zip"));
    let checker = checker(blender)?;
    let mut build = Command::new(python);
    build.arg(&checker).arg("build").arg("--source-dir").arg(&staged).arg("--output-filepath").arg(&archive);
    process::run(&mut build)?;
    process::run(Command::new(python).arg(&checker).arg("validate").arg(&archive))?;
    Ok(archive)
}

/// Blender's name for the current system, for which the wheel is built.
fn platform() -> String {
    let architecture = if cfg!(target_arch = "aarch64") { "arm64" } else { "x64" };
    format!("{}-{architecture}", std::env::consts::OS)
}

/// Blender's program for extensions, which is in its package.
fn checker(blender: &Path) -> Result<PathBuf> {
    for entry in fs::read_dir(blender.join("bpy"))? {
        let program = entry?.path().join("scripts/addons_core/bl_pkg/cli/blender_ext.py");
        if program.is_file() {
            return Ok(program);
        }
    }
    Err(Failure::broken("Blender's package has no program that checks extensions"))
}

fn test(python: &str, dir: &Path, blender: &Path, archive: &Path, words: &[&str]) -> Result {
    let (user, made) = (dir.join("user"), dir.join("made"));
    for folder in [&user, &made] {
        if folder.is_dir() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
    }
    let mut tests = Command::new(python);
    tests.arg(dir.join("main.py")).arg(archive).arg(checkout::root().join("fixtures")).arg(made).args(words);
    tests.env("PYTHONPATH", blender).env("BLENDER_USER_RESOURCES", user);
    process::run(&mut tests)
}
