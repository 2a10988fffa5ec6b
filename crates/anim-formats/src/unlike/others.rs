//! Differences of properties that do not affect matrices.

use std::borrow::Cow;
use std::collections::HashMap;

use anim_core::{
    Channel, Clip, ClipError, Curve, Ease, Node, Property, Sampler, largest_difference, occurrences,
};

use super::Unlike;
use super::jumps::Jumps;
use super::times::{Compared, peaks};

impl Unlike {
    /// Compares properties that do not affect matrices: all parts of two curves together, so that a curve of many parts is sampled
    /// once for all of them.
    pub(super) fn compare_others(
        &mut self,
        [a, b]: [&Clip; 2],
        nodes: &[Option<usize>],
        times: &Compared,
        jump: impl Fn(usize) -> f64,
    ) {
        let morphs = |node: &Node| occurrences(&node.morphs);
        let repeats = [a, b].map(|clip| clip.nodes.iter().map(morphs).collect::<Vec<_>>());
        // Morph targets of one name are paired in order.
        let place = |side: usize, channel: &Channel, part: usize| {
            let is_weight = matches!(channel.property(), Property::Weights { .. });
            let own = repeats[side].get(channel.node()).filter(|_| is_weight);
            own.and_then(|own| own.get(channel.component() + part)).copied().unwrap_or_default()
        };
        let mut there = HashMap::new();
        for (index, channel) in b.channels.iter().enumerate().filter(|(_, channel)| is_other(channel)) {
            for part in 0..channel.curve().width() {
                let column = b.column(channel, channel.component() + part);
                there.insert((channel.node(), column, place(1, channel, part)), (index, part));
            }
        }
        for channel in a.channels.iter().filter(|channel| is_other(channel)) {
            let Some(Some(node)) = nodes.get(channel.node()) else { continue };
            // The parts of the channel and of the other one, by the index of that one.
            let mut pairs: HashMap<usize, [Vec<usize>; 2]> = HashMap::new();
            for part in 0..channel.curve().width() {
                let column = a.column(channel, channel.component() + part);
                let Some(&(other, at)) = there.get(&(*node, column, place(0, channel, part))) else {
                    let name = a.channel_name(channel);
                    self.missing.push(format!("`{name}` of the node `{}`", a.nodes[channel.node()].name));
                    break;
                };
                let [own, others] = pairs.entry(other).or_default();
                own.push(part);
                others.push(at);
            }
            for (other, [own, others]) in pairs {
                let own = Parts::of(channel.curve(), own);
                let others = Parts::of(b.channels[other].curve(), others);
                self.note(channel.property().unit(), apart([&own, &others], times, jump(channel.node())));
            }
        }
    }
}

/// Whether no pose shows the property.
fn is_other(channel: &Channel) -> bool {
    !channel.property().is_spatial() && !matches!(channel.property(), Property::Alive | Property::Parent)
}

/// Some components of a curve.
struct Parts<'a> {
    curve: Cow<'a, Curve>,
    which: Vec<usize>,
}

impl<'a> Parts<'a> {
    /// Components of a curve, as their own curve if there are others: these would be sampled in vain.
    fn of(curve: &'a Curve, which: Vec<usize>) -> Self {
        let own = (which.len() < curve.width()).then(|| selected(curve, &which).ok()).flatten();
        match own {
            Some(own) => Self { which: (0..own.width()).collect(), curve: Cow::Owned(own) },
            None => Self { curve: Cow::Borrowed(curve), which },
        }
    }
}

/// A curve of some components of another one. Errors: [`ClipError::Slerp`] for a part of a quaternion.
fn selected(curve: &Curve, which: &[usize]) -> Result<Curve, ClipError> {
    let keys = 0..curve.len();
    let values = keys.clone().flat_map(|key| which.iter().map(move |&part| curve.value(key)[part]));
    let (before, after) = curve.wrap();
    let own = Curve::new(curve.times().clone(), which.len(), values.collect(), Ease::Linear)?
        .with_eases(keys.clone().map(|key| curve.ease(key)).collect())?
        .with_wrap(before, after);
    if !curve.has_handles() {
        return Ok(own);
    }
    own.with_handles(keys.flat_map(|key| which.iter().map(move |&part| curve.handles(key, part))).collect())
}

/// The largest difference between components of two curves, which are paired in order. `longest` is how long jumps may take.
fn apart([a, b]: [&Parts<'_>; 2], times: &Compared, longest: f64) -> f64 {
    let curves = [&*a.curve, &*b.curve];
    let mut samplers = curves.map(Sampler::new);
    let mut values = curves.map(|curve| vec![0.0; curve.width()]);
    let jumps = Jumps::of(&curves, longest);
    let [size] = peaks(&times.with(&curves), |time| {
        if jumps.are_at(time) {
            return [0.0];
        }
        for (sampler, values) in samplers.iter_mut().zip(&mut values) {
            sampler.sample(time, values);
        }
        let pairs = a.which.iter().zip(&b.which);
        let apart = pairs.map(|(&a, &b)| largest_difference(&[values[0][a]], &[values[1][b]]));
        [apart.fold(0.0, f64::max)]
    });
    size
}
