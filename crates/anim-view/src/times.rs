//! The sample times of curves that the page cannot evaluate: the keys, and in between as many as a screen can show.

use anim_core::{Clip, Curve, Ease, Rate, Wrap};

/// The smallest distance between two samples, in seconds.
const NEAR: f64 = 1e-9;

/// The times at which to sample a curve of a clip, ascending; `None` for more than `most` times. A curve that steps is constant
/// from each of them up to the next.
pub(crate) fn times(clip: &Clip, curve: &Curve, rate: Option<f64>, most: usize) -> Option<Vec<f64>> {
    let mut times = vec![0.0, clip.duration];
    let keys = anim_plot::key_times(curve, [0.0, clip.duration], most)?;
    if !is_stepped(curve) {
        let may_jump = may_jump(curve);
        times.extend(keys.iter().filter(|_| may_jump).flat_map(|&key| beside_jumps(curve, key)));
        let grid = grid(clip, rate);
        let count = (grid.frame(clip.duration) + 1e-6).floor();
        if count > most as f64 {
            return None;
        }
        let frames = (0..=count as usize).map(|frame| grid.time(frame as f64));
        times.extend(frames.filter(|&time| time <= clip.duration));
    }
    times.extend(keys);
    times.sort_by(f64::total_cmp);
    // Of two keys at a jump, the later one has the value that lasts.
    times.dedup_by(|later, earlier| {
        let is_near = *later - *earlier < NEAR;
        if is_near {
            *earlier = *later;
        }
        is_near
    });
    (times.len() <= most).then_some(times)
}

/// Whether a curve is constant from each key up to the next.
pub(crate) fn is_stepped(curve: &Curve) -> bool {
    curve.len() == 1 || (0..curve.len() - 1).all(|key| curve.ease(key) == Ease::Step)
}

/// The sampling rate: the requested one, or a multiple of the clip's own, so that its frames are among the samples.
fn grid(clip: &Clip, rate: Option<f64>) -> Rate {
    /// The rate of most screens.
    const SCREEN: u32 = 60;
    let own = clip.rate.unwrap_or(Rate::per_second(SCREEN));
    let [frames, seconds] = own.parts();
    let times = (f64::from(SCREEN) / own.hertz()).ceil().max(1.0);
    let grid = rate.map_or_else(|| Rate::new(frames * times, seconds), |rate| Rate::new(rate, 1.0));
    grid.unwrap_or(own)
}

/// Whether a curve may jump at one of its keys.
fn may_jump(curve: &Curve) -> bool {
    let starts_again = |wrap: Wrap| matches!(wrap, Wrap::Repeat | Wrap::RepeatWithOffset);
    let (before, after) = curve.wrap();
    let steps = || (0..curve.len()).any(|key| curve.ease(key) == Ease::Step);
    let close = || curve.times().iter().zip(curve.times().iter().skip(1)).any(|(a, b)| b - a < NEAR);
    starts_again(before) || starts_again(after) || steps() || close()
}

/// For each jump at a key, from the value before it or to the value after it, a time so near that no motion is visible in
/// between.
fn beside_jumps(curve: &Curve, key: f64) -> impl Iterator<Item = f64> + use<> {
    const ASIDE: f64 = 1e-5;
    let own = curve.at(key);
    let jumps = |aside: f64| {
        let [near, far] = [1.0, 2.0].map(|times| curve.at(key + times * aside));
        // A smooth curve changes about as much in the next moment.
        let is_jump = |((own, near), far): ((&f64, &f64), &f64)| {
            let least = 1e-9 * own.abs().max(near.abs());
            (own - near).abs() > (4.0 * (near - far).abs()).max(least)
        };
        let is_any = own.iter().zip(&near).zip(&far).any(is_jump);
        Some(key + aside).filter(|time| is_any && *time > 0.0)
    };
    [jumps(-ASIDE), jumps(ASIDE)].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use anim_core::Times;

    use super::*;

    fn curve(ease: Ease, wrap: Wrap) -> Curve {
        let times = Times::keys([0.0, 0.5, 1.0]).unwrap();
        let values = [[0.0; 3], [1.0, 2.0, 0.0], [3.0, 4.0, 0.0]].concat();
        Curve::new(times, 3, values, ease).unwrap().with_wrap(Wrap::Hold, wrap)
    }

    fn sampled(duration: f64, curve: &Curve, rate: Option<f64>) -> Vec<f64> {
        times(&Clip::new("").with_duration(duration), curve, rate, 1000).unwrap()
    }

    #[test]
    fn steps_are_sampled_at_their_keys_alone() {
        assert_eq!(sampled(2.0, &curve(Ease::Step, Wrap::Hold), None), [0.0, 0.5, 1.0, 2.0]);
        assert_eq!(sampled(2.0, &curve(Ease::Step, Wrap::Repeat), None), [0.0, 0.5, 1.0, 1.5, 2.0]);
    }

    #[test]
    fn of_two_keys_at_a_jump_the_later_one_counts() {
        let times = Times::keys([0.0, 0.5f64.next_down(), 0.5, 1.0]).unwrap();
        let jump = Curve::new(times, 1, vec![0.0, 1.0, 5.0, 6.0], Ease::Linear).unwrap();
        assert_eq!(sampled(1.0, &jump, Some(1.0)), [0.0, 0.5 - 1e-5, 0.5, 0.5 + 1e-5, 1.0]);
    }

    #[test]
    fn a_step_on_the_way_back_is_sampled_after_its_key() {
        let back = curve(Ease::Step, Wrap::PingPong).with_eases(vec![Ease::Step, Ease::Linear, Ease::Linear]);
        let times = sampled(2.0, &back.unwrap(), Some(1.0));
        // Forwards the step ends in a jump before 0.5, backwards it begins with one after 1.5.
        assert_eq!(times, [0.0, 0.5 - 1e-5, 0.5, 1.0, 1.5, 1.5 + 1e-5, 2.0]);
    }

    #[test]
    fn smooth_motion_is_sampled_at_frames_and_keys_and_before_jumps() {
        let sine = curve(Ease::Sine, Wrap::Hold);
        assert_eq!(sampled(1.0, &sine, Some(3.0)), [0.0, 1.0 / 3.0, 0.5, 2.0 / 3.0, 1.0]);
        let jump = sampled(1.5, &curve(Ease::Linear, Wrap::Repeat), Some(1.0));
        assert_eq!(jump, [0.0, 0.5, 1.0 - 1e-5, 1.0, 1.5]);
        let framed = Clip::new("").with_duration(1.0).with_rate(Rate::per_second(25));
        let times = times(&framed, &sine, None, 1000).unwrap();
        assert_eq!(
            times.len(),
            77,
            "a key, and 75 a second: the least multiple of 25 that is no less than 60"
        );
        assert!((0..=25).all(|frame| times.contains(&(f64::from(frame) / 25.0))));
    }

    #[test]
    fn more_samples_than_are_wanted_are_refused() {
        let long = Clip::new("").with_duration(1e9);
        for wrap in [Wrap::Repeat, Wrap::Hold] {
            assert_eq!(times(&long, &curve(Ease::Sine, wrap), None, 1000), None);
        }
    }
}
