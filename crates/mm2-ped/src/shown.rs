//! The figure and the frames of an `.anim` that clips and players show, as the options change them.

use std::borrow::Cow;

use crate::{Anim, ClipOptions, Mirror, Motion, Skeleton, State};

/// The skeleton, if it has as many bones as the clip.
pub(crate) fn fitting<'a>(skeleton: Option<&'a Skeleton>, anim: &Anim) -> Option<&'a Skeleton> {
    skeleton.filter(|skeleton| skeleton.bones().len() == anim.bones())
}

/// The figure of a clip: the skeleton if it fits, else bones without names and offsets. There is always a bone, because a
/// frame has a position even if it has no angles.
pub(crate) fn figure<'a>(skeleton: Option<&'a Skeleton>, anim: &Anim) -> Cow<'a, Skeleton> {
    fitting(skeleton, anim).map_or_else(|| Cow::Owned(Skeleton::nameless(anim.bones())), Cow::Borrowed)
}

/// The clip with the motion and the sides that the options choose. `states` are the states that show the clip.
pub(crate) fn transformed<'a, 's>(
    anim: &'a Anim,
    skeleton: Option<&Skeleton>,
    options: ClipOptions,
    states: impl IntoIterator<Item = &'s State>,
) -> Cow<'a, Anim> {
    let mut anim = Cow::Borrowed(anim);
    if options.motion == Motion::Game {
        anim.to_mut().load(states);
    }
    let sided = fitting(skeleton, &anim).filter(|_| options.mirror).map(Mirror::new);
    if let Some(mirror) = sided.filter(|mirror| !mirror.is_empty()) {
        mirror.apply(anim.to_mut());
    }
    anim
}
