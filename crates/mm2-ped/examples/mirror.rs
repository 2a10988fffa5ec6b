//! Exchanges left and right: `cargo run --example mirror -- IN.anim OUT.anim`. The skeleton is found in the folder of `IN.anim`.

use std::error::Error;

use anim_mm2_ped::{File, Mirror, Mm2Ped};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [input, output] = &arguments[..] else { return Err("usage: mirror IN.anim OUT.anim".into()) };
    let mut document = Mm2Ped::open(input)?;
    let (File::Anim(anim), Some(skeleton)) = (&mut document.file, &document.skeleton) else {
        return Err("expected an .anim with its skeleton in the same folder".into());
    };
    Mirror::new(skeleton).apply(anim);
    Ok(document.save(output)?)
}
