//! A figure with every human bone, in a T pose, for formats that describe motion without a figure.

use anim_core::{Node, Transform};

use crate::{Figure, HumanBone};

/// The bones in the middle and on the left, each after its parent, with their positions in metres: Y is up, the figure faces +Z,
/// and its left is on +X.
const BONES: [(&str, &str, [f64; 3]); 31] = [
    ("hips", "", [0.0, 0.95, 0.0]),
    ("spine", "hips", [0.0, 1.05, 0.0]),
    ("chest", "spine", [0.0, 1.17, 0.0]),
    ("upperChest", "chest", [0.0, 1.28, 0.0]),
    ("neck", "upperChest", [0.0, 1.42, 0.0]),
    ("head", "neck", [0.0, 1.5, 0.0]),
    ("leftEye", "head", [0.03, 1.57, 0.08]),
    ("jaw", "head", [0.0, 1.52, 0.02]),
    ("leftUpperLeg", "hips", [0.09, 0.88, 0.0]),
    ("leftLowerLeg", "leftUpperLeg", [0.09, 0.48, 0.0]),
    ("leftFoot", "leftLowerLeg", [0.09, 0.08, 0.0]),
    ("leftToes", "leftFoot", [0.09, 0.02, 0.12]),
    ("leftShoulder", "upperChest", [0.04, 1.38, 0.0]),
    ("leftUpperArm", "leftShoulder", [0.16, 1.38, 0.0]),
    ("leftLowerArm", "leftUpperArm", [0.42, 1.38, 0.0]),
    ("leftHand", "leftLowerArm", [0.67, 1.38, 0.0]),
    ("leftThumbMetacarpal", "leftHand", [0.69, 1.37, 0.03]),
    ("leftThumbProximal", "leftThumbMetacarpal", [0.72, 1.36, 0.05]),
    ("leftThumbDistal", "leftThumbProximal", [0.75, 1.36, 0.06]),
    ("leftIndexProximal", "leftHand", [0.76, 1.38, 0.03]),
    ("leftIndexIntermediate", "leftIndexProximal", [0.8, 1.38, 0.03]),
    ("leftIndexDistal", "leftIndexIntermediate", [0.82, 1.38, 0.03]),
    ("leftMiddleProximal", "leftHand", [0.76, 1.38, 0.01]),
    ("leftMiddleIntermediate", "leftMiddleProximal", [0.8, 1.38, 0.01]),
    ("leftMiddleDistal", "leftMiddleIntermediate", [0.83, 1.38, 0.01]),
    ("leftRingProximal", "leftHand", [0.76, 1.38, -0.01]),
    ("leftRingIntermediate", "leftRingProximal", [0.8, 1.38, -0.01]),
    ("leftRingDistal", "leftRingIntermediate", [0.82, 1.38, -0.01]),
    ("leftLittleProximal", "leftHand", [0.75, 1.38, -0.03]),
    ("leftLittleIntermediate", "leftLittleProximal", [0.78, 1.38, -0.03]),
    ("leftLittleDistal", "leftLittleIntermediate", [0.8, 1.38, -0.03]),
];

/// The bones that VRM 1.0 requires, without sides.
const REQUIRED: [&str; 9] =
    ["hips", "spine", "head", "UpperLeg", "LowerLeg", "Foot", "UpperArm", "LowerArm", "Hand"];

impl HumanBone {
    /// Whether VRM 1.0 requires the bone in every humanoid.
    pub fn is_required(self) -> bool {
        REQUIRED.contains(&self.name().trim_start_matches("left").trim_start_matches("right"))
    }
}

impl Figure {
    /// A figure of these bones and the required ones, in a T pose without rotations: 1.7 m high, with Y up, facing +Z. Its nodes
    /// have the names of the bones, parents first.
    pub fn mannequin(bones: impl IntoIterator<Item = HumanBone>) -> Self {
        let mut wanted: Vec<HumanBone> = bones.into_iter().collect();
        wanted.extend(HumanBone::ALL.iter().filter(|bone| bone.is_required()));
        let (mut nodes, mut places) = (Vec::<Node>::new(), Vec::<[f64; 3]>::new());
        for (name, parent, place) in BONES {
            let right = name.strip_prefix("left").map(|part| format!("right{part}"));
            for name in std::iter::once(name.to_owned()).chain(right) {
                let mirrored = name.starts_with("right");
                let place = if mirrored { [-place[0], place[1], place[2]] } else { place };
                let Some(bone) = HumanBone::from_name(&name).filter(|bone| wanted.contains(bone)) else {
                    continue;
                };
                let above = above(parent, mirrored, &nodes);
                let from = above.map_or([0.0; 3], |above| places[above]);
                let translation = std::array::from_fn(|i| place[i] - from[i]);
                let mut node = Node::new(name).with_rest(Transform { translation, ..Transform::IDENTITY });
                node.parent = above;
                node.bone = Some(bone.name().to_owned());
                nodes.push(node);
                places.push(place);
            }
        }
        Self::new(nodes)
    }
}

/// The node of a bone, or else of its nearest ancestor with a node.
fn above(bone: &str, mirrored: bool, nodes: &[Node]) -> Option<usize> {
    let mut bone = bone;
    while !bone.is_empty() {
        let name = match bone.strip_prefix("left") {
            Some(part) if mirrored => format!("right{part}"),
            _ => bone.to_owned(),
        };
        if let Some(node) = nodes.iter().position(|node| node.name == name) {
            return Some(node);
        }
        bone = BONES.iter().find(|(known, ..)| *known == bone).map_or("", |(_, parent, _)| parent);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mannequin_has_every_bone_in_its_place() {
        let figure = Figure::mannequin(HumanBone::ALL.iter().copied());
        assert_eq!(figure.nodes().len(), HumanBone::ALL.len());
        let pose = anim_core::Clip::new("").with_nodes(figure.nodes().to_vec()).pose(0.0);
        let place = |name: &str| {
            let node = figure.nodes().iter().position(|node| node.name == name).unwrap();
            pose.world[node].translation()
        };
        for (name, parent, expected) in &BONES {
            let hangs_from = |name: &str| {
                let node = figure.nodes().iter().find(|node| node.name == name).unwrap();
                node.parent.map_or("", |parent| figure.nodes()[parent].name.as_str())
            };
            assert_eq!(hangs_from(name), *parent, "{name}");
            assert!((0..3).all(|i| (place(name)[i] - expected[i]).abs() < 1e-12), "{name}");
            if let Some(part) = name.strip_prefix("left") {
                assert!((place(&format!("right{part}"))[0] + expected[0]).abs() < 1e-12, "{name}");
                assert_eq!(hangs_from(&format!("right{part}")), parent.replace("left", "right"), "{name}");
            }
        }
    }

    #[test]
    fn bones_that_are_left_out_leave_their_children_to_the_bone_above() {
        let figure = Figure::mannequin([]);
        assert_eq!(figure.nodes().len(), 15);
        let parent = |name: &str| {
            let node = figure.nodes().iter().find(|node| node.name == name).unwrap();
            node.parent.map(|parent| figure.nodes()[parent].name.as_str())
        };
        assert_eq!(
            ["head", "rightUpperArm", "rightHand", "hips"].map(parent),
            [Some("spine"), Some("spine"), Some("rightLowerArm"), None]
        );
    }
}
