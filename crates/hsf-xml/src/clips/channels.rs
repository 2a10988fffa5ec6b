//! The channels of one node.

use std::collections::HashMap;
use std::sync::Arc;

use anim_core::{Clip, Deviation, Property as Drives};

use super::driver::{Driver, runs};
use super::facts;
use super::formula::Formula;
use super::identifiers;
use super::lower;
use super::maker::{Goal, Maker};
use super::turning::{Turning, heading};
use crate::eval::lane::Lane;
use crate::eval::track::DEFAULT_AXIS;
use crate::members::Member;
use crate::program::{Program, ResolvedTarget};
use crate::{Property, Tag, codes};

/// Adds the channels of a node that these animations drive.
pub(super) fn add(
    maker: &mut Maker<'_, '_>,
    clip: &mut Clip,
    node: usize,
    target: Option<&Arc<ResolvedTarget>>,
    members: &[Member],
) {
    let mut driven = driven(maker.program, members);
    for (property, drivers) in &mut driven {
        // Of those that start with the clip, the last one counts at all times.
        let hidden = drivers.partition_point(|driver| driver.runs.start <= 0.0).saturating_sub(1);
        if hidden > 0 {
            drivers.drain(..hidden);
            let message =
                format!("{hidden} animations of the property have no effect: a later one drives it too");
            maker.lose(node, &drives(property, drivers), codes::OVERLAP.dropped(message));
        }
    }
    let of = |property: Property| {
        driven.iter().find(|(known, _)| *known == property).map(|(_, drivers)| drivers.as_slice())
    };
    let (moves, turns) = (of(Property::Translation), of(Property::Rotation));
    let mut channels = Channels { maker, clip, node, target };
    for (property, drivers) in &driven {
        channels.report_current(drivers);
        match property {
            Property::Translation => channels.place(drivers, turns),
            Property::Rotation => channels.rotation(drivers),
            Property::Segment | Property::Attributes | Property::Morph | Property::ColorMorph => {
                identifiers::add(channels.maker, channels.clip, node, property, drivers);
            }
            Property::Scale => channels.vector(Drives::Scale, drivers, [0.0; 3]),
            property => channels.vector(Drives::named(property.name(), 3), drivers, [0.0; 3]),
        }
    }
    if let (None, Some(turns)) = (moves, turns) {
        channels.place(&[], Some(turns));
    }
    if let (Some(moves), None) = (moves, turns) {
        channels.follow(moves);
    }
    if let Some(target) = target {
        facts::of_target(maker, clip, node, target);
    }
    if let Some(driver) = of(Property::Trail).and_then(<[Driver]>::last) {
        facts::of_trail(maker, clip, node, driver);
    }
}

/// The tracks that drive each property, in the order of their starts.
fn driven(program: &Program, members: &[Member]) -> Vec<(Property, Vec<Driver>)> {
    let mut driven: Vec<(Property, Vec<Driver>)> = Vec::new();
    let mut index_of: HashMap<Property, usize> = HashMap::new();
    for member in members {
        for track in &program.animations[member.animation].tracks {
            // Quaternions and angles about an axis drive one rotation.
            let property = if track.turns() { Property::Rotation } else { track.property.clone() };
            let driver = Driver { track: track.clone(), runs: runs(program, *member) };
            let index = *index_of.entry(property.clone()).or_insert_with(|| {
                driven.push((property, Vec::new()));
                driven.len() - 1
            });
            driven[index].1.push(driver);
        }
    }
    for (_, drivers) in &mut driven {
        drivers.sort_by(|a, b| a.runs.start.total_cmp(&b.runs.start));
    }
    driven
}

/// The property of the channels that tracks become.
fn drives(property: &Property, drivers: &[Driver]) -> Drives {
    let is_angle = drivers.last().is_some_and(|driver| driver.track.tag == Tag::AxisRotInterpolator);
    match property {
        Property::Translation => Drives::Translation,
        Property::Scale => Drives::Scale,
        Property::Rotation if is_angle => Drives::Angle { axis: DEFAULT_AXIS },
        Property::Rotation => Drives::Rotation,
        property => Drives::named(property.name(), 1),
    }
}

/// The channels of a node under construction.
struct Channels<'c, 'p, 'r> {
    maker: &'c mut Maker<'p, 'r>,
    clip: &'c mut Clip,
    node: usize,
    target: Option<&'c Arc<ResolvedTarget>>,
}

impl Channels<'_, '_, '_> {
    /// Three numbers of a node, each with an addend.
    fn vector(&mut self, drives: Drives, drivers: &[Driver], add: [f64; 3]) {
        let formula = |part: [usize; 2]| Formula::vector(drivers, part, add, self.target.cloned());
        let [driver] = drivers else {
            let formula = formula([0, 3]);
            return self.overlapping(Goal::vector(self.node, drives), drivers, formula);
        };
        let gentle = driver.runs.span.gentle;
        let exact = |lane| (lane, lower::exact(&driver.track, lane, gentle, 1.0));
        let lanes: Vec<_> = driver.track.lanes.iter().map(exact).collect();
        // Lanes are at right angles to each other: so are their errors.
        let baked = lanes.iter().filter(|(_, plain)| plain.is_none()).count();
        let mut squares = 0.0;
        for (lane, plain) in lanes {
            let Lane { first, width, .. } = *lane;
            if let Some(mut plain) = plain {
                for key in &mut plain.keys {
                    let add = &add[first..first + width];
                    key.value.iter_mut().zip(add).for_each(|(value, add)| *value += add);
                }
                self.maker.add(self.clip, self.node, drives.clone(), first, plain, driver.runs);
            } else {
                let share = 1.0 / (baked as f64).sqrt();
                let goal = Goal { node: self.node, drives: drives.clone(), component: first, width, share };
                let error = self.maker.bake_part(self.clip, goal, formula([first, width]));
                squares += error * error;
            }
        }
        if baked > 0 {
            self.maker.lose_baked(self.node, &drives, squares.sqrt());
        }
    }

    /// Where the node is: its own position, and what a rotation about a pivot adds.
    fn place(&mut self, moves: &[Driver], turns: Option<&[Driver]>) {
        let Some(target) = self.target.filter(|target| target.pivot != [0.0; 3]) else {
            if !moves.is_empty() {
                self.vector(Drives::Translation, moves, [0.0; 3]);
            }
            return;
        };
        let turnings: Vec<Turning> = match turns {
            Some(turns) => self.turnings(turns),
            None => heading(moves, self.target.cloned()).into_iter().collect(),
        };
        match (moves, turnings.as_slice()) {
            (moves, []) => {
                // Without a rotation, the pivot adds the same at all times.
                self.vector(Drives::Translation, moves, target.around_pivot([0.0; 3], target.rotation()));
            }
            ([] | [_], [turning]) => self.turn_about(target, moves, turning),
            (moves, _) => {
                let goal = Goal::vector(self.node, Drives::Translation);
                self.overlapping(goal, moves, Formula::place(moves, turnings, target.clone()));
            }
        }
    }

    /// The place of a node that one animation turns about its pivot, and that the same or another one moves.
    fn turn_about(&mut self, target: &Arc<ResolvedTarget>, moves: &[Driver], turning: &Turning) {
        if moves.iter().all(|moves| moves.runs.is_alike(&turning.driver.runs)) {
            // One run of both, with the keyframes of both.
            let formula = Formula::place(moves, vec![turning.clone()], target.clone());
            return self.maker.bake_run(self.clip, Goal::vector(self.node, Drives::Translation), formula);
        }
        // Each repeats in its own time: what the rotation adds becomes a displacement.
        self.vector(Drives::Translation, moves, [0.0; 3]);
        let mut rest = target.around_pivot([0.0; 3], target.rotation());
        for lane in moves.iter().flat_map(|moved| &moved.track.lanes) {
            rest[lane.first..lane.first + lane.width].fill(0.0);
        }
        let formula = Formula::displacement(turning.clone(), rest, target.clone());
        self.maker.bake_run(self.clip, Goal::vector(self.node, Drives::Displacement), formula);
    }

    fn rotation(&mut self, drivers: &[Driver]) {
        let (node, target) = (self.node, self.target);
        let [driver] = drivers else {
            let formula = Formula::rotation(self.turnings(drivers));
            return self.overlapping(Goal::rotation(node), drivers, formula);
        };
        let Some(lane) = driver.track.lanes.first() else { return };
        let gentle = driver.runs.span.gentle;
        if driver.track.tag == Tag::AxisRotInterpolator {
            let axis = driver.track.axis(0.0, gentle);
            if lane.keys.iter().all(|key| key.style.axis.unwrap_or(axis) == axis) {
                let drives = Drives::Angle { axis };
                let radians = std::f64::consts::PI / 180.0;
                return if let Some(plain) = lower::exact(&driver.track, lane, gentle, radians) {
                    self.maker.add(self.clip, node, drives, 0, plain, driver.runs);
                } else {
                    let goal = Goal { node, drives, component: 0, width: 1, share: 1.0 };
                    self.maker.bake_run(self.clip, goal, Formula::angle(driver, target.cloned()));
                };
            }
        } else if let Some(plain) = lower::exact(&driver.track, lane, gentle, 1.0) {
            return self.maker.add(self.clip, node, Drives::Rotation, 0, plain, driver.runs);
        }
        self.turn(Turning::of(driver, target.cloned()));
    }

    /// The rotation that turns a direction along the path of the first animation that does so.
    fn follow(&mut self, moves: &[Driver]) {
        if let Some(turning) = heading(moves, self.target.cloned()) {
            self.turn(turning);
        }
    }

    /// Bakes a rotation.
    fn turn(&mut self, turning: Turning) {
        self.maker.bake_run(self.clip, Goal::rotation(self.node), Formula::rotation(vec![turning]));
    }

    /// The rotations of interpolators.
    fn turnings(&self, drivers: &[Driver]) -> Vec<Turning> {
        drivers.iter().map(|driver| Turning::of(driver, self.target.cloned())).collect()
    }

    /// Bakes the result of several animations that drive one property.
    fn overlapping(&mut self, goal: Goal, drivers: &[Driver], formula: Formula) {
        let drives = goal.drives.clone();
        let error = self.maker.bake(self.clip, goal, formula);
        self.report_overlap(&drives, drivers, error);
    }

    fn report_overlap(&mut self, drives: &Drives, drivers: &[Driver], error: f64) {
        if drivers.len() > 1 {
            let count = drivers.len();
            let message =
                format!("{count} animations drive the property; at each time the last one to start counts");
            let loss = codes::OVERLAP.approximated(Deviation::of(drives, error), message);
            self.maker.lose(self.node, drives, loss);
        }
    }

    /// Reports that an animation starts from a value that no file states.
    fn report_current(&mut self, drivers: &[Driver]) {
        if drivers.iter().any(|driver| driver.track.starts_from_target()) {
            let message =
                "the animation starts from the target's own value, which is taken as its rest value";
            self.maker.find(self.clip, self.node, &codes::CURRENT_VALUE, message);
        }
    }
}
