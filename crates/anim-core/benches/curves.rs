//! Bézier curves sampled and Euler angles baked, compared with the closed-form root of the cubic that other programs compute.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

use std::hint::black_box;

use anim_core::{Curve, Ease, EulerOrder, Handles, Property, Rate, Sampler, Times, to_rotation};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

const SEGMENTS: usize = 1000;
const EACH: usize = 20;

/// A curve whose segments have uneven handles, and ascending times on it.
fn curve() -> (Curve, Vec<f64>) {
    let share = |key: usize, by: usize| ((key * by) % 100) as f64 / 300.0;
    let times = Times::uniform(0.0, Rate::per_second(3), SEGMENTS + 1).unwrap();
    let values = (0..=SEGMENTS).map(|key| 3.0 * share(key, 79)).collect();
    let handles =
        (0..=SEGMENTS).map(|key| Handles { into: [-share(key, 53), 1.0], out: [share(key, 37), 2.0] });
    let curve = Curve::new(times, 1, values, Ease::Bezier).unwrap().with_handles(handles.collect()).unwrap();
    let at = |sample: usize| sample as f64 / (3 * EACH) as f64;
    (curve, (0..SEGMENTS * EACH).map(at).collect())
}

/// The value at a time by the root of the cubic in closed form (Cardano, Viète), with a search for the segment.
fn closed_form(curve: &Curve, time: f64) -> f64 {
    let segment = curve.times().locate(time, 0).unwrap();
    let (key, length) = (segment.key, segment.length);
    if length == 0.0 {
        return curve.value(key)[0];
    }
    let (out, into) = (curve.handles(key, 0).out, curve.handles(key + 1, 0).into);
    let (x1, x2) = (out[0] / length, 1.0 + into[0] / length);
    let (c, b, a) = (3.0 * x1, 3.0 * x2 - 6.0 * x1, 1.0 + 3.0 * x1 - 3.0 * x2);
    let d = -segment.offset / length;
    let fits = |u: &f64| (-1e-9..=1.0 + 1e-9).contains(u);
    let u = if a.abs() < 1e-12 {
        let root = (c * c - 4.0 * b * d).sqrt();
        [2.0 * d / (-c - root), 2.0 * d / (-c + root)].into_iter().find(fits)
    } else {
        let third = b / (3.0 * a);
        let p = (3.0 * a * c - b * b) / (3.0 * a * a);
        let q = (2.0 * b * b * b - 9.0 * a * b * c + 27.0 * a * a * d) / (27.0 * a * a * a);
        let within = q * q / 4.0 + p * p * p / 27.0;
        if within >= 0.0 {
            let root = within.sqrt();
            Some((root - q / 2.0).cbrt() + (-root - q / 2.0).cbrt() - third)
        } else {
            let far = 2.0 * (-p / 3.0).sqrt();
            let angle = (3.0 * q / (p * far)).clamp(-1.0, 1.0).acos() / 3.0;
            let turn = std::f64::consts::TAU / 3.0;
            (0..3).map(|k| far * (angle - turn * f64::from(k)).cos() - third).find(fits)
        }
    };
    let (u, from, to) = (u.unwrap_or(0.0), curve.value(key)[0], curve.value(key + 1)[0]);
    let w = 1.0 - u;
    w * w * w * from + 3.0 * w * w * u * (from + out[1]) + 3.0 * w * u * u * (to + into[1]) + u * u * u * to
}

fn bezier(criterion: &mut Criterion) {
    let (curve, times) = curve();
    let mut out = vec![0.0; times.len()];
    Sampler::new(&curve).fill(&times, &mut out);
    let off = times
        .iter()
        .zip(&out)
        .map(|(time, value)| (closed_form(&curve, *time) - value).abs())
        .fold(0.0, f64::max);
    assert!(off < 1e-6, "{off}");
    let mut group = criterion.benchmark_group("Bezier, 20 samples a segment");
    group.throughput(Throughput::Elements(times.len() as u64));
    group.bench_function("closed form", |bencher| {
        bencher.iter(|| times.iter().map(|time| closed_form(&curve, *time)).sum::<f64>());
    });
    group.bench_function("sample", |bencher| {
        bencher.iter(|| {
            let mut sampler = Sampler::new(&curve);
            times
                .iter()
                .zip(&mut out)
                .for_each(|(time, out)| sampler.sample(*time, std::slice::from_mut(out)));
        });
    });
    group.bench_function("fill", |bencher| {
        bencher.iter(|| Sampler::new(&curve).fill(black_box(&times), &mut out));
    });
    group.finish();
}

fn angles(criterion: &mut Criterion) {
    const FRAMES: usize = 10_000;
    let times = Times::uniform(0.0, Rate::per_second(30), FRAMES).unwrap();
    let mut group = criterion.benchmark_group("Euler angles to arcs");
    group.throughput(Throughput::Elements(FRAMES as u64));
    for speed in [0.01, 0.2] {
        let values = (0..3 * FRAMES).map(|n| ((n / 3) as f64 * speed + (n % 3) as f64).sin()).collect();
        let curve = Curve::new(times.clone(), 3, values, Ease::Linear).unwrap();
        let property = Property::Euler(EulerOrder::Zxy);
        let id = BenchmarkId::from_parameter(format!("{speed} a frame"));
        group.bench_function(id, |bencher| {
            bencher.iter(|| to_rotation(&curve, &property, [0.0, curve.end()], 1e-3).unwrap());
        });
    }
    group.finish();
}

criterion_group!(benches, bezier, angles);
criterion_main!(benches);
