//! The elements and attributes of the specification by name.

use crate::Name;

macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name { $($(#[$variant_doc])* $variant),* }

        impl $name {
            /// All of them, in the order of the specification.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name as the specification spells it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => stringify!($variant)),* }
            }
        }
    };
}

named! {
    /// An element of the specification.
    Tag {
        /// The root: an animation block.
        Animdef,
        /// Time values in ticks.
        Timeline,
        /// Positions.
        PosInterpolator,
        /// Positions of a trail.
        TrailInterpolator,
        /// Scales along the three axes.
        ScaleInterpolator,
        /// Rotations as quaternions x, y, z, w.
        QuatRotInterpolator,
        /// Rotations as degrees about an axis.
        AxisRotInterpolator,
        /// Colours.
        ColorInterpolator,
        /// Segments whose attributes the target takes.
        AttSwitchInterpolator,
        /// Segments, one of which is shown.
        SegSwitchInterpolator,
        /// Shells between which vertices move.
        VertexMorphInterpolator,
        /// Arrays between which colours change.
        ColorMorphInterpolator,
        /// A timeline, interpolators and a target.
        Animation,
        /// A name for a target.
        TargetObject,
        /// Parts of a target.
        Subtarget,
        /// Events and the actions that follow them.
        Sensor,
        /// When a sensor acts.
        Condition,
        /// An action of a sensor.
        Action,
    }
}

named! {
    /// An attribute of the specification.
    Key {
        /// An identifier.
        Name,
        /// The version of the format.
        Version,
        /// The vendor.
        Vendor,
        /// Ticks per second.
        TicksPerSecond,
        /// Frames per second.
        FramesPerSecond,
        /// Ticks to wait.
        Delay,
        /// The file of the scene.
        File,
        /// Modifiers of all keyframes.
        Modifiers,
        /// Whether the object turns along its path.
        FollowPath,
        /// The direction of the object that is aligned with the path.
        PathVector,
        /// The colour of a trail.
        Color,
        /// The thickness of a trail.
        Weight,
        /// The line style of a trail.
        Style,
        /// The kind of a colour, of a trail, of an action or of a subtarget.
        Type,
        /// The kind of geometry that is coloured.
        GeomType,
        /// The target that is animated, watched or acted on.
        Target,
        /// Whether it is active from the start.
        Active,
        /// The number of times that an animation runs; −1 for endlessly.
        Loop,
        /// Whether an animation plays backwards after its timeline.
        RLoop,
        /// Whether it starts gently.
        Accelerate,
        /// Whether it ends gently.
        Decelerate,
        /// Ticks that have passed at the start.
        CurrentTick,
        /// The animation that is instanced.
        InstanceOf,
        /// The target of an alias.
        Path,
        /// The point about which the target rotates.
        Pivot,
        /// The rotation of the modelling matrix.
        Rotation,
        /// The scale of the modelling matrix.
        Scale,
        /// The event that a condition waits for.
        Event,
        /// Whether the target has to be idle.
        Idle,
        /// The value of an action, such as a file or a text.
        Value,
        /// The name of a timeline, as an attribute of an animation.
        Timeline,
        /// The names of interpolators, as an attribute of an animation.
        Interpolators,
    }
}

/// The kind of an element.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An element of the specification.
    Known(Tag),
    /// Any other element, by its name.
    Other(Name),
}

impl Tag {
    /// The element with exactly this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|tag| tag.name() == name)
    }

    /// Whether it is an interpolator.
    pub const fn is_interpolator(self) -> bool {
        use Tag as T;
        matches!(
            self,
            T::PosInterpolator
                | T::TrailInterpolator
                | T::ScaleInterpolator
                | T::QuatRotInterpolator
                | T::AxisRotInterpolator
                | T::ColorInterpolator
                | T::AttSwitchInterpolator
                | T::SegSwitchInterpolator
                | T::VertexMorphInterpolator
                | T::ColorMorphInterpolator
        )
    }

    /// Whether its content is a list of values.
    pub const fn holds_list(self) -> bool {
        self.is_interpolator() || matches!(self, Self::Timeline | Self::Subtarget)
    }

    /// Whether the specification allows an element with another tag inside an element with this one.
    pub const fn may_hold(self, inner: Self) -> bool {
        use Tag as T;
        match self {
            T::Animdef => !matches!(inner, T::Animdef | T::Condition | T::Action | T::Subtarget),
            T::Animation => {
                matches!(inner, T::Animation | T::Timeline | T::TargetObject) || inner.is_interpolator()
            }
            T::TargetObject => matches!(inner, T::Animation | T::Subtarget),
            T::Sensor => matches!(inner, T::Condition | T::Action),
            T::Condition => matches!(inner, T::Action),
            _ => false,
        }
    }
}

impl Key {
    /// The attribute with this name; letter case is ignored.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|key| key.name().eq_ignore_ascii_case(name))
    }
}

impl Kind {
    /// The kind of an element with this name.
    pub fn of(name: Name) -> Self {
        Tag::from_name(&name).map_or(Self::Other(name), Self::Known)
    }

    /// The element's name.
    pub fn name(&self) -> &str {
        match self {
            Self::Known(tag) => tag.name(),
            Self::Other(name) => name,
        }
    }

    /// The tag, if the element is in the specification.
    pub fn tag(&self) -> Option<Tag> {
        match self {
            Self::Known(tag) => Some(*tag),
            Self::Other(_) => None,
        }
    }
}

impl From<Tag> for Kind {
    fn from(tag: Tag) -> Self {
        Self::Known(tag)
    }
}

impl From<Key> for Name {
    fn from(key: Key) -> Self {
        Self::known(key.name())
    }
}
