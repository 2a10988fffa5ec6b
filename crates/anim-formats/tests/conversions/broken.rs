//! Clips that are broken, and rotations that are not finite.

use anim_core::{
    Channel, Clip, Curve, Ease, EulerOrder, Event, Fate, Node, Options, Property, Rate, Report, Times,
};
use anim_formats::Registry;

#[test]
fn every_format_reports_rotations_that_are_not_numbers() {
    let rate = Rate::per_second(30);
    let properties = [
        (
            Property::Euler(EulerOrder::Xyz),
            vec![0.1, 0.2, 0.3, 0.2, f64::NAN, 0.5, 0.3, 0.4, 0.5],
            Ease::Linear,
        ),
        (Property::Angle { axis: [0.0, 1.0, 0.0] }, vec![0.1, f64::INFINITY, 0.3], Ease::Linear),
        (
            Property::Rotation,
            vec![0.0, 0.0, 0.0, 1.0, f64::NAN, 0.0, 0.0, 1.0, 0.0, 0.0, 0.6, 0.8],
            Ease::Slerp,
        ),
    ];
    for (property, values, ease) in properties {
        let times = Times::uniform(0.0, rate, 3).unwrap();
        let curve = Curve::new(times, property.width(), values, ease).unwrap();
        let clip = Clip::new("clip")
            .with_duration(0.1)
            .with_rate(rate)
            .with_nodes(vec![Node::new("bone")])
            .with_channels(vec![Channel::new(0, property.clone(), curve).unwrap()]);
        for format in Registry::builtin().formats().iter().filter(|format| format.encodes()) {
            let mut report = Report::new();
            let clips = std::slice::from_ref(&clip);
            format.encode(clips, &Options::default(), &("clip", ()), &mut report).unwrap();
            let is_infinite =
                |fate: &Fate| matches!(fate, Fate::Approximated(error) if error.size == f64::INFINITY);
            let is_told = report.losses.iter().any(|loss| is_infinite(&loss.fate));
            assert!(is_told, "{} {property:?}: {report}", format.info().id);
        }
    }
}

#[test]
fn every_format_refuses_clips_whose_parts_do_not_fit_together() {
    let valid = || Clip::new("c").with_duration(1.0).with_nodes(vec![Node::new("n")]);
    let named = |time| Event::named(time, "e", vec![]);
    let moving = |node| {
        let curve = Curve::constant(&[1.0, 2.0, 3.0]).unwrap();
        valid().with_channels(vec![Channel::new(node, Property::Translation, curve).unwrap()])
    };
    let broken = [
        ("a channel of a node that does not exist", moving(9)),
        ("a parent that does not exist", valid().with_nodes(vec![Node::new("n").with_parent(9)])),
        ("no number as duration", valid().with_duration(f64::NAN)),
        ("an endless duration", valid().with_duration(f64::INFINITY)),
        ("a negative duration", valid().with_duration(-1.0)),
        ("events out of order", valid().with_events(vec![named(0.5), named(0.25)])),
        ("an event of a node that does not exist", valid().with_events(vec![named(0.5).with_node(7)])),
    ];
    for entry in Registry::builtin().formats().iter().filter(|entry| entry.encodes()) {
        for (what, clip) in &broken {
            assert!(clip.validate().is_err(), "{what}");
            let made = entry.encode(std::slice::from_ref(clip), &Options::default(), &(), &mut Report::new());
            assert!(made.is_err(), "{}: {what}", entry.info().id);
        }
    }
}
