//! A long recording: reading compared with the standard library on the same words, writing compared with six fixed decimals.

#![expect(clippy::unwrap_used, reason = "the recording is valid")]

use std::fmt::Write as _;
use std::hint::black_box;

use anim_bvh::Bvh;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const JOINTS: usize = 60;
const FRAMES: usize = 5000;

/// Joints in a chain, with angles of six decimals.
fn recording() -> String {
    let mut text = String::from("HIERARCHY\n");
    for joint in 0..JOINTS {
        let (keyword, channels) = match joint {
            0 => ("ROOT", "6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"),
            _ => ("JOINT", "3 Zrotation Xrotation Yrotation"),
        };
        writeln!(text, "{keyword} joint{joint}\n{{\nOFFSET 0.5 1.25 -3.75\nCHANNELS {channels}").unwrap();
    }
    writeln!(text, "{}\nMOTION\nFrames: {FRAMES}\nFrame Time: 0.008333", "}\n".repeat(JOINTS)).unwrap();
    let mut state = 1u32;
    for _ in 0..FRAMES {
        for column in 0..3 * (JOINTS + 1) {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let angle = f64::from(state as i32) / f64::from(i32::MAX);
            // Angles of different sizes have different numbers of digits.
            write!(text, "{:.6} ", angle * [4.0, 40.0, 180.0][column % 3]).unwrap();
        }
        text.push('\n');
    }
    text
}

fn benches(criterion: &mut Criterion) {
    let text = recording();
    let (_, numbers) = text.split_once("0.008333\n").unwrap();
    let count = FRAMES * 3 * (JOINTS + 1);
    let mut group = criterion.benchmark_group("bvh");
    group.throughput(Throughput::Elements(count as u64)).sample_size(10);

    group.bench_function("read: str::parse on the same words", |bencher| {
        bencher.iter(|| {
            let mut values = Vec::with_capacity(count);
            values.extend(black_box(numbers).split_whitespace().map(|word| word.parse::<f64>().unwrap()));
            values
        });
    });
    group.bench_function("read", |bencher| {
        bencher.iter(|| Bvh::parse(black_box(text.as_bytes())).unwrap());
    });

    let bvh = Bvh::parse(text.as_bytes()).unwrap();
    let mut six = String::with_capacity(2 * text.len());
    group.bench_function("write: six decimals by the standard library", |bencher| {
        bencher.iter(|| {
            six.clear();
            for value in &black_box(&bvh).motion().values {
                write!(six, "{value:.6} ").unwrap();
            }
        });
    });
    let mut out = Vec::with_capacity(2 * text.len());
    group.bench_function("write", |bencher| {
        bencher.iter(|| {
            out.clear();
            black_box(&bvh).write_into(&mut out);
        });
    });

    let clips = bvh.clips();
    group.bench_function("to clip", |bencher| bencher.iter_with_large_drop(|| black_box(&bvh).clips()));
    group.bench_function("from clip", |bencher| {
        bencher.iter_with_large_drop(|| Bvh::from_clips(black_box(&clips)).unwrap());
    });
    group.finish();
}

criterion_group!(motion_benches, benches);
criterion_main!(motion_benches);
