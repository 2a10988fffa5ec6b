//! The model of an animation, as the current layout has it.

use std::fmt;

use crate::json::{Text, put_string};
use crate::{Keyframe, Reference, Target};

/// An `stf.animation`.
///
/// What is absent in the file is `None`; what this crate does not know is in `other`, and stays where it is in the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Animation {
    /// The name people see.
    pub name: Option<String>,
    /// Whether and how it repeats; required by the specification.
    pub repeat: Option<Loop>,
    /// Frames a second, above 0; absent counts as 30.
    pub fps: Option<f64>,
    /// The first and the last frame, both may be fractional; required by the specification.
    pub range: Option<[f64; 2]>,
    /// Whether exporters shall bake it: `bake_on_export`, in files of 2025.
    pub bake_on_export: Option<bool>,
    /// The tracks, in the file's order.
    pub tracks: Vec<Track>,
    /// Tracks that a baking made. Each stands instead of the track with its target.
    pub tracks_baked: Vec<Track>,
    /// The animation that resets what this one moves, in [`Animation::referenced_resources`].
    pub reset_animation: Option<Reference>,
    /// Whether this animation is there to reset others.
    pub is_reset_animation: Option<bool>,
    /// Ids of resources, for references by index.
    pub referenced_resources: Vec<String>,
    /// Ids of buffers, for references by index.
    pub referenced_buffers: Vec<String>,
    /// Members that this crate does not know, in the file's order. Writing refuses those of names that it does know.
    pub other: Vec<Member>,
    /// The layout it was read from. Writing makes the current one of it.
    pub layout: Layout,
}

impl Animation {
    /// Frames a second: what is stated if that is finite and above 0, else 30.
    pub fn rate(&self) -> f64 {
        self.fps.filter(|fps| fps.is_finite() && *fps > 0.0).unwrap_or(30.0)
    }

    /// The first and the last frame: what is stated, or the extent of all keys.
    pub fn span(&self) -> [f64; 2] {
        if let Some(range) = self.range {
            return range;
        }
        let frames = || self.tracks.iter().flat_map(|track| track.timepoints.iter().copied());
        let (first, last) =
            (frames().fold(f64::INFINITY, f64::min), frames().fold(f64::NEG_INFINITY, f64::max));
        if first <= last { [first, last] } else { [0.0, 0.0] }
    }

    /// The id that a buffer reference leads to.
    pub fn buffer_id<'a>(&'a self, reference: &'a Reference) -> Option<&'a str> {
        reference.resolve(&self.referenced_buffers)
    }

    /// The index of a buffer's id in [`Animation::referenced_buffers`], added at the end if it is not there.
    pub fn reference_buffer(&mut self, id: &str) -> Reference {
        Reference::to(id, &mut self.referenced_buffers)
    }

    /// The index of a resource's id in [`Animation::referenced_resources`], added at the end if it is not there.
    pub fn reference_resource(&mut self, id: &str) -> Reference {
        Reference::to(id, &mut self.referenced_resources)
    }
}

/// Whether and how an animation repeats: the member `loop`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Loop {
    /// `none`: it plays once.
    None,
    /// `loop`: again and again.
    Loop,
    /// `pingpong`: out and back.
    PingPong,
    /// `cycle`: what exporters of 2025 wrote for `loop`.
    Cycle,
    /// A switch, as the first exporters wrote it.
    Switch(bool),
    /// Any other word.
    Other(String),
}

impl Loop {
    /// Whether it repeats in any way.
    pub fn repeats(&self) -> bool {
        matches!(self, Self::Loop | Self::PingPong | Self::Cycle | Self::Switch(true))
    }

    /// The word in the file; a switch counts as the word that means the same.
    pub fn as_str(&self) -> &str {
        match self {
            Self::None | Self::Switch(false) => "none",
            Self::Loop | Self::Switch(true) => "loop",
            Self::PingPong => "pingpong",
            Self::Cycle => "cycle",
            Self::Other(word) => word,
        }
    }
}

impl From<&str> for Loop {
    fn from(word: &str) -> Self {
        match word {
            "none" => Self::None,
            "loop" => Self::Loop,
            "pingpong" => Self::PingPong,
            "cycle" => Self::Cycle,
            other => Self::Other(other.to_owned()),
        }
    }
}

/// The curves of one property.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// What is driven.
    pub target: Target,
    /// The frames at which any component has a key, ascending.
    pub timepoints: Vec<f64>,
    /// The interpolation of all keys if they share one, else such as `mixed` or `unknown`. It decides nothing.
    pub interpolation: Option<String>,
    /// The components in the property's order; a component that is not animated is `None`.
    pub subtracks: Vec<Option<Subtrack>>,
    /// Whether a baking made the whole track.
    pub track_baked: Option<bool>,
    /// Members that this crate does not know.
    pub other: Vec<Member>,
}

/// The curve of one component.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Subtrack {
    /// One for each of the track's timepoints.
    pub keyframes: Vec<Keyframe>,
    /// The buffer of the baked values, in [`Animation::referenced_buffers`].
    pub baked: Option<Reference>,
    /// Members that this crate does not know.
    pub other: Vec<Member>,
}

/// A member of an object that this crate does not know: a name, and a value as JSON text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    name: String,
    value: String,
}

impl Member {
    /// A member, or `None` if the value is no JSON text.
    pub fn new(name: impl Into<String>, value: &str) -> Option<Self> {
        let mut scanner = crate::json::Scanner::new(value);
        let span = scanner.skip().and_then(|span| scanner.end().map(|()| span)).ok()?;
        Some(Self { name: name.into(), value: value.get(span)?.to_owned() })
    }

    /// A member whose value has been scanned.
    pub(crate) fn scanned(name: &str, value: &str) -> Self {
        Self { name: name.to_owned(), value: value.to_owned() }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value as it stands in the file.
    pub fn value(&self) -> &str {
        &self.value
    }
}

impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = Text::default();
        put_string(&mut name, &self.name);
        write!(f, "{}: {}", name.into_string(), self.value)
    }
}

/// How an exporter lays out tracks and keyframes; each is read as the current one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layout {
    /// Since 0.1.0, and what is written.
    #[default]
    Current,
    /// Fillers that state a frame of their own, which means nothing.
    C,
    /// Keyframes that state their frames; no timepoints.
    B,
    /// Keyframes of all components together; no subtracks.
    A,
}

impl Layout {
    /// The letter, or `current`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_indices_into_their_list() {
        let mut animation = Animation::default();
        assert_eq!(animation.reference_buffer("a"), Reference::Index(0));
        assert_eq!(animation.reference_buffer("b"), Reference::Index(1));
        assert_eq!(animation.reference_buffer("a"), Reference::Index(0));
        assert_eq!(animation.buffer_id(&Reference::Index(1)), Some("b"));
        assert_eq!(animation.buffer_id(&Reference::Index(2)), None);
        assert_eq!(animation.buffer_id(&Reference::Id("c".into())), Some("c"));
    }

    #[test]
    fn a_member_holds_json() {
        assert_eq!(Member::new("a", " [1, 2] ").unwrap().to_string(), "\"a\": [1, 2]");
        for bad in ["", "[1", "1 2", "nan"] {
            assert_eq!(Member::new("a", bad), None, "{bad}");
        }
    }

    #[test]
    fn the_span_without_a_range_is_that_of_the_keys() {
        let track = |timepoints: &[f64]| Track { timepoints: timepoints.to_vec(), ..Track::default() };
        let tracks = vec![track(&[3.0, 9.0]), track(&[1.0]), track(&[])];
        assert_eq!(Animation { tracks, ..Animation::default() }.span(), [1.0, 9.0]);
        assert_eq!(Animation::default().span(), [0.0, 0.0]);
    }
}
