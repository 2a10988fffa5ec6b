//! Clips in place against a copy of the same bytes: opening, opening and reading every float, checking, parsing, writing,
//! and posing every frame.
//!
//! One clip is that of a large figure for 100 seconds, which stays in the cache. The other is the longest that the game loads.

#![expect(clippy::unwrap_used, reason = "the clips are valid")]

use std::hint::black_box;

use anim_core::{Format, Pose};
use anim_mm2_ped::{Anim, Bone, Interpolate, Mm2Ped, ReadOptions, Skeleton, View};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// A clip with this number of bones and frames.
fn clip(bones: usize, frames: usize) -> Anim {
    let values = (0..3 * (bones + 1) * frames).map(|n| (n as f32 / 1000.0).sin()).collect();
    let mut anim = Anim::new(bones, values).unwrap();
    anim.distance = anim.travel() as f32;
    anim
}

fn skeleton(bones: usize) -> Skeleton {
    let bone = |index: usize| Bone {
        name: format!("bone{index}"),
        parent: index.checked_sub(1).map(|last| last / 2 * 2),
        offset: [0.0, 0.1, 0.0],
        ..Bone::default()
    };
    Skeleton::new((0..bones).map(bone).collect()).unwrap()
}

fn open(criterion: &mut Criterion) {
    for (name, bones, frames) in
        [("67 bones, 3001 frames", 67, 3001), ("332 bones, 10000 frames", 332, 10_000)]
    {
        let bytes = clip(bones, frames).to_bytes();
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        let mut copy = vec![0; bytes.len()];
        group.bench_function("memcpy", |bencher| bencher.iter(|| copy.copy_from_slice(black_box(&bytes))));
        group.bench_function("open and look at all", |bencher| {
            bencher.iter(|| View::new(black_box(&bytes)).unwrap().all_finite());
        });
        group.bench_function("check", |bencher| {
            bencher.iter(|| {
                let mut findings = 0;
                let options = ReadOptions::default();
                Mm2Ped::inspect(black_box(&bytes), &options, &(), &mut |_| findings += 1).unwrap();
                findings
            });
        });
        let mut anim = Anim::parse(&bytes).unwrap();
        group.bench_function("parse into", |bencher| {
            bencher.iter(|| anim.parse_into(black_box(&bytes)).unwrap());
        });
        let mut out = Vec::with_capacity(bytes.len());
        group.bench_function("write into", |bencher| {
            bencher.iter(|| {
                out.clear();
                black_box(&anim).write_into(&mut out);
            });
        });
        group.finish();
        let mut group = criterion.benchmark_group(format!("{name}, in place"));
        group.throughput(Throughput::Elements(1));
        group.bench_function("open", |bencher| {
            bencher.iter(|| View::new(black_box(&bytes)).unwrap().frames());
        });
        group.finish();
    }
}

fn pose(criterion: &mut Criterion) {
    let (anim, skeleton) = (clip(67, 3001), skeleton(67));
    let mut group = criterion.benchmark_group("67 bones, 3001 poses");
    group.throughput(Throughput::Elements(67 * 3001));
    let (mut floats, mut pose) = (Vec::new(), Pose::default());
    for (name, interpolate) in [("hold", Interpolate::Hold), ("linear", Interpolate::Linear)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for frame in 0..anim.frames() {
                    anim.sample(frame as f64 + 0.25, interpolate, &mut floats);
                    skeleton.pose(&floats, &mut pose);
                }
                pose.world[66].translation()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, open, pose);
criterion_main!(benches);
