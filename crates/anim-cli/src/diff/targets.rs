//! Weights of morph targets, each by the name of its target.

use std::borrow::Cow;
use std::collections::HashMap;

use anim_core::{Channel, Clip, ClipError, Curve, Ease, Property};

/// A channel, and the number of its node in A.
pub(super) type Of<'a> = (usize, Cow<'a, Channel>);

/// The channels of nodes that both clips have. A channel of several weights becomes one for
/// each weight if its node's targets have names on both sides and the two sides differ in these or in their channels.
pub(super) fn channels([a, b]: [&Clip; 2], nodes: impl Iterator<Item = [usize; 2]>) -> [Vec<Of<'_>>; 2] {
    let layouts = [a, b].map(layouts);
    // The node of A for each node of a side, and whether its weights are compared one by one.
    let mut known: [HashMap<usize, (usize, bool)>; 2] = Default::default();
    for [i, j] in nodes {
        let names = [&a.nodes[i].morphs, &b.nodes[j].morphs];
        let drives = [layouts[0].get(&i), layouts[1].get(&j)];
        let is_named = names.iter().all(|names| names.iter().any(|name| !name.is_empty()));
        let is_same = names[0] == names[1] && drives[0] == drives[1];
        let apart = is_named && drives.iter().all(Option::is_some) && !is_same;
        known[0].insert(i, (i, apart));
        known[1].insert(j, (i, apart));
    }
    let [known_a, known_b] = known;
    [(a, known_a), (b, known_b)].map(|(clip, known)| {
        let mut all = Vec::with_capacity(clip.channels.len());
        for channel in &clip.channels {
            match known.get(&channel.node()) {
                Some(&(node, true)) => all.extend(weights(channel).into_iter().map(|part| (node, part))),
                Some(&(node, false)) => all.push((node, Cow::Borrowed(channel))),
                None => {}
            }
        }
        all
    })
}

/// For each node with weights, the components that each of their channels drives.
fn layouts(clip: &Clip) -> HashMap<usize, Vec<[usize; 2]>> {
    let mut layouts: HashMap<_, Vec<_>> = HashMap::new();
    for channel in clip.channels.iter().filter(|channel| is_weights(channel)) {
        layouts.entry(channel.node()).or_default().push([channel.component(), channel.curve().width()]);
    }
    layouts
}

fn is_weights(channel: &Channel) -> bool {
    matches!(channel.property(), Property::Weights { .. })
}

/// A channel as one for each weight, if it drives several.
fn weights(channel: &Channel) -> Vec<Cow<'_, Channel>> {
    let curve = channel.curve();
    if !is_weights(channel) || curve.width() == 1 {
        return vec![Cow::Borrowed(channel)];
    }
    let first = channel.component();
    let part = |offset: usize| {
        let curve = component(curve, offset)?;
        Channel::part(channel.node(), channel.property().clone(), first + offset, curve)
    };
    let parts: Result<Vec<_>, _> = (0..curve.width()).map(|offset| part(offset).map(Cow::Owned)).collect();
    parts.unwrap_or_else(|_| vec![Cow::Borrowed(channel)])
}

/// One component of a curve.
fn component(curve: &Curve, component: usize) -> Result<Curve, ClipError> {
    let keys = 0..curve.len();
    let values = keys.clone().map(|key| curve.value(key)[component]).collect();
    let eases = keys.clone().map(|key| curve.ease(key)).collect();
    let (before, after) = curve.wrap();
    let one = Curve::new(curve.times().clone(), 1, values, Ease::Linear)?.with_eases(eases)?;
    let one = one.with_wrap(before, after);
    if !curve.has_handles() {
        return Ok(one);
    }
    one.with_handles(keys.map(|key| curve.handles(key, component)).collect())
}

#[cfg(test)]
mod tests {
    use anim_core::{Handles, Node, Times};

    use super::super::difference::Kind;
    use super::super::{By, Rules, Side, clips};
    use super::*;

    /// A target's name, and its weights at 0 and 1 s.
    type Target = (&'static str, [f64; 2]);

    /// Two lists of targets, and the channels that differ.
    type Case<'a> = (&'a [Target], &'a [Target], &'a [(&'a str, Kind)]);

    /// A node with these targets, whose weights are in one channel for all or in one for each.
    fn side(targets: &[Target], is_whole: bool) -> Side {
        let channel = |first: usize, driven: &[Target]| {
            let values: Vec<f64> =
                [0, 1].iter().flat_map(|&key| driven.iter().map(move |(_, values)| values[key])).collect();
            // Handles that differ between targets.
            let handles =
                values.iter().map(|value| Handles { into: [-0.25, *value], out: [0.25, 2.0 * value] });
            let handles = handles.collect();
            let times = Times::keys([0.0, 1.0]).unwrap();
            let curve = Curve::new(times, driven.len(), values, Ease::Bezier).unwrap();
            let property = Property::Weights { count: targets.len() };
            Channel::part(0, property, first, curve.with_handles(handles).unwrap()).unwrap()
        };
        let channels = if is_whole {
            vec![channel(0, targets)]
        } else {
            targets.iter().enumerate().map(|(first, target)| channel(first, &[*target])).collect()
        };
        let mut node = Node::new("face");
        node.morphs = targets.iter().map(|(name, _)| (*name).to_owned()).collect();
        let clip = Clip::new("").with_duration(1.0).with_nodes(vec![node]).with_channels(channels);
        let document = Box::new(anim_formats::tod::Tod::default());
        Side { label: String::new(), format: "x", stem: String::new(), clips: vec![clip], document }
    }

    #[test]
    fn weights_are_compared_by_the_names_of_their_targets() {
        const SMILE: Target = ("smile", [0.0, 1.0]);
        const BLINK: Target = ("blink", [0.0, 0.5]);
        const LESS: Target = ("smile", [0.0, 0.75]);
        let cases: [Case<'_>; 5] = [
            (&[SMILE, BLINK], &[SMILE, BLINK], &[]),
            (&[SMILE, BLINK], &[BLINK, SMILE], &[]),
            (&[SMILE, LESS, BLINK], &[BLINK, SMILE, LESS], &[]),
            (&[SMILE, BLINK], &[BLINK, LESS], &[("weight/smile", Kind::Curve)]),
            (&[SMILE], &[BLINK, SMILE], &[("", Kind::Morphs), ("weight/blink", Kind::Channel)]),
        ];
        let rules = Rules { by: By::Values, tolerance: 0.0, time_tolerance: 0.0 };
        for (a, b, expected) in cases {
            for whole in [[true, true], [true, false], [false, true], [false, false]] {
                let groups = clips::compare([&side(a, whole[0]), &side(b, whole[1])], &rules);
                let found = groups.iter().flat_map(|group| {
                    let channel = group.place.channel.as_deref().unwrap_or_default();
                    group.found.iter().map(move |found| (channel, found.kind))
                });
                assert_eq!(found.collect::<Vec<_>>(), expected, "{a:?} {b:?} {whole:?}");
            }
        }
    }

    #[test]
    fn weights_without_names_on_one_side_are_compared_by_their_places() {
        let rules = Rules { by: By::Values, tolerance: 0.0, time_tolerance: 0.0 };
        let named = side(&[("smile", [0.0, 1.0]), ("blink", [0.0, 0.5])], true);
        for (weights, expected) in
            [([1.0, 0.5], vec![Kind::Morphs]), ([0.5, 1.0], vec![Kind::Morphs, Kind::Curve])]
        {
            let mut nameless = side(&weights.map(|weight| ("", [0.0, weight])), true);
            nameless.clips[0].nodes[0].morphs.clear();
            let groups = clips::compare([&named, &nameless], &rules);
            let found = groups.into_iter().flat_map(|group| group.found);
            assert_eq!(found.map(|found| found.kind).collect::<Vec<_>>(), expected, "{weights:?}");
        }
    }
}
