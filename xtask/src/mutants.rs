//! Checks that tests notice changes of the code: mutants of cargo-mutants, of which a fixed sample is tested.

use std::fs;

use crate::failure::{Failure, Result};
use crate::{checkout, process, tool};

/// The version of cargo-mutants that `.cargo/mutants.toml` is written for.
const VERSION: &str = "27.1.0";

/// The seed of the sample. Another number gives another sample.
const SEED: u64 = 20_261_122;

/// One mutant in this many is in the sample: about a thousand over all crates.
const ONE_IN: u64 = 30;

/// Property tests run few cases and do not shrink failures, since it only matters that a test fails.
const PROPERTIES: [(&str, &str); 3] = [
    ("PROPTEST_CASES", "16"),
    ("PROPTEST_MAX_SHRINK_ITERS", "0"),
    ("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "true"),
];

/// Tests the sample of some crates, or of all published ones; with `--in-diff`, all mutants of what differs from a commit.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let dir = checkout::target().join("mutants");
    fs::create_dir_all(&dir)?;
    let mut mutants = tool::find("cargo-mutants", VERSION, None)?;
    // Each run copies the sources to a new folder; the dependencies are built once.
    mutants.arg("mutants").env("CARGO_TARGET_DIR", dir.join("build")).envs(PROPERTIES);
    if let ["--in-diff", commit] = arguments {
        let mut diff = std::process::Command::new("git");
        let diff = process::stdout(
            diff.args(["diff", "--no-color", commit, "--", "crates"]).current_dir(checkout::root()),
        )?;
        let path = dir.join("diff");
        fs::write(&path, diff)?;
        return process::run(mutants.arg("--in-diff").arg(&path).arg("--output").arg(&dir));
    }
    let known = checkout::crates()?;
    if arguments.iter().any(|name| !known.iter().any(|each| each.name == *name)) {
        return Err(Failure::Usage);
    }
    let chosen = known.iter().filter(|each| arguments.is_empty() || arguments.contains(&each.name.as_str()));
    let packages: Vec<_> = chosen.flat_map(|each| ["--package", each.name.as_str()]).collect();
    let mut list = tool::find("cargo-mutants", VERSION, None)?;
    let list = process::stdout(list.args(["mutants", "--list", "--line-col=false"]).args(&packages))?;
    let sample: Vec<_> = list.lines().filter(|mutant| is_drawn(mutant)).collect();
    println!("{} of {} mutants", sample.len(), list.lines().count());
    let config = dir.join("mutants.toml");
    let rules = fs::read_to_string(checkout::root().join(".cargo/mutants.toml"))?;
    fs::write(&config, format!("{rules}\nexamine_re = [\n{}]\n", patterns(&sample)))?;
    process::run(mutants.arg("--config").arg(&config).args(&packages).arg("--output").arg(&dir))
}

/// Whether a mutant is in the sample. This depends on its name without the line, so that the sample does not change when code moves.
/// Mutants that delete fields are always included, since cargo-mutants applies patterns to all other mutants only.
fn is_drawn(mutant: &str) -> bool {
    // FNV-1a.
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    let seeded = SEED.to_le_bytes().into_iter().fold(0xCBF2_9CE4_8422_2325, hash);
    let hash = mutant.bytes().fold(seeded, hash);
    // The upper bits depend on all bytes.
    ((hash ^ hash >> 32) & 0xFFFF_FFFF).is_multiple_of(ONE_IN) || mutant.contains(": delete field ")
}

/// A pattern for each mutant, with any line and column, as lines of TOML. `\d` would match the digits of all scripts, which
/// would make a thousand patterns larger than cargo-mutants accepts.
fn patterns(mutants: &[&str]) -> String {
    let pattern = |mutant: &&str| {
        let (file, change) = mutant.split_once(": ").unwrap_or((mutant, ""));
        format!("'''^{}:[0-9]+:[0-9]+: {}$''',\n", escaped(file), escaped(change))
    };
    mutants.iter().map(pattern).collect::<Vec<_>>().concat()
}

/// A text as a regular expression that matches it.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_punctuation()
            && !matches!(
                c,
                '_' | '/' | ':' | '<' | '>' | '=' | '"' | '\'' | '`' | ',' | '!' | ';' | '@' | '%'
            )
        {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_in_thirty_mutants_is_drawn() {
        let names = (0..30_000).map(|at| format!("crates/a/src/b.rs: replace f{at} with ()"));
        let count = names.filter(|name| is_drawn(name)).count();
        assert!((900..1100).contains(&count), "{count}");
        let names =
            (0..100).map(|at| format!("crates/a/src/b.rs: delete field f{at} from struct Self expression"));
        assert!({ names }.all(|name| is_drawn(&name)));
    }

    #[test]
    fn a_pattern_is_the_mutant_at_any_line() {
        let mutant = "crates/a/src/b.rs: replace f -> Vec<[u8; 2]> with vec![(1, 2)]";
        let expected =
            r"'''^crates/a/src/b\.rs:[0-9]+:[0-9]+: replace f \-> Vec<\[u8; 2\]> with vec!\[\(1, 2\)\]$''',";
        assert_eq!(patterns(&[mutant]).trim_end(), expected);
    }
}
