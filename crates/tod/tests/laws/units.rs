//! The unit of the file: chosen for the figure, given, or refused.

use anim_core::{Clip, Deviation, Ease, Fate, Node, Positive, Property, Report, Transform};
use anim_tod::{EncodeOptions, ErrorKind, Mode, Tod};

use crate::clips::lower;
use crate::encoding::{channel, clip, encode};

/// A person 1.75 m tall who walks 20 m in a second.
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
    // 20 m in 60 frames are whole millimetres and thirds of them.
    let Fate::Approximated(error) = rounded.fate else { panic!("{rounded}") };
    assert!(
        (error.size - 1.0 / 3000.0).abs() < 1e-9 && error.unit == Deviation::length(0.0).unit,
        "{rounded}"
    );
}

#[test]
fn a_unit_that_is_too_coarse_is_refused() {
    let refused = |unit: f64| {
        let options = EncodeOptions { unit: Positive::new(unit), ..EncodeOptions::default() };
        Tod::from_clips_with(&[walker()], &options, &mut Report::new())
            .map(|_| ())
            .map_err(|error| error.kind)
    };
    // 20 m in 60 frames are whole metres and thirds of them: a third is 19 % of 1.75 m.
    let kind = ErrorKind::Unit { unit: "1".to_owned(), percent: 19, fine: "1000".to_owned() };
    assert_eq!(refused(1.0), Err(kind.clone()));
    assert!(kind.to_string().contains("`unit=1`") && kind.to_string().contains("`unit=1000`"), "{kind}");
    assert_eq!(refused(100.0), Ok(()));
}

#[test]
fn the_severity_of_rounding_follows_the_size_of_the_figure() {
    for (unit, code) in [(100.0, "tod::coarse"), (1000.0, "tod::quantized")] {
        let options = EncodeOptions { unit: Positive::new(unit), ..EncodeOptions::default() };
        let (_, losses) = encode(&walker(), &options);
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
    // Without metadata the numbers are whole.
    clip.metadata.clear();
    assert_eq!(encode(&clip, &EncodeOptions::default()).1, []);
}
