//! Throughput for a document of many Bézier keys, compared with `serde_json` into and from plain types, and with root
//! finding for each sample.

#![expect(clippy::unwrap_used, reason = "a benchmark")]

mod plain;

use std::hint::black_box;

use anim_core::{Curve, Format};
use anim_stf::{Keyframe, ReadOptions, Stf, sample_ascending};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plain::{KEYS, Plain, file, json};

fn reading(c: &mut Criterion) {
    let bytes = file();
    let mut group = c.benchmark_group("read");
    group.throughput(Throughput::Bytes(bytes.len() as u64)).sample_size(20);
    group.bench_function("serde_json into plain types", |b| {
        b.iter(|| serde_json::from_str::<Plain>(json(&bytes)).unwrap());
    });
    group.bench_function("Stf::parse", |b| b.iter(|| Stf::parse(&bytes).unwrap()));
    group.bench_function("Stf::inspect", |b| {
        b.iter(|| Stf::inspect(&bytes, &ReadOptions {}, &(), &mut ()).unwrap());
    });
}

fn writing(c: &mut Criterion) {
    let bytes = file();
    let plain: Plain = serde_json::from_str(json(&bytes)).unwrap();
    let stf = Stf::parse(&bytes).unwrap();
    let animation = stf.animation("a").unwrap().clone();
    let empty = Stf::parse(br#"{"resources": {}}"#).unwrap();
    let mut group = c.benchmark_group("write");
    group.throughput(Throughput::Bytes(bytes.len() as u64)).sample_size(20);
    group.bench_function("serde_json from plain types", |b| b.iter(|| serde_json::to_vec(&plain).unwrap()));
    group.bench_function("an untouched document", |b| b.iter(|| stf.to_bytes().len()));
    group.bench_function("a new animation", |b| {
        b.iter_batched(
            || (empty.clone(), animation.clone()),
            |(mut stf, animation)| {
                stf.add_animation("a", animation).unwrap();
                assert!(!stf.to_bytes().is_empty());
                stf
            },
            criterion::BatchSize::LargeInput,
        );
    });
}

/// The value of a Bézier segment by the roots of its cubic, as Blender computes it for each sample.
fn by_roots(frame: f64, x: [f64; 4], y: [f64; 4]) -> f64 {
    let (c0, c1) = (x[0] - frame, 3.0 * (x[1] - x[0]));
    let (c2, c3) = (3.0 * (x[0] - 2.0 * x[1] + x[2]), x[3] - x[0] + 3.0 * (x[1] - x[2]));
    let within = |u: f64| (-1e-8..=1.000_001).contains(&u).then_some(u);
    let u = if c3.abs() > 1e-12 {
        let (a, b, c) = (c2 / c3 / 3.0, c1 / c3, c0 / c3);
        let (p, q) = (b / 3.0 - a * a, f64::midpoint(2.0 * a * a * a - a * b, c));
        let d = q * q + p * p * p;
        if d > 0.0 {
            let root = d.sqrt();
            within((root - q).cbrt() + (-q - root).cbrt() - a)
        } else {
            let phi = (-q / (-p * p * p).sqrt()).clamp(-1.0, 1.0).acos();
            let (t, third) = ((-p).sqrt(), phi / 3.0);
            let (cosine, sine) = (third.cos(), 3f64.sqrt() * (1.0 - third.cos().powi(2)).max(0.0).sqrt());
            within(2.0 * t * cosine - a)
                .or_else(|| within(-t * (cosine + sine) - a))
                .or_else(|| within(-t * (cosine - sine) - a))
        }
    } else if c2.abs() > 1e-12 {
        let p = (c1 * c1 - 4.0 * c2 * c0).max(0.0).sqrt();
        within((-c1 - p) / (2.0 * c2)).or_else(|| within((-c1 + p) / (2.0 * c2)))
    } else {
        within(-c0 / c1)
    };
    let (u, w) = (u.unwrap_or_default(), 1.0 - u.unwrap_or_default());
    w * w * w * y[0] + 3.0 * w * w * u * y[1] + 3.0 * w * u * u * y[2] + u * u * u * y[3]
}

/// The same by bisection of the parameter, for comparison.
fn halving(curve: &Curve, frame: f64) -> f64 {
    let key = ((frame - 1.0) / 4.0) as usize;
    let (out, into) = (curve.handles(key, 0).out, curve.handles(key + 1, 0).into);
    let [v0, v1] = [key, key + 1].map(|key| curve.value(key)[0]);
    let cubic = |u: f64, [a, b, c, d]: [f64; 4]| {
        let w = 1.0 - u;
        w * w * w * a + 3.0 * w * w * u * b + 3.0 * w * u * u * c + u * u * u * d
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        let time = 1.0 + 4.0 * key as f64 + cubic(middle, [0.0, out[0], 4.0 + into[0], 4.0]);
        if time < frame { low = middle } else { high = middle }
    }
    cubic(low, [v0, v0 + out[1], v1 + into[1], v1])
}

fn evaluating(c: &mut Criterion) {
    let stf = Stf::parse(&file()).unwrap();
    let track = &stf.animation("a").unwrap().tracks[0];
    let subtrack = track.subtracks[0].as_ref().unwrap();
    let curve = subtrack.curve(&track.timepoints).unwrap();
    // Uneven handles, so that time is not linear in the parameter.
    let handles: Vec<_> = (0..curve.len())
        .map(|key| {
            let mut handles = curve.handles(key, 0);
            handles.out[0] *= 0.5 + (key % 7) as f64 / 5.0;
            handles.into[0] *= 0.4 + (key % 5) as f64 / 4.0;
            handles
        })
        .collect();
    let curve = curve.with_handles(handles).unwrap();
    let frames: Vec<f64> = (0..4 * 4 * (KEYS - 1)).map(|step| 1.0 + step as f64 / 4.0).collect();
    let roots = |frame: f64| {
        let key = ((frame - 1.0) / 4.0) as usize;
        let [t0, t1] = [key, key + 1].map(|key| 1.0 + 4.0 * key as f64);
        let [v0, v1] = [key, key + 1].map(|key| curve.value(key)[0]);
        let (out, into) = (curve.handles(key, 0).out, curve.handles(key + 1, 0).into);
        by_roots(frame, [t0, t0 + out[0], t1 + into[0], t1], [v0, v0 + out[1], v1 + into[1], v1])
    };
    let mut found = vec![0.0; frames.len()];
    sample_ascending(&curve, &frames, &mut found);
    let misses = frames.iter().zip(&found).map(|(&frame, value)| (value - halving(&curve, frame)).abs());
    let worst = misses.fold(0.0, f64::max);
    assert!(worst < 2e-6, "{worst:e}");
    // Where a cubic is almost quadratic, its roots are less exact.
    let misses = frames.iter().zip(&found).map(|(&frame, value)| (value - roots(frame)).abs());
    let near = misses.filter(|miss| *miss < 2e-6).count();
    assert!(near > frames.len() * 9 / 10, "{near} of {}", frames.len());
    let keys = subtrack.keyframes.iter().filter(|keyframe| matches!(keyframe, Keyframe::Key(_))).count();
    assert_eq!(keys, KEYS);
    let mut group = c.benchmark_group("evaluate");
    group.throughput(Throughput::Elements(frames.len() as u64)).sample_size(20);
    group.bench_function("roots for each sample", |b| {
        b.iter(|| frames.iter().map(|&frame| roots(black_box(frame))).sum::<f64>());
    });
    group.bench_function("curve by curve", |b| {
        b.iter(|| sample_ascending(&curve, black_box(&frames), black_box(&mut found)));
    });
}

criterion_group!(benches, reading, writing, evaluating);
criterion_main!(benches);
