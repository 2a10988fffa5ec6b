//! The report of encoding: what the file cannot hold, and the errors of poses.

use anim_core::{
    Affine, Channel, Curve, Deviation, Ease, EulerOrder, Event, Fate, Loss, Node, Positive, Property, Rate,
    Report, Unit, Wrap,
};
use anim_stt::EncodeOptions;

use crate::encoding::{clip, curve, deviation, distance, encode, encode_with, losses};

/// Out and back between three keys, repeated before them, and forwards and backwards in turn after them.
fn path(ease: Ease) -> Curve {
    curve(&[1.3, 2.3, 2.6], 3, &[0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 2.0, 0.0], ease)
        .with_wrap(Wrap::Repeat, Wrap::PingPong)
}

#[test]
fn losses_name_their_nodes() {
    let mut rows = Affine::IDENTITY.to_rows();
    rows[0] = 3.0;
    let mut scaled = clip(1.0, Property::Matrix, Curve::constant(&rows).unwrap());
    scaled.nodes[0].rest.scale = [2.0; 3];
    let (_, report) = encode(&[scaled]);
    let of_node = |loss: &&Loss| loss.clip.as_deref() == Some("c") && loss.node.as_deref() == Some("n");
    let messages: Vec<_> = report.losses.iter().filter(of_node).map(|loss| loss.message.as_str()).collect();
    let expected = [
        "the scale at rest, 2 2 2, is not in the file: states have no scale",
        "the scale and shear of the matrices, up to 2 from a rotation, are not in the file: states have none",
    ];
    assert_eq!(messages, expected, "{report}");
}

#[test]
fn a_scale_that_is_1_but_for_rounding_is_no_loss_or_a_small_one() {
    // Single precision, the rounding of matrices decomposed by Blender, and a scale.
    for (off, expected) in [(1e-7, 0), (8e-6, 2), (0.01, 2)] {
        let mut scaled = clip(1.0, Property::Scale, Curve::constant(&[1.0 - off; 3]).unwrap());
        scaled.nodes[0].rest.scale = [1.0, 1.0 + off, 1.0];
        let (_, report) = encode(&[scaled]);
        let of_node = report.losses.iter().filter(|loss| loss.node.is_some());
        assert_eq!(of_node.count(), expected, "{report}");
        let sizes = report.losses.iter().filter_map(|loss| match loss.fate {
            Fate::Approximated(error) if error.unit == Unit::Ratio => Some(error.size),
            _ => None,
        });
        let sizes: Vec<_> = sizes.collect();
        assert_eq!(sizes.len(), if off == 8e-6 { 2 } else { 0 }, "{report}");
        assert!(sizes.iter().all(|size| (size - off).abs() < 1e-12), "{report}");
    }
}

#[test]
fn what_a_state_cannot_hold_is_reported() {
    let mut lossy = clip(1.0, Property::Scale, Curve::constant(&[2.0; 3]).unwrap());
    lossy.nodes.push(Node::new("n").with_parent(0));
    lossy.name = "a}b".into();
    lossy.events.push(Event::named(0.0, "e", vec![]));
    let (stt, report) = encode(std::slice::from_ref(&lossy));
    assert_eq!(anim_core::laws::joins(&report, &[lossy]), Ok(()));
    let facts =
        report.losses.iter().map(|loss| (loss.code.id, loss.node.is_some(), loss.property.as_deref()));
    let mut facts: Vec<_> = facts.collect();
    facts.sort_unstable();
    let expected = [
        // The duration and the events, the parent, the channel.
        ("stt::dropped", false, None),
        ("stt::dropped", false, None),
        ("stt::dropped", true, None),
        ("stt::dropped", true, Some("scale")),
        // The clip and the second node.
        ("stt::name", false, None),
        ("stt::name", true, None),
    ];
    assert_eq!(facts, expected, "{report}");
    assert_eq!(stt.states[0].name.to_string(), "a)b");
    let not_finite = curve(&[0.0, 1.0, 2.0], 3, &[f64::NAN; 9], Ease::Step);
    let (_, report) = encode(&[clip(2.0, Property::Translation, not_finite)]);
    assert!(report.losses.iter().any(|loss| loss.message.contains("not finite")), "{report}");
}

#[test]
fn a_duration_that_differs_from_the_motions_is_reported() {
    let spin = curve(&[0.0, 2.0], 3, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0], Ease::Linear);
    for (duration, expected) in [(2.0, vec![]), (5.0, vec!["stt::dropped"])] {
        let spin = spin.clone().with_wrap(Wrap::Repeat, Wrap::Repeat);
        let (_, report) = encode(&[clip(duration, Property::Translation, spin)]);
        assert_eq!(losses(&report), expected);
        let errors = report.losses.iter().map(|loss| loss.fate);
        // The motion takes two seconds.
        assert!(errors.eq(expected.iter().map(|_| Fate::Approximated(Deviation::time(duration - 2.0)))));
    }
}

#[test]
fn frames_are_reported_because_a_state_has_none() {
    let plain = clip(2.0, Property::Translation, path(Ease::Linear));
    let mut source = plain.clone().with_rate(Rate::per_second(24));
    source.first_frame = 101.0;
    let [(_, plain), (_, report)] = [plain, source].map(|clip| encode(&[clip]));
    let messages =
        |report: &Report| report.losses.iter().map(|loss| loss.message.clone()).collect::<Vec<_>>();
    let found: Vec<_> = messages(&report).into_iter().filter(|one| !messages(&plain).contains(one)).collect();
    let rate = "a state has no frames: the rate of 24 frames per second is not in the file";
    assert_eq!(found, [rate, "the first frame has the number 101 and becomes number 0"]);
}

#[test]
fn each_side_of_a_curve_repeats_as_its_own_wrap_says() {
    for (before, after) in [(Wrap::Repeat, Wrap::PingPong), (Wrap::PingPong, Wrap::Repeat)] {
        let source = clip(6.0, Property::Translation, path(Ease::Linear).with_wrap(before, after));
        let (stt, report) = encode(std::slice::from_ref(&source));
        // Poses at the right times are exact, but they begin at time 0, and nothing follows the last one.
        let facts = report.losses.iter().map(|loss| (loss.code.id, loss.property.as_deref()));
        assert_eq!(facts.collect::<Vec<_>>(), [("stt::outside", Some("translation")); 2], "{report}");
        for (loss, (held, from)) in report.losses.iter().zip([(0.0, -60.0), (6.0, 6.0)]) {
            let at = |time: f64| source.pose(time).local[0].translation();
            let off = |time: f64| (0..3).map(|i| (at(time)[i] - at(held)[i]).powi(2)).sum::<f64>().sqrt();
            let times = (0..60_000).map(|step| from + f64::from(step) / 1000.0);
            let farthest = times.map(off).fold(0.0, f64::max);
            let Fate::Approximated(error) = loss.fate else { panic!("{report}") };
            // A jump lies between two of the times.
            assert!((0.99..=1.000_001).contains(&(farthest / error.size)), "{farthest}: {report}");
        }
        let again = &stt.clips()[0];
        for step in 0..6000 {
            // Between the times of keys, where a repeated curve may jump.
            let time = f64::from(step) / 1000.0 + 0.000_5;
            let off = distance(&source.pose(time).local[0], &again.pose(time).local[0]);
            assert!(off <= 1e-9, "{off} at {time}");
        }
    }
}

#[test]
fn the_error_of_poses_is_nowhere_larger_than_reported() {
    for (before, after) in [(Wrap::Repeat, Wrap::PingPong), (Wrap::PingPong, Wrap::Repeat)] {
        let source = clip(6.0, Property::Translation, path(Ease::Sine).with_wrap(before, after));
        let (stt, report) = encode(std::slice::from_ref(&source));
        let stated = report.losses.iter().filter(|loss| loss.code.id == "stt::sampled").map(deviation);
        let stated = stated.map(|error| error.size).fold(0.0, f64::max);
        let again = &stt.clips()[0];
        let off = (0..60_000)
            .map(|step| f64::from(step) / 10_000.0 + 0.000_05)
            .map(|time| distance(&source.pose(time).local[0], &again.pose(time).local[0]));
        let off = off.fold(0.0, f64::max);
        // Beyond the numbers of the file, which are of single precision.
        assert!(0.0 < off && off <= stated + 1e-7, "{off} {stated} {report}");
    }
}

#[test]
fn lengths_and_angles_have_separate_tolerances() {
    let mut source = clip(6.0, Property::Translation, path(Ease::Sine));
    source.channels.push(Channel::new(0, Property::Euler(EulerOrder::Xyz), path(Ease::Sine)).unwrap());
    let tolerances = |tolerance, tolerance_angle| EncodeOptions {
        tolerance: Positive::new(tolerance).unwrap(),
        tolerance_angle: Positive::new(tolerance_angle).unwrap(),
        ..EncodeOptions::default()
    };
    let mut counts = Vec::new();
    for (length, angle) in [(1e-1, 1e-1), (1e-4, 1e-1), (1e-1, 1e-4)] {
        let (stt, report) = encode_with(std::slice::from_ref(&source), &tolerances(length, angle));
        let [lengths, angles] = [&report.losses[0], &report.losses[1]].map(deviation);
        assert_eq!((lengths.unit, angles.unit), (Unit::Length, Unit::Angle));
        assert!(lengths.size <= length && angles.size <= angle, "{report}");
        counts.push(stt.states.len());
    }
    assert!(2 * counts[0] < counts[1].min(counts[2]), "{counts:?}");
}

#[test]
fn errors_of_positions_are_distances() {
    // Along the diagonal of a cube, all three components are off by as much at the same time.
    let diagonal = curve(&[0.0, 1.0, 3.0], 3, &[0.0, 0.0, 0.0, 4.0, 4.0, 4.0, 1.0, 1.0, 1.0], Ease::Sine);
    let source = clip(3.0, Property::Translation, diagonal);
    let (stt, report) = encode(std::slice::from_ref(&source));
    let stated = report.losses.iter().filter(|loss| loss.code.id == "stt::sampled").map(deviation);
    let stated = stated.map(|error| error.size).fold(0.0, f64::max);
    let again = &stt.clips()[0];
    let off = (0..3000).map(|step| f64::from(step) / 1000.0 + 0.000_5).map(|time| {
        let [a, b] = [&source, again].map(|clip| clip.pose(time).local[0].translation());
        (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
    });
    let off = off.fold(0.0, f64::max);
    assert!(stated <= 1e-3, "{report}");
    assert!(0.9 * stated < off && off <= stated + 1e-9, "{off} {stated}");
}

#[test]
fn a_moment_of_a_long_loop_after_the_poses_is_reported() {
    // A node that leaves its place for a thousandth of a loop of which the clip has the first tenth; before its first key it stands.
    let keys = [1.0, 700.0, 700.5, 701.0, 1001.0];
    let values = [0.0, 0.0, 8.0, 0.0, 0.0].map(|x| [x, 0.0, 0.0]);
    let way = curve(&keys, 3, values.as_flattened(), Ease::Linear).with_wrap(Wrap::Hold, Wrap::Repeat);
    let (_, report) = encode(&[clip(100.0, Property::Translation, way)]);
    let outside: Vec<&Loss> = report.losses.iter().filter(|loss| loss.code.id == "stt::outside").collect();
    let fates: Vec<Fate> = outside.iter().map(|loss| loss.fate).collect();
    assert_eq!(fates, [Fate::Approximated(Deviation::length(8.0))], "{report}");
}
