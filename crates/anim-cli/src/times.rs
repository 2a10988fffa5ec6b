//! The times at which a clip is sampled.

use anim_core::edit::Moment;
use anim_core::{Clip, Rate};
use anim_formats::Moments;
use anim_formats::operations::moment;

use crate::exit::Failure;
use crate::numbers::whole;
use crate::text::counted;

/// The times to sample: by default every frame, or every key of a clip without a frame rate.
#[derive(Debug, clap::Args)]
pub(crate) struct TimeArgs {
    /// Sample at this rate from 0 to the end of the clip, in frames per second
    #[arg(long, value_name = "F", conflicts_with = "times", allow_negative_numbers = true, value_parser = rate)]
    fps: Option<Rate>,
    /// Sample at these times in seconds, or frame numbers of the file with an `f`: `0,0.5,12f` [default: every frame, or every key
    /// if the clip has no frame rate]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', allow_hyphen_values = true, value_parser = moment)]
    times: Vec<Moment>,
    /// Refuse to sample a clip at more than N frames [default: 68719476736 with --fps; without, 262144 or 64 for each key of the
    /// clip, whichever is more]
    #[arg(long, value_name = "N", conflicts_with = "times", allow_negative_numbers = true, value_parser = whole(1_u64..))]
    max_frames: Option<u64>,
}

/// The largest number of frames that are sampled at a requested rate: a row takes at least 16 bytes, so more are above a terabyte.
const MAX_FRAMES: u64 = 1 << 36;

fn rate(text: &str) -> Result<Rate, String> {
    let frames = text.parse::<f64>().map_err(|_| "expected a number".to_owned())?;
    Rate::new(frames, 1.0).map_err(|error| error.to_string())
}

impl TimeArgs {
    /// The times at which to sample a clip.
    pub(crate) fn of(&self, clip: &Clip) -> Result<Moments, Failure> {
        if !self.times.is_empty() {
            let times = self.times.iter().map(|moment| seconds(*moment, clip));
            return Ok(Moments::listed(times.collect::<Result<Vec<_>, _>>()?));
        }
        let moments = Moments::of(clip, self.fps);
        let Moments::Frames { count, .. } = &moments else { return Ok(moments) };
        let (name, keys) = (&clip.name, clip.key_count());
        let message = match self.max_frames {
            Some(most) if *count > most => {
                let most = counted(most as usize, "frame");
                format!("the clip `{name}` has more than {most}: --max-frames allows more")
            }
            None if self.fps.is_some() && *count > MAX_FRAMES => {
                format!(
                    "the clip `{name}` has more than {MAX_FRAMES} frames at this rate: choose a lower one, or allow more with --max-frames"
                )
            }
            None if self.fps.is_none() && *count > most_frames(clip) => {
                format!(
                    "the clip `{name}` has {count} frames, but only {keys} keys: choose a rate with --fps, times with --times, or \
                     allow more frames with --max-frames"
                )
            }
            _ => return Ok(moments),
        };
        Err(Failure::usage(message))
    }
}

/// The largest number of frames that are sampled by default: more than an hour at 60 frames per second, or more if the clip has as
/// many keys.
fn most_frames(clip: &Clip) -> u64 {
    const FREE: u64 = 1 << 18;
    const EACH: u64 = 64;
    FREE.max((clip.key_count() as u64).saturating_mul(EACH))
}

fn seconds(moment: Moment, clip: &Clip) -> Result<f64, Failure> {
    moment.seconds(clip).map_err(|error| Failure::usage(error.to_string()))
}

#[cfg(test)]
mod tests {
    use anim_core::{Channel, Curve, Ease, Node, Property, Times};

    use super::*;

    /// A clip of this length with keys at these times, its frame 5 at time 0.
    fn clip(duration: f64, rate: Option<Rate>, keys: &[f64]) -> Clip {
        let times = Times::keys(keys.to_vec()).unwrap();
        let curve = Curve::new(times, 1, vec![0.0; keys.len()], Ease::Step).unwrap();
        let channels = vec![Channel::new(0, Property::Visible, curve).unwrap()];
        let mut clip =
            Clip::new("").with_duration(duration).with_nodes(vec![Node::new("n")]).with_channels(channels);
        (clip.rate, clip.first_frame) = (rate, 5.0);
        clip
    }

    fn times(fps: Option<&str>, times: &str, clip: &Clip) -> Vec<f64> {
        let times =
            times.split(',').filter(|text| !text.is_empty()).map(|text| moment(text).unwrap()).collect();
        let args = TimeArgs { fps: fps.map(|fps| rate(fps).unwrap()), times, max_frames: None };
        args.of(clip).unwrap().seconds().collect()
    }

    #[test]
    fn frames_fill_the_duration() {
        let rate = Some(Rate::per_second(4));
        assert_eq!(
            times(None, "", &clip(0.75, rate, &[0.0, 0.25, 0.5])),
            [0.0, 0.25, 0.5],
            "the last key holds"
        );
        assert_eq!(times(None, "", &clip(0.5, rate, &[0.0, 0.5])), [0.0, 0.25, 0.5], "the last key ends it");
        assert_eq!(times(None, "", &clip(0.6, rate, &[0.0])), [0.0, 0.25, 0.5]);
        assert_eq!(times(None, "", &clip(0.0, rate, &[0.0])), [0.0]);
        assert_eq!(times(Some("2"), "", &clip(1.0, rate, &[0.0])), [0.0, 0.5]);
        let ntsc = Rate::new(30000.0, 1001.0).unwrap();
        assert_eq!(times(None, "", &clip(ntsc.time(1000.0), Some(ntsc), &[0.0])).len(), 1000);
    }

    #[test]
    fn more_frames_than_anyone_wants_have_to_be_asked_for() {
        let rate = Rate::per_second(60);
        let (hour, ages) = (clip(3600.0, Some(rate), &[0.0]), clip(1e9, Some(rate), &[0.0, 1.0]));
        assert_eq!(times(None, "", &hour).len(), 216_000);
        let args = |fps: Option<&str>| TimeArgs {
            fps: fps.map(|fps| super::rate(fps).unwrap()),
            times: vec![],
            max_frames: None,
        };
        let message = args(None).of(&ages).unwrap_err().message;
        assert!(message.contains("60000000000 frames, but only 2 keys"), "{message}");
        assert!(args(Some("60")).of(&ages).is_ok());
        assert_eq!(times(None, "0,12f", &ages).len(), 2);
    }

    #[test]
    fn more_frames_than_fill_a_disk_have_to_be_allowed() {
        let clip = clip(1.0, None, &[0.0]);
        let args = |fps: &str, max_frames: Option<u64>| {
            let fps = Some(rate(fps).unwrap());
            TimeArgs { fps, times: vec![], max_frames }.of(&clip).map_err(|failure| failure.to_string())
        };
        for fps in ["1e-308", "5e-324", "6e10", "68719476736"] {
            assert!(args(fps, None).is_ok(), "{fps}");
        }
        for fps in ["68719476737", "1e308"] {
            let message = args(fps, None).unwrap_err();
            assert!(message.contains("more than 68719476736 frames"), "{message}");
            assert!(message.contains("--max-frames"), "{message}");
        }
        assert!(args("68719476737", Some(68_719_476_737)).is_ok());
        assert!(args("10", Some(10)).is_ok());
        assert!(args("11", Some(10)).unwrap_err().contains("more than 10 frames"));
    }

    #[test]
    fn without_a_rate_the_keys_are_the_times() {
        assert_eq!(times(None, "", &clip(9.0, None, &[0.0, 0.1, 7.0])), [0.0, 0.1, 7.0]);
        assert_eq!(times(None, "", &Clip::default()), [0.0]);
    }

    #[test]
    fn times_are_seconds_or_the_files_own_frames() {
        let clip = clip(9.0, Some(Rate::per_second(60)), &[0.0]);
        assert_eq!(times(None, "2,0.5,5f,128f,6.5f,-1", &clip), [-1.0, 0.0, 0.025, 0.5, 2.0, 2.05]);
        let frame = TimeArgs { fps: None, times: vec![Moment::Frame(1.0)], max_frames: None };
        assert!(frame.of(&Clip::default()).is_err());
    }

    #[test]
    fn what_is_not_a_time_is_refused() {
        for text in ["", "f", "inf", "nan", "1s", "1e999"] {
            assert!(moment(text).is_err(), "{text}");
        }
        for text in ["0", "-1", "nan", "inf", "x"] {
            assert!(rate(text).is_err(), "{text}");
        }
    }
}
