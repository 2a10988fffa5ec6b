//! What happens while a document plays.

use std::fmt;
use std::sync::Arc;

use anim_core::UnknownName;

/// The most steps of one call: a document in which more happens, such as an endless chain of sensors at one tick, ends with an
/// [`Overrun`].
pub const MAX_STEPS: usize = 1 << 20;

/// The most happenings that a player keeps until it is asked for them; of more, it keeps the latest.
pub const MAX_HAPPENINGS: usize = 1 << 20;

/// Something that happened, and when.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Happening {
    /// When, in seconds.
    pub time: f64,
    /// When, in ticks.
    pub tick: f64,
    /// What.
    pub what: Happened,
}

/// What happened. Animations and sensors have their indices in [`Player::animations`](crate::Player::animations) and
/// [`Player::sensors`](crate::Player::sensors), and their names there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Happened {
    /// An animation began to play, or resumed.
    Entered {
        /// Its index.
        animation: usize,
        /// Its full name.
        name: Arc<str>,
    },
    /// An animation was stopped before its end, where it was or back at its beginning.
    Left {
        /// Its index.
        animation: usize,
        /// Its full name.
        name: Arc<str>,
    },
    /// An animation reached its end.
    Finished {
        /// Its index.
        animation: usize,
        /// Its full name.
        name: Arc<str>,
    },
    /// A sensor acted.
    Sensed {
        /// Its index.
        sensor: usize,
        /// Its name.
        name: Arc<str>,
    },
    /// A sensor asks the host for an action: `LOADFILE`, `LOADURL`, `INFOTEXT`, or a type that users define. The player
    /// carries none of them out.
    Asked {
        /// The index of the sensor.
        sensor: usize,
        /// The type of the action.
        action: Arc<str>,
        /// Its target as the document spells it; may be empty.
        target: Arc<str>,
        /// Its value; may be empty.
        value: Arc<str>,
    },
}

/// More happened in one call than [`MAX_STEPS`] steps.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Overrun {
    /// The tick that was reached.
    pub tick: f64,
}

impl Overrun {
    pub(super) fn at(tick: f64) -> Self {
        Self { tick }
    }
}

impl fmt::Display for Overrun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {MAX_STEPS} steps up to tick {}, expected sensors that come to rest", self.tick)
    }
}

impl std::error::Error for Overrun {}

/// Why an input has no effect.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum InputError {
    /// There is no such target.
    Target(UnknownName),
    /// Too much happens.
    Overrun(Overrun),
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Target(unknown) => unknown.fmt(f),
            Self::Overrun(overrun) => overrun.fmt(f),
        }
    }
}

impl std::error::Error for InputError {}
