//! What drives the properties of a node.

use crate::Property;

/// The track that drives a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source {
    pub(super) animation: usize,
    /// The index of the track in the animation.
    pub(super) track: usize,
    /// Whether it is the direction of the path that counts, not the position.
    pub(super) is_heading: bool,
}

/// The track that last began to drive each property of a node.
#[derive(Clone, Debug, Default)]
pub(super) struct Drivers {
    /// By property, ascending.
    driven: Vec<(Property, Source)>,
    pub(super) moving: Option<Source>,
    /// The last of quaternions and angles.
    pub(super) turning: Option<Source>,
    pub(super) scaling: Option<Source>,
}

impl Drivers {
    pub(super) fn set(&mut self, property: &Property, source: Source) {
        match self.driven.binary_search_by(|(known, _)| known.cmp(property)) {
            Ok(index) => self.driven[index].1 = source,
            Err(index) => self.driven.insert(index, (property.clone(), source)),
        }
        match property {
            Property::Translation => self.moving = Some(source),
            Property::Rotation | Property::Angle => self.turning = Some(source),
            Property::Scale => self.scaling = Some(source),
            _ => {}
        }
    }

    pub(super) fn get(&self, property: &Property) -> Option<Source> {
        let index = self.driven.binary_search_by(|(known, _)| known.cmp(property)).ok()?;
        Some(self.driven[index].1)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&Property, Source)> {
        self.driven.iter().map(|(property, source)| (property, *source))
    }
}
