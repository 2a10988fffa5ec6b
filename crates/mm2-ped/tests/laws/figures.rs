//! Figures and clips of every shape for the tests of motion.

use anim_mm2_ped::anim_core::laws;
use anim_mm2_ped::{Anim, Bone, Clip, ClipOptions, EncodeOptions, Error, File, Mm2Ped, Report, Skeleton};
use proptest::prelude::*;

/// The clip `motion` of an `.anim` with a skeleton.
pub(crate) fn motion_of(anim: &Anim, skeleton: Option<&Skeleton>, options: ClipOptions) -> Clip {
    let (name, skeleton) = (Some("motion".to_owned()), skeleton.cloned());
    let document = Mm2Ped { name, skeleton, ..Mm2Ped::from(anim.clone()) };
    document.clips_with(&options, &mut Report::new()).remove(0)
}

/// A clip as the motion of a skeleton, with the report.
pub(crate) fn encoded(
    clip: &Clip,
    skeleton: &Skeleton,
    options: EncodeOptions,
) -> Result<(Anim, Report), Error> {
    let clips = std::slice::from_ref(clip);
    let options = EncodeOptions { into: Some(skeleton.clone()), ..options };
    let mut report = Report::new();
    let document = Mm2Ped::from_clips_with(clips, &options, &mut report)?;
    laws::joins(&report, clips).unwrap();
    let File::Anim(anim) = document.file else { panic!("{document:?}") };
    Ok((anim, report))
}

pub(crate) fn bone(name: &str, parent: Option<usize>, offset: [f32; 3]) -> Bone {
    Bone { name: name.to_owned(), parent, offset, rotmin: None, rotmax: None }
}

/// A chain of bones, each half a metre above its parent.
pub(crate) fn chain(names: &[&str]) -> Skeleton {
    let bone = |(index, name): (usize, &&str)| bone(name, index.checked_sub(1), [0.0, 0.5, 0.0]);
    Skeleton::new(names.iter().enumerate().map(bone).collect()).unwrap()
}

/// A skeleton with this number of bones in any tree.
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

/// The motion of this number of bones, with angles up to `angle` radians.
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
