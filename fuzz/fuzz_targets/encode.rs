//! Whatever the clips and the options, a format encodes or refuses them; what it encodes can be written, and its losses name what
//! there is.
#![no_main]

use anim_core::{Clip, Options, Report, laws};
use anim_formats::Entry;
use libfuzzer_sys::arbitrary::{Result, Unstructured};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok((format, options, clips)) = parts(&mut Unstructured::new(data)) else { return };
    let most = format.info().max_clips.unwrap_or(clips.len()).min(clips.len());
    let mut report = Report::new();
    if let Ok(document) = format.encode(&clips[..most], &options, &(), &mut report) {
        anim_fuzz::writes(format, &*document);
    }
    laws::joins(&report, &clips[..most]).unwrap();
});

fn parts(bytes: &mut Unstructured<'_>) -> Result<(&'static Entry, Options, Vec<Clip>)> {
    let format = anim_fuzz::format(bytes.arbitrary()?);
    let options = anim_fuzz::options(format.encode_options().unwrap_or_default(), bytes)?;
    Ok((format, options, anim_fuzz::clips(bytes)?))
}
