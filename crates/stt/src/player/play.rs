//! The player as players of all formats are.

use std::convert::Infallible;

use anim_core::{Node, Play, Pose};

use super::{Happened, Happening, Player};

impl Play for Player {
    type Happened = Happened;
    type Error = Infallible;

    fn time(&self) -> f64 {
        self.time()
    }

    fn advance(&mut self, seconds: f64) -> Result<(), Infallible> {
        self.advance(seconds);
        Ok(())
    }

    fn nodes(&self) -> &[Node] {
        self.nodes()
    }

    fn pose(&mut self, pose: &mut Pose) {
        self.pose(pose);
    }

    fn happenings(&mut self) -> impl ExactSizeIterator<Item = Happening> + '_ {
        self.happenings()
    }
}
