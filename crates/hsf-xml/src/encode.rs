//! Clips to document: a clip is an animation, a curve of a node an animation in it.

mod curve;
mod keys;
mod names;
mod node;
mod part;
mod ticks;

use anim_core::{Beside, Channel, Clip, Encode, Location, Loss, Options, Sink};

use crate::{Content, Element, EncodeOptions, Error, ErrorKind, Hsf, Key, Tag, codes, number};
use names::paths;
use node::Encoder;
use part::Part;

impl Encode for Hsf {
    fn from_clips(
        clips: &[Clip],
        options: &Options,
        beside: &dyn Beside,
        sink: &mut dyn Sink,
    ) -> Result<Self, Error> {
        let is_stream = |name: &str| name.to_ascii_lowercase().ends_with(".hsf");
        if beside.name().is_some_and(is_stream) {
            return Err(Error::new(ErrorKind::Container, Location::default()));
        }
        Self::from_clips_with(clips, &EncodeOptions::from(options), sink)
    }
}

impl Hsf {
    /// Clips as a document: each a top-level animation of its name, the first active, the others not.
    ///
    /// In it there is an animation for each curve of a node, with the node's path as its target, a timeline and an
    /// interpolator. Channels that drive parts of one property become one curve, displacements are added to translations.
    /// Nodes that rest elsewhere than at the origin have an interpolator of one value. Curves that interpolators cannot say
    /// are baked within the tolerance; what has no element is reported. Keys fall on whole ticks, as near as single precision
    /// tells times apart: there are so many times more ticks as that takes.
    ///
    /// Errors: [`ErrorKind::Clip`].
    pub fn from_clips_with(
        clips: &[Clip],
        options: &EncodeOptions,
        sink: &mut dyn Sink,
    ) -> Result<Self, Error> {
        let mut played = Vec::with_capacity(clips.len());
        for clip in clips {
            let error = |invalid| Error::new(ErrorKind::Clip(invalid), Location::path(&clip.name));
            clip.validate().map_err(error)?;
            played.push(parts(clip, *options, sink));
        }
        let curves = played.iter().flatten().map(|part| part.keys.times.as_slice());
        let ticks = ticks::fitting(curves, options.ticks);
        let mut root = Element::new(Tag::Animdef).with(Key::TicksPerSecond, number::text(ticks));
        if let Some(rate) = clips.first().and_then(|clip| clip.rate) {
            root.set(Key::FramesPerSecond, number::text(rate.hertz()));
        }
        for (index, (clip, parts)) in clips.iter().zip(played).enumerate() {
            let name = clip.name.trim();
            if name != clip.name {
                let message = format!("the clip `{}` is called `{name}`", clip.name);
                sink.report(codes::RENAMED.at(Location::path(&clip.name), message).losing(Loss::Kept));
            }
            let mut animation = Element::new(Tag::Animation).with(Key::Name, name);
            if index > 0 {
                animation.set(Key::Active, "0");
            }
            for part in parts {
                animation.push(Content::Element(part.into_animation(ticks)));
            }
            let _ = root.push(Content::Element(animation));
        }
        Ok(Self::new(root))
    }
}

/// What a clip plays, in the order of its nodes. Something lasts as long as the clip, if anything in it ends.
fn parts(clip: &Clip, options: EncodeOptions, sink: &mut dyn Sink) -> Vec<Part> {
    let mut channels_of: Vec<Vec<&Channel>> = vec![Vec::new(); clip.nodes.len()];
    for channel in &clip.channels {
        channels_of[channel.node()].push(channel);
    }
    let mut parts = Vec::new();
    for (node, (path, channels)) in paths(clip, sink).into_iter().zip(channels_of).enumerate() {
        Encoder { clip, node, path, options, sink, parts: &mut parts }.encode(channels);
    }
    if !parts.iter().any(|part| part.keys.holds_from() >= Some(clip.duration)) {
        let _ = parts.iter_mut().any(|part| part.keys.hold_until(clip.duration));
    }
    if !clip.events.is_empty() {
        let message = format!("{} events have no element", clip.events.len());
        sink.report(codes::DROPPED.at(Location::path(&clip.name), message).losing(Loss::Dropped));
    }
    parts
}
