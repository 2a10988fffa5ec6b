//! Documents as clips and clips as documents.

use anim_core::{
    Channel, Clip, Curve, Diagnostic, Document, Ease, EulerOrder, Format, Handles, Loss, Node, Options,
    Property, Times, Transform, Wrap, quaternion,
};
use anim_hsf_xml::{EncodeOptions, Hsf};
use proptest::prelude::*;

fn clips(text: &str) -> Vec<Clip> {
    Hsf::parse(text.as_bytes(), &mut ()).unwrap().to_clips(&Options::new(&[]), &mut ())
}

fn curve<'a>(clip: &'a Clip, name: &str) -> &'a Curve {
    clip.channels.iter().find(|channel| channel.property().name() == name).unwrap().curve()
}

fn animation(attributes: &str, timeline: &str, interpolator: &str) -> String {
    format!(
        "<Animdef TicksPerSecond=\"10\"><Animation Target=\"SPATH: MODEL/a\" {attributes}><Timeline>{timeline}</Timeline>{interpolator}</Animation></Animdef>"
    )
}

const SLIDE: &str = "<PosInterpolator>[0 0 0] [10 0 0]</PosInterpolator>";

#[test]
fn loops_are_wraps_or_keys() {
    let x = |attributes: &str, time: f64| {
        curve(&clips(&animation(attributes, "0 10", SLIDE))[0], "translation").at(time)[0]
    };
    for (attributes, expected) in [
        ("", [2.5, 9.0, 10.0, 10.0]),
        ("Loop=\"3\"", [2.5, 9.0, 2.5, 10.0]),
        ("Loop=\"-1\"", [2.5, 9.0, 2.5, 5.0]),
        ("RLoop=\"1\"", [2.5, 9.0, 7.5, 0.0]),
        ("RLoop=\"1\" Loop=\"-1\"", [2.5, 9.0, 7.5, 5.0]),
        ("CurrentTick=\"5\"", [7.5, 10.0, 10.0, 10.0]),
    ] {
        for (time, expected) in [0.25, 0.9, 1.25, 4.5].into_iter().zip(expected) {
            assert!((x(attributes, time) - expected).abs() < 1e-9, "{attributes} at {time}");
        }
    }
}

#[test]
fn a_clip_begins_after_its_delay_and_the_whole_file_before() {
    let found = clips(&animation("Delay=\"20\" Name=\"A\"", "0 10", SLIDE));
    let names: Vec<_> = found.iter().map(|clip| (clip.name.as_str(), clip.duration)).collect();
    assert_eq!(names, [("A", 1.0), ("*", 3.0)]);
    assert_eq!([0.5, 2.5].map(|time| curve(&found[1], "translation").at(time)[0]), [0.0, 5.0]);
    assert_eq!(curve(&found[0], "translation").at(0.5)[0], 5.0);
}

#[test]
fn what_waits_for_a_sensor_stands_still_in_the_whole_file() {
    let found = clips(&animation("Active=\"0\" Name=\"A\"", "0 10", SLIDE));
    let names: Vec<_> =
        found.iter().map(|clip| (clip.name.as_str(), clip.duration, clip.nodes.len())).collect();
    assert_eq!(names, [("A", 1.0, 1), ("*", 0.0, 1)]);
    assert!(found[1].channels.is_empty());
}

#[test]
fn the_whole_file_keeps_its_name_to_itself() {
    let names: Vec<_> =
        clips(&animation("Name=\"*\"", "0 10", SLIDE)).into_iter().map(|clip| clip.name).collect();
    assert_eq!(names, ["* (2)", "*"]);
}

#[test]
fn where_several_animations_play_each_that_begins_is_an_event() {
    let inner = format!("<Timeline>0 10</Timeline>{SLIDE}");
    let found = clips(&format!(
        "<Animdef TicksPerSecond=\"10\">\
         <Animation Name=\"A\" Target=\"MODEL/a\" Delay=\"20\" Loop=\"-1\">{inner}\
         <Animation Name=\"B\" Delay=\"5\">{inner}</Animation></Animation>\
         <Animation Name=\"off\" Target=\"MODEL/b\" Active=\"0\">{inner}</Animation></Animdef>"
    ));
    let told: Vec<_> = found
        .iter()
        .map(|clip| {
            let event = |event: &anim_core::Event| (event.time, event.name.clone(), event.values.clone());
            (clip.name.as_str(), clip.events.iter().map(event).collect::<Vec<_>>())
        })
        .collect();
    let event = |time: f64, name: &str, plays: f64, number: f64| (time, name.to_owned(), vec![plays, number]);
    let expected = [
        ("A", vec![event(0.0, "A", 1.5, 0.0), event(0.5, "A/B", 1.0, 1.0)]),
        ("off", vec![]),
        ("*", vec![event(2.0, "A", 1.5, 0.0), event(2.5, "A/B", 1.0, 1.0)]),
    ];
    assert_eq!(told, expected);
}

#[test]
fn channels_are_named_for_what_they_drive() {
    let all = "<ScaleInterpolator>[1 1 1] [2 2 2]</ScaleInterpolator><AxisRotInterpolator Modifiers=\"[v 0 0 1]\">0 90</AxisRotInterpolator>\
        <ColorInterpolator Type=\"specular\">[0 0 0] [1 1 1]</ColorInterpolator><SegSwitchInterpolator>\"a\" \"b\"</SegSwitchInterpolator>\
        <VertexMorphInterpolator>\"x\" \"y\"</VertexMorphInterpolator>";
    let clip = &clips(&animation("", "0 10", all))[0];
    let names: Vec<_> = clip.channels.iter().map(|channel| channel.property().name()).collect();
    assert_eq!(names, ["scale", "angle", "color.specular", "segment", "morph", "morph"]);
    assert!((curve(clip, "angle").at(0.5)[0] - 45f64.to_radians()).abs() < 1e-12);
    assert_eq!([0.5, 1.0].map(|time| curve(clip, "segment").at(time)[0]), [0.0, 1.0]);
    assert_eq!(curve(clip, "morph").at(0.5), [0.0, 1.0]);
    assert_eq!(clip.channels[5].curve().at(0.5), [0.5]);
    assert_eq!(clip.metadata("hsf-xml.segment.MODEL/a.1"), Some("b"));
}

#[test]
fn segments_inside_segments_are_children() {
    let two = |a: &str, b: &str| {
        let one = |target: &str| {
            format!("<Animation Target=\"{target}\"><Timeline>0 1</Timeline>{SLIDE}</Animation>")
        };
        clips(&format!("<Animdef>{}{}</Animdef>", one(a), one(b))).pop().unwrap()
    };
    let parents = |clip: &Clip| clip.nodes.iter().map(|node| node.parent).collect::<Vec<_>>();
    assert_eq!(parents(&two("MODEL/car/door/lock", "MODEL/car")), [Some(1), None]);
    assert_eq!(parents(&two("MODEL/cart", "MODEL/car")), [None, None]);
    assert_eq!(parents(&two("HKEY: MODEL/car/door", "MODEL/car")), [None, None]);
}

#[test]
fn what_has_no_element_is_reported() {
    let still = |property: Property, values: &[f64]| {
        Channel::new(0, property, Curve::constant(values).unwrap()).unwrap()
    };
    let cases = [
        (still(Property::Visible, &[0.0]), "hsf-xml::dropped", Loss::Dropped),
        (still(Property::Scale, &[-1.0, 1.0, 1.0]), "hsf-xml::range", Loss::Approximated(1.0 + 1e-6)),
        (still(Property::Color, &[0.0, 0.0, 3.0]), "hsf-xml::range", Loss::Approximated(2.0)),
    ];
    for (channel, code, loss) in cases {
        let clip = Clip {
            name: "c".to_owned(),
            nodes: vec![Node::new("n")],
            channels: vec![channel],
            ..Clip::default()
        };
        let mut findings: Vec<Diagnostic> = Vec::new();
        Hsf::from_clips_with(&[clip], &EncodeOptions::default(), &mut findings).unwrap();
        assert_eq!(findings.iter().map(|f| (f.code.id, f.loss)).collect::<Vec<_>>(), [(code, Some(loss))]);
    }
}

#[test]
fn parts_of_one_property_are_one_animation() {
    let curve = |from: f64, to: f64| {
        Curve::new(Times::keys(vec![0.0, from, 1.0]).unwrap(), 1, vec![0.0, to, 4.0], Ease::Linear).unwrap()
    };
    let part = |property: Property, component: usize, curve: Curve| {
        Channel::part(0, property, component, curve).unwrap()
    };
    let rest = Transform { translation: [0.0, 7.0, 0.0], ..Transform::IDENTITY };
    let clip = Clip {
        name: "c".to_owned(),
        duration: 1.0,
        nodes: vec![Node { rest, ..Node::new("n") }],
        channels: vec![
            part(Property::Translation, 2, curve(0.5, 1.0)),
            part(Property::Translation, 0, curve(0.25, 3.0)),
        ],
        ..Clip::default()
    };
    let told = |clip: &Clip| {
        let mut findings: Vec<Diagnostic> = Vec::new();
        let hsf = Hsf::from_clips_with(std::slice::from_ref(clip), &EncodeOptions::default(), &mut findings)
            .unwrap();
        let text = String::from_utf8(hsf.to_bytes().into_owned()).unwrap();
        (text.split_whitespace().collect::<Vec<_>>().join(" "), findings)
    };
    let (text, findings) = told(&clip);
    assert!(findings.is_empty(), "{findings:?}");
    assert!(
        text.contains("<Timeline> 0 1200 2400 4800 </Timeline> <PosInterpolator> [0 7 0] [3 7 0.5]"),
        "{text}"
    );
    assert_eq!(text.matches("<PosInterpolator").count(), 1);
    // What rests at the origin is not said.
    let unsaid = Clip { nodes: vec![Node::new("n")], ..clip.clone() };
    assert!(told(&unsaid).0.contains("Modifiers=\"[l [c 13]]\"> [0 0] [3 0.5]"));
    let shift = part(Property::Displacement, 1, Curve::constant(&[-2.0]).unwrap());
    let (text, findings) =
        told(&Clip { channels: [clip.channels.as_slice(), &[shift]].concat(), ..clip.clone() });
    assert!(text.contains("[0 5 0] [3 5 0.5]"), "{text}");
    assert_eq!(findings.iter().map(|f| f.code.id).collect::<Vec<_>>(), ["hsf-xml::combined"]);
}

#[test]
fn a_node_of_which_nothing_is_said_is_there() {
    let clip = Clip { name: "c".to_owned(), nodes: vec![Node::new("n")], ..Clip::default() };
    let hsf = Hsf::from_clips_with(&[clip], &EncodeOptions::default(), &mut ()).unwrap();
    let names = hsf.to_clips(&Options::new(&[]), &mut ()).remove(0).nodes;
    assert_eq!(names, [Node::new("n")]);
}

#[test]
fn jumps_that_are_baked_are_steps() {
    let curve =
        |ease: Ease| Curve::new(Times::keys(vec![0.0, 1.0]).unwrap(), 1, vec![0.0, 4.0], ease).unwrap();
    let part = |component: usize, ease: Ease| {
        Channel::part(0, Property::Translation, component, curve(ease)).unwrap()
    };
    let clip = Clip {
        name: "c".to_owned(),
        duration: 1.0,
        nodes: vec![Node::new("n")],
        channels: vec![part(0, Ease::Linear), part(1, Ease::Step)],
        ..Clip::default()
    };
    let hsf = Hsf::from_clips_with(&[clip], &EncodeOptions::default(), &mut ()).unwrap();
    let found = hsf.to_clips(&Options::new(&[]), &mut ()).remove(0);
    for time in [0.5, 1.0 - 1e-6, 1.0 - 1e-7, 1.0] {
        let y = if time < 1.0 { 0.0 } else { 4.0 };
        let [x_found, y_found, _] = found.pose(time).local[0].translation();
        assert!((x_found - 4.0 * time).abs() < 1e-5 && y_found == y, "at {time}: {x_found}, {y_found}");
    }
}

#[test]
fn what_is_encoded_is_read_without_a_finding() {
    let rest = Transform { scale: [-1.0, 1.0, 1.0], rotation: [0.0, 0.6, 0.0, 0.8], ..Transform::IDENTITY };
    let turn = Curve::new(
        Times::keys(vec![0.0, 1.0]).unwrap(),
        4,
        [[0.0, 0.0, 0.0, 1.0], [0.6, 0.0, 0.0, 0.8]].concat(),
        Ease::Slerp,
    );
    let clip = Clip {
        name: "c".to_owned(),
        duration: 1.0,
        nodes: vec![Node { rest, ..Node::new("mirrored") }, Node::new("turned")],
        channels: vec![Channel::new(1, Property::Rotation, turn.unwrap()).unwrap()],
        ..Clip::default()
    };
    let mut findings: Vec<Diagnostic> = Vec::new();
    let hsf = Hsf::from_clips_with(&[clip], &EncodeOptions::default(), &mut findings).unwrap();
    let losses: Vec<_> = findings.drain(..).map(|finding| (finding.code.id, finding.loss)).collect();
    assert_eq!(losses, [("hsf-xml::range", Some(Loss::Approximated(1.0 + 1e-6)))]);
    Hsf::parse(&hsf.to_bytes(), &mut findings).unwrap().check(&mut findings);
    assert_eq!(findings, []);
}

/// A curve of some width, as smooth or stepped as curves are.
fn any_curve(width: usize) -> impl Strategy<Value = Curve> {
    let key =
        (1..200u32, prop::collection::vec((0.1..0.9f64, -3.0..3.0f64, -3.0..3.0f64, 0.1..0.6f64), width));
    let eases = prop::collection::vec(
        prop::sample::select(vec![Ease::Step, Ease::Linear, Ease::Bezier, Ease::Sine]),
        6,
    );
    let wrap = prop::sample::select(vec![Wrap::Hold, Wrap::Hold, Wrap::Repeat, Wrap::PingPong]);
    (prop::collection::vec(key, 1..6), eases, wrap, 0..3u32, any::<bool>()).prop_map(
        move |(keys, eases, after, start, thirds)| {
            let mut tick = 100 * start;
            let times: Vec<f64> = keys
                .iter()
                .map(|(step, _)| {
                    tick += step;
                    f64::from(tick) / 100.0
                })
                .collect();
            let values = keys.iter().flat_map(|(_, parts)| parts.iter().map(|part| part.0)).collect();
            let handles = keys
                .iter()
                .enumerate()
                .flat_map(|(index, (_, parts))| {
                    let around = |at: usize| times.get(at).copied().unwrap_or(times[index]);
                    let (before, after) =
                        (times[index] - around(index.wrapping_sub(1)), around(index + 1) - times[index]);
                    parts.iter().map(move |part| {
                        let share = if thirds { 1.0 / 3.0 } else { part.3 };
                        Handles { into: [-share * before, part.1 / 9.0], out: [share * after, part.2 / 9.0] }
                    })
                })
                .collect();
            Curve::new(Times::keys(times.clone()).unwrap(), width, values, Ease::Step)
                .unwrap()
                .with_eases(eases[..keys.len()].to_vec())
                .unwrap()
                .with_handles(handles)
                .unwrap()
                .with_wrap(Wrap::Hold, after)
        },
    )
}

/// Channels of one node that drive parts of its properties, with only one way to turn it.
fn any_parts() -> impl Strategy<Value = Vec<Channel>> {
    let part = |property: Property| {
        let all = property.width();
        (1..all.min(4) + 1, any::<prop::sample::Index>()).prop_flat_map(move |(width, first)| {
            let (property, first) = (property.clone(), first.index(all - width + 1));
            any_curve(width).prop_map(move |curve| Channel::part(0, property.clone(), first, curve).unwrap())
        })
    };
    let turns = [
        Property::Euler(EulerOrder::Xyz),
        Property::Euler(EulerOrder::Zyx),
        Property::Rotation,
        Property::Matrix,
    ];
    prop::sample::select(turns.to_vec()).prop_flat_map(move |turn| {
        let properties = vec![Property::Translation, Property::Displacement, Property::Scale, turn];
        prop::collection::vec(prop::sample::select(properties).prop_flat_map(part), 1..6)
    })
}

/// A node that rests anywhere.
fn any_rest() -> impl Strategy<Value = Transform> {
    let numbers = |low: f64| prop::collection::vec(low..2.0, 3);
    (numbers(-2.0), numbers(-2.0), numbers(0.5), prop::sample::select(vec![0, 1, 2, 4, 7])).prop_map(
        |(place, angles, scale, which)| {
            let three = |numbers: &[f64]| [numbers[0], numbers[1], numbers[2]];
            let none = Transform::IDENTITY;
            Transform {
                translation: if which & 1 == 0 { none.translation } else { three(&place) },
                rotation: if which & 2 == 0 {
                    none.rotation
                } else {
                    EulerOrder::Xyz.to_quaternion(three(&angles))
                },
                scale: if which & 4 == 0 { none.scale } else { three(&scale) },
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn parts_of_properties_come_back_in_pose_within_the_reported_error(channels in any_parts(), rest in any_rest()) {
        let clip = Clip {
            name: "clip".to_owned(),
            duration: 6.0,
            nodes: vec![Node { rest, ..Node::new("node") }],
            channels,
            ..Clip::default()
        };
        let mut losses: Vec<Diagnostic> = Vec::new();
        let hsf = Hsf::from_clips_with(std::slice::from_ref(&clip), &EncodeOptions::default(), &mut losses).unwrap();
        let mut findings: Vec<Diagnostic> = Vec::new();
        let again = Hsf::parse(&hsf.to_bytes(), &mut findings).unwrap();
        again.check(&mut findings);
        prop_assert_eq!(findings, vec![]);
        let found = again.to_clips(&Options::new(&[]), &mut losses).remove(0);
        let errors = losses.iter().map(|loss| match loss.loss {
            Some(Loss::Approximated(error)) => error,
            _ => 0.0,
        });
        // Keys are a little off their times, and between the quarters of segments the error may be a little more.
        let error = 1.5 * errors.sum::<f64>() + 1e-4;
        for step in 0..100 {
            // Off the keys, where jumps are.
            let time = 0.003_7 + f64::from(step) * 0.06;
            let (expected, found) = (clip.pose(time).local[0], found.pose(time).local[0]);
            // What a turn is off by counts as often as what it turns is scaled.
            let rows = expected.0.iter().flat_map(|row| &row[..3]);
            let error = error * rows.fold(1.0, |most: f64, number| most.max(number.abs()));
            prop_assert!(expected.distance(&found) <= error, "at {time}: {expected:?} and {found:?}, {error}");
        }
    }
}

proptest! {
    // Each case bakes and samples four channels.
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_encoded_plays_as_the_clip(position in any_curve(3), scale in any_curve(2), angle in any_curve(1), turn in any_curve(4)) {
        let turn = Curve::new(turn.times().clone(), 4, turn.values().chunks(4).flat_map(|q| quaternion::normalize([q[0], q[1], q[2], q[3]])).collect(), Ease::Slerp)
            .unwrap().with_wrap(Wrap::Hold, turn.wrap().1);
        let node = |name: &str, parent| Node { parent, ..Node::new(name) };
        let clip = Clip {
            name: "clip".to_owned(),
            duration: 6.0,
            nodes: vec![node("body", None), node("arm", Some(0)), node("hand", Some(1))],
            channels: vec![
                Channel::new(0, Property::Translation, position).unwrap(),
                Channel::part(1, Property::Scale, 1, scale).unwrap(),
                Channel::new(1, Property::Angle { axis: [0.0, 0.6, 0.8] }, angle).unwrap(),
                Channel::new(2, Property::Rotation, turn).unwrap(),
            ],
            ..Clip::default()
        };
        let mut losses: Vec<Diagnostic> = Vec::new();
        let hsf = Hsf::from_clips_with(std::slice::from_ref(&clip), &EncodeOptions::default(), &mut losses).unwrap();
        // A scale that swings below 0 between its keys is said to be cut there.
        prop_assume!(losses.iter().all(|loss| loss.code.id != "hsf-xml::range"));
        let mut findings: Vec<Diagnostic> = Vec::new();
        let again = Hsf::parse(&hsf.to_bytes(), &mut findings).unwrap();
        prop_assert_eq!(findings, vec![]);
        let found = again.to_clips(&Options::new(&[]), &mut ()).remove(0);
        prop_assert_eq!(&found.name, &clip.name);
        let far = clip.channels.iter().all(|channel| channel.curve().wrap().1 == Wrap::Hold);
        for step in 0..100 {
            // Off the keys, where jumps are.
            let time = 0.003_7 + f64::from(step) * 0.06;
            prop_assume!(far || time < 6.0);
            for (index, channel) in clip.channels.iter().enumerate() {
                let name = clip.nodes[channel.node()].name.as_str();
                let node = found.nodes.iter().position(|node| node.name.rsplit('/').next() == Some(name)).unwrap();
                let other = found.channels.iter().find(|other| other.node() == node && other.property().name() == channel.property().name()).unwrap();
                let (a, b) = (channel.curve().at(time), other.curve().at(time));
                for (a, b) in a.iter().zip(&b) {
                    prop_assert!((a - b).abs() < 2e-4, "channel {index} at {time}: {a} and {b}");
                }
            }
        }
    }
}
