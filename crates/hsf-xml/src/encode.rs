//! Clips to document: a clip is an animation, a channel an animation in it.

mod channel;
mod keys;
mod names;

use anim_core::{Beside, Channel, Clip, Encode, Location, Loss, Options, Property, Sink, Transform};

use crate::{Content, Element, EncodeOptions, Error, ErrorKind, Hsf, Key, Tag, codes, number};
use channel::Encoder;
use names::paths;

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
    /// In it there is an animation for each channel of a node, with the node's path as its target, a timeline and an
    /// interpolator. Nodes that rest elsewhere than at the origin have an interpolator of one value. Curves that
    /// interpolators cannot say are baked within the tolerance; what has no element is reported.
    ///
    /// Errors: [`ErrorKind::Clip`].
    pub fn from_clips_with(
        clips: &[Clip],
        options: &EncodeOptions,
        sink: &mut dyn Sink,
    ) -> Result<Self, Error> {
        let mut root = Element::new(Tag::Animdef).with(Key::TicksPerSecond, number::text(options.ticks));
        if let Some(rate) = clips.first().and_then(|clip| clip.rate) {
            root.set(Key::FramesPerSecond, number::text(rate.hertz()));
        }
        for (index, clip) in clips.iter().enumerate() {
            let error = |invalid| Error::new(ErrorKind::Clip(invalid), Location::path(&clip.name));
            clip.validate().map_err(error)?;
            let mut animation = Element::new(Tag::Animation).with(Key::Name, clip.name.as_str());
            if index > 0 {
                animation.set(Key::Active, "0");
            }
            encode(clip, options, &mut animation, sink);
            let _ = root.push(Content::Element(animation));
        }
        Ok(Self::new(root))
    }
}

fn encode(clip: &Clip, options: &EncodeOptions, animation: &mut Element, sink: &mut dyn Sink) {
    let paths = paths(clip, sink);
    let mut encoder = Encoder::new(clip, *options, sink);
    let mut channels_of: Vec<Vec<&Channel>> = vec![Vec::new(); clip.nodes.len()];
    for channel in &clip.channels {
        channels_of[channel.node()].push(channel);
    }
    for (node, (path, channels)) in paths.iter().zip(channels_of).enumerate() {
        for channel in &channels {
            for (interpolator, keys) in encoder.channel(channel) {
                encoder.put(animation, path, interpolator, keys);
            }
        }
        let driven = |properties: &[&str]| {
            channels.iter().any(|channel| {
                properties.contains(&channel.property().name()) || *channel.property() == Property::Matrix
            })
        };
        let (rest, none) = (clip.nodes[node].rest, Transform::IDENTITY);
        if rest.translation != none.translation && !driven(&["translation"]) {
            encoder.rest(animation, path, Tag::PosInterpolator, &rest.translation);
        }
        if rest.rotation != none.rotation && !driven(&["rotation", "euler", "angle"]) {
            encoder.rest(animation, path, Tag::QuatRotInterpolator, &rest.rotation);
        }
        if rest.scale != none.scale && !driven(&["scale"]) {
            encoder.rest(animation, path, Tag::ScaleInterpolator, &rest.scale);
        }
    }
    if !clip.events.is_empty() {
        let message = format!("{} events have no element", clip.events.len());
        sink.report(codes::DROPPED.at(Location::path(&clip.name), message).losing(Loss::Dropped));
    }
}
