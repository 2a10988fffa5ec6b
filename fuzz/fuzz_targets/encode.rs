//! Whatever the clips, a format encodes or refuses them; what it encodes can be written, and its losses name what there is.
#![no_main]

use anim_core::{Options, Report, laws};
use libfuzzer_sys::arbitrary::Unstructured;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let mut bytes = Unstructured::new(data);
    let (Ok(choice), Ok(clips)) = (bytes.arbitrary(), anim_fuzz::clips(&mut bytes)) else { return };
    let format = anim_fuzz::format(choice);
    let most = format.info().max_clips.unwrap_or(clips.len()).min(clips.len());
    let mut report = Report::new();
    if let Ok(document) = format.encode(&clips[..most], &Options::default(), &(), &mut report) {
        anim_fuzz::writes(format, &*document);
    }
    laws::joins(&report, &clips[..most]).unwrap();
});
