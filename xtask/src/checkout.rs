//! The paths of the checkout, and its crates.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::{Failure, Result};

/// A published crate.
pub(crate) struct Crate {
    /// The package's name.
    pub(crate) name: String,
    /// Its folder.
    pub(crate) path: PathBuf,
    /// Its manifest.
    pub(crate) manifest: String,
}

/// The folder of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// The folder in which cargo builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Every crate of `crates/` that may be published, by name.
pub(crate) fn crates() -> Result<Vec<Crate>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join("crates"))? {
        let path = entry?.path();
        let Ok(manifest) = fs::read_to_string(path.join("Cargo.toml")) else { continue };
        if manifest.lines().any(|line| line == "publish = false") {
            continue;
        }
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
        let name = name.ok_or_else(|| Failure::broken(format!("{} has no name", path.display())))?;
        found.push(Crate { name: name.to_owned(), path, manifest });
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}
