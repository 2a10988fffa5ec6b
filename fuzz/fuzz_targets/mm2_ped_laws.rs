//! Whatever the bytes, the laws hold.
#![no_main]

use anim_core::{AnyFormat, laws};
use anim_mm2_ped::Mm2Ped;

libfuzzer_sys::fuzz_target!(
    |data: &[u8]| laws::file(&AnyFormat::encoder::<Mm2Ped>(), data, &Vec::new()).unwrap()
);
