//! Clips to document.

mod animation;
mod arcs;
mod budget;
mod buffer;
mod choice;
mod facts;
mod into;
mod inverse;
pub(crate) mod kept;
mod listed;
mod look;
mod matrix;
mod meshes;
mod nodes;
mod own;
mod plain;
mod property;
mod rest_matrices;
mod rounding;
mod scene;
mod shapes;
mod size;
mod skins;
mod solid;
mod stage;
mod stance;
mod steps;
mod transform;
pub(crate) mod unused;
mod visibility;
pub(crate) mod vrma;
mod writer;

use anim_core::{Channel, Clip, Format as _, Location, OptionSet as _, Report};

use crate::extensions::{POINTER, VISIBILITY};
use crate::extras::{self, ClipExtras, SpaceExtras};
use crate::{
    Animation, Asset, Buffer, EncodeOptions, Error, ErrorKind, Gltf, Json, Profile, Root, codes, uri,
};
use buffer::Bytes;

/// The name of a separate buffer's file, if the options state none.
const BUFFER: &str = "buffer0.bin";

/// Clips as a document: see [`Encode::encode`](anim_core::Encode::encode) of [`Gltf`].
pub(crate) fn document(clips: &[Clip], options: &EncodeOptions, report: &mut Report) -> Result<Gltf, Error> {
    for clip in clips {
        clip.validate()
            .map_err(|invalid| Error::new(ErrorKind::Clip(invalid), Location::path(&clip.name)))?;
    }
    if let Some(base) = &options.into {
        if options.profile == Profile::Vrma {
            return Err(Error::new(ErrorKind::Profile, Location::default()));
        }
        return into::document(base, clips, options, report);
    }
    if options.profile == Profile::Vrma {
        return vrma::document(clips, options, report);
    }
    unused::report_without_file(options, report);
    new(clips, options, report)
}

/// Clips as a new document, on their own figures.
fn new(clips: &[Clip], options: &EncodeOptions, report: &mut Report) -> Result<Gltf, Error> {
    let clips = &*size::in_metres(clips, options, report);
    let space = SpaceExtras::differing(options.space().or(Gltf::SPACE), Gltf::SPACE);
    let buffer = uri::from_path(options.buffer.as_deref().unwrap_or(BUFFER))
        .map_err(|kind| Error::new(kind, Location::path("buffers[0]/uri")))?;
    let asset = Asset { generator: Some("anim".to_owned()), ..Asset::default() };
    let mut root = Root { asset, ..Root::default() };
    let curves = clips.iter().flat_map(|clip| &clip.channels).map(Channel::curve);
    // Every key takes a time and a value, which may become a larger quaternion. One more key holds the end.
    let floats = curves.map(|curve| (curve.len() + 1) * (curve.width().max(4) + 1)).sum();
    let mut bytes = Bytes::with_capacity(floats);
    let stage = stage::stage(clips, options, report);
    scene::write(&stage, clips, options, &mut root, &mut bytes);
    let mut still = Vec::new();
    for (index, clip) in clips.iter().enumerate() {
        let (animation, mut extras) = animation::encode(clip, index, &stage, options, &mut bytes, report);
        extras.space.clone_from(&space);
        extras.nodes = stage.runs(index);
        if animation.channels.is_empty() {
            let message = "kept in `extras.anim`: the complete clip, because nothing in it moves that glTF can represent";
            report.lose(codes::KEPT.kept(message).in_clip(clip));
            still.push(ClipExtras { index: Some(index), name: Some(clip.name.clone()), ..extras });
        } else {
            root.animations.push(Animation { extras: extras.write(), ..animation });
        }
    }
    if !still.is_empty() {
        root.extras = Some(extras::of_still_clips(still));
    }
    if options.pointers {
        list_extensions(&mut root);
    }
    let bytes = bytes.finish(&mut root);
    if bytes.is_some() {
        // Only a separate container uses the path.
        root.buffers.push(Buffer { uri: Some(buffer), ..Buffer::default() });
    }
    Gltf::new(options.container, root, bytes.map(Some).into_iter().collect())
}

/// Lists the extensions that the nodes use.
fn list_extensions(root: &mut Root) {
    let is_shown = |extensions: &Json| extensions.value().get(VISIBILITY).is_some();
    if root.nodes.iter().any(|node| node.extensions.as_ref().is_some_and(is_shown)) {
        root.extensions_used = vec![POINTER.to_owned(), VISIBILITY.to_owned()];
    }
}
