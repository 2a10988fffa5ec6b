//! The unit of the file: chosen for the figure, given, or rejected.

use anim_core::{
    Axis, Channel, Clip, Curve, Deviation, Ease, Fate, Node, Positive, Property, Report, Space, Transform,
};
use anim_tod::{ClipOptions, EncodeOptions, ErrorKind, Mode, Tod};

use crate::clips::lower;
use crate::encoding::{channel, clip, encode};

/// A person 1.75 m tall who walks 20 m in a second. The clip states no unit.
fn walker() -> Clip {
    let path = [0.0, 0.0, 0.0, 20.0, 0.0, 0.0];
    let mut clip = clip(
        &["object 1", "object 2"],
        1.0,
        vec![channel(0, Property::Translation, &[0.0, 1.0], &path, Ease::Linear)],
    );
    clip.nodes[1] = Node::new("object 2")
        .with_parent(0)
        .with_rest(Transform { translation: [0.0, 1.75, 0.0], ..Transform::IDENTITY });
    clip
}

#[test]
fn a_figure_in_metres_becomes_millimetres() {
    let clip = walker();
    let (tod, losses) = encode(&clip, &EncodeOptions::default());
    let shown = lower(&tod, Mode::Hardware).unwrap();
    // 500 / 1.75 is above 100: half a unit of 1/1000 is less than a thousandth of 1.75.
    assert_eq!(shown.pose(0.5).world[1].translation(), [10_000.0, 1750.0, 0.0]);
    let unit = losses.iter().find(|loss| loss.code.id == "tod::unit").unwrap();
    assert!(unit.message.contains("is 1000 units of the file"), "{unit}");
    let rounded = losses.iter().find(|loss| loss.code.id == "tod::quantized").unwrap();
    // 20 m in 60 frames are whole millimetres and thirds of them. Errors are in the unit of the file.
    let Fate::Approximated(error) = rounded.fate else { panic!("{rounded}") };
    assert!((error.size - 1.0 / 3.0).abs() < 1e-9 && error.unit == Deviation::length(0.0).unit, "{rounded}");
}

#[test]
fn a_unit_that_is_too_coarse_is_refused() {
    let refused = |unit: f64| {
        let options = EncodeOptions { unit: Positive::new(unit), ..EncodeOptions::default() };
        let clip = walker().with_space(Space::UNKNOWN.in_metres(1.0));
        Tod::from_clips_with(&[clip], &options, &mut Report::new()).map(|_| ()).map_err(|error| error.kind)
    };
    // 20 m in 60 frames are whole metres and thirds of them: a third is 19 % of 1.75 m.
    let kind = ErrorKind::Unit { unit: "1".to_owned(), percent: 19, fine: Some("0.001".to_owned()) };
    assert_eq!(refused(1.0), Err(kind.clone()));
    assert!(kind.to_string().contains("`unit=1`") && kind.to_string().contains("`unit=0.001`"), "{kind}");
    assert_eq!(refused(0.01), Ok(()));
}

/// A figure of a size that is this far away and rises by its size. Rounding moves it unless both are whole units.
fn distant(size: f64, far: f64) -> Clip {
    let path = [far, 0.0, 0.0, far, size, 0.0];
    let path = channel(0, Property::Translation, &[0.0, 1.0], &path, Ease::Linear);
    let mut clip = clip(&["object 1", "object 2"], 1.0, vec![path]).with_space(Space::UNKNOWN.in_metres(1.0));
    clip.nodes[1] = Node::new("object 2")
        .with_parent(0)
        .with_rest(Transform { translation: [0.0, size, 0.0], ..Transform::IDENTITY });
    clip
}

#[test]
fn a_refusal_names_a_unit_that_is_accepted_or_none() {
    let refused = |clip: &Clip, unit: Option<f64>| {
        let options = EncodeOptions { unit: unit.and_then(Positive::new), ..EncodeOptions::default() };
        let encoded = Tod::from_clips_with(std::slice::from_ref(clip), &options, &mut Report::new());
        encoded.map(|_| ()).map_err(|error| error.kind)
    };
    let ruined = [
        (1.0, 1e10, None, "10000000000 times"),
        (1.0, 1e10, Some(10.0), "10000000000 times"),
        (1e-3, 3e7, Some(1.0), "30000000000 times"),
        (1.0, 2.2e7, Some(1.0), "22000000 times"),
    ];
    for (size, far, given, expected) in ruined {
        let kind = refused(&distant(size, far), given).unwrap_err();
        assert!(matches!(kind, ErrorKind::Far { .. }), "{size} at {far}: {kind}");
        let message = kind.to_string();
        assert!(message.contains(expected) && !message.contains("`unit"), "{message}");
    }
    for (size, far, given) in
        [(1.0, 9.0, 1.0), (1.5, 2e6, 1.0), (1.0, 2.1e7, 1.0), (1.0, 9.0, 1e6), (1e-20, 9e-20, 7.0)]
    {
        let kind = refused(&distant(size, far), Some(given)).unwrap_err();
        let ErrorKind::Unit { unit, fine: Some(fine), .. } = &kind else { panic!("{size} at {far}: {kind}") };
        assert_eq!(unit.parse(), Ok(given));
        assert_eq!(refused(&distant(size, far), fine.parse().ok()), Ok(()), "{size} at {far}: {kind}");
    }
}

#[test]
fn the_severity_of_rounding_follows_the_size_of_the_figure() {
    for (unit, code) in [(0.01, "tod::coarse"), (0.001, "tod::quantized")] {
        let options = EncodeOptions { unit: Positive::new(unit), ..EncodeOptions::default() };
        let (_, losses) = encode(&walker().with_space(Space::UNKNOWN.in_metres(1.0)), &options);
        // A third of a unit of the file: 0.19 % or 0.019 % of the size.
        let of_places = losses.iter().filter(|loss| loss.property.as_deref() == Some("translation"));
        let codes: Vec<_> = of_places.map(|loss| loss.code.id).filter(|id| *id != "tod::resampled").collect();
        assert_eq!(codes, [code, "tod::ends"], "{losses:?}");
    }
}

#[test]
fn clips_of_a_tod_and_whole_numbers_keep_their_unit() {
    let tod = encode(&walker(), &EncodeOptions::default()).0;
    let mut clip = lower(&tod, Mode::Hardware).unwrap();
    assert_eq!(encode(&clip, &EncodeOptions::default()).1, []);
    // Without metadata the numbers are whole, and remain so after a conversion to metres in single precision and back.
    for channel in &mut clip.channels {
        let curve = channel.curve();
        let metres = curve.values().iter().map(|value| f64::from((value * 0.001) as f32) / 0.001);
        let values = metres.collect();
        let curve = Curve::new(curve.times().clone(), curve.width(), values, Ease::Step).unwrap();
        if *channel.property() == Property::Translation {
            *channel = Channel::new(channel.node(), Property::Translation, curve).unwrap();
        }
    }
    clip.metadata.clear();
    assert_eq!(encode(&clip, &EncodeOptions::default()).1, []);
}

#[test]
fn a_clip_in_metres_that_stands_upright_becomes_millimetres_that_hang_down() {
    let clip = walker().with_space(Space::right_handed(Axis::Y).facing(Axis::Z).in_metres(1.0));
    let (tod, losses) = encode(&clip, &EncodeOptions::default());
    let shown = lower(&tod, Mode::Hardware).unwrap();
    assert_eq!(shown.pose(0.5).world[1].translation(), [10_000.0, -1750.0, 0.0]);
    assert!(losses.iter().all(|loss| loss.code.id != "tod::unit"), "{losses:?}");
    let back = shown.in_space(clip.space);
    assert_eq!(back.pose(0.5).world[1].translation(), [10.0, 1.75, 0.0]);
}

#[test]
fn a_figure_too_small_for_millimetres_gets_a_finer_unit() {
    // 1.75 cm, 20 cm a second.
    let clip = walker().with_space(Space::UNKNOWN.in_metres(0.01));
    let (tod, losses) = encode(&clip, &EncodeOptions::default());
    let unit = losses.iter().find(|loss| loss.code.id == "tod::unit").unwrap();
    assert!(unit.message.contains("is 0.00001 m") && unit.message.contains("`unit=0.00001`"), "{unit}");
    let options = ClipOptions { unit: Positive::new(0.00001), ..ClipOptions::default() };
    let shown = tod.clips_with(&options, &mut Report::new());
    let metres = shown[0].in_space(Space::UNKNOWN.in_metres(1.0));
    let [x, y, z] = metres.pose(0.5).world[1].translation();
    assert!((x - 0.1).abs() < 1e-5 && (y - 0.0175).abs() < 1e-5 && z == 0.0);
}

#[test]
fn a_file_states_what_the_format_defines_unless_options_do() {
    let tod = encode(&walker(), &EncodeOptions::default()).0;
    let space = |options: ClipOptions| tod.clips_with(&options, &mut Report::new())[0].space;
    assert_eq!(space(ClipOptions::default()), Space::right_handed(Axis::NegY).in_metres(0.001));
    let stated = ClipOptions { up: Some(Axis::Z), unit: Positive::new(0.5), ..ClipOptions::default() };
    assert_eq!(space(stated), Space::right_handed(Axis::Z).in_metres(0.5));
}
