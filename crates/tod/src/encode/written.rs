//! The state of a node in the file so far, and the packets that change it.

use std::f64::consts::TAU;

use anim_core::quaternion::{self, Quaternion};
use anim_core::{Affine, Transform};

use super::console;
use super::distance::Distance;
use super::errors::{Errors, Part};
use super::keys::Keyed;
use super::steps::console_angle;
use crate::hardware::{self, turn_steps};
use crate::{Attribute, Body, Changes, Coordinate, Degrees, Factor, Light, Matrix, Scale, ideal};

/// The state of one node in the file so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    pub(super) alive: bool,
    pub(super) parent: u16,
    pub(super) attribute: u32,
    pub(super) model: Option<u16>,
    /// The state of a light.
    pub(super) light: Light,
    /// The last packet of a camera.
    last: Option<Body>,
    /// The transform that the console shows.
    console: hardware::Coordinates,
    matrix: Option<Matrix>,
    /// Whether absolute values have been written, to which differences can be added.
    stated: bool,
    /// The last angles in radians. Of equivalent angles, the next ones are those nearest to these.
    angles: [f64; 3],
    /// The last angles in the file.
    bits: [Degrees; 3],
    pub(super) errors: Errors,
    /// The number of changes of its transform that are absolute.
    pub(super) states: usize,
    /// Whether it has keys while it is not alive.
    pub(super) has_hidden_keys: bool,
}

impl Written {
    /// Resets the node after a kill. Its errors remain.
    pub(super) fn forget(&mut self) {
        let has_hidden_keys = self.has_hidden_keys;
        *self = Self { errors: self.errors, states: self.states, has_hidden_keys, ..Self::default() };
    }

    /// An attribute packet, if the bits changed or have a key. It keeps the bit that hides the object unless that has a key.
    pub(super) fn attribute(&mut self, value: u32, keyed: Keyed) -> Option<Body> {
        let changed = value != self.attribute;
        let shows = (value ^ self.attribute) >> 31 == 1 || keyed.has(Keyed::VISIBLE);
        self.attribute = value;
        let mask = if shows { 0 } else { 1 << 31 };
        let packet = Attribute { mask, value: value & !mask, ..Attribute::default() };
        (changed || keyed.has(Keyed::ATTRIBUTE) || keyed.has(Keyed::VISIBLE))
            .then_some(Body::Attribute(packet))
    }

    /// A matrix packet, if the matrix or the translation changed or has a key. The translation of `map` is in units of the file.
    pub(super) fn matrix(&mut self, map: &Affine, is_keyed: bool) -> Option<Body> {
        let linear = map.linear();
        let rows = linear.map(|row| row.map(Factor::from_number));
        for (exact, kept) in linear.iter().flatten().zip(rows.iter().flatten()) {
            self.errors.note(Part::Linear, exact - kept.number(), 1.0 / 4096.0);
        }
        let translation = self.whole(Part::Origin, map.translation());
        let matrix = Matrix { rows, translation, ..Matrix::default() };
        let changed = self.matrix != Some(matrix);
        self.states += usize::from(changed && self.matrix.is_some());
        self.matrix = Some(matrix);
        let shown = Affine::new(rows.map(|row| row.map(Factor::number)), translation.map(f64::from));
        self.errors.note_shown(Distance::sizes(map, &shown));
        (changed || is_keyed).then_some(Body::Matrix(matrix))
    }

    /// A coordinate packet with the parts that changed; if the transform has a key, at least with the translation. `own` are the
    /// angles of the clip if it has them in the file's order. The translation of `place` is in units of the file.
    pub(super) fn coordinate(
        &mut self,
        (place, own): (&Transform, Option<[f64; 3]>),
        changes: Changes,
        is_keyed: bool,
    ) -> Option<Body> {
        let order = ideal::EULER_ORDER;
        let angles = order.from_matrix(quaternion::to_matrix(place.rotation));
        self.angles = own.unwrap_or_else(|| order.nearest(angles, self.angles));
        // A spin near the end of the file's range continues from the angle with the fewest turns.
        if self.angles.iter().any(|angle| angle.to_degrees().abs() > MAX_DEGREES) {
            self.angles = angles;
        }
        let bits = self.angles.map(|angle| console_angle(angle.to_degrees()));
        for (own, bits) in own.filter(|own| *own == self.angles).iter().flatten().zip(bits) {
            self.errors.note_rounding(Part::Rotation, (own - bits.degrees().to_radians()).abs());
        }
        let factors = place.scale.map(Factor::from_number);
        let translation = self.whole(Part::Translation, place.translation);
        let mut change = (changes == Changes::Differential && self.stated)
            .then(|| self.difference(bits.map(turn_steps), factors, translation))
            .flatten()
            .unwrap_or_else(|| self.state(bits, factors, translation));
        let is_empty = change.rotation.is_none() && change.scale.is_none() && change.translation.is_none();
        self.states += usize::from(self.stated && !is_empty && !change.differential);
        if is_empty && is_keyed {
            change = Coordinate { translation: Some(translation), ..Coordinate::default() };
        }
        self.bits = bits;
        self.stated = true;
        self.console.apply(&change);
        self.note_rotation(place.rotation, bits);
        self.note_matrix(place);
        for (exact, kept) in place.scale.iter().zip(self.console.scale) {
            let error = exact - f64::from(kept) / 4096.0;
            self.errors.note(Part::Scale, error, 2.0 / 4096.0);
        }
        self.errors.truncation = self.errors.truncation.max(console::truncation(&self.console));
        (is_keyed || !is_empty).then_some(Body::Coordinate(change))
    }

    /// Notes the largest difference between a rotation and what readers show. Readers with real numbers show the angles of the
    /// file; the console shows the nearest steps of 1/4096 turn as a matrix, which it rounds too.
    fn note_rotation(&mut self, rotation: Quaternion, bits: [Degrees; 3]) {
        let steps = self.console.rotate.map(|steps| f64::from(steps) / 4096.0 * TAU);
        let turns = [steps, bits.map(|angle| angle.degrees().to_radians())]
            .map(|angles| quaternion::angle_between(rotation, ideal::EULER_ORDER.to_quaternion(angles)));
        let shown = console::turn(rotation, self.console.rotate);
        self.errors.note_rounding(Part::Rotation, turns.into_iter().fold(shown, f64::max));
    }

    /// Notes the differences from the matrix that the console shows. The smaller the scale of an axis, the fewer directions it has.
    fn note_matrix(&mut self, place: &Transform) {
        if !(0..3).all(|axis| console::is_sound(&self.console, axis)) {
            return;
        }
        let sizes = Distance::sizes(&Affine::from(*place), &self.console.local());
        self.errors.note_shown(sizes);
        if self.console.scale != [4096; 3] {
            self.errors.note_rounding(Part::Rotation, sizes[1]);
        }
    }

    /// The absolute values of the parts that changed.
    fn state(&self, bits: [Degrees; 3], factors: [Factor; 3], translation: [i32; 3]) -> Coordinate {
        let scale = factors.map(|factor| i32::from(factor.to_bits()));
        let turned = bits != self.bits;
        // A rotation without a scale would remove the scale.
        let scaled = scale != self.console.scale || turned && scale != [4096; 3];
        Coordinate {
            differential: false,
            rotation: turned.then_some(bits),
            scale: scaled.then_some(Scale::new(factors)),
            translation: (translation != self.console.translation).then_some(translation),
        }
    }

    /// The differences from what the console shows to the new values; `None` if no factor gives the new scale.
    fn difference(&self, steps: [i16; 3], factors: [Factor; 3], translation: [i32; 3]) -> Option<Coordinate> {
        let console = &self.console;
        let rotation = std::array::from_fn(|axis| {
            Degrees::from_bits(i32::from(steps[axis].wrapping_sub(console.rotate[axis])) * 360)
        });
        let wanted = factors.map(|factor| i32::from(factor.to_bits()));
        let scale = Scale::new(std::array::from_fn(|axis| {
            Factor::from_number(f64::from(wanted[axis]) / f64::from(console.scale[axis]))
        }));
        let offset = std::array::from_fn(|axis| translation[axis].wrapping_sub(console.translate[axis]));
        let change = Coordinate {
            differential: true,
            rotation: (steps != console.rotate).then_some(rotation),
            scale: (wanted != console.scale).then_some(scale),
            translation: (translation != console.translate).then_some(offset),
        };
        let mut after = *console;
        after.apply(&change);
        let near = (0..3).all(|axis| after.scale[axis].abs_diff(wanted[axis]) <= 1);
        near.then_some(change)
    }

    /// Whether the last packet of a camera has no point at which to look.
    pub(super) fn stands(&self) -> bool {
        matches!(self.last, Some(Body::Camera(_)))
    }

    /// The packet of a camera, if it differs from the last one or has a key.
    pub(super) fn if_changed(&mut self, body: Body, is_keyed: bool) -> Option<Body> {
        let changed = self.last.as_ref() != Some(&body);
        self.states += usize::from(changed && self.last.is_some());
        self.last = Some(body.clone());
        (changed || is_keyed).then_some(body)
    }

    /// The bytes of a colour with their padding. Notes the error.
    pub(super) fn color(&mut self, parts: [f64; 3]) -> [u8; 4] {
        let bytes = parts.map(|part| (part * 255.0).round() as u8);
        for (exact, kept) in parts.into_iter().zip(bytes) {
            let error = exact - f64::from(kept) / 255.0;
            self.errors.note(Part::Color, error, 1.0 / 255.0);
        }
        let [red, green, blue] = bytes;
        [red, green, blue, 0]
    }

    /// The angle of a camera in the file. Notes the error.
    pub(super) fn angle(&mut self, part: Part, radians: f64) -> Degrees {
        let angle = Degrees::from_degrees(radians.to_degrees());
        let error = radians - angle.degrees().to_radians();
        self.errors.note(part, error, (1.0f64 / 4096.0).to_radians());
        angle
    }

    /// A point in units of the file as whole units. Notes its distance from the exact point.
    pub(super) fn whole(&mut self, part: Part, units: [f64; 3]) -> [i32; 3] {
        let whole = units.map(|number| number.round() as i32);
        let errors = std::array::from_fn(|axis| units[axis] - f64::from(whole[axis]));
        self.errors.note_point(part, errors);
        whole
    }
}

/// The largest angle that the encoder writes. The range of the file ends at 2¹⁹ degrees.
const MAX_DEGREES: f64 = 500_000.0;

#[cfg(test)]
mod tests;
