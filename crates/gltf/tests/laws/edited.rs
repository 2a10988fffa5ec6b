//! Documents with other clips in place of their own: everything else is kept.

use anim_core::{Channel, Clip, Curve, Ease, Encode, Format, Node, Property, Report, Times};
use anim_gltf::{Container, EncodeOptions, Gltf, Path};
use serde_json::{Value, json};

/// A node `box` with extras, so that the file contains more than clips can hold. `more` are further members of the file.
fn file(more: &Value) -> Gltf {
    let mut file = json!({
        "asset": { "version": "2.0" },
        "extensionsUsed": ["KHR_node_visibility", "EXT_own", "EXT_other"],
        "nodes": [{ "name": "box", "extras": { "keep": 1 } }],
    });
    file.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    Gltf::parse(file.to_string().as_bytes()).unwrap()
}

/// An animation named `walk` that moves `box` from the origin to (1, 2, 3) in a second, with these other members.
fn animated(more: &Value) -> Gltf {
    let mut animation = json!({
        "name": "walk",
        "channels": [{ "sampler": 0, "target": { "node": 0, "path": "translation" } }],
        "samplers": [{ "input": 0, "output": 1 }],
    });
    animation.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    file(&json!({
        "animations": [animation],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1] },
            { "bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3" },
        ],
        "bufferViews": [
            { "buffer": 0, "byteLength": 8 },
            { "buffer": 0, "byteOffset": 8, "byteLength": 24 },
        ],
        "buffers": [{
            "byteLength": 32,
            "uri": "data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAQAAAQEA=",
        }],
    }))
}

fn curve(values: &[f64], ease: Ease) -> Curve {
    Curve::new(Times::keys([0.0, 1.0]).unwrap(), values.len() / 2, values.to_vec(), ease).unwrap()
}

fn rise() -> Channel {
    Channel::new(0, Property::Translation, curve(&[0.0, 0.0, 0.0, 0.0, 5.0, 0.0], Ease::Linear)).unwrap()
}

fn hide() -> Channel {
    Channel::new(0, Property::Visible, curve(&[1.0, 0.0], Ease::Step)).unwrap()
}

fn clip(name: &str, channels: Vec<Channel>) -> Clip {
    Clip::new(name)
        .with_space(Gltf::SPACE)
        .with_duration(1.0)
        .with_nodes(vec![Node::new("box")])
        .with_channels(channels)
}

/// The document with other clips, read again from its bytes, and the report.
fn edited(document: &Gltf, clips: &[Clip], options: &EncodeOptions) -> (Gltf, Report) {
    let options = EncodeOptions { container: Container::Embedded, ..options.clone() };
    let mut report = Report::new();
    let made = document.edited(clips, &options, &mut report).unwrap().unwrap();
    let made = Gltf::parse(&made.to_bytes()).unwrap();
    assert_eq!(made.check(), vec![]);
    assert_eq!(made.root().nodes[0].extras.as_ref().unwrap().to_string(), r#"{"keep":1}"#);
    (made, report)
}

#[test]
fn the_animations_are_those_of_the_clips() {
    let clips = [clip("walk", vec![rise()]), clip("again", vec![rise()])];
    let (made, report) = edited(&animated(&json!({})), &clips, &EncodeOptions::default());
    assert_eq!(made.clips(), clips);
    assert_eq!(report, Report::new());
    // Key times once and values twice, and nothing of the previous keys.
    assert_eq!(made.buffer(0).map(<[u8]>::len), Some(8 + 2 * 24));
}

#[test]
fn a_buffer_of_keys_alone_goes_with_them() {
    let still = [clip("walk", vec![])];
    let (made, _) = edited(&animated(&json!({})), &still, &EncodeOptions::default());
    assert_eq!((made.root().buffers.len(), made.root().buffer_views.len(), made.buffer(0)), (0, 0, None));
    assert_eq!(made.clips(), still);
}

#[test]
fn a_document_without_a_buffer_gets_one() {
    let document = file(&json!({}));
    let clips = [clip("rise", vec![rise()])];
    for container in Container::ALL {
        let options = EncodeOptions { container: *container, ..EncodeOptions::default() };
        let stored = document.stored(&options, &mut Report::new()).unwrap();
        let made = stored.edited(&clips, &options, &mut Report::new()).unwrap().unwrap();
        assert_eq!(made.root().buffers[0].byte_length, 8 + 24, "{container:?}");
        assert_eq!(made.clips(), clips, "{container:?}");
    }
}

#[test]
fn a_clip_in_which_nothing_moves_keeps_its_place() {
    let clips = [clip("still", vec![]), clip("walk", vec![rise()]), clip("fog", vec![hide()])];
    let (made, _) = edited(&animated(&json!({})), &clips, &EncodeOptions::default());
    assert_eq!((made.root().animations.len(), made.clips()), (1, clips.to_vec()));
}

#[test]
fn an_animation_keeps_what_is_its_own() {
    let own = json!({ "extensions": { "EXT_own": { "a": 1 } }, "extras": { "b": 2 }, "EXT_member": 3 });
    let document = animated(&own);
    let lost = |report: &Report| report.losses.iter().map(|loss| loss.message.clone()).collect::<Vec<_>>();
    // Also with extras of this project: no curve of glTF is the visibility.
    let (made, report) = edited(&document, &[clip("walk", vec![rise(), hide()])], &EncodeOptions::default());
    assert_eq!(lost(&report), ["kept in `extras.anim`: the channel"]);
    assert_eq!(made.clips()[0].channels, [rise(), hide()]);
    let json: Value = serde_json::from_slice(&made.to_bytes()).unwrap();
    let animation = &json["animations"][0];
    assert_eq!((&animation["name"], &animation["EXT_member"]), (&json!("walk"), &json!(3)));
    assert_eq!(animation["extensions"], own["extensions"]);
    assert_eq!(animation["extras"]["b"], 2);
    // A clip of another name is another animation.
    let (made, report) = edited(&document, &[clip("run", vec![rise()])], &EncodeOptions::default());
    assert_eq!(
        lost(&report),
        ["the extras and extensions of 1 animation, whose clips are not there any more, are not in the file"]
    );
    let animation = &made.root().animations[0];
    assert_eq!((&animation.extensions, &animation.extras), (&None, &None));
}

#[test]
fn an_animation_without_a_name_stays_without_one_in_its_place() {
    let document = animated(&json!({ "name": null }));
    let names = |clips: &[Clip]| {
        let (made, _) = edited(&document, clips, &EncodeOptions::default());
        made.root().animations.iter().map(|animation| animation.name.clone()).collect::<Vec<_>>()
    };
    let (own, other) = (clip("animation 0", vec![rise()]), clip("walk", vec![rise()]));
    assert_eq!(names(&[own.clone(), other.clone()]), [None, Some("walk".to_owned())]);
    assert_eq!(names(&[other, own]), ["walk", "animation 0"].map(|name| Some(name.to_owned())));
}

#[test]
fn the_document_decides_whether_pointers_show_and_hide() {
    let clips = [clip("walk", vec![rise(), hide()])];
    let used = json!({ "extensionsUsed": ["KHR_animation_pointer", "KHR_node_visibility"] });
    for pointers in [false, true] {
        let options = EncodeOptions { pointers, ..EncodeOptions::default() };
        for (more, is_pointed) in [(&json!({}), false), (&used, true)] {
            let (made, report) = edited(&file(more), &clips, &options);
            let paths = made.root().animations[0].channels.iter().map(|channel| &channel.target.path);
            assert_eq!(paths.filter(|path| **path == Path::Pointer).count(), usize::from(is_pointed));
            assert_eq!(report.findings.len(), usize::from(pointers && !is_pointed), "{report}");
            assert_eq!(made.clips(), clips);
            let visible = made.root().nodes[0].extensions.as_ref().map(ToString::to_string);
            let shown = r#"{"KHR_node_visibility":{"visible":true}}"#.to_owned();
            assert_eq!(visible, is_pointed.then_some(shown), "what pointers refer to exists");
        }
    }
}

#[test]
fn what_is_hidden_at_rest_stays_hidden_without_a_curve() {
    let hidden = json!({ "KHR_node_visibility": { "visible": false }, "EXT_other": 1 });
    let nodes = json!([{ "name": "box", "extras": { "keep": 1 }, "extensions": hidden }]);
    let never = || Channel::new(0, Property::Visible, Curve::constant(&[0.0]).unwrap()).unwrap();
    let (still, moving, shown) =
        (clip("still", vec![never()]), clip("walk", vec![rise(), never()]), clip("run", vec![rise()]));
    let blinking = clip("blink", vec![rise(), hide()]);
    let used = json!(["KHR_animation_pointer", "KHR_node_visibility", "EXT_other"]);
    // The number of channels that are kept or written besides the translations, and the visibility at rest.
    let cases = [
        (vec![moving.clone()], 0, false),
        (vec![moving.clone(), still], 0, false),
        (vec![moving.clone(), blinking], 1, false),
        // A clip without a channel shows the node, so the other clip needs a curve.
        (vec![moving, shown], 1, true),
    ];
    for (more, is_pointed) in
        [(json!({ "nodes": nodes }), false), (json!({ "nodes": nodes, "extensionsUsed": used }), true)]
    {
        for (clips, curves, visible) in &cases {
            let (made, report) = edited(&file(&more), clips, &EncodeOptions::default());
            assert_eq!(made.clips(), *clips);
            let kept = report.losses.iter().filter(|loss| loss.property.as_deref() == Some("visible"));
            assert_eq!(kept.count(), *curves, "{report}");
            let channels = made.root().animations.iter().flat_map(|animation| &animation.channels);
            let pointers = channels.filter(|channel| channel.target.path == Path::Pointer).count();
            assert_eq!(pointers, if is_pointed { *curves } else { 0 });
            let extensions = made.root().nodes[0].extensions.as_ref().map(ToString::to_string);
            let expected = format!(r#"{{"KHR_node_visibility":{{"visible":{visible}}},"EXT_other":1}}"#);
            assert_eq!(extensions, Some(expected));
        }
    }
}

#[test]
fn weights_that_do_not_fit_the_mesh_are_kept_aside() {
    let mesh = |targets: usize| {
        let primitive =
            json!({ "attributes": { "POSITION": 0 }, "targets": vec![json!({ "POSITION": 0 }); targets] });
        json!({
            "nodes": [{ "name": "box", "extras": { "keep": 1 }, "mesh": 0 }],
            "meshes": [{ "primitives": [primitive] }],
            "accessors": [{ "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0] }],
        })
    };
    let weights = Channel::new(0, Property::Weights { count: 2 }, curve(&[0.0, 0.0, 0.5, 1.0], Ease::Linear));
    let clips = [clip("walk", vec![rise(), weights.unwrap()])];
    // The mesh has as many targets, fewer, or none that weights could move.
    for (document, expected) in [(file(&mesh(2)), 1), (file(&mesh(1)), 0), (file(&json!({})), 0)] {
        let (made, report) = edited(&document, &clips, &EncodeOptions::default());
        let paths = made.root().animations[0].channels.iter().map(|channel| &channel.target.path);
        assert_eq!(paths.filter(|path| **path == Path::Weights).count(), expected);
        let aside = report.losses.iter().filter(|loss| loss.property.as_deref() == Some("weight"));
        assert_eq!(aside.count(), 1 - expected, "{report}");
    }
}
