//! What was written of a node, and the packets that lead on from there.

use std::f64::consts::TAU;

use anim_core::quaternion::{self, Quaternion};
use anim_core::{Affine, Transform};

use crate::hardware::{self, turn_steps};
use crate::{Body, Changes, Coordinate, Degrees, Factor, Matrix, Scale, ideal};

/// What the file says of one node so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    pub(super) alive: bool,
    pub(super) parent: u16,
    pub(super) attribute: u32,
    pub(super) model: Option<u16>,
    /// The last packet of a light or a camera.
    last: Option<Body>,
    /// What the console makes of the packets so far.
    console: hardware::Coordinates,
    matrix: Option<Matrix>,
    /// Whether a state was written, from which differences can lead on.
    stated: bool,
    /// The last angles in radians: the next ones are chosen near them.
    angles: [f64; 3],
    /// The last angles as they were written.
    bits: [Degrees; 3],
    pub(super) errors: Errors,
}

/// The largest differences between the clip and what the console shows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Errors {
    /// In radians, and of the elements of rotation matrices.
    pub(super) rotation: f64,
    pub(super) scale: f64,
    /// What the console cuts off when it scales the elements of a rotation.
    pub(super) truncation: f64,
    pub(super) matrix: f64,
    /// In the file's units; of a light, that of its direction.
    pub(super) translation: f64,
    pub(super) color: f64,
    /// Of values beyond the file's range.
    pub(super) cut: f64,
}

impl Written {
    /// The same node after a kill: the console forgets all but the errors.
    pub(super) fn forget(&mut self) {
        *self = Self { errors: self.errors, ..Self::default() };
    }

    /// A matrix packet, if the matrix or the translation changed. `map` is in the file's units.
    pub(super) fn matrix(&mut self, map: &Affine) -> Option<Body> {
        let linear = map.linear();
        let rows = linear.map(|row| row.map(Factor::from_number));
        for (exact, kept) in linear.iter().flatten().zip(rows.iter().flatten()) {
            note(&mut self.errors.matrix, &mut self.errors.cut, exact - kept.number(), 1.0 / 4096.0);
        }
        let matrix = Matrix { rows, translation: self.whole(map.translation()), ..Matrix::default() };
        let changed = self.matrix != Some(matrix);
        self.matrix = Some(matrix);
        changed.then_some(Body::Matrix(matrix))
    }

    /// A coordinate packet with the parts that changed. The translation is in the file's units.
    pub(super) fn coordinate(&mut self, place: &Transform, changes: Changes) -> Option<Body> {
        let order = ideal::EULER_ORDER;
        let angles = order.from_matrix(quaternion::to_matrix(place.rotation));
        self.angles = order.nearest(angles, self.angles);
        // A spin that has come near the end of the file's range goes on from its beginning.
        if self.angles.iter().any(|angle| angle.to_degrees().abs() > MAX_DEGREES) {
            self.angles = angles;
        }
        let bits = self.angles.map(|angle| console_angle(angle.to_degrees()));
        let factors = place.scale.map(Factor::from_number);
        let translation = self.whole(place.translation);
        let change = (changes == Changes::Differential && self.stated)
            .then(|| self.difference(bits.map(turn_steps), factors, translation))
            .flatten()
            .unwrap_or_else(|| self.state(bits, factors, translation));
        self.bits = bits;
        self.stated = true;
        self.console.apply(&change);
        self.note_rotation(place.rotation, bits);
        for (exact, kept) in place.scale.iter().zip(self.console.scale) {
            let error = exact - f64::from(kept) / 4096.0;
            note(&mut self.errors.scale, &mut self.errors.cut, error, 2.0 / 4096.0);
        }
        self.errors.truncation = self.errors.truncation.max(truncation(&self.console));
        let says = change.rotation.is_some() || change.scale.is_some() || change.translation.is_some();
        says.then_some(Body::Coordinate(change))
    }

    /// Notes how far a rotation is from what readers see: in real numbers the angles as they are written, on the console
    /// the nearest steps of them, as a matrix of steps of its own.
    fn note_rotation(&mut self, rotation: Quaternion, bits: [Degrees; 3]) {
        let steps = self.console.rotate.map(|steps| f64::from(steps) / 4096.0 * TAU);
        let turns = [steps, bits.map(|angle| angle.degrees().to_radians())]
            .map(|angles| quaternion::angle_between(rotation, ideal::EULER_ORDER.to_quaternion(angles)));
        let shown = hardware::rotation_matrix(self.console.rotate);
        let elements = quaternion::to_matrix(rotation).into_iter().flatten().zip(shown.into_iter().flatten());
        let elements = elements.map(|(exact, shown)| (exact - f64::from(shown) / 4096.0).abs());
        self.errors.rotation = turns.into_iter().chain(elements).fold(self.errors.rotation, f64::max);
    }

    /// The states of the parts that changed.
    fn state(&self, bits: [Degrees; 3], factors: [Factor; 3], translation: [i32; 3]) -> Coordinate {
        let scale = factors.map(|factor| i32::from(factor.to_bits()));
        let turned = bits != self.bits;
        // A rotation without a scale would drop the scale.
        let scaled = scale != self.console.scale || turned && scale != [4096; 3];
        Coordinate {
            differential: false,
            rotation: turned.then_some(bits),
            scale: scaled.then_some(Scale::new(factors)),
            translation: (translation != self.console.translation).then_some(translation),
        }
    }

    /// The differences that lead the console from what it shows to a state; `None` where no factor leads there.
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

    /// A light's or a camera's packet, if it differs from the last.
    pub(super) fn news(&mut self, body: Body) -> Option<Body> {
        let changed = self.last.as_ref() != Some(&body);
        self.last = Some(body.clone());
        changed.then_some(body)
    }

    /// A colour's bytes with their filler, with the error noted.
    pub(super) fn color(&mut self, parts: [f64; 3]) -> [u8; 4] {
        let bytes = parts.map(|part| (part * 255.0).round() as u8);
        for (exact, kept) in parts.into_iter().zip(bytes) {
            let error = exact - f64::from(kept) / 255.0;
            note(&mut self.errors.color, &mut self.errors.cut, error, 1.0 / 255.0);
        }
        let [red, green, blue] = bytes;
        [red, green, blue, 0]
    }

    /// A camera's angle, given in radians, with the error noted.
    pub(super) fn angle(&mut self, radians: f64) -> Degrees {
        let angle = Degrees::from_degrees(radians.to_degrees());
        let error = radians - angle.degrees().to_radians();
        note(&mut self.errors.rotation, &mut self.errors.cut, error, (1.0f64 / 4096.0).to_radians());
        angle
    }

    /// Whole units, with the error noted.
    pub(super) fn whole(&mut self, units: [f64; 3]) -> [i32; 3] {
        let whole = units.map(|part| part.round() as i32);
        for (exact, kept) in units.into_iter().zip(whole) {
            note(&mut self.errors.translation, &mut self.errors.cut, exact - f64::from(kept), 1.0);
        }
        whole
    }
}

/// How far the elements of the console's matrix are from those of its rotation times its scale.
fn truncation(console: &hardware::Coordinates) -> f64 {
    let rows = hardware::rotation_matrix(console.rotate).into_iter().zip(console.matrix);
    let errors = rows.flat_map(|(turned, shown)| {
        std::array::from_fn::<f64, 3, _>(|axis| {
            let exact = f64::from(turned[axis]) * f64::from(console.scale[axis]) / 4096.0;
            (exact - f64::from(shown[axis])).abs() / 4096.0
        })
    });
    // More than a step is an overflow, which the reader reports.
    errors.filter(|error| *error <= 1.0 / 4096.0).fold(0.0, f64::max)
}

/// Angles up to here have an exact place in the file with room to spare: its range ends at 2¹⁹ degrees.
const MAX_DEGREES: f64 = 500_000.0;

/// Notes an error: within a step of the file as rounding, beyond it as a cut, and as one without bound for what is no
/// number.
fn note(rounded: &mut f64, cut: &mut f64, error: f64, step: f64) {
    let error = if error.is_nan() { f64::INFINITY } else { error.abs() };
    let largest = if error > step { cut } else { rounded };
    *largest = largest.max(error);
}

/// The angle of the file that is nearest among those that the console reads as its own nearest step.
fn console_angle(degrees: f64) -> Degrees {
    let nearest = Degrees::from_degrees(degrees).to_bits();
    let step = (f64::from(nearest) / 360.0).round() as i32;
    // The console truncates toward zero, so a step begins at its own multiple of 360 and goes on away from zero.
    let start = step.saturating_mul(360);
    let (low, high) = match step {
        0 => (-359, 359),
        1.. => (start, start.saturating_add(359)),
        _ => (start.saturating_sub(359), start),
    };
    Degrees::from_bits(nearest.clamp(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_those_the_console_reads_as_the_nearest_step() {
        for thousandth in -400_000..400_000 {
            let degrees = f64::from(thousandth) / 1000.0;
            let nearest = (degrees * 4096.0 / 360.0).round() as i32;
            // At a tie either step is nearest.
            if ((degrees * 4096.0 / 360.0).fract().abs() - 0.5).abs() < 1e-2 {
                continue;
            }
            assert_eq!(i32::from(turn_steps(console_angle(degrees))), nearest, "{degrees}°");
        }
    }

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
            written.coordinate(&place, Changes::Differential);
            // Half a step for each of three angles; half a unit; a step of scale for rounding twice.
            assert!(written.errors.rotation < 1.5 * TAU / 4096.0);
            assert!(written.errors.scale <= 1.5 / 4096.0 && written.errors.translation <= 0.5);
            assert!(written.errors.cut == 0.0);
        }
    }

    #[test]
    fn errors_of_angles_are_those_of_the_console_and_of_readers_of_real_numbers() {
        for turn in 0..500 {
            let rotation = quaternion::from_axis_angle([1.0, 2.0, 3.0], f64::from(turn) / 50.0);
            let mut written = Written::default();
            written.coordinate(&Transform { rotation, ..Transform::IDENTITY }, Changes::Absolute);
            let angles = written.bits.map(|angle| angle.degrees().to_radians());
            let real = quaternion::angle_between(rotation, ideal::EULER_ORDER.to_quaternion(angles));
            assert!(real <= written.errors.rotation, "{turn}: {real} > {}", written.errors.rotation);
            let [wanted, shown] = [quaternion::to_matrix(rotation), written.console.local().linear()];
            let off = wanted.iter().flatten().zip(shown.iter().flatten()).map(|(a, b)| (a - b).abs());
            let most = off.fold(0.0, f64::max);
            assert!(most <= written.errors.rotation, "{turn}: {most} > {}", written.errors.rotation);
        }
    }

    #[test]
    fn what_is_out_of_range_is_noted_as_cut() {
        let mut written = Written::default();
        written.coordinate(&Transform { scale: [9.0, 1.0, 1.0], ..Transform::IDENTITY }, Changes::Absolute);
        assert!((written.errors.cut - (9.0 - 32767.0 / 4096.0)).abs() < 1e-12);
        let mut written = Written::default();
        written.coordinate(
            &Transform { translation: [3e9, 0.0, 0.0], ..Transform::IDENTITY },
            Changes::Absolute,
        );
        assert!((written.errors.cut - (3e9 - 2_147_483_647.0)).abs() < 1e-6);
    }
}
