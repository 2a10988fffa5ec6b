//! The channels of one node.

use std::sync::Arc;

use anim_core::quaternion::{self, Quaternion};
use anim_core::{Clip, Deviation, Property as Drives};

use super::driven::{Driven, driven};
use super::driver::{Driver, Part, after_held, parts, remove_hidden};
use super::facts;
use super::formula::Formula;
use super::identifiers;
use super::lower;
use super::maker::{Goal, Maker};
use super::plain::Plain;
use super::turning::Turning;
use crate::eval::lane::Lane;
use crate::eval::track::DEFAULT_AXIS;
use crate::members::Member;
use crate::program::ResolvedTarget;
use crate::{Property, Tag, TargetKind, codes};

/// Adds the channels of a node that these animations drive.
pub(super) fn add(
    maker: &mut Maker<'_, '_>,
    clip: &mut Clip,
    node: usize,
    target: Option<&Arc<ResolvedTarget>>,
    members: &[Member],
) {
    let mut driven =
        driven(maker.program, members, target.map(|target| &**target), &mut maker.budget.started);
    for Driven { property, drivers, .. } in &mut driven {
        let hidden = remove_hidden(drivers, if is_vector(property) { 3 } else { 1 });
        if hidden > 0 {
            let verb = if hidden == 1 { " of the property has" } else { "s of the property have" };
            let message = format!("{hidden} animation{verb} no effect: a later one drives it too");
            maker.lose(node, &drives(property, drivers), codes::OVERLAP.dropped(message));
        }
    }
    let of = |property: Property| {
        driven.iter().find(|driven| driven.property == property).map(|driven| driven.drivers.as_slice())
    };
    let turns = of(Property::Rotation).unwrap_or_default();
    let mut channels = Channels { maker, clip, node, target };
    for Driven { property, drivers, from_rest } in &driven {
        if *from_rest {
            channels.report_current(drivers);
        }
        channels.report_unknown(drivers);
        match property {
            Property::Translation => channels.place(drivers, turns),
            Property::Rotation => channels.rotation(drivers),
            Property::Segment | Property::Attributes | Property::Morph | Property::ColorMorph => {
                identifiers::add(channels.maker, channels.clip, node, property, drivers);
            }
            Property::Scale => channels.vector(&Drives::Scale, &parts(drivers), [0.0; 3]),
            property => channels.vector(&Drives::named(property.name(), 3), &parts(drivers), [0.0; 3]),
        }
    }
    if of(Property::Translation).is_none() && !turns.is_empty() {
        channels.place(&[], turns);
    }
    if let Some(target) = target {
        facts::of_target(maker, clip, node, target);
    }
    if let Some(driver) = of(Property::Trail).and_then(<[Driver]>::last) {
        facts::of_trail(maker, clip, node, driver);
    }
}

/// Whether a property has three numbers, which different tracks may drive.
fn is_vector(property: &Property) -> bool {
    !matches!(
        property,
        Property::Rotation
            | Property::Angle
            | Property::Segment
            | Property::Attributes
            | Property::Morph
            | Property::ColorMorph
    )
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
    fn vector(&mut self, drives: &Drives, parts: &[Part], add: [f64; 3]) {
        let pieces: Vec<Piece> = parts.iter().flat_map(pieces).collect();
        // Components are at right angles to each other, and so are their errors.
        let baked = pieces.iter().filter(|piece| piece.plain.is_none()).count();
        let share = 1.0 / (baked as f64).sqrt();
        let (mut squares, mut overlapping) = (0.0, 0);
        for Piece { part, plain } in pieces {
            let (first, width) = (part.first, part.width);
            let is_one = part.drivers.len() == 1;
            let runs = part.drivers.first().map(|driver| driver.runs);
            overlapping = overlapping.max(part.drivers.len());
            let formula = Formula::vector(part, add, self.target.cloned());
            let goal = Goal { node: self.node, drives: drives.clone(), component: first, width, share };
            if let (Some(mut plain), Some(runs)) = (plain, runs) {
                for key in &mut plain.keys {
                    let add = &add[first..first + width];
                    key.value.iter_mut().zip(add).for_each(|(value, add)| *value += add);
                }
                let before = formula.before();
                self.maker.add_with(self.clip, &goal, plain, runs, &before, formula);
                continue;
            }
            let error = if is_one {
                self.maker.bake_part(self.clip, &goal, formula)
            } else {
                self.maker.bake(self.clip, &goal, formula)
            };
            squares += error * error;
        }
        if baked > 0 {
            self.maker.lose_baked(self.node, drives, squares.sqrt());
        }
        self.report_overlap(drives, overlapping, squares.sqrt());
    }

    /// The position of the node: its own translation, and the contribution of a rotation about a pivot.
    fn place(&mut self, moves: &[Driver], turns: &[Driver]) {
        let parts = parts(moves);
        let of_turns = turns.iter().filter_map(|driver| driver.named.as_ref());
        let has_pivot = self.target.into_iter().chain(of_turns).any(|target| target.pivot != [0.0; 3]);
        let Some(target) = self.target.filter(|_| has_pivot) else {
            return self.vector(&Drives::Translation, &parts, [0.0; 3]);
        };
        let turnings = self.turnings(turns);
        let is_one = parts.iter().all(|part| part.drivers.len() == 1);
        match turnings.as_slice() {
            [] => {
                // Without a rotation, the contribution of the pivot is constant.
                let add = target.around_pivot([0.0; 3], target.rotation());
                self.vector(&Drives::Translation, &parts, add);
            }
            [turning] if is_one => self.turn_about(target, &parts, turning),
            _ => {
                let goal = Goal::vector(self.node, Drives::Translation);
                let count = parts.iter().map(|part| part.drivers.len()).max().unwrap_or_default();
                self.overlapping(&goal, count, Formula::place(&parts, turnings, target.clone()));
            }
        }
    }

    /// The position of a node that one animation rotates about its pivot, and that the same or other animations move.
    fn turn_about(&mut self, target: &Arc<ResolvedTarget>, moves: &[Part], turning: &Turning) {
        let mut drivers = moves.iter().flat_map(|part| &part.drivers);
        if drivers.all(|moves| moves.runs.is_alike(&turning.driver.runs)) {
            // All run together: one run with the keyframes of all.
            let formula = Formula::place(moves, vec![turning.clone()], target.clone());
            return self.maker.bake_run(self.clip, &Goal::vector(self.node, Drives::Translation), formula);
        }
        // Each repeats separately: the contribution of the rotation becomes a displacement.
        self.vector(&Drives::Translation, moves, [0.0; 3]);
        let mut rest = target.around_pivot([0.0; 3], target.rotation());
        for part in moves {
            rest[part.first..part.first + part.width].fill(0.0);
        }
        let formula = Formula::displacement(turning.clone(), rest, target.clone());
        self.maker.bake_run(self.clip, &Goal::vector(self.node, Drives::Displacement), formula);
    }

    fn rotation(&mut self, drivers: &[Driver]) {
        let (node, target) = (self.node, self.target);
        let (held, drivers) = after_held(drivers);
        let [driver] = drivers else {
            let formula = Formula::rotation(self.turnings(drivers), None);
            return self.overlapping(&Goal::rotation(node), drivers.len(), formula);
        };
        let Some(lane) = driver.track.lanes.first() else { return };
        let gentle = driver.runs.span.gentle;
        let held = held.map(|held| Turning::of(held, target.cloned()));
        let held_rotation = held.as_ref().map(|held| held.rotation(0.0));
        let rest =
            held_rotation.unwrap_or_else(|| target.map_or(quaternion::IDENTITY, |target| target.rotation()));
        if driver.track.tag == Tag::AxisRotInterpolator {
            let axis = driver.track.axis(0.0, gentle);
            // Before the rotation starts, the target may be rotated about another axis.
            let before = match held {
                _ if driver.runs.start <= 0.0 || rest == quaternion::IDENTITY => Some(0.0),
                Some(held) => held.driver.angle_about(axis),
                None => None,
            };
            let is_one = lane.keys.iter().all(|key| key.style.axis.unwrap_or(axis) == axis);
            if let Some(before) = before.filter(|_| is_one) {
                let goal = Goal { node, drives: Drives::Angle { axis }, component: 0, width: 1, share: 1.0 };
                let radians = std::f64::consts::PI / 180.0;
                let formula = Formula::angle(driver, before, target.cloned());
                return match lower::exact(&driver.track, lane, gentle, radians) {
                    Some(plain) => {
                        self.maker.add_with(self.clip, &goal, plain, driver.runs, &[before], formula);
                    }
                    None => self.maker.bake_run(self.clip, &goal, formula),
                };
            }
        } else if driver.along.is_none()
            && let Some(plain) = lower::exact(&driver.track, lane, gentle, 1.0)
        {
            let formula = Formula::rotation(vec![Turning::of(driver, target.cloned())], held_rotation);
            let goal = Goal::rotation(node);
            return self.maker.add_with(self.clip, &goal, plain, driver.runs, &rest, formula);
        }
        self.turn(Turning::of(driver, target.cloned()), held_rotation);
    }

    /// Bakes a rotation.
    fn turn(&mut self, turning: Turning, held: Option<Quaternion>) {
        self.maker.bake_run(self.clip, &Goal::rotation(self.node), Formula::rotation(vec![turning], held));
    }

    /// The rotations of tracks.
    fn turnings(&self, drivers: &[Driver]) -> Vec<Turning> {
        drivers.iter().map(|driver| Turning::of(driver, self.target.cloned())).collect()
    }

    /// Bakes the result of several animations that drive one property.
    fn overlapping(&mut self, goal: &Goal, count: usize, formula: Formula) {
        let error = self.maker.bake(self.clip, goal, formula);
        self.maker.lose_baked(goal.node, &goal.drives, error);
        self.report_overlap(&goal.drives, count, error);
    }

    fn report_overlap(&mut self, drives: &Drives, count: usize, error: f64) {
        if count > 1 {
            let message =
                format!("{count} animations drive the property; at each time the last one to start applies");
            let loss = codes::OVERLAP.approximated(Deviation::of(drives, error), message);
            self.maker.lose(self.node, drives, loss);
        }
    }

    /// Reports that the value before the first animation is in no file.
    fn report_unknown(&mut self, drivers: &[Driver]) {
        let target = self.target.map(|target| &**target);
        let is_file = target.is_some_and(|target| target.kind == TargetKind::File);
        let is_unknown = |driver: &&Driver| driver.runs.start > 0.0 && driver.rest(target).is_none();
        let first = drivers.first().filter(|_| !is_file).filter(is_unknown);
        if first.is_some() {
            let message = "before the animation starts, the target has its own value, which is assumed to equal the first one";
            self.maker.find(self.clip, self.node, &codes::CURRENT_VALUE, message);
        }
    }

    /// Reports that an animation starts from a value that no file states.
    fn report_current(&mut self, drivers: &[Driver]) {
        if drivers.iter().any(Driver::starts_from_target) {
            let message =
                "the animation starts from the target's own value, which is assumed to be its rest value";
            self.maker.find(self.clip, self.node, &codes::CURRENT_VALUE, message);
        }
    }
}

/// Components of a property that become one channel, and their keys if no baking is needed.
struct Piece {
    part: Part,
    plain: Option<Plain>,
}

/// The components of a part that have keyframes of their own.
fn pieces(part: &Part) -> Vec<Piece> {
    let [driver] = part.drivers.as_slice() else { return vec![Piece { part: part.clone(), plain: None }] };
    let piece = |lane: &Lane| {
        let first = lane.first.max(part.first);
        let end = (lane.first + lane.width).min(part.first + part.width);
        let width = end.checked_sub(first).filter(|width| *width > 0)?;
        let plain = lower::exact(&driver.track, lane, driver.runs.span.gentle, 1.0);
        let plain = plain.map(|plain| plain.narrowed(first - lane.first, width));
        Some(Piece { part: Part { first, width, ..part.clone() }, plain })
    };
    driver.track.lanes.iter().filter_map(piece).collect()
}
