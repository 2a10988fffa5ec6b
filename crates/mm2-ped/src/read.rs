//! Bytes to document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Beside, Confidence, Sink};

use crate::anim::{Anim, Track};
use crate::check;
use crate::error::Error;
use crate::found::{Around, extension};
use crate::head::{self, Head};
use crate::layout::Layout;
use crate::view::{Float, View};
use crate::{File, Mm2Ped, ReadOptions, Skeleton, StateTable, skeleton, states};

/// The confidence that bytes, perhaps truncated, are a file of one of the three kinds.
pub(crate) fn sniff(bytes: &[u8]) -> Confidence {
    if skeleton::begins(bytes) {
        return Confidence::Certain;
    }
    states::sniff(bytes).max(head::sniff(bytes))
}

/// Reads a file and the files that belong to it.
pub(crate) fn document(
    bytes: &[u8],
    options: &ReadOptions,
    beside: &dyn Beside,
    sink: &mut dyn Sink,
) -> Result<Mm2Ped, Error> {
    let file = match Kind::of(bytes, beside.name()) {
        Kind::Anim => File::Anim(Anim::parse(bytes)?),
        Kind::Skeleton => File::Skeleton(Skeleton::parse_with(bytes, sink)?),
        Kind::States => File::States(StateTable::parse_with(bytes, sink)?),
    };
    let around = Around::new(beside);
    let name = around.stem().map(str::to_owned);
    let mut document = Mm2Ped { name, ..Mm2Ped::from(file) };
    let given = options.skel.as_ref();
    match &document.file {
        File::Anim(anim) => {
            document.skeleton = around.skeleton(given, Some(anim.bones()), sink);
            document.states.clone_from(&options.states);
        }
        File::Skeleton(_) => {}
        File::States(table) => {
            document.skeleton = around.skeleton(given, None, sink);
            document.clips = around.clips(table, sink);
            around.unused(table, sink);
        }
    }
    Ok(document)
}

/// Reports the findings of reading and checking. An `.anim` is checked in place.
pub(crate) fn inspect(
    bytes: &[u8],
    options: &ReadOptions,
    beside: &dyn Beside,
    sink: &mut dyn Sink,
) -> Result<(), Error> {
    if Kind::of(bytes, beside.name()) != Kind::Anim {
        check::document(&document(bytes, options, beside, sink)?, sink);
        return Ok(());
    }
    let view = View::new(bytes)?;
    let around = Around::new(beside);
    let skeleton = around.skeleton(options.skel.as_ref(), Some(view.bones()), sink);
    check::view(&view, around.stem(), skeleton.as_ref(), options.states.as_ref(), sink);
    Ok(())
}

/// Whether a file is to be read as an `.anim`.
pub(crate) fn is_anim(bytes: &[u8], name: Option<&str>) -> bool {
    Kind::of(bytes, name) == Kind::Anim
}

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Anim,
    Skeleton,
    States,
}

impl Kind {
    /// The kind of a file with these bytes and this name.
    fn of(bytes: &[u8], name: Option<&str>) -> Self {
        if skeleton::begins(bytes) {
            return Self::Skeleton;
        }
        let table = states::sniff(bytes);
        match name.and_then(extension).map(str::to_ascii_lowercase).as_deref() {
            _ if table == Confidence::Certain => Self::States,
            Some("anim") => Self::Anim,
            Some("skel") => Self::Skeleton,
            Some("csv") => Self::States,
            _ if table > Confidence::No => Self::States,
            _ => Self::Anim,
        }
    }
}

impl Anim {
    /// Reads a clip of any of the three layouts. Every bit is kept.
    ///
    /// Errors: those of [`View::new`].
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        let mut anim = Self::empty();
        anim.parse_into(bytes)?;
        Ok(anim)
    }

    /// Reads a clip into an existing one and reuses its memory. After an error the existing clip is unchanged.
    pub fn parse_into(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let view = View::new(bytes)?;
        self.fill(&view, view.frames());
        Ok(())
    }

    /// The first frame of a clip, and everything in the file besides frames.
    pub(crate) fn first_frame(view: &View<'_>) -> Self {
        let mut anim = Self::empty();
        anim.fill(view, 1);
        anim
    }

    /// Reads `frames` frames of a clip.
    fn fill(&mut self, view: &View<'_>, frames: usize) {
        let Head { layout, floats, distance, flag, start, .. } = *view.head();
        (self.layout, self.frames, self.floats, self.distance, self.flag) =
            (layout, frames, floats, distance, flag);
        self.values.clear();
        self.values.extend(view.values().take(floats.saturating_mul(frames)));
        self.trailing.clear();
        self.trailing.extend_from_slice(view.trailing());
        self.further.clear();
        self.moving = 0;
        if layout == Layout::Wiki {
            for (track, values) in view.tracks() {
                if track.start == start {
                    self.moving = self.further.len();
                    continue;
                }
                let (floats, distance, flag) = (track.floats, track.distance, track.flag);
                let values = values.iter().take(floats.saturating_mul(frames));
                let values = values.map(|value| value.value()).collect();
                self.further.push(Track { floats, distance, flag, values });
            }
        }
    }

    /// A clip without data, to be read into.
    fn empty() -> Self {
        Self {
            distance: 0.0,
            flag: 1,
            layout: Layout::Retail,
            frames: 0,
            floats: 0,
            values: Vec::new(),
            further: Vec::new(),
            moving: 0,
            trailing: Vec::new(),
        }
    }
}
