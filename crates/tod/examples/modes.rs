//! The largest difference between the console's integers and real numbers, node by node:
//! `cargo run -p anim-tod --example modes -- FILE.tod`.

#![expect(clippy::print_stdout, reason = "an example prints its result")]

use std::error::Error;

use anim_tod::anim_core::{Poser, Report};
use anim_tod::{ClipOptions, Mode, Tod};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: modes FILE.tod")?;
    let tod = Tod::open(path)?;
    let [console, ideal] = [Mode::Hardware, Mode::Ideal].map(|mode| {
        tod.clips_with(&ClipOptions { mode, ..ClipOptions::default() }, &mut Report::new())
            .pop()
            .unwrap_or_default()
    });
    let (mut console_poser, mut ideal_poser) = (Poser::new(&console), Poser::new(&ideal));
    for (index, node) in console.nodes.iter().enumerate() {
        let frames = tod.frames.iter().filter_map(|frame| console.frame_time(f64::from(frame.number)));
        let differences = frames.map(|time| {
            let (a, b) = (console_poser.node(index, time).local(), ideal_poser.node(index, time).local());
            a.distance(&b)
        });
        println!("{}: {:.6}", node.name, differences.fold(0.0, f64::max));
    }
    Ok(())
}
