//! A long clip as a .glb and back, compared with a copy of the same bytes.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

use std::hint::black_box;

use anim_core::{Channel, Clip, Curve, Ease, Node, Property, Rate, Times};
use anim_gltf::Gltf;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const NODES: usize = 67;
const FRAMES: usize = 3001;

/// Every node turns in every frame.
fn clip(ease: Ease) -> Clip {
    let times = Times::uniform(0.0, Rate::per_second(60), FRAMES).unwrap();
    let turn = |node: usize| {
        let angles = (0..FRAMES).map(|frame| (frame + node) as f64 / 100.0);
        let values = angles.flat_map(|angle| [0.0, angle.sin(), 0.0, angle.cos()]).collect();
        let curve = Curve::new(times.clone(), 4, values, ease).unwrap();
        Channel::new(node, Property::Rotation, curve).unwrap()
    };
    Clip::new("long")
        .with_duration(50.0)
        .with_nodes((0..NODES).map(|node| Node::new(format!("node {node}"))).collect())
        .with_channels((0..NODES).map(turn).collect())
}

fn encode(criterion: &mut Criterion) {
    let clips = [Ease::Step, Ease::Slerp].map(clip);
    let bytes = Gltf::from_clips(&clips[..1]).unwrap().to_bytes().into_owned();
    let mut group = criterion.benchmark_group("67 rotations of 3001 keys");
    group.throughput(Throughput::Elements((NODES * FRAMES) as u64));
    group.bench_function("memcpy of the file", |bencher| bencher.iter(|| black_box(&bytes).clone()));
    for (clip, name) in clips.iter().zip(["step", "slerp"]) {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let made = Gltf::from_clips(std::slice::from_ref(clip)).unwrap();
                black_box(made.to_bytes());
                made
            });
        });
    }
    let document = Gltf::parse(&bytes).unwrap();
    group.bench_function("to clips", |bencher| bencher.iter(|| document.clips()));
    group.finish();
}

criterion_group!(benches, encode);
criterion_main!(benches);
