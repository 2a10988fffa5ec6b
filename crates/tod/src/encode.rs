//! Clip to document.

mod encoder;
mod ids;
mod written;

use anim_core::{Clip, Encode, Location, Options, Rate, Sink};

use crate::{EncodeOptions, Error, ErrorKind, Frame, Tod};
use encoder::Encoder;

/// The most frames that encoding makes: almost five hours at 60 a second.
pub const MAX_FRAMES: usize = 1 << 20;

impl Encode for Tod {
    fn from_clips(clips: &[Clip], options: &Options, sink: &mut dyn Sink) -> Result<Self, Error> {
        let [clip] = clips else {
            let names = clips.iter().map(|clip| clip.name.clone()).collect();
            return Err(Error::new(ErrorKind::Clips { names }, Location::default()));
        };
        Self::from_clip(clip, &EncodeOptions::from(options), sink)
    }
}

impl Tod {
    /// A clip as a TOD: every node an object, sampled once a frame, a packet for each part that changes.
    ///
    /// Nodes named `object N`, `light N` and `camera N` get that id, other nodes the next free one as objects. A channel
    /// of matrices becomes matrix packets, all else rotation, scale and translation; the angles are chosen so that the
    /// console's steps of 1/4096 turn are the nearest. What is rounded, cut or left out is reported.
    ///
    /// Errors: [`ErrorKind::Nodes`], [`ErrorKind::Duration`], [`ErrorKind::Clip`].
    pub fn from_clip(clip: &Clip, options: &EncodeOptions, sink: &mut dyn Sink) -> Result<Self, Error> {
        let error = |kind| Error::new(kind, Location::path(&clip.name));
        clip.validate().map_err(|invalid| error(ErrorKind::Clip(invalid)))?;
        if clip.nodes.len() > usize::from(u16::MAX - 1) {
            return Err(error(ErrorKind::Nodes { count: clip.nodes.len() }));
        }
        let resolution = options.resolution.unwrap_or_else(|| nearest_resolution(clip.rate));
        let rate = Rate::sixtieths(resolution);
        let count = rate.frame(clip.duration).round().max(1.0);
        if count > MAX_FRAMES as f64 {
            return Err(error(ErrorKind::Duration { seconds: clip.duration as u64 }));
        }
        let mut encoder = Encoder::new(clip, *options);
        let mut frames = Vec::with_capacity(count as usize);
        for number in 0..count as u32 {
            let packets = encoder.packets(
                rate.time(f64::from(number)),
                rate.time(f64::from(number) + 1.0),
                number == 0,
            );
            let nodes = clip.nodes.len();
            frames.push(Frame::new(number, packets).ok_or_else(|| error(ErrorKind::Nodes { count: nodes }))?);
        }
        encoder.report(sink);
        Ok(Self { version: 0, resolution, frames, trailing: Vec::new() })
    }
}

/// The ticks of 1/60 s nearest to a frame of this rate.
fn nearest_resolution(rate: Option<Rate>) -> u16 {
    rate.map_or(2, |rate| (60.0 / rate.hertz()).round().clamp(1.0, 65535.0) as u16)
}
