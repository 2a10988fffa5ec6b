//! Versions, as cargo compares them.

use std::fmt;
use std::str::FromStr;

use crate::failure::{Failure, Result};

/// The part of a version that is incremented.
#[derive(Clone, Copy)]
pub(super) enum Level {
    Major,
    Minor,
    Patch,
}

impl FromStr for Level {
    type Err = Failure;

    fn from_str(word: &str) -> Result<Self> {
        match word {
            "major" => Ok(Self::Major),
            "minor" => Ok(Self::Minor),
            "patch" => Ok(Self::Patch),
            _ => Err(Failure::broken(format!("`{word}` is none of patch, minor and major"))),
        }
    }
}

/// A version without a pre-release.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Version([u32; 3]);

impl Version {
    /// The version that a manifest states.
    pub(super) fn of(manifest: &str) -> Result<Self> {
        let stated = manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
        stated.ok_or_else(|| Failure::broken("a manifest has no version"))?.parse()
    }

    pub(super) fn next(self, level: Level) -> Self {
        let [major, minor, patch] = self.0;
        Self(match level {
            Level::Major => [major + 1, 0, 0],
            Level::Minor => [major, minor + 1, 0],
            Level::Patch => [major, minor, patch + 1],
        })
    }

    /// The smallest step that may break compatibility: below 1.0 the minor version.
    pub(super) fn breaking(self) -> Level {
        if self.0[0] == 0 { Level::Minor } else { Level::Major }
    }

    /// Whether a requirement of this version accepts a later one.
    pub(super) fn takes(self, later: Self) -> bool {
        let ([major, minor, _], [later_major, later_minor, _]) = (self.0, later.0);
        major == later_major && (major > 0 || minor == later_minor)
    }
}

impl FromStr for Version {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Self> {
        let parts: Option<Vec<u32>> = text.split('.').map(|part| part.parse().ok()).collect();
        let parts = parts.and_then(|parts| <[u32; 3]>::try_from(parts).ok());
        parts.map(Self).ok_or_else(|| Failure::broken(format!("`{text}` is no version")))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.0;
        write!(f, "{major}.{minor}.{patch}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_one_the_minor_version_breaks() {
        let steps = [
            ("0.1.4", Level::Patch, "0.1.5", true),
            ("0.1.4", Level::Minor, "0.2.0", false),
            ("1.2.3", Level::Minor, "1.3.0", true),
            ("1.2.3", Level::Major, "2.0.0", false),
        ];
        for (old, level, new, takes) in steps {
            let old: Version = old.parse().unwrap();
            assert_eq!(old.next(level).to_string(), new);
            assert_eq!(old.takes(old.next(level)), takes, "{old} to {new}");
        }
        assert!("0.1".parse::<Version>().is_err());
        assert!("0.1.0-rc".parse::<Version>().is_err());
    }
}
