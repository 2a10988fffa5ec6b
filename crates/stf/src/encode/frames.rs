//! Times as frames.

use anim_core::{Clip, Rate};

use super::split::finite;

/// Frames closer than this are equal up to rounding in double precision.
const SAME: f64 = 1e-9;

/// The frames of ascending times: whole frames where the difference is only rounding, unless two different times would share
/// one.
pub(super) fn frames(times: impl IntoIterator<Item = f64>, rate: Rate, clip: &Clip) -> Vec<f64> {
    let (mut all, mut before): (Vec<f64>, Option<f64>) = (Vec::new(), None);
    for time in times {
        let exact = finite(rate.frame(time) + clip.first_frame);
        let mut frame = frame(time, rate, clip);
        // A jump is two keys at nearly equal times: the key nearer to the frame gets the whole frame.
        if let (Some(last), Some(before)) = (all.last_mut(), before)
            && *last >= frame
            && exact - before > SAME
        {
            *last = before;
            if *last >= frame {
                frame = exact;
            }
        }
        all.push(frame);
        before = Some(exact);
    }
    all
}

/// The frame of a time: a whole frame if the time is that of the frame or differs only by rounding, also to single precision; else a
/// fractional frame.
pub(super) fn frame(time: f64, rate: Rate, clip: &Clip) -> f64 {
    let frame = finite(rate.frame(time) + clip.first_frame);
    let near = frame.round();
    let is_single = f64::from(rate.time(near - clip.first_frame) as f32) == time;
    if is_single || (frame - near).abs() < SAME.max(1e-13 * near.abs()) { near } else { frame }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_single_precision_are_the_frames_they_are_nearest_to() {
        let (rate, clip) = (Rate::per_second(30), Clip::new(""));
        let single: Vec<f64> = (0..3000).map(|n| f64::from((f64::from(n) / 30.0) as f32)).collect();
        let whole: Vec<f64> = (0..3000).map(f64::from).collect();
        assert_eq!(frames(single, rate, &clip), whole);
        // In double precision, the same distance from a frame is intended.
        let time = 20.0 + 1e-7;
        assert!(frame(time, rate, &clip) > 600.0 && f64::from(time as f32) != time);
    }

    #[test]
    fn a_time_that_is_not_the_rounding_of_a_frame_stays() {
        let (rate, mut clip) = (Rate::per_second(30), Clip::new(""));
        clip.first_frame = 7.0;
        // Single precision has steps of 2 ms here.
        let time = 23_764.1_f32;
        assert_eq!(frame(f64::from(time), rate, &clip), 712_930.0);
        let early = f64::from(time.next_down());
        assert_eq!(frame(early, rate, &clip), early * 30.0 + 7.0);
    }

    #[test]
    fn times_that_would_share_a_frame_stay_apart() {
        let (rate, clip) = (Rate::per_second(30), Clip::new(""));
        let time = (7.0_f32 / 3.0).next_down();
        for times in [[time, time.next_up()], [time.next_up(), time.next_up().next_up()]] {
            let found = frames(times.map(f64::from), rate, &clip);
            assert!(found[0] < found[1] && found.contains(&70.0), "{times:?} {found:?}");
        }
    }
}
