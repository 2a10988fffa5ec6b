//! How many keys baked curves have, and where.

use super::*;

#[test]
fn what_repeats_too_often_is_followed_as_far_as_the_limit_allows() {
    // 10 million periods; the limit for two keys is 4,096 + 2 · 256.
    let fast = Curve::new(Times::keys([0.0, 1e-3]).unwrap(), 1, vec![0.0, 1.0], Ease::Linear).unwrap();
    let fast = fast.with_wrap(Wrap::Hold, Wrap::PingPong);
    let baked = bake(&fast, [0.0, 10_000.0], 1e-3).unwrap();
    assert!(baked.curve.len() <= 4608 + 1 && baked.curve.end() == 10_000.0, "{}", baked.curve.len());
    for time in [0.2501, 1.0014, 4.6] {
        assert!((baked.curve.at(time)[0] - fast.at(time)[0]).abs() < 1e-3, "at {time}");
    }
    // Beyond, the value is held, so the error is the rest of the rise.
    let held = baked.curve.at(5000.0)[0];
    let most = held.max(1.0 - held);
    assert!(baked.error <= most && baked.error >= 0.98 * most, "{} of {most}", baked.error);
    assert_eq!(bake(&fast, [0.0, f64::INFINITY], 1e-3), Err(ClipError::Duration));
}

#[test]
fn the_limit_is_the_callers() {
    let wave = ramp(Ease::Sine).with_wrap(Wrap::Hold, Wrap::PingPong);
    let with = |limit: KeyLimit| bake(&wave, [0.0, 8.0], Fineness { limit, ..Fineness::from(1e-3) }).unwrap();
    let full = with(KeyLimit::default());
    assert!(full.error <= 1e-3 && full.curve.len() > 100);
    let few = with(KeyLimit { free: 0.0, per_key: 16.0, ..KeyLimit::default() });
    assert!(few.curve.len() <= 32 && few.error > 1e-3, "{}", few.curve.len());
    let slow = with(KeyLimit { per_second: 4.0, ..KeyLimit::default() });
    assert_eq!(slow.curve.len(), 8 * 4 + 1);
    // The first of four lines for half a wave is farthest from it where both are equally steep.
    let wave = |time: f64| (1.0 - (std::f64::consts::PI * time).cos()) / 2.0;
    let slope = 4.0 * wave(0.25);
    let time = (2.0 * slope / std::f64::consts::PI).asin() / std::f64::consts::PI;
    let most = (wave(time) - slope * time).abs();
    assert!((slow.error / most - 1.0).abs() < 1e-9, "{} of {most}", slow.error);
}

#[test]
fn the_error_at_the_limit_is_that_of_the_peak_wherever_it_is() {
    // The numbers of the control points are 0, 1, 0, 0: whatever their times, the highest value is 3·⅓·(⅔)².
    for [out, into] in [[1.0 / 3.0, 1.0 / 3.0], [0.5, 0.1], [0.1, 0.6], [0.9, 0.8], [0.3, 0.1]] {
        let handles =
            [Handles { into: [0.0; 2], out: [out, 1.0] }, Handles { into: [-into, 0.0], out: [0.0; 2] }];
        let hill = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![0.0; 2], Ease::Bezier).unwrap();
        let hill = hill.with_handles(handles.to_vec()).unwrap();
        let limit = KeyLimit { free: 0.0, per_key: 1.0, ..KeyLimit::default() };
        let line = bake(&hill, [0.0, 1.0], Fineness { limit, ..Fineness::from(1e-3) }).unwrap();
        assert_eq!(line.curve.len(), 2);
        assert!((line.error - 4.0 / 9.0).abs() < 1e-6, "{out}, {into}: {}", line.error);
    }
}

#[test]
fn keys_that_are_counted_together_may_be_anywhere() {
    // 99 lines, and half a wave, which takes all keys but those at the ends of the lines.
    let times = Times::keys((0..=100).map(f64::from).collect::<Vec<_>>()).unwrap();
    let values = (0..=100).map(|key| if key > 50 { 200.0 } else { 0.0 }).collect();
    let eases = (0..=100).map(|key| if key == 50 { Ease::Sine } else { Ease::Linear }).collect();
    let curve = Curve::new(times, 1, values, Ease::Step).unwrap().with_eases(eases).unwrap();
    let with = |all: usize| {
        let limit = KeyLimit { all: all as f64, per_key: 8.0, ..KeyLimit::default() };
        bake(&curve, [0.0, 100.0], Fineness { limit, ..Fineness::from(0.2) }).unwrap()
    };
    let enough = with(1000);
    assert!(enough.error <= 0.2 && enough.curve.len() > 101 + 16, "{}", enough.curve.len());
    assert_eq!(with(enough.curve.len()), enough);
    // Where they are too few, the wave has a power of two of those that the lines leave.
    let few = with(enough.curve.len() - 1);
    assert_eq!(few.curve.len(), 101 + 15);
    let wave = |part: f64| 100.0 * (1.0 - (std::f64::consts::PI * part).cos());
    let off = (0..=1600).map(|n| f64::from(n) / 1600.0).map(|part| {
        let from = (part * 16.0).floor().min(15.0) / 16.0;
        (wave(part) - wave(from) - (wave(from + 1.0 / 16.0) - wave(from)) * 16.0 * (part - from)).abs()
    });
    let most = off.fold(0.0, f64::max);
    assert!(few.error <= 1.01 * most && few.error > 0.98 * most, "{} of {most}", few.error);
}

#[test]
fn keys_are_where_a_curve_is_steep() {
    // With these handles, time is 3u − 6u² + 4u³ hundredths of the segment, and the value is 3u² − 2u³: vertical at u = ½.
    let handles = [
        Handles { out: [100.0, 0.0], ..Handles::default() },
        Handles { into: [-100.0, 0.0], ..Handles::default() },
    ];
    let steep = Curve::new(Times::keys([0.0, 100.0]).unwrap(), 1, vec![0.0, 1.0], Ease::Bezier).unwrap();
    let steep = steep.with_handles(handles.to_vec()).unwrap();
    let baked = bake(&steep, [0.0, 100.0], 0.01).unwrap();
    assert!(baked.error <= 0.01 && baked.curve.len() < 200, "{} of {}", baked.error, baked.curve.len());
    let off = (0..=1_000_000).map(|n| f64::from(n) * 1e-6).map(|u: f64| {
        let time = 3.0 * u - 6.0 * u * u + 4.0 * u.powi(3);
        (baked.curve.at(100.0 * time)[0] - (3.0 * u * u - 2.0 * u.powi(3))).abs()
    });
    let most = off.fold(0.0, f64::max);
    assert!(most <= 0.0105 && most > 0.002, "{most}");
}

#[test]
fn segments_share_their_keys_as_they_need_them() {
    // Sixty segments may have 132 keys each. One of them, half a cosine 2,000 high, needs more than twice as many.
    let times = Times::keys((0..=60).map(f64::from).collect::<Vec<_>>()).unwrap();
    let values = (0..=60).map(|key| if key < 30 { -1000.0 } else { 1000.0 }).collect();
    let curve = Curve::new(times, 1, values, Ease::Sine).unwrap();
    let with = |share: f64, share_per_key: f64, per_key: f64| {
        let limit = KeyLimit { per_key, share, share_per_key, ..KeyLimit::default() };
        bake(&curve, [0.0, 60.0], Fineness { limit, ..0.01.into() }).unwrap()
    };
    let baked = with(f64::INFINITY, 0.0, 64.0);
    assert!(baked.error <= 0.01 && (300..800).contains(&baked.curve.len()), "{}", baked.curve.len());
    let off = (0..=1_000_000).map(|n| 29.0 + f64::from(n) * 1e-6).map(|time| {
        let actual = -1000.0 * (std::f64::consts::PI * (time - 29.0)).cos();
        (baked.curve.at(time)[0] - actual).abs()
    });
    let most = off.fold(0.0, f64::max);
    assert!(most <= 0.0105, "{most}");
    // Other curves need the rest. The one segment has what those that need no keys leave: 32 lines, by trying.
    let lines = (0..=2000).map(|n| f64::from(n) / 2000.0).map(|part| {
        let wave = |place: f64| -1000.0 * (std::f64::consts::PI * place).cos();
        let from = (part * 32.0).floor().min(31.0) / 32.0;
        (wave(part) - wave(from) - (wave(from + 1.0 / 32.0) - wave(from)) * 32.0 * (part - from)).abs()
    });
    let most = lines.fold(0.0, f64::max);
    for few in [with(100.0, 0.0, 8.0), with(1.0, 100.0 / 61.0, 8.0)] {
        assert!((61 + 31..=100).contains(&few.curve.len()), "{}", few.curve.len());
        assert!(few.error <= 1.01 * most && few.error > 0.98 * most, "{} of {most}", few.error);
    }
    // Every curve has an eighth of `per_key` for each of its keys.
    assert_eq!(with(0.0, 0.0, 64.0).curve, baked.curve);
}

#[test]
fn every_segment_has_a_part_of_too_few_keys() {
    let times = Times::keys((0..=16).map(f64::from).collect::<Vec<_>>()).unwrap();
    let waves = Curve::new(times, 1, (0..=16).map(|key| f64::from(key % 2)).collect(), Ease::Sine).unwrap();
    let limit = KeyLimit { all: 10.0, ..KeyLimit::default() };
    // 8 for each of 17 keys, though `all` is less.
    let few = bake(&waves, [0.0, 16.0], Fineness { limit, ..Fineness::from(1e-3) }).unwrap();
    assert_eq!(few.curve.len(), 16 * 8 + 1);
    // The lines of half a wave, by trying.
    let wave = |time: f64| (1.0 - (std::f64::consts::PI * time).cos()) / 2.0;
    let off = (1..4000).map(|step| f64::from(step) / 4000.0).map(|time| {
        let from = (time * 8.0).floor() / 8.0;
        let slope = (wave(from + 0.125) - wave(from)) * 8.0;
        (wave(time) - wave(from) - slope * (time - from)).abs()
    });
    let most = off.fold(0.0, f64::max);
    assert!(few.error <= 1.001 * most && few.error > 0.98 * most, "{} of {most}", few.error);
}

#[test]
fn wide_keys_count_as_many() {
    // 1,000 numbers, each driven by a curve of its own with keys at its own times.
    let curves: Vec<Curve> = (0..1000)
        .map(|index| {
            Curve::new(
                Times::keys([0.0, 0.5 + f64::from(index) / 3000.0]).unwrap(),
                1,
                vec![0.0, 1e9],
                Ease::Sine,
            )
        })
        .collect::<Result<_, _>>()
        .unwrap();
    let sources: Vec<&Curve> = curves.iter().collect();
    let sample = |time: f64, out: &mut [f64]| {
        for (curve, out) in curves.iter().zip(out) {
            *out = curve.at(time)[0];
        }
    };
    let baked = bake_function(&sources, 1000, Ease::Linear, [0.0, 1.0], 1e-3, sample).unwrap();
    assert!(baked.curve.values().len() < 64 * (4 * 4096 + 256 * 2000), "{}", baked.curve.values().len());
}
