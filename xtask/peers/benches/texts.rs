//! STF next to sonic-rs, and HSF next to quick-xml, on the files of their own benchmarks.

#[path = "../../../crates/stf/benches/plain/mod.rs"]
mod plain;
#[path = "../../../crates/hsf-xml/benches/text/mod.rs"]
mod text;

use std::hint::black_box;

use anim_hsf_xml::Hsf;
use anim_stf::Stf;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quick_xml::Reader;
use quick_xml::events::Event;

fn stf(criterion: &mut Criterion) {
    let bytes = plain::file();
    let mut group = criterion.benchmark_group("peers of stf");
    group.throughput(Throughput::Bytes(bytes.len() as u64)).sample_size(20);
    group.bench_function("sonic-rs into plain types", |bencher| {
        bencher.iter(|| sonic_rs::from_str::<plain::Plain>(plain::json(black_box(&bytes))).unwrap());
    });
    group.bench_function("Stf::parse", |bencher| bencher.iter(|| Stf::parse(black_box(&bytes)).unwrap()));
    group.finish();
}

/// The numbers of all lists, by quick-xml and `str::parse`.
fn numbers(text: &str) -> Vec<f64> {
    let mut reader = Reader::from_str(text);
    let mut numbers = Vec::new();
    loop {
        match reader.read_event().unwrap() {
            Event::Text(list) => {
                let list = list.into_inner();
                let words = list.split(|c: char| c.is_ascii_whitespace() || c == '[' || c == ']');
                numbers
                    .extend(words.filter(|word| !word.is_empty()).map(|word| word.parse::<f64>().unwrap()));
            }
            Event::Eof => return numbers,
            _ => {}
        }
    }
}

fn hsf(criterion: &mut Criterion) {
    let text = text::file();
    let mut group = criterion.benchmark_group("peers of hsf-xml");
    group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(10);
    group.bench_function("quick-xml and str::parse", |bencher| {
        bencher.iter_with_large_drop(|| numbers(black_box(&text)));
    });
    group.bench_function("lenient", |bencher| {
        bencher.iter_with_large_drop(|| Hsf::parse(black_box(text.as_bytes())).unwrap());
    });
    group.finish();
}

criterion_group!(benches, stf, hsf);
criterion_main!(benches);
