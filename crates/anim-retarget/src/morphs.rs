//! What moves each morph target of a figure.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};

use anim_core::merge::{self, Merged};
use anim_core::{Baked, Channel, ClipError, Curve, Fineness, KeyLimit, Property, Report, occurrences};

use crate::job::Job;
use crate::weights::{Curves, Track, rearranged};
use crate::{Expression, codes};

/// A weight of a clip that moves a morph target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    /// The number of its track.
    pub(crate) track: usize,
    pub(crate) component: usize,
    /// The number of weights of its node before it that have its name.
    occurrence: usize,
    /// The weight of the morph target when this weight is 1.
    factor: f64,
}

impl Term {
    /// The numbers of the track and of the weight.
    fn place(&self) -> (usize, usize) {
        (self.track, self.component)
    }
}

/// The number of weights that a curve composed of several may always have.
const FREE_WEIGHTS: usize = 1 << 20;

/// The number of keys of four numbers that the weights of all nodes share.
const FREE_KEYS: f64 = 65_536.0;

/// How many times the numbers of the curves a composed curve may have beyond that.
const MOST_TIMES: usize = 64;

/// The morph targets of a figure, and the weights of a clip.
pub(crate) struct Morphs<'a, 'c> {
    job: &'a Job<'a, 'c>,
    tracks: &'a [Track<'c>],
    /// The weights that the clip drives, by name, in the order of the tracks, and those that stay on their own nodes.
    named: HashMap<&'c str, Vec<Term>>,
    kept: HashMap<&'c str, Term>,
    /// The figure's expressions that the clip drives, each by one weight, and the expression of each [other name](loose).
    expressions: HashMap<&'a str, (&'a Expression, Term)>,
    others: HashMap<String, &'a str>,
    /// For each node that expressions move, its morph targets with their weights.
    moved: HashMap<usize, Vec<(usize, Term)>>,
}

impl<'a, 'c> Morphs<'a, 'c> {
    pub(crate) fn new(job: &'a Job<'a, 'c>, tracks: &'a [Track<'c>]) -> Self {
        let mut named: HashMap<&str, Vec<Term>> = HashMap::new();
        let mut kept = HashMap::new();
        for (track, of) in tracks.iter().enumerate() {
            let names = of.names(job.source.clip);
            let driven = names.iter().zip(occurrences(names)).zip(&of.driven).enumerate();
            for (component, ((name, occurrence), _)) in
                driven.filter(|(_, ((name, _), driven))| **driven && !name.is_empty())
            {
                let term = Term { track, component, occurrence, factor: 1.0 };
                if of.is_kept {
                    kept.insert(&**name, term);
                } else {
                    named.entry(name).or_default().push(term);
                }
            }
        }
        let (expressions, others, moved) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut morphs = Self { job, tracks, named, kept, expressions, others, moved };
        morphs.find_expressions();
        morphs
    }

    /// Finds the expressions that the clip drives, each by the last weight with its name, or else with one of its other names.
    fn find_expressions(&mut self) {
        let loosely = self.loosely();
        for expression in self.job.figure.expressions() {
            let exact = self.named.get(&*expression.name).and_then(|terms| terms.last());
            let other = || expression.other_names.iter().find_map(|name| loosely.get(&loose(name)));
            let is_first = !self.expressions.contains_key(&*expression.name);
            let Some(term) = exact.or_else(other).copied().filter(|_| is_first) else { continue };
            for bind in &expression.binds {
                let term = Term { factor: bind.weight, ..term };
                self.moved.entry(bind.node).or_default().push((bind.morph, term));
            }
            self.expressions.insert(&expression.name, (expression, term));
            for name in &expression.other_names {
                self.others.entry(loose(name)).or_insert(&expression.name);
            }
        }
    }

    /// The last weight with each [loose] name, of those that are not the name of a morph target or an expression of the figure.
    fn loosely(&self) -> HashMap<String, Term> {
        let mut loosely: HashMap<String, Term> = HashMap::new();
        let figure = self.job.figure;
        if figure.expressions().iter().all(|expression| expression.other_names.is_empty()) {
            return loosely;
        }
        let morphs = figure.nodes().iter().flat_map(|node| &node.morphs);
        let names = morphs.chain(figure.expressions().iter().map(|expression| &expression.name));
        let names: HashSet<&str> = names.map(String::as_str).collect();
        for (name, terms) in self.named.iter().filter(|(name, _)| !names.contains(**name)) {
            let Some(term) = terms.last() else { continue };
            let last = loosely.entry(loose(name)).or_insert(*term);
            if (term.track, term.component) > (last.track, last.component) {
                *last = *term;
            }
        }
        loosely
    }

    /// For each morph target of a node, the weights that move it: their sum counts.
    pub(crate) fn terms(&self, target: usize) -> Vec<Vec<Term>> {
        let count = self.job.figure.weights(target).len();
        let names = &self.job.figure.nodes()[target].morphs;
        let source = self.job.mapping.source(target);
        let own =
            source.and_then(|source| self.tracks.binary_search_by_key(&source, |track| track.node).ok());
        let occurrences = occurrences(names);
        let by_name = |morph: usize| {
            let name = &**names.get(morph)?;
            let terms = self.named.get(name).filter(|_| !self.expressions.contains_key(name))?;
            // The terms are in the order of their tracks.
            let of = |track: usize| {
                let start = terms.partition_point(|term| term.track < track);
                let own = terms.get(start..).unwrap_or_default();
                &own[..own.partition_point(|term| term.track == track)]
            };
            let own = own.map(of).filter(|terms| !terms.is_empty());
            let terms = own.unwrap_or_else(|| of(terms.last().map_or(0, |term| term.track)));
            // Equal names are paired in order.
            let before = terms.partition_point(|term| term.occurrence <= occurrences[morph]);
            terms[..before].last().copied()
        };
        let has_names = |names: &[String]| names.iter().any(|name| !name.is_empty());
        let numbered = own.filter(|own| {
            let track = &self.tracks[*own];
            track.driven.len() == count && !(has_names(names) && has_names(track.names(self.job.source.clip)))
        });
        let by_number = |morph: usize| {
            let track = numbered.filter(|own| self.tracks[*own].driven[morph])?;
            Some(Term { track, component: morph, occurrence: 0, factor: 1.0 })
        };
        let one = |morph: usize| by_number(morph).or_else(|| by_name(morph)).into_iter().collect();
        let mut terms: Vec<Vec<Term>> = (0..count).map(one).collect();
        // What expressions move follows them alone.
        let moved = self.moved.get(&target).into_iter().flatten();
        let moved: Vec<_> = moved.filter(|(morph, _)| *morph < count).collect();
        for (morph, _) in &moved {
            terms[*morph].clear();
        }
        for (morph, term) in moved {
            terms[*morph].push(*term);
        }
        terms
    }

    /// The last weight of each name that is used. Weights are given by their tracks and their numbers.
    pub(crate) fn last_used(
        &self,
        is_used: impl Fn((usize, usize)) -> bool,
    ) -> HashMap<&'c str, (usize, usize)> {
        let last = |terms: &[Term]| terms.iter().rev().map(Term::place).find(|place| is_used(*place));
        self.named.iter().filter_map(|(name, terms)| Some((*name, last(terms)?))).collect()
    }

    /// The weight that counts instead of one that is not used, with the same name or for the same expression: of the same name, one of
    /// the [last used](Self::last_used).
    pub(crate) fn winner(
        &self,
        (track, component): (usize, usize),
        last_used: &HashMap<&str, (usize, usize)>,
        is_used: impl Fn((usize, usize)) -> bool,
    ) -> Option<(usize, usize)> {
        let name = &**self.tracks[track].names(self.job.source.clip).get(component)?;
        let last = || last_used.get(name).copied();
        let kept = || self.kept.get(name).map(Term::place);
        let found = self.expressions.get(name);
        let found = found.or_else(|| self.expressions.get(*self.others.get(&loose(name))?));
        let driver = || found.map(|(_, term)| term.place()).filter(|place| is_used(*place));
        let bind = || self.kept_bind(found?.0);
        last().or_else(kept).or_else(driver).or_else(bind).filter(|place| is_used(*place))
    }

    /// A weight that stays on its own node, although an expression moves it.
    fn kept_bind(&self, expression: &Expression) -> Option<(usize, usize)> {
        expression.binds.iter().find_map(|bind| {
            let source = self.job.mapping.source(bind.node)?;
            let track = self.tracks.binary_search_by_key(&source, |track| track.node).ok()?;
            let is_there = self.tracks[track].is_kept && bind.morph < self.tracks[track].driven.len();
            is_there.then_some((track, bind.morph))
        })
    }

    /// The curve of all morph targets of a node, and a bound of the error of each.
    pub(crate) fn curve(
        &self,
        target: usize,
        terms: &[Vec<Term>],
        curves: &Curves<'_>,
    ) -> Result<Merged<'static>, ClipError> {
        let rest = self.job.figure.weights(target);
        let mut all = terms.iter().flatten().map(|term| term.track);
        let first = all.next().unwrap_or_default();
        if all.all(|track| track == first) && terms.iter().all(|terms| terms.len() < 2) {
            let pick = |terms: &Vec<Term>| terms.first().map(|term| (term.component, term.factor));
            let picks: Vec<_> = terms.iter().map(pick).collect();
            let curve = Cow::Owned(rearranged(&curves[&first], &picks, rest)?);
            return Ok(Merged { curve, error: 0.0, jump: 0.0 });
        }
        require_room(terms, curves)?;
        let property = Property::Weights { count: terms.len() };
        // The errors of each step add up.
        let steps = terms.iter().map(Vec::len).max().unwrap_or(1);
        let Fineness { tolerance, jump, limit } = self.job.options.lengths();
        let fineness = Fineness { tolerance: tolerance / steps as f64, jump, limit };
        let (mut parts, mut error, mut jump) = (Vec::new(), 0.0f64, 0.0f64);
        for (index, terms) in terms.iter().enumerate().filter(|(_, terms)| !terms.is_empty()) {
            let sum = self.sum(terms, curves, fineness)?;
            (error, jump) = (error.max(sum.error), jump.max(sum.jump));
            parts.push(Channel::part(target, property.clone(), index, sum.curve)?);
        }
        let fineness = Fineness { limit: self.limit(&parts, fineness), ..fineness };
        let parts: Vec<_> = parts.iter().collect();
        let merged = merge::whole(&parts, rest, self.job.source.clip.duration, fineness)?;
        let curve = Cow::Owned(merged.curve.into_owned());
        Ok(Merged { curve, error: error + merged.error, jump: merged.jump.max(jump) })
    }

    /// The limit of the keys of a node's weights, which are made of these parts. Each segment may have as many as it needs, as long
    /// as all together are no more than those of any other curve, and the free ones of all nodes do not take too much room.
    fn limit(&self, parts: &[Channel], fineness: Fineness) -> KeyLimit {
        let (limit, figure) = (fineness.limit, self.job.figure);
        let width = parts.first().map_or(1, |part| part.property().width()) as f64;
        let given = parts.iter().map(|part| part.curve().values().len() as f64).sum::<f64>() / width;
        let nodes = (0..figure.nodes().len()).filter(|node| !figure.weights(*node).is_empty()).count();
        // A key counts as several where it has more than four numbers.
        let size = (width / 4.0).max(1.0);
        let free = limit.free.min((FREE_KEYS / nodes.max(1) as f64).max(limit.free) / size);
        let most = KeyLimit { free, ..limit }.keys(given as usize, fineness.tolerance);
        KeyLimit { free: f64::INFINITY, all: most as f64 * size, ..limit }
    }

    /// The sum of weights.
    fn sum(&self, terms: &[Term], curves: &Curves<'_>, fineness: Fineness) -> Result<Baked, ClipError> {
        let weight = |curve: Curve| Channel::new(0, Property::Weights { count: 1 }, curve);
        let mut sum: Option<Baked> = None;
        for term in terms {
            let pick = [Some((term.component, term.factor))];
            let curve = rearranged(&curves[&term.track], &pick, &[0.0])?;
            sum = Some(match sum {
                None => Baked { curve, error: 0.0, jump: 0.0 },
                Some(before) => {
                    let (base, shift) = (weight(before.curve)?, weight(curve)?);
                    let duration = self.job.source.clip.duration;
                    let merged = merge::sum(&[&base], &[&shift], &[0.0], duration, fineness)?;
                    let (error, jump) = (before.error + merged.error, before.jump.max(merged.jump));
                    Baked { curve: merged.curve.into_owned(), error, jump }
                }
            });
        }
        sum.ok_or(ClipError::NoParts)
    }

    /// Reports the other effects of the expressions that the clip drives.
    pub(crate) fn report_not_applied(&self, report: &mut Report) {
        let is_driven = |name: &Cow<'static, str>| self.expressions.contains_key(&**name);
        let names = self.job.figure.expressions().iter().map(|expression| &*expression.name);
        let driven = names.filter_map(|name| self.expressions.get(name));
        for (expression, term) in driven {
            let effects = expression.not_applied.iter();
            let effects = effects.filter(|effect| effect.to.is_empty() || effect.to.iter().any(is_driven));
            let members: Vec<_> = effects.map(|effect| format!("`{}`", effect.member)).collect();
            if !members.is_empty() {
                let (members, name) = (members.join(", "), &expression.name);
                let message = format!(
                    "the expression `{name}` only moves its morph targets, without the effect of {members}"
                );
                let loss = codes::DROPPED.dropped(message);
                report.lose(loss.of_channel(self.job.source.clip, self.tracks[term.track].channel));
            }
        }
    }
}

/// Refuses several curves whose keys together, each with a number for each morph target, take far more room than the curves.
fn require_room(terms: &[Vec<Term>], curves: &Curves<'_>) -> Result<(), ClipError> {
    let tracks: BTreeSet<usize> = terms.iter().flatten().map(|term| term.track).collect();
    let curves: Vec<&Curve> = tracks.iter().map(|track| &*curves[track]).collect();
    let numbers: usize = curves.iter().map(|curve| curve.values().len()).sum();
    let mut times: Vec<f64> = curves.iter().flat_map(|curve| curve.times().iter()).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    let most = FREE_WEIGHTS.max(numbers.saturating_mul(MOST_TIMES)) / terms.len().max(1);
    if times.len() <= most { Ok(()) } else { Err(ClipError::TooManyKeys { most }) }
}

/// A name without case, and without what precedes the last `.` or `:`.
fn loose(name: &str) -> String {
    name.rsplit(['.', ':']).next().unwrap_or(name).to_ascii_lowercase()
}
