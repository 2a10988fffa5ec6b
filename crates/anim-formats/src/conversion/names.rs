//! The names of the files for clips.

use std::collections::HashSet;
use std::path::PathBuf;

use anim_core::{Clip, portable_name};

use super::Conversion;

impl Conversion<'_> {
    /// The clips with the names of their files; `stem` is the name of a file without its extension. All clips go into this file,
    /// or, if one file of the target cannot hold them all, each into `STEM.CLIP.EXTENSION`, named as by [`split_by`].
    pub fn split(&self, stem: &str, clips: Vec<Clip>) -> Vec<(String, Vec<Clip>)> {
        let extension = &self.extension;
        if self.require_room(&clips).is_ok() {
            return vec![(format!("{stem}.{extension}"), clips)];
        }
        let split = split_by(clips, |clip| format!("{stem}.{clip}.{extension}"));
        split.into_iter().map(|(name, clip)| (name, vec![clip])).collect()
    }
}

/// Each clip with the path of its own file, which `path` makes from the [`portable_name`](anim_core::portable_name) of the clip's name.
///
/// If two clips would get the same path, ignoring letter case, the later one gets `_` or a number after its name. Names of clips are
/// truncated so that no name in the path exceeds 255 bytes, the limit of file systems.
pub fn split_by(clips: Vec<Clip>, path: impl Fn(&str) -> String) -> Vec<(String, Clip)> {
    let mut paths = HashSet::new();
    let part = |clip: Clip| {
        let own = portable_name(&clip.name);
        let mut made = fitted(&own, "", &path);
        let mut number = 1;
        while !paths.insert(PathBuf::from(made.to_lowercase())) {
            let more = if number == 1 { "_".to_owned() } else { format!("_{number}") };
            made = fitted(&own, &more, &path);
            number += 1;
        }
        (made, clip)
    };
    clips.into_iter().map(part).collect()
}

/// The path made from a name and `more`; the name is truncated until the names in the path fit.
fn fitted(name: &str, more: &str, path: impl Fn(&str) -> String) -> String {
    let mut room = name.len();
    loop {
        let made = path(&(cut(name, room).to_owned() + more));
        let longest = made.split('/').map(str::len).max().unwrap_or(0);
        if longest <= MOST_NAME || room == 0 {
            return made;
        }
        room = room.saturating_sub(longest - MOST_NAME);
    }
}

/// The longest file name, in bytes.
const MOST_NAME: usize = 255;

/// The beginning of a name, of at most this number of bytes.
fn cut(name: &str, most: usize) -> &str {
    let end = (0..=most.min(name.len())).rev().find(|end| name.is_char_boundary(*end));
    name.get(..end.unwrap_or(0)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_have_room_for_their_extension() {
        assert_eq!(
            (cut("grün", 3), cut("grün", 4), cut("grün", 99), cut("grün", 0)),
            ("gr", "grü", "grün", "")
        );
    }

    #[test]
    fn each_clip_gets_a_path_of_its_own() {
        let long = "n".repeat(300);
        let names = ["a/b", "a:b", "A_b", "a_b_", ".", "", "..", &long, &long];
        let clips = names.map(Clip::new).to_vec();
        let paths = split_by(clips, |clip| format!("{clip}/w.{clip}.tod"));
        let paths: Vec<&str> = paths.iter().map(|(path, _)| path.as_str()).collect();
        let [first, second] = ["", "_"].map(|more| {
            let name = "n".repeat(255 - "w..tod".len() - more.len()) + more;
            format!("{name}/w.{name}.tod")
        });
        let expected = [
            "a_b/w.a_b.tod",
            "a_b_/w.a_b_.tod",
            "A_b_2/w.A_b_2.tod",
            "a_b__/w.a_b__.tod",
            "./w...tod",
            "/w..tod",
            "../w....tod",
            &first,
            &second,
        ];
        assert_eq!(paths, expected);
        // The same path, spelled in two ways.
        let paths = split_by(["", "."].map(Clip::new).to_vec(), |clip| format!("a/{clip}/w.tod"));
        assert_eq!([&*paths[0].0, &*paths[1].0], ["a//w.tod", "a/._/w.tod"]);
    }
}
