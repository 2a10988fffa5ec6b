//! Clip to document.

mod encoder;
mod ids;
mod schedule;
mod written;

use anim_core::{Beside, Clip, Curve, Ease, Encode, Location, Loss, Options, Rate, Sink, Wrap};

use crate::{EncodeOptions, Error, ErrorKind, Frame, Tod, codes};
use encoder::Encoder;
use schedule::Schedule;

/// The most frames that encoding makes: almost five hours at 60 a second.
pub const MAX_FRAMES: usize = 1 << 20;

/// The most poses of moving nodes that encoding makes, over all frames: 64 nodes for more than an hour at 60 a second.
pub const MAX_POSES: usize = 1 << 24;

impl Encode for Tod {
    fn from_clips(
        clips: &[Clip],
        options: &Options,
        _: &dyn Beside,
        sink: &mut dyn Sink,
    ) -> Result<Self, Error> {
        let [clip] = clips else {
            let names = clips.iter().map(|clip| clip.name.clone()).collect();
            return Err(Error::new(ErrorKind::Clips { names }, Location::default()));
        };
        Self::from_clip(clip, &EncodeOptions::from(options), sink)
    }
}

impl Tod {
    /// A clip as a TOD: every node an object, sampled once a frame, a packet for each part that changes. There is a frame
    /// wherever one begins before the clip ends.
    ///
    /// Nodes named `object N`, `light N` and `camera N` get that id, other nodes the next free one as objects. A channel
    /// of matrices becomes matrix packets, all else rotation, scale and translation; the angles are chosen so that the
    /// console's steps of 1/4096 turn are the nearest. What is rounded, cut or left out is reported.
    ///
    /// Errors: [`ErrorKind::Nodes`], [`ErrorKind::Duration`], [`ErrorKind::Poses`], [`ErrorKind::Crowd`],
    /// [`ErrorKind::Clip`].
    pub fn from_clip(clip: &Clip, options: &EncodeOptions, sink: &mut dyn Sink) -> Result<Self, Error> {
        let error = |kind| Error::new(kind, Location::path(&clip.name));
        clip.validate().map_err(|invalid| error(ErrorKind::Clip(invalid)))?;
        if clip.nodes.len() > usize::from(u16::MAX - 1) {
            return Err(error(ErrorKind::Nodes { count: clip.nodes.len() }));
        }
        let resolution = options.resolution.unwrap_or_else(|| nearest_resolution(clip.rate));
        let rate = Rate::sixtieths(resolution);
        let count = (rate.frame(clip.duration) - ON_FRAME).ceil().max(1.0);
        if count > MAX_FRAMES as f64 {
            return Err(error(ErrorKind::Duration { seconds: clip.duration as u64 }));
        }
        let count = count as u32;
        let schedule = Schedule::new(clip, rate, count);
        if schedule.poses(count) > MAX_POSES {
            return Err(error(ErrorKind::Poses { count: schedule.poses(count) }));
        }
        report_resampling(clip, rate, count, sink);
        let mut encoder = Encoder::new(clip, *options);
        let mut frames = Vec::with_capacity(count as usize);
        for (number, nodes) in schedule.frames(count) {
            let shown = [0.0, 1.0].map(|after| rate.time(f64::from(number) + after));
            let packets = encoder.packets(&nodes, shown, number == 0);
            let crowd = ErrorKind::Crowd { frame: number, packets: packets.len() };
            frames.push(Frame::new(number, packets).ok_or_else(|| error(crowd))?);
        }
        encoder.report(sink);
        Ok(Self { version: 0, resolution, frames, trailing: Vec::new() })
    }
}

/// How far from a frame a time may be, in frames, that counts as the frame's: what single precision leaves of it.
const ON_FRAME: f64 = 1e-3;

/// Says so if the file's frames are not those of the clip, or the clip moves between them: every frame shows the pose of
/// the time at which it begins, at most a frame late.
fn report_resampling(clip: &Clip, rate: Rate, count: u32, sink: &mut dyn Sink) {
    let mut resampled = |message: String| {
        let resampled = codes::RESAMPLED.at(Location::path(&clip.name), message);
        sink.report(resampled.losing(Loss::Approximated(rate.time(1.0))));
    };
    let is_other = |own: &Rate| (own.hertz() / rate.hertz() - 1.0).abs() > 1e-9;
    if let Some(own) = clip.rate.filter(is_other) {
        return resampled(format!("{} frames a second become {}", own.hertz(), rate.hertz()));
    }
    let between = clip.channels.iter().filter(|channel| !is_held(channel.curve(), rate, count)).count();
    if between > 0 {
        let hertz = rate.hertz();
        resampled(format!(
            "{between} channels move between frames, {hertz} a second, which each hold a pose"
        ));
    }
}

/// Whether a curve has one value throughout each of so many frames.
fn is_held(curve: &Curve, rate: Rate, count: u32) -> bool {
    let on_frame = |time: f64| {
        let frame = rate.frame(time);
        (frame - frame.round()).abs() <= ON_FRAME && frame.round() < f64::from(count)
    };
    let stands = (1..curve.len()).all(|key| curve.value(key) == curve.value(0));
    let steps = curve.uniform_ease() == Some(Ease::Step) && curve.wrap() == (Wrap::Hold, Wrap::Hold);
    stands || steps && curve.times().iter().skip(1).all(on_frame)
}

/// The ticks of 1/60 s nearest to a frame of this rate.
fn nearest_resolution(rate: Option<Rate>) -> u16 {
    rate.map_or(2, |rate| (60.0 / rate.hertz()).round().clamp(1.0, 65535.0) as u16)
}
