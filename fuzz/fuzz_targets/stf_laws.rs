//! Whatever the bytes, the laws hold.
#![no_main]

use anim_core::{AnyFormat, laws};
use anim_stf::Stf;

libfuzzer_sys::fuzz_target!(|data: &[u8]| laws::file(&AnyFormat::encoder::<Stf>(), data, &()).unwrap());
