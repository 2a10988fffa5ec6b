//! A change of axes and of the length unit: what it does to vectors, rotations and properties.

use crate::{Axis, EulerOrder, Property, Space, Transform};

/// A signed permutation C of the axes with a factor k of lengths. A linear map A becomes C·A·C⁻¹, a translation t becomes k·C·t.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Basis {
    /// For each new axis the old one and the sign.
    axes: [(usize, f64); 3],
    /// The number of new length units in an old one.
    factor: f64,
}

/// For each component of a new value, the component of the old value and its factor.
pub(crate) type Terms = Vec<(usize, f64)>;

impl Basis {
    /// The change from one space to another; both must be [sound](Space::is_sound).
    pub(crate) fn between(from: Space, to: Space) -> Self {
        let factor = match (from.unit, to.unit) {
            (Some(a), Some(b)) if a != b => a / b,
            _ => 1.0,
        };
        Self { axes: axes(from, to), factor }
    }

    /// A mirror that changes the sign of one coordinate.
    pub(crate) fn mirror(axis: usize) -> Self {
        let mut axes = SAME;
        axes[axis].1 = -1.0;
        Self { axes, factor: 1.0 }
    }

    /// The change of lengths alone.
    pub(crate) fn scale(factor: f64) -> Self {
        Self { axes: SAME, factor }
    }

    pub(crate) fn is_identity(&self) -> bool {
        *self == Self { axes: SAME, factor: 1.0 }
    }

    /// 1 if the change is a rotation, −1 if it mirrors.
    fn determinant(&self) -> f64 {
        let [(x, a), (y, b), _] = self.axes;
        let cyclic = if (x + 1) % 3 == y { 1.0 } else { -1.0 };
        cyclic * a * b * self.axes[2].1
    }

    /// The space `from` after the change to the space `to`.
    pub(crate) fn of_space(&self, from: Space, to: Space) -> Space {
        Space {
            up: from.up.map(|axis| self.of_axis(axis)),
            forward: from.forward.map(|axis| self.of_axis(axis)),
            handedness: if self.determinant() == 1.0 { from.handedness } else { to.handedness },
            unit: from.unit.and(to.unit).or(from.unit),
        }
    }

    fn of_axis(&self, axis: Axis) -> Axis {
        let index = self.new_index(axis.index());
        let sign = axis.sign() * self.axes[index].1;
        Axis::ALL[if sign > 0.0 { index } else { index + 3 }]
    }

    fn new_index(&self, old: usize) -> usize {
        (0..3).find(|&new| self.axes[new].0 == old).unwrap_or(old)
    }

    /// The components of a vector, each times a factor.
    fn vector(&self, factor: f64) -> Terms {
        self.axes.map(|(axis, sign)| (axis, sign * factor)).to_vec()
    }

    /// Components that do not depend on the sign of an axis, such as those of a scale.
    fn along_axes(&self) -> Terms {
        self.axes.map(|(axis, _)| (axis, 1.0)).to_vec()
    }

    /// The components of an axis of rotation.
    fn axial(&self) -> Terms {
        self.vector(self.determinant())
    }

    fn quaternion(&self) -> Terms {
        let mut terms = self.axial();
        terms.push((3, 1.0));
        terms
    }

    fn matrix(&self) -> Terms {
        let row = |(row, sign): (usize, f64)| {
            let linear = self.axes.map(|(column, other)| (4 * row + column, sign * other));
            linear.into_iter().chain([(4 * row + 3, sign * self.factor)])
        };
        self.axes.into_iter().flat_map(row).collect()
    }

    fn order(&self, order: EulerOrder) -> EulerOrder {
        let axes = order.axes().map(|axis| self.new_index(axis));
        EulerOrder::ALL.into_iter().find(|order| order.axes() == axes).unwrap_or(order)
    }

    /// A property after the change, and its components; `None` if nothing changes.
    pub(crate) fn of_property(&self, property: &Property) -> Option<(Property, Terms)> {
        let terms = match property {
            Property::Translation | Property::Displacement => self.vector(self.factor),
            Property::Rotation => self.quaternion(),
            Property::Euler(order) => return Some((Property::Euler(self.order(*order)), self.axial())),
            Property::Angle { axis: old } => {
                let mut axis = *old;
                select(&self.axial(), old, &mut axis);
                return Some((Property::Angle { axis }, vec![(0, 1.0)]));
            }
            Property::Scale => self.along_axes(),
            Property::Matrix => self.matrix(),
            Property::Named { name, width } => self.named(name, *width)?,
            _ => return None,
        };
        Some((property.clone(), terms))
    }

    /// The components of a property whose name several formats share.
    fn named(&self, name: &str, width: usize) -> Option<Terms> {
        match (name, width) {
            // The direction of a light, and the point at which a camera looks.
            ("direction", 3) => Some(self.vector(1.0)),
            ("reference", 3) => Some(self.vector(self.factor)),
            // The rotation of a camera about its line of sight.
            ("roll", 1) => Some(vec![(0, self.determinant())]),
            // Angles about X, Y and Z in an order that the format does not state.
            ("euler", 3) => Some(self.axial()),
            // The range of a light.
            ("instance/range", 1) => Some(vec![(0, self.factor)]),
            _ => None,
        }
    }

    /// A transform relative to the parent.
    pub(crate) fn of_transform(&self, transform: &Transform) -> Transform {
        let Transform { translation, rotation, scale } = transform;
        let mut changed = *transform;
        select(&self.vector(self.factor), translation, &mut changed.translation);
        select(&self.quaternion(), rotation, &mut changed.rotation);
        select(&self.along_axes(), scale, &mut changed.scale);
        changed
    }
}

/// The components of a new value from those of the old.
pub(crate) fn select(terms: &[(usize, f64)], old: &[f64], new: &mut [f64]) {
    for (new, &(component, factor)) in new.iter_mut().zip(terms) {
        *new = times(old[component], factor);
    }
}

/// A number times a factor; zero stays positive when its sign would change.
pub(crate) fn times(number: f64, factor: f64) -> f64 {
    if factor == 1.0 { number } else { number * factor + 0.0 }
}

const SAME: [(usize, f64); 3] = [(0, 1.0), (1, 1.0), (2, 1.0)];

/// The permutation of the axes from one space to another.
fn axes(from: Space, to: Space) -> [(usize, f64); 3] {
    let (Some(up), Some(new_up)) = (from.up, to.up) else { return SAME };
    let mirrors = matches!((from.handedness, to.handedness), (Some(a), Some(b)) if a != b);
    let mirror = if mirrors { -1.0 } else { 1.0 };
    let mut axes = SAME;
    if let (Some(forward), Some(new_forward)) = (from.forward, to.forward) {
        // The third axis is up × forward in both spaces; a mirror negates it.
        let side = cross(up, forward);
        let new_side = cross(new_up, new_forward);
        for (old, new, sign) in [(up, new_up, 1.0), (forward, new_forward, 1.0), (side, new_side, mirror)] {
            axes[new.index()] = (old.index(), old.sign() * new.sign() * sign);
        }
        return axes;
    }
    // The smallest rotation from the old axis up to the new one, about X where possible.
    let about = if up.index() == new_up.index() {
        if up.index() == 0 { 2 } else { 0 }
    } else {
        3 - up.index() - new_up.index()
    };
    axes[about].1 = mirror;
    let (i, j) = ((about + 1) % 3, (about + 2) % 3);
    if up.index() != new_up.index() {
        // The rotation takes up to new_up, and new_up to −up.
        let sign = up.sign() * new_up.sign();
        axes[new_up.index()] = (up.index(), sign);
        axes[up.index()] = (new_up.index(), -sign);
    } else if up != new_up {
        axes[i].1 = -1.0;
        axes[j].1 = -1.0;
    }
    axes
}

/// The cross product of two axes along different coordinates.
fn cross(a: Axis, b: Axis) -> Axis {
    let (i, j) = (a.index(), b.index());
    let turn = if (i + 1) % 3 == j { 1.0 } else { -1.0 };
    let index = (3 - i).saturating_sub(j);
    Axis::ALL[if turn * a.sign() * b.sign() > 0.0 { index } else { index + 3 }]
}
