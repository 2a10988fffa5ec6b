//! The bones of a human figure, named as in VRM 1.0.

/// Declares the bones with their names.
macro_rules! bones {
    ($($bone:ident = $name:literal),+ $(,)?) => {
        /// A bone of a human figure (VRM 1.0, `humanoid.humanBones`). Left and right are those of the figure.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        #[expect(missing_docs, reason = "the name of a bone says what it is")]
        pub enum HumanBone {
            $($bone,)+
        }

        impl HumanBone {
            /// All bones.
            pub const ALL: &'static [Self] = &[$(Self::$bone),+];

            /// The name in VRM 1.0, such as `leftUpperArm`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$bone => $name,)+
                }
            }
        }
    };
}

bones! {
    Hips = "hips", Spine = "spine", Chest = "chest", UpperChest = "upperChest", Neck = "neck", Head = "head",
    LeftEye = "leftEye", RightEye = "rightEye", Jaw = "jaw",
    LeftUpperLeg = "leftUpperLeg", LeftLowerLeg = "leftLowerLeg", LeftFoot = "leftFoot", LeftToes = "leftToes",
    RightUpperLeg = "rightUpperLeg", RightLowerLeg = "rightLowerLeg", RightFoot = "rightFoot", RightToes = "rightToes",
    LeftShoulder = "leftShoulder", LeftUpperArm = "leftUpperArm", LeftLowerArm = "leftLowerArm", LeftHand = "leftHand",
    RightShoulder = "rightShoulder", RightUpperArm = "rightUpperArm", RightLowerArm = "rightLowerArm",
    RightHand = "rightHand",
    LeftThumbMetacarpal = "leftThumbMetacarpal", LeftThumbProximal = "leftThumbProximal",
    LeftThumbDistal = "leftThumbDistal",
    LeftIndexProximal = "leftIndexProximal", LeftIndexIntermediate = "leftIndexIntermediate",
    LeftIndexDistal = "leftIndexDistal",
    LeftMiddleProximal = "leftMiddleProximal", LeftMiddleIntermediate = "leftMiddleIntermediate",
    LeftMiddleDistal = "leftMiddleDistal",
    LeftRingProximal = "leftRingProximal", LeftRingIntermediate = "leftRingIntermediate",
    LeftRingDistal = "leftRingDistal",
    LeftLittleProximal = "leftLittleProximal", LeftLittleIntermediate = "leftLittleIntermediate",
    LeftLittleDistal = "leftLittleDistal",
    RightThumbMetacarpal = "rightThumbMetacarpal", RightThumbProximal = "rightThumbProximal",
    RightThumbDistal = "rightThumbDistal",
    RightIndexProximal = "rightIndexProximal", RightIndexIntermediate = "rightIndexIntermediate",
    RightIndexDistal = "rightIndexDistal",
    RightMiddleProximal = "rightMiddleProximal", RightMiddleIntermediate = "rightMiddleIntermediate",
    RightMiddleDistal = "rightMiddleDistal",
    RightRingProximal = "rightRingProximal", RightRingIntermediate = "rightRingIntermediate",
    RightRingDistal = "rightRingDistal",
    RightLittleProximal = "rightLittleProximal", RightLittleIntermediate = "rightLittleIntermediate",
    RightLittleDistal = "rightLittleDistal",
}

impl HumanBone {
    /// The bone with this name in VRM 1.0.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|bone| bone.name() == name)
    }

    /// The bone with this name in VRM 0.x, where a thumb begins with its proximal bone.
    pub fn from_vrm0_name(name: &str) -> Option<Self> {
        let name = match name.split_once("Thumb") {
            Some((side, "Proximal")) => format!("{side}ThumbMetacarpal"),
            Some((side, "Intermediate")) => format!("{side}ThumbProximal"),
            _ => name.to_owned(),
        };
        Self::from_name(&name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bone_has_its_own_name_and_a_mirror_image() {
        assert_eq!(HumanBone::ALL.len(), 55, "the bones that the specification lists");
        for bone in HumanBone::ALL {
            assert_eq!(HumanBone::from_name(bone.name()), Some(*bone));
            if let Some(part) = bone.name().strip_prefix("left") {
                assert!(HumanBone::from_name(&format!("right{part}")).is_some(), "{part}");
            }
        }
    }

    #[test]
    fn the_thumb_of_vrm_0_has_other_names() {
        for (old, new) in [
            ("leftThumbProximal", "leftThumbMetacarpal"),
            ("rightThumbIntermediate", "rightThumbProximal"),
            ("leftThumbDistal", "leftThumbDistal"),
            ("leftIndexIntermediate", "leftIndexIntermediate"),
        ] {
            assert_eq!(HumanBone::from_vrm0_name(old), HumanBone::from_name(new), "{old}");
        }
    }
}
