//! Which weights of a clip move which morph targets.

use anim_core::{Channel, Clip, Curve, Deviation, Ease, Fate, Handles, Node, Property, Report, Times};
use anim_retarget::{Bind, BoneMap, Expression, Figure, Mapping, Options, retarget};

fn node(name: &str, morphs: &[&str]) -> Node {
    let mut node = Node::new(name);
    node.morphs = morphs.iter().map(|name| (*name).to_owned()).collect();
    node
}

/// Nodes of one parent, by their names and those of their morph targets.
type Nodes<'a> = &'a [(&'a str, &'a [&'a str])];

/// A clip of these nodes. In each that is listed, the weights rise within a second from 0 to these values.
fn clip(nodes: Nodes<'_>, driven: &[(usize, &[f64])]) -> Clip {
    let channels = driven.iter().map(|(node, ends)| {
        let values = [&vec![0.0; ends.len()][..], ends].concat();
        let times = Times::keys([0.0, 1.0]).unwrap();
        let curve = Curve::new(times, ends.len(), values, Ease::Linear).unwrap();
        Channel::new(*node, Property::Weights { count: ends.len() }, curve).unwrap()
    });
    let nodes = nodes.iter().map(|(name, morphs)| node(name, morphs)).collect();
    Clip::new("w").with_duration(1.0).with_nodes(nodes).with_channels(channels.collect())
}

fn figure(nodes: Nodes<'_>) -> Figure {
    Figure::new(nodes.iter().map(|(name, morphs)| node(name, morphs)).collect())
}

/// The weights of each node of the figure at the end, those that are driven, and what is lost.
fn ends(clip: &Clip, figure: &Figure) -> (Vec<(usize, Vec<f64>)>, Vec<String>) {
    let mut report = Report::new();
    let mapping = Mapping::new(clip, figure, None);
    let made = retarget(clip, figure, &mapping, &Options::default(), &mut report);
    let mut ends: Vec<_> =
        made.channels.iter().map(|channel| (channel.node(), channel.curve().at(1.0))).collect();
    ends.sort_by_key(|(node, _)| *node);
    (ends, report.losses.iter().map(|loss| loss.message.clone()).collect())
}

#[test]
fn weights_of_the_figure_itself_stay_whatever_else_the_clip_moves() {
    let own: Nodes<'_> = &[("Face", &["smile", "x"]), ("Teeth", &["smile"])];
    let face: (usize, &[f64]) = (0, &[0.7, 0.9]);
    let bind = |morph: usize, weight: f64| Bind { node: 0, morph, weight };
    let expression = |name: &str, binds| Expression { name: name.to_owned(), binds, ..Expression::default() };
    let expressions =
        vec![expression("x", vec![bind(1, 1.0), bind(0, 0.5)]), expression("pins", vec![bind(0, 1.0)])];
    let no_target = "the figure has no morph targets for the weights `weight/pins`";
    let taken = |name: &str| {
        format!(
            "the weights `weight/{name}` are left out: another node drives weights of these names differently"
        )
    };
    for (hat, has_expressions, lost) in [
        (None, false, vec![]),
        (None, true, vec![]),
        (Some("pins"), false, vec![no_target.to_owned()]),
        (Some("pins"), true, vec![taken("pins")]),
        // Its end is not that of the face.
        (Some("x"), false, vec![taken("x")]),
        (Some("x"), true, vec![taken("x")]),
    ] {
        let morphs: Vec<&str> = hat.into_iter().collect();
        let mut nodes = own.to_vec();
        let mut driven = vec![face];
        if hat.is_some() {
            nodes.push(("Hat", &morphs));
            driven.push((2, &[0.25]));
        }
        let clip = clip(&nodes, &driven);
        let mut figure = figure(own);
        if has_expressions {
            figure = figure.with_expressions(expressions.clone());
        }
        let (found, losses) = ends(&clip, &figure);
        assert_eq!((found, losses), (vec![(0, vec![0.7, 0.9])], lost), "{hat:?} {has_expressions}");
    }
    // What does not fit goes by its name to nodes that nothing else moves.
    let nodes: Nodes<'_> = &[("Face", &["smile", "x"]), ("Teeth", &["smile"]), ("Hat", &["smile"])];
    let (found, losses) = ends(&clip(nodes, &[face, (2, &[0.25])]), &figure(own));
    assert_eq!(found, [(0, vec![0.7, 0.9]), (1, vec![0.25])]);
    assert!(losses.is_empty(), "{losses:?}");
    // Of two nodes of the figure, one has its targets in another order.
    let other: Nodes<'_> = &[("Face", &["smile", "x"]), ("Teeth", &["wide", "smile"])];
    let nodes: Nodes<'_> = &[("Face", &["smile", "x"]), ("Teeth", &["smile", "wide"])];
    let (found, losses) = ends(&clip(nodes, &[face, (1, &[0.25, 0.5])]), &figure(other));
    assert_eq!(found, [(0, vec![0.7, 0.9]), (1, vec![0.5, 0.25])]);
    assert!(losses.is_empty(), "{losses:?}");
}

#[test]
fn equal_names_are_paired_in_their_order() {
    let values = [0.1, 0.2, 0.3];
    for (own, other, expected) in [
        (["x", "x", "y"], ["x", "x", "y"], [0.1, 0.2, 0.3]),
        (["y", "x", "x"], ["x", "x", "y"], [0.2, 0.3, 0.1]),
        (["x", "y", "x"], ["x", "x", "x"], [0.1, 0.3, 0.3]),
    ] {
        for name in ["Face", "Mask"] {
            let (found, _) =
                ends(&clip(&[("Face", &own)], &[(0, &values)]), &figure(&[("root", &[]), (name, &other)]));
            assert_eq!(found, [(1, expected.to_vec())], "{own:?} on {name}: {other:?}");
        }
    }
}

#[test]
fn weights_without_a_target_take_no_part_in_the_others() {
    // Two weights with keys of their own, which only a merged curve of both would have to sample.
    let weight = |component: usize, times: [f64; 3], ease: Ease| {
        let curve = Curve::new(Times::keys(times).unwrap(), 1, vec![0.0, 1.0, 0.25], ease).unwrap();
        Channel::part(0, Property::Weights { count: 2 }, component, curve).unwrap()
    };
    let used = weight(0, [0.0, 0.3, 1.0], Ease::Linear);
    let channels = vec![used.clone(), weight(1, [0.0, 0.5, 0.9], Ease::Step)];
    let nodes = vec![node("Face", &["smile", "frown"])];
    let clip = Clip::new("w").with_duration(1.0).with_nodes(nodes).with_channels(channels);
    let figure = figure(&[("Face", &["smile"])]);
    let mut report = Report::new();
    let made =
        retarget(&clip, &figure, &Mapping::new(&clip, &figure, None), &Options::default(), &mut report);
    assert_eq!(made.channels[0].curve().values(), used.curve().values());
    let losses: Vec<_> = report.losses.iter().map(|loss| &*loss.message).collect();
    assert_eq!(losses, ["the figure has no morph targets for the weights `weight/frown`"]);
}

#[test]
fn a_weight_that_loses_to_one_before_it_is_told_so() {
    let nodes: Nodes<'_> = &[("left", &["smile"]), ("right", &["smile"])];
    let clip = clip(nodes, &[(0, &[0.25]), (1, &[0.75])]);
    let figure = figure(&[("Face", &["smile"])]);
    let bones = BoneMap::parse(b"left = Face").unwrap();
    let mut report = Report::new();
    let mapping = Mapping::new(&clip, &figure, Some(&bones));
    let made = retarget(&clip, &figure, &mapping, &Options::default(), &mut report);
    assert_eq!(made.channels[0].curve().at(1.0), [0.25]);
    let losses: Vec<_> = report.losses.iter().map(|loss| (loss.node.as_deref(), &*loss.message)).collect();
    let message =
        "the weights `weight/smile` are left out: another node drives weights of these names differently";
    assert_eq!(losses, [(Some("right"), message)]);
}

#[test]
fn expressions_have_other_names() {
    let bind = |morph: usize| vec![Bind { node: 0, morph, weight: 1.0 }];
    let expression = |name: &str, others: &[&str], binds| Expression {
        name: name.to_owned(),
        other_names: others.iter().map(|name| (*name).to_owned()).collect(),
        binds,
        ..Expression::default()
    };
    let expressions = vec![
        expression("happy", &["happy", "joy", "Joy!"], bind(0)),
        expression("aa", &["aa", "a", "wow"], bind(1)),
        expression("Wow", &[], bind(2)),
    ];
    let taken = |names: &str| {
        vec![format!(
            "the weights {names} are left out: another node drives weights of these names differently"
        )]
    };
    let missing = |names: &str| vec![format!("the figure has no morph targets for the weights {names}")];
    let cases: &[(&[&str], [f64; 4], Vec<String>)] = &[
        (&["happy", "aa", "Wow"], [0.1, 0.2, 0.3, 0.0], vec![]),
        (&["Joy", "A", "Wow"], [0.1, 0.2, 0.3, 0.0], vec![]),
        (&["joy!", "face.Aa"], [0.1, 0.2, 0.0, 0.0], vec![]),
        // Other expressions have one name, which counts more than the other names of others.
        (&["Wow"], [0.0, 0.0, 0.1, 0.0], vec![]),
        (&["WOOW"], [0.0; 4], missing("`weight/WOOW`")),
        // The name counts more than the others, and morph targets count more than those.
        (&["happy", "Joy"], [0.1, 0.0, 0.0, 0.0], taken("`weight/Joy`")),
        (&["Joy", "JOY"], [0.2, 0.0, 0.0, 0.0], taken("`weight/Joy`")),
        (&["a"], [0.0, 0.0, 0.0, 0.1], vec![]),
    ];
    for (names, expected, lost) in cases {
        let figure = figure(&[("body", &["M_1", "M_2", "M_3", "a"])]).with_expressions(expressions.clone());
        let values = [0.1, 0.2, 0.3];
        let (found, losses) = ends(&clip(&[("face", names)], &[(0, &values[..names.len()])]), &figure);
        let expected: Vec<_> = if expected == &[0.0; 4] { Vec::new() } else { vec![(0, expected.to_vec())] };
        assert_eq!((found, &losses), (expected, lost), "{names:?}");
    }
}

#[test]
fn a_face_of_many_weights_has_the_keys_that_its_tolerance_needs() {
    // Smooth keys at times of their own: a wave of each weight takes about twenty lines.
    let count = 52;
    let nodes: Vec<Node> =
        (0..count).map(|index| node(&format!("n{index}"), &[&format!("w{index}")])).collect();
    let channels = (0..count).map(|index| {
        let at = |key: usize| {
            [0.0, 1.0, 3.0, 5.0, 7.0, 10.0][key]
                + if (1..5).contains(&key) { 0.03 * index as f64 } else { 0.0 }
        };
        let values = (0..6).map(|key| ((index * 7 + key * 5) % 11) as f64 / 10.0).collect();
        let third = |key: usize| if key < 5 { (at(key + 1) - at(key)) / 3.0 } else { 0.0 };
        let handles = (0..6).map(|key: usize| Handles {
            into: [-key.checked_sub(1).map_or(0.0, third), 0.0],
            out: [third(key), 0.0],
        });
        let curve =
            Curve::new(Times::keys((0..6).map(at).collect::<Vec<_>>()).unwrap(), 1, values, Ease::Bezier)
                .unwrap();
        let curve = curve.with_handles(handles.collect()).unwrap();
        Channel::new(index, Property::Weights { count: 1 }, curve).unwrap()
    });
    let clip = Clip::new("talk").with_duration(10.0).with_channels(channels.collect()).with_nodes(nodes);
    let names: Vec<String> = (0..count).map(|index| format!("w{index}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let figure = figure(&[("face", &names)]);
    let mut report = Report::new();
    let options = Options::default();
    let made = retarget(&clip, &figure, &Mapping::new(&clip, &figure, None), &options, &mut report);
    let curve = made.channels[0].curve();
    let mut worst = 0.0_f64;
    for step in 0..=2000 {
        let time = f64::from(step) / 200.0;
        let found = curve.at(time);
        for (channel, found) in clip.channels.iter().zip(found) {
            worst = worst.max((channel.curve().at(time)[0] - found).abs());
        }
    }
    assert!(worst <= options.tolerance.get() && curve.len() <= 4096, "{worst} with {} keys", curve.len());
    // Fewer keys may be allowed.
    let limit = anim_core::KeyLimit { free: 4.0, per_key: 1.0, ..options.limit };
    let coarse = Options { limit, ..options };
    let made = retarget(&clip, &figure, &Mapping::new(&clip, &figure, None), &coarse, &mut Report::new());
    assert!(made.channels[0].curve().len() < curve.len());
}

/// The times that a report states, each with its code.
fn moments(report: &Report) -> Vec<(&'static str, f64)> {
    let time = Deviation::time(0.0).unit;
    let losses = report.losses.iter().filter_map(|loss| match loss.fate {
        Fate::Approximated(error) if error.unit == time => Some((loss.code.id, error.size)),
        _ => None,
    });
    losses.collect()
}

#[test]
fn jumps_of_weights_that_are_combined_are_told() {
    let curve = |times: &[f64], values: &[f64], ease: Ease| {
        Curve::new(Times::keys(times.to_vec()).unwrap(), 1, values.to_vec(), ease).unwrap()
    };
    let steps = || curve(&[0.0, 0.5, 1.0], &[0.0, 1.0, 0.0], Ease::Step);
    let line = || curve(&[0.0, 1.0], &[0.0, 1.0], Ease::Linear);
    let bind = |weight: f64| vec![Bind { node: 0, morph: 0, weight }];
    let expression = |name: &str, binds| Expression { name: name.to_owned(), binds, ..Expression::default() };
    let expressions = vec![expression("a", bind(0.5)), expression("b", bind(0.5))];
    for (other, expressions, jumps) in [
        (line(), vec![], true),
        (line(), expressions.clone(), true),
        (curve(&[0.0, 0.25, 0.75], &[0.0, 1.0, 0.0], Ease::Step), vec![], false),
    ] {
        for jump in [0.0, 0.5e-3] {
            let nodes = vec![node("A", &["a"]), node("B", &["b"])];
            let channels = [steps(), other.clone()]
                .into_iter()
                .enumerate()
                .map(|(node, curve)| Channel::new(node, Property::Weights { count: 1 }, curve).unwrap());
            let clip =
                Clip::new("talk").with_duration(1.0).with_nodes(nodes).with_channels(channels.collect());
            let figure = figure(&[("face", &["a", "b"])]).with_expressions(expressions.clone());
            let mut report = Report::new();
            let mapping = Mapping::new(&clip, &figure, None);
            let made = retarget(
                &clip,
                &figure,
                &mapping,
                &Options { jump: anim_core::Positive::new(jump), ..Options::default() },
                &mut report,
            );
            // The longest ramp at a jump.
            let keys: Vec<f64> = made.channels[0].curve().times().iter().collect();
            let gaps = keys.windows(2).map(|pair| pair[1] - pair[0]);
            let shortest = gaps.fold(f64::INFINITY, f64::min);
            let expected: &[(&str, f64)] = &[("retarget::jumps", shortest)];
            let is_told = jumps && jump > 0.0;
            let found = moments(&report);
            assert_eq!(found.len(), usize::from(is_told), "{report}");
            for (found, expected) in found.iter().zip(expected) {
                assert!(
                    found.0 == expected.0 && (found.1 - expected.1).abs() < 1e-9,
                    "{found:?} {expected:?}"
                );
            }
        }
    }
}

#[test]
fn channels_of_different_widths_are_one_curve() {
    // The first three of three weights, then the second of two.
    let nodes: Nodes<'_> = &[("Face", &["a", "b", "c"])];
    let mut clip = clip(nodes, &[(0, &[0.25, 0.5, 0.75])]);
    let times = Times::keys([0.0, 1.0]).unwrap();
    let other = Curve::new(times, 1, vec![0.0, 1.0], Ease::Linear).unwrap();
    clip.channels.push(Channel::part(0, Property::Weights { count: 2 }, 1, other).unwrap());
    let other: Nodes<'_> = &[("Root", &[]), ("Head", &["c", "b", "a"])];
    assert_eq!(ends(&clip, &figure(other)), (vec![(1, vec![0.75, 1.0, 0.25])], vec![]));
}
