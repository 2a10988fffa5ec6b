//! The properties that channels drive.

use crate::{EulerOrder, Unit};

/// The property that a channel drives.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Property {
    /// Position relative to the parent, 3 numbers, in the file's length unit.
    Translation,
    /// An offset added to the translation, 3 numbers, in the file's length unit: for formats that store both.
    Displacement,
    /// Rotation, 4 numbers: a quaternion x, y, z, w, normalised after sampling.
    Rotation,
    /// Rotation, 3 angles about X, Y and Z in radians.
    Euler(EulerOrder),
    /// Rotation, 1 angle in radians about an axis.
    Angle {
        /// The axis; its length does not matter.
        axis: [f64; 3],
    },
    /// Scale along the node's own axes, 3 numbers.
    Scale,
    /// The complete local matrix, 12 numbers: 3 rows of 4, the translation last in each row. It replaces all properties above.
    Matrix,
    /// Whether the node is shown, 1 number: 0 or 1.
    Visible,
    /// A colour, 3 numbers: red, green, blue, 0 to 1.
    Color,
    /// Weights of morph targets, one number for each.
    Weights {
        /// The number of targets.
        count: usize,
    },
    /// Whether the node exists, 1 number: 0 or 1.
    Alive,
    /// The parent at a time, 1 number: a node's index, or −1 for none.
    Parent,
    /// Any other property, with the format's name for it.
    Named {
        /// The name.
        name: String,
        /// The number of components.
        width: usize,
    },
}

impl Property {
    /// A property that only the source format knows.
    pub fn named(name: impl Into<String>, width: usize) -> Self {
        Self::Named { name: name.into(), width }
    }

    /// The number of components of a value.
    pub fn width(&self) -> usize {
        match self {
            Self::Angle { .. } | Self::Visible | Self::Alive | Self::Parent => 1,
            Self::Translation | Self::Displacement | Self::Euler(_) | Self::Scale | Self::Color => 3,
            Self::Rotation => 4,
            Self::Matrix => 12,
            Self::Weights { count } => *count,
            Self::Named { width, .. } => *width,
        }
    }

    /// Whether the property is a rotation: a quaternion, Euler angles or an angle about an axis.
    pub fn is_rotation(&self) -> bool {
        matches!(self, Self::Rotation | Self::Euler(_) | Self::Angle { .. })
    }

    /// Whether the property is part of the node's transform relative to its parent.
    pub fn is_spatial(&self) -> bool {
        self.is_rotation()
            || matches!(self, Self::Translation | Self::Displacement | Self::Scale | Self::Matrix)
    }

    /// Whether the property can change where a node is: part of its transform, its parent, or whether it exists.
    pub fn moves_nodes(&self) -> bool {
        self.is_spatial() || matches!(self, Self::Parent | Self::Alive)
    }

    /// The unit of its values.
    pub fn unit(&self) -> Unit {
        match self {
            Self::Translation | Self::Displacement => Unit::Length,
            Self::Rotation | Self::Euler(_) | Self::Angle { .. } => Unit::Angle,
            Self::Scale | Self::Color | Self::Weights { .. } => Unit::Ratio,
            Self::Matrix | Self::Visible | Self::Alive | Self::Parent | Self::Named { .. } => Unit::Own,
        }
    }

    /// The name in tables: `translation`, `rotation`, …, or the name of [`Property::Named`].
    pub fn name(&self) -> &str {
        match self {
            Self::Translation => "translation",
            Self::Displacement => "displacement",
            Self::Rotation => "rotation",
            Self::Euler(_) => "euler",
            Self::Angle { .. } => "angle",
            Self::Scale => "scale",
            Self::Matrix => "matrix",
            Self::Visible => "visible",
            Self::Color => "color",
            Self::Weights { .. } => "weight",
            Self::Alive => "alive",
            Self::Parent => "parent",
            Self::Named { name, .. } => name,
        }
    }
}

/// The name in tables of the weight of a morph target: `weight/NAME`, or `weight` without a name.
pub fn weight_name(morph: &str) -> String {
    if morph.is_empty() { "weight".to_owned() } else { format!("weight/{morph}") }
}
