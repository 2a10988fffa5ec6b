//! The states of one object, light or camera.

use anim_core::Affine;

use crate::{Camera, Coordinate, Degrees, Light, LookAt, Matrix, Mode, hardware, ideal};

/// An object that exists.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// The attribute bits (table 2-7).
    pub attribute: u32,
    /// The id of the model that it shows.
    pub model: Option<u16>,
    /// The id of its parent, which need not exist.
    pub parent: Option<u16>,
    /// Its transform relative to its parent.
    pub coordinates: Coordinates,
}

/// The transform of an object in one of the two modes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "`Mode` documents the modes")]
pub enum Coordinates {
    Hardware(hardware::Coordinates),
    Ideal(ideal::Coordinates),
}

/// The state of a light.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LightState {
    /// The direction, in whole units.
    pub direction: [f64; 3],
    /// Red, green, blue, 0 to 255; in ideal mode differences may leave this range.
    pub color: [f64; 3],
}

/// The state of a camera. The first three fields belong to packets that give the point at which it looks, the last two to
/// packets that give rotation and translation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CameraState {
    /// Its position, in whole units.
    pub position: [f64; 3],
    /// The point that it looks at, in whole units.
    pub reference: [f64; 3],
    /// The angle about the line of sight, in degrees.
    pub roll: f64,
    /// The angles about X, Y and Z in degrees.
    pub rotation: [f64; 3],
    /// The translation, in whole units.
    pub translation: [f64; 3],
}

impl Object {
    pub(super) fn new(mode: Mode) -> Self {
        Self { attribute: 0, model: None, parent: None, coordinates: Coordinates::new(mode) }
    }

    /// Whether it is displayed: attribute bit 31 hides it.
    pub fn is_visible(&self) -> bool {
        self.attribute >> 31 == 0
    }
}

impl Coordinates {
    fn new(mode: Mode) -> Self {
        match mode {
            Mode::Hardware => Self::Hardware(hardware::Coordinates::default()),
            Mode::Ideal => Self::Ideal(ideal::Coordinates::default()),
        }
    }

    pub(super) fn apply(&mut self, change: &Coordinate) {
        match self {
            Self::Hardware(coordinates) => coordinates.apply(change),
            Self::Ideal(coordinates) => coordinates.apply(change),
        }
    }

    pub(super) fn show(&mut self, matrix: &Matrix) {
        match self {
            Self::Hardware(coordinates) => coordinates.show(matrix),
            Self::Ideal(coordinates) => coordinates.show(matrix),
        }
    }

    /// The map from the space of the object to that of its parent.
    pub fn local(&self) -> Affine {
        match self {
            Self::Hardware(coordinates) => coordinates.local(),
            Self::Ideal(coordinates) => coordinates.local(),
        }
    }

    /// Whether the last change overflowed on the console. Ideal mode has no overflow.
    pub fn overflowed(&self) -> bool {
        matches!(self, Self::Hardware(coordinates) if coordinates.overflowed)
    }
}

impl LightState {
    pub(super) fn apply(&mut self, change: &Light, mode: Mode) {
        if let Some(direction) = change.direction {
            update(&mut self.direction, direction, change.differential, mode);
        }
        if let Some([red, green, blue, _]) = change.color {
            for (state, value) in self.color.iter_mut().zip([red, green, blue]) {
                *state = match (change.differential, mode) {
                    (false, _) => f64::from(value),
                    (true, Mode::Hardware) => f64::from((*state as u8).wrapping_add(value)),
                    (true, Mode::Ideal) => *state + f64::from(value),
                };
            }
        }
    }
}

impl CameraState {
    pub(super) fn look(&mut self, change: &LookAt, mode: Mode) {
        if let Some([position, reference]) = change.view {
            update(&mut self.position, position, change.differential, mode);
            update(&mut self.reference, reference, change.differential, mode);
        }
        if let Some(roll) = change.roll {
            let mut state = [self.roll];
            turn(&mut state, [roll], change.differential, mode);
            [self.roll] = state;
        }
    }

    pub(super) fn place(&mut self, change: &Camera, mode: Mode) {
        if let Some(rotation) = change.rotation {
            turn(&mut self.rotation, rotation, change.differential, mode);
        }
        if let Some(translation) = change.translation {
            update(&mut self.translation, translation, change.differential, mode);
        }
    }
}

/// Sets or adds whole units. In hardware mode sums wrap at 32 bits.
fn update<const N: usize>(state: &mut [f64; N], change: [i32; N], differential: bool, mode: Mode) {
    for (state, change) in state.iter_mut().zip(change) {
        *state = match (differential, mode) {
            (false, _) => f64::from(change),
            (true, Mode::Hardware) => f64::from((*state as i32).wrapping_add(change)),
            (true, Mode::Ideal) => *state + f64::from(change),
        };
    }
}

/// Sets or adds angles in degrees. In hardware mode sums wrap at 32 bits of 1/4096 degree.
fn turn<const N: usize>(state: &mut [f64; N], change: [Degrees; N], differential: bool, mode: Mode) {
    let mut bits = state.map(|degrees| degrees * 4096.0);
    update(&mut bits, change.map(Degrees::to_bits), differential, mode);
    *state = bits.map(|bits| bits / 4096.0);
}
