//! Computing the poses of a clip.

use super::direct::Direct;
use super::gathered::Gathered;
use super::group::{Group, Member, Numbers, Turn};
use super::resolver::Resolver;
use crate::{
    Affine, Channel, Clip, ClipSampler, EulerOrder, NodeState, Pose, Property, Transform, checkpoint,
    quaternion,
};

/// Computes the poses of a clip: its spatial channels sorted by node, and a [`ClipSampler`] that remembers its position in each.
#[derive(Debug)]
pub struct Poser<'a> {
    values: ClipSampler<'a>,
    /// The channels of a pose with what they drive, node by node.
    bound: Vec<(usize, Target)>,
    /// The channels of each node.
    nodes: Vec<Bound>,
    /// The nodes whose channels drive whole properties, and the others.
    groups: Vec<Group<'a>>,
    others: Vec<usize>,
    /// `None` without groups.
    numbers: Option<Box<Numbers>>,
    /// Whether every node always exists and always has the same parent.
    stands: bool,
    resolver: Resolver,
}

/// The channels of a node.
#[derive(Clone, Copy, Debug)]
struct Bound {
    first: usize,
    end: usize,
    /// Whether each of them drives a whole property of the transform.
    is_plain: bool,
}

/// What a channel drives: a whole property of a transform, which most channels do, or anything else.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Target {
    Translation,
    Rotation,
    Euler(EulerOrder),
    Scale,
    Other,
}

impl Target {
    /// The target of a channel; `None` for channels that do not affect poses.
    fn of(channel: &Channel) -> Option<Self> {
        let (property, width) = (channel.property(), channel.curve().width());
        match property {
            Property::Translation if width == 3 => Some(Self::Translation),
            Property::Rotation if width == 4 => Some(Self::Rotation),
            Property::Euler(order) if width == 3 => Some(Self::Euler(*order)),
            Property::Scale if width == 3 => Some(Self::Scale),
            Property::Alive | Property::Parent => Some(Self::Other),
            _ => property.is_spatial().then_some(Self::Other),
        }
    }
}

/// A node with plain channels as a member of a group. Of several channels for one property the last one counts.
fn member<'a>(values: &ClipSampler<'a>, node: usize, channels: &[(usize, Target)]) -> (Turn, Member<'a>) {
    let rest = values.clip().nodes[node].rest;
    let mut turn = Turn::Rotation;
    let mut member = Member::at_rest(node, rest);
    for &(channel, target) in channels {
        match target {
            Target::Translation => member.translation = Some(Direct::new(channel, values)),
            Target::Scale => {
                member.scale = Some(Direct::new(channel, values));
                member.is_scaled = true;
            }
            Target::Rotation => {
                turn = Turn::Rotation;
                member.rotation = Some(Direct::new(channel, values));
            }
            Target::Euler(order) => {
                turn = Turn::Euler(order);
                member.angles = Some(Direct::new(channel, values));
            }
            Target::Other => {}
        }
    }
    (turn, member)
}

impl<'a> Poser<'a> {
    /// Sorts the clip's channels by node. Channels of nodes that do not exist are ignored.
    pub fn new(clip: &'a Clip) -> Self {
        Self::of(ClipSampler::new(clip))
    }

    /// A poser that takes the values of the clip from this sampler.
    pub fn of(values: ClipSampler<'a>) -> Self {
        let clip = values.clip();
        let mut of_nodes: Vec<Vec<_>> = clip.nodes.iter().map(|_| Vec::new()).collect();
        for (index, channel) in clip.channels.iter().enumerate() {
            if let (Some(channels), Some(target)) = (of_nodes.get_mut(channel.node()), Target::of(channel)) {
                channels.push((index, target));
            }
        }
        let bound = |end: &mut usize, channels: &Vec<(usize, Target)>| {
            let first = *end;
            *end += channels.len();
            let is_plain = channels.iter().all(|(_, target)| *target != Target::Other);
            Some(Bound { first, end: *end, is_plain })
        };
        let nodes: Vec<Bound> = of_nodes.iter().scan(0, bound).collect();
        let (plain, others): (Vec<_>, Vec<_>) = (0..nodes.len()).partition(|&node| nodes[node].is_plain);
        let member = |&node: &usize| member(&values, node, &of_nodes[node]);
        let groups = Group::all(plain.iter().map(member).collect());
        let is_steady = |channel: &Channel| !matches!(channel.property(), Property::Alive | Property::Parent);
        Self {
            values,
            bound: of_nodes.concat(),
            nodes,
            numbers: (!groups.is_empty()).then(Box::default),
            groups,
            others,
            stands: clip.channels.iter().all(is_steady),
            resolver: Resolver::default(),
        }
    }

    /// The state of one node at a time in seconds. Panics if there is no such node.
    ///
    /// If several channels drive one property, the last one counts.
    #[inline]
    pub fn node(&mut self, node: usize, time: f64) -> NodeState {
        checkpoint();
        if self.nodes[node].is_plain {
            let transform = self.transform(node, time);
            let parent = self.values.clip().nodes[node].parent;
            NodeState { transform, matrix: None, alive: true, parent }
        } else {
            self.gathered(node, time)
        }
    }

    /// The transform of a node whose channels are plain.
    #[inline]
    fn transform(&mut self, node: usize, time: f64) -> Transform {
        let mut transform = self.values.clip().nodes[node].rest;
        let Bound { first, end, .. } = self.nodes[node];
        for &(index, target) in &self.bound[first..end] {
            match target {
                Target::Translation => transform.translation = self.values.whole(index, time),
                Target::Rotation => transform.rotation = self.values.whole(index, time),
                Target::Euler(order) => {
                    transform.rotation = order.to_quaternion(self.values.whole(index, time));
                }
                Target::Scale => transform.scale = self.values.whole(index, time),
                Target::Other => {}
            }
        }
        transform.rotation = quaternion::normalize(transform.rotation);
        transform
    }

    /// The state of a node with any channels.
    fn gathered(&mut self, node: usize, time: f64) -> NodeState {
        let Bound { first, end, .. } = self.nodes[node];
        let mut gathered = Gathered::new(&self.values.clip().nodes[node]);
        for &(index, _) in &self.bound[first..end] {
            gathered.add(&mut self.values, index, time);
        }
        gathered.state()
    }

    /// Writes the state of all nodes at a time in seconds into a pose, whose memory is reused.
    pub fn pose(&mut self, time: f64, pose: &mut Pose) {
        checkpoint();
        let count = self.values.clip().nodes.len();
        pose.local.resize(count, Affine::IDENTITY);
        pose.parent.resize(count, None);
        pose.alive.resize(count, true);
        if let Some(numbers) = &mut self.numbers {
            for group in &self.groups {
                group.pose(&mut self.values, time, numbers, &mut pose.local);
            }
        }
        let is_known = self.stands && self.resolver.has_order(count);
        pose.alive.fill(true);
        if !is_known {
            let nodes = &self.values.clip().nodes;
            pose.parent.iter_mut().zip(nodes).for_each(|(parent, node)| *parent = node.parent);
        }
        for index in 0..self.others.len() {
            let node = self.others[index];
            let state = self.gathered(node, time);
            (pose.local[node], pose.alive[node]) = (state.local(), state.alive);
            pose.parent[node] = state.parent;
        }
        if !is_known {
            let Pose { parent, alive, .. } = pose;
            for parent in parent {
                *parent = parent.filter(|&parent| alive.get(parent).is_some_and(|&alive| alive));
            }
            self.resolver.sort(pose);
        }
        self.resolver.resolve(pose);
    }
}

impl Clip {
    /// The state of all nodes at a time in seconds. For many times [`Poser`] is faster.
    pub fn pose(&self, time: f64) -> Pose {
        let mut pose = Pose::default();
        Poser::new(self).pose(time, &mut pose);
        pose
    }
}

#[cfg(test)]
mod tests {
    use approx::assert_abs_diff_eq;

    use super::*;
    use crate::{Curve, Ease, Node, Times};

    fn channel(node: usize, property: Property, values: &[f64]) -> Channel {
        Channel::new(node, property, Curve::constant(values).unwrap()).unwrap()
    }

    /// Nodes a, b, …, each the child of the given parent, translated along x by 1, 10, 100, ….
    fn clip(parents: &[Option<usize>]) -> Clip {
        let node = |(i, &parent): (usize, &Option<usize>)| {
            let rest = Transform { translation: [10f64.powi(i as i32), 0.0, 0.0], ..Transform::IDENTITY };
            Node { parent, rest, ..Node::new("") }
        };
        Clip { nodes: parents.iter().enumerate().map(node).collect(), ..Clip::default() }
    }

    fn xs(pose: &Pose) -> Vec<f64> {
        pose.world.iter().map(|world| world.translation()[0]).collect()
    }

    #[test]
    fn children_follow_parents_in_any_order() {
        assert_eq!(xs(&clip(&[Some(2), None, Some(1)]).pose(0.0)), [111.0, 10.0, 110.0]);
    }

    #[test]
    fn a_cycle_is_cut_and_a_missing_parent_is_none() {
        let cycle = clip(&[Some(1), Some(2), Some(0)]).pose(0.0);
        assert_eq!((xs(&cycle), cycle.parent), (vec![111.0, 110.0, 100.0], vec![Some(1), Some(2), None]));
        assert_eq!(clip(&[Some(0)]).pose(0.0).parent, [None]);
        assert_eq!(clip(&[Some(7)]).pose(0.0).parent, [None]);
    }

    #[test]
    fn a_dead_parent_counts_as_none() {
        let mut clip = clip(&[None, Some(0)]);
        let life = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![1.0, 0.0], Ease::Step).unwrap();
        clip.channels.push(Channel::new(0, Property::Alive, life).unwrap());
        assert_eq!((xs(&clip.pose(0.5)), clip.pose(0.5).alive), (vec![1.0, 11.0], vec![true, true]));
        assert_eq!((xs(&clip.pose(1.0)), clip.pose(1.0).alive), (vec![1.0, 10.0], vec![false, true]));
    }

    #[test]
    fn a_parent_channel_moves_a_node_to_another_parent() {
        let mut clip = clip(&[None, None, Some(0)]);
        let parents =
            Curve::new(Times::keys([0.0, 1.0, 2.0]).unwrap(), 1, vec![0.0, 1.0, -1.0], Ease::Step).unwrap();
        clip.channels.push(Channel::new(2, Property::Parent, parents).unwrap());
        assert_eq!([0.0, 1.0, 2.0].map(|time| xs(&clip.pose(time))[2]), [101.0, 110.0, 100.0]);
    }

    #[test]
    fn every_form_of_a_rotation_gives_the_same_pose() {
        let quarter = quaternion::from_axis_angle([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_2);
        let expected = Affine::new([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], [1.0, 0.0, 0.0]);
        let angle = std::f64::consts::FRAC_PI_2;
        let whole = [
            (Property::Rotation, quarter.map(|c| 3.0 * c).to_vec()),
            (Property::Euler(EulerOrder::Zxy), vec![0.0, 0.0, angle]),
            (Property::Angle { axis: [0.0, 0.0, 2.0] }, vec![angle]),
            (Property::Matrix, expected.to_rows().to_vec()),
        ];
        for (property, values) in whole {
            let mut clip = clip(&[None]);
            clip.channels.push(channel(0, property.clone(), &values));
            assert_abs_diff_eq!(
                clip.pose(0.0).local[0].to_rows()[..],
                expected.to_rows()[..],
                epsilon = 1e-15
            );
        }
        let mut clip = clip(&[None]);
        let part = Curve::constant(&[angle]).unwrap();
        clip.channels.push(Channel::part(0, Property::Euler(EulerOrder::Xyz), 2, part).unwrap());
        assert_abs_diff_eq!(clip.pose(0.0).local[0].to_rows()[..], expected.to_rows()[..], epsilon = 1e-15);
    }

    #[test]
    fn components_of_a_matrix_without_a_channel_are_at_rest() {
        let mut clip = clip(&[None]);
        let third = Curve::constant(&[7.0]).unwrap();
        clip.nodes[0].rest.scale = [2.0; 3];
        clip.channels.push(Channel::part(0, Property::Matrix, 11, third).unwrap());
        let expected = Affine::new([[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]], [1.0, 0.0, 7.0]);
        assert_eq!(clip.pose(0.0).local, [expected]);
    }

    #[test]
    fn a_displacement_adds_to_the_translation_of_a_channel_or_the_rest_pose() {
        let mut clip = clip(&[None]);
        clip.channels.push(channel(0, Property::Displacement, &[0.5, 2.0, 0.0]));
        assert_eq!(clip.pose(0.0).local[0].translation(), [1.5, 2.0, 0.0], "at rest");
        clip.channels.push(channel(0, Property::Translation, &[10.0, 0.0, 3.0]));
        assert_eq!(clip.pose(0.0).local[0].translation(), [10.5, 2.0, 3.0], "driven");
        let part = Curve::constant(&[7.0]).unwrap();
        clip.channels.push(Channel::part(0, Property::Displacement, 2, part).unwrap());
        assert_eq!(clip.pose(0.0).local[0].translation(), [10.5, 2.0, 10.0], "one component replaced");
    }

    #[test]
    fn a_part_of_the_angles_replaces_one_of_them() {
        let mut clip = clip(&[None]);
        clip.channels.push(channel(0, Property::Euler(EulerOrder::Xyz), &[0.3, 0.4, 0.5]));
        let part = Curve::constant(&[0.6]).unwrap();
        clip.channels.push(Channel::part(0, Property::Euler(EulerOrder::Xyz), 1, part).unwrap());
        let expected = EulerOrder::Xyz.to_matrix([0.3, 0.6, 0.5]);
        assert_eq!(clip.pose(0.0).local[0].linear(), expected);
    }

    #[test]
    fn angles_of_one_order_do_not_mix_with_those_of_another() {
        let mut clip = clip(&[None]);
        clip.channels.push(channel(0, Property::Euler(EulerOrder::Xyz), &[0.3, 0.4, 0.5]));
        let part = Curve::constant(&[0.6]).unwrap();
        clip.channels.push(Channel::part(0, Property::Euler(EulerOrder::Zyx), 1, part).unwrap());
        let expected = quaternion::to_matrix(quaternion::from_axis_angle([0.0, 1.0, 0.0], 0.6));
        let found = clip.pose(0.0).local[0].linear();
        assert_abs_diff_eq!(found.as_flattened(), expected.as_flattened(), epsilon = 1e-15);
    }
}
