//! The checks of a file, and of files that belong together.

mod clip;
mod table;

use anim_core::{Location, Sink, counted};

pub(crate) use clip::LIMIT_TOLERANCE;

use crate::head::{self, Head};
use crate::layout::{self, Layout};
use crate::text::displayed;
use crate::view::View;
use crate::{Anim, File, Mm2Ped, Skeleton, StateTable, codes};

/// Checks a document with the files that belong to it.
pub(crate) fn document(document: &Mm2Ped, sink: &mut dyn Sink) {
    let skeleton = document.skeleton.as_ref();
    match &document.file {
        File::Anim(anim) => {
            let head = head(anim);
            let skeleton =
                skeleton.filter(|skeleton| is_fitting(skeleton, anim.bones(), Location::default(), sink));
            clip::check(&head, anim.values(), anim.trailing().len(), sink);
            clip::check_limits(&head, anim.values(), skeleton, sink);
            windows(anim.frames(), document.name.as_deref(), document.states.as_ref(), sink);
        }
        File::Skeleton(skeleton) => check_skeleton(skeleton, sink),
        File::States(table) => {
            table::check(table, &document.clips, sink);
            let Some(skeleton) = skeleton else { return };
            for (name, anim) in &document.clips {
                is_fitting(skeleton, anim.bones(), Location::path(name), sink);
            }
        }
    }
}

/// Checks an `.anim` in place with the files that belong to it.
pub(crate) fn view(
    view: &View<'_>,
    name: Option<&str>,
    skeleton: Option<&Skeleton>,
    states: Option<&StateTable>,
    sink: &mut dyn Sink,
) {
    clip::check(view.head(), view.as_floats(), view.trailing().len(), sink);
    clip::check_limits(view.head(), view.as_floats(), skeleton, sink);
    windows(view.frames(), name, states, sink);
}

/// Whether a skeleton has as many bones as a clip. If not, that is reported.
pub(crate) fn is_fitting(skeleton: &Skeleton, bones: usize, at: Location, sink: &mut dyn Sink) -> bool {
    let found = skeleton.bones().len();
    if found != bones {
        let message = format!(
            "the skeleton has {}, expected {bones} as in the clip: the skeleton is not used",
            counted(found, "bone")
        );
        sink.report(codes::BONE_COUNT.at(at, message));
    }
    found == bones
}

/// The header that a clip is written with.
fn head(anim: &Anim) -> Head {
    let start = match anim.layout() {
        Layout::Retail => layout::RETAIL_HEADER,
        Layout::Old => layout::OLD_HEADER,
        Layout::Wiki => {
            let before = anim.further().iter().take(anim.moving);
            let before = before.map(|track| layout::TRACK_HEADER + 4 * track.values.len());
            layout::WIKI_HEADER + before.sum::<usize>() + layout::TRACK_HEADER
        }
    };
    Head {
        layout: anim.layout(),
        frames: anim.frames(),
        floats: anim.floats(),
        distance: anim.distance,
        flag: anim.flag,
        start,
        further: anim.further().len(),
        ambiguous: anim.layout() == Layout::Old && head::fits_wiki(&anim.to_bytes()),
    }
}

/// Checks the windows of the states that show the clip with this name and this number of frames.
fn windows(frames: usize, name: Option<&str>, states: Option<&StateTable>, sink: &mut dyn Sink) {
    let states = states.map_or(&[][..], StateTable::states).iter();
    for state in states.filter(|state| name.is_some_and(|name| state.plays(name))) {
        table::window(state, Some(frames), Location::path(format!("state {}", displayed(&state.name))), sink);
    }
}

fn check_skeleton(skeleton: &Skeleton, sink: &mut dyn Sink) {
    let bones = skeleton.bones().iter().enumerate();
    for (index, bone) in bones.skip(1).filter(|(_, bone)| bone.parent.is_none()) {
        let name = displayed(&bone.name);
        let message = format!("`{name}` has no parent, expected one: only the first bone is a root");
        sink.report(codes::ROOTS.at(skeleton.location(index), message));
    }
    for (index, name) in skeleton.repeated_names() {
        let name = displayed(name);
        let message = format!("`{name}` is the name of an earlier bone, expected different names");
        sink.report(codes::REPEATED_BONE.at(skeleton.location(index), message));
    }
}
