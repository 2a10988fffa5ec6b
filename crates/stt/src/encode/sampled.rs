//! Any motion as a sequence of poses.

use anim_core::{Clip, EulerOrder};

use super::pose::{Distance, Moment, Poses, distance, leaps};
use super::times::{Kind, Stop, Stops, gap, stops};
use super::values::degrees;
use crate::{
    Behavior, EncodeOptions, ErrorKind, Flag, Key, KeyframeType, Keyframes, Label, Node, Seconds, State,
    Vector,
};

/// The poses of all nodes at as many moments as the motion needs, ascending.
pub(super) struct Sampled {
    pub(super) moments: Vec<Moment>,
    /// The largest distance that was found between the motion and the straight way from pose to pose. It is measured at the
    /// quarters of each way, which decide how many poses there are, and elsewhere.
    pub(super) error: Distance,
    /// How many seconds a key or a jump is off at most.
    pub(super) late: f64,
    /// When the poses end.
    pub(super) end: f64,
    /// How many numbers were not finite.
    pub(super) replaced: usize,
    /// For each node the largest difference of an element of its matrices from those of a rotation.
    pub(super) scaled: Vec<f64>,
    /// Whether the sequence starts anew at its end.
    pub(super) repeats: bool,
}

/// The most poses for each key and node of a clip.
const POSES_EACH: usize = 8;

/// The keys and nodes for which a clip may have poses beyond those that it has.
const FREE_ENTRIES: usize = 1024;

/// How many times the time between two keys is halved at most.
const MAX_HALVINGS: u32 = 12;

/// Where the motion is compared with the way between two poses besides its quarters: not where the quarters are.
const ELSEWHERE: [f64; 4] = [0.145_898, 0.381_966, 0.618_034, 0.854_102];

/// Differences that rounding causes, relative to the largest position.
const ROUNDING: f64 = 1e-13;

/// How often the place of the largest error is narrowed down.
const NARROWINGS: u32 = 16;

impl Sampled {
    /// The poses of a valid clip from time 0 to an end, after which they repeat or hold. Each takes 1 for each node from those
    /// that are left.
    pub(super) fn new(
        clip: &Clip,
        end: f64,
        repeats: bool,
        options: &EncodeOptions,
        left: &mut usize,
    ) -> Result<Self, ErrorKind> {
        // A clip that needs many more poses than it has keys is refused.
        let entries = clip.key_count().saturating_add(clip.nodes.len()).saturating_add(FREE_ENTRIES);
        let most = entries.saturating_mul(POSES_EACH).min(*left);
        let too_many = || ErrorKind::Poses { count: most.saturating_add(1), most };
        let Stops { stops, shift } = stops(clip, end, options.order, most).ok_or_else(too_many)?;
        let mut path = Path {
            poses: Poses::new(clip, options.order),
            order: options.order,
            tolerance: Distance { length: options.tolerance.get(), angle: options.tolerance_angle.get() },
            moments: Vec::with_capacity(stops.len()),
            error: Distance::default(),
            late: shift,
            nodes: clip.nodes.len().max(1),
            spent: 0,
            most,
        };
        path.spend(stops.len())?;
        for stop in stops {
            path.go(stop)?;
        }
        let Path { poses, moments, mut error, late, spent, .. } = path;
        // Rounded times make rounded values, also of those that happen to be near 0.
        let positions = moments.iter().flat_map(|moment| &moment.nodes).flat_map(|pose| &pose[..2]);
        let size = positions.flatten().fold(0.0, |size: f64, number| size.max(number.abs()));
        if error.length <= ROUNDING * size {
            error.length = 0.0;
        }
        *left -= spent;
        let Poses { replaced, scaled, .. } = poses;
        let repeats = repeats && moments.len() > 1;
        Ok(Self { moments, error, late, end, replaced, scaled, repeats })
    }

    /// The sequence of the poses, whose states have these names.
    pub(super) fn keyframes(&self, names: &[Label]) -> Keyframes {
        let seconds = |time: f64| Seconds::new(time.max(0.0)).unwrap_or_default();
        let way = |from: Option<&Moment>, to: Option<&Moment>| match (from, to) {
            (Some(from), Some(to)) => {
                (seconds(to.time - from.time), if from.jumps { Flag::OFF } else { Flag::ON })
            }
            _ => (Seconds::ZERO, Flag::OFF),
        };
        // The sum of the times before, so that their rounding does not add up.
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

/// A sequence of poses that is being made.
struct Path<'a> {
    poses: Poses<'a>,
    order: EulerOrder,
    tolerance: Distance,
    moments: Vec<Moment>,
    error: Distance,
    late: f64,
    nodes: usize,
    /// How many poses of nodes were made.
    spent: usize,
    most: usize,
}

impl Path<'_> {
    fn spend(&mut self, moments: usize) -> Result<(), ErrorKind> {
        self.spent = self.spent.saturating_add(moments.saturating_mul(self.nodes));
        if self.spent > self.most {
            return Err(ErrorKind::Poses { count: self.spent, most: self.most });
        }
        Ok(())
    }

    /// Adds the pose at a stop, and as many before it as the motion needs.
    fn go(&mut self, Stop { time, kind }: Stop) -> Result<(), ErrorKind> {
        let next = self.poses.at(time, self.moments.last());
        // The moments still to add, the next one last, each with how many times its way was halved.
        let mut ahead = vec![(next, 0)];
        while let Some((next, halvings)) = ahead.pop() {
            let Some(last) = self.moments.last() else {
                self.moments.push(next);
                continue;
            };
            let (off, half) = Self::quarters(&mut self.poses, last, &next, self.order);
            if next.time - last.time <= 2.0 * gap(next.time) {
                // At the last quarter before a jump, three quarters of the jump are missing. A jump by whole turns is not
                // visible, but the way there would be.
                let jumps = off.exceeds(0.75, self.tolerance) || leaps(last, &next);
                if kind == Kind::After {
                    self.leave(next, jumps);
                } else {
                    self.arrive(next, jumps);
                }
                continue;
            }
            let mut measured = off;
            let mut splits = off.exceeds(1.0, self.tolerance);
            if !splits {
                measured = measured.max(self.elsewhere(&next));
                splits = measured.exceeds(1.0, self.tolerance);
            }
            if splits && halvings < MAX_HALVINGS {
                self.spend(1)?;
                ahead.push((next, halvings + 1));
                ahead.push((half, halvings + 1));
            } else {
                self.error = self.error.max(measured);
                self.moments.push(next);
            }
        }
        Ok(())
    }

    /// Adds a pose just after the one before it: the motion may jump between them.
    fn leave(&mut self, next: Moment, jumps: bool) {
        if let (true, Some(last)) = (jumps, self.moments.last_mut()) {
            // The jump is at the time of the pose before, and the poses jump at this one.
            last.jumps = true;
            self.late = self.late.max(next.time - last.time);
            self.moments.push(next);
        }
    }

    /// Adds the pose at a key, just after that before it: the motion may jump at the key.
    fn arrive(&mut self, next: Moment, jumps: bool) {
        // The moment just before a key is redundant if nothing jumps there, or if the pose before it lasts until the jump.
        if let [.., before, last] = &self.moments[..]
            && (before.nodes == last.nodes || !jumps)
        {
            if !jumps {
                let share = (last.time - before.time) / (next.time - before.time);
                let error = distance(&last.nodes, before, &next, share, self.order);
                self.error = self.error.max(error);
            }
            self.moments.pop();
        }
        if let Some(last) = self.moments.last_mut() {
            last.jumps |= jumps;
        }
        self.moments.push(next);
    }

    /// The largest distance from the way between two moments at its quarters, and the moment halfway.
    fn quarters(
        poses: &mut Poses<'_>,
        last: &Moment,
        next: &Moment,
        order: EulerOrder,
    ) -> (Distance, Moment) {
        let mut at = |share: f64| poses.at(last.time + (next.time - last.time) * share, Some(last));
        let quarters = [0.25, 0.5, 0.75].map(|share| (share, at(share)));
        let offs = quarters.iter().map(|(share, pose)| distance(&pose.nodes, last, next, *share, order));
        let off = offs.fold(Distance::default(), Distance::max);
        let [_, (_, half), _] = quarters;
        (off, half)
    }

    /// The largest distance from the way to a moment between its quarters.
    fn elsewhere(&mut self, next: &Moment) -> Distance {
        let Some(last) = self.moments.last() else { return Distance::default() };
        let (poses, order, tolerance) = (&mut self.poses, self.order, self.tolerance);
        let mut off = |share: f64| {
            let pose = poses.at(last.time + (next.time - last.time) * share, Some(last));
            distance(&pose.nodes, last, next, share, order)
        };
        let size = |off: Distance| (off.length / tolerance.length).max(off.angle / tolerance.angle);
        let (mut worst, mut place) = (Distance::default(), 0.5);
        for share in ELSEWHERE {
            let found = off(share);
            if size(found) > size(worst) {
                place = share;
            }
            worst = worst.max(found);
        }
        // Only the way with the largest error of all has to be known exactly.
        if size(worst) < 0.5 * size(self.error) || worst == Distance::default() {
            return worst;
        }
        let (mut low, mut high) = (place - 0.236, place + 0.236);
        for _ in 0..NARROWINGS {
            let thirds = [low + (high - low) * 0.382, low + (high - low) * 0.618];
            let [left, right] = thirds.map(|share| off(share.clamp(0.0, 1.0)));
            worst = worst.max(left).max(right);
            if size(left) > size(right) { high = thirds[1] } else { low = thirds[0] }
        }
        worst
    }
}
