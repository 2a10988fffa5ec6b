//! Nodes renamed, selected and dropped.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2};

use anim_core::edit::{EditError, Pattern, drop_nodes, rename, select_nodes};
use anim_core::{
    Channel, Clip, Curve, Ease, EulerOrder, Event, Handles, Node, Positive, Property, Report, Times,
    Transform, Wrap, quaternion,
};
use proptest::prelude::*;

use super::any::{self, ALL, Kind};
use super::same::{FINE, error, times, worlds_apart};

fn names(clips: &[Clip]) -> Vec<Vec<&str>> {
    clips.iter().map(|clip| clip.nodes.iter().map(|node| &*node.name).collect()).collect()
}

fn clip(names: &[(&str, Option<usize>)]) -> Clip {
    let node = |(name, parent): &(&str, Option<usize>)| match parent {
        Some(parent) => Node::new(*name).with_parent(*parent),
        None => Node::new(*name),
    };
    Clip::new("c").with_duration(1.0).with_nodes(names.iter().map(node).collect())
}

#[test]
fn names_follow_a_map_or_a_pattern() {
    let clips =
        [clip(&[("rig:hip", None), ("rig:arm_l", Some(0)), ("head", Some(0))]), clip(&[("lamp", None)])];
    let pairs = |pairs: &[(&str, &str)]| -> Vec<(Pattern, String)> {
        pairs.iter().map(|(from, to)| (Pattern::new(*from), (*to).to_owned())).collect()
    };
    let new = |list: &[(&str, &str)]| rename(&clips, &pairs(list), &mut Report::new());
    let done = new(&[("rig:*_l", "L*"), ("rig:*", "*"), ("lamp", "Light")]).unwrap();
    assert_eq!(names(&done), [vec!["hip", "Larm", "head"], vec!["Light"]]);
    let swapped = new(&[("rig:hip", "head"), ("head", "rig:hip")]).unwrap();
    assert_eq!(names(&swapped)[0], ["head", "rig:arm_l", "rig:hip"]);
    assert_eq!(new(&[("foot", "x")]), Err(EditError::NoNode { pattern: "foot".into(), nearest: None }));
    assert!(matches!(new(&[("rig:*", "x")]), Err(EditError::Unfit(_))), "two of one name");
    assert!(matches!(new(&[("head", "*")]), Err(EditError::Argument(_))));
}

#[test]
fn a_name_that_earlier_ones_leave_nothing_is_told() {
    let clips = [clip(&[("hip", None)]), clip(&[("arm", None)])];
    let told = |given: &[(&str, &str)]| {
        let given: Vec<_> = given.iter().map(|(old, new)| (Pattern::new(*old), (*new).to_owned())).collect();
        let mut report = Report::new();
        rename(&clips, &given, &mut report).unwrap();
        report.findings.into_iter().map(|finding| finding.message).collect::<Vec<_>>()
    };
    let unused = "`h*=b*` renames nothing: earlier names are for all its nodes";
    assert_eq!(told(&[("hip", "a"), ("h*", "b*")]), [unused]);
    assert_eq!(told(&[("hip", "a"), ("*", "b*")]), [""; 0]);
}

#[test]
fn what_is_not_selected_goes_with_its_channels_and_events() {
    let visible = |node| Channel::new(node, Property::Visible, Curve::constant(&[1.0]).unwrap()).unwrap();
    let clip = clip(&[("hip", None), ("leg", Some(0)), ("foot", Some(1)), ("head", Some(0))])
        .with_channels(vec![visible(0), visible(2), visible(3)])
        .with_events(vec![
            Event::named(0.0, "step", vec![]).with_node(2),
            Event::named(0.5, "nod", vec![]).with_node(3),
            Event::named(0.75, "end", vec![]),
        ]);
    let kept =
        select_nodes(std::slice::from_ref(&clip), &[Pattern::tree("leg")], FINE, &mut Report::new()).unwrap();
    assert_eq!(names(&kept), [["leg", "foot"]]);
    assert_eq!((kept[0].nodes[0].parent, kept[0].nodes[1].parent), (None, Some(0)));
    assert_eq!((kept[0].channels.len(), kept[0].channels[0].node()), (1, 1));
    let events: Vec<_> = kept[0].events.iter().map(|event| (event.name(), event.node)).collect();
    assert_eq!(events, [("step", Some(1)), ("end", None)]);
}

/// A still parent, at 10 along X, rotated by a quarter turn about Z and scaled by two, and a child with a channel.
fn behind_a_parent(property: Property, curve: Curve) -> (Clip, Report) {
    let quarter = quaternion::from_axis_angle([0.0, 0.0, 1.0], FRAC_PI_2);
    let rest = Transform { translation: [10.0, 0.0, 0.0], rotation: quarter, scale: [2.0; 3] };
    let mut clip = clip(&[("root", None), ("hip", Some(0))]);
    clip.nodes[0].rest = rest;
    clip.nodes[1].rest.translation = [1.0, 2.0, 3.0];
    clip.channels = vec![Channel::new(1, property, curve).unwrap()];
    let mut report = Report::new();
    let kept = drop_nodes(&[clip], &["root".into()], FINE, &mut report).unwrap();
    (kept.into_iter().next().unwrap(), report)
}

#[test]
fn curves_behind_a_parent_that_stands_still_stay_curves() {
    let times = Times::keys([0.0, 1.0]).unwrap();
    let handle = |value| Handles { into: [-0.25, value], out: [0.25, value] };
    let way = Curve::new(times, 3, vec![0.0, 0.0, 0.0, 1.0, 2.0, 3.0], Ease::Bezier).unwrap();
    let way = way
        .with_handles([1.0, 2.0, 4.0].map(handle).repeat(2))
        .unwrap()
        .with_wrap(Wrap::Hold, Wrap::PingPong);
    let (clip, report) = behind_a_parent(Property::Translation, way);
    assert!(report.losses.is_empty());
    let curve = clip.channels[0].curve();
    let near =
        |found: &[f64], expected: &[f64]| found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12);
    assert!(near(curve.values(), &[10.0, 0.0, 0.0, 6.0, 2.0, 6.0]), "{:?}", curve.values());
    let handles: Vec<f64> = (0..3).map(|part| curve.handles(0, part).out[1]).collect();
    assert!(near(&handles, &[-4.0, 2.0, 8.0]), "{handles:?}");
    assert_eq!(
        (curve.handles(1, 2).into[0], curve.ease(0), curve.wrap().1),
        (-0.25, Ease::Bezier, Wrap::PingPong)
    );
    assert!(
        near(&clip.nodes[0].rest.translation, &[6.0, 2.0, 6.0]) && near(&clip.nodes[0].rest.scale, &[2.0; 3])
    );

    let still = Curve::constant(&quaternion::IDENTITY).unwrap();
    let (clip, _) = behind_a_parent(Property::Rotation, still);
    assert!(near(clip.channels[0].curve().values(), &[0.0, 0.0, FRAC_1_SQRT_2, FRAC_1_SQRT_2]));
}

#[test]
fn rest_poses_are_those_of_the_figure_at_rest_whatever_moves_them() {
    let turn = |angle: f64| quaternion::from_axis_angle([0.0, 0.0, 1.0], angle);
    let keys = [turn(1.0), turn(2.0)].concat();
    let turning = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 4, keys, Ease::Slerp).unwrap();
    // A parent that moves, and one that is posed away from its rest.
    for posed in [turning, Curve::constant(&turn(1.0)).unwrap()] {
        let mut clip = clip(&[("root", None), ("hip", Some(0)), ("leg", Some(1))]);
        clip.nodes[0].rest.rotation = turn(FRAC_PI_2);
        clip.nodes[1].rest.translation = [3.0, 0.0, 1.0];
        clip.nodes[2].rest.translation = [0.0, 2.0, 0.0];
        clip.channels = vec![Channel::new(0, Property::Rotation, posed).unwrap()];
        let kept = drop_nodes(&[clip], &["root".into()], FINE, &mut Report::new()).unwrap();
        let [hip, leg] = &kept[0].nodes[..] else { panic!("{kept:?}") };
        // A quarter turn about Z takes X to Y.
        let near = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(near(hip.rest.translation, [0.0, 3.0, 1.0]), "{hip:?}");
        assert!(quaternion::angle_between(hip.rest.rotation, turn(FRAC_PI_2)) < 1e-12, "{hip:?}");
        assert_eq!(leg.rest.translation, [0.0, 2.0, 0.0]);
    }
}

#[test]
fn channels_stay_in_their_order_on_other_parents() {
    let still = |node, property: Property| {
        let curve = Curve::constant(&vec![0.5; property.width()]).unwrap();
        Channel::new(node, property, curve).unwrap()
    };
    let mut clip = clip(&[("root", None), ("hip", Some(0)), ("lamp", None)]);
    clip.nodes[0].rest.translation = [10.0, 0.0, 0.0];
    clip.channels = vec![
        still(2, Property::Visible),
        still(1, Property::Scale),
        still(2, Property::Color),
        still(1, Property::Translation),
        still(1, Property::Visible),
    ];
    let kept = drop_nodes(&[clip], &["root".into()], FINE, &mut Report::new()).unwrap();
    let order: Vec<_> =
        kept[0].channels.iter().map(|channel| (channel.node(), channel.property().name())).collect();
    // The motion of a node takes the place of the first channel that moves it.
    assert_eq!(order, [(1, "visible"), (0, "scale"), (0, "translation"), (1, "color"), (0, "visible")]);
}

#[test]
fn parents_of_any_size_scale_what_hangs_on_them() {
    let times = || Times::keys([0.0, 1.0]).unwrap();
    let way = Curve::new(times(), 3, vec![0.0, 0.0, 0.0, 1.0, 2.0, 3.0], Ease::Sine).unwrap();
    let turn = quaternion::normalize([0.1, 0.7, -0.4, 0.5]);
    let kept = |rotation, scale| {
        let mut clip = clip(&[("root", None), ("hip", Some(0))]);
        clip.nodes[0].rest = Transform { rotation, scale, ..Transform::IDENTITY };
        clip.channels = vec![Channel::new(1, Property::Translation, way.clone()).unwrap()];
        let kept =
            drop_nodes(std::slice::from_ref(&clip), &["root".into()], FINE, &mut Report::new()).unwrap();
        (clip, kept.into_iter().next().unwrap())
    };
    // A large map, as in kilometres, and a rotation with rounding of the same size: the curve stays a curve.
    let (clip, large) = kept(turn, [1e6; 3]);
    assert_eq!((large.channels[0].curve().len(), large.channels[0].curve().ease(0)), (2, Ease::Sine));
    assert!(worlds_apart(&clip, &large, 0.3) < 1e-12);
    // Much smaller along one axis than along the others, although all are small.
    let (_, small) = kept(quaternion::IDENTITY, [1e-7, 2e-7, 1e-7]);
    let scale = small.pose(1.0).world[0].decompose().scale;
    let near =
        scale.iter().zip([1e-7, 2e-7, 1e-7]).all(|(found, expected)| (found / expected - 1.0).abs() < 1e-9);
    assert!(near, "{scale:?}");
}

#[test]
fn curves_that_cannot_stay_are_baked_with_their_error() {
    let times = Times::keys([0.0, 1.0]).unwrap();
    let angles = Curve::new(times, 3, vec![0.0, 0.0, 0.0, 1.0, 2.0, 3.0], Ease::Linear).unwrap();
    let (clip, report) = behind_a_parent(Property::Euler(EulerOrder::Xyz), angles);
    assert_eq!((clip.channels.len(), clip.channels[0].property()), (1, &Property::Rotation));
    assert!(report.losses.len() == 1 && error(&report) > 0.0 && error(&report) <= 1e-3, "{report}");
}

#[test]
fn steps_stay_steps() {
    let mut clip = clip(&[("root", None), ("hip", Some(0))]);
    let steps = |at: f64, x: f64| {
        Curve::new(Times::keys([0.0, at]).unwrap(), 3, vec![0.0, 0.0, 0.0, x, 0.0, 0.0], Ease::Step).unwrap()
    };
    clip.channels = vec![
        Channel::new(0, Property::Translation, steps(0.25, 1.0)).unwrap(),
        Channel::new(1, Property::Translation, steps(0.5, 10.0)).unwrap(),
    ];
    let kept = drop_nodes(&[clip], &["root".into()], FINE, &mut Report::new()).unwrap();
    let curve = kept[0].channels[0].curve();
    assert_eq!((curve.uniform_ease(), curve.len()), (Some(Ease::Step), 3));
    assert_eq!(curve.values(), [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 11.0, 0.0, 0.0]);
}

/// The hip is flat, so no motion below it can put the head where the spine put it.
#[test]
fn what_comes_to_hang_on_a_flat_node_is_told() {
    let mut clip = clip(&[("hip", None), ("spine", Some(0)), ("head", Some(1))]);
    let times = || Times::keys([0.0, 1.0]).unwrap();
    let turn = Curve::new(times(), 1, vec![0.0, 1.0], Ease::Linear).unwrap();
    clip.channels.push(Channel::new(1, Property::Angle { axis: [0.0, 0.0, 1.0] }, turn).unwrap());
    let flat = |clip: &Clip| {
        let mut report = Report::new();
        drop_nodes(std::slice::from_ref(clip), &["spine".into()], FINE, &mut report).unwrap();
        let flat = |loss: &&anim_core::Loss| loss.code.id == "edit::flat";
        report.losses.iter().filter(flat).map(|loss| loss.node.clone().unwrap()).collect::<Vec<_>>()
    };
    assert!(flat(&clip).is_empty());
    clip.nodes[0].rest.scale = [1.0, 1.0, 0.0];
    assert_eq!(flat(&clip), ["head"]);
}

#[test]
fn an_ancestor_that_comes_to_hang_below_a_node_is_not_its_new_parent() {
    // First `arm` hangs on `leg`, which hangs on `hip`; from 1 s on, `hip` hangs on `arm`.
    let parents = |first: f64, then: f64| {
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![first, then], Ease::Step).unwrap()
    };
    let mut clip = clip(&[("arm", Some(1)), ("leg", Some(2)), ("hip", None)]).with_duration(2.0);
    for (node, x) in clip.nodes.iter_mut().zip([1.0, 20.0, 300.0]) {
        node.rest.translation = [x, 0.0, 0.0];
    }
    clip.channels = [(0, parents(1.0, -1.0)), (2, parents(-1.0, 0.0))]
        .map(|(node, curve)| Channel::new(node, Property::Parent, curve).unwrap())
        .to_vec();
    let kept = drop_nodes(std::slice::from_ref(&clip), &["leg".into()], FINE, &mut Report::new()).unwrap();
    for (time, expected) in
        [(0.0, [321.0, 300.0]), (0.5, [321.0, 300.0]), (1.0, [1.0, 301.0]), (1.5, [1.0, 301.0])]
    {
        let places: Vec<f64> = kept[0].pose(time).world.iter().map(|world| world.translation()[0]).collect();
        assert!(places.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{places:?} at {time}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn without_a_parent_the_world_stays(clip in any::clip(Kind { wraps: &[Wrap::Hold], ..ALL })) {
        let mut report = Report::new();
        let coarse = Positive::literal(0.05);
        let kept = drop_nodes(std::slice::from_ref(&clip), &["hip".into()], coarse, &mut report).unwrap();
        prop_assert_eq!(kept[0].validate(), Ok(()));
        prop_assert_eq!(kept[0].nodes.len(), 2);
        for time in times(0.0, 2.0) {
            let apart = worlds_apart(&clip, &kept[0], time);
            // Between keys, errors of a parent add to those of a child.
            let of_hip = clip.channels.iter().filter(|channel| channel.node() == 0 && channel.property().is_spatial());
            let is_key = of_hip.flat_map(|channel| channel.curve().times().iter()).any(|key| key == time);
            let most = if is_key { 1e-9 } else { 1e-6 + 40.0 * error(&report) };
            prop_assert!(apart <= most, "{} at {} {}", apart, time, report);
        }
    }
}

proptest! {
    #[test]
    fn what_is_selected_is_what_is_not_dropped(clip in any::clip(ALL)) {
        let clips = std::slice::from_ref(&clip);
        let dropped = drop_nodes(clips, &["arm_l".into()], FINE, &mut Report::new()).unwrap();
        let selected = select_nodes(clips, &["hip".into(), "*_r".into()], FINE, &mut Report::new()).unwrap();
        prop_assert_eq!(&dropped, &selected);
        // Nothing else changes unless a node may have the removed one as its parent.
        let linked = clip.channels.iter().any(|channel| *channel.property() == Property::Parent);
        if !linked {
            let others = clip.channels.iter().filter(|channel| channel.node() != 1);
            prop_assert!(others.map(Channel::curve).eq(dropped[0].channels.iter().map(Channel::curve)));
        }
    }

    #[test]
    fn names_there_and_back_are_the_same_clip(clip in any::clip(ALL)) {
        let there = rename(std::slice::from_ref(&clip), &[("arm_*".into(), "*Arm".into())], &mut Report::new()).unwrap();
        prop_assert_eq!(&there[0].nodes[1].name, "lArm");
        let back = rename(&there, &[("*Arm".into(), "arm_*".into())], &mut Report::new()).unwrap();
        prop_assert_eq!(&back[0], &clip);
    }
}
