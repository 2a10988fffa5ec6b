//! A long clip as a .glb, against a copy of the same bytes.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

use anim_core::{Channel, Clip, Curve, Document, Ease, Encode, Format, Node, Options, Property, Rate, Times};
use anim_gltf::Gltf;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

const NODES: usize = 67;
const FRAMES: usize = 3001;

/// Every node turns on every frame.
fn clip(ease: Ease) -> Clip {
    let times = Times::uniform(0.0, Rate::per_second(60), FRAMES).unwrap();
    let turn = |node: usize| {
        let angles = (0..FRAMES).map(|frame| (frame + node) as f64 / 100.0);
        let values = angles.flat_map(|angle| [0.0, angle.sin(), 0.0, angle.cos()]).collect();
        let curve = Curve::new(times.clone(), 4, values, ease).unwrap();
        Channel::new(node, Property::Rotation, curve).unwrap()
    };
    Clip {
        name: "long".to_owned(),
        duration: 50.0,
        nodes: (0..NODES).map(|node| Node::new(format!("node {node}"))).collect(),
        channels: (0..NODES).map(turn).collect(),
        ..Clip::default()
    }
}

fn encode(criterion: &mut Criterion) {
    let options = Options::new(Gltf::INFO.target_options);
    let clips = [Ease::Step, Ease::Slerp].map(clip);
    let bytes = Gltf::from_clips(&clips[..1], &options, &(), &mut ()).unwrap().to_bytes().into_owned();
    let mut group = criterion.benchmark_group("67 rotations of 3001 keys");
    group.throughput(Throughput::Elements((NODES * FRAMES) as u64));
    group.bench_function("memcpy of the file", |bencher| bencher.iter(|| black_box(&bytes).clone()));
    for (clip, name) in clips.iter().zip(["step", "slerp"]) {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let document = Gltf::from_clips(std::slice::from_ref(clip), &options, &(), &mut ()).unwrap();
                document.to_bytes().into_owned()
            });
        });
    }
    let document = Gltf::parse(&bytes, &mut ()).unwrap();
    group.bench_function("to clips", |bencher| {
        bencher.iter(|| document.to_clips(&Options::new(&[]), &mut ()));
    });
    group.finish();
}

criterion_group!(benches, encode);
criterion_main!(benches);
