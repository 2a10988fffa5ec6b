//! The model of an animation in the current layout.

use crate::{Member, Reference, Target, Track};

/// An `stf.animation`.
///
/// Members that are absent in the file are `None`. Members that this crate does not know are in `other`, and keep their
/// position in the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Animation {
    /// The display name.
    pub name: Option<String>,
    /// Whether and how the animation repeats; the specification requires it.
    pub repeat: Option<Loop>,
    /// Frames per second, above 0; 30 if absent.
    pub fps: Option<f64>,
    /// The first and the last frame, possibly fractional; the specification requires them.
    pub range: Option<[f64; 2]>,
    /// Whether exporters are to bake the animation: `bake_on_export`, in files of 2025.
    pub bake_on_export: Option<bool>,
    /// The tracks, in the file's order.
    pub tracks: Vec<Track>,
    /// Baked tracks. Each replaces the track with the same target.
    pub tracks_baked: Vec<Track>,
    /// The animation that resets the properties this one moves, in [`Animation::referenced_resources`].
    pub reset_animation: Option<Reference>,
    /// Whether this animation exists to reset others.
    pub is_reset_animation: Option<bool>,
    /// Ids of resources, for references by index.
    pub referenced_resources: Vec<String>,
    /// Ids of buffers, for references by index.
    pub referenced_buffers: Vec<String>,
    /// Members that this crate does not know, in the file's order. Writing rejects members with known names.
    pub other: Vec<Member>,
    /// The layout of the file; writing always uses the current one.
    pub layout: Layout,
}

impl Animation {
    /// Frames per second: `fps` if it is finite and above 0, else 30.
    pub fn rate(&self) -> f64 {
        self.fps.filter(|fps| fps.is_finite() && *fps > 0.0).unwrap_or(30.0)
    }

    /// The first and the last frame: the range, or without one, the first and the last key of all tracks.
    pub fn span(&self) -> [f64; 2] {
        if let Some(range) = self.range {
            return range;
        }
        let frames = || self.tracks.iter().flat_map(|track| track.timepoints.iter().copied());
        let (first, last) =
            (frames().fold(f64::INFINITY, f64::min), frames().fold(f64::NEG_INFINITY, f64::max));
        if first <= last { [first, last] } else { [0.0, 0.0] }
    }

    /// The track with a target, such as `["n0", "t"]`. If several have it, the last one.
    pub fn track(&self, target: impl Into<Target>) -> Option<&Track> {
        let target = target.into();
        self.tracks.iter().rfind(|track| track.target == target)
    }

    /// The track with a target, for changes. If several have it, the last one.
    pub fn track_mut(&mut self, target: impl Into<Target>) -> Option<&mut Track> {
        let target = target.into();
        self.tracks.iter_mut().rfind(|track| track.target == target)
    }

    /// The id of the buffer that a reference points to.
    pub fn buffer_id<'a>(&'a self, reference: &'a Reference) -> Option<&'a str> {
        reference.resolve(&self.referenced_buffers)
    }

    /// A reference to a buffer by its index in [`Animation::referenced_buffers`]; adds the id at the end if it is absent.
    pub fn reference_buffer(&mut self, id: &str) -> Reference {
        Reference::to(id, &mut self.referenced_buffers)
    }

    /// A reference to a resource by its index in [`Animation::referenced_resources`]; adds the id at the end if it is absent.
    pub fn reference_resource(&mut self, id: &str) -> Reference {
        Reference::to(id, &mut self.referenced_resources)
    }
}

/// Whether and how an animation repeats: the member `loop`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Loop {
    /// `none`: it plays once.
    None,
    /// `loop`: it starts again from the first frame.
    Loop,
    /// `pingpong`: it plays forwards and backwards in turn.
    PingPong,
    /// `cycle`: the word for `loop` in exporters of 2025.
    Cycle,
    /// `true` or `false`, as the first exporters wrote it.
    Switch(bool),
    /// Any other word.
    Other(String),
}

impl Loop {
    /// Whether the animation repeats in a known way.
    pub fn repeats(&self) -> bool {
        matches!(self, Self::Loop | Self::PingPong | Self::Cycle | Self::Switch(true))
    }

    /// The word in the file; `none` or `loop` for a switch.
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

/// The layout of tracks and keyframes, which differs between exporters. Every layout is read as the current one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layout {
    /// The layout since 0.1.0, the only one that is written.
    #[default]
    Current,
    /// Fillers state a frame, which has no meaning.
    C,
    /// Keyframes state their frames; there are no timepoints.
    B,
    /// Keyframes hold all components; there are no subtracks.
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
    fn without_a_range_the_span_is_that_of_the_keys() {
        let track = |timepoints: &[f64]| Track { timepoints: timepoints.to_vec(), ..Track::default() };
        let tracks = vec![track(&[3.0, 9.0]), track(&[1.0]), track(&[])];
        assert_eq!(Animation { tracks, ..Animation::default() }.span(), [1.0, 9.0]);
        assert_eq!(Animation::default().span(), [0.0, 0.0]);
    }
}
