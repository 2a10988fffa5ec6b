//! Scales: those of the figure at rest, and what a flat or an uneven one does to the nodes below.

use anim_core::{Channel, Clip, Curve, Ease, Handles, Node, Property, Report, Times, Transform, quaternion};
use anim_retarget::{BoneMap, Figure, Mapping, Options, Travel, retarget};

use crate::figures::{brought, map};

#[test]
fn a_scale_is_that_at_rest_times_what_the_source_grows() {
    let node =
        |name: &str, scale: [f64; 3]| Node::new(name).with_rest(Transform { scale, ..Transform::IDENTITY });
    let values = vec![2.0, 0.5, 1.0, 3.0, 1.0, 1.0];
    let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, values, Ease::Linear).unwrap();
    let channels = vec![Channel::new(0, Property::Scale, curve).unwrap()];
    let clip = Clip::new("c").with_duration(1.0).with_nodes(vec![node("bone 0", [2.0, 0.5, 1.0])]);
    let figure = vec![node("limb 0", [3.0, 1.0, 4.0])];
    let made = brought(&clip.with_channels(channels), figure, &map(1, ["bone", "limb"]), &Options::default());
    // Half as large again along X, twice as large along Y.
    assert_eq!(made.channels[0].curve().values(), [3.0, 1.0, 4.0, 4.5, 2.0, 4.0]);
}

#[test]
fn a_small_scale_changes_as_much_as_a_large_one() {
    let scaled = |size: f64| Transform { scale: [size; 3], ..Transform::IDENTITY };
    let curve = Curve::new(
        Times::keys([0.0, 1.0]).unwrap(),
        3,
        vec![0.01, 0.01, 0.01, 0.0105, 0.0105, 0.0105],
        Ease::Linear,
    );
    let channels = vec![Channel::new(0, Property::Scale, curve.unwrap()).unwrap()];
    let clip =
        Clip::new("c").with_duration(1.0).with_nodes(vec![Node::new("bone 0").with_rest(scaled(0.01))]);
    for size in [0.01, 1.0, 1e-6] {
        let figure = vec![Node::new("limb 0").with_rest(scaled(size))];
        let made = brought(
            &clip.clone().with_channels(channels.clone()),
            figure,
            &map(1, ["bone", "limb"]),
            &Options::default(),
        );
        let last = made.channels[0].curve().value(1)[0];
        assert!((last / size - 1.05).abs() < 1e-12, "{last} for {size}");
    }
}

#[test]
fn what_a_flat_parent_does_not_let_move_is_told() {
    let curve =
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, vec![0.0, 0.0, 0.0, 1.0, 2.0, 3.0], Ease::Linear);
    let channels = vec![Channel::new(1, Property::Translation, curve.unwrap()).unwrap()];
    let nodes = |scale: [f64; 3], names: [&str; 2]| {
        let top = Node::new(names[0]).with_rest(Transform { scale, ..Transform::IDENTITY });
        vec![top, Node::new(names[1]).with_parent(0)]
    };
    let clip = Clip::new("c")
        .with_duration(1.0)
        .with_nodes(nodes([1.0; 3], ["top", "hand"]))
        .with_channels(channels);
    for (scale, lost) in [([1.0, 1.0, 0.0], 1), ([0.0; 3], 1), ([1e-110; 3], 0)] {
        let figure = Figure::new(nodes(scale, ["base", "claw"]));
        let mapping = Mapping::new(&clip, &figure, Some(&BoneMap::new([("hand", "claw")])));
        let mut report = Report::new();
        let options = Options { travel: Travel::All, ..Options::default() };
        let made = retarget(&clip, &figure, &mapping, &options, &mut report);
        let told = report.losses.iter().filter(|loss| loss.message.contains("flat")).count();
        assert_eq!((told, made.channels.is_empty()), (lost, lost == 1), "{report}");
    }
}

#[test]
fn nodes_below_an_uneven_scale_are_named() {
    let turned = quaternion::from_axis_angle([0.0, 0.0, 1.0], 0.5);
    let curve =
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), 4, [quaternion::IDENTITY, turned].concat(), Ease::Slerp);
    let channels = vec![Channel::new(0, Property::Rotation, curve.unwrap()).unwrap()];
    let clip = Clip::new("c").with_duration(1.0).with_nodes(vec![Node::new("arm")]).with_channels(channels);
    for (scale, expected) in [([1.0, 3.0, 1.0], 1), ([-2.0, 2.0, 2.0], 0)] {
        let base = Node::new("base").with_rest(Transform { scale, ..Transform::IDENTITY });
        let figure =
            Figure::new(vec![base, Node::new("arm").with_parent(0), Node::new("hand").with_parent(1)]);
        let mapping = Mapping::new(&clip, &figure, None);
        let mut report = Report::new();
        retarget(&clip, &figure, &mapping, &Options::default(), &mut report);
        let told = report.findings.iter().filter(|finding| finding.code.id == "retarget::uneven");
        assert_eq!(
            told.filter(|finding| finding.message.ends_with("in the clip: `arm`")).count(),
            expected,
            "{report}"
        );
    }
}

#[test]
fn an_uneven_scale_of_the_clip_or_one_that_moves_is_told_too() {
    let lines = |width: usize, values: &[f64], ease| {
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), width, values.to_vec(), ease).unwrap()
    };
    let nodes = |scale: [f64; 3]| {
        let base = Node::new("base").with_rest(Transform { scale, ..Transform::IDENTITY });
        let up = Transform { translation: [0.0, 1.0, 0.0], ..Transform::IDENTITY };
        vec![base, Node::new("arm").with_parent(0).with_rest(up), Node::new("hand").with_parent(1)]
    };
    let turned = quaternion::from_axis_angle([1.0, 0.0, 0.0], 1.0);
    let turn = lines(4, &[quaternion::IDENTITY, turned].concat(), Ease::Slerp);
    let grown = |to: [f64; 3]| Some(lines(3, &[[1.0; 3], to].concat(), Ease::Linear));
    let hill = lines(3, &[1.0; 6], Ease::Bezier);
    let leaning = [0.0, 0.0, 0.5].map(|away| Handles { into: [-0.3, away], out: [0.3, away] });
    let leaning = hill.with_handles([leaning, leaning].concat()).unwrap();
    for (rest, scale, of_figure, of_clip) in [
        ([1.0; 3], None, 0, 0),
        ([1.0, 1.0, 3.0], None, 0, 1),
        ([-2.0, 2.0, 2.0], None, 0, 0),
        ([1.0; 3], grown([2.0; 3]), 0, 0),
        ([1.0; 3], grown([2.0, 1.0, 1.0]), 1, 1),
        // From one sign to the other a factor is 0 on the way.
        ([1.0; 3], grown([-1.0, 1.0, 1.0]), 1, 1),
        ([1.0; 3], Some(leaning), 1, 1),
    ] {
        let mut channels = vec![Channel::new(1, Property::Rotation, turn.clone()).unwrap()];
        channels.extend(scale.map(|scale| Channel::new(0, Property::Scale, scale).unwrap()));
        let clip = Clip::new("c").with_duration(1.0).with_nodes(nodes(rest)).with_channels(channels);
        let mut figure = nodes([1.0; 3]);
        figure[1].rest.translation = [0.0, 2.0, 0.0];
        let figure = Figure::new(figure);
        let mut report = Report::new();
        retarget(&clip, &figure, &Mapping::new(&clip, &figure, None), &Options::default(), &mut report);
        let told = |whose: &str| {
            let findings = report.findings.iter().filter(|finding| finding.code.id == "retarget::uneven");
            findings.filter(|it| it.message.starts_with(whose) && it.message.ends_with(": `arm`")).count()
        };
        let found = [told("a node of the figure above"), told("a node of the clip above the sources")];
        assert_eq!(found, [of_figure, of_clip], "{rest:?} {report}");
    }
}

#[test]
fn handles_move_a_bone_as_keys_do() {
    // All keys are at rest: the handles lead away from it.
    let curve = |rest: [f64; 3], away: [f64; 3]| {
        let handles = away.map(|away| Handles { into: [-0.3, away], out: [0.3, away] });
        let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, [rest, rest].concat(), Ease::Bezier);
        curve.unwrap().with_handles([handles, handles].concat()).unwrap()
    };
    let clip = |property: Property, curve: Curve| {
        let arm = Transform { translation: [0.0, 1.0, 0.0], ..Transform::IDENTITY };
        Clip::new("c")
            .with_duration(1.0)
            .with_nodes(vec![Node::new("top"), Node::new("hand").with_parent(0).with_rest(arm)])
            .with_channels(vec![Channel::new(1, property, curve).unwrap()])
    };
    let turned = quaternion::from_axis_angle([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_2);
    for (property, rest, away, lost) in [
        (Property::Translation, [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], "bones of the figure keep their lengths"),
        (Property::Translation, [0.0, 1.0, 0.0], [0.0; 3], ""),
        (Property::Scale, [1.0; 3], [1.0, 0.0, 0.0], "the axes of the figure's node differ"),
        (Property::Scale, [1.0; 3], [1.0; 3], ""),
    ] {
        let clip = clip(property.clone(), curve(rest, away));
        let mut claw = Node::new("claw").with_parent(0);
        claw.rest = Transform { translation: [0.0, 2.0, 0.0], rotation: turned, ..Transform::IDENTITY };
        let figure = Figure::new(vec![Node::new("base"), claw]);
        let mapping = Mapping::new(&clip, &figure, Some(&BoneMap::new([("top", "base"), ("hand", "claw")])));
        let mut report = Report::new();
        let made = retarget(&clip, &figure, &mapping, &Options::default(), &mut report);
        let told = report.losses.iter().any(|loss| loss.message.contains(lost));
        assert_eq!(told, !lost.is_empty() && !report.losses.is_empty(), "{property:?} {away:?}: {report}");
        assert!(lost.is_empty() || told && made.channels.is_empty(), "{property:?} {away:?}: {report}");
        let grows = property == Property::Scale && lost.is_empty();
        assert_eq!(made.channels.len(), usize::from(grows), "{property:?} {away:?}: {report}");
    }
}
