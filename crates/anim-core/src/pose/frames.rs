//! What encoders of formats with a pose in each frame have in common: which times count as those of frames, at which other times the file
//! is compared with the clip, and the losses of a frame rate.

use crate::{Brief, Clip, Code, Curve, Deviation, Rate, Report, counted};

/// The largest distance of a time from a frame, in frames, at which it counts as on it.
pub const NEAR: f64 = 1e-3;

/// The same in seconds, where frames are long.
const NEAR_SECONDS: f64 = 1e-4;

/// Where between two frames the file is compared with the clip. The ends show jumps.
const PARTS: [f64; 5] = [0.0, 0.21, 0.5, 0.79, 1.0];

/// The same for clips of many frames.
const FEW_PARTS: [f64; 3] = [0.0, 0.5, 1.0];

/// The number of key times of repetitions that are compared for each frame, besides the keys themselves, and in all.
const REPEATS: [usize; 2] = [4, 1 << 17];

/// The part of a time that single precision may lose.
const SINGLE: f64 = 1e-6;

/// The part of a rate within which two rates are the same.
const SAME_RATE: f64 = 1e-9;

/// The largest distance of a time from a frame, in frames, at which it counts as on it in a clip of this many seconds: at most [`NEAR`],
/// less if frames are long, but not less than single precision loses.
///
/// ```
/// use anim_core::{Rate, frames};
///
/// assert_eq!(frames::near(9.0, Rate::per_second(30)), frames::NEAR);
/// assert_eq!(frames::near(9.0, Rate::per_second(1)), 1e-4);
/// ```
pub fn near(seconds: f64, rate: Rate) -> f64 {
    rate.frame(NEAR_SECONDS.max(f64::from(f32::EPSILON) * seconds)).min(NEAR)
}

/// Times in seconds from the first to the last of a span between two frames, both included; fewer in clips of many frames.
pub fn within([from, to]: [f64; 2], is_many: bool) -> impl Iterator<Item = f64> {
    let parts: &[f64] = if is_many { &FEW_PARTS } else { &PARTS };
    parts.iter().map(move |part| if *part == 1.0 { to } else { from + part * (to - from) })
}

/// The number of times that [`within`] has.
pub fn parts(is_many: bool) -> usize {
    if is_many { FEW_PARTS.len() } else { PARTS.len() }
}

/// Neighbours among the times, in seconds, at which a curve has keys or turns back, from the start of a clip to its end, except those that
/// are both shown by frames. Keys of repetitions count, unless there are too many for this number of frames.
pub fn unshown(
    curve: &Curve,
    seconds: f64,
    frames: usize,
    is_shown: impl Fn(f64) -> bool,
) -> impl Iterator<Item = [f64; 2]> {
    let [each, all] = REPEATS;
    let turns = 1 + 2 * curve.width();
    let most = turns * (curve.len() + 2) + (turns * each * frames).min(all);
    let times = curve.turning_times([0.0, seconds], most);
    let times = times.unwrap_or_else(|| curve.times().iter().collect());
    let pairs = (1..times.len()).map(move |next| [times[next - 1], times[next]]);
    pairs.filter(move |pair| !pair.iter().all(|time| is_shown(*time)))
}

/// Reports the frame rate of a clip if it is not that of the file.
pub fn report_rate(clip: &Clip, rate: Rate, code: &'static Code, report: &mut Report) {
    let is_other = |own: &Rate| (own.hertz() / rate.hertz() - 1.0).abs() > SAME_RATE;
    if let Some(own) = clip.rate.filter(is_other) {
        let (own, hertz) = (own.hertz(), rate.hertz());
        let message = if own == 1.0 {
            format!("{own} frame a second becomes {hertz}")
        } else {
            format!("{own} frames a second become {hertz}")
        };
        report.lose(code.dropped(message).in_clip(clip));
    }
}

/// Reports the number of the first frame of a clip if it is another one, `first`, in the file.
pub fn report_first_frame(clip: &Clip, first: f64, code: &'static Code, report: &mut Report) {
    let own = clip.first_frame;
    if own != first {
        let message = format!("the first frame has the number {own} and becomes number {first}");
        report.lose(code.dropped(message).in_clip(clip));
    }
}

/// Reports the duration of a clip if it is not that of the frames of the file.
pub fn report_duration(clip: &Clip, rate: Rate, frames: usize, code: &'static Code, report: &mut Report) {
    let seconds = rate.time(frames as f64);
    let longer = (seconds - clip.duration).abs();
    if longer > SINGLE * seconds.max(1.0) {
        let [own, seconds] = [clip.duration, seconds].map(Brief);
        let message = format!("the clip lasts {own} s, its {} {seconds} s", counted(frames, "frame"));
        report.lose(code.approximated(Deviation::time(longer), message).in_clip(clip));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ease, Times, Wrap};

    static CODE: Code = Code::note("test::code", "");

    #[test]
    fn a_time_is_near_a_frame_by_time_where_frames_are_long_and_by_single_precision_late() {
        let sixty = Rate::new(1.0, 60.0).unwrap();
        for (seconds, rate, expected) in [
            (1.0, Rate::per_second(60), 1e-3),
            (1.0, sixty, 1e-4 / 60.0),
            (2f64.powi(18), sixty, 0.031_25 / 60.0),
            (2f64.powi(20), sixty, 1e-3),
        ] {
            assert!((near(seconds, rate) - expected).abs() < 1e-12, "{seconds} s");
        }
    }

    #[test]
    fn keys_between_frames_are_unshown_and_so_are_those_of_repetitions() {
        let times = Times::keys([0.0, 1.0, 1.5, 3.0]).unwrap();
        let curve = Curve::new(times, 1, vec![0.0, 1.0, 2.0, 0.0], Ease::Linear).unwrap();
        let is_whole = |time: f64| time.fract() == 0.0;
        let found = |curve: &Curve, seconds| unshown(curve, seconds, 6, is_whole).collect::<Vec<_>>();
        assert_eq!(found(&curve, 3.0), [[1.0, 1.5], [1.5, 3.0]]);
        let curve = curve.with_wrap(Wrap::Hold, Wrap::Repeat);
        assert_eq!(found(&curve, 6.0), [[1.0, 1.5], [1.5, 3.0], [4.0, 4.5], [4.5, 6.0]]);
    }

    #[test]
    fn a_rate_and_a_duration_are_reported_if_they_change() {
        let clip =
            |rate: u32, seconds: f64| Clip::new("c").with_rate(Rate::per_second(rate)).with_duration(seconds);
        for (clip, rate, frames, expected) in [
            (clip(30, 2.0), 30, 60, &[][..]),
            (clip(30, 2.0), 24, 48, &["30 frames a second become 24"][..]),
            (clip(1, 0.5), 2, 1, &["1 frame a second becomes 2"]),
            (clip(2, 0.1), 2, 1, &["the clip lasts 0.1 s, its 1 frame 0.5 s"]),
            (clip(2, 0.9), 2, 2, &["the clip lasts 0.9 s, its 2 frames 1 s"]),
        ] {
            let (mut report, rate) = (Report::new(), Rate::per_second(rate));
            report_rate(&clip, rate, &CODE, &mut report);
            report_duration(&clip, rate, frames, &CODE, &mut report);
            let messages: Vec<&str> = report.losses.iter().map(|loss| &*loss.message).collect();
            assert_eq!(messages, expected);
        }
    }
}
