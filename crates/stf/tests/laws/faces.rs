//! Weights of clips that join a document.

use std::fmt::Write;

use anim_core::{Channel, Clip, Curve, Ease, Node, Property, Rate, Times};
use anim_stf::{EncodeOptions, Stf};

use crate::documents;
use crate::into::joined;

/// A document with a node for each list of blendshapes, all at rest in the origin.
fn faces(faces: &[(&str, &[&str])]) -> Stf {
    let mut resources = String::new();
    for (index, (name, shapes)) in faces.iter().enumerate() {
        let shapes: Vec<_> = shapes.iter().map(|shape| format!(r#"{{"name": "{shape}"}}"#)).collect();
        let _ = write!(
            resources,
            r#", "n{index}": {{"type": "stf.node", "name": "{name}", "instance": "i{index}", "trs": [[0, 0, 0], [0, 0, 0, 1], [1, 1, 1]]}},
            "i{index}": {{"type": "stf.instance.mesh", "mesh": "m{index}"}},
            "m{index}": {{"type": "stf.mesh", "blendshapes": [{}]}}"#,
            shapes.join(", ")
        );
    }
    let roots: Vec<_> = (0..faces.len()).map(|index| format!("\"n{index}\"")).collect();
    documents::container(&format!(
        r#"{{"stf": {{"root": "p"}}, "resources": {{"p": {{"type": "stf.prefab", "root_nodes": [{}]}}{resources}}}}}"#,
        roots.join(", ")
    ))
}

#[test]
fn weights_of_the_documents_own_figure_go_to_the_blendshapes_that_it_has() {
    let stf = faces(&[("Face", &["frown"]), ("Mouth", &["blink", "smile"])]);
    let mut face = Node::new("Face");
    face.morphs = ["smile", "gone"].map(str::to_owned).to_vec();
    let times = Times::uniform(0.0, Rate::per_second(30), 3).unwrap();
    let weights = Curve::new(times, 2, vec![0.0, 0.1, 0.5, 0.2, 1.0, 0.3], Ease::Linear).unwrap();
    let channel = Channel::new(0, Property::Weights { count: 2 }, weights).unwrap();
    let clip = Clip::new("talk")
        .with_duration(0.1)
        .with_rate(Rate::per_second(30))
        .with_nodes(vec![face])
        .with_channels(vec![channel]);
    let (found, report) = joined(&clip, &stf, EncodeOptions::default());
    let driven = |channel: &Channel| {
        let node = &found.nodes[channel.node()];
        let last = channel.curve().value(channel.curve().len() - 1)[0];
        (node.name.clone(), node.morphs[channel.component()].clone(), last)
    };
    let found: Vec<_> = found.channels.iter().map(driven).collect();
    let own = |shape: &str, last: f64| ("Mouth".to_owned(), shape.to_owned(), last);
    assert_eq!(found, [own("blink", 0.0), own("smile", 1.0)]);
    let [loss] = &report.losses[..] else { panic!("{report}") };
    let told = (loss.code.id, loss.message.as_str(), loss.node.as_deref());
    let expected = "the figure has no morph targets for the weights `weight/gone`";
    assert_eq!(told, ("retarget::dropped", expected, Some("Face")));
}
