//! The default frame rate of a clip.

use anim_core::{Clip, Rate};

use crate::EncodeOptions;
use crate::limits::{FREE_POSES, FREE_POSES_PER_KEY};

/// The rate of the clip, or 30 frames a second; fewer if a long clip of few keys would have more poses than [`FREE_POSES`], or
/// the clip more frames or poses than the options allow.
pub(super) fn suitable(clip: &Clip, options: &EncodeOptions) -> Rate {
    let rate = clip.rate.unwrap_or(Rate::per_second(30));
    let free = FREE_POSES.saturating_add(FREE_POSES_PER_KEY.saturating_mul(clip.key_count()));
    let most = free.min(options.poses.get()) as f64;
    let most = most / clip.nodes.len().max(1) as f64;
    // There may be an additional frame at the end.
    let most = most.min((options.frames.get() - 1) as f64);
    if rate.frame(clip.duration) <= most {
        return rate;
    }
    // Prefers a whole number of seconds between frames, or of frames per second.
    let seconds = clip.duration / most;
    let slower =
        if seconds > 1.0 { Rate::new(1.0, seconds.ceil()) } else { Rate::new((1.0 / seconds).floor(), 1.0) };
    slower.unwrap_or(rate)
}

#[cfg(test)]
mod tests {
    use anim_core::Node;

    use super::*;

    #[test]
    fn a_long_clip_of_few_keys_has_fewer_frames_a_second() {
        let clip = |duration: f64| {
            Clip::new("").with_duration(duration).with_nodes(vec![Node::new("a"), Node::new("b")])
        };
        for (seconds, expected) in
            [(60.0, [30.0, 1.0]), (1000.0, [30.0, 1.0]), (15_000.0, [2.0, 1.0]), (1e6, [1.0, 31.0])]
        {
            assert_eq!(suitable(&clip(seconds), &EncodeOptions::default()).parts(), expected, "{seconds}");
        }
        assert_eq!(
            suitable(&clip(1e12).with_rate(Rate::per_second(60)), &EncodeOptions::default())
                .frame(1e12)
                .floor(),
            32_767.0
        );
    }
}
