//! A pedestrian that stands, walks and stands again: `cargo run --example states -- pedmodel_NAME.csv STATE…`.
//!
//! Clips and the skeleton are read from beside the table. Each state that is named is asked for when the one before it has
//! come; printed is what is shown four times a second.

#![expect(clippy::print_stdout, reason = "an example talks to its reader")]

use std::error::Error;
use std::path::Path;

use anim_core::{Beside, Format, Options, Pose};
use anim_mm2_ped::{File, Interpolate, Mm2Ped, Player};

/// The files of a folder.
struct Folder<'a> {
    path: &'a Path,
    name: &'a str,
}

impl Beside for Folder<'_> {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        std::fs::read(self.path.join(path)).ok()
    }

    fn name(&self) -> Option<&str> {
        Some(self.name)
    }

    fn names(&self) -> Vec<String> {
        let files = std::fs::read_dir(self.path).into_iter().flatten().flatten();
        let mut names: Vec<_> = files.filter_map(|file| file.file_name().into_string().ok()).collect();
        names.sort_unstable();
        names
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: states pedmodel_NAME.csv STATE...")?;
    let path = Path::new(&path);
    let name = path.file_name().and_then(|name| name.to_str()).ok_or("the table needs a name")?;
    let beside = Folder { path: path.parent().unwrap_or(Path::new("")), name };
    let document =
        Mm2Ped::open(&std::fs::read(path)?, &Options::new(Mm2Ped::INFO.options), &beside, &mut ())?;
    let File::States(table) = &document.file else { return Err("this is no state table".into()) };
    let skeleton = document.skeleton.as_ref().ok_or("there is no skeleton beside the table")?;
    let mut player = Player::new(table, &document.clips).ok_or("the table has no state")?;

    let mut pose = Pose::default();
    for state in arguments.map(Some).chain([None]) {
        if let Some(state) = state
            && !player.request(&state)
        {
            return Err(format!("there is no state {state}").into());
        }
        let last = player.state().name.clone();
        for _ in 0..12 {
            let [ahead, aside] = player.travelled();
            let height = player
                .pose(skeleton, Interpolate::Hold, &mut pose)
                .then(|| pose.world.iter().map(|world| world.translation()[1]).fold(f64::MIN, f64::max));
            println!(
                "{:<12} {:5.2} s  ahead {ahead:6.2} m  aside {aside:6.2} m  {:.2} m tall",
                player.state().name,
                player.time(),
                height.unwrap_or_default()
            );
            player.advance(0.25);
            if player.requested().is_none() && player.state().name != last {
                break;
            }
        }
    }
    Ok(())
}
