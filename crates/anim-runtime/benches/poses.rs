//! Posing 67 joints, compared with a copy of the pose's bytes and with the exact path; matrices; blends and differences; compiling.

#![allow(missing_docs, clippy::unwrap_used, reason = "the clip is valid")]

use std::hint::black_box;

use anim_core::{
    Affine, Channel, Clip, Curve, Ease, Node, Pose as Exact, Poser, Property, Rate, Times, Transform, Wrap,
    quaternion,
};
use anim_runtime::{Model, Motion};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const JOINTS: usize = 67;
const FRAMES: usize = 600;

/// A chain of joints that rotate, at sixty frames per second; all of them translate and scale too, or only the root translates.
fn clip(all: bool) -> Clip {
    let rate = Rate::per_second(60);
    let times = Times::uniform(0.0, rate, FRAMES + 1).unwrap();
    let channel = |node: usize, property: Property, ease, value: &dyn Fn(f64) -> Vec<f64>| {
        let values = (0..=FRAMES).flat_map(|frame| value(0.1 * frame as f64 + node as f64)).collect();
        let curve = Curve::new(times.clone(), property.width(), values, ease).unwrap();
        Channel::new(node, property, curve).unwrap()
    };
    let mut channels = Vec::new();
    let mut nodes = Vec::new();
    for joint in 0..JOINTS {
        let rest = Transform { translation: [0.1, 0.2, 0.3], ..Transform::IDENTITY };
        let node = Node::new(joint.to_string()).with_rest(rest);
        nodes.push(if joint == 0 { node } else { node.with_parent((joint - 1) / 2) });
        let turn = |at: f64| quaternion::from_axis_angle([1.0, at.sin(), 0.5], at.cos()).to_vec();
        channels.push(channel(joint, Property::Rotation, Ease::Slerp, &turn));
        if all || joint == 0 {
            channels.push(channel(joint, Property::Translation, Ease::Linear, &|at| {
                vec![at.sin(), at.cos(), at]
            }));
        }
        if all {
            channels.push(channel(joint, Property::Scale, Ease::Linear, &|at| vec![1.0 + 0.1 * at.sin(); 3]));
        }
    }
    Clip::new("walk").with_duration(10.0).with_rate(rate).with_nodes(nodes).with_channels(channels)
}

/// The pose of a clip whose parents come first, with each curve sampled separately.
fn plainly(clip: &Clip, time: f64, locals: &mut [Transform], world: &mut [Affine]) {
    for (local, node) in locals.iter_mut().zip(&clip.nodes) {
        *local = node.rest;
    }
    for channel in &clip.channels {
        let (local, curve) = (&mut locals[channel.node()], channel.curve());
        match channel.property() {
            Property::Rotation => curve.sample(time, &mut local.rotation),
            Property::Scale => curve.sample(time, &mut local.scale),
            _ => curve.sample(time, &mut local.translation),
        }
    }
    for (index, node) in clip.nodes.iter().enumerate() {
        let local = Affine::from(locals[index]);
        world[index] = node.parent.map_or(local, |parent| world[parent].after(&local));
    }
}

fn benches(criterion: &mut Criterion) {
    for (name, all) in [("turning", false), ("turning, moving and growing", true)] {
        let clip = clip(all);
        let motion = Motion::compile(&clip).unwrap();
        let mut pose = motion.new_pose();
        let mut model = Model::new(motion.figure(), &pose);
        let mut group = criterion.benchmark_group(format!("67 joints {name}"));
        group.throughput(Throughput::Elements(JOINTS as u64));
        let mut time = 0.0;
        let mut next = move || {
            time = (time + 0.013_7) % 10.0;
            time
        };

        let bytes = vec![1u8; JOINTS * 40];
        let mut copy = bytes.clone();
        group.bench_function("copy of the pose's bytes", |bencher| {
            bencher.iter(|| copy.copy_from_slice(black_box(&bytes)));
        });
        group.bench_function("pose", |bencher| {
            bencher.iter(|| motion.pose(next(), Wrap::Repeat, black_box(&mut pose)));
        });
        group.bench_function("matrices", |bencher| {
            bencher.iter(|| model.fill(motion.figure(), black_box(&pose)));
        });
        let (mut blended, mut difference) = (motion.new_pose(), motion.new_pose());
        motion.pose(1.5, Wrap::Hold, &mut difference);
        difference.subtract(&pose);
        group.bench_function("blend", |bencher| bencher.iter(|| blended.blend(black_box(&pose), 0.25)));
        group.bench_function("add", |bencher| {
            bencher.iter(|| {
                blended.copy(&pose);
                blended.add(black_box(&difference), 0.25);
            });
        });
        let (mut poser, mut exact) = (Poser::new(&clip), Exact::default());
        group.bench_function("exact pose and matrices", |bencher| {
            bencher.iter(|| poser.pose(next(), black_box(&mut exact)));
        });
        let (mut locals, mut world) = ([Transform::IDENTITY; JOINTS], [Affine::IDENTITY; JOINTS]);
        group.bench_function("each curve by itself, and matrices", |bencher| {
            bencher.iter(|| plainly(&clip, next(), &mut locals, black_box(&mut world)));
        });
        group.finish();

        let keys: usize = clip.channels.iter().map(|channel| channel.curve().len()).sum();
        let mut group = criterion.benchmark_group(format!("compiling 67 joints {name}"));
        group.throughput(Throughput::Elements(keys as u64)).sample_size(20);
        group.bench_function("keys", |bencher| bencher.iter(|| Motion::compile(black_box(&clip)).unwrap()));
        group.finish();
    }
}

criterion_group!(all, benches);
criterion_main!(all);
