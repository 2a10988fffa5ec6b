//! Edits: each changes the text of the resource it touches, and leaves every other byte as it is.

mod buffers;

use std::ops::Range;

use anim_core::Location;

use crate::document::{ANIMATION, Resource};
use crate::json::{Style, Text, put_string};
use crate::write::{Members, merge_animation, put_animation, sayable, splice_member};
use crate::{Animation, Error, ErrorKind, Form, Keyframe, Layout, Loop, Stf};

impl Stf {
    /// Changes the animation with an id: whatever the function leaves equal keeps its text, down to keyframes.
    ///
    /// An animation of an older layout is written in the current one. Takes time linear in the file. Errors:
    /// [`ErrorKind::Unknown`], [`ErrorKind::NotFinite`], [`ErrorKind::Form`] for what would read back differently from how
    /// it was built; the document is then as it was.
    pub fn edit<T>(&mut self, id: &str, change: impl FnOnce(&mut Animation) -> T) -> Result<T, Error> {
        let index = self.index_of(id)?;
        let Some(old) = self.outline.resources[index].animation.clone() else { return Err(unknown(id)) };
        let mut new = old.clone();
        let result = change(&mut new);
        if new != old {
            sayable(&new, id, self.depth())?;
            if new.repeat != old.repeat {
                new.repeat = as_written(new.repeat.take());
            }
            let at = self.outline.resources[index].at.clone();
            let text = merge_animation(&self.text[at.clone()], &old, &new);
            new.layout = Layout::Current;
            self.splice(at, &text);
            self.outline.resources[index].animation = Some(new);
        }
        Ok(result)
    }

    /// Adds an animation after all resources, and to the animations of the root if that is an `stf.prefab`.
    ///
    /// Errors: [`ErrorKind::Form`] for a document that is an animation alone, for an id that is taken, and for what would
    /// read back differently from how it was built; [`ErrorKind::NotFinite`].
    pub fn add_animation(&mut self, id: &str, animation: Animation) -> Result<(), Error> {
        self.add_animations(vec![(id.to_owned(), animation)])
    }

    pub(crate) fn add_animations(&mut self, animations: Vec<(String, Animation)>) -> Result<(), Error> {
        if self.form == Form::Animation {
            return Err(Error::new(ErrorKind::Form("a document with resources"), Location::default()));
        }
        for (id, animation) in &animations {
            if self.resource(id).is_some() {
                return Err(Error::new(ErrorKind::Form("an id that is not taken"), Location::path(id)));
            }
            sayable(animation, id, self.depth())?;
        }
        let object = self.outline.resources_at.clone();
        let ids: Vec<_> = animations.iter().map(|(id, _)| id.clone()).collect();
        let put = |out: &mut Text, index: usize, style| put_animation(out, &animations[index].1, style);
        // A text that grows is copied again and again.
        self.text
            .reserve(KEY * animations.iter().map(|(_, animation)| keys(animation).count()).sum::<usize>());
        let places = self.append(object, self.outline.resources.is_empty(), &ids, put);
        for ((id, animation), (name_at, at)) in animations.into_iter().zip(places) {
            let repeat = as_written(animation.repeat);
            let animation = Some(Box::new(Animation { layout: Layout::Current, repeat, ..animation }));
            self.outline.resources.push(Resource { id, kind: ANIMATION.to_owned(), name_at, at, animation });
        }
        self.outline.learn();
        self.list_at_root(&ids);
        Ok(())
    }

    /// Removes the animation with an id, and takes it from the animations of the root. Its buffers stay, and so do
    /// references of other resources to it.
    ///
    /// Errors: [`ErrorKind::Unknown`]; [`ErrorKind::Form`] for a document that is an animation alone.
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
        // The first one has no comma before it, but may have one after it.
        if let (0, Some(next)) = (index, self.outline.resources.first()) {
            let lead = &self.text[next.name_at..next.at.start];
            range.end = next.name_at + lead.find(',').map_or(0, |comma| comma + 1);
        }
        self.splice(range, "");
        if let (0, Some(next)) = (index, self.outline.resources.first_mut()) {
            next.name_at = resource.name_at;
        }
        self.outline.learn();
        Ok(())
    }

    /// How many objects are around each animation.
    fn depth(&self) -> usize {
        if self.form == Form::Animation { 0 } else { 2 }
    }

    fn index_of(&self, id: &str) -> Result<usize, Error> {
        self.outline.resource(id).ok_or_else(|| unknown(id))
    }

    /// Adds members at the end of an object of the text, each with the value that `put` writes; returns where their names
    /// and values are.
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

    fn list_at_root(&mut self, added: &[String]) {
        let _ = self.change_root(|root, style| {
            let lists = Members::of(root)?;
            let read = |name: &str| lists.value(name).map(|at| &root[at]);
            let mut ids = read("referenced_resources").map_or(Some(Vec::new()), ids)?;
            let mut animations = read("animations").map_or(Some(Vec::new()), values)?;
            // Files of old exporters have ids where newer ones have indices.
            if animations.iter().any(serde_json::Value::is_string) {
                animations.extend(added.iter().map(|id| id.as_str().into()));
                return splice_member(root, "animations", &print(&animations, style), style);
            }
            animations.extend((ids.len()..ids.len() + added.len()).map(serde_json::Value::from));
            ids.extend_from_slice(added);
            let root = splice_member(root, "animations", &print(&animations, style), style)?;
            let ids: Vec<_> = ids.into_iter().map(serde_json::Value::from).collect();
            splice_member(&root, "referenced_resources", &print(&ids, style), style)
        });
    }

    fn unlist_at_root(&mut self, id: &str) {
        let _ = self.change_root(|root, style| {
            let lists = Members::of(root)?;
            let read = |name: &str| lists.value(name).map(|at| &root[at]);
            let ids = read("referenced_resources").map_or(Some(Vec::new()), ids)?;
            let mut animations = values(read("animations")?)?;
            // The list of references keeps its length, so that other indices keep their meaning.
            animations.retain(|animation| {
                let referenced = animation.as_u64().and_then(|index| ids.get(index as usize));
                animation.as_str() != Some(id) && referenced.is_none_or(|other| other != id)
            });
            splice_member(root, "animations", &print(&animations, style), style)
        });
    }

    /// Replaces the text of the root prefab by what the function makes of it.
    fn change_root(&mut self, change: impl FnOnce(&str, Style) -> Option<String>) -> Option<()> {
        let root = self.resource(self.root()?)?;
        if root.kind() != "stf.prefab" {
            return None;
        }
        let at = root.at.clone();
        let text = &self.text[at.clone()];
        let changed = change(text, Style::of(text))?;
        self.splice(at, &changed);
        Some(())
    }

    /// Replaces a part of the text.
    fn splice(&mut self, range: Range<usize>, text: &str) {
        self.text.replace_range(range.clone(), text);
        self.shift(range, text.len());
    }

    /// Moves all places for a range of the text that has become so long.
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
            // What comes before a name belongs to it.
            end(&mut resource.name_at);
            both(&mut resource.at);
        }
        outline.buffers.iter_mut().for_each(|buffer| both(&mut buffer.at));
        both(&mut outline.resources_at);
        outline.buffers_at.iter_mut().chain(&mut outline.head).for_each(both);
    }
}

fn ids(text: &str) -> Option<Vec<String>> {
    serde_json::from_str(text).ok()
}

fn values(text: &str) -> Option<Vec<serde_json::Value>> {
    serde_json::from_str(text).ok()
}

fn print(values: &[serde_json::Value], style: Style) -> String {
    let values: Vec<_> = values.iter().map(ToString::to_string).collect();
    format!("[{}]", values.join(style.comma()))
}

fn unknown(id: &str) -> Error {
    Error::new(ErrorKind::Unknown { id: id.to_owned() }, Location::default())
}

/// An id in the form of those that exporters draw, always the same for the same name and number, and not taken.
pub(crate) fn new_id(name: &str, number: usize, taken: impl Fn(&str) -> bool) -> String {
    let mut salt = 0u64;
    loop {
        // FNV-1a, twice.
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

/// About how many bytes a Bézier key is as text.
const KEY: usize = 128;

/// All keyframes of an animation.
fn keys(animation: &Animation) -> impl Iterator<Item = &Keyframe> {
    let tracks = animation.tracks.iter().chain(&animation.tracks_baked);
    tracks.flat_map(|track| track.subtracks.iter().flatten()).flat_map(|subtrack| &subtrack.keyframes)
}

/// A loop as its word reads back: older spellings are not written.
fn as_written(repeat: Option<Loop>) -> Option<Loop> {
    repeat.map(|repeat| Loop::from(repeat.as_str()))
}
