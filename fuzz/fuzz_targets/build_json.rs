//! Whatever the JSON, a document is built of it or not, and what is built can be written.
#![no_main]

use anim_formats::Registry;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(json) = std::str::from_utf8(data) else { return };
    let Ok(document) = Registry::builtin().build(json) else { return };
    let format = Registry::builtin().by_id(document.info().id).unwrap();
    anim_fuzz::writes(format, &*document);
});
