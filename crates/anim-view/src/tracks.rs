//! Curves that the page evaluates: steps, straight lines and arcs between keys of a clock. Such curves keep their keys; all
//! others are sampled.

use std::collections::HashMap;

use anim_core::{Clip, Curve, Ease, Property, Sampler, Times, Wrap, quaternion};

use crate::columns::Columns;
use crate::data::{ClockData, Motion, TrackData};
use crate::times::{is_stepped, times};
use crate::{Error, Options};

/// The curves of a clip. `bytes` is the size that samples may still take.
pub(crate) fn tracks(
    clip: &Clip,
    options: &Options,
    columns: &mut Columns,
    bytes: &mut usize,
) -> Result<Motion, Error> {
    let mut writer =
        Writer { clip, options, columns, bytes, motion: Motion::default(), clocks: HashMap::new() };
    for channel in &clip.channels {
        let track = writer.track(channel.curve(), channel.property())?;
        writer.motion.tracks.push(track);
    }
    Ok(writer.motion)
}

/// The interpolation from one key to the next in the page.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(u8)]
enum Pace {
    Step = 0,
    Linear = 1,
    Slerp = 2,
}

struct Writer<'a> {
    clip: &'a Clip,
    options: &'a Options,
    columns: &'a mut Columns,
    bytes: &'a mut usize,
    motion: Motion,
    /// The clocks by the bits of their content.
    clocks: HashMap<Vec<u64>, usize>,
}

impl Writer<'_> {
    fn track(&mut self, curve: &Curve, property: &Property) -> Result<TrackData, Error> {
        let turns = *property == Property::Rotation && curve.width() == 4;
        // Straight lines between quaternions are normalised, so they are no straight lines in the page.
        let own = pace(curve, self.clip.duration).filter(|pace| !(turns && *pace == Pace::Linear));
        if let Some(pace) = own {
            let clock = self.clock(curve.times())?;
            self.take(4 * curve.values().len())?;
            return Ok((clock, pace as u8, self.columns.singles(curve.values().iter().copied()), None));
        }
        let width = curve.width();
        let times = times(self.clip, curve, self.options.rate, *self.bytes / (8 + 4 * width));
        let times = times.ok_or_else(|| self.too_large())?;
        let mut values = vec![0.0; times.len() * width];
        let mut sampled = times.clone();
        if is_stepped(curve) {
            // Played backwards, a step has the value of its other key at each key, and its own between them.
            times.windows(2).zip(&mut sampled).for_each(|(pair, time)| *time = pair[0].midpoint(pair[1]));
        }
        Sampler::new(curve).fill(&sampled, &mut values);
        if turns && !is_stepped(curve) {
            for value in values.as_chunks_mut().0 {
                *value = quaternion::normalize(*value);
            }
        }
        self.take(4 * values.len())?;
        let keys = self.clock(curve.times())?;
        let clock = self.clock(&Times::keys(times).map_err(|_| self.too_large())?)?;
        // A state has no values in between.
        let is_state = matches!(property, Property::Alive | Property::Parent | Property::Visible);
        let pace = if is_state || is_stepped(curve) { Pace::Step } else { Pace::Linear };
        Ok((clock, pace as u8, self.columns.singles(values), Some(keys)))
    }

    /// The index of a clock, which curves with the same times share.
    fn clock(&mut self, times: &Times) -> Result<usize, Error> {
        let uniform = times.rate().zip(times.first_frame());
        let bits: Vec<u64> = match uniform {
            Some((rate, first)) => {
                let [frames, seconds] = rate.parts();
                [first, frames, seconds, times.len() as f64].map(f64::to_bits).to_vec()
            }
            // The leading NaN, which is not a time, distinguishes lists of times from frames.
            None => std::iter::once(f64::NAN).chain(times.iter()).map(f64::to_bits).collect(),
        };
        if let Some(&index) = self.clocks.get(&bits) {
            return Ok(index);
        }
        let clock = if let Some((rate, first)) = uniform {
            let [frames, seconds] = rate.parts();
            ClockData::Uniform(first, frames, seconds, times.len())
        } else {
            self.take(8 * times.len())?;
            ClockData::Keys(self.columns.doubles(times.iter()), times.len())
        };
        self.clocks.insert(bits, self.motion.clocks.len());
        self.motion.clocks.push(clock);
        Ok(self.motion.clocks.len() - 1)
    }

    fn take(&mut self, bytes: usize) -> Result<(), Error> {
        *self.bytes = self.bytes.checked_sub(bytes).ok_or_else(|| self.too_large())?;
        Ok(())
    }

    fn too_large(&self) -> Error {
        Error::TooLarge { most: self.options.max_bytes }
    }
}

/// The interpolation of a curve within a clip, if it is uniform and the page supports it.
fn pace(curve: &Curve, duration: f64) -> Option<Pace> {
    let (before, after) = curve.wrap();
    let holds = |wrap: Wrap| wrap == Wrap::Hold || curve.len() == 1;
    if !(holds(before) || curve.start() <= 0.0) || !(holds(after) || curve.end() > duration) {
        return None;
    }
    if is_stepped(curve) {
        return Some(Pace::Step);
    }
    let first = curve.ease(0);
    let is_one = (0..curve.len() - 1).all(|key| curve.ease(key) == first);
    match first {
        Ease::Linear if is_one => Some(Pace::Linear),
        Ease::Slerp if is_one => Some(Pace::Slerp),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use anim_core::{Channel, Node, Rate};
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;

    use super::*;

    fn clip(curves: Vec<Curve>, duration: f64) -> Clip {
        let channel = |curve| Channel::new(0, Property::Translation, curve).unwrap();
        let channels = curves.into_iter().map(channel).collect();
        Clip::new("").with_duration(duration).with_nodes(vec![Node::new("a")]).with_channels(channels)
    }

    fn curve(ease: Ease) -> Curve {
        let values = [[0.0; 3], [1.0, 2.0, 0.0], [3.0, 4.0, 0.0]].concat();
        Curve::new(Times::keys([0.0, 0.5, 1.0]).unwrap(), 3, values, ease).unwrap()
    }

    fn written(clip: &Clip, bytes: &mut usize) -> Result<Motion, Error> {
        tracks(clip, &Options::default(), &mut Columns::default(), bytes)
    }

    #[test]
    fn whole_rotations_are_normalised_as_players_do() {
        // A half turn about x, whose middle is a quarter turn.
        let values = vec![0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0];
        let turn = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 4, values, Ease::Linear).unwrap();
        let channel = Channel::new(0, Property::Rotation, turn).unwrap();
        let clip =
            Clip::new("").with_duration(1.0).with_nodes(vec![Node::new("a")]).with_channels(vec![channel]);
        let mut columns = Columns::default();
        let motion = tracks(&clip, &Options::default(), &mut columns, &mut 100_000).unwrap();
        let (clock, pace, (_, first), _) = motion.tracks[0];
        assert_eq!(pace, Pace::Linear as u8);
        let ClockData::Keys(_, count) = motion.clocks[clock] else { panic!("{:?}", motion.clocks) };
        let block = STANDARD.decode(columns.texts().next().unwrap()).unwrap();
        let singles: Vec<f32> = block[first..].as_chunks().0[..4 * count]
            .iter()
            .map(|bytes| f32::from_le_bytes(*bytes))
            .collect();
        let (quaternions, _) = singles.as_chunks::<4>();
        let half = std::f32::consts::FRAC_1_SQRT_2;
        assert!(quaternions[count / 2].iter().zip([half, 0.0, 0.0, half]).all(|(a, b)| (a - b).abs() < 1e-6));
        for [x, y, z, w] in quaternions {
            assert!((x * x + y * y + z * z + w * w - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn steps_lines_and_arcs_keep_their_keys_and_share_a_clock_and_equal_values() {
        let clip = clip(vec![curve(Ease::Step), curve(Ease::Linear)], 2.0);
        let mut bytes = 1000;
        let motion = written(&clip, &mut bytes).unwrap();
        assert_eq!(motion.clocks, [ClockData::Keys((0, 0), 3)]);
        assert_eq!(motion.tracks, [(0, 0, (0, 24), None), (0, 1, (0, 24), None)]);
        assert_eq!(bytes, 1000 - 3 * 8 - 2 * 9 * 4);
    }

    #[test]
    fn frames_are_not_listed() {
        let times = Times::uniform(2.0, Rate::per_second(25), 2).unwrap();
        let curve = Curve::new(times, 3, vec![0.0; 6], Ease::Linear).unwrap();
        let motion = written(&clip(vec![curve], 1.0), &mut 1000).unwrap();
        assert_eq!(motion.clocks, [ClockData::Uniform(2.0, 25.0, 1.0, 2)]);
    }

    #[test]
    fn other_eases_and_what_repeats_within_the_clip_are_sampled() {
        let repeated = |end| (clip(vec![curve(Ease::Linear).with_wrap(Wrap::Hold, Wrap::Repeat)], end), end);
        let sampled = [(clip(vec![curve(Ease::Sine)], 1.0), 1.0), repeated(1.0), repeated(3.0)];
        for (clip, end) in sampled {
            let motion = written(&clip, &mut 100_000).unwrap();
            let (clock, pace, _, keys) = motion.tracks[0];
            let ClockData::Keys(_, count) = motion.clocks[clock] else { panic!("{:?}", motion.clocks) };
            assert!(count as f64 > 60.0 * end && pace == 1, "{count} to {end}");
            let ClockData::Keys(_, keys) = motion.clocks[keys.unwrap()] else {
                panic!("{:?}", motion.clocks)
            };
            assert_eq!(keys, 3, "those of the file");
        }
        let (kept, _) = repeated(0.9);
        assert_eq!(written(&kept, &mut 1000).unwrap().tracks[0].3, None);
    }

    #[test]
    fn steps_on_the_way_back_last_from_key_to_key() {
        let back = Curve::new(Times::keys([0.0, 0.5, 1.0]).unwrap(), 1, vec![0.0, 1.0, 2.0], Ease::Step);
        let back = back.unwrap().with_wrap(Wrap::Hold, Wrap::PingPong);
        let channel = Channel::new(0, Property::Visible, back).unwrap();
        let clip =
            Clip::new("").with_duration(2.0).with_nodes(vec![Node::new("a")]).with_channels(vec![channel]);
        let mut columns = Columns::default();
        let motion = tracks(&clip, &Options::default(), &mut columns, &mut 1000).unwrap();
        // Sampled at 0, 0.5, 1, 1.5 and 2. Equal columns are stored once.
        assert_eq!(motion.tracks[0].2, columns.singles([0.0, 1.0, 1.0, 0.0, 0.0]));
    }

    #[test]
    fn more_samples_than_are_wanted_are_refused() {
        let long = clip(vec![curve(Ease::Linear).with_wrap(Wrap::Hold, Wrap::Repeat)], 1e9);
        let many = clip(vec![curve(Ease::Linear)], 1.0);
        for (clip, mut bytes) in [(&long, 32 << 20), (&many, 3 * 8 + 9 * 4 - 1)] {
            let error = written(clip, &mut bytes).unwrap_err();
            assert_eq!(error, Error::TooLarge { most: Options::default().max_bytes });
        }
        assert!(written(&many, &mut (3 * 8 + 9 * 4)).is_ok());
    }
}
