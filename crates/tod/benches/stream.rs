//! A long stream: checks in place, reading and writing, compared with a copy of the same bytes.
//!
//! The packets are those of real files: mostly differential rotations and translations, seven packets a frame.

#![expect(clippy::unwrap_used, reason = "the stream is valid")]

use std::hint::black_box;

use anim_core::{Diagnostic, Format as _};
use anim_tod::{Body, Coordinate, Degrees, Factor, Frame, Packet, ReadOptions, Scale, Tod};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const BYTES: usize = 100_000_000;

fn stream() -> Vec<u8> {
    let mut state = 1u32;
    let mut random = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as i32
    };
    let mut tod = Tod { resolution: 2, ..Tod::default() };
    let mut words = 2;
    while 4 * words < BYTES {
        let packets = (1..=7u16).map(|id| {
            let rotation = [(); 3].map(|()| Degrees::from_bits(random() - 32768));
            let change = Coordinate { differential: true, rotation: Some(rotation), ..Coordinate::default() };
            let change = match id {
                1 => Coordinate { translation: Some([1, -1, random()]), ..change },
                2 => Coordinate { translation: Some([random(); 3]), rotation: None, ..change },
                3 => Coordinate { scale: Some(Scale::new([Factor::ONE; 3])), ..change },
                _ => change,
            };
            Packet::new(id, Body::Coordinate(change))
        });
        let frame = Frame::new(tod.frames.len() as u32, packets).unwrap();
        words += frame.words();
        tod.frames.push(frame);
    }
    tod.to_bytes().into_owned()
}

fn benches(criterion: &mut Criterion) {
    let bytes = stream();
    let mut group = criterion.benchmark_group("tod");
    group.throughput(Throughput::Bytes(bytes.len() as u64)).sample_size(10);

    let mut copy = vec![0; bytes.len()];
    group.bench_function("memcpy", |bencher| bencher.iter(|| copy.copy_from_slice(black_box(&bytes))));
    group.bench_function("check in place", |bencher| {
        bencher.iter(|| {
            let mut findings = 0;
            let mut count = |_: Diagnostic| findings += 1;
            Tod::inspect(black_box(&bytes), &ReadOptions::default(), &(), &mut count).unwrap();
            assert_eq!(findings, 0);
        });
    });
    group.bench_function("parse", |bencher| {
        bencher.iter_with_large_drop(|| Tod::parse(black_box(&bytes)).unwrap());
    });
    let mut tod = Tod::parse(&bytes).unwrap();
    group.bench_function("parse into", |bencher| bencher.iter(|| tod.parse_into(black_box(&bytes)).unwrap()));
    let mut out = Vec::with_capacity(bytes.len());
    group.bench_function("write", |bencher| {
        bencher.iter(|| {
            out.clear();
            black_box(&tod).write_into(&mut out);
        });
    });
    group.finish();
}

criterion_group!(stream_benches, benches);
criterion_main!(stream_benches);
