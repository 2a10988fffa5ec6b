//! Updates data derived from keys after an edit: baked values, `tracks_baked` and the word for the interpolation.

use std::collections::{HashMap, HashSet};

use anim_core::Location;

use super::renewed::{self, framed, is_plain};
use crate::eval::Samples;
use crate::{Animation, Error, ErrorKind, MAX_FRAMES, Reference, Stf, Subtrack, Target, Track};

/// The maximum number of values that an edit bakes, for all subtracks together.
const MAX_VALUES: usize = 16 * MAX_FRAMES.get();

/// New baked values of a subtrack; `None` if it needs none.
pub(super) struct Renewal {
    track: usize,
    subtrack: usize,
    bytes: Option<Vec<u8>>,
}

/// For each new track, the old track with the same target and with the same number of tracks of that target before it.
fn before<'a>(old: &'a [Track], new: &[Track]) -> Vec<Option<&'a Track>> {
    let mut by_target: HashMap<&Target, Vec<&Track>> = HashMap::new();
    for track in old.iter().rev() {
        by_target.entry(&track.target).or_default().push(track);
    }
    new.iter().map(|track| by_target.get_mut(&track.target)?.pop()).collect()
}

fn subtrack(track: &Track, index: usize) -> Option<&Subtrack> {
    track.subtracks.get(index)?.as_ref()
}

impl Stf {
    /// Renews the data derived from the keys of a changed animation, in `new` and in its buffers.
    pub(super) fn follow(&mut self, id: &str, old: &Animation, new: &mut Animation) -> Result<(), Error> {
        let befores = before(&old.tracks, &new.tracks);
        let renewals = self.stale(id, old, new, &befores)?;
        let mut changed = HashSet::new();
        for (track, before) in new.tracks.iter_mut().zip(&befores) {
            let Some(before) = before else { continue };
            let keys = |track: &Track| {
                let subtracks = track.subtracks.iter().map(|subtrack| Some(&subtrack.as_ref()?.keyframes));
                subtracks.map(Option::<&Vec<_>>::cloned).collect::<Vec<_>>()
            };
            if before.timepoints == track.timepoints && keys(before) == keys(track) {
                continue;
            }
            changed.insert(track.target.clone());
            if track.interpolation.is_some()
                && track.interpolation == before.interpolation
                && before.interpolation.as_deref() == before.common_interpolation()
            {
                track.interpolation = track.common_interpolation().map(str::to_owned);
            }
        }
        // A baked track overrides the track with the same target, so it would hide the new keys.
        new.tracks_baked
            .retain(|track| !(changed.contains(&track.target) && old.tracks_baked.contains(track)));
        self.renew(new, renewals)
    }

    /// The baked values that an edit makes stale.
    fn stale(
        &self,
        id: &str,
        old: &Animation,
        new: &Animation,
        befores: &[Option<&Track>],
    ) -> Result<Vec<Renewal>, Error> {
        let mut bakery = Bakery { stf: self, id, old, span: new.span(), made: 0, renewals: Vec::new() };
        let same_span = old.span() == new.span();
        let is_baked = |track: &Track| track.subtracks.iter().flatten().any(|sub| sub.baked.is_some());
        // A file with baked values gets them for further tracks too.
        let bakes = super::baked_references(old)
            .any(|baked| old.buffer_id(baked).is_some_and(|id| self.buffer(id).is_some()));
        for (index, (track, before)) in new.tracks.iter().zip(befores).enumerate() {
            let Some(before) = before else { continue };
            let same_times = before.timepoints == track.timepoints;
            let same_kind = is_plain(before) == is_plain(track);
            for (part, now) in track.subtracks.iter().enumerate() {
                let Some(now) = now else { continue };
                let was = subtrack(before, part);
                let same_keys = same_times && was.is_some_and(|was| was.keyframes == now.keyframes);
                let was_baked = was.and_then(|was| Some((was, was.baked.as_ref()?)));
                match (was_baked, &now.baked) {
                    (Some((was, had)), Some(has)) if old.buffer_id(had) == new.buffer_id(has) => {
                        let Some(samples) = Samples::of(self, old, was) else { continue };
                        if !(same_keys && same_span && same_kind) {
                            let (to, from) =
                                (framed(now, &track.timepoints), framed(was, &before.timepoints));
                            // Keys are matched in order; if some were added or removed, by their frames.
                            let keys = if to.len() == from.len() { from } else { to };
                            let frames: Vec<f64> = keys.iter().map(|(frame, _)| *frame).collect();
                            bakery.bake([index, part], track, now, Some((&samples, &frames)))?;
                        }
                    }
                    (None, None)
                        if bakes
                            && !same_keys
                            && !is_plain(track)
                            && (is_plain(before) || is_baked(before))
                            && !framed(now, &track.timepoints).is_empty() =>
                    {
                        bakery.bake([index, part], track, now, None)?;
                    }
                    _ => {}
                }
            }
        }
        Ok(bakery.renewals)
    }

    /// Gives subtracks new baked values. A buffer that others also refer to is not changed.
    fn renew(&mut self, animation: &mut Animation, renewals: Vec<Renewal>) -> Result<(), Error> {
        if renewals.is_empty() {
            return Ok(());
        }
        let users = self.buffer_users();
        let mut added = Vec::new();
        for Renewal { track, subtrack, bytes } in renewals {
            let known = animation.tracks.get(track).and_then(|track| track.subtracks.get(subtrack));
            let reference = known.and_then(|known| known.as_ref()?.baked.clone());
            let own =
                reference.as_ref().and_then(|reference| animation.buffer_id(reference)).map(str::to_owned);
            let renewed = match (bytes, own) {
                (None, _) => None,
                (Some(bytes), Some(own)) if users.get(&own) == Some(&1) => {
                    self.set_buffer(&own, bytes)?;
                    continue;
                }
                (Some(bytes), _) => {
                    added.push((track, subtrack, matches!(reference, Some(Reference::Id(_))), bytes));
                    continue;
                }
            };
            if let Some(Some(subtrack)) = animation.tracks[track].subtracks.get_mut(subtrack) {
                subtrack.baked = renewed;
            }
        }
        let ids = self.add_buffers(added.iter_mut().map(|(.., bytes)| std::mem::take(bytes)).collect())?;
        for ((track, subtrack, by_id, _), id) in added.into_iter().zip(ids) {
            let reference = if by_id { Reference::Id(id) } else { animation.reference_buffer(&id) };
            if let Some(Some(subtrack)) = animation.tracks[track].subtracks.get_mut(subtrack) {
                subtrack.baked = Some(reference);
            }
        }
        Ok(())
    }

    /// The number of subtracks, over all animations, that refer to each buffer.
    fn buffer_users(&self) -> HashMap<String, usize> {
        let mut users: HashMap<String, usize> = HashMap::new();
        for (_, animation) in self.animations() {
            for reference in super::baked_references(animation) {
                if let Some(id) = animation.buffer_id(reference) {
                    *users.entry(id.to_owned()).or_default() += 1;
                }
            }
        }
        users
    }

    /// Bakes again the subtracks whose buffers are in `stale`, which gives the frame at which each buffer begins.
    #[cfg(feature = "serde")]
    pub(crate) fn rebake(
        &mut self,
        id: &str,
        stale: &HashMap<String, f64>,
        without: &[Target],
    ) -> Result<(), Error> {
        let Some(old) = self.animation(id).cloned() else { return Ok(()) };
        let mut bakery = Bakery { stf: self, id, old: &old, span: old.span(), made: 0, renewals: Vec::new() };
        for (index, track) in old.tracks.iter().enumerate() {
            for (part, now) in track.subtracks.iter().enumerate() {
                let reference = now.as_ref().and_then(|now| now.baked.as_ref());
                let first = reference.and_then(|reference| stale.get(old.buffer_id(reference)?));
                if let (Some(now), Some(&first)) = (now, first)
                    && let Some(samples) = Samples::of(self, &old, now)
                {
                    let samples = Samples { first, ..samples };
                    let frames: Vec<f64> =
                        framed(now, &track.timepoints).iter().map(|(frame, _)| *frame).collect();
                    bakery.bake([index, part], track, now, Some((&samples, &frames)))?;
                }
            }
        }
        let renewals = bakery.renewals;
        let mut new = old.clone();
        new.tracks_baked.retain(|track| !without.contains(&track.target));
        self.renew(&mut new, renewals)?;
        self.rewrite(id, &old, new);
        Ok(())
    }
}

/// Bakes the subtracks of an animation.
struct Bakery<'a> {
    stf: &'a Stf,
    id: &'a str,
    old: &'a Animation,
    span: [f64; 2],
    /// The number of values made so far.
    made: usize,
    renewals: Vec<Renewal>,
}

impl Bakery<'_> {
    fn bake(
        &mut self,
        [track, subtrack]: [usize; 2],
        of: &Track,
        now: &Subtrack,
        old: Option<(&Samples, &[f64])>,
    ) -> Result<(), Error> {
        let frames = crate::baked_frames(self.span);
        let count = frames.end.saturating_sub(frames.start).max(0) as u64;
        self.made = self.made.saturating_add(usize::try_from(count).unwrap_or(usize::MAX));
        if count > MAX_FRAMES.get() as u64 || self.made > MAX_VALUES {
            return Err(Error::new(ErrorKind::TooLong { frames: count }, Location::path(self.id)));
        }
        let (samples, at) = old.unzip();
        let values = renewed::values(now, &of.timepoints, self.span, samples, at.unwrap_or_default());
        let needless = is_plain(of) && renewed::are_of_curve(now, &of.timepoints, self.span, &values);
        let bytes = (!needless).then(|| renewed::bytes(&values));
        let same = |bytes: &Vec<u8>| {
            let own = now.baked.as_ref().and_then(|baked| self.old.buffer_id(baked));
            own.and_then(|id| self.stf.buffer(id)) == Some(bytes)
        };
        if !bytes.as_ref().is_some_and(same) {
            self.renewals.push(Renewal { track, subtrack, bytes });
        }
        Ok(())
    }
}
