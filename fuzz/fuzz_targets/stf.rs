//! Whatever the bytes, the laws hold.
#![no_main]

use anim_core::{Row, laws};
use anim_stf::Stf;

libfuzzer_sys::fuzz_target!(|data: &[u8]| laws::file(&Row::encoder::<Stf>(), data, &()).unwrap());
