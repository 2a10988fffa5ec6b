//! Writes a swinging bar as a .glb to the standard output: `cargo run -p anim-gltf --example swing > swing.glb`.

use std::error::Error;
use std::io::Write;

use anim_core::{
    Channel, Clip, Curve, Diagnostic, Document, Ease, Encode, Format, Node, Options, Property, Times, Wrap,
};
use anim_gltf as gltf;

fn main() -> Result<(), Box<dyn Error>> {
    let mut tip = Node { parent: Some(0), ..Node::new("tip") };
    tip.rest.translation = [0.0, -1.0, 0.0];
    let swing = Curve::new(Times::keys([0.0, 1.0])?, 1, vec![-0.8, 0.8], Ease::Sine)?;
    let swing = swing.with_wrap(Wrap::Hold, Wrap::PingPong);
    let clip = Clip {
        name: "swing".to_owned(),
        duration: 2.0,
        nodes: vec![Node::new("hinge"), tip],
        channels: vec![Channel::new(0, Property::Angle { axis: [0.0, 0.0, 1.0] }, swing)?],
        ..Clip::default()
    };
    let options = Options::new(gltf::Gltf::INFO.target_options).with("mesh", "true")?;
    let mut findings: Vec<Diagnostic> = Vec::new();
    let document = gltf::Gltf::from_clips(&[clip], &options, &(), &mut findings)?;
    for finding in findings {
        writeln!(std::io::stderr(), "{finding}")?;
    }
    std::io::stdout().write_all(&document.to_bytes())?;
    Ok(())
}
