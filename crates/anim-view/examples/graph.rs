//! A page of two states and what leads from one to the other, on standard output.

#![expect(clippy::print_stdout, reason = "that is where the page goes")]

use anim_core::{
    Channel, Clip, ClipError, Curve, Ease, Edge, Event, Graph, GraphNode, Line, Node, Property, Times,
};
use anim_view::{Options, page};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let clips = [clip("idle", &[])?, clip("gate", &[(0.0, "closed"), (1.0, "open")])?];
    let options = Options { title: "Two states".into(), graph: Some(graph()), ..Options::default() };
    print!("{}", page(&clips, &options)?);
    Ok(())
}

/// A wing that turns on its post, and the keys that it passes.
fn clip(name: &str, keys: &[(f64, &str)]) -> Result<Clip, ClipError> {
    let curve = Curve::new(Times::keys([0.0, 1.0, 2.0])?, 1, vec![0.0, 1.5, 0.0], Ease::Sine)?;
    let turn = Channel::new(1, Property::Angle { axis: [0.0, 1.0, 0.0] }, curve)?;
    let wing = Node { parent: Some(0), ..Node::new("wing") };
    let mut tip = Node { parent: Some(1), ..Node::new("tip") };
    tip.rest.translation = [2.0, 0.5, 0.0];
    let event =
        |&(time, name): &(f64, &str)| Event { time, node: None, name: name.into(), values: Vec::new() };
    Ok(Clip {
        name: name.into(),
        duration: 2.0,
        nodes: vec![Node::new("post"), wing, tip],
        channels: vec![turn],
        events: keys.iter().map(event).collect(),
        ..Clip::default()
    })
}

/// A state of its own, and a sequence of two keys.
fn graph() -> Graph {
    let node = |label: &str, group| GraphNode { label: label.into(), group };
    let edge = |from, to, label: &str, line| Edge { from, to, label: label.into(), line };
    Graph {
        groups: vec!["gate: circular".into()],
        nodes: vec![node("idle", None), node("> closed", Some(0)), node("open, exit", Some(0))],
        edges: vec![
            edge(1, 2, "1 s", Line::Solid),
            edge(2, 1, "1 s", Line::Solid),
            edge(2, 0, "plays", Line::Dashed),
        ],
    }
}
