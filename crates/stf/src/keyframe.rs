//! The model of a keyframe.

/// What a component has at one timepoint.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Keyframe {
    /// Nothing: `null`.
    #[default]
    Absent,
    /// No key, but the value there: another component has a key at this timepoint.
    Filler {
        /// The curve's value.
        value: f64,
    },
    /// A key.
    Key(Key),
    /// Anything of another shape. It moves nothing.
    Other(Unknown),
}

/// A keyframe of no known shape, as it stands in the file. Made by reading, so that what is known never hides in it.
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
    /// How the curve goes on from here.
    pub ease: Ease,
    /// The handle towards the key before; there if that one is a Bézier key.
    pub into: Option<Handle>,
}

impl Key {
    /// A key without a handle towards the key before.
    pub const fn new(value: f64, ease: Ease) -> Self {
        Self { value, ease, into: None }
    }
}

impl From<Key> for Keyframe {
    fn from(key: Key) -> Self {
        Self::Key(key)
    }
}

/// How a curve goes from one key to the next.
#[derive(Clone, Debug, PartialEq)]
pub enum Ease {
    /// A cubic Bézier curve in time and value.
    Bezier {
        /// How the exporter's user shaped the handles.
        tangent: Tangent,
        /// The handle towards the next key.
        out: Handle,
    },
    /// The value up to the next key.
    Constant,
    /// A straight line.
    Linear,
    /// v₀ + (v₁ − v₀)·u². Files do not say whether the exporter meant it the other way round.
    Quadratic,
    /// v₀ + (v₁ − v₀)·u³. Files do not say whether the exporter meant it the other way round.
    Cubic,
    /// A key that states no interpolation: a curve of another type, known by its baked values alone.
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

    /// The interpolation of this name, which is not `bezier`.
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

/// How the handles of a key hang together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tangent {
    /// Each by itself; what the exporter writes for automatic, vector and free handles.
    #[default]
    Split,
    /// In one line.
    Aligned,
    /// Chosen by the exporter's program, and clamped; the stored handles are what it chose.
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

/// A word that this crate does not know, as it stands in the file. Made by reading, so that what is known never hides in
/// it.
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
/// Values count upwards here: the curve leaves the key towards `(frame + frames, value + value)`. Files store the value
/// negated, which reading and writing take care of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Handle {
    /// Frames: 0 or more towards the next key, 0 or less towards the key before.
    pub frames: f64,
    /// Value.
    pub value: f64,
}

impl Handle {
    /// The handle whose offsets stand so in a file.
    pub const fn stored([frames, value]: [f64; 2]) -> Self {
        Self { frames, value: -value }
    }

    /// The offsets as they stand in a file.
    pub const fn to_stored(self) -> [f64; 2] {
        [self.frames, -self.value]
    }
}
