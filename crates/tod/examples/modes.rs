//! How far the console's integers are from real numbers: `cargo run --example modes -- FILE.tod`.

#![expect(clippy::print_stdout, reason = "an example talks to its reader")]

use std::error::Error;

use anim_core::{Format, Poser};
use anim_tod::{Mode, Tod};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: modes FILE.tod")?;
    let tod = Tod::parse(&std::fs::read(path)?, &mut ())?;
    let [console, ideal] =
        [Mode::Hardware, Mode::Ideal].map(|mode| tod.to_clip(mode, &mut ()).unwrap_or_default());
    let (mut console_poser, mut ideal_poser) = (Poser::new(&console), Poser::new(&ideal));
    for (index, node) in console.nodes.iter().enumerate() {
        let frames = tod.frames.iter().filter_map(|frame| console.frame_time(f64::from(frame.number)));
        let apart = frames.map(|time| {
            let (a, b) = (console_poser.node(index, time).local(), ideal_poser.node(index, time).local());
            a.distance(&b)
        });
        println!("{}: {:.6} at most", node.name, apart.fold(0.0, f64::max));
    }
    Ok(())
}
