//! Whatever the bytes, the laws hold.
#![no_main]

use anim_core::{AnyFormat, laws};
use anim_hsf_xml::Hsf;

libfuzzer_sys::fuzz_target!(
    |data: &[u8]| laws::file(&AnyFormat::encoder::<Hsf>(), data, &Vec::new()).unwrap()
);
