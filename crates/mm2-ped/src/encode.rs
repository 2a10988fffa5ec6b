//! Clip to document.

mod differences;
mod figure;
mod frames;
mod hierarchy;
mod instants;
mod into;
mod losses;
mod motion;
mod posed;
mod reach;
mod root;
mod solver;
mod tolerances;
mod travel;

use anim_core::{Clip, Location, Report, counted, listed, report_broken_rotations};

use crate::error::{Error, ErrorKind};
use crate::text::displayed;
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
    if options.kind == FileKind::Anim {
        report_broken_rotations(clip, &codes::RANGE, report);
    }
    let document = match (options.kind, &options.into) {
        (FileKind::Skeleton, _) => skeleton(clip, options, report)?.into(),
        (FileKind::Anim, Some(skeleton)) => {
            let anim = into::motion(clip, skeleton, options, report)?;
            Mm2Ped { skeleton: Some(skeleton.clone()), ..anim.into() }
        }
        (FileKind::Anim, None) => {
            let (anim, skeleton) = own_motion(clip, options, report)?;
            Mm2Ped { skeleton: Some(skeleton), ..anim.into() }
        }
    };
    Ok(Mm2Ped { name: Some(clip.name.clone()).filter(|name| !name.is_empty()), ..document })
}

/// A clip as the motion of its own nodes.
fn own_motion(clip: &Clip, options: &EncodeOptions, report: &mut Report) -> Result<(Anim, Skeleton), Error> {
    let figure = own_figure(clip, options);
    let (skeleton, nodes) = hierarchy::skeleton_of(clip, &figure)?;
    report_unused(clip, options, report);
    let message = format!(
        "no skeleton is given: the bones are {} of the clip, from `{}` down",
        counted(skeleton.bones().len(), "node"),
        displayed(skeleton.bones().first().map_or("", |bone| bone.name.as_str())),
    );
    report.push(codes::OWN_SKELETON.at(Location::path(&clip.name), message));
    let still = hierarchy::left_out(clip, &figure, &nodes);
    let anim = frames::of([clip; 2], &skeleton, &nodes, (figure, options.poses.get()), report)?;
    losses::report_figure(clip, &skeleton, report);
    losses::report_left_out(clip, &still, report);
    Ok((anim, skeleton))
}

/// Reports options that need a skeleton, which is not given.
fn report_unused(clip: &Clip, options: &EncodeOptions, report: &mut Report) {
    let unused: Vec<_> = options.about_figure().collect();
    if !unused.is_empty() {
        let message =
            format!("without a skeleton (`into`), these options have no effect: {}", listed(&unused));
        report.push(codes::UNUSED_OPTION.at(Location::path(&clip.name), message));
    }
}

/// The nodes of a clip at rest as a skeleton. Bones have the positions of their nodes and are unrotated; encoding with this
/// skeleton takes that into account.
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
