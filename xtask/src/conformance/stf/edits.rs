//! Edits of whole files: every byte that an edit is not about stays as it was.

use std::fs;
use std::path::Path;

use anim_core::{Document, Format};
use anim_stf::{Animation, Form, Keyframe, Layout, Stf, Target, Track};

use crate::process::{Failure, Result};

type Change = fn(&mut Animation);

/// What is changed in every animation, and how much of its text that may concern: a keyframe, or the whole.
const CHANGES: &[(&str, Change, usize)] = &[
    ("a key", key, 160),
    ("a frame rate", |animation| animation.fps = Some(animation.rate() + 0.5), 40),
    ("a track more", |animation| animation.tracks.push(track()), usize::MAX),
    ("a track less", |animation| drop(animation.tracks.pop()), usize::MAX),
];

/// Edits every animation of a file in every way, and says how many edits that were.
pub(super) fn run(path: &Path) -> Result<usize> {
    let bytes = fs::read(path)?;
    let stf = Stf::parse(&bytes, &mut ()).map_err(|error| Failure::broken(error.to_string()))?;
    let ids: Vec<String> = stf.animations().map(|(id, _)| id.to_owned()).collect();
    let mut count = 0;
    for id in &ids {
        for (name, change, most) in CHANGES {
            let edited = altered(&stf, |stf| stf.edit(id, *change).map(drop))?;
            // Of an older layout all tracks are written anew.
            let current = stf.animation(id).is_some_and(|animation| animation.layout == Layout::Current);
            let most = if current { *most } else { usize::MAX };
            if let Err(broken) = within(&stf, &edited, id, most) {
                return Err(Failure::broken(format!("{}: {name} of `{id}`: {broken}", path.display())));
            }
            count += 1;
        }
    }
    if stf.form() != Form::Animation {
        let added = altered(&stf, |stf| stf.add_animation("added", Animation::default()))?;
        let removed = altered(&added, |stf| stf.remove_animation("added"))?;
        // The root lists its animations: with what is added to it, a reference comes that stays.
        if outside(&removed, removed.root()) != outside(&stf, stf.root()) {
            return Err(Failure::broken(format!("{}: what is added leaves traces", path.display())));
        }
        count += 2;
    }
    Ok(count)
}

/// The file after an edit, as its bytes are read again.
fn altered(
    stf: &Stf,
    edit: impl FnOnce(&mut Stf) -> std::result::Result<(), anim_stf::Error>,
) -> Result<Stf> {
    let mut edited = stf.clone();
    edit(&mut edited).map_err(|error| Failure::broken(error.to_string()))?;
    let again =
        Stf::parse(&edited.to_bytes(), &mut ()).map_err(|error| Failure::broken(error.to_string()))?;
    if again == edited { Ok(again) } else { Err(Failure::broken("an edit reads back differently")) }
}

/// Whether two files differ in the text of one resource alone, and there in a part of so many bytes at most.
fn within(old: &Stf, new: &Stf, id: &str, most: usize) -> std::result::Result<(), &'static str> {
    if outside(old, Some(id)) != outside(new, Some(id)) {
        return Err("bytes elsewhere change");
    }
    let [old, new] = [old, new].map(|stf| text(stf, id).as_bytes());
    let pairs = old.iter().zip(new);
    let same = pairs.take_while(|(a, b)| a == b).count();
    let rest = [&old[same..], &new[same..]];
    let after = rest[0].iter().rev().zip(rest[1].iter().rev()).take_while(|(a, b)| a == b).count();
    if rest.iter().all(|rest| rest.len() - after <= most) { Ok(()) } else { Err("other parts change too") }
}

/// The bytes of a file around the text of a resource, without the length of the document.
fn outside(stf: &Stf, id: Option<&str>) -> (Vec<u8>, Vec<u8>) {
    let mut bytes = stf.to_bytes().into_owned();
    let mut start = 0;
    if let Form::Container { .. } = stf.form() {
        let count = u32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]) as usize;
        start = 16 + 8 * count;
        bytes[16..24].fill(0);
    }
    let resource = id.map_or("", |id| text(stf, id));
    let at = start + (resource.as_ptr() as usize).saturating_sub(stf.json().as_ptr() as usize);
    (bytes[..at].to_vec(), bytes[at + resource.len()..].to_vec())
}

fn text<'a>(stf: &'a Stf, id: &str) -> &'a str {
    stf.resource(id).map_or(&stf.json()[..0], |resource| stf.resource_text(resource))
}

/// Moves the last key that there is.
fn key(animation: &mut Animation) {
    let subtracks = animation.tracks.iter_mut().flat_map(|track| track.subtracks.iter_mut().flatten());
    let mut keys =
        subtracks.flat_map(|subtrack| &mut subtrack.keyframes).filter_map(|keyframe| match keyframe {
            Keyframe::Key(key) => Some(key),
            _ => None,
        });
    if let Some(key) = keys.next_back() {
        key.value += 1.0;
    }
}

fn track() -> Track {
    Track { target: Target::names(["added", "enabled"]), ..Track::default() }
}
