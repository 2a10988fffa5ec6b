//! The model of a keyframe.

/// The entry of a component at one timepoint.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Keyframe {
    /// `null`: no entry.
    #[default]
    Absent,
    /// No key, but the value of the curve: another component has a key at this timepoint.
    Filler {
        /// The curve's value.
        value: f64,
    },
    /// A key.
    Key(Key),
    /// JSON of an unknown shape. It moves nothing.
    Other(Unknown),
}

/// A keyframe of an unknown shape. Only reading creates it, so it never holds a keyframe of a known shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unknown(Box<str>);

impl Unknown {
    pub(crate) fn new(text: &str) -> Self {
        Self(text.into())
    }

    /// The JSON text.
    pub fn get(&self) -> &str {
        &self.0
    }
}

/// A key of one component.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// The value.
    pub value: f64,
    /// The curve from here to the next key.
    pub ease: Ease,
    /// The handle towards the key before; present if that key is a Bézier key.
    pub into: Option<Handle>,
}

impl Key {
    /// A key without a handle towards the key before.
    pub const fn new(value: f64, ease: Ease) -> Self {
        Self { value, ease, into: None }
    }

    /// The handle towards the next key, of a Bézier key.
    pub(crate) fn leaving(&self) -> Option<Handle> {
        if let Ease::Bezier { out, .. } = self.ease { Some(out) } else { None }
    }
}

impl From<Key> for Keyframe {
    fn from(key: Key) -> Self {
        Self::Key(key)
    }
}

/// The curve from one key to the next.
#[derive(Clone, Debug, PartialEq)]
pub enum Ease {
    /// A cubic Bézier curve in time and value.
    Bezier {
        /// The type of the handles in the exporter's program.
        tangent: Tangent,
        /// The handle towards the next key.
        out: Handle,
    },
    /// Holds the key's value until the next key.
    Constant,
    /// A straight line.
    Linear,
    /// v₀ + (v₁ − v₀)·u². Files do not state the direction of the ease: it may have been an ease-out.
    Quadratic,
    /// v₀ + (v₁ − v₀)·u³. Files do not state the direction of the ease: it may have been an ease-out.
    Cubic,
    /// No interpolation is stated: a curve of another type, known only from its baked values.
    Unnamed,
    /// Any other word.
    Other(Word),
}

impl Ease {
    /// The word in the file, if there is one.
    pub fn name(&self) -> Option<&str> {
        Some(match self {
            Self::Bezier { .. } => "bezier",
            Self::Constant => "constant",
            Self::Linear => "linear",
            Self::Quadratic => "quadratic",
            Self::Cubic => "cubic",
            Self::Unnamed => return None,
            Self::Other(word) => word.get(),
        })
    }

    /// The interpolation with a name other than `bezier`.
    pub(crate) fn named(name: &str) -> Self {
        match name {
            "constant" => Self::Constant,
            "linear" => Self::Linear,
            "quadratic" => Self::Quadratic,
            "cubic" => Self::Cubic,
            other => Self::Other(Word::new(other)),
        }
    }
}

/// How the two handles of a key depend on each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tangent {
    /// Independent; also written for automatic, vector and free handles.
    #[default]
    Split,
    /// On one line.
    Aligned,
    /// Computed and clamped by the exporter's program; the file stores the result.
    Auto,
    /// Any other word.
    Other(Word),
}

impl Tangent {
    /// The word in the file.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Split => "split",
            Self::Aligned => "aligned",
            Self::Auto => "auto",
            Self::Other(word) => word.get(),
        }
    }
}

impl From<&str> for Tangent {
    fn from(word: &str) -> Self {
        match word {
            "split" => Self::Split,
            "aligned" => Self::Aligned,
            "auto" => Self::Auto,
            other => Self::Other(Word::new(other)),
        }
    }
}

/// A word that this crate does not know. Only reading creates it, so it never holds a known word.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Word(Box<str>);

impl Word {
    fn new(word: &str) -> Self {
        Self(word.into())
    }

    /// The word.
    pub fn get(&self) -> &str {
        &self.0
    }
}

/// The end of a tangent, as an offset from its key.
///
/// The handle of a key at `frame` with `value` ends at `(frame + handle.frames, value + handle.value)`. Files store the value
/// negated; reading and writing convert it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Handle {
    /// The offset in frames: at least 0 towards the next key, at most 0 towards the key before.
    pub frames: f64,
    /// The offset in the value's unit, positive upwards.
    pub value: f64,
}

impl Handle {
    /// The handle of two offsets as files store them, with the value negated.
    pub const fn stored([frames, value]: [f64; 2]) -> Self {
        Self { frames, value: -value }
    }

    /// The offsets as files store them, with the value negated.
    pub const fn to_stored(self) -> [f64; 2] {
        [self.frames, -self.value]
    }
}
