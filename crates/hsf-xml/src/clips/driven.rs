//! The properties of a node that tracks drive.

use std::collections::{HashMap, HashSet};

use super::driver::Driver;
use super::plain::Runs;
use super::started::start;
use crate::Property;
use crate::members::Member;
use crate::program::{Program, ResolvedTarget};

/// A property of a node, and the tracks that drive it.
pub(super) struct Driven {
    pub(super) property: Property,
    /// In the order in which they begin.
    pub(super) drivers: Vec<Driver>,
    /// Whether a track starts from a value that only the rest of the target provides.
    pub(super) from_rest: bool,
}

/// The properties that these animations of a node drive. Tracks start from the values of those before them.
pub(super) fn driven(
    program: &Program,
    members: &[Member],
    target: Option<&ResolvedTarget>,
    budget: &mut usize,
) -> Vec<Driven> {
    let mut driven = by_property(program, members);
    if let Some(moves) = driven.iter_mut().find(|driven| driven.property == Property::Translation) {
        moves.start(target, budget);
    }
    // The direction of a path depends on where the path starts.
    follow(&mut driven);
    for others in driven.iter_mut().filter(|driven| driven.property != Property::Translation) {
        others.start(target, budget);
    }
    driven
}

/// The tracks that drive each property, in the order of the document.
fn by_property(program: &Program, members: &[Member]) -> Vec<Driven> {
    let mut driven: Vec<Driven> = Vec::new();
    let mut index_of: HashMap<Property, usize> = HashMap::new();
    for &member in members {
        let animation = &program.animations[member.animation];
        let (runs, named) = (runs(program, member), &animation.target);
        for track in &animation.tracks {
            // Quaternions and angles about an axis drive one rotation.
            let property = if track.turns() { Property::Rotation } else { track.property.clone() };
            let index = *index_of.entry(property.clone()).or_insert_with(|| {
                driven.push(Driven::of(property, Vec::new()));
                driven.len() - 1
            });
            let driver = Driver { track: track.clone(), member, runs, along: None, named: named.clone() };
            driven[index].drivers.push(driver);
        }
    }
    driven
}

/// Adds the rotations along the paths of tracks whose animations do not rotate the target otherwise.
fn follow(driven: &mut Vec<Driven>) {
    let index = |property: Property| driven.iter().position(|driven| driven.property == property);
    let (Some(moves), turns) = (index(Property::Translation), index(Property::Rotation)) else { return };
    let turning = turns.into_iter().flat_map(|turns| &driven[turns].drivers);
    let turning: HashSet<usize> = turning.map(|driver| driver.member.animation).collect();
    let heading = |moves: &Driver| {
        let along = moves.track.path_vector.filter(|_| !turning.contains(&moves.member.animation))?;
        Some(Driver { along: Some(along), ..moves.clone() })
    };
    let headings: Vec<Driver> = driven[moves].drivers.iter().filter_map(heading).collect();
    match turns {
        _ if headings.is_empty() => {}
        Some(turns) => driven[turns].drivers.extend(headings),
        None => driven.push(Driven::of(Property::Rotation, headings)),
    }
}

/// The runs of an animation in a clip.
fn runs(program: &Program, member: Member) -> Runs {
    let animation = &program.animations[member.animation];
    Runs {
        span: animation.span,
        start: member.start,
        current: animation.current,
        tick: animation.tick,
        ticks_per_second: program.ticks_per_second,
    }
}

impl Driven {
    fn of(property: Property, drivers: Vec<Driver>) -> Self {
        Self { property, drivers, from_rest: false }
    }

    /// Lets the tracks start, in the order in which they begin.
    fn start(&mut self, target: Option<&ResolvedTarget>, budget: &mut usize) {
        self.drivers.sort_by(|Driver { member: a, .. }, Driver { member: b, .. }| {
            a.start.total_cmp(&b.start).then(a.place.cmp(&b.place))
        });
        self.from_rest = start(&mut self.drivers, target, budget);
    }
}
