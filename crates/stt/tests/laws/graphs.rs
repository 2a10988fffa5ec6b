//! The graph of a file, and which of its nodes play when.

use anim_core::{Edge, EdgeKind, Format, Graph, NodeKind};
use anim_stt::Stt;

use crate::examples::parse;

/// A sequence that blinks between a lamp that is on, a state of this name, and a lamp that is off.
fn blink(on: &str) -> String {
    format!(
        "#MINDRENDER 1.1 3
        {{blink}} KEYFRAME 2 1 {{{on}}} 1 0.5 0.5 0 0 {{{on}}} 1 0.5 -0.5 0 0 {{off}}
        {{{on}}} SINGLE 1 {{lamp}} DYNAMIC 0 0 0 0 2 0 1 0 3  0 0 0 0 0 0 0 0 8  0 0 0 0 0 0 0 0 0
        {{off}} SINGLE 1 {{lamp}} STATIC 0 0 0 0 0 0 0 0 0"
    )
}

/// The flags and clips of all nodes, without their names.
fn marks(graph: &Graph) -> Vec<(NodeKind, Option<usize>, bool, bool, bool)> {
    let mark =
        |node: &anim_core::GraphNode| (node.kind, node.group, node.start, node.exit, node.clip.is_some());
    graph.nodes.iter().map(mark).collect()
}

#[test]
fn names_with_commas_change_neither_links_nor_highlights() {
    let [plain, marked] = ["on", "on, exit"].map(|on| {
        let stt = parse(&blink(on));
        let (graph, clips) = (stt.graph().unwrap(), stt.clips());
        assert_eq!(
            graph.nodes.iter().map(|node| node.name.as_str()).collect::<Vec<_>>(),
            [on, "off", on, "off"]
        );
        // The group and the states name the clips that exist.
        assert_eq!(graph.groups[0].clip.as_ref(), Some(&clips[0].name));
        assert_eq!(graph.nodes[2].clip.as_ref(), Some(&clips[1].name));
        assert_eq!(Format::graph(&stt).as_ref(), Some(&graph));
        let active: Vec<_> = clips.iter().map(|clip| graph.activities(clip)).collect();
        (marks(&graph), graph.edges, active)
    });
    assert_eq!(plain, marked);
    let (marks, edges, active) = plain;
    assert_eq!(marks[0], (NodeKind::Key, Some(0), true, true, false));
    assert_eq!(marks[2], (NodeKind::State, None, false, false, true));
    let switch = |from, to| Edge::new(from, to, EdgeKind::Transition { seconds: 0.5, morph: false });
    let plays = |from, to| Edge::new(from, to, EdgeKind::Plays);
    assert_eq!(edges, [switch(0, 1), switch(1, 0), plays(0, 2), plays(1, 3)]);
    let intervals =
        |at: usize| active[at].iter().map(|part| (part.node, part.from, part.to)).collect::<Vec<_>>();
    assert_eq!(intervals(0), [(0, 0.0, 0.5), (2, 0.0, 0.5), (1, 0.5, 1.0), (3, 0.5, 1.0)]);
    assert!(active[1].is_empty() && active[2].is_empty());
}

#[test]
fn nested_and_empty_sequences_have_their_place() {
    let graph = parse(
        "#MINDRENDER 1.1 4
        {outer} KEYFRAME 1 3 {inner} 0 1 -1 1 1 {inner}
        {inner} KEYFRAME 2 5 {b} 1 1 1 1 1 {a} 0 2 2 0 0 {b}
        {none} KEYFRAME 0 0 {x}
        {a} SINGLE 0",
    )
    .graph()
    .unwrap();
    let groups = graph.groups.iter().map(|group| (group.name.as_str(), group.detail.as_str()));
    let expected = [("outer", "ping-pong forwards"), ("inner", "one way forwards"), ("none", "none")];
    assert_eq!(groups.collect::<Vec<_>>(), expected);
    assert_eq!((graph.nodes[3].kind, graph.nodes[3].group), (NodeKind::Missing, Some(2)));
    let morph = EdgeKind::Transition { seconds: 1.0, morph: true };
    // The key of the outer sequence plays the inner one from its start key; no state is named b.
    let expected = [(0, 2, EdgeKind::Plays), (1, 2, morph), (1, 4, EdgeKind::Plays)];
    assert_eq!(graph.edges, expected.map(|(from, to, kind)| Edge::new(from, to, kind)));
}

#[test]
fn states_with_the_same_name_link_to_their_own_clips() {
    let stt = parse("#MINDRENDER 1.1 3 {a} SINGLE 0 {a} SINGLE 0 {a} KEYFRAME 1 1 {a} 1 1 1 0 0 {a}");
    let (graph, clips) = (stt.graph().unwrap(), stt.clips());
    let names = clips.iter().map(|clip| Some(clip.name.clone())).collect::<Vec<_>>();
    assert_eq!(
        [&graph.nodes[0].clip, &graph.nodes[1].clip, &graph.groups[0].clip],
        [&names[0], &names[1], &names[2]]
    );
}

#[test]
fn a_file_without_states_has_no_graph() {
    assert_eq!(Stt::new(vec![]).graph(), None);
}
