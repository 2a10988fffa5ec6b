//! Packets, and the errors noted for them, against what the console shows.

use anim_core::vector::norm;

use super::*;

#[test]
fn differences_do_not_drift() {
    let mut written = Written::default();
    for frame in 0..2000 {
        let t = f64::from(frame) / 100.0;
        let place = Transform {
            translation: [100.0 * t.sin(), 10.0 * t, 0.0],
            rotation: quaternion::from_axis_angle([1.0, 2.0, 3.0], t),
            scale: [1.0 + 0.5 * t.sin(), 2.0 + t.cos(), 1.0],
        };
        written.coordinate((&place, None), Changes::Differential, false);
        // Half a step for each of three angles; half a unit; a step and a half of scale for rounding twice.
        let errors = written.errors;
        assert!(errors.rounded(Part::Rotation) < 1.5 * TAU / 4096.0);
        assert!(errors.rounded(Part::Scale) - errors.truncation <= 1.5 / 4096.0 + 1e-12);
        assert!(errors.rounded(Part::Translation) <= 0.75f64.sqrt());
        assert!(Part::ALL.iter().all(|&part| errors.clamped(part) == 0.0));
    }
}

#[test]
fn errors_of_angles_bound_those_of_the_console_and_of_readers_with_real_numbers() {
    for turn in 0..500 {
        let rotation = quaternion::from_axis_angle([1.0, 2.0, 3.0], f64::from(turn) / 50.0);
        let mut written = Written::default();
        written.coordinate((&Transform { rotation, ..Transform::IDENTITY }, None), Changes::Absolute, false);
        let angles = written.bits.map(|angle| angle.degrees().to_radians());
        let real = quaternion::angle_between(rotation, ideal::EULER_ORDER.to_quaternion(angles));
        let noted = written.errors.rounded(Part::Rotation);
        assert!(real <= noted, "{turn}: {real} > {noted}");
        // What the console shows: the ends of its axes, and its nearest rotation.
        let shown = written.console.local();
        let nearest = quaternion::angle_between(rotation, shown.decompose().rotation);
        assert!(nearest <= noted * (1.0 + 1e-3), "{turn}: {nearest} > {noted}");
        let [wanted, shown] = [quaternion::to_matrix(rotation), shown.linear()]
            .map(|rows| [0, 1, 2].map(|axis| rows.map(|row| row[axis])));
        for (wanted, shown) in wanted.iter().zip(&shown) {
            let off: f64 = wanted.iter().zip(shown).map(|(a, b)| (a - b).powi(2)).sum();
            assert!(off.sqrt() <= noted, "{turn}: {} > {noted}", off.sqrt());
        }
    }
}

#[test]
fn turns_beyond_the_range_of_angles_are_no_errors() {
    // The range ends at 2¹⁹ degrees, which are 9150 radians.
    for radians in [9100.0, 9200.0, 1e6] {
        let angles = [0.3, radians, -radians];
        let rotation = ideal::EULER_ORDER.to_quaternion(angles);
        let mut written = Written::default();
        let place = Transform { rotation, ..Transform::IDENTITY };
        written.coordinate((&place, Some(angles)), Changes::Absolute, false);
        let noted = written.errors.rounded(Part::Rotation);
        assert!(noted < 1.5 * TAU / 4096.0, "{radians}: {noted}");
    }
}

#[test]
fn the_error_of_a_scale_is_that_of_the_lengths_of_axes() {
    for turn in 0..500 {
        let turn = f64::from(turn);
        let rotation = quaternion::from_axis_angle([3.0, -1.0, 2.0], turn / 40.0);
        let scale = [1.5, 0.25 + turn / 300.0, 3.0];
        let mut written = Written::default();
        let place = Transform { rotation, scale, ..Transform::IDENTITY };
        written.coordinate((&place, None), Changes::Absolute, false);
        let noted = written.errors.rounded(Part::Scale);
        let linear = written.console.local().linear();
        for (axis, factor) in scale.into_iter().enumerate() {
            let long: f64 = linear.iter().map(|row| row[axis] * row[axis]).sum();
            let off = (long.sqrt() - factor).abs();
            assert!(off <= noted, "{turn}: {off} > {noted}");
        }
    }
}

#[test]
fn the_error_of_a_rotation_counts_the_directions_of_short_axes() {
    let unit = |v: [f64; 3]| v.map(|part| part / norm(v));
    let mut largest = 0.0f64;
    for turn in 0..500 {
        let rotation = quaternion::from_axis_angle([3.0, -1.0, 2.0], f64::from(turn) / 40.0);
        let mut written = Written::default();
        let place = Transform { rotation, scale: [0.02, 1.0, 1.0], ..Transform::IDENTITY };
        written.coordinate((&place, None), Changes::Absolute, false);
        let noted = written.errors.rounded(Part::Rotation);
        let [wanted, shown] = [quaternion::to_matrix(rotation), written.console.local().linear()]
            .map(|rows| unit(rows.map(|row| row[0])));
        // All three axes count, and the other two are nearly exact.
        let off = norm([0, 1, 2].map(|row| wanted[row] - shown[row])) / 2f64.sqrt();
        assert!((0.99 * off - 2e-4..off + 2e-3).contains(&noted), "{turn}: {off} is noted as {noted}");
        largest = largest.max(off);
    }
    // An axis of 82 steps points in few directions.
    assert!(largest > 0.01, "{largest}");
}

#[test]
fn values_beyond_the_range_are_noted_for_their_part() {
    let clamped = |place: Transform| {
        let mut written = Written::default();
        written.coordinate((&place, None), Changes::Absolute, false);
        Part::ALL.map(|part| written.errors.clamped(part)).to_vec()
    };
    let wide = clamped(Transform { scale: [9.0, 1.0, 1.0], ..Transform::IDENTITY });
    let far = clamped(Transform { translation: [3e9, 0.0, 0.0], ..Transform::IDENTITY });
    for (errors, part, expected) in
        [(wide, Part::Scale, 9.0 - 32767.0 / 4096.0), (far, Part::Translation, 3e9 - 2_147_483_647.0)]
    {
        assert!((errors[part as usize] - expected).abs() < 1e-6, "{part:?}: {errors:?}");
        assert_eq!(errors.iter().filter(|&&error| error > 0.0).count(), 1, "{part:?}: {errors:?}");
    }
}

#[test]
fn the_error_of_a_rounded_position_is_a_distance() {
    let mut written = Written::default();
    assert_eq!(written.whole(Part::Translation, [10.4, 10.4, 10.4]), [10; 3]);
    let distance = 0.4 * 3.0f64.sqrt();
    assert!((written.errors.rounded(Part::Translation) - distance).abs() < 1e-12);
    assert_eq!(written.errors.clamped(Part::Translation), 0.0);
}

#[test]
fn the_error_of_a_clamped_point_is_a_distance() {
    let beyond = 3e9 - 2_147_483_647.0;
    for (point, rounded, clamped) in [
        ([3e9, 3e9, 0.0], 0.0, beyond * 2f64.sqrt()),
        ([3e9, 3e9, 3e9], 0.0, beyond * 3f64.sqrt()),
        ([0.0, 2_147_483_650.0, 0.25], 0.0, 9.0625f64.sqrt()),
        ([2_147_483_647.75, 0.25, 0.0], 0.625f64.sqrt(), 0.0),
        ([1e200, 0.0, -1e200], 0.0, 1e200 * 2f64.sqrt()),
        ([f64::NAN, 3e9, 0.0], 0.0, f64::INFINITY),
        ([0.0, f64::NEG_INFINITY, 0.0], 0.0, f64::INFINITY),
    ] {
        for part in [Part::Origin, Part::Translation, Part::Direction, Part::Reference] {
            let mut written = Written::default();
            written.whole(part, point);
            let found = [written.errors.rounded(part), written.errors.clamped(part)];
            for (found, expected) in found.into_iter().zip([rounded, clamped]) {
                let is_near = found == expected || (found / expected - 1.0).abs() < 1e-9;
                assert!(is_near, "{part:?} {point:?}: {found}, expected {expected}");
            }
        }
    }
}

#[test]
fn errors_of_a_matrix_are_a_ratio_and_a_length() {
    let mut written = Written::default();
    let linear = [[8.5, 0.0, 0.0], [0.0, 1.0 + 1e-4, 0.0], [0.0, 0.0, 1.0]];
    written.matrix(&Affine::new(linear, [0.0, 0.25, 0.0]), false);
    let errors = written.errors;
    assert!((errors.clamped(Part::Linear) - (8.5 - 32767.0 / 4096.0)).abs() < 1e-12);
    assert!((errors.rounded(Part::Linear) - 1e-4).abs() < 1e-12);
    assert_eq!((errors.rounded(Part::Origin), errors.clamped(Part::Origin)), (0.25, 0.0));
    let others = Part::ALL.into_iter().filter(|part| ![Part::Linear, Part::Origin].contains(part));
    assert_eq!(others.map(|part| errors.rounded(part)).sum::<f64>(), 0.0);
}

#[test]
fn a_node_that_is_killed_keeps_its_errors_and_nothing_else() {
    let mut written = Written { has_hidden_keys: true, states: 3, attribute: 7, ..Written::default() };
    written.errors.note(Part::Scale, 0.25, 0.5);
    written.errors.note(Part::Roll, 2.0, 0.5);
    written.forget();
    assert_eq!((written.errors.rounded(Part::Scale), written.errors.clamped(Part::Roll)), (0.25, 2.0));
    assert_eq!((written.has_hidden_keys, written.states, written.attribute), (true, 3, 0));
}

#[test]
fn a_key_at_which_nothing_changes_states_the_translation() {
    let place = Transform { translation: [1.0, 2.0, 3.0], ..Transform::IDENTITY };
    for changes in [Changes::Absolute, Changes::Differential] {
        let mut written = Written::default();
        let mut packet = |is_keyed: bool| written.coordinate((&place, None), changes, is_keyed);
        let stated = Coordinate { translation: Some([1, 2, 3]), ..Coordinate::default() };
        assert_eq!(packet(false), Some(Body::Coordinate(stated)));
        assert_eq!(packet(false), None);
        assert_eq!(packet(true), Some(Body::Coordinate(stated)));
    }
}

#[test]
fn a_packet_of_attributes_leaves_the_bit_that_hides_unless_that_changes_or_has_a_key() {
    let hides = 1 << 31;
    for (value, keyed, expected) in [
        (3, Keyed::NONE, Some((hides, 3))),
        (3, Keyed::VISIBLE, Some((0, 3))),
        (3 | hides, Keyed::NONE, Some((0, 3 | hides))),
        (0, Keyed::ATTRIBUTE, Some((hides, 0))),
        (0, Keyed::NONE, None),
    ] {
        let found = match Written::default().attribute(value, keyed) {
            Some(Body::Attribute(packet)) => Some((packet.mask, packet.value)),
            _ => None,
        };
        assert_eq!(found, expected, "{value:#x}");
    }
}
