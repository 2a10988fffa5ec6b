//! Whether an animation would read back unchanged.

use anim_core::Location;

use super::animation::{MEMBERS, SUBTRACK_MEMBERS, TRACK_MEMBERS};
use crate::json::{MAX_INDEX, Scanner};
use crate::{
    Animation, Ease, Error, ErrorKind, Handle, Keyframe, Member, Reference, Step, Subtrack, Tangent, Track,
};

/// Rejects an animation that would not read back unchanged. `depth` is the number of arrays and objects around it.
pub(crate) fn check_writable(animation: &Animation, id: &str, depth: usize) -> Result<(), Error> {
    let refused = |kind| Err(Error::new(kind, Location::path(id)));
    let mut tracks = animation.tracks.iter().chain(&animation.tracks_baked);
    let heads = animation.range.iter().flatten().chain(&animation.fps);
    if !heads.copied().all(f64::is_finite) || !tracks.clone().all(finite) {
        return refused(ErrorKind::NotFinite);
    }
    if !indexed(animation.reset_animation.as_ref()) || !tracks.clone().all(track_indexed) {
        return refused(ErrorKind::Form("indices of at most 2^53"));
    }
    if !keyframes(tracks.clone()).all(has_unknown_words) {
        return refused(ErrorKind::Form(
            "unknown words for interpolations and tangents that are not known words",
        ));
    }
    // Each track is in an object and an array, and so is each subtrack.
    let known = others(&animation.other, MEMBERS, depth)
        && tracks.all(|track| {
            let around = depth.saturating_add(2);
            let subtracks = || track.subtracks.iter().flatten();
            let keyframes = |subtrack: &Subtrack| {
                subtrack.keyframes.iter().all(|keyframe| match keyframe {
                    Keyframe::Other(unknown) => fits(unknown.get(), around.saturating_add(4)),
                    _ => true,
                })
            };
            others(&track.other, TRACK_MEMBERS, around)
                && subtracks().all(|subtrack| {
                    others(&subtrack.other, SUBTRACK_MEMBERS, around.saturating_add(2)) && keyframes(subtrack)
                })
        });
    if known {
        Ok(())
    } else {
        refused(ErrorKind::Form("other members without known names and not nested too deeply"))
    }
}

/// Whether all numbers of a track are finite.
fn finite(track: &Track) -> bool {
    let handle = |handle: Handle| handle.frames.is_finite() && handle.value.is_finite();
    track.timepoints.iter().copied().all(f64::is_finite)
        && keyframes([track]).all(|keyframe| match keyframe {
            Keyframe::Absent | Keyframe::Other(_) => true,
            Keyframe::Filler { value } => value.is_finite(),
            Keyframe::Key(key) => {
                let out = !matches!(key.ease, Ease::Bezier { out, .. } if !handle(out));
                key.value.is_finite() && out && key.into.is_none_or(handle)
            }
        })
}

fn keyframes<'a>(tracks: impl IntoIterator<Item = &'a Track>) -> impl Iterator<Item = &'a Keyframe> {
    let subtracks = tracks.into_iter().flat_map(|track| track.subtracks.iter().flatten());
    subtracks.flat_map(|subtrack| &subtrack.keyframes)
}

/// Whether all indices of a track would read back.
fn track_indexed(track: &Track) -> bool {
    track.target.0.iter().all(|step| !matches!(step, Step::Index(index) if *index as u64 > MAX_INDEX))
        && track.subtracks.iter().flatten().all(|subtrack| indexed(subtrack.baked.as_ref()))
}

fn indexed(reference: Option<&Reference>) -> bool {
    !matches!(reference, Some(Reference::Index(index)) if *index as u64 > MAX_INDEX)
}

/// Whether the unknown words of a key are unknown in their position: an unknown tangent can be a known interpolation.
fn has_unknown_words(keyframe: &Keyframe) -> bool {
    let Keyframe::Key(key) = keyframe else { return true };
    match &key.ease {
        Ease::Other(word) => !matches!(word.get(), "" | "bezier") && Ease::named(word.get()) == key.ease,
        Ease::Bezier { tangent: tangent @ Tangent::Other(word), .. } => Tangent::from(word.get()) == *tangent,
        _ => true,
    }
}

/// Whether members have unknown names and are not nested too deeply.
fn others(members: &[Member], known: &[&str], depth: usize) -> bool {
    members
        .iter()
        .all(|member| !known.contains(&member.name()) && fits(member.value(), depth.saturating_add(1)))
}

fn fits(value: &str, depth: usize) -> bool {
    Scanner::within(value, depth).skip().is_ok()
}
