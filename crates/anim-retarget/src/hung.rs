//! Hierarchies of nodes at rest.

use anim_core::quaternion::{self, Quaternion};
use anim_core::{Affine, Clip, Node, Transform};

/// Nodes at rest in the world. Cycles are broken as in poses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hung {
    pub(crate) parents: Vec<Option<usize>>,
    /// The axes of each node in the world: the product of the rotations and the [flips](flip) of the node and its ancestors.
    pub(crate) rotations: Vec<Quaternion>,
    /// The [flip] of each node.
    pub(crate) flips: Vec<Quaternion>,
    pub(crate) world: Vec<Affine>,
    /// The rotation of the complete hierarchy.
    turn: Quaternion,
}

impl Hung {
    /// Nodes in this pose.
    pub(crate) fn new(nodes: &[Node], rest: &[Transform]) -> Self {
        let still = |(node, rest): (&Node, &Transform)| node.clone().with_rest(*rest);
        let nodes = nodes.iter().zip(rest).map(still).collect();
        let pose = Clip::new("").with_nodes(nodes).pose(0.0);
        let (rotations, turn) = (Vec::new(), quaternion::IDENTITY);
        let flips = rest.iter().map(|rest| flip(rest.scale)).collect();
        let mut hung = Self { parents: pose.parent, rotations, flips, world: pose.world, turn };
        let own =
            |rest: &Transform| quaternion::multiply(quaternion::normalize(rest.rotation), flip(rest.scale));
        hung.rotations = rest.iter().map(own).collect();
        for node in hung.down() {
            if let Some(parent) = hung.parents[node] {
                hung.rotations[node] = quaternion::multiply(hung.rotations[parent], hung.rotations[node]);
            }
        }
        hung
    }

    /// The nodes with the complete hierarchy rotated.
    pub(crate) fn turned(self, by: Quaternion) -> Self {
        let map = Affine::new(quaternion::to_matrix(by), [0.0; 3]);
        let rotations = self.rotations.iter().map(|rotation| quaternion::multiply(by, *rotation)).collect();
        let world = self.world.iter().map(|world| map.after(world)).collect();
        Self { rotations, world, turn: quaternion::multiply(by, self.turn), ..self }
    }

    /// A node and its ancestors, upwards.
    pub(crate) fn line(&self, node: Option<usize>) -> impl Iterator<Item = usize> {
        std::iter::successors(node, |node| self.parents[*node])
    }

    /// Each node's nearest ancestor for which `is` holds.
    pub(crate) fn nearest_above(&self, is: impl Fn(usize) -> bool) -> Vec<Option<usize>> {
        let mut nearest = vec![None; self.parents.len()];
        for node in self.down() {
            nearest[node] =
                self.parents[node].and_then(|parent| if is(parent) { Some(parent) } else { nearest[parent] });
        }
        nearest
    }

    /// All nodes, parents before their children.
    fn down(&self) -> Vec<usize> {
        let (mut order, mut path) = (Vec::with_capacity(self.parents.len()), Vec::new());
        let mut is_listed = vec![false; self.parents.len()];
        for start in 0..self.parents.len() {
            path.extend(self.line(Some(start)).take_while(|node| !is_listed[*node]));
            while let Some(node) = path.pop() {
                is_listed[node] = true;
                order.push(node);
            }
        }
        order
    }

    /// The axes of a node in the world; without a node, those of the complete hierarchy.
    pub(crate) fn rotation(&self, node: Option<usize>) -> Quaternion {
        node.map_or(self.turn, |node| self.rotations[node])
    }

    /// The axes of a node in the world without its own flip.
    pub(crate) fn unflipped(&self, node: usize) -> Quaternion {
        quaternion::multiply(self.rotations[node], quaternion::conjugate(self.flips[node]))
    }

    /// The map from the space of a node to the world.
    pub(crate) fn world(&self, node: Option<usize>) -> Affine {
        node.map_or_else(|| Affine::new(quaternion::to_matrix(self.turn), [0.0; 3]), |node| self.world[node])
    }

    /// The position of a node; the origin without a node.
    pub(crate) fn place(&self, node: Option<usize>) -> [f64; 3] {
        self.world(node).translation()
    }
}

/// The rotation that negative scale factors make besides a reflection in the origin, which no rotation notices: half a turn about
/// the axis whose factor has another sign than the two others.
fn flip(scale: [f64; 3]) -> Quaternion {
    let [x, y, z] = scale.map(|factor| factor < 0.0);
    let axis = match (x == y, y == z) {
        (true, true) => return quaternion::IDENTITY,
        (true, false) => 2,
        (false, true) => 0,
        (false, false) => 1,
    };
    std::array::from_fn(|part| f64::from(u8::from(part == axis)))
}

/// The ancestor chains of two nodes, without the ancestors that they share.
pub(crate) fn apart(hung: &Hung, a: Option<usize>, b: Option<usize>) -> (Vec<usize>, Vec<usize>) {
    // Nearly always the first is an ancestor of the second.
    let below: Vec<_> = hung.line(b).take_while(|node| Some(*node) != a).collect();
    if below.last().is_none_or(|last| hung.parents[*last] == a) {
        return (Vec::new(), below);
    }
    let (mut a, mut b): (Vec<_>, Vec<_>) = (hung.line(a).collect(), hung.line(b).collect());
    while let (Some(x), Some(y)) = (a.last(), b.last())
        && x == y
    {
        a.pop();
        b.pop();
    }
    (a, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_are_products_down_the_hierarchy_in_any_order() {
        let quarter = quaternion::from_axis_angle([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_2);
        let turned = Transform { rotation: quarter, translation: [1.0, 0.0, 0.0], ..Transform::IDENTITY };
        let nodes = vec![Node::new("b").with_parent(2), Node::new("a"), Node::new("m").with_parent(1)];
        let hung = Hung::new(&nodes, &[turned; 3]);
        let expected = [3.0, 1.0, 2.0];
        for (rotation, quarters) in hung.rotations.iter().zip(expected) {
            let expected =
                quaternion::from_axis_angle([0.0, 0.0, 1.0], quarters * std::f64::consts::FRAC_PI_2);
            assert!(quaternion::angle_between(*rotation, expected) < 1e-12);
        }
        assert_eq!(hung.nearest_above(|node| node == 1), [Some(1), None, Some(1)]);
        assert_eq!(apart(&hung, Some(0), Some(2)), (vec![0], vec![]));
        assert_eq!(apart(&hung, None, Some(0)), (vec![], vec![0, 2, 1]));
    }

    #[test]
    fn a_cycle_is_cut() {
        let nodes = vec![Node::new("a").with_parent(1), Node::new("b").with_parent(0)];
        assert_eq!(Hung::new(&nodes, &[Transform::IDENTITY; 2]).line(Some(0)).count(), 2);
    }

    #[test]
    fn nodes_that_are_turned_have_other_places_and_axes() {
        let quarter = quaternion::from_axis_angle([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_2);
        let along_x = Transform { translation: [1.0, 0.0, 0.0], ..Transform::IDENTITY };
        let nodes = vec![Node::new("a"), Node::new("b").with_parent(0)];
        let hung = Hung::new(&nodes, &[along_x; 2]).turned(quarter).turned(quarter);
        let near = |a: [f64; 3], b: [f64; 3]| (0..3).all(|i| (a[i] - b[i]).abs() < 1e-12);
        assert!(near(hung.place(Some(0)), [-1.0, 0.0, 0.0]) && near(hung.place(Some(1)), [-2.0, 0.0, 0.0]));
        for node in [None, Some(0), Some(1)] {
            assert!(near(hung.world(node).linear()[1], [0.0, -1.0, 0.0]), "{node:?}");
            let half = quaternion::multiply(quarter, quarter);
            assert!(quaternion::angle_between(hung.rotation(node), half) < 1e-12, "{node:?}");
        }
    }
}
