//! Operations applied one after the other.

use super::{Edit, EditError};
use crate::{Clip, Fineness, KeyLimit, Positive, Report};

/// Operations applied one after the other, which bake within a tolerance.
///
/// The keys that they may make depend on the clips that came in first: keys that an operation adds count only once for the next,
/// unless [`resample`](super::resample) adds them, as it was asked to.
///
/// ```
/// use anim_core::edit::{Chain, Edit};
/// use anim_core::{Clip, Positive, Report};
///
/// let clips = [Clip::new("still")];
/// let mut chain = Chain::new(&clips, Positive::literal(1e-3));
/// let mut report = Report::new();
/// let backwards = chain.apply(&Edit::Reverse, &clips, &mut report)?;
/// let again = chain.apply(&Edit::Reverse, &backwards, &mut report)?;
/// assert_eq!(again, clips);
/// # Ok::<(), anim_core::edit::EditError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chain {
    tolerance: Positive,
    /// The keys of the clips that came in first, or after the last change of the rate.
    keys: usize,
}

impl Chain {
    /// Operations on these clips.
    pub fn new(clips: &[Clip], tolerance: Positive) -> Self {
        Self { tolerance, keys: keys(clips) }
    }

    /// The clips after the next operation: see [`Edit::apply`]. They may be some of those that the operation before returned.
    ///
    /// Errors: those of [`Edit::apply`].
    pub fn apply(
        &mut self,
        edit: &Edit,
        clips: &[Clip],
        report: &mut Report,
    ) -> Result<Vec<Clip>, EditError> {
        let fineness = |tolerance| self.fineness(clips, tolerance);
        let clips = edit.within(clips, self.tolerance, &fineness, report)?;
        if matches!(edit, Edit::Resample(_)) {
            self.keys = self.keys.max(keys(&clips));
        }
        Ok(clips)
    }

    /// How closely an operation on these clips follows their curves.
    fn fineness(&self, clips: &[Clip], tolerance: Positive) -> Fineness {
        let limit = KeyLimit::default();
        let part = self.keys as f64 / keys(clips).max(1) as f64;
        let part = part.clamp(1.0 / limit.each(tolerance.get()), 1.0);
        Fineness { limit: KeyLimit { per_key: limit.per_key * part, ..limit }, ..tolerance.into() }
    }
}

fn keys(clips: &[Clip]) -> usize {
    clips.iter().map(Clip::key_count).sum()
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use super::*;
    use crate::edit::Pattern;
    use crate::{Channel, Curve, Ease, EulerOrder, Node, Property, Rate, Times, Wrap};

    /// A hand at the end of an arm that turns once a second for 500 seconds.
    fn clock() -> Clip {
        let turn =
            Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, vec![0., 0., 0., 0., 0., TAU], Ease::Linear);
        let turn = turn.unwrap().with_wrap(Wrap::Hold, Wrap::Repeat);
        let mut hand = Node::new("hand").with_parent(0);
        hand.rest.translation = [1.0, 0.0, 0.0];
        Clip::new("clock")
            .with_duration(500.0)
            .with_nodes(vec![Node::new("arm"), hand])
            .with_channels(vec![Channel::new(0, Property::Euler(EulerOrder::Xyz), turn).unwrap()])
    }

    #[test]
    fn keys_that_an_operation_adds_are_not_multiplied_by_the_next() {
        let tolerance = Positive::literal(1e-3);
        let [join, hand] = [Edit::Join { crossfade: 0.0 }, Edit::Reroot(vec![Pattern::new("hand")])];
        let mut report = Report::new();
        let clips = vec![clock(), clock()];
        let joined = join.apply(&clips, tolerance, &mut report).unwrap();
        let written = keys(&joined);
        assert!((990..2000).contains(&written), "{written}");
        // A circle takes about seventy keys within this tolerance.
        let made = |clips: &[Clip]| keys(clips) - written;
        let alone = made(&hand.apply(&joined, tolerance, &mut report).unwrap());
        let next = made(&Edit::apply_all(&[join, hand], clips, tolerance, &mut report).unwrap());
        assert!(alone > next && (10_000..16_384 + 2 * written).contains(&next), "{alone}, {next}");
    }

    #[test]
    fn the_keys_of_a_rate_count_in_full() {
        let tolerance = Positive::literal(1e-3);
        let mut chain = Chain::new(&[clock()], tolerance);
        let fine = Edit::Resample(Rate::per_second(1000));
        let clips = chain.apply(&fine, &[clock()], &mut Report::new()).unwrap();
        assert_eq!(chain.fineness(&clips, tolerance), tolerance.into());
        let mut chain = Chain::new(&[clock()], tolerance);
        assert_eq!(chain.fineness(&clips, tolerance).limit.per_key, 8.0);
        chain.apply(&Edit::Reverse, &clips, &mut Report::new()).unwrap();
        assert_eq!(chain.fineness(&clips, Positive::literal(1e-5)).limit.each(1e-5), 1.0);
    }
}
