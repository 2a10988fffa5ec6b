//! BVH as a format.

use std::borrow::Cow;

use anim_core::{Beside, Clip, Confidence, Encode, Extent, Format, FormatInfo, Loss, Report, Sink};

use crate::{Bvh, ClipOptions, EncodeOptions, Error, ReadOptions, check, clips, codes, encode, read};

anim_core::verbs!(Bvh, encode);

impl Format for Bvh {
    const INFO: FormatInfo = FormatInfo::new("bvh", "Biovision Hierarchy", &["bvh"])
        .with_one_clip()
        .with_codes(codes::READING, codes::CONVERSION);

    type Error = Error;
    type ReadOptions = ReadOptions;
    type ClipOptions = ClipOptions;

    const SIGNATURE: &'static [u8] = b"HIERARCHY";

    fn sniff(bytes: &[u8]) -> Confidence {
        read::sniff(bytes)
    }

    /// The rules are stricter than those of reading: each frame is one line, and the number of frames is the stated one. The line
    /// end after the last frame is part of the file.
    fn extent(bytes: &[u8]) -> Extent {
        read::extent(bytes)
    }

    /// Reads the joints and all frames in the file. Wrong counts, frames that are not one line each and text after the frames
    /// are reported. The clip gets the name of the file without its extension.
    fn read(bytes: &[u8], _: &ReadOptions, beside: &dyn Beside, sink: &mut dyn Sink) -> Result<Self, Error> {
        Ok(read::document(bytes, sink)?.with_name(beside.stem().map(str::to_owned)))
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        let mut bytes = Vec::new();
        self.write_into(&mut bytes);
        Cow::Owned(bytes)
    }

    fn check_with(&self, sink: &mut dyn Sink) {
        check::document(self, sink);
    }

    /// One clip with the name of the file, or `animation`.
    ///
    /// - Every joint and end site is a node with the same index, unrotated and at its offset at rest. Nodes have unique names.
    ///   An end site without a name is `PARENT_end`. The metadata `bvh.ends` lists the end sites by index.
    /// - Every frame is a key of each channel, at the file's own times. The duration is frames × frame time. Without frames there
    ///   are no channels.
    /// - Positions are the channel `translation`, or those of its components that the file has.
    /// - Rotations about three different axes are `euler` in the order of the file. Two rotations are `euler` with a third angle
    ///   of 0, one is `angle`. If an axis occurs twice, the rotations are one channel `rotation`.
    fn lower(&self, options: &ClipOptions, report: &mut Report) -> Vec<Clip> {
        clips::of(self, *options, report)
    }
}

impl Encode for Bvh {
    type EncodeOptions = EncodeOptions;

    fn unrecorded(options: &str) -> Loss {
        let message = format!("a BVH does not record its axes and its unit: it is read with {options}");
        codes::SPACE.dropped(message)
    }

    /// One clip as a BVH. Every node is a joint whose position and rotation are sampled at each frame that begins before the end
    /// of the clip. A frame at the end is added if a channel has a key there that differs from the key before, as in a clip that
    /// ends with its last key.
    ///
    /// - In every frame each joint has the position of its node, whatever scales, matrices and changes of parents the clip has.
    /// - The root has six channels. Every other joint has three rotations, and also positions if its position relative to its
    ///   parent changes.
    /// - Angles of the clip are kept. Other rotations become the angles nearest to those of the frame before.
    /// - A leaf that has no channels and does not rotate is an end site, without its name. Other leaves get end sites, unless
    ///   the clip comes from a BVH and lists its end sites.
    /// - Joints have unique names without blanks and the characters `{}[].:/`. For each node whose name changes, the report has
    ///   the name with which it is read.
    /// - Errors between frames, before the start and after the end are measured on the file as this crate reads it by default.
    /// - The report lists everything that a BVH cannot hold.
    ///
    /// Errors: [`Clips`](crate::ErrorKind::Clips), [`Duration`](crate::ErrorKind::Duration),
    /// [`Poses`](crate::ErrorKind::Poses), [`Clip`](crate::ErrorKind::Clip), [`Invalid`](crate::ErrorKind::Invalid).
    fn encode(clips: &[Clip], options: &EncodeOptions, report: &mut Report) -> Result<Self, Error> {
        encode::document(clips, options, report)
    }
}
