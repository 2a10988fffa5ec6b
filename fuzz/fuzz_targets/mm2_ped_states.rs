//! Whatever follows the first line of a state table, the laws hold.
#![no_main]

use anim_core::{AnyFormat, laws};
use anim_mm2_ped::Mm2Ped;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let text = [b"# anim name,\n", data].concat();
    laws::file(&AnyFormat::encoder::<Mm2Ped>(), &text, &Vec::new()).unwrap();
});
