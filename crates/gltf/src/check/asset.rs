//! Checks of the version of glTF and of the extensions that a file requires.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::Sink;

use super::report;
use crate::extensions::is_read;
use crate::{Root, codes};

/// Reports versions above 2.0 that a reader must support, other major versions, and required extensions that are not supported.
pub(super) fn check(root: &Root, sink: &mut dyn Sink) {
    if let Some(message) = flaw(&root.asset.version, root.asset.min_version.as_deref()) {
        report(sink, &codes::ASSET_VERSION, "asset".into(), message);
    }
    for (index, extension) in root.extensions_required.iter().enumerate() {
        if !is_read(extension) {
            let message = format!("the required extension `{extension}` is not supported");
            report(sink, &codes::EXTENSION, format!("extensionsRequired[{index}]"), message);
        }
    }
}

/// What is wrong with the version of a file and the lowest one that a reader must support.
fn flaw(version: &str, least: Option<&str>) -> Option<String> {
    // A file for older programs too is for its own version.
    let needed = least.filter(|least| !least.starts_with("1."));
    let is_too_high = |least: &str| numbers(least).is_some_and(|least| least > [2, 0]);
    let stated = needed.unwrap_or(version);
    if stated.split_once('.').is_none_or(|(major, _)| major != "2") || needed.is_some_and(is_too_high) {
        return Some(format!("the version is `{stated}`, expected 2.0"));
    }
    let (own, least) = (numbers(version)?, least?);
    (numbers(least)? > own)
        .then(|| format!("`minVersion` is `{least}`, expected at most the version `{version}`"))
}

/// The numbers of a version `major.minor`.
fn numbers(version: &str) -> Option<[u32; 2]> {
    let (major, minor) = version.split_once('.')?;
    Some([major.parse().ok()?, minor.parse().ok()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_needs_no_version_above_2_0_nor_above_its_own() {
        for (version, least, is_sound) in [
            ("2.0", None, true),
            ("2.7", None, true),
            ("2.7", Some("2.0"), true),
            ("3.0", Some("2.0"), true),
            ("2.0", Some("1.0"), true),
            ("1.0", None, false),
            ("3.0", None, false),
            ("2", None, false),
            ("2.1", Some("2.1"), false),
            ("2.0", Some("2.1"), false),
            ("2.0", Some("3.0"), false),
            ("1.0", Some("2.0"), false),
            ("1.0", Some("1.1"), false),
        ] {
            assert_eq!(flaw(version, least).is_none(), is_sound, "{version} {least:?}");
        }
    }
}
