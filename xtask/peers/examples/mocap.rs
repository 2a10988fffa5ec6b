//! Reads a BVH or poses it, so many times: what `cargo xtask python --speed` compares Python with.
//!
//! `mocap read|pose COUNT FILE`

use std::error::Error;
use std::hint::black_box;

use anim_bvh::Bvh;
use anim_core::{Pose, Poser};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [task, count, file] = &arguments[..] else { return Err("expected read|pose COUNT FILE".into()) };
    let clips = || -> Result<_, Box<dyn Error>> { Ok(Bvh::open(file)?.clips()) };
    let known = clips()?;
    for _ in 0..count.parse()? {
        if task == "read" {
            let columns =
                clips()?.into_iter().flat_map(|clip| clip.channels).map(|channel| channel.into_curve());
            black_box(columns.map(|curve| curve.values().to_vec()).collect::<Vec<_>>());
            continue;
        }
        for clip in &known {
            let (mut poser, mut pose) = (Poser::new(clip), Pose::default());
            let rate = clip.rate.ok_or("a BVH has a rate")?;
            let frames = clip.frame_count(rate);
            let mut numbers = Vec::with_capacity(frames as usize * clip.nodes.len() * 12);
            for frame in 0..frames {
                poser.pose(rate.time(frame as f64), &mut pose);
                pose.world.iter().for_each(|world| numbers.extend_from_slice(world.0.as_flattened()));
            }
            black_box(numbers);
        }
    }
    Ok(())
}
