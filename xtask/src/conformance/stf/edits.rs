//! Edits of complete files: every byte that an edit does not concern is unchanged.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anim_stf::{Animation, Form, Keyframe, Layout, Stf, Target, Track};

use crate::failure::{Failure, Result};

type Change = fn(&mut Animation);

/// The change made in every animation, and how much of its text it may affect: a keyframe, or everything.
const CHANGES: &[(&str, Change, usize)] = &[
    ("a key", key, 160),
    ("a frame rate", |animation| animation.fps = Some(animation.rate() + 0.5), 40),
    ("a track more", |animation| animation.tracks.push(track()), usize::MAX),
    ("a track less", |animation| drop(animation.tracks.pop()), usize::MAX),
];

/// Makes every edit in every animation of a file, and returns the number of edits.
pub(super) fn run(path: &Path) -> Result<usize> {
    let bytes = fs::read(path)?;
    let stf = Stf::parse(&bytes).map_err(|error| Failure::broken(error.to_string()))?;
    let ids: Vec<String> = stf.animations().map(|(id, _)| id.to_owned()).collect();
    let mut count = 0;
    for id in &ids {
        for (name, change, most) in CHANGES {
            let edited = altered(&stf, |stf| stf.edit(id, *change).map(drop))?;
            // In an older layout, all tracks are written again.
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
        // The root lists its animations: adding one also adds a reference, which remains.
        let none = BTreeSet::new();
        if outside(&removed, removed.root(), &none) != outside(&stf, stf.root(), &none) {
            return Err(Failure::broken(format!("{}: what is added leaves traces", path.display())));
        }
        count += 2;
    }
    Ok(count)
}

/// The file after an edit, as it reads back.
fn altered(
    stf: &Stf,
    edit: impl FnOnce(&mut Stf) -> std::result::Result<(), anim_stf::Error>,
) -> Result<Stf> {
    let mut edited = stf.clone();
    edit(&mut edited).map_err(|error| Failure::broken(error.to_string()))?;
    let again = Stf::parse(&edited.to_bytes()).map_err(|error| Failure::broken(error.to_string()))?;
    if again == edited { Ok(again) } else { Err(Failure::broken("an edit reads back differently")) }
}

/// Whether two files differ only in the text of one resource, there only in a part of at most `most` bytes, and in the buffers
/// of its baked values.
fn within(old: &Stf, new: &Stf, id: &str, most: usize) -> std::result::Result<(), &'static str> {
    let own: BTreeSet<String> = [old, new].into_iter().flat_map(|stf| buffers(stf, id)).collect();
    if outside(old, Some(id), &own) != outside(new, Some(id), &own) {
        return Err("bytes elsewhere change");
    }
    let of = |stf: &Stf| own.iter().map(|id| stf.buffer(id).map(<[u8]>::to_vec)).collect::<Vec<_>>();
    let renewed = of(old) != of(new);
    let [old, new] = [old, new].map(|stf| text(stf, id).as_bytes());
    let pairs = old.iter().zip(new);
    let same = pairs.take_while(|(a, b)| a == b).count();
    let rest = [&old[same..], &new[same..]];
    let after = rest[0].iter().rev().zip(rest[1].iter().rev()).take_while(|(a, b)| a == b).count();
    if renewed || rest.iter().all(|rest| rest.len() - after <= most) {
        Ok(())
    } else {
        Err("other parts change too")
    }
}

/// The ids of the buffers of an animation's baked values.
fn buffers(stf: &Stf, id: &str) -> BTreeSet<String> {
    let animation = stf.animation(id);
    let tracks = animation.into_iter().flat_map(|animation| &animation.tracks);
    let baked =
        tracks.flat_map(|track| track.subtracks.iter().flatten()).filter_map(|part| part.baked.as_ref());
    baked.filter_map(|baked| animation?.buffer_id(baked)).map(str::to_owned).collect()
}

/// The parts of a file outside the text of a resource: the text without the object of buffers, the bytes after the last buffer,
/// and all buffers except some, by their ids.
type Outside = (String, String, Vec<u8>, BTreeMap<String, Vec<u8>>);

fn outside(stf: &Stf, id: Option<&str>, but: &BTreeSet<String>) -> Outside {
    let resource = id.map_or("", |id| text(stf, id));
    let at = (resource.as_ptr() as usize).saturating_sub(stf.json().as_ptr() as usize);
    let around = [&stf.json()[..at], &stf.json()[at + resource.len()..]];
    let entry = |id: &str| format!("\"{id}\"");
    let [before, after] = around.map(|text| {
        // The entry of each of these buffers: its id and the object after it.
        but.iter().fold(text.to_owned(), |text, id| match text.find(&entry(id)) {
            Some(start) => {
                let end = text[start..].find('}').map_or(text.len(), |end| start + end + 1);
                format!("{}{}", &text[..start], &text[end..])
            }
            None => text,
        })
    });
    let plain = |text: String| text.replace([',', ' ', '\n'], "");
    let ids = stf.buffer_ids().filter(|id| !but.contains(*id));
    let kept = ids.map(|id| (id.to_owned(), stf.buffer(id).unwrap_or_default().to_vec())).collect();
    (plain(before), plain(after), stf.trailing().to_vec(), kept)
}

fn text<'a>(stf: &'a Stf, id: &str) -> &'a str {
    stf.resource(id).map_or(&stf.json()[..0], |resource| stf.resource_text(resource))
}

/// Moves the last key.
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
