//! The largest differences between a node of the clip and what the file shows.

use anim_core::{Deviation, Property, trig};

/// A part of a node. Its errors have one unit and belong to one property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The angles of an object or a camera, in radians.
    Rotation,
    /// The factors of an object.
    Scale,
    /// The elements of the linear part of a matrix.
    Linear,
    /// The translation of a matrix, in units of the file.
    Origin,
    /// The translation of any other object or of a camera, in units of the file.
    Translation,
    /// The direction of a light, in units of the file.
    Direction,
    /// The point that a camera looks at, in units of the file.
    Reference,
    /// The angle of a camera about its line of sight, in radians.
    Roll,
    /// The colour of a light, 0 to 1.
    Color,
    /// The attribute bits as a number.
    Attribute,
    /// The id of the model, −1 for none.
    Model,
    /// Whether the object is displayed: 0 or 1.
    Visible,
}

impl Part {
    pub(super) const ALL: [Self; 12] = [
        Self::Rotation,
        Self::Scale,
        Self::Linear,
        Self::Origin,
        Self::Translation,
        Self::Direction,
        Self::Reference,
        Self::Roll,
        Self::Color,
        Self::Attribute,
        Self::Model,
        Self::Visible,
    ];

    /// Its name in messages.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Rotation => "rotation",
            Self::Scale => "scale",
            Self::Linear => "linear part of the matrix",
            Self::Origin => "translation of the matrix",
            Self::Translation => "translation",
            Self::Direction => "direction",
            Self::Reference => "reference point",
            Self::Roll => "roll",
            Self::Color => "colour",
            Self::Attribute => "attribute",
            Self::Model => "model id",
            Self::Visible => "visibility",
        }
    }

    /// The error with its unit.
    pub(super) fn deviation(self, error: f64) -> Deviation {
        match self {
            Self::Rotation | Self::Roll => Deviation::angle(error),
            Self::Scale | Self::Linear | Self::Color => Deviation::ratio(error),
            Self::Origin | Self::Translation | Self::Direction | Self::Reference => Deviation::length(error),
            Self::Attribute | Self::Model | Self::Visible => Deviation::of(&Property::Visible, error),
        }
    }

    /// Whether it is a position of the figure, whose rounding is compared with the size of the figure.
    pub(super) const fn is_place(self) -> bool {
        matches!(self, Self::Origin | Self::Translation | Self::Reference)
    }

    /// Whether it is outside the pose.
    pub(super) const fn is_extra(self) -> bool {
        matches!(self, Self::Direction | Self::Reference | Self::Roll | Self::Color)
    }

    /// Whether a channel of this property drives it.
    pub(super) fn is_driven_by(self, property: &Property) -> bool {
        match self {
            Self::Rotation => property.is_rotation(),
            Self::Scale => *property == Property::Scale,
            Self::Linear | Self::Origin => *property == Property::Matrix,
            Self::Translation => matches!(property, Property::Translation | Property::Displacement),
            Self::Direction => *property == Property::named("direction", 3),
            Self::Reference => *property == Property::named("reference", 3),
            Self::Roll => *property == Property::named("roll", 1),
            Self::Color => *property == Property::Color,
            Self::Attribute => *property == Property::named("attribute", 1),
            Self::Model => *property == Property::named("tmd", 1),
            Self::Visible => *property == Property::Visible,
        }
    }
}

/// The largest errors of one node, part by part.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Errors {
    rounded: [f64; Part::ALL.len()],
    clamped: [f64; Part::ALL.len()],
    /// The largest distance, angle and difference of scale of an object from what the console shows, at frames.
    pub(super) shown: [f64; 3],
    /// The largest error of the length of an axis where the console multiplies a rotation by a scale and truncates.
    pub(super) truncation: f64,
}

impl Errors {
    /// Notes the difference between an exact number and the one in the file: up to one step of the file it is rounding, above
    /// one step the number is clamped. A number that is not finite has an infinite error.
    pub(super) fn note(&mut self, part: Part, error: f64, step: f64) {
        let error = if error.is_nan() { f64::INFINITY } else { error.abs() };
        let largest = if error > step { &mut self.clamped } else { &mut self.rounded };
        largest[part as usize] = largest[part as usize].max(error);
    }

    /// Notes the distance between an exact point and the one in the file, by the errors of its coordinates: if all of them are at
    /// most one unit of the file it is rounding, else the point is clamped.
    pub(super) fn note_point(&mut self, part: Part, [x, y, z]: [f64; 3]) {
        let step = if [x, y, z].iter().all(|error| error.abs() <= 1.0) { f64::INFINITY } else { 0.0 };
        self.note(part, trig::hypot(trig::hypot(x, y), z), step);
    }

    /// Notes an error that can only be rounding.
    pub(super) fn note_rounding(&mut self, part: Part, error: f64) {
        self.rounded[part as usize] = self.rounded[part as usize].max(error);
    }

    /// Notes the distance, the angle and the difference of scale between an object and what the console shows at a frame.
    pub(super) fn note_shown(&mut self, sizes: [f64; 3]) {
        for (largest, size) in self.shown.iter_mut().zip(sizes) {
            *largest = largest.max(if size.is_nan() { f64::INFINITY } else { size });
        }
    }

    /// The largest rounding error, truncated products included.
    pub(super) fn rounded(&self, part: Part) -> f64 {
        let truncation = if part == Part::Scale { self.truncation } else { 0.0 };
        self.rounded[part as usize] + truncation
    }

    /// The largest rounding error of a position, in units of the file.
    pub(super) fn rounded_place(&self) -> f64 {
        let places = Part::ALL.into_iter().filter(|part| part.is_place());
        places.map(|part| self.rounded(part)).fold(0.0, f64::max)
    }

    /// The largest error by clamping; 0 if nothing was clamped.
    pub(super) fn clamped(&self, part: Part) -> f64 {
        self.clamped[part as usize]
    }
}
