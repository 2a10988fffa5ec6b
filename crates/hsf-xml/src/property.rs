//! The properties that interpolators drive.

use crate::{Element, Key, Tag};

/// A property that an interpolator drives.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Property {
    /// The position.
    Translation,
    /// The position of the trail.
    Trail,
    /// The factors along the three axes.
    Scale,
    /// The rotation as a quaternion.
    Rotation,
    /// The rotation as an angle about an axis.
    Angle,
    /// A colour, by its type, such as `diffuse`. A colour of only some parts of the target also has their kind:
    /// `diffuse.faces`.
    Color(String),
    /// The segment whose attributes the target takes.
    Attributes,
    /// The segment that is shown.
    Segment,
    /// The shells between which vertices move.
    Morph,
    /// The arrays between which colours change.
    ColorMorph,
}

impl Property {
    /// The property that an interpolator drives.
    pub(crate) fn of(interpolator: &Element) -> Self {
        match interpolator.tag() {
            Some(Tag::TrailInterpolator) => Self::Trail,
            Some(Tag::ScaleInterpolator) => Self::Scale,
            Some(Tag::QuatRotInterpolator) => Self::Rotation,
            Some(Tag::AxisRotInterpolator) => Self::Angle,
            Some(Tag::ColorInterpolator) => {
                let [kind, parts] = [Key::Type, Key::GeomType].map(|key| interpolator.value(key).trim());
                let is_of_all = parts.is_empty() || parts.eq_ignore_ascii_case("everything");
                Self::Color(if is_of_all { kind.to_owned() } else { format!("{kind}.{parts}") })
            }
            Some(Tag::AttSwitchInterpolator) => Self::Attributes,
            Some(Tag::SegSwitchInterpolator) => Self::Segment,
            Some(Tag::VertexMorphInterpolator) => Self::Morph,
            Some(Tag::ColorMorphInterpolator) => Self::ColorMorph,
            _ => Self::Translation,
        }
    }

    /// The name of the channels of clips, such as `translation` or `color.diffuse`.
    pub fn name(&self) -> String {
        match self {
            Self::Translation => "translation".to_owned(),
            Self::Trail => "trail".to_owned(),
            Self::Scale => "scale".to_owned(),
            Self::Rotation => "rotation".to_owned(),
            Self::Angle => "angle".to_owned(),
            Self::Color(kind) => format!("color.{kind}"),
            Self::Attributes => "attributes".to_owned(),
            Self::Segment => "segment".to_owned(),
            Self::Morph => "morph".to_owned(),
            Self::ColorMorph => "color-morph".to_owned(),
        }
    }
}
