//! Nodes, the clips that share them, and their meshes.

use anim_core::Encode;

use super::*;

#[test]
fn clips_share_nodes_unless_different_rest_poses_have_an_effect() {
    let rows = |x: f64| [1.0, 0.0, 0.0, x, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let at = |name: &str, x: f64, placed: bool| {
        let moved = if placed {
            channel(Property::Matrix, Curve::constant(&rows(x)).unwrap())
        } else {
            channel(Property::Scale, Curve::constant(&[2.0; 3]).unwrap())
        };
        let rest = Transform { translation: [x, 0.0, 0.0], ..Transform::IDENTITY };
        let mut clip = clip(vec![moved]).with_nodes(vec![Node::new("box").with_rest(rest)]);
        clip.name = name.into();
        clip
    };
    // They rest at different positions: this matters only in the third and in the last.
    let clips = [
        at("a", 0.0, true),
        at("b", 1.0, true),
        at("c", 2.0, false),
        at("d", 3.0, true),
        at("e", 4.0, false),
    ];
    let (document, _) = encode(&clips);
    let boxes = document.root().nodes.iter().filter(|node| node.name.as_deref() == Some("box"));
    assert_eq!(boxes.count(), 2);
    let back = document.clips();
    for (clip, back) in clips.iter().zip(back) {
        assert_eq!((&back.name, back.pose(0.0)), (&clip.name, clip.pose(0.0)));
    }
}

#[test]
fn clips_share_nodes_where_they_are_the_same() {
    let constant = || channel(Property::Translation, curve(&[0.0, 1.0], &[1.0; 6], Ease::Linear));
    let a = clip(vec![constant()]);
    let mut b = a.clone();
    b.name = "again".into();
    let (document, _) = encode(&[a.clone(), b.clone()]);
    let root = document.root();
    assert_eq!((root.nodes.len(), root.animations.len()), (1, 2));
    let inputs = root.animations.iter().map(|animation| animation.samplers[0].input);
    assert_eq!(inputs.collect::<Vec<_>>(), [0, 0], "times are shared");
    let other = b.with_nodes(vec![Node::new("ball")]);
    let (document, _) = encode(&[a, other]);
    let names: Vec<_> = document.root().nodes.iter().map(|node| node.name.clone().unwrap()).collect();
    assert_eq!(names, ["box", "ball"]);
    assert_eq!(document.root().scenes[0].nodes, [0, 1]);
    let back = document.clips();
    assert_eq!(
        (back[1].nodes.len(), back[1].nodes[0].name.as_str(), back[1].channels[0].node()),
        (1, "ball", 0)
    );
}

#[test]
fn a_part_has_one_animation_in_every_container() {
    let first = clip(vec![channel(Property::Translation, Curve::constant(&[1.0; 3]).unwrap())]);
    let mut second = clip(vec![channel(Property::Translation, Curve::constant(&[2.0; 3]).unwrap())]);
    second.name = "again".into();
    for container in [Container::Glb, Container::Embedded] {
        let options = EncodeOptions { container, ..EncodeOptions::default() };
        let (document, _) = encode_with(&[first.clone(), second.clone()], &options);
        let part = document.part(1).unwrap();
        assert_eq!(Gltf::parse(&part.to_bytes()).unwrap().clips(), [second.clone()], "{container:?}");
        assert_eq!(document.part(2), None);
    }
}

#[test]
fn a_clip_without_keys_has_no_buffer() {
    let still =
        Clip::new("still").with_duration(2.0).with_nodes(vec![Node::new("box")]).with_space(Gltf::SPACE);
    let (document, found) = encode(std::slice::from_ref(&still));
    assert!(document.root().buffers.is_empty() && document.root().animations.is_empty());
    assert!(!codes(&found).is_empty());
    assert_eq!(document.clips(), [still]);
    let (document, _) = encode(&[]);
    assert_eq!(document.root().asset.generator.as_deref(), Some("anim"));
}

#[test]
fn meshes_are_bones_to_the_children_or_boxes() {
    let mut tip = Node::new("tip").with_parent(0);
    tip.rest.translation = [0.0, 2.0, 0.0];
    let clip = clip(vec![]).with_nodes(vec![Node::new("root"), tip]);
    let (document, _) =
        encode_with(&[clip], &EncodeOptions { mesh: gltf::Markers::Boxes, ..EncodeOptions::default() });
    let root = document.root();
    assert_eq!((root.nodes.len(), root.meshes.len()), (2, 2));
    let bounds = |mesh: usize| {
        let position = root.meshes[mesh].primitives[0].attributes["POSITION"];
        let accessor = &root.accessors[position];
        let numbers =
            |values: &[gltf::Finite]| values.iter().map(|value| value.get() as f32).collect::<Vec<_>>();
        (numbers(&accessor.min), numbers(&accessor.max))
    };
    assert_eq!(
        bounds(0),
        (vec![-0.2, 0.0, -0.2], vec![0.2, 2.0, 0.2]),
        "a bone of 2 units, a tenth as thick each way"
    );
    assert_eq!(bounds(1), (vec![-0.15; 3], vec![0.15; 3]), "a box of 0.15 of the usual distance");
}

#[test]
fn vertices_are_stated_to_be_vertices_and_key_times_are_not() {
    let clip = clip(vec![channel(Property::Scale, Curve::constant(&[2.0; 3]).unwrap())]);
    let options = EncodeOptions { mesh: gltf::Markers::Boxes, ..EncodeOptions::default() };
    let (document, _) = encode_with(&[clip], &options);
    let root = document.root();
    let target = |accessor: usize| root.buffer_views[root.accessors[accessor].buffer_view.unwrap()].target;
    // ARRAY_BUFFER (5.11.5).
    assert!(
        root.meshes[0].primitives[0].attributes.values().all(|accessor| target(*accessor) == Some(34962))
    );
    assert_eq!(target(root.animations[0].samplers[0].input), None);
}

#[test]
fn a_loss_of_shared_nodes_names_every_clip() {
    let mut first = clip(vec![channel(Property::Translation, Curve::constant(&[1.0; 3]).unwrap())]);
    first.nodes[0].parent = Some(0);
    let mut second = first.clone();
    second.name = "again".into();
    let (_, found) = encode(&[first, second]);
    let cycles: Vec<_> = found.iter().filter(|loss| loss.code.id == "gltf::cycle").map(names).collect();
    assert_eq!(cycles, [["move", "box", ""], ["again", "box", ""]]);
}
