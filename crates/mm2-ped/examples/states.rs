//! Plays states one after the other: `cargo run --example states -- pedmodel_NAME.csv STATE…`, for example
//! `STAND_WALK WALK_STAND`.
//!
//! The clips and the skeleton are found in the folder of the table. Prints the state, the travel and the height of the figure
//! four times per second.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;

use anim_mm2_ped::anim_core::Pose;
use anim_mm2_ped::{ClipOptions, Mm2Ped, Player};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: states pedmodel_NAME.csv STATE...")?;
    let mut player =
        Player::new(Mm2Ped::open(path)?, &ClipOptions::default()).ok_or("the file has no states")?;
    let mut pose = Pose::default();
    for state in arguments {
        player.request(&state)?;
        for _ in 0..12 {
            player.advance(0.25);
            player.pose(&mut pose);
            let tall = pose.world.iter().map(|bone| bone.translation()[1]).fold(0.0, f64::max);
            let (state, [ahead, aside]) = (&player.states()[player.current()], player.travelled());
            let name = &state.name;
            println!("{name:<12} ahead {ahead:6.2} m  aside {aside:6.2} m  {tall:.2} m tall");
        }
    }
    Ok(())
}
