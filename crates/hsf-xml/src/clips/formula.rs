//! The value of a property as the document states it: what curves approximate.

use std::f64::consts::PI;
use std::sync::Arc;

use anim_core::quaternion::{self, Quaternion};

use super::bake::Turn;
use super::driver::{Driver, When, current};
use super::turning::{Turning, current_turning, turned};
use crate::program::ResolvedTarget;

/// A property of a node as a function of time.
#[derive(Clone, Debug)]
pub(super) struct Formula {
    form: Form,
    /// What drives the numbers, or what moves the node: in the order of their starts.
    moves: Vec<Driver>,
    /// What turns the node, in the order of their starts.
    turnings: Vec<Turning>,
    target: Option<Arc<ResolvedTarget>>,
}

#[derive(Clone, Debug)]
enum Form {
    /// Some of three numbers, each with an addend.
    Vector {
        first: usize,
        width: usize,
        add: [f64; 3],
    },
    /// Degrees, as radians.
    Angle,
    Rotation,
    /// The position of a node, moved and turned about its pivot.
    Place,
    /// What a turn about the pivot adds to the position, less what is added at rest.
    Displacement {
        rest: [f64; 3],
    },
}

impl Formula {
    /// `width` of three numbers, from the component `first`, each with an addend.
    pub(super) fn vector(
        moves: &[Driver],
        [first, width]: [usize; 2],
        add: [f64; 3],
        target: Option<Arc<ResolvedTarget>>,
    ) -> Self {
        Self { form: Form::Vector { first, width, add }, moves: moves.to_vec(), turnings: Vec::new(), target }
    }

    /// The angle of a rotation about one axis.
    pub(super) fn angle(driver: &Driver, target: Option<Arc<ResolvedTarget>>) -> Self {
        Self { form: Form::Angle, moves: vec![driver.clone()], turnings: Vec::new(), target }
    }

    /// A rotation.
    pub(super) fn rotation(turnings: Vec<Turning>) -> Self {
        Self { form: Form::Rotation, moves: Vec::new(), turnings, target: None }
    }

    /// The position of a node that is moved, and turned about its pivot.
    pub(super) fn place(moves: &[Driver], turnings: Vec<Turning>, target: Arc<ResolvedTarget>) -> Self {
        Self { form: Form::Place, moves: moves.to_vec(), turnings, target: Some(target) }
    }

    /// What a turn about the pivot adds to the position, less `rest`.
    pub(super) fn displacement(turning: Turning, rest: [f64; 3], target: Arc<ResolvedTarget>) -> Self {
        Self {
            form: Form::Displacement { rest },
            moves: Vec::new(),
            turnings: vec![turning],
            target: Some(target),
        }
    }

    /// The tracks that it depends on.
    pub(super) fn drivers(&self) -> Vec<Driver> {
        self.moves.iter().chain(self.turnings.iter().map(|turning| &turning.driver)).cloned().collect()
    }

    /// The value.
    pub(super) fn at(&self, when: When) -> Vec<f64> {
        let target = self.target.as_deref();
        let moved = || current(&self.moves, when).map_or([0.0; 4], |driver| driver.at(when, target));
        let place = |moved: [f64; 3]| {
            let rotation = self
                .turned(when)
                .unwrap_or_else(|| target.map_or(quaternion::IDENTITY, ResolvedTarget::rotation));
            target.map_or(moved, |target| target.around_pivot(moved, rotation))
        };
        match self.form {
            Form::Vector { first, width, add } => {
                moved().iter().zip(add).map(|(value, add)| value + add).skip(first).take(width).collect()
            }
            Form::Angle => vec![moved()[0].to_radians()],
            Form::Rotation => self.turned(when).unwrap_or(quaternion::IDENTITY).to_vec(),
            Form::Place => {
                let [x, y, z, _] = moved();
                place([x, y, z]).to_vec()
            }
            Form::Displacement { rest } => {
                place([0.0; 3]).iter().zip(rest).map(|(value, rest)| value - rest).collect()
            }
        }
    }

    /// The rotation that it depends on, over ticks of one run or over seconds; `None` if it depends on none.
    pub(super) fn turn(&self, is_run: bool) -> Option<Turn<'_>> {
        let most = match self.form {
            Form::Vector { .. } | Form::Angle => return None,
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
