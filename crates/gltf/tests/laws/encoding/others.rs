//! What other readers see, and what our reader restores.

use super::*;

/// A curve of one segment, 3 s long, whose handles are at the thirds: by Bernstein, 1 + 3·(1 − u)²·u·8 + 3·(1 − u)·u²·(−8).
fn swing() -> Curve {
    let handles =
        [Handles { into: [0.0; 2], out: [1.0, 8.0] }, Handles { into: [-1.0, -8.0], out: [0.0; 2] }];
    let handles: Vec<_> = handles.iter().flat_map(|handle| [*handle; 3]).collect();
    curve(&[0.0, 3.0], &[1.0; 6], Ease::Bezier).with_handles(handles).unwrap()
}

fn swung(u: f64) -> f64 {
    1.0 + 24.0 * u * (1.0 - u) * (1.0 - 2.0 * u)
}

/// The straight line between the keys around a time, component by component, as shown by a reader that ignores tangents and
/// arcs.
fn straight(document: &Gltf, channel: usize, time: f64) -> Vec<f64> {
    let (_, interpolation, times, values) = written(document, 0).remove(channel);
    let spline = interpolation == Interpolation::CubicSpline;
    let parts = values.len() / times.len();
    let width = if spline { parts / 3 } else { parts };
    let value = |key: usize| {
        let start = key * parts + if spline { width } else { 0 };
        values[start..start + width].iter().map(|value| f64::from(*value)).collect::<Vec<_>>()
    };
    let next = times.iter().position(|key| f64::from(*key) > time).unwrap_or(times.len() - 1).max(1);
    let (a, b) = (f64::from(times[next - 1]), f64::from(times[next]));
    let u = ((time - a) / (b - a)).clamp(0.0, 1.0);
    value(next - 1).iter().zip(value(next)).map(|(a, b)| a + (b - a) * u).collect()
}

#[test]
fn a_reader_that_ignores_tangents_is_off_by_no_more_than_the_tolerance() {
    let clips = [clip(vec![channel(Property::Translation, swing())])];
    for (style, is_right, is_spline) in [
        (Interpolate::Auto, true, false),
        (Interpolate::Linear, true, false),
        (Interpolate::Cubic, false, true),
    ] {
        let (document, found) = encode_with(&clips, &styled(style));
        let offs = (0..=1000).map(|step| {
            let u = f64::from(step) / 1000.0;
            (straight(&document, 0, 3.0 * u)[0] - swung(u)).abs()
        });
        let off = offs.fold(0.0, f64::max);
        assert_eq!(off <= 1e-3, is_right, "{style:?}: {off}");
        assert_eq!(written(&document, 0)[0].1 == Interpolation::CubicSpline, is_spline);
        assert_eq!(found.is_empty(), is_spline, "{found:?}");
        assert_eq!(document.clips(), clips, "{style:?}");
    }
}

#[test]
fn a_reader_that_goes_straight_between_quaternions_shows_the_arc() {
    let turn = |angle: f64| quaternion::from_axis_angle([0.0, 0.6, 0.8], angle);
    let values = [turn(0.0), turn(3.0), turn(3.1)].concat();
    let clips = [clip(vec![channel(Property::Rotation, curve(&[0.0, 1.0, 2.0], &values, Ease::Slerp))])];
    for (style, is_right) in [(Interpolate::Auto, true), (Interpolate::Linear, false)] {
        let (document, found) = encode_with(&clips, &styled(style));
        assert_eq!(found, vec![], "{style:?}: the arc is exact");
        let offs = (0..=1000).map(|step| {
            let time = f64::from(step) / 1000.0;
            let line = straight(&document, 0, time);
            let line = quaternion::normalize([line[0], line[1], line[2], line[3]]);
            quaternion::angle_between(line, turn(3.0 * time))
        });
        let off = offs.fold(0.0, f64::max);
        assert_eq!(off <= 1e-3, is_right, "{style:?}: {off}");
        assert_eq!(document.clips()[0].channels[0].curve().len(), 3, "{style:?}");
    }
}

#[test]
fn what_a_baked_curve_does_beyond_the_clip_comes_back() {
    let ramp = || curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0], Ease::Linear);
    // From 0 to 1 in a second; at 5.25 s, far behind the end of the clip.
    for (wrap, expected) in
        [(Wrap::Repeat, 0.25), (Wrap::PingPong, 0.75), (Wrap::RepeatWithOffset, 5.25), (Wrap::Hold, 1.0)]
    {
        let source = ramp().with_wrap(Wrap::Hold, wrap);
        let clip = clip(vec![channel(Property::Translation, source)]).with_duration(2.5);
        let (document, found) = encode(std::slice::from_ref(&clip));
        let back = document.clips().remove(0);
        assert_eq!(back, clip, "{wrap:?}");
        assert!((back.pose(5.25).local[0].translation()[0] - expected).abs() < 1e-12, "{wrap:?}");
        let kept = found.iter().any(|loss| loss.fate == Fate::Kept && loss.message.contains(wrap.name()));
        assert_eq!(kept, wrap != Wrap::Hold, "{found:?}");
    }
}

#[test]
fn a_rotation_that_goes_on_by_an_offset_comes_back() {
    let turn = Property::Angle { axis: [0.0, 0.0, 1.0] };
    let spin = curve(&[0.0, 1.0], &[0.0, 2.0], Ease::Linear).with_wrap(Wrap::Hold, Wrap::RepeatWithOffset);
    let clip = clip(vec![channel(turn, spin)]).with_duration(3.0);
    assert_eq!(encode(std::slice::from_ref(&clip)).0.clips(), [clip]);
}

#[test]
fn what_another_program_changed_is_what_counts() {
    let clips = [clip(vec![channel(Property::Translation, swing())])];
    let (document, _) = encode(&clips);
    let mut bytes = document.to_bytes().into_owned();
    // The last value of the buffer, which ends the file: z of the last key.
    let end = bytes.len() - 4;
    bytes[end..].copy_from_slice(&9.0f32.to_le_bytes());
    let changed = Gltf::parse(&bytes).unwrap().clips();
    assert_eq!(changed[0].pose(3.0).local[0].translation(), [1.0, 1.0, 9.0]);
}

#[test]
fn weights_with_keys_of_their_own_take_no_more_keys_than_the_liveliest_needs() {
    // 20 weights on waves of 1 s, each begun a little later: each alone needs about 40 keys a second.
    let weight = |index: usize| {
        let start = index as f64 / 31.0;
        let wave = curve(&[start, start + 0.5, start + 1.0], &[0.0, 1.0, 0.0], Ease::Sine);
        Channel::part(0, Property::Weights { count: 20 }, index, wave).unwrap()
    };
    let clip = clip((0..20).map(weight).collect());
    let (document, _) = encode(std::slice::from_ref(&clip));
    let keys = written(&document, 0)[0].2.len();
    assert!(keys < 200, "{keys} keys");
    assert_eq!(document.clips(), std::slice::from_ref(&clip));
    let foreign = as_others_read(&document).remove(0);
    for step in 0..=1613 {
        let time = f64::from(step) / 1000.0;
        let values = foreign.channels[0].curve().at(time);
        for (index, found) in values.into_iter().enumerate() {
            let u = (time - index as f64 / 31.0).clamp(0.0, 1.0);
            let expected = (1.0 - (std::f64::consts::TAU * u).cos()) / 2.0;
            assert!((found - expected).abs() <= 1e-3, "weight {index} at {time}");
        }
    }
}
