//! A large file: reading against a plain winnow parser over `&str`, writing against formatting with six decimals, checking.

#![expect(clippy::unwrap_used, reason = "the file is sound")]

use std::fmt::Write;
use std::hint::black_box;

use anim_core::Format;
use anim_stt::{Behavior, Body, Channel, ReadOptions, Stt, Vector};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const BYTES: usize = 50_000_000;

/// States of twenty nodes, of which every fourth moves, and a sequence for every tenth state.
fn text() -> String {
    let mut random = 1u32;
    let mut number = move || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from((random >> 8) as i32 - (1 << 23)) / 10_000.0
    };
    let mut vector = || format!("{:.6} {:.6} {:.6}\n", number(), number(), number());
    let mut states = String::new();
    let mut count = 0;
    while states.len() < BYTES {
        count += 1;
        if count % 10 == 0 {
            let _ = write!(states, "{{sequence {count}}}\nKEYFRAME\n9\n3\n{{state {}}}\n", count - 9);
            for state in count - 9..count {
                let _ = write!(states, "1\n4.000000 2.500000\n0 1\n{{state {state}}}\n");
            }
            continue;
        }
        let _ = write!(states, "{{state {count}}}\nSINGLE\n20\n");
        for node in 0..20 {
            let _ = writeln!(states, "{{node {node}}}");
            if node % 4 == 0 {
                states.push_str("DYNAMIC\n");
                for kind in [3, 8, 7] {
                    let _ = writeln!(states, "{}{}2.000000 0.000000 {kind}", vector(), vector());
                }
            } else {
                let _ = write!(states, "STATIC\n{}{}{}", vector(), vector(), vector());
            }
        }
    }
    format!("#MINDRENDER 1.1\n{count}\n{states}")
}

/// The obvious parser: combinators over text, each number by `ascii::float`.
mod plain {
    use winnow::ascii::{dec_uint, float, multispace0};
    use winnow::combinator::{alt, delimited, preceded, repeat};
    use winnow::prelude::*;
    use winnow::token::take_until;

    #[expect(dead_code, reason = "only that it is read matters")]
    pub(crate) enum State {
        Single(String, Vec<(String, Vec<f64>)>),
        Keyframe(String, u32, String, Vec<([f64; 5], String)>),
    }

    fn label(input: &mut &str) -> ModalResult<String> {
        preceded(multispace0, delimited('{', take_until(0.., '}'), '}')).map(str::to_owned).parse_next(input)
    }

    fn number(input: &mut &str) -> ModalResult<f64> {
        preceded(multispace0, float).parse_next(input)
    }

    fn integer(input: &mut &str) -> ModalResult<u32> {
        preceded(multispace0, dec_uint).parse_next(input)
    }

    fn node(input: &mut &str) -> ModalResult<(String, Vec<f64>)> {
        let name = label.parse_next(input)?;
        let count = preceded(multispace0, alt(("STATIC".value(9), "DYNAMIC".value(27)))).parse_next(input)?;
        Ok((name, repeat(count, number).parse_next(input)?))
    }

    fn key(input: &mut &str) -> ModalResult<([f64; 5], String)> {
        let numbers: [f64; 5] = (number, number, number, number, number).map(Into::into).parse_next(input)?;
        Ok((numbers, label.parse_next(input)?))
    }

    fn state(input: &mut &str) -> ModalResult<State> {
        let name = label.parse_next(input)?;
        let single =
            preceded(multispace0, alt(("SINGLE".value(true), "KEYFRAME".value(false)))).parse_next(input)?;
        let count = integer.parse_next(input)? as usize;
        if single {
            return Ok(State::Single(name, repeat(count, node).parse_next(input)?));
        }
        let (kind, start) = (integer, label).parse_next(input)?;
        Ok(State::Keyframe(name, kind, start, repeat(count, key).parse_next(input)?))
    }

    pub(crate) fn file(input: &mut &str) -> ModalResult<Vec<State>> {
        let count = preceded("#MINDRENDER 1.1", integer).parse_next(input)? as usize;
        repeat(count, state).parse_next(input)
    }
}

/// The obvious writer: the same lines, each number by formatting.
fn formatted(stt: &Stt, out: &mut String) {
    fn vector(out: &mut String, vector: &Vector) {
        let [x, y, z] = vector.get();
        let _ = writeln!(out, "{x:.6} {y:.6} {z:.6}");
    }
    fn channel(out: &mut String, channel: &Channel) {
        vector(out, &channel.start);
        vector(out, &channel.end);
        let kind = channel.kind.number();
        let _ = writeln!(out, "{:.6} {:.6} {kind}", channel.period.get(), channel.offset.get());
    }
    let _ = write!(out, "#MINDRENDER {}\n{}\n", stt.version, stt.states.len());
    for state in &stt.states {
        match &state.body {
            Body::Single(nodes) => {
                let _ = write!(out, "{{{}}}\nSINGLE\n{}\n", state.name, nodes.len());
                for node in nodes {
                    let _ = writeln!(out, "{{{}}}", node.name);
                    match &node.behavior {
                        Behavior::Static { displacement, translation, orientation } => {
                            out.push_str("STATIC\n");
                            for part in [displacement, translation, orientation] {
                                vector(out, part);
                            }
                        }
                        Behavior::Dynamic(motions) => {
                            out.push_str("DYNAMIC\n");
                            for part in motions.channels() {
                                channel(out, part);
                            }
                        }
                    }
                }
            }
            Body::Keyframe(keyframes) => {
                let (count, kind) = (keyframes.keys.len(), keyframes.kind.number());
                let _ =
                    write!(out, "{{{}}}\nKEYFRAME\n{count}\n{kind}\n{{{}}}\n", state.name, keyframes.start);
                for key in &keyframes.keys {
                    let (forward, backward) = (key.forward_time.get(), key.backward_time.get());
                    let flags = [key.exit, key.forward_morph, key.backward_morph].map(anim_stt::Flag::get);
                    let _ = write!(
                        out,
                        "{}\n{forward:.6} {backward:.6}\n{} {}\n{{{}}}\n",
                        flags[0], flags[1], flags[2], key.name
                    );
                }
            }
        }
    }
}

fn benches(criterion: &mut Criterion) {
    let text = text();
    let bytes = text.as_bytes();
    let mut group = criterion.benchmark_group("stt");
    group.throughput(Throughput::Bytes(bytes.len() as u64)).sample_size(10);

    group.bench_function("read plainly", |bencher| {
        bencher.iter_with_large_drop(|| plain::file(&mut black_box(text.as_str())).unwrap());
    });
    group.bench_function("read", |bencher| {
        bencher.iter_with_large_drop(|| Stt::parse(black_box(bytes)).unwrap());
    });
    let stt = Stt::parse(bytes).unwrap();
    assert!(*stt.to_bytes() == *bytes);
    let mut plainly = String::with_capacity(bytes.len());
    formatted(&stt, &mut plainly);
    assert!(plainly == text);
    group.bench_function("write plainly", |bencher| {
        bencher.iter(|| {
            plainly.clear();
            formatted(black_box(&stt), &mut plainly);
        });
    });
    let mut out = Vec::with_capacity(bytes.len());
    group.bench_function("write", |bencher| {
        bencher.iter(|| {
            out.clear();
            black_box(&stt).write_into(&mut out);
        });
    });
    group.bench_function("read and check", |bencher| {
        bencher.iter(|| {
            let mut findings = 0;
            let options = ReadOptions::default();
            Stt::inspect(black_box(bytes), &options, &(), &mut |_| findings += 1).unwrap();
            assert_eq!(findings, 0);
        });
    });
    group.bench_function("check", |bencher| bencher.iter(|| black_box(&stt).check_with(&mut ())));
    group.finish();
}

criterion_group!(text_benches, benches);
criterion_main!(text_benches);
