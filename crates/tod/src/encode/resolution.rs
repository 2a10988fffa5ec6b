//! The default resolution of a file.

use anim_core::{Clip, Rate};

use super::schedule::{frame_count, moving};
use crate::EncodeOptions;
use crate::limits::{FREE_POSES, FREE_POSES_PER_KEY};

/// How long a frame lasts, and which frames have poses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pace {
    /// The duration of a frame in ticks of 1/60 s.
    pub(super) resolution: u16,
    /// One in this many frames has poses of nodes that move at any time, at least 1.
    pub(super) every: u32,
}

impl Pace {
    /// Poses in every frame.
    pub(super) fn full(resolution: u16) -> Self {
        Self { resolution, every: 1 }
    }

    /// The number of ticks nearest to a frame of the clip, or 2 if it has no rate; more if a long clip of few keys would have more poses
    /// than [`FREE_POSES`], or a clip that moves more frames or poses than the options allow; and poses in fewer frames if the longest
    /// frames are too short for that.
    pub(super) fn suitable(clip: &Clip, options: EncodeOptions) -> Self {
        let ticks = clip.rate.map_or(2, |rate| (60.0 / rate.hertz()).round().clamp(1.0, 65535.0) as u16);
        let count = moving(clip).into_iter().filter(|moves| *moves).count();
        if count == 0 {
            return Self::full(ticks);
        }
        let free = FREE_POSES.saturating_add(FREE_POSES_PER_KEY.saturating_mul(clip.key_count()));
        let allowed = (options.poses.get() / count) as f64;
        let most = free as f64 / count as f64;
        let most = most.min(allowed).clamp(1.0, f64::from(options.frames.get()));
        let frames = |ticks: u16| frame_count(clip.duration, Rate::sixtieths(ticks));
        if frames(ticks) <= most {
            return Self::full(ticks);
        }
        let resolution = (60.0 * clip.duration / most).ceil().min(65535.0) as u16;
        // Rounding may leave one frame more than counted.
        let every = if resolution < u16::MAX { 1.0 } else { (frames(resolution) / most).ceil() };
        Self { resolution, every: every as u32 }
    }
}

#[cfg(test)]
mod tests {
    use anim_core::{Channel, Curve, Ease, Node, Property, Times};

    use super::*;

    #[test]
    fn a_long_clip_of_few_keys_that_moves_has_fewer_frames_a_second() {
        let clip = |seconds: f64, ease: Ease| {
            let times = Times::keys([0.0, seconds]).unwrap();
            let curve = Curve::new(times, 3, vec![0.0, 0.0, 0.0, 1.0, 2.0, 3.0], ease).unwrap();
            let channels = (0..2).map(|node| Channel::new(node, Property::Translation, curve.clone()));
            Clip::new("")
                .with_duration(seconds)
                .with_nodes(vec![Node::new("a"), Node::new("b")])
                .with_channels(channels.collect::<Result<_, _>>().unwrap())
        };
        let suitable = |clip: &Clip| Pace::suitable(clip, EncodeOptions::default());
        // 65,536 poses of two nodes, and 8 for each of four keys: 32,784 frames.
        for (seconds, ticks) in
            [(60.0, 2), (1092.8, 2), (1092.9, 3), (3278.4, 6), (3278.5, 7), (35_808_000.0, 65535)]
        {
            assert_eq!(suitable(&clip(seconds, Ease::Linear)), Pace::full(ticks), "{seconds} s");
        }
        // Frames of 65,535 ticks are too short for that.
        for (seconds, every) in [(35_809_000.0, 2), (71_616_000.0, 2), (71_617_000.0, 3), (1e9, 28)] {
            let pace = Pace { resolution: 65535, every };
            assert_eq!(suitable(&clip(seconds, Ease::Linear)), pace, "{seconds} s");
        }
        assert_eq!(suitable(&clip(1e12, Ease::Step)), Pace::full(2));
        assert_eq!(suitable(&clip(60.0, Ease::Linear).with_rate(Rate::per_second(60))), Pace::full(1));
    }
}
