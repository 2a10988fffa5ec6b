//! Whatever the bytes, they are read or refused, and what was read is written.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| anim_fuzz::reads::<anim_gltf::Gltf>(data));
