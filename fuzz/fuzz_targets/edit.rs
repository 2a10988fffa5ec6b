//! Whatever the clips, operations return valid clips, which have a pose at every time, or an error.
#![no_main]

use anim_core::edit::Edit;
use anim_core::{Clip, Positive, Report};
use libfuzzer_sys::arbitrary::{Result, Unstructured};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok((edits, tolerance, clips)) = parts(&mut Unstructured::new(data)) else { return };
    let Ok(clips) = Edit::apply_all(&edits, clips, tolerance, &mut Report::new()) else { return };
    for clip in &clips {
        clip.validate().unwrap();
        for time in [-1.0, 0.0, clip.duration / 2.0, clip.duration + 1.0] {
            assert_eq!(clip.pose(time).world.len(), clip.nodes.len());
        }
    }
});

fn parts(bytes: &mut Unstructured<'_>) -> Result<(Vec<Edit>, Positive, Vec<Clip>)> {
    let edits = anim_fuzz::edits(bytes)?;
    // Within a small tolerance, curves become many keys, which take long.
    let tolerance = if bytes.ratio(63, 64)? { *bytes.choose(&[1.0, 1e3, 1e6])? } else { 1e-3 };
    Ok((edits, Positive::literal(tolerance), anim_fuzz::clips(bytes)?))
}
