//! Whatever the bytes, the laws hold.
#![no_main]

use anim_core::{Row, laws};
use anim_tod::Tod;

libfuzzer_sys::fuzz_target!(|data: &[u8]| laws::file(&Row::encoder::<Tod>(), data, &Vec::new()).unwrap());
