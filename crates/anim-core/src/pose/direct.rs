//! Channels read directly: if all keys have one ease, the values of two keys are enough.

#![expect(clippy::inline_always, reason = "posing is a tenth faster without the calls")]

use crate::curve::sample::lerp;
use crate::quaternion::Quaternion;
use crate::{ClipSampler, Curve, Ease, Wrap};

/// A channel of a clip whose curve has this width.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Direct<'a, const WIDTH: usize> {
    channel: usize,
    clock: usize,
    keys: &'a [[f64; WIDTH]],
    /// The ease of all keys; `None` where a value depends on more than two keys and their ease.
    ease: Option<Ease>,
}

impl<'a, const WIDTH: usize> Direct<'a, WIDTH> {
    /// A channel by its index in the clip.
    pub(crate) fn new(channel: usize, sampler: &ClipSampler<'a>) -> Self {
        let curve = sampler.clip().channels[channel].curve();
        let ease = uniform_ease(curve).filter(|_| !sampler.is_evaluated(channel));
        Self { channel, clock: sampler.clock_of(channel), keys: curve.values().as_chunks().0, ease }
    }

    /// The value at a time in seconds: that of [`ClipSampler::whole`].
    #[inline(always)]
    pub(crate) fn read(&self, sampler: &mut ClipSampler<'_>, time: f64) -> [f64; WIDTH] {
        let place = sampler.place(self.clock, time);
        let mut out = [0.0; WIDTH];
        match (self.ease, &self.keys[place.key..]) {
            (Some(_), [key, ..]) if place.at_key => return *key,
            (Some(Ease::Linear), [from, to, ..]) => lerp(from, to, place.part, &mut out),
            _ => return sampler.whole(self.channel, time),
        }
        out
    }
}

impl<const WIDTH: usize> Direct<'_, WIDTH> {
    /// The clock, if the values at its keys are those of the keys.
    pub(crate) fn clock(&self) -> Option<usize> {
        self.ease.map(|_| self.clock)
    }

    /// The value of a key.
    #[inline(always)]
    pub(crate) fn at_key(&self, key: usize) -> [f64; WIDTH] {
        self.keys[key]
    }
}

impl Direct<'_, 4> {
    /// The ends of the arc on which a rotation lies at a time in seconds, and the fraction of the arc that has passed; `None` for
    /// other values.
    #[inline(always)]
    pub(crate) fn arc(&self, sampler: &mut ClipSampler<'_>, time: f64) -> Option<([Quaternion; 2], f64)> {
        let place = sampler.place(self.clock, time);
        match (self.ease, &self.keys[place.key..]) {
            (Some(Ease::Slerp), [from, to, ..]) if !place.at_key => Some(([*from, *to], place.part)),
            _ => None,
        }
    }
}

/// The ease of all keys; `None` for curves that repeat with an offset.
fn uniform_ease(curve: &Curve) -> Option<Ease> {
    let (before, after) = curve.wrap();
    curve.uniform_ease().filter(|_| ![before, after].contains(&Wrap::RepeatWithOffset))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Channel, Clip, Node, Property, Times};

    #[test]
    fn arcs_are_read_between_keys_alone() {
        let keys = [[0.0, 0.0, 0.0, 1.0], [0.0, 0.6, 0.0, 0.8], [1.0, 0.0, 0.0, 0.0]];
        let read = |ease: Ease, time: f64| {
            let times = Times::keys([0.0, 2.0, 3.0]).unwrap();
            let curve = Curve::new(times, 4, keys.as_flattened().to_vec(), ease).unwrap();
            let channels = vec![Channel::new(0, Property::Rotation, curve).unwrap()];
            let clip = Clip::new("c").with_nodes(vec![Node::new("n")]).with_channels(channels);
            let mut sampler = ClipSampler::new(&clip);
            Direct::<4>::new(0, &sampler).arc(&mut sampler, time)
        };
        assert_eq!(read(Ease::Slerp, 0.5), Some(([keys[0], keys[1]], 0.25)));
        assert_eq!(read(Ease::Slerp, 2.75), Some(([keys[1], keys[2]], 0.75)));
        for (ease, time) in [(Ease::Slerp, 2.0), (Ease::Slerp, -1.0), (Ease::Slerp, 3.5), (Ease::Linear, 0.5)]
        {
            assert_eq!(read(ease, time), None, "{ease:?} at {time}");
        }
    }
}
