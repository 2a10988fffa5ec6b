//! The frames of a clip as an `.anim`.

use anim_core::quaternion::{self, Quaternion};
use anim_core::{Channel, Clip, Location, Rate, Report};

use super::differences;
use super::figure::Figure;
use super::instants::Instants;
use super::losses::Losses;
use super::solver::Solver;
use super::tolerances::{ON_FRAME, SAME_POSE};
use crate::anim::FRAMES_PER_SECOND;
use crate::error::{Error, ErrorKind};
use crate::limits::MAX_FRAMES;
use crate::travel::DISTANCE_TOLERANCE;
use crate::{Anim, Motion, Skeleton};

/// The number of frames of a clip that may have this many poses of nodes.
///
/// Errors: [`ErrorKind::Frames`], [`ErrorKind::Poses`].
pub(super) fn count(clip: &Clip, most: usize) -> Result<usize, Error> {
    let error = |kind| Error::new(kind, Location::path(&clip.name));
    let rate = Rate::per_second(FRAMES_PER_SECOND);
    let whole = (rate.frame(clip.duration) - ON_FRAME).ceil().max(1.0);
    if whole > MAX_FRAMES as f64 {
        return Err(error(ErrorKind::Frames { count: whole as u64 }));
    }
    let frames = whole as usize;
    match frames * clip.nodes.len() {
        count if count > most => Err(error(ErrorKind::Poses { count, most })),
        _ => Ok(frames),
    }
}

/// The motion of a skeleton whose bones these nodes move, with at most this many poses of nodes. `given` is the clip before it was
/// retargeted to the skeleton: it has the keys that the user knows.
pub(super) fn of(
    [clip, given]: [&Clip; 2],
    skeleton: &Skeleton,
    nodes: &[Option<usize>],
    (mut figure, most): (Figure<'_>, usize),
    report: &mut Report,
) -> Result<Anim, Error> {
    let error = |kind| Error::new(kind, Location::path(&clip.name));
    let count = skeleton.bones().len();
    let rate = Rate::per_second(FRAMES_PER_SECOND);
    let frames = self::count(clip, most)?;
    let whole = frames as f64;
    let instants = Instants::new(given);
    let instants = if std::ptr::eq(clip, given) { instants } else { instants.also_rounded(clip) };
    let mut solver = Solver::new(clip, skeleton, nodes, &figure);
    let width = 3 * (count + 1);
    let mut values = Vec::with_capacity((frames + 1) * width);
    let (mut first, mut last) = (FramePose::default(), FramePose::default());
    for number in 0..frames {
        let time = instants.of_frame(number);
        figure.seek(time);
        solver.frame(&figure, time, &mut values);
        if number == 0 {
            first.set(&solver);
        }
    }
    last.set(&solver);
    let ends_on_frame = (rate.time(whole) - clip.duration).abs() <= rate.time(ON_FRAME);
    if ends_on_frame && frames < MAX_FRAMES && has_key_at(clip, rate, whole) {
        figure.seek(clip.duration);
        solver.frame(&figure, clip.duration, &mut values);
        let is_new = last.differs(&solver, true) && first.differs(&solver, false);
        values.truncate(if is_new { values.len() } else { frames * width });
    }
    let mut anim = Anim::new(count, values).map_err(|invalid| error(ErrorKind::Invalid(invalid)))?;
    anim.flag = clip.metadata("mm2.flag").and_then(|flag| flag.parse().ok()).unwrap_or(1);
    anim.distance = distance(&anim, clip);
    let differences = differences::measure((clip, &mut figure), &mut solver, &anim, &instants);
    let losses = Losses::new(clip, skeleton, nodes, &figure);
    losses.report_motion(&anim, &instants, &differences, report);
    losses.report(&solver, &anim, &differences, report);
    Ok(anim)
}

/// Whether a channel has a key at a frame with another value than the key before. If none has, the motion that holds or continues
/// there has its last pose in the frame before.
fn has_key_at(clip: &Clip, rate: Rate, frame: f64) -> bool {
    clip.channels.iter().map(Channel::curve).any(|curve| {
        let is_there = |key: &usize| {
            curve.times().get(*key).is_some_and(|time| (rate.frame(time) - frame).abs() <= ON_FRAME)
        };
        let key = (1..curve.len()).rev().find(is_there);
        key.is_some_and(|key| curve.value(key) != curve.value(key - 1))
    })
}

/// The pose of a frame, for comparison with another frame.
#[derive(Default)]
struct FramePose {
    position: [f64; 3],
    local: Vec<Quaternion>,
}

impl FramePose {
    fn set(&mut self, solver: &Solver<'_>) {
        self.position = solver.position;
        self.local.clone_from(&solver.local);
    }

    /// Whether the pose of the solver's current frame differs. The position of the root counts only with `travel`.
    fn differs(&self, solver: &Solver<'_>, travel: bool) -> bool {
        let moved = self.position.iter().zip(solver.position).any(|(a, b)| (a - b).abs() > SAME_POSE);
        let turned =
            self.local.iter().zip(&solver.local).any(|(a, b)| quaternion::angle_between(*a, *b) > SAME_POSE);
        turned || travel && moved
    }
}

/// The distance to be written: the travel, or the distance that the source file stated if the clip still has that file's travel and
/// the two are close. The game's motion has no distance left.
fn distance(anim: &Anim, clip: &Clip) -> f32 {
    let travel = anim.travel();
    let number = |key| clip.metadata(key).and_then(|number| number.parse::<f64>().ok());
    let is_same = number("mm2.travel").is_some_and(|source| (source - travel).abs() <= SAME_POSE);
    let near = |stated: &f64| (stated - travel).abs() <= DISTANCE_TOLERANCE;
    let is_loaded = clip.metadata("mm2.motion") == Some(Motion::Game.name());
    let stated = if is_loaded { Some(0.0) } else { number("mm2.distance").filter(near) };
    let distance = stated.filter(|_| is_same).unwrap_or(travel) as f32;
    if distance.is_finite() { distance } else { 0.0 }
}
