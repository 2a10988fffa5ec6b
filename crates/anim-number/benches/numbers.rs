//! Numbers as files have them: read here, by the standard library and by `fast-float2`; written here, by the standard
//! library, by `zmij` and by `ryu`.
//!
//! Each reader scans the same text in the same way: past the separators, then over a number. The standard library cannot find the
//! end of a number and gets it from a search for the next separator.

#![expect(clippy::unwrap_used, reason = "the texts are sound")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Write as _;

use anim_number::{plain, prefix, word, write_shortest, write_six};
use criterion::{
    BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};

const COUNT: usize = 300_000;

/// Numbers from −1 to 1, the same ones each time.
fn random() -> impl FnMut() -> f64 {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// Six decimals, three numbers per line.
fn stt() -> String {
    let mut random = random();
    (0..COUNT).fold(String::new(), |mut text, index| {
        let number = random() * [1.0, 90.0, 1000.0][index % 3];
        write!(text, "{number:.6}{}", if index % 3 == 2 { '\n' } else { ' ' }).unwrap();
        text
    })
}

/// Angles with four to six decimals, with the same number of decimals throughout a file.
fn bvh() -> String {
    let mut random = random();
    (0..COUNT).fold(String::new(), |mut text, index| {
        let number = random() * [4.0, 40.0, 180.0][index % 3];
        write!(text, "{number:.*} ", [6, 5, 4][index * 3 / COUNT]).unwrap();
        text
    })
}

/// Singles and doubles in the fewest digits, as JSON.
fn stf() -> String {
    let mut random = random();
    (0..COUNT).fold(String::new(), |mut text, index| {
        let number = random();
        let number = if index % 4 == 0 { number } else { f64::from(number as f32) };
        write!(text, "{number:?}, ").unwrap();
        text
    })
}

/// Ticks, flags and short decimals in brackets.
fn hsf() -> String {
    let mut random = random();
    (0..COUNT).fold(String::new(), |mut text, index| {
        let number = random();
        match index % 5 {
            0 => write!(text, "{} ", index % 5000 * 160),
            1 => write!(text, "[{:.2} ", number * 9.0),
            2 => write!(text, "{} ", (number * 3.0).round()),
            3 => writeln!(text, "{:.3}]", number * 100.0),
            _ => write!(text, "{number:.1} "),
        }
        .unwrap();
        text
    })
}

/// One to nine digits with a point anywhere among them, all lengths mixed.
fn mixed() -> String {
    let mut random = random();
    (0..COUNT).fold(String::new(), |mut text, _| {
        let digits = 1 + (random().abs() * 9.0) as i32;
        let decimals = (random().abs() * f64::from(digits)) as i32;
        let number = (random() * 10f64.powi(digits)).trunc() / 10f64.powi(decimals);
        write!(text, "{number:.*} ", decimals as usize).unwrap();
        text
    })
}

fn sets_off(byte: u8) -> bool {
    matches!(byte, b' ' | b',' | b'\n' | b'[' | b']')
}

fn bench(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    text: &[u8],
    read: impl Fn(&[u8]) -> (f64, usize),
) {
    let mut numbers = Vec::with_capacity(COUNT);
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            numbers.clear();
            let text = black_box(text);
            let mut at = 0;
            while at < text.len() {
                while text.get(at).is_some_and(|&byte| sets_off(byte)) {
                    at += 1;
                }
                let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) else { break };
                let (number, len) = read(rest);
                numbers.push(number);
                at += len;
            }
            assert_eq!(numbers.len(), COUNT);
        });
    });
}

fn reading(criterion: &mut Criterion) {
    for (name, text) in
        [("stt", stt()), ("bvh", bvh()), ("stf", stf()), ("hsf", hsf()), ("one to nine digits", mixed())]
    {
        let mut group = criterion.benchmark_group(format!("read {name}"));
        group.throughput(Throughput::Elements(COUNT as u64));
        let text = text.as_bytes();
        bench(&mut group, "ours", text, |text| prefix(text).unwrap());
        bench(&mut group, "ours, words", text, |text| word(text, sets_off).unwrap());
        bench(&mut group, "ours, plain", text, |text| plain(text).or_else(|| prefix(text)).unwrap());
        bench(&mut group, "fast-float2", text, |text| fast_float2::parse_partial(text).unwrap());
        bench(&mut group, "std", text, |text| {
            let len = text.iter().position(|&byte| sets_off(byte)).unwrap_or(text.len());
            (std::str::from_utf8(&text[..len]).unwrap().parse().unwrap(), len)
        });
        group.finish();
    }
}

/// Within a cache line: across two of them digits are copied at half the speed, because they have just been written.
#[repr(align(32))]
struct Aligned<T>(T);

fn writing(criterion: &mut Criterion) {
    let mut random = random();
    let mut numbers = |number: fn(f64) -> f64| (0..COUNT).map(|_| number(random())).collect::<Vec<_>>();
    let sets = [
        ("six decimals", numbers(|number| (number * 1e8).round() / 1e6)),
        ("singles", numbers(|number| f64::from(number as f32))),
        ("doubles", numbers(|number| number)),
    ];
    for (name, numbers) in sets {
        let mut group = criterion.benchmark_group(format!("write {name}"));
        group.throughput(Throughput::Elements(COUNT as u64));
        let mut out = Vec::with_capacity(32 * COUNT);
        let mut bench = |name: &str, write: &dyn Fn(&mut Vec<u8>, f64)| {
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    out.clear();
                    for &number in black_box(&numbers) {
                        write(&mut out, number);
                        out.push(b' ');
                    }
                });
            });
        };
        bench("ours", &write_shortest);
        if name == "six decimals" {
            bench("ours, six decimals", &|out, number| assert!(write_six(out, number)));
        }
        bench("zmij", &|out, number| {
            out.extend_from_slice(Aligned(zmij::Buffer::new()).0.format(number).as_bytes());
        });
        bench("ryu", &|out, number| {
            out.extend_from_slice(Aligned(ryu::Buffer::new()).0.format(number).as_bytes());
        });
        bench("std", &|out, number| write!(out, "{number}").unwrap());
        group.finish();
    }
}

criterion_group!(benches, reading, writing);
criterion_main!(benches);
