//! Removes buffers to which nothing refers after an edit.

use std::collections::HashSet;

use super::baked_references;
use crate::json::{Scanner, Style, Text};
use crate::write::Members;
use crate::{Animation, Member, Reference, Stf};

impl Stf {
    /// The ids of existing buffers to which an animation no longer refers. They are removed from its list of buffers, unless
    /// members that this crate does not know could refer to the list.
    pub(super) fn release(&self, old: &Animation, new: &mut Animation) -> HashSet<String> {
        let ids = |animation: &Animation| -> HashSet<String> {
            let ids = baked_references(animation).filter_map(|baked| animation.buffer_id(baked));
            ids.map(str::to_owned).collect()
        };
        let mut released = ids(old);
        released.retain(|id| self.buffer(id).is_some());
        if released.is_empty() {
            return released;
        }
        let used = ids(new);
        released.retain(|id| !used.contains(id));
        if released.is_empty() || others(new).next().is_some() {
            return HashSet::new();
        }
        let mut moved = Vec::with_capacity(new.referenced_buffers.len());
        let mut kept = 0;
        for id in &new.referenced_buffers {
            moved.push(kept);
            kept += usize::from(!released.contains(id));
        }
        new.referenced_buffers.retain(|id| !released.contains(id));
        let tracks = new.tracks.iter_mut().chain(&mut new.tracks_baked);
        for subtrack in tracks.flat_map(|track| track.subtracks.iter_mut().flatten()) {
            if let Some(Reference::Index(index)) = &mut subtrack.baked
                && let Some(&to) = moved.get(*index)
            {
                *index = to;
            }
        }
        released
    }

    /// Removes those of the given buffers whose id does not occur in any string of the document. All other buffers keep their
    /// index.
    pub(super) fn remove_unused(&mut self, mut ids: HashSet<String>) {
        let Some(at) = self.outline.buffers_at.clone().filter(|_| !ids.is_empty()) else { return };
        let text = &self.text;
        let mut rest = 0;
        while let Some(next) = text[rest..].find('"').filter(|_| !ids.is_empty()) {
            let mut scanner = Scanner::starting_at(text, rest + next);
            let Ok(name) = scanner.string() else { return };
            if !at.contains(&(rest + next)) {
                ids.remove(&*name);
            }
            rest = scanner.at();
        }
        if ids.is_empty() {
            return;
        }
        let object = &text[at.clone()];
        let Some(members) = Members::of(object) else { return };
        let kept: Vec<Member> = members.all().filter(|member| !ids.contains(member.name())).collect();
        let mut out = Text::with_capacity(object.len());
        members.rewrite(&mut out, Style::of(object), &[], &kept, |_, _, _| false);
        for id in &ids {
            if let Some(index) = self.outline.buffer(id).and_then(|buffer| buffer.index)
                && let Some(blob) = self.blobs.get_mut(index)
            {
                blob.clear();
            }
        }
        self.text.replace_range(at, &out.into_string());
        // The text has been read before, so this cannot fail.
        if let Ok((mut outline, _)) = crate::read::outline(&self.text, false) {
            outline.index_ids();
            self.outline = outline;
        }
        let used = |index: usize| self.outline.buffers.iter().any(|buffer| buffer.index == Some(index));
        while self.blobs.last().is_some_and(Vec::is_empty) && !used(self.blobs.len() - 1) {
            self.blobs.pop();
        }
    }
}

/// All members of an animation that this crate does not know.
fn others(animation: &Animation) -> impl Iterator<Item = &Member> {
    let tracks = || animation.tracks.iter().chain(&animation.tracks_baked);
    let subtracks = tracks().flat_map(|track| track.subtracks.iter().flatten());
    let inner = tracks().flat_map(|track| &track.other).chain(subtracks.flat_map(|subtrack| &subtrack.other));
    animation.other.iter().chain(inner)
}
