//! A long pedestrian clip as a .glb: 67 bones for 100 seconds, from the bytes of the `.anim` on, with a copy of the result
//! beside it.

#![expect(clippy::unwrap_used, reason = "the clip is sound")]

use std::hint::black_box;

use anim_core::Report;
use anim_gltf::Gltf;
use anim_mm2_ped::{Anim, ClipOptions, Interpolate, Mm2Ped};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const BONES: usize = 67;
const FRAMES: usize = 3001;

/// Every bone turns in every frame.
fn clip() -> Vec<u8> {
    let values = (0..3 * (BONES + 1) * FRAMES).map(|n| (n as f32 / 1000.0).sin()).collect();
    Anim::new(BONES, values).unwrap().to_bytes()
}

fn glb(bytes: &[u8], options: ClipOptions) -> Gltf {
    let clips = Mm2Ped::parse(bytes).unwrap().clips_with(&options, &mut Report::new());
    let made = Gltf::from_clips(&clips).unwrap();
    black_box(made.to_bytes());
    made
}

fn convert(criterion: &mut Criterion) {
    let bytes = clip();
    let hold = ClipOptions::default();
    let made = glb(&bytes, hold).to_bytes().into_owned();
    let mut group = criterion.benchmark_group("67 bones, 3001 frames");
    group.throughput(Throughput::Elements((BONES * FRAMES) as u64)).sample_size(20);
    group.bench_function("copy of the .glb", |bencher| bencher.iter(|| black_box(&made).clone()));
    group.bench_function(".anim to clip", |bencher| {
        bencher.iter(|| Mm2Ped::parse(black_box(&bytes)).unwrap().clips_with(&hold, &mut Report::new()));
    });
    group.bench_function(".anim to .glb, held", |bencher| {
        bencher.iter(|| glb(black_box(&bytes), hold));
    });
    let linear = ClipOptions { interpolate: Interpolate::Linear, ..ClipOptions::default() };
    group.bench_function(".anim to .glb, linear", |bencher| {
        bencher.iter(|| glb(black_box(&bytes), linear));
    });
    group.finish();
}

criterion_group!(benches, convert);
criterion_main!(benches);
