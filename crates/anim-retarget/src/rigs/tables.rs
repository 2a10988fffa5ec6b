//! The names of human bones in known rigs.

/// The names of a rig's bones: the part of the body, without its side, and its names in the rig, in the form of
/// [`Key::base`](crate::names::Key::base).
pub(super) type Rig = &'static [(&'static str, &'static [&'static str])];

/// Known rigs. If several recognise the same number of bones, the first counts.
pub(super) const RIGS: [Rig; 9] = [UNITY, MIXAMO, CMU, RIGIFY, RIGIFY_CONTROLS, UNREAL, BIPED, JOINTS, PLAIN];

/// VRM, VRoid, Unity.
const UNITY: Rig = &[
    ("hips", &["hips"]),
    ("spine", &["spine"]),
    ("chest", &["chest"]),
    ("upperChest", &["upperchest"]),
    ("neck", &["neck"]),
    ("head", &["head"]),
    ("jaw", &["jaw"]),
    ("eye", &["eye", "faceeye"]),
    ("shoulder", &["shoulder"]),
    ("upperArm", &["upperarm"]),
    ("lowerArm", &["lowerarm"]),
    ("hand", &["hand"]),
    ("upperLeg", &["upperleg"]),
    ("lowerLeg", &["lowerleg"]),
    ("foot", &["foot"]),
    ("toes", &["toes", "toe", "toebase"]),
];

/// Mixamo, MotionBuilder.
const MIXAMO: Rig = &[
    ("hips", &["hips"]),
    ("spine", &["spine"]),
    ("chest", &["spine1"]),
    ("upperChest", &["spine2"]),
    ("neck", &["neck"]),
    ("head", &["head"]),
    ("eye", &["eye"]),
    ("shoulder", &["shoulder"]),
    ("upperArm", &["arm"]),
    ("lowerArm", &["forearm"]),
    ("hand", &["hand"]),
    ("upperLeg", &["upleg"]),
    ("lowerLeg", &["leg"]),
    ("foot", &["foot"]),
    ("toes", &["toebase"]),
];

/// The motion capture database of Carnegie Mellon University, as BVH.
const CMU: Rig = &[
    ("hips", &["hips"]),
    ("spine", &["lowerback"]),
    ("chest", &["spine"]),
    ("upperChest", &["spine1"]),
    ("neck", &["neck"]),
    ("head", &["head"]),
    ("shoulder", &["shoulder"]),
    ("upperArm", &["arm"]),
    ("lowerArm", &["forearm"]),
    ("hand", &["hand"]),
    ("upperLeg", &["upleg"]),
    ("lowerLeg", &["leg"]),
    ("foot", &["foot"]),
    ("toes", &["toebase"]),
];

/// Rigify's deforming bones, and the armature that it starts from.
const RIGIFY: Rig = &[
    ("hips", &["spine"]),
    ("spine", &["spine1"]),
    ("chest", &["spine2"]),
    ("upperChest", &["spine3"]),
    ("neck", &["spine4"]),
    ("head", &["spine6"]),
    ("jaw", &["jaw"]),
    ("eye", &["eye"]),
    ("shoulder", &["shoulder"]),
    ("upperArm", &["upperarm"]),
    ("lowerArm", &["forearm"]),
    ("hand", &["hand"]),
    ("upperLeg", &["thigh"]),
    ("lowerLeg", &["shin"]),
    ("foot", &["foot"]),
    ("toes", &["toe"]),
];

/// Rigify's controls with forward kinematics.
const RIGIFY_CONTROLS: Rig = &[
    ("hips", &["torso"]),
    ("spine", &["spinefk1"]),
    ("chest", &["spinefk2"]),
    ("upperChest", &["spinefk3"]),
    ("neck", &["neck"]),
    ("head", &["head"]),
    ("shoulder", &["shoulder"]),
    ("upperArm", &["upperarmfk"]),
    ("lowerArm", &["forearmfk"]),
    ("hand", &["handfk"]),
    ("upperLeg", &["thighfk"]),
    ("lowerLeg", &["shinfk"]),
    ("foot", &["footfk"]),
    ("toes", &["toefk", "toe"]),
];

/// The mannequin of Unreal Engine.
const UNREAL: Rig = &[
    ("hips", &["pelvis"]),
    ("spine", &["spine1"]),
    ("chest", &["spine2"]),
    ("upperChest", &["spine3"]),
    ("neck", &["neck1"]),
    ("head", &["head"]),
    ("shoulder", &["clavicle"]),
    ("upperArm", &["upperarm"]),
    ("lowerArm", &["lowerarm"]),
    ("hand", &["hand"]),
    ("upperLeg", &["thigh"]),
    ("lowerLeg", &["calf"]),
    ("foot", &["foot"]),
    ("toes", &["ball"]),
];

/// The Biped of 3ds Max, also of games by Valve.
const BIPED: Rig = &[
    ("hips", &["pelvis"]),
    ("spine", &["spine"]),
    ("chest", &["spine1"]),
    ("upperChest", &["spine2"]),
    ("neck", &["neck", "neck1"]),
    ("head", &["head", "head1"]),
    ("shoulder", &["clavicle"]),
    ("upperArm", &["upperarm"]),
    ("lowerArm", &["forearm"]),
    ("hand", &["hand"]),
    ("upperLeg", &["thigh"]),
    ("lowerLeg", &["calf"]),
    ("foot", &["foot"]),
    ("toes", &["toe0", "toe"]),
];

/// Bones named after the joint where they begin: the pedestrians of Midtown Madness 2, Biovision, Poser.
const JOINTS: Rig = &[
    ("hips", &["pelvis", "hips"]),
    ("spine", &["spine", "abdomen"]),
    ("chest", &["chest"]),
    ("neck", &["neck"]),
    ("head", &["head"]),
    ("shoulder", &["clavicle", "collar"]),
    ("upperArm", &["shoulder"]),
    ("lowerArm", &["elbow"]),
    ("hand", &["wrist"]),
    ("upperLeg", &["hip"]),
    ("lowerLeg", &["knee"]),
    ("foot", &["ankle"]),
    ("toes", &["toe"]),
];

/// Common names in rigs made by hand.
const PLAIN: Rig = &[
    ("hips", &["hips", "hip", "pelvis"]),
    ("spine", &["spine"]),
    ("chest", &["chest"]),
    ("neck", &["neck"]),
    ("head", &["head"]),
    ("jaw", &["jaw"]),
    ("eye", &["eye"]),
    ("shoulder", &["shoulder", "clavicle", "collar"]),
    ("upperArm", &["upperarm", "arm"]),
    ("lowerArm", &["lowerarm", "forearm"]),
    ("hand", &["hand"]),
    ("upperLeg", &["upperleg", "thigh", "upleg"]),
    ("lowerLeg", &["lowerleg", "shin", "calf"]),
    ("foot", &["foot"]),
    ("toes", &["toes", "toe", "toebase", "ball"]),
];
