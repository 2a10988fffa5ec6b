//! Plays a file for some seconds, and asks for each of its states in turn: `cargo run --example play -- FILE.stt`.

#![expect(clippy::print_stdout, reason = "it is what the example does")]

use std::error::Error;

use anim_core::Format;
use anim_stt::{PlayOptions, Player, Stt};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file")?;
    let stt = Stt::parse(&std::fs::read(path)?, &mut ())?;
    let mut player = Player::new(&stt, PlayOptions::default()).ok_or("there are no states")?;
    for next in &stt.states {
        player.request(&next.name)?;
        for _ in 0..20 {
            let position = player.position();
            println!("{}, {:.1} s, key {:?}", stt.states[position.state].name, position.time, position.key);
            for (name, pose) in player.nodes().iter().zip(player.pose()) {
                println!("    {name}: {:?} {:?}", pose.position(), pose.orientation);
            }
            player.advance(0.1);
        }
    }
    Ok(())
}
