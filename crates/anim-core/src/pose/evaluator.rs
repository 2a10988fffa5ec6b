//! The values of a clip's channels: from the document where it computes them, otherwise from the clip's curves.

use std::collections::HashMap;
use std::fmt::Debug;

use crate::curve::clock::{Clock, Pace, Place};
use crate::curve::sample::Track;
use crate::{Clip, Property, quaternion};

/// Computes the values of a clip's channels from the document that the clip was made from.
///
/// A curve may approximate motion that no curve represents exactly. An evaluator gives the value that the format defines, also
/// before time 0 and after the end of the clip.
pub trait Evaluator: Debug {
    /// Whether it computes the channel with this index in the clip. The curves of other channels are exact.
    fn has(&self, channel: usize) -> bool;

    /// Writes the value of a channel that it [has](Evaluator::has) at a time in seconds into the first elements of `out`: as many
    /// numbers as the channel's curve has components, in the same units. Panics if `out` is too short.
    fn sample(&mut self, channel: usize, time: f64, out: &mut [f64]);
}

/// Samples the channels of a clip, from their curves or with an [`Evaluator`]. Curves whose keys have the same times share one
/// search, which remembers its position.
#[derive(Debug)]
pub struct ClipSampler<'a> {
    clip: &'a Clip,
    clocks: Vec<Clock<'a>>,
    /// For each channel, its curve and the index of its clock.
    tracks: Vec<(Track<'a>, usize)>,
    evaluator: Option<Box<dyn Evaluator + 'a>>,
}

impl<'a> ClipSampler<'a> {
    /// Samples the curves of a clip.
    pub fn new(clip: &'a Clip) -> Self {
        let (mut clocks, mut known) = (Vec::new(), HashMap::new());
        // The clock of the last curve, which the next one usually shares.
        let mut last = None;
        let mut track = |curve| {
            let pace = Pace::of(curve);
            let find = || {
                *known.entry(pace).or_insert_with(|| {
                    clocks.push(Clock::new(curve));
                    clocks.len() - 1
                })
            };
            let clock = last.filter(|(known, _)| *known == pace).map_or_else(find, |(_, clock)| clock);
            last = Some((pace, clock));
            (Track::new(curve), clock)
        };
        let tracks = clip.channels.iter().map(|channel| track(channel.curve())).collect();
        Self { clip, clocks, tracks, evaluator: None }
    }

    /// The sampler with the evaluator of the clip, which replaces the curves of the channels that it has.
    #[must_use]
    pub fn with_evaluator(self, evaluator: Option<Box<dyn Evaluator + 'a>>) -> Self {
        Self { evaluator, ..self }
    }

    /// The clip.
    pub fn clip(&self) -> &'a Clip {
        self.clip
    }

    /// Whether the document computes the channel with this index.
    pub fn is_evaluated(&self, channel: usize) -> bool {
        self.evaluator.as_ref().is_some_and(|evaluator| evaluator.has(channel))
    }

    /// Writes the value of a channel, by its index in the clip, at a time in seconds into the first elements of `out`: as many as
    /// its curve has components. Panics if there is no such channel, or if `out` is too short.
    ///
    /// The value is the one that players use: a quaternion between two keys is normalised, while [`Curve::sample`](crate::Curve::sample)
    /// gives the unnormalised numbers of straight lines and Bézier curves. At a key, the quaternion is that of the key. A channel that
    /// drives part of a quaternion gives the numbers of its curve.
    pub fn sample(&mut self, channel: usize, time: f64, out: &mut [f64]) {
        match &mut self.evaluator {
            Some(evaluator) if evaluator.has(channel) => evaluator.sample(channel, time, out),
            _ => {
                let (track, clock) = &mut self.tracks[channel];
                let width = track.width();
                let place = self.clocks[*clock].at(time);
                track.sample(place, &mut out[..width]);
                if self.clip.channels[channel].property() == &Property::Rotation
                    && !track.is_of_keys(place)
                    && let Some(rotation) = out.first_chunk_mut().filter(|_| width == 4)
                {
                    *rotation = quaternion::normalize(*rotation);
                }
            }
        }
    }
}

impl ClipSampler<'_> {
    /// The same for a channel whose curve has `WIDTH` components.
    #[inline(never)]
    pub(crate) fn whole<const WIDTH: usize>(&mut self, channel: usize, time: f64) -> [f64; WIDTH] {
        let mut out = [0.0; WIDTH];
        match &mut self.evaluator {
            Some(evaluator) if evaluator.has(channel) => evaluator.sample(channel, time, &mut out),
            _ => {
                let (track, clock) = &mut self.tracks[channel];
                track.sample(self.clocks[*clock].at(time), &mut out);
            }
        }
        out
    }

    /// The clock of a channel by its index in the clip.
    pub(crate) fn clock_of(&self, channel: usize) -> usize {
        self.tracks[channel].1
    }

    /// The position of a time in seconds among the keys of the channels that share a clock.
    #[inline]
    pub(crate) fn place(&mut self, clock: usize, time: f64) -> &Place {
        self.clocks[clock].at(time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Channel, Curve, Ease, Node, Poser, Times};

    /// Moves along X by the square of the time.
    #[derive(Debug)]
    struct Square;

    impl Evaluator for Square {
        fn has(&self, channel: usize) -> bool {
            channel == 1
        }

        fn sample(&mut self, _: usize, time: f64, out: &mut [f64]) {
            out[..3].copy_from_slice(&[time * time, 0.0, 0.0]);
        }
    }

    #[test]
    fn the_document_replaces_the_curves_that_it_computes() {
        let channel = |property| Channel::new(0, property, Curve::constant(&[2.0; 3]).unwrap()).unwrap();
        let clip = Clip::new("c")
            .with_nodes(vec![Node::new("n")])
            .with_channels(vec![channel(Property::Scale), channel(Property::Translation)]);
        let sampler = || ClipSampler::new(&clip).with_evaluator(Some(Box::new(Square)));
        let (mut sampler, mut poser) = (sampler(), Poser::of(sampler()));
        assert_eq!([0, 1].map(|channel| sampler.is_evaluated(channel)), [false, true]);
        let mut value = [0.0; 3];
        sampler.sample(0, 3.0, &mut value);
        assert_eq!(value, [2.0; 3]);
        sampler.sample(1, 3.0, &mut value);
        assert_eq!(value, [9.0, 0.0, 0.0]);
        let state = poser.node(0, -3.0);
        assert_eq!((state.transform.translation, state.transform.scale), ([9.0, 0.0, 0.0], [2.0; 3]));
    }

    #[test]
    fn a_rotation_between_keys_has_length_1_and_one_at_a_key_is_that_of_the_key() {
        let rotation = |ease| {
            let values = [0.0, 0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0].to_vec();
            let curve = Curve::new(Times::keys([0.0, 1.0, 2.0]).unwrap(), 4, values, ease).unwrap();
            Clip::new("c").with_channels(vec![Channel::new(0, Property::Rotation, curve).unwrap()])
        };
        let at = |clip: &Clip, time| {
            let mut value = [0.0; 4];
            ClipSampler::new(clip).sample(0, time, &mut value);
            value
        };
        // Half of both keys is (1, 0, 0, 0.5), whose length is √1.25. A cosine has the same value there, and so has a Bézier curve
        // without handles.
        let half = [1.0 / 1.25_f64.sqrt(), 0.0, 0.0, 0.5 / 1.25_f64.sqrt()];
        for ease in [Ease::Linear, Ease::Sine, Ease::Bezier] {
            let clip = rotation(ease);
            for (found, expected) in at(&clip, 0.5).into_iter().zip(half) {
                assert!((found - expected).abs() < 1e-12, "{ease:?}: {found}, expected {expected}");
            }
            assert_eq!(at(&clip, 1.0), [2.0, 0.0, 0.0, 0.0]);
        }
        assert_eq!(at(&rotation(Ease::Step), 1.5), [2.0, 0.0, 0.0, 0.0]);
    }
}
