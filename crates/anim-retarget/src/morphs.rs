//! What moves each morph target of a figure.

use std::borrow::Cow;

use anim_core::merge::{self, Merged};
use anim_core::{Channel, ClipError, Curve, Property, Report};

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

/// The morph targets of a figure, and the weights of a clip.
pub(crate) struct Morphs<'a, 'c> {
    job: &'a Job<'a, 'c>,
    tracks: &'a [Track<'c>],
    /// The figure's expressions that the clip drives, each by one weight.
    expressions: Vec<(&'a Expression, Term)>,
}

impl<'a, 'c> Morphs<'a, 'c> {
    pub(crate) fn new(job: &'a Job<'a, 'c>, tracks: &'a [Track<'c>]) -> Self {
        let clip = job.source.clip;
        let driven = |expression: &'a Expression| {
            let find = |(track, of): (usize, &Track<'_>)| {
                let is_it = |component: &usize| {
                    of.driven[*component] && of.names(clip).get(*component) == Some(&expression.name)
                };
                let component = (0..of.driven.len()).find(is_it)?;
                Some(Term { track, component, factor: 1.0 })
            };
            Some((expression, tracks.iter().enumerate().rev().find_map(find)?))
        };
        let expressions = job.figure.expressions().iter().filter_map(driven).collect();
        Self { job, tracks, expressions }
    }

    /// For each morph target of a node, the weights that move it: the sum counts.
    pub(crate) fn terms(&self, target: usize) -> Vec<Vec<Term>> {
        let count = self.job.figure.weights(target).len();
        let mut terms = vec![Vec::new(); count];
        if count == 0 {
            return terms;
        }
        // The weights of the node that moves this one come last, and count.
        let is_own = |track: &usize| self.job.mapping.target(self.tracks[*track].node) == Some(target);
        let (own, others): (Vec<_>, Vec<_>) = (0..self.tracks.len()).partition(is_own);
        for track in others.into_iter().chain(own) {
            let components = self.same(track, target, count);
            for (terms, component) in terms.iter_mut().zip(components) {
                if let Some(component) = component.filter(|component| self.tracks[track].driven[*component]) {
                    *terms = vec![Term { track, component, factor: 1.0 }];
                }
            }
        }
        let mut moved: Vec<Vec<Term>> = vec![Vec::new(); count];
        for (expression, term) in &self.expressions {
            for bind in expression.binds.iter().filter(|bind| bind.node == target) {
                if let Some(moved) = moved.get_mut(bind.morph) {
                    moved.push(Term { factor: bind.weight, ..*term });
                }
            }
        }
        // What expressions move follows them alone.
        for (terms, moved) in terms.iter_mut().zip(moved).filter(|(_, moved)| !moved.is_empty()) {
            *terms = moved;
        }
        terms
    }

    /// For each morph target of a node of the figure, the weight of a track with its name, or with its number.
    fn same(&self, track: usize, target: usize, count: usize) -> Vec<Option<usize>> {
        let (job, track) = (self.job, &self.tracks[track]);
        let (names, morphs) = (track.names(job.source.clip), &job.figure.nodes()[target].morphs);
        let is_named = |names: &[String]| names.iter().any(|name| !name.is_empty());
        if is_named(names) && is_named(morphs) {
            let is_expression = |name: &String| self.expressions.iter().any(|(other, _)| other.name == *name);
            let find = |index: usize| {
                let name = morphs.get(index).filter(|name| !name.is_empty() && !is_expression(name))?;
                names.iter().take(track.driven.len()).position(|known| known == name)
            };
            return (0..count).map(find).collect();
        }
        let same = job.mapping.target(track.node) == Some(target) && count == track.driven.len();
        (0..count).map(|index| same.then_some(index)).collect()
    }

    /// The curve of all morph targets of a node, and its error as a ratio.
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
        let property = Property::Weights { count: terms.len() };
        let (mut parts, mut error) = (Vec::new(), 0.0);
        for (index, terms) in terms.iter().enumerate().filter(|(_, terms)| !terms.is_empty()) {
            let (curve, more) = self.sum(terms)?;
            error += more;
            parts.push(Channel::part(target, property.clone(), index, curve)?);
        }
        let parts: Vec<_> = parts.iter().collect();
        let merged = merge::whole(&parts, rest, self.job.source.clip.duration, self.job.options.lengths())?;
        let curve = Cow::Owned(merged.curve.into_owned());
        Ok(Merged { curve, error: error + merged.error, jump: merged.jump })
    }

    /// The sum of weights, and its error.
    fn sum(&self, terms: &[Term]) -> Result<(Curve, f64), ClipError> {
        let weight = |curve: Curve| Channel::new(0, Property::Weights { count: 1 }, curve);
        let mut sum: Option<(Curve, f64)> = None;
        for term in terms {
            let pick = [Some((term.component, term.factor))];
            let curve = rearranged(&self.tracks[term.track].curve, &pick, &[0.0])?;
            sum = Some(match sum {
                None => (curve, 0.0),
                Some((before, error)) => {
                    let (before, curve) = (weight(before)?, weight(curve)?);
                    let (duration, fineness) = (self.job.source.clip.duration, self.job.options.lengths());
                    let merged = merge::sum(&[&before], &[&curve], &[0.0], duration, fineness)?;
                    (merged.curve.into_owned(), error + merged.error)
                }
            });
        }
        sum.ok_or(ClipError::Values)
    }

    /// Reports the other effects of the expressions that the clip drives.
    pub(crate) fn report_not_applied(&self, report: &mut Report) {
        let is_driven = |name: &&str| self.expressions.iter().any(|(other, _)| other.name == *name);
        for (expression, term) in &self.expressions {
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
