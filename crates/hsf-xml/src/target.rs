//! Targets of animations, conditions and actions (specification, Appendix A).

use std::fmt;

/// The kind of a target, by its prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TargetKind {
    /// `TOB:`, the name of a `TargetObject`.
    Object,
    /// `TID:`, a tag of the streaming toolkit.
    Tag,
    /// `HKEY:`, a key.
    HKey,
    /// `SPATH:`, the path of a segment; also without any prefix.
    Segment,
    /// `FILE:`, a file whose contents are the object.
    File,
    /// `ANIM:`, the name of an animation.
    Animation,
    /// `SSR:`, the name of a sensor.
    Sensor,
}

/// A target: its kind, and the text after the prefix without the space around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target<'a> {
    /// Its kind.
    pub kind: TargetKind,
    /// Whether it has a prefix.
    pub has_prefix: bool,
    /// The name, path, tag or key.
    pub name: &'a str,
}

/// The prefixes of targets.
pub(crate) const PREFIXES: [(&str, TargetKind); 7] = [
    ("TOB", TargetKind::Object),
    ("TID", TargetKind::Tag),
    ("HKEY", TargetKind::HKey),
    ("SPATH", TargetKind::Segment),
    ("FILE", TargetKind::File),
    ("ANIM", TargetKind::Animation),
    ("SSR", TargetKind::Sensor),
];

impl TargetKind {
    /// The prefix, such as `SPATH`.
    pub fn prefix(self) -> &'static str {
        PREFIXES.iter().find(|(_, kind)| *kind == self).map_or("", |(prefix, _)| prefix)
    }
}

impl<'a> Target<'a> {
    /// The target that a text names; `None` for a text without a name. The letter case of prefixes is ignored.
    pub fn parse(text: &'a str) -> Option<Self> {
        let text = text.trim();
        let split = text.split_once(':').and_then(|(prefix, name)| {
            let known = PREFIXES.iter().find(|(known, _)| prefix.trim().eq_ignore_ascii_case(known));
            known.map(|(_, kind)| Self { kind: *kind, has_prefix: true, name: name.trim() })
        });
        let target = split.unwrap_or(Self { kind: TargetKind::Segment, has_prefix: false, name: text });
        (!target.name.is_empty()).then_some(target)
    }

    /// Whether a segment path begins at the root of the scene, with one of the reserved words.
    pub fn is_absolute(&self) -> bool {
        let first = self.name.split('/').next().unwrap_or_default();
        ["MODEL", "SCENE"].iter().any(|word| first.eq_ignore_ascii_case(word))
    }
}

impl fmt::Display for Target<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.prefix(), self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_are_distinguished_from_names() {
        use TargetKind as K;
        let cases = [
            ("SPATH: MODEL/car", Some((K::Segment, true, "MODEL/car"))),
            ("SPATH:MODEL/car", Some((K::Segment, true, "MODEL/car"))),
            ("anim:a2", Some((K::Animation, true, "a2"))),
            ("MODEL/sphere1", Some((K::Segment, false, "MODEL/sphere1"))),
            ("C:/a.hsf", Some((K::Segment, false, "C:/a.hsf"))),
            ("HKEY: 123", Some((K::HKey, true, "123"))),
            ("SSR:", None),
            (" ", None),
        ];
        for (text, expected) in cases {
            let found = Target::parse(text).map(|target| (target.kind, target.has_prefix, target.name));
            assert_eq!(found, expected, "{text}");
        }
    }
}
