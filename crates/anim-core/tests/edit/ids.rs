//! Nodes named by their ids.

use anim_core::edit::{Edit, EditError, Mirror, Pattern, RootMotion};
use anim_core::{Axis, Channel, Clip, Curve, Ease, Node, Positive, Property, Report, Space, Times};

/// A clip of nodes with names and ids; each moves from the origin to the place of its id.
fn clip(name: &str, nodes: &[(&str, &str)]) -> Clip {
    let place = |id: &str| {
        let values = vec![0.0, 0.0, 0.0, f64::from(id.as_bytes()[0]), 0.0, 0.0];
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, values, Ease::Linear).unwrap()
    };
    let channels = nodes.iter().enumerate();
    let channels =
        channels.map(|(node, (_, id))| Channel::new(node, Property::Translation, place(id)).unwrap());
    Clip::new(name)
        .with_duration(1.0)
        .with_space(Space::right_handed(Axis::Y))
        .with_nodes(nodes.iter().map(|(name, id)| Node::new(*name).with_id(*id)).collect())
        .with_channels(channels.collect())
}

fn done(edit: &Edit, clips: &[Clip]) -> Result<Vec<Clip>, EditError> {
    edit.apply(clips, Positive::literal(1e-3), &mut Report::new())
}

/// Where the node with a name is at the end of a clip.
fn place(clip: &Clip, name: &str) -> f64 {
    clip.pose(1.0).world[clip.node(name).unwrap()].translation()[0]
}

/// The ids of a clip's nodes.
fn ids(clip: &Clip) -> String {
    clip.nodes.iter().filter_map(|node| node.id.as_deref()).collect()
}

#[test]
fn an_id_is_the_same_node_in_all_clips() {
    // The same two nodes, with their names exchanged; and a clip without the second of them, whose name another has.
    let clips = [
        clip("one", &[("Cube", "a"), ("Cube.001", "b"), ("Lamp", "c")]),
        clip("two", &[("Cube.001", "a"), ("Cube", "b"), ("Lamp", "c")]),
        clip("three", &[("Cube", "a"), ("Lamp", "c"), ("Cube.001", "d")]),
    ];
    let left = |edit: Edit| done(&edit, &clips).map(|clips| clips.iter().map(ids).collect::<Vec<_>>());
    let b = || Pattern::new("b");
    assert_eq!(left(Edit::Drop(vec![b()])).unwrap(), ["ac", "ac", "acd"]);
    assert_eq!(left(Edit::Drop(vec![b(), Pattern::new("Lamp")])).unwrap(), ["a", "a", "ad"]);
    assert_eq!(left(Edit::Select(vec![b(), Pattern::new("L*")])).unwrap(), ["bc", "bc", "c"]);
    let unknown = left(Edit::Select(vec![b(), Pattern::new("z")]));
    assert_eq!(unknown, Err(EditError::NoNode { pattern: "z".into(), nearest: None }));
    let renamed = done(&Edit::Rename(vec![(b(), "Box".into())]), &clips).unwrap();
    let boxes = renamed.iter().map(|clip| clip.node("Box").and_then(|node| clip.nodes[node].id.as_deref()));
    assert_eq!(boxes.collect::<Vec<_>>(), [Some("b"), Some("b"), None]);
    let mut how = Mirror::default();
    how.pairs = vec![("a".into(), "c".into())];
    // Lamp has the mirrored place of `a` in each clip.
    let mirrored = done(&Edit::Mirror(how), &clips).unwrap();
    assert!(mirrored.iter().all(|clip| place(clip, "Lamp") == -97.0));
    let root = Some(b());
    let still = done(&Edit::RootMotion { what: RootMotion::Remove, root }, &clips[..2]).unwrap();
    assert_eq!([place(&still[0], "Cube.001"), place(&still[1], "Cube")], [0.0; 2]);
    let joined = done(&Edit::Join { crossfade: 0.0 }, &clips[..1]).unwrap();
    assert_eq!(ids(&joined[0]), "abc");
}

#[test]
fn a_name_comes_before_an_id() {
    let clip = clip("one", &[("b", "a"), ("c", "b")]);
    assert_eq!(clip.node("b"), Some(0));
    assert_eq!(clip.node("a"), Some(0));
    let left = done(&Edit::Select(vec![Pattern::new("b")]), &[clip]).unwrap();
    assert_eq!(ids(&left[0]), "a");
}
