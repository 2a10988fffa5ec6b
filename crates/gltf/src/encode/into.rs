//! Clips added to an existing file, in which everything else is kept.

mod splice;
mod text;

use std::borrow::Cow;
use std::slice;

use anim_core::{Clip, KeyLimit, Location, Positive, Report, Space};
use anim_retarget::{Figure, Mapping, Options, Size, retarget};
use serde_json::Value;

use super::buffer::Bytes;
use super::rest_matrices::{report_matrices, with_matrix};
use super::{animation, arcs, stage, unused, vrma};
use crate::extras::ClipExtras;
use crate::{
    Animation, Base, Container, EncodeOptions, Error, Gltf, Interpolate, Root, clips as file, codes,
    expressions, humanoid, uri,
};

/// The file with the clips as animations of its nodes.
pub(super) fn document(
    base: &Base,
    clips: &[Clip],
    options: &EncodeOptions,
    report: &mut Report,
) -> Result<Gltf, Error> {
    let (figure, space) = (base.figure(), humanoid::space(&base.root));
    let (expressions, bones) = (expressions::of(&base.root), humanoid::animated(&base.root));
    let mut bytes = Bytes::default();
    let mut added = Root::default();
    let mut names = file::names_of(&base.root);
    unused::report_with_file(options, report);
    let options = &EncodeOptions { pointers: false, ..options.clone() };
    for given in clips {
        let (clip, mapping) = on_figure(given, &figure, space, size_of(given, base), options, report);
        let before = report.losses.len();
        let clip = vrma::allowed(Cow::Owned(clip), &bones, Some, report);
        let placed = expressions::placed(&clip, &expressions, Some);
        if let Some((mut animation, mut extras)) = encoded(&placed, base, options, &mut bytes, report) {
            let name = names.take(given.name.as_str());
            if *name != given.name {
                let message =
                    format!("the file has an animation of this name already: the new one is `{name}`");
                report.lose(codes::NAME.dropped(message).in_clip(given).renamed(&*name));
                (animation.name, extras.name) = (Some(name.into_owned()), None);
            }
            added.animations.push(Animation { extras: extras.write(), ..animation });
        }
        let losses = report.losses.get_mut(before..).unwrap_or_default();
        expressions::trace(&clip, &expressions, losses);
        mapping.trace(given, &figure, losses);
    }
    let bytes = bytes.finish(&mut added).unwrap_or_default();
    let moved = with_matrix(&base.root, &added.animations);
    report_matrices(&base.root, &moved, clips.first(), report);
    report_beside(&base.root, report);
    splice::document(base, added, bytes, options.container == Container::Glb, report)
}

/// What tells how much larger the figure of a file is than that of a clip. Programs compare avatars by their hips.
fn size_of(clip: &Clip, base: &Base) -> Size {
    let is_avatar = clip.nodes.iter().any(|node| node.bone.is_some());
    if is_avatar && !humanoid::bones(&base.root).is_empty() { Size::Hips } else { Size::Legs }
}

/// A clip whose nodes are those of a figure with these axes, and the mapping from its original nodes.
pub(super) fn on_figure(
    clip: &Clip,
    figure: &Figure,
    space: Space,
    size: Size,
    options: &EncodeOptions,
    report: &mut Report,
) -> (Clip, Mapping) {
    let clip = &*clip.in_space(space);
    let mapping = Mapping::new(clip, figure, options.bones.as_ref());
    mapping.report_unmatched(clip, figure, report);
    Mapping::report_map(clip, figure, options.bones.as_ref(), report);
    let jump = Positive::new(arcs::JUMP).filter(|_| options.interpolation == Interpolate::Auto);
    let options = Options {
        reference: options.reference,
        travel: options.travel,
        axes: options.axes,
        size,
        tolerance: options.tolerance,
        tolerance_angle: options.tolerance_angle,
        jump,
        limit: KeyLimit { per_key: f64::from(options.baked_keys.get()), ..KeyLimit::default() },
    };
    (retarget(clip, figure, &mapping, &options, report).with_space(space), mapping)
}

/// The animation of a clip whose nodes are those of the file, and its extras; `None` if the clip moves nothing in the file.
fn encoded(
    clip: &Clip,
    base: &Base,
    options: &EncodeOptions,
    bytes: &mut Bytes,
    report: &mut Report,
) -> Option<(Animation, ClipExtras)> {
    let mut stage = stage::stage(slice::from_ref(clip), options, report);
    stage.file = Some(&base.root);
    let before = report.losses.len();
    let (animation, extras) = animation::encode(clip, 0, &stage, options, bytes, report);
    if animation.channels.is_empty() {
        // Nor is anything that would be kept with it.
        report.losses.truncate(before);
        let message = "the clip is not in the file: nothing in it moves a node of the file";
        report.lose(codes::DROPPED.dropped(message).in_clip(clip));
        return None;
    }
    Some((animation, extras))
}

/// Reports the files to which the file refers: they are not written with it.
fn report_beside(root: &Root, report: &mut Report) {
    let buffers = root.buffers.iter().filter_map(|buffer| buffer.uri.as_deref());
    let images = root.other.get("images").and_then(Value::as_array).into_iter().flatten();
    let images = images.filter_map(|image| image.get("uri")?.as_str());
    let files: Vec<_> = buffers.chain(images).filter(|uri| !uri::is_data(uri)).collect();
    if let Some(first) = files.first() {
        let more = if files.len() > 1 { format!(" and {} more", files.len() - 1) } else { String::new() };
        let message = format!("the file still refers to `{first}`{more}, which has to be next to it");
        report.push(codes::BESIDE.at(Location::default(), message));
    }
}
