//! Any motion as a sequence of poses.

use anim_core::Clip;

use super::budget::Budget;
use super::path::Path;
use super::pose::{Distance, Moment, Poses};
use super::times::{Kind, Stop, Stops, stops};
use super::values::degrees;
use crate::{
    Behavior, EncodeOptions, ErrorKind, Flag, Key, KeyframeType, Keyframes, Label, Node, Seconds, State,
    Vector,
};

/// The poses of all nodes at as many moments as the motion needs, ascending.
pub(super) struct Sampled {
    pub(super) moments: Vec<Moment>,
    /// The largest distance found between the motion and the straight transitions between poses. It is measured at the quarters
    /// of each transition, which decide the number of poses, and elsewhere.
    pub(super) error: Distance,
    /// The largest time by which a key or a jump is off, in seconds.
    pub(super) late: f64,
    /// The time at which the poses end.
    pub(super) end: f64,
    /// The number of values that were not finite.
    pub(super) replaced: usize,
    /// For each node, the largest difference of a matrix element from that of a rotation.
    pub(super) scaled: Vec<f64>,
    /// Whether the sequence restarts at its end.
    pub(super) repeats: bool,
}

/// The maximum number of times that the interval between two stops is halved.
const MAX_HALVINGS: u32 = 12;

/// How many tolerances are tried, each at least four times as coarse as the one before.
const TRIES: usize = 5;

/// The part of the remaining time that a coarser tolerance has to reach, or no other is tried.
const PROGRESS: f64 = 0.01;

/// Differences that rounding causes, relative to the largest position.
const ROUNDING: f64 = 1e-13;

impl Sampled {
    /// The poses of a valid clip from time 0 to an end, after which they repeat or hold. They are taken from
    /// the budget. Where the tolerances need more poses than there may be, they are coarser, but not for a cycle that is longer than
    /// the clip.
    ///
    /// Errors: [`ErrorKind::Poses`] if the keys alone, or such a cycle, need more.
    pub(super) fn new(
        clip: &Clip,
        end: f64,
        repeats: bool,
        options: &EncodeOptions,
        budget: &mut Budget,
    ) -> Result<Self, ErrorKind> {
        let (nodes, poses) = (clip.nodes.len().max(1), budget.most(clip));
        let too_many =
            |moments: usize| ErrorKind::Poses { count: moments.saturating_mul(nodes), most: poses };
        let keys = (poses / nodes).max(clip.key_count());
        let Stops { stops, shift } =
            stops(clip, end, options.order, keys).ok_or_else(|| too_many(keys.saturating_add(1)))?;
        let least = least(&stops);
        let most = budget.moments(clip, least).ok_or_else(|| too_many(least))?;
        let is_long = repeats && end > clip.duration;
        let path = Self::path(clip, &stops, options, most, !is_long)
            .ok_or_else(|| too_many(most.saturating_add(1)))?;
        let late = path.late.max(shift);
        let mut error = path.error.max(path.way);
        let Path { poses, moments, .. } = path;
        budget.spend(clip, moments.len());
        // Rounded times give rounded values, also for values near 0.
        let positions = moments.iter().flat_map(|moment| &moment.nodes).flat_map(|pose| &pose[..2]);
        let size = positions.flatten().fold(0.0, |size: f64, number| size.max(number.abs()));
        if error.length <= ROUNDING * size {
            error.length = 0.0;
        }
        let Poses { replaced, scaled, .. } = poses;
        let repeats = repeats && moments.len() > 1;
        Ok(Self { moments, error, late, end, replaced, scaled, repeats })
    }

    /// The poses between these stops, of which there are no more than `most`. Where that takes coarser poses, and these are allowed,
    /// the tolerances grow, or else each interval has as many poses.
    fn path<'a>(
        clip: &'a Clip,
        stops: &[Stop],
        options: &EncodeOptions,
        most: usize,
        may_be_coarser: bool,
    ) -> Option<Path<'a>> {
        let end = stops.last().map_or(0.0, |stop| stop.time);
        let wanted = Distance { length: options.tolerance.get(), angle: options.tolerance_angle.get() };
        let (mut tolerance, mut before) = (wanted, 0.0);
        for _ in 0..TRIES {
            let reached = match Path::through(clip, stops, options.order, (tolerance, MAX_HALVINGS), most) {
                Ok(path) => return Some(path),
                Err(_) if !may_be_coarser => return None,
                Err(reached) => reached,
            };
            let progress = if before > 0.0 { PROGRESS * (end - before) } else { 0.0 };
            if reached - before <= progress {
                break; // The motion is far beyond any tolerance.
            }
            before = reached;
            // Of curved motion, half as many poses are four times as far off.
            tolerance = tolerance.times((end / reached).powi(2).max(4.0));
        }
        let share = most / least(stops).max(1);
        let halvings = share.checked_ilog2()?.min(MAX_HALVINGS);
        Path::through(clip, stops, options.order, (wanted, halvings), most).ok()
    }

    /// The keyframes over the states of the poses, which have these names.
    pub(super) fn keyframes(&self, names: &[Label]) -> Keyframes {
        let seconds = |time: f64| Seconds::new(time.max(0.0)).unwrap_or_default();
        let way = |from: Option<&Moment>, to: Option<&Moment>| match (from, to) {
            (Some(from), Some(to)) => {
                (seconds(to.time - from.time), if from.jumps { Flag::OFF } else { Flag::ON })
            }
            _ => (Seconds::ZERO, Flag::OFF),
        };
        // The sum of the previous times, so that rounding errors do not add up.
        let mut now = 0.0;
        let keys = self.moments.iter().zip(names).enumerate().map(|(index, (moment, name))| {
            let last = index.checked_sub(1).and_then(|last| self.moments.get(last));
            let next = self.moments.get(index + 1);
            let (_, forward_morph) = way(Some(moment), next);
            let forward_time = seconds(next.map_or(0.0, |next| next.time - now));
            now += forward_time.get();
            let (backward_time, backward_morph) = way(last, Some(moment));
            let name = name.clone();
            Key { exit: Flag::ON, forward_time, backward_time, forward_morph, backward_morph, name }
        });
        let kind = if self.repeats { KeyframeType::LoopForwards } else { KeyframeType::OneWayForwards };
        Keyframes { kind, start: names.first().cloned().unwrap_or_default(), keys: keys.collect() }
    }
}

/// The number of stops that have their own poses, unless the poses around them are equal. The pose just before a key has one
/// only if the motion jumps or bends there.
fn least(stops: &[Stop]) -> usize {
    stops.iter().filter(|stop| stop.kind != Kind::Before).count()
}

impl Moment {
    /// The state that shows the pose, with its name and those of its nodes.
    pub(super) fn state(&self, name: Label, nodes: &[Label]) -> State {
        let nodes = self.nodes.iter().zip(nodes).map(|([displacement, translation, angles], name)| {
            let vector = |numbers: [f64; 3]| Vector::new(numbers).unwrap_or_default();
            let behavior = Behavior::Static {
                displacement: vector(*displacement),
                translation: vector(*translation),
                orientation: vector(angles.map(degrees)),
            };
            Node { name: name.clone(), behavior }
        });
        State::single(name, nodes.collect())
    }
}
