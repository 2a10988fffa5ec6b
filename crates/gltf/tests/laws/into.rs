//! Clips added to existing files, which are otherwise unchanged.
#![allow(clippy::expect_used, reason = "tests may state what they expect")]

mod vrm;

use anim_core::quaternion;
use anim_core::{Axis, Channel, Clip, Curve, Ease, Encode, Format, Node, Property, Report, Times, Transform};
use anim_gltf::{Base, BoneMap, Container, EncodeOptions, Gltf, ReadOptions};
use vrm::{bin, chunk, glb, json};

/// A clip of a Mixamo figure half as high, at rest in an A pose, that walks and lifts its left arm by a quarter turn about Z.
fn walk() -> Clip {
    let at = |x: f64, y: f64| Transform { translation: [x, y, 0.0], ..Transform::IDENTITY };
    let tilted = quaternion::from_axis_angle([0.0, 0.0, 1.0], -0.5);
    let rests = [
        ("mixamorig:Hips", None, at(0.0, 0.5)),
        ("mixamorig:Spine", Some(0), at(0.0, 0.1)),
        ("mixamorig:Head", Some(1), at(0.0, 0.2)),
        ("mixamorig:LeftArm", Some(1), Transform { rotation: tilted, ..at(0.1, 0.15) }),
        ("mixamorig:LeftUpLeg", Some(0), at(0.05, 0.0)),
        ("mixamorig:LeftLeg", Some(4), at(0.0, -0.2)),
        ("mixamorig:LeftFoot", Some(5), at(0.0, -0.2)),
        ("Prop", None, at(0.0, 0.0)),
    ];
    let node = |(name, parent, rest): (&str, Option<usize>, Transform)| {
        let node = Node::new(name).with_rest(rest);
        parent.map_or_else(|| node.clone(), |parent| node.clone().with_parent(parent))
    };
    let lifted = quaternion::from_axis_angle([0.0, 0.0, 1.0], -0.5 + std::f64::consts::FRAC_PI_2);
    let times = || Times::keys([0.0, 1.0]).unwrap();
    let place = Curve::new(times(), 3, vec![0.0, 0.5, 0.0, 0.0, 0.5, 1.0], Ease::Linear).unwrap();
    let arm = Curve::new(times(), 4, [tilted, lifted].concat(), Ease::Slerp).unwrap();
    let prop = Curve::new(times(), 3, vec![1.0; 6], Ease::Linear).unwrap();
    Clip::new("walk").with_duration(1.0).with_nodes(rests.map(node).to_vec()).with_channels(vec![
        Channel::new(0, Property::Translation, place).unwrap(),
        Channel::new(3, Property::Rotation, arm).unwrap(),
        Channel::new(7, Property::Translation, prop).unwrap(),
    ])
}

fn into(base: &[u8], clips: &[Clip], options: EncodeOptions) -> (Gltf, Report) {
    let options = EncodeOptions { into: Some(Base::parse(base).unwrap()), ..options };
    let mut report = Report::new();
    (Gltf::from_clips_with(clips, &options, &mut report).unwrap(), report)
}

/// The text without the parts that were inserted, found one after the other.
fn without(text: &str, inserted: &[&str]) -> String {
    let (mut left, mut rest) = (String::new(), text);
    for part in inserted {
        let (before, after) = rest.split_once(part).expect(part);
        left.push_str(before);
        rest = after;
    }
    left + rest
}

/// The elements of an array in a text beyond a count, in their spelling.
fn added(text: &str, array: &str, count: usize) -> Vec<String> {
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    value[array].as_array().unwrap()[count..].iter().map(ToString::to_string).collect()
}

#[test]
fn every_byte_that_is_not_touched_is_the_same() {
    let (text, bin) = (json(), bin());
    let file = glb(&text, &bin);
    let (made, _) = into(&file, &[walk()], EncodeOptions::default());
    let made = made.to_bytes();
    let new_text = String::from_utf8(chunk(&made, *b"JSON")).unwrap();
    let new_bin = chunk(&made, *b"BIN\0");
    assert_eq!(new_bin[..bin.len()], bin[..], "the buffer grows at its end");
    assert_eq!((bin.len() % 4, new_bin.len() % 4), (0, 0));
    let mut inserted = Vec::new();
    for (array, count) in [("accessors", 6), ("bufferViews", 5)] {
        inserted
            .extend(added(&new_text, array, count).into_iter().map(|element| format!(",\n    {element}")));
    }
    let animations = added(&new_text, "animations", 0);
    assert_eq!(animations.len(), 1);
    inserted.push(format!(",\n  \"animations\":[{}]", animations[0]));
    let old = without(&new_text, &inserted.iter().map(String::as_str).collect::<Vec<_>>());
    let length = format!("\"byteLength\":{}", new_bin.len());
    let known = format!("\"byteLength\" : {}", bin.len() - vrm::SLACK);
    assert_eq!(old.trim_end().replace(&length, &known), text.trim_end());
    assert_eq!(made[made.len() - 12..], vrm::EXTRA_CHUNK, "an unknown chunk");
}

#[test]
fn the_clip_plays_on_the_bones_of_the_vrm() {
    let (made, report) = into(&glb(&json(), &bin()), &[walk()], EncodeOptions::default());
    anim_core::laws::joins(&report, &[walk()]).unwrap();
    let made = Gltf::parse(&made.to_bytes()).unwrap();
    assert!(made.check().iter().all(|finding| finding.code.id != "gltf::bounds"), "{:?}", made.check());
    let clips = made.clips();
    let clip = &clips[0];
    assert_eq!(clip.name, "walk");
    let node = |name: &str| clip.nodes.iter().position(|node| node.name == name).unwrap();
    let (start, end) = (clip.pose(0.0), clip.pose(1.0));
    // The legs are twice as long: the hips go twice as far, from where they are at rest.
    let hips = end.world[node("J_hips")].translation();
    assert!(distance(hips, [0.0, 1.0, 2.0]) < 1e-6, "{hips:?}");
    // The arm of the VRM has other axes: its end moves from the side to above.
    for (pose, hand) in [(&start, [0.6, 1.5, 0.0]), (&end, [0.2, 1.9, 2.0])] {
        let found = pose.world[node("tip")].translation();
        assert!(distance(found, hand) < 1e-5, "{found:?}");
    }
    let unmatched: Vec<_> =
        report.losses.iter().filter(|loss| loss.code.id == "retarget::unmatched").collect();
    assert_eq!(unmatched.iter().map(|loss| loss.node.as_deref()).collect::<Vec<_>>(), [Some("Prop")]);
    assert!(unmatched[0].message.contains("`prop2`"), "{}", unmatched[0].message);
}

/// The same file as VRM 0.x has it: the avatar faces −Z, and its bones are an array.
fn old_vrm() -> Vec<u8> {
    let mut json: serde_json::Value = serde_json::from_str(&json()).unwrap();
    for node in json["nodes"].as_array_mut().unwrap() {
        for (field, turned) in [("translation", [0, 2]), ("rotation", [0, 2])] {
            for component in turned {
                if let Some(number) = node.get_mut(field).and_then(|numbers| numbers.get_mut(component)) {
                    *number = (-number.as_f64().unwrap()).into();
                }
            }
        }
    }
    let bones = json["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"].as_object().unwrap();
    let list = bones.iter().map(|(bone, at)| serde_json::json!({ "bone": bone, "node": at["node"] }));
    let list: Vec<_> = list.collect();
    json["extensions"] = serde_json::json!({ "VRM": { "humanoid": { "humanBones": list } } });
    json["extensionsUsed"] = serde_json::json!(["VRM"]);
    glb(&json.to_string(), &bin())
}

#[test]
fn avatars_of_vrm_0_face_the_other_way() {
    let forward = |file: &[u8]| {
        let walk = walk().with_space(Gltf::SPACE);
        let (made, _) = into(file, &[walk], EncodeOptions::default());
        Gltf::parse(&made.to_bytes()).unwrap().clips().remove(0)
    };
    assert_eq!(forward(&glb(&json(), &bin())).space.forward, Some(Axis::Z));
    let clip = forward(&old_vrm());
    assert_eq!(clip.space, Gltf::SPACE.facing(Axis::NegZ));
    // The walk is forward on the old avatar, and so it is in another file, which faces +Z.
    let other = clip.in_space(Gltf::SPACE);
    for (clip, toward) in [(&clip, -1.0), (&*other, 1.0)] {
        let node = |name: &str| clip.nodes.iter().position(|node| node.name == name).unwrap();
        let end = clip.pose(1.0);
        for (name, expected) in [("J_hips", [0.0, 1.0, 2.0]), ("tip", [0.2, 1.9, 2.0])] {
            let found = end.world[node(name)].translation();
            let expected = [toward * expected[0], expected[1], toward * expected[2]];
            assert!(distance(found, expected) < 1e-5, "{name}: {found:?}");
        }
    }
    // A clip of the avatar comes back to it unchanged, whatever axes it had meanwhile, and the file can be edited.
    let mut report = Report::new();
    let (again, _) = into(&old_vrm(), &[other.into_owned()], EncodeOptions::default());
    let again = Gltf::parse(&again.to_bytes()).unwrap();
    assert_eq!(again.clips()[0].channels, clip.channels);
    let edited =
        again.edited(std::slice::from_ref(&clip), &EncodeOptions::default(), &mut report).unwrap().unwrap();
    assert_eq!(edited.clips()[0].channels, clip.channels);
    assert_eq!(edited.clips()[0].space, clip.space);
}

/// A clip that drives two expressions, each from a node of its own.
fn expressions() -> Clip {
    let node = |name: &str| {
        let mut node = Node::new(name);
        node.morphs = vec![name.to_owned()];
        node
    };
    let channel = |node: usize, values: [f64; 2]| {
        let times = Times::keys([0.0, 1.0]).unwrap();
        let curve = Curve::new(times, 1, values.to_vec(), Ease::Linear).unwrap();
        Channel::new(node, Property::Weights { count: 1 }, curve).unwrap()
    };
    let (nodes, channels) =
        (vec![node("happy"), node("blink")], vec![channel(0, [0.0, 1.0]), channel(1, [1.0, 0.5])]);
    Clip::new("face").with_duration(1.0).with_nodes(nodes).with_channels(channels)
}

#[test]
fn expressions_of_an_avatar_move_its_morph_targets() {
    let new = r#"{"VRMC_vrm": {"expressions": {
        "preset": {"happy": {"morphTargetBinds": [{"node": 8, "index": 0, "weight": 0.5}], "isBinary": true, "materialColorBinds": [], "overrideBlink": "none"},
            "blink": {"morphTargetBinds": [null, {"node": 8, "index": 0, "weight": 0.25}, {"node": 99, "index": 0, "weight": 1}, {"node": 8, "index": 1, "weight": 1}]}}}}}"#;
    let old = r#"{"VRM": {"blendShapeMaster": {"blendShapeGroups": [
        {"name": "Joy", "presetName": "joy", "binds": [{"mesh": 0, "index": 0, "weight": 50}], "isBinary": true, "materialValues": []},
        {"name": "Blink", "presetName": "Blink", "binds": [null, {"mesh": 0, "index": 0, "weight": 25}, {"mesh": 99, "index": 0, "weight": 100}, {"mesh": 0, "index": 1, "weight": 100}]}]}}}"#;
    for extensions in [new, old] {
        let mut text: serde_json::Value = serde_json::from_str(&json()).unwrap();
        text["extensions"] = serde_json::from_str(extensions).unwrap();
        let file = glb(&text.to_string(), &bin());
        let (made, report) = into(&file, &[expressions()], EncodeOptions::default());
        let clip = Gltf::parse(&made.to_bytes()).unwrap().clips().remove(0);
        let [channel] = &clip.channels[..] else { panic!("{:?}", clip.channels) };
        assert_eq!(clip.nodes[channel.node()].name, "body");
        for (time, expected) in [(0.0, 0.25), (0.5, 0.25 + 0.1875), (1.0, 0.5 + 0.125)] {
            assert_eq!(channel.curve().at(time), [expected], "{time}");
        }
        let lost: Vec<_> = report.losses.iter().filter(|loss| loss.code.id == "retarget::dropped").collect();
        let [loss] = &lost[..] else { panic!("{report}") };
        assert_eq!(loss.node.as_deref(), Some("happy"));
        assert!(loss.message.ends_with("without the effect of `isBinary`"), "{loss}");
        let findings = Gltf::parse(&file).unwrap().check();
        let dangling = findings.iter().filter(|found| found.code.id == "gltf::index");
        let dangling: Vec<_> = dangling.map(|found| (found.at.to_string(), found.message.clone())).collect();
        let [(place, missing), (_, morph)] = &dangling[..] else { panic!("{dangling:?}") };
        assert!(place.ends_with("inds[2]"), "{place}");
        assert!(
            missing.starts_with("there is no ") && missing.contains(" 99: expected an index below "),
            "{missing}"
        );
        assert_eq!(morph, "there is no morph target 1: expected an index below 1");
    }
}

#[test]
fn a_clip_of_the_file_itself_moves_every_node() {
    // The tip of the arm slides, which no bone of another figure's clip does.
    let file = glb(&json(), &bin());
    let nodes = Base::parse(&file).unwrap().figure().nodes().to_vec();
    let tip = nodes.iter().position(|node| node.name == "tip").unwrap();
    let slide =
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, vec![0.0, 0.5, 0.25, 1.0, 0.5, 0.25], Ease::Linear);
    let slide = Channel::new(tip, Property::Translation, slide.unwrap()).unwrap();
    let clip = Clip::new("slide").with_duration(1.0).with_nodes(nodes).with_channels(vec![slide]);
    let (made, report) = into(&file, std::slice::from_ref(&clip), EncodeOptions::default());
    let found = Gltf::parse(&made.to_bytes()).unwrap().clips().remove(0);
    assert_eq!((found.channels.len(), found.channels[0].curve()), (1, clip.channels[0].curve()));
    assert!(report.findings.is_empty(), "{report}");
}

#[test]
fn what_gltf_cannot_represent_is_kept_in_the_extras_of_the_new_animation() {
    let file = glb(&json(), &bin());
    let nodes = Base::parse(&file).unwrap().figure().nodes().to_vec();
    let tip = nodes.iter().position(|node| node.name == "tip").unwrap();
    let times = || Times::keys([0.0, 1.0]).unwrap();
    let grow = Curve::new(times(), 3, vec![1.0, 1.0, 1.0, 2.0, 2.0, 2.0], Ease::Linear).unwrap();
    let hide = Curve::new(times(), 1, vec![1.0, 0.0], Ease::Step).unwrap();
    let clip = Clip::new("hide").with_duration(1.0).with_nodes(nodes).with_channels(vec![
        Channel::new(tip, Property::Scale, grow).unwrap(),
        Channel::new(tip, Property::Visible, hide).unwrap(),
    ]);
    // Also with `pointers`: the file does not list their extensions.
    for pointers in [false, true] {
        let options = EncodeOptions { pointers, ..EncodeOptions::default() };
        let (made, _) = into(&file, std::slice::from_ref(&clip), options);
        let made = Gltf::parse(&made.to_bytes()).unwrap();
        let [channel] = &made.root().animations[0].channels[..] else { panic!("one channel") };
        assert_eq!(channel.target.path, anim_gltf::Path::Scale);
        assert_eq!(made.clips()[0].channels, clip.channels);
    }
}

#[test]
fn a_map_of_bones_comes_first() {
    let bones = Some(BoneMap::new([("Prop", "prop2"), ("mixamorig:LeftArm", "tip")]));
    let (made, report) =
        into(&glb(&json(), &bin()), &[walk()], EncodeOptions { bones, ..EncodeOptions::default() });
    let clip = &made.clips()[0];
    let moved: Vec<_> =
        clip.channels.iter().map(|channel| clip.nodes[channel.node()].name.as_str()).collect();
    assert_eq!(moved, ["J_hips", "tip", "prop2"]);
    assert!(report.losses.iter().all(|loss| loss.code.id != "retarget::unmatched"), "{report}");
}

#[test]
fn a_matrix_of_a_node_that_moves_becomes_its_parts() {
    let turned = "\"matrix\" : [0,1.0e0,0,0, -1,0,0,0, 0,0,1,0, 5,6,7,1]";
    let text = format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"nodes\":[{{\"name\":\"a\",{turned}}},{{\"name\":\"b\",{turned}}}]}}"
    );
    let rise =
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, vec![5.0, 6.0, 7.0, 5.0, 9.0, 7.0], Ease::Linear)
            .unwrap();
    let rest = Transform {
        translation: [5.0, 6.0, 7.0],
        rotation: quaternion::from_axis_angle([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_2),
        scale: [1.0; 3],
    };
    let clip = Clip::new("rise").with_duration(1.0).with_nodes(vec![Node::new("b").with_rest(rest)]);
    let clip = clip.with_channels(vec![Channel::new(0, Property::Translation, rise).unwrap()]);
    let (made, _) = into(text.as_bytes(), &[clip], as_text());
    let bytes = made.to_bytes();
    let made = String::from_utf8(bytes.to_vec()).unwrap();
    assert_eq!(made.matches(turned).count(), 1, "the node that does not move keeps its matrix");
    let pose = Gltf::parse(&bytes).unwrap().clips()[0].pose(1.0);
    let expected = [[0.0, -1.0, 0.0, 5.0], [1.0, 0.0, 0.0, 9.0], [0.0, 0.0, 1.0, 7.0]];
    assert!(pose.local[1].distance(&anim_core::Affine(expected)) < 1e-6);
}

#[test]
fn a_text_gets_a_buffer_of_its_own_and_keeps_its_files() {
    let text = "\u{feff}{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"a%20b.bin\",\"byteLength\":8}],\n\
                \"nodes\":[{\"name\":\"Prop\"}],\"animations\":[]}\n";
    let (made, report) = into(text.as_bytes(), &[walk()], as_text());
    assert!(made.companions().is_empty());
    let is_told = |finding: &&anim_core::Diagnostic| finding.code.id == "gltf::beside";
    let told = report.findings.iter().find(is_told).unwrap();
    assert_eq!(told.message, "the file still refers to `a%20b.bin`, which has to be next to it");
    let bytes = made.to_bytes();
    let new = String::from_utf8(bytes.to_vec()).unwrap();
    assert!(new.starts_with(
        "\u{feff}{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"a%20b.bin\",\"byteLength\":8},{"
    ));
    let beside = vec![("a b.bin".to_owned(), vec![0; 8])];
    let back = Gltf::read(&bytes, &ReadOptions::default(), &beside, &mut ()).unwrap();
    assert_eq!(back.root().buffers.len(), 2);
    assert_eq!(back.clips()[0].pose(0.5).local[0].translation(), [1.0; 3]);
}

fn as_text() -> EncodeOptions {
    EncodeOptions { container: Container::Embedded, ..EncodeOptions::default() }
}

#[test]
fn the_container_is_the_one_that_is_asked_for() {
    let text = "\u{feff}{ \"asset\" : {\"version\":\"2.0\"}, \"nodes\":[ {\"name\":\"Prop\"} ]}";
    let (made, _) = into(text.as_bytes(), &[walk()], EncodeOptions::default());
    let bytes = made.to_bytes();
    assert!(bytes.starts_with(b"glTF"));
    assert_eq!(
        &bytes[20..text.len() + 16],
        &text.as_bytes()[3..text.len() - 1],
        "the text without its mark and its end"
    );
    let back = Gltf::parse(&bytes).unwrap();
    assert_eq!(back.clips()[0].pose(0.5).local[0].translation(), [1.0; 3]);
    assert!(back.check().is_empty(), "{:?}", back.check());

    let (text, bin) = (json(), bin());
    let (made, report) = into(&glb(&text, &bin), &[walk()], as_text());
    let new = String::from_utf8(made.to_bytes().to_vec()).unwrap();
    let same = text.chars().zip(new.chars()).take_while(|(a, b)| a == b).count();
    assert!(same > 1000, "{new}");
    let back = Gltf::parse(new.as_bytes()).unwrap();
    assert_eq!(back.buffer(0).map(|buffer| &buffer[..bin.len()]), Some(&bin[..]));
    assert_eq!(back.clips().last().unwrap().pose(0.0).local.len(), back.root().nodes.len());
    let lost = report.losses.iter().filter(|loss| loss.code.id == "gltf::unused-chunk");
    let lost: Vec<_> = lost.map(|loss| loss.message.as_str()).collect();
    assert_eq!(lost, ["only a .glb can hold the chunk of type \"XTRA\", 4 bytes"]);
}

#[test]
fn a_binary_without_a_buffer_gets_one() {
    let text = "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"Prop\"}]}";
    let (made, _) = into(&glb(text, &[]), &[walk()], EncodeOptions::default());
    let back = Gltf::parse(&made.to_bytes()).unwrap();
    assert_eq!(back.clips()[0].pose(0.5).local[0].translation(), [1.0; 3]);
    assert!(back.check().is_empty(), "{:?}", back.check());
}

#[test]
fn a_buffer_that_states_too_much_stays_as_it_is() {
    let text = "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"Prop\"}],\"buffers\":[{\"byteLength\":4000000000}]}";
    let (made, _) = into(&glb(text, &[1, 2, 3, 4]), &[walk()], EncodeOptions::default());
    let back = Gltf::parse(&made.to_bytes()).unwrap();
    assert_eq!(back.buffer(0), Some(&[1, 2, 3, 4][..]));
    assert_eq!(back.clips()[0].pose(0.5).local[0].translation(), [1.0; 3]);
}

#[test]
fn a_clip_that_moves_nothing_is_reported_and_leaves_no_trace() {
    let mut clip = walk();
    for node in &mut clip.nodes {
        node.name = format!("{} of another kind", node.name.len());
    }
    let file = glb(&json(), &bin());
    let (made, report) = into(&file, &[clip], EncodeOptions::default());
    assert_eq!(made.to_bytes(), file);
    let dropped =
        |loss: &&anim_core::Loss| loss.code.id == "gltf::dropped" && loss.clip.as_deref() == Some("walk");
    assert_eq!(report.losses.iter().filter(dropped).count(), 1, "{report}");
}

#[test]
fn animations_that_are_there_stay_first() {
    let once = into(&glb(&json(), &bin()), &[walk()], EncodeOptions::default()).0.to_bytes().into_owned();
    let (twice, _) = into(&once, &[walk()], EncodeOptions::default());
    let clips = Gltf::parse(&twice.to_bytes()).unwrap().clips();
    assert_eq!(clips.len(), 2);
    assert_eq!(clips[0].pose(0.7), clips[1].pose(0.7));
    let beginning = chunk(&once, *b"BIN\0");
    assert_eq!(chunk(&twice.to_bytes(), *b"BIN\0")[..beginning.len()], beginning[..]);
}

#[test]
fn a_name_that_the_file_has_gets_a_number() {
    let names = |made: &Gltf| made.clips().iter().map(|clip| clip.name.clone()).collect::<Vec<_>>();
    let own = |made: &Gltf| made.root().animations.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
    let (once, report) = into(&glb(&json(), &bin()), &[walk()], EncodeOptions::default());
    assert!(report.losses.iter().all(|loss| loss.code.id != "gltf::name"), "{report}");
    let mut run = walk();
    run.name = "run".into();
    let (twice, report) = into(&once.to_bytes(), &[run, walk()], EncodeOptions::default());
    assert_eq!(names(&twice), ["walk", "run", "walk (2)"]);
    assert_eq!(own(&twice), ["walk", "run", "walk (2)"].map(|name| Some(name.to_owned())));
    let renamed: Vec<_> = report.losses.iter().filter(|loss| loss.code.id == "gltf::name").collect();
    let [loss] = renamed[..] else { panic!("{report}") };
    assert_eq!((loss.clip.as_deref(), loss.renamed.as_deref()), (Some("walk"), Some("walk (2)")));
    let (thrice, _) = into(&twice.to_bytes(), &[walk()], EncodeOptions::default());
    assert_eq!(names(&thrice), ["walk", "run", "walk (2)", "walk (3)"]);
}

#[test]
fn weights_that_nothing_drives_stay_as_the_figure_rests() {
    let mut face = Node::new("face");
    face.morphs = vec!["thin".to_owned(), "smile".to_owned()];
    let weights = |component: usize, values: &[f64]| {
        let times = Times::keys([0.0, 1.0]).unwrap();
        let curve = Curve::new(times, values.len() / 2, values.to_vec(), Ease::Linear).unwrap();
        Channel::part(0, Property::Weights { count: 2 }, component, curve).unwrap()
    };
    let clip = |channel| {
        Clip::new("c").with_duration(1.0).with_nodes(vec![face.clone()]).with_channels(vec![channel])
    };
    let options = EncodeOptions { container: Container::Embedded, ..EncodeOptions::default() };
    let made = Gltf::from_clips_with(&[clip(weights(0, &[0.0; 4]))], &options, &mut Report::new()).unwrap();
    let mut json: serde_json::Value = serde_json::from_slice(&made.to_bytes()).unwrap();
    json["animations"] = serde_json::json!([]);
    let node = json["nodes"].as_array_mut().unwrap().iter_mut().find(|node| node["name"] == "face").unwrap();
    node["weights"] = serde_json::json!([0.75, 0.0]);
    let (made, report) = into(json.to_string().as_bytes(), &[clip(weights(1, &[0.0, 1.0]))], options);
    assert_eq!(made.clips()[0].channels[0].curve().at(0.5), [0.75, 0.5], "{report}");
}

#[test]
fn options_of_new_files_are_refused_or_reported() {
    let options = EncodeOptions {
        up: Some(anim_core::Axis::Z),
        mesh: anim_gltf::Markers::Boxes,
        pointers: true,
        ..EncodeOptions::default()
    };
    let separate = EncodeOptions { container: Container::Separate, ..EncodeOptions::default() };
    for (options, expected) in [
        (EncodeOptions::default(), &[][..]),
        (options, &["`up`", "`mesh`", "`pointers`"]),
        (separate, &["`container`"]),
    ] {
        let (_, report) = into(&glb(&json(), &bin()), &[walk()], options);
        let unused = report.findings.iter().filter(|finding| finding.code.id == "gltf::unused-option");
        let found: Vec<_> = unused.map(|finding| finding.message.split(' ').nth(2).unwrap()).collect();
        assert_eq!(found, expected);
    }
    let base = Some(Base::parse(&glb(&json(), &bin())).unwrap());
    let options = EncodeOptions { into: base, ..Gltf::options_for("a.vrma") };
    let error = Gltf::from_clips_with(&[walk()], &options, &mut Report::new()).unwrap_err();
    assert!(error.to_string().contains(".vrma"), "{error}");
}

#[test]
fn options_of_another_figure_are_reported_where_there_is_none() {
    let options = EncodeOptions {
        travel: anim_retarget::Travel::All,
        reference: anim_retarget::Reference::First,
        ..EncodeOptions::default()
    };
    for (options, expected) in [(EncodeOptions::default(), &[][..]), (options, &["`reference`", "`travel`"])]
    {
        let mut report = Report::new();
        Gltf::from_clips_with(&[walk()], &options, &mut report).unwrap();
        let unused = report.findings.iter().filter(|finding| finding.code.id == "gltf::unused-option");
        let found: Vec<_> = unused.map(|finding| finding.message.split(' ').nth(2).unwrap()).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn what_is_no_gltf_is_refused() {
    for bytes in [&b""[..], b"{}", b"glTF", b"{\"asset\":{}}", &glb("{}", &[])] {
        assert!(Base::parse(bytes).is_err(), "{bytes:?}");
    }
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a - b).fold(0.0, f64::hypot)
}

#[test]
fn expressions_have_the_names_of_the_file_and_of_both_versions_of_vrm() {
    let groups = r#"{"VRM": {"blendShapeMaster": {"blendShapeGroups": [
        {"name": "Smile!", "presetName": "joy", "binds": [{"mesh": 0, "index": 0, "weight": 50}]}]}}}"#;
    let mut text: serde_json::Value = serde_json::from_str(&json()).unwrap();
    text["extensions"] = serde_json::from_str(groups).unwrap();
    let file = glb(&text.to_string(), &bin());
    for (name, is_found) in [("happy", true), ("Joy", true), ("joy", true), ("Smile!", true), ("fun", false)]
    {
        let mut clip = expressions();
        clip.nodes[0].morphs = vec![name.to_owned()];
        clip.channels.truncate(1);
        let (made, report) = into(&file, &[clip], EncodeOptions::default());
        let clips = Gltf::parse(&made.to_bytes()).unwrap().clips();
        let ends: Vec<_> = clips.iter().map(|clip| clip.channels[0].curve().at(1.0)).collect();
        assert_eq!(ends, if is_found { vec![vec![0.5]] } else { Vec::new() }, "{name}: {report}");
    }
}
