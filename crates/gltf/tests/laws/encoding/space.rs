//! Axes and units: those of a file, and those that it states.

use anim_core::{Axis, Channel, Clip, Curve, Node, Positive, Property, Report, Space, Transform};
use anim_gltf::{ClipOptions, EncodeOptions, Gltf};

/// A chain of eight nodes, each at this position relative to the previous one.
fn figure(step: [f64; 3]) -> Clip {
    let node = |index: usize| {
        let node = Node::new(format!("{index}"));
        let rest = Transform { translation: step, ..Transform::IDENTITY };
        if index == 0 { node } else { node.with_parent(index - 1).with_rest(rest) }
    };
    let turn = Curve::constant(&[0.0, 0.0, 0.0, 1.0]).unwrap();
    let channels = vec![Channel::new(0, Property::Rotation, turn).unwrap()];
    Clip::new("stand").with_nodes((0..8).map(node).collect()).with_channels(channels)
}

fn encode(clip: &Clip, options: &EncodeOptions) -> (Gltf, Vec<String>) {
    let mut report = Report::new();
    let document = Gltf::from_clips_with(std::slice::from_ref(clip), options, &mut report).unwrap();
    (document, report.findings.iter().map(ToString::to_string).collect())
}

/// The position of the last node, in the numbers of the file.
fn top(document: &Gltf) -> [f64; 3] {
    let clips = document.clips();
    // Single precision.
    clips[0].pose(0.0).world[7].translation().map(|part| (part * 1e5).round() / 1e5)
}

#[test]
fn a_file_stands_upright_in_metres() {
    // Up is −Y: the top is 7 × 250 mm above the foot.
    let clip = figure([0.0, -250.0, 100.0]).with_space(Space::right_handed(Axis::NegY).in_metres(0.001));
    let (document, findings) = encode(&clip, &EncodeOptions::default());
    assert_eq!((top(&document), findings), ([0.0, 1.75, -0.7], vec![]));
    let gltf = Space::right_handed(Axis::Y).facing(Axis::Z).in_metres(1.0);
    assert_eq!(document.clips()[0].space, gltf);
    let back = document.clips()[0].in_space(clip.space).pose(0.0).world[7].translation();
    let known = clip.pose(0.0).world[7].translation();
    assert!(back.iter().zip(known).all(|(a, b)| (a - b).abs() < 1e-3), "{back:?}");
}

#[test]
fn a_file_with_other_axes_or_units_says_so() {
    let options = EncodeOptions { up: Some(Axis::Z), unit: Positive::new(0.01), ..EncodeOptions::default() };
    let clip = figure([0.0, 0.25, 0.0]).with_space(Space::right_handed(Axis::Y).in_metres(1.0));
    let (document, _) = encode(&clip, &options);
    assert_eq!(top(&document), [0.0, 0.0, 175.0]);
    let again = Gltf::parse(&document.to_bytes()).unwrap();
    let mut expected = Space::right_handed(Axis::Z).in_metres(0.01);
    assert_eq!(again.clips()[0].space, expected);
    // What a user states takes precedence over the file.
    let stated = ClipOptions { unit: Positive::new(0.5), ..ClipOptions::default() };
    expected.unit = Some(0.5);
    assert_eq!(again.clips_with(&stated, &mut Report::new())[0].space, expected);
}

#[test]
fn a_figure_of_unknown_unit_is_as_tall_as_a_person() {
    for (step, expected, unit) in [
        (25.0, 1.75, Some("0.01 m")),
        (250.0, 1.75, Some("0.001 m")),
        (2.0, 1.4, Some("0.1 m")),
        (1.25, 8.75, None),
        (0.25, 1.75, None),
        (25_000.0, 175.0, Some("0.001 m")),
    ] {
        let (document, findings) = encode(&figure([0.0, step, 0.0]), &EncodeOptions::default());
        assert_eq!(top(&document), [0.0, expected, 0.0], "{step}");
        assert_eq!(findings.len(), usize::from(unit.is_some()), "{findings:?}");
        let says =
            |unit: &str| findings[0].contains(&format!("a unit counts as {unit}; with the option `unit=1`"));
        assert!(unit.is_none_or(says), "{findings:?}");
    }
}

#[test]
fn a_figure_far_from_the_origin_is_no_larger() {
    let mut far = figure([0.0, 0.25, 0.0]);
    far.nodes[0].rest.translation = [100.0, 100.0, 100.0];
    let (document, findings) = encode(&far, &EncodeOptions::default());
    assert_eq!((top(&document), findings), ([100.0, 101.75, 100.0], vec![]));
}

#[test]
fn only_figures_of_unknown_unit_are_scaled() {
    let tall = figure([0.0, 25.0, 0.0]);
    let given = EncodeOptions { unit: Positive::new(1.0), ..EncodeOptions::default() };
    let metres = tall.clone().with_space(Space::UNKNOWN.in_metres(1.0));
    let mut few = tall.clone();
    few.nodes[4].parent = None;
    for (clip, options) in
        [(&tall, &given), (&metres, &EncodeOptions::default()), (&few, &EncodeOptions::default())]
    {
        let (document, findings) = encode(clip, options);
        let place = document.clips()[0].pose(0.0).world[3].translation();
        assert_eq!((place, findings), ([0.0, 75.0, 0.0], vec![]));
    }
}

#[test]
fn axes_that_cannot_be_are_not_believed() {
    let options = EncodeOptions { unit: Positive::new(0.5), ..EncodeOptions::default() };
    let (document, _) = encode(&figure([0.0, 0.25, 0.0]), &options);
    let bytes = document.to_bytes().into_owned();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert!(text.contains(r#""space":{"unit":0.5}"#), "{text}");
    for (found, instead) in [(r#"{"unit":0.5}"#, r#"{"unit":0.0}"#), (r#"{"unit":0.5}"#, r#"{"up": "y1"}"#)] {
        let at = bytes.windows(found.len()).position(|window| window == found.as_bytes()).unwrap();
        let mut bad = bytes.clone();
        bad[at..at + found.len()].copy_from_slice(instead.as_bytes());
        let mut report = Report::new();
        let clips = Gltf::parse(&bad).unwrap().clips_with(&ClipOptions::default(), &mut report);
        assert_eq!(clips[0].space.unit, Some(1.0), "{instead}");
        let findings: Vec<_> = report.findings.iter().map(|finding| finding.code.id).collect();
        assert_eq!(findings, ["gltf::extras"], "{instead}");
    }
}
