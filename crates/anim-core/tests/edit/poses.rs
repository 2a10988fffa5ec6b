//! Root motion, and differences from poses.

use std::f64::consts::{PI, TAU};

use anim_core::edit::{EditError, Moment, Pattern, RootMotion, absolute, additive, root_motion};
use anim_core::{
    Affine, Axis, Channel, Clip, Code, Curve, Deviation, Ease, EulerOrder, Fate, Handles, Node, Property,
    Report, Space, Times, Transform, Unit, Wrap, largest_difference, quaternion,
};
use proptest::prelude::*;

use super::any::{self, ALL, Kind, WRAPS};
use super::same::{FINE, error, times, worlds_apart};

/// A figure whose hip walks from (1, 2, 3) to (5, 4, 7), below a still root that is rotated by a quarter turn about X and scaled
/// by half.
fn walk() -> Clip {
    let times = Times::keys([0.0, 2.0]).unwrap();
    let handle = |value| Handles { into: [-0.5, value], out: [0.5, value] };
    let way = Curve::new(times, 3, vec![1.0, 2.0, 3.0, 5.0, 4.0, 7.0], Ease::Bezier).unwrap();
    let way = way.with_handles([1.0, 2.0, 4.0].map(handle).repeat(2)).unwrap();
    let quarter = quaternion::from_axis_angle([1.0, 0.0, 0.0], std::f64::consts::FRAC_PI_2);
    let rest = Transform { rotation: quarter, scale: [0.5; 3], ..Transform::IDENTITY };
    Clip::new("walk")
        .with_duration(2.0)
        .with_nodes(vec![
            Node::new("root").with_rest(rest),
            Node::new("hip").with_parent(0),
            Node::new("leg").with_parent(1),
        ])
        .with_channels(vec![
            Channel::new(1, Property::Translation, way.with_wrap(Wrap::Hold, Wrap::RepeatWithOffset))
                .unwrap(),
        ])
        .with_space(Space::right_handed(Axis::Y).facing(Axis::Z))
}

fn near(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12)
}

#[test]
fn in_place_the_root_moves_up_and_down_alone() {
    // Up in the world is −Z of the root, turned by a quarter about X.
    let mut report = Report::new();
    let done = root_motion(&walk(), &RootMotion::Remove, None, FINE, &mut report).unwrap();
    let curve = done.channels[0].curve();
    assert!(near(curve.values(), &[1.0, 2.0, 3.0, 1.0, 2.0, 7.0]), "{:?}", curve.values());
    assert_eq!((curve.ease(0), curve.wrap().1), (Ease::Bezier, Wrap::RepeatWithOffset));
    assert!((curve.handles(0, 2).out[1] - 4.0).abs() < 1e-12 && curve.handles(0, 0).out[1].abs() < 1e-12);
    assert!(report.losses.is_empty());
}

#[test]
fn other_figures_travel_as_before_and_are_named() {
    let told = |others: usize, what: &RootMotion| {
        let mut clip = walk();
        for figure in 0..others {
            let (root, hip) = (clip.nodes.len(), clip.nodes.len() + 1);
            clip.nodes.extend([Node::new(format!("root {figure}")), Node::new(format!("hip {figure}"))]);
            clip.nodes[hip].parent = Some(root);
            // The foot moves as well, but it is not the topmost one.
            clip.nodes.push(Node::new("foot").with_parent(hip));
            for node in [hip, hip + 1] {
                clip.channels.push(clip.channels[0].with_node(node));
            }
        }
        let mut report = Report::new();
        let done = root_motion(&clip, what, None, FINE, &mut report).unwrap();
        for node in 3..clip.nodes.len() {
            assert_eq!(done.pose(1.5).world[node], clip.pose(1.5).world[node]);
        }
        report.changes[0].message.clone()
    };
    let one = "; `hip 0`, which is not below it, travels as before";
    let two = "; `hip 0`, `hip 1`, which are not below it, travel as before";
    for (others, more) in [(0, ""), (1, one), (2, two)] {
        assert_eq!(told(others, &RootMotion::Remove), format!("`hip` moves in place{more}"));
        let way = RootMotion::Extract("way".into());
        assert_eq!(told(others, &way), format!("the travel of `hip` is now in `way`{more}"));
    }
}

#[test]
fn errors_of_the_root_are_those_of_what_stays_and_of_what_goes() {
    static TEST: Code = Code::note("test::baked", "values are baked");
    let mut clip = walk();
    // A root that is flat along the ground, and tilted: what stays of a horizontal error is not horizontal there.
    clip.nodes[0].rest.scale = [1.0, 0.1, 1.0];
    clip.nodes[0].rest.rotation = quaternion::from_axis_angle([1.0, 0.0, 0.0], 0.5);
    let above = Affine::from(clip.nodes[0].rest).linear();
    let back = Affine::new(above, [0.0; 3]).inverse().unwrap().linear();
    let product = |a: &[[f64; 3]; 3], b: &[[f64; 3]; 3]| {
        std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum::<f64>()))
    };
    // The map of an error to its vertical part and to its horizontal part, and how much it makes of an error along any way at
    // most.
    let most = |kept: [f64; 3]| {
        let ground = std::array::from_fn(|i| std::array::from_fn(|j| if i == j { kept[i] } else { 0.0 }));
        let map: [[f64; 3]; 3] = product(&back, &product(&ground, &above));
        let longest = (0..400).flat_map(|a| (0..200).map(move |b| (a, b))).map(|(a, b)| {
            let (a, b) = (f64::from(a) * TAU / 400.0, f64::from(b) * PI / 200.0);
            let way = [a.cos() * b.sin(), a.sin() * b.sin(), b.cos()];
            map.map(|row| (0..3).map(|k| row[k] * way[k]).sum::<f64>().powi(2)).iter().sum::<f64>().sqrt()
        });
        longest.fold(0.0, f64::max)
    };
    let [stays, goes] = [most([0.0, 1.0, 0.0]), most([1.0, 0.0, 1.0])];
    assert!(stays > 2.0, "{stays}");
    for what in [RootMotion::Remove, RootMotion::Extract("way".into())] {
        let mut report = Report::new();
        report.lose(TEST.approximated(Deviation::length(1e-3), "").of_channel(&clip, &clip.channels[0]));
        root_motion(&clip, &what, None, FINE, &mut report).unwrap();
        let of = |name: &str| {
            let loss = report.losses.iter().find(|loss| loss.node.as_deref() == Some(name))?;
            let Fate::Approximated(error) = loss.fate else { return None };
            Some(error.size / 1e-3)
        };
        assert!((of("hip").unwrap() / stays - 1.0).abs() < 1e-3, "{report}: {stays}");
        match what {
            RootMotion::Extract(_) => {
                assert!((of("way").unwrap() / goes - 1.0).abs() < 1e-3, "{report}: {goes}");
            }
            _ => assert_eq!(of("way"), None),
        }
    }
}

#[test]
fn an_extracted_way_leaves_the_world_as_it_is() {
    let clip = walk();
    let done =
        root_motion(&clip, &RootMotion::Extract("way".into()), Some(&"hip".into()), FINE, &mut Report::new())
            .unwrap();
    assert_eq!((done.nodes[1].parent, done.nodes[3].parent, &*done.nodes[3].name), (Some(3), Some(0), "way"));
    for time in times(-1.0, 5.0) {
        assert!(worlds_apart(&clip, &done, time) < 1e-12);
        let way = done.pose(time).world[3].translation();
        assert!(way[1].abs() < 1e-12, "on the ground");
    }
}

#[test]
fn the_way_of_a_matrix_is_that_of_its_translation() {
    // A quarter turn about Z and a step along (2, 3, 4), with a knee below that moves as well.
    let rows = [
        [1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0],
        [0.0, -1.0, 0.0, 3.0, 1.0, 0.0, 0.0, 4.0, 0.0, 0.0, 1.0, 5.0],
    ];
    let line = |width: usize, values: Vec<f64>| {
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), width, values, Ease::Linear).unwrap()
    };
    let clip = Clip::new("walk")
        .with_duration(1.0)
        .with_nodes(vec![Node::new("hip"), Node::new("knee").with_parent(0)])
        .with_channels(vec![
            Channel::new(1, Property::Translation, line(3, vec![0.0, 0.0, 0.0, 9.0, 0.0, 0.0])).unwrap(),
            Channel::new(0, Property::Matrix, line(12, rows.concat())).unwrap(),
            // The matrix replaces it.
            Channel::new(0, Property::Translation, line(3, vec![0.0, 0.0, 0.0, 7.0, 7.0, 7.0])).unwrap(),
        ])
        .with_space(Space::right_handed(Axis::Y));
    let done = |what: RootMotion| root_motion(&clip, &what, None, FINE, &mut Report::new()).unwrap();
    // X and Z stay at 1, Y goes from 1 to 4.
    let stays = done(RootMotion::Remove);
    let expected = [0.0, -1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 4.0, 0.0, 0.0, 1.0, 1.0];
    assert!(near(stays.channels[1].curve().value(1), &expected), "{:?}", stays.channels[1].curve().value(1));
    assert_eq!((&stays.channels[0], &stays.channels[2]), (&clip.channels[0], &clip.channels[2]));
    let apart = done(RootMotion::Extract("way".into()));
    let way = apart.channels.iter().find(|channel| channel.node() == 2).unwrap();
    assert_eq!(
        (way.property(), way.curve().values()),
        (&Property::Translation, &[0.0, 0.0, 0.0, 2.0, 0.0, 4.0][..])
    );
    for time in times(-1.0, 2.0) {
        assert!(worlds_apart(&clip, &apart, time) < 1e-12);
    }
}

#[test]
fn a_root_may_swing_between_equal_keys() {
    let handles =
        |out: [f64; 2], into: [f64; 2]| [Handles { into, out }, Handles::default(), Handles::default()];
    let times = Times::keys([0.0, 1.0]).unwrap();
    let swing = Curve::new(times, 3, vec![0.0; 6], Ease::Bezier).unwrap();
    let handles = [handles([0.3, 2.0], [0.0, 0.0]), handles([0.0, 0.0], [-0.3, 0.0])].concat();
    let swing = Channel::new(0, Property::Translation, swing.with_handles(handles).unwrap()).unwrap();
    let clip = Clip::new("swing")
        .with_duration(1.0)
        .with_nodes(vec![Node::new("hip")])
        .with_channels(vec![swing])
        .with_space(Space::right_handed(Axis::Y));
    assert!(clip.pose(0.5).world[0].translation()[0] > 0.5);
    let still = root_motion(&clip, &RootMotion::Remove, None, FINE, &mut Report::new()).unwrap();
    assert!(still.pose(0.5).world[0].translation()[0].abs() < 1e-12);
}

#[test]
fn ways_that_cannot_be_told_are_refused() {
    let refused = |clip: &Clip, root: Option<&str>| {
        let root = root.map(Pattern::new);
        let done = root_motion(clip, &RootMotion::Remove, root.as_ref(), FINE, &mut Report::new());
        matches!(done, Err(EditError::Unfit(_)))
    };
    assert!(refused(&walk().with_space(Space::UNKNOWN), None), "no axis up");
    assert!(refused(&walk().with_channels(vec![]), None), "nothing moves");
    assert!(refused(&walk(), Some("*")), "three nodes");
    let mut moved = walk();
    let turn = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![0.0, 1.0], Ease::Linear).unwrap();
    moved.channels.push(Channel::new(0, Property::Angle { axis: [0.0, 1.0, 0.0] }, turn).unwrap());
    assert!(refused(&moved, Some("hip")), "its parent moves");
}

#[test]
fn differences_by_hand() {
    let mut clip = walk();
    let half = quaternion::from_axis_angle([0.0, 0.0, 1.0], 1.0);
    clip.nodes[1].rest = Transform { translation: [1.0, 1.0, 1.0], rotation: half, scale: [2.0, 4.0, 1.0] };
    let turned = quaternion::from_axis_angle([0.0, 0.0, 1.0], 1.5);
    clip.channels.push(Channel::new(1, Property::Rotation, Curve::constant(&turned).unwrap()).unwrap());
    clip.channels.push(Channel::new(1, Property::Scale, Curve::constant(&[3.0, 4.0, 5.0]).unwrap()).unwrap());
    let done = additive(&clip, None, FINE, &mut Report::new()).unwrap();
    let value = |channel: usize| done.channels[channel].curve().value(0).to_vec();
    assert!(near(&value(0), &[0.0, 1.0, 2.0]));
    assert!(near(&value(1), &quaternion::from_axis_angle([0.0, 0.0, 1.0], 0.5)));
    assert!(near(&value(2), &[1.5, 1.0, 5.0]));
    assert_eq!(done.channels[0].curve().ease(0), Ease::Bezier);
    let moment = additive(&clip, Some(Moment::Seconds(0.0)), FINE, &mut Report::new()).unwrap();
    assert!(near(moment.channels[0].curve().value(0), &[0.0; 3]));
    assert_eq!(moment.nodes[1].rest.scale, [3.0, 4.0, 5.0]);
    clip.nodes[2].rest.scale[0] = 0.0;
    assert!(matches!(additive(&clip, None, FINE, &mut Report::new()), Err(EditError::Unfit(_))));
}

#[test]
fn components_that_nothing_drives_have_no_difference() {
    let rest = Transform { translation: [1.0, 2.0, 3.0], scale: [2.0, 4.0, 8.0], ..Transform::IDENTITY };
    let line =
        |values: Vec<f64>| Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, values, Ease::Linear).unwrap();
    let clip = Clip::new("c")
        .with_duration(1.0)
        .with_nodes(vec![Node::new("n").with_rest(rest)])
        .with_channels(vec![
            Channel::part(0, Property::Translation, 1, line(vec![2.0, 7.0])).unwrap(),
            Channel::part(0, Property::Scale, 2, line(vec![8.0, 4.0])).unwrap(),
        ]);
    let apart = additive(&clip, None, FINE, &mut Report::new()).unwrap();
    let at = |clip: &Clip, time: f64| clip.pose(time).local[0].decompose();
    let end = at(&apart, 1.0);
    assert!(near(&end.translation, &[0.0, 5.0, 0.0]) && near(&end.scale, &[1.0, 1.0, 0.5]), "{end:?}");
    let back = absolute(&apart, FINE, &mut Report::new()).unwrap();
    for time in [0.0, 0.3, 1.0] {
        assert!(near(&at(&clip, time).translation, &at(&back, time).translation), "{time}");
        assert!(near(&at(&clip, time).scale, &at(&back, time).scale), "{time}");
    }
}

#[test]
fn angles_below_a_turned_pose_become_quaternions_with_their_error() {
    let mut clip = walk();
    clip.nodes[2].rest.rotation = quaternion::from_axis_angle([0.0, 0.0, 1.0], 1.0);
    let angles =
        Curve::new(Times::keys([0.0, 2.0]).unwrap(), 3, vec![0.0, 0.0, 1.0, 1.0, 2.0, 0.0], Ease::Linear);
    clip.channels.push(Channel::new(2, Property::Euler(EulerOrder::Xyz), angles.unwrap()).unwrap());
    let mut report = Report::new();
    let done = additive(&clip, None, FINE, &mut report).unwrap();
    assert_eq!(done.channels[1].property(), &Property::Rotation);
    assert!(near(done.channels[1].curve().value(0), &quaternion::IDENTITY));
    assert!(error(&report) > 0.0 && error(&report) <= 1e-3);
}

#[test]
fn angles_that_repeat_below_a_turned_pose_go_on() {
    use std::f64::consts::TAU;
    let turn = |to, wrap| {
        let times = Times::keys([0.0, 1.0]).unwrap();
        let curve = Curve::new(times, 3, vec![0.0, 0.5, 0.0, to, 0.5, 0.0], Ease::Linear).unwrap();
        let turn = Channel::new(0, Property::Euler(EulerOrder::Yxz), curve.with_wrap(Wrap::Hold, wrap));
        let rotation = quaternion::from_axis_angle([0.0, 0.0, 1.0], 0.75);
        let node = Node::new("n").with_rest(Transform { rotation, ..Transform::IDENTITY });
        Clip::new("c").with_duration(2.0).with_nodes(vec![node]).with_channels(vec![turn.unwrap()])
    };
    for (to, wrap, goes_on) in [
        (1.5, Wrap::Repeat, true),
        (1.5, Wrap::PingPong, true),
        (2.0 * TAU, Wrap::RepeatWithOffset, true),
        (1.5, Wrap::RepeatWithOffset, false),
    ] {
        let clip = turn(to, wrap);
        let mut report = Report::new();
        let there = additive(&clip, None, FINE, &mut report).unwrap();
        let back = absolute(&there, FINE, &mut report).unwrap();
        let ends = if goes_on { 9.0 } else { 2.0 };
        for step in 0..90 {
            let time = ends * (f64::from(step) + 0.37) / 90.0;
            assert!(worlds_apart(&clip, &back, time) < 1e-4, "{to} {wrap:?} at {time}");
        }
        let is_lost = report.losses.iter().any(|loss| loss.code.id == "edit::ends");
        assert_eq!(is_lost, !goes_on, "{to} {wrap:?}: {report}");
    }
}

#[test]
fn shear_of_the_pose_is_reported() {
    // At 1 s, x is sheared along y. The rest pose keeps what a turn and a scale can hold of it.
    let sheared = Affine::new([[1.0, 0.5, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [0.0, 2.0, 0.0]);
    let values = [Affine::IDENTITY, sheared, Affine::IDENTITY].map(Affine::to_rows).concat();
    let curve = Curve::new(Times::keys([0.0, 1.0, 2.0]).unwrap(), 12, values, Ease::Linear).unwrap();
    let clip = Clip::new("c")
        .with_duration(2.0)
        .with_nodes(vec![Node::new("n")])
        .with_channels(vec![Channel::new(0, Property::Matrix, curve).unwrap()]);
    let exact = sheared.inverse().unwrap();
    for (moment, is_told) in [(0.0, false), (1.0, true)] {
        let mut report = Report::new();
        let done = additive(&clip, Some(Moment::Seconds(moment)), FINE, &mut report).unwrap();
        assert_eq!(!report.losses.is_empty(), is_told, "{report}");
        if is_told {
            let apart = |time| {
                let (wanted, found) = (exact.after(&clip.pose(time).local[0]), done.pose(time).local[0]);
                let linear = |map: &Affine| map.linear().concat();
                let far = (0..3).map(|i| wanted.translation()[i] - found.translation()[i]);
                let far = far.map(|part| part * part).sum::<f64>().sqrt();
                [largest_difference(&linear(&wanted), &linear(&found)), far]
            };
            let most = times(0.0, 2.0)
                .map(apart)
                .fold([0.0_f64; 2], |most, each| [most[0].max(each[0]), most[1].max(each[1])]);
            let stated = report.losses.iter().map(|loss| match loss.fate {
                Fate::Approximated(error) => error,
                _ => unreachable!("{report}"),
            });
            let stated: Vec<Deviation> = stated.collect();
            assert_eq!([stated[0].unit, stated[1].unit], [Unit::Own, Unit::Length], "{report}");
            assert!(most[0] > 0.2 && most[1] > 0.2, "{most:?}");
            for (most, stated) in most.into_iter().zip(stated) {
                assert!(most <= stated.size * (1.0 + 1e-9) && stated.size < 1.1 * most, "{most} {report}");
            }
        }
    }
}

#[test]
fn a_pose_outside_of_the_clip_is_refused() {
    for time in [-1.0, 99.0] {
        let error = additive(&walk(), Some(Moment::Seconds(time)), FINE, &mut Report::new());
        assert_eq!(error, Err(EditError::Span { clip: "walk".into(), span: [time; 2], duration: 2.0 }));
    }
    assert!(additive(&walk(), Some(Moment::Seconds(2.000_000_1)), FINE, &mut Report::new()).is_ok());
}

#[test]
fn parts_of_a_way_stay_as_they_are_before_the_clip_and_are_reported_where_they_stop() {
    let part = |component, times: &[f64], wrap| {
        let values: Vec<f64> = times.iter().map(|time| time * (component as f64 + 2.0)).collect();
        let curve = Curve::new(Times::keys(times).unwrap(), 1, values, Ease::Sine).unwrap();
        Channel::part(0, Property::Translation, component, curve.with_wrap(Wrap::Hold, wrap)).unwrap()
    };
    for (wrap, is_lost) in [(Wrap::Hold, false), (Wrap::Repeat, true)] {
        let channels = vec![part(0, &[-1.0, 1.0], wrap), part(1, &[-1.0, 0.5, 2.0], wrap)];
        let clip = Clip::new("c")
            .with_duration(2.0)
            .with_nodes(vec![Node::new("n")])
            .with_channels(channels)
            .with_space(Space::right_handed(Axis::Y));
        let mut report = Report::new();
        let done = root_motion(&clip, &RootMotion::Remove, None, FINE, &mut report).unwrap();
        for time in times(if is_lost { 0.0 } else { -1.5 }, if is_lost { 1.0 } else { 3.0 }) {
            let [up, found] = [&clip, &done].map(|clip| clip.pose(time).world[0].translation()[1]);
            assert!((up - found).abs() < 1e-3, "{wrap:?} at {time}: {up}, not {found}");
        }
        assert_eq!(report.losses.iter().any(|loss| loss.code.id == "edit::ends"), is_lost, "{report}");
    }
}

/// The largest relative difference of the local matrices at a time.
fn locals_apart(a: &Clip, b: &Clip, time: f64) -> f64 {
    let size = |map: &Affine| map.to_rows().iter().fold(1.0, |most: f64, part| most.max(part.abs()));
    let (a, b) = (a.pose(time).local, b.pose(time).local);
    a.iter().zip(&b).map(|(a, b)| a.distance(b) / size(a)).fold(0.0, f64::max)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn a_difference_and_back_is_the_same_motion(clip in any::clip(Kind { wraps: &WRAPS[..1], parts: false, ..ALL })) {
        let mut report = Report::new();
        let there = additive(&clip, None, FINE, &mut report).unwrap();
        let back = absolute(&there, FINE, &mut report).unwrap();
        for time in times(0.0, 2.0) {
            let most = 1e-9 + 8.0 * error(&report);
            prop_assert!(locals_apart(&clip, &back, time) <= most, "{} {}", time, report);
        }
    }

    #[test]
    fn an_extracted_way_keeps_every_world(clip in any::clip(ALL)) {
        let clip = clip.with_space(Space::right_handed(Axis::Y));
        let mut report = Report::new();
        let Ok(done) = root_motion(&clip, &RootMotion::Extract("way".into()), None, FINE, &mut report) else {
            return Ok(());
        };
        let wrapped = report.losses.iter().any(|loss| loss.property.is_some());
        for time in times(0.0, 2.0) {
            let most = if wrapped { 1e-6 + 40.0 * error(&report) } else { 1e-9 };
            prop_assert!(worlds_apart(&clip, &done, time) <= most, "{} {}", time, report);
        }
    }
}

#[test]
fn a_component_without_a_channel_is_at_its_own_rest_in_a_difference_from_a_moment() {
    // At rest the quaternion is (0, 0.6, 0, 0.8), and the channel drives only x, from 0 to 1.5.
    let rest = Transform { rotation: [0.0, 0.6, 0.0, 0.8], ..Transform::IDENTITY };
    let line = |from: f64, to: f64| {
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![from, to], Ease::Linear).unwrap()
    };
    let clip = |property: Property, curve: Curve| {
        Clip::new("c")
            .with_duration(1.0)
            .with_nodes(vec![Node::new("n").with_rest(rest)])
            .with_channels(vec![Channel::part(0, property, 0, curve).unwrap()])
    };
    let turn = |x: f64| quaternion::normalize([x, 0.6, 0.0, 0.8]);
    // For the angles X·Y·Z, the rest rotation is 2·atan2(0.6, 0.8) about Y.
    let y = quaternion::from_axis_angle([0.0, 1.0, 0.0], 2.0 * 0.6_f64.atan2(0.8));
    let angled = |x: f64| quaternion::multiply(quaternion::from_axis_angle([1.0, 0.0, 0.0], x), y);
    for (is_angle, clip) in [
        (false, clip(Property::Rotation, line(0.0, 1.5))),
        (true, clip(Property::Euler(EulerOrder::Xyz), line(0.0, 1.5))),
    ] {
        let expected = |time: f64| if is_angle { angled(1.5 * time) } else { turn(1.5 * time) };
        for pose in [0.0, 0.7, 1.0] {
            let done = additive(&clip, Some(Moment::Seconds(pose)), FINE, &mut Report::new()).unwrap();
            for time in times(0.0, 1.0) {
                let found = done.channels[0].curve().at(time);
                let found = quaternion::normalize([found[0], found[1], found[2], found[3]]);
                let wanted = quaternion::multiply(quaternion::conjugate(expected(pose)), expected(time));
                let apart = quaternion::angle_between(found, wanted);
                assert!(apart < 2.0 * FINE.get(), "{apart} at {time} s from the pose at {pose} s");
            }
        }
    }
}

#[test]
fn travel_that_has_to_be_baked_repeats_or_its_end_is_reported() {
    // The ends of the handles of y and z differ, so their sum is not a Bézier curve.
    let handles =
        [0.2, 0.3, 0.4, 0.2, 0.3, 0.4].map(|length| Handles { into: [-length, 0.1], out: [length, 0.7] });
    let way =
        Curve::new(Times::keys([0.5, 1.5]).unwrap(), 3, vec![0.0, 0.0, 0.0, 1.0, 2.0, 3.0], Ease::Bezier);
    let way = way.unwrap().with_handles(handles.to_vec()).unwrap();
    let half = quaternion::from_axis_angle([1.0, 0.0, 0.0], std::f64::consts::FRAC_PI_4);
    for wrap in WRAPS {
        let clip = Clip::new("walk")
            .with_duration(2.0)
            .with_nodes(vec![
                Node::new("root").with_rest(Transform { rotation: half, ..Transform::IDENTITY }),
                Node::new("hip").with_parent(0),
            ])
            .with_channels(vec![
                Channel::new(1, Property::Translation, way.clone().with_wrap(wrap, wrap)).unwrap(),
            ])
            .with_space(Space::right_handed(Axis::Y));
        let mut report = Report::new();
        let what = RootMotion::Extract("way".into());
        let done = root_motion(&clip, &what, None, FINE, &mut report).unwrap();
        assert!(report.losses.iter().all(|loss| loss.code.id == "edit::curve"), "{:?}", report.losses);
        // The motion in place and the travel are at right angles.
        let stated = stated(&report, "hip").hypot(stated(&report, "way"));
        let apart = times(-2.0, 4.0).map(|time| worlds_apart(&clip, &done, time)).fold(0.0, f64::max);
        assert!(apart <= stated * 1.000_001 && stated <= FINE.get(), "{apart}, {stated}: {wrap:?}");
    }
}

/// The stated error of a node's position.
fn stated(report: &Report, node: &str) -> f64 {
    let of_node = report.losses.iter().filter(|loss| loss.node.as_deref() == Some(node));
    let errors = of_node.filter_map(|loss| match loss.fate {
        Fate::Approximated(error) if error.unit == Unit::Length => Some(error.size),
        _ => None,
    });
    errors.sum()
}

#[test]
fn travel_and_motion_in_place_each_have_their_own_error() {
    // Up is (0, 0.8, 0.6) below the root, which is rotated about X. Handles of y are short, those of z long.
    let handles = [0.25, 0.1, 0.45].map(|length| Handles { into: [-length, 0.4], out: [length, 0.6] });
    let way = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, vec![0., 0., 0., 1., 2., 3.], Ease::Bezier);
    let way = way.unwrap().with_handles(handles.repeat(2)).unwrap();
    let up = [0.0, 0.8, 0.6];
    let rotation = quaternion::from_axis_angle([1.0, 0.0, 0.0], -0.6_f64.atan2(0.8));
    let clip = Clip::new("walk")
        .with_duration(1.0)
        .with_nodes(vec![
            Node::new("root").with_rest(Transform { rotation, ..Transform::IDENTITY }),
            Node::new("hip").with_parent(0),
        ])
        .with_channels(vec![Channel::new(1, Property::Translation, way.clone()).unwrap()])
        .with_space(Space::right_handed(Axis::Y));
    for extracts in [false, true] {
        let mut report = Report::new();
        let what = if extracts { RootMotion::Extract("way".into()) } else { RootMotion::Remove };
        let done = root_motion(&clip, &what, None, FINE, &mut report).unwrap();
        let mut off = [0.0_f64; 2];
        for time in (0..=20_000).map(|n| f64::from(n) / 20_000.0) {
            let place = way.at(time);
            let height: f64 = (0..3).map(|axis| up[axis] * place[axis]).sum();
            let level = |axis: usize| place[axis] - up[axis] * height;
            let wanted = [[0, 1, 2].map(|axis| place[axis] - level(axis)), [0, 1, 2].map(level)];
            for ((off, channel), wanted) in off.iter_mut().zip(&done.channels).zip(wanted) {
                let found = channel.curve().at(time);
                *off = off.max((0..3).map(|axis| (found[axis] - wanted[axis]).powi(2)).sum::<f64>().sqrt());
            }
        }
        for (node, off) in ["hip", "way"].into_iter().zip(off) {
            let stated = stated(&report, node);
            assert!(off <= stated * 1.001 && stated <= 1.01 * off, "{node}: {off}, not {stated}");
        }
        assert_eq!(off[1] > 0.0, extracts);
    }
}

#[test]
fn the_error_of_parts_that_repeat_apart_is_that_of_their_repeats() {
    let part = |component, end: f64, wrap| {
        let curve = Curve::new(Times::keys([0.0, end]).unwrap(), 1, vec![0.0, 3.0], Ease::Sine).unwrap();
        Channel::part(0, Property::Translation, component, curve.with_wrap(Wrap::Hold, wrap)).unwrap()
    };
    let channels = vec![part(0, 0.5, Wrap::PingPong), part(2, 0.7, Wrap::RepeatWithOffset)];
    let clip = Clip::new("walk")
        .with_duration(2.0)
        .with_nodes(vec![Node::new("hip")])
        .with_channels(channels)
        .with_space(Space::right_handed(Axis::Y));
    let mut report = Report::new();
    let what = RootMotion::Extract("way".into());
    let done = root_motion(&clip, &what, None, FINE, &mut report).unwrap();
    let way = done.channels.iter().find(|channel| channel.node() == 1).unwrap().curve();
    let ease = |turn: f64, length: f64| 1.5 * (1.0 - (std::f64::consts::PI * turn / length).cos());
    let apart = (0..=40_000).map(|n| f64::from(n) / 20_000.0).map(|time| {
        // Out and back in a second is a cosine; every 0.7 s the other part rises by 3.
        let [x, z] = [ease(time, 0.5), 3.0 * (time / 0.7).floor() + ease(time % 0.7, 0.7)];
        (way.at(time)[0] - x).hypot(way.at(time)[2] - z)
    });
    let apart = apart.fold(0.0, f64::max);
    for node in ["hip", "way"] {
        let stated = stated(&report, node);
        assert!(apart <= stated * 1.001 && stated <= 1.05 * apart, "{node}: {apart}, not {stated}");
    }
}
