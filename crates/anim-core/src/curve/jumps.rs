//! Jumps that rounding puts between frames.

use std::borrow::Cow;

use crate::{Channel, Clip, Curve, Ease, Rate, Times, Wrap};

impl Clip {
    /// The clip in which each jump that comes up to `reach` frames after a frame is moved onto that frame, for frame-based formats:
    /// a sample at the frame is then the value after the jump. A jump is a step to another value, or two different keys up to
    /// `reach` frames apart.
    pub fn with_jumps_on_frames(&self, rate: Rate, reach: f64) -> Cow<'_, Self> {
        let mut clip = Cow::Borrowed(self);
        for (index, channel) in self.channels.iter().enumerate() {
            let moved =
                on_frames(channel.curve(), rate, reach).and_then(|curve| channel.with_curve(curve).ok());
            if let Some(moved) = moved {
                let channel: &mut Channel = &mut clip.to_mut().channels[index];
                *channel = moved;
            }
        }
        clip
    }
}

impl Curve {
    /// Whether the curve may jump: at a key, or where it restarts.
    pub fn may_jump(&self) -> bool {
        let wraps = self.wrap();
        (0..self.len()).any(|key| self.ease(key) == Ease::Step)
            || [wraps.0, wraps.1].contains(&Wrap::Repeat) && self.value(0) != self.value(self.len() - 1)
    }
}

/// The curve with its jumps on frames; `None` if they are there already.
fn on_frames(curve: &Curve, rate: Rate, reach: f64) -> Option<Curve> {
    let last = curve.len() - 1;
    let jump = |key: usize, [from, to]: [f64; 2]| {
        let is_near = rate.frame(to) - rate.frame(from) <= reach;
        let frame = rate.frame(to).round();
        let shown = rate.time(frame);
        let is_late = shown < to && rate.frame(to) - frame <= reach;
        // The ends of a repeating curve determine its period, so they stay.
        let is_free = key < last || curve.wrap() == (Wrap::Hold, Wrap::Hold);
        let is_jump = is_near || curve.ease(key - 1) == Ease::Step;
        (is_late && is_free && is_jump && curve.value(key - 1) != curve.value(key)).then_some(shown)
    };
    let mut times: Vec<f64> = curve.times().iter().collect();
    let mut is_moved = false;
    let mut next = f64::INFINITY;
    for key in (1..times.len()).rev() {
        if let Some(shown) = jump(key, [times[key - 1], times[key]]) {
            (times[key], is_moved) = (shown, true);
        }
        // Keys at the frame or after it come before the jump.
        if times[key] >= next {
            times[key] = next.next_down();
        }
        next = times[key];
    }
    if times[0] >= next {
        if curve.wrap() != (Wrap::Hold, Wrap::Hold) {
            return None;
        }
        times[0] = next.next_down();
    }
    if !is_moved {
        return None;
    }
    let handles = |key: usize, component: usize| curve.handles(key, component);
    curve.with_times(Times::keys(times).ok()?, handles).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Node, Property};

    const RATE: u32 = 30;

    fn shown(curve: Curve, frames: impl Iterator<Item = u32>) -> Vec<f64> {
        let channel = Channel::new(0, Property::Visible, curve).unwrap();
        let clip = Clip::new("").with_nodes(vec![Node::new("")]).with_channels(vec![channel]);
        let rate = Rate::per_second(RATE);
        let clip = clip.with_jumps_on_frames(rate, 1e-3);
        clip.validate().unwrap();
        frames.map(|frame| clip.channels[0].curve().at(rate.time(f64::from(frame)))[0]).collect()
    }

    fn curve(times: &[f64], values: &[f64], ease: Ease) -> Curve {
        Curve::new(Times::keys(times).unwrap(), 1, values.to_vec(), ease).unwrap()
    }

    #[test]
    fn a_frame_shows_what_comes_after_a_jump_that_rounding_puts_behind_it() {
        // 0.3 s is frame 9. The curve rises by 10 a frame and starts again there.
        let late = 0.3f64.next_up();
        for after in [late, late.next_up(), 0.3 + 5e-6, 0.3 + 3e-5] {
            let [before, end] = [after.next_down(), 0.6];
            let ramp = curve(&[0.0, before, after, end], &[0.0, 90.0, 0.0, 90.0], Ease::Linear);
            for (frame, value) in shown(ramp, 7..11).into_iter().zip([70.0, 80.0, 0.0, 10.0]) {
                assert!((value - frame).abs() < 1e-2, "{after}: {value} {frame}");
            }
            let steps = curve(&[0.0, after, end], &[0.0, 1.0, 2.0], Ease::Step);
            assert_eq!(shown(steps, 8..10), [0.0, 1.0], "{after}");
            let eases = vec![Ease::Linear, Ease::Step, Ease::Linear];
            let mixed = curve(&[0.0, 0.2, after], &[0.0, 0.0, 20.0], Ease::Linear).with_eases(eases).unwrap();
            assert_eq!(shown(mixed, 8..10), [0.0, 20.0], "{after}");
        }
    }

    #[test]
    fn all_else_stays() {
        let rate = Rate::per_second(RATE);
        let late = 0.3 + 5e-6;
        for (curve, why) in [
            (curve(&[0.0, late, 0.6], &[0.0, 9.0, 0.0], Ease::Linear), "no jump"),
            (curve(&[0.0, 0.3 - 5e-6, 0.3], &[0.0, 9.0, 0.0], Ease::Linear), "a jump to the frame"),
            (curve(&[0.0, 0.31, 0.6], &[0.0, 9.0, 0.0], Ease::Step), "a jump between frames"),
            (curve(&[0.0, late, 0.6], &[9.0, 9.0, 9.0], Ease::Step), "the same value"),
            (
                curve(&[0.0, late], &[0.0, 9.0], Ease::Step).with_wrap(Wrap::Hold, Wrap::Repeat),
                "the end of a period",
            ),
        ] {
            assert_eq!(on_frames(&curve, rate, 1e-3), None, "{why}");
        }
    }

    #[test]
    fn keys_that_rounding_puts_behind_a_frame_stay_in_order() {
        let step = |key: u32| 0.3 + f64::from(key) * 1e-9;
        let times: Vec<f64> = (0..1000).map(step).collect();
        let values: Vec<f64> = (0..1000).map(f64::from).collect();
        assert_eq!(shown(curve(&times, &values, Ease::Step), 9..10), [999.0]);
    }
}
