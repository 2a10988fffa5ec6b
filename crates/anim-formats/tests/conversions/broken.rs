//! Angles that are no numbers.

use anim_core::{Channel, Clip, Curve, Ease, EulerOrder, Fate, Node, Options, Property, Rate, Report, Times};
use anim_formats::Registry;

#[test]
fn every_format_keeps_angles_that_are_no_numbers_or_reports_them() {
    let rate = Rate::per_second(30);
    let values = vec![0.1, 0.2, 0.3, 0.2, f64::NAN, 0.5, 0.3, 0.4, 0.5];
    let curve = Curve::new(Times::uniform(0.0, rate, 3).unwrap(), 3, values, Ease::Linear).unwrap();
    let clip = Clip::new("clip")
        .with_duration(0.1)
        .with_rate(rate)
        .with_nodes(vec![Node::new("bone")])
        .with_channels(vec![Channel::new(0, Property::Euler(EulerOrder::Xyz), curve).unwrap()]);
    for format in Registry::builtin().formats().iter().filter(|format| format.encodes()) {
        let mut report = Report::new();
        let made = format
            .encode(std::slice::from_ref(&clip), &Options::default(), &("clip", ()), &mut report)
            .unwrap();
        let is_infinite =
            |fate: &Fate| matches!(fate, Fate::Approximated(error) if error.size == f64::INFINITY);
        let is_told = report.losses.iter().any(|loss| is_infinite(&loss.fate));
        let is_kept = made
            .clips()
            .iter()
            .flat_map(|clip| &clip.channels)
            .any(|channel| channel.curve().broken_keys() == 1);
        assert!(is_told || is_kept, "{}: {report}", format.info().id);
    }
}
