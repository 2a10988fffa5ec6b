//! The Python package: its wheel, built and tested as its users get it.

mod wheels;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::{Failure, Result};
use crate::process::{self, answers, cargo, skip};
use crate::{checkout, command, debian};

/// The requirements for the installed Python.
const VERSION: [&str; 2] = ["-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))"];

/// How pip installs. Bytecode is made of what is imported, not of everything: that would take a minute and 200 MB.
pub(crate) const INSTALL: [&str; 6] =
    ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"];

/// How the wheel of the tests is built: it states the types of its functions.
const TESTED: [&str; 4] =
    ["--profile", "task", "--features", "pyo3/extension-module,pyo3/experimental-inspect"];

/// Builds the wheel and runs its tests. `--engines` runs those on local clusters instead, `--speed` compares with other packages,
/// `--wheels` builds wheels for other systems.
pub(crate) fn run(arguments: &[&str]) -> Result {
    if let ["--wheels", targets @ ..] = arguments {
        return with("wheels")?.map_or(Ok(()), |python| wheels::run(&python, targets));
    }
    let wanted = match arguments {
        [] => "tests",
        ["--engines"] => "engines",
        ["--speed"] => "speed",
        _ => return Err(Failure::Usage),
    };
    let Some(python) = with(wanted)? else { return Ok(()) };
    if wanted == "tests" {
        lints()?;
    }
    let wheel = wheel(&python, wanted != "tests")?;
    process::run(Command::new(&python).args(INSTALL).args(["--force-reinstall", "--no-deps"]).arg(&wheel))?;
    let stubs = if wanted == "tests" { Some(stubs(&python)?) } else { None };
    let anim = command::build()?;
    let here = |arguments: &[&str]| {
        process::run(
            Command::new(&python)
                .args(arguments)
                .env("ANIM", &anim)
                .env("MOCAP", checkout::target().join("release/examples/mocap"))
                .envs(stubs.iter().map(|folder| ("STUBS", folder)))
                .env("MYPY_CACHE_DIR", checkout::target().join("python/mypy"))
                .current_dir(package()),
        )
    };
    match wanted {
        "engines" => here(&["-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", "engines"]),
        "speed" => {
            process::run(cargo("build --quiet --release --manifest-path xtask/peers/Cargo.toml --example mocap --target-dir").arg(checkout::target()))?;
            here(&["speed/compare.py"])
        }
        _ => {
            alone(&wheel)?;
            spark(&python)?;
            add(&python, "ray")?;
            here(&["-m", "mypy", "--strict", "python/animio", "tests"])?;
            here(&["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"])
        }
    }
}

/// Installs in advance what the tests need, which uses the network more than the processor. The tests report what is missing.
pub(crate) fn fetch() {
    if let Ok(Some(python)) = for_tests() {
        let _ = spark(&python);
        let _ = add(&python, "ray");
    }
}

/// The wheel, for use by other tasks; `None` if it cannot be built. For measurements it is built as it is published.
pub(crate) fn built(is_release: bool) -> Result<Option<PathBuf>> {
    for_tests()?.map(|python| wheel(&python, is_release)).transpose()
}

/// The Python of an environment with the requirements of tests; `None` if it is not available.
pub(crate) fn for_tests() -> Result<Option<PathBuf>> {
    with("tests")
}

/// The Python of an environment with some requirements; `None` if it is not available.
fn with(wanted: &str) -> Result<Option<PathBuf>> {
    if !answers("python3", &VERSION) {
        return skip("there is no Python 3.11 or later with venv and pip").map(|()| None);
    }
    let requirements = package().join(format!("requirements-{wanted}.txt"));
    match environment(wanted, &requirements) {
        Ok(python) => Ok(Some(python)),
        Err(failure) => {
            skip(&format!("pip cannot install {}: {failure}", requirements.display())).map(|()| None)
        }
    }
}

fn package() -> PathBuf {
    checkout::root().join("bindings/python")
}

/// Format and lints of the Rust code.
fn lints() -> Result {
    let manifest = "--manifest-path bindings/python/Cargo.toml";
    let config = checkout::root().join("rustfmt.toml");
    process::run(cargo(&format!("fmt {manifest} --check -- --config-path")).arg(config))?;
    let mut clippy = cargo(&format!("clippy --quiet --locked --profile task {manifest} --target-dir"));
    process::run(clippy.arg(checkout::target()).args([
        "--features",
        "pyo3/extension-module",
        "--",
        "-D",
        "warnings",
    ]))
}

/// The Python of an environment with these requirements. It is created again when they change.
fn environment(name: &str, requirements: &Path) -> Result<PathBuf> {
    let folder = checkout::target().join("python").join(name);
    let python = folder.join("bin/python");
    let (wanted, stamp) = (fs::read_to_string(requirements)?, folder.join("requirements.txt"));
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) && python.is_file() {
        return Ok(python);
    }
    process::run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    process::run(Command::new(&python).args(INSTALL).arg("-r").arg(requirements))?;
    fs::write(stamp, wanted)?;
    Ok(python)
}

/// The wheel. For measurements it is built as it is published.
fn wheel(python: &Path, is_release: bool) -> Result<PathBuf> {
    let folder = checkout::target().join("python/wheels");
    maturin(python, "build", if is_release { &["--release", "--strip"] } else { &TESTED }, &folder)?;
    let wheels = fs::read_dir(&folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut wheels = wheels.filter(|path| path.extension().is_some_and(|extension| extension == "whl"));
    wheels.next().ok_or_else(|| Failure::broken("maturin made no wheel"))
}

/// A stub with the types that Rust states, in a folder.
fn stubs(python: &Path) -> Result<PathBuf> {
    let folder = checkout::target().join("python/stubs");
    maturin(python, "generate-stubs", &TESTED, &folder)?;
    Ok(folder)
}

/// Runs a command of maturin, which fills a folder.
fn maturin(python: &Path, task: &str, options: &[&str], folder: &Path) -> Result {
    if folder.is_dir() {
        fs::remove_dir_all(folder)?;
    }
    let mut build = Command::new(python);
    build.args(["-m", "maturin", task, "--quiet", "--locked", "--interpreter"]).arg(python);
    build.arg("--target-dir").arg(checkout::target()).args(options).arg("--out").arg(folder);
    process::run(build.current_dir(package()))
}

/// Adds Spark to an environment, for its tests, if there is Java. If there is none, Debian's is installed.
fn spark(python: &Path) -> Result {
    let has_java = || answers("java", &["-version"]);
    if !has_java() {
        debian::install("openjdk-17-jre-headless")?;
    }
    if !has_java() {
        return skip("there is no Java, which Spark runs on");
    }
    add(python, "spark")
}

/// Adds the requirements of an engine's tests to an environment.
fn add(python: &Path, engine: &str) -> Result {
    let requirements = package().join(format!("requirements-{engine}.txt"));
    match process::run(Command::new(python).args(INSTALL).arg("-r").arg(&requirements)) {
        Ok(()) => Ok(()),
        Err(failure) => skip(&format!("pip cannot install {}: {failure}", requirements.display())),
    }
}

/// The wheel with only its requirements, in an environment that has nothing else and is removed again.
fn alone(wheel: &Path) -> Result {
    let folder = checkout::target().join("python/alone");
    process::run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    let python = folder.join("bin/python");
    process::run(Command::new(&python).args(INSTALL).arg(wheel))?;
    let walk = checkout::root().join("fixtures/tod/valid/walk.tod");
    let script = "import sys, animio; assert animio.read(sys.argv[1])[0].world().ndim == 4";
    process::run(Command::new(&python).args(["-c", script]).arg(walk))?;
    Ok(fs::remove_dir_all(folder)?)
}
