//! The player as players of all formats are.

use anim_core::{Happening, Node, Play, Pose};

use super::{Happened, Overrun, Player};

impl Play for Player {
    type Happened = Happened;
    type Error = Overrun;

    fn time(&self) -> f64 {
        self.time()
    }

    fn advance(&mut self, seconds: f64) -> Result<(), Overrun> {
        self.advance(seconds)
    }

    fn nodes(&self) -> &[Node] {
        self.nodes()
    }

    fn pose(&mut self, pose: &mut Pose) {
        self.pose(pose);
    }

    fn happenings(&mut self) -> impl ExactSizeIterator<Item = Happening<Happened>> + '_ {
        self.happenings().map(|happening| Happening::new(happening.time, happening.what))
    }
}
