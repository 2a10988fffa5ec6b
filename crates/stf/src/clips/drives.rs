//! The property that a target drives.

use anim_core::{EulerOrder, Property};

use crate::Target;
use crate::scene::bone_path;
use crate::target::joined;

/// The property of its node that a track drives.
pub(super) enum Drives {
    /// A property that clips know; the order of angles is not stated.
    Property(Property),
    /// The weight of the morph target with this name.
    Morph(String),
    /// Anything else, named after the rest of the target.
    Other(String),
}

/// The path of the node or bone of a target, and the driven property.
pub(super) fn split(target: &Target) -> (String, Drives) {
    let step = |index: usize| target.name(index);
    let node = step(0).unwrap_or_default().to_owned();
    match target.0.len() {
        2 => {
            if let Some(property) = property(step(1)) {
                return (node, Drives::Property(property));
            }
        }
        4 if step(1) == Some("instance") => {
            if let (Some(bone), Some(property)) = (step(2), property(step(3))) {
                return (bone_path(&node, bone), Drives::Property(property));
            }
        }
        5 if (step(1), step(2), step(4)) == (Some("instance"), Some("blendshape"), Some("value")) => {
            if let Some(shape) = step(3) {
                return (node, Drives::Morph(shape.to_owned()));
            }
        }
        _ => {}
    }
    (node, Drives::Other(joined(target.0.get(1..).unwrap_or_default())))
}

/// Whether a track with this target drives a rotation.
pub(crate) fn is_rotation(target: &Target) -> bool {
    matches!(split(target).1, Drives::Property(Property::Rotation))
}

fn property(name: Option<&str>) -> Option<Property> {
    Some(match name? {
        "t" => Property::Translation,
        "r" => Property::Rotation,
        "s" => Property::Scale,
        "r_euler" => Property::Euler(EulerOrder::Xyz),
        _ => return None,
    })
}
