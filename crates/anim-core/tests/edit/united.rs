//! What the nodes of joined, renamed and mirrored clips have besides motion: morph targets, and texts for numbers.

use anim_core::edit::{Mirror, Moment, Pattern, additive, join, mirror, rename};
use anim_core::{Channel, Clip, Curve, Deviation, Ease, Fate, Node, Property, Report, Times};

use super::same::FINE;

/// A clip of a second of a face with morph targets of these names, whose constant weights are these; fewer names mean none for
/// the last.
fn face(morphs: &[&str], weights: &[f64]) -> Clip {
    let mut node = Node::new("face");
    node.morphs = morphs.iter().map(|name| (*name).to_owned()).collect();
    let property = Property::Weights { count: weights.len() };
    let channel = Channel::new(0, property, Curve::constant(weights).unwrap()).unwrap();
    Clip::new("c").with_duration(1.0).with_nodes(vec![node]).with_channels(vec![channel])
}

#[test]
fn weights_are_joined_by_the_names_of_their_targets() {
    for (a, b, names, [first, last]) in [
        (
            face(&["smile", "frown"], &[0.1, 0.2]),
            face(&["jaw", "smile", "wink"], &[0.3, 0.4, 0.5]),
            &["smile", "frown", "jaw", "wink"][..],
            [&[0.1, 0.2, 0.0, 0.0][..], &[0.4, 0.0, 0.3, 0.5]],
        ),
        (
            face(&["smile", "frown"], &[0.1, 0.2]),
            face(&["frown", "smile"], &[0.3, 0.4]),
            &["smile", "frown"],
            [&[0.1, 0.2], &[0.4, 0.3]],
        ),
        (face(&[], &[0.1, 0.2]), face(&[], &[0.3, 0.4, 0.5]), &[], [&[0.1, 0.2, 0.0], &[0.3, 0.4, 0.5]]),
        (
            face(&[], &[0.1]),
            face(&["jaw", "smile"], &[0.3, 0.4]),
            &["jaw", "smile"],
            [&[0.1, 0.0], &[0.3, 0.4]],
        ),
        (
            face(&["jaw"], &[0.1, 0.2]),
            face(&["smile"], &[0.3]),
            &["jaw", "", "smile"],
            [&[0.1, 0.2, 0.0], &[0.0, 0.0, 0.3]],
        ),
    ] {
        let done = join(&[a, b], 0.0, FINE, &mut Report::new()).unwrap();
        assert_eq!(done.nodes[0].morphs, names);
        let at = |time: f64| {
            let mut weights = vec![0.0; first.len()];
            for channel in &done.channels {
                assert_eq!(channel.property().width(), first.len());
                let value = channel.curve().at(time);
                weights[channel.component()..][..value.len()].copy_from_slice(&value);
            }
            weights
        };
        assert_eq!((at(0.5), at(1.5)), (first.to_vec(), last.to_vec()), "{names:?}");
    }
}

/// A clip of a second whose nodes show texts, one after another.
fn shown(nodes: &[(&str, &[&str])]) -> Clip {
    let channel = |(node, (_, texts)): (usize, &(&str, &[&str]))| {
        let numbers = (0..texts.len()).map(|number| number as f64);
        let times: Vec<f64> = (0..texts.len()).map(|key| key as f64 / texts.len() as f64).collect();
        let curve = Curve::new(Times::keys(times).unwrap(), 1, numbers.collect(), Ease::Step).unwrap();
        Channel::new(node, Property::named("segment", 1), curve).unwrap()
    };
    let mut clip = Clip::new("c")
        .with_duration(1.0)
        .with_nodes(nodes.iter().map(|(name, _)| Node::new(*name)).collect())
        .with_channels(nodes.iter().enumerate().map(channel).collect());
    for (name, texts) in nodes {
        let entry =
            |(number, text): (usize, &&str)| (format!("hsf-xml.segment.{name}.{number}"), (*text).to_owned());
        clip.metadata.extend(texts.iter().enumerate().map(entry));
    }
    clip.metadata.push(("hsf-xml.active".to_owned(), "true".to_owned()));
    clip
}

/// The texts that a node shows in the middle of each part of a clip.
fn texts(clip: &Clip, node: &str, times: &[f64]) -> Vec<String> {
    let index = clip.node(node).unwrap();
    let channel = clip.channels.iter().find(|channel| channel.node() == index).unwrap();
    let text = |time: &f64| {
        let key = format!("hsf-xml.segment.{node}.{}", channel.curve().at(*time)[0]);
        clip.metadata(&key).unwrap_or("none").to_owned()
    };
    times.iter().map(text).collect()
}

#[test]
fn weights_rest_where_a_clip_does_not_drive_them() {
    let driven = face(&["smile", "frown"], &[0.8, 0.5]);
    let mut alone = driven.clone();
    alone.channels =
        vec![Channel::new(0, Property::Translation, Curve::constant(&[1.0; 3]).unwrap()).unwrap()];
    for (clips, [first, last]) in [
        ([driven.clone(), alone.clone()], [&[0.8, 0.5], &[0.0, 0.0]]),
        ([alone, driven], [&[0.0, 0.0], &[0.8, 0.5]]),
    ] {
        let done = join(&clips, 0.0, FINE, &mut Report::new()).unwrap();
        let is_weights = |channel: &&Channel| matches!(channel.property(), Property::Weights { .. });
        let curve = done.channels.iter().find(is_weights).unwrap().curve();
        assert_eq!((curve.at(0.5), curve.at(1.5)), (first.to_vec(), last.to_vec()));
    }
}

#[test]
fn weights_of_a_moment_are_reported_because_they_are_not_subtracted() {
    let smile = face(&["smile", "frown"], &[0.8, -0.9]);
    for (moment, expected) in [(None, None), (Some(Moment::Seconds(0.5)), Some(0.9))] {
        let mut report = Report::new();
        let done = additive(&smile, moment, FINE, &mut report).unwrap();
        assert_eq!(done.channels, smile.channels);
        let fates: Vec<Fate> = report.losses.iter().map(|loss| loss.fate).collect();
        let expected =
            expected.map(|size| Fate::Approximated(Deviation::of(smile.channels[0].property(), size)));
        assert_eq!(fates, Vec::from_iter(expected));
    }
}

#[test]
fn weights_of_a_node_that_does_not_exist_are_left_out() {
    let mut lost = face(&["smile"], &[0.1]);
    lost.channels[0] = lost.channels[0].with_node(7);
    let done = join(&[lost, face(&["jaw"], &[0.3])], 0.0, FINE, &mut Report::new()).unwrap();
    assert_eq!(done.nodes[0].morphs, ["smile", "jaw"]);
    let [weights] = &done.channels[..] else { panic!("{done:?}") };
    assert_eq!((weights.node(), weights.curve().at(1.5)), (0, vec![0.0, 0.3]));
}

#[test]
fn numbers_keep_their_texts() {
    let one = shown(&[("arm.L", &["one", "two"]), ("arm.R", &["R1", "R2"])]);
    let names = [(Pattern::new("arm.*"), "*.arm".to_owned())];
    let renamed = &rename(std::slice::from_ref(&one), &names, &mut Report::new()).unwrap()[0];
    assert_eq!(texts(renamed, "L.arm", &[0.2, 0.7]), ["one", "two"]);
    let mirrored = mirror(&one, &Mirror::default(), &mut Report::new()).unwrap();
    assert_eq!(texts(&mirrored, "arm.L", &[0.2, 0.7]), ["R1", "R2"]);
    assert_eq!(texts(&mirrored, "arm.R", &[0.2, 0.7]), ["one", "two"]);
    assert_eq!(mirrored.metadata("hsf-xml.active"), Some("true"));
    let other = shown(&[("arm.L", &["red", "two", "blue"]), ("lamp", &["on"])]);
    for crossfade in [0.0, 0.1] {
        let joined = join(&[one.clone(), other.clone()], crossfade, FINE, &mut Report::new()).unwrap();
        let found = texts(&joined, "arm.L", &[0.2, 0.7, 1.15, 1.5, 1.8]);
        assert_eq!(found, ["one", "two", "red", "two", "blue"]);
        assert_eq!(texts(&joined, "lamp", &[1.5]), ["on"]);
    }
}

#[test]
fn numbers_that_may_be_flags_are_not_mixed() {
    let flag = |value: f64| {
        let channel = Channel::new(0, Property::named("tmd", 1), Curve::constant(&[value]).unwrap()).unwrap();
        Clip::new("c").with_duration(1.0).with_nodes(vec![Node::new("n")]).with_channels(vec![channel])
    };
    let joined = join(&[flag(9.0), flag(13.0)], 0.5, FINE, &mut Report::new()).unwrap();
    let curve = joined.channels[0].curve();
    assert!(curve.values().iter().all(|value| [9.0, 13.0].contains(value)), "{curve:?}");
}
