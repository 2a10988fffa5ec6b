//! The translation of a node of a figure: moved from its rest position as its source is.

use anim_core::merge::Reach;
use anim_core::{Affine, Baked, Channel, Curve, Deviation, Ease, Fineness, Property, Report, bake_function};

use crate::hung::apart;
use crate::job::Job;
use crate::linear::mapped;
use crate::rounding::SAME;
use crate::steps::steps;
use crate::{HumanBone, Travel, codes};

/// Pushes the translation channel of a target, if its source is displaced and the target may translate.
///
/// The position of the source counts relative to the source of the target's nearest moved ancestor, along the axes of that node
/// at rest: its displacement from rest, times the ratio of the figures, is added to the position of the target.
pub(crate) fn write(
    job: &Job<'_, '_>,
    source: usize,
    target: usize,
    out: &mut Vec<Channel>,
    report: &mut Report,
) {
    let nodes = &job.source.hung;
    let above = job.above(target);
    let (up, mut down) = apart(nodes, above, Some(source));
    let own = job.source.locals[source].translation.is_some();
    let is_hips = job.role(source, target) == Some(HumanBone::Hips);
    let leads = above.is_none() || is_hips;
    let is_driven =
        |node: &usize| job.source.channels[*node].iter().any(|channel| channel.property().is_spatial());
    // The last one is the source itself: its ancestors move it also by their rotations and scales.
    let moves = own || leads && down.iter().skip(1).any(is_driven);
    if !moves {
        return;
    }
    let drop = |why: &str, report: &mut Report| {
        // In many files, bones that do not translate have channels anyway.
        if job.leaves_its_place(source) {
            let is_place =
                |channel: &Channel| channel.property().is_spatial() && !channel.property().is_rotation();
            let loss = codes::DROPPED.dropped(format!("the translation is dropped: {why}"));
            let loss = match job.source.channel(source, is_place) {
                Some(channel) => loss.of_channel(job.source.clip, channel),
                None => loss.of_node(job.source.clip, source),
            };
            report.lose(loss);
        }
    };
    if !leads && job.options.travel == Travel::Hips {
        return drop("bones of the figure keep their lengths", report);
    }
    if !up.is_empty() {
        return drop("the source and the target have different parents", report);
    }
    // From the topmost node down to the source.
    down.reverse();
    let rest = job.figure.nodes()[target].rest.translation;
    let Some(inverse) = inverse(job.hung.world(job.hung.parents[target]).linear()) else {
        return drop("a node of the figure above it is flat (scaled by 0)", report);
    };
    // From a displacement in the world at rest to one in the space of the target's parent.
    let to_target = |e: [f64; 3]| apply(&inverse, e.map(|x| x * job.ratio));
    let upper = &down[..down.len() - 1];
    // Ancestors of the source that hold a pose other than their rest displace it as well.
    let still = upper.iter().all(|node| job.source.rests(*node));
    let own = job.source.locals[source].translation.as_ref();
    let made = if let (true, Some(own)) = (still, own) {
        let parent = job.source.hung.world(nodes.parents[source]).linear();
        let map = |value: [f64; 3]| to_target(apply(&parent, value));
        let base = map(job.source.rest[source].translation);
        let offset = std::array::from_fn(|i| rest[i] - base[i]);
        if is_identity(map, offset) && job.keep(source, target, is_translation, out) {
            return;
        }
        let stretch = stretch(map);
        let lengths = job.options.lengths();
        let fineness = Fineness { tolerance: lengths.tolerance / stretch.max(SAME), ..lengths };
        let mapped = mapped(&own.curve, map, offset, job.source.clip.duration, fineness);
        let whole = |made: Baked| Baked { error: (made.error + own.error) * stretch, ..made };
        mapped.map(|made| (whole(made), vec![own]))
    } else {
        let driven: Vec<_> = down.iter().flat_map(|node| job.source.moving(*node)).collect();
        let curves: Vec<&Curve> = driven.iter().map(|driven| &*driven.curve).collect();
        let base = nodes.world(above);
        let place = nodes.place(Some(source));
        let map = job.source.map(&down);
        let sample = |time: f64, out: &mut [f64]| {
            let now = base.apply(map(time).translation());
            let moved = to_target(std::array::from_fn(|i| now[i] - place[i]));
            for (out, (rest, moved)) in out.iter_mut().zip(rest.iter().zip(moved)) {
                *out = rest + moved;
            }
        };
        let made = if !driven.is_empty() && driven.iter().all(|driven| driven.is_steps()) {
            steps(&curves, 3, sample)
        } else {
            let Reach { span, wrap } = Reach::of(&curves, job.source.clip.duration);
            bake_function(&curves, 3, Ease::Linear, span, job.options.lengths(), sample)
                .map(|baked| Baked { curve: baked.curve.with_wrap(wrap.0, wrap.1), ..baked })
        };
        made.map(|made| (made, driven))
    };
    let channel = made.and_then(|(Baked { curve, error, jump }, driven)| {
        let jump = driven.iter().fold(jump, |most, driven| most.max(driven.jump));
        Ok((Channel::new(target, Property::Translation, curve)?, error, jump, driven))
    });
    let rests = |curve: &Curve| {
        let is_rest =
            |value: &[f64; 3]| (0..3).all(|i| (value[i] - rest[i]).abs() <= SAME * rest[i].abs().max(1.0));
        curve.values().as_chunks().0.iter().all(is_rest)
    };
    match channel {
        // A rotation of the source about itself does not displace it.
        Ok((channel, ..)) if own.is_none() && rests(channel.curve()) => {}
        Ok((channel, error, jump, driven)) => {
            job.report_baked(source, &Property::Translation, Deviation::length(error), jump, report);
            job.report_stop(source, &Property::Translation, channel.curve(), &driven, report);
            out.push(channel);
        }
        Err(error) => drop(&error.to_string(), report),
    }
}

fn is_translation(property: &Property) -> bool {
    matches!(property, Property::Translation | Property::Displacement)
}

/// Whether a map with an offset changes nothing, up to rounding in single-precision files.
fn is_identity(map: impl Fn([f64; 3]) -> [f64; 3], offset: [f64; 3]) -> bool {
    let near = |found: [f64; 3], expected: [f64; 3]| (0..3).all(|i| (found[i] - expected[i]).abs() <= SAME);
    let unit = |axis: usize| std::array::from_fn(|i| f64::from(u8::from(i == axis)));
    near(offset, [0.0; 3]) && (0..3).all(|axis| near(map(unit(axis)), unit(axis)))
}

/// An upper bound of the factor by which a linear map lengthens a vector: the largest singular value, or up to √3 times it for a
/// map with shear.
fn stretch(map: impl Fn([f64; 3]) -> [f64; 3]) -> f64 {
    let columns: [[f64; 3]; 3] =
        std::array::from_fn(|axis| map(std::array::from_fn(|i| f64::from(u8::from(i == axis)))));
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    // No eigenvalue of a matrix exceeds its largest row sum of absolute values: here of the matrix of all products of two
    // columns.
    let sums = columns.map(|a| columns.iter().map(|b| dot(a, *b).abs()).sum::<f64>());
    sums.into_iter().fold(0.0, f64::max).sqrt()
}

/// A linear map of a vector.
pub(crate) fn apply(linear: &[[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
    Affine::new(*linear, [0.0; 3]).apply(v)
}

/// The inverse of a linear map; `None` for a singular one.
pub(crate) fn inverse(m: [[f64; 3]; 3]) -> Option<[[f64; 3]; 3]> {
    // Numbers near 1 have products that are not too small.
    let size = m.as_flattened().iter().fold(0.0, |most: f64, part| most.max(part.abs()));
    let m = m.map(|row| row.map(|part| part / size));
    let minor = |r: usize, c: usize| {
        let [a, b] = [(r + 1) % 3, (r + 2) % 3];
        let [d, e] = [(c + 1) % 3, (c + 2) % 3];
        m[a][d] * m[b][e] - m[a][e] * m[b][d]
    };
    let determinant: f64 = (0..3).map(|c| m[0][c] * minor(0, c)).sum();
    let factor = 1.0 / determinant / size;
    let inverse = std::array::from_fn(|r| std::array::from_fn(|c| minor(c, r) * factor));
    (determinant.is_normal() && factor.is_finite()).then_some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_undoes_a_map() {
        let m = [[1.0, 2.0, 0.5], [0.0, -3.0, 1.0], [4.0, 0.25, 2.0]];
        let v = [0.3, -7.0, 11.0];
        for size in [1.0, 1e-110, 1e110] {
            let m = m.map(|row| row.map(|part| part * size));
            let back = apply(&inverse(m).unwrap(), apply(&m, v));
            assert!((0..3).all(|i| (back[i] - v[i]).abs() < 1e-12), "{back:?}");
        }
        assert_eq!(inverse([[1.0; 3]; 3]), None);
        assert_eq!(inverse([[0.0; 3]; 3]), None);
    }
}
