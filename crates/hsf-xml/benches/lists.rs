//! A long file of keyframes, compared with roxmltree and the number parser of the standard library.

#![expect(clippy::unwrap_used, reason = "the file is sound")]

mod text;

use std::hint::black_box;

use anim_core::Format;
use anim_hsf_xml::{Diagnostic, Hsf, ReadOptions};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

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
    let text = text::file();
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
