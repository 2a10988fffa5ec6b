//! The curves of channels.

use super::*;

#[test]
fn steps_lines_and_arcs_are_written_as_they_are() {
    let turn = [0.0, 0.0, 0.6, 0.8];
    let cases = [
        (Property::Translation, Ease::Step, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0], Interpolation::Step),
        (Property::Translation, Ease::Linear, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0], Interpolation::Linear),
        (Property::Scale, Ease::Linear, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0], Interpolation::Linear),
        (Property::Rotation, Ease::Slerp, [quaternion::IDENTITY, turn].concat(), Interpolation::Linear),
        (Property::Rotation, Ease::Step, [turn, quaternion::IDENTITY].concat(), Interpolation::Step),
        (Property::Weights { count: 2 }, Ease::Linear, vec![0.0, 0.5, 1.0, 0.25], Interpolation::Linear),
    ];
    for (property, ease, values, interpolation) in cases {
        let (document, found) = encode_with(
            &[clip(vec![channel(property.clone(), curve(&[0.0, 1.5], &values, ease))])],
            &styled(Interpolate::Linear),
        );
        assert_eq!(found, vec![], "{property:?} {ease:?}");
        let all = written(&document, 0);
        let values: Vec<f32> = values.iter().map(|value| *value as f32).collect();
        assert_eq!((&all[0].1, &all[0].2[..], &all[0].3), (&interpolation, &[0.0, 1.5][..], &values));
    }
}

#[test]
fn handles_at_thirds_become_tangents_per_second() {
    // One segment of 3 s; a handle of 1 s and 2 units has a slope of 2 a second.
    let handles =
        [Handles { into: [0.0; 2], out: [1.0, 2.0] }, Handles { into: [-1.0, -0.5], out: [0.0; 2] }];
    let handles: Vec<_> = handles.iter().flat_map(|handle| [*handle; 3]).collect();
    let source =
        curve(&[0.0, 3.0], &[1.0, 1.0, 1.0, 5.0, 5.0, 5.0], Ease::Bezier).with_handles(handles).unwrap();
    let clips = [clip(vec![channel(Property::Translation, source)])];
    let (document, found) = encode_with(&clips, &styled(Interpolate::Cubic));
    assert_eq!(found, vec![]);
    let expected: Vec<f32> = [0.0, 1.0, 2.0, 0.5, 5.0, 0.0].iter().flat_map(|value| [*value; 3]).collect();
    let (_, interpolation, _, values) = written(&document, 0).remove(0);
    assert_eq!((interpolation, values), (Interpolation::CubicSpline, expected));
}

#[test]
fn other_curves_are_baked_within_the_tolerance_and_reported() {
    let sine = curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 8.0, 0.0, 0.0], Ease::Sine);
    for tolerance in [0.1, 0.001] {
        let clips = [clip(vec![channel(Property::Translation, sine.clone())])];
        let options =
            EncodeOptions { tolerance: Positive::new(tolerance).unwrap(), ..EncodeOptions::default() };
        let (document, found) = encode_with(&clips, &options);
        assert_eq!(codes(&found), ["gltf::baked"]);
        let Fate::Approximated(Deviation { size, unit: Unit::Length, .. }) = found[0].fate else {
            panic!("{found:?}")
        };
        assert!(size <= tolerance && size > 0.0);
        assert_eq!(names(&found[0]), ["move", "box", "translation"]);
        let back = as_others_read(&document).remove(0);
        for step in 0..=100 {
            let time = f64::from(step) / 100.0;
            let expected = 4.0 * (1.0 - (std::f64::consts::PI * time).cos());
            assert!((back.pose(time).local[0].translation()[0] - expected).abs() < 1.5 * tolerance);
        }
    }
}

#[test]
fn keys_before_time_0_are_cut_at_0() {
    let line = curve(&[-1.0, 1.0], &[0.0, 0.0, 0.0, 4.0, 4.0, 4.0], Ease::Linear);
    let (document, found) = encode(&[clip(vec![channel(Property::Translation, line)])]);
    assert_eq!(codes(&found), ["gltf::kept"]);
    assert_eq!(document.clips()[0].pose(-0.5).local[0].translation(), [1.0; 3]);
    assert_eq!(as_others_read(&document)[0].pose(-0.5).local[0].translation(), [2.0; 3]);
    assert_eq!(written(&document, 0)[0].2, [0.0, 1.0]);
    assert_eq!(written(&document, 0)[0].3, [2.0, 2.0, 2.0, 4.0, 4.0, 4.0]);
}

#[test]
fn a_clip_that_lasts_longer_than_its_keys_gets_one_at_its_end() {
    let thirds = |out: f64| Handles { into: [-1.0 / 3.0, 0.5], out: [out, 0.5] };
    let line = || curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0], Ease::Linear);
    let spline = curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0], Ease::Bezier)
        .with_handles([[thirds(1.0 / 3.0); 3], [thirds(0.0); 3]].concat());
    let still = curve(&[0.0], &[1.0, 2.0, 3.0], Ease::Bezier);
    let cases = [
        (line(), Interpolation::Linear),
        (curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0], Ease::Step), Interpolation::Step),
        (spline.unwrap(), Interpolation::CubicSpline),
        (still, Interpolation::Step),
    ];
    for (source, expected) in cases {
        let keys = source.len();
        let channels = vec![channel(Property::Translation, source), channel(Property::Scale, line())];
        let clip = clip(channels).with_duration(2.5);
        let (document, found) = encode_with(std::slice::from_ref(&clip), &styled(Interpolate::Cubic));
        assert_eq!(found, vec![], "{expected:?}");
        let all = written(&document, 0);
        assert_eq!((&all[0].1, all[0].2.len(), all[0].2.last()), (&expected, keys + 1, Some(&2.5)));
        assert_eq!(all[1].2, [0.0, 1.0], "one such key is enough");
        let back = document.clips().remove(0);
        assert_eq!(back.duration, 2.5);
        for time in [0.0, 0.25, 0.75, 1.0, 1.7, 2.5, 3.0] {
            assert!(back.pose(time).local[0].distance(&clip.pose(time).local[0]) < 1e-6, "{expected:?}");
        }
    }
    // A channel that reaches the end gets no additional key.
    let clip = clip(vec![channel(Property::Translation, line())]).with_duration(1.0);
    assert_eq!(written(&encode(&[clip]).0, 0)[0].2, [0.0, 1.0]);
}

#[test]
fn lines_and_splines_through_keys_with_equal_times_are_baked() {
    let times = [0.0, 1.0, 1.0 + 1e-12, 2.0];
    let values: Vec<f64> = [0.0, 1.0, 7.0, 8.0].iter().flat_map(|value| [*value; 3]).collect();
    let handles = (0usize..12).map(|index| {
        let gap = |key: usize| times.get(key + 1).map_or(0.0, |next| (next - times[key]) / 3.0);
        let key = index / 3;
        Handles { into: [-key.checked_sub(1).map_or(0.0, gap), 0.0], out: [gap(key), 0.0] }
    });
    let spline = curve(&times, &values, Ease::Bezier).with_handles(handles.collect()).unwrap();
    for source in [spline, curve(&times, &values, Ease::Linear)] {
        let clip = clip(vec![channel(Property::Translation, source)]);
        let (document, found) = encode(std::slice::from_ref(&clip));
        assert_eq!(codes(&found), ["gltf::baked", "gltf::jumps"]);
        let Fate::Approximated(Deviation { size, unit: Unit::Time, .. }) = found[1].fate else {
            panic!("{found:?}")
        };
        assert!((size - 0.5e-3).abs() < 1e-9, "{size}");
        assert_eq!(written(&document, 0)[0].1, Interpolation::Linear);
        let back = as_others_read(&document).remove(0);
        for time in [0.25, 0.5, 0.999, 1.001, 1.5, 1.9] {
            assert!(back.pose(time).local[0].distance(&clip.pose(time).local[0]) < 1.5e-3, "at {time}");
        }
    }
}

#[test]
fn of_keys_with_equal_times_in_single_precision_the_last_is_written() {
    let near = curve(&[1.0, 1.0 + 1e-12, 2.0], &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0, 3.0], Ease::Step);
    let (document, found) = encode(&[clip(vec![channel(Property::Scale, near)])]);
    assert_eq!(codes(&found), ["gltf::merged-keys"]);
    assert_eq!((&written(&document, 0)[0].2[..], written(&document, 0)[0].3[0]), (&[1.0, 2.0][..], 2.0));
}

#[test]
fn values_that_are_not_finite_become_those_of_the_rest_pose() {
    let cases = [
        (Property::Translation, vec![f64::NAN, 1.0, f64::INFINITY], vec![7.0, 1.0, 9.0]),
        (Property::Translation, vec![1e300, 1.0, 1.0], vec![7.0, 1.0, 1.0]),
        (Property::Rotation, vec![0.0, f64::NAN, 0.0, 1.0], vec![0.0, 0.0, 0.6, 0.8]),
    ];
    for (property, values, expected) in cases {
        let mut clip = clip(vec![channel(property, curve(&[0.0], &values, Ease::Step))]);
        clip.nodes[0].rest =
            Transform { translation: [7.0, 8.0, 9.0], rotation: [0.0, 0.0, 0.6, 0.8], ..Transform::IDENTITY };
        let (document, found) = encode(&[clip]);
        assert_eq!(codes(&found), ["gltf::replaced"]);
        let expected: Vec<f32> = expected.into_iter().map(|value: f64| value as f32).collect();
        assert_eq!(written(&document, 0)[0].3, expected);
    }
}

#[test]
fn each_kind_of_value_has_its_tolerance() {
    let wave = |values: &[f64]| curve(&[0.0, 1.0], values, Ease::Sine);
    let turn = Property::Angle { axis: [0.0, 0.0, 1.0] };
    let cases = [
        (Property::Translation, wave(&[0.0, 0.0, 0.0, 8.0, 0.0, 0.0]), Unit::Length, 0.1),
        (Property::Scale, wave(&[1.0, 1.0, 1.0, 8.0, 1.0, 1.0]), Unit::Ratio, 0.1),
        (Property::Weights { count: 1 }, wave(&[0.0, 8.0]), Unit::Ratio, 0.1),
        (turn, wave(&[0.0, 2.0]), Unit::Angle, 1e-4),
        (Property::Euler(EulerOrder::Xyz), wave(&[0.0, 0.0, 0.0, 2.0, 1.0, 0.5]), Unit::Angle, 1e-4),
    ];
    let options = EncodeOptions {
        tolerance: Positive::literal(0.1),
        tolerance_angle: Positive::literal(1e-4),
        ..EncodeOptions::default()
    };
    for (property, curve, unit, tolerance) in cases {
        let (document, found) = encode_with(&[clip(vec![channel(property.clone(), curve)])], &options);
        let [Loss { fate: Fate::Approximated(error), .. }] = &found[..] else { panic!("{found:?}") };
        assert_eq!((found[0].code.id, names(&found[0])), ("gltf::baked", ["move", "box", property.name()]));
        assert!(error.unit == unit && error.size <= tolerance, "{property:?}: {error:?}");
        assert!(error.size > tolerance / 100.0 && written(&document, 0)[0].2.len() > 3, "{property:?}");
    }
}

#[test]
fn messages_count_what_is_not_finite() {
    let messages = |property: Property, values: &[f64]| {
        let times: Vec<f64> = (0..values.len() / property.width()).map(|key| key as f64).collect();
        let (_, found) = encode(&[clip(vec![channel(property, curve(&times, values, Ease::Step))])]);
        found.into_iter().map(|loss| loss.message).collect::<Vec<_>>()
    };
    let [whole, broken] = [[0.0, 0.0, 0.0, 1.0], [f64::NAN, 0.0, 0.0, 1.0]];
    for (property, values, expected) in [
        (Property::Scale, vec![f64::NAN, 1.0, 1.0], "the rest pose replaces 1 value that was not finite"),
        (
            Property::Scale,
            vec![f64::NAN, f64::NAN, 1.0],
            "the rest pose replaces 2 values that were not finite",
        ),
        (
            Property::Rotation,
            [whole, broken].concat(),
            "rotations that are not finite are replaced in the file: 1 key",
        ),
        (
            Property::Rotation,
            [broken, broken].concat(),
            "rotations that are not finite are replaced in the file: 2 keys",
        ),
    ] {
        assert_eq!(messages(property, &values), [expected]);
    }
}

#[test]
fn baked_keys_that_blender_merges_are_told_where_files_are_made_for_it() {
    // A smooth step of 3 units within a time.
    let step = |seconds: f64| {
        let third = seconds / 3.0;
        let handles =
            [Handles { into: [0.0; 2], out: [third, 0.0] }, Handles { into: [-third, 0.0], out: [0.0; 2] }];
        let handles = handles.into_iter().flat_map(|handles| [handles; 3]).collect();
        let spline = curve(&[0.0, seconds], &[0.0, 0.0, 0.0, 3.0, 3.0, 3.0], Ease::Bezier);
        clip(vec![channel(Property::Translation, spline.with_handles(handles).unwrap())])
    };
    for (seconds, interpolation, is_told) in [
        (0.001, Interpolate::Auto, true),
        (0.001, Interpolate::Linear, false),
        (1.0, Interpolate::Auto, false),
    ] {
        let (document, found) = encode_with(&[step(seconds)], &styled(interpolation));
        let near = written(&document, 0)[0].2.windows(2).any(|pair| pair[1] - pair[0] < 1.0 / 2400.0);
        assert_eq!(near, seconds < 0.01);
        assert_eq!(codes(&found).contains(&"gltf::near-keys"), is_told, "{seconds} s: {found:?}");
    }
}
