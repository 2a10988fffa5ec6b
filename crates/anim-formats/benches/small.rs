//! A TOD of 1 KB as a .glb, in memory: what a file costs besides its keys.

#![expect(clippy::unwrap_used, reason = "the file is sound")]

use std::hint::black_box;

use anim_core::Report;
use anim_formats::tod::{Body, Coordinate, Degrees, Frame, Packet, Tod};
use anim_formats::{Conversion, Registry};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Two objects that turn and move, for 20 frames.
fn file() -> Vec<u8> {
    let frame = |number: i32| {
        let packets = [1, 2].map(|id| {
            let rotation =
                Some([Degrees::from_bits(4096 * number), Degrees::default(), Degrees::from_bits(number)]);
            let translation = (id == 1).then_some([number, 0, 100]);
            Packet::new(id, Body::Coordinate(Coordinate { rotation, translation, ..Coordinate::default() }))
        });
        Frame::new(number.cast_unsigned(), packets).unwrap()
    };
    let tod = Tod { resolution: 2, frames: (0..20).map(frame).collect(), ..Tod::default() };
    tod.to_bytes().into_owned()
}

fn small(criterion: &mut Criterion) {
    let bytes = file();
    assert!((900..1100).contains(&bytes.len()));
    let to_glb = Conversion::to(Registry::builtin(), "glb").unwrap();
    let mut group = criterion.benchmark_group("a TOD of 1 KB");
    group.throughput(Throughput::Elements(1));
    group.bench_function("to .glb", |bencher| {
        bencher.iter(|| {
            let mut report = Report::new();
            let source = to_glb.read(black_box(&bytes), &("walk.tod", ()), &mut report).unwrap();
            let made = to_glb.make(vec![source], "walk.glb", &(), &mut report).unwrap();
            made.document.to_bytes().len()
        });
    });
    group.finish();
}

criterion_group!(benches, small);
criterion_main!(benches);
