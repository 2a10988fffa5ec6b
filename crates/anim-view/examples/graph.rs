//! A page with two states and the transition between them, on standard output.

#![expect(clippy::print_stdout, reason = "that is where the page goes")]

use anim_core::{
    Channel, Clip, ClipError, Curve, Ease, Edge, EdgeKind, Event, EventKind, Graph, GraphNode, Group, Node,
    NodeKind, Property, Times,
};
use anim_view::{Options, page};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let clips = [clip("idle", &[])?, clip("gate", &[(0.0, "closed"), (1.0, "open")])?];
    let options = Options { title: "Two states".into(), graph: Some(graph()), ..Options::default() };
    print!("{}", page(&clips, &options)?);
    Ok(())
}

/// A wing that rotates on its post, and the keys that it passes.
fn clip(name: &str, keys: &[(f64, &str)]) -> Result<Clip, ClipError> {
    let curve = Curve::new(Times::keys([0.0, 1.0, 2.0])?, 1, vec![0.0, 1.5, 0.0], Ease::Sine)?;
    let turn = Channel::new(1, Property::Angle { axis: [0.0, 1.0, 0.0] }, curve)?;
    let wing = Node::new("wing").with_parent(0);
    let mut tip = Node::new("tip").with_parent(1);
    tip.rest.translation = [2.0, 0.5, 0.0];
    let enter = |&(time, name): &(f64, &str)| {
        Event::new(time, EventKind::Enter { name: name.into(), index: None, seconds: None })
    };
    let clip = Clip::new(name).with_duration(2.0).with_nodes(vec![Node::new("post"), wing, tip]);
    Ok(clip.with_channels(vec![turn]).with_events(keys.iter().map(enter).collect()))
}

/// A state, and a sequence of two keys.
fn graph() -> Graph {
    let mut gate = Group::new("gate");
    gate.detail = "circular".into();
    gate.clip = Some("gate".into());
    let mut idle = GraphNode::new(NodeKind::State, "idle");
    idle.clip = Some("idle".into());
    let mut closed = GraphNode::new(NodeKind::Key, "closed").in_group(0);
    closed.start = true;
    let mut open = GraphNode::new(NodeKind::Key, "open").in_group(0);
    open.exit = true;
    let blend = EdgeKind::Transition { seconds: 1.0, morph: true };
    let mut graph = Graph::default();
    graph.groups = vec![gate];
    graph.nodes = vec![idle, closed, open];
    let event = "when the left button of the mouse is pressed on the lid of the box".to_owned();
    graph.edges = vec![
        Edge::new(1, 2, blend.clone()),
        Edge::new(2, 1, blend),
        Edge::new(2, 0, EdgeKind::Plays),
        Edge::new(0, 1, EdgeKind::Triggers { event }),
    ];
    graph
}
