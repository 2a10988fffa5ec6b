//! Whatever the JSON of a container, the laws hold.
#![no_main]

use anim_core::{AnyFormat, laws};
use anim_stf::Stf;

libfuzzer_sys::fuzz_target!(|json: &[u8]| {
    let mut bytes = b"STF0\0\0\0\0\0\0\0\0\x02\0\0\0".to_vec();
    bytes.extend((json.len() as u64).to_le_bytes());
    bytes.extend(8u64.to_le_bytes());
    bytes.extend(json);
    bytes.extend([0, 0, 128, 63, 0, 0, 0, 64]);
    laws::file(&AnyFormat::encoder::<Stf>(), &bytes, &()).unwrap();
});
