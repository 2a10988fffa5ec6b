//! Clips as VRM animations.

use anim_core::{
    Affine, Channel, Clip, Curve, Ease, Encode, Fate, Node, Positive, Property, Report, Sampler, Times,
    Transform, Unit, Wrap, laws, quaternion,
};
use anim_gltf::{BoneMap, Container, EncodeOptions, Gltf, Markers, Path, Profile, Travel};
use serde_json::Value;

/// A clip of a figure 2 high that rests with its arms down, whose left arm is lifted to the side, and which smiles.
fn clip(names: [&str; 8]) -> Clip {
    let at = |x: f64, y: f64| Transform { translation: [x, y, 0.0], ..Transform::IDENTITY };
    let rests = [
        (None, at(0.0, 1.0)),
        (Some(0), at(0.0, 0.2)),
        (Some(1), at(0.0, 0.6)),
        (Some(1), at(0.2, 0.4)),
        (Some(3), at(0.0, -0.4)),
        (Some(0), at(0.1, 0.0)),
        (Some(5), at(0.0, -0.4)),
        (Some(6), at(0.0, -0.4)),
    ];
    let mut nodes: Vec<Node> = Vec::new();
    for (name, (parent, rest)) in names.into_iter().zip(rests) {
        let mut node = Node::new(name).with_rest(rest);
        node.parent = parent;
        nodes.push(node);
    }
    // The right side determines which side is left.
    nodes.push(Node::new("RightUpperLeg").with_parent(0).with_rest(at(-0.1, 0.0)));
    let mut face = Node::new("face");
    face.morphs = ["Joy", "wink", "LookUp"].map(str::to_owned).to_vec();
    nodes.push(face);
    let times = || Times::keys([0.0, 1.0]).unwrap();
    let lifted = quaternion::from_axis_angle([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_2);
    let arm = Curve::new(times(), 4, [quaternion::IDENTITY, lifted].concat(), Ease::Slerp).unwrap();
    let walk = Curve::new(times(), 3, vec![0.0, 1.0, 0.0, 0.0, 1.0, 3.0], Ease::Linear).unwrap();
    let weights = Curve::new(times(), 3, vec![0.0, 0.5, 0.0, 1.0, 0.25, 1.0], Ease::Linear).unwrap();
    let grow = Curve::new(times(), 3, vec![1.0, 1.0, 1.0, 2.0, 2.0, 2.0], Ease::Linear).unwrap();
    let face = nodes.len() - 1;
    Clip::new("hello").with_duration(1.0).with_nodes(nodes).with_channels(vec![
        Channel::new(0, Property::Translation, walk).unwrap(),
        Channel::new(3, Property::Rotation, arm).unwrap(),
        Channel::new(2, Property::Scale, grow).unwrap(),
        Channel::new(face, Property::Weights { count: 3 }, weights).unwrap(),
    ])
}

const NAMES: [&str; 8] =
    ["Hips", "Spine", "Head", "LeftUpperArm", "LeftLowerArm", "LeftUpperLeg", "LeftLowerLeg", "LeftFoot"];

fn made(clip: &Clip, bones: Option<BoneMap>) -> (Gltf, Report) {
    let mut report = Report::new();
    let options = EncodeOptions { bones, ..Gltf::options_for("hello.vrma") };
    assert_eq!((options.profile, options.container), (Profile::Vrma, Container::Glb));
    let made = Gltf::from_clips_with(std::slice::from_ref(clip), &options, &mut report).unwrap();
    (Gltf::parse(&made.to_bytes()).unwrap(), report)
}

/// The extension of a file.
fn extension(gltf: &Gltf) -> Value {
    let extensions: Value =
        serde_json::from_str(&gltf.root().extensions.as_ref().unwrap().to_string()).unwrap();
    assert_eq!(gltf.root().extensions_used, ["VRMC_vrm_animation"]);
    extensions["VRMC_vrm_animation"].clone()
}

#[test]
fn bones_stand_in_a_t_and_turn_from_there() {
    let (gltf, report) = made(&clip(NAMES), None);
    assert!(gltf.check().is_empty(), "{:?}", gltf.check());
    assert!(report.findings.iter().all(|finding| finding.code.id != "gltf::unused-option"), "{report}");
    let extension = extension(&gltf);
    assert_eq!(extension["specVersion"], "1.0");
    let bones = extension["humanoid"]["humanBones"].as_object().unwrap();
    // All 15 bones that a humanoid must have.
    assert_eq!(bones.len(), 15);
    let clips = gltf.clips();
    let rest = Clip::new("").with_nodes(clips[0].nodes.clone()).pose(0.0);
    let node = |bone: &str| usize::try_from(bones[bone]["node"].as_u64().unwrap()).unwrap();
    let along = |pose: &anim_core::Pose| {
        let [from, to] = ["leftUpperArm", "leftLowerArm"].map(|bone| pose.world[node(bone)].translation());
        let way: [f64; 3] = std::array::from_fn(|i| to[i] - from[i]);
        let length = way.iter().map(|part| part * part).sum::<f64>().sqrt();
        way.map(|part| part / length)
    };
    let near = |a: [f64; 3], b: [f64; 3]| (0..3).all(|i| (a[i] - b[i]).abs() < 1e-6);
    assert!(near(along(&rest), [1.0, 0.0, 0.0]), "a T pose");
    assert!(near(along(&clips[0].pose(0.0)), [0.0, -1.0, 0.0]), "the arm hangs");
    assert!(near(along(&clips[0].pose(1.0)), [1.0, 0.0, 0.0]), "the arm is lifted");
    // Programs multiply by the height of an avatar's hips, and divide by the height here: where they are 1 high, as in the clip,
    // 3 become 3 again.
    let hips = clips[0].pose(1.0).world[node("hips")].translation();
    let height = rest.world[node("hips")].translation()[1];
    assert!(near(hips, [0.0, height, 3.0 * height]), "{hips:?}");
}

#[test]
fn a_file_without_clips_has_no_bones_and_is_refused() {
    let error = Gltf::from_clips_with(&[], &Gltf::options_for("hello.vrma"), &mut Report::new());
    assert_eq!(error.unwrap_err().to_string(), "there is no clip: a VRM animation has the bones of one");
}

#[test]
fn avatars_rest_in_a_t_pose_that_is_not_straightened() {
    use anim_retarget::HumanBone::{
        Head, Hips, LeftFoot, LeftLowerArm, LeftLowerLeg, LeftUpperArm, LeftUpperLeg, Spine,
    };
    let turns_of = |clip: &Clip| {
        let clip = made(clip, None).0.clips().remove(0);
        let count = |channel: &&Channel| channel.property().is_rotation();
        clip.channels.iter().filter(count).count()
    };
    // The foot rests behind the knee, and the arm hangs.
    let mut clip = clip(NAMES);
    clip.channels.retain(|channel| channel.node() == 0);
    clip.nodes[7].rest.translation[2] = -0.02;
    assert!(turns_of(&clip) > 1, "what no file states is straightened");
    let bones = [Hips, Spine, Head, LeftUpperArm, LeftLowerArm, LeftUpperLeg, LeftLowerLeg, LeftFoot];
    for (node, bone) in clip.nodes.iter_mut().zip(bones) {
        node.bone = Some(bone.name().into());
    }
    assert_eq!(turns_of(&clip), 0);
}

#[test]
fn the_figure_of_a_vrm_animation_has_the_axes_of_gltf() {
    let options = EncodeOptions {
        up: Some(anim_core::Axis::Z),
        unit: anim_core::Positive::new(0.01),
        pointers: true,
        ..Gltf::options_for("hello.vrma")
    };
    let mut report = Report::new();
    let made = Gltf::from_clips_with(&[clip(NAMES)], &options, &mut report).unwrap();
    let unused: Vec<_> =
        report.findings.iter().filter(|found| found.code.id == "gltf::unused-option").collect();
    assert_eq!(unused.len(), 3, "{report}");
    let clip = &made.clips()[0];
    assert_eq!(clip.space, <Gltf as anim_core::Format>::SPACE);
    assert!((clip.pose(0.0).world[0].translation()[1] - 0.95).abs() < 1e-6);
}

#[test]
fn losses_name_the_nodes_of_the_clip() {
    let mut looped = clip(NAMES);
    for channel in &mut looped.channels {
        let curve = channel.curve().clone().with_wrap(Wrap::Hold, Wrap::PingPong);
        *channel = channel.with_curve(curve).unwrap();
    }
    let (_, report) = made(&looped, None);
    laws::joins(&report, std::slice::from_ref(&looped)).unwrap();
    let kept = report.losses.iter().filter(|loss| loss.code.id == "gltf::kept");
    let named: Vec<_> =
        kept.filter_map(|loss| Some((loss.node.as_deref()?, loss.property.as_deref()?))).collect();
    let expected =
        [("Hips", "translation"), ("LeftUpperArm", "rotation"), ("face", "weight"), ("face", "weight")];
    assert_eq!(named, expected, "{report}");
}

#[test]
fn a_scale_that_is_lost_names_the_channel_that_it_is_from() {
    let mut grown = clip(NAMES);
    let matrix = |scale: f64| Affine::from(Transform { scale: [scale; 3], ..Transform::IDENTITY }).to_rows();
    let rows = [matrix(1.0), matrix(2.0)].concat();
    let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 12, rows, Ease::Linear).unwrap();
    grown.channels[2] = Channel::new(2, Property::Matrix, curve).unwrap();
    let (_, report) = made(&grown, None);
    laws::joins(&report, std::slice::from_ref(&grown)).unwrap();
    let lost = report.losses.iter().find(|loss| loss.message.starts_with("the scale of a bone")).unwrap();
    assert_eq!((lost.node.as_deref(), lost.property.as_deref()), (Some("Head"), Some("matrix")));
}

#[test]
fn only_the_hips_are_translated_and_what_else_moves_is_reported() {
    let moved = |node: usize, property: Property, to: [f64; 3]| {
        let values = [[0.0; 3], to].concat();
        let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, values, Ease::Linear).unwrap();
        Channel::new(node, property, curve).unwrap()
    };
    let mut whole = clip(NAMES);
    whole.channels.truncate(2);
    let still = Curve::constant(&whole.nodes[7].rest.translation).unwrap();
    whole.channels.extend([
        moved(2, Property::Displacement, [0.0, 0.1, 0.0]),
        moved(4, Property::Translation, [0.1, 0.0, 0.0]),
        Channel::new(7, Property::Translation, still).unwrap(),
    ]);
    let mut parts = ["head", "leftHand"].map(Node::new);
    for node in &mut parts {
        node.bone = Some(node.name.clone());
    }
    let parts = Clip::new("parts").with_duration(1.0).with_nodes(parts.to_vec()).with_channels(vec![
        moved(0, Property::Translation, [0.0, 0.1, 0.0]),
        moved(1, Property::Translation, [0.1, 0.0, 0.0]),
    ]);
    for (clip, travel, translated, expected) in [
        (whole, Travel::All, 1, [("Head", "displacement"), ("LeftLowerArm", "translation")]),
        (parts, Travel::Hips, 0, [("head", "translation"), ("leftHand", "translation")]),
    ] {
        let mut report = Report::new();
        let options = EncodeOptions { travel, ..Gltf::options_for("hello.vrma") };
        let made = Gltf::from_clips_with(std::slice::from_ref(&clip), &options, &mut report).unwrap();
        laws::joins(&report, std::slice::from_ref(&clip)).unwrap();
        let animations = made.root().animations.iter();
        let channels = animations.flat_map(|animation| &animation.channels);
        assert_eq!(channels.filter(|channel| channel.target.path == Path::Translation).count(), translated);
        assert!(made.check().is_empty(), "{:?}", made.check());
        let lost =
            report.losses.iter().filter(|loss| loss.message.starts_with("the translation of a bone is not"));
        let lost: Vec<_> =
            lost.filter_map(|loss| Some((loss.node.as_deref()?, loss.property.as_deref()?))).collect();
        assert_eq!(lost, expected, "{report}");
    }
}

#[test]
fn nothing_of_a_vrm_animation_is_shown() {
    for mesh in Markers::ALL {
        let options = EncodeOptions { mesh: *mesh, ..Gltf::options_for("hello.vrma") };
        let made = Gltf::from_clips_with(&[clip(NAMES)], &options, &mut Report::new()).unwrap();
        assert!(made.root().meshes.is_empty(), "{mesh:?}");
    }
}

/// The weight of the single morph target of a node at the times 0 and 1.
fn weights(clip: &Clip, node: usize) -> [f64; 2] {
    let mut channels = clip.channels.iter().filter(|channel| channel.node() == node);
    let channel = channels.next().unwrap();
    assert_eq!((channel.property(), channels.next()), (&Property::Weights { count: 1 }, None));
    [0.0, 1.0].map(|time| {
        let mut weight = [f64::NAN];
        Sampler::new(channel.curve()).sample(time, &mut weight);
        weight[0]
    })
}

/// What the first animation of a file drives of a node.
fn paths(gltf: &Gltf, node: usize) -> Vec<Path> {
    let channels = gltf.root().animations[0].channels.iter();
    channels
        .filter(|channel| channel.target.node == Some(node))
        .map(|channel| channel.target.path.clone())
        .collect()
}

#[test]
fn expressions_of_a_file_stay_expressions() {
    let (gltf, _) = made(&clip(NAMES), None);
    let node = gltf.root().nodes.iter().position(|node| node.name.as_deref() == Some("happy")).unwrap();
    let reversed = anim_core::edit::reverse(&gltf.clips()[0], &mut Report::new()).unwrap();
    let mut looped = reversed.clone();
    let weight = looped.channels.iter_mut().find(|channel| channel.node() == node).unwrap();
    *weight = weight.with_curve(weight.curve().clone().with_wrap(Wrap::Hold, Wrap::PingPong)).unwrap();
    // In the same file, in a new one, and in another VRM animation.
    let kept = |clip: &Clip| {
        let mut report = Report::new();
        let options = Gltf::options_for("hello.vrma");
        let made = gltf.edited(std::slice::from_ref(clip), &options, &mut report).unwrap().unwrap();
        laws::joins(&report, std::slice::from_ref(clip)).unwrap();
        made
    };
    let into = Some(anim_gltf::Base::parse(&gltf.to_bytes()).unwrap());
    let options = EncodeOptions { into, ..Gltf::options_for("hello.glb") };
    let onto = Gltf::from_clips_with(std::slice::from_ref(&reversed), &options, &mut Report::new()).unwrap();
    assert_eq!(onto.root().animations[1].channels.len(), gltf.root().animations[0].channels.len());
    for made in [kept(&reversed), kept(&looped), made(&reversed, None).0] {
        let read = Gltf::parse(&made.to_bytes()).unwrap();
        assert_eq!(paths(&read, node), [Path::Translation]);
        assert_eq!(weights(&read.clips()[0], node), [1.0, 0.0]);
        assert!(read.check().is_empty(), "{:?}", read.check());
    }
    assert_eq!(weights(&onto.clips()[1], node), [1.0, 0.0]);
    assert!(onto.check().is_empty(), "{:?}", onto.check());
}

#[test]
fn expressions_may_share_a_node_that_exists() {
    let options = EncodeOptions { container: Container::Embedded, ..Gltf::options_for("hello.vrma") };
    let made = Gltf::from_clips_with(&[clip(NAMES)], &options, &mut Report::new()).unwrap();
    let mut json: Value = serde_json::from_slice(&made.to_bytes()).unwrap();
    let lists = &mut json["extensions"]["VRMC_vrm_animation"]["expressions"];
    lists["custom"]["grin"] = lists["preset"]["happy"].clone();
    lists["custom"]["lost"] = serde_json::json!({ "node": 999 });
    let node = usize::try_from(lists["preset"]["happy"]["node"].as_u64().unwrap()).unwrap();
    json["extensions"]["VRMC_vrm_animation"]["lookAt"] = serde_json::json!({ "node": 1000 });
    let shared = Gltf::parse(json.to_string().as_bytes()).unwrap();
    let clip = &shared.clips()[0];
    assert_eq!(clip.nodes[node].morphs, ["happy", "grin"]);
    let channel = clip.channels.iter().find(|channel| channel.node() == node).unwrap();
    assert_eq!(channel.curve().values(), [0.0, 0.0, 1.0, 1.0]);
    let findings = shared.check();
    let missing: Vec<_> = findings.iter().map(|found| (found.code.id, found.at.to_string())).collect();
    let at = |path: &str| ("gltf::index", format!("extensions/VRMC_vrm_animation/{path}"));
    assert_eq!(missing, [at("expressions/custom/lost"), at("lookAt")]);
}

#[test]
fn the_direction_of_the_gaze_is_named_where_it_is_lost() {
    let options = EncodeOptions { container: Container::Embedded, ..Gltf::options_for("hello.vrma") };
    let made = Gltf::from_clips_with(&[clip(NAMES)], &options, &mut Report::new()).unwrap();
    let mut json: Value = serde_json::from_slice(&made.to_bytes()).unwrap();
    json["extensions"]["VRMC_vrm_animation"]["lookAt"] = serde_json::json!({ "node": 0 });
    let looking = Gltf::parse(json.to_string().as_bytes()).unwrap();
    let mut report = Report::new();
    looking.clips_with(&anim_gltf::ClipOptions::default(), &mut report);
    let lost: Vec<_> = report.losses.iter().filter(|loss| loss.code.id == "gltf::scene").collect();
    assert!(lost[0].message.contains("gaze, which is the rotation of node `hips`"), "{report}");
}

/// A VRM animation with an expression that rests at the weight 0.5, and the number of its node, which is the last.
fn resting() -> (Gltf, usize) {
    let options = EncodeOptions { container: Container::Embedded, ..Gltf::options_for("hello.vrma") };
    let made = Gltf::from_clips_with(&[clip(NAMES)], &options, &mut Report::new()).unwrap();
    let mut json: Value = serde_json::from_slice(&made.to_bytes()).unwrap();
    let count = json["nodes"].as_array().unwrap().len();
    json["extensions"]["VRMC_vrm_animation"]["expressions"]["preset"]["sad"] =
        serde_json::json!({ "node": count });
    let nodes = json["nodes"].as_array_mut().unwrap();
    nodes.push(serde_json::json!({ "name": "sad", "translation": [0.5, 0.0, 0.0] }));
    (Gltf::parse(json.to_string().as_bytes()).unwrap(), count)
}

#[test]
fn an_expression_that_rests_at_a_weight_is_told() {
    let mut report = Report::new();
    resting().0.clips_with(&anim_gltf::ClipOptions::default(), &mut report);
    let resting: Vec<_> =
        report.losses.iter().filter(|loss| loss.code.id == "gltf::resting-weights").collect();
    assert_eq!(resting.len(), 1, "{report}");
    assert!(resting[0].message.starts_with("`sad` has the weight 0.5 at rest"), "{report}");
}

#[test]
fn the_weight_at_which_an_expression_rests_is_no_place() {
    let (gltf, node) = resting();
    let clips = gltf.clips();
    assert_eq!(clips[0].nodes[node].rest, Transform::IDENTITY);
    // Its mirror image rests at the same weight, so that the file stays.
    let mirrored =
        anim_core::edit::mirror(&clips[0], &anim_core::edit::Mirror::default(), &mut Report::new());
    let kept = gltf.edited(&[mirrored.unwrap()], &Gltf::options_for("hello.vrma"), &mut Report::new());
    let kept = kept.unwrap().unwrap();
    assert_eq!(kept.root().nodes[node], gltf.root().nodes[node]);
    assert!(kept.check().is_empty(), "{:?}", kept.check());
}

#[test]
fn weights_become_expressions() {
    let (gltf, report) = made(&clip(NAMES), None);
    let expressions = &extension(&gltf)["expressions"];
    let clip = &gltf.clips()[0];
    for (list, name, values) in [("preset", "happy", [0.0, 1.0]), ("custom", "wink", [0.5, 0.25])] {
        let node = usize::try_from(expressions[list][name]["node"].as_u64().unwrap()).unwrap();
        assert_eq!(weights(clip, node), values, "{name}");
        assert_eq!(clip.nodes[node].morphs, [name]);
        assert_eq!(paths(&gltf, node), [Path::Translation]);
    }
    let lists = ["preset", "custom"].map(|list| expressions[list].as_object().unwrap().len());
    assert_eq!(lists, [1, 1], "eyes that look somewhere are no expression");
    let dropped: Vec<_> = report.losses.iter().filter(|loss| loss.code.id == "gltf::dropped").collect();
    assert_eq!(dropped.len(), 2, "the eyes, and the scale of the head: {report}");
}

#[test]
fn eyes_are_no_bones_of_a_vrm_animation() {
    let mut looking = clip(NAMES);
    let eye = looking.nodes.len();
    looking.nodes.push(Node::new("LeftEye").with_parent(2));
    let turn = looking.channels[1].curve().clone();
    looking.channels.push(Channel::new(eye, Property::Rotation, turn).unwrap());
    let bones =
        BoneMap::new([("Head".to_owned(), "head".to_owned()), ("LeftEye".to_owned(), "leftEye".to_owned())]);
    for map in [None, Some(bones)] {
        let (gltf, report) = made(&looking, map);
        let bones = extension(&gltf)["humanoid"]["humanBones"].as_object().unwrap().clone();
        assert!(bones.contains_key("head") && !bones.contains_key("leftEye"));
        assert!(gltf.root().nodes.iter().all(|node| node.name.as_deref() != Some("leftEye")));
        let lost = report.losses.iter().filter(|loss| loss.node.as_deref() == Some("LeftEye"));
        assert_eq!(lost.count(), 1, "{report}");
    }
}

#[test]
fn expressions_are_those_that_move_and_each_is_named_that_is_left_out() {
    let mut talking = clip(NAMES);
    let face = talking.nodes.iter().position(|node| node.name == "face").unwrap();
    let whole = talking.channels.pop().unwrap();
    let part = |node: usize, component: usize, end: f64| {
        let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![0.0, end], Ease::Linear).unwrap();
        Channel::part(node, whole.property().clone(), component, curve).unwrap()
    };
    let teeth = talking.nodes.len();
    talking.nodes.push(talking.nodes[face].clone());
    let dropped = |report: &Report| {
        let own = report.losses.iter().filter(|loss| loss.code.id == "gltf::dropped");
        own.map(|loss| loss.message.clone()).filter(|message| message.contains("weight")).collect::<Vec<_>>()
    };
    for (end, other, expected) in [
        // Two nodes with one curve are one expression.
        (1.0, 0, &[][..]),
        (0.5, 0, &["`weight/Joy`: another node moves"]),
        (1.0, 2, &["`weight/LookUp`: a VRM animation has no"]),
    ] {
        let mut talking = talking.clone();
        talking.channels.extend([part(face, 0, 1.0), part(teeth, other, end)]);
        let (gltf, report) = made(&talking, None);
        let expressions = extension(&gltf)["expressions"].clone();
        assert_eq!(expressions["preset"].as_object().unwrap().keys().collect::<Vec<_>>(), ["happy"]);
        assert!(expressions.get("custom").is_none(), "{expressions}");
        let found = dropped(&report);
        assert_eq!(found.len(), expected.len(), "{report}");
        assert!(found.iter().zip(expected).all(|(found, part)| found.contains(part)), "{report}");
    }
}

#[test]
fn weights_with_different_keys_state_the_error_of_their_combination() {
    let mut talking = clip(NAMES);
    let face = talking.nodes.iter().position(|node| node.name == "face").unwrap();
    let property = talking.channels.pop().unwrap().property().clone();
    let part = |component: usize, times: [f64; 3], ease: Ease| {
        let curve = Curve::new(Times::keys(times).unwrap(), 1, vec![0.0, 1.0, 0.0], ease).unwrap();
        Channel::part(face, property.clone(), component, curve).unwrap()
    };
    let jumps = part(1, [0.0, 0.3, 1.0], Ease::Step);
    talking.channels.extend([part(0, [0.0, 0.5, 1.0], Ease::Sine), jumps]);
    let mut report = Report::new();
    let options = EncodeOptions { tolerance: Positive::literal(0.1), ..Gltf::options_for("hello.vrma") };
    let made = Gltf::from_clips_with(std::slice::from_ref(&talking), &options, &mut report).unwrap();
    let lost = |unit: Unit| {
        let own = report
            .losses
            .iter()
            .filter(|loss| loss.property.as_deref().is_some_and(|of| of.starts_with("weight")));
        let sizes = own.filter_map(|loss| match loss.fate {
            Fate::Approximated(error) if error.unit == unit => Some(error.size),
            _ => None,
        });
        sizes.fold(0.0, f64::max)
    };
    let made = &made.clips()[0];
    let weight = made.channels.iter().find(|channel| matches!(channel.property(), Property::Weights { .. }));
    let own = talking.channels[talking.channels.len() - 2].curve();
    let times = (0..=10_000).map(|step| f64::from(step) * 1e-4);
    let worst =
        times.map(|time| (own.at(time)[0] - weight.unwrap().curve().at(time)[0]).abs()).fold(0.0, f64::max);
    let stated = lost(Unit::Ratio);
    assert!(
        (0.9 * stated..=1.01 * stated).contains(&worst) && stated > 1e-3,
        "{worst} for {stated}: {report}"
    );
    assert!(lost(Unit::Time) > 0.0, "{report}");
}

/// A VRM animation in which each node has the name of the next.
fn misnamed() -> Gltf {
    let options = EncodeOptions { container: Container::Embedded, ..Gltf::options_for("hello.vrma") };
    let made = Gltf::from_clips_with(&[clip(NAMES)], &options, &mut Report::new()).unwrap();
    let mut json: Value = serde_json::from_slice(&made.to_bytes()).unwrap();
    let nodes = json["nodes"].as_array_mut().unwrap();
    let mut names: Vec<Value> = nodes.iter().map(|node| node["name"].clone()).collect();
    names.rotate_left(1);
    nodes.iter_mut().zip(names).for_each(|(node, name)| node["name"] = name);
    Gltf::parse(json.to_string().as_bytes()).unwrap()
}

#[test]
fn the_bones_that_a_file_lists_count_whatever_their_names() {
    let bone = |gltf: &Gltf, bone: &str| {
        let bones = &extension(gltf)["humanoid"]["humanBones"];
        usize::try_from(bones[bone]["node"].as_u64().unwrap()).unwrap()
    };
    let angle = |gltf: &Gltf, name: &str| {
        let node = bone(gltf, name);
        let at = |time: f64| gltf.clips()[0].pose(time).local[node].decompose().rotation;
        quaternion::angle_between(at(0.0), at(1.0))
    };
    let misnamed = misnamed();
    let clips = misnamed.clips();
    let arm = &clips[0].nodes[bone(&misnamed, "leftUpperArm")];
    assert_eq!((arm.name.as_str(), arm.bone.as_deref()), ("rightUpperArm", Some("leftUpperArm")));
    let near = |angle: f64, expected: f64| assert!((angle - expected).abs() < 1e-3, "{angle}");
    let (again, _) = made(&clips[0], None);
    near(angle(&again, "leftUpperArm"), std::f64::consts::FRAC_PI_2);
    near(angle(&again, "rightUpperArm"), 0.0);
    // A file without such a list keeps the bones in the extras of the nodes.
    let bones = |clip: &Clip| clip.nodes.iter().map(|node| node.bone.clone()).collect::<Vec<_>>();
    let plain = Gltf::from_clips(&clips).unwrap();
    assert_eq!(plain.root().extensions, None);
    assert_eq!(bones(&plain.clips()[0]), bones(&clips[0]));
    // A map comes before the list.
    let (mapped, _) = made(&clips[0], Some(BoneMap::new([(arm.name.as_str(), "rightUpperArm")])));
    near(angle(&mapped, "leftUpperArm"), 0.0);
    near(angle(&mapped, "rightUpperArm"), std::f64::consts::FRAC_PI_2);
}

#[test]
fn a_map_names_the_bones_of_any_figure() {
    let mut odd = clip(["object 1", "object 2", "object 3", "object 4", "object 5", "a", "b", "c"]);
    odd.nodes[8].name = "d".to_owned();
    let (gltf, report) = made(&odd, None);
    assert!(
        gltf.clips()[0].channels.iter().all(|channel| *channel.property() != Property::Rotation),
        "{report}"
    );
    let bones = odd.nodes.iter().zip(NAMES).map(|(node, bone)| {
        let (first, rest) = bone.split_at(1);
        (node.name.clone(), format!("{}{rest}", first.to_lowercase()))
    });
    let bones = BoneMap::new(bones.chain([("d".to_owned(), "rightUpperLeg".to_owned())]));
    let (mapped, _) = made(&odd, Some(bones));
    let (named, _) = made(&clip(NAMES), None);
    assert_eq!(mapped.clips()[0].channels, named.clips()[0].channels);
}

#[test]
fn of_weights_of_one_expression_the_last_counts() {
    let mut talking = clip(NAMES);
    let face = talking.nodes.iter().position(|node| node.name == "face").unwrap();
    let property = talking.channels.pop().unwrap().property().clone();
    let teeth = talking.nodes.len();
    talking.nodes.push(talking.nodes[face].clone());
    for (node, end) in [(face, 0.25), (teeth, 0.75)] {
        let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![0.0, end], Ease::Linear).unwrap();
        talking.channels.push(Channel::part(node, property.clone(), 0, curve).unwrap());
    }
    let (gltf, report) = made(&talking, None);
    let node = extension(&gltf)["expressions"]["preset"]["happy"]["node"].as_u64().unwrap();
    assert_eq!(weights(&gltf.clips()[0], usize::try_from(node).unwrap()), [0.0, 0.75]);
    let lost: Vec<_> =
        report.losses.iter().filter(|loss| loss.message.contains("another node moves")).collect();
    assert_eq!(lost.len(), 1, "{report}");
}

#[test]
fn of_names_of_one_expression_the_nearest_counts() {
    for (names, ends, expected, lost) in [
        (["happy", "Happy", "joy"], [0.1, 0.2, 0.3], 0.1, Some("`weight/Happy`, `weight/joy`")),
        (["joy", "Happy", "Joy"], [0.1, 0.2, 0.3], 0.2, Some("`weight/joy`, `weight/Joy`")),
        (["Joy", "joy", "JOY"], [0.1, 0.2, 0.3], 0.3, Some("`weight/Joy`, `weight/joy`")),
        (["joy", "happy", "Joy"], [0.1, 0.2, 0.2], 0.2, Some("`weight/joy`")),
        (["joy", "happy", "Joy"], [0.2, 0.2, 0.2], 0.2, None),
    ] {
        let mut talking = clip(NAMES);
        talking.nodes.last_mut().unwrap().morphs = names.map(str::to_owned).to_vec();
        let channel = talking.channels.last_mut().unwrap();
        let values = [[0.0; 3], ends].concat();
        let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, values, Ease::Linear).unwrap();
        *channel = channel.with_curve(curve).unwrap();
        let (gltf, report) = made(&talking, None);
        let node = extension(&gltf)["expressions"]["preset"]["happy"]["node"].as_u64().unwrap();
        let found = weights(&gltf.clips()[0], usize::try_from(node).unwrap())[1];
        assert!((found - expected).abs() < 1e-6, "{names:?}: {found}");
        let own = report.losses.iter().filter(|loss| loss.message.starts_with("weights are not"));
        let own: Vec<_> = own.map(|loss| loss.message.clone()).collect();
        let expected = lost.map(|lost| {
            format!("weights are not in the file: {lost}: other weights of the node have names of the same expressions")
        });
        assert_eq!(own, Vec::from_iter(expected), "{report}");
    }
}

#[test]
fn expressions_beyond_their_range_are_reported() {
    for (ends, expected) in [([0.0, 1.0], None), ([0.4, 1.7], Some(0.7)), ([-0.5, 1.25], Some(0.5))] {
        let mut talking = clip(NAMES);
        talking.nodes.last_mut().unwrap().morphs = vec!["happy".to_owned()];
        let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, ends.to_vec(), Ease::Linear).unwrap();
        let node = talking.channels.last().unwrap().node();
        *talking.channels.last_mut().unwrap() =
            Channel::new(node, Property::Weights { count: 1 }, curve).unwrap();
        let (_, report) = made(&talking, None);
        let beyond = report.losses.iter().filter(|loss| loss.code.id == "gltf::beyond");
        let fates: Vec<Fate> = beyond.map(|loss| loss.fate).collect();
        assert_eq!(fates.len(), usize::from(expected.is_some()), "{report}");
        for (fate, expected) in fates.into_iter().zip(expected) {
            let Fate::Approximated(error) = fate else { panic!("{report}") };
            assert!((error.size - expected).abs() < 1e-4, "{report}");
        }
    }
}

/// A clip of a file in which the named bones are translated, the head is scaled, and the spine stays where it is.
fn with_translations(clip: &Clip, names: &[&str]) -> Clip {
    let mut moved = clip.clone();
    let node = |name: &&str| moved.nodes.iter().position(|node| node.name == **name).unwrap();
    let moving = |node: usize, property: Property, from: [f64; 3]| {
        let values = [from, from.map(|part| part + 0.25)].concat();
        let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, values, Ease::Linear).unwrap();
        Channel::new(node, property, curve).unwrap()
    };
    let mut channels = Vec::new();
    for node in names.iter().map(node) {
        channels.push(moving(node, Property::Translation, moved.nodes[node].rest.translation));
    }
    let head = node(&"head");
    channels.push(moving(head, Property::Scale, [1.0; 3]));
    let still = Curve::constant(&moved.nodes[node(&"spine")].rest.translation).unwrap();
    channels.push(Channel::new(node(&"spine"), Property::Translation, still).unwrap());
    moved.channels.retain(|channel| *channel.property() != Property::Translation);
    moved.channels.extend(channels);
    moved
}

#[test]
fn clips_of_a_vrm_animation_stay_within_what_it_may_have() {
    let gltf = made(&clip(NAMES), None).0;
    let own = &gltf.clips()[0];
    let hips = own.nodes.iter().position(|node| node.bone.as_deref() == Some("hips")).unwrap();
    let clip = with_translations(own, &["hips", "leftLowerArm"]);
    let mut report = Report::new();
    let options = Gltf::options_for("hello.vrma");
    let kept = gltf.edited(std::slice::from_ref(&clip), &options, &mut report).unwrap().unwrap();
    let mut added = Report::new();
    let into = Some(anim_gltf::Base::parse(&gltf.to_bytes()).unwrap());
    let options = EncodeOptions { into, travel: Travel::All, ..Gltf::options_for("hello.glb") };
    let onto = Gltf::from_clips_with(std::slice::from_ref(&clip), &options, &mut added).unwrap();
    for (gltf, report, animation) in [(kept, report, 0), (onto, added, 1)] {
        laws::joins(&report, std::slice::from_ref(&clip)).unwrap();
        assert!(gltf.check().is_empty(), "{:?}", gltf.check());
        let channels = gltf.root().animations[animation].channels.iter();
        let translated = channels.filter(|channel| {
            let is_bone = own.nodes[channel.target.node.unwrap()].bone.is_some();
            is_bone && matches!(channel.target.path, Path::Translation | Path::Scale)
        });
        let translated: Vec<_> = translated.map(|channel| channel.target.node.unwrap()).collect();
        assert_eq!(translated, [hips]);
        let lost = report.losses.iter().filter(|loss| loss.code.id == "gltf::dropped");
        let lost: Vec<_> =
            lost.map(|loss| (loss.node.as_deref().unwrap(), loss.property.as_deref().unwrap())).collect();
        assert_eq!(lost, [("leftLowerArm", "translation"), ("head", "scale")], "{report}");
    }
}

#[test]
fn losses_name_the_channel_at_fault() {
    let mut talking = clip(NAMES);
    talking.channels.retain(|channel| !matches!(channel.property(), Property::Weights { .. }));
    let first = talking.nodes.len();
    let face = |name: &str, morphs: [&str; 3]| {
        let mut face = Node::new(name);
        face.morphs = morphs.map(str::to_owned).to_vec();
        face
    };
    talking.nodes.extend([face("brows", ["Joy", "lookUp", "sad"]), face("mouth", ["happy", "aa", ""])]);
    let weights = Property::Weights { count: 3 };
    let part = |node: usize, component: usize, to: f64, ease: Ease| {
        let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![0.0, to], ease).unwrap();
        Channel::part(first + node, weights.clone(), component, curve).unwrap()
    };
    talking.channels.extend([
        part(0, 0, 0.5, Ease::Linear),
        part(0, 1, 1.0, Ease::Linear),
        part(0, 2, 0.25, Ease::Linear),
        part(1, 2, 1.0, Ease::Sine),
        part(1, 0, 1.0, Ease::Sine),
        part(1, 1, 1.5, Ease::Sine),
    ]);
    let (_, report) = made(&talking, None);
    laws::joins(&report, std::slice::from_ref(&talking)).unwrap();
    let named = |code: &str, part: &str| {
        let own = report.losses.iter().filter(|loss| loss.code.id == code && loss.message.contains(part));
        own.map(|loss| (loss.node.clone().unwrap(), loss.property.clone().unwrap())).collect::<Vec<_>>()
    };
    let place = |node: &str, property: &str| (node.to_owned(), property.to_owned());
    assert_eq!(
        named("gltf::dropped", "weights are not"),
        [place("brows", "weight/lookUp"), place("mouth", "weight"), place("brows", "weight/Joy")],
        "{report}"
    );
    // The curves that are baked are those of the mouth, whose names are those of the expressions.
    assert_eq!(
        named("gltf::baked", "baked to"),
        [place("mouth", "weight/happy"), place("mouth", "weight/aa")],
        "{report}"
    );
    assert_eq!(named("gltf::beyond", "`aa`"), [place("mouth", "weight/aa")]);
}
