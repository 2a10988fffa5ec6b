//! Which nodes may differ from one frame to the next, so that resting ones cost nothing.

use anim_core::{Clip, Curve, Ease, Rate, Wrap};

/// The nodes to look at, frame by frame.
pub(super) struct Schedule {
    nodes: usize,
    /// Nodes that may move at any time, ascending.
    moving: Vec<usize>,
    /// Frames at which other nodes have keys, ascending.
    due: Vec<(u32, usize)>,
}

impl Schedule {
    /// The schedule of a valid clip over so many frames.
    pub(super) fn new(clip: &Clip, rate: Rate, frames: u32) -> Self {
        let mut moves = vec![false; clip.nodes.len()];
        for channel in clip.channels.iter().filter(|channel| !is_stepped(channel.curve())) {
            moves[channel.node()] = true;
        }
        let mut due = Vec::new();
        for channel in clip.channels.iter().filter(|channel| !moves[channel.node()]) {
            for time in channel.curve().times().iter().skip(1) {
                // The key shows at one of the frames beside it, whichever way its time is rounded.
                let before = rate.frame(time).floor();
                let beside = [before, before + 1.0].into_iter();
                let within = beside.filter(|&frame| frame > 0.0 && frame < f64::from(frames));
                due.extend(within.map(|frame| (frame as u32, channel.node())));
            }
        }
        due.sort_unstable();
        due.dedup();
        let moving = (0..moves.len()).filter(|&node| moves[node]).collect();
        Self { nodes: moves.len(), moving, due }
    }

    /// How many nodes are looked at, over so many frames together.
    pub(super) fn poses(&self, frames: u32) -> usize {
        self.moving.len().saturating_mul(frames as usize).saturating_add(self.due.len())
    }

    /// The nodes to look at in each frame in turn, ascending: all of them in the first.
    pub(super) fn frames(&self, frames: u32) -> impl Iterator<Item = (u32, Vec<usize>)> {
        let mut due = &self.due[..];
        (0..frames).map(move |frame| {
            if frame == 0 {
                return (frame, (0..self.nodes).collect());
            }
            let (now, later) = due.split_at(due.partition_point(|&(at, _)| at <= frame));
            due = later;
            let mut nodes = self.moving.clone();
            nodes.extend(now.iter().map(|&(_, node)| node));
            nodes.sort_unstable();
            (frame, nodes)
        })
    }
}

/// Whether a curve changes at its keys only.
fn is_stepped(curve: &Curve) -> bool {
    curve.len() == 1 || curve.uniform_ease() == Some(Ease::Step) && curve.wrap() == (Wrap::Hold, Wrap::Hold)
}

#[cfg(test)]
mod tests {
    use anim_core::{Channel, Node, Property, Times};

    use super::*;

    #[test]
    fn only_nodes_that_may_change_are_looked_at() {
        let channel = |node, times: &[f64], ease| {
            let curve = Curve::new(Times::keys(times).unwrap(), 1, vec![0.0; times.len()], ease).unwrap();
            Channel::new(node, Property::Visible, curve).unwrap()
        };
        let clip = Clip {
            nodes: vec![Node::new("rests"), Node::new("steps"), Node::new("slides"), Node::new("stands")],
            channels: vec![
                channel(1, &[0.0, 3.0, 4.5, 99.0], Ease::Step),
                channel(2, &[0.0, 1.0], Ease::Linear),
                channel(3, &[2.0], Ease::Linear),
            ],
            ..Clip::default()
        };
        let schedule = Schedule::new(&clip, Rate::per_second(1), 7);
        let frames: Vec<_> = schedule.frames(7).map(|(_, nodes)| nodes).collect();
        // Keys at 3 s and 4.5 s show in the frames 3 and 5; the frame on the other side of a key costs little.
        let both = vec![1, 2];
        assert_eq!(frames, [vec![0, 1, 2, 3], vec![2], vec![2], both.clone(), both.clone(), both, vec![2]]);
        assert_eq!(schedule.poses(7), 7 + 3);
    }
}
