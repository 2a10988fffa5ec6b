//! The rotation of a node of a figure: rotated from its rest in the world as its source is.

use anim_core::merge::Reach;
use anim_core::quaternion::{self, Quaternion};
use anim_core::{Baked, Channel, Curve, Deviation, Ease, Property, Report, bake_function};

use crate::codes;
use crate::hung::apart;
use crate::job::Job;
use crate::linear::{has_joint_handles, mapped};
use crate::rounding::SAME;
use crate::source::Product;
use crate::steps::steps;

/// Pushes the rotation channel of a target, if something rotates it.
///
/// With D(t) the rotation of the source from its rest in the world, a target with the rest rotation R has the world rotation
/// D(t)·R. Its channel is relative to its parent, which is rotated by the D of its nearest moved ancestor. What remains is a
/// product of the source's local rotations between these two, with constant rotations on both sides, and between them the half
/// turns of negative scales. A product with one moving term keeps the keys of that term.
pub(crate) fn write(
    job: &Job<'_, '_>,
    source: usize,
    target: usize,
    out: &mut Vec<Channel>,
    report: &mut Report,
) {
    let (nodes, above) = (&job.source.hung, job.above(target));
    let (up, down) = apart(nodes, above, Some(source));
    let driven = |node: &usize| job.source.locals[*node].rotation.is_some();
    let parent = job.hung.rotation(job.hung.parents[target]);
    let left = quaternion::multiply(quaternion::conjugate(parent), nodes.rotation(above));
    let mut product = Product::new(left, &job.source.turns);
    let terms = up.iter().map(|node| (*node, true)).chain(down.iter().rev().map(|node| (*node, false)));
    for (node, inverse) in terms {
        // Half turns, whose inverse is the same turn.
        if inverse {
            product.turn(nodes.flips[node]);
        }
        product.push(job.source.turn(node), inverse);
        if !inverse {
            product.turn(nodes.flips[node]);
        }
    }
    let own = quaternion::conjugate(nodes.rotations[source]);
    product.turn(quaternion::multiply(own, job.hung.unflipped(target)));

    let (left, terms) = product.parts();
    if let [(driven, false, right)] = terms
        && job.source.locals[source].rotation.as_ref().is_some_and(|own| std::ptr::eq(own, *driven))
        && is_none(left)
        && is_none(*right)
        && job.keep(source, target, Property::is_rotation, out)
    {
        return;
    }
    let rest = quaternion::normalize(job.figure.nodes()[target].rest.rotation);
    if terms.is_empty()
        && !up.iter().chain(&down).any(driven)
        && quaternion::angle_between(quaternion::normalize(left), rest) <= SAME
    {
        return;
    }
    let errors: f64 = terms.iter().map(|(driven, ..)| driven.error).sum();
    let made = match terms {
        [] => {
            Curve::constant(&quaternion::normalize(left)).map(|curve| Baked { curve, error: 0.0, jump: 0.0 })
        }
        // Other handles have to be baked, and only arcs are baked with an error that is an angle.
        [(driven, inverse, right)] if has_joint_handles(&driven.curve) => {
            let map = |value: Quaternion| {
                let value = if *inverse { quaternion::conjugate(value) } else { value };
                quaternion::multiply(quaternion::multiply(left, value), *right)
            };
            mapped(&driven.curve, map, [0.0; 4], job.source.clip.duration, job.options.angles())
        }
        _ if terms.iter().all(|(driven, ..)| driven.is_steps()) => {
            steps(&product.curves(), 4, product.sampler())
        }
        _ => {
            let curves = product.curves();
            let Reach { span, wrap } = Reach::of(&curves, job.source.clip.duration);
            bake_function(&curves, 4, Ease::Slerp, span, job.options.angles(), product.sampler())
                .map(|baked| Baked { curve: baked.curve.with_wrap(wrap.0, wrap.1), ..baked })
        }
    };
    let channel = made.and_then(|Baked { curve, error, jump }| {
        let jump = terms.iter().fold(jump, |most, (driven, ..)| most.max(driven.jump));
        Ok((Channel::new(target, Property::Rotation, curve)?, error, jump))
    });
    match channel {
        Ok((channel, error, jump)) => {
            let error = Deviation::angle(error + errors);
            job.report_baked(source, &Property::Rotation, error, jump, report);
            let driven: Vec<_> = terms.iter().map(|(driven, ..)| *driven).collect();
            job.report_stop(source, &Property::Rotation, channel.curve(), &driven, report);
            out.push(channel);
        }
        Err(error) => {
            let message = format!("the rotation is dropped: {error}");
            report.lose(codes::DROPPED.dropped(message).of_node(job.source.clip, source));
        }
    }
}

/// Whether a rotation is the identity, up to rounding in single-precision files.
fn is_none(rotation: Quaternion) -> bool {
    quaternion::angle_between(quaternion::normalize(rotation), quaternion::IDENTITY) <= SAME
}
