//! The public items of every crate, one a line, in `docs/api`, so that changes to them are visible.

use std::collections::BTreeSet;
use std::fs;

use crate::checkout::{self, Crate};
use crate::failure::{Failure, Result};
use crate::process::{self, answers, cargo, skip};

/// The crates of the language, whose types may be in the interface of a crate, like those of other crates of the project. What
/// `serde` adds are implementations of its traits, which is the purpose of that feature.
const FOREIGN: [&str; 4] = ["core", "alloc", "std", "serde_core"];

/// Compares the lists with the crates; `--write` writes new lists.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let is_written = match arguments {
        [] => false,
        ["--write"] => true,
        _ => return Err(Failure::Usage),
    };
    if !answers("cargo", &["+nightly", "--version"]) {
        return skip(
            "no nightly toolchain, whose rustdoc states interfaces as JSON: `rustup toolchain install nightly`",
        );
    }
    let dir = checkout::target().join("api");
    // A separate folder: compilers of two versions would rebuild each other's artifacts.
    let doc = cargo(
        "+nightly doc --quiet --locked --workspace --exclude xtask --lib --all-features --no-deps --target-dir",
    );
    process::run({ doc }.arg(&dir).env("RUSTDOCFLAGS", "-Zunstable-options --output-format json"))?;
    let mut changed = Vec::new();
    for each in checkout::crates()?.iter().filter(|each| each.path.join("src/lib.rs").is_file()) {
        let json = dir.join("doc").join(format!("{}.json", each.name.replace('-', "_")));
        // A separate version in a separate manifest: nothing that is published depends on it.
        let list = cargo("run --quiet --locked --manifest-path xtask/api/Cargo.toml --target-dir");
        let found = process::stdout({ list }.arg(dir.join("lists")).arg("--").arg(json))?;
        foreign(each, &found)?;
        let path = checkout::root().join("docs/api").join(format!("{}.txt", each.name));
        let listed = fs::read_to_string(&path).unwrap_or_default();
        if is_written {
            fs::write(path, found)?;
        } else if listed != found {
            changed.push(format!("{}\n{}", each.name, differences(&listed, &found)));
        }
    }
    if changed.is_empty() {
        return Ok(());
    }
    Err(Failure::broken(format!(
        "interfaces differ from their lists (`cargo xtask api --write`): {}",
        changed.join("\n")
    )))
}

/// Rejects items that name a type of a dependency.
fn foreign(each: &Crate, items: &str) -> Result {
    for item in items.lines() {
        let other = crates_of(item).find(|name| !FOREIGN.contains(name) && !name.starts_with("anim_"));
        if let Some(other) = other {
            return Err(Failure::broken(format!(
                "{} has an item of {other} in its interface: {item}",
                each.name
            )));
        }
    }
    Ok(())
}

/// The crates of the items in a line: each path begins with one.
fn crates_of(item: &str) -> impl Iterator<Item = &str> {
    let paths = item.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':'));
    let first = paths.filter_map(|path| path.split_once("::")).map(|(first, _)| first);
    // Names of types and type parameters begin with a capital letter; primitive types have constants in our crates.
    first.filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase()) && !PRIMITIVE.contains(name))
}

const PRIMITIVE: [&str; 9] = ["bool", "char", "str", "f32", "f64", "u8", "u16", "u32", "usize"];

/// The lines that are in only one of two lists.
fn differences(listed: &str, found: &str) -> String {
    let only = |these: &str, those: &str, sign: &'static str| {
        let those: BTreeSet<_> = those.lines().collect();
        let lines = these.lines().filter(|line| !those.contains(line));
        lines.flat_map(|line| [" ", sign, line, "\n"]).collect::<String>()
    };
    only(listed, found, " - ") + &only(found, listed, " + ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crates_that_an_item_names() {
        let item =
            "pub fn anim_tod::Words::new(impl core::convert::Into<zerocopy::U32>, &T::Kind) -> [u8; 4]";
        assert_eq!(crates_of(item).collect::<Vec<_>>(), ["anim_tod", "core", "zerocopy"]);
        assert_eq!(crates_of("pub const bool::VALUES: anim_core::Values").collect::<Vec<_>>(), ["anim_core"]);
    }

    #[test]
    fn what_was_removed_and_added_is_shown() {
        assert_eq!(differences("a\nb\nc\n", "b\nd\nc\n"), "  - a\n  + d\n");
        assert_eq!(differences("a\n", "a\n"), "");
    }
}
