//! Clips as documents: what glTF can say is said as the specification has it, the rest is reported.
#![allow(clippy::unwrap_used, reason = "tests may state what they expect")]

use anim_core::quaternion;
use anim_core::{
    Affine, Channel, Clip, Curve, Diagnostic, Document, Ease, Encode, EulerOrder, Event, Format, Handles,
    Loss, Node, Options, Property, Rate, Severity, Times, Transform, Wrap,
};
use anim_gltf as gltf;
use gltf::{ComponentType, Gltf, Interpolation, Path};

fn curve(times: &[f64], values: &[f64], ease: Ease) -> Curve {
    Curve::new(Times::keys(times).unwrap(), values.len() / times.len(), values.to_vec(), ease).unwrap()
}

fn clip(channels: Vec<Channel>) -> Clip {
    let duration = channels.iter().map(|channel| channel.curve().end()).fold(0.0, f64::max);
    Clip { name: "move".into(), duration, nodes: vec![Node::new("box")], channels, ..Clip::default() }
}

fn channel(property: Property, curve: Curve) -> Channel {
    Channel::new(0, property, curve).unwrap()
}

fn encode_with(clips: &[Clip], set: &[(&str, &str)]) -> (Gltf, Vec<Diagnostic>) {
    let mut options = Options::new(Gltf::INFO.target_options);
    for (key, value) in set {
        options.set(key, value).unwrap();
    }
    let mut found = Vec::new();
    let document = Gltf::from_clips(clips, &options, &(), &mut found).unwrap();
    let mut wrong = Vec::new();
    document.check(&mut wrong);
    assert_eq!(wrong, vec![]);
    (document, found)
}

fn encode(clips: &[Clip]) -> (Gltf, Vec<Diagnostic>) {
    encode_with(clips, &[])
}

/// The floats of an accessor, read by hand.
fn floats(document: &Gltf, accessor: usize) -> Vec<f32> {
    let accessor = &document.root().accessors[accessor];
    let view = &document.root().buffer_views[accessor.buffer_view.unwrap()];
    let start = view.byte_offset + accessor.byte_offset;
    let [columns, rows] = accessor.element.shape().unwrap();
    let bytes = &document.buffer(view.buffer).unwrap()[start..start + 4 * accessor.count * columns * rows];
    bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
}

/// Path, interpolation, times and values of each channel.
fn written(document: &Gltf, animation: usize) -> Vec<(Path, Interpolation, Vec<f32>, Vec<f32>)> {
    let animation = &document.root().animations[animation];
    let read = |channel: &gltf::Channel| {
        let sampler = &animation.samplers[channel.sampler];
        let path = channel.target.path.clone();
        (
            path,
            sampler.interpolation.clone().unwrap(),
            floats(document, sampler.input),
            floats(document, sampler.output),
        )
    };
    animation.channels.iter().map(read).collect()
}

fn codes(found: &[Diagnostic]) -> Vec<&str> {
    found.iter().map(|finding| finding.code.id).collect()
}

#[test]
fn steps_lines_and_arcs_are_written_as_they_are() {
    let turn = [0.0, 0.0, 0.6, 0.8];
    let cases = [
        (Property::Translation, Ease::Step, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0], Interpolation::Step),
        (Property::Translation, Ease::Linear, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0], Interpolation::Linear),
        (Property::Scale, Ease::Linear, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0], Interpolation::Linear),
        (Property::Rotation, Ease::Slerp, [quaternion::IDENTITY, turn].concat(), Interpolation::Linear),
        (Property::Rotation, Ease::Step, [turn, quaternion::IDENTITY].concat(), Interpolation::Step),
        (Property::Weights { count: 2 }, Ease::Linear, vec![0.0, 0.5, 1.0, 0.25], Interpolation::Linear),
    ];
    for (property, ease, values, interpolation) in cases {
        let (document, found) =
            encode(&[clip(vec![channel(property.clone(), curve(&[0.0, 1.5], &values, ease))])]);
        assert_eq!(found, vec![], "{property:?} {ease:?}");
        let all = written(&document, 0);
        let values: Vec<f32> = values.iter().map(|value| *value as f32).collect();
        assert_eq!((&all[0].1, &all[0].2[..], &all[0].3), (&interpolation, &[0.0, 1.5][..], &values));
    }
}

#[test]
fn handles_at_thirds_become_tangents_per_second() {
    // One segment of 3 s; a handle of 1 s and 2 units has a slope of 2 a second.
    let handles =
        [Handles { into: [0.0; 2], out: [1.0, 2.0] }, Handles { into: [-1.0, -0.5], out: [0.0; 2] }];
    let handles: Vec<_> = handles.iter().flat_map(|handle| [*handle; 3]).collect();
    let source =
        curve(&[0.0, 3.0], &[1.0, 1.0, 1.0, 5.0, 5.0, 5.0], Ease::Bezier).with_handles(handles).unwrap();
    let (document, found) = encode(&[clip(vec![channel(Property::Translation, source)])]);
    assert_eq!(found, vec![]);
    let expected: Vec<f32> = [0.0, 1.0, 2.0, 0.5, 5.0, 0.0].iter().flat_map(|value| [*value; 3]).collect();
    let (_, interpolation, _, values) = written(&document, 0).remove(0);
    assert_eq!((interpolation, values), (Interpolation::CubicSpline, expected));
}

#[test]
fn other_curves_are_baked_within_the_tolerance_and_reported() {
    let sine = curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 8.0, 0.0, 0.0], Ease::Sine);
    for tolerance in [0.1, 0.001] {
        let clips = [clip(vec![channel(Property::Translation, sine.clone())])];
        let (document, found) = encode_with(&clips, &[("tolerance", &tolerance.to_string())]);
        assert_eq!(codes(&found), ["gltf::baked"]);
        assert!(
            matches!(found[0].loss, Some(Loss::Approximated(error)) if error <= tolerance && error > 0.0)
        );
        assert_eq!(found[0].at.path, "clips[0]/nodes[0]/translation");
        let back = document.to_clips(&Options::new(&[]), &mut ()).remove(0);
        for step in 0..=100 {
            let time = f64::from(step) / 100.0;
            let expected = 4.0 * (1.0 - (std::f64::consts::PI * time).cos());
            assert!((back.pose(time).local[0].translation()[0] - expected).abs() < 1.5 * tolerance);
        }
    }
}

#[test]
fn parts_of_a_property_become_one_channel() {
    let part = |component, times: &[f64], values: &[f64]| {
        Channel::part(0, Property::Translation, component, curve(times, values, Ease::Linear)).unwrap()
    };
    let mut clip = clip(vec![part(0, &[0.0, 2.0], &[0.0, 2.0]), part(2, &[0.0, 1.0, 2.0], &[5.0, 6.0, 5.0])]);
    clip.nodes[0].rest.translation = [9.0, 8.0, 7.0];
    let (document, found) = encode(&[clip]);
    assert_eq!(found, vec![]);
    let all = written(&document, 0);
    assert_eq!(all.len(), 1);
    assert_eq!(all[0].2, [0.0, 1.0, 2.0]);
    assert_eq!(all[0].3, [0.0, 8.0, 5.0, 1.0, 8.0, 6.0, 2.0, 8.0, 5.0]);
}

#[test]
fn keys_before_time_0_are_cut_at_0() {
    let line = curve(&[-1.0, 1.0], &[0.0, 0.0, 0.0, 4.0, 4.0, 4.0], Ease::Linear);
    let (document, found) = encode(&[clip(vec![channel(Property::Translation, line)])]);
    assert_eq!(found, vec![]);
    assert_eq!(written(&document, 0)[0].2, [0.0, 1.0]);
    assert_eq!(written(&document, 0)[0].3, [2.0, 2.0, 2.0, 4.0, 4.0, 4.0]);
}

#[test]
fn a_clip_that_outlasts_its_keys_gets_one_at_its_end() {
    let thirds = |out: f64| Handles { into: [-1.0 / 3.0, 0.5], out: [out, 0.5] };
    let line = || curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0], Ease::Linear);
    let spline = curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0], Ease::Bezier)
        .with_handles([[thirds(1.0 / 3.0); 3], [thirds(0.0); 3]].concat());
    let still = curve(&[0.0], &[1.0, 2.0, 3.0], Ease::Bezier);
    let cases = [
        (line(), Interpolation::Linear),
        (curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0], Ease::Step), Interpolation::Step),
        (spline.unwrap(), Interpolation::CubicSpline),
        (still, Interpolation::Step),
    ];
    for (source, expected) in cases {
        let keys = source.len();
        let channels = vec![channel(Property::Translation, source), channel(Property::Scale, line())];
        let clip = Clip { duration: 2.5, ..clip(channels) };
        let (document, found) = encode(std::slice::from_ref(&clip));
        assert_eq!(found, vec![], "{expected:?}");
        let all = written(&document, 0);
        assert_eq!((&all[0].1, all[0].2.len(), all[0].2.last()), (&expected, keys + 1, Some(&2.5)));
        assert_eq!(all[1].2, [0.0, 1.0], "one such key is enough");
        let back = document.to_clips(&Options::new(&[]), &mut ()).remove(0);
        assert_eq!(back.duration, 2.5);
        for time in [0.0, 0.25, 0.75, 1.0, 1.7, 2.5, 3.0] {
            assert!(back.pose(time).local[0].distance(&clip.pose(time).local[0]) < 1e-6, "{expected:?}");
        }
    }
    // A channel that does reach the end needs no help.
    let clip = Clip { duration: 1.0, ..clip(vec![channel(Property::Translation, line())]) };
    assert_eq!(written(&encode(&[clip]).0, 0)[0].2, [0.0, 1.0]);
}

#[test]
fn lines_and_splines_through_keys_of_one_time_are_baked() {
    let times = [0.0, 1.0, 1.0 + 1e-12, 2.0];
    let values: Vec<f64> = [0.0, 1.0, 7.0, 8.0].iter().flat_map(|value| [*value; 3]).collect();
    let handles = (0usize..12).map(|index| {
        let gap = |key: usize| times.get(key + 1).map_or(0.0, |next| (next - times[key]) / 3.0);
        let key = index / 3;
        Handles { into: [-key.checked_sub(1).map_or(0.0, gap), 0.0], out: [gap(key), 0.0] }
    });
    let spline = curve(&times, &values, Ease::Bezier).with_handles(handles.collect()).unwrap();
    for source in [spline, curve(&times, &values, Ease::Linear)] {
        let clip = clip(vec![channel(Property::Translation, source)]);
        let (document, found) = encode(std::slice::from_ref(&clip));
        assert_eq!(codes(&found), ["gltf::baked"]);
        assert_eq!(written(&document, 0)[0].1, Interpolation::Linear);
        let back = document.to_clips(&Options::new(&[]), &mut ()).remove(0);
        for time in [0.25, 0.5, 0.999, 1.001, 1.5, 1.9] {
            assert!(back.pose(time).local[0].distance(&clip.pose(time).local[0]) < 1.5e-3, "at {time}");
        }
    }
}

#[test]
fn keys_that_single_precision_cannot_tell_apart_become_the_last() {
    let near = curve(&[1.0, 1.0 + 1e-12, 2.0], &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0, 3.0], Ease::Step);
    let (document, found) = encode(&[clip(vec![channel(Property::Scale, near)])]);
    assert_eq!(codes(&found), ["gltf::merged-keys"]);
    assert_eq!((&written(&document, 0)[0].2[..], written(&document, 0)[0].3[0]), (&[1.0, 2.0][..], 2.0));
}

#[test]
fn values_that_are_not_finite_become_those_at_rest() {
    let cases = [
        (Property::Translation, vec![f64::NAN, 1.0, f64::INFINITY], vec![7.0, 1.0, 9.0]),
        (Property::Translation, vec![1e300, 1.0, 1.0], vec![7.0, 1.0, 1.0]),
        (Property::Rotation, vec![0.0, f64::NAN, 0.0, 1.0], vec![0.0, 0.0, 0.6, 0.8]),
    ];
    for (property, values, expected) in cases {
        let mut clip = clip(vec![channel(property, curve(&[0.0], &values, Ease::Step))]);
        clip.nodes[0].rest =
            Transform { translation: [7.0, 8.0, 9.0], rotation: [0.0, 0.0, 0.6, 0.8], ..Transform::IDENTITY };
        let (document, found) = encode(&[clip]);
        assert_eq!(codes(&found), ["gltf::replaced"]);
        let expected: Vec<f32> = expected.into_iter().map(|value: f64| value as f32).collect();
        assert_eq!(written(&document, 0)[0].3, expected);
    }
}

#[test]
fn a_matrix_with_shear_is_reported_with_its_node_and_the_rest() {
    // The nearest parts of [[1, e], [e, 1]] are no rotation and no scale: they miss by e.
    let rows = [1.0, 1e-3, 0.0, 0.0, 1e-3, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let (_, found) = encode(&[clip(vec![channel(Property::Matrix, curve(&[0.0], &rows, Ease::Step))])]);
    assert_eq!(codes(&found), ["gltf::decomposed"]);
    assert!(
        matches!(found[0].loss, Some(Loss::Approximated(error)) if (error - 1e-3).abs() < 1e-9)
            && found[0].message.contains("`box`")
    );
}

#[test]
fn matrices_become_translation_rotation_and_scale() {
    let transform = |angle: f64| Transform {
        translation: [1.0, 2.0, angle],
        rotation: quaternion::from_axis_angle([1.0, 2.0, 3.0], angle),
        scale: [1.0, 2.0, -3.0],
    };
    let angles = [0.0, 2.0, 4.0, 6.0];
    let rows: Vec<f64> = angles.iter().flat_map(|angle| Affine::from(transform(*angle)).to_rows()).collect();
    let clip = clip(vec![channel(Property::Matrix, curve(&[0.0, 1.0, 2.0, 3.0], &rows, Ease::Step))]);
    let (document, found) = encode(std::slice::from_ref(&clip));
    assert_eq!(codes(&found), [""; 0]);
    let paths: Vec<_> = written(&document, 0).into_iter().map(|channel| channel.0).collect();
    assert_eq!(paths, [Path::Translation, Path::Rotation, Path::Scale]);
    let samplers = &document.root().animations[0].samplers;
    assert!(samplers.iter().all(|sampler| sampler.input == samplers[0].input));
    let rotations = &written(&document, 0)[1].3;
    for pair in rotations.chunks(4).collect::<Vec<_>>().windows(2) {
        assert!(pair[0].iter().zip(pair[1]).map(|(a, b)| a * b).sum::<f32>() >= 0.0);
    }
    let back = document.to_clips(&Options::new(&[]), &mut ()).remove(0);
    for (time, angle) in [0.5, 1.5, 2.5, 3.0].into_iter().zip(angles) {
        assert!(back.pose(time).local[0].distance(&transform(angle).into()) < 1e-6);
    }
}

#[test]
fn what_gltf_cannot_say_is_kept_and_reported() {
    let step = |value: f64| curve(&[0.0, 0.1], &[value, 0.0], Ease::Step);
    let looped = curve(&[0.0, 1.0], &[0.0; 6], Ease::Linear).with_wrap(Wrap::Hold, Wrap::Repeat);
    let clip = Clip {
        duration: 1.0,
        rate: Some(Rate::sixtieths(7)),
        first_frame: 3.0,
        events: vec![Event {
            time: 0.5,
            node: Some(0),
            name: "step".into(),
            values: vec![1.0, f64::INFINITY],
        }],
        metadata: vec![("format".into(), "tod".into())],
        ..clip(vec![
            channel(Property::Visible, step(1.0)),
            channel(Property::Alive, step(1.0)),
            channel(Property::Parent, step(-1.0)),
            channel(Property::Color, curve(&[0.0], &[0.1, f64::NEG_INFINITY, 0.3], Ease::Sine)),
            channel(Property::named("fog", 1), step(0.5)),
            channel(Property::Translation, looped),
        ])
    };
    let (document, found) = encode(std::slice::from_ref(&clip));
    let (parents, kept): (Vec<_>, Vec<_>) =
        found.iter().partition(|finding| finding.code.id == "gltf::parents");
    assert!(
        kept.iter().all(|finding| finding.loss == Some(Loss::Kept) && finding.severity() == Severity::Note)
    );
    assert_eq!(parents.len(), 1);
    assert_eq!(found.len(), 7, "{found:?}");
    let read = Gltf::parse(&document.to_bytes(), &mut ()).unwrap();
    let back = read.to_clips(&Options::new(&[]), &mut ()).remove(0);
    for wanted in &clip.channels {
        assert!(back.channels.contains(wanted), "{wanted:?} is missing in {:?}", back.channels);
    }
    assert_eq!(Clip { channels: clip.channels.clone(), ..back }, clip);
}

#[test]
fn clips_share_nodes_unless_where_they_rest_shows() {
    let rows = |x: f64| [1.0, 0.0, 0.0, x, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let at = |name: &str, x: f64, placed: bool| {
        let moved = if placed {
            channel(Property::Matrix, Curve::constant(&rows(x)).unwrap())
        } else {
            channel(Property::Scale, Curve::constant(&[2.0; 3]).unwrap())
        };
        let rest = Transform { translation: [x, 0.0, 0.0], ..Transform::IDENTITY };
        Clip { name: name.into(), nodes: vec![Node { rest, ..Node::new("box") }], ..clip(vec![moved]) }
    };
    // The second and the third lie elsewhere at rest: that shows in the third alone.
    let clips = [at("a", 0.0, true), at("b", 1.0, true), at("c", 2.0, false), at("d", 3.0, true)];
    let (document, _) = encode(&clips);
    let boxes = document.root().nodes.iter().filter(|node| node.name.as_deref() == Some("box"));
    assert_eq!(boxes.count(), 2);
    let back = document.to_clips(&Options::new(&[]), &mut ());
    for (clip, back) in clips.iter().zip(back) {
        assert_eq!((&back.name, back.pose(0.0)), (&clip.name, clip.pose(0.0)));
    }
}

#[test]
fn a_change_of_parent_is_a_loss_for_other_readers_and_comes_back_to_ours() {
    let parents = channel(Property::Parent, curve(&[0.0, 1.0], &[-1.0, 1.0], Ease::Step));
    let clip = Clip { nodes: vec![Node::new("box"), Node::new("other")], ..clip(vec![parents.clone()]) };
    let (document, found) = encode(std::slice::from_ref(&clip));
    let finding = found.iter().find(|finding| finding.code.id == "gltf::parents").unwrap();
    assert!(finding.loss == Some(Loss::Dropped) && finding.message.contains("`box`"));
    assert_eq!(document.to_clips(&Options::new(&[]), &mut ())[0].channels, [parents]);
}

#[test]
fn each_conversion_code_has_its_cause() {
    let constant = || channel(Property::Translation, Curve::constant(&[1.0; 3]).unwrap());
    let cycle = Clip { nodes: vec![Node { parent: Some(0), ..Node::new("self") }], ..clip(vec![constant()]) };
    let orphan = clip(vec![Channel::new(5, Property::Scale, Curve::constant(&[1.0; 3]).unwrap()).unwrap()]);
    let mut far = clip(vec![constant()]);
    far.nodes[0].rest.scale = [1e60, f64::NAN, 2.0];
    let endless = curve(&[0.0, 1e-7], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], Ease::Linear)
        .with_wrap(Wrap::Hold, Wrap::Repeat);
    let endless = Clip { duration: 10.0, ..clip(vec![channel(Property::Translation, endless)]) };
    for (clip, code) in
        [(cycle, "gltf::cycle"), (far, "gltf::replaced"), (orphan, "gltf::dropped"), (endless, "gltf::kept")]
    {
        let (document, found) = encode(&[clip]);
        assert!(codes(&found).contains(&code), "{code}: {found:?}");
        assert_eq!(document.to_clips(&Options::new(&[]), &mut ()).len(), 1);
    }
}

#[test]
fn parts_of_a_rotation_do_not_mix_with_another_kind() {
    let part = || Channel::part(0, Property::Rotation, 0, Curve::constant(&[0.5]).unwrap()).unwrap();
    let angle = channel(Property::Angle { axis: [0.0, 0.0, 1.0] }, Curve::constant(&[1.0]).unwrap());
    let arc = channel(
        Property::Rotation,
        curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 0.0, 0.6, 0.0, 0.8], Ease::Slerp),
    );
    for first in [angle, arc] {
        let (document, found) = encode(&[clip(vec![first, part()])]);
        assert_eq!(codes(&found)[0], "gltf::dropped");
        assert_eq!(written(&document, 0).len(), 1);
    }
}

#[test]
fn a_rotation_that_shows_through_another_is_reported_and_no_other() {
    let part = |property: Property| Channel::part(0, property, 0, Curve::constant(&[0.5]).unwrap()).unwrap();
    let angle = channel(Property::Angle { axis: [0.0, 0.0, 1.0] }, Curve::constant(&[1.0]).unwrap());
    let whole = channel(Property::Rotation, Curve::constant(&[0.0, 0.6, 0.0, 0.8]).unwrap());
    let euler = |order| channel(Property::Euler(order), Curve::constant(&[0.1, 0.2, 0.3]).unwrap());
    let [xyz, zyx] = [EulerOrder::Xyz, EulerOrder::Zyx];
    let cases = [
        (vec![whole.clone(), part(Property::Rotation)], false),
        (vec![angle.clone(), whole.clone(), part(Property::Rotation)], false),
        (vec![whole.clone(), angle.clone(), part(Property::Rotation)], true),
        (vec![angle.clone(), part(Property::Euler(xyz))], false),
        (vec![euler(xyz), whole, part(Property::Euler(xyz))], false),
        (vec![euler(zyx), part(Property::Euler(xyz))], false),
        (vec![euler(xyz), euler(zyx), part(Property::Euler(xyz))], true),
    ];
    for (channels, expected) in cases {
        let clip = clip(channels);
        let (document, found) = encode(std::slice::from_ref(&clip));
        assert_eq!(codes(&found).contains(&"gltf::dropped"), expected, "{:?}", clip.channels);
        let back = document.to_clips(&Options::new(&[]), &mut ()).remove(0);
        let off = back.pose(0.0).local[0].distance(&clip.pose(0.0).local[0]);
        assert_eq!(off > 1e-6, expected, "{off}: {:?}", clip.channels);
    }
}

#[test]
fn parts_of_a_matrix_stand_in_the_place_at_rest() {
    let part = Channel::part(0, Property::Matrix, 3, Curve::constant(&[5.0]).unwrap()).unwrap();
    let mut clip = clip(vec![part]);
    clip.nodes[0].rest =
        Transform { translation: [7.0, 8.0, 9.0], rotation: [0.0, 0.0, 0.6, 0.8], scale: [1.0, 2.0, 3.0] };
    let (document, found) = encode(std::slice::from_ref(&clip));
    assert_eq!(found, vec![]);
    assert_eq!(written(&document, 0)[0].3, [5.0, 8.0, 9.0]);
    let back = document.to_clips(&Options::new(&[]), &mut ()).remove(0);
    assert!(back.pose(0.0).local[0].distance(&clip.pose(0.0).local[0]) < 1e-6);
}

#[test]
fn a_property_too_wide_for_the_extras_is_reported() {
    let wide = Property::named("cloth", 70_000);
    let part = Channel::part(0, wide, 9, Curve::constant(&[1.0]).unwrap()).unwrap();
    let (document, found) = encode(&[clip(vec![part])]);
    assert!(found.iter().any(|finding| finding.loss == Some(Loss::Dropped)), "{found:?}");
    let mut again = Vec::new();
    document.to_clips(&Options::new(&[]), &mut again);
    assert_eq!(again, vec![], "nothing that a reader refuses is written");
}

#[test]
fn clips_share_nodes_where_they_are_the_same() {
    let constant = || channel(Property::Translation, curve(&[0.0, 1.0], &[1.0; 6], Ease::Linear));
    let a = clip(vec![constant()]);
    let b = Clip { name: "again".into(), ..a.clone() };
    let (document, _) = encode(&[a.clone(), b.clone()]);
    let root = document.root();
    assert_eq!((root.nodes.len(), root.animations.len()), (1, 2));
    let inputs = root.animations.iter().map(|animation| animation.samplers[0].input);
    assert_eq!(inputs.collect::<Vec<_>>(), [0, 0], "times are shared");
    let other = Clip { nodes: vec![Node::new("ball")], ..b };
    let (document, _) = encode(&[a, other]);
    let names: Vec<_> = document.root().nodes.iter().map(|node| node.name.clone().unwrap()).collect();
    assert_eq!(names, ["box", "move", "ball", "again"]);
    assert_eq!(document.root().scenes[0].nodes, [1, 3]);
    let back = document.to_clips(&Options::new(&[]), &mut ());
    assert_eq!(
        (back[1].nodes.len(), back[1].nodes[0].name.as_str(), back[1].channels[0].node()),
        (1, "ball", 0)
    );
}

#[test]
fn a_clip_without_keys_has_no_buffer() {
    let still =
        Clip { name: "still".into(), duration: 2.0, nodes: vec![Node::new("box")], ..Clip::default() };
    let (document, found) = encode(std::slice::from_ref(&still));
    assert!(document.root().buffers.is_empty() && document.root().animations.is_empty());
    assert!(!codes(&found).is_empty());
    assert_eq!(document.to_clips(&Options::new(&[]), &mut ()), [still]);
    let (document, _) = encode(&[]);
    assert_eq!(document.root().asset.generator.as_deref(), Some("anim"));
}

#[test]
fn pointers_show_and_hide_on_request() {
    let visible = channel(Property::Visible, curve(&[0.0, 1.0, 2.0], &[1.0, 0.0, 1.0], Ease::Step));
    let alive = channel(Property::Alive, curve(&[0.0, 1.5], &[0.0, 1.0], Ease::Step));
    let (document, _) = encode_with(&[clip(vec![visible, alive])], &[("pointers", "true")]);
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
fn meshes_are_bones_to_the_children_or_boxes() {
    let mut tip = Node { parent: Some(0), ..Node::new("tip") };
    tip.rest.translation = [0.0, 2.0, 0.0];
    let clip = Clip { nodes: vec![Node::new("root"), tip], ..clip(vec![]) };
    let (document, _) = encode_with(&[clip], &[("mesh", "true")]);
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
fn a_separate_buffer_has_the_name_it_is_given() {
    let clips = [clip(vec![channel(
        Property::Translation,
        curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0], Ease::Linear),
    )])];
    for (name, uri) in [
        ("buffer0.bin", "buffer0.bin"),
        ("der Bär.bin", "der%20B%C3%A4r.bin"),
        ("sub/50%.bin", "sub/50%25.bin"),
        ("a?b#c", "a%3Fb%23c"),
    ] {
        let (document, _) = encode_with(&clips, &[("container", "separate"), ("buffer", name)]);
        let text = String::from_utf8(document.to_bytes().into_owned()).unwrap();
        assert!(text.contains(&format!("\"uri\": \"{uri}\"")), "{text}");
        let beside: Vec<_> =
            document.companions().into_iter().map(|(name, bytes)| (name, bytes.into_owned())).collect();
        assert_eq!(beside.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), [name]);
        let read = Gltf::open(&document.to_bytes(), &Options::new(&[]), &beside, &mut ()).unwrap();
        assert_eq!(read, document);
    }
    for container in ["glb", "embedded"] {
        let named = encode_with(&clips, &[("container", container), ("buffer", "walk.bin")]).0;
        assert_eq!(named, encode_with(&clips, &[("container", container)]).0);
    }
}

#[test]
fn a_separate_buffer_stays_below_the_folder() {
    for name in ["", "../a.bin", "/a.bin", "a/../b.bin", "C:\\a.bin", "data:,a"] {
        let options = Options::new(Gltf::INFO.target_options).with("buffer", name).unwrap();
        let error = Gltf::from_clips(&[], &options, &(), &mut ()).unwrap_err();
        assert_eq!(Diagnostic::from(error).code.id, "gltf::uri", "{name}");
    }
}

#[test]
fn displacements_add_to_translations() {
    let line = |ends: [f64; 2]| curve(&[0.0, 1.0], &[ends[0], 0.0, 0.0, ends[1], 0.0, 0.0], Ease::Linear);
    let still = |x: f64| Curve::constant(&[x, 1.0, 0.0]).unwrap();
    // Two lines with the same keys, and a line and a constant, add up exactly; at rest the node lies at 5.
    let cases = [
        (Some(line([0.0, 2.0])), line([10.0, 20.0]), vec![10.0, 0.0, 0.0, 22.0, 0.0, 0.0]),
        (Some(still(3.0)), line([10.0, 20.0]), vec![13.0, 1.0, 0.0, 23.0, 1.0, 0.0]),
        (Some(line([0.0, 2.0])), still(3.0), vec![3.0, 1.0, 0.0, 5.0, 1.0, 0.0]),
        (None, line([10.0, 20.0]), vec![15.0, 0.0, 0.0, 25.0, 0.0, 0.0]),
    ];
    for (translation, displacement, expected) in cases {
        let mut channels = vec![channel(Property::Displacement, displacement)];
        channels.extend(translation.map(|curve| channel(Property::Translation, curve)));
        let mut source = clip(channels);
        source.nodes[0].rest.translation = [5.0, 0.0, 0.0];
        let (document, found) = encode(&[source]);
        let written = written(&document, 0);
        assert_eq!((written.len(), &written[0].0, &written[0].3), (1, &Path::Translation, &expected));
        let combined: Vec<_> = found.iter().filter(|finding| finding.code.id == "gltf::combined").collect();
        assert!(
            matches!(combined[..], [Diagnostic { loss: Some(Loss::Approximated(0.0)), .. }]),
            "{found:?}"
        );
    }
}

#[test]
fn displacements_that_do_not_fit_translations_are_baked_with_them() {
    let wave = curve(&[0.0, 0.7], &[0.0, 0.0, 0.0, 2.0, 0.0, 0.0], Ease::Sine)
        .with_wrap(Wrap::PingPong, Wrap::PingPong);
    let steps = curve(&[0.0, 1.0, 2.0], &[0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 9.0, 0.0, 0.0], Ease::Step);
    let source = clip(vec![channel(Property::Displacement, wave), channel(Property::Translation, steps)]);
    let (document, found) = encode(std::slice::from_ref(&source));
    let again = &document.to_clips(&Options::new(Gltf::INFO.options), &mut Vec::new())[0];
    for step in 0..200 {
        let time = f64::from(step) / 100.0 + 0.005;
        let [expected, found] = [&source, again].map(|clip| clip.pose(time).local[0].translation()[0]);
        assert!((expected - found).abs() < 2e-3, "{time}: {found} for {expected}");
    }
    assert!(found.iter().any(|finding| finding.code.id == "gltf::baked"), "{found:?}");
}
