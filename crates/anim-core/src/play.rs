//! Players: they play the states of a document over time.

mod graph;
mod happenings;

use std::fmt::Debug;

use crate::{Node, Pose};
pub use graph::{Activities, Activity, Edge, EdgeKind, Graph, GraphNode, Group, NodeKind};
pub use happenings::{Happenings, MAX_HAPPENINGS};

/// An event of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Happening<W> {
    /// The player's time of the event, in seconds.
    pub time: f64,
    /// What happened.
    pub what: W,
}

impl<W> Happening<W> {
    /// An event at a time of the player, in seconds.
    pub const fn new(time: f64, what: W) -> Self {
        Self { time, what }
    }
}

/// A player of any format: it owns a document with states, and a clock.
///
/// This trait is for code that works with the players of several formats. Users of one format crate need not import it: every player
/// has the same functions as inherent methods.
///
/// What plays at time 0 has begun when a player is made: the first events report it. Poses and events depend on the times of what a
/// program requests, not on the steps in which time advances.
///
/// ```
/// use anim_core::{Play, Pose};
///
/// /// Prints what happens in a time, and where the nodes are at its end.
/// fn watch<P: Play>(player: &mut P, seconds: f64) -> Result<(), P::Error> {
///     player.advance(seconds)?;
///     for event in player.happenings() {
///         println!("{} s: {:?}", event.time, event.what);
///     }
///     let mut pose = Pose::default();
///     player.pose(&mut pose);
///     for (node, matrix) in player.nodes().iter().zip(&pose.world) {
///         println!("{} s: {} is at {:?}", player.time(), node.name, matrix.translation());
///     }
///     Ok(())
/// }
/// ```
pub trait Play: Clone + Debug {
    /// The kinds of events.
    type Happened: Clone + Debug + PartialEq;

    /// Why time cannot advance; [`Infallible`](std::convert::Infallible) for players that are always done.
    type Error: std::error::Error + Send + Sync + 'static;

    /// The player's clock: the seconds since it was made.
    fn time(&self) -> f64;

    /// Advances the time by a number of seconds. A step that is not above 0, or that would make the time infinite, does not advance.
    fn advance(&mut self, seconds: f64) -> Result<(), Self::Error>;

    /// The nodes of [`Play::pose`], with their names and their hierarchy. They may be others in another state.
    fn nodes(&self) -> &[Node];

    /// Fills a pose with the matrices of all nodes, in the order of [`Play::nodes`]. The memory of `pose` is reused.
    fn pose(&mut self, pose: &mut Pose);

    /// The events since the last call, in order. A player keeps only the latest ones until they are taken: see the limit of each
    /// format.
    fn happenings(&mut self) -> impl ExactSizeIterator<Item = Happening<Self::Happened>> + '_;
}
