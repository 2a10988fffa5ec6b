//! The channels of one node.

use std::collections::HashMap;

use anim_core::{Channel, Clip, Ease, Location, Loss, Property as Drives, Wrap, quaternion};

use super::Maker;
use super::bake::Bake;
use super::driver::{Driver, Member, current, runs};
use super::lower;
use super::plain::{Plain, PlainKey, Runs, gap};
use crate::eval::track::about;
use crate::player::Property;
use crate::program::Place;
use crate::{Tag, codes};

/// What baked keys are for.
struct Goal {
    node: usize,
    drives: Drives,
    component: usize,
    width: usize,
}

impl Goal {
    fn rotation(node: usize) -> Self {
        Self { node, drives: Drives::Rotation, component: 0, width: 4 }
    }
}

/// How many loops are looked at for the times at which something may turn.
const MAX_TURNS: f64 = 4096.0;

impl<'a> Maker<'a, '_> {
    /// Adds the channels of a node that these animations drive.
    pub(super) fn channels(
        &mut self,
        clip: &mut Clip,
        node: usize,
        place: Option<&Place>,
        members: &[Member],
    ) {
        let mut driven: Vec<(Property, Vec<Driver<'a>>)> = Vec::new();
        let mut index_of: HashMap<Property, usize> = HashMap::new();
        for member in members {
            for track in &self.program.animations[member.animation].tracks {
                let property = match Property::of(track) {
                    // Both ways to turn drive one rotation.
                    Property::Angle => Property::Rotation,
                    property => property,
                };
                let driver = Driver { track: track.clone(), runs: runs(self.program, *member) };
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
        let of = |property: Property| index_of.get(&property).map(|&index| driven[index].1.as_slice());
        let (moves, turns) = (of(Property::Translation), of(Property::Rotation));
        for (property, drivers) in &driven {
            self.report_current(clip, node, drivers);
            if drivers.len() > 1 {
                let message = format!(
                    "{} animations drive {}: the last that starts counts",
                    drivers.len(),
                    property.name()
                );
                let at = Location::path(format!("{}/{}", clip.name, clip.nodes[node].name));
                self.sink.report(codes::OVERLAP.at(at, message).losing(Loss::Approximated(self.tolerance)));
            }
            match property {
                Property::Translation => self.translation(clip, node, place, drivers, turns),
                Property::Rotation => self.rotation(clip, node, place, drivers),
                Property::Segment | Property::Attributes => self.switch(clip, node, property, drivers),
                Property::Morph | Property::ColorMorph => self.morph(clip, node, property, drivers),
                Property::Scale => self.vector(clip, node, Drives::Scale, place, drivers),
                property => self.vector(clip, node, Drives::named(property.name(), 3), place, drivers),
            }
        }
        let has_pivot = place.is_some_and(|place| place.pivot != [0.0; 3]);
        if let (None, Some(turns), true) = (moves, turns, has_pivot) {
            self.translation(clip, node, place, &[], Some(turns));
        }
        if let (Some(moves), None) = (moves, turns) {
            let follows = |driver: &&Driver<'_>| driver.track.follows_path();
            if let Some(driver) = moves.iter().find(follows) {
                self.follow(clip, node, place, driver);
            }
        }
    }

    fn vector(
        &mut self,
        clip: &mut Clip,
        node: usize,
        drives: Drives,
        place: Option<&Place>,
        drivers: &[Driver<'a>],
    ) {
        let [driver] = drivers else {
            let at = |time: f64| {
                current(drivers, time).map_or(vec![0.0; 3], |driver| driver.at(time, place)[..3].to_vec())
            };
            return self.bake(clip, Goal { node, drives, component: 0, width: 3 }, drivers, &at);
        };
        for lane in &driver.track.lanes {
            if let Some(plain) =
                lower::exact(&driver.track, lane, driver.runs.span.gentle, 1.0).filter(|_| driver.is_simple())
            {
                self.add(clip, node, drives.clone(), lane.first, plain, driver.runs);
            } else {
                let range = lane.first..lane.first + lane.width;
                let at = |tick: f64| driver.local(tick, place)[range.clone()].to_vec();
                let goal = Goal { node, drives: drives.clone(), component: lane.first, width: lane.width };
                self.bake_run(clip, goal, driver, &at);
            }
        }
    }

    /// The translation, which a rotation about a pivot changes too.
    fn translation(
        &mut self,
        clip: &mut Clip,
        node: usize,
        place: Option<&Place>,
        moves: &[Driver<'a>],
        turns: Option<&[Driver<'a>]>,
    ) {
        let Some(pivoted) = place.filter(|place| place.pivot != [0.0; 3]) else {
            return self.vector(clip, node, Drives::Translation, place, moves);
        };
        let turned = turns.unwrap_or_default();
        let at = |time: f64| {
            let moved = current(moves, time).map_or([0.0; 4], |driver| driver.at(time, place));
            let rotation =
                current(turned, time).map_or(pivoted.quaternion(), |driver| driver.rotation(time, place));
            pivoted.around_pivot([moved[0], moved[1], moved[2]], rotation).to_vec()
        };
        let all: Vec<_> = moves.iter().chain(turned).cloned().collect();
        self.bake(clip, Goal { node, drives: Drives::Translation, component: 0, width: 3 }, &all, &at);
    }

    fn rotation(&mut self, clip: &mut Clip, node: usize, place: Option<&Place>, drivers: &[Driver<'a>]) {
        let [driver] = drivers else {
            let at = |time: f64| {
                current(drivers, time)
                    .map_or(quaternion::IDENTITY.to_vec(), |d| d.rotation(time, place).to_vec())
            };
            return self.bake(clip, Goal::rotation(node), drivers, &at);
        };
        let Some(lane) = driver.track.lanes.first() else { return };
        let gentle = driver.runs.span.gentle;
        if driver.track.tag == Tag::AxisRotInterpolator {
            let axis = driver.track.axis(0.0, gentle);
            if lane.keys.iter().all(|key| key.style.axis.unwrap_or(axis) == axis) {
                let drives = Drives::Angle { axis };
                let radians = std::f64::consts::PI / 180.0;
                return if let Some(plain) =
                    lower::exact(&driver.track, lane, gentle, radians).filter(|_| driver.is_simple())
                {
                    self.add(clip, node, drives, 0, plain, driver.runs);
                } else {
                    let at = |tick: f64| vec![driver.local(tick, place)[0].to_radians()];
                    self.bake_run(clip, Goal { node, drives, component: 0, width: 1 }, driver, &at);
                };
            }
        } else if let Some(plain) =
            lower::exact(&driver.track, lane, gentle, 1.0).filter(|_| driver.is_simple())
        {
            return self.add(clip, node, Drives::Rotation, 0, plain, driver.runs);
        }
        let at = |tick: f64| {
            let value = driver.local(tick, place);
            let is_angle = driver.track.tag == Tag::AxisRotInterpolator;
            if is_angle { about(driver.track.axis(tick, gentle), value[0]).to_vec() } else { value.to_vec() }
        };
        self.bake_run(clip, Goal::rotation(node), driver, &at);
    }

    /// The number of the identifier that counts.
    fn switch(&mut self, clip: &mut Clip, node: usize, property: &Property, drivers: &[Driver<'a>]) {
        let Some(driver) = drivers.last() else { return };
        let Some(lane) = driver.track.lanes.first() else { return };
        let mut plain = Plain { width: 1, keys: Vec::new() };
        for (key, value) in
            lane.keys.iter().zip(&lane.values).take_while(|(key, _)| key.index <= driver.track.last())
        {
            let Some(tick) = driver.track.tick_of(key.index) else { continue };
            plain.keys.push(PlainKey::new(tick, vec![value[0]], Ease::Step));
        }
        self.add(clip, node, Drives::named(property.name(), 1), 0, plain, driver.runs);
        note_texts(clip, node, property, driver);
    }

    /// The numbers between which the value is, in steps, and the fraction, which goes from 0 to 1 again and again.
    fn morph(&mut self, clip: &mut Clip, node: usize, property: &Property, drivers: &[Driver<'a>]) {
        let Some(driver) = drivers.last() else { return };
        let Some(lane) = driver.track.lanes.first() else { return };
        let (track, gentle) = (&driver.track, driver.runs.span.gentle);
        let mut ends = Plain { width: 2, keys: Vec::new() };
        let mut fraction = Plain { width: 1, keys: Vec::new() };
        let reached = lane.keys.iter().take_while(|key| key.index <= track.last()).count();
        for i in 0..reached {
            let Some(tick) = track.tick_of(lane.keys[i].index) else { continue };
            let [from, to, _] = track.blend(tick, gentle);
            ends.keys.push(PlainKey::new(tick, vec![from, to], Ease::Step));
            fraction.keys.push(PlainKey::new(tick, vec![0.0], Ease::Step));
            let next = if i + 1 < reached { track.tick_of(lane.keys[i + 1].index) } else { None };
            if let (Some(next), Some(start)) = (next.filter(|_| from != to), fraction.keys.last_mut())
                && lane.style(i).shape != crate::eval::spline::Shape::Discrete
            {
                start.ease = Ease::Linear;
                let before = next - gap(next).min((next - tick) / 2.0);
                fraction.keys.push(PlainKey::new(before, vec![(before - tick) / (next - tick)], Ease::Step));
            }
        }
        let drives = Drives::named(property.name(), 3);
        self.add(clip, node, drives.clone(), 0, ends, driver.runs);
        self.add(clip, node, drives, 2, fraction, driver.runs);
        note_texts(clip, node, property, driver);
    }

    /// A rotation that turns a vector along the path.
    fn follow(&mut self, clip: &mut Clip, node: usize, place: Option<&Place>, driver: &Driver<'a>) {
        let length = driver.runs.span.length;
        // Less than the gap that stands for a jump, so that corners of the path stay corners.
        let step = gap(length) / 8.0;
        let at =
            |tick: f64| driver.track.heading(tick, length, step, &|tick| driver.local(tick, place)).to_vec();
        self.bake_run(clip, Goal::rotation(node), driver, &at);
    }

    /// Says that an animation starts from what nobody knows.
    fn report_current(&mut self, clip: &Clip, node: usize, drivers: &[Driver<'_>]) {
        if drivers.iter().any(|driver| driver.track.starts_from_target()) {
            let at = Location::path(format!("{}/{}", clip.name, clip.nodes[node].name));
            let message = "it starts from the target's own value, which is taken as at rest";
            self.sink.report(codes::CURRENT_VALUE.at(at, message));
        }
    }

    /// Bakes one run of a track.
    fn bake_run(&mut self, clip: &mut Clip, goal: Goal, driver: &Driver<'a>, at: &dyn Fn(f64) -> Vec<f64>) {
        if !driver.is_simple() {
            let at = |time: f64| at(driver.tick(time));
            return self.bake(clip, goal, std::slice::from_ref(driver), &at);
        }
        let bake = Bake { width: goal.width, tolerance: self.tolerance, keys: self.keys, at };
        let (plain, error) = bake.keys(&driver.breaks());
        self.report_baked(clip, goal.node, &goal.drives, error);
        self.add(clip, goal.node, goal.drives, goal.component, plain, driver.runs);
    }

    /// Bakes what several tracks do, over the whole clip.
    fn bake(&mut self, clip: &mut Clip, goal: Goal, drivers: &[Driver<'a>], at: &dyn Fn(f64) -> Vec<f64>) {
        let mut breaks = vec![0.0, clip.duration];
        for driver in drivers {
            let (runs, cycle) = (driver.runs, driver.runs.span.cycle());
            let seconds =
                |tick: f64| (runs.start + (tick - runs.current) * runs.tick) / runs.ticks_per_second;
            let count =
                if cycle > 0.0 { (clip.duration / (seconds(cycle) - seconds(0.0))).ceil() } else { 0.0 };
            for turn in 0..=(count.min(MAX_TURNS) as usize) {
                // So many keys are not made, and are said to be missing.
                if breaks.len() > self.keys {
                    break;
                }
                let start = turn as f64 * cycle;
                for tick in driver.breaks() {
                    breaks.push(seconds(start + tick));
                    if runs.span.back {
                        breaks.push(seconds(start + cycle - tick));
                    }
                }
            }
        }
        breaks.retain(|time| (0.0..=clip.duration).contains(time));
        breaks.sort_by(f64::total_cmp);
        breaks.dedup_by(|b, a| *b - *a < 4.0 * gap(*b));
        let bake = Bake { width: goal.width, tolerance: self.tolerance, keys: self.keys, at };
        let (plain, error) = bake.keys(&breaks);
        self.report_baked(clip, goal.node, &goal.drives, error);
        self.add(clip, goal.node, goal.drives, goal.component, plain, Runs::whole());
    }

    fn report_baked(&mut self, clip: &Clip, node: usize, drives: &Drives, error: f64) {
        let at = Location::path(format!("{}/{}", clip.name, clip.nodes[node].name));
        let message = format!("{} becomes straight lines within {error:.3e}", drives.name());
        self.sink.report(codes::BAKED.at(at, message).losing(Loss::Approximated(error)));
    }

    /// Adds a channel of keys over one run.
    fn add(
        &mut self,
        clip: &mut Clip,
        node: usize,
        drives: Drives,
        component: usize,
        plain: Plain,
        runs: Runs,
    ) {
        let (plain, wrap, whole) = plain.unroll(&runs);
        // Keys that were put before the start of the clip would be reached from a delay.
        let is_long = plain.keys.len() > self.keys;
        self.keys = self.keys.saturating_sub(plain.keys.len());
        let at = || Location::path(format!("{}/{}", clip.name, clip.nodes[node].name));
        if !whole || is_long {
            let message =
                format!("{} has more keys than are made, the last loops are missing", drives.name());
            self.sink.report(codes::CUT.at(at(), message).losing(Loss::Dropped));
        }
        if is_long {
            return;
        }
        let runs =
            if wrap == Wrap::Hold && plain.keys.len() == 1 { Runs { current: 0.0, ..runs } } else { runs };
        let channel =
            plain.curve(&runs, wrap).and_then(|curve| Channel::part(node, drives, component, curve).ok());
        clip.channels.extend(channel);
    }
}

/// The identifiers that numbers in the channel stand for.
fn note_texts(clip: &mut Clip, node: usize, property: &Property, driver: &Driver<'_>) {
    let name = &clip.nodes[node].name;
    let texts = driver.track.texts.iter().enumerate();
    let entries: Vec<_> = texts
        .map(|(number, text)| (format!("hsf-xml.{}.{name}.{number}", property.name()), text.clone()))
        .collect();
    clip.metadata.extend(entries);
}
