//! The curves that a track plays, and the channels made from them.

use std::cell::RefCell;
use std::collections::HashMap;

use anim_core::{Channel, Curve, Ease as Join, Handles, Loss, Property};

use super::drives::Drives;
use super::{easing, rotation};
use crate::check::Budget;
use crate::eval::{Clock, Samples, complete, replaced};
use crate::{Animation, BakedUse, Ease, Keyframe, Stf, Subtrack, Target, Track, codes};

/// The curves of one animation.
pub(super) struct Player<'a> {
    pub(super) stf: &'a Stf,
    pub(super) animation: &'a Animation,
    pub(super) clock: Clock,
    pub(super) baked: BakedUse,
    /// The limit on the baked values of all clips.
    pub(super) budget: &'a RefCell<Budget>,
}

/// A track that is played.
pub(super) struct Played<'a> {
    pub(super) track: &'a Track,
    /// The number of tracks that are not played because a later or a baked track has the same target and other keys.
    pub(super) overridden: usize,
    /// Whether the track is a baked one that shows the motion of another track, which is not played.
    replaces: bool,
}

impl<'a> Played<'a> {
    fn new(track: &'a Track) -> Self {
        Self { track, overridden: 0, replaces: false }
    }
}

impl<'a> Player<'a> {
    /// The tracks that are played: the last one of each target, and baked tracks before others.
    pub(super) fn tracks(&self) -> Vec<Played<'a>> {
        let mut indices: HashMap<&Target, usize> = HashMap::new();
        let mut tracks: Vec<Played<'a>> = Vec::new();
        for track in &self.animation.tracks {
            if let Some(&index) = indices.get(&track.target) {
                let played: &mut Played<'a> = &mut tracks[index];
                played.overridden += usize::from(!self.is_same(played.track, track));
                played.track = track;
            } else {
                indices.insert(&track.target, tracks.len());
                tracks.push(Played::new(track));
            }
        }
        let baked: &[Track] = if self.baked == BakedUse::Never { &[] } else { &self.animation.tracks_baked };
        for track in baked {
            if let Some(&index) = indices.get(&track.target) {
                let played = &mut tracks[index];
                if self.replaces_keys(played.track) {
                    let differs = replaced(played.track, track).is_some();
                    played.overridden += usize::from(differs);
                    played.replaces = !differs;
                }
                played.track = track;
            } else {
                indices.insert(&track.target, tracks.len());
                tracks.push(Played::new(track));
            }
        }
        tracks
    }

    /// Whether two tracks have the same keys and baked values.
    fn is_same(&self, a: &Track, b: &Track) -> bool {
        let same = |pair: (&Option<Subtrack>, &Option<Subtrack>)| match pair {
            (Some(a), Some(b)) => a.keyframes == b.keyframes && self.is_same_baked(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        a.timepoints == b.timepoints
            && a.subtracks.len() == b.subtracks.len()
            && a.subtracks.iter().zip(&b.subtracks).all(same)
    }

    fn baked_id<'s>(&'s self, subtrack: &'s Subtrack) -> Option<&'s str> {
        self.animation.buffer_id(subtrack.baked.as_ref()?)
    }

    fn is_same_baked(&self, a: &Subtrack, b: &Subtrack) -> bool {
        let (a, b) = (self.baked_id(a), self.baked_id(b));
        if a == b {
            return true;
        }
        let [a, b] = [a, b].map(|id| id.and_then(|id| self.stf.buffer(id)).unwrap_or_default());
        // If the budget does not suffice, the buffers are not compared.
        a.len() == b.len() && (!self.budget.borrow_mut().take(a.len()) || a == b)
    }

    /// The curves of the components of a track that drives a property. Exporters write wrong keys for angles, so angles play their
    /// baked values.
    pub(super) fn curves<'t>(&self, track: &'t Track, drives: &Drives) -> (Vec<Option<Curve>>, Facts<'t>) {
        let angles = matches!(drives, Drives::Property(Property::Euler(_)));
        let samples = track.subtracks.iter().map(|part| self.samples(part.as_ref()?));
        let mut samples: Vec<Option<Samples>> = samples.collect();
        if matches!(drives, Drives::Property(Property::Rotation)) {
            rotation::align(track, &mut samples);
        }
        let mut facts = Facts::default();
        let mut curves = Vec::with_capacity(track.subtracks.len());
        for (subtrack, samples) in track.subtracks.iter().zip(samples) {
            facts.keyed.push(None);
            let Some(subtrack) = subtrack else {
                curves.push(None);
                continue;
            };
            let played = match (&samples, self.baked) {
                (Some(samples), use_of) if angles || use_of == BakedUse::Always => {
                    samples.curve(self.clock).map(|curve| (curve, true))
                }
                _ => complete(subtrack, &track.timepoints, samples.as_ref(), self.clock),
            };
            let (curve, by_samples) = played.unzip();
            if samples.is_none() || by_samples != Some(true) {
                facts.gather(subtrack);
            }
            facts.baked |= by_samples == Some(true) && self.replaces_keys(track);
            curves.push(curve);
        }
        (curves, facts)
    }

    /// A rotation from its baked values, with arcs between frames; `None` if the keys are played.
    ///
    /// The baked values of a node with a parent are wrong between keys, so its keys are played if each component has a key at
    /// every timepoint.
    pub(super) fn rotation(&self, track: &Track, is_child: bool) -> Option<(Curve, Facts<'static>)> {
        let parts: Vec<&Subtrack> = track.subtracks.iter().map(Option::as_ref).collect::<Option<_>>()?;
        let parts: [&Subtrack; 4] = parts.try_into().ok()?;
        let has_keys = |part: &&Subtrack| {
            part.keyframes.len() == track.timepoints.len()
                && part.keyframes.iter().all(|keyframe| matches!(keyframe, Keyframe::Key(_)))
        };
        let complete = !track.timepoints.is_empty() && parts.iter().all(has_keys);
        if self.baked == BakedUse::Auto && is_child && complete {
            return None;
        }
        let samples = parts.map(|part| self.samples(part));
        let curve = rotation::curve(parts, &track.timepoints, &samples, self.clock)?;
        Some((curve, Facts { baked: self.replaces_keys(track), ..Facts::default() }))
    }

    /// Whether, without a request, baked values play although a track has keys.
    fn replaces_keys(&self, track: &Track) -> bool {
        self.baked == BakedUse::Auto && !track.timepoints.is_empty()
    }

    /// The baked values of a subtrack, unless they are not wanted, or all subtracks together have too many for the size of the
    /// file.
    fn samples(&self, subtrack: &Subtrack) -> Option<Samples> {
        if self.baked == BakedUse::Never {
            return None;
        }
        let count = self.stf.baked_values(self.animation, subtrack)?.len();
        let room = self.budget.borrow_mut().take(count.saturating_mul(4));
        if room { Samples::of(self.stf, self.animation, subtrack) } else { None }
    }
}

/// Facts about a track that its keys do not state or clips do not hold.
#[derive(Default)]
pub(super) struct Facts<'t> {
    /// Baked values are played instead of keys.
    baked: bool,
    /// The type of a curve is not stated.
    unnamed: bool,
    /// The components that play their keys.
    keyed: Vec<Option<&'t Subtrack>>,
}

impl<'t> Facts<'t> {
    /// Notes that the component that was added last plays its keys.
    fn gather(&mut self, subtrack: &'t Subtrack) {
        self.unnamed |= subtrack.keyframes.iter().any(|keyframe| match keyframe {
            Keyframe::Key(key) => matches!(key.ease, Ease::Unnamed | Ease::Other(_)),
            _ => false,
        });
        if let Some(last) = self.keyed.last_mut() {
            *last = Some(subtrack);
        }
    }

    /// The losses of a played track that drives a property.
    pub(super) fn losses(
        self,
        played: &Played<'_>,
        property: &Property,
    ) -> impl Iterator<Item = Loss> + use<> {
        let baked = "baked values are played where the file does not state the curve, and for rotations: the keys are not in the clips";
        let unnamed = "the type of the curve is not in the file: straight lines are played";
        let eased =
            "the file does not state the direction of quadratic and cubic segments: ease-in is played";
        let losses = [
            (self.baked || played.replaces).then(|| codes::BAKED.dropped(baked)),
            self.unnamed.then(|| codes::UNNAMED.dropped(unnamed)),
            easing::unknown(property, &self.keyed).map(|error| codes::EASING.approximated(error, eased)),
        ];
        losses.into_iter().flatten()
    }
}

/// Channels of the components of a property, from the component `first` on: one channel if all components have the same keys,
/// else one for each.
pub(super) fn channels(
    node: usize,
    property: &Property,
    first: usize,
    curves: Vec<Option<Curve>>,
) -> Vec<Channel> {
    let width = property.width();
    if curves.len() == width
        && let Some(whole) = together(&curves)
    {
        return Channel::new(node, property.clone(), whole).into_iter().collect();
    }
    let parts = curves.into_iter().enumerate().filter_map(|(component, curve)| Some((component, curve?)));
    parts
        .filter_map(|(part, curve)| Channel::part(node, property.clone(), first + part, curve).ok())
        .collect()
}

/// Curves as one curve; `None` if their keys differ.
pub(crate) fn together(curves: &[Option<Curve>]) -> Option<Curve> {
    let curves: Vec<&Curve> = curves.iter().map(Option::as_ref).collect::<Option<_>>()?;
    let first = *curves.first()?;
    let keys = first.len();
    let same = |curve: &&Curve| {
        curve.times() == first.times() && (0..keys).all(|key| curve.ease(key) == first.ease(key))
    };
    if !curves.iter().all(same) {
        return None;
    }
    let each = || (0..keys).flat_map(|key| curves.iter().map(move |curve| (key, *curve)));
    let values = each().map(|(key, curve)| curve.value(key)[0]).collect();
    let eases = (0..keys).map(|key| first.ease(key)).collect();
    let whole = Curve::new(first.times().clone(), curves.len(), values, Join::Linear).ok()?;
    let whole = whole.with_eases(eases).ok()?;
    if curves.iter().any(|curve| curve.has_handles()) {
        let handles: Vec<Handles> = each().map(|(key, curve)| curve.handles(key, 0)).collect();
        return whole.with_handles(handles).ok();
    }
    Some(whole)
}
