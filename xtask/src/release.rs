//! New versions: of one crate, of the crates that a breaking change reaches, and the order in which crates are published.

mod text;
mod version;

use std::collections::BTreeMap;
use std::fs;

use crate::checkout::{self, Crate};
use crate::failure::{Failure, Result};
use crate::process::{self, cargo};
use version::{Level, Version};

/// The fields that the registry requires in a manifest.
const FIELDS: [&str; 6] = [
    "description = ",
    "keywords = ",
    "categories = ",
    "readme = ",
    "license.workspace",
    "rust-version.workspace",
];

/// The field that it also requires if the crate has documentation.
const DOCS: &str = "[package.metadata.docs.rs]";

/// The folders with a lock file, in which the crates have their versions.
const LOCKED: [&str; 5] = [".", "bindings/python", "examples/keylines", "fuzz", "xtask/peers"];

/// Without arguments, checks that every crate can be published and prints the order. With a crate and a level, `patch`, `minor` or
/// `major`, gives the crate its next version, in its manifest, its change log, the workspace and all lock files. If that is a
/// breaking change, all crates that expose its types get one too, and only these crates are in the order.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let crates = checkout::crates()?;
    let published = match arguments {
        [] => {
            ready(&crates)?;
            crates.iter().map(|each| each.name.as_str()).collect()
        }
        [name, level] => release(&crates, name, level.parse()?)?,
        _ => return Err(Failure::Usage),
    };
    println!("\nto publish, in this order:");
    for each in order(&crates).into_iter().filter(|each| published.contains(&each.name.as_str())) {
        println!("cargo publish --package {}", each.name);
    }
    Ok(())
}

/// Whether the registry would accept every crate.
fn ready(crates: &[Crate]) -> Result {
    let root = fs::read_to_string(checkout::root().join("Cargo.toml"))?;
    let mut locks = Vec::new();
    for folder in LOCKED {
        locks.push((folder, fs::read_to_string(checkout::root().join(folder).join("Cargo.lock"))?));
    }
    for each in crates {
        let version = Version::of(&each.manifest)?;
        let docs = each.path.join("src/lib.rs").is_file().then_some(DOCS);
        let says = |field: &&str| each.manifest.lines().any(|line| line.starts_with(*field));
        let missing = FIELDS.into_iter().chain(docs).find(|field| !says(field));
        if let Some(missing) = missing {
            return Err(Failure::broken(format!("the manifest of {} has no `{missing}`", each.name)));
        }
        for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            if !each.path.join(file).is_file() {
                return Err(Failure::broken(format!("{} has no {file}", each.name)));
            }
        }
        let log = fs::read_to_string(each.path.join("CHANGELOG.md"))?;
        if !log.lines().any(|line| line == format!("## {version}")) {
            return Err(Failure::broken(format!(
                "the change log of {} does not tell of {version}",
                each.name
            )));
        }
        if let Some(wanted) = text::requirement(&root, &each.name)
            && wanted != version.to_string()
        {
            return Err(Failure::broken(format!(
                "the workspace asks for {} {wanted}, it is {version}",
                each.name
            )));
        }
        for (folder, lock) in &locks {
            if let Some(locked) = text::locked(lock, &each.name)
                && locked != version.to_string()
            {
                return Err(Failure::broken(format!(
                    "the lock file of {folder} has {} {locked}, it is {version}",
                    each.name
                )));
            }
        }
    }
    if !root.lines().any(|line| line.starts_with("repository = ")) {
        println!("the workspace has no `repository`: it is not known yet where the project lives");
    }
    println!("{} crates are ready", crates.len());
    Ok(())
}

/// Gives a crate its next version; the names of all that got one.
fn release<'c>(crates: &'c [Crate], name: &str, level: Level) -> Result<Vec<&'c str>> {
    let released = crates.iter().find(|each| each.name == name);
    let released = released.ok_or_else(|| Failure::broken(format!("there is no crate `{name}`")))?;
    let mut versions = BTreeMap::new();
    spread(crates, released, level, &mut versions)?;
    let manifest = checkout::root().join("Cargo.toml");
    let mut root = fs::read_to_string(&manifest)?;
    // Everything is prepared before anything is written: a change log without news stops the task.
    let mut files = Vec::new();
    for (name, (old, new)) in &versions {
        let Some(each) = crates.iter().find(|each| each.name == *name) else { continue };
        let log = each.path.join("CHANGELOG.md");
        let news = format!("- Goes with {} {}.", released.name, versions[released.name.as_str()].1);
        let news = (each.name != released.name).then_some(news.as_str());
        let text = text::log(&fs::read_to_string(&log)?, new, news);
        files.push((
            log,
            text.ok_or_else(|| Failure::broken(format!("the change log of {name} has no `## Unreleased`")))?,
        ));
        files.push((each.path.join("Cargo.toml"), text::manifest(&each.manifest, old, new)));
        root = text::require(&root, name, new);
        println!("{name} {old} becomes {new}");
    }
    for (path, text) in files {
        fs::write(path, text)?;
    }
    fs::write(&manifest, root)?;
    // The lock files adopt the versions and keep those of all other packages.
    for folder in LOCKED {
        let update = cargo("update --quiet --workspace --manifest-path");
        process::run({ update }.arg(format!("{folder}/Cargo.toml")))?;
    }
    Ok(versions.into_keys().collect())
}

/// The versions that change: a breaking change reaches every crate that exposes the types of the crate that breaks.
fn spread<'c>(
    crates: &'c [Crate],
    each: &'c Crate,
    level: Level,
    versions: &mut BTreeMap<&'c str, (Version, Version)>,
) -> Result {
    let old = Version::of(&each.manifest)?;
    let new = old.next(level);
    versions.insert(&each.name, (old, new));
    if old.takes(new) {
        return Ok(());
    }
    for other in crates.iter().filter(|other| text::depends(&other.manifest, &each.name)) {
        if !versions.contains_key(other.name.as_str()) {
            spread(crates, other, Version::of(&other.manifest)?.breaking(), versions)?;
        }
    }
    Ok(())
}

/// The crates, each after those that it depends on, also for its tests: the registry must know all of them.
fn order(crates: &[Crate]) -> Vec<&Crate> {
    let mut ordered: Vec<&Crate> = Vec::new();
    while ordered.len() < crates.len() {
        let known = |name: &str| ordered.iter().any(|each| each.name == name);
        let next = crates.iter().find(|each| {
            let mut others = crates.iter().filter(|other| text::needs(&each.manifest, &other.name));
            !known(&each.name) && others.all(|other| known(&other.name))
        });
        // Cargo allows no cycles.
        let Some(next) = next else { break };
        ordered.push(next);
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_is_published_after_those_that_its_tests_need() {
        let of = |name: &str, manifest: &str| Crate {
            name: name.to_owned(),
            path: name.into(),
            manifest: manifest.to_owned(),
        };
        let crates = [
            of("a", "[dependencies]\nc.workspace = true\n\n[dev-dependencies]\nd.workspace = true\n"),
            of("b", "[dependencies]\na.workspace = true\n"),
            of("c", "[dependencies]\n"),
            of("d", "[dependencies]\nc = { workspace = true, optional = true }\n"),
        ];
        let names: Vec<_> = order(&crates).iter().map(|each| each.name.as_str()).collect();
        assert_eq!(names, ["c", "d", "a", "b"]);
    }
}
