//! Clips as documents.

use anim_core::{
    Affine, Channel, Curve, Deviation, Ease, EulerOrder, Fate, Handles, Node, Property, Times, Transform,
    Wrap, laws, quaternion,
};
use anim_hsf_xml::{Clip, ClipOptions, EncodeOptions, Hsf, ReadOptions, Report};
use proptest::prelude::*;

/// A clip as a document, and the losses.
pub(super) fn encoded(clip: &Clip) -> (Hsf, Report) {
    let mut report = Report::new();
    let clips = std::slice::from_ref(clip);
    let hsf = Hsf::from_clips_with(clips, &EncodeOptions::default(), &mut report).unwrap();
    laws::joins(&report, clips).unwrap();
    (hsf, report)
}

fn ratio(size: f64) -> Fate {
    Fate::Approximated(Deviation::ratio(size))
}

#[test]
fn what_has_no_element_is_reported() {
    let still = |property: Property, values: &[f64]| {
        Channel::new(0, property, Curve::constant(values).unwrap()).unwrap()
    };
    let cases = [
        (still(Property::Visible, &[0.0]), "hsf-xml::dropped", Fate::Dropped),
        (still(Property::Scale, &[-1.0, 1.0, 1.0]), "hsf-xml::range", ratio(1.0 + 1e-6)),
        (still(Property::Color, &[0.0, 0.0, 3.0]), "hsf-xml::range", ratio(2.0)),
        (still(Property::Color, &[-3.0, 0.5, 5.0]), "hsf-xml::range", ratio(5.0)),
    ];
    for (channel, code, fate) in cases {
        let property = channel.property().name().to_owned();
        let clip = Clip::new("c").with_nodes(vec![Node::new("n")]).with_channels(vec![channel]);
        let (_, report) = encoded(&clip);
        let [loss] = report.losses.as_slice() else { panic!("{report}") };
        assert_eq!((loss.code.id, loss.fate), (code, fate));
        let place = [&loss.clip, &loss.node, &loss.property].map(|name| name.as_deref().unwrap());
        assert_eq!(place, ["c", "n", &property]);
    }
}

#[test]
fn plain_curves_leave_the_keys_to_those_that_need_them() {
    // Half a wave 100 units high takes about 300 lines at the tolerance of 1 mm, wherever it is among 1,200 straight ones.
    let wave = |time: f64| 50.0 * (1.0 - (std::f64::consts::PI * time).cos());
    let curve = |values: &[f64], ease: Ease| {
        Curve::new(Times::keys(vec![0.0, 1.0]).unwrap(), values.len() / 2, values.to_vec(), ease).unwrap()
    };
    let arc = [quaternion::IDENTITY, quaternion::from_axis_angle([0.0, 1.0, 0.0], 1.0)].concat();
    for place in [0, 599] {
        let mut channels = Vec::new();
        for node in 0..600 {
            let (high, ease) = if node == place { (100.0, Ease::Sine) } else { (1.0, Ease::Linear) };
            let moves = curve(&[0.0, 0.0, 0.0, high, 0.0, 0.0], ease);
            channels.push(Channel::new(node, Property::Translation, moves).unwrap());
            channels.push(Channel::new(node, Property::Rotation, curve(&arc, Ease::Slerp)).unwrap());
        }
        let nodes = (0..600).map(|node| Node::new(format!("n{node}"))).collect();
        let clip = Clip::new("c").with_duration(1.0).with_nodes(nodes).with_channels(channels);
        let (hsf, report) = encoded(&clip);
        let baked = report.losses.iter().filter(|loss| loss.code.id == "hsf-xml::baked");
        let [Fate::Approximated(stated)] = baked.map(|loss| loss.fate).collect::<Vec<_>>()[..] else {
            panic!("{report}")
        };
        let back = hsf.clips().remove(0);
        let node = back.nodes.iter().position(|node| node.name == format!("n{place}")).unwrap();
        let off = |time: f64| (back.pose(time).local[node].translation()[0] - wave(time)).abs();
        let off = (0..=1000).map(|step| off(f64::from(step) * 1e-3)).fold(0.0, f64::max);
        assert!(off <= 1.1 * stated.size && stated.size <= 1e-3, "{place}: {off}, {stated} stated");
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
    let clip = Clip::new("c")
        .with_duration(1.0)
        .with_nodes(vec![Node::new("n").with_rest(rest)])
        .with_channels(vec![
            part(Property::Translation, 2, curve(0.5, 1.0)),
            part(Property::Translation, 0, curve(0.25, 3.0)),
        ]);
    let written = |clip: &Clip| {
        let (hsf, report) = encoded(clip);
        let text = String::from_utf8(hsf.to_bytes().into_owned()).unwrap();
        (text.split_whitespace().collect::<Vec<_>>().join(" "), report)
    };
    let (text, report) = written(&clip);
    assert!(report.is_empty(), "{report}");
    assert!(
        text.contains("<Timeline> 0 1200 2400 4800 </Timeline> <PosInterpolator> [0 7 0] [3 7 0.5]"),
        "{text}"
    );
    assert_eq!(text.matches("<PosInterpolator").count(), 1);
    // A component that rests at the origin is not written.
    let at_origin = clip.clone().with_nodes(vec![Node::new("n")]);
    assert!(written(&at_origin).0.contains("Modifiers=\"[l [c 13]]\"> [0 0] [3 0.5]"));
    let shift = part(Property::Displacement, 1, Curve::constant(&[-2.0]).unwrap());
    let channels = [clip.channels.as_slice(), &[shift]].concat();
    let (text, report) = written(&clip.with_channels(channels));
    assert!(text.contains("[0 5 0] [3 5 0.5]"), "{text}");
    assert_eq!(report.losses.iter().map(|loss| loss.code.id).collect::<Vec<_>>(), ["hsf-xml::combined"]);
}

#[test]
fn errors_of_positions_are_distances() {
    // A sine that no handle represents takes the same path in all three numbers.
    let times = Times::keys(vec![0.0, 1.0]).unwrap();
    let curve = Curve::new(times, 3, [[0.0; 3], [10.0; 3]].concat(), Ease::Sine).unwrap();
    let channel = Channel::new(0, Property::Translation, curve).unwrap();
    let clip =
        Clip::new("c").with_duration(1.0).with_nodes(vec![Node::new("n")]).with_channels(vec![channel]);
    let (hsf, report) = encoded(&clip);
    let [loss] = report.losses.as_slice() else { panic!("{report}") };
    let Fate::Approximated(stated) = loss.fate else { panic!("{report}") };
    assert!(stated.size <= 1e-4, "{report}");
    let found = hsf.clips().remove(0);
    let off = |time: f64| {
        let [a, b] = [&clip, &found].map(|clip| clip.pose(time).local[0].translation());
        a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    };
    let most = (0..=10_000).map(|step| off(f64::from(step) / 10_000.0)).fold(0.0, f64::max);
    assert!(most <= stated.size && most > 0.9 * stated.size, "{most}: {report}");
}

#[test]
fn a_node_without_channels_is_in_the_file() {
    let clip = Clip::new("c").with_nodes(vec![Node::new("n")]);
    let hsf = Hsf::from_clips(&[clip]).unwrap();
    let names = hsf.clips().remove(0).nodes;
    assert_eq!(names, [Node::new("n")]);
}

#[test]
fn a_clip_without_a_name_is_found_under_the_reported_one() {
    let clip = |name: &str| Clip::new(name).with_nodes(vec![Node::new("n"), Node::new("m")]);
    let clips = [clip("walk"), clip(""), Clip::new("nothing")];
    let mut report = Report::new();
    let hsf = Hsf::from_clips_with(&clips, &EncodeOptions::default(), &mut report).unwrap();
    let renamed: Vec<_> = report.losses.iter().filter_map(|loss| loss.renamed.as_deref()).collect();
    let names: Vec<_> = hsf.clips().into_iter().map(|clip| clip.name).collect();
    assert_eq!((names, renamed), (vec!["walk".to_owned(), "animation 3".to_owned()], vec!["animation 3"]));
    assert!(report.losses.iter().any(|loss| loss.clip.as_deref() == Some("nothing")), "{report}");
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
    let clip = Clip::new("c")
        .with_duration(1.0)
        .with_nodes(vec![Node::new("mirrored").with_rest(rest), Node::new("turned")])
        .with_channels(vec![Channel::new(1, Property::Rotation, turn.unwrap()).unwrap()]);
    let (hsf, report) = encoded(&clip);
    let losses: Vec<_> = report.losses.iter().map(|loss| (loss.code.id, loss.fate)).collect();
    assert_eq!(losses, [("hsf-xml::range", ratio(1.0 + 1e-6))]);
    reread(&hsf);
}

/// A document as it is read after it was written, without a finding.
fn reread(hsf: &Hsf) -> Hsf {
    let mut report = Report::new();
    let again = Hsf::parse_with(&hsf.to_bytes(), &ReadOptions::default(), &mut report).unwrap();
    again.check_with(&mut report);
    assert!(report.is_empty(), "{report}");
    again
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

/// A node with any rest pose.
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
        let clip = Clip::new("clip")
            .with_duration(6.0)
            .with_nodes(vec![Node::new("node").with_rest(rest)])
            .with_channels(channels);
        let (hsf, mut report) = encoded(&clip);
        let found = reread(&hsf).clips_with(&ClipOptions::default(), &mut report).remove(0);
        let errors = report.losses.iter().map(|loss| match loss.fate {
            Fate::Approximated(error) => error.size,
            _ => 0.0,
        });
        // Keys are a little off their times, and between the quarters of segments the error may be a little more.
        let error = 1.5 * errors.sum::<f64>() + 1e-4;
        for step in 0..100 {
            // Off the keys, where jumps are.
            let time = 0.003_7 + f64::from(step) * 0.06;
            let (expected, found) = (clip.pose(time).local[0], found.pose(time).local[0]);
            // The error of a rotation is multiplied by the scale of what it rotates.
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
        let clip = Clip::new("clip")
            .with_duration(6.0)
            .with_nodes(vec![Node::new("body"), Node::new("arm").with_parent(0), Node::new("hand").with_parent(1)])
            .with_channels(vec![
                Channel::new(0, Property::Translation, position).unwrap(),
                Channel::part(1, Property::Scale, 1, scale).unwrap(),
                Channel::new(1, Property::Angle { axis: [0.0, 0.6, 0.8] }, angle).unwrap(),
                Channel::new(2, Property::Rotation, turn).unwrap(),
            ]);
        let (hsf, report) = encoded(&clip);
        // A scale that swings below 0 between its keys is clamped, which is reported.
        prop_assume!(report.losses.iter().all(|loss| loss.code.id != "hsf-xml::range"));
        let found = reread(&hsf).clips().remove(0);
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

#[test]
fn steps_of_matrices_that_repeat_are_exact() {
    // Turns of a radian, so that what lies between two of them is far from both.
    let turned = |angle: f64| {
        let rotation = quaternion::from_axis_angle([0.0, 0.6, 0.8], angle);
        Affine::from(Transform { rotation, translation: [angle, 0.0, 1.0], scale: [1.0, 2.0, 1.0] }).to_rows()
    };
    let values: Vec<f64> = [0.0, 1.0, 2.0, 3.0].into_iter().flat_map(turned).collect();
    let times = || Times::keys(vec![0.5, 1.0, 1.5, 2.0]).unwrap();
    for (before, after) in [
        (Wrap::Hold, Wrap::Repeat),
        (Wrap::Hold, Wrap::PingPong),
        (Wrap::Repeat, Wrap::Repeat),
        (Wrap::PingPong, Wrap::PingPong),
        (Wrap::PingPong, Wrap::Hold),
    ] {
        let curve = Curve::new(times(), 12, values.clone(), Ease::Step).unwrap().with_wrap(before, after);
        let channel = Channel::new(0, Property::Matrix, curve).unwrap();
        let clip = Clip::new("c")
            .with_duration(4.0)
            .with_nodes(vec![Node::new("n")])
            .with_channels(vec![channel.clone()]);
        let (hsf, report) = encoded(&clip);
        let baked = report.losses.iter().filter(|loss| loss.code.id == "hsf-xml::baked");
        let stated =
            baked.filter_map(
                |loss| if let Fate::Approximated(error) = loss.fate { Some(error.size) } else { None },
            );
        assert!(stated.clone().fold(0.0, f64::max) < 1e-6, "{before:?} {after:?}: {report}");
        // As the numbers of the curve, away from its jumps.
        let back = &hsf.clips()[0];
        for step in 0..400 {
            let time = 0.005 + f64::from(step) * 0.01;
            let shown = back.pose(time).world[0].to_rows();
            let exact = channel.curve().at(time);
            let off = shown.iter().zip(&exact).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(off < 1e-6, "{before:?} {after:?} at {time}: {shown:?}, not {exact:?}");
        }
    }
}
