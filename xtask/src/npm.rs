//! Programs for Node.js: our scripts and the packages they need.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::failure::Result;
use crate::process::{self, answers};

/// Whether Node.js and npm are installed.
pub(crate) fn is_there() -> bool {
    answers("node", &["--version"]) && answers("npm", &["--version"])
}

/// Copies the files of a folder into a new one: scripts run where packages are installed, so that they find their imports.
pub(crate) fn copy(from: &Path, to: &Path) -> Result {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// Installs the packages in a folder's `package.json`, without the optional ones.
pub(crate) fn install(dir: &Path) -> Result {
    install_with(dir, &["--omit=optional"])
}

/// Installs the packages in a folder's `package.json`, the optional ones too.
pub(crate) fn install_all(dir: &Path) -> Result {
    install_with(dir, &[])
}

fn install_with(dir: &Path, more: &[&str]) -> Result {
    // On Windows npm is a script, which only a shell finds.
    let mut npm = if cfg!(windows) { Command::new("cmd") } else { Command::new("npm") };
    if cfg!(windows) {
        npm.args(["/C", "npm"]);
    }
    let flags = ["install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"];
    process::run(npm.args(flags).args(more).current_dir(dir))
}
