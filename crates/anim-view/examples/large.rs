//! Large pages, on standard output: `crowd`, 10,000 joints that all rotate, or `clips`, 100 clips of 6.5 MB.

#![expect(clippy::print_stdout, reason = "that is where the page goes")]

use anim_core::{Channel, Clip, ClipError, Curve, Ease, Node, Property, Rate, Times, Transform, quaternion};
use anim_view::{Options, page};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let clips = match std::env::args().nth(1).as_deref() {
        Some("crowd") => vec![clip("crowd", 100, 100, 60, 0)?],
        Some("clips") => (0..100)
            // 50 joints, 80 frames, four numbers of four bytes each: 64 kB.
            .map(|index| clip(&format!("clip {index}"), 5, 10, 80, index))
            .collect::<Result<_, _>>()?,
        _ => return Err("expected `crowd` or `clips`".into()),
    };
    print!("{}", page(&clips, &Options { title: "Many".into(), ..Options::default() })?);
    Ok(())
}

/// Chains of joints side by side. Every joint rotates differently.
fn clip(name: &str, chains: usize, joints: usize, frames: usize, seed: usize) -> Result<Clip, ClipError> {
    let times = Times::uniform(0.0, Rate::per_second(30), frames)?;
    let (mut nodes, mut channels) = (Vec::new(), Vec::new());
    for chain in 0..chains {
        for joint in 0..joints {
            let index = nodes.len();
            let node = Node::new(format!("chain {chain} joint {joint}"));
            let across = [(chain % 10) as f64 * 3.0, 0.0, (chain / 10) as f64 * 3.0];
            let translation = if joint == 0 { across } else { [0.0, 0.3, 0.0] };
            let node = if joint == 0 { node } else { node.with_parent(index - 1) };
            nodes.push(node.with_rest(Transform { translation, ..Transform::IDENTITY }));
            let angle = |frame: usize| {
                0.1 * (frame as f64 / 8.0 + index as f64 * 0.37 + seed as f64 * 0.414_213_5).sin()
            };
            let values =
                (0..frames).flat_map(|frame| quaternion::from_axis_angle([1.0, 0.2, 0.4], angle(frame)));
            let curve = Curve::new(times.clone(), 4, values.collect(), Ease::Slerp)?;
            channels.push(Channel::new(index, Property::Rotation, curve)?);
        }
    }
    let end = (frames - 1) as f64 / 30.0;
    let clip = Clip::new(name).with_duration(end).with_rate(Rate::per_second(30));
    Ok(clip.with_nodes(nodes).with_channels(channels))
}
