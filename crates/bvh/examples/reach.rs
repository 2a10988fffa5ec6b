//! How far every joint travels: `cargo run --example reach -- FILE.bvh`.

#![expect(clippy::print_stdout, reason = "an example talks to its reader")]

use std::error::Error;

use anim_bvh::{Bvh, ClipOptions};
use anim_core::{Affine, Format, Pose, Poser};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: reach FILE.bvh")?;
    let bvh = Bvh::parse(&std::fs::read(path)?, &mut ())?;
    let clip = bvh.to_clip(ClipOptions::default(), &mut ());
    let (mut poser, mut pose) = (Poser::new(&clip), Pose::default());
    let mut travelled = vec![0.0; clip.nodes.len()];
    let mut last: Option<Vec<[f64; 3]>> = None;
    for frame in 0..bvh.motion().frames {
        poser.pose(clip.frame_time(frame as f64).unwrap_or_default(), &mut pose);
        let places: Vec<_> = pose.world.iter().map(Affine::translation).collect();
        for (travelled, (from, to)) in travelled.iter_mut().zip(last.iter().flatten().zip(&places)) {
            *travelled += (0..3).map(|axis| (to[axis] - from[axis]).powi(2)).sum::<f64>().sqrt();
        }
        last = Some(places);
    }
    for (node, travelled) in clip.nodes.iter().zip(travelled) {
        println!("{}: {travelled:.3}", node.name);
    }
    Ok(())
}
