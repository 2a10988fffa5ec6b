//! The model of a `.skel`: bones, their hierarchy, their places.

mod read;
mod write;

use std::collections::HashSet;

use anim_core::Location;
pub(crate) use read::begins;

use crate::text::{LineEnd, is_stable};
use crate::{Error, ErrorKind, MAX_CHANNELS};

/// The most bones that a clip has floats for.
pub const MAX_BONES: usize = MAX_CHANNELS / 3 - 1;

/// The most bytes of a bone's name.
pub const MAX_NAME: usize = 63;

/// A figure at rest: bones in depth-first order, which is the order of a clip's angles.
#[derive(Clone, Debug, PartialEq)]
pub struct Skeleton {
    bones: Vec<Bone>,
    /// Lines of unknown properties, by bone.
    unknown: Vec<(usize, String)>,
    line_end: LineEnd,
}

/// A bone. Every bone rests unrotated.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Bone {
    /// Its name: 1 to [`MAX_NAME`] bytes without blanks or braces. Bytes that are not UTF-8 are the characters U+F780 to
    /// U+F7FF.
    pub name: String,
    /// The index of the bone that it hangs on.
    pub parent: Option<usize>,
    /// Its place relative to the parent, in metres.
    pub offset: [f32; 3],
    /// The least angles about X, Y and Z in radians; −π if nothing is said.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub rotmin: Option<[f32; 3]>,
    /// The greatest angles about X, Y and Z in radians; π if nothing is said.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub rotmax: Option<[f32; 3]>,
}

impl Skeleton {
    /// A skeleton of these bones.
    ///
    /// Errors: [`ErrorKind::Limit`] for no bone or more than [`MAX_BONES`], [`ErrorKind::Name`], [`ErrorKind::NotFinite`],
    /// and [`ErrorKind::Order`] unless each bone hangs on the one before it, on one of that one's ancestors, or on none.
    pub fn new(bones: Vec<Bone>) -> Result<Self, Error> {
        Self::from_parts(bones, Vec::new(), LineEnd::default())
    }

    /// [`Skeleton::new`] with lines of unknown properties and the way that lines end.
    pub(crate) fn from_parts(
        bones: Vec<Bone>,
        unknown: Vec<(usize, String)>,
        line_end: LineEnd,
    ) -> Result<Self, Error> {
        if !(1..=MAX_BONES).contains(&bones.len()) {
            let limit = ErrorKind::Limit { what: "bones", found: bones.len(), most: MAX_BONES };
            return Err(Error::new(limit, Location::default()));
        }
        // The bones that the next one may hang on: the last one and its ancestors.
        let mut open: Vec<usize> = Vec::new();
        for (index, bone) in bones.iter().enumerate() {
            let error = |kind| Error::new(kind, Location::path(format!("bone[{index}]")));
            if !is_name(&bone.name) {
                return Err(error(ErrorKind::Name { name: bone.name.clone() }));
            }
            let limits = [bone.rotmin, bone.rotmax].into_iter().flatten();
            if !limits.chain([bone.offset]).flatten().all(f32::is_finite) {
                return Err(error(ErrorKind::NotFinite));
            }
            let depth = match bone.parent {
                None => 0,
                Some(parent) => match open.iter().rposition(|&bone| bone == parent) {
                    Some(depth) => depth + 1,
                    None => return Err(error(ErrorKind::Order { parent })),
                },
            };
            open.truncate(depth);
            open.push(index);
        }
        let skeleton = Self { bones, unknown, line_end };
        match skeleton.unknown.iter().find(|(bone, line)| *bone >= skeleton.bones.len() || !is_unknown(line))
        {
            Some((bone, line)) => {
                let at = Location::path(format!("bone[{bone}]"));
                Err(Error::new(ErrorKind::Property { line: line.clone() }, at))
            }
            None => Ok(Self { unknown: by_bone(skeleton.unknown), ..skeleton }),
        }
    }

    /// The bones, parents before their children.
    pub fn bones(&self) -> &[Bone] {
        &self.bones
    }

    /// The first bone of this name, in the same case.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.bones.iter().position(|bone| bone.name == name)
    }

    /// Lines of properties that the format does not know, each with the index of its bone. They are written again after
    /// the properties that it does.
    pub fn unknown(&self) -> &[(usize, String)] {
        &self.unknown
    }

    /// How lines end; `\r\n` in the game's own files.
    pub fn line_end(&self) -> LineEnd {
        self.line_end
    }

    /// The same skeleton with other ends of lines.
    #[must_use]
    pub fn with_line_end(self, line_end: LineEnd) -> Self {
        Self { line_end, ..self }
    }

    /// Names that more than one bone has, in the order of their second bones.
    pub(crate) fn repeated_names(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut seen = HashSet::new();
        let bones = self.bones.iter().enumerate().map(|(index, bone)| (index, bone.name.as_str()));
        bones.filter(move |(_, name)| !seen.insert(*name))
    }
}

/// The words that are not unknown properties.
const KEYWORDS: [&str; 4] = ["bone", "offset", "rotmin", "rotmax"];

/// Whether a text can be a bone's name.
fn is_name(name: &str) -> bool {
    let bytes = crate::text::encode(name);
    (1..=MAX_NAME).contains(&bytes.len()) && bytes.iter().all(|&byte| !ends_word(byte)) && is_stable(name)
}

/// Whether a text can be the line of an unknown property.
fn is_unknown(line: &str) -> bool {
    let word = line.split(|c: char| u8::try_from(c).is_ok_and(ends_word)).next().unwrap_or_default();
    let stays = !line.contains(['\n', '{', '}']) && line.as_bytes().trim_ascii() == line.as_bytes();
    stays && !word.is_empty() && !KEYWORDS.contains(&word) && is_stable(line)
}

/// In the order of bones; lines of one bone stay in theirs.
fn by_bone(mut unknown: Vec<(usize, String)>) -> Vec<(usize, String)> {
    unknown.sort_by_key(|(bone, _)| *bone);
    unknown
}

/// Whether a byte is no part of a word: a blank or a brace.
fn ends_word(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'{' | b'}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bone(name: &str, parent: Option<usize>) -> Bone {
        Bone { name: name.to_owned(), parent, ..Bone::default() }
    }

    #[test]
    fn bones_are_in_depth_first_order() {
        let of = |parents: &[Option<usize>]| {
            Skeleton::new(parents.iter().map(|&parent| bone("b", parent)).collect())
                .map_err(|error| error.kind)
        };
        for good in
            [&[None][..], &[None, Some(0), Some(1), Some(0), Some(3)], &[None, Some(0), None, Some(2)]]
        {
            assert!(of(good).is_ok(), "{good:?}");
        }
        for (bad, parent) in [
            (&[Some(0)][..], 0),
            (&[None, Some(2), Some(0)], 2),
            (&[None, Some(0), Some(0), Some(1)], 1),
            (&[None, None, Some(0)], 0),
        ] {
            assert_eq!(of(bad).unwrap_err(), ErrorKind::Order { parent }, "{bad:?}");
        }
    }

    #[test]
    fn names_are_one_word_of_few_bytes() {
        let most = "ü".repeat(MAX_NAME / 2) + "x";
        for (name, good) in [
            ("hip_l", true),
            ("\u{F7FC}", true),
            (&most, true),
            (&format!("{most}x"), false),
            ("", false),
            ("a b", false),
            ("a{", false),
            ("\u{F7C3}\u{F7BC}", false),
        ] {
            assert_eq!(Skeleton::new(vec![bone(name, None)]).is_ok(), good, "{name:?}");
        }
    }

    #[test]
    fn a_skeleton_has_bones_that_a_clip_has_floats_for() {
        for (count, good) in [(0, false), (1, true), (MAX_BONES, true), (MAX_BONES + 1, false)] {
            let bones = (0..count).map(|index: usize| bone("b", index.checked_sub(1)));
            assert_eq!(Skeleton::new(bones.collect()).is_ok(), good, "{count}");
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for odd in [f32::NAN, f32::INFINITY] {
            let bones = vec![Bone { rotmax: Some([0.0, odd, 0.0]), ..bone("b", None) }];
            assert_eq!(Skeleton::new(bones).unwrap_err().kind, ErrorKind::NotFinite);
        }
    }
}
