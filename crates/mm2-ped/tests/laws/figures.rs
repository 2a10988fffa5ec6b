//! Figures and clips of every shape for the tests of motion.

use anim_mm2_ped::{Anim, Bone, Skeleton};
use proptest::prelude::*;

pub(crate) fn bone(name: &str, parent: Option<usize>, offset: [f32; 3]) -> Bone {
    Bone { name: name.to_owned(), parent, offset, rotmin: None, rotmax: None }
}

/// A chain of bones, each half a metre above the one before.
pub(crate) fn chain(names: &[&str]) -> Skeleton {
    let bone = |(index, name): (usize, &&str)| bone(name, index.checked_sub(1), [0.0, 0.5, 0.0]);
    Skeleton::new(names.iter().enumerate().map(bone).collect()).unwrap()
}

/// A skeleton of so many bones in any tree.
pub(crate) fn skeleton(bones: impl Strategy<Value = usize>) -> impl Strategy<Value = Skeleton> {
    let one = (any::<prop::sample::Index>(), prop::array::uniform3(-1.0..1.0f32));
    bones.prop_flat_map(move |count| prop::collection::vec(one.clone(), count)).prop_map(|all| {
        // The bones from the root to the last one: the next is a child of any of them, so that the order is depth-first.
        let mut path: Vec<usize> = Vec::new();
        let bones = all.into_iter().enumerate().map(|(index, (above, offset))| {
            let parent = (!path.is_empty()).then(|| above.index(path.len()));
            path.truncate(parent.map_or(0, |parent| parent + 1));
            let parent = path.last().copied();
            path.push(index);
            bone(&format!("part{index}"), parent, offset)
        });
        Skeleton::new(bones.collect()).unwrap()
    })
}

/// The motion of so many bones, with angles of up to so many radians.
pub(crate) fn motion(bones: usize, angle: f32) -> impl Strategy<Value = Anim> {
    (1..12usize).prop_flat_map(move |frames| {
        let places = prop::collection::vec(-3.0..3.0f32, 3 * frames);
        let angles = prop::collection::vec(-angle..angle, 3 * bones * frames);
        (places, angles).prop_map(move |(places, angles)| {
            let frames = places.chunks(3).zip(angles.chunks(3 * bones));
            let mut anim =
                Anim::new(bones, frames.flat_map(|(place, angles)| [place, angles].concat()).collect())
                    .unwrap();
            anim.distance = anim.travel() as f32;
            anim
        })
    })
}

/// A skeleton and a motion of it.
pub(crate) fn figure(
    bones: impl Strategy<Value = usize>,
    angle: f32,
) -> impl Strategy<Value = (Skeleton, Anim)> {
    skeleton(bones).prop_flat_map(move |skeleton| {
        let bones = skeleton.bones().len();
        (Just(skeleton), motion(bones, angle))
    })
}
