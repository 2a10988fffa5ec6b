//! Clips as documents: what glTF can represent is written as the specification defines it, and the rest is reported.

mod curves;
mod extras;
mod figures;
mod half_turns;
mod nodes;
mod options;
mod others;
mod precision;
mod skins;
mod space;
mod transforms;

use anim_core::quaternion;
use anim_core::{
    Affine, AnyFormat, Channel, Clip, Curve, Deviation, Diagnostic, Ease, EulerOrder, Event, EventKind, Fate,
    Format, Handles, Loss, Node, Positive, Property, Rate, Report, Severity, Times, Transform, Unit, Wrap,
};
use anim_gltf as gltf;
use gltf::{
    ClipOptions, ComponentType, Container, EncodeOptions, Gltf, Interpolate, Interpolation, Path, ReadOptions,
};

fn curve(times: &[f64], values: &[f64], ease: Ease) -> Curve {
    Curve::new(Times::keys(times).unwrap(), values.len() / times.len(), values.to_vec(), ease).unwrap()
}

fn clip(channels: Vec<Channel>) -> Clip {
    let duration = channels.iter().map(|channel| channel.curve().end()).fold(0.0, f64::max);
    Clip::new("move")
        .with_space(Gltf::SPACE)
        .with_duration(duration)
        .with_nodes(vec![Node::new("box")])
        .with_channels(channels)
}

fn channel(property: Property, curve: Curve) -> Channel {
    Channel::new(0, property, curve).unwrap()
}

fn encode_with(clips: &[Clip], options: &EncodeOptions) -> (Gltf, Vec<Loss>) {
    let mut report = Report::new();
    let document = Gltf::from_clips_with(clips, options, &mut report).unwrap();
    assert_eq!(report.findings, vec![]);
    assert_eq!(document.check(), vec![]);
    anim_core::laws::joins(&report, clips).unwrap();
    (document, report.losses)
}

/// Options with this interpolation.
fn styled(interpolation: Interpolate) -> EncodeOptions {
    EncodeOptions { interpolation, ..EncodeOptions::default() }
}

/// The clips with the curves that other programs see.
fn as_others_read(document: &Gltf) -> Vec<Clip> {
    document.clips_with(&ClipOptions { exact: false, ..ClipOptions::default() }, &mut Report::new())
}

fn encode(clips: &[Clip]) -> (Gltf, Vec<Loss>) {
    encode_with(clips, &EncodeOptions::default())
}

/// The floats of an accessor, read by hand.
fn floats(document: &Gltf, accessor: usize) -> Vec<f32> {
    let accessor = &document.root().accessors[accessor];
    let view = &document.root().buffer_views[accessor.buffer_view.unwrap()];
    let start = view.byte_offset + accessor.byte_offset;
    let [columns, rows] = accessor.element.shape().unwrap();
    let bytes = &document.buffer(view.buffer).unwrap()[start..start + 4 * accessor.count * columns * rows];
    bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
}

/// Path, interpolation, times and values of each channel.
fn written(document: &Gltf, animation: usize) -> Vec<(Path, Interpolation, Vec<f32>, Vec<f32>)> {
    let animation = &document.root().animations[animation];
    let read = |channel: &gltf::Channel| {
        let sampler = &animation.samplers[channel.sampler];
        let path = channel.target.path.clone();
        (
            path,
            sampler.interpolation.clone().unwrap(),
            floats(document, sampler.input),
            floats(document, sampler.output),
        )
    };
    animation.channels.iter().map(read).collect()
}

/// The clip, the node and the property of a loss.
fn names(loss: &Loss) -> [&str; 3] {
    [&loss.clip, &loss.node, &loss.property].map(|name| name.as_deref().unwrap_or_default())
}

fn codes(lost: &[Loss]) -> Vec<&str> {
    lost.iter().map(|loss| loss.code.id).collect()
}

#[test]
fn pointers_show_and_hide_as_often_as_the_clip_does() {
    let times = Times::keys([0.0, 0.25, 0.5]).unwrap();
    let blink = Curve::new(times, 1, vec![1.0, 0.0, 0.0], Ease::Step).unwrap();
    let blink = |wrap| Channel::new(0, Property::Visible, blink.clone().with_wrap(Wrap::Hold, wrap)).unwrap();
    for (wrap, duration, keys, dropped) in
        [(Wrap::Hold, 2.0, 3, 0), (Wrap::Repeat, 2.0, 9, 0), (Wrap::Repeat, 1e9, 3, 1)]
    {
        let clip = Clip::new("c")
            .with_duration(duration)
            .with_nodes(vec![Node::new("n")])
            .with_channels(vec![blink(wrap)]);
        let options = EncodeOptions { pointers: true, ..EncodeOptions::default() };
        let (made, losses) = encode_with(&[clip], &options);
        let animation = &made.root().animations[0];
        let input = animation.samplers[animation.channels[0].sampler].input;
        let lost = losses.iter().filter(|loss| loss.code.id == "gltf::dropped").count();
        assert_eq!((floats(&made, input).len(), lost), (keys, dropped), "{wrap:?} {losses:?}");
    }
}
