//! The generated fixtures.

use std::fs;
use std::path::{Path, PathBuf};

use crate::checkout;
use crate::failure::{Failure, Result};
use crate::tree::folders;

mod mm2_ped;
mod stf;
mod tod;

type Write = fn(&Path) -> std::io::Result<()>;

/// The generated folders under `fixtures/`, and the functions that write them.
const GENERATED: &[(&str, Write)] = &[("mm2-ped", mm2_ped::write), ("stf", stf::write), ("tod", tod::write)];

/// Writes the generated fixtures; with `--check`, only reports whether that would change anything.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let check = match arguments {
        [] => false,
        ["--check"] => true,
        _ => return Err(Failure::Usage),
    };
    for (name, write) in GENERATED {
        let kept = checkout::root().join("fixtures").join(name);
        let fresh = checkout::target().join("fixtures").join(name);
        empty(&fresh)?;
        write(&fresh)?;
        let files = files(&fresh)?;
        if check {
            same(name, &kept, &files)?;
        } else {
            empty(&kept)?;
            for (path, bytes) in &files {
                let path = kept.join(path);
                fs::create_dir_all(path.parent().unwrap_or(&kept))?;
                fs::write(path, bytes)?;
            }
        }
        println!("fixtures/{name}: {} files", files.len());
    }
    Ok(())
}

fn empty(dir: &Path) -> std::io::Result<()> {
    if dir.exists() {
        fs::remove_dir_all(dir)?;
    }
    fs::create_dir_all(dir)
}

fn same(name: &str, kept: &Path, fresh: &[(PathBuf, Vec<u8>)]) -> Result {
    let kept = files(kept)?;
    let stale = kept.iter().filter(|file| !fresh.contains(file));
    let missing = fresh.iter().filter(|file| !kept.contains(file));
    match stale.chain(missing).next() {
        None => Ok(()),
        Some((path, _)) => Err(Failure::broken(format!(
            "fixtures/{name}/{} is not what is generated: run `cargo xtask fixtures`",
            path.display()
        ))),
    }
}

/// Every file under a folder, by its path in it.
fn files(dir: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut found = Vec::new();
    for folder in folders(dir)? {
        let within = folder.path.strip_prefix(dir).unwrap_or(&folder.path).to_owned();
        found.extend(folder.files.into_iter().map(|(name, bytes)| (within.join(name), bytes)));
    }
    Ok(found)
}
