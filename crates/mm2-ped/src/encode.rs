//! Clip to document.

mod differences;
mod figure;
mod frames;
mod hierarchy;
mod instants;
mod losses;
mod matching;
mod motion;
mod root;
mod solver;
mod tolerances;

use anim_core::{Clip, Location, Report};

use crate::error::{Error, ErrorKind};
use crate::{Anim, EncodeOptions, FileKind, Mm2Ped, Rest, Skeleton, codes};
use figure::Figure;

/// Clips as a document: see [`Encode::encode`](anim_core::Encode::encode) of [`Mm2Ped`].
pub(crate) fn document(
    clips: &[Clip],
    options: &EncodeOptions,
    report: &mut Report,
) -> Result<Mm2Ped, Error> {
    let [clip] = clips else {
        let names = clips.iter().map(|clip| clip.name.clone()).collect();
        return Err(Error::new(ErrorKind::Clips { names }, Location::default()));
    };
    clip.validate().map_err(|invalid| Error::new(ErrorKind::Clip(invalid), Location::path(&clip.name)))?;
    let document = match (options.kind, &options.skel) {
        (FileKind::Skeleton, _) => skeleton(clip, options, report)?.into(),
        (FileKind::Anim, Some(skeleton)) => {
            let anim = motion(clip, skeleton, options, report)?;
            Mm2Ped { skeleton: Some(skeleton.clone()), ..anim.into() }
        }
        (FileKind::Anim, None) => {
            let (anim, skeleton) = own_motion(clip, options, report)?;
            Mm2Ped { skeleton: Some(skeleton), ..anim.into() }
        }
    };
    Ok(Mm2Ped { name: Some(clip.name.clone()).filter(|name| !name.is_empty()), ..document })
}

/// A clip as the motion of a skeleton.
fn motion(
    clip: &Clip,
    skeleton: &Skeleton,
    options: &EncodeOptions,
    report: &mut Report,
) -> Result<Anim, Error> {
    let nodes = matching::nodes_of(skeleton, &clip.nodes, options.bones.as_ref());
    if nodes.iter().all(Option::is_none) {
        let names = skeleton.bones().iter().map(|bone| bone.name.clone()).collect();
        return Err(Error::new(ErrorKind::NoMatch { names }, Location::path(&clip.name)));
    }
    matching::report_bone_map(clip, Some(skeleton), options.bones.as_ref(), report);
    let mut figure = Figure::new(clip);
    let ignores = match options.rest {
        Rest::Use => false,
        Rest::Ignore => true,
        Rest::Auto => matching::has_offsets_of(skeleton, clip, &nodes),
    };
    if ignores {
        figure.ignore_rests(clip, nodes.iter().copied().flatten());
    }
    frames::of(clip, skeleton, &nodes, figure, report)
}

/// A clip as the motion of its own nodes.
fn own_motion(clip: &Clip, options: &EncodeOptions, report: &mut Report) -> Result<(Anim, Skeleton), Error> {
    let figure = own_figure(clip, options);
    let (skeleton, nodes) = hierarchy::skeleton_of(clip, &figure)?;
    matching::report_bone_map(clip, None, options.bones.as_ref(), report);
    let message = format!(
        "no skeleton is given: the bones are {} nodes of the clip, from `{}` down",
        skeleton.bones().len(),
        skeleton.bones().first().map_or("", |bone| bone.name.as_str()),
    );
    report.push(codes::OWN_SKELETON.at(Location::path(&clip.name), message));
    let anim = frames::of(clip, &skeleton, &nodes, figure, report)?;
    losses::report_figure(clip, &skeleton, report);
    Ok((anim, skeleton))
}

/// The nodes of a clip at rest as a skeleton. Bones have the positions of their nodes and are unrotated, which encoding
/// with this skeleton takes into account.
fn skeleton(clip: &Clip, options: &EncodeOptions, report: &mut Report) -> Result<Skeleton, Error> {
    let figure = own_figure(clip, options);
    let (skeleton, nodes) = hierarchy::skeleton_of(clip, &figure)?;
    hierarchy::report(clip, &skeleton, &nodes, report);
    losses::report_rest(clip, figure.rotated_at_rest(&nodes), report);
    Ok(skeleton)
}

/// The figure of a clip whose own nodes become the bones.
fn own_figure<'a>(clip: &'a Clip, options: &EncodeOptions) -> Figure<'a> {
    let mut figure = Figure::new(clip);
    if options.rest == Rest::Ignore {
        figure.ignore_rests(clip, 0..clip.nodes.len());
    }
    figure
}
