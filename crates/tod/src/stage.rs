//! The state of objects, lights and cameras, which packets change one by one.

mod states;

use std::collections::BTreeMap;

use crate::body::is_no_parent;
use crate::{Attribute, Body, Control, Mode, Packet};
pub use states::{CameraState, Coordinates, LightState, Object};

/// The state of all objects, lights and cameras.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    mode: Mode,
    /// The objects that exist, by id.
    pub objects: BTreeMap<u16, Object>,
    /// The lights that packets have set, by id.
    pub lights: BTreeMap<u16, LightState>,
    /// The cameras that packets have set, by id.
    pub cameras: BTreeMap<u16, CameraState>,
}

impl Stage {
    /// A stage without objects, lights and cameras.
    pub fn new(mode: Mode) -> Self {
        Self { mode, objects: BTreeMap::new(), lights: BTreeMap::new(), cameras: BTreeMap::new() }
    }

    /// Applies one packet. A packet other than a kill creates its object if it does not exist.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Camera, Coordinate, Degrees, Light, LookAt, Nibble, Reference, Words};

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
    fn ids_0_and_65535_mean_no_parent() {
        for (id, expected) in [(0, None), (0xFFFF, None), (3, Some(3))] {
            let stage = stage(Mode::Ideal, &[(1, Body::Parent(Reference::new(id)))]);
            assert_eq!(stage.objects[&1].parent, expected);
        }
    }

    #[test]
    fn sums_of_lights_wrap_in_hardware_mode_only() {
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
    fn a_packet_that_is_too_long_takes_effect_and_one_that_is_too_short_does_not() {
        let with = |words: &[u32]| {
            let malformed =
                crate::Malformed::new(Nibble::new(2), Nibble::new(0), Words::new(words).unwrap()).unwrap();
            stage(Mode::Hardware, &[(4, Body::Malformed(malformed))])
        };
        assert_eq!(with(&[5, 6]).objects[&4].model, Some(5));
        assert!(with(&[]).objects.is_empty());
    }
}
