//! Writes a swinging bar as a .glb to the standard output: `cargo run -p anim-gltf --example swing > swing.glb`.

use std::error::Error;
use std::io::Write;

use anim_core::{Channel, Curve, Ease, Node, Property, Times, Wrap};
use anim_gltf::{Clip, EncodeOptions, Gltf, Markers, Report};

fn main() -> Result<(), Box<dyn Error>> {
    let mut tip = Node::new("tip").with_parent(0);
    tip.rest.translation = [0.0, -1.0, 0.0];
    let swing = Curve::new(Times::keys([0.0, 1.0])?, 1, vec![-0.8, 0.8], Ease::Sine)?;
    let swing = swing.with_wrap(Wrap::Hold, Wrap::PingPong);
    let swing = Channel::new(0, Property::Angle { axis: [0.0, 0.0, 1.0] }, swing)?;
    let clip = Clip::new("swing")
        .with_duration(2.0)
        .with_nodes(vec![Node::new("hinge"), tip])
        .with_channels(vec![swing]);
    let options = EncodeOptions { mesh: Markers::Bones, ..EncodeOptions::default() };
    let mut report = Report::new();
    let document = Gltf::from_clips_with(&[clip], &options, &mut report)?;
    write!(std::io::stderr(), "{report}")?;
    std::io::stdout().write_all(&document.to_bytes())?;
    Ok(())
}
