//! What a TOD is played on: objects, lights and cameras, changed packet by packet.

use std::collections::BTreeMap;

use anim_core::Affine;

use crate::check::is_no_parent;
use crate::{
    Attribute, Body, Camera, Control, Coordinate, Degrees, Light, LookAt, Matrix, Mode, Packet, hardware,
    ideal,
};

/// The state that packets change.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    mode: Mode,
    /// The objects that exist, by id.
    pub objects: BTreeMap<u16, Object>,
    /// The lights that were set, by id.
    pub lights: BTreeMap<u16, LightState>,
    /// The cameras that were set, by id.
    pub cameras: BTreeMap<u16, CameraState>,
}

/// An object that exists.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// The attribute bits (table 2-7).
    pub attribute: u32,
    /// The model it shows.
    pub model: Option<u16>,
    /// The object it moves with, which need not exist.
    pub parent: Option<u16>,
    /// Where it is.
    pub coordinates: Coordinates,
}

/// An object's coordinate in one of the two modes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "the modes are documented on `Mode`")]
pub enum Coordinates {
    Hardware(hardware::Coordinates),
    Ideal(ideal::Coordinates),
}

/// A light's state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LightState {
    /// The direction, in whole units.
    pub direction: [f64; 3],
    /// Red, green, blue, 0 to 255; in ideal mode differences may lead beyond.
    pub color: [f64; 3],
}

/// A camera's state, in the terms of both camera types.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CameraState {
    /// Its position, for a camera that looks at a point.
    pub position: [f64; 3],
    /// The point it looks at.
    pub reference: [f64; 3],
    /// The angle about the line of sight, in degrees.
    pub roll: f64,
    /// The angles about X, Y and Z in degrees, for a camera by its coordinate.
    pub rotation: [f64; 3],
    /// The translation, for a camera by its coordinate.
    pub translation: [f64; 3],
}

impl Object {
    fn new(mode: Mode) -> Self {
        Self { attribute: 0, model: None, parent: None, coordinates: Coordinates::new(mode) }
    }

    /// Whether it is shown: attribute bit 31 hides it.
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

    fn apply(&mut self, change: &Coordinate) {
        match self {
            Self::Hardware(coordinates) => coordinates.apply(change),
            Self::Ideal(coordinates) => coordinates.apply(change),
        }
    }

    fn show(&mut self, matrix: &Matrix) {
        match self {
            Self::Hardware(coordinates) => coordinates.show(matrix),
            Self::Ideal(coordinates) => coordinates.show(matrix),
        }
    }

    /// The map from the object's space to its parent's.
    pub fn local(&self) -> Affine {
        match self {
            Self::Hardware(coordinates) => coordinates.local(),
            Self::Ideal(coordinates) => coordinates.local(),
        }
    }

    /// Whether the last change overflowed on the console; never in ideal mode.
    pub fn overflowed(&self) -> bool {
        matches!(self, Self::Hardware(coordinates) if coordinates.overflowed)
    }
}

impl Stage {
    /// A stage without anything on it.
    pub fn new(mode: Mode) -> Self {
        Self { mode, objects: BTreeMap::new(), lights: BTreeMap::new(), cameras: BTreeMap::new() }
    }

    /// Applies one packet. A packet for an object that does not exist creates it first, unless it is a kill.
    pub fn apply(&mut self, packet: &Packet) {
        let id = packet.id;
        match &packet.body {
            Body::Attribute(Attribute { mask, value, .. }) => {
                let object = self.object(id);
                object.attribute = object.attribute & mask | value;
            }
            Body::Coordinate(change) => self.object(id).coordinates.apply(change),
            Body::Model(reference) => self.object(id).model = Some(reference.id),
            Body::Parent(reference) => {
                self.object(id).parent = Some(reference.id).filter(|&parent| !is_no_parent(parent));
            }
            Body::Matrix(matrix) => self.object(id).coordinates.show(matrix),
            Body::Light(change) => {
                let mode = self.mode;
                self.lights.entry(id).or_default().apply(change, mode);
            }
            Body::LookAt(change) => {
                let mode = self.mode;
                self.cameras.entry(id).or_default().look(change, mode);
            }
            Body::Camera(change) => {
                let mode = self.mode;
                self.cameras.entry(id).or_default().place(change, mode);
            }
            Body::Control(Control::CREATE) => {
                self.objects.insert(id, Object::new(self.mode));
            }
            Body::Control(Control::KILL) => {
                self.objects.remove(&id);
            }
            Body::Control(_) | Body::Data(_) => {}
            Body::Malformed(malformed) => {
                if let Some(body) = malformed.effective() {
                    self.apply(&Packet { id, body });
                }
            }
        }
    }

    fn object(&mut self, id: u16) -> &mut Object {
        let mode = self.mode;
        self.objects.entry(id).or_insert_with(|| Object::new(mode))
    }
}

impl LightState {
    fn apply(&mut self, change: &Light, mode: Mode) {
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
    fn look(&mut self, change: &LookAt, mode: Mode) {
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

    fn place(&mut self, change: &Camera, mode: Mode) {
        if let Some(rotation) = change.rotation {
            turn(&mut self.rotation, rotation, change.differential, mode);
        }
        if let Some(translation) = change.translation {
            update(&mut self.translation, translation, change.differential, mode);
        }
    }
}

/// Sets or adds whole units; on hardware sums wrap at 32 bits.
fn update<const N: usize>(state: &mut [f64; N], change: [i32; N], differential: bool, mode: Mode) {
    for (state, change) in state.iter_mut().zip(change) {
        *state = match (differential, mode) {
            (false, _) => f64::from(change),
            (true, Mode::Hardware) => f64::from((*state as i32).wrapping_add(change)),
            (true, Mode::Ideal) => *state + f64::from(change),
        };
    }
}

/// Sets or adds angles, in degrees; on hardware sums wrap at 32 bits of 1/4096 degree.
fn turn<const N: usize>(state: &mut [f64; N], change: [Degrees; N], differential: bool, mode: Mode) {
    let mut bits = state.map(|degrees| degrees * 4096.0);
    update(&mut bits, change.map(Degrees::to_bits), differential, mode);
    *state = bits.map(|bits| bits / 4096.0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Nibble, Reference, Words};

    fn stage(mode: Mode, packets: &[(u16, Body)]) -> Stage {
        let mut stage = Stage::new(mode);
        for (id, body) in packets {
            stage.apply(&Packet::new(*id, body.clone()));
        }
        stage
    }

    fn attribute(mask: u32, value: u32) -> Body {
        Body::Attribute(Attribute { mask, value, ..Attribute::default() })
    }

    fn moved(x: i32) -> Body {
        Body::Coordinate(Coordinate { translation: Some([x, 0, 0]), ..Coordinate::default() })
    }

    #[test]
    fn attributes_keep_what_the_mask_keeps() {
        let stage =
            stage(Mode::Hardware, &[(1, attribute(0, 0x8000_0041)), (1, attribute(0xFFFF_FFBF, 0x8))]);
        assert_eq!(stage.objects[&1].attribute, 0x8000_0009);
        assert!(!stage.objects[&1].is_visible());
    }

    #[test]
    fn objects_are_created_by_use_and_reset_by_creation() {
        let used = [(1, moved(5)), (1, Body::Model(Reference::new(7)))];
        let living = stage(Mode::Hardware, &used);
        assert_eq!(
            (living.objects[&1].model, living.objects[&1].coordinates.local().translation()[0]),
            (Some(7), 5.0)
        );
        let again = stage(Mode::Hardware, &[&used[..], &[(1, Body::Control(Control::CREATE))]].concat());
        assert_eq!(again.objects[&1], Object::new(Mode::Hardware));
        let killed = stage(Mode::Hardware, &[&used[..], &[(1, Body::Control(Control::KILL))]].concat());
        assert!(killed.objects.is_empty());
        let reserved = stage(Mode::Hardware, &[(1, Body::Control(Control(Nibble::new(9))))]);
        assert!(reserved.objects.is_empty());
    }

    #[test]
    fn zero_and_all_ones_are_no_parent() {
        for (id, expected) in [(0, None), (0xFFFF, None), (3, Some(3))] {
            let stage = stage(Mode::Ideal, &[(1, Body::Parent(Reference::new(id)))]);
            assert_eq!(stage.objects[&1].parent, expected);
        }
    }

    #[test]
    fn lights_add_and_wrap_on_hardware_only() {
        let light = |differential, x, red| {
            Body::Light(Light {
                differential,
                direction: Some([x, 0, 0]),
                color: Some([red, 0, 0, 0]),
                reserved: false,
            })
        };
        let packets = [(1, light(false, i32::MAX, 250)), (1, light(true, 1, 10))];
        let hardware = stage(Mode::Hardware, &packets).lights[&1];
        assert_eq!((hardware.direction[0], hardware.color[0]), (f64::from(i32::MIN), 4.0));
        let ideal = stage(Mode::Ideal, &packets).lights[&1];
        assert_eq!((ideal.direction[0], ideal.color[0]), (2_147_483_648.0, 260.0));
    }

    #[test]
    fn cameras_take_both_kinds_of_packet() {
        let look =
            LookAt { differential: true, view: Some([[1; 3], [2; 3]]), roll: Some(Degrees::from_bits(2048)) };
        let place = Camera {
            differential: true,
            rotation: Some([Degrees::from_bits(4096); 3]),
            translation: Some([9; 3]),
        };
        let packets = [(2, Body::LookAt(look)), (2, Body::LookAt(look)), (2, Body::Camera(place))];
        for mode in [Mode::Hardware, Mode::Ideal] {
            let expected = CameraState {
                position: [2.0; 3],
                reference: [4.0; 3],
                roll: 1.0,
                rotation: [1.0; 3],
                translation: [9.0; 3],
            };
            assert_eq!(stage(mode, &packets).cameras[&2], expected);
        }
    }

    #[test]
    fn a_packet_that_is_too_long_acts_and_one_too_short_does_not() {
        let with = |words: &[u32]| {
            let malformed =
                crate::Malformed::new(Nibble::new(2), Nibble::new(0), Words::new(words).unwrap()).unwrap();
            stage(Mode::Hardware, &[(4, Body::Malformed(malformed))])
        };
        assert_eq!(with(&[5, 6]).objects[&4].model, Some(5));
        assert!(with(&[]).objects.is_empty());
    }
}
