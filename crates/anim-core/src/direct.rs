//! Channels read directly: of keys with one ease, the numbers are all that is needed.

#![expect(clippy::inline_always, reason = "posing is faster by a tenth without the calls")]

use crate::quaternion::Quaternion;
use crate::sample::lerp;
use crate::{ClipSampler, Ease};

/// A channel of a clip, whose curve has the width that it is read with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Direct<'a> {
    channel: usize,
    clock: usize,
    values: &'a [f64],
    /// The ease of all keys; `None` if they have several, or if an evaluator computes the values.
    ease: Option<Ease>,
}

impl<'a> Direct<'a> {
    /// A channel by its index in the clip.
    pub(crate) fn new(channel: usize, sampler: &ClipSampler<'a>) -> Self {
        let curve = sampler.clip().channels[channel].curve();
        let ease = curve.uniform_ease().filter(|_| !sampler.is_evaluated(channel));
        Self { channel, clock: sampler.clock_of(channel), values: curve.values(), ease }
    }

    /// The value at a time in seconds: that of [`ClipSampler::whole`].
    #[inline(always)]
    pub(crate) fn read<const WIDTH: usize>(
        &self,
        sampler: &mut ClipSampler<'_>,
        time: f64,
        out: &mut [f64; WIDTH],
    ) {
        let place = sampler.place(self.clock, time);
        if place.periods == 0.0 {
            let keys = &self.values[place.key * WIDTH..];
            match self.ease {
                Some(_) if place.at_key => return out.copy_from_slice(&keys[..WIDTH]),
                Some(Ease::Linear) => {
                    return lerp(&keys[..WIDTH], &keys[WIDTH..2 * WIDTH], place.part, out);
                }
                _ => {}
            }
        }
        sampler.whole(self.channel, time, out);
    }

    /// The ends of the arc on which a rotation is at a time in seconds, and the part of it that has passed; `None` for other values.
    #[inline(always)]
    pub(crate) fn arc(&self, sampler: &mut ClipSampler<'_>, time: f64) -> Option<([Quaternion; 2], f64)> {
        let place = sampler.place(self.clock, time);
        if self.ease != Some(Ease::Slerp) || place.at_key || place.periods != 0.0 {
            return None;
        }
        let [a, b, c, d, e, f, g, h] = *self.values[4 * place.key..].first_chunk()?;
        Some(([[a, b, c, d], [e, f, g, h]], place.part))
    }
}
