//! A long file of keyframes, compared with roxmltree and the number parser of the standard library.
//!
//! Nine tenths of the file are positions and quaternions with six digits, as exporters write them, the rest are timelines.

#![expect(clippy::unwrap_used, reason = "the file is sound")]

use std::fmt::Write;
use std::hint::black_box;

use anim_core::Format;
use anim_hsf_xml::{Diagnostic, Hsf, ReadOptions};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const BYTES: usize = 50_000_000;

/// How many keyframes one animation has.
const KEYS: usize = 2000;

fn file() -> String {
    let mut state = 1u32;
    let mut random = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1 << 24) * 2.0 - 1.0
    };
    let mut text = String::from("<Animdef TicksPerSecond=\"4800\">\n");
    let mut number = 0;
    while text.len() < BYTES {
        writeln!(text, "<Animation Name=\"A{number}\" Target=\"SPATH: MODEL/part{number}\">\n<Timeline>")
            .unwrap();
        (0..KEYS).for_each(|key| write!(text, "{} ", 160 * key).unwrap());
        text.push_str("\n</Timeline>\n<PosInterpolator>\n");
        for _ in 0..KEYS {
            writeln!(text, "[{:.6} {:.6} {:.6}]", 100.0 * random(), 100.0 * random(), random()).unwrap();
        }
        text.push_str("</PosInterpolator>\n<QuatRotInterpolator Modifiers=\"[l a]\">\n");
        for _ in 0..KEYS {
            let q = anim_core::quaternion::normalize([random(), random(), random(), random()]);
            writeln!(text, "[{:.6} {:.6} {:.6} {:.6}]", q[0], q[1], q[2], q[3]).unwrap();
        }
        text.push_str("</QuatRotInterpolator>\n</Animation>\n");
        number += 1;
    }
    text + "</Animdef>\n"
}

/// The numbers of all lists, by roxmltree and `str::parse`.
fn others(text: &str) -> Vec<f64> {
    let document = roxmltree::Document::parse(text).unwrap();
    let mut numbers = Vec::new();
    for node in document.descendants().filter(roxmltree::Node::is_text) {
        let words =
            node.text().unwrap_or_default().split(|c: char| c.is_ascii_whitespace() || c == '[' || c == ']');
        numbers.extend(words.filter(|word| !word.is_empty()).map(|word| word.parse::<f64>().unwrap()));
    }
    numbers
}

fn benches(criterion: &mut Criterion) {
    let text = file();
    let mut group = criterion.benchmark_group("hsf-xml");
    group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(10);
    group.bench_function("roxmltree and str::parse", |bencher| {
        bencher.iter_with_large_drop(|| others(black_box(&text)));
    });
    group.bench_function("lenient", |bencher| {
        bencher.iter_with_large_drop(|| Hsf::parse(black_box(text.as_bytes())).unwrap());
    });
    group.bench_function("strict", |bencher| {
        let strict = ReadOptions { strict: true, ..ReadOptions::default() };
        bencher
            .iter_with_large_drop(|| Hsf::parse_with(black_box(text.as_bytes()), &strict, &mut ()).unwrap());
    });
    group.bench_function("check", |bencher| {
        bencher.iter(|| {
            let mut findings: Vec<Diagnostic> = Vec::new();
            Hsf::inspect(black_box(text.as_bytes()), &ReadOptions::default(), &(), &mut findings).unwrap();
            assert!(findings.is_empty());
        });
    });
    let document = Hsf::parse(text.as_bytes()).unwrap();
    group.bench_function("write", |bencher| {
        bencher.iter_with_large_drop(|| black_box(&document).to_bytes().into_owned());
    });
    group.finish();
}

criterion_group!(list_benches, benches);
criterion_main!(list_benches);
