//! What moves each morph target of a figure.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use anim_core::merge::{self, Merged};
use anim_core::{Channel, ClipError, Curve, Fineness, Property, Report};

use crate::job::Job;
use crate::weights::{Track, rearranged};
use crate::{Expression, codes};

/// A weight of a clip that moves a morph target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    /// The number of its track.
    pub(crate) track: usize,
    pub(crate) component: usize,
    /// The weight of the morph target when this weight is 1.
    factor: f64,
}

/// The number of weights that a curve composed of several may always have.
const FREE_WEIGHTS: usize = 1 << 20;

/// How many times the numbers of the curves a composed curve may have beyond that.
const MOST_TIMES: usize = 64;

/// The morph targets of a figure, and the weights of a clip.
pub(crate) struct Morphs<'a, 'c> {
    job: &'a Job<'a, 'c>,
    tracks: &'a [Track<'c>],
    /// The weights that the clip drives, by name, in the order of the tracks.
    named: HashMap<&'c str, Vec<Term>>,
    /// The figure's expressions that the clip drives, each by one weight.
    expressions: HashMap<&'a str, (&'a Expression, Term)>,
    /// For each node that expressions move, its morph targets with their weights.
    moved: HashMap<usize, Vec<(usize, Term)>>,
}

impl<'a, 'c> Morphs<'a, 'c> {
    pub(crate) fn new(job: &'a Job<'a, 'c>, tracks: &'a [Track<'c>]) -> Self {
        let mut named: HashMap<&str, Vec<Term>> = HashMap::new();
        for (track, of) in tracks.iter().enumerate() {
            let names = of.names(job.source.clip).iter().zip(&of.driven).enumerate();
            for (component, (name, _)) in names.filter(|(_, (name, driven))| **driven && !name.is_empty()) {
                named.entry(name).or_default().push(Term { track, component, factor: 1.0 });
            }
        }
        let mut morphs = Self { job, tracks, named, expressions: HashMap::new(), moved: HashMap::new() };
        for expression in job.figure.expressions() {
            let driven = morphs.named.get(&*expression.name).and_then(|terms| terms.last());
            let Some(term) = driven.filter(|_| !morphs.expressions.contains_key(&*expression.name)) else {
                continue;
            };
            for bind in &expression.binds {
                let term = Term { factor: bind.weight, ..*term };
                morphs.moved.entry(bind.node).or_default().push((bind.morph, term));
            }
            morphs.expressions.insert(&expression.name, (expression, *term));
        }
        morphs
    }

    /// For each morph target of a node, the weights that move it: their sum counts.
    pub(crate) fn terms(&self, target: usize) -> Vec<Vec<Term>> {
        let count = self.job.figure.weights(target).len();
        let names = &self.job.figure.nodes()[target].morphs;
        let source = self.job.mapping.source(target);
        let own =
            source.and_then(|source| self.tracks.binary_search_by_key(&source, |track| track.node).ok());
        let by_name = |morph: usize| {
            let name = &**names.get(morph)?;
            let terms = self.named.get(name).filter(|_| !self.expressions.contains_key(name))?;
            terms.iter().find(|term| Some(term.track) == own).or(terms.last()).copied()
        };
        let has_names = |names: &[String]| names.iter().any(|name| !name.is_empty());
        let numbered = own.filter(|own| {
            let track = &self.tracks[*own];
            track.driven.len() == count && !(has_names(names) && has_names(track.names(self.job.source.clip)))
        });
        let by_number = |morph: usize| {
            let track = numbered.filter(|own| self.tracks[*own].driven[morph])?;
            Some(Term { track, component: morph, factor: 1.0 })
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

    /// The weight that counts instead of one with the same name, by its track and its number.
    pub(crate) fn winner(&self, track: usize, component: usize) -> Option<(usize, usize)> {
        let name = self.tracks[track].names(self.job.source.clip).get(component)?;
        let last = self.named.get(&**name)?.last()?;
        Some((last.track, last.component)).filter(|winner| *winner != (track, component))
    }

    /// The curve of all morph targets of a node, and a bound of the error of each.
    pub(crate) fn curve(&self, target: usize, terms: &[Vec<Term>]) -> Result<Merged<'static>, ClipError> {
        let rest = self.job.figure.weights(target);
        let mut all = terms.iter().flatten().map(|term| term.track);
        let first = all.next().unwrap_or_default();
        if all.all(|track| track == first) && terms.iter().all(|terms| terms.len() < 2) {
            let pick = |terms: &Vec<Term>| terms.first().map(|term| (term.component, term.factor));
            let picks: Vec<_> = terms.iter().map(pick).collect();
            let curve = Cow::Owned(rearranged(&self.tracks[first].curve, &picks, rest)?);
            return Ok(Merged { curve, error: 0.0, jump: 0.0 });
        }
        self.require_room(terms)?;
        let property = Property::Weights { count: terms.len() };
        // The errors of each step add up.
        let steps = terms.iter().map(Vec::len).max().unwrap_or(1);
        let Fineness { tolerance, .. } = self.job.options.lengths();
        let fineness = Fineness { tolerance: tolerance / steps as f64, ..self.job.options.lengths() };
        let (mut parts, mut error) = (Vec::new(), 0.0f64);
        for (index, terms) in terms.iter().enumerate().filter(|(_, terms)| !terms.is_empty()) {
            let (curve, own) = self.sum(terms, fineness)?;
            error = error.max(own);
            parts.push(Channel::part(target, property.clone(), index, curve)?);
        }
        let parts: Vec<_> = parts.iter().collect();
        let merged = merge::whole(&parts, rest, self.job.source.clip.duration, fineness)?;
        let curve = Cow::Owned(merged.curve.into_owned());
        Ok(Merged { curve, error: error + merged.error, jump: merged.jump })
    }

    /// Refuses several curves whose keys together, each with a number for each morph target, take far more room than the curves.
    fn require_room(&self, terms: &[Vec<Term>]) -> Result<(), ClipError> {
        let tracks: BTreeSet<usize> = terms.iter().flatten().map(|term| term.track).collect();
        let curves: Vec<&Curve> = tracks.iter().map(|track| &*self.tracks[*track].curve).collect();
        let numbers: usize = curves.iter().map(|curve| curve.values().len()).sum();
        let mut times: Vec<f64> = curves.iter().flat_map(|curve| curve.times().iter()).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        let most = FREE_WEIGHTS.max(numbers.saturating_mul(MOST_TIMES)) / terms.len().max(1);
        if times.len() <= most { Ok(()) } else { Err(ClipError::TooManyKeys { most }) }
    }

    /// The sum of weights, and its error.
    fn sum(&self, terms: &[Term], fineness: Fineness) -> Result<(Curve, f64), ClipError> {
        let weight = |curve: Curve| Channel::new(0, Property::Weights { count: 1 }, curve);
        let mut sum: Option<(Curve, f64)> = None;
        for term in terms {
            let pick = [Some((term.component, term.factor))];
            let curve = rearranged(&self.tracks[term.track].curve, &pick, &[0.0])?;
            sum = Some(match sum {
                None => (curve, 0.0),
                Some((before, error)) => {
                    let (before, curve) = (weight(before)?, weight(curve)?);
                    let duration = self.job.source.clip.duration;
                    let merged = merge::sum(&[&before], &[&curve], &[0.0], duration, fineness)?;
                    (merged.curve.into_owned(), error + merged.error)
                }
            });
        }
        sum.ok_or(ClipError::Values)
    }

    /// Reports the other effects of the expressions that the clip drives.
    pub(crate) fn report_not_applied(&self, report: &mut Report) {
        let is_driven = |name: &&str| self.expressions.contains_key(name);
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
