//! Whatever the bytes, the laws hold.
#![no_main]

use anim_core::{Row, laws};
use anim_stt::Stt;

libfuzzer_sys::fuzz_target!(|data: &[u8]| laws::file(&Row::encoder::<Stt>(), data, &Vec::new()).unwrap());
