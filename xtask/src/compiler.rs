//! A compiler for another target: that of the toolchain, or Debian's, which builds the standard library from its sources.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::{Failure, Result};
use crate::process::{self, cargo};
use crate::{checkout, debian};

/// Debian's latest compiler, which is packaged for browsers, and the sources of its standard library.
const PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];

/// Builds for a target.
pub(crate) struct Compiler {
    target: &'static str,
    environment: Vec<(&'static str, OsString)>,
    /// The crates of the standard library that it builds, if any.
    library: Option<String>,
}

impl Compiler {
    /// The compiler of the toolchain if it has the target, else Debian's, which is unpacked under the target folder and builds these
    /// crates of the standard library, separated by commas; `None` if neither is available.
    pub(crate) fn find(target: &'static str, library: &str) -> Result<Option<Self>> {
        if sysroot()?.join("lib/rustlib").join(target).is_dir() {
            return Ok(Some(Self { target, environment: Vec::new(), library: None }));
        }
        let dir = checkout::target().join("debian");
        if !debian::unpack(&PACKAGES, &dir)? {
            return Ok(None);
        }
        keep_library(&dir.join("usr/src"))?;
        Ok(Some(Self {
            target,
            environment: vec![
                ("RUSTC", dir.join("usr/bin/rustc").into()),
                ("LD_LIBRARY_PATH", find_library(&dir.join("usr/lib"))?.into()),
                // The standard library is built from its sources, which stable compilers do not offer.
                ("RUSTC_BOOTSTRAP", "1".into()),
            ],
            library: Some(library.to_owned()),
        }))
    }

    /// Whether it builds the standard library too.
    pub(crate) fn builds_library(&self) -> bool {
        self.library.is_some()
    }

    /// A cargo command for the target, its arguments separated by spaces. It builds in a separate folder: compilers of two versions
    /// would rebuild each other's artifacts.
    pub(crate) fn cargo(&self, arguments: &str, dir: &Path) -> Command {
        let mut command = cargo(arguments);
        command.args(self.library.iter().map(|library| format!("-Zbuild-std={library}")));
        command.args(["--target", self.target, "--target-dir"]).arg(dir);
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Makes a program that calls cargo use this compiler.
    pub(crate) fn lend<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.envs(self.library.iter().map(|library| ("CARGO_UNSTABLE_BUILD_STD", library)))
    }
}

/// The folder of the toolchain.
pub(crate) fn sysroot() -> Result<PathBuf> {
    let sysroot = process::stdout(Command::new("rustc").args(["--print", "sysroot"]))?;
    Ok(PathBuf::from(sysroot.trim()))
}

/// Removes the sources of everything but the standard library, most of what the package has: 365 MB.
fn keep_library(sources: &Path) -> Result {
    for version in fs::read_dir(sources)? {
        for folder in fs::read_dir(version?.path())? {
            let folder = folder?;
            if folder.file_type()?.is_dir() && folder.file_name() != "library" {
                fs::remove_dir_all(folder.path())?;
            }
        }
    }
    Ok(())
}

/// The folder with the compiler's own libraries, named after the machine.
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
