//! What glTF cannot represent.

use super::*;

#[test]
fn what_gltf_cannot_represent_is_kept_and_reported() {
    let step = |value: f64| curve(&[0.0, 0.1], &[value, 0.0], Ease::Step);
    let looped = curve(&[0.0, 1.0], &[0.0; 6], Ease::Linear).with_wrap(Wrap::Hold, Wrap::Repeat);
    let mut clip = clip(vec![
        channel(Property::Visible, step(1.0)),
        channel(Property::Alive, step(1.0)),
        channel(Property::Parent, step(-1.0)),
        channel(Property::Color, curve(&[0.0], &[0.1, f64::NEG_INFINITY, 0.3], Ease::Sine)),
        channel(Property::named("fog", 1), step(0.5)),
        channel(Property::Translation, looped),
    ]);
    clip.duration = 1.0;
    clip.rate = Some(Rate::sixtieths(7));
    clip.first_frame = 3.0;
    let enter = EventKind::Enter { name: "walk".into(), index: Some(2), seconds: Some(0.25) };
    clip.events =
        vec![Event::named(0.5, "step", vec![1.0, f64::INFINITY]).with_node(0), Event::new(0.75, enter)];
    clip.metadata = vec![("format".into(), "tod".into())];
    let (document, found) = encode(std::slice::from_ref(&clip));
    let (parents, kept): (Vec<_>, Vec<_>) = found.iter().partition(|loss| loss.code.id == "gltf::parents");
    assert!(kept.iter().all(|loss| loss.fate == Fate::Kept && loss.severity() == Severity::Note));
    assert_eq!(parents.len(), 1);
    assert_eq!(found.len(), 7, "{found:?}");
    let mut back = Gltf::parse(&document.to_bytes()).unwrap().clips().remove(0);
    for wanted in &clip.channels {
        assert!(back.channels.contains(wanted), "{wanted:?} is missing in {:?}", back.channels);
    }
    back.channels.clone_from(&clip.channels);
    assert_eq!(back, clip);
}

#[test]
fn a_kept_channel_is_named_and_several_of_a_property_are_counted() {
    let fog = |node| Channel::new(node, Property::named("fog", 1), Curve::constant(&[0.5]).unwrap()).unwrap();
    let nodes = vec![Node::new("box"), Node::new("lid")];
    for (channels, expected) in [
        (vec![fog(1)], ("kept in `extras.anim`: the channel", ["move", "lid", "fog"])),
        (vec![fog(0), fog(1)], ("kept in `extras.anim`: 2 channels", ["move", "", "fog"])),
    ] {
        let (_, found) = encode(&[clip(channels).with_nodes(nodes.clone())]);
        let [loss, ..] = &found[..] else { panic!("no loss") };
        assert_eq!((loss.message.as_str(), names(loss)), expected);
    }
}

#[test]
fn a_change_of_parent_is_a_loss_for_other_readers_and_comes_back_to_ours() {
    let parents = channel(Property::Parent, curve(&[0.0, 1.0], &[-1.0, 1.0], Ease::Step));
    let clip = clip(vec![parents.clone()]).with_nodes(vec![Node::new("box"), Node::new("other")]);
    let (document, found) = encode(std::slice::from_ref(&clip));
    let loss = found.iter().find(|loss| loss.code.id == "gltf::parents").unwrap();
    assert_eq!((loss.fate, names(loss)), (Fate::Dropped, ["move", "box", "parent"]));
    assert_eq!(document.clips()[0].channels, [parents]);
}

#[test]
fn extras_follow_nodes_that_another_program_moved() {
    let visible = |node| Channel::new(node, Property::Visible, Curve::constant(&[0.0]).unwrap()).unwrap();
    let clip = clip(vec![visible(1), channel(Property::Scale, Curve::constant(&[2.0; 3]).unwrap())])
        .with_nodes(vec![Node::new("box"), Node::new("lamp"), Node::new("cup")])
        .with_events(vec![Event::named(0.0, "full", vec![]).with_node(2)]);
    let options = EncodeOptions { container: Container::Embedded, ..EncodeOptions::default() };
    let document = encode_with(std::slice::from_ref(&clip), &options).0;
    let text = String::from_utf8(document.to_bytes().to_vec()).unwrap();
    let changed = |names: [&str; 3]| {
        let mut json: serde_json::Value = serde_json::from_str(&text).unwrap();
        for (node, name) in names.into_iter().enumerate() {
            json["nodes"][node]["name"] = name.into();
        }
        let mut report = Report::new();
        let document = Gltf::parse(json.to_string().as_bytes()).unwrap();
        let clip = document.clips_with(&ClipOptions::default(), &mut report).remove(0);
        let hidden = clip.channels.iter().find(|channel| *channel.property() == Property::Visible);
        let messages: Vec<String> = report.findings.iter().map(|found| found.message.clone()).collect();
        (hidden.map(Channel::node), clip.events.first().and_then(|event| event.node), messages)
    };
    assert_eq!(changed(["box", "lamp", "cup"]), (Some(1), Some(2), vec![]));
    assert_eq!(changed(["lamp", "cup", "box"]), (Some(0), Some(1), vec![]));
    let message =
        "what they state about `lamp` is left out: no node of the clip, or more than one, has this name";
    assert_eq!(changed(["box", "light", "cup"]), (None, Some(2), vec![message.to_owned()]));
}

#[test]
fn a_node_that_outlives_its_parent_is_a_loss_for_other_readers() {
    let killed = channel(Property::Alive, curve(&[0.0, 0.5], &[1.0, 0.0], Ease::Step));
    let nodes = vec![Node::new("box"), Node::new("lid").with_parent(0)];
    let clip = clip(vec![killed]).with_nodes(nodes).with_duration(1.0);
    let found = encode(std::slice::from_ref(&clip)).1;
    let loss = found.iter().find(|loss| loss.code.id == "gltf::parents").unwrap();
    assert_eq!((loss.fate, loss.node.as_deref(), loss.time), (Fate::Dropped, Some("lid"), Some(0.5)));
}

#[test]
fn each_conversion_code_has_its_cause() {
    let constant = || channel(Property::Translation, Curve::constant(&[1.0; 3]).unwrap());
    let cycle = clip(vec![constant()]).with_nodes(vec![Node::new("self").with_parent(0)]);
    let mut far = clip(vec![constant()]);
    far.nodes[0].rest.scale = [1e60, f64::NAN, 2.0];
    let endless = curve(&[0.0, 1e-7], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], Ease::Linear)
        .with_wrap(Wrap::Hold, Wrap::Repeat);
    let endless = clip(vec![channel(Property::Translation, endless)]).with_duration(10.0);
    for (clip, code) in [(cycle, "gltf::cycle"), (far, "gltf::replaced"), (endless, "gltf::kept")] {
        let (document, found) = encode(&[clip]);
        assert!(codes(&found).contains(&code), "{code}: {found:?}");
        assert_eq!(document.clips().len(), 1);
    }
}

#[test]
fn the_length_of_a_quaternion_at_rest_is_no_loss() {
    let mut clip = clip(vec![channel(Property::Translation, Curve::constant(&[1.0; 3]).unwrap())]);
    for (rotation, scale, expected) in [
        ([0.0, 0.0, 3.0, 4.0], 2.0, &[][..]),
        ([0.0, 0.0, 3.0, 4.0], f64::NAN, &["gltf::replaced"]),
        ([0.0, 0.0, f64::NAN, 1.0], 2.0, &["gltf::replaced"]),
    ] {
        clip.nodes[0].rest = Transform { rotation, scale: [scale; 3], ..Transform::IDENTITY };
        assert_eq!(codes(&encode(std::slice::from_ref(&clip)).1), expected, "{rotation:?} {scale}");
    }
}

#[test]
fn a_property_too_wide_for_the_extras_is_reported() {
    let wide = Property::named("cloth", 70_000);
    let times = Times::uniform(0.0, Rate::per_second(100_000), 70_000).unwrap();
    let part =
        Channel::part(0, wide, 9, Curve::new(times, 1, vec![1.0; 70_000], Ease::Step).unwrap()).unwrap();
    let (document, found) = encode(&[clip(vec![part])]);
    assert!(found.iter().any(|loss| loss.fate == Fate::Dropped), "{found:?}");
    let mut again = Report::new();
    document.clips_with(&ClipOptions::default(), &mut again);
    assert_eq!(again, Report::new(), "nothing that a reader refuses is written");
}

#[test]
fn pointers_show_and_hide_on_request() {
    let visible = channel(Property::Visible, curve(&[0.0, 1.0, 2.0], &[1.0, 0.0, 1.0], Ease::Step));
    let alive = channel(Property::Alive, curve(&[0.0, 1.5], &[0.0, 1.0], Ease::Step));
    let clips = [clip(vec![visible, alive])];
    let (document, found) =
        encode_with(&clips, &EncodeOptions { pointers: true, ..EncodeOptions::default() });
    let fates = |found: &[Loss]| {
        let kept = found.iter().filter(|loss| loss.code.id == "gltf::kept" && loss.property.is_some());
        kept.map(|loss| (loss.fate, loss.property.clone().unwrap())).collect::<Vec<_>>()
    };
    assert_eq!(document.clips()[0].duration, clips[0].duration, "also where nothing else moves");
    for channels in [&clips[0].channels[..], &clips[0].channels[..1], &clips[0].channels[1..]] {
        let clips = [clip(channels.to_vec())];
        let (document, _) =
            encode_with(&clips, &EncodeOptions { pointers: true, ..EncodeOptions::default() });
        assert_eq!(document.clips()[0].channels, channels, "a pointer is no channel of its own");
    }
    let both = |fate| ["visible", "alive"].map(|name| (fate, name.to_owned()));
    assert_eq!(fates(&found), both(Fate::Equivalent(Unit::Own)), "other programs show and hide it too");
    assert_eq!(fates(&encode(&clips).1), both(Fate::Kept));
    let root = document.root();
    assert_eq!(root.extensions_used, ["KHR_animation_pointer", "KHR_node_visibility"]);
    let sampler = &root.animations[0].samplers[0];
    assert_eq!(floats(&document, sampler.input), [0.0, 1.0, 1.5, 2.0]);
    let accessor = &root.accessors[sampler.output];
    let view = &root.buffer_views[accessor.buffer_view.unwrap()];
    assert_eq!(accessor.component_type, ComponentType::U8);
    let start = view.byte_offset + accessor.byte_offset;
    assert_eq!(&document.buffer(0).unwrap()[start..start + 4], [0, 0, 0, 1]);
}

#[test]
fn what_no_clip_shows_is_hidden_at_rest() {
    let visible =
        |value: f64| Channel::new(0, Property::Visible, Curve::constant(&[value]).unwrap()).unwrap();
    let blink = || channel(Property::Visible, curve(&[0.0, 1.0], &[0.0, 1.0], Ease::Step));
    for (channels, shown) in [
        (vec![Some(visible(0.0))], false),
        (vec![Some(visible(0.0)), Some(visible(0.0))], false),
        (vec![Some(visible(1.0))], true),
        (vec![Some(visible(0.0)), Some(blink())], true),
        (vec![Some(visible(0.0)), None], true),
    ] {
        let clips: Vec<Clip> = channels.into_iter().map(|own| clip(own.into_iter().collect())).collect();
        let options = EncodeOptions { pointers: true, ..EncodeOptions::default() };
        let (document, _) = encode_with(&clips, &options);
        let node = document.root().nodes[0].extensions.as_ref().unwrap().to_string();
        assert_eq!(node, format!(r#"{{"KHR_node_visibility":{{"visible":{shown}}}}}"#));
        // In a clip that does not hide it, a pointer shows it.
        for (back, clip) in document.clips().iter().zip(&clips).filter(|(_, clip)| !clip.channels.is_empty())
        {
            assert_eq!(back.channels, clip.channels);
        }
    }
}

#[test]
fn losses_name_the_channels_that_the_clip_has() {
    let wave = || curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 8.0, 0.0, 0.0], Ease::Sine);
    let (_, found) = encode(&[clip(vec![channel(Property::Displacement, wave())])]);
    let baked = found.iter().find(|loss| loss.code.id == "gltf::baked").unwrap();
    assert_eq!(names(baked), ["move", "box", "displacement"]);
    // With pointers, the existence of a node is written as its visibility.
    let near = curve(&[1.0, 1.0 + 1e-12, 2.0], &[1.0, 0.0, 1.0], Ease::Step);
    let options = EncodeOptions { pointers: true, ..EncodeOptions::default() };
    let (_, found) = encode_with(&[clip(vec![channel(Property::Alive, near)])], &options);
    let merged = found.iter().find(|loss| loss.code.id == "gltf::merged-keys").unwrap();
    assert_eq!(names(merged), ["move", "box", "alive"]);
}
