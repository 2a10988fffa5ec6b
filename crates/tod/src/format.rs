//! TOD as a format.

use std::borrow::Cow;

use anim_core::{
    Axis, Beside, Clip, Code, Confidence, Encode, Extent, Format, FormatInfo, Outline, Report, Sink, Space,
};

use crate::view::ID;
use crate::{
    ClipOptions, EncodeOptions, Error, ReadOptions, Tod, View, check, clips, codes, encode, extent, read,
};

anim_core::verbs!(Tod, encode);

impl Format for Tod {
    const INFO: FormatInfo = FormatInfo::new("tod", "PlayStation TOD", &["tod"])
        .exact()
        .with_one_clip()
        .with_codes(codes::READING, codes::CONVERSION);

    type Error = Error;
    type ReadOptions = ReadOptions;
    type ClipOptions = ClipOptions;

    const DETAIL: &'static [&'static str] = &["mode"];

    /// Y points down and Z into the screen, as on the console. No document states a unit; with one unit as a millimetre,
    /// figures have plausible heights.
    const SPACE: Space = Space::right_handed(Axis::NegY).in_metres(0.001);

    /// The first byte, and version 0.
    const SIGNATURE: &'static [u8] = &[ID, 0];

    fn sniff(bytes: &[u8]) -> Confidence {
        read::sniff(bytes)
    }

    /// The rules are stricter than those of reading: sizes are right, frame numbers ascend, packets are well formed.
    fn extent(bytes: &[u8]) -> Extent {
        extent::of(bytes)
    }

    /// Reports nothing: the document keeps every bit.
    fn read(bytes: &[u8], _: &ReadOptions, _: &dyn Beside, _: &mut dyn Sink) -> Result<Self, Error> {
        let mut tod = Self::default();
        tod.parse_into(bytes)?;
        Ok(tod)
    }

    /// Checks the bytes in place, without a document.
    fn inspect(bytes: &[u8], _: &ReadOptions, _: &dyn Beside, sink: &mut dyn Sink) -> Result<(), Error> {
        check::view(&View::new(bytes)?, sink)
    }

    /// Lowers the bytes in place, without a document.
    fn read_clips(
        bytes: &[u8],
        _: &ReadOptions,
        options: &ClipOptions,
        _: &dyn Beside,
        _: &mut dyn Sink,
        report: &mut Report,
    ) -> Result<Vec<Clip>, Error> {
        let mut clips = clips::in_place(&View::new(bytes)?, *options, report)?;
        for clip in &mut clips {
            clip.space = Self::space_of(clip, options);
        }
        Ok(clips)
    }

    /// Checks and counts in place: only the first and the last key of each channel are made.
    fn survey(
        bytes: &[u8],
        _: &ReadOptions,
        options: &ClipOptions,
        _: &dyn Beside,
        [_, checks]: [&mut dyn Sink; 2],
        report: &mut Report,
    ) -> Result<Vec<Outline>, Error> {
        let view = View::new(bytes)?;
        check::view(&view, checks)?;
        let Some((mut clip, left_out)) = clips::survey(&view, *options, report)? else {
            return Ok(Vec::new());
        };
        clip.space = Self::space_of(&clip, options);
        let mut outline = Outline::from(&clip);
        outline.keys += left_out;
        Ok(vec![outline])
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        let mut bytes = Vec::new();
        self.write_into(&mut bytes);
        Cow::Owned(bytes)
    }

    fn check_with(&self, sink: &mut dyn Sink) {
        check::document(self, sink);
    }

    /// One clip, or none if there are no frames.
    ///
    /// - Nodes are named `object N`, `light N` and `camera N`, in the order of their first packets. Their rest pose is their
    ///   first transform.
    /// - A frame with number n is shown (n − first)·resolution/60 s after the first one. Keys hold until the next key.
    /// - Objects have the channel `matrix` in hardware mode. In ideal mode they have `translation`, `euler` and `scale`, or
    ///   `matrix` if the file has matrix packets for them. They also have `visible`, `attribute`, `tmd`, `parent` and `alive` if
    ///   packets change them.
    /// - Lights have `direction` and `color`, which are 0 until a packet sets them. Cameras have `translation` and either
    ///   `reference` and `roll`, whose first key is where they begin to look at a point, or `euler`.
    /// - Packets of open types become events named `user 0` to `user 4`, `model data`, `extended` and `special`. The values are
    ///   the id, the flag and the words.
    fn lower(&self, options: &ClipOptions, report: &mut Report) -> Vec<Clip> {
        clips::of(self, *options, report)
    }
}

impl Encode for Tod {
    type EncodeOptions = EncodeOptions;

    /// A file may have frame numbers so high that its clip takes more frames than the option `frames` allows by default.
    const REFUSALS: &'static [&'static Code] = &[&codes::ENCODE];

    /// The up axis. The unit counts as recorded: encoding reports it, since it may choose one.
    fn recorded_space(options: &EncodeOptions) -> Space {
        let mut recorded = Self::SPACE;
        recorded.unit = Self::space(options).unit;
        recorded
    }

    /// One clip as a TOD. Each frame that begins before the end of the clip is sampled at its beginning, and has packets for
    /// the parts of each node that change.
    ///
    /// - A node named `object N`, `light N` or `camera N` gets this id. Other nodes become objects with the next free id.
    /// - A channel of matrices becomes matrix packets. All other motion becomes rotation, scale and translation. Of the angles
    ///   that the console truncates to the nearest 1/4096 turn, the file has the nearest.
    /// - Events with the names that lowering gives become packets of open types.
    /// - Each key of a stepped curve becomes a packet. Frame numbers begin with that of the clip's first frame.
    /// - The report lists everything that is rounded, clamped or left out.
    ///
    /// Errors: [`Clips`](crate::ErrorKind::Clips), [`Nodes`](crate::ErrorKind::Nodes),
    /// [`Duration`](crate::ErrorKind::Duration), [`Poses`](crate::ErrorKind::Poses), [`Crowd`](crate::ErrorKind::Crowd),
    /// [`Unit`](crate::ErrorKind::Unit), [`Far`](crate::ErrorKind::Far), [`Clip`](crate::ErrorKind::Clip).
    fn encode(clips: &[Clip], options: &EncodeOptions, report: &mut Report) -> Result<Self, Error> {
        encode::document(clips, *options, report)
    }
}
