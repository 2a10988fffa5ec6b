//! The state of a node in the file so far, and the packets that change it.

use std::f64::consts::TAU;

use anim_core::quaternion::{self, Quaternion};
use anim_core::{Affine, Transform};

use super::console::{self, length};
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
        for (own, bits) in own.iter().flatten().zip(bits) {
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

    /// Numbers in units of the file as whole units. Notes the distance by which rounding moves the point, and the error of each
    /// clamped number.
    pub(super) fn whole(&mut self, part: Part, units: [f64; 3]) -> [i32; 3] {
        let whole = units.map(|number| number.round() as i32);
        let errors: [f64; 3] = std::array::from_fn(|axis| units[axis] - f64::from(whole[axis]));
        if errors.iter().all(|error| error.abs() <= 0.5) {
            self.errors.note_rounding(part, length(errors));
        } else {
            for error in errors {
                self.errors.note(part, error, 1.0);
            }
        }
        whole
    }
}

/// The largest angle that the encoder writes. The range of the file ends at 2¹⁹ degrees.
const MAX_DEGREES: f64 = 500_000.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_do_not_drift() {
        let mut written = Written::default();
        for frame in 0..2000 {
            let t = f64::from(frame) / 100.0;
            let place = Transform {
                translation: [100.0 * t.sin(), 10.0 * t, 0.0],
                rotation: quaternion::from_axis_angle([1.0, 2.0, 3.0], t),
                scale: [1.0 + 0.5 * t.sin(), 2.0 + t.cos(), 1.0],
            };
            written.coordinate((&place, None), Changes::Differential, false);
            // Half a step for each of three angles; half a unit; a step and a half of scale for rounding twice.
            let errors = written.errors;
            assert!(errors.rounded(Part::Rotation) < 1.5 * TAU / 4096.0);
            assert!(errors.rounded(Part::Scale) - errors.truncation <= 1.5 / 4096.0 + 1e-12);
            assert!(errors.rounded(Part::Translation) <= 0.75f64.sqrt());
            assert!(Part::ALL.iter().all(|&part| errors.clamped(part) == 0.0));
        }
    }

    #[test]
    fn errors_of_angles_bound_those_of_the_console_and_of_readers_with_real_numbers() {
        for turn in 0..500 {
            let rotation = quaternion::from_axis_angle([1.0, 2.0, 3.0], f64::from(turn) / 50.0);
            let mut written = Written::default();
            written.coordinate(
                (&Transform { rotation, ..Transform::IDENTITY }, None),
                Changes::Absolute,
                false,
            );
            let angles = written.bits.map(|angle| angle.degrees().to_radians());
            let real = quaternion::angle_between(rotation, ideal::EULER_ORDER.to_quaternion(angles));
            let noted = written.errors.rounded(Part::Rotation);
            assert!(real <= noted, "{turn}: {real} > {noted}");
            // What the console shows: the ends of its axes, and its nearest rotation.
            let shown = written.console.local();
            let nearest = quaternion::angle_between(rotation, shown.decompose().rotation);
            assert!(nearest <= noted * (1.0 + 1e-3), "{turn}: {nearest} > {noted}");
            let [wanted, shown] = [quaternion::to_matrix(rotation), shown.linear()]
                .map(|rows| [0, 1, 2].map(|axis| rows.map(|row| row[axis])));
            for (wanted, shown) in wanted.iter().zip(&shown) {
                let off: f64 = wanted.iter().zip(shown).map(|(a, b)| (a - b).powi(2)).sum();
                assert!(off.sqrt() <= noted, "{turn}: {} > {noted}", off.sqrt());
            }
        }
    }

    #[test]
    fn the_error_of_a_scale_is_that_of_the_lengths_of_axes() {
        for turn in 0..500 {
            let turn = f64::from(turn);
            let rotation = quaternion::from_axis_angle([3.0, -1.0, 2.0], turn / 40.0);
            let scale = [1.5, 0.25 + turn / 300.0, 3.0];
            let mut written = Written::default();
            let place = Transform { rotation, scale, ..Transform::IDENTITY };
            written.coordinate((&place, None), Changes::Absolute, false);
            let noted = written.errors.rounded(Part::Scale);
            let linear = written.console.local().linear();
            for (axis, factor) in scale.into_iter().enumerate() {
                let long: f64 = linear.iter().map(|row| row[axis] * row[axis]).sum();
                let off = (long.sqrt() - factor).abs();
                assert!(off <= noted, "{turn}: {off} > {noted}");
            }
        }
    }

    #[test]
    fn values_beyond_the_range_are_noted_for_their_part() {
        let clamped = |place: Transform| {
            let mut written = Written::default();
            written.coordinate((&place, None), Changes::Absolute, false);
            Part::ALL.map(|part| written.errors.clamped(part)).to_vec()
        };
        let wide = clamped(Transform { scale: [9.0, 1.0, 1.0], ..Transform::IDENTITY });
        let far = clamped(Transform { translation: [3e9, 0.0, 0.0], ..Transform::IDENTITY });
        for (errors, part, expected) in
            [(wide, Part::Scale, 9.0 - 32767.0 / 4096.0), (far, Part::Translation, 3e9 - 2_147_483_647.0)]
        {
            assert!((errors[part as usize] - expected).abs() < 1e-6, "{part:?}: {errors:?}");
            assert_eq!(errors.iter().filter(|&&error| error > 0.0).count(), 1, "{part:?}: {errors:?}");
        }
    }

    #[test]
    fn the_error_of_a_rounded_position_is_a_distance() {
        let mut written = Written::default();
        assert_eq!(written.whole(Part::Translation, [10.4, 10.4, 10.4]), [10; 3]);
        let distance = 0.4 * 3.0f64.sqrt();
        assert!((written.errors.rounded(Part::Translation) - distance).abs() < 1e-12);
        assert_eq!(written.errors.clamped(Part::Translation), 0.0);
    }

    #[test]
    fn errors_of_a_matrix_are_a_ratio_and_a_length() {
        let mut written = Written::default();
        let linear = [[8.5, 0.0, 0.0], [0.0, 1.0 + 1e-4, 0.0], [0.0, 0.0, 1.0]];
        written.matrix(&Affine::new(linear, [0.0, 0.25, 0.0]), false);
        let errors = written.errors;
        assert!((errors.clamped(Part::Linear) - (8.5 - 32767.0 / 4096.0)).abs() < 1e-12);
        assert!((errors.rounded(Part::Linear) - 1e-4).abs() < 1e-12);
        assert_eq!((errors.rounded(Part::Origin), errors.clamped(Part::Origin)), (0.25, 0.0));
        let others = Part::ALL.into_iter().filter(|part| ![Part::Linear, Part::Origin].contains(part));
        assert_eq!(others.map(|part| errors.rounded(part)).sum::<f64>(), 0.0);
    }

    #[test]
    fn a_node_that_is_killed_keeps_its_errors_and_nothing_else() {
        let mut written = Written { has_hidden_keys: true, states: 3, attribute: 7, ..Written::default() };
        written.errors.note(Part::Scale, 0.25, 0.5);
        written.errors.note(Part::Roll, 2.0, 0.5);
        written.forget();
        assert_eq!((written.errors.rounded(Part::Scale), written.errors.clamped(Part::Roll)), (0.25, 2.0));
        assert_eq!((written.has_hidden_keys, written.states, written.attribute), (true, 3, 0));
    }

    #[test]
    fn a_key_at_which_nothing_changes_states_the_translation() {
        let place = Transform { translation: [1.0, 2.0, 3.0], ..Transform::IDENTITY };
        for changes in [Changes::Absolute, Changes::Differential] {
            let mut written = Written::default();
            let mut packet = |is_keyed: bool| written.coordinate((&place, None), changes, is_keyed);
            let stated = Coordinate { translation: Some([1, 2, 3]), ..Coordinate::default() };
            assert_eq!(packet(false), Some(Body::Coordinate(stated)));
            assert_eq!(packet(false), None);
            assert_eq!(packet(true), Some(Body::Coordinate(stated)));
        }
    }

    #[test]
    fn a_packet_of_attributes_leaves_the_bit_that_hides_unless_that_changes_or_has_a_key() {
        let hides = 1 << 31;
        for (value, keyed, expected) in [
            (3, Keyed::NONE, Some((hides, 3))),
            (3, Keyed::VISIBLE, Some((0, 3))),
            (3 | hides, Keyed::NONE, Some((0, 3 | hides))),
            (0, Keyed::ATTRIBUTE, Some((hides, 0))),
            (0, Keyed::NONE, None),
        ] {
            let found = match Written::default().attribute(value, keyed) {
                Some(Body::Attribute(packet)) => Some((packet.mask, packet.value)),
                _ => None,
            };
            assert_eq!(found, expected, "{value:#x}");
        }
    }
}
