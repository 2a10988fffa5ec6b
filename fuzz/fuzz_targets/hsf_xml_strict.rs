//! What strict reading accepts, lenient reading reads alike; what is written is well-formed.
#![no_main]

use anim_hsf_xml::{Hsf, ReadOptions};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let strict = ReadOptions { strict: true, ..ReadOptions::default() };
    if let Ok(hsf) = Hsf::parse_with(data, &strict, &mut ()) {
        assert_eq!(Hsf::parse(data).as_ref(), Ok(&hsf));
    }
});
