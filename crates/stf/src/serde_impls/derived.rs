//! The data in a dump about values that are derived from keys, so that they follow an edit of the dump.

use std::collections::{BTreeMap, HashMap};

use crate::json::{Style, Text};
use crate::write::put_subtrack;
use crate::{Animation, Error, Reference, Stf, Subtrack, Target, Track};

/// For each buffer of baked values, by id: the first frame, a checksum of the keys and one of the values. For the baked tracks
/// of an animation, by its id and their target: the same for the tracks that they override and for themselves.
pub(super) type Sources = BTreeMap<String, (f64, String, String)>;

/// FNV-1a.
fn checksum(sum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(sum, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}

const START: u64 = 0xCBF2_9CE4_8422_2325;

/// A checksum of the keys of a component and of everything else that its baked values depend on.
fn keys(animation: &Animation, track: &Track, subtrack: &Subtrack) -> u64 {
    let numbers = track.timepoints.iter().copied().chain(animation.span());
    let sum = numbers.fold(START, |sum, number| checksum(sum, &number.to_bits().to_le_bytes()));
    let keys = Subtrack { keyframes: subtrack.keyframes.clone(), ..Subtrack::default() };
    let mut text = Text::default();
    put_subtrack(&mut text, Some(&keys), Style::Dense);
    checksum(sum, text.into_string().as_bytes())
}

/// A checksum of all keys of the tracks with a target.
fn tracks(animation: &Animation, tracks: &[Track], target: &Target) -> u64 {
    let same = tracks.iter().filter(|track| track.target == *target);
    let all = same.flat_map(|track| track.subtracks.iter().flatten().map(move |part| (track, part)));
    all.fold(START, |sum, (track, part)| sum.rotate_left(1) ^ keys(animation, track, part))
}

fn baked_target(id: &str, target: &Target) -> String {
    format!("{id} tracks_baked {target}")
}

/// The sources of all values that are derived from keys.
pub(super) fn sources(stf: &Stf) -> Sources {
    let mut sums: HashMap<&str, (f64, u64)> = HashMap::new();
    let mut sources = Sources::new();
    for (id, animation) in stf.animations() {
        for track in &animation.tracks {
            for subtrack in track.subtracks.iter().flatten() {
                let buffer = subtrack.baked.as_ref().and_then(|baked: &Reference| animation.buffer_id(baked));
                if let Some(buffer) = buffer.filter(|buffer| stf.buffer(buffer).is_some()) {
                    let sum = sums.entry(buffer).or_insert((animation.span()[0].trunc(), START));
                    // The order of the subtracks that share a buffer does not matter.
                    sum.1 = sum.1.wrapping_add(keys(animation, track, subtrack));
                }
            }
        }
        for track in &animation.tracks_baked {
            let of = |list: &[Track]| format!("{:016x}", tracks(animation, list, &track.target));
            let both = (0.0, of(&animation.tracks), of(&animation.tracks_baked));
            sources.insert(baked_target(id, &track.target), both);
        }
    }
    for (buffer, (first, sum)) in sums {
        let values = checksum(START, stf.buffer(buffer).unwrap_or_default());
        sources.insert(buffer.to_owned(), (first, format!("{sum:016x}"), format!("{values:016x}")));
    }
    sources
}

/// Renews values derived from keys that were changed since the dump was made, unless the values were changed too.
pub(super) fn follow(stf: &mut Stf, made_from: &Sources) -> Result<(), Error> {
    if made_from.is_empty() {
        return Ok(());
    }
    let present = sources(stf);
    let changed = |name: &str| {
        let (before, now) = (made_from.get(name)?, present.get(name)?);
        (before.1 != now.1 && before.2 == now.2).then_some(before.0)
    };
    let stale: HashMap<String, f64> =
        present.keys().filter_map(|name| Some((name.clone(), changed(name)?))).collect();
    if stale.is_empty() {
        return Ok(());
    }
    let ids: Vec<String> = stf.animations().map(|(id, _)| id.to_owned()).collect();
    for id in ids {
        let targets = stf.animation(&id).into_iter().flat_map(|animation| &animation.tracks_baked);
        let hidden = targets.filter(|track| stale.contains_key(&baked_target(&id, &track.target)));
        let hidden: Vec<Target> = hidden.map(|track| track.target.clone()).collect();
        stf.rebake(&id, &stale, &hidden)?;
    }
    Ok(())
}
