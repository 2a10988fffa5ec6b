//! A compiler for `wasm32-unknown-unknown`: that of the toolchain, or one from Debian's packages.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::checkout;
use crate::failure::{Failure, Result};
use crate::process::{self, answers, cargo};

const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's compiler for browsers, and the sources of its standard library.
const PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];

/// Makes the standard library as small as it can be, where it is built anyway: a panic ends the module without words, which no
/// browser would show, and what is only printed for debugging has no fields.
const SMALL_FLAGS: &str =
    "-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none -Zfmt-debug=shallow";
const SMALL_STD: &str = "-Zbuild-std-features=optimize_for_size";

/// How cargo builds for WebAssembly.
pub(super) struct Compiler {
    environment: Vec<(&'static str, OsString)>,
    arguments: &'static [&'static str],
}

impl Compiler {
    /// The compiler of the toolchain if it has the target, else Debian's, which is unpacked under the target folder; `None` where
    /// there is neither.
    pub(super) fn find() -> Result<Option<Self>> {
        let sysroot = process::stdout(Command::new("rustc").args(["--print", "sysroot"]))?;
        let sysroot = PathBuf::from(sysroot.trim());
        if sysroot.join("lib/rustlib").join(TARGET).is_dir() {
            return Ok(Some(Self { environment: Vec::new(), arguments: &[] }));
        }
        let dir = checkout::target().join("web/debian");
        let has_packages = answers("apt-get", &["--version"]) && answers("dpkg", &["--version"]);
        if !(has_packages && unpack(&dir)?) {
            return Ok(None);
        }
        let linker = linker(&sysroot)?;
        let library = find_library(&dir.join("usr/lib"))?;
        Ok(Some(Self {
            environment: vec![
                ("RUSTC", dir.join("usr/bin/rustc").into()),
                ("LD_LIBRARY_PATH", library.into()),
                // The standard library is built from its sources, which stable compilers do not offer.
                ("RUSTC_BOOTSTRAP", "1".into()),
                ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker.into()),
            ],
            arguments: &["-Zbuild-std=std,panic_abort"],
        }))
    }

    /// Builds a library of a package in a profile, and answers where the module is.
    pub(super) fn build(&self, library: &str, package: &str, profile: &str) -> Result<PathBuf> {
        // A folder of its own: compilers of two versions would build each other's artifacts anew.
        let dir = checkout::target().join("web/build");
        let mut build = cargo(&format!("build --quiet --locked --profile {profile} --target {TARGET}"));
        build.args(self.arguments).args(["--package", package, "--target-dir"]).arg(&dir);
        if !self.arguments.is_empty() && profile == "web" {
            build.arg(SMALL_STD).env("RUSTFLAGS", SMALL_FLAGS);
        }
        process::run(build.envs(self.environment.iter().map(|(name, value)| (name, value))))?;
        Ok(dir.join(TARGET).join(profile).join(format!("{library}.wasm")))
    }
}

/// Unpacks the packages and what they need that is not installed; false if they cannot be had.
fn unpack(dir: &Path) -> Result<bool> {
    let done = dir.join("unpacked");
    if done.is_file() {
        return Ok(true);
    }
    let simulate = ["-s", "install", "--no-install-recommends"];
    let plan = process::output(Command::new("apt-get").args(simulate).args(PACKAGES))?;
    let plan = String::from_utf8_lossy(&plan.stdout).into_owned();
    let names: Vec<_> =
        plan.lines().filter_map(|line| line.strip_prefix("Inst ")?.split(' ').next()).collect();
    if !PACKAGES.iter().all(|package| names.contains(package)) {
        return Ok(false);
    }
    fs::create_dir_all(dir)?;
    process::run(Command::new("apt-get").args(["-q", "download"]).args(&names).current_dir(dir))?;
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "deb") {
            process::run(Command::new("dpkg").arg("-x").arg(&path).arg(dir))?;
            fs::remove_file(path)?;
        }
    }
    fs::write(done, "")?;
    Ok(true)
}

/// The linker that the toolchain brings along.
fn linker(sysroot: &Path) -> Result<PathBuf> {
    for entry in fs::read_dir(sysroot.join("lib/rustlib"))? {
        let linker = entry?.path().join("bin/rust-lld");
        if linker.is_file() {
            return Ok(linker);
        }
    }
    Err(Failure::broken("the toolchain has no rust-lld"))
}

/// The folder with the compiler's own libraries, which is named for the machine.
fn find_library(dir: &Path) -> Result<PathBuf> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let is_driver = |name: &OsString| name.to_string_lossy().starts_with("librustc_driver");
        if path.is_dir() && fs::read_dir(&path)?.flatten().any(|file| is_driver(&file.file_name())) {
            return Ok(path);
        }
    }
    Err(Failure::broken("Debian's compiler has no library"))
}
