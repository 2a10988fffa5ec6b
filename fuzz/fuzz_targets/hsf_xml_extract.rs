//! Whatever the bytes of a HOOPS stream file, extraction ends within its limit.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    const LIMIT: usize = 1 << 20;
    if let Ok(blocks) = anim_hsf_xml::extract(data, LIMIT) {
        assert!(blocks.iter().map(Vec::len).sum::<usize>() <= LIMIT + data.len());
    }
});
