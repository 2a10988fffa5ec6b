//! The exchange of left and right.

use std::collections::HashMap;

use crate::{Anim, Skeleton};

/// The reflection of a figure at the plane x = 0: bones whose names end in `_l` and `_r` exchange their motion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mirror {
    partners: Vec<usize>,
}

impl Mirror {
    /// Pairs the bones of a skeleton, `NAME_l` with `NAME_r`. A bone without a counterpart is its own partner.
    pub fn new(skeleton: &Skeleton) -> Self {
        let bones = skeleton.bones();
        let mut first = HashMap::with_capacity(bones.len());
        for (index, bone) in bones.iter().enumerate() {
            first.entry(bone.name.clone()).or_insert(index);
        }
        let other = |index: usize, name: &str| {
            let other = first.get(&other_side(name)?).copied();
            other.filter(|_| first.get(name) == Some(&index))
        };
        let partners = bones.iter().enumerate();
        Self { partners: partners.map(|(index, bone)| other(index, &bone.name).unwrap_or(index)).collect() }
    }

    /// The bone with which a bone exchanges its motion: itself if it has no counterpart.
    pub fn partner(&self, bone: usize) -> usize {
        self.partners.get(bone).copied().unwrap_or(bone)
    }

    /// Whether no bone has a counterpart.
    pub fn is_empty(&self) -> bool {
        self.partners.iter().enumerate().all(|(bone, &partner)| bone == partner)
    }

    /// Mirrors a clip: the x of the root changes its sign, and each bone takes its partner's angles with y and z negated.
    /// Mirroring twice restores the clip.
    ///
    /// If the skeleton is symmetric, the world position of each bone becomes the mirror image of its partner's position.
    pub fn apply(&self, anim: &mut Anim) {
        let bones = anim.bones();
        for number in 0..anim.frames() {
            let Some((position, angles)) =
                anim.frame_mut(number).and_then(|floats| floats.split_first_chunk_mut::<3>())
            else {
                continue;
            };
            position[0] = -position[0];
            let (angles, _) = angles.as_chunks_mut::<3>();
            for bone in 0..bones {
                let partner = self.partner(bone);
                if bone < partner && partner < bones {
                    angles.swap(bone, partner);
                }
            }
            for [_, y, z] in angles {
                (*y, *z) = (-*y, -*z);
            }
        }
    }
}

fn other_side(name: &str) -> Option<String> {
    let side = |of: &str, to: &str| name.strip_suffix(of).map(|stem| format!("{stem}{to}"));
    side("_l", "_r").or_else(|| side("_r", "_l"))
}
