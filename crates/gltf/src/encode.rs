//! Clips as a document.

mod animation;
mod buffer;
mod choice;
mod facts;
mod nodes;
mod plain;
mod shapes;
mod visibility;

use anim_core::{Clip, Location, Loss, Options, Sink};
use serde_json::json;

use crate::curves::{POINTER, VISIBILITY};
use crate::extras::{self, ClipExtras};
use crate::{Asset, Container, Error, Gltf, Json, Root, codes, uri};
use animation::Encoder;
use buffer::Bytes;

/// What the options say.
#[derive(Clone, Copy, Debug)]
struct Settings {
    tolerance: f64,
    mesh: bool,
    pointers: bool,
}

/// Clips as a document; what glTF cannot say goes to the extras and is reported.
pub(crate) fn document(clips: &[Clip], options: &Options, sink: &mut dyn Sink) -> Result<Gltf, Error> {
    let settings = Settings {
        tolerance: options.number("tolerance"),
        mesh: options.switch("mesh"),
        pointers: options.switch("pointers"),
    };
    let buffer = uri::from_path(options.text("buffer"))
        .map_err(|kind| Error::new(kind, Location::path("buffers[0]/uri")))?;
    let asset = Asset { generator: Some("anim".to_owned()), ..Asset::default() };
    let mut root = Root { asset, ..Root::default() };
    let curves = clips.iter().flat_map(|clip| &clip.channels).map(anim_core::Channel::curve);
    // For every key a time and a value, or a quaternion where that is larger, and a key more to hold the end.
    let floats = curves.map(|curve| (curve.len() + 1) * (curve.width().max(4) + 1)).sum();
    let mut bytes = Bytes::with_room(floats);
    let sets = nodes::sets(clips);
    let (mut moving, mut still) = (Vec::new(), Vec::new());
    for set in &sets {
        let first = root.nodes.len();
        nodes::write(set, sets.len() > 1, &mut root, sink);
        if settings.pointers {
            nodes::show(set, first, &mut root);
        }
        shapes::write(set, first, settings.mesh, &mut root, &mut bytes);
        for &clip in &set.clips {
            let part = (sets.len() > 1).then_some([first, set.nodes.len()]);
            let encoder = Encoder::new(clip, &clips[clip], set, first, settings, &mut bytes, sink);
            let (animation, mut said) = encoder.encode();
            said.nodes = part;
            if animation.channels.is_empty() {
                kept(sink, clip, "the clip moves nothing that glTF can say: all of it is");
                still.push(ClipExtras { index: Some(clip), name: Some(clips[clip].name.clone()), ..said });
            } else {
                moving.push((clip, crate::Animation { extras: said.write(), ..animation }));
            }
        }
    }
    moving.sort_by_key(|(clip, _)| *clip);
    root.animations = moving.into_iter().map(|(_, animation)| animation).collect();
    if !still.is_empty() {
        still.sort_by_key(|clip| clip.index);
        root.extras = extras::wrapped(&json!({ "clips": still }));
    }
    if settings.pointers {
        extensions(&mut root);
    }
    let bytes = bytes.finish(&mut root);
    if let Some(first) = root.buffers.first_mut() {
        // Only a container that has files beside it looks at this.
        first.uri = Some(buffer);
    }
    let container = Container::from_name(options.text("container")).unwrap_or_default();
    Gltf::new(container, root, bytes.map(Some).into_iter().collect())
}

fn extensions(root: &mut Root) {
    let uses = |name: &'static str, extensions: Option<&Json>| {
        extensions.is_some_and(|extensions| extensions.value().get(name).is_some())
    };
    if root.nodes.iter().any(|node| uses(VISIBILITY, node.extensions.as_ref())) {
        root.extensions_used = vec![POINTER.to_owned(), VISIBILITY.to_owned()];
    }
}

/// Reports that something of a clip is in the extras.
fn kept(sink: &mut dyn Sink, clip: usize, what: &str) {
    let at = Location::path(format!("clips[{clip}]"));
    sink.report(codes::KEPT.at(at, format!("{what} kept in extras")).losing(Loss::Kept));
}
