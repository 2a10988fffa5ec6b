//! The model of a `.skel`: bones, their hierarchy, their offsets.

mod read;
mod words;
mod write;

use std::collections::HashSet;

use anim_core::{Diagnostic, FileContent, Location, Span};
pub(crate) use words::begins;

use crate::error::{Error, ErrorKind};
use crate::limits::MAX_BONES;
use crate::origin::Origins;
use crate::text::LineEnd;
use words::{is_name, is_unknown};

/// A figure at rest: bones in depth-first order, which is the order of the angles in a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct Skeleton {
    bones: Vec<Bone>,
    /// Lines of unknown properties, by bone.
    unknown: Vec<(usize, String)>,
    line_end: LineEnd,
    /// The bytes of each bone's name in a skeleton that was read.
    origins: Origins<Span>,
}

/// A bone. Every bone is unrotated at rest.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Bone {
    /// Its name: 1 to [`MAX_NAME`](crate::MAX_NAME) bytes without blanks or braces. The characters U+F780 to U+F7FF represent
    /// bytes that are not UTF-8.
    pub name: String,
    /// The index of its parent.
    pub parent: Option<usize>,
    /// Its position relative to the parent, in metres.
    pub offset: [f32; 3],
    /// The least angles about X, Y and Z in radians; `None` for −π.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub rotmin: Option<[f32; 3]>,
    /// The greatest angles about X, Y and Z in radians; `None` for π.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub rotmax: Option<[f32; 3]>,
}

impl Skeleton {
    /// A skeleton of these bones.
    ///
    /// Errors: [`ErrorKind::Limit`] for no bone or more than [`MAX_BONES`], [`ErrorKind::Name`], [`ErrorKind::NotFinite`],
    /// and [`ErrorKind::Order`] unless the parent of each bone is the previous bone, one of its ancestors, or none.
    pub fn new(bones: Vec<Bone>) -> Result<Self, Error> {
        Self::from_parts(bones, Vec::new(), LineEnd::default())
    }

    /// [`Skeleton::new`] with the lines of unknown properties and the line ending.
    pub(crate) fn from_parts(
        bones: Vec<Bone>,
        unknown: Vec<(usize, String)>,
        line_end: LineEnd,
    ) -> Result<Self, Error> {
        if !(1..=MAX_BONES).contains(&bones.len()) {
            let limit = ErrorKind::Limit { what: "bones", found: bones.len(), most: MAX_BONES };
            return Err(Error::new(limit, Location::default()));
        }
        // The bones that can be the parent of the next bone: the previous bone and its ancestors.
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
        let skeleton = Self { bones, unknown, line_end, origins: Origins::default() };
        match skeleton.unknown.iter().find(|(bone, line)| *bone >= skeleton.bones.len() || !is_unknown(line))
        {
            Some((bone, line)) => {
                let at = Location::path(format!("bone[{bone}]"));
                Err(Error::new(ErrorKind::Property { line: line.clone() }, at))
            }
            None => Ok(Self { unknown: by_bone(skeleton.unknown), ..skeleton }),
        }
    }

    /// A figure without a skeleton file: bones named `bone_00` and so on, all of them children of the first and without
    /// offsets. There are 1 to [`MAX_BONES`] bones.
    pub(crate) fn nameless(bones: usize) -> Self {
        let bone = |index: usize| Bone {
            name: format!("bone_{index:02}"),
            parent: (index > 0).then_some(0),
            ..Bone::default()
        };
        let bones = (0..bones.clamp(1, MAX_BONES)).map(bone).collect();
        Self { bones, unknown: Vec::new(), line_end: LineEnd::default(), origins: Origins::default() }
    }

    /// The bones, parents before their children.
    pub fn bones(&self) -> &[Bone] {
        &self.bones
    }

    /// The index of the first bone with this name; case matters.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.bones.iter().position(|bone| bone.name == name)
    }

    /// The lines of unknown properties, each with the index of its bone. They are written after the known properties.
    pub fn unknown(&self) -> &[(usize, String)] {
        &self.unknown
    }

    /// The line ending; `\r\n` in the game's own files.
    pub fn line_end(&self) -> LineEnd {
        self.line_end
    }

    /// The skeleton with another line ending.
    #[must_use]
    pub fn with_line_end(self, line_end: LineEnd) -> Self {
        Self { line_end, ..self }
    }

    /// The location of a bone's name.
    pub(crate) fn location(&self, bone: usize) -> Location {
        self.origins.location(bone, format!("bone[{bone}]"), |span| span)
    }

    /// The later bones with the name of an earlier bone: index and name.
    pub(crate) fn repeated_names(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut seen = HashSet::new();
        let bones = self.bones.iter().enumerate().map(|(index, bone)| (index, bone.name.as_str()));
        bones.filter(move |(_, name)| !seen.insert(*name))
    }
}

/// The lines in the order of their bones; the lines of one bone keep their order.
fn by_bone(mut unknown: Vec<(usize, String)>) -> Vec<(usize, String)> {
    unknown.sort_by_key(|(bone, _)| *bone);
    unknown
}

impl FileContent for Skeleton {
    fn from_bytes(bytes: &[u8]) -> Result<Self, Diagnostic> {
        Ok(Self::parse(bytes)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::MAX_NAME;

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
    fn unknown_lines_stay_with_their_bones_in_any_order() {
        let bones = vec![bone("hip", None), bone("knee", Some(0))];
        let line = |bone: usize, line: &str| (bone, line.to_owned());
        let unknown = vec![line(1, "mass 2"), line(0, "mass 1"), line(1, "color red")];
        let skeleton = Skeleton::from_parts(bones, unknown, LineEnd::default()).unwrap();
        assert_eq!(Skeleton::parse(&skeleton.to_bytes()).unwrap(), skeleton);
        let text = String::from_utf8(skeleton.to_bytes()).unwrap();
        let words: Vec<_> = text.split_ascii_whitespace().collect();
        let words = words.into_iter().filter(|word| ["hip", "knee", "mass", "color"].contains(word));
        assert_eq!(words.collect::<Vec<_>>(), ["hip", "mass", "knee", "mass", "color"]);
    }

    #[test]
    fn numbers_that_are_not_finite_are_refused() {
        for odd in [f32::NAN, f32::INFINITY] {
            let bones = vec![Bone { rotmax: Some([0.0, odd, 0.0]), ..bone("b", None) }];
            assert_eq!(Skeleton::new(bones).unwrap_err().kind, ErrorKind::NotFinite);
        }
    }
}
