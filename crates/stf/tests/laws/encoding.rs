//! Clips to documents.

use anim_core::{
    AnyFormat, Axis, Channel, Clip, Curve, Ease, EulerOrder, Loss, Node, OptionError, Positive, Property,
    Report, Space, Times, Transform, Unit,
};
use anim_stf::{ClipOptions, EncodeOptions, Names, Stf};

use crate::clips::{LINE, clip, scene};
use crate::documents;

#[test]
fn nodes_are_found_by_id_and_by_name() {
    let text = r#"{"stf": {"root": "p"}, "resources": {
        "p": {"type": "stf.prefab", "root_nodes": ["a", "b/1", "c"]},
        "a": {"type": "stf.node", "name": "Cube"}, "b/1": {"type": "stf.node", "name": "Cube"},
        "c": {"type": "stf.node", "name": "Rig", "instance": "i"},
        "i": {"type": "stf.instance.armature", "armature": "r"}, "r": {"type": "stf.armature", "root_bones": ["h"]},
        "h": {"type": "stf.bone", "name": "Hip"}}}"#;
    let stf = documents::container(text);
    let target = |name: &str, id: Option<&str>| {
        let curve = Curve::constant(&[1.0, 2.0, 3.0]).unwrap();
        let channel = Channel::new(0, Property::Translation, curve).unwrap();
        let mut node = Node::new(name);
        node.id = id.map(str::to_owned);
        let clip = Clip::new("m").with_nodes(vec![node]).with_channels(vec![channel]);
        let options = EncodeOptions { into: Some(stf.clone()), ..EncodeOptions::default() };
        let mut report = Report::new();
        let merged = Stf::from_clips_with(&[clip], &options, &mut report).unwrap();
        let (_, animation) = merged.animations().next().unwrap();
        let lost: Vec<_> = report.losses.iter().map(|loss| loss.message.clone()).collect();
        (animation.tracks.first().map(|track| track.target.0.clone()), lost)
    };
    let steps = |names: &[&str]| Some(anim_stf::Target::names(names.iter().copied()).0);
    for (name, id, expected) in [
        ("Cube", None, steps(&["a", "t"])),
        ("Cube.001", None, steps(&["b/1", "t"])),
        ("b/1", None, steps(&["b/1", "t"])),
        ("Hip", None, steps(&["c", "instance", "h", "t"])),
        ("c/instance/h", None, steps(&["c", "instance", "h", "t"])),
        ("Cube", Some("b/1"), steps(&["b/1", "t"])),
        // An id of another document.
        ("Cube", Some("z"), steps(&["a", "t"])),
    ] {
        assert_eq!(target(name, id), (expected, vec![]), "{name}");
    }
    assert_eq!(
        target("Cone", None),
        (None, vec!["the figure has no node like this; the nearest name is `Cube`".to_owned()])
    );
}

/// A clip whose only node is at this position.
fn placed(translation: [f64; 3]) -> Clip {
    let place = Curve::constant(&translation).unwrap();
    let channels = vec![Channel::new(0, Property::Translation, place).unwrap()];
    Clip::new("m").with_nodes(vec![Node::new("a")]).with_channels(channels)
}

#[test]
fn a_document_is_upright_and_states_its_unit() {
    let down = placed([100.0, -2000.0, 0.0]).with_space(Space::right_handed(Axis::NegY).in_metres(0.001));
    for (unit, expected, stated) in [
        (None, [0.1, 2.0, 0.0], "\"metric_multiplier\": 1}"),
        (Positive::new(0.25), [0.4, 8.0, 0.0], ": 0.25}"),
    ] {
        let options = EncodeOptions { unit, ..EncodeOptions::default() };
        let stf = Stf::from_clips_with(std::slice::from_ref(&down), &options, &mut Report::new()).unwrap();
        assert!(stf.json().contains(stated), "{}", stf.json());
        let (clip, _) = clip(&stf, ClipOptions::default());
        assert_eq!(clip.pose(0.0).world[0].translation(), expected);
        let metres = unit.map_or(1.0, Positive::get);
        assert_eq!(clip.space, Space::right_handed(Axis::Y).facing(Axis::Z).in_metres(metres));
        assert_eq!(clip.in_space(down.space).pose(0.0).world[0].translation(), [100.0, -2000.0, 0.0]);
    }
}

#[test]
fn clips_that_join_a_document_take_its_unit() {
    let text = r#"{"stf": {"root": "p", "metric_multiplier": 0.01}, "resources": {
        "p": {"type": "stf.prefab", "root_nodes": ["a"]}, "a": {"type": "stf.node", "name": "a"}}}"#;
    let stf = documents::container(text);
    let metres = placed([1.0, 0.0, 0.5]).with_space(Space::right_handed(Axis::Y).in_metres(1.0));
    let options = EncodeOptions { into: Some(stf.clone()), ..EncodeOptions::default() };
    let merged = Stf::from_clips_with(std::slice::from_ref(&metres), &options, &mut Report::new()).unwrap();
    let mut added = stf;
    added.add_clip(&metres, &EncodeOptions::default(), &mut Report::new()).unwrap();
    for stf in [merged, added] {
        let (clip, _) = clip(&stf, ClipOptions::default());
        assert_eq!(clip.pose(0.0).world[0].translation(), [100.0, 0.0, 50.0]);
    }
}

#[test]
fn new_documents_keep_ids_and_names() {
    let (before, _) = clip(&scene(LINE, &[]), ClipOptions::default());
    let encoded = Stf::from_clips(std::slice::from_ref(&before)).unwrap();
    let (after, _) = clip(&encoded, ClipOptions::default());
    let names = |clip: &Clip| clip.nodes.iter().map(|node| node.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&before), names(&after));
    for (id, name) in [("face", "Face"), ("rig", "Rig")] {
        let node = encoded.resource(id).unwrap();
        assert!(encoded.resource_text(node).contains(&format!("\"name\": \"{name}\"")), "{id}");
    }
    assert!(encoded.animation("move").is_some());
}

#[test]
fn new_documents_keep_the_ids_that_are_names() {
    let text = r#"{"stf": {"root": "p"}, "resources": {
        "p": {"type": "stf.prefab", "root_nodes": ["face", "hat", "rig"]},
        "face": {"type": "stf.node", "name": "Face"}, "hat": {"type": "stf.node", "name": "hat"}, "rig": {"type": "stf.node"},
        "move": {"type": "stf.animation", "loop": "none", "fps": 1, "range": [0, 1], "tracks": [
            {"target": ["hat", "t"], "timepoints": [0], "subtracks": [{"keyframes": [[true, 1, "linear"]]}, null, null]}]}}}"#;
    let stf = documents::container(text);
    for names in Names::ALL {
        let options = ClipOptions { names: *names, ..ClipOptions::default() };
        let (mut clip, _) = clip(&stf, options);
        let made = Stf::from_clips(std::slice::from_ref(&clip)).unwrap();
        for id in ["face", "hat", "rig"] {
            assert!(made.resource(id).is_some_and(|node| node.kind() == "stf.node"), "{id}: {}", made.json());
        }
        assert_eq!(made.animation("move").unwrap().tracks[0].target, ["hat", "t"].into());
        // In clips of other files a name is only a name.
        clip.metadata.clear();
        assert!(Stf::from_clips(&[clip]).unwrap().resource("hat").is_none());
    }
}

#[test]
fn a_clip_survives_its_encoding() {
    let bezier = r#"{"target": ["face", "t"], "timepoints": [10, 14.5, 30], "subtracks": [
        {"keyframes": [[true, 0, "bezier", "split", [3, -2]], [false, 1, "baked"], [true, 4, "constant", [-5, 1]]]},
        {"keyframes": [null, [true, 2, "linear"], [true, 3, "linear"]]}, null]}"#;
    let weight = r#"{"target": ["face", "instance", "blendshape", "frown", "value"], "timepoints": [10, 30],
        "subtracks": [{"keyframes": [[true, 0, "quadratic"], [true, 1, "linear"]]}]}"#;
    let stf = scene(&format!("{bezier},{weight}"), &[]);
    let (before, _) = clip(&stf, ClipOptions::default());
    let mut report = Report::new();
    let encoded =
        Stf::from_clips_with(std::slice::from_ref(&before), &EncodeOptions::default(), &mut report).unwrap();
    assert!(report.losses.iter().all(|loss| loss.code.id == "stf::kept"), "{report}");
    assert_eq!(Stf::parse(&encoded.to_bytes()).unwrap(), encoded);
    // A new document has no meshes: that is in the report too.
    let findings = encoded.check();
    assert!(findings.iter().all(|finding| finding.code.id == "stf::target"), "{findings:?}");
    let (after, _) = clip(&encoded, ClipOptions::default());
    assert_eq!(
        (&after.name, after.duration, after.metadata("stf.loop")),
        (&before.name, before.duration, Some("loop"))
    );
    for step in 0..=200 {
        let time = f64::from(step) / 100.0;
        let [a, b] = [&before, &after].map(|clip| clip.pose(time).world[0]);
        assert!(a.distance(&b) < 1e-12, "at {time}");
    }
    // Encoding into its own document finds the nodes of the clip.
    let options = EncodeOptions { into: Some(stf.clone()), ..EncodeOptions::default() };
    let merged = Stf::from_clips_with(std::slice::from_ref(&before), &options, &mut Report::new()).unwrap();
    assert_eq!(merged.animations().count(), 2);
    let clips = merged.clips();
    let [a, b] = [&clips[0], &clips[1]].map(|clip| clip.pose(1.234).world[0]);
    assert!(a.distance(&b) < 1e-12);
    let [a, b] = [&clips[0], &clips[1]].map(|clip| clip.channels.last().unwrap().curve().at(1.234)[0]);
    assert!((a - b).abs() < 1e-12, "{a} {b}");
}

#[test]
fn a_new_animation_repeats_in_the_words_of_current_exporters() {
    for (old, new) in [("cycle", "loop"), ("loop", "loop"), ("pingpong", "pingpong"), ("swing", "swing")] {
        let mut clip = placed([0.0; 3]);
        clip.metadata.push(("stf.loop".into(), old.into()));
        let made = Stf::from_clips(&[clip]).unwrap();
        assert!(made.json().contains(&format!("\"loop\": \"{new}\"")), "{old}: {}", made.json());
        assert!(made.check().iter().all(|finding| finding.code.id != "stf::legacy"), "{old}");
    }
}

#[test]
fn the_option_into_names_a_file() {
    let stf = scene(LINE, &[]);
    let format = AnyFormat::encoder::<Stf>();
    let options = format.encode_options().unwrap().with("into", "here.stf").unwrap();
    let encode = |bytes: &[u8]| {
        let beside = vec![("here.stf".to_owned(), bytes.to_vec())];
        let encoded = format.encode(&stf.clips(), &options, &beside, &mut Report::new());
        encoded.map(|document| document.to_bytes().into_owned())
    };
    let mut expected = stf.clone();
    expected.add_clip(&stf.clips()[0], &EncodeOptions::default(), &mut Report::new()).unwrap();
    assert_eq!(encode(&stf.to_bytes()).unwrap(), expected.to_bytes().into_owned());
    assert_eq!(anim_core::Diagnostic::from(encode(b"STF").unwrap_err()).code.id, "stf::magic");
    let missing = options.typed::<EncodeOptions>(&()).unwrap_err();
    assert!(matches!(missing, OptionError::MissingFile { key: "into", .. }), "{missing}");
}

/// The losses of encoding a clip with one channel.
fn losses(property: Property, curve: Curve) -> Vec<Loss> {
    let channel = Channel::new(0, property, curve).unwrap();
    let clip = Clip::new("walk").with_nodes(vec![Node::new("hip")]).with_channels(vec![channel]);
    let mut report = Report::new();
    Stf::from_clips_with(&[clip], &EncodeOptions::default(), &mut report).unwrap();
    report.losses
}

#[test]
fn errors_have_the_unit_of_their_property() {
    let times = || Times::keys([0.0, 1.0]).unwrap();
    let unit = |loss: &Loss| match loss.fate {
        anim_core::Fate::Approximated(error) => error.unit,
        other => panic!("{other:?}"),
    };
    let sine = |width: usize| {
        let values = [vec![0.0; width], vec![1.0; width]].concat();
        Curve::new(times(), width, values, Ease::Sine).unwrap()
    };
    for (property, expected) in [
        (Property::Translation, Unit::Length),
        (Property::Euler(EulerOrder::Xyz), Unit::Angle),
        (Property::Scale, Unit::Ratio),
        (Property::named("x", 1), Unit::Own),
    ] {
        let losses = losses(property.clone(), sine(property.width()));
        assert_eq!(unit(&losses[0]), expected);
        let names = (losses[0].clip.as_deref(), losses[0].node.as_deref(), losses[0].property.as_deref());
        assert_eq!(names, (Some("walk"), Some("hip"), Some(property.name())));
    }
    // A matrix that rotates and scales: each part has its own error.
    let turned = anim_core::quaternion::from_axis_angle([1.0, 2.0, 3.0], 1.5);
    let maps = [
        Transform::default(),
        Transform { translation: [1.0, 0.0, 0.0], rotation: turned, scale: [1.0, 2.0, 1.0] },
    ];
    let values = maps.map(|map| anim_core::Affine::from(map).to_rows()).concat();
    let losses = losses(Property::Matrix, Curve::new(times(), 12, values, Ease::Linear).unwrap());
    let units: Vec<_> = losses.iter().map(unit).collect();
    assert_eq!(units, [Unit::Ratio, Unit::Angle, Unit::Ratio], "shear, rotation, scale");
    assert!(losses.iter().all(|loss| loss.property.as_deref() == Some("matrix")));
}

/// A clip whose only channel is a matrix that turns and grows from key to key.
fn turning(keys: usize, ease: Ease) -> Clip {
    let maps = (0..keys).map(|key| {
        let rotation = anim_core::quaternion::from_axis_angle([1.0, 2.0, 3.0], 1.5 * key as f64);
        let scale = [1.0, 1.0 + key as f64, 1.0];
        anim_core::Affine::from(Transform { rotation, scale, ..Transform::default() }).to_rows()
    });
    let values: Vec<f64> = maps.flatten().collect();
    let times = Times::keys((0..keys).map(|key| key as f64).collect::<Vec<_>>()).unwrap();
    let channel = Channel::new(0, Property::Matrix, Curve::new(times, 12, values, ease).unwrap()).unwrap();
    Clip::new("m").with_duration(keys as f64).with_nodes(vec![Node::new("a")]).with_channels(vec![channel])
}

#[test]
fn losses_of_the_parts_of_a_matrix_name_its_channel() {
    let clips = [turning(2, Ease::Linear)];
    for tracks_baked in [false, true] {
        let options = EncodeOptions { tracks_baked, ..EncodeOptions::default() };
        let mut report = Report::new();
        Stf::from_clips_with(&clips, &options, &mut report).unwrap();
        let is_baked = |loss: &Loss| loss.message.starts_with("the baked track");
        assert_eq!(report.losses.iter().any(is_baked), tracks_baked, "{report}");
        assert_eq!(anim_core::laws::joins(&report, &clips), Ok(()));
    }
}

#[test]
fn keys_of_matrices_are_limited_like_others() {
    // Within this tolerance, single precision would need thousands of keys for each of these lines.
    let tiny = Positive::literal(1e-12);
    let options = EncodeOptions { tolerance: tiny, tolerance_angle: tiny, ..EncodeOptions::default() };
    for (keys, ease) in [(2, Ease::Linear), (40, Ease::Linear), (40, Ease::Sine)] {
        let clip = turning(keys, ease);
        let made = Stf::from_clips_with(&[clip], &options, &mut Report::new()).unwrap();
        let (_, animation) = made.animations().next().unwrap();
        let most = anim_core::KeyLimit::default().keys(keys, 1e-12);
        let count = animation.tracks.iter().map(|track| track.timepoints.len()).max().unwrap();
        assert!((keys + 100..=most).contains(&count), "{keys} {ease:?}: {count} of {most}");
    }
}

#[test]
fn channels_of_single_numbers_of_a_matrix_place_the_node_over_its_rest() {
    let number = |component: usize, times: &[f64], values: &[f64], ease: Ease| {
        let curve = Curve::new(Times::keys(times).unwrap(), 1, values.to_vec(), ease).unwrap();
        Channel::part(0, Property::Matrix, component, curve).unwrap()
    };
    let line = |component, values: &[f64]| number(component, &[0.0, 1.0], values, Ease::Linear);
    // The numbers 3 and 7 are the positions along X and Y, 10 is the scale along Z; a later channel of X replaces the first one.
    let alike = vec![line(3, &[9.0, 9.0]), line(3, &[0.0, 4.0]), line(10, &[2.0, 3.0])];
    let apart =
        vec![line(3, &[0.0, 4.0]), line(10, &[2.0, 3.0]), number(7, &[0.0, 0.5], &[1.0, 6.0], Ease::Sine)];
    for (channels, dropped) in [(alike, 1), (apart, 0)] {
        let mut node = Node::new("n");
        node.rest =
            Transform { translation: [0.0, 1.0, 5.0], scale: [1.0, 1.0, 7.0], ..Transform::default() };
        let moves_y = channels.len() == 3 && dropped == 0;
        let clip = Clip::new("m").with_duration(1.0).with_nodes(vec![node]).with_channels(channels);
        let mut report = Report::new();
        let stf = Stf::from_clips_with(std::slice::from_ref(&clip), &EncodeOptions::default(), &mut report)
            .unwrap();
        let lost = report.losses.iter().filter(|loss| loss.fate == anim_core::Fate::Dropped);
        assert_eq!(lost.count(), dropped, "{:?}", report.losses);
        let read = stf.clips().remove(0);
        for time in [0.0, 0.2, 0.25, 0.5, 0.7, 1.0] {
            let eased = 0.5 - 0.5 * (std::f64::consts::PI * (time / 0.5f64).min(1.0)).cos();
            let y = if moves_y { 1.0 + 5.0 * eased } else { 1.0 };
            let (found, scale) = (read.pose(time).local[0], 2.0 + time);
            let expected = anim_core::Affine::new(
                [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, scale]],
                [4.0 * time, y, 5.0],
            );
            assert!(found.distance(&expected) < 2e-3, "{time}: {found:?} {expected:?}");
        }
    }
}

#[test]
fn a_clip_that_is_not_valid_is_refused() {
    let broken = Clip::new("broken").with_duration(f64::NAN);
    assert!(Stf::from_clips(&[broken]).is_err());
}
