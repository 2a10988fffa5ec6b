//! A file of the format that the first byte chooses becomes one of the format that the second chooses.
#![no_main]

use anim_core::Report;
use anim_formats::{Conversion, Registry};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let [from, to, file @ ..] = data else { return };
    let (from, to) = (anim_fuzz::format(*from), anim_fuzz::format(*to));
    let conversion = Conversion::to(Registry::builtin(), to.info().id).unwrap().from_format(from);
    let mut report = Report::new();
    let name = format!("a.{}", from.info().extensions[0]);
    let Ok(source) = conversion.read(file, &(name.as_str(), ()), &mut report) else { return };
    let name = format!("b.{}", conversion.extension());
    if let Ok(made) = conversion.make(vec![source], &name, &(), &mut report) {
        anim_fuzz::writes(to, &*made.document);
    }
});
