//! Edits. Each changes only the text of the resource that it touches.

mod buffers;
mod derived;
mod keys;
mod part;
mod renewed;
mod root;
mod stretch;
mod unused;

use std::ops::Range;

use anim_core::Location;

use crate::document::{ANIMATION, Resource};
use crate::json::{Style, Text, put_string};
use crate::write::{check_writable, merge_animation, put_animation};
use crate::{Animation, Ease, Error, ErrorKind, Form, Key, Keyframe, Layout, Loop, Reference, Stf, Track};
pub(crate) use renewed::{bytes, is_plain};

impl Stf {
    /// Changes the animation with an id. Parts that `change` leaves equal keep their text, down to single keyframes.
    ///
    /// An animation of an older layout is written in the current one. Takes time linear in the size of the file.
    ///
    /// Data derived from keys follows them, unless `change` sets it itself. The baked values of changed subtracks are renewed,
    /// or removed if all keys of a track are constant, linear, quadratic or cubic; `tracks_baked` loses the tracks that
    /// override changed ones; the word for the interpolation of a track follows its keys. Buffers to which nothing refers after
    /// the edit are removed. Baked values that keys do not determine follow the nearest keys: segments of unknown kinds keep
    /// their shape, and values beyond the keys keep their distance from the nearest key.
    ///
    /// Errors: [`ErrorKind::Unknown`]; [`ErrorKind::NotFinite`]; [`ErrorKind::Form`] for an animation that would not read back
    /// unchanged; [`ErrorKind::TooLong`] for a range that is too long to bake. The document is then unchanged.
    pub fn edit<T>(&mut self, id: &str, change: impl FnOnce(&mut Animation) -> T) -> Result<T, Error> {
        let index = self.index_of(id)?;
        let Some(old) = self.outline.resources[index].animation.clone() else { return Err(unknown(id)) };
        let mut new = old.clone();
        let result = change(&mut new);
        if new != old {
            check_writable(&new, id, self.depth())?;
            if new.repeat != old.repeat {
                new.repeat = as_written(new.repeat.take());
            }
            self.follow(id, &old, &mut new)?;
            self.rewrite(id, &old, *new);
        }
        Ok(result)
    }

    /// Writes a changed animation, which is known to be writable, and removes buffers that are no longer used.
    fn rewrite(&mut self, id: &str, old: &Animation, mut new: Animation) {
        let Ok(index) = self.index_of(id) else { return };
        let unused = self.release(old, &mut new);
        let at = self.outline.resources[index].at.clone();
        let text = merge_animation(&self.text[at.clone()], old, &new);
        new.layout = Layout::Current;
        self.splice(at, &text);
        self.outline.resources[index].animation = Some(Box::new(new));
        self.remove_unused(unused);
    }

    /// Adds an animation after all resources, and to the animations of the root if the root is an `stf.prefab`.
    ///
    /// Errors: [`ErrorKind::Form`] for a document that is a lone animation, for an id that another resource has, and for an
    /// animation that would not read back unchanged; [`ErrorKind::NotFinite`].
    pub fn add_animation(&mut self, id: &str, animation: Animation) -> Result<(), Error> {
        self.add_animations(vec![(id.to_owned(), animation)])
    }

    pub(crate) fn add_animations(&mut self, animations: Vec<(String, Animation)>) -> Result<(), Error> {
        if self.form == Form::Animation {
            return Err(Error::new(ErrorKind::Form("a document with resources"), Location::default()));
        }
        for (id, animation) in &animations {
            if self.resource(id).is_some() {
                return Err(Error::new(ErrorKind::Form("an id that no resource has"), Location::path(id)));
            }
            check_writable(animation, id, self.depth())?;
        }
        let object = self.outline.resources_at.clone();
        let ids: Vec<_> = animations.iter().map(|(id, _)| id.clone()).collect();
        let put = |out: &mut Text, index: usize, style| put_animation(out, &animations[index].1, style);
        // Reserves room for all tracks and keys, so that the text is not copied repeatedly.
        let all = || animations.iter().map(|(_, animation)| animation);
        let tracks: usize =
            all().flat_map(tracks).map(|track| TRACK + SUBTRACK * track.subtracks.len()).sum();
        self.text.reserve(tracks + all().flat_map(keys).map(room).sum::<usize>());
        let places = self.append(object, self.outline.resources.is_empty(), &ids, put);
        for ((id, animation), (name_at, at)) in animations.into_iter().zip(places) {
            let repeat = as_written(animation.repeat);
            let animation = Some(Box::new(Animation { layout: Layout::Current, repeat, ..animation }));
            self.outline.resources.push(Resource { id, kind: ANIMATION.to_owned(), name_at, at, animation });
        }
        self.outline.index_ids();
        self.list_at_root(&ids);
        self.text.shrink_to_fit();
        Ok(())
    }

    /// Removes the animation with an id, also from the animations of the root. Its buffers are kept, and so are references to
    /// it from other resources.
    ///
    /// Errors: [`ErrorKind::Unknown`]; [`ErrorKind::Form`] for a document that is a lone animation.
    pub fn remove_animation(&mut self, id: &str) -> Result<(), Error> {
        if self.form == Form::Animation {
            return Err(Error::new(ErrorKind::Form("a document with resources"), Location::default()));
        }
        let index = self.index_of(id)?;
        if !self.outline.resources[index].is_animation() {
            return Err(unknown(id));
        }
        self.unlist_at_root(id);
        let resource = self.outline.resources.remove(index);
        let mut range = resource.name_at..resource.at.end;
        // The first resource has no comma before it, but may have one after it.
        if let (0, Some(next)) = (index, self.outline.resources.first()) {
            let lead = &self.text[next.name_at..next.at.start];
            range.end = next.name_at + lead.find(',').map_or(0, |comma| comma + 1);
        }
        self.splice(range, "");
        if let (0, Some(next)) = (index, self.outline.resources.first_mut()) {
            next.name_at = resource.name_at;
        }
        self.outline.index_ids();
        Ok(())
    }

    /// The number of objects around each animation.
    fn depth(&self) -> usize {
        if self.form == Form::Animation { 0 } else { 2 }
    }

    fn index_of(&self, id: &str) -> Result<usize, Error> {
        self.outline.resource(id).ok_or_else(|| unknown(id))
    }

    /// Adds members at the end of an object of the text; `put` writes the value of each. Returns the start of each member's
    /// text, and the location of its value.
    fn append(
        &mut self,
        object: Range<usize>,
        empty: bool,
        names: &[String],
        mut put: impl FnMut(&mut Text, usize, Style),
    ) -> Vec<(usize, Range<usize>)> {
        let style = Style::of(&self.text);
        let inside = &self.text[object.start + 1..object.end - 1];
        let start = object.start + 1 + inside.trim_end().len();
        let rest = self.text[start..].to_owned();
        self.text.truncate(start);
        let mut out = Text::from(std::mem::take(&mut self.text));
        let mut places = Vec::with_capacity(names.len());
        for (index, name) in names.iter().enumerate() {
            let name_at = out.len();
            if !(empty && places.is_empty()) {
                out.comma(style);
            }
            put_string(&mut out, name);
            out.push_str(style.colon());
            let value_at = out.len();
            put(&mut out, index, style);
            places.push((name_at, value_at..out.len()));
        }
        let grown = out.len() - start;
        out.push_str(&rest);
        self.text = out.into_string();
        self.shift(start..start, grown);
        places
    }

    /// Replaces part of the text.
    fn splice(&mut self, range: Range<usize>, text: &str) {
        self.text.replace_range(range.clone(), text);
        self.shift(range, text.len());
    }

    /// Updates all spans after a range of the text has been replaced by `len` bytes.
    fn shift(&mut self, range: Range<usize>, len: usize) {
        let moved = |at: usize| at - range.len() + len;
        let start = |at: &mut usize| {
            if *at >= range.end && *at > range.start.min(range.end.saturating_sub(1)) {
                *at = moved(*at);
            }
        };
        let end = |at: &mut usize| {
            if *at >= range.end && *at > range.start {
                *at = moved(*at);
            }
        };
        let both = |at: &mut Range<usize>| {
            start(&mut at.start);
            end(&mut at.end);
        };
        let outline = &mut self.outline;
        for resource in &mut outline.resources {
            // The text before a resource belongs to the resource.
            end(&mut resource.name_at);
            both(&mut resource.at);
        }
        outline.buffers.iter_mut().for_each(|buffer| both(&mut buffer.at));
        both(&mut outline.resources_at);
        outline.buffers_at.iter_mut().chain(&mut outline.head).for_each(both);
    }
}

/// All references of an animation to baked values.
fn baked_references(animation: &Animation) -> impl Iterator<Item = &Reference> {
    tracks(animation)
        .flat_map(|track| track.subtracks.iter().flatten())
        .filter_map(|subtrack| subtrack.baked.as_ref())
}

fn unknown(id: &str) -> Error {
    Error::new(ErrorKind::Unknown { id: id.to_owned() }, Location::default())
}

/// A new id in the form of a random UUID, as exporters make them. It depends only on the name, the number and the taken ids.
pub(crate) fn new_id(name: &str, number: usize, taken: impl Fn(&str) -> bool) -> String {
    let mut salt = 0u64;
    loop {
        // FNV-1a with two different initial states.
        let hash = |mut state: u64| {
            for byte in name.bytes().chain((number as u64).to_le_bytes()).chain(salt.to_le_bytes()) {
                state = (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
            }
            state ^ (state >> 29)
        };
        let (a, b) = (hash(0xCBF2_9CE4_8422_2325), hash(0x8422_2325_CBF2_9CE4));
        let id = format!(
            "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
            a >> 32,
            a >> 16 & 0xFFFF,
            a & 0xFFF,
            b >> 48 & 0x3FFF | 0x8000,
            b & 0xFFFF_FFFF_FFFF
        );
        if !taken(&id) {
            return id;
        }
        salt += 1;
    }
}

/// The approximate lengths of the texts of a track and of a subtrack without keyframes, in bytes.
const TRACK: usize = 96;
const SUBTRACK: usize = 24;

/// The approximate length of the text of a keyframe and its share of the timepoints.
fn room(keyframe: &Keyframe) -> usize {
    match keyframe {
        Keyframe::Absent => 8,
        Keyframe::Key(Key { ease: Ease::Bezier { .. }, .. }) => 128,
        Keyframe::Filler { .. } | Keyframe::Key(_) => 48,
        Keyframe::Other(unknown) => unknown.get().len() + 8,
    }
}

/// All tracks of an animation.
fn tracks(animation: &Animation) -> impl Iterator<Item = &Track> {
    animation.tracks.iter().chain(&animation.tracks_baked)
}

/// All keyframes of an animation.
fn keys(animation: &Animation) -> impl Iterator<Item = &Keyframe> {
    tracks(animation)
        .flat_map(|track| track.subtracks.iter().flatten())
        .flat_map(|subtrack| &subtrack.keyframes)
}

/// A loop as it reads back: a word replaces a switch.
fn as_written(repeat: Option<Loop>) -> Option<Loop> {
    repeat.map(|repeat| Loop::from(repeat.as_str()))
}
