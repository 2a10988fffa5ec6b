//! What a document does when its targets are clicked: `cargo run --example sensors -- FILE SECONDS TARGET…`.

#![expect(clippy::print_stdout, reason = "an example talks to its reader")]

use std::error::Error;

use anim_core::Format;
use anim_hsf_xml::{Hsf, Input, Player, SensorRule};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: sensors FILE SECONDS TARGET…")?;
    let seconds: f64 = arguments.next().ok_or("usage: sensors FILE SECONDS TARGET…")?.parse()?;
    let document = Hsf::parse(&std::fs::read(path)?, &mut ())?;
    let mut player = Player::new(&document, SensorRule::Any);
    let ticks = seconds * player.ticks_per_second();
    let mut happened = player.advance(ticks)?;
    for target in arguments {
        happened.extend(player.input(Input::LeftClick, &target)?);
        happened.extend(player.advance(ticks)?);
    }
    for happening in happened {
        println!("tick {}: {:?}", happening.tick, happening.what);
    }
    for (target, property, value) in player.values() {
        println!("{target} {}: {value:?}", property.name());
    }
    Ok(())
}
