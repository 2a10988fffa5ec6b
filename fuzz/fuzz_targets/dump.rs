//! A file of the format that the first byte chooses, as JSON and back, is the same file.
#![no_main]

use anim_formats::Registry;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let [choice, file @ ..] = data else { return };
    let format = anim_fuzz::format(*choice);
    let Ok(document) = format.read(file, &format.options(), &(), &mut ()) else { return };
    let json = Registry::builtin().dump(&*document).unwrap();
    let built = Registry::builtin().build(&json).unwrap();
    assert!(format.equal(&*document, &*built), "{json}");
});
