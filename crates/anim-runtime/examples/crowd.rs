//! The load of a crowd on one core: 10,000 figures of 67 joints at different times of a walk, sixty times per second.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::time::Instant;

use anim_core::{Channel, Clip, Curve, Ease, Node, Property, Rate, Times, Transform, Wrap, quaternion};
use anim_runtime::{Motion, Pose};

const FIGURES: usize = 10_000;
const JOINTS: usize = 67;
const FRAMES: usize = 60;

fn main() -> Result<(), Box<dyn Error>> {
    let motion = Motion::compile(&walk()?)?;
    let mut poses: Vec<Pose> = (0..FIGURES).map(|_| motion.new_pose()).collect();
    let start = Instant::now();
    for frame in 0..FRAMES {
        for (figure, pose) in poses.iter_mut().enumerate() {
            let time = frame as f64 / 60.0 + figure as f64 * 0.1;
            motion.pose(time, Wrap::Repeat, pose);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let joints = (FRAMES * FIGURES * JOINTS) as f64;
    println!("{FIGURES} figures of {JOINTS} joints at 60 Hz: {:.1} % of one core", 100.0 * seconds);
    println!("{:.2} ns a joint, {} bytes of motion", 1e9 * seconds / joints, motion.bytes());
    Ok(())
}

/// One second in which all joints rotate and the root translates.
fn walk() -> Result<Clip, Box<dyn Error>> {
    let times = Times::uniform(0.0, Rate::per_second(30), 31)?;
    let mut nodes = Vec::new();
    let mut channels = Vec::new();
    for joint in 0..JOINTS {
        let rest = Transform { translation: [0.0, 0.1, 0.0], ..Transform::IDENTITY };
        let node = Node::new(format!("joint {joint}")).with_rest(rest);
        nodes.push(if joint == 0 { node } else { node.with_parent((joint - 1) / 2) });
        let turn = |frame: u32| {
            let phase = std::f64::consts::TAU * f64::from(frame) / 30.0 + joint as f64;
            quaternion::from_axis_angle([1.0, 0.3, 0.0], 0.5 * phase.sin())
        };
        let curve = Curve::new(times.clone(), 4, (0..=30).flat_map(turn).collect(), Ease::Slerp)?;
        channels.push(Channel::new(joint, Property::Rotation, curve)?);
    }
    let places = (0..=30).flat_map(|frame| [0.0, 0.9, 0.04 * f64::from(frame)]).collect();
    channels.push(Channel::new(0, Property::Translation, Curve::new(times, 3, places, Ease::Linear)?)?);
    Ok(Clip::new("walk")
        .with_duration(1.0)
        .with_rate(Rate::per_second(30))
        .with_nodes(nodes)
        .with_channels(channels))
}
