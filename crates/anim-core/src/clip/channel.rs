//! Channels: one property of one node, and the curve that drives it.

use crate::{ClipError, Curve, Property};

/// A property of a node, and the curve that drives all or some of its components.
#[derive(Clone, Debug, PartialEq)]
pub struct Channel {
    node: usize,
    property: Property,
    component: usize,
    curve: Curve,
}

impl Channel {
    /// A channel that drives all components of a property.
    ///
    /// Errors: [`ClipError::Width`] unless the curve has the width of the property.
    pub fn new(node: usize, property: Property, curve: Curve) -> Result<Self, ClipError> {
        if curve.width() == property.width() {
            Ok(Self { node, property, component: 0, curve })
        } else {
            Err(ClipError::Width { property: property.width(), curve: curve.width() })
        }
    }

    /// The largest number of components of a property with more components than its channel has values. A few bytes can state
    /// any width, and code that fills in the other components allocates memory for all of them.
    pub const MAX_WIDTH: usize = 1 << 16;

    /// A channel that drives some components of a property: [`Curve::width`] components, beginning with `component`.
    ///
    /// Errors: [`ClipError::Width`] if the property has fewer components, [`ClipError::TooWide`] if it has more than
    /// [`Channel::MAX_WIDTH`] and more than the curve has values.
    pub fn part(node: usize, property: Property, component: usize, curve: Curve) -> Result<Self, ClipError> {
        let values = curve.values().len();
        if property.width() > values.max(Self::MAX_WIDTH) {
            return Err(ClipError::TooWide { property: property.width(), values });
        }
        Self::fitting(node, property, component, curve)
    }

    /// The channel with another curve.
    ///
    /// Errors: [`ClipError::Width`] if the property has fewer components.
    pub fn with_curve(&self, curve: Curve) -> Result<Self, ClipError> {
        Self::fitting(self.node, self.property.clone(), self.component, curve)
    }

    fn fitting(node: usize, property: Property, component: usize, curve: Curve) -> Result<Self, ClipError> {
        if component.checked_add(curve.width()).is_some_and(|end| end <= property.width()) {
            Ok(Self { node, property, component, curve })
        } else {
            Err(ClipError::Width { property: property.width(), curve: curve.width() })
        }
    }

    /// The channel for another node, by index.
    #[must_use]
    pub fn with_node(&self, node: usize) -> Self {
        Self { node, ..self.clone() }
    }

    /// The index of the node.
    pub fn node(&self) -> usize {
        self.node
    }

    /// The property that the channel drives.
    pub fn property(&self) -> &Property {
        &self.property
    }

    /// The first component that the channel drives.
    pub fn component(&self) -> usize {
        self.component
    }

    /// The curve.
    pub fn curve(&self) -> &Curve {
        &self.curve
    }

    /// The curve, without the channel.
    pub fn into_curve(self) -> Curve {
        self.curve
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_channel_takes_a_curve_that_fits() {
        let curve = |width: usize| Curve::constant(&vec![0.0; width]).unwrap();
        assert!(Channel::new(0, Property::Scale, curve(3)).is_ok());
        assert_eq!(
            Channel::new(0, Property::Scale, curve(1)),
            Err(ClipError::Width { property: 3, curve: 1 })
        );
        assert!(Channel::part(0, Property::Scale, 2, curve(1)).is_ok());
        assert!(Channel::part(0, Property::Scale, 2, curve(2)).is_err());
        assert!(Channel::part(0, Property::Scale, usize::MAX, curve(2)).is_err());
    }
}
