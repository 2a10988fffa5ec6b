//! A `SINGLE` state as a clip: each motion is one curve.

use anim_core::{Clip, Node};

use super::slot::Slot;
use crate::machine::{Drive, Machine};
use crate::{Behavior, Channel, Motions, Stt, Vector, describe};

/// The clip of a `SINGLE` state, without events. It lasts as long as its longest period or one-way motion.
pub(super) fn clip(machine: &Machine<&Stt>, state: usize, name: String) -> Clip {
    let mut clip = Clip::new(name);
    for part in machine.parts(state) {
        let node = clip.nodes.len();
        clip.nodes.push(Node::new(machine.nodes[part.node].to_string()));
        for (slot, drive) in Slot::ALL.into_iter().zip(machine.drives(state, part)) {
            if let Some(Drive::Moving(channel)) = drive {
                clip.duration = clip.duration.max(channel.length());
            }
            let motion = drive.and_then(|drive| drive.motion(machine.options.sine));
            let curve = motion.and_then(|motion| slot.curve(&motion));
            clip.channels.extend(curve.and_then(|curve| slot.channel(machine.options.order, node, curve)));
        }
    }
    clip
}

/// The behaviour of each node of a `SINGLE` state, as metadata of its clip. Nodes at the origin need none.
pub(super) fn described(machine: &Machine<&Stt>, state: usize) -> Vec<(String, String)> {
    let mut entries = Vec::new();
    for part in machine.parts(state) {
        if let Some(behavior) = behavior(machine.drives(state, part)) {
            let key = format!("{}{}", describe::NODE, machine.nodes[part.node]);
            entries.push((key, describe::text(&behavior, machine.options.sine)));
        }
    }
    entries
}

/// The behaviour of a node with these three drives; `None` if all three vectors are 0.
fn behavior(drives: [Option<Drive<'_>>; 3]) -> Option<Behavior> {
    if let [Some(Drive::Still(d)), Some(Drive::Still(t)), Some(Drive::Still(o))] = drives {
        let [displacement, translation, orientation] = [Vector::new(d)?, Vector::new(t)?, Vector::new(o)?];
        let moved = [d, t, o] != [[0.0; 3]; 3];
        return moved.then_some(Behavior::Static { displacement, translation, orientation });
    }
    let channel = |drive: Option<Drive<'_>>| match drive {
        None => Some(Channel::none()),
        Some(Drive::Still(value)) => Vector::new(value).map(Channel::still),
        Some(Drive::Moving(channel)) => Some(channel.clone()),
    };
    let [displacement, translation, orientation] = drives.map(channel);
    let motions =
        Motions { displacement: displacement?, translation: translation?, orientation: orientation? };
    Some(Behavior::Dynamic(Box::new(motions)))
}
