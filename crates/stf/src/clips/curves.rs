//! Which curves are played for a track, and channels of them.

use std::cell::RefCell;
use std::collections::HashMap;

use anim_core::{Channel, Curve, Ease as Join, Handles, Location, Property, Sink, quaternion};

use crate::check::Budget;
use crate::eval::{Clock, disagreement};
use crate::{Animation, BakedUse, Ease, Keyframe, Stf, Subtrack, Target, Track, codes};

/// The curves of one animation.
pub(super) struct Player<'a> {
    pub(super) stf: &'a Stf,
    pub(super) animation: &'a Animation,
    pub(super) clock: Clock,
    pub(super) baked: BakedUse,
    /// How many baked values all clips may have.
    pub(super) budget: &'a RefCell<Budget>,
}

impl<'a> Player<'a> {
    /// The tracks that count: the last one for each target, and a baked one rather than another.
    pub(super) fn tracks(&self) -> Vec<&'a Track> {
        let baked: &[Track] = if self.baked == BakedUse::Never { &[] } else { &self.animation.tracks_baked };
        let mut places: HashMap<&Target, usize> = HashMap::new();
        let mut tracks: Vec<&Track> = Vec::new();
        for track in self.animation.tracks.iter().chain(baked) {
            if let Some(&place) = places.get(&track.target) {
                tracks[place] = track;
            } else {
                places.insert(&track.target, tracks.len());
                tracks.push(track);
            }
        }
        tracks
    }

    /// The curves of a track's components.
    pub(super) fn curves(
        &self,
        track: &Track,
        rotation: bool,
        place: &dyn Fn() -> Location,
        sink: &mut dyn Sink,
    ) -> Vec<Option<Curve>> {
        let subtracks = track.subtracks.iter();
        let mut baked: Vec<bool> = subtracks
            .map(|subtrack| subtrack.as_ref().is_some_and(|subtrack| self.prefers_baked(subtrack, track)))
            .collect();
        // The parts of a quaternion mean nothing by themselves.
        if rotation && baked.contains(&true) {
            baked.fill(true);
        }
        if self.baked == BakedUse::Auto && baked.contains(&true) && !track.timepoints.is_empty() {
            let message = "the curve is not what is baked, or has no type that the file names: the baked values are played";
            sink.report(codes::BAKED.at(place(), message));
        }
        let mut facts = Facts::default();
        let mut curves = Vec::with_capacity(baked.len());
        for (subtrack, baked) in track.subtracks.iter().zip(baked) {
            let Some(subtrack) = subtrack else {
                curves.push(None);
                continue;
            };
            let values = || self.values(subtrack, self.clock);
            let keys = || subtrack.curve_by(&track.timepoints, self.clock);
            let played = if baked { values() } else { None };
            if played.is_none() {
                facts.gather(subtrack);
            }
            let otherwise = || if self.baked == BakedUse::Never { None } else { values() };
            curves.push(played.or_else(keys).or_else(otherwise));
        }
        facts.report(place, sink);
        curves
    }

    /// The baked values of a subtrack, unless those of all subtracks are too many for the file.
    fn values(&self, subtrack: &Subtrack, clock: Clock) -> Option<Curve> {
        let count = self.stf.baked_values(self.animation, subtrack)?.len();
        let room = self.budget.borrow_mut().take(count.saturating_mul(4));
        if room { self.stf.baked_curve_by(self.animation, subtrack, clock) } else { None }
    }

    /// Whether a subtrack has baked values that shall be played.
    fn prefers_baked(&self, subtrack: &Subtrack, track: &Track) -> bool {
        let values = || self.values(subtrack, Clock::frames());
        match self.baked {
            BakedUse::Never => false,
            BakedUse::Always => values().is_some(),
            BakedUse::Auto => {
                let Some(values) = values() else { return false };
                let Some(curve) = subtrack.curve(&track.timepoints) else { return true };
                let mut facts = Facts::default();
                facts.gather(subtrack);
                facts.unnamed || disagreement(&curve, &values).is_some()
            }
        }
    }
}

/// What the keys of a curve leave open.
#[derive(Default)]
struct Facts {
    unnamed: bool,
    eased: bool,
}

impl Facts {
    fn gather(&mut self, subtrack: &Subtrack) {
        for keyframe in &subtrack.keyframes {
            if let Keyframe::Key(key) = keyframe {
                self.unnamed |= matches!(key.ease, Ease::Unnamed | Ease::Other(_));
                self.eased |= matches!(key.ease, Ease::Quadratic | Ease::Cubic);
            }
        }
    }

    fn report(&self, place: &dyn Fn() -> Location, sink: &mut dyn Sink) {
        if self.unnamed {
            let message = "keys are joined in a way that the file does not hold: by straight lines here";
            sink.report(codes::UNNAMED.at(place(), message));
        }
        if self.eased {
            let message = "quadratic and cubic pieces are taken to ease in";
            sink.report(codes::EASING.at(place(), message));
        }
    }
}

/// Channels of the components of a property from `first` on: one if they have the same keys, else one for each.
pub(super) fn channels(
    node: usize,
    property: &Property,
    first: usize,
    curves: Vec<Option<Curve>>,
) -> Vec<Channel> {
    let width = property.width();
    if curves.len() == width
        && let Some(mut whole) = together(&curves)
    {
        if *property == Property::Rotation
            && whole.uniform_ease() == Some(Join::Linear)
            && whole.times().rate().is_some()
        {
            whole = aligned(whole);
        }
        return Channel::new(node, property.clone(), whole).into_iter().collect();
    }
    let parts = curves.into_iter().enumerate().filter_map(|(component, curve)| Some((component, curve?)));
    parts
        .filter_map(|(part, curve)| Channel::part(node, property.clone(), first + part, curve).ok())
        .collect()
}

/// Curves with the same keys as one; `None` if their keys differ.
fn together(curves: &[Option<Curve>]) -> Option<Curve> {
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

/// Samples of a rotation with neighbours in one half space. The exporter turns each sample into a quaternion by itself.
fn aligned(curve: Curve) -> Curve {
    let mut last: Option<[f64; 4]> = None;
    let mut values = Vec::with_capacity(curve.values().len());
    for value in curve.values().chunks_exact(4) {
        let value = [value[0], value[1], value[2], value[3]];
        let value = last.map_or(value, |last| quaternion::nearest(value, last));
        values.extend(value);
        last = Some(value);
    }
    Curve::new(curve.times().clone(), 4, values, Join::Linear).unwrap_or(curve)
}
