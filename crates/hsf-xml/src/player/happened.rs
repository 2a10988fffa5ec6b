//! The events of a player.

use std::fmt;
use std::sync::Arc;

use anim_core::UnknownName;

/// The maximum number of steps in one call. If more happens in a document, such as an endless chain of sensors at one tick, the
/// call ends with an [`Overrun`].
pub const MAX_STEPS: usize = 1 << 20;

/// The maximum number of events that a player keeps until they are taken; it keeps the latest.
///
/// It is higher than [for other players](anim_core::MAX_HAPPENINGS), one event for each step of a call: a program has to carry out all
/// that sensors ask for, however long it lets time pass.
pub const MAX_HAPPENINGS: usize = MAX_STEPS;

/// An event and its time. Unlike [in other formats](anim_core::Happening), the time is also in ticks, which are whole numbers where
/// seconds are rounded.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Happening {
    /// The player's time of the event, in seconds.
    pub time: f64,
    /// The same in ticks.
    pub tick: f64,
    /// What happened.
    pub what: Happened,
}

/// The kinds of events. Animations and sensors have the indices and names of [`Player::animations`](crate::Player::animations)
/// and [`Player::sensors`](crate::Player::sensors).
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
    /// An animation was stopped before its end; it keeps its position or is reset.
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
    /// A sensor requests an action of the host: `LOADFILE`, `LOADURL`, `INFOTEXT`, or a type that users define. The player
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

/// A call needed more than [`MAX_STEPS`] steps.
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
        let tick = self.tick;
        write!(f, "more than {MAX_STEPS} steps up to tick {tick}, expected sensors that come to rest")?;
        write!(f, "; if they act on every tick (ONTICK), advance in shorter steps")
    }
}

impl std::error::Error for Overrun {}

/// Why an input has no effect.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum InputError {
    /// There is no such target.
    Target(UnknownName),
    /// Too many events happened.
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
