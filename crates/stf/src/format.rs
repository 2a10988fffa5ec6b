//! STF as a format.

use std::borrow::Cow;

use anim_core::{
    Axis, Beside, Clip, Confidence, Diagnostic, Encode, Extent, FileContent, Format, FormatInfo, Metadata,
    OptionSet as _, Report, Sink, Space,
};

use crate::{
    ClipOptions, EncodeOptions, Error, Form, ReadOptions, Stf, check, clips, codes, encode, extent, read,
};

anim_core::verbs!(Stf, encode);

impl Format for Stf {
    const INFO: FormatInfo = FormatInfo::new("stf", "STF animation", &["stf"])
        .exact()
        .with_metadata(Metadata::Facts(&[("stf.loop", "none"), ("stf.reset", ""), ("stf.is-reset", "")]))
        .with_codes(codes::READING, codes::CONVERSION);

    type Error = Error;
    type ReadOptions = ReadOptions;
    type ClipOptions = ClipOptions;

    const DETAIL: &'static [&'static str] = &["names"];

    /// The axes of glTF 2.0; the unit is a metre times the `metric_multiplier` of the file.
    const SPACE: Space = Space::right_handed(Axis::Y).facing(Axis::Z).in_metres(1.0);

    /// The signature of a container. A JSON text alone has no end that a search could find.
    const SIGNATURE: &'static [u8] = read::MAGIC;

    /// [`Confidence::Certain`] for a container, [`Confidence::Likely`] for JSON that names STF near its start,
    /// [`Confidence::Maybe`] for any other JSON.
    fn sniff(bytes: &[u8]) -> Confidence {
        read::sniff(bytes)
    }

    /// Examines the header, the lengths, and the document's JSON. Only containers of version 0 are found.
    fn extent(bytes: &[u8]) -> Extent {
        extent::of(bytes)
    }

    /// The document keeps every byte, so nothing is reported here. An animation whose JSON does not have the format's shape is
    /// kept like a resource of unknown type; [`Stf::check`] reports the fault.
    fn read(bytes: &[u8], _: &ReadOptions, _: &dyn Beside, _: &mut dyn Sink) -> Result<Self, Error> {
        read::document(bytes)
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        if !matches!(self.form(), Form::Container { .. }) {
            return Cow::Borrowed(self.json().as_bytes());
        }
        let mut bytes = Vec::new();
        self.write_into(&mut bytes);
        Cow::Owned(bytes)
    }

    fn check_with(&self, sink: &mut dyn Sink) {
        check::document(self, sink);
    }

    /// One clip for each animation, in the file's order, with the name of the animation, or its id if it has no name.
    ///
    /// A clip has the nodes and bones below the root, with the file's rest pose, and a node for each other target. Nodes have
    /// their names in the document; if several share a name, all but the first get a number (`Cube.001`). The id of a node
    /// is its path in the document, `NODE`, or `NODE/instance/BONE`; a node whose name is its path has none.
    ///
    /// Channels are in the order of the tracks. `t`, `r` and `s` become translation, rotation and scale, the blendshapes of a
    /// node become its weights, `r_euler` becomes the named property `euler` unless the options state an order. Anything else
    /// becomes a property named after the rest of the target, its parts joined by `/`; a `/` in a part is `\/`. Each component
    /// of a rotation is interpolated separately, as in Blender.
    fn lower(&self, options: &ClipOptions, report: &mut Report) -> Vec<Clip> {
        clips::of(self, *options, report)
    }
}

impl Encode for Stf {
    type EncodeOptions = EncodeOptions;

    /// The document with one of its animations and the reset animation that it refers to.
    fn part(&self, clip: usize) -> Option<Self> {
        self.with_animation(clip)
    }

    /// With `into`, clips go to the figure of the document.
    fn retargets(options: &EncodeOptions) -> bool {
        options.into.is_some()
    }

    /// With `into`, the unit is that of the document.
    fn space(options: &EncodeOptions) -> Space {
        let space = options.space().or(Self::SPACE);
        options.into.as_ref().map_or(space, |into| space.in_metres(into.metres().unwrap_or(1.0)))
    }

    /// The document states its unit.
    fn recorded_space(options: &EncodeOptions) -> Space {
        Space::right_handed(Axis::Y).facing(Axis::Z).or(Self::space(options))
    }

    /// A new container, or the document of the option `into` with the clips added.
    ///
    /// A new container has one prefab with an `stf.node` for every node of the clips and an `stf.animation` for every clip.
    /// Nodes with the same name in several clips are one node. Nodes that came from an STF keep their ids.
    ///
    /// With `into`, each node of a clip becomes the node of the document that [`EncodeOptions::bones`] names; else the one with
    /// the id in the clip's metadata, with that id as its name, or with that name, as [`Stf::clips`] names nodes; else the same
    /// bone of a human figure. If the figures are the same at rest, curves are written unchanged; else the clip is retargeted to
    /// the figure of the document: each node rotates from its rest as its source does from its own, and the movement of the hips
    /// is scaled by the ratio of the legs. Channels of other nodes are dropped and reported.
    ///
    /// Steps, straight lines and Bézier curves are written unchanged, other curves as straight lines within the tolerances.
    ///
    /// Errors: [`Clip`](crate::ErrorKind::Clip), [`Form`](crate::ErrorKind::Form).
    fn encode(clips: &[Clip], options: &EncodeOptions, report: &mut Report) -> Result<Self, Error> {
        encode::document(clips, options, report)
    }
}

/// Allows options to take an STF file.
impl FileContent for Stf {
    fn from_bytes(bytes: &[u8]) -> Result<Self, Diagnostic> {
        read::document(bytes).map_err(Into::into)
    }
}
