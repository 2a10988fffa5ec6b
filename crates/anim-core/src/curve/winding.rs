//! How far nodes turn, counted by their angles.

use crate::{Channel, Ease, Property, Sampler};

/// The angles of one node or of several.
///
/// A rotation is the same after a whole turn, so rotations sampled at some times do not show how often a node turned in between.
/// Angles do. All other rotations turn by at most half a turn from one key to the next.
///
/// ```
/// use anim_core::{Channel, Curve, Ease, Property, Times, Winding};
///
/// let curve = Curve::new(Times::keys([0.0, 1.0])?, 1, vec![0.0, 25.0], Ease::Linear)?;
/// let channel = Channel::new(0, Property::Angle { axis: [0.0, 1.0, 0.0] }, curve)?;
/// let mut winding = Winding::new([&channel]);
/// assert!((winding.turn([0.25, 0.75]) - 12.5).abs() < 1e-12);
/// # Ok::<(), anim_core::ClipError>(())
/// ```
#[derive(Debug)]
pub struct Winding<'a> {
    /// The curves of angles with their nodes, in ascending order, and their widths.
    curves: Vec<(usize, Sampler<'a>, usize)>,
}

impl<'a> Winding<'a> {
    /// The angles of these channels. Channels of other properties, and those that step from key to key, do not count.
    pub fn new(channels: impl IntoIterator<Item = &'a Channel>) -> Self {
        let turns = |channel: &&Channel| {
            let is_angle = matches!(channel.property(), Property::Euler(_) | Property::Angle { .. });
            is_angle && channel.curve().uniform_ease() != Some(Ease::Step)
        };
        let curve = |channel: &'a Channel| {
            let curve = channel.curve();
            (channel.node(), Sampler::new(curve), curve.width())
        };
        let mut curves: Vec<_> = channels.into_iter().filter(turns).map(curve).collect();
        curves.sort_by_key(|(node, ..)| *node);
        Self { curves }
    }

    /// The rotation of the node that turns most between two times, in radians: the sum of the differences of all its angles. This
    /// is an upper bound if the angles neither turn back in between nor jump.
    pub fn turn(&mut self, [from, to]: [f64; 2]) -> f64 {
        let (mut most, mut turn, mut last) = (0.0_f64, 0.0, None);
        for (node, sampler, width) in &mut self.curves {
            if last.replace(*node) != Some(*node) {
                turn = 0.0;
            }
            let (mut before, mut after) = ([0.0; 3], [0.0; 3]);
            sampler.sample(from, &mut before[..*width]);
            sampler.sample(to, &mut after[..*width]);
            turn += before.iter().zip(after).map(|(before, after)| (after - before).abs()).sum::<f64>();
            most = most.max(turn);
        }
        most
    }
}
