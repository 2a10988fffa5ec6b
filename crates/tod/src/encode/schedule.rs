//! The frames, and the nodes that may change in each of them, so that nodes at rest cost nothing.

use anim_core::frames::near;
use anim_core::{Clip, Curve, Ease, Rate, Wrap};

use super::resolution::Pace;

/// The frames of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frames {
    pub(super) rate: Rate,
    pub(super) count: u32,
    /// The largest distance of a time from a frame, in frames, at which it counts as on it.
    pub(super) near: f64,
}

impl Frames {
    /// The frame in which the key at a time takes effect, 0 or more.
    pub(super) fn frame_of(self, time: f64) -> f64 {
        (self.rate.frame(time) - self.near).ceil().max(0.0)
    }

    /// Whether a time is as near to a frame as rounding may move it.
    pub(super) fn is_on_frame(self, time: f64) -> bool {
        let frame = self.rate.frame(time);
        (frame - frame.round()).abs() <= self.near
    }
}

/// The number of frames that begin before the end of a clip of this many seconds, at least 1.
pub(super) fn frame_count(seconds: f64, rate: Rate) -> f64 {
    (rate.frame(seconds) - near(seconds, rate)).ceil().max(1.0)
}

/// Whether each node of a valid clip may move at any time.
pub(super) fn moving(clip: &Clip) -> Vec<bool> {
    let mut moves = vec![false; clip.nodes.len()];
    for channel in clip.channels.iter().filter(|channel| !is_stepped(channel.curve())) {
        moves[channel.node()] = true;
    }
    moves
}

/// The nodes to sample, frame by frame.
pub(super) struct Schedule {
    nodes: usize,
    /// Nodes that may move at any time, ascending.
    moving: Vec<usize>,
    /// They are sampled once in this many frames, at least 1.
    every: u32,
    /// Frames at which other nodes have keys, ascending.
    due: Vec<(u32, usize)>,
}

impl Schedule {
    /// The schedule of a valid clip over a number of frames.
    pub(super) fn new(clip: &Clip, Pace { resolution, every }: Pace, frames: u32) -> Self {
        let rate = Rate::sixtieths(resolution);
        let moves = moving(clip);
        let mut due = Vec::new();
        for channel in clip.channels.iter().filter(|channel| !moves[channel.node()]) {
            let curve = channel.curve();
            // The first key of a stepped curve is a packet too.
            let is_packet = curve.uniform_ease() == Some(Ease::Step) && curve.start() > 0.0;
            for time in curve.times().iter().skip(usize::from(!is_packet)) {
                // Depending on the rounding of its time, the key takes effect at the frame before or after it.
                let before = rate.frame(time).floor();
                let frames_around = [before, before + 1.0].into_iter();
                let within = frames_around.filter(|&frame| frame > 0.0 && frame < f64::from(frames));
                due.extend(within.map(|frame| (frame as u32, channel.node())));
            }
        }
        due.sort_unstable();
        due.dedup();
        let moving = (0..moves.len()).filter(|&node| moves[node]).collect();
        Self { nodes: moves.len(), moving, every, due }
    }

    /// The number of poses of nodes that are sampled over a number of frames.
    pub(super) fn poses(&self, frames: u32) -> usize {
        self.moving.len().saturating_mul(frames.div_ceil(self.every) as usize).saturating_add(self.due.len())
    }

    /// The nodes to sample in each frame, ascending: in the first frame all of them.
    pub(super) fn frames(&self, frames: u32) -> impl Iterator<Item = (u32, Vec<usize>)> {
        let mut due = &self.due[..];
        (0..frames).map(move |frame| {
            if frame == 0 {
                return (frame, (0..self.nodes).collect());
            }
            let (now, later) = due.split_at(due.partition_point(|&(at, _)| at <= frame));
            due = later;
            let mut nodes = if frame % self.every == 0 { self.moving.clone() } else { Vec::new() };
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
    fn only_nodes_that_may_change_are_sampled() {
        let channel = |node, times: &[f64], ease| {
            let curve = Curve::new(Times::keys(times).unwrap(), 1, vec![0.0; times.len()], ease).unwrap();
            Channel::new(node, Property::Visible, curve).unwrap()
        };
        let nodes = ["rests", "steps", "slides", "stands"].map(Node::new).to_vec();
        let channels = vec![
            channel(1, &[0.0, 3.0, 4.5, 99.0], Ease::Step),
            channel(2, &[0.0, 1.0], Ease::Linear),
            channel(3, &[2.0], Ease::Linear),
        ];
        let clip = Clip::new("moves").with_nodes(nodes).with_channels(channels);
        let schedule = Schedule::new(&clip, Pace { resolution: 60, every: 1 }, 7);
        let frames: Vec<_> = schedule.frames(7).map(|(_, nodes)| nodes).collect();
        // Keys at 3 s and 4.5 s take effect in frames 3 and 5; the frame on the other side of each key costs little.
        let both = vec![1, 2];
        assert_eq!(
            frames,
            [vec![0, 1, 2, 3], vec![2], vec![2], both.clone(), both.clone(), both.clone(), vec![2]]
        );
        assert_eq!(schedule.poses(7), 7 + 3);
        let schedule = Schedule::new(&clip, Pace { resolution: 60, every: 3 }, 7);
        let frames: Vec<_> = schedule.frames(7).map(|(_, nodes)| nodes).collect();
        assert_eq!(frames, [vec![0, 1, 2, 3], vec![], vec![], both.clone(), vec![1], vec![1], vec![2]]);
        assert_eq!(schedule.poses(7), 3 + 3);
    }
}
