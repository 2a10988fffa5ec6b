//! The weights of morph targets, by their names.

use anim_core::merge::{Merged, stops};
use anim_core::{Channel, Clip, Curve, Ease, Handles, Property, Report, merge};

use crate::codes;
use crate::job::Job;

/// Pushes the weight channels: each morph target of the figure follows the one with its name. If no target of a source has a name,
/// the targets of the node that it moves are matched by number. Weights without a source keep their rest value.
pub(crate) fn write(job: &Job<'_, '_>, out: &mut Vec<Channel>, report: &mut Report) {
    for (source, channels) in job.source.channels.iter().enumerate() {
        let last =
            channels.iter().rev().find(|channel| matches!(channel.property(), Property::Weights { .. }));
        let Some(last) = last else { continue };
        let property = last.property();
        let parts: Vec<_> =
            channels.iter().copied().filter(|channel| channel.property() == property).collect();
        let zeros = vec![0.0; property.width()];
        let merged = merge::whole(&parts, &zeros, job.source.clip.duration, job.options.lengths());
        let driven = driven(&parts, property.width());
        let mut used = vec![false; property.width()];
        if let Ok(Merged { curve, .. }) = &merged {
            let curves: Vec<_> = parts.iter().map(|part| part.curve()).collect();
            if stops(curve, &curves) {
                let message = "the curve was composed of others that repeat; it holds";
                report.lose(codes::ENDS.dropped(message).of_channel(job.source.clip, last));
            }
            let names = &job.source.clip.nodes[source].morphs;
            for target in 0..job.figure.nodes().len() {
                let picks = picks(job, source, names, target, property.width());
                let picks: Vec<_> = picks.into_iter().map(|pick| pick.filter(|pick| driven[*pick])).collect();
                if picks.iter().any(Option::is_some) {
                    picks.iter().flatten().for_each(|pick| used[*pick] = true);
                    let weights = job.figure.weights(target);
                    let property = Property::Weights { count: weights.len() };
                    let made = rearranged(curve, &picks, weights);
                    out.extend(made.and_then(|curve| Channel::new(target, property, curve)));
                }
            }
        }
        let lost: Vec<_> = (0..used.len()).filter(|index| driven[*index] && !used[*index]).collect();
        if !lost.is_empty() {
            let names = weight_list(job.source.clip, last, &lost);
            let message = format!("the figure has no morph targets for the weights {names}");
            report.lose(codes::DROPPED.dropped(message).of_channel(job.source.clip, last));
        }
    }
}

/// For each of `width` components of a property, whether its parts drive it.
pub fn driven(parts: &[&Channel], width: usize) -> Vec<bool> {
    let mut driven = vec![false; width];
    for part in parts {
        driven.iter_mut().skip(part.component()).take(part.curve().width()).for_each(|driven| *driven = true);
    }
    driven
}

/// The names of components of a channel of weights, for a message; the numbers of those without a name.
pub fn weight_list(clip: &Clip, channel: &Channel, components: &[usize]) -> String {
    let name = |index: &usize| {
        let (name, number) = clip.column(channel, *index);
        if name == channel.property().name() { format!("{number}") } else { format!("`{name}`") }
    };
    let names = components.iter().take(SHOWN).map(name).collect::<Vec<_>>().join(", ");
    let more = components.len().saturating_sub(SHOWN);
    if more == 0 { names } else { format!("{names} and {more} more") }
}

/// The number of names that a message lists.
const SHOWN: usize = 4;

/// For each morph target of a node of the figure, the component that moves it.
fn picks(
    job: &Job<'_, '_>,
    source: usize,
    names: &[String],
    target: usize,
    width: usize,
) -> Vec<Option<usize>> {
    let count = job.figure.weights(target).len();
    let morphs = &job.figure.nodes()[target].morphs;
    let is_named = |names: &[String]| names.iter().any(|name| !name.is_empty());
    if is_named(names) && is_named(morphs) {
        let find = |index: usize| {
            let name = morphs.get(index).filter(|name| !name.is_empty())?;
            names.iter().take(width).position(|known| known == name)
        };
        return (0..count).map(find).collect();
    }
    let same = job.mapping.target(source) == Some(target) && count == width;
    (0..count).map(|index| same.then_some(index)).collect()
}

/// A curve made of components of another: each new component is an old one, or else constant with its number from `rest`.
///
/// Errors: [`ClipError::Values`](anim_core::ClipError::Values) without components, or if the lists differ in length. Panics if
/// the curve has no such component.
pub fn rearranged(
    curve: &Curve,
    picks: &[Option<usize>],
    rest: &[f64],
) -> Result<Curve, anim_core::ClipError> {
    let mut values = Vec::with_capacity(curve.len() * picks.len());
    let mut handles = Vec::new();
    for key in 0..curve.len() {
        let value = curve.value(key);
        for (pick, rest) in picks.iter().zip(rest) {
            values.push(pick.map_or(*rest, |pick| value[pick]));
            if curve.has_handles() {
                let still = || {
                    let Handles { into, out } = curve.handles(key, 0);
                    Handles { into: [into[0], 0.0], out: [out[0], 0.0] }
                };
                handles.push(pick.map_or_else(still, |pick| curve.handles(key, pick)));
            }
        }
    }
    let eases = (0..curve.len()).map(|key| curve.ease(key)).collect();
    let mut made = Curve::new(curve.times().clone(), picks.len(), values, Ease::Step)?.with_eases(eases)?;
    if curve.has_handles() {
        made = made.with_handles(handles)?;
    }
    let (before, after) = curve.wrap();
    Ok(made.with_wrap(before, after))
}
