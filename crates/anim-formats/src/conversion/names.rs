//! The names of the files that clips go into.

use std::collections::HashSet;

use anim_core::Clip;

use super::Conversion;

impl Conversion<'_> {
    /// The clips with the names of the files they go into, given the name of one file without its extension: all into that one, or
    /// each into `STEM.CLIP.EXTENSION` where one file of the target does not hold all. The names of clips are cut where a name
    /// would have more than 255 bytes, which is the most that file systems take.
    pub fn split(&self, stem: &str, clips: Vec<Clip>) -> Vec<(String, Vec<Clip>)> {
        if self.require_room(&clips).is_ok() {
            return vec![(format!("{stem}.{}", self.extension), clips)];
        }
        let mut names = HashSet::new();
        let room = MOST_NAME.saturating_sub(stem.len() + self.extension.len() + 2);
        let part = |clip: Clip| {
            let own = file_name(&clip.name);
            let mut name = cut(&own, room).to_owned();
            let mut number = 1;
            while !names.insert(name.to_lowercase()) {
                let more = if number == 1 { "_".to_owned() } else { format!("_{number}") };
                name = cut(&own, room.saturating_sub(more.len())).to_owned() + &more;
                number += 1;
            }
            (format!("{stem}.{name}.{}", self.extension), vec![clip])
        };
        clips.into_iter().map(part).collect()
    }
}

/// The most bytes of a file's name.
const MOST_NAME: usize = 255;

/// The beginning of a name that has no more than this number of bytes.
fn cut(name: &str, most: usize) -> &str {
    let end = (0..=most.min(name.len())).rev().find(|end| name.is_char_boundary(*end));
    name.get(..end.unwrap_or(0)).unwrap_or_default()
}

/// A name as part of a file's name on any system: what one of them does not take becomes `_`.
pub fn file_name(name: &str) -> String {
    let unfit = |c: char| c.is_control() || matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|');
    name.chars().map(|c| if unfit(c) { '_' } else { c }).collect()
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
    fn clip_names_become_file_names() {
        assert_eq!(file_name("Grün 1/2: \"x\"\n"), "Grün 1_2_ _x__");
    }
}
