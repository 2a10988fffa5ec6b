//! Still clips that are poses of the sequences they accompany.

use std::collections::HashMap;

use anim_core::{Clip, EulerOrder, Property, quaternion};

use super::pose::{Moment, Poses};
use super::values::is_held;
use crate::channel::apart;
use crate::{Body, Label};

/// Differences of positions that rounding causes, relative to the largest number.
const ROUNDING: f64 = 1e-9;

/// Differences of rotations that rounding causes, in radians.
const ROUNDING_ANGLE: f64 = 1e-7;

/// The clips that do not move. A state made from a pose becomes such a clip when it is read; when that clip is encoded next to
/// its sequence, the sequence finds it again by name and values.
pub(super) struct Stills<'a> {
    clips: &'a [Clip],
    /// The names of the clips' states.
    names: &'a [Label],
    order: EulerOrder,
    /// The clips that no sequence uses yet, by name.
    free: HashMap<&'a str, usize>,
    /// The states of clips that sequences use, with the angles of the sequence, which continue from pose to pose.
    pub(super) shown: Vec<(usize, Body)>,
}

impl<'a> Stills<'a> {
    /// The still clips among valid clips.
    pub(super) fn new(clips: &'a [Clip], names: &'a [Label], order: EulerOrder) -> Self {
        let is_still = |clip: &Clip| {
            let mut held = clip.channels.iter().filter(|channel| is_held(channel.property()));
            held.all(|channel| channel.curve().is_still())
        };
        // If several clips have the same name, it refers to the first.
        let stills = clips.iter().enumerate().rev().filter(|(_, clip)| is_still(clip));
        let free = stills.map(|(index, clip)| (&*clip.name, index)).collect();
        Self { clips, names, order, free, shown: Vec::new() }
    }

    /// The name of the state of a clip that has the name and the values of a pose of a sequence, if there is one that no
    /// sequence uses yet. The labels are those of the sequence's nodes.
    pub(super) fn show(
        &mut self,
        clip: &Clip,
        index: usize,
        moment: &Moment,
        labels: &[Label],
    ) -> Option<Label> {
        let wanted = format!("{} {index}", clip.name);
        let found = *self.free.get(&*wanted)?;
        let still = self.clips.get(found)?;
        if !self.equals(still, clip, moment) {
            return None;
        }
        let name = self.names.get(found)?.clone();
        self.free.remove(&*wanted);
        self.shown.push((found, moment.state(name.clone(), labels).body));
        Some(name)
    }

    /// Whether a still clip has the nodes of a sequence's clip in the pose of a moment.
    fn equals(&self, still: &Clip, clip: &Clip, moment: &Moment) -> bool {
        let nodes = still.nodes.iter().map(|node| &node.name);
        if !nodes.eq(clip.nodes.iter().map(|node| &node.name)) {
            return false;
        }
        // Angles are compared as numbers, unless a clip states the rotation.
        let angular = |node: usize| {
            let mut own = still.channels.iter().filter(|channel| channel.node() == node);
            own.any(|channel| matches!(channel.property(), Property::Euler(_) | Property::Angle { .. }))
        };
        let shown = Poses::new(still, self.order).at(0.0, None);
        shown.nodes.iter().zip(&moment.nodes).enumerate().all(|(node, (a, b))| {
            let near = |part: usize| {
                let size = a[part].iter().chain(&b[part]).fold(1.0, |size: f64, value| size.max(value.abs()));
                apart(a[part], b[part]) <= ROUNDING * size
            };
            let [left, right] = [a[2], b[2]].map(|angles| self.order.to_quaternion(angles));
            let turned = quaternion::angle_between(left, right) <= ROUNDING_ANGLE;
            near(0) && near(1) && turned && (near(2) || !angular(node))
        })
    }
}
