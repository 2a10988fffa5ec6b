//! Groups: nodes with the same kind of rotation, posed together.

use super::columns::{self, Column, MOST};
use super::direct::Direct;
use crate::bake::arc::Arcs;
use crate::math::euler::Halves;
use crate::{Affine, ClipSampler, EulerOrder, Transform};

/// Nodes with the same kind of rotation, at most [`MOST`] of them.
#[derive(Debug)]
pub(crate) struct Group<'a> {
    turn: Turn,
    members: Vec<Member<'a>>,
    /// The clock that all rotation channels of the members share, if they share one and its keys have their own values.
    clock: Option<usize>,
}

/// The kind of rotation of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Turn {
    /// A quaternion.
    Rotation,
    /// Angles.
    Euler(EulerOrder),
}

/// A node with the channels that drive whole properties of its transform.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member<'a> {
    pub(crate) node: usize,
    pub(crate) rest: Transform,
    /// The channel that [`Turn`] names, if there is one.
    pub(crate) rotation: Option<Direct<'a, 4>>,
    pub(crate) angles: Option<Direct<'a, 3>>,
    pub(crate) translation: Option<Direct<'a, 3>>,
    pub(crate) scale: Option<Direct<'a, 3>>,
    /// Whether its scale may differ from 1.
    pub(crate) is_scaled: bool,
}

/// The numbers of a group at a time, in memory that is reused.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    angles: [Column; 3],
    halves: Halves,
    arcs: Arcs,
    /// The members whose rotation is not a tiny arc.
    others: Vec<usize>,
    rotations: [Column; 4],
    matrices: [Column; 9],
}

impl Default for Numbers {
    fn default() -> Self {
        Self {
            angles: [[0.0; MOST]; 3],
            halves: Halves::ZERO,
            arcs: Arcs::ZERO,
            others: Vec::new(),
            rotations: [[0.0; MOST]; 4],
            matrices: [[0.0; MOST]; 9],
        }
    }
}

impl<'a> Group<'a> {
    /// The groups of these nodes, each node with its kind of rotation.
    pub(crate) fn all(mut nodes: Vec<(Turn, Member<'a>)>) -> Vec<Self> {
        // Nodes of one kind are next to each other, in groups of about equal size.
        nodes.sort_by_key(|(turn, _)| match turn {
            Turn::Rotation => None,
            Turn::Euler(order) => Some(order.axes()),
        });
        let mut groups = Vec::new();
        for alike in nodes.chunk_by(|(one, _), (other, _)| one == other) {
            // An even number of nodes: two are computed at a time, and a last odd one alone.
            let size = alike.len().div_ceil(alike.len().div_ceil(MOST)).next_multiple_of(2);
            for group in alike.chunks(size) {
                let members: Vec<_> = group.iter().map(|(_, member)| *member).collect();
                let turn = group[0].0;
                let clock = match turn {
                    Turn::Rotation => common(members.iter().filter_map(|member| member.rotation)),
                    Turn::Euler(_) => common(members.iter().filter_map(|member| member.angles)),
                };
                groups.push(Self { turn, members, clock });
            }
        }
        groups
    }

    /// Writes the local matrices of the members at a time into those of all nodes.
    pub(crate) fn pose(
        &self,
        sampler: &mut ClipSampler<'_>,
        time: f64,
        numbers: &mut Numbers,
        local: &mut [Affine],
    ) {
        match self.turn {
            Turn::Rotation => self.rotate(sampler, time, numbers),
            Turn::Euler(order) => self.turn(order, sampler, time, numbers),
        }
        let Numbers { rotations, matrices, .. } = numbers;
        columns::matrices(rotations, self.members.len(), matrices);
        for (place, member) in self.members.iter().enumerate() {
            let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h, mut i] =
                columns::get(matrices, place);
            if member.is_scaled {
                let [x, y, z] = value(member.scale.as_ref(), member.rest.scale, sampler, time);
                [a, b, c, d, e, f, g, h, i] = [a * x, b * y, c * z, d * x, e * y, f * z, g * x, h * y, i * z];
            }
            let [x, y, z] = value(member.translation.as_ref(), member.rest.translation, sampler, time);
            local[member.node] = Affine([[a, b, c, x], [d, e, f, y], [g, h, i, z]]);
        }
    }

    /// The key at which the rotations of all members are at a time, if they are at the same key.
    fn key(&self, sampler: &mut ClipSampler<'_>, time: f64) -> Option<usize> {
        let place = sampler.place(self.clock?, time);
        place.at_key.then_some(place.key)
    }

    /// The rotations of members that turn by angles.
    fn turn(&self, order: EulerOrder, sampler: &mut ClipSampler<'_>, time: f64, numbers: &mut Numbers) {
        let Numbers { angles, halves, rotations, .. } = numbers;
        let key = self.key(sampler, time);
        for (place, member) in self.members.iter().enumerate() {
            if let (Some(key), Some(channel)) = (key, &member.angles) {
                columns::put(angles, place, channel.at_key(key));
                continue;
            }
            columns::put(angles, place, value(member.angles.as_ref(), [0.0; 3], sampler, time));
        }
        order.turn(angles, self.members.len(), halves, rotations);
    }

    /// The rotations of members that turn by quaternions: tiny arcs together, and all others one by one.
    fn rotate(&self, sampler: &mut ClipSampler<'_>, time: f64, numbers: &mut Numbers) {
        let Numbers { arcs, others, rotations, .. } = numbers;
        if let Some(key) = self.key(sampler, time) {
            for (place, member) in self.members.iter().enumerate() {
                let at_key = |channel: &Direct<'_, 4>| channel.at_key(key);
                columns::put(rotations, place, member.rotation.as_ref().map_or(member.rest.rotation, at_key));
            }
            return;
        }
        others.clear();
        for (place, member) in self.members.iter().enumerate() {
            let arc = member.rotation.as_ref().and_then(|channel| channel.arc(sampler, time));
            let ([from, to], part) = arc.unwrap_or_else(|| {
                others.push(place);
                ([member.rest.rotation; 2], 0.0)
            });
            columns::put(&mut arcs.from, place, from);
            columns::put(&mut arcs.to, place, to);
            arcs.parts[place] = part;
        }
        let count = self.members.len();
        if others.len() < count {
            arcs.at(count, rotations);
            others.extend((0..count).filter(|place| !arcs.is_tiny(*place)));
        }
        for &place in &*others {
            let member = &self.members[place];
            let rotation = value(member.rotation.as_ref(), member.rest.rotation, sampler, time);
            columns::put(rotations, place, rotation);
        }
    }
}

/// The clock that all channels share, if they share one and its keys have their own values.
fn common<'a, const N: usize>(channels: impl Iterator<Item = Direct<'a, N>>) -> Option<usize> {
    let mut clocks = channels.map(|channel| channel.clock());
    let first = clocks.next()?;
    clocks.all(|other| other == first).then_some(first).flatten()
}

/// The value of a channel at a time; the rest value without a channel.
#[inline]
fn value<const N: usize>(
    channel: Option<&Direct<'_, N>>,
    rest: [f64; N],
    sampler: &mut ClipSampler<'_>,
    time: f64,
) -> [f64; N] {
    channel.map_or(rest, |channel| channel.read(sampler, time))
}

impl Member<'_> {
    /// A node without channels.
    pub(crate) fn at_rest(node: usize, rest: Transform) -> Self {
        let is_scaled = rest.scale != [1.0; 3];
        Self { node, rest, rotation: None, angles: None, translation: None, scale: None, is_scaled }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use proptest::prelude::*;

    use super::*;
    use crate::curve::sample::tests::any_curve;
    use crate::{Channel, Clip, Curve, Ease, Node, Pose, Poser, Property, Times, quaternion};

    /// A channel that rotates a node: by angles, straight lines, or arcs, short and long, of quaternions whose length may not be
    /// 1.
    fn turning(keys: Range<usize>) -> impl Strategy<Value = (Property, Curve)> {
        let kind = prop_oneof![
            prop::sample::select(EulerOrder::ALL.to_vec()).prop_map(Property::Euler),
            Just(Property::Rotation),
        ];
        let key = (prop::array::uniform4(-1.0..1.0f64), 0.5..2.0f64);
        let reach = prop::sample::select(vec![0.01, 0.2, 1.0, 1e6]);
        (kind, prop::collection::vec(key, keys), reach, any::<bool>()).prop_map(
            |(kind, keys, reach, straight)| {
                let times = Times::keys((0..keys.len()).map(|key| key as f64).collect::<Vec<_>>()).unwrap();
                let value = |(turn, length): ([f64; 4], f64)| match kind {
                    Property::Rotation => {
                        let [x, y, z, w] = turn.map(|part| part * reach);
                        let turn = quaternion::normalize([x, y, z, w + 1.0]);
                        if length < 1.0 { turn.to_vec() } else { turn.map(|part| length * part).to_vec() }
                    }
                    _ => turn[..3].iter().map(|angle| angle * reach * 3.0).collect(),
                };
                let ease = if straight || kind != Property::Rotation { Ease::Linear } else { Ease::Slerp };
                let values = keys.into_iter().flat_map(value).collect();
                let curve = Curve::new(times, kind.width(), values, ease).unwrap();
                (kind, curve)
            },
        )
    }

    /// Nodes that rotate or stay: each with its own key times, or all with the same times and one shared clock.
    fn turns() -> impl Strategy<Value = Vec<Option<(Property, Curve)>>> {
        let keys = prop_oneof![Just(1..6), (1..6usize).prop_map(|count| count..count + 1)];
        keys.prop_flat_map(|keys| prop::collection::vec(prop::option::weighted(0.9, turning(keys)), 1..90))
    }

    proptest! {
        #[test]
        fn nodes_together_have_the_bits_of_each_by_itself(
            turns in turns(),
            moves in any_curve(),
            times in prop::collection::vec(prop_oneof![-1.0..6.0f64, Just(1.0)], 1..5),
        ) {
            let mut clip = Clip::new("c").with_nodes((0..turns.len()).map(|_| Node::new("n")).collect());
            for (node, turn) in turns.into_iter().enumerate() {
                if let Some((property, curve)) = turn {
                    clip.channels.push(Channel::new(node, property, curve).unwrap());
                }
                let whole = moves.select(&[(0, 1.0), (0, -0.5), (0, 2.0)]).unwrap();
                match node % 4 {
                    0 => clip.channels.push(Channel::new(node, Property::Translation, whole).unwrap()),
                    1 => clip.channels.push(Channel::new(node, Property::Scale, whole).unwrap()),
                    _ => {}
                }
            }
            let (mut together, mut alone, mut pose) = (Poser::new(&clip), Poser::new(&clip), Pose::default());
            for time in times {
                together.pose(time, &mut pose);
                for (node, local) in pose.local.iter().enumerate() {
                    let expected = alone.node(node, time).local();
                    prop_assert_eq!(local.to_rows().map(f64::to_bits), expected.to_rows().map(f64::to_bits));
                }
            }
        }
    }
}
