//! Plays a file with states or sensors for two seconds: `play FILE`.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::any::Any;
use std::error::Error;

use anim_core::{Play, Pose};
use anim_formats::{Registry, hsf_xml, mm2_ped, stt};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: play FILE")?;
    let document: Box<dyn Any> = Registry::builtin().open(path)?;
    let document = match document.downcast::<stt::Stt>() {
        Ok(stt) => return play(stt::Player::new(*stt, &stt::ClipOptions::default()).ok_or("no states")?),
        Err(document) => document,
    };
    let document = match document.downcast::<mm2_ped::Mm2Ped>() {
        Ok(table) => {
            let options = mm2_ped::ClipOptions::default();
            return play(mm2_ped::Player::new(*table, &options).ok_or("no states")?);
        }
        Err(document) => document,
    };
    let hsf = document.downcast::<hsf_xml::Hsf>().map_err(|_| "files of this format have no states")?;
    play(hsf_xml::Player::new(*hsf))
}

/// Prints what happens, and where the nodes are four times a second.
fn play<P: Play>(mut player: P) -> Result<(), Box<dyn Error>> {
    let mut pose = Pose::default();
    for _ in 0..8 {
        for event in player.happenings() {
            println!("{:.2} s: {:?}", event.time, event.what);
        }
        player.pose(&mut pose);
        for (node, matrix) in player.nodes().iter().zip(&pose.world) {
            println!("{:.2} s: {} is at {:?}", player.time(), node.name, matrix.translation());
        }
        player.advance(0.25)?;
    }
    Ok(())
}
