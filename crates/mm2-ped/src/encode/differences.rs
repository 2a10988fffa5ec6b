//! The differences between the motion in a file and that of its clip, measured on the file.

use anim_core::quaternion::{self, Quaternion};
use anim_core::{Bounds, Channel, Clip, Difference, Outside, Peaks, Winding};

use super::figure::Figure;
use super::instants::{self, Instants};
use super::reach;
use super::solver::{Solver, distance};
use super::tolerances::ROUNDING;
use crate::Anim;
use crate::pose::EULER_ORDER;

/// The largest differences: in metres for the position of the first bone, in radians for the rotation of each bone relative to
/// its parent, in metres for the position of each other bone relative to the bone above.
#[derive(Clone, Debug, Default)]
pub(super) struct Differences {
    pub(super) position: f64,
    pub(super) angles: Vec<f64>,
    pub(super) moved: Vec<f64>,
}

/// The largest differences between the start and the end of the clip, and the largest outside.
///
/// The file shows a frame until the next one, the first frame before the start, and the last frame after the end.
pub(super) fn measure(
    (clip, figure): (&Clip, &mut Figure<'_>),
    solver: &mut Solver<'_>,
    anim: &Anim,
    instants: &Instants<'_>,
) -> [Differences; 2] {
    let bones = solver.local.len();
    let peaks = || Peaks::new(vec![ROUNDING; 1 + 2 * bones]);
    let (mut within, mut outside) = (peaks(), peaks());
    let mut winding = Winding::new(&clip.channels);
    let moving: Vec<&Channel> = instants::moving(clip).collect();
    let sides = Outside::of(&moving, [0.0, clip.duration]);
    let last = anim.frames() - 1;
    for (side, number) in sides.iter().zip([0, last]).filter(|(side, _)| !side.is_whole()) {
        let held = instants.of_frame(number);
        let limits = reach::limits(&Bounds::new(clip, side, held), figure, solver);
        figure.seek(held);
        solver.pose(figure);
        let at_held = Apart::new(solver, anim.frame(number).unwrap_or_default());
        outside.limit_outside(side, limits, |part| at_held.size(part) + ROUNDING);
    }
    let mut at = |number: usize, time: f64| {
        figure.seek(time);
        solver.pose(figure);
        Apart::new(solver, anim.frame(number).unwrap_or_default())
    };
    let is_inside = |time: &f64| *time <= clip.duration || !Instants::differs(*time, clip.duration);
    for number in 0..=last {
        let mut times: Vec<f64> =
            instants.within(number, anim.frames()).into_iter().filter(is_inside).collect();
        times.sort_unstable_by(f64::total_cmp);
        times.dedup();
        within.search(number, &times, &mut winding, |time| at(number, time));
    }
    for (side, number) in sides.iter().zip([0, last]) {
        outside.search_outside(number, side, &mut winding, |time| at(number, time));
    }
    [within, outside].map(|peaks| {
        let mut sizes = peaks.finish(&mut at).into_iter().map(|peak| peak.size);
        let position = sizes.next().unwrap_or_default();
        Differences { position, angles: sizes.by_ref().take(bones).collect(), moved: sizes.collect() }
    })
}

/// The current pose of a clip, and the differences from it of the frame that the file shows: in the position of the first bone,
/// in the rotation of each bone, and in the position of each bone relative to the bone above. The file holds its frames, so these
/// differences change as the pose does. A float that is not a finite number comes from the clip or is reported as out of range. The
/// bones below such a bone have no rotation to compare.
struct Apart {
    position: [f64; 3],
    local: Vec<Quaternion>,
    moved: Vec<[f64; 3]>,
    /// `None` where there is nothing to compare.
    sizes: Vec<Option<f64>>,
}

impl Apart {
    fn new(solver: &Solver<'_>, floats: &[f32]) -> Self {
        let mut apart = Self {
            position: solver.position,
            local: solver.local.clone(),
            moved: solver.moved.clone(),
            sizes: vec![None; 1 + 2 * solver.local.len()],
        };
        for (size, moved) in apart.sizes.iter_mut().skip(1 + solver.local.len()).zip(&solver.moved) {
            *size = Some(number(distance(*moved, [0.0; 3])));
        }
        let (threes, _) = floats.as_chunks::<3>();
        let Some((position, angles)) = threes.split_first() else { return apart };
        let position = position.map(f64::from);
        if position.iter().all(|part| part.is_finite()) {
            apart.sizes[0] = Some(number(distance(solver.position, position)));
        }
        let mut broken = Vec::with_capacity(angles.len());
        for (index, (angles, size)) in angles.iter().zip(&mut apart.sizes[1..]).enumerate() {
            let is_below = solver.parent(index).is_some_and(|parent| broken[parent]);
            let angles = angles.map(f64::from);
            let is_broken = is_below || !angles.iter().all(|angle| angle.is_finite());
            let off = quaternion::angle_between(solver.local[index], EULER_ORDER.to_quaternion(angles));
            if !is_broken {
                *size = Some(number(off));
            }
            broken.push(is_broken || !off.is_finite());
        }
        apart
    }
}

impl Difference for Apart {
    fn parts(&self) -> usize {
        self.sizes.len()
    }

    fn size(&self, part: usize) -> f64 {
        self.sizes[part].unwrap_or_default()
    }

    fn change(&self, other: &Self, part: usize) -> f64 {
        if self.sizes[part].is_none() || other.sizes[part].is_none() {
            return 0.0;
        }
        let bones = self.local.len();
        match part.checked_sub(1) {
            Some(bone) if bone < bones => quaternion::angle_between(self.local[bone], other.local[bone]),
            Some(bone) => distance(self.moved[bone - bones], other.moved[bone - bones]),
            None => distance(self.position, other.position),
        }
    }

    fn is_angle(&self, part: usize) -> bool {
        (1..=self.local.len()).contains(&part)
    }
}

/// The size of a difference; NaN counts as infinite.
fn number(size: f64) -> f64 {
    if size.is_nan() { f64::INFINITY } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_compared_does_not_change() {
        // A position that is not in single precision: however far it moves, no search measures the difference of the file.
        let at = |x: f64, angle: f64, place: Option<f64>| Apart {
            position: [x, 0.0, 0.0],
            local: vec![quaternion::from_axis_angle([0.0, 1.0, 0.0], angle)],
            moved: vec![[0.0; 3]],
            sizes: vec![place, Some(angle)],
        };
        let [here, there] = [at(0.0, 0.0, None), at(1e100, 0.5, None)];
        assert_eq!([here.size(0), there.size(0), here.change(&there, 0)], [0.0; 3]);
        assert!((here.change(&there, 1) - 0.5).abs() < 1e-9);
        assert_eq!(at(0.0, 0.0, Some(0.0)).change(&at(3.0, 0.0, Some(3.0)), 0), 3.0);
    }
}
