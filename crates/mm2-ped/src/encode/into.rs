//! Clips on an existing skeleton.

use anim_core::{Clip, Location, Loss, Positive, Report};
use anim_retarget::{Mapping, Options, Reference, retarget};

use super::figure::Figure;
use super::{frames, losses, posed, travel};
use crate::clips::nodes;
use crate::error::{Error, ErrorKind};
use crate::text::displayed;
use crate::{Anim, EncodeOptions, Rest, Skeleton};

/// The tolerance of curves baked for a skeleton, in metres and radians. An `.anim` holds their values only at frames, so a fine
/// tolerance does not make it larger.
const FINE: Positive = Positive::literal(1e-4);

/// A clip as the motion of a skeleton. A clip of the skeleton's own figure keeps the angles of its nodes; any other is retargeted
/// to the skeleton first.
///
/// Errors: [`ErrorKind::NoMatch`], [`ErrorKind::Frames`], [`ErrorKind::Poses`].
pub(super) fn motion(
    clip: &Clip,
    skeleton: &Skeleton,
    options: &EncodeOptions,
    report: &mut Report,
) -> Result<Anim, Error> {
    let figure = anim_retarget::Figure::new(nodes(skeleton));
    let map = options.bones.as_ref();
    let mapping = Mapping::new(clip, &figure, map);
    if mapping.is_empty() {
        let names = skeleton.bones().iter().map(|bone| displayed(&bone.name).into_owned()).collect();
        return Err(Error::new(ErrorKind::NoMatch { names }, Location::path(&clip.name)));
    }
    let most = options.poses.get();
    frames::count(clip, most)?;
    Mapping::report_map(clip, &figure, map, report);
    let sources: Vec<_> = (0..skeleton.bones().len()).map(|bone| mapping.source(bone)).collect();
    if options.reference == Reference::Rest && mapping.source(0).is_some() {
        let mut own = Figure::new(clip);
        let is_pose = options.rest != Rest::Use && posed::has_offsets_of(skeleton, clip, &sources);
        if is_pose || posed::rests_as(skeleton, &own, &sources) || mapping.is_home() {
            if is_pose {
                own.ignore_rests(clip, sources.iter().copied().flatten());
            }
            return frames::of([clip; 2], skeleton, &sources, (own, most), report);
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
    let anim = frames::of([&brought, clip], skeleton, &bones, (Figure::new(&brought), most), report);
    let losses = report.losses.get_mut(before..).unwrap_or_default();
    if let Some(carrier) = carrier {
        name_carrier(skeleton, carrier, losses);
    }
    mapping.trace(clip, &figure, losses);
    anim
}

/// Assigns losses of the first bone to the bone whose travel it has.
fn name_carrier(skeleton: &Skeleton, carrier: usize, losses: &mut [Loss]) {
    let name = |bone: usize| skeleton.bones().get(bone).map(|bone| displayed(&bone.name).into_owned());
    let first = name(0);
    for loss in losses.iter_mut().filter(|loss| loss.node == first) {
        loss.node = name(carrier);
    }
}
