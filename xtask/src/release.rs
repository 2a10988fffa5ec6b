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

/// Without arguments, checks that every crate can be published and prints the order. With a crate and a level, `patch`, `minor` or
/// `major`, gives the crate its next version, in its manifest, its change log and the workspace. If that is a breaking change, all
/// crates that expose its types get one too.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let crates = checkout::crates()?;
    match arguments {
        [] => ready(&crates)?,
        [name, level] => release(&crates, name, level.parse()?)?,
        _ => return Err(Failure::Usage),
    }
    println!("\nto publish, in this order:");
    for each in order(&crates) {
        println!("cargo publish --package {}", each.name);
    }
    Ok(())
}

/// Whether the registry would accept every crate.
fn ready(crates: &[Crate]) -> Result {
    let root = fs::read_to_string(checkout::root().join("Cargo.toml"))?;
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
    }
    if !root.lines().any(|line| line.starts_with("repository = ")) {
        println!("the workspace has no `repository`: it is not known yet where the project lives");
    }
    println!("{} crates are ready", crates.len());
    Ok(())
}

fn release(crates: &[Crate], name: &str, level: Level) -> Result {
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
    // The lock file adopts the versions.
    process::run(&mut cargo("update --quiet --offline --workspace"))
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

/// The crates, each after its dependencies.
fn order(crates: &[Crate]) -> Vec<&Crate> {
    let mut ordered: Vec<&Crate> = Vec::new();
    while ordered.len() < crates.len() {
        let known = |name: &str| ordered.iter().any(|each| each.name == name);
        let next = crates.iter().find(|each| {
            let mut others = crates.iter().filter(|other| text::depends(&each.manifest, &other.name));
            !known(&each.name) && others.all(|other| known(&other.name))
        });
        // Cargo allows no cycles.
        let Some(next) = next else { break };
        ordered.push(next);
    }
    ordered
}
