//! Arcs that are nearly half turns, whose way single precision may change.

use super::*;

/// Two quaternions whose product is positive, and in single precision negative.
const NEARLY: [[f64; 4]; 2] = [
    [0.302_909_898, 0.178_946_771, 0.467_860_832, 0.810_758_835],
    [-0.545_020_598, -0.577_722_283, -0.320_598_798, 0.516_145_253],
];

/// A rotation of a channel at a time, as any reader finds it: along the arc that the sign of the product chooses.
fn shown(times: &[f32], values: &[f32], time: f64) -> [f64; 4] {
    let key = |key: usize| [0, 1, 2, 3].map(|part| f64::from(values[4 * key + part]));
    let next = times.iter().position(|at| f64::from(*at) > time).unwrap_or(times.len());
    if next == 0 || next == times.len() {
        return key(next.saturating_sub(1));
    }
    let (a, mut b) = (key(next - 1), key(next));
    let dot: f64 = (0..4).map(|part| a[part] * b[part]).sum();
    if dot < 0.0 {
        b = b.map(|part| -part);
    }
    let angle = dot.abs().min(1.0).acos();
    if angle < 1e-6 {
        return a;
    }
    let [from, to] = [times[next - 1], times[next]].map(f64::from);
    let u = (time - from) / (to - from);
    [0, 1, 2, 3].map(|part| (((1.0 - u) * angle).sin() * a[part] + (u * angle).sin() * b[part]) / angle.sin())
}

/// The largest angle in radians between a clip's only rotation and what readers find, and the largest stated one.
fn off_and_stated(clip: &Clip, options: &EncodeOptions) -> (f64, f64) {
    let (document, losses) = encode_with(std::slice::from_ref(clip), options);
    let (_, interpolation, times, values) = written(&document, 0).remove(0);
    assert_eq!(interpolation, Interpolation::Linear);
    let off = |step: u32| {
        let time = clip.duration * f64::from(step) / 1000.0;
        let right = clip.channels[0].curve().at(time);
        let right = quaternion::normalize([right[0], right[1], right[2], right[3]]);
        quaternion::angle_between(right, quaternion::normalize(shown(&times, &values, time)))
    };
    let stated = losses.iter().filter_map(|loss| match &loss.fate {
        Fate::Approximated(error) if error.unit == Unit::Angle => Some(error.size),
        _ => None,
    });
    ((0..=1000).map(off).fold(0.0, f64::max), stated.fold(0.0, f64::max))
}

fn arc(keys: [[f64; 4]; 2], seconds: f64) -> Clip {
    clip(vec![channel(Property::Rotation, curve(&[0.0, seconds], keys.as_flattened(), Ease::Slerp))])
}

#[test]
fn half_turns_go_their_way_whatever_the_interpolation() {
    let turn = |angle: f64| quaternion::from_axis_angle([0.6, 0.0, 0.8], angle);
    let half = std::f64::consts::PI;
    let opposite = |[a, b]: [[f64; 4]; 2]| [a, b.map(|part| -part)];
    let coarse = EncodeOptions { tolerance_angle: Positive::literal(1.0), ..EncodeOptions::default() };
    for options in [styled(Interpolate::Linear), styled(Interpolate::Cubic), coarse, EncodeOptions::default()]
    {
        for keys in [
            NEARLY,
            opposite(NEARLY),
            [turn(0.3), turn(0.3 + half)],
            [[0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0]],
            [turn(0.3), turn(0.3 + half - 1e-7)],
            [turn(0.3), turn(0.3 + half + 1e-7)],
            [turn(1.0), turn(3.0)],
        ] {
            let clip = arc(keys, 1.0);
            let (off, stated) = off_and_stated(&clip, &options);
            assert!(off < 1e-6 && stated == 0.0, "{off} off with {options:?} for {keys:?}");
            let (document, _) = encode_with(std::slice::from_ref(&clip), &options);
            let back = document.clips().remove(0);
            assert_eq!(back.channels[0].curve().len(), 2, "the added keys are not in the clip");
        }
    }
}

#[test]
fn a_half_turn_that_is_too_short_for_a_key_is_stated() {
    // The shortest time between keys is half a millisecond for Blender, and otherwise that of single precision.
    for (style, seconds, is_stated) in [
        (Interpolate::Auto, 0.9e-3, true),
        (Interpolate::Auto, 1.1e-3, false),
        (Interpolate::Linear, 0.2e-3, false),
        (Interpolate::Cubic, 0.2e-3, false),
    ] {
        let (off, stated) = off_and_stated(&arc(NEARLY, seconds), &styled(style));
        assert!(
            off <= stated + 1e-6 && (stated > 3.0) == is_stated,
            "{style:?} {seconds}: {off}, {stated} stated"
        );
    }
}
