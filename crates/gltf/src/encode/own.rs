//! The errors of channels that share a curve: each weight of a node has its own.

use anim_core::{Channel, Curve, Ease, Property, Sampler};
use anim_retarget::{by_channel, deciding};

/// The number of times in each segment at which a channel is compared.
const PLACES: u32 = 15;

/// The same for the last segment, which may hold the value of a motion that takes too many keys.
const LAST_PLACES: u32 = 61;

/// By how much the gap of a jump may be longer than the longest one, because of rounding.
const SLACK: f64 = 1.001;

/// The error of a curve, and the duration of its longest jump in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Off {
    pub(crate) error: f64,
    pub(crate) jump: f64,
}

/// A channel that losses of a shared curve name, and the components of the property that it decides; `None` for all.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Share<'a> {
    pub(crate) channel: &'a Channel,
    pub(crate) components: Option<Vec<usize>>,
}

/// The channels that losses of their curve name: every channel of weights, which have separate names, that decides a weight;
/// otherwise the first.
pub(crate) fn shares<'a>(parts: &[&'a Channel]) -> Vec<Share<'a>> {
    let Some(&first) = parts.first() else { return Vec::new() };
    if parts.len() == 1 || !matches!(first.property(), Property::Weights { .. }) {
        return vec![Share { channel: first, components: None }];
    }
    let decided = deciding(parts, first.property().width()).into_iter().enumerate();
    let decided: Vec<_> = decided.filter_map(|(component, channel)| Some((channel?, component))).collect();
    let shares = by_channel(&decided).into_iter();
    shares.map(|(channel, own)| Share { channel, components: Some(own) }).collect()
}

impl Share<'_> {
    /// How far the channel is from its components of a curve of steps or straight lines, of which `whole` is the largest error of
    /// all components. Between the two keys of a jump the channel may be up to `tolerance` off the line, or it jumps itself.
    pub(crate) fn off(&self, curve: &Curve, whole: Off, tolerance: f64) -> Off {
        let Some(components) = self.components.as_ref().filter(|_| whole != Off::default()) else {
            return whole;
        };
        let is_step = curve.uniform_ease() == Some(Ease::Step);
        let mut source = Sampler::new(self.channel.curve());
        let mut actual = vec![0.0; self.channel.curve().width()];
        let mut own = Off::default();
        for key in 1..curve.len() {
            let (Some(from), Some(to)) = (curve.times().get(key - 1), curve.times().get(key)) else {
                continue;
            };
            let (a, b) = (curve.value(key - 1), curve.value(key));
            let places = if key + 1 == curve.len() { LAST_PLACES } else { PLACES };
            let mut off = 0.0f64;
            for place in 1..=places {
                let u = f64::from(place) / f64::from(places + 1);
                source.sample(from + (to - from) * u, &mut actual);
                for &component in components {
                    let rise = if is_step { 0.0 } else { (b[component] - a[component]) * u };
                    off = off.max((a[component] + rise - actual[component - self.channel.component()]).abs());
                }
            }
            if to - from <= SLACK * whole.jump && off > tolerance {
                own.jump = own.jump.max(to - from);
            } else {
                own.error = own.error.max(off);
            }
        }
        Off { error: own.error.min(whole.error), jump: own.jump.min(whole.jump) }
    }
}

#[cfg(test)]
mod tests {
    use anim_core::{Times, Wrap};

    use super::*;

    fn part(component: usize, width: usize) -> Channel {
        let curve = Curve::constant(&vec![0.0; width]).unwrap();
        Channel::part(0, Property::Weights { count: 4 }, component, curve).unwrap()
    }

    #[test]
    fn the_last_channel_of_a_weight_decides_it() {
        let of = |parts: &[Channel]| {
            let parts: Vec<_> = parts.iter().collect();
            let place = |share: &Share<'_>| parts.iter().position(|part| std::ptr::eq(*part, share.channel));
            shares(&parts)
                .iter()
                .map(|share| (place(share).unwrap(), share.components.clone()))
                .collect::<Vec<_>>()
        };
        assert_eq!(of(&[]), []);
        assert_eq!(of(&[part(1, 2)]), [(0, None)], "a single channel has the errors of the curve");
        assert_eq!(
            of(&[part(0, 3), part(1, 1), part(3, 1)]),
            [(0, Some(vec![0, 2])), (1, Some(vec![1])), (2, Some(vec![3]))]
        );
        assert_eq!(of(&[part(0, 1), part(0, 2)]), [(1, Some(vec![0, 1]))]);
    }

    #[test]
    fn a_channel_that_goes_straight_has_no_error_and_no_jump_of_another() {
        let property = Property::Weights { count: 2 };
        let part = |component: usize, times: &[f64], values: &[f64], ease: Ease| {
            let curve = Curve::new(Times::keys(times).unwrap(), 1, values.to_vec(), ease).unwrap();
            Channel::part(0, property.clone(), component, curve.with_wrap(Wrap::Hold, Wrap::Hold)).unwrap()
        };
        // The first jumps at 1 s and is 0.25 off a line from there, the second is a line.
        let parts =
            [part(0, &[0.0, 1.0], &[0.0, 1.0], Ease::Step), part(1, &[0.0, 2.0], &[0.0, 4.0], Ease::Linear)];
        let times = Times::keys([0.0, 0.999, 1.0, 2.0]).unwrap();
        let curve =
            Curve::new(times, 2, vec![0.0, 0.0, 0.0, 1.998, 1.0, 2.0, 1.25, 4.0], Ease::Linear).unwrap();
        let whole = Off { error: 0.25, jump: 0.001 };
        let offs: Vec<_> =
            shares(&parts.each_ref()).iter().map(|share| share.off(&curve, whole, 0.01)).collect();
        assert!((offs[0].error - 0.25 * 61.0 / 62.0).abs() < 1e-12 && (offs[0].jump - 0.001).abs() < 1e-12);
        assert!(offs[1].error < 1e-12 && offs[1].jump == 0.0, "{offs:?}");
    }
}
