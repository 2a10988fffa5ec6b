//! Draws a wheel that turns endlessly and a ball that bounces, on standard output.

#![expect(clippy::print_stdout, reason = "that is where the picture goes")]

use anim_core::{Channel, Clip, ClipError, Curve, Ease, Handles, Node, Property, Times, Wrap};
use anim_plot::{Options, plot};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options { title: "Two nodes".into(), ..Options::default() };
    print!("{}", plot(&[clip()?], &options)?.svg());
    Ok(())
}

fn clip() -> Result<Clip, ClipError> {
    let turn = Curve::new(Times::keys([0.0, 1.0])?, 1, vec![0.0, 1.5], Ease::Linear)?
        .with_wrap(Wrap::Hold, Wrap::RepeatWithOffset);
    let handles = [0.0, 4.0, -4.0, 0.0].map(|rise| Handles { into: [-0.2, -rise], out: [0.2, rise] });
    let bounce = Curve::new(Times::keys([0.0, 0.6, 1.2, 2.0])?, 1, vec![0.0, 3.0, 0.0, 1.0], Ease::Bezier)?
        .with_handles(handles.to_vec())?
        .with_wrap(Wrap::Hold, Wrap::PingPong);
    let channels = vec![
        Channel::new(0, Property::Angle { axis: [0.0, 0.0, 1.0] }, turn)?,
        Channel::part(1, Property::Translation, 1, bounce)?,
    ];
    let nodes = vec![Node::new("wheel"), Node::new("ball")];
    Ok(Clip::new("wheel and ball").with_duration(4.0).with_nodes(nodes).with_channels(channels))
}
