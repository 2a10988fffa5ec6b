//! Whatever follows the first line of a skeleton, the laws hold.
#![no_main]

use anim_core::{AnyFormat, laws};
use anim_mm2_ped::Mm2Ped;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // As many bones as are closed: texts with another number end at once.
    let bones = data.iter().filter(|&&byte| byte == b'}').count();
    let text = [format!("NumBones {bones}\n").as_bytes(), data].concat();
    laws::file(&AnyFormat::encoder::<Mm2Ped>(), &text, &Vec::new()).unwrap();
});
