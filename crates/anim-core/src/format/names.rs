//! Names of files and paths as text.

use std::ffi::OsStr;
use std::path::{Component, Path};

/// A relative path that names a file and does not leave its folder; `None` for any other path.
pub fn inner_path(path: &str) -> Option<&Path> {
    let path = Path::new(path);
    let stays = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    (stays && path.file_name().is_some()).then_some(path)
}

/// A name as part of a file name on any system: characters that some system does not allow become `_`.
///
/// ```
/// assert_eq!(anim_core::portable_name("Grün 1/2: \"x\"\n"), "Grün 1_2_ _x__");
/// ```
pub fn portable_name(name: &str) -> String {
    let is_forbidden = |c: char| c.is_control() || r#"/\:*?"<>|"#.contains(c);
    name.chars().map(|c| if is_forbidden(c) { '_' } else { c }).collect()
}

/// A path or another name of the system as text, with `\xNN` for each byte that is not UTF-8.
pub fn escaped_name(name: &OsStr) -> String {
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02X}")));
    }
    text
}
