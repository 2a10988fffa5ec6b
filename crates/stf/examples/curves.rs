//! Prints the curves of an STF file and what is wrong with it: `cargo run --example curves -- FILE.stf`.

#![expect(clippy::print_stdout, reason = "an example prints its result")]

use anim_stf::Stf;
use anim_stf::anim_core::Severity;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected the path of an STF file")?;
    let stf = Stf::open(path)?;
    for (id, animation) in stf.animations() {
        println!(
            "{id}: {} at {} frames per second",
            animation.name.as_deref().unwrap_or("unnamed"),
            animation.rate()
        );
        for track in &animation.tracks {
            let curves =
                track.subtracks.iter().flatten().filter_map(|subtrack| subtrack.curve(&track.timepoints));
            let keys: Vec<_> = curves.map(|curve| curve.len()).collect();
            println!("  {}: {keys:?} keys", track.target);
        }
    }
    for finding in stf.check().iter().filter(|finding| finding.severity() > Severity::Note) {
        println!("{finding}");
    }
    Ok(())
}
