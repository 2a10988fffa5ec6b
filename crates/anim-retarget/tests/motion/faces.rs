//! Weights of several nodes, and expressions, on one face.

use anim_core::{Channel, Clip, Curve, Ease, Node, Property, Report, Times};
use anim_retarget::{Bind, Expression, Figure, Mapping, NotApplied, Options, retarget};

#[test]
fn weights_go_by_the_names_of_morph_targets() {
    let face = |names: &[&str]| {
        let mut node = Node::new("face");
        node.morphs = names.iter().map(|name| (*name).to_owned()).collect();
        node
    };
    let values = vec![0.0, 0.1, 0.2, 1.0, 0.9, 0.8];
    let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, values, Ease::Linear).unwrap();
    let channels = vec![Channel::new(0, Property::Weights { count: 3 }, curve).unwrap()];
    let clip = Clip::new("w").with_nodes(vec![face(&["smile", "blink", "frown"])]).with_channels(channels);
    let figure = Figure::new(vec![Node::new("head"), face(&["fat", "blink", "smile"])]);
    let figure = figure.with_weights(1, vec![0.5, 0.0, 0.0]);
    let mut report = Report::new();
    let found =
        retarget(&clip, &figure, &Mapping::new(&clip, &figure, None), &Options::default(), &mut report);
    assert_eq!(found.channels[0].node(), 1);
    assert_eq!(found.channels[0].curve().at(1.0), [0.5, 0.9, 1.0]);
    assert!(report.losses[0].to_string().contains("`weight/frown`"), "{report}");
    // A property that nothing drives stays at the figure's rest, and is not a loss.
    let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![0.25, 0.75], Ease::Linear).unwrap();
    let blink = Channel::part(0, Property::Weights { count: 3 }, 1, curve).unwrap();
    let clip = clip.with_channels(vec![blink]);
    let figure = figure.with_weights(1, vec![0.5, 0.0, 0.125]);
    let mut report = Report::new();
    let found =
        retarget(&clip, &figure, &Mapping::new(&clip, &figure, None), &Options::default(), &mut report);
    assert_eq!(found.channels[0].curve().at(1.0), [0.5, 0.75, 0.125]);
    assert!(report.losses.is_empty(), "{report}");
}

/// A clip that drives one weight of each of these nodes, and a face with these morph targets.
fn faces(tracks: &[(&str, &[f64], &[f64])], morphs: &[&str]) -> (Clip, Figure) {
    let node = |name: &str, morphs: &[&str]| {
        let mut node = Node::new(name);
        node.morphs = morphs.iter().map(|name| (*name).to_owned()).collect();
        node
    };
    let nodes = tracks.iter().map(|(name, ..)| node(name, &[name]));
    let channels = tracks.iter().enumerate().map(|(index, (_, times, values))| {
        let curve =
            Curve::new(Times::keys(times.to_vec()).unwrap(), 1, values.to_vec(), Ease::Linear).unwrap();
        Channel::new(index, Property::Weights { count: 1 }, curve).unwrap()
    });
    let clip = Clip::new("w").with_nodes(nodes.collect()).with_channels(channels.collect());
    let figure = Figure::new(vec![Node::new("head"), node("face", morphs)]);
    (clip.with_duration(2.0), figure)
}

/// The weights of the face at a time, from the only channel.
fn face_at(clip: &Clip, figure: &Figure, time: f64, report: &mut Report) -> Vec<f64> {
    let found = retarget(clip, figure, &Mapping::new(clip, figure, None), &Options::default(), report);
    assert_eq!(found.channels.iter().map(Channel::node).collect::<Vec<_>>(), [1]);
    found.channels[0].curve().at(time)
}

#[test]
fn weights_of_several_nodes_move_one_face() {
    let tracks: &[(&str, &[f64], &[f64])] = &[
        ("smile", &[0.0, 2.0], &[0.0, 1.0]),
        ("blink", &[0.5, 1.0], &[1.0, 0.0]),
        ("other", &[0.0], &[1.0]),
    ];
    let (clip, figure) = faces(tracks, &["blink", "fat", "smile"]);
    let figure = figure.with_weights(1, vec![0.0, 0.25, 0.0]);
    for (time, expected) in [(0.0, [1.0, 0.25, 0.0]), (0.75, [0.5, 0.25, 0.375]), (2.0, [0.0, 0.25, 1.0])] {
        let mut report = Report::new();
        assert_eq!(face_at(&clip, &figure, time, &mut report), expected, "{time}");
        assert_eq!(report.losses.len(), 1, "{report}");
        assert!(report.losses[0].message.contains("`weight/other`"), "{report}");
    }
}

#[test]
fn of_weights_of_one_name_the_last_counts() {
    let tracks = |first: &'static [f64]| -> [(&'static str, &'static [f64], &'static [f64]); 2] {
        [("happy", &[0.0, 2.0], first), ("happy", &[0.0, 2.0], &[0.0, 1.0])]
    };
    for (first, is_lost) in [(&[0.0, 1.0], false), (&[0.0, 0.5], true)] {
        let (clip, figure) = faces(&tracks(first), &["happy"]);
        let mut report = Report::new();
        assert_eq!(face_at(&clip, &figure, 1.0, &mut report), [0.5]);
        assert_eq!(report.losses.len(), usize::from(is_lost), "{report}");
        assert!(
            report.losses.iter().all(|loss| loss
                .message
                .starts_with("the weights `weight/happy` are left out: another node"))
        );
    }
}

#[test]
fn weights_that_multiply_are_dropped() {
    // Each has one key, at a time of its own, so that a face of all of them has the square of their number.
    let names: Vec<String> = (0..2000).map(|index| format!("w{index}")).collect();
    let times: Vec<[f64; 1]> = (0..2000).map(|index| [f64::from(index) / 1000.0]).collect();
    let track = |(name, time)| (name, time, &[1.0][..]);
    let tracks: Vec<_> =
        names.iter().map(|name| &**name).zip(times.iter().map(|time| &time[..])).map(track).collect();
    let morphs: Vec<&str> = names.iter().map(|name| &**name).collect();
    for (count, is_made) in [(1000, true), (2000, false)] {
        let (clip, figure) = faces(&tracks[..count], &morphs[..count]);
        let mut report = Report::new();
        let found =
            retarget(&clip, &figure, &Mapping::new(&clip, &figure, None), &Options::default(), &mut report);
        assert_eq!(found.channels.len(), usize::from(is_made));
        assert_eq!(report.losses.is_empty(), is_made, "{report}");
    }
}

#[test]
fn expressions_move_the_morph_targets_of_the_figure() {
    let bind = |morph: usize, weight: f64| Bind { node: 1, morph, weight };
    let expression = |name: &str, binds: &[Bind]| Expression {
        name: name.to_owned(),
        binds: binds.to_vec(),
        not_applied: vec![NotApplied { member: "overrideBlink".into(), to: vec!["blink".into()] }],
        ..Expression::default()
    };
    let tracks: &[(&str, &[f64], &[f64])] =
        &[("happy", &[0.0, 2.0], &[0.0, 1.0]), ("aa", &[0.5, 1.0], &[1.0, 0.0]), ("fat", &[0.0], &[0.5])];
    // A morph target has the name of an expression, which moves others.
    let (clip, figure) = faces(tracks, &["Mouth", "Eyes", "happy", "fat"]);
    let expressions = vec![
        expression("happy", &[bind(0, 0.5), bind(1, 1.0), bind(9, 1.0)]),
        expression("aa", &[bind(0, 0.25)]),
        expression("sad", &[bind(0, 1.0)]),
    ];
    let figure = figure.with_weights(1, vec![0.125, 0.0, 0.75, 0.0]).with_expressions(expressions);
    for (time, expected) in [
        (0.0, [0.25, 0.0, 0.75, 0.5]),
        (0.75, [0.5 * 0.375 + 0.25 * 0.5, 0.375, 0.75, 0.5]),
        (2.0, [0.5, 1.0, 0.75, 0.5]),
    ] {
        let mut report = Report::new();
        assert_eq!(face_at(&clip, &figure, time, &mut report), expected, "{time}");
        assert!(report.losses.is_empty(), "{report}");
    }
    // What they do to other expressions matters where these are driven.
    let tracks: &[(&str, &[f64], &[f64])] = &[("happy", &[0.0], &[1.0]), ("blink", &[0.0], &[1.0])];
    let (clip, figure) = faces(tracks, &["Mouth", "Eyes"]);
    let figure = figure
        .with_weights(1, vec![0.0; 2])
        .with_expressions(vec![expression("happy", &[bind(0, 0.5)]), expression("blink", &[bind(1, 1.0)])]);
    let mut report = Report::new();
    assert_eq!(face_at(&clip, &figure, 1.0, &mut report), [0.5, 1.0]);
    assert_eq!(report.losses.len(), 2);
    assert_eq!(
        (report.losses[0].code.id, report.losses[0].node.as_deref()),
        ("retarget::dropped", Some("happy"))
    );
    assert!(report.losses[0].message.ends_with("without the effect of `overrideBlink`"), "{report}");
}
