//! The exact value of a property in the document, which curves approximate.

use std::f64::consts::PI;
use std::sync::Arc;

use anim_core::quaternion::{self, Quaternion};

use super::bake::Turn;
use super::driver::{Driver, Part, When};
use super::turning::{Turning, current_turning, turned};
use crate::program::ResolvedTarget;

/// A property of a node as a function of time.
#[derive(Clone, Debug)]
pub(super) struct Formula {
    form: Form,
    /// The tracks that drive the numbers, or that move the node.
    moves: Vec<Part>,
    /// The rotations of the node, in the order of their starts.
    turnings: Vec<Turning>,
    target: Option<Arc<ResolvedTarget>>,
    /// The rotation before the first of these, if it is not that of the target at rest.
    held: Option<Quaternion>,
}

#[derive(Clone, Debug)]
enum Form {
    /// Some of three numbers, each with an addend.
    Vector {
        add: [f64; 3],
    },
    /// Degrees, as radians.
    Angle,
    /// The blend fraction between two identifiers.
    Fraction,
    Rotation,
    /// The position of a node that is moved, and rotated about its pivot.
    Place,
    /// The contribution of a rotation about the pivot to the position, minus the contribution at rest.
    Displacement {
        rest: [f64; 3],
    },
}

impl Formula {
    /// The components of a part of three numbers, each with an addend.
    pub(super) fn vector(part: Part, add: [f64; 3], target: Option<Arc<ResolvedTarget>>) -> Self {
        Self { form: Form::Vector { add }, moves: vec![part], turnings: Vec::new(), target, held: None }
    }

    /// The angle of a rotation about one axis, and the angle in radians before it starts.
    pub(super) fn angle(driver: &Driver, before: f64, target: Option<Arc<ResolvedTarget>>) -> Self {
        let held = Some([before.to_degrees(), 0.0, 0.0, 0.0]);
        Self {
            form: Form::Angle,
            moves: vec![Part { held, ..number(driver) }],
            turnings: Vec::new(),
            target,
            held: None,
        }
    }

    /// The blend fraction between two identifiers.
    pub(super) fn fraction(driver: &Driver) -> Self {
        Self {
            form: Form::Fraction,
            moves: vec![number(driver)],
            turnings: Vec::new(),
            target: None,
            held: None,
        }
    }

    /// A rotation, and the rotation before the first of these starts, unless it is that of the target at rest.
    pub(super) fn rotation(turnings: Vec<Turning>, held: Option<Quaternion>) -> Self {
        let target = turnings.first().and_then(|turning| turning.target.clone());
        Self { form: Form::Rotation, moves: Vec::new(), turnings, target, held }
    }

    /// The position of a node that is moved, and rotated about its pivot.
    pub(super) fn place(moves: &[Part], turnings: Vec<Turning>, target: Arc<ResolvedTarget>) -> Self {
        Self { form: Form::Place, moves: moves.to_vec(), turnings, target: Some(target), held: None }
    }

    /// The contribution of a rotation about the pivot to the position, minus `rest`.
    pub(super) fn displacement(turning: Turning, rest: [f64; 3], target: Arc<ResolvedTarget>) -> Self {
        Self {
            form: Form::Displacement { rest },
            moves: Vec::new(),
            turnings: vec![turning],
            target: Some(target),
            held: None,
        }
    }

    /// The tracks that it depends on.
    pub(super) fn drivers(&self) -> Vec<Driver> {
        let moves = self.moves.iter().flat_map(|part| &part.drivers);
        moves.chain(self.turnings.iter().map(|turning| &turning.driver)).cloned().collect()
    }

    /// The value.
    pub(super) fn at(&self, when: When) -> Vec<f64> {
        self.value(Some(when))
    }

    /// The value before anything that it depends on starts.
    pub(super) fn before(&self) -> Vec<f64> {
        self.value(None)
    }

    fn value(&self, when: Option<When>) -> Vec<f64> {
        let target = self.target.as_deref();
        let rest =
            || self.held.unwrap_or_else(|| target.map_or(quaternion::IDENTITY, ResolvedTarget::rotation));
        let rotation = || when.and_then(|when| self.turned(when)).unwrap_or_else(rest);
        // If a target has several pivots, that of the animation that rotates it.
        let turning = when.and_then(|when| current_turning(&self.turnings, when));
        let pivot = turning.and_then(|turning| turning.driver.named.as_deref()).or(target);
        let place = |moved: [f64; 3]| pivot.map_or(moved, |target| target.around_pivot(moved, rotation()));
        match self.form {
            Form::Vector { add } => {
                let moved = self.moved(when);
                let sum = moved.iter().zip(add).map(|(value, add)| value + add);
                let Some(part) = self.moves.first() else { return Vec::new() };
                sum.skip(part.first).take(part.width).collect()
            }
            Form::Angle => vec![self.moved(when)[0].to_radians()],
            Form::Fraction => {
                let driver = self.moves.iter().flat_map(|part| &part.drivers).next();
                vec![driver.zip(when).map_or(0.0, |(driver, when)| driver.blended(when))]
            }
            Form::Rotation => rotation().to_vec(),
            Form::Place => place(self.moved(when)).to_vec(),
            Form::Displacement { rest } => {
                place([0.0; 3]).iter().zip(rest).map(|(value, rest)| value - rest).collect()
            }
        }
    }

    /// The numbers of the parts.
    fn moved(&self, when: Option<When>) -> [f64; 3] {
        let mut moved = [0.0; 3];
        for part in &self.moves {
            let value = part.at(when, self.target.as_deref());
            let range = part.first..part.first + part.width;
            moved[range.clone()].copy_from_slice(&value[range]);
        }
        moved
    }

    /// The rotation on which it depends, over ticks of one run or over seconds; `None` if it depends on none.
    pub(super) fn turn(&self, is_run: bool) -> Option<Turn<'_>> {
        let most = match self.form {
            Form::Vector { .. } | Form::Angle | Form::Fraction => return None,
            Form::Rotation => PI,
            Form::Place | Form::Displacement { .. } => {
                self.turnings.iter().map(Turning::across).fold(0.0, f64::max)
            }
        };
        let between = move |from: f64, to: f64| match self.turnings.first() {
            Some(turning) if is_run => turning.between(from, to),
            _ => turned(&self.turnings, from, to),
        };
        Some(Turn { between: Box::new(between), most })
    }

    fn turned(&self, when: When) -> Option<Quaternion> {
        current_turning(&self.turnings, when).map(|turning| turning.rotation(turning.driver.tick(when)))
    }
}

/// One number that one track drives.
fn number(driver: &Driver) -> Part {
    Part { first: 0, width: 1, drivers: vec![driver.clone()], held: None }
}
