//! Weights of morph targets in a mirror.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use super::super::codes;
use super::sides::other_sides;
use crate::{Channel, Clip, ClipError, Property, Report};

/// A morph target: its node, and its index there.
type Target = (usize, usize);

/// The morph targets of a clip in a mirror.
pub(super) struct Morphs<'a> {
    clip: &'a Clip,
    /// The counterpart of each node.
    pub(super) pairs: &'a [usize],
    /// The first target of each name.
    first: HashMap<&'a str, Target>,
    /// The names of each node's targets.
    known: HashSet<(usize, &'a str)>,
    /// The counterparts of a node's targets, by the node and the number of targets: they may be driven one by one.
    found: RefCell<HashMap<(usize, usize), Rc<Counterparts>>>,
}

/// What receives the weights of the targets of a node.
struct Counterparts {
    /// For each target, the one that receives its weight, each once.
    targets: Vec<Option<Target>>,
    /// The places of all of these, if they are all targets of one node, the counterpart.
    places: Option<Vec<usize>>,
    /// Whether these are the places of the targets themselves.
    is_same: bool,
}

impl<'a> Morphs<'a> {
    pub(super) fn new(clip: &'a Clip, pairs: &'a [usize]) -> Self {
        let (mut first, mut known) = (HashMap::new(), HashSet::new());
        for (node, morphs) in clip.nodes.iter().map(|node| &node.morphs).enumerate() {
            for (place, name) in morphs.iter().map(String::as_str).enumerate() {
                first.entry(name).or_insert((node, place));
                known.insert((node, name));
            }
        }
        Self { clip, pairs, first, known, found: RefCell::default() }
    }

    /// A channel of weights in the mirror. The weight of a target goes to the target of the other side, on the counterpart of its
    /// node or else on any node, or to the target of the same name on the counterpart.
    pub(super) fn mirrored(&self, channel: &Channel, report: &mut Report) -> Result<Vec<Channel>, ClipError> {
        let (own, node) = (channel.node(), self.pairs[channel.node()]);
        let (first, width, count) =
            (channel.component(), channel.curve().width(), channel.property().width());
        let is_named = |node: usize| self.clip.nodes[node].morphs.iter().any(|name| !name.is_empty());
        if !is_named(own) && !is_named(node) {
            return Ok(vec![channel.with_node(node)]);
        }
        let counterparts = self.counterparts(own, count);
        let Counterparts { targets, places, is_same } = &*counterparts;
        for (old, target) in targets.iter().enumerate().skip(first).take(width) {
            self.report((own, old), *target, channel, report);
        }
        if let Some(places) = places {
            if *is_same {
                return Ok(vec![channel.with_node(node)]);
            }
            if width == count {
                let mut terms = vec![(0, 1.0); width];
                places.iter().enumerate().for_each(|(old, &new)| terms[new] = (old, 1.0));
                return Ok(vec![channel.with_curve(channel.curve().select(&terms)?)?.with_node(node)]);
            }
        }
        let part = |offset: usize| {
            let (node, place) = (*targets.get(first + offset)?)?;
            let curve = channel.curve().select(&[(offset, 1.0)]);
            let property = Property::Weights { count: self.total(node, count) };
            Some(curve.and_then(|curve| Channel::part(node, property, place, curve)))
        };
        (0..width).filter_map(part).collect()
    }

    /// Reports a weight that goes to no target, or to one that is not its counterpart.
    fn report(&self, (own, old): Target, target: Option<Target>, channel: &Channel, report: &mut Report) {
        let name =
            |(node, place): Target| self.clip.nodes[node].morphs.get(place).cloned().unwrap_or_default();
        let (from, to) = (name((own, old)), target.map(name));
        if to.as_ref().is_some_and(|to| from == *to || other_sides(&from).any(|other| other == *to)) {
            return;
        }
        let other = &self.clip.nodes[self.pairs[own]].name;
        let what = match target.zip(to) {
            Some(((_, place), to)) => format!("its weight moves the target {place} (`{to}`) there"),
            None => "its weight is left out".to_owned(),
        };
        let message = format!("the morph target {old} (`{from}`) has no counterpart on `{other}`: {what}");
        report.lose(codes::MORPHS.dropped(message).of_channel(self.clip, channel));
    }

    /// The number of targets of a node, `count` if they have no names.
    fn total(&self, node: usize, count: usize) -> usize {
        Some(self.clip.nodes[node].morphs.len()).filter(|total| *total > 0).unwrap_or(count)
    }

    /// What receives the weights of `count` targets of a node.
    fn counterparts(&self, own: usize, count: usize) -> Rc<Counterparts> {
        let find = || {
            let (node, targets) = (self.pairs[own], self.targets(own, count));
            let on_node = |target: &Option<Target>| target.filter(|target| target.0 == node);
            let places = targets.iter().map(|target| on_node(target).map(|(_, place)| place)).collect();
            let places: Option<Vec<usize>> =
                Some(places).filter(|_| self.total(node, count) == count).flatten();
            let is_same = places.as_ref().is_some_and(|places| places.iter().copied().eq(0..count));
            Rc::new(Counterparts { targets, places, is_same })
        };
        self.found.borrow_mut().entry((own, count)).or_insert_with(find).clone()
    }

    /// For each of `count` targets of a node, the target that receives its weight, each once.
    fn targets(&self, own: usize, count: usize) -> Vec<Option<Target>> {
        let node = self.pairs[own];
        let names = [own, node].map(|node| self.clip.nodes[node].morphs.as_slice());
        let place =
            |(old, place): (usize, Option<usize>)| self.apart((own, old)).or_else(|| Some((node, place?)));
        places(names[0], names[1], count).into_iter().enumerate().map(place).collect()
    }

    /// The target of the other side on a node that is not the counterpart of a target's node; `None` if the counterpart has one,
    /// if there is none, or if it belongs to another target.
    fn apart(&self, target: Target) -> Option<Target> {
        self.elsewhere(target).filter(|other| self.elsewhere(*other) == Some(target))
    }

    fn elsewhere(&self, (node, place): Target) -> Option<Target> {
        let sides: Vec<String> = other_sides(self.clip.nodes[node].morphs.get(place)?).collect();
        if sides.iter().any(|name| self.known.contains(&(self.pairs[node], name.as_str()))) {
            return None;
        }
        sides.iter().find_map(|name| self.first.get(name.as_str()).copied())
    }
}

/// For each of `count` targets, the target of the counterpart that receives its weight, each once. Of targets that share a name,
/// the first goes to the first. If the counterpart has as many targets, or none with a name, all of them receive one.
fn places(own: &[String], new: &[String], count: usize) -> Vec<Option<usize>> {
    let mut free: HashMap<&str, VecDeque<usize>> = HashMap::new();
    for (index, name) in new.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        free.entry(name).or_default().push_back(index);
    }
    let mut places = vec![None; count];
    let named = || own.iter().enumerate().take(count).filter(|(_, name)| !name.is_empty());
    for (old, name) in named() {
        places[old] = other_sides(name).find_map(|other| free.get_mut(other.as_str())?.pop_front());
    }
    for (old, name) in named().filter(|(old, _)| places[*old].is_none()).collect::<Vec<_>>() {
        places[old] = free.get_mut(name.as_str()).and_then(VecDeque::pop_front);
    }
    if !new.is_empty() && new.len() != count {
        return places;
    }
    let mut is_taken = vec![false; count];
    places.iter().flatten().for_each(|&place| is_taken[place] = true);
    // The others keep their places if free, or take the remaining ones.
    for (old, place) in places.iter_mut().enumerate().filter(|(_, place)| place.is_none()) {
        if !std::mem::replace(&mut is_taken[old], true) {
            *place = Some(old);
        }
    }
    let mut left = (0..count).filter(|place| !is_taken[*place]);
    places.into_iter().map(|place| place.or_else(|| left.next())).collect()
}
