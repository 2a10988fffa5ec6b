//! Clip to document.

mod differences;
mod figure;
mod frames;
mod hierarchy;
mod instants;
mod losses;
mod motion;
mod posed;
mod solver;
mod tolerances;
mod travel;

use anim_core::{Clip, Location, Report};
use anim_retarget::{Mapping, Options, Reference, retarget};

use crate::clips::nodes;
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
    let document = match (options.kind, &options.into) {
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
    let figure = anim_retarget::Figure::new(nodes(skeleton));
    let map = options.bones.as_ref();
    let mapping = Mapping::new(clip, &figure, map);
    if mapping.is_empty() {
        let names = skeleton.bones().iter().map(|bone| bone.name.clone()).collect();
        return Err(Error::new(ErrorKind::NoMatch { names }, Location::path(&clip.name)));
    }
    frames::count(clip)?;
    Mapping::report_map(clip, &figure, map, |_| None, report);
    let sources: Vec<_> = (0..skeleton.bones().len()).map(|bone| mapping.source(bone)).collect();
    if options.reference == Reference::Rest && mapping.source(0).is_some() {
        let mut own = Figure::new(clip);
        let is_pose = options.rest != Rest::Use && posed::has_offsets_of(skeleton, clip, &sources);
        if is_pose || posed::rests_as(skeleton, &own, &sources) || mapping.is_home() {
            if is_pose {
                own.ignore_rests(clip, sources.iter().copied().flatten());
            }
            return frames::of(clip, skeleton, &sources, own, report);
        }
    }
    let reference = match options.rest {
        Rest::Ignore if options.reference == Reference::Rest => Reference::Unrotated,
        _ => options.reference,
    };
    mapping.report_unmatched(clip, &figure, report);
    if reference == Reference::Rest {
        losses::report_rest(clip, Figure::new(clip).rotated_at_rest(&sources), report);
    }
    let options = Options {
        reference,
        travel: options.travel,
        axes: options.axes,
        tolerance: FINE,
        tolerance_angle: FINE,
        ..Options::default()
    };
    let mut brought = retarget(clip, &figure, &mapping, &options, report);
    let carrier = travel::to_first_bone(&mut brought, &mapping);
    let before = report.losses.len();
    let bones: Vec<_> = (0..brought.nodes.len()).map(Some).collect();
    let anim = frames::of(&brought, skeleton, &bones, Figure::new(&brought), report);
    let losses = report.losses.get_mut(before..).unwrap_or_default();
    if let Some(carrier) = carrier {
        let [first, carrier] = [0, carrier].map(|bone| Some(&skeleton.bones()[bone].name));
        for loss in losses.iter_mut().filter(|loss| loss.node.as_ref() == first) {
            loss.node = carrier.cloned();
        }
    }
    mapping.trace(clip, &figure, losses);
    anim
}

/// How near baked curves come to a clip that is brought to a skeleton, in metres and radians: an .anim has their values at frames
/// alone, so that it costs nothing.
const FINE: f64 = 1e-4;

/// A clip as the motion of its own nodes.
fn own_motion(clip: &Clip, options: &EncodeOptions, report: &mut Report) -> Result<(Anim, Skeleton), Error> {
    let figure = own_figure(clip, options);
    let (skeleton, nodes) = hierarchy::skeleton_of(clip, &figure)?;
    if options.bones.is_some() {
        let message = "the bone map is ignored: it needs a skeleton";
        report.push(anim_retarget::codes::BONE_MAP.at(Location::path(&clip.name), message));
    }
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
