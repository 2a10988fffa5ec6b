//! Bytes to document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Beside, Confidence, Document, Format, FormatInfo, Options, Sink};

use crate::anim::Track;
use crate::check::check_view;
use crate::found::{Around, extension};
use crate::layout::{self, Head};
use crate::view::Float;
use crate::{
    Anim, Error, File, Layout, Mm2Ped, Skeleton, StateTable, View, codes, options, skeleton, states,
};

impl Format for Mm2Ped {
    const INFO: FormatInfo = FormatInfo {
        id: "mm2-ped",
        name: "Midtown Madness 2 pedestrian",
        extensions: &["anim", "skel"],
        options: options::SOURCE,
        target_options: options::TARGET,
        exact: true,
        max_clips: Some(1),
        codes: codes::READING,
        conversion_codes: codes::CONVERSION,
    };

    type Error = Error;

    /// [`Confidence::Certain`] for the first word of a skeleton and the header of a table; [`Confidence::Likely`] for a table
    /// without one, and for the header of an `.anim` whose counts give its size.
    fn sniff(bytes: &[u8]) -> Confidence {
        if skeleton::begins(bytes) {
            return Confidence::Certain;
        }
        states::sniff(bytes).max(layout::sniff(bytes))
    }

    /// [`Format::open`] without anything around the file.
    fn parse(bytes: &[u8], sink: &mut dyn Sink) -> Result<Self, Error> {
        Self::open(bytes, &Options::new(Self::INFO.options), &(), sink)
    }

    /// Reads a file of any of the three kinds, told apart by content and then by extension, and what is around it.
    ///
    /// The option `skel` names the skeleton; by default it is looked for beside the file: that of the file's own name, else
    /// the `pedmodel_NAME.skel` with the longest name that the file's name goes on with after `pedanim_` or `pedmodel_`,
    /// else the only one. A skeleton with another number of bones than the `.anim` is reported and not used. The option
    /// `states` names a table, to know the states that use an `.anim`. The clips of a table are those beside it.
    fn open(
        bytes: &[u8],
        options: &Options,
        beside: &dyn Beside,
        sink: &mut dyn Sink,
    ) -> Result<Self, Error> {
        let file = match Kind::of(bytes, beside.name()) {
            Kind::Anim => File::Anim(Anim::parse(bytes)?),
            Kind::Skeleton => File::Skeleton(Skeleton::read(bytes, sink)?),
            Kind::States => File::States(StateTable::read(bytes, sink)?),
        };
        let around = Around::new(beside);
        let name = around.stem().map(str::to_owned);
        let mut document = Self { name, ..Self::from(file) };
        match &document.file {
            File::Anim(anim) => {
                document.skeleton = around.skeleton(options.text("skel"), Some(anim.bones()), sink);
                document.states = around.states(options.text("states"), sink);
            }
            File::Skeleton(_) => {}
            File::States(table) => {
                document.skeleton = around.skeleton(options.text("skel"), None, sink);
                document.clips = around.clips(table, sink);
                around.unused(table, sink);
            }
        }
        Ok(document)
    }

    /// Checks an `.anim` in place.
    fn inspect(
        bytes: &[u8],
        options: &Options,
        beside: &dyn Beside,
        sink: &mut dyn Sink,
    ) -> Result<(), Error> {
        if Kind::of(bytes, beside.name()) != Kind::Anim {
            Self::open(bytes, options, beside, sink)?.check(sink);
            return Ok(());
        }
        let view = View::new(bytes)?;
        let around = Around::new(beside);
        let skeleton = around.skeleton(options.text("skel"), Some(view.bones()), sink);
        let states = around.states(options.text("states"), sink);
        check_view(&view, around.stem(), skeleton.as_ref(), states.as_ref(), sink);
        Ok(())
    }
}

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Anim,
    Skeleton,
    States,
}

impl Kind {
    /// What bytes in a file of this name are, or are meant to be.
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
    /// Reads a clip of any of the three layouts. Every bit is kept, so nothing is reported here.
    ///
    /// Errors: those of [`View::new`].
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        let mut anim = Self::empty();
        anim.parse_into(bytes)?;
        Ok(anim)
    }

    /// Reads a clip into one that is there already, and keeps its memory: for readers of many files. After an error it is
    /// as it was.
    pub fn parse_into(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let view = View::new(bytes)?;
        let Head { layout, frames, floats, distance, flag, start, .. } = *view.head();
        (self.layout, self.frames, self.floats, self.distance, self.flag) =
            (layout, frames, floats, distance, flag);
        self.values.clear();
        self.values.extend(view.values());
        self.trailing.clear();
        self.trailing.extend_from_slice(view.trailing());
        self.further.clear();
        self.place = 0;
        if layout == Layout::Wiki {
            for (track, values) in view.tracks() {
                if track.start == start {
                    self.place = self.further.len();
                    continue;
                }
                let (floats, distance, flag) = (track.floats, track.distance, track.flag);
                let values = values.iter().map(|value| value.value()).collect();
                self.further.push(Track { floats, distance, flag, values });
            }
        }
        Ok(())
    }

    /// What every clip is before it is read.
    fn empty() -> Self {
        Self {
            distance: 0.0,
            flag: 1,
            layout: Layout::Retail,
            frames: 0,
            floats: 0,
            values: Vec::new(),
            further: Vec::new(),
            place: 0,
            trailing: Vec::new(),
        }
    }
}
