//! Left for right: `cargo run --example mirror -- IN.anim MODEL.skel OUT.anim`.

use std::error::Error;

use anim_mm2_ped::{Anim, Mirror, Skeleton};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [input, model, output] = &arguments[..] else {
        return Err("usage: mirror IN.anim MODEL.skel OUT.anim".into());
    };
    let mut anim = Anim::parse(&std::fs::read(input)?)?;
    let skeleton = Skeleton::parse(&std::fs::read(model)?)?;
    let mirror = Mirror::new(&skeleton);
    if mirror.is_empty() || skeleton.bones().len() != anim.bones() {
        return Err("the skeleton has no sides, or is not that of the clip".into());
    }
    mirror.apply(&mut anim);
    std::fs::write(output, anim.to_bytes())?;
    Ok(())
}
