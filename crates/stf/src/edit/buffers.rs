//! Edits of buffers, and baking.

use std::ops::Range;

use anim_core::Location;

use super::{new_id, unknown};
use crate::document::Buffer;
use crate::json::{Scanner, Text};
use crate::write::Members;
use crate::{Error, ErrorKind, Form, Reference, Stf, sample_ascending};

impl Stf {
    /// Adds a buffer to the container and returns its id.
    ///
    /// Errors: [`ErrorKind::Form`] for a document that is not in a container.
    pub fn add_buffer(&mut self, bytes: Vec<u8>) -> Result<String, Error> {
        self.add_buffers(vec![bytes]).map(|ids| ids.into_iter().next().unwrap_or_default())
    }

    pub(crate) fn add_buffers(&mut self, blobs: Vec<Vec<u8>>) -> Result<Vec<String>, Error> {
        if !matches!(self.form, Form::Container { .. }) {
            return Err(Error::new(ErrorKind::Form("a container"), Location::default()));
        }
        if blobs.is_empty() {
            return Ok(Vec::new());
        }
        let object = match self.outline.buffers_at.clone() {
            Some(at) => at,
            None => self.start_buffers(),
        };
        let first = self.blobs.len();
        let ids: Vec<_> = (first..first + blobs.len())
            .map(|index| new_id("buffer", index, |id| self.outline.buffer(id).is_some()))
            .collect();
        let put = |out: &mut Text, index: usize, _| {
            out.push_str("{\"type\": \"stf.buffer.included\", \"index\": ");
            out.push_str(&(first + index).to_string());
            out.push_str("}");
        };
        let places = self.append(object, self.outline.buffers.is_empty(), &ids, put);
        let added = ids.iter().zip(first..).zip(places);
        let added = added.map(|((id, index), (_, at))| Buffer { id: id.clone(), index: Some(index), at });
        self.outline.buffers.extend(added);
        self.outline.index_ids();
        self.blobs.extend(blobs);
        Ok(ids)
    }

    /// Replaces the bytes of the buffer with an id. Errors: [`ErrorKind::Unknown`].
    pub fn set_buffer(&mut self, id: &str, bytes: Vec<u8>) -> Result<(), Error> {
        let index = self.outline.buffer(id).and_then(|entry| entry.index);
        let blob = index.and_then(|index| self.blobs.get_mut(index)).ok_or_else(|| unknown(id))?;
        *blob = bytes;
        Ok(())
    }

    /// Bakes the curves of an animation: each subtrack that has keys but no baked values gets a buffer with the curve's value
    /// at every frame. Returns the number of added buffers.
    ///
    /// Errors: those of [`Stf::edit`] and [`Stf::add_buffer`]; [`ErrorKind::TooLong`].
    pub fn bake(&mut self, id: &str) -> Result<usize, Error> {
        let animation = self.animation(id).ok_or_else(|| unknown(id))?;
        let frames = crate::baked_frames(animation.span());
        let count = frames.end.saturating_sub(frames.start).max(0) as u64;
        if count > crate::MAX_FRAMES.get() as u64 {
            return Err(Error::new(ErrorKind::TooLong { frames: count }, Location::path(id)));
        }
        let all: Vec<f64> = frames.map(|frame| frame as f64).collect();
        let mut values = vec![0.0; all.len()];
        let (mut places, mut blobs) = (Vec::new(), Vec::new());
        for (t, track) in animation.tracks.iter().enumerate() {
            for (s, subtrack) in track.subtracks.iter().enumerate() {
                let bare = subtrack.as_ref().filter(|subtrack| subtrack.baked.is_none());
                if let Some(curve) = bare.and_then(|subtrack| subtrack.curve(&track.timepoints)) {
                    sample_ascending(&curve, &all, &mut values);
                    blobs.push(values.iter().flat_map(|value| (*value as f32).to_le_bytes()).collect());
                    places.push((t, s));
                }
            }
        }
        let ids = self.add_buffers(blobs)?;
        self.edit(id, |animation| {
            let first = animation.referenced_buffers.len();
            for ((t, s), index) in places.iter().zip(first..) {
                if let Some(subtrack) = &mut animation.tracks[*t].subtracks[*s] {
                    subtrack.baked = Some(Reference::Index(index));
                }
            }
            animation.referenced_buffers.extend(ids);
            places.len()
        })
    }

    /// Adds an empty object of buffers to the document and returns its location.
    fn start_buffers(&mut self) -> Range<usize> {
        let mut scanner = Scanner::of_file(&self.text);
        // The document was read as an object, so this cannot fail.
        let whole = scanner.skip().unwrap_or_default();
        let empty = Members::of(&self.text[whole.clone()]).is_some_and(|members| members.is_empty());
        let places = self.append(whole, empty, &["buffers".to_owned()], |out, _, _| out.push_str("{}"));
        let at = places.into_iter().next().map(|(_, at)| at).unwrap_or_default();
        self.outline.buffers_at = Some(at.clone());
        at
    }
}
