//! The poses of a sequence, one after the other, and how near the way from pose to pose is to the motion.

use anim_core::{Clip, EulerOrder};

use super::pose::{Distance, Moment, Poses, bend, distance, leaps};
use super::times::{Kind, Stop, gap};
use crate::{EncodeOptions, ErrorKind};

/// How many times the time between two keys is halved at most.
const MAX_HALVINGS: u32 = 12;

/// Where the motion is compared with the way between two poses besides its quarters: not where the quarters are.
const ELSEWHERE: [f64; 4] = [0.145_898, 0.381_966, 0.618_034, 0.854_102];

/// Where the motion before a jump is compared with the pose before it. Just before a step, curves have the value after it.
const BEFORE_JUMP: f64 = 0.875;

/// How often the place of the largest error is narrowed down.
const NARROWINGS: u32 = 16;

/// A sequence of poses that is being made.
pub(super) struct Path<'a> {
    pub(super) poses: Poses<'a>,
    order: EulerOrder,
    tolerance: Distance,
    pub(super) moments: Vec<Moment>,
    /// The error of all ways but the one to the last moment.
    pub(super) error: Distance,
    /// The error of the way to the last moment, which may still become longer.
    pub(super) way: Distance,
    /// How many seconds a jump is off at most.
    pub(super) late: f64,
    nodes: usize,
    /// How many poses of nodes were made.
    pub(super) spent: usize,
    most: usize,
}

impl<'a> Path<'a> {
    /// A sequence without poses yet, of which there may be so many, each of a node.
    pub(super) fn new(clip: &'a Clip, options: &EncodeOptions, most: usize) -> Self {
        Self {
            poses: Poses::new(clip, options.order),
            order: options.order,
            tolerance: Distance { length: options.tolerance.get(), angle: options.tolerance_angle.get() },
            moments: Vec::new(),
            error: Distance::default(),
            way: Distance::default(),
            late: 0.0,
            nodes: clip.nodes.len().max(1),
            spent: 0,
            most,
        }
    }

    /// Counts poses of all nodes.
    pub(super) fn spend(&mut self, moments: usize) -> Result<(), ErrorKind> {
        self.spent = self.spent.saturating_add(moments.saturating_mul(self.nodes));
        if self.spent > self.most {
            return Err(ErrorKind::Poses { count: self.spent, most: self.most });
        }
        Ok(())
    }

    /// Adds the pose at a stop, and as many before it as the motion needs.
    pub(super) fn go(&mut self, Stop { time, kind }: Stop) -> Result<(), ErrorKind> {
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
                } else if jumps {
                    self.jump(next);
                } else {
                    self.arrive(next, off);
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
                self.push(next, measured);
            }
        }
        Ok(())
    }

    /// Adds a pose at the end of a way with an error.
    fn push(&mut self, next: Moment, error: Distance) {
        // What stands still needs no pose between its first one and its last one.
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

    /// Adds a pose just after the one before it: the motion may jump between them.
    fn leave(&mut self, next: Moment, jumps: bool) {
        if let (true, Some(last)) = (jumps, self.moments.last_mut()) {
            // The jump is at the time of the pose before, and the poses jump at this one.
            last.jumps = true;
            self.late = self.late.max(next.time - last.time);
            self.push(next, Distance::default());
        }
    }

    /// Adds a pose just after the one before it, from which the motion jumps there.
    fn jump(&mut self, next: Moment) {
        if let Some(last) = self.moments.last() {
            // If the motion does not jump at the pose itself, the jump is late.
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

    /// Adds a pose just after the one before it, to which the way has an error.
    fn arrive(&mut self, next: Moment, error: Distance) {
        // The moment before is redundant if it is near enough to the way from the pose before it: all that lies on the way to it
        // is off by no more than it is.
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
