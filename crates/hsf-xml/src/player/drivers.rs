//! The tracks that drive the properties of a node.

use crate::Property;

/// The track that drives a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source {
    pub(super) animation: usize,
    /// The index of the track in the animation.
    pub(super) track: usize,
    /// Whether the direction of the path is used, not the position.
    pub(super) is_heading: bool,
}

/// A track, and the components of a property that it was the last to drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) source: Source,
    pub(super) components: [bool; 4],
}

/// The tracks that last began to drive each property of a node.
#[derive(Clone, Debug, Default)]
pub(super) struct Drivers {
    /// By property, ascending; the parts in the order in which they began, at least one.
    driven: Vec<(Property, Vec<Part>)>,
    /// The last track of quaternions and angles.
    pub(super) turning: Option<Source>,
}

impl Drivers {
    /// Lets a track drive some components of a property, replacing others.
    pub(super) fn set(&mut self, property: &Property, part: Part) {
        if matches!(property, Property::Rotation | Property::Angle) {
            self.turning = Some(part.source);
        }
        match self.driven.binary_search_by(|(known, _)| known.cmp(property)) {
            Ok(index) => {
                let parts = &mut self.driven[index].1;
                for other in parts.iter_mut() {
                    other.components = std::array::from_fn(|i| other.components[i] && !part.components[i]);
                }
                parts.retain(|other| other.components.contains(&true));
                parts.push(part);
            }
            Err(index) => self.driven.insert(index, (property.clone(), vec![part])),
        }
    }

    /// The parts of a property that something has driven.
    pub(super) fn get(&self, property: &Property) -> Option<&[Part]> {
        let index = self.driven.binary_search_by(|(known, _)| known.cmp(property)).ok()?;
        Some(&self.driven[index].1)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&Property, &[Part])> {
        self.driven.iter().map(|(property, parts)| (property, parts.as_slice()))
    }
}
