//! How much the motion in a file differs from that of its clip, measured on the file.

use anim_core::quaternion;

use super::figure::Figure;
use super::instants::Instants;
use super::solver::{Solver, distance};
use crate::Anim;
use crate::pose::EULER_ORDER;

/// The largest differences: of the position of the first bone in metres, and of the rotation of each bone relative to its
/// parent in radians.
#[derive(Clone, Debug, Default)]
pub(super) struct Differences {
    pub(super) position: f64,
    pub(super) angles: Vec<f64>,
    /// Memory for the bones whose rotation is not a finite number, and those below them.
    broken: Vec<bool>,
}

/// The largest differences from the start of the clip to its end, and those outside.
///
/// The file shows a frame until the next one, the first frame before the start, and the last frame after the end.
pub(super) fn measure(
    figure: &mut Figure<'_>,
    solver: &mut Solver<'_>,
    anim: &Anim,
    instants: &Instants<'_>,
    duration: f64,
) -> [Differences; 2] {
    let mut all = [Differences::default(), Differences::default()];
    let [within, outside] = &mut all;
    let last = anim.frames() - 1;
    for number in 0..=last {
        let Some(floats) = anim.frame(number) else { continue };
        for time in instants.within(number, anim.frames()) {
            figure.seek(time);
            solver.pose(figure);
            let is_inside = time <= duration || !Instants::differs(time, duration);
            let most = if is_inside { &mut *within } else { &mut *outside };
            most.add(solver, floats);
        }
    }
    for time in instants.outside() {
        let frame = (time * f64::from(crate::anim::FRAMES_PER_SECOND)).max(0.0) as usize;
        let Some(floats) = anim.frame(frame.min(last)) else { continue };
        figure.seek(time);
        solver.pose(figure);
        outside.add(solver, floats);
    }
    all
}

impl Differences {
    /// Compares the current pose of a clip with the floats of the frame that the file shows.
    ///
    /// A float that is not a finite number is the clip's own, or reported as out of range. The bones below such a bone have no
    /// rotation to compare.
    fn add(&mut self, solver: &Solver<'_>, floats: &[f32]) {
        let (threes, _) = floats.as_chunks::<3>();
        let Some((position, angles)) = threes.split_first() else { return };
        let position = position.map(f64::from);
        if position.iter().all(|part| part.is_finite()) {
            self.position = larger(self.position, distance(solver.position, position));
        }
        self.angles.resize(angles.len(), 0.0);
        self.broken.clear();
        for (index, (angles, most)) in angles.iter().zip(&mut self.angles).enumerate() {
            let is_below = solver.parent(index).is_some_and(|parent| self.broken[parent]);
            let angles = angles.map(f64::from);
            let is_broken = is_below || !angles.iter().all(|angle| angle.is_finite());
            let shown = EULER_ORDER.to_quaternion(angles);
            let off = quaternion::angle_between(solver.local[index], shown);
            if !is_broken {
                *most = larger(*most, off);
            }
            self.broken.push(is_broken || !off.is_finite());
        }
    }
}

/// The larger one of a difference and a new one; NaN counts as infinite.
fn larger(most: f64, new: f64) -> f64 {
    if new.is_nan() { f64::INFINITY } else { most.max(new) }
}
