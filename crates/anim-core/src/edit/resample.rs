//! Clips with keys at a uniform rate.

use std::borrow::Cow;
use std::f64::consts::PI;

use super::by_node::ByNode;
use super::distance::{Distance, angles, off};
use super::draft::SAME;
use super::turn::Turn;
use super::{EditError, codes};
use crate::clip::ends::reaches;
use crate::{
    Brief, Change, Channel, Clip, ClipError, Curve, Deviation, Difference as _, Ease, MAX_KEYS, Property,
    Rate, Report, Sampler, Times, Winding, Wrap, frames,
};

/// How many keys a curve may get for each of its own, if it has many: recordings of any length have four times as many frames a second.
const EACH: usize = 4;

/// How many keys all curves of the clips that are resampled together may get, besides those for each of their own.
pub(super) const TOGETHER: usize = 4 * MAX_KEYS;

/// The number of keys, with their repeats, at which all curves of a clip together are compared with their frames. Beyond that the error
/// is bounded, not measured.
const COMPARED: usize = 1 << 18;

/// The largest distance from whole frames, in frames, at which a duration becomes whole and a curve begins and ends on frames: files
/// write frame times in few digits.
const WHOLE: f64 = 0.01;

/// The drift of frame times of five digits, in frames for each frame.
const DRIFT: f64 = 1e-5;

/// How many more keys are compared for each key of the clip.
const COMPARED_PER_KEY: usize = 64;

/// The clip with a key on each frame of a rate, counted from the start.
///
/// Steps stay steps; rotations are joined by arcs, everything else by straight lines. A curve that begins and ends on frames keeps
/// its first key, its last key and its wraps. Any other curve gets the frames of the clip, extended to its own keys where it holds,
/// and holds its values before and after. The error between the frames is measured, or bounded if a curve repeats too often. The
/// first frame gets its number at the new rate if that is a whole number, else 0. A duration that differs from whole frames by at most
/// 0.01 frames, or by 10⁻⁵ of their number if that is more (and less than half a frame), becomes whole. Events stay in the clip.
///
/// Errors: [`EditError::Clip`] for more than [`MAX_KEYS`] keys in a curve, or four times as many in all curves, and 4 for each of
/// their own.
pub fn resample(clip: &Clip, rate: Rate, report: &mut Report) -> Result<Clip, EditError> {
    resampled(clip, rate, TOGETHER, report)
}

/// [`resample`], where all curves may get `together` keys besides those for each of their own.
pub(super) fn resampled(
    clip: &Clip,
    rate: Rate,
    together: usize,
    report: &mut Report,
) -> Result<Clip, EditError> {
    let clip = &*in_whole_frames(clip, rate, report);
    let by_node = ByNode::new(clip);
    let most = together.saturating_add(EACH.saturating_mul(clip.key_count()));
    let mut room = Room {
        most,
        keys: most,
        compared: COMPARED.saturating_add(COMPARED_PER_KEY.saturating_mul(clip.key_count())),
    };
    let channel = |channel| -> Result<Channel, ClipError> {
        Channel::with_curve(channel, sampled(&by_node, channel, rate, &mut room, report)?)
    };
    let channels: Result<Vec<_>, _> = clip.channels.iter().map(channel).collect();
    let channels = channels.map_err(EditError::of(&clip.name))?;
    report.change(Change::new("resample", format!("{} frames a second", rate.hertz())).in_clip(clip));
    let first_frame = first_frame(clip, rate, report);
    Ok(Clip { rate: Some(rate), first_frame, channels, ..clip.clone() })
}

/// The clip with a duration of whole frames if it is near one, at whose end events of its last moment are.
fn in_whole_frames<'a>(clip: &'a Clip, rate: Rate, report: &mut Report) -> Cow<'a, Clip> {
    let duration = rate.time(rate.frame(clip.duration).round());
    let off = (duration - clip.duration).abs();
    if duration <= 0.0 || off < SAME || !is_near_frame(clip.duration, rate) {
        return Cow::Borrowed(clip);
    }
    let message = format!("the clip lasts {} s instead of {} s", Brief(duration), Brief(clip.duration));
    report.lose(codes::DURATION.approximated(Deviation::time(off), message).in_clip(clip));
    let mut whole = Clip { duration, ..clip.clone() };
    for event in whole.events.iter_mut().filter(|event| event.time <= clip.duration) {
        event.time = event.time.min(duration);
    }
    Cow::Owned(whole)
}

/// Whether a time is that of a frame, apart from the drift of frame times with few digits.
pub(super) fn is_near_frame(time: f64, rate: Rate) -> bool {
    let frame = rate.frame(time);
    (frame - frame.round()).abs() <= WHOLE.max(DRIFT * frame.abs()).min(0.49)
}

/// The number of the first frame at a rate.
fn first_frame(clip: &Clip, rate: Rate, report: &mut Report) -> f64 {
    let first = clip.first_frame;
    // Without a rate, nothing states how long the frames before it last.
    let factor = clip.rate.map_or(1.0, |own| rate.hertz() / own.hertz());
    if (factor - 1.0).abs() < SAME {
        return first;
    }
    let number = first * factor;
    if (number - number.round()).abs() < SAME * number.abs().max(1.0) {
        return number.round();
    }
    frames::report_first_frame(clip, 0.0, &codes::FRAME, report);
    0.0
}

/// What is left for the other curves of a clip.
struct Room {
    /// The keys that all curves may get.
    most: usize,
    /// Those that are left.
    keys: usize,
    /// The keys of curves at which they are compared with their frames.
    compared: usize,
}

fn sampled<'a>(
    by_node: &ByNode<'a>,
    channel: &'a Channel,
    rate: Rate,
    room: &mut Room,
    report: &mut Report,
) -> Result<Curve, ClipError> {
    let (clip, curve, property) = (by_node.clip, channel.curve(), channel.property());
    if curve.len() == 1 {
        return Ok(curve.clone());
    }
    let most = MAX_KEYS.max(curve.len().saturating_mul(EACH));
    let frame = |time: f64| {
        let frame = rate.frame(time);
        (rate.time(frame.round()) - time).abs() < SAME * time.abs().max(1.0)
    };
    let ends = [curve.start(), curve.end()];
    let (before, after) = curve.wrap();
    // A period must not change, but a curve that holds may begin and end slightly off its frames.
    let is_held = (before, after) == (Wrap::Hold, Wrap::Hold);
    let framed =
        ends.into_iter().all(frame) || is_held && ends.into_iter().all(|end| is_near_frame(end, rate));
    let (from, to) = if framed {
        (curve.start(), curve.end())
    } else {
        // A curve that holds may have keys outside the clip.
        let reach = |wrap: Wrap, end: f64| if wrap == Wrap::Hold { end } else { 0.0 };
        let (from, to) =
            (reach(before, curve.start()).min(0.0), reach(after, curve.end()).max(clip.duration));
        let is_far = rate.frame(to - from) >= most as f64;
        if is_far { (0.0, clip.duration) } else { (from, to) }
    };
    let [first, last] = if framed {
        [from, to].map(|end| rate.frame(end).round())
    } else {
        [(rate.frame(from) + 1e-6).floor(), (rate.frame(to) - 1e-6).ceil()]
    };
    let [from, to] = if framed { [from, to] } else { [rate.time(first), to] };
    let count = (last - first + 1.0).max(1.0);
    if count > most as f64 {
        return Err(ClipError::TooManyKeys { most });
    }
    room.keys = room.keys.checked_sub(count as usize).ok_or(ClipError::TooManyKeys { most: room.most })?;
    let times = Times::uniform(first, rate, count as usize)?;
    let width = curve.width();
    let mut values = vec![0.0; times.len() * width];
    let mut sampler = Sampler::new(curve);
    for (time, out) in times.iter().zip(values.chunks_exact_mut(width)) {
        sampler.sample(time, out);
    }
    let steps = (0..curve.len() - 1).all(|key| curve.ease(key) == Ease::Step)
        || matches!(property, Property::Parent | Property::Alive | Property::Visible);
    let ease = match property {
        _ if steps => Ease::Step,
        Property::Rotation if width == 4 => Ease::Slerp,
        _ => Ease::Linear,
    };
    if framed {
        // The last key has its own value, not that of the first key of the next period.
        let at = values.len() - width;
        values[at..].copy_from_slice(curve.value(curve.len() - 1));
    }
    let mut new = Curve::new(times, width, values, ease)?;
    if framed {
        new = new.with_wrap(before, after);
    } else if reaches(channel, [from, to]) {
        let message = "a curve of frames holds its values before the clip and after its end";
        report.lose(codes::ENDS.dropped(message).of_channel(clip, channel));
    }
    let error = match curve.unrolled_times([from, to], room.compared) {
        Some(times) => {
            let most = room.compared;
            room.compared -= times.len().min(most);
            let (turn, mut old) = (Turn::of(channel, by_node), vec![0.0; width]);
            let angles = angles(property, [curve, &new]);
            off(&new, 0.0, (&[curve], most), [from, to], &mut Winding::new(&angles), |time, new| {
                sampler.sample(time, &mut old);
                turn.shown(time, &old, new)
            })
        }
        None => spread(curve, property, rate.time(1.0)),
    };
    if error > SAME {
        let error = Deviation::of(property, error);
        report.lose(codes::CURVE.approximated(error, "between its frames").of_channel(clip, channel));
    }
    Ok(new)
}

/// An upper bound of the distance between two values of a repeating curve that are at most so many seconds apart.
fn spread(curve: &Curve, property: &Property, seconds: f64) -> f64 {
    if *property == Property::Rotation {
        return PI;
    }
    let (before, after) = curve.wrap();
    let rises = [before, after].contains(&Wrap::RepeatWithOffset);
    let periods = if rises { seconds / (curve.end() - curve.start()) + 1.0 } else { 0.0 };
    let last = curve.len() - 1;
    let range = |component: usize| {
        let value = |key: usize| curve.value(key)[component];
        let low_high = |[low, high]: [f64; 2], limit: f64| [low.min(limit), high.max(limit)];
        let [low, high] = curve.limits(component).fold([f64::INFINITY, f64::NEG_INFINITY], low_high);
        [low, high + periods * (value(last) - value(0)).abs()]
    };
    let (low, high): (Vec<f64>, Vec<f64>) =
        (0..curve.width()).map(range).map(|[low, high]| (low, high)).unzip();
    Distance::of(property, &low, &high).size(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Event, Fate, Handles};

    #[test]
    fn a_curve_spreads_as_far_as_its_values_and_handles_and_what_it_rises() {
        let curve = |times: &[f64], values: &[f64], ease: Ease| {
            let width = values.len() / times.len();
            Curve::new(Times::keys(times).unwrap(), width, values.to_vec(), ease).unwrap()
        };
        let number = Property::named("x", 1);
        let plain = curve(&[0.0, 0.2, 0.5], &[1.0, 4.0, -2.0], Ease::Linear);
        assert_eq!(spread(&plain.clone().with_wrap(Wrap::Hold, Wrap::Repeat), &number, 1.0), 6.0);
        let handle = |into: f64, out: f64| Handles { into: [-0.1, into], out: [0.1, out] };
        let smooth = curve(&[0.0, 0.2, 0.5], &[1.0, 4.0, -2.0], Ease::Bezier).with_handles(vec![
            handle(0.0, 0.0),
            handle(0.0, 3.0),
            handle(-0.5, 0.0),
        ]);
        assert_eq!(spread(&smooth.unwrap(), &number, 1.0), 7.0 + 2.5);
        // Two periods in a second, and the rest of a third one.
        for sign in [1.0, -1.0] {
            let rising = curve(&[2.0, 2.5], &[7.0, 7.0 + sign], Ease::Linear);
            for wraps in [(Wrap::RepeatWithOffset, Wrap::Hold), (Wrap::Hold, Wrap::RepeatWithOffset)] {
                assert_eq!(spread(&rising.clone().with_wrap(wraps.0, wraps.1), &number, 1.0), 1.0 + 3.0);
            }
        }
        let path = curve(&[0.0, 1.0], &[0.0, 0.0, 5.0, 2.0, 3.0, 11.0], Ease::Linear);
        assert_eq!(spread(&path, &Property::Translation, 1.0), 7.0);
        let turn = curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0], Ease::Slerp);
        assert_eq!(spread(&turn, &Property::Rotation, 1.0), PI);
    }

    #[test]
    fn a_duration_near_whole_frames_becomes_these() {
        for (frame_time, frames, hertz, seconds, off) in [
            (0.033_333_3, 33.0, 30, 1.1, 1.1e-6),
            (0.008_333_3, 300.0, 120, 2.5, 1e-5),
            (0.008_333_3, 3000.0, 120, 25.0, 1e-4),
            (0.033_333_3, 12_000.0, 30, 400.0, 4e-4),
            (0.04, 33.0, 25, 1.32, 0.0),
            // The same clip at half and twice its rate, and a duration that is not a whole number of frames.
            (0.033_333_3, 33.0, 15, 33.0 * 0.033_333_3, 0.0),
            (0.033_333_3, 33.0, 60, 1.1, 1.1e-6),
            (0.033_3, 33.0, 30, 33.0 * 0.033_3, 0.0),
        ] {
            let times: Vec<f64> = (0..frames as usize).map(|frame| frame as f64 * frame_time).collect();
            let values = vec![0.0; times.len()];
            let curve = Curve::new(Times::keys(times).unwrap(), 1, values, Ease::Linear).unwrap();
            let clip = Clip::new("walk")
                .with_duration(frame_time * frames)
                .with_nodes(vec![crate::Node::new("hip")])
                .with_channels(vec![Channel::new(0, Property::named("x", 1), curve).unwrap()]);
            let mut report = Report::new();
            let resampled = resample(&clip, Rate::per_second(hertz), &mut report).unwrap();
            let found = resampled.duration;
            assert!((found - seconds).abs() < 1e-12, "{frame_time} at {hertz}: {found}");
            let end = resampled.channels[0].curve().end();
            assert!(off == 0.0 || end < seconds - 1e-6, "{frame_time} at {hertz}: the last key is at {end}");
            let error = match report.losses.first().map(|loss| loss.fate) {
                Some(Fate::Approximated(error)) => error.size,
                _ => 0.0,
            };
            assert!((error - off).abs() < 1e-9_f64, "{frame_time} at {hertz}: {error}");
        }
    }

    #[test]
    fn events_of_a_clip_that_becomes_shorter_stay_in_it() {
        let events = [0.5, 1.000_02, 1.5].map(|time| Event::named(time, "step", Vec::new()));
        let clip = Clip { events: events.to_vec(), ..Clip::new("walk").with_duration(1.000_02) };
        let found = resample(&clip, Rate::per_second(30), &mut Report::new()).unwrap().events;
        assert_eq!(found.iter().map(|event| event.time).collect::<Vec<_>>(), [0.5, 1.0, 1.5]);
    }

    #[test]
    fn the_curves_of_a_clip_share_their_keys() {
        let curve = Curve::new(Times::keys([0.0, 2.0]).unwrap(), 1, vec![0.0, 1.0], Ease::Linear).unwrap();
        let channels = |count: usize| {
            let channel = |node| Channel::new(node, Property::named("x", 1), curve.clone()).unwrap();
            (0..count).map(channel).collect()
        };
        let clip = |count: usize| {
            Clip::new("many").with_duration(2.0).with_nodes(vec![crate::Node::new("n"); count])
        };
        let resampled = |count: usize| {
            let clip = clip(count).with_channels(channels(count));
            resampled(&clip, Rate::per_second(10), 39, &mut Report::new())
        };
        // A curve gets 21 keys, and brings room for eight.
        assert_eq!(resampled(3).unwrap().key_count(), 63);
        let Err(EditError::Clip { error, .. }) = resampled(4) else { panic!("a curve too many") };
        assert_eq!(error, ClipError::TooManyKeys { most: 39 + 4 * 8 });
    }
}
