//! Pedestrians as a format.

use std::borrow::Cow;

use anim_core::{
    Axis, Beside, Clip, Confidence, Encode, Format, FormatInfo, Graph, Metadata, Outline, Report, Sink, Space,
};

use crate::{
    ClipOptions, EncodeOptions, Error, File, FileKind, Mm2Ped, ReadOptions, check, clips, codes, encode,
    graph, read, survey,
};

anim_core::verbs!(Mm2Ped, encode);

impl Mm2Ped {
    /// Appends the bytes of the file to a buffer, for programs that write many files.
    pub fn write_into(&self, out: &mut Vec<u8>) {
        match &self.file {
            File::Anim(anim) => anim.write_into(out),
            File::Skeleton(skeleton) => skeleton.write_into(out),
            File::States(table) => out.extend_from_slice(&table.to_bytes()),
        }
    }
}

impl Format for Mm2Ped {
    const INFO: FormatInfo = FormatInfo::new("mm2-ped", "Midtown Madness 2 pedestrian", &["anim", "skel"])
        .exact()
        .except(&["skel", "csv"])
        .with_one_clip()
        .with_metadata(Metadata::Facts(&[("mm2.flag", "1"), ("mm2.distance", "0")]))
        .with_codes(codes::READING, codes::CONVERSION);

    type Error = Error;
    type ReadOptions = ReadOptions;
    type ClipOptions = ClipOptions;

    const DETAIL: &'static [&'static str] = &["state-values"];

    /// Right-handed, +Y up, facing −Z, in metres.
    const SPACE: Space = Space::right_handed(Axis::Y).facing(Axis::NegZ).in_metres(1.0);

    /// [`Confidence::Certain`] for the first word of a skeleton and the header of a table; [`Confidence::Likely`] for a table
    /// without header, and for an `.anim` whose size matches its counts.
    fn sniff(bytes: &[u8]) -> Confidence {
        read::sniff(bytes)
    }

    /// Reads a file of any of the three kinds, and the files that belong to it. The content decides the kind, then the
    /// extension.
    ///
    /// Without the option `skel`, the skeleton is a file in the same folder: the one with the file's own name; else the
    /// `pedmodel_NAME.skel` with the longest `NAME` with which the file's name continues after `pedanim_` or `pedmodel_`;
    /// else the only one. A skeleton whose number of bones differs from that of the `.anim` is reported and not used. The
    /// option `states` gives the table with the states that show an `.anim`. The clips of a table are those in its folder.
    fn read(
        bytes: &[u8],
        options: &ReadOptions,
        beside: &dyn Beside,
        sink: &mut dyn Sink,
    ) -> Result<Self, Error> {
        read::document(bytes, options, beside, sink)
    }

    /// Checks an `.anim` in place.
    fn inspect(
        bytes: &[u8],
        options: &ReadOptions,
        beside: &dyn Beside,
        sink: &mut dyn Sink,
    ) -> Result<(), Error> {
        read::inspect(bytes, options, beside, sink)
    }

    /// Counts the frames of an `.anim` in place: only the first one is made.
    fn survey(
        bytes: &[u8],
        options: &ReadOptions,
        clip_options: &ClipOptions,
        beside: &dyn Beside,
        [reading, checks]: [&mut dyn Sink; 2],
        report: &mut Report,
    ) -> Result<Vec<Outline>, Error> {
        if survey::is_quick(bytes, options, beside) {
            return survey::of(bytes, options, *clip_options, beside, [reading, checks], report);
        }
        let document = Self::read(bytes, options, beside, reading)?;
        document.check_with(checks);
        Ok(document.to_clips(clip_options, report).iter().map(Outline::from).collect())
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        Cow::Owned(self.file.to_bytes())
    }

    fn extension(&self) -> Option<&'static str> {
        Some(match self.file {
            File::Anim(_) => "anim",
            File::Skeleton(_) => "skel",
            File::States(_) => "csv",
        })
    }

    /// An `.anim` is exact. A skeleton and a table have a canonical form.
    fn is_exact(&self) -> bool {
        matches!(self.file, File::Anim(_))
    }

    /// The states of a table, with an edge from each to its default next state that is taken after its window was shown. `None`
    /// for other files and for a table without states.
    ///
    /// A state has the name of its clip, if the `.anim` was found. A next state that is not in the table is
    /// [`NodeKind::Missing`](anim_core::NodeKind::Missing).
    fn graph(&self) -> Option<Graph> {
        graph::of(self)
    }

    fn check_with(&self, sink: &mut dyn Sink) {
        check::document(self, sink);
    }

    /// The clips of the file. An `.anim` gives its motion, then each state of the given table that shows it; a skeleton gives
    /// the rest pose; a table gives each state whose `.anim` was found.
    ///
    /// The nodes are the skeleton's bones if it has as many bones as the `.anim`; else `bone_00` and so on, all of them
    /// children of the first. There is always one node. The first node has the channel `translation`, every bone the channel
    /// `euler` in the order Yzx, 30 keys per second. Keys hold, or with [`Interpolate::Linear`](crate::Interpolate::Linear)
    /// change linearly, from the last frame to the first.
    ///
    /// The clip of a state has the frames of its window, in reverse where the window is. Its metadata describe how a player
    /// continues: `mm2.next`, `mm2.speed` and `mm2.side-speed`.
    fn lower(&self, options: &ClipOptions, report: &mut Report) -> Vec<Clip> {
        clips::of(self, *options, report)
    }
}

impl Encode for Mm2Ped {
    type EncodeOptions = EncodeOptions;

    /// A file name that ends in `.skel` chooses [`FileKind::Skeleton`].
    fn options_for(file_name: &str) -> EncodeOptions {
        let is_skeleton =
            file_name.rsplit_once('.').is_some_and(|(_, extension)| extension.eq_ignore_ascii_case("skel"));
        let kind = if is_skeleton { FileKind::Skeleton } else { FileKind::Anim };
        EncodeOptions { kind, ..EncodeOptions::default() }
    }

    /// With `into`, the clip goes to the skeleton.
    fn retargets(options: &EncodeOptions) -> bool {
        options.into.is_some()
    }

    /// One clip as the motion of a skeleton, in the retail layout, 30 frames per second; or, as
    /// [`EncodeOptions::kind`] says, its nodes at rest as a skeleton.
    ///
    /// With [`EncodeOptions::into`], a bone is moved by the node that [`EncodeOptions::bones`] names; else by the node with the
    /// bone's name: first exactly, then ignoring case, then also ignoring the part before a `:` or `|`, spaces, `_`, `-` and `.`;
    /// else by the node that is the same bone of a human figure. Angles continue from frame to frame without jumps.
    ///
    /// If the nodes have the positions of the bones and are unrotated at rest, or have the offsets of the bones along their own
    /// axes, they are the figure of the skeleton: the first bone has the position of its node, bones rotate as nodes do, and
    /// angles that are already those of a bone are kept, so that the clip of a file gives the floats of the file. Any other clip
    /// is retargeted to the skeleton first: each bone rotates in the world from its rest as its node does, and translations are
    /// scaled by the ratio of the legs; [`reference`](EncodeOptions::reference), [`travel`](EncodeOptions::travel) and
    /// [`axes`](EncodeOptions::axes) control this.
    ///
    /// Without a skeleton, the nodes of the clip become the bones: the largest tree of them, without the nodes at its top that only
    /// hold it, such as an object around a rig, since only the first bone is translated.
    ///
    /// The distance is [`Anim::travel`](crate::Anim::travel). A clip that still has the travel in its metadata keeps the
    /// distance there if it differs by at most [`DISTANCE_TOLERANCE`](crate::DISTANCE_TOLERANCE), or has the distance 0 if it
    /// was lowered with [`Motion::Game`](crate::Motion::Game). A frame begins at every 1/30 s before the end of the clip. The
    /// pose at the end becomes one more frame if a channel has a key there that differs from the key before, and the pose
    /// neither holds from the frame before nor repeats the first one. A key up to a thousandth of a frame after the beginning
    /// of a frame is in that frame.
    ///
    /// The file shows each frame until the next one, the first frame before the start and the last frame after the end. Losses
    /// state the resulting differences from the clip, measured on the file at times between frames and outside the clip: the
    /// rotation of each bone in radians, the position of the first bone in the clip's unit, key times and the length of the
    /// clip in seconds. Everything else that the file cannot represent is reported too.
    ///
    /// Errors: [`Clips`](crate::ErrorKind::Clips), [`Clip`](crate::ErrorKind::Clip),
    /// [`NoMatch`](crate::ErrorKind::NoMatch) if no node matches a bone, [`NoBones`](crate::ErrorKind::NoBones),
    /// [`Bones`](crate::ErrorKind::Bones), [`Frames`](crate::ErrorKind::Frames), [`Poses`](crate::ErrorKind::Poses).
    fn encode(clips: &[Clip], options: &EncodeOptions, report: &mut Report) -> Result<Self, Error> {
        encode::document(clips, options, report)
    }
}
