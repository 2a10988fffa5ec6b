//! Blobs with nothing in them, against copying them.

use std::hint::black_box;
use std::io;

use anim_bvh::Bvh;
use anim_core::AnyFormat;
use anim_gltf::Gltf;
use anim_hsf_xml::Hsf;
use anim_scan::{Find, Limits, scan};
use anim_stf::Stf;
use anim_stt::Stt;
use anim_tod::Tod;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const LENGTH: usize = 64 << 20;

fn scans(criterion: &mut Criterion) {
    let mut state = 1u64;
    let random: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    })
    .take(LENGTH)
    .collect();
    // A candidate every 17 bytes.
    let false_ones: Vec<u8> = b"PlayStation; P\0\0\0 ".iter().copied().cycle().take(LENGTH).collect();
    let text: Vec<u8> = include_bytes!("../README.md").iter().copied().cycle().take(LENGTH).collect();
    let rows = [
        AnyFormat::encoder::<Tod>(),
        AnyFormat::encoder::<Gltf>(),
        AnyFormat::encoder::<Stf>(),
        AnyFormat::encoder::<Stt>(),
        AnyFormat::encoder::<Bvh>(),
        AnyFormat::encoder::<Hsf>(),
    ];
    let mut group = criterion.benchmark_group("nothing");
    group.throughput(Throughput::Bytes(LENGTH as u64)).sample_size(10);
    for (name, blob) in
        [("zeros", vec![0; LENGTH]), ("random", random), ("text", text), ("false", false_ones)]
    {
        group.bench_function(format!("{name}/scan"), |bencher| {
            let mut none = |_: Find<'_>| -> io::Result<()> { Err(io::ErrorKind::InvalidData.into()) };
            bencher.iter(|| scan(black_box(&blob[..]), &rows, Limits::default(), &mut none));
        });
        group.bench_function(format!("{name}/copy"), |bencher| {
            let mut copy = vec![0; LENGTH];
            bencher.iter(|| copy.copy_from_slice(black_box(&blob)));
        });
    }
    group.finish();
}

criterion_group!(benches, scans);
criterion_main!(benches);
