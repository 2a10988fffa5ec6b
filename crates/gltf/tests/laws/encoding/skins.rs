//! Skeletons where programs look for them: skins, and the figures that show them.

use std::collections::BTreeMap;

use serde_json::Value;

use super::*;
use gltf::Markers;

fn rest(translation: [f64; 3], axis: [f64; 3], angle: f64, scale: [f64; 3]) -> Transform {
    Transform { translation, rotation: quaternion::from_axis_angle(axis, angle), scale }
}

/// Two arms of two joints each, none at the origin, turned and scaled.
fn figure() -> Vec<Node> {
    let nodes = [
        ("hip", None, rest([0.0, 9.0, 1.0], [0.0, 1.0, 0.0], 0.5, [2.0; 3])),
        ("arm", Some(0), rest([1.0, 3.0, 0.0], [1.0, 0.0, 0.0], 1.0, [1.0, -1.5, 1.0])),
        ("hand", Some(1), rest([0.0, 2.0, 0.0], [0.6, 0.0, 0.8], -0.7, [1.0; 3])),
        ("leg", Some(0), rest([-1.0, -4.0, 0.5], [0.0, 0.0, 1.0], 2.0, [1.0, 0.5, 3.0])),
    ];
    let node = |(name, parent, rest): (&str, Option<usize>, Transform)| {
        let mut node = Node::new(name).with_rest(rest);
        node.parent = parent;
        node
    };
    nodes.map(node).to_vec()
}

fn moving(nodes: Vec<Node>) -> Clip {
    let rise = curve(&[0.0, 1.0], &[0.0, 9.0, 1.0, 0.0, 12.0, 1.0], Ease::Linear);
    clip(vec![channel(Property::Translation, rise)]).with_nodes(nodes)
}

fn drawn(clips: &[Clip], mesh: Markers) -> (Gltf, Value) {
    let (document, _) = encode_with(clips, &EncodeOptions { mesh, ..EncodeOptions::default() });
    let bytes = document.to_bytes();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let json = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    (document, json)
}

/// Where a point of a node's space is in the world at rest: each node scales, turns and shifts it.
fn placed(nodes: &[Node], node: usize, point: [f64; 3]) -> [f64; 3] {
    let (mut point, mut next) = (point, Some(node));
    while let Some(node) = next.map(|node| &nodes[node]) {
        let Transform { translation, rotation: q, scale } = node.rest;
        let scaled = [point[0] * scale[0], point[1] * scale[1], point[2] * scale[2], 0.0];
        let turned = quaternion::multiply(quaternion::multiply(q, scaled), quaternion::conjugate(q));
        point = std::array::from_fn(|axis| turned[axis] + translation[axis]);
        next = node.parent;
    }
    point
}

/// What a matrix of 16 numbers, column by column, makes of a point.
fn mapped(matrix: &[f32], point: [f64; 3]) -> [f64; 3] {
    let number = |row: usize, column: usize| f64::from(matrix[4 * column + row]);
    std::array::from_fn(|r| (0..3).map(|c| number(r, c) * point[c]).sum::<f64>() + number(r, 3))
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn a_figure_is_one_skin_bound_at_rest() {
    let nodes = figure();
    for (mesh, is_shown) in [(Markers::None, false), (Markers::Bones, true)] {
        let (document, json) = drawn(&[moving(nodes.clone())], mesh);
        let [skin] = &json["skins"].as_array().unwrap()[..] else { panic!("one skin") };
        let joints: Vec<u64> =
            skin["joints"].as_array().unwrap().iter().map(|j| j.as_u64().unwrap()).collect();
        let mut sorted = joints.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, [0, 1, 2, 3]);
        assert_eq!((skin["skeleton"].as_u64(), skin["name"].as_str()), (Some(0), Some("hip")));
        let binds = floats(&document, skin["inverseBindMatrices"].as_u64().unwrap() as usize);
        for (joint, bind) in joints.iter().zip(binds.chunks(16)) {
            assert_eq!([bind[3], bind[7], bind[11], bind[15]], [0.0, 0.0, 0.0, 1.0]);
            for point in [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
                let back = mapped(bind, placed(&nodes, *joint as usize, point));
                assert!(distance(back, point) < 1e-5, "joint {joint}: {back:?}, not {point:?}");
            }
        }
        let users = json["nodes"].as_array().unwrap().iter().filter(|node| node.get("skin").is_some());
        assert_eq!(users.count(), usize::from(is_shown));
        assert_eq!(json["meshes"].as_array().map_or(0, Vec::len), usize::from(is_shown));
    }
}

#[test]
fn the_figure_of_bones_leads_from_joint_to_joint() {
    let nodes = figure();
    let (document, json) = drawn(&[moving(nodes.clone())], Markers::Bones);
    let shown = json["nodes"].as_array().unwrap().iter().position(|node| node.get("skin").is_some()).unwrap();
    assert!(
        json["scenes"][0]["nodes"].as_array().unwrap().contains(&shown.into()),
        "no parent moves it twice"
    );
    let attributes = &document.root().meshes[0].primitives[0].attributes;
    let bytes = |name: &str, width: usize| -> Vec<Vec<u8>> {
        let accessor = &document.root().accessors[attributes[name]];
        let view = &document.root().buffer_views[accessor.buffer_view.unwrap()];
        let buffer = document.buffer(0).unwrap();
        let start =
            |vertex: usize| view.byte_offset + accessor.byte_offset + vertex * view.byte_stride.unwrap();
        (0..accessor.count).map(|vertex| buffer[start(vertex)..][..width].to_vec()).collect()
    };
    let number = |bytes: &[u8]| f64::from(f32::from_le_bytes(bytes.try_into().unwrap()));
    let mut tips: BTreeMap<usize, Vec<[f64; 3]>> = BTreeMap::new();
    let vertices = bytes("POSITION", 12).into_iter().zip(bytes("JOINTS_0", 8)).zip(bytes("WEIGHTS_0", 4));
    for ((position, joints), weights) in vertices {
        assert_eq!((&joints[2..], &weights[..]), (&[0; 6][..], &[255, 0, 0, 0][..]));
        let position = [0, 4, 8].map(|byte| number(&position[byte..byte + 4]));
        let joint = u16::from_le_bytes([joints[0], joints[1]]);
        let node = document.root().skins[0].joints[usize::from(joint)];
        tips.entry(node).or_default().push(position);
    }
    assert_eq!(tips.len(), 4, "every joint is visible");
    // From each joint to its children; and from those without children on, half as far.
    let end = |joint: usize| {
        let (from, to) =
            (placed(&nodes, nodes[joint].parent.unwrap(), [0.0; 3]), placed(&nodes, joint, [0.0; 3]));
        std::array::from_fn(|axis| to[axis] + (to[axis] - from[axis]) / 2.0)
    };
    let place = |joint: usize| placed(&nodes, joint, [0.0; 3]);
    for (joint, tip) in [(0, place(1)), (0, place(3)), (1, place(2)), (2, end(2)), (3, end(3))] {
        let near = |wanted: [f64; 3]| tips[&joint].iter().any(|position| distance(*position, wanted) < 1e-5);
        assert!(near(tip) && near(place(joint)), "joint {joint}: {:?} has no {tip:?}", tips[&joint]);
    }
}

#[test]
fn what_shows_a_figure_has_its_name_and_the_material_of_all_shapes() {
    let mut unnamed = figure();
    unnamed[0].name.clear();
    for (nodes, name) in [(figure(), "hip bones"), (unnamed, "bones")] {
        let (_, json) = drawn(&[moving(nodes)], Markers::Bones);
        let shown = json["nodes"].as_array().unwrap().iter().find(|node| node.get("skin").is_some()).unwrap();
        assert_eq!(shown["name"], name);
        let mesh = &json["meshes"][shown["mesh"].as_u64().unwrap() as usize];
        let material = mesh["primitives"][0]["material"].as_u64().unwrap() as usize;
        assert_eq!(json["materials"][material]["name"], "anim");
    }
}

#[test]
fn what_shows_a_figure_is_no_loss_and_no_node() {
    let clips = [moving(figure())];
    for mesh in Markers::ALL {
        let (document, _) = drawn(&clips, *mesh);
        let mut report = Report::new();
        let read = Gltf::parse(&document.to_bytes()).unwrap();
        assert_eq!(read.clips_with(&ClipOptions::default(), &mut report), clips);
        assert_eq!(report, Report::new(), "{mesh:?}");
    }
}

#[test]
fn lone_nodes_and_what_never_moves_are_no_skeletons() {
    let still = clip(vec![]).with_nodes(figure());
    let lone = clip(vec![channel(Property::Translation, Curve::constant(&[1.0; 3]).unwrap())]);
    for (clip, mesh) in [(still, Markers::Bones), (lone, Markers::Bones), (moving(figure()), Markers::Boxes)]
    {
        let (document, _) = drawn(std::slice::from_ref(&clip), mesh);
        assert!(document.root().skins.is_empty());
        assert_eq!(document.root().meshes.len() > 1, clip.nodes.len() > 1);
        assert!(document.root().nodes.iter().all(|node| node.mesh.is_some()), "each is visible by itself");
    }
}

#[test]
fn each_of_several_figures_is_below_a_root_of_its_own() {
    let mut nodes = figure();
    nodes.extend(figure().into_iter().map(|node| {
        let mut other = Node::new(format!("other {}", node.name)).with_rest(node.rest);
        other.parent = node.parent.map(|parent| parent + 4);
        other
    }));
    let mut clip = moving(nodes);
    let fall = curve(&[0.0, 1.0], &[0.0, 3.0, 1.0, 0.0, 2.0, 1.0], Ease::Linear);
    clip.channels.push(Channel::new(4, Property::Translation, fall).unwrap());
    let (document, json) = drawn(&[clip.clone()], Markers::Bones);
    let roots: Vec<_> = json["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|node| node["extras"]["anim"]["root"] == true)
        .collect();
    let named: Vec<_> =
        roots.iter().map(|root| (root["name"].as_str().unwrap(), root["children"].to_string())).collect();
    assert_eq!(named, [("hip skeleton", "[0]".to_owned()), ("other hip skeleton", "[4]".to_owned())]);
    assert_eq!(document.root().skins.len(), 2);
    assert_eq!(document.clips(), [clip]);
}

#[test]
fn joints_without_an_inverse_are_bound_without_scale() {
    let mut nodes = figure();
    nodes[1].rest.scale = [1.0, 0.0, 1.0];
    let (document, _) = drawn(&[moving(nodes.clone())], Markers::Bones);
    let skin = &document.root().skins[0];
    let binds = floats(&document, skin.inverse_bind_matrices.unwrap());
    nodes[1].rest.scale = [1.0; 3];
    for (joint, bind) in skin.joints.iter().zip(binds.chunks(16)) {
        for point in [[0.0; 3], [1.0, 2.0, 3.0]] {
            assert!(distance(mapped(bind, placed(&nodes, *joint, point)), point) < 1e-5, "joint {joint}");
        }
    }
}

#[test]
fn figures_far_from_the_origin_are_bound_in_the_spaces_of_their_joints() {
    let mut nodes = figure();
    nodes[3].rest.translation = [2e4, 0.0, 0.0];
    let (document, _) = drawn(&[moving(nodes)], Markers::Bones);
    let binds = floats(&document, document.root().skins[0].inverse_bind_matrices.unwrap());
    let identity: Vec<f32> = (0..16).map(|index| if index % 5 == 0 { 1.0 } else { 0.0 }).collect();
    assert_eq!(binds, identity.repeat(4));
}

#[test]
fn figures_that_are_in_one_place_at_rest_are_bound_as_they_begin() {
    let nodes = vec![Node::new("hip"), Node::new("hand").with_parent(0)];
    let reach = Curve::constant(&[0.0, 5.0, 0.0]).unwrap();
    let mut clip = moving(nodes);
    clip.channels.push(Channel::new(1, Property::Translation, reach).unwrap());
    let (document, _) = drawn(&[clip], Markers::None);
    let binds = floats(&document, document.root().skins[0].inverse_bind_matrices.unwrap());
    assert_eq!((&binds[12..15], &binds[28..31]), (&[0.0, -9.0, -1.0][..], &[0.0, -14.0, -1.0][..]));
}

#[test]
fn what_pointers_hide_is_not_in_the_mesh_of_its_figure() {
    let mut clip = moving(figure());
    let hide = curve(&[0.0, 0.5], &[1.0, 0.0], Ease::Step);
    clip.channels.push(Channel::new(1, Property::Visible, hide).unwrap());
    let options = EncodeOptions { mesh: Markers::Bones, pointers: true, ..EncodeOptions::default() };
    let (document, _) = encode_with(&[clip.clone()], &options);
    let meshes: Vec<_> = document.root().nodes.iter().map(|node| node.mesh.is_some()).collect();
    assert_eq!(meshes, [false, true, true, false, true], "the arm, the hand, and the figure of the others");
    assert_eq!(document.clips(), [clip]);
}
