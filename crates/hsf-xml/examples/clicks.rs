//! Plays a document, clicks on targets and prints where they are: `cargo run --example clicks -- FILE TARGET…`.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use anim_hsf_xml::{Hsf, Input, Player, anim_core::Pose};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut player = Player::new(Hsf::open(arguments.next().ok_or("expected FILE TARGET…")?)?);
    let mut pose = Pose::default();
    for target in arguments {
        player.input(Input::LeftClick, &target)?;
        player.advance(0.5)?;
        player.happenings().for_each(|happening| println!("{} s: {:?}", happening.time, happening.what));
        player.pose(&mut pose);
        for (node, matrix) in player.nodes().iter().zip(&pose.world) {
            println!("{}: {:?}", node.name, matrix.to_rows());
        }
    }
    Ok(())
}
