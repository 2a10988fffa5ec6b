//! Time at sizes that double: files of every format, read, and converted to a .glb. It should double too.

#![expect(clippy::unwrap_used, reason = "the clips are sound")]

use std::hint::black_box;

use anim_core::{Channel, Clip, Curve, Ease, Node, Property, Rate, Report, Times, quaternion};
use anim_formats::mm2_ped::Anim;
use anim_formats::{Conversion, Registry, Source};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

const JOINTS: usize = 20;

/// How many frames the clips have.
const SIZES: [usize; 4] = [100, 200, 400, 800];

/// A chain of joints that turn in every frame; its root moves.
fn clip(frames: usize) -> Clip {
    let times = Times::uniform(0.0, Rate::per_second(30), frames + 1).unwrap();
    let channel = |node: usize, property: Property, ease, value: &dyn Fn(f64) -> Vec<f64>| {
        let values = (0..=frames).flat_map(|frame| value(0.1 * frame as f64 + node as f64)).collect();
        let curve = Curve::new(times.clone(), property.width(), values, ease).unwrap();
        Channel::new(node, property, curve).unwrap()
    };
    let mut channels =
        vec![channel(0, Property::Translation, Ease::Linear, &|at| vec![at.sin(), at.cos(), at])];
    channels.extend((0..JOINTS).map(|joint| {
        let turn = |at: f64| quaternion::from_axis_angle([1.0, at.sin(), 0.5], at.cos()).to_vec();
        channel(joint, Property::Rotation, Ease::Slerp, &turn)
    }));
    let nodes = (0..JOINTS).map(|joint| {
        let node = Node::new(format!("joint {joint}"));
        if joint == 0 { node } else { node.with_parent(joint - 1) }
    });
    Clip::new("walk")
        .with_duration(frames as f64 / 30.0)
        .with_rate(Rate::per_second(30))
        .with_nodes(nodes.collect())
        .with_channels(channels)
}

/// The clip as a file; a pedestrian's has as many bones, whatever its skeleton is.
fn file(id: &str, frames: usize) -> Vec<u8> {
    if id == "mm2-ped" {
        let values = (0..3 * (JOINTS + 1) * frames).map(|n| (n as f32 / 1000.0).sin()).collect();
        return Anim::new(JOINTS, values).unwrap().to_bytes();
    }
    let source = Source::of_clips("walk", vec![clip(frames)]);
    let conversion = Conversion::to(Registry::builtin(), id).unwrap();
    let made = conversion.make(vec![source], "walk", &(), &mut Report::new()).unwrap();
    made.document.to_bytes().into_owned()
}

fn growth(criterion: &mut Criterion) {
    let registry = Registry::builtin();
    let to_glb = Conversion::to(registry, "glb").unwrap();
    let mut group = criterion.benchmark_group("growth");
    group.sample_size(10);
    for id in registry.ids() {
        let name = format!("walk.{}", registry.by_id(id).unwrap().info().extensions[0]);
        let beside = (&*name, ());
        for frames in SIZES {
            let bytes = file(id, frames);
            group.bench_function(BenchmarkId::new(format!("{id} read"), frames), |bencher| {
                let read =
                    || registry.parse_beside(black_box(&bytes), &[], &beside, &mut Report::new()).unwrap();
                bencher.iter_with_large_drop(read);
            });
            group.bench_function(BenchmarkId::new(format!("{id} to glb"), frames), |bencher| {
                bencher.iter(|| {
                    let mut report = Report::new();
                    let source = to_glb.read(black_box(&bytes), &beside, &mut report).unwrap();
                    let made = to_glb.make(vec![source], "walk.glb", &(), &mut report).unwrap();
                    made.document.to_bytes().len()
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, growth);
criterion_main!(benches);
