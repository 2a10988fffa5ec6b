//! Whether each crate stands alone once it is packed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anim_formats::Registry;

use crate::checkout::{self, Crate};
use crate::failure::{Failure, Result};
use crate::process::{self, cargo};

/// The crate that everything builds on.
const CORE: &str = "anim-core";

/// Packs every crate, and builds and tests each packed crate by itself.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let [] = arguments else { return Err(Failure::Usage) };
    let crates = checkout::crates()?;
    dependencies(&crates)?;
    let packed = pack(&crates)?;
    for path in &packed {
        println!("in {}", path.display());
        let mut test = cargo("test --quiet");
        process::run(test.current_dir(path).env("CARGO_TARGET_DIR", checkout::target()))?;
    }
    println!("{} crates stand alone", packed.len());
    Ok(())
}

/// The core depends on nothing, a format on no other format.
fn dependencies(crates: &[Crate]) -> Result {
    let formats: Vec<_> = Registry::builtin().ids().map(|id| format!("anim-{id}")).collect();
    for Crate { name, .. } in crates {
        // What the core's features add is optional: by itself it needs nothing.
        let features = if name == CORE { "--no-default-features" } else { "--all-features" };
        let tree = format!("tree --locked --edges normal --prefix none {features} --package {name}");
        let tree = process::stdout(&mut cargo(&tree))?;
        let depends: Vec<_> = tree.lines().skip(1).filter_map(|line| line.split(' ').next()).collect();
        if name == CORE && !depends.is_empty() {
            return Err(Failure::broken(format!("{CORE} depends on {}", depends.join(", "))));
        }
        let other = depends.iter().find(|other| formats.iter().any(|format| format == *other));
        if let Some(other) = other.filter(|_| formats.contains(name)) {
            return Err(Failure::broken(format!(
                "{name} depends on {other}: formats know nothing of each other"
            )));
        }
    }
    Ok(())
}

/// Packs the crates and unpacks them side by side, each finding the others where it would find them published.
fn pack(crates: &[Crate]) -> Result<Vec<PathBuf>> {
    let target = checkout::target();
    let mut package = cargo("package --quiet --locked --no-verify --allow-dirty");
    process::run(package.args(crates.iter().flat_map(|each| ["--package", &each.name])))?;
    let dir = target.join("packed");
    if dir.exists() {
        fs::remove_dir_all(&dir)?;
    }
    fs::create_dir_all(dir.join(".cargo"))?;
    let mut patches = vec!["[patch.crates-io]".to_owned()];
    let mut paths = Vec::new();
    for each in crates {
        let folder = format!("{}-{}", each.name, version(each)?);
        unpack(&target.join("package").join(format!("{folder}.crate")), &dir)?;
        let path = dir.join(&folder);
        // A workspace of its own: the target folder may be within the checkout, whose workspace would claim it.
        let mut manifest = fs::read_to_string(path.join("Cargo.toml"))?;
        manifest.push_str("\n[workspace]\n");
        fs::write(path.join("Cargo.toml"), manifest)?;
        patches.push(format!("{} = {{ path = '{}' }}", each.name, path.display()));
        paths.push(path);
    }
    fs::write(dir.join(".cargo/config.toml"), patches.join("\n"))?;
    Ok(paths)
}

fn version(each: &Crate) -> Result<&str> {
    let version = each.manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    version.ok_or_else(|| Failure::broken(format!("{} has no version", each.path.display())))
}

fn unpack(archive: &Path, dir: &Path) -> Result {
    // Archives date all files alike: cargo would take changed ones for those that it has built.
    process::run(Command::new("tar").args(["-m", "-xzf"]).arg(archive).arg("-C").arg(dir))
}
