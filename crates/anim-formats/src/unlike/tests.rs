use std::slice;

use anim_core::{Channel, Curve, Ease, Event, EventKind, Handles, Times, Wrap};

use super::*;

fn of(clips: &[Clip], results: &[Clip], changes: &impl Changes) -> Unlike {
    super::of(&clips.iter().collect::<Vec<_>>(), results, changes)
}

/// Nothing is known.
struct Nothing;

impl Changes for Nothing {
    fn new_name(&self, _: &str) -> Option<&str> {
        None
    }

    fn new_node_name(&self, _: &str, _: &str) -> Option<&str> {
        None
    }

    fn jump(&self, _: &str, _: &str) -> f64 {
        0.0
    }
}

/// The clip `b` has a new name.
struct Renamed;

impl Changes for Renamed {
    fn new_name(&self, clip: &str) -> Option<&str> {
        (clip == "b").then_some("b (2)")
    }

    fn new_node_name(&self, _: &str, _: &str) -> Option<&str> {
        None
    }

    fn jump(&self, _: &str, _: &str) -> f64 {
        0.0
    }
}

/// The jumps of the node `hip` of the clip `walk` take this time.
struct Slow(f64);

impl Changes for Slow {
    fn new_name(&self, _: &str) -> Option<&str> {
        None
    }

    fn new_node_name(&self, _: &str, _: &str) -> Option<&str> {
        None
    }

    fn jump(&self, clip: &str, node: &str) -> f64 {
        if (clip, node) == ("walk", "hip") { self.0 } else { 0.0 }
    }
}

#[test]
fn steps_at_times_of_single_precision_do_not_differ() {
    let stepped = |time: f64| {
        let times = Times::keys([0.0, time, 2.0]).unwrap();
        let curve = Curve::new(times, 3, [[1.0; 3], [4.0; 3], [4.0; 3]].concat(), anim_core::Ease::Step);
        let channels = vec![Channel::new(0, Property::Translation, curve.unwrap()).unwrap()];
        Clip::new("walk").with_duration(2.0).with_nodes(vec![Node::new("hip")]).with_channels(channels)
    };
    for time in [0.416, 0.9 / 0.516, 1.9] {
        let rounded = stepped(f64::from(time as f32));
        assert!(of(&[stepped(time)], &[rounded], &Nothing).largest.is_empty(), "{time}");
        let late = of(&[stepped(time)], &[stepped(time + 1e-4)], &Nothing);
        assert_eq!(late.largest.len(), 1, "{time}: {late:?}");
    }
}

/// The node `hip` is called `hip.001`.
struct Numbered;

impl Changes for Numbered {
    fn new_name(&self, _: &str) -> Option<&str> {
        None
    }

    fn new_node_name(&self, clip: &str, node: &str) -> Option<&str> {
        ((clip, node) == ("walk", "hip")).then_some("hip.001")
    }

    fn jump(&self, _: &str, _: &str) -> f64 {
        0.0
    }
}

#[test]
fn renamed_nodes_are_compared_under_their_new_names() {
    let clip = |names: [&str; 2]| Clip::new("walk").with_nodes(names.map(Node::new).into());
    let found = of(&[clip(["hip", "leg"])], &[clip(["leg", "hip.001"])], &Numbered);
    assert!(found.missing.is_empty(), "{found:?}");
    assert_eq!(
        of(&[clip(["hip", "leg"])], &[clip(["leg", "hip.001"])], &Nothing).missing,
        ["the node `hip`"]
    );
}

#[test]
fn jumps_that_take_a_known_time_do_not_differ_within_it() {
    // A jump from 1 to 4 at 1 s, in an instant and as a line of half a millisecond that ends there, and then a ramp to `end`.
    let jump = |start: f64, end: f64| {
        let times = Times::keys([0.0, start, 1.0, 2.0]).unwrap();
        Curve::new(times, 1, vec![1.0, 1.0, 4.0, end], Ease::Linear).unwrap()
    };
    let whole = |property: &Property, curve: Curve| {
        let channels = vec![Channel::part(0, property.clone(), 0, curve).unwrap()];
        Clip::new("walk").with_duration(2.0).with_nodes(vec![Node::new("hip")]).with_channels(channels)
    };
    for (property, unit) in [(Property::Translation, Unit::Length), (Property::named("glow", 1), Unit::Own)] {
        let at_once = whole(&property, jump(1.0 - 1e-7, 5.0));
        let off = |known: f64, end: f64| {
            let found = of(slice::from_ref(&at_once), &[whole(&property, jump(0.9995, end))], &Slow(known));
            assert!(found.largest.iter().all(|largest| largest.unit == unit));
            found.largest.first().map_or(0.0, |largest| largest.size)
        };
        // The line is 3 units off just before the end of the jump, and the ramp 0.25 at its end.
        assert!((off(0.0, 5.0) - 3.0).abs() < 0.01 && (off(1e-4, 5.0) - 3.0).abs() < 0.01);
        assert!(off(5e-4, 5.0) == 0.0 && (off(5e-4, 5.25) - 0.25).abs() < 1e-12);
    }
}

/// A node that moves to `end`, glows, and steps once.
fn clip(end: f64) -> Clip {
    let times = Times::keys([0.0, 1.0]).unwrap();
    let way = Curve::new(times, 3, vec![0.0, 0.0, 0.0, end, 0.0, 0.0], Ease::Linear).unwrap();
    let glow = Curve::constant(&[0.5]).unwrap();
    let named = |channel: Result<Channel, _>| channel.unwrap();
    Clip::new("walk")
        .with_duration(1.0)
        .with_nodes(vec![Node::new("hip")])
        .with_channels(vec![
            named(Channel::new(0, Property::Translation, way)),
            named(Channel::new(0, Property::named("glow", 1), glow)),
        ])
        .with_events(vec![Event::named(0.5, "step", Vec::new())])
}

fn unlike(change: impl FnOnce(&mut Clip)) -> (Vec<String>, Vec<Deviation>) {
    let mut other = clip(1.0);
    change(&mut other);
    let found = of(&[clip(1.0)], &[other], &Nothing);
    (found.missing, found.largest)
}

#[test]
fn what_is_missing_is_named_and_what_differs_is_measured() {
    let nothing = || (Vec::new(), Vec::new());
    assert_eq!(unlike(|_| ()), nothing());
    assert_eq!(unlike(|clip| clip.name = "run".into()), nothing(), "the only clip of each");
    assert_eq!(unlike(|other| *other = clip(1.25)), (Vec::new(), vec![Deviation::length(0.25)]));
    assert_eq!(unlike(|clip| clip.duration = 1.5).1, [Deviation::time(0.5)]);
    let missing = |change: fn(&mut Clip)| unlike(change).0;
    assert_eq!(missing(|clip| clip.events.clear()), ["the event `step` at 0.5 s"]);
    assert_eq!(missing(|clip| drop(clip.channels.pop())), ["`glow` of the node `hip`"]);
    assert_eq!(missing(|clip| clip.nodes[0].name = "tail".into()), ["the node `hip`"]);
    let [a, b] = ["a", "b"].map(Clip::new);
    let both = [a, b.clone()];
    assert_eq!(of(&both, &[b], &Nothing).missing, ["the clip `a`"]);
    assert_eq!(of(&both, &both, &Renamed).missing, ["the clip `b`"]);
}

#[test]
fn the_largest_difference_of_each_unit_is_noted() {
    let mut unlike = Unlike::default();
    for (unit, size) in [
        (Unit::Length, 0.25),
        (Unit::Angle, 0.125),
        (Unit::Length, 0.5),
        (Unit::Length, 0.375),
        (Unit::Time, 0.0),
    ] {
        unlike.note(unit, size);
    }
    assert_eq!(unlike.largest, [Deviation::length(0.5), Deviation::angle(0.125)]);
}

#[test]
fn no_key_of_a_long_clip_is_left_out() {
    const KEYS: usize = 30_000;
    // Two nodes, so that one has keys between those of the other.
    let long = |at: Option<usize>, property: &Property| {
        let curve = |from: f64, at: Option<usize>| {
            let width = property.width();
            let mut values = vec![0.0; width * KEYS];
            if let Some(at) = at {
                values[width * at] = 7.0;
            }
            let times = anim_core::Times::uniform(from, anim_core::Rate::per_second(30), KEYS).unwrap();
            Curve::new(times, width, values, Ease::Linear).unwrap()
        };
        let channels = [curve(0.0, at), curve(0.5, None)].into_iter().enumerate();
        let channels = channels.map(|(node, curve)| Channel::new(node, property.clone(), curve).unwrap());
        Clip::new("walk")
            .with_duration(KEYS as f64 / 30.0)
            .with_nodes(["a", "b"].map(Node::new).to_vec())
            .with_channels(channels.collect())
    };
    for (property, expected) in [
        (Property::Translation, Deviation::length(7.0)),
        (Property::named("glow", 1), Deviation::of(&Property::named("", 1), 7.0)),
    ] {
        for at in [20_001, 20_002, 20_003, KEYS - 1] {
            let clips = [None, Some(at)].map(|at| long(at, &property));
            let found = of(&clips[..1], &clips[1..], &Nothing);
            assert_eq!((found.missing, found.largest), (vec![], vec![expected]), "{at}");
        }
    }
}

#[test]
fn a_difference_that_is_not_largest_between_two_keys_is_found() {
    let handle = |value: f64| Handles { into: [-1.0, -value], out: [1.0, value] };
    let times = || Times::keys([0.0, 3.0]).unwrap();
    let line = Curve::new(times(), 1, vec![0.0, 1.0], Ease::Linear).unwrap();
    let curved = |first: f64, last: f64| {
        let curve = Curve::new(times(), 1, vec![0.0, 1.0], anim_core::Ease::Bezier).unwrap();
        curve.with_handles(vec![handle(first), handle(last)]).unwrap()
    };
    // Handles at thirds make a straight line. 3u² − 2u³ − u is largest where its slope is 0, at (3 ± √3) / 6, and 0 in the
    // middle. 3hu(1 − u)² is largest at u = 1/3.
    let third = 1.0 / 3.0;
    let cases = [(0.0, 0.0, 3.0_f64.sqrt() / 18.0), (third + 0.5, third, 0.5 * 4.0 / 9.0)];
    for (first, last, expected) in cases {
        for (property, unit) in
            [(Property::Translation, Unit::Length), (Property::named("glow", 1), Unit::Own)]
        {
            let clips = [line.clone(), curved(first, last)].map(|curve| {
                let channel = Channel::part(0, property.clone(), 0, curve);
                Clip::new("walk")
                    .with_duration(3.0)
                    .with_nodes(vec![Node::new("a")])
                    .with_channels(vec![channel.unwrap()])
            });
            let found = of(&clips[..1], &clips[1..], &Nothing).largest;
            assert_eq!(found.len(), 1, "{found:?}");
            assert_eq!(found[0].unit, unit);
            assert!((found[0].size - expected).abs() < 1e-9, "{expected}: {found:?}");
        }
    }
}

#[test]
fn morph_targets_of_one_name_are_paired_in_order() {
    let clip = |ends: [f64; 3]| {
        let mut node = Node::new("face");
        node.morphs = ["x", "x", "y"].map(str::to_owned).to_vec();
        let curve = Curve::constant(&ends).unwrap();
        let weights = Channel::new(0, Property::Weights { count: 3 }, curve).unwrap();
        Clip::new("talk").with_nodes(vec![node]).with_channels(vec![weights])
    };
    let own = clip([0.0, 1.0, 0.5]);
    for (other, expected) in
        [([0.0, 1.0, 0.5], None), ([0.25, 1.0, 0.5], Some(0.25)), ([0.0, 0.5, 0.5], Some(0.5))]
    {
        let unlike = of(std::slice::from_ref(&own), &[clip(other)], &Nothing);
        assert!(unlike.missing.is_empty());
        assert_eq!(unlike.largest.first().map(|largest| largest.size), expected, "{other:?}");
    }
}

#[test]
fn parts_of_one_curve_are_compared_with_parts_of_several() {
    // Three weights with a smooth segment, a straight one and a step, which play forwards and backwards.
    let weights = |first: usize, parts: &[usize], off: f64| {
        let at = |key: usize, part: usize| (key * (part + 1)) as f64 + if key == 2 { off } else { 0.0 };
        let each = |key: usize| parts.iter().map(move |&part| (key, part));
        let values = (0..4).flat_map(each).map(|(key, part)| at(key, part)).collect();
        let handles =
            (0..4).flat_map(each).map(|(_, part)| Handles { into: [-0.3, 0.0], out: [0.2, part as f64] });
        let eases = vec![Ease::Bezier, Ease::Linear, Ease::Step, Ease::Step];
        let curve = Curve::new(Times::keys([0.0, 1.0, 2.0, 3.0]).unwrap(), parts.len(), values, Ease::Step);
        let curve = curve.unwrap().with_eases(eases).unwrap().with_handles(handles.collect()).unwrap();
        let curve = curve.with_wrap(Wrap::Hold, Wrap::PingPong);
        Channel::part(0, Property::Weights { count: 3 }, first, curve).unwrap()
    };
    let clip = |channels: Vec<Channel>| {
        let mut node = Node::new("face");
        node.morphs = ["x", "y", "z"].map(str::to_owned).to_vec();
        Clip::new("talk").with_duration(5.0).with_nodes(vec![node]).with_channels(channels)
    };
    let whole = clip(vec![weights(0, &[0, 1, 2], 0.0)]);
    for (off, expected) in [([0.0; 3], None), ([0.0, 0.25, 0.0], Some(0.25)), ([0.5, 0.25, 0.0], Some(0.5))] {
        let one = |part: usize| weights(part, &[part], off[part]);
        let parted = clip((0..3).map(one).collect());
        let paired = clip(vec![weights(0, &[0, 1], off[0].max(off[1])), one(2)]);
        for other in [&parted, &paired] {
            for [a, b] in [[&whole, other], [other, &whole]] {
                let found = of(slice::from_ref(a), slice::from_ref(b), &Nothing);
                assert_eq!(found.missing, [""; 0]);
                assert_eq!(found.largest.first().map(|largest| largest.size), expected, "{off:?}");
            }
        }
    }
}

#[test]
fn each_event_has_a_counterpart_of_its_own_at_its_time() {
    let enter =
        |seconds: Option<f64>, index: Option<usize>| EventKind::Enter { name: "x".into(), index, seconds };
    let named = |time: f64, value: f64| Event::named(time, "x", vec![value]);
    let at = |time: f64| named(time, 1.0);
    let whole = |kind: EventKind| Event::new(1.0, kind);
    for (own, other, missing) in [
        (vec![at(1.0), at(1.0)], vec![at(1.0)], 1),
        (vec![at(1.0), at(1.0)], vec![at(1.0 - 9e-7), at(1.0 + 9e-7)], 0),
        (vec![at(1.0)], vec![at(1.0 + 2e-6)], 1),
        (vec![at(1000.0)], vec![at(1000.0 + 9e-4)], 0),
        (vec![at(1.0), at(2.0), at(3.0)], vec![at(0.5), at(2.0), at(2.5), at(3.0)], 1),
        (vec![named(1.0, 0.0)], vec![named(1.0, -0.0)], 0),
        (vec![named(1.0, 0.0)], vec![named(1.0, 1e-300)], 1),
        (vec![named(1.0, 2.0), named(1.0, 3.0)], vec![named(1.0, 3.0), named(1.0, 2.0)], 0),
        (vec![at(1.0)], vec![at(1.0).with_node(0)], 1),
        (vec![at(1.0).with_node(0)], vec![at(1.0).with_node(0)], 0),
        (vec![at(1.0)], vec![Event::named(1.0, "y", vec![1.0])], 1),
        (vec![whole(enter(None, Some(0)))], vec![whole(enter(None, Some(0)))], 0),
        (vec![whole(enter(None, Some(0)))], vec![whole(enter(None, None))], 1),
        (vec![whole(enter(Some(0.0), None))], vec![whole(enter(None, None))], 1),
        (vec![whole(enter(None, None))], vec![Event::named(1.0, "x", vec![])], 1),
    ] {
        let clip =
            |events: Vec<Event>| Clip::new("walk").with_nodes(vec![Node::new("hip")]).with_events(events);
        let found = of(&[clip(own.clone())], &[clip(other.clone())], &Nothing);
        assert_eq!(found.missing.len(), missing, "{own:?} {other:?}: {:?}", found.missing);
    }
}

#[test]
fn many_events_are_compared_at_once() {
    let clip = |at: fn(f64) -> f64| {
        let events = (0..200_000).map(|number| Event::named(at(number.into()), "x", Vec::new()));
        Clip::new("walk").with_events(events.collect())
    };
    let start = std::time::Instant::now();
    for (at, missing) in
        [((|number| number) as fn(f64) -> f64, 0), (|number| number + 0.5, 200_000), (|_| 0.0, 199_999)]
    {
        let found = of(&[clip(|number| number)], &[clip(at)], &Nothing);
        assert_eq!(found.missing.len(), missing);
    }
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn many_morph_targets_are_compared_at_once() {
    const TARGETS: usize = 60_000;
    let clip = |is_whole: bool, last: f64| {
        let mut values = vec![0.0; 2 * TARGETS];
        values[2 * TARGETS - 1] = last;
        let curve = |width: usize, values: Vec<f64>| {
            Curve::new(Times::keys([0.0, 1.0]).unwrap(), width, values, Ease::Linear).unwrap()
        };
        let property = Property::Weights { count: TARGETS };
        let one = |part: usize| {
            let curve = curve(1, vec![values[part], values[TARGETS + part]]);
            Channel::part(0, property.clone(), part, curve).unwrap()
        };
        let channels = if is_whole {
            vec![Channel::new(0, property.clone(), curve(TARGETS, values.clone())).unwrap()]
        } else {
            (0..TARGETS).map(one).collect()
        };
        Clip::new("talk").with_duration(1.0).with_nodes(vec![Node::new("face")]).with_channels(channels)
    };
    let start = std::time::Instant::now();
    for (own, other) in [(true, true), (false, true), (true, false)] {
        let (own, other) = (clip(own, 1.0), clip(other, 0.75));
        let found = of(&[own], &[other], &Nothing);
        assert_eq!((found.missing, found.largest), (vec![], vec![Deviation::ratio(0.25)]));
    }
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}

#[test]
fn numbers_that_stand_for_texts_are_compared_as_these() {
    let clip = |values: [f64; 3], texts: &[&str]| {
        let times = Times::keys([0.0, 1.0, 2.0]).unwrap();
        let curve = Curve::new(times, 1, values.to_vec(), Ease::Step).unwrap();
        let property = Property::named("segment", 1);
        let mut clip = Clip::new("walk").with_duration(3.0).with_nodes(vec![Node::new("hip")]);
        clip.channels.push(Channel::new(0, property, curve).unwrap());
        let text = |(number, text): (usize, &&str)| (format!("own.segment.hip.{number}"), (*text).to_owned());
        clip.metadata = texts.iter().enumerate().map(text).collect();
        clip
    };
    let twice = clip([0.0, 1.0, 2.0], &["p", "q", "p"]);
    for (other, is_same) in [
        (clip([1.0, 0.0, 1.0], &["q", "p"]), true),
        (clip([0.0, 1.0, 0.0], &["p", "q"]), true),
        (clip([0.0, 1.0, 1.0], &["p", "q"]), false),
        (clip([0.0, 1.0, 0.0], &["p", "r"]), false),
    ] {
        for [a, b] in [[&twice, &other], [&other, &twice]] {
            let found = of(slice::from_ref(a), slice::from_ref(b), &Nothing);
            assert_eq!(found.largest.is_empty(), is_same, "{:?} {:?}", other.metadata, found.largest);
        }
    }
}
