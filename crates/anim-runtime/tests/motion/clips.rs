//! Clips of one node, and the comparison of what they play.

use std::f64::consts::TAU;

use anim_core::{Channel, Clip, Curve, Ease, Node, Property, Times};

/// One node that moves along a line.
pub(crate) fn line(values: &[[f64; 3]], duration: f64) -> Clip {
    let times: Vec<f64> =
        (0..values.len()).map(|i| duration * i as f64 / (values.len() - 1) as f64).collect();
    let curve = Curve::new(Times::keys(times).unwrap(), 3, values.concat(), Ease::Linear).unwrap();
    let channel = Channel::new(0, Property::Translation, curve).unwrap();
    Clip::new("line").with_duration(duration).with_nodes(vec![Node::new("a")]).with_channels(vec![channel])
}

/// One node that turns about Z this many times per second.
pub(crate) fn spin(turns: f64, duration: f64) -> Clip {
    let values = vec![0.0, TAU * turns * duration];
    let curve = Curve::new(Times::keys([0.0, duration]).unwrap(), 1, values, Ease::Linear).unwrap();
    let channel = Channel::new(0, Property::Angle { axis: [0.0, 0.0, 1.0] }, curve).unwrap();
    Clip::new("spin").with_duration(duration).with_nodes(vec![Node::new("a")]).with_channels(vec![channel])
}

pub(crate) fn near(found: &[f32], expected: &[f64], within: f64) -> bool {
    found.iter().zip(expected).all(|(found, expected)| (f64::from(*found) - expected).abs() <= within)
}
