//! The parts of a clip that a TOD does not hold, with the unit, the node and the property of each error.

use anim_core::{Affine, Axis, Deviation, Fate, Loss, Positive, Property, Rate, Report, Severity, Space};
use anim_tod::EncodeOptions;

use crate::encoding::{clip, encode, still};

/// The code, the node, the property and the fate of a loss.
fn parts(loss: &Loss) -> (&str, Option<&str>, Option<&str>, Fate) {
    (loss.code.id, loss.node.as_deref(), loss.property.as_deref(), loss.fate)
}

#[test]
fn each_error_has_the_unit_and_the_property_of_its_part() {
    let matrix =
        |x: f64, y: f64| Affine::new([[x, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [0.0, y, 0.0]);
    let matrix = |x: f64, y: f64| still(0, Property::Matrix, &matrix(x, y).to_rows());
    let cases = [
        (
            "object 1",
            still(0, Property::Scale, &[f64::NAN, 1.0, 1.0]),
            "tod::range",
            Deviation::ratio(f64::INFINITY),
        ),
        (
            "object 1",
            still(0, Property::Scale, &[9.0, 1.0, 1.0]),
            "tod::range",
            Deviation::ratio(9.0 - 32767.0 / 4096.0),
        ),
        (
            "object 1",
            still(0, Property::Translation, &[f64::NAN; 3]),
            "tod::range",
            Deviation::length(f64::INFINITY),
        ),
        (
            "object 1",
            still(0, Property::Translation, &[0.0, 3e9, 0.0]),
            "tod::range",
            Deviation::length(3e9 - 2_147_483_647.0),
        ),
        (
            "object 1",
            still(0, Property::Displacement, &[0.0, 1000.25, 0.0]),
            "tod::quantized",
            Deviation::length(0.25),
        ),
        (
            "light 1",
            still(0, Property::named("direction", 3), &[-5_147_483_648.0, 6_147_483_647.0, 0.0]),
            "tod::range",
            // The legs are 3 and 4 thousand million.
            Deviation::length(5e9),
        ),
        (
            "camera 1",
            still(0, Property::Translation, &[0.0, 6_147_483_647.0, -5_147_483_648.0]),
            "tod::range",
            Deviation::length(5e9),
        ),
        (
            "camera 1",
            still(0, Property::named("reference", 3), &[6_147_483_647.0, 0.0, -5_147_483_648.0]),
            "tod::range",
            Deviation::length(5e9),
        ),
        ("object 1", matrix(9.0, 2.0), "tod::range", Deviation::ratio(9.0 - 32767.0 / 4096.0)),
        ("object 1", matrix(1.0 + 1.0 / 16384.0, 2.0), "tod::quantized", Deviation::ratio(1.0 / 16384.0)),
        ("object 1", matrix(2.0, 1000.25), "tod::quantized", Deviation::length(0.25)),
        ("object 1", matrix(2.0, -3e9), "tod::range", Deviation::length(3e9 - 2_147_483_648.0)),
        (
            "light 1",
            still(0, Property::named("direction", 3), &[0.25, 0.0, 0.0]),
            "tod::quantized",
            Deviation::length(0.25),
        ),
        ("light 1", still(0, Property::Color, &[0.0, 0.0, 2.0]), "tod::range", Deviation::ratio(1.0)),
        (
            "camera 1",
            still(0, Property::Translation, &[0.0, 1009.5, 0.0]),
            "tod::quantized",
            Deviation::length(0.5),
        ),
        (
            "camera 1",
            still(0, Property::named("reference", 3), &[0.0, 1009.5, 0.0]),
            "tod::quantized",
            Deviation::length(0.5),
        ),
    ];
    for (name, channel, code, error) in cases {
        let property = channel.property().name().to_owned();
        let options = EncodeOptions { unit: Positive::new(0.001), ..EncodeOptions::default() };
        let (_, losses) = encode(&clip(&[name], 0.0, vec![channel]), &options);
        let [loss] = &losses[..] else { panic!("{losses:?}") };
        assert_eq!(parts(loss), (code, Some(name), Some(&*property), Fate::Approximated(error)), "{loss}");
        assert_eq!(loss.clip.as_deref(), Some("clip"));
    }
}

#[test]
fn angles_of_a_camera_are_rounded_in_radians() {
    let point = still(0, Property::named("reference", 3), &[0.0, 9.0, 0.0]);
    let roll = still(0, Property::named("roll", 1), &[1.0]);
    let turn = still(0, Property::Angle { axis: [0.0, 1.0, 0.0] }, &[1.0]);
    // The distance from one radian to the nearest 1/4096 degree.
    let steps = 1f64.to_degrees() * 4096.0;
    let expected = ((steps - steps.round()) / 4096.0).to_radians().abs();
    for (channels, property) in [(vec![point, roll], "roll"), (vec![turn], "angle")] {
        let (_, losses) = encode(&clip(&["camera 1"], 0.0, channels), &EncodeOptions::default());
        let [loss] = &losses[..] else { panic!("{losses:?}") };
        let Fate::Approximated(error) = loss.fate else { panic!("{loss}") };
        assert_eq!((loss.property.as_deref(), error.unit), (Some(property), Deviation::angle(0.0).unit));
        assert!((error.size - expected).abs() < 1e-15, "{loss}");
    }
}

#[test]
fn errors_of_places_are_in_the_length_unit_of_the_file() {
    let place = still(0, Property::Translation, &[20.0625, 0.0, 0.0]);
    let options = EncodeOptions { unit: Positive::new(0.25), ..EncodeOptions::default() };
    let clip =
        clip(&["object 1"], 0.0, vec![place]).with_space(Space::right_handed(Axis::NegY).in_metres(1.0));
    let (_, losses) = encode(&clip, &options);
    let [unit, loss] = &losses[..] else { panic!("{losses:?}") };
    // A quarter of a unit of the file is 0.3 % of the distance from the origin.
    assert_eq!((loss.code.id, loss.fate), ("tod::coarse", Fate::Approximated(Deviation::length(0.25))));
    assert_eq!((unit.code.id, unit.fate), ("tod::unit", Fate::Dropped));
}

#[test]
fn a_clip_that_does_not_state_its_axis_up_is_told_what_is_up_in_the_file() {
    for (space, is_told) in [
        (Space::UNKNOWN, true),
        (Space::UNKNOWN.in_metres(0.001), true),
        (Space::right_handed(Axis::NegY), false),
        (Space::right_handed(Axis::Y), false),
    ] {
        let place = still(0, Property::Translation, &[0.0, 1000.0, 0.0]);
        let clip = clip(&["object 1"], 0.0, vec![place]).with_space(space);
        let (_, losses) = encode(&clip, &EncodeOptions::default());
        assert_eq!(losses.iter().any(|loss| loss.code.id == "tod::space"), is_told, "{space:?}: {losses:?}");
    }
}

#[test]
fn a_unit_that_is_chosen_changes_neither_the_axis_up_nor_what_matters() {
    // In a clip of unknown unit, 1.23456 is rounded to units a power of ten smaller.
    let place = still(0, Property::Translation, &[1.234_56, 1.0, 0.0]);
    let clip = clip(&["object 1"], 0.0, vec![place]).with_space(Space::right_handed(Axis::NegY));
    let (_, losses) = encode(&clip, &EncodeOptions::default());
    assert!(losses.iter().any(|loss| loss.code.id == "tod::unit"), "{losses:?}");
    assert!(losses.iter().all(|loss| loss.code.id != "tod::space"), "{losses:?}");
    let rounded = losses.iter().find(|loss| loss.code.id == "tod::quantized").unwrap();
    assert_eq!(rounded.severity(), Severity::Note);
    let mut report = Report::new();
    report.losses.push(rounded.clone());
    report.set_severities(&[clip], Space::UNKNOWN);
    assert_eq!(report.losses[0].severity(), Severity::Note, "it has its weight");
}

#[test]
fn an_error_without_a_channel_names_the_node_alone() {
    let mut rests = clip(&["object 1"], 0.0, vec![]);
    rests.nodes[0].rest.translation[1] = 1000.25;
    let (_, losses) = encode(&rests, &EncodeOptions::default());
    let [loss] = &losses[..] else { panic!("{losses:?}") };
    let fate = Fate::Approximated(Deviation::length(0.25));
    assert_eq!(parts(loss), ("tod::quantized", Some("object 1"), None, fate));
}

#[test]
fn what_has_no_packet_is_reported() {
    let look = || still(0, Property::named("reference", 3), &[1.0, 2.0, 3.0]);
    let turn = || still(0, Property::Angle { axis: [0.0, 0.0, 1.0] }, &[1.0]);
    let cases = [
        (vec![look(), turn()], "angle"),
        (vec![still(0, Property::named("roll", 1), &[1.0])], "roll"),
        (vec![still(0, Property::named("reference", 2), &[1.0, 2.0])], "reference"),
    ];
    for (channels, property) in cases {
        let (_, losses) = encode(&clip(&["camera 1"], 0.0, channels), &EncodeOptions::default());
        let [loss] = &losses[..] else { panic!("{losses:?}") };
        assert_eq!(parts(loss), ("tod::dropped", Some("camera 1"), Some(property), Fate::Dropped));
        assert_eq!(loss.message, "camera packets of a TOD do not have this property");
    }
    let mut hand = clip(&["object 7", "light 1"], 0.0, vec![still(1, Property::Color, &[1.0, 0.0, 0.0])]);
    hand.nodes[1].parent = Some(0);
    let (_, losses) = encode(&hand, &EncodeOptions::default());
    let [loss] = &losses[..] else { panic!("{losses:?}") };
    assert_eq!(parts(loss), ("tod::dropped", Some("light 1"), None, Fate::Dropped));
    let expected = "the parent `object 7` is left out: in a TOD only objects have objects as parents";
    assert_eq!(loss.message, expected);
}

#[test]
fn a_rate_that_is_not_a_number_of_ticks_is_reported() {
    for (rate, expected) in [(60, None), (20, None), (24, Some("24 frames a second become 20"))] {
        let clip = clip(&["object 1"], 1.0, vec![]).with_rate(Rate::per_second(rate));
        let (_, losses) = encode(&clip, &EncodeOptions::default());
        let found = losses.iter().find(|loss| loss.code.id == "tod::rate");
        assert_eq!(found.map(|loss| loss.message.as_str()), expected);
        assert_eq!(losses.len(), usize::from(expected.is_some()), "{losses:?}");
    }
}

#[test]
fn names_that_are_not_in_the_file_are_reported() {
    let (_, losses) = encode(&clip(&["object 2", "hip", "object 2"], 0.0, vec![]), &EncodeOptions::default());
    let renamed: Vec<_> = losses.iter().map(|loss| (parts(loss), loss.message.as_str())).collect();
    let expected = [
        (("tod::renamed", Some("hip"), None, Fate::Dropped), "a TOD has ids instead of names"),
        (("tod::renamed", Some("object 2"), None, Fate::Dropped), "a TOD has ids instead of names"),
    ];
    assert_eq!(renamed, expected);
    let names: Vec<_> = losses.iter().map(|loss| loss.renamed.as_deref()).collect();
    assert_eq!(names, [Some("object 1"), Some("object 3")]);
}
