//! Checks that each crate stands alone once it is packed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anim_formats::Registry;

use crate::checkout::{self, Crate};
use crate::failure::{Failure, Result};
use crate::process::{self, cargo};

/// The crate on which everything builds.
const CORE: &str = "anim-core";

/// The manifest of a workspace of packed crates, without their paths.
const MANIFEST: &str = r#"[workspace]
resolver = "3"
members = ["*"]

[patch.crates-io]
"#;

/// Packs every crate and checks the result, including its tests, benchmarks and examples, away from the checkout, so that
/// everything they are compiled from is included. `--test` also runs the tests, which are those of the checkout.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let with = match arguments {
        [] => "check --quiet --profile task --workspace --all-targets",
        ["--test"] => "test --quiet --profile task --workspace",
        _ => return Err(Failure::Usage),
    };
    let crates = checkout::crates()?;
    dependencies(&crates)?;
    let packed = pack(&crates)?;
    // With the profile of the tasks, so that dependencies are those that are built in the checkout.
    let config = checkout::root().join(".cargo/config.toml");
    let mut build = cargo(with);
    build.arg("--config").arg(config).env("CARGO_TARGET_DIR", checkout::target()).current_dir(packed);
    process::run(&mut build)?;
    println!("{} crates are packed with all they need", crates.len());
    Ok(())
}

/// The core depends on nothing, a format on no other format.
fn dependencies(crates: &[Crate]) -> Result {
    let formats: Vec<_> = Registry::builtin().ids().map(|id| format!("anim-{id}")).collect();
    for Crate { name, .. } in crates {
        // The additions of the core's features are optional: without features it needs nothing.
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

/// Packs the crates and unpacks them into a separate workspace, where each finds the others in place of published ones.
fn pack(crates: &[Crate]) -> Result<PathBuf> {
    let target = checkout::target();
    let mut package = cargo("package --quiet --locked --no-verify --allow-dirty");
    process::run(package.args(crates.iter().flat_map(|each| ["--package", &each.name])))?;
    let dir = target.join("packed");
    if dir.exists() {
        fs::remove_dir_all(&dir)?;
    }
    fs::create_dir_all(&dir)?;
    let mut manifest = MANIFEST.to_owned();
    for each in crates {
        let folder = format!("{}-{}", each.name, version(each)?);
        unpack(&target.join("package").join(format!("{folder}.crate")), &dir)?;
        manifest.extend([&each.name, " = { path = \"", &folder, "\" }\n"]);
    }
    fs::write(dir.join("Cargo.toml"), manifest)?;
    fs::copy(checkout::root().join("Cargo.lock"), dir.join("Cargo.lock"))?;
    Ok(dir)
}

fn version(each: &Crate) -> Result<&str> {
    let version = each.manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    version.ok_or_else(|| Failure::broken(format!("{} has no version", each.path.display())))
}

fn unpack(archive: &Path, dir: &Path) -> Result {
    // Archives have the same date for all files: cargo would take changed ones for those that it has built.
    process::run(Command::new("tar").args(["-m", "-xzf"]).arg(archive).arg("-C").arg(dir))
}
