//! Whatever the bytes, the laws hold.
#![no_main]

use anim_core::{AnyFormat, laws};
use anim_tod::Tod;

libfuzzer_sys::fuzz_target!(
    |data: &[u8]| laws::file(&AnyFormat::encoder::<Tod>(), data, &Vec::new()).unwrap()
);
