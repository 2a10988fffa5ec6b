//! Clips in other axes and length units.

use std::borrow::Cow;

use super::basis::{Basis, Terms};
use crate::{Channel, Clip, ClipError, Space};

impl Clip {
    /// The clip with the axes and the length unit of another space.
    ///
    /// Every node's local matrix L becomes C·L·C⁻¹ for a signed permutation C of the axes, and translations are multiplied by the
    /// ratio of the units; world matrices change in the same way. Keys, eases and wraps stay: nothing is baked, and the opposite
    /// change gives the same clip again.
    ///
    /// - Axes are rotated if the axis up is known in both spaces. If forward is known too, both are brought to those of the
    ///   target. Otherwise the rotation is the smallest that brings up to up, about X where possible: from −Y to +Y, y and z
    ///   change sign.
    /// - Axes are mirrored if they are rotated, and the handedness is known in both spaces and differs.
    /// - Lengths are multiplied if the unit is known in both spaces.
    ///
    /// A fact that is unknown in the clip stays unknown, and an invalid one counts as unknown. Of the properties that only a format knows,
    /// `direction` (of a light), `reference` (the point at which a camera looks), `roll`, `euler` and `instance/range` (a length) are
    /// changed.
    ///
    /// A channel that drives some components of a property becomes several channels if these components are no longer adjacent.
    pub fn in_space(&self, target: Space) -> Cow<'_, Clip> {
        let (source, target) = (self.space.sound(), target.sound());
        let basis = Basis::between(source, target);
        if basis.is_identity() { Cow::Borrowed(self) } else { Cow::Owned(self.clone().into_space(target)) }
    }

    /// [`Clip::in_space`] without a copy: keys are changed in place.
    #[must_use]
    pub fn into_space(mut self, target: Space) -> Self {
        let (source, target) = (self.space.sound(), target.sound());
        let basis = Basis::between(source, target);
        if basis.is_identity() {
            return self;
        }
        for node in &mut self.nodes {
            node.rest = basis.of_transform(&node.rest);
        }
        let channels = std::mem::take(&mut self.channels).into_iter();
        self.channels = channels.flat_map(|channel| turned(channel, &basis)).collect();
        self.space = basis.of_space(source, target);
        self
    }

    /// Whether [`Clip::in_space`] changes nothing.
    pub fn is_in_space(&self, target: Space) -> bool {
        Basis::between(self.space.sound(), target.sound()).is_identity()
    }
}

/// A channel after a change of axes: one, or several if the components that it drives are no longer adjacent.
pub(crate) fn turned(channel: Channel, basis: &Basis) -> Vec<Channel> {
    let Some((property, terms)) = basis.of_property(channel.property()) else {
        return vec![channel];
    };
    let (node, first, width) = (channel.node(), channel.component(), channel.curve().width());
    let mut runs = runs(&terms, first, width);
    let curve = channel.into_curve();
    if let [(component, terms)] = runs.as_mut_slice()
        && terms.len() == width
    {
        return Channel::part(node, property, *component, curve.rearranged(terms)).into_iter().collect();
    }
    let runs = runs.into_iter();
    let part = |(component, terms): (usize, Terms)| -> Result<Channel, ClipError> {
        Channel::part(node, property.clone(), component, curve.select(&terms)?)
    };
    // Parts of a valid channel are valid.
    runs.filter_map(|run| part(run).ok()).collect()
}

/// The new components that a channel drives, as adjacent runs: the first component of each run, and the old components within the
/// curve.
fn runs(terms: &[(usize, f64)], first: usize, width: usize) -> Vec<(usize, Terms)> {
    let mut runs: Vec<(usize, Terms)> = Vec::new();
    for (new, &(old, factor)) in terms.iter().enumerate() {
        let Some(within) = old.checked_sub(first).filter(|within| *within < width) else { continue };
        match runs.last_mut() {
            Some((start, run)) if *start + run.len() == new => run.push((within, factor)),
            _ => runs.push((new, vec![(within, factor)])),
        }
    }
    runs
}
