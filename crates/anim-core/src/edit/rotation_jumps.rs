//! The times at which rotations jump.

use crate::quaternion::{self, Quaternion};
use crate::{Curve, Ease};

/// The largest step, in radians, that is a motion sampled at frames: an eighth of a turn.
const FRAME: f64 = std::f64::consts::FRAC_PI_4;

/// The most seconds between the two keys of a jump.
const JUMP: f64 = 1e-3;

/// The ascending times at which one of two curves has jumped: after a step of more than an eighth of a turn, or two keys as far apart
/// within a moment.
pub(super) fn rotation_jumps(curves: [&Curve; 2], rotation: impl Fn(&[f64]) -> Quaternion) -> Vec<f64> {
    let mut jumps = Vec::new();
    for curve in curves {
        let times: Vec<f64> = curve.times().iter().collect();
        for (key, ends) in times.windows(2).enumerate() {
            let is_jump = curve.ease(key) == Ease::Step || ends[1] - ends[0] <= JUMP;
            let turn = || {
                let [before, after] = [key, key + 1].map(|key| rotation(curve.value(key)));
                quaternion::angle_between(before, after)
            };
            if is_jump && turn() > FRAME {
                jumps.push(ends[1]);
            }
        }
    }
    jumps.sort_by(f64::total_cmp);
    jumps
}
