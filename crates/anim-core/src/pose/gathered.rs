//! The state of a node with channels of any kind: parts of properties, matrices, displacements, parents.

use crate::{Affine, ClipSampler, EulerOrder, Node, NodeState, Property, quaternion};

/// The state of a node while its channels are added one by one.
pub(crate) struct Gathered {
    state: NodeState,
    /// The Euler angles that channels drive, with their order.
    euler: Option<(EulerOrder, [f64; 3])>,
    displacement: [f64; 3],
}

impl Gathered {
    /// A node at rest.
    pub(crate) fn new(&Node { rest, parent, .. }: &Node) -> Self {
        let state = NodeState { transform: rest, matrix: None, alive: true, parent };
        // Adding minus zero changes nothing, not even the sign of a zero.
        Self { state, euler: None, displacement: [-0.0; 3] }
    }

    /// The state with all channels.
    pub(crate) fn state(self) -> NodeState {
        let Self { mut state, displacement, .. } = self;
        for (translation, displacement) in state.transform.translation.iter_mut().zip(displacement) {
            *translation += displacement;
        }
        state.transform.rotation = quaternion::normalize(state.transform.rotation);
        state
    }

    /// Sets the rotation from angles.
    #[inline]
    fn turn(&mut self, order: EulerOrder, angles: [f64; 3]) {
        self.euler = Some((order, angles));
        self.state.transform.rotation = order.to_quaternion(angles);
    }

    /// Adds a channel, by its index in the clip, at a time in seconds.
    pub(crate) fn add(&mut self, values: &mut ClipSampler<'_>, index: usize, time: f64) {
        let channel = &values.clip().channels[index];
        let rest = values.clip().nodes[channel.node()].rest;
        let (first, end) = (channel.component(), channel.component() + channel.curve().width());
        let mut one = || {
            let mut value = [0.0];
            values.sample(index, time, &mut value);
            value[0]
        };
        let NodeState { transform, matrix, alive, parent } = &mut self.state;
        match channel.property() {
            Property::Alive => *alive = one() != 0.0,
            Property::Parent => {
                let stated = one();
                *parent = (stated >= 0.0).then_some(stated as usize);
            }
            Property::Angle { axis } => transform.rotation = quaternion::from_axis_angle(*axis, one()),
            Property::Translation => values.sample(index, time, &mut transform.translation[first..end]),
            Property::Displacement => values.sample(index, time, &mut self.displacement[first..end]),
            Property::Rotation => values.sample(index, time, &mut transform.rotation[first..end]),
            Property::Scale => values.sample(index, time, &mut transform.scale[first..end]),
            Property::Euler(order) => {
                let mut angles = match self.euler {
                    Some((known, angles)) if known == *order => angles,
                    _ => order.from_matrix(quaternion::to_matrix(rest.rotation)),
                };
                values.sample(index, time, &mut angles[first..end]);
                self.turn(*order, angles);
            }
            Property::Matrix => {
                let mut rows = matrix.unwrap_or_else(|| rest.into()).to_rows();
                values.sample(index, time, &mut rows[first..end]);
                *matrix = Some(Affine::from_rows(rows));
            }
            _ => {}
        }
    }
}
