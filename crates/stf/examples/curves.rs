//! Prints the curves of an STF file and where baked values disagree with them.
//!
//!     cargo run -p anim-stf --example curves FILE.stf

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use anim_core::{Document, Format, Severity};
use anim_stf::Stf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected the path of an STF file")?;
    let stf = Stf::parse(&std::fs::read(path)?, &mut ())?;
    for (id, animation) in stf.animations() {
        println!(
            "{id}: {} at {} frames a second",
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
    stf.check(&mut |finding: anim_core::Diagnostic| {
        if finding.severity() > Severity::Note {
            println!("{finding}");
        }
    });
    Ok(())
}
