//! The axes and the length unit of a clip.

use crate::Positive;

/// A coordinate axis, in one of its two directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// +X.
    X,
    /// +Y.
    Y,
    /// +Z.
    Z,
    /// −X.
    NegX,
    /// −Y.
    NegY,
    /// −Z.
    NegZ,
}

impl Axis {
    /// All six axes.
    pub const ALL: [Self; 6] = [Self::X, Self::Y, Self::Z, Self::NegX, Self::NegY, Self::NegZ];

    /// The name with its sign, such as `+y`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::X => "+x",
            Self::Y => "+y",
            Self::Z => "+z",
            Self::NegX => "-x",
            Self::NegY => "-y",
            Self::NegZ => "-z",
        }
    }

    /// The axis with this name. `y` is `+y`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|axis| axis.name() == name || axis.name().strip_prefix('+') == Some(name))
    }

    /// The coordinate: 0 for X, 1 for Y, 2 for Z.
    pub const fn index(self) -> usize {
        match self {
            Self::X | Self::NegX => 0,
            Self::Y | Self::NegY => 1,
            Self::Z | Self::NegZ => 2,
        }
    }

    /// The direction along the coordinate: 1 or −1.
    pub const fn sign(self) -> f64 {
        match self {
            Self::X | Self::Y | Self::Z => 1.0,
            Self::NegX | Self::NegY | Self::NegZ => -1.0,
        }
    }
}

/// Whether the quarter turn from X to Y is counter-clockwise as seen from +Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handedness {
    /// Counter-clockwise: X × Y = Z.
    Right,
    /// Clockwise: X × Y = −Z.
    Left,
}

impl Handedness {
    /// The word: `right` or `left`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Left => "left",
        }
    }

    /// The handedness with this word.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Right, Self::Left].into_iter().find(|handedness| handedness.name() == name)
    }
}

/// The meaning of the axes of a clip, and its length unit, as far as they are known.
///
/// [`Clip::in_space`](crate::Clip::in_space) brings a clip into another space.
///
/// ```
/// use anim_core::{Axis, Space};
///
/// let gltf = Space::right_handed(Axis::Y).facing(Axis::Z).in_metres(1.0);
/// assert_eq!(gltf.unit, Some(1.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Space {
    /// The axis that points up.
    pub up: Option<Axis>,
    /// The axis that figures face.
    pub forward: Option<Axis>,
    /// The handedness of the axes.
    pub handedness: Option<Handedness>,
    /// The length unit in metres, finite and above 0.
    pub unit: Option<f64>,
}

impl Space {
    /// A space about which nothing is known.
    pub const UNKNOWN: Self = Self { up: None, forward: None, handedness: None, unit: None };

    /// The space that options state; its handedness is unknown.
    pub fn stated(up: Option<Axis>, forward: Option<Axis>, unit: Option<Positive>) -> Self {
        Self { up, forward, handedness: None, unit: unit.map(Positive::get) }
    }

    /// A right-handed space with this axis up.
    pub const fn right_handed(up: Axis) -> Self {
        Self { up: Some(up), handedness: Some(Handedness::Right), ..Self::UNKNOWN }
    }

    /// A left-handed space with this axis up.
    pub const fn left_handed(up: Axis) -> Self {
        Self { up: Some(up), handedness: Some(Handedness::Left), ..Self::UNKNOWN }
    }

    /// The space with the axis that figures face.
    #[must_use]
    pub const fn facing(self, forward: Axis) -> Self {
        Self { forward: Some(forward), ..self }
    }

    /// The space with its length unit in metres.
    #[must_use]
    pub const fn in_metres(self, unit: f64) -> Self {
        Self { unit: Some(unit), ..self }
    }

    /// The facts of this space, with unknown ones taken from another. A forward axis of the other space that lies along this
    /// space's axis up stays unknown.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        let (up, own) = (self.up.or(other.up), self.forward);
        let fits = |forward: &Axis| up.is_none_or(|up| up.index() != forward.index());
        Self {
            up,
            forward: own.or(other.forward.filter(fits)),
            handedness: self.handedness.or(other.handedness),
            unit: self.unit.or(other.unit),
        }
    }

    /// The facts of this space for which the other space has a value too.
    pub(crate) fn within(self, known: Self) -> Self {
        Self {
            up: known.up.and(self.up),
            forward: known.forward.and(self.forward),
            handedness: known.handedness.and(self.handedness),
            unit: known.unit.and(self.unit),
        }
    }

    /// The axes and the unit of this space that are missing or different in another.
    pub(crate) fn beyond(self, known: Self) -> Self {
        Self {
            up: self.up.filter(|_| self.up != known.up),
            forward: self.forward.filter(|_| self.forward != known.forward),
            handedness: None,
            unit: self.unit.filter(|_| self.unit != known.unit),
        }
    }

    /// The reading options that state the axes and the unit of this space; `None` if none of them is known.
    pub(crate) fn options(self) -> Option<String> {
        let axis = |key, axis: Option<Axis>| axis.map(|axis| format!("`{key}={}`", axis.name()));
        let unit = self.unit.map(|unit| format!("`unit={unit}`"));
        let facts = [axis("up", self.up), axis("forward", self.forward), unit];
        let facts: Vec<_> = facts.into_iter().flatten().collect();
        (!facts.is_empty()).then(|| facts.join(" "))
    }

    /// Whether the unit is a finite number above 0, and forward is not along the axis up.
    pub fn is_sound(&self) -> bool {
        self.sound() == *self
    }

    /// The space without an invalid unit or forward axis.
    pub(crate) fn sound(self) -> Self {
        let across = |forward: &Axis| self.up.is_none_or(|up| up.index() != forward.index());
        let is_length = |unit: &f64| unit.is_finite() && *unit > 0.0;
        Self { forward: self.forward.filter(across), unit: self.unit.filter(is_length), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for axis in Axis::ALL {
            assert_eq!(Axis::from_name(axis.name()), Some(axis));
        }
        for (name, axis) in [("y", Some(Axis::Y)), ("Y", None), ("", None), ("+", None), ("+-y", None)] {
            assert_eq!(Axis::from_name(name), axis, "{name}");
        }
        for handedness in [Handedness::Right, Handedness::Left] {
            assert_eq!(Handedness::from_name(handedness.name()), Some(handedness));
        }
    }

    #[test]
    fn stated_facts_come_before_those_of_the_format() {
        let format = Space::right_handed(Axis::Y).facing(Axis::Z).in_metres(1.0);
        assert_eq!(Space::UNKNOWN.or(format), format);
        let stated = Space { up: Some(Axis::Z), unit: Some(0.01), ..Space::UNKNOWN };
        let both = Space { forward: None, ..Space::right_handed(Axis::Z).in_metres(0.01) };
        assert_eq!(stated.or(format), both, "figures cannot face the sky");
    }

    #[test]
    fn a_space_that_cannot_be_is_not_sound() {
        assert!(Space::UNKNOWN.is_sound());
        assert!(Space::right_handed(Axis::NegY).facing(Axis::Z).in_metres(0.001).is_sound());
        for unit in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(!Space::UNKNOWN.in_metres(unit).is_sound(), "{unit}");
        }
        assert!(!Space::right_handed(Axis::Y).facing(Axis::NegY).is_sound());
    }
}
