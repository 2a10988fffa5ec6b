//! Whatever the bytes, the laws hold.
#![no_main]

use anim_core::{Row, laws};
use anim_hsf_xml::Hsf;

libfuzzer_sys::fuzz_target!(|data: &[u8]| laws::file(&Row::encoder::<Hsf>(), data, &Vec::new()).unwrap());
