//! Plays a file, and requests each of its states in turn: `cargo run --example play -- FILE.stt`.

#![expect(clippy::print_stdout, reason = "the example prints what it plays")]

use std::error::Error;

use anim_core::Pose;
use anim_stt::{ClipOptions, Player, Stt};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file")?;
    let mut player = Player::new(Stt::open(path)?, &ClipOptions::default()).ok_or("there are no states")?;
    let mut pose = Pose::default();
    let names: Vec<_> = player.states().iter().map(|state| state.name.to_string()).collect();
    for name in &names {
        player.request(name)?;
        for _ in 0..20 {
            for happening in player.happenings() {
                println!("{:.1} s: {:?}", happening.time, happening.what);
            }
            player.pose(&mut pose);
            for (node, map) in player.nodes().iter().zip(&pose.world) {
                println!("    {}: {:?}", node.name, map.translation());
            }
            player.advance(0.1);
        }
    }
    Ok(())
}
