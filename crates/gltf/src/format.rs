//! glTF as a format.

use std::borrow::Cow;

use anim_core::{
    Axis, Beside, Clip, Code, Confidence, Encode, Extent, Format, FormatInfo, Metadata, OptionSet, Property,
    Report, Scene, Sink, Space,
};

use crate::{
    ClipOptions, EncodeOptions, Error, Gltf, Profile, ReadOptions, Root, check, clips, codes, container,
    encode, read, scene, write,
};

anim_core::verbs!(Gltf, encode);

impl Gltf {
    /// Appends the bytes of the file to a buffer, for programs that write many files.
    pub fn write_into(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_bytes());
    }
}

impl Format for Gltf {
    const INFO: FormatInfo = FormatInfo::new("gltf", "glTF 2.0", &["glb", "gltf", "vrm", "vrma"])
        .exact()
        .except(&["gltf"])
        .with_metadata(Metadata::All)
        .with_codes(codes::READING, codes::CONVERSION);

    type Error = Error;
    type ReadOptions = ReadOptions;
    type ClipOptions = ClipOptions;

    const DETAIL: &'static [&'static str] = &["exact", "numbers"];

    /// Right-handed, +Y up, facing +Z, in metres (glTF 2.0, section 3.4).
    const SPACE: Space = Space::right_handed(Axis::Y).facing(Axis::Z).in_metres(1.0);

    /// The first bytes of a `.glb`. A `.gltf` cannot be found inside other data, because nothing marks its end.
    const SIGNATURE: &'static [u8] = container::MAGIC;

    fn sniff(bytes: &[u8]) -> Confidence {
        read::sniff(bytes)
    }

    /// Examines the header, the chunks and the JSON of a `.glb`.
    fn extent(bytes: &[u8]) -> Extent {
        container::extent(bytes, |text| Root::parse(text, 0).is_ok())
    }

    /// Reads a `.glb`, or a `.gltf` with the files of its buffers from `beside`.
    fn read(bytes: &[u8], _: &ReadOptions, beside: &dyn Beside, sink: &mut dyn Sink) -> Result<Self, Error> {
        read::document(bytes, beside, sink)
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        write::bytes(self)
    }

    /// A `.glb` is exact. A `.gltf` has a canonical form.
    fn is_exact(&self) -> bool {
        self.glb().is_some()
    }

    /// The files of separate buffers.
    fn companions(&self) -> Vec<(String, Cow<'_, [u8]>)> {
        write::companions(self)
    }

    /// Checks everything that animation depends on: versions and extensions, indices, hierarchy, transforms, accessors,
    /// animations.
    fn check_with(&self, sink: &mut dyn Sink) {
        check::document(self, sink);
    }

    /// Meshes as triangles with their skins, morph targets and base colours, cameras, and the lights of `KHR_lights_punctual`.
    /// Points, lines, compressed geometry and images in other files are left out.
    fn scene(&self, sink: &mut dyn Sink) -> Option<Scene> {
        scene::of(self, sink)
    }

    /// One clip for each animation; a file without animations has no clip.
    ///
    /// Every clip has all nodes of the file in their rest pose, except those that only make others visible, and for each
    /// animation channel a channel `translation`, `rotation`, `scale`, `weight` or `visible`. A node that is hidden at rest and that
    /// nothing shows has a channel `visible` too. `STEP` becomes steps, `LINEAR` straight lines or arcs, and `CUBICSPLINE` the same
    /// curves as Bézier curves, with handles at the thirds of each segment. The clip lasts until the last key of the animation, also
    /// if that is in a channel which clips cannot hold. A node without a name is `node N`, an animation without a name
    /// `animation N`; an animation whose name is taken gets a number after it.
    ///
    /// The extras `extras.anim` of a file that was encoded from clips hold what glTF cannot represent. The clips get it back,
    /// and with [`exact`](ClipOptions::exact) also the curves that were baked to more keys for other programs.
    fn lower(&self, options: &ClipOptions, report: &mut Report) -> Vec<Clip> {
        clips::of(self, *options, report)
    }
}

impl Encode for Gltf {
    type EncodeOptions = EncodeOptions;

    const STORAGE: &'static [&'static str] = &["container", "buffer"];
    const AT_REST: &'static [&'static Code] =
        &[&codes::SCENE, &codes::RESTING_WEIGHTS, &codes::TRANSFORM, &codes::HIERARCHY];
    const HAS_ONE_UNIT: bool = true;

    /// Resting weights are replaced by weights, a sheared matrix by any part of a transform.
    fn replaces(at_rest: &Code, property: &Property) -> bool {
        if at_rest.id == codes::RESTING_WEIGHTS.id {
            matches!(property, Property::Weights { .. })
        } else {
            property.is_spatial()
        }
    }

    /// The container by the extension, a figure of bones for each skeleton, and a separate buffer named after the file.
    fn options_for(file_name: &str) -> EncodeOptions {
        EncodeOptions::for_file(file_name)
    }

    fn report_unused(options: &EncodeOptions, is_given: &dyn Fn(&str) -> bool, report: &mut Report) {
        encode::unused::report_buffer(options, is_given("buffer"), report);
    }

    /// The document in another container. Chunks of a `.glb` that no buffer uses are dropped and reported if the new container
    /// is not a `.glb`. `None` if animations are to be added to a file, or if a VRM animation is requested and the document is
    /// not one.
    fn stored(&self, options: &EncodeOptions, report: &mut Report) -> Option<Self> {
        let is_avatar_motion =
            || self.root.extensions_used.iter().any(|used| used == encode::vrma::EXTENSION);
        if options.into.is_some() || options.profile == Profile::Vrma && !is_avatar_motion() {
            return None;
        }
        self.stored_in(options.container, options.buffer.as_deref(), report)
    }

    /// The document with one of its animations. The accessors and buffers of the others are kept. `None` for a document with
    /// clips that are not animations.
    fn part(&self, clip: usize) -> Option<Self> {
        self.with_animation(clip)
    }

    /// The document with other animations, and with new names of its nodes if the clips have them. Key times and values of its
    /// previous animations are removed if they are at the end of its buffers, else kept.
    ///
    /// `None` for clips with other nodes, rest poses or parents, for other axes or units, and for options that require visible
    /// nodes, another figure or an avatar. `None` also for a document that the encoder made and that contains only its clips.
    fn edited(
        &self,
        clips: &[Clip],
        options: &EncodeOptions,
        report: &mut Report,
    ) -> Option<Result<Self, Error>> {
        encode::kept::document(self, clips, options, report)
    }

    /// With `into`, clips go to the figure of a file; a VRM animation has its own figure.
    fn retargets(options: &EncodeOptions) -> bool {
        options.into.is_some() || options.profile == Profile::Vrma
    }

    /// A VRM animation has the axes and the unit of glTF.
    fn space(options: &EncodeOptions) -> Space {
        match options.profile {
            Profile::Gltf => OptionSet::space(options).or(Self::SPACE),
            Profile::Vrma => Self::SPACE,
        }
    }

    /// The extras record axes and units other than those of glTF.
    fn recorded_space(options: &EncodeOptions) -> Space {
        Self::space(options)
    }

    /// One animation for each clip. Clips that share a figure share one hierarchy in the file, although each may have only some
    /// of its nodes. A hierarchy that moves is a skeleton: its nodes are the joints of a skin.
    ///
    /// Steps, lines and arcs are written unchanged, in single precision; with [`interpolation`](EncodeOptions::interpolation)
    /// `cubic` also Bézier curves with handles at thirds. Every other curve is baked: to lines or arcs within
    /// [`tolerance`](EncodeOptions::tolerance), for rotations within [`tolerance_angle`](EncodeOptions::tolerance_angle). By
    /// default long arcs get additional keys, for programs that interpolate the numbers of quaternions linearly. The original
    /// of a curve that got more keys is also kept in `extras.anim`. Matrices become translation, rotation and scale. Weights
    /// get a mesh of one point with empty morph targets. Everything else is kept in `extras.anim`, and is reported.
    ///
    /// Errors: [`Clip`](crate::ErrorKind::Clip), [`Uri`](crate::ErrorKind::Uri) for a `buffer` that is not below the folder of the
    /// file, [`TooLarge`](crate::ErrorKind::TooLarge).
    fn encode(clips: &[Clip], options: &EncodeOptions, report: &mut Report) -> Result<Self, Error> {
        encode::document(clips, options, report)
    }
}
