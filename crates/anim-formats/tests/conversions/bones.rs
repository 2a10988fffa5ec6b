//! Clips and the pedestrians made from them, compared in the world: bones are unrotated at rest, so local matrices differ.

use anim_core::quaternion::{self, Quaternion};
use anim_core::{Clip, Pose, Poser};

/// The number of samples of the source around a time.
const STEPS: i32 = 8;

/// The allowed difference of a node together with its ancestors.
#[derive(Clone, Copy, Default)]
pub(crate) struct Allowed {
    /// Of its position, in length units.
    pub(crate) length: f64,
    /// Of its rotation, in radians.
    pub(crate) angle: f64,
    /// The allowed shift of a pose in time, in seconds.
    pub(crate) seconds: f64,
}

/// The excess over the allowed difference between a bone and a node at a time: of the position and of the rotation from rest.
pub(crate) fn over([source, target]: [(&Clip, usize); 2], time: f64, reach: f64, allowed: Allowed) -> f64 {
    let found = Turned::new(target, time);
    let around = (-STEPS..=STEPS).map(|step| time + allowed.seconds * f64::from(step) / f64::from(STEPS));
    let differences = around.map(|time| {
        let wanted = Turned::new(source, time);
        let place = wanted.place.iter().zip(found.place).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
        let turn = quaternion::angle_between(wanted.rotation, found.rotation);
        let size = wanted.place.iter().fold(reach.max(1.0), |size, part| size.max(part.abs()));
        let place = place - allowed.length - allowed.angle * reach - 1e-5 * size;
        place.max(turn - allowed.angle - 1e-5)
    });
    differences.fold(f64::INFINITY, f64::min)
}

/// The position of a node in the world, and its rotation from rest.
struct Turned {
    place: [f64; 3],
    rotation: Quaternion,
}

impl Turned {
    fn new((clip, node): (&Clip, usize), time: f64) -> Self {
        let world = |clip: &Clip| {
            let mut pose = Pose::default();
            Poser::new(clip).pose(time, &mut pose);
            pose.world[node]
        };
        let mut still = clip.clone();
        still.channels.clear();
        let (now, rest) = (world(clip), world(&still));
        let [now_turn, rest_turn] = [now, rest].map(|map| quaternion::from_matrix(map.linear()));
        Self {
            place: now.translation(),
            rotation: quaternion::multiply(now_turn, quaternion::conjugate(rest_turn)),
        }
    }
}
