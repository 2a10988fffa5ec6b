//! Translation, rotation, scale and matrices.

use super::*;

#[test]
fn parts_of_a_property_become_one_channel() {
    let part = |component, times: &[f64], values: &[f64]| {
        Channel::part(0, Property::Translation, component, curve(times, values, Ease::Linear)).unwrap()
    };
    let mut clip = clip(vec![part(0, &[0.0, 2.0], &[0.0, 2.0]), part(2, &[0.0, 1.0, 2.0], &[5.0, 6.0, 5.0])]);
    clip.nodes[0].rest.translation = [9.0, 8.0, 7.0];
    let (document, found) = encode(&[clip]);
    assert_eq!(found, vec![]);
    let all = written(&document, 0);
    assert_eq!(all.len(), 1);
    assert_eq!(all[0].2, [0.0, 1.0, 2.0]);
    assert_eq!(all[0].3, [0.0, 8.0, 5.0, 1.0, 8.0, 6.0, 2.0, 8.0, 5.0]);
}

#[test]
fn a_sheared_matrix_is_reported_with_its_node_and_its_error() {
    // The nearest parts of [[1, e], [e, 1]] are no rotation and no scale: they miss by e.
    let rows = [1.0, 1e-3, 0.0, 0.0, 1e-3, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let (_, found) = encode(&[clip(vec![channel(Property::Matrix, curve(&[0.0], &rows, Ease::Step))])]);
    assert_eq!(codes(&found), ["gltf::decomposed"]);
    let Fate::Approximated(Deviation { size, unit: Unit::Ratio, .. }) = found[0].fate else {
        panic!("{found:?}")
    };
    assert!((size - 1e-3).abs() < 1e-9);
    assert_eq!(names(&found[0]), ["move", "box", "matrix"]);
}

#[test]
fn matrices_become_translation_rotation_and_scale() {
    let transform = |angle: f64| Transform {
        translation: [1.0, 2.0, angle],
        rotation: quaternion::from_axis_angle([1.0, 2.0, 3.0], angle),
        scale: [1.0, 2.0, -3.0],
    };
    let angles = [0.0, 2.0, 4.0, 6.0];
    let rows: Vec<f64> = angles.iter().flat_map(|angle| Affine::from(transform(*angle)).to_rows()).collect();
    let clip = clip(vec![channel(Property::Matrix, curve(&[0.0, 1.0, 2.0, 3.0], &rows, Ease::Step))]);
    let (document, found) = encode(std::slice::from_ref(&clip));
    assert_eq!(codes(&found), [""; 0]);
    let paths: Vec<_> = written(&document, 0).into_iter().map(|channel| channel.0).collect();
    assert_eq!(paths, [Path::Translation, Path::Rotation, Path::Scale]);
    let samplers = &document.root().animations[0].samplers;
    assert!(samplers.iter().all(|sampler| sampler.input == samplers[0].input));
    let rotations = &written(&document, 0)[1].3;
    for pair in rotations.chunks(4).collect::<Vec<_>>().windows(2) {
        assert!(pair[0].iter().zip(pair[1]).map(|(a, b)| a * b).sum::<f32>() >= 0.0);
    }
    let back = document.clips().remove(0);
    for (time, angle) in [0.5, 1.5, 2.5, 3.0].into_iter().zip(angles) {
        assert!(back.pose(time).local[0].distance(&transform(angle).into()) < 1e-6);
    }
}

/// Matrices that turn about Z by these angles, the second one a mirror image, with these places.
fn turned(angles: [f64; 2], places: [f64; 2]) -> [[f64; 12]; 2] {
    let rows = |side: f64, angle: f64, place: f64| {
        let (sin, cos) = angle.sin_cos();
        [side * cos, -sin, 0.0, place, side * sin, cos, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]
    };
    [rows(1.0, angles[0], places[0]), rows(-1.0, angles[1], places[1])]
}

#[test]
fn matrices_that_jump_have_neither_keys_nor_an_error_on_the_way() {
    let [a, b] = turned([0.3, 2.5], [1.0, 9.0]);
    // A step among lines, two keys next to each other, and a repeat that begins anew.
    let cases = [
        (vec![0.0, 1.0, 2.0], [a, b, b], vec![Ease::Step, Ease::Linear, Ease::Linear], Wrap::Hold, 2.0),
        (vec![0.0, 1.0 - 1e-7, 1.0], [a, a, b], vec![Ease::Linear; 3], Wrap::Hold, 1.0),
        (
            vec![0.0, 1.0 - 1e-7, 1.0],
            [a, a, b],
            vec![Ease::Linear, Ease::Step, Ease::Linear],
            Wrap::Repeat,
            3.0,
        ),
    ];
    for (times, rows, eases, wrap, duration) in cases {
        let source = curve(&times, rows.as_flattened(), Ease::Linear).with_eases(eases).unwrap();
        let clip = clip(vec![channel(Property::Matrix, source.with_wrap(Wrap::Hold, wrap))]);
        let clip = clip.with_duration(duration);
        let (document, found) = encode(std::slice::from_ref(&clip));
        let lengths = found.iter().filter(|loss| match loss.fate {
            Fate::Approximated(Deviation { unit, .. }) => unit != Unit::Time,
            _ => false,
        });
        assert_eq!(lengths.count(), 0, "{found:?}");
        for (_, _, times, _) in written(&document, 0) {
            assert!(times.len() <= 8, "{times:?}");
        }
        let options = ClipOptions { exact: false, ..ClipOptions::default() };
        let back = document.clips_with(&options, &mut Report::new()).remove(0);
        for time in [0.0, 0.5, 0.99, 1.01, 1.5, 1.9].into_iter().filter(|time| *time < duration) {
            assert!(back.pose(time).local[0].distance(&clip.pose(time).local[0]) < 1e-6, "at {time}");
        }
    }
}

#[test]
fn matrices_that_add_up_beyond_the_clip_are_kept() {
    let [a, b] = turned([0.3, 2.5], [1.0, 9.0]);
    for (before, after, outside) in [
        (Wrap::Hold, Wrap::RepeatWithOffset, [2.5, 7.25]),
        (Wrap::RepeatWithOffset, Wrap::Hold, [-2.5, -7.25]),
    ] {
        let source = curve(&[0.0, 1.0], [a, b].as_flattened(), Ease::Step).with_wrap(before, after);
        let clip = clip(vec![channel(Property::Matrix, source)]);
        let back = encode(std::slice::from_ref(&clip)).0.clips().remove(0);
        for time in outside {
            assert!(back.pose(time).local[0].distance(&clip.pose(time).local[0]) < 1e-6, "at {time}");
        }
    }
}

#[test]
fn far_matrices_have_axes_as_accurate_as_near_ones() {
    let [a, _] = turned([0.0; 2], [1e6, 0.0]);
    let [b, _] = turned([1.0; 2], [-1e6, 0.0]);
    let wave = curve(&[0.0, 1.0], [a, b].as_flattened(), Ease::Sine);
    let (_, found) = encode(&[clip(vec![channel(Property::Matrix, wave)])]);
    let errors = found.iter().filter_map(|loss| match loss.fate {
        Fate::Approximated(Deviation { size, unit: Unit::Ratio, .. }) => Some(size),
        _ => None,
    });
    // Two curves within the tolerance, and single precision.
    assert!(errors.fold(0.0, f64::max) < 2.1e-3, "{found:?}");
}

#[test]
fn parts_of_a_rotation_do_not_mix_with_another_kind() {
    let part = || Channel::part(0, Property::Rotation, 0, Curve::constant(&[0.5]).unwrap()).unwrap();
    let angle = channel(Property::Angle { axis: [0.0, 0.0, 1.0] }, Curve::constant(&[1.0]).unwrap());
    let arc = channel(
        Property::Rotation,
        curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 0.0, 0.6, 0.0, 0.8], Ease::Slerp),
    );
    for first in [angle, arc] {
        let (document, found) = encode(&[clip(vec![first, part()])]);
        assert_eq!(codes(&found)[0], "gltf::dropped");
        assert_eq!(written(&document, 0).len(), 1);
    }
}

#[test]
fn a_rotation_that_another_overrides_partly_is_reported_and_no_other() {
    let part = |property: Property| Channel::part(0, property, 0, Curve::constant(&[0.5]).unwrap()).unwrap();
    let angle = channel(Property::Angle { axis: [0.0, 0.0, 1.0] }, Curve::constant(&[1.0]).unwrap());
    let whole = channel(Property::Rotation, Curve::constant(&[0.0, 0.6, 0.0, 0.8]).unwrap());
    let euler = |order| channel(Property::Euler(order), Curve::constant(&[0.1, 0.2, 0.3]).unwrap());
    let [xyz, zyx] = [EulerOrder::Xyz, EulerOrder::Zyx];
    let cases = [
        (vec![whole.clone(), part(Property::Rotation)], false),
        (vec![angle.clone(), whole.clone(), part(Property::Rotation)], false),
        (vec![whole.clone(), angle.clone(), part(Property::Rotation)], true),
        (vec![angle.clone(), part(Property::Euler(xyz))], false),
        (vec![euler(xyz), whole, part(Property::Euler(xyz))], false),
        (vec![euler(zyx), part(Property::Euler(xyz))], false),
        (vec![euler(xyz), euler(zyx), part(Property::Euler(xyz))], true),
    ];
    for (channels, expected) in cases {
        let clip = clip(channels);
        let (document, found) = encode(std::slice::from_ref(&clip));
        assert_eq!(codes(&found).contains(&"gltf::dropped"), expected, "{:?}", clip.channels);
        let back = document.clips().remove(0);
        let off = back.pose(0.0).local[0].distance(&clip.pose(0.0).local[0]);
        assert_eq!(off > 1e-6, expected, "{off}: {:?}", clip.channels);
    }
}

#[test]
fn parts_of_a_matrix_replace_those_of_the_rest_pose() {
    let part = Channel::part(0, Property::Matrix, 3, Curve::constant(&[5.0]).unwrap()).unwrap();
    let mut clip = clip(vec![part]);
    clip.nodes[0].rest =
        Transform { translation: [7.0, 8.0, 9.0], rotation: [0.0, 0.0, 0.6, 0.8], scale: [1.0, 2.0, 3.0] };
    let (document, found) = encode(std::slice::from_ref(&clip));
    assert_eq!(found, vec![]);
    assert_eq!(written(&document, 0)[0].3, [5.0, 8.0, 9.0]);
    let back = document.clips().remove(0);
    assert!(back.pose(0.0).local[0].distance(&clip.pose(0.0).local[0]) < 1e-6);
}

#[test]
fn displacements_add_to_translations() {
    let line = |ends: [f64; 2]| curve(&[0.0, 1.0], &[ends[0], 0.0, 0.0, ends[1], 0.0, 0.0], Ease::Linear);
    let still = |x: f64| Curve::constant(&[x, 1.0, 0.0]).unwrap();
    // Two lines with the same keys, and a line and a constant, add up exactly; at rest the node lies at 5.
    let cases = [
        (Some(line([0.0, 2.0])), line([10.0, 20.0]), vec![10.0, 0.0, 0.0, 22.0, 0.0, 0.0]),
        (Some(still(3.0)), line([10.0, 20.0]), vec![13.0, 1.0, 0.0, 23.0, 1.0, 0.0]),
        (Some(line([0.0, 2.0])), still(3.0), vec![3.0, 1.0, 0.0, 5.0, 1.0, 0.0]),
        (None, line([10.0, 20.0]), vec![15.0, 0.0, 0.0, 25.0, 0.0, 0.0]),
    ];
    for (translation, displacement, expected) in cases {
        let mut channels = vec![channel(Property::Displacement, displacement)];
        channels.extend(translation.map(|curve| channel(Property::Translation, curve)));
        let mut source = clip(channels);
        source.nodes[0].rest.translation = [5.0, 0.0, 0.0];
        let (document, found) = encode(&[source]);
        let written = written(&document, 0);
        assert_eq!((written.len(), &written[0].0, &written[0].3), (1, &Path::Translation, &expected));
        let combined = found.iter().filter(|loss| loss.code.id == "gltf::combined");
        let fates: Vec<_> = combined.map(|loss| loss.fate).collect();
        assert_eq!(fates, [Fate::Equivalent(Unit::Length)], "{found:?}");
    }
}

#[test]
fn displacements_that_do_not_fit_translations_are_baked_with_them() {
    let wave = curve(&[0.0, 0.7], &[0.0, 0.0, 0.0, 2.0, 0.0, 0.0], Ease::Sine)
        .with_wrap(Wrap::PingPong, Wrap::PingPong);
    let steps = curve(&[0.0, 1.0, 2.0], &[0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 9.0, 0.0, 0.0], Ease::Step);
    let source = clip(vec![channel(Property::Displacement, wave), channel(Property::Translation, steps)]);
    let (document, found) = encode(std::slice::from_ref(&source));
    let again = &document.clips()[0];
    for step in 0..200 {
        let time = f64::from(step) / 100.0 + 0.005;
        let [expected, found] = [&source, again].map(|clip| clip.pose(time).local[0].translation()[0]);
        assert!((expected - found).abs() < 2e-3, "{time}: {found} for {expected}");
    }
    assert!(found.iter().any(|loss| loss.code.id == "gltf::baked"), "{found:?}");
}

#[test]
fn errors_of_baked_matrices_are_split_by_their_unit() {
    let rows = |x: f64| [1.0 + x, 0.0, 0.0, 9.0 * x, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let wave = curve(&[0.0, 1.0], &[rows(0.0), rows(1.0)].concat(), Ease::Sine);
    let wave = wave.with_wrap(Wrap::Hold, Wrap::PingPong);
    let (_, found) = encode(&[clip(vec![channel(Property::Matrix, wave)]).with_duration(2.0)]);
    assert_eq!(codes(&found), ["gltf::kept", "gltf::decomposed", "gltf::decomposed"]);
    assert!(found.iter().all(|loss| names(loss) == ["move", "box", "matrix"]), "{found:?}");
    let units = found.iter().filter_map(|loss| match loss.fate {
        Fate::Approximated(error) => Some(error.unit),
        _ => None,
    });
    assert_eq!(units.collect::<Vec<_>>(), [Unit::Ratio, Unit::Length]);
}
