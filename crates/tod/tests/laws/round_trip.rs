//! Clips as documents, compared with the clips of these documents.

use anim_core::{
    Axis, Channel, Clip, Curve, Ease, EulerOrder, Node, Property, Rate, Report, Space, Times, Transform, Wrap,
};
use anim_tod::{
    Attribute, Body, Changes, Control, Data, DataKind, EncodeOptions, Light, Mode, Nibble, Reference, Start,
    Tod, User, Words,
};
use proptest::prelude::*;

use crate::clips::{lower, tod};
use crate::documents;

fn encode(clip: &Clip, options: &EncodeOptions, report: &mut Report) -> Tod {
    Tod::from_clips_with(std::slice::from_ref(clip), options, report).unwrap()
}

/// A clip of two nodes that turn, grow and move smoothly.
fn smooth() -> impl Strategy<Value = Clip> {
    let angles = prop::collection::vec(-2.0..2.0f64, 9);
    let factors = prop::collection::vec(0.3..6.0f64, 9);
    let places = prop::collection::vec(-900.0..900.0f64, 9);
    (angles, factors, places, 1..4u32).prop_map(|(angles, factors, places, twentieths)| {
        let times = Times::keys([0.0, 1.0, 2.0]).unwrap();
        let channel = |node, property, values: &Vec<f64>| {
            let curve = Curve::new(times.clone(), 3, values.clone(), Ease::Linear).unwrap();
            Channel::new(node, property, curve.with_wrap(Wrap::Hold, Wrap::PingPong)).unwrap()
        };
        // So far from the body that whole units are fine enough.
        let far = Transform { translation: [0.0, 2000.0, 0.0], ..Transform::IDENTITY };
        Clip::new("smooth")
            .with_space(Space::right_handed(Axis::NegY))
            .with_duration(2.0)
            .with_rate(Rate::per_second(20 * twentieths))
            .with_nodes(vec![Node::new("body"), Node::new("arm").with_parent(0).with_rest(far)])
            .with_channels(vec![
                channel(0, Property::Euler(EulerOrder::Zxy), &angles),
                channel(0, Property::Translation, &places),
                channel(1, Property::Scale, &factors),
                channel(1, Property::Euler(EulerOrder::Xyz), &angles),
            ])
    })
}

proptest! {
    #[test]
    fn what_the_console_shows_is_encoded_exactly(mut tod in documents::tod()) {
        for (number, frame) in tod.frames.iter_mut().enumerate() {
            frame.number = 2 * number as u32;
        }
        tod.resolution = tod.resolution.min(100);
        if let Some(clip) = lower(&tod, Mode::Hardware) {
            let again = encode(&clip, &EncodeOptions::default(), &mut Report::new());
            let shown = lower(&again, Mode::Hardware);
            for number in 0..2 * tod.frames.len() {
                let time = clip.rate.unwrap().time(number as f64);
                let expected = clip.pose(time);
                for (at, node) in clip.nodes.iter().enumerate() {
                    if !expected.alive[at] || !node.name.starts_with("object") {
                        continue;
                    }
                    let shown = shown.as_ref().unwrap();
                    let found = shown.nodes.iter().position(|other| other.name == node.name);
                    prop_assert!(found.is_some(), "{} is missing", node.name);
                    let (found, pose) = (found.unwrap_or_default(), shown.pose(time));
                    let name = |clip: &Clip, parent: Option<usize>| parent.map(|parent| clip.nodes[parent].name.clone());
                    prop_assert!(pose.alive[found]);
                    prop_assert_eq!(pose.local[found], expected.local[at], "{} at {}", node.name, time);
                    prop_assert_eq!(name(shown, pose.parent[found]), name(&clip, expected.parent[at]));
                }
            }
        }
    }

    #[test]
    fn a_smooth_clip_is_encoded_within_the_files_steps(clip in smooth(), differential in any::<bool>(), exists in any::<bool>()) {
        let options = EncodeOptions {
            packets: if differential { Changes::Differential } else { Changes::Absolute },
            start: if exists { Start::Exists } else { Start::Create },
            ..EncodeOptions::default()
        };
        let mut report = Report::new();
        let tod = encode(&clip, &options, &mut report);
        let shown = lower(&tod, Mode::Hardware).unwrap();
        prop_assert!(shown.duration >= clip.duration - 1e-9);
        let rate = shown.rate.unwrap();
        for frame in 0..tod.frames.len() {
            let (expected, found) = (clip.pose(rate.time(frame as f64)), shown.pose(rate.time(frame as f64)));
            for node in 0..2 {
                prop_assert_eq!(found.parent[node], expected.parent[node]);
                let (a, b) = (expected.local[node], found.local[node]);
                // Half a step of 1/4096 turn for each of three angles, and the shifts of the console, times the scale.
                for (a, b) in a.linear().iter().flatten().zip(b.linear().iter().flatten()) {
                    prop_assert!((a - b).abs() < 6.0 * 0.006, "{} {}", a, b);
                }
                for (a, b) in a.translation().iter().zip(b.translation()) {
                    prop_assert!((a - b).abs() <= 0.5);
                }
            }
        }
        let expected = ["tod::quantized", "tod::resampled", "tod::ends", "tod::rate", "tod::renamed"];
        prop_assert!(report.findings.iter().all(|finding| finding.code.id == "tod::states"));
        prop_assert!(report.losses.iter().all(|loss| expected.contains(&loss.code.id)), "{}", report);
    }
}

#[test]
fn an_encoded_clip_keeps_lights_attributes_and_events() {
    let light = Light { direction: Some([1, 2, 3]), color: Some([255, 51, 0, 0]), ..Light::default() };
    let words = Words::new(vec![7]).unwrap();
    let user = Body::Data(Data { kind: DataKind::User(User::User0), flag: Nibble::new(1), words });
    let bits = Body::Attribute(Attribute { value: 0x8000_0001, ..Attribute::default() });
    let model = Body::Model(Reference::new(4));
    let packets =
        [(1, Body::Control(Control::CREATE)), (1, model), (1, bits), (2, Body::Light(light)), (1, user)];
    let tod = tod(2, &[(0, &packets)]);
    let clip = lower(&tod, Mode::Hardware).unwrap();
    let mut report = Report::new();
    let again = encode(&clip, &EncodeOptions::default(), &mut report);
    assert_eq!(lower(&again, Mode::Hardware).unwrap(), clip);
    assert!(report.is_empty(), "{report}");
}

#[test]
fn what_a_tod_cannot_hold_is_reported_as_dropped() {
    let weights = Channel::new(0, Property::Weights { count: 1 }, Curve::constant(&[1.0]).unwrap()).unwrap();
    let clip = Clip::new("smile")
        .with_space(Space::right_handed(Axis::NegY))
        .with_duration(1.0)
        .with_nodes(vec![Node::new("face")])
        .with_channels(vec![weights]);
    let mut report = Report::new();
    encode(&clip, &EncodeOptions::default(), &mut report);
    let lines: Vec<_> = report.losses.iter().map(ToString::to_string).collect();
    let expected = [
        "note[tod::renamed]: smile: face: a TOD has ids instead of names (dropped)",
        "warning[tod::dropped]: smile: face: weight: object packets of a TOD do not have this property (dropped)",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn only_one_clip_becomes_a_tod() {
    let refused = |clips: &[Clip]| Tod::from_clips(clips).unwrap_err().to_string();
    assert_eq!(refused(&[]), "there is no clip, expected one");
    assert_eq!(
        refused(&[Clip::new("walk"), Clip::new("run")]),
        "there are 2 clips (walk, run), expected one"
    );
    let long = Clip::new("long").with_duration(1e9);
    let refusal = "the clip lasts 1000000000 s, expected at most 1048576 frames: the option `frames` allows more (long)";
    assert_eq!(refused(&[long]), refusal);
}
