//! The length of each joint's path in world space: `cargo run -p anim-bvh --example reach -- FILE.bvh`.

#![expect(clippy::print_stdout, reason = "an example prints its result")]

use anim_bvh::Bvh;
use anim_bvh::anim_core::{Affine, Pose, Poser};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: reach FILE.bvh")?;
    let bvh = Bvh::open(path)?;
    let clip = &bvh.clips()[0];
    let (mut poser, mut pose) = (Poser::new(clip), Pose::default());
    let mut lengths = vec![0.0; clip.nodes.len()];
    let mut last: Option<Vec<[f64; 3]>> = None;
    for frame in 0..bvh.motion().frames {
        poser.pose(clip.frame_time(frame as f64).unwrap_or_default(), &mut pose);
        let places: Vec<_> = pose.world.iter().map(Affine::translation).collect();
        for (length, (from, to)) in lengths.iter_mut().zip(last.iter().flatten().zip(&places)) {
            *length += (0..3).map(|axis| (to[axis] - from[axis]).powi(2)).sum::<f64>().sqrt();
        }
        last = Some(places);
    }
    for (node, length) in clip.nodes.iter().zip(lengths) {
        println!("{}: {length:.3}", node.name);
    }
    Ok(())
}
