//! Descriptions of the parts of files that no clip represents.

use anim_core::counted;

use crate::states::is_comment;
use crate::{Anim, Skeleton, StateTable};

/// The parts of an `.anim`.
pub(super) fn of_anim(anim: &Anim) -> Vec<String> {
    let mut parts = Vec::new();
    if !anim.trailing().is_empty() {
        parts.push(format!("{} after the last frame", counted(anim.trailing().len(), "byte")));
    }
    if !anim.further().is_empty() {
        let tracks = counted(anim.further().len(), "track");
        parts.push(format!("{tracks} without motion"));
    }
    let used = if anim.floats() < 3 { 0 } else { 3 * (anim.bones() + 1) };
    if anim.floats() > used {
        let floats = counted(anim.floats() - used, "float");
        parts.push(format!("{floats} per frame outside of bones"));
    }
    parts
}

/// The parts of a skeleton: what its bones have besides a name, a parent and an offset.
pub(super) fn of_skeleton(skeleton: &Skeleton) -> Vec<String> {
    let limited = skeleton.bones().iter().filter(|bone| bone.rotmin.is_some() || bone.rotmax.is_some());
    let limits = (limited.count(), "the limits (`rotmin`, `rotmax`) of", "bone", "");
    let unknown = (skeleton.unknown().len(), "", "line", " of unknown properties");
    in_words([limits, unknown])
}

/// The parts of a table: what its lines have besides the nine fields of a state.
pub(super) fn of_table(table: &StateTable) -> Vec<String> {
    let fields = table.tails().iter().map(|tail| tail.fields.len()).sum();
    // Every table begins with the names of its fields.
    let is_header = |(before, text): &&(usize, String)| *before == 0 && text.starts_with("# anim name,");
    let remarks = |text: &str| !text.trim().is_empty() && is_comment(text.as_bytes());
    let texts = || table.texts().iter().filter(|line| !is_header(line)).map(|(_, text)| text.as_str());
    let behind = table.tails().iter().filter(|tail| tail.comment.is_some()).count();
    let comments = behind + texts().filter(|text| remarks(text)).count();
    let others = texts().filter(|text| !is_comment(text.as_bytes())).count();
    in_words([
        (fields, "", "field", " after the next state"),
        (comments, "", "comment", ""),
        (others, "", "line", " without a state"),
    ])
}

/// The nonzero parts as text: each number with its thing between two texts.
fn in_words<const N: usize>(parts: [(usize, &str, &str, &str); N]) -> Vec<String> {
    let some = parts.into_iter().filter(|(count, ..)| *count > 0);
    let text = |(count, before, thing, after): (usize, &str, &str, &str)| {
        format!("{before} {}{after}", counted(count, thing)).trim_start().to_owned()
    };
    some.map(text).collect()
}
