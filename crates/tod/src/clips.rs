//! Document to clip: every packet as a key of a channel.

mod lowering;
mod track;

use std::borrow::Cow;

use anim_core::{Clip, Document, Format, FormatInfo, Options, Rate, Sink};

use crate::check::{Checker, check_document};
use crate::{DataKind, Mode, Tod, User};
use lowering::Lowering;

impl Document for Tod {
    fn info(&self) -> &'static FormatInfo {
        &Self::INFO
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        let mut bytes = Vec::new();
        self.write_into(&mut bytes);
        Cow::Owned(bytes)
    }

    fn check(&self, sink: &mut dyn Sink) {
        check_document(self, &mut Checker::new(sink));
    }

    fn to_clips(&self, options: &Options, sink: &mut dyn Sink) -> Vec<Clip> {
        self.to_clip(Mode::from(options), sink).into_iter().collect()
    }
}

impl Tod {
    /// The file as one clip, or `None` if it has no frames.
    ///
    /// Nodes are named `object N`, `light N` and `camera N`, in the order of their first packets, and rest where they
    /// are first. Keys hold until the next one; a record is shown (n − first)·resolution/60 s after the first. Objects have the channel `matrix` in
    /// hardware mode and `translation`, `euler`, `scale` in ideal mode (`matrix` if the file gives them matrices); as far
    /// as packets drive them also `visible`, `attribute`, `tmd`, `parent`, `alive`. Lights have `direction` and `color`,
    /// cameras `translation` with `reference` and `roll`, or with `euler`. Packets of open types become events, with the
    /// id, the flag and the words as values.
    pub fn to_clip(&self, mode: Mode, sink: &mut dyn Sink) -> Option<Clip> {
        let (first, last) =
            (self.frames.first()?.number, self.frames.iter().map(|frame| frame.number).max()?);
        let rate = Rate::sixtieths(self.ticks_per_frame());
        let mut lowering = Lowering::new(mode, &self.frames);
        for frame in &self.frames {
            lowering.record(frame, rate.time(f64::from(frame.number.saturating_sub(first))));
        }
        lowering.report(sink);
        let (nodes, channels, events) = lowering.finish();
        Some(Clip {
            name: "animation".to_owned(),
            duration: rate.time(f64::from(last.saturating_sub(first)) + 1.0),
            rate: Some(rate),
            first_frame: f64::from(first),
            nodes,
            channels,
            events,
            metadata: vec![("tod.mode".to_owned(), mode.name().to_owned())],
        })
    }
}

/// What an id belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Object,
    Light,
    Camera,
}

impl Kind {
    pub(crate) const ALL: [Self; 3] = [Self::Object, Self::Light, Self::Camera];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Object => "object",
            Self::Light => "light",
            Self::Camera => "camera",
        }
    }
}

/// The event names of packets whose contents the format leaves open.
pub(crate) const EVENTS: [(DataKind, &str); 8] = [
    (DataKind::Model, "model data"),
    (DataKind::User(User::User0), "user 0"),
    (DataKind::User(User::User1), "user 1"),
    (DataKind::User(User::User2), "user 2"),
    (DataKind::User(User::User3), "user 3"),
    (DataKind::User(User::User4), "user 4"),
    (DataKind::Extended, "extended"),
    (DataKind::Special, "special"),
];
