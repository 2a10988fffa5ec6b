//! Whatever the bytes, the laws hold.
#![no_main]

use anim_bvh::Bvh;
use anim_core::{AnyFormat, laws};

libfuzzer_sys::fuzz_target!(
    |data: &[u8]| laws::file(&AnyFormat::encoder::<Bvh>(), data, &Vec::new()).unwrap()
);
