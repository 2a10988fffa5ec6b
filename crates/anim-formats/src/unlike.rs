//! The differences between clips before and after rebuilding a document.

mod states;
mod times;

use std::collections::HashMap;

use anim_core::{Channel, Clip, Deviation, EventKind, Poser, Property, Sampler, Unit, largest_difference};

use self::states::{UNITS, apart};
use self::times::{Compared, ROUNDING, by_node, peaks};

/// Differences between clips.
#[derive(Debug, Default)]
pub(crate) struct Unlike {
    /// What is missing, in words.
    pub(crate) missing: Vec<String>,
    /// The largest difference in each unit.
    pub(crate) largest: Vec<Deviation>,
}

/// The differences between clips and those made from them. Clips are paired by name, or if there is one on each side; `renamed` returns
/// the new name of a clip.
pub(crate) fn of<'a>(
    clips: &'a [Clip],
    results: &[Clip],
    renamed: impl Fn(&'a str) -> Option<&'a str>,
) -> Unlike {
    let mut unlike = Unlike::default();
    for clip in clips {
        let name = renamed(&clip.name).unwrap_or(&clip.name);
        let named = results.iter().find(|result| result.name == name);
        let only = || results.first().filter(|_| clips.len() == 1 && results.len() == 1);
        match named.or_else(only) {
            Some(result) => unlike.compare(&clip.in_space(result.space), result),
            None => unlike.missing.push(format!("the clip `{}`", clip.name)),
        }
    }
    unlike
}

impl Unlike {
    fn note(&mut self, unit: Unit, size: f64) {
        if size <= ROUNDING {
            return;
        }
        match self.largest.iter_mut().find(|largest| largest.unit == unit) {
            Some(largest) if size <= largest.size => {}
            Some(largest) => largest.size = size,
            None => self.largest.push(with_unit(unit, size)),
        }
    }

    fn compare(&mut self, a: &Clip, b: &Clip) {
        self.note(Unit::Time, (a.duration - b.duration).abs());
        let nodes = nodes(a, b);
        for (node, other) in a.nodes.iter().zip(&nodes) {
            if other.is_none() {
                self.missing.push(format!("the node `{}`", node.name));
            }
        }
        let times = Compared::of(a, b);
        self.compare_poses([a, b], &nodes, &times);
        self.compare_others([a, b], &nodes, &times);
        self.compare_events([a, b], &nodes);
    }

    fn compare_poses(&mut self, [a, b]: [&Clip; 2], nodes: &[Option<usize>], times: &Compared) {
        let (mut left, mut right) = (Poser::new(a), Poser::new(b));
        let own = [a, b].map(by_node);
        for (i, j) in nodes.iter().enumerate().filter_map(|(i, j)| Some((i, (*j)?))) {
            let times = times.with(&[&own[0][i][..], &own[1][j]].concat());
            let largest = peaks(&times, |time| {
                let (a, b) = (left.node(i, time), right.node(j, time));
                if a.alive || b.alive { apart(&a, &b) } else { [0.0; 4] }
            });
            for (unit, size) in UNITS.into_iter().zip(largest) {
                self.note(unit, size);
            }
        }
    }

    /// Compares properties that do not affect matrices.
    fn compare_others(&mut self, [a, b]: [&Clip; 2], nodes: &[Option<usize>], times: &Compared) {
        let mut there = HashMap::new();
        for channel in b.channels.iter().filter(|channel| is_other(channel)) {
            for part in 0..channel.curve().width() {
                let column = b.column(channel, channel.component() + part);
                there.insert((channel.node(), column), (channel, part));
            }
        }
        for channel in a.channels.iter().filter(|channel| is_other(channel)) {
            let Some(Some(node)) = nodes.get(channel.node()) else { continue };
            for part in 0..channel.curve().width() {
                let column = a.column(channel, channel.component() + part);
                let Some((other, at)) = there.get(&(*node, column)) else {
                    let name = a.channel_name(channel);
                    self.missing.push(format!("`{name}` of the node `{}`", a.nodes[channel.node()].name));
                    break;
                };
                let mut samplers = [Sampler::new(channel.curve()), Sampler::new(other.curve())];
                let mut values = [channel, other].map(|channel| vec![0.0; channel.curve().width()]);
                let [size] = peaks(&times.with(&[channel.curve(), other.curve()]), |time| {
                    for (sampler, values) in samplers.iter_mut().zip(&mut values) {
                        sampler.sample(time, values);
                    }
                    [largest_difference(&[values[0][part]], &[values[1][*at]])]
                });
                self.note(channel.property().unit(), size);
            }
        }
    }

    fn compare_events(&mut self, [a, b]: [&Clip; 2], nodes: &[Option<usize>]) {
        let mut free: Vec<_> = b.events.iter().collect();
        for event in &a.events {
            let node = event.node.and_then(|node| nodes.get(node).copied().flatten());
            let is_it = |other: &&anim_core::Event| {
                other.kind == event.kind
                    && other.node == node
                    && (other.time - event.time).abs() <= 1e-6 * event.time.abs().max(1.0)
            };
            if let Some(index) = free.iter().position(is_it) {
                free.remove(index);
                continue;
            }
            let name = match &event.kind {
                EventKind::Enter { name, .. } | EventKind::Named { name, .. } => format!(" `{name}`"),
                _ => String::new(),
            };
            self.missing.push(format!("the event{name} at {} s", event.time));
        }
    }
}

fn with_unit(unit: Unit, size: f64) -> Deviation {
    match unit {
        Unit::Length => Deviation::length(size),
        Unit::Angle => Deviation::angle(size),
        Unit::Time => Deviation::time(size),
        Unit::Ratio => Deviation::ratio(size),
        _ => Deviation::of(&Property::named("", 1), size),
    }
}

/// Whether no pose shows the property.
fn is_other(channel: &Channel) -> bool {
    !channel.property().is_spatial() && !matches!(channel.property(), Property::Alive | Property::Parent)
}

/// For each node of the first clip, the node of the second with the same name; repeated names are paired in order.
fn nodes(a: &Clip, b: &Clip) -> Vec<Option<usize>> {
    let mut named: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, node) in b.nodes.iter().enumerate().rev() {
        named.entry(&node.name).or_default().push(index);
    }
    a.nodes.iter().map(|node| named.get_mut(node.name.as_str())?.pop()).collect()
}

#[cfg(test)]
mod tests {
    use anim_core::{Curve, Event, Handles, Node};

    use super::*;

    /// A node that moves to `end`, glows, and steps once.
    fn clip(end: f64) -> Clip {
        let times = anim_core::Times::keys([0.0, 1.0]).unwrap();
        let way = Curve::new(times, 3, vec![0.0, 0.0, 0.0, end, 0.0, 0.0], anim_core::Ease::Linear).unwrap();
        let glow = Curve::constant(&[0.5]).unwrap();
        let named = |channel: Result<Channel, _>| channel.unwrap();
        Clip::new("walk")
            .with_duration(1.0)
            .with_nodes(vec![Node::new("hip")])
            .with_channels(vec![
                named(Channel::new(0, Property::Translation, way)),
                named(Channel::new(0, Property::named("glow", 1), glow)),
            ])
            .with_events(vec![Event::named(0.5, "step", Vec::new())])
    }

    fn unlike(change: impl FnOnce(&mut Clip)) -> (Vec<String>, Vec<Deviation>) {
        let mut other = clip(1.0);
        change(&mut other);
        let found = of(&[clip(1.0)], &[other], |_| None);
        (found.missing, found.largest)
    }

    #[test]
    fn what_is_missing_is_named_and_what_differs_is_measured() {
        let nothing = || (Vec::new(), Vec::new());
        assert_eq!(unlike(|_| ()), nothing());
        assert_eq!(unlike(|clip| clip.name = "run".into()), nothing(), "the only clip of each");
        assert_eq!(unlike(|other| *other = clip(1.25)), (Vec::new(), vec![Deviation::length(0.25)]));
        assert_eq!(unlike(|clip| clip.duration = 1.5).1, [Deviation::time(0.5)]);
        let missing = |change: fn(&mut Clip)| unlike(change).0;
        assert_eq!(missing(|clip| clip.events.clear()), ["the event `step` at 0.5 s"]);
        assert_eq!(missing(|clip| drop(clip.channels.pop())), ["`glow` of the node `hip`"]);
        assert_eq!(missing(|clip| clip.nodes[0].name = "tail".into()), ["the node `hip`"]);
        let [a, b] = ["a", "b"].map(Clip::new);
        let both = [a, b.clone()];
        assert_eq!(of(&both, &[b], |_| None).missing, ["the clip `a`"]);
        let renamed = |name| (name == "b").then_some("b (2)");
        assert_eq!(of(&both, &both, renamed).missing, ["the clip `b`"]);
    }

    #[test]
    fn the_largest_difference_of_each_unit_is_noted() {
        let mut unlike = Unlike::default();
        for (unit, size) in [
            (Unit::Length, 0.25),
            (Unit::Angle, 0.125),
            (Unit::Length, 0.5),
            (Unit::Length, 0.375),
            (Unit::Time, 0.0),
        ] {
            unlike.note(unit, size);
        }
        assert_eq!(unlike.largest, [Deviation::length(0.5), Deviation::angle(0.125)]);
    }

    #[test]
    fn no_key_of_a_long_clip_is_left_out() {
        const KEYS: usize = 30_000;
        // Two nodes, so that one has keys between those of the other.
        let long = |at: Option<usize>, property: &Property| {
            let curve = |from: f64, at: Option<usize>| {
                let width = property.width();
                let mut values = vec![0.0; width * KEYS];
                if let Some(at) = at {
                    values[width * at] = 7.0;
                }
                let times = anim_core::Times::uniform(from, anim_core::Rate::per_second(30), KEYS).unwrap();
                Curve::new(times, width, values, anim_core::Ease::Linear).unwrap()
            };
            let channels = [curve(0.0, at), curve(0.5, None)].into_iter().enumerate();
            let channels = channels.map(|(node, curve)| Channel::new(node, property.clone(), curve).unwrap());
            Clip::new("walk")
                .with_duration(KEYS as f64 / 30.0)
                .with_nodes(["a", "b"].map(Node::new).to_vec())
                .with_channels(channels.collect())
        };
        for (property, expected) in [
            (Property::Translation, Deviation::length(7.0)),
            (Property::named("glow", 1), Deviation::of(&Property::named("", 1), 7.0)),
        ] {
            for at in [20_001, 20_002, 20_003, KEYS - 1] {
                let clips = [None, Some(at)].map(|at| long(at, &property));
                let found = of(&clips[..1], &clips[1..], |_| None);
                assert_eq!((found.missing, found.largest), (vec![], vec![expected]), "{at}");
            }
        }
    }

    #[test]
    fn a_difference_that_is_not_largest_between_two_keys_is_found() {
        let handle = |value: f64| Handles { into: [-1.0, -value], out: [1.0, value] };
        let times = || anim_core::Times::keys([0.0, 3.0]).unwrap();
        let line = Curve::new(times(), 1, vec![0.0, 1.0], anim_core::Ease::Linear).unwrap();
        let curved = |first: f64, last: f64| {
            let curve = Curve::new(times(), 1, vec![0.0, 1.0], anim_core::Ease::Bezier).unwrap();
            curve.with_handles(vec![handle(first), handle(last)]).unwrap()
        };
        // Handles at thirds make a straight line. 3u² − 2u³ − u is largest where its slope is 0, at (3 ± √3) / 6, and 0 in the
        // middle. 3hu(1 − u)² is largest at u = 1/3.
        let third = 1.0 / 3.0;
        let cases = [(0.0, 0.0, 3.0_f64.sqrt() / 18.0), (third + 0.5, third, 0.5 * 4.0 / 9.0)];
        for (first, last, expected) in cases {
            for (property, unit) in
                [(Property::Translation, Unit::Length), (Property::named("glow", 1), Unit::Own)]
            {
                let clips = [line.clone(), curved(first, last)].map(|curve| {
                    let channel = Channel::part(0, property.clone(), 0, curve);
                    Clip::new("walk")
                        .with_duration(3.0)
                        .with_nodes(vec![Node::new("a")])
                        .with_channels(vec![channel.unwrap()])
                });
                let found = of(&clips[..1], &clips[1..], |_| None).largest;
                assert_eq!(found.len(), 1, "{found:?}");
                assert_eq!(found[0].unit, unit);
                assert!((found[0].size - expected).abs() < 1e-9, "{expected}: {found:?}");
            }
        }
    }
}
