//! The human bones among nodes, recognised by the naming of known rigs.

mod tables;

use std::collections::{BTreeSet, HashMap, HashSet};

use anim_core::Node;

use crate::bodies::{self, Member, Named};
use crate::humanoid::HumanBone;
use crate::names::{Key, Side, key};
use crate::tree::Tree;
use tables::{RIGS, Rig};

/// The names of fingers, with the segments for numbers and words.
const FINGERS: [(&str, &str); 6] = [
    ("thumb", "Thumb"),
    ("index", "Index"),
    ("middle", "Middle"),
    ("ring", "Ring"),
    ("little", "Little"),
    ("pinky", "Little"),
];

/// For each node, its role as a human bone: the [`bone`](Node::bone) that its file states, if it states any for these nodes;
/// otherwise by the rig whose names fit most of the nodes. Without hips, or with fewer than five bones, the figure is not human and
/// has no bones. No two nodes are the same bone.
///
/// The hips carry the legs and the spine. If a pelvis carries only the legs, the hips are the node that carries both. Nodes
/// elsewhere are no bones, whatever their names, unless no node carries legs and a spine. Of nodes with the same name, that between
/// most other bones counts, or else the first. Of several figures, the first counts.
pub fn roles_of(nodes: &[Node]) -> Vec<Option<HumanBone>> {
    members_of(nodes).into_iter().map(|member| member?.of_main()).collect()
}

/// For each node, the bone that it is of one of the figures among these nodes, as in [`roles_of`].
pub(crate) fn members_of(nodes: &[Node]) -> Vec<Option<Member>> {
    let mut members = stated(nodes);
    if members.iter().any(Option::is_some) {
        return members;
    }
    let mut keys: HashMap<Key, Vec<usize>> = HashMap::new();
    for (index, node) in nodes.iter().enumerate() {
        keys.entry(key(&node.name)).or_default().push(index);
    }
    let fingers = fingers(&keys);
    let tree = Tree::new(nodes);
    let mut best = Vec::new();
    for rig in RIGS {
        let largest = best.first().map_or(0, |body: &bodies::Body| bodies::size(body.keys()));
        let names = names_of(rig, &keys);
        let bones: BTreeSet<_> = names.iter().map(|(_, (bone, _))| *bone).collect();
        if bones.len() <= largest || !bones.contains(&HumanBone::Hips) {
            continue;
        }
        let mut named = vec![None; nodes.len()];
        names.into_iter().chain(fingers.iter().copied()).for_each(|(node, name)| named[node] = Some(name));
        let found = bodies::find(&tree, &named);
        if found.first().is_some_and(|body| bodies::size(body.keys()) > largest) {
            best = found;
        }
    }
    for (index, body) in best.into_iter().enumerate() {
        for (bone, node) in body {
            members[node] = Some(Member { body: index, bone });
        }
    }
    members
}

/// The bones that nodes state.
fn stated(nodes: &[Node]) -> Vec<Option<Member>> {
    let mut taken = HashSet::new();
    let bone = |node: &Node| HumanBone::from_name(node.bone.as_deref()?).filter(|bone| taken.insert(*bone));
    nodes.iter().map(bone).map(|bone| Some(Member { body: 0, bone: bone? })).collect()
}

/// The nodes that have names of a rig.
fn names_of(rig: Rig, keys: &HashMap<Key, Vec<usize>>) -> Vec<(usize, Named)> {
    let mut found = Vec::new();
    for (part, names) in rig {
        for side in [None, Some(Side::Left), Some(Side::Right)] {
            let Some(bone) = bone(part, side) else { continue };
            for (place, base) in names.iter().enumerate() {
                let nodes = keys.get(&Key { side, base: (*base).to_owned() });
                found.extend(nodes.into_iter().flatten().map(|node| (*node, (bone, place))));
            }
        }
    }
    found
}

/// The bone of a part of the body on a side.
fn bone(part: &str, side: Option<Side>) -> Option<HumanBone> {
    let side = match side {
        None => return HumanBone::from_name(part),
        Some(Side::Left) => "left",
        Some(Side::Right) => "right",
    };
    let (first, rest) = part.split_at_checked(1)?;
    HumanBone::from_name(&format!("{side}{}{rest}", first.to_ascii_uppercase()))
}

/// The nodes that are named as fingers, which all rigs name in the same way: the finger, then the number or the name of the segment.
fn fingers(keys: &HashMap<Key, Vec<usize>>) -> Vec<(usize, Named)> {
    // A thumb that has an intermediate bone begins with the proximal one.
    let unity = keys.keys().any(|key| key.base.ends_with("thumbintermediate"));
    let bone = |key: &Key| {
        let base = ["hand", "f", ""].iter().find_map(|prefix| {
            let rest = key.base.strip_prefix(prefix)?;
            FINGERS.iter().find_map(|(name, finger)| Some((*finger, rest.strip_prefix(name)?)))
        });
        let (finger, segment) = base?;
        let segment = match (finger, segment) {
            ("Thumb", "1" | "metacarpal") => "Metacarpal",
            ("Thumb", "proximal") if unity => "Metacarpal",
            ("Thumb", "2" | "proximal" | "intermediate") | (_, "1" | "proximal") => "Proximal",
            (_, "2" | "intermediate") => "Intermediate",
            (_, "3" | "distal") => "Distal",
            _ => return None,
        };
        self::bone(&format!("{finger}{segment}"), Some(key.side?))
    };
    let named = |(key, nodes)| bone(key).map(|bone| (nodes, bone));
    let named = keys.iter().filter_map(named);
    named
        .flat_map(|(nodes, bone): (&Vec<usize>, _)| nodes.iter().map(move |node| (*node, (bone, 0))))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bones of nodes with these names, by the names of VRM.
    fn roles(names: &[&str]) -> Vec<&'static str> {
        let nodes: Vec<_> = names.iter().map(|name| Node::new(*name)).collect();
        roles_of(&nodes).into_iter().map(|bone| bone.map_or("", HumanBone::name)).collect()
    }

    /// A body, from the hips up, then a left arm and a left leg.
    const BODY: [&str; 13] = [
        "hips",
        "spine",
        "chest",
        "neck",
        "head",
        "leftShoulder",
        "leftUpperArm",
        "leftLowerArm",
        "leftHand",
        "leftUpperLeg",
        "leftLowerLeg",
        "leftFoot",
        "leftToes",
    ];

    #[test]
    fn every_part_of_a_rig_is_a_bone() {
        for (part, _) in RIGS.iter().copied().flatten() {
            let sided = [Side::Left, Side::Right].map(|side| bone(part, Some(side)).is_some());
            assert!(bone(part, None).is_some() != (sided == [true; 2]), "{part}");
        }
    }

    #[test]
    fn bodies_are_recognised_by_the_customs_of_rigs() {
        let rigs = [
            "Hips, Spine, Chest, Neck, Head, Shoulder.L, UpperArm.L, LowerArm.L, Hand.L, UpperLeg.L, \
             LowerLeg.L, Foot.L, Toes.L",
            "mixamorig:Hips, mixamorig:Spine, mixamorig:Spine1, mixamorig:Neck, mixamorig:Head, \
             mixamorig:LeftShoulder, mixamorig:LeftArm, mixamorig:LeftForeArm, mixamorig:LeftHand, \
             mixamorig:LeftUpLeg, mixamorig:LeftLeg, mixamorig:LeftFoot, mixamorig:LeftToeBase",
            "Hips, LowerBack, Spine, Neck, Head, LeftShoulder, LeftArm, LeftForeArm, LeftHand, LeftUpLeg, \
             LeftLeg, LeftFoot, LeftToeBase",
            "DEF-spine, DEF-spine.001, DEF-spine.002, DEF-spine.004, DEF-spine.006, DEF-shoulder.L, \
             DEF-upper_arm.L, DEF-forearm.L, DEF-hand.L, DEF-thigh.L, DEF-shin.L, DEF-foot.L, DEF-toe.L",
            "torso, spine_fk.001, spine_fk.002, neck, head, shoulder.L, upper_arm_fk.L, forearm_fk.L, \
             hand_fk.L, thigh_fk.L, shin_fk.L, foot_fk.L, toe_fk.L",
            "pelvis, spine_01, spine_02, neck_01, head, clavicle_l, upperarm_l, lowerarm_l, hand_l, \
             thigh_l, calf_l, foot_l, ball_l",
            "Bip01 Pelvis, Bip01 Spine, Bip01 Spine1, Bip01 Neck, Bip01 Head, Bip01 L Clavicle, \
             Bip01 L UpperArm, Bip01 L Forearm, Bip01 L Hand, Bip01 L Thigh, Bip01 L Calf, Bip01 L Foot, \
             Bip01 L Toe0",
            "ValveBiped.Bip01_Pelvis, ValveBiped.Bip01_Spine, ValveBiped.Bip01_Spine1, ValveBiped.Bip01_Neck1, \
             ValveBiped.Bip01_Head1, ValveBiped.Bip01_L_Clavicle, ValveBiped.Bip01_L_UpperArm, \
             ValveBiped.Bip01_L_Forearm, ValveBiped.Bip01_L_Hand, ValveBiped.Bip01_L_Thigh, \
             ValveBiped.Bip01_L_Calf, ValveBiped.Bip01_L_Foot, ValveBiped.Bip01_L_Toe0",
            "J_Bip_C_Hips, J_Bip_C_Spine, J_Bip_C_Chest, J_Bip_C_Neck, J_Bip_C_Head, J_Bip_L_Shoulder, \
             J_Bip_L_UpperArm, J_Bip_L_LowerArm, J_Bip_L_Hand, J_Bip_L_UpperLeg, J_Bip_L_LowerLeg, \
             J_Bip_L_Foot, J_Bip_L_ToeBase",
        ];
        for names in rigs {
            assert_eq!(roles(&names.split(", ").collect::<Vec<_>>()), BODY, "{names}");
        }
    }

    #[test]
    fn a_pedestrian_is_named_for_its_joints() {
        let names = [
            "root",
            "spine",
            "neck",
            "head",
            "clavicle_l",
            "shoulder_l",
            "elbow_l",
            "wrist_l",
            "pelvis",
            "hip_l",
            "knee_l",
            "ankle_l",
        ];
        let expected = [
            "",
            "spine",
            "neck",
            "head",
            "leftShoulder",
            "leftUpperArm",
            "leftLowerArm",
            "leftHand",
            "hips",
            "leftUpperLeg",
            "leftLowerLeg",
            "leftFoot",
        ];
        assert_eq!(roles(&names), expected);
    }

    #[test]
    fn the_hips_carry_the_legs_and_the_spine() {
        let body = |parents: [Option<usize>; 8]| {
            let names = ["Armature", "root", "spine", "neck", "head", "pelvis", "hip_l", "knee_l"];
            let mut nodes = names.map(Node::new);
            nodes.iter_mut().zip(parents).for_each(|(node, parent)| node.parent = parent);
            roles_of(&nodes).iter().position(|bone| *bone == Some(HumanBone::Hips))
        };
        // The spine as a sibling of the pelvis, above it, and in another tree.
        assert_eq!(body([None, Some(0), Some(1), Some(2), Some(3), Some(1), Some(5), Some(6)]), Some(1));
        assert_eq!(body([None, Some(0), Some(5), Some(2), Some(3), Some(1), Some(5), Some(6)]), Some(5));
        assert_eq!(body([None, None, Some(1), Some(2), Some(3), None, Some(5), Some(6)]), Some(5));
        // Parents that form a cycle.
        assert_eq!(body([Some(1), Some(0), Some(1), Some(2), Some(3), Some(1), Some(5), Some(6)]), Some(1));
    }

    #[test]
    fn what_is_not_a_body_has_no_bones() {
        assert_eq!(roles(&["base", "arm", "hand", "wheel_l", "wheel_r"]), [""; 5]);
        assert_eq!(roles(&["spine", "neck", "head", "foot_l", "foot_r", "hand_l"]), [""; 6]);
        assert_eq!(roles(&["LHipJoint", "Hips", "LeftUpLeg", "LeftLeg", "LeftFoot", "LeftArm"])[0], "");
    }

    #[test]
    fn fingers_are_numbered_or_named() {
        let body = ["Hips", "Spine", "Head", "LeftUpperArm", "LeftHand"];
        let finger = |names: &[&str]| roles(&[&body[..], names].concat())[5..].to_vec();
        for names in [
            ["LeftHandThumb1", "LeftHandIndex1", "LeftHandMiddle2", "LeftHandPinky3"],
            ["thumb_01_l", "index_01_l", "middle_02_l", "pinky_03_l"],
            ["thumb.01.L", "f_index.01.L", "f_middle.02.L", "f_pinky.03.L"],
            ["leftThumbMetacarpal", "leftIndexProximal", "leftMiddleIntermediate", "leftLittleDistal"],
        ] {
            let expected =
                ["leftThumbMetacarpal", "leftIndexProximal", "leftMiddleIntermediate", "leftLittleDistal"];
            assert_eq!(finger(&names), expected);
        }
        assert_eq!(
            finger(&["LeftThumbProximal", "LeftThumbDistal"]),
            ["leftThumbProximal", "leftThumbDistal"]
        );
        assert_eq!(
            finger(&["LeftThumbProximal", "LeftThumbIntermediate", "LeftThumbDistal"]),
            ["leftThumbMetacarpal", "leftThumbProximal", "leftThumbDistal"]
        );
    }

    #[test]
    fn bones_that_a_file_states_count_instead_of_names() {
        let mut nodes: Vec<_> = BODY.map(Node::new).to_vec();
        for (node, bone) in [(0, "head"), (4, "hips"), (5, "hips"), (6, "tail")] {
            nodes[node].bone = Some(bone.to_owned());
        }
        let found = |nodes: &[Node]| roles_of(nodes).into_iter().flatten().collect::<Vec<_>>();
        assert_eq!(found(&nodes), [HumanBone::Head, HumanBone::Hips]);
        for node in &mut nodes {
            node.bone = node.bone.as_ref().map(|_| "tail".to_owned());
        }
        assert_eq!(found(&nodes).len(), BODY.len(), "none of these is a bone");
    }

    #[test]
    fn the_first_node_of_a_name_counts() {
        assert_eq!(
            roles(&["Hips", "Spine", "Head", "Neck", "UpperArm.L", "UpperArm_L"])[4..],
            ["leftUpperArm", ""]
        );
    }
}
