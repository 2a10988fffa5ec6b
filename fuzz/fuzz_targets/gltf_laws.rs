//! Whatever the bytes, the laws hold.
#![no_main]

use anim_core::{AnyFormat, laws};
use anim_gltf::Gltf;

libfuzzer_sys::fuzz_target!(
    |data: &[u8]| laws::file(&AnyFormat::encoder::<Gltf>(), data, &Vec::new()).unwrap()
);
