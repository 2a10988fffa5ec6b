//! Moves the key at frame 13 of a blendshape to frame 10: `cargo run --example shift_key -- FROM.stf TO.stf`.

use std::error::Error;

use anim_stf::Stf;

pub(crate) fn shift_key(from: &str, to: &str) -> Result<(), Box<dyn Error>> {
    let mut stf = Stf::open(from)?;
    let id = stf.animation_id("Slide").ok_or("there is no animation `Slide`")?.to_owned();
    let is_moved = stf.edit(&id, |slide| {
        let frown = slide.track_mut(["n1", "instance", "blendshape", "frown", "value"]);
        frown.is_some_and(|track| track.move_key(0, 13.0, 10.0))
    })?;
    if is_moved { Ok(stf.save(to)?) } else { Err("`frown` has no key at frame 13".into()) }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [from, to] = args.as_slice() else { return Err("usage: shift_key FROM.stf TO.stf".into()) };
    shift_key(from, to)
}
