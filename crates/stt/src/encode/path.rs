//! The poses of a sequence in order, and the error of the transitions between them.

use anim_core::{Clip, EulerOrder};

use super::pose::{Distance, Moment, Poses, bend, distance, leaps};
use super::times::{Kind, Stop, gap};

/// The points other than quarters at which the motion is compared with the transition between two poses.
const ELSEWHERE: [f64; 4] = [0.145_898, 0.381_966, 0.618_034, 0.854_102];

/// The point at which the motion before a jump is compared with the pose before it. Just before a step, curves already have the
/// value after it.
const BEFORE_JUMP: f64 = 0.875;

/// The number of steps in which the time of the largest error is refined.
const NARROWINGS: u32 = 16;

/// The golden section.
const GOLDEN: f64 = 0.618_034;

/// A sequence of poses under construction.
pub(super) struct Path<'a> {
    pub(super) poses: Poses<'a>,
    order: EulerOrder,
    tolerance: Distance,
    /// The maximum number of times that the interval between two stops is halved.
    halvings: u32,
    pub(super) moments: Vec<Moment>,
    /// The error of all transitions except the last.
    pub(super) error: Distance,
    /// The error of the last transition, which may still be extended.
    pub(super) way: Distance,
    /// The largest time by which a jump is late, in seconds.
    pub(super) late: f64,
    /// The maximum number of moments.
    most: usize,
}

impl<'a> Path<'a> {
    /// The sequence through all stops, within a tolerance or with intervals halved so many times. If it needs more than `most` moments,
    /// the error is the time of the last one.
    pub(super) fn through(
        clip: &'a Clip,
        stops: &[Stop],
        order: EulerOrder,
        (tolerance, halvings): (Distance, u32),
        most: usize,
    ) -> Result<Self, f64> {
        let mut path = Self { halvings, ..Self::new(clip, order, tolerance, most) };
        let is_whole = stops.iter().try_for_each(|stop| path.go(*stop));
        let reached = path.moments.last().map_or(0.0, |last| last.time);
        is_whole.map(|()| path).ok_or(reached)
    }

    /// An empty sequence, limited to `most` moments.
    fn new(clip: &'a Clip, order: EulerOrder, tolerance: Distance, most: usize) -> Self {
        Self {
            poses: Poses::new(clip, order),
            order,
            tolerance,
            halvings: 0,
            moments: Vec::new(),
            error: Distance::default(),
            way: Distance::default(),
            late: 0.0,
            most,
        }
    }

    /// Adds the pose at a stop, and as many poses before it as the motion needs; `None` if these are too many.
    fn go(&mut self, Stop { time, kind }: Stop) -> Option<()> {
        let next = self.poses.at(time, self.moments.last());
        // The moments to be added, the next one last, each with the number of times that its transition was halved.
        let mut ahead = vec![(next, 0)];
        while let Some((mut next, halvings)) = ahead.pop() {
            let Some(last) = self.moments.last() else {
                self.moments.push(next);
                continue;
            };
            // Since the moment was made, others may have been added before it.
            self.poses.follow(&mut next, last);
            let (off, half) = Self::quarters(&mut self.poses, last, &next, self.order);
            if next.time - last.time <= 2.0 * gap(next.time) {
                // At the last quarter before a jump, three quarters of the jump are missing. A jump by full turns is not
                // visible, but a transition there would be.
                let jumps = off.exceeds(0.75, self.tolerance) || leaps(last, &next);
                match (kind, jumps) {
                    (Kind::After, _) => self.leave(next, jumps),
                    (_, true) => self.jump(next),
                    (_, false) => self.arrive(next, off),
                }
            } else {
                let mut measured = off;
                let mut splits = off.exceeds(1.0, self.tolerance);
                if !splits {
                    measured = measured.max(self.elsewhere(&next));
                    splits = measured.exceeds(1.0, self.tolerance);
                }
                if splits && halvings < self.halvings {
                    ahead.push((next, halvings + 1));
                    ahead.push((half, halvings + 1));
                } else {
                    self.push(next, measured);
                }
            }
            if self.moments.len() > self.most {
                return None;
            }
        }
        Some(())
    }

    /// Adds a pose at the end of a transition with an error.
    fn push(&mut self, next: Moment, error: Distance) {
        // A constant pose needs only a first and a last moment.
        if let [.., before, last] = &self.moments[..]
            && before.nodes == last.nodes
            && last.nodes == next.nodes
        {
            self.way = self.way.max(error);
            self.moments.pop();
            self.moments.push(next);
            return;
        }
        self.error = self.error.max(self.way);
        self.way = error;
        self.moments.push(next);
    }

    /// Adds a pose just after the previous one; the motion may jump between them.
    fn leave(&mut self, next: Moment, jumps: bool) {
        if let (true, Some(last)) = (jumps, self.moments.last_mut()) {
            // The jump is at the time of the previous pose, and the sequence jumps at this one.
            last.jumps = true;
            self.late = self.late.max(next.time - last.time);
            self.push(next, Distance::default());
        }
    }

    /// Adds a pose just after the previous one, from which the motion jumps.
    fn jump(&mut self, next: Moment) {
        if let Some(last) = self.moments.last() {
            // If the motion does not jump exactly at the pose, the jump is late.
            let time = last.time + (next.time - last.time) * BEFORE_JUMP;
            let pose = self.poses.at(time, Some(last));
            if distance(&pose.nodes, last, last, 0.0, self.order).exceeds(1.0, self.tolerance) {
                self.late = self.late.max(next.time - last.time);
            }
        }
        // The moment just before is redundant if the pose before it lasts until the jump.
        if let [.., before, last] = &self.moments[..]
            && before.nodes == last.nodes
        {
            self.moments.pop();
        }
        if let Some(last) = self.moments.last_mut() {
            last.jumps = true;
        }
        self.push(next, Distance::default());
    }

    /// Adds a pose just after the previous one, at the end of a transition with an error.
    fn arrive(&mut self, next: Moment, error: Distance) {
        // The moment before is redundant if it is near enough to the transition from the pose before it: everything on the
        // transition is off by no more than that moment.
        if let [.., before, last] = &self.moments[..]
            && !before.jumps
        {
            let bend = bend(before, last, &next, self.order);
            let longer = self.way.max(error).plus(bend);
            if !longer.exceeds(1.0, self.tolerance) {
                self.way = longer;
                self.moments.pop();
                self.moments.push(next);
                return;
            }
        }
        self.push(next, error);
    }

    /// The largest distance from the transition between two moments at its quarters, and the moment halfway.
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

    /// The largest distance from the transition to a moment, between its quarters.
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
        // Only the transition with the largest error of all has to be known exactly.
        if size(worst) < 0.5 * size(self.error) || worst == Distance::default() {
            return worst;
        }
        // By golden sections, of which one of the two points is a point of the next.
        let (mut low, mut high) = (place - 0.236, place + 0.236);
        let mut at = |low: f64, high: f64, part: f64| {
            let share = low + (high - low) * part;
            let found = off(share.clamp(0.0, 1.0));
            worst = worst.max(found);
            (share, size(found))
        };
        let (mut left, mut right) = (at(low, high, 1.0 - GOLDEN), at(low, high, GOLDEN));
        for _ in 1..NARROWINGS {
            if left.1 > right.1 {
                (high, right) = (right.0, left);
                left = at(low, high, 1.0 - GOLDEN);
            } else {
                (low, left) = (left.0, right);
                right = at(low, high, GOLDEN);
            }
        }
        worst
    }
}
