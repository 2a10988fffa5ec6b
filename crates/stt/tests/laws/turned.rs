//! Rotations that become angles.

use anim_core::{Ease, Property};

use crate::encoding::{clip, curve, deviation, encode};

/// A rotation on the shorter arc between two others, as a matrix.
fn arc(from: [f64; 4], to: [f64; 4], u: f64) -> [[f64; 3]; 3] {
    let unit = |q: [f64; 4]| q.map(|part| part / q.iter().map(|part| part * part).sum::<f64>().sqrt());
    let (from, to) = (unit(from), unit(to));
    let cosine: f64 = (0..4).map(|i| from[i] * to[i]).sum();
    let angle = cosine.abs().acos();
    let [a, b] = [(1.0 - u) * angle, u * angle].map(|part| part.sin() / angle.sin());
    let [x, y, z, w] = std::array::from_fn(|i| a * from[i] + b * cosine.signum() * to[i]);
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// The angle between two rotations: all axes together are √8·sin(φ/2) apart.
fn angle(a: [[f64; 3]; 3], b: [[f64; 3]; 3]) -> f64 {
    let squares = a.as_flattened().iter().zip(b.as_flattened()).map(|(a, b)| (a - b).powi(2));
    2.0 * (squares.sum::<f64>() / 8.0).sqrt().min(1.0).asin()
}

#[test]
fn an_arc_to_a_far_key_stays_within_the_tolerance() {
    // The angles at the last key that are nearest to those at the first are not those to which the way leads.
    let mut cases = vec![([-0.01, -0.01, 0.0, 1.0], [-0.5, -0.8, 0.3, 0.2], 60.0)];
    let mut state = 7_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / f64::from(1 << 30) - 1.0
    };
    cases.extend((0..40).map(|_| {
        let [from, to] = [0; 2].map(|_| [0; 4].map(|_| random()));
        (from, to, 3.0)
    }));
    for (from, to, seconds) in cases {
        let turn = curve(&[0.0, seconds], 4, [from, to].as_flattened(), Ease::Slerp);
        let (stt, report) = encode(&[clip(seconds, Property::Rotation, turn)]);
        let stated = report.losses.iter().filter(|loss| loss.code.id == "stt::sampled").map(deviation);
        let stated = stated.map(|error| error.size).fold(0.0, f64::max);
        let again = &stt.clips()[0];
        let off = (0..=20_000).map(f64::from).map(|step| {
            let u = step / 20_000.0;
            angle(again.pose(u * seconds).local[0].linear(), arc(from, to, u))
        });
        let off = off.fold(0.0, f64::max);
        assert!(off <= 1e-3 + 1e-6 && stated <= 1e-3, "{from:?} {to:?}: {off} {stated}");
    }
}
