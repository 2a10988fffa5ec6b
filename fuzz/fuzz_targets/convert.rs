//! A file of the format that the first byte chooses becomes one of the format that the second chooses, with options for both and
//! operations from the next bytes.
#![no_main]

use anim_core::Report;
use anim_formats::{Conversion, Entry, Given, Registry};
use libfuzzer_sys::arbitrary::{Result, Unstructured};

/// The number of bytes for options and operations.
const HEAD: usize = 24;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some(([from, to, head @ ..], file)) = data.split_at_checked(2 + HEAD) else { return };
    let (from, to) = (anim_fuzz::format(*from), anim_fuzz::format(*to));
    let conversion = conversion(from, to, &mut Unstructured::new(head)).unwrap();
    let mut report = Report::new();
    let name = format!("a.{}", from.info().extensions[0]);
    let Ok(source) = conversion.read(file, &(name.as_str(), ()), &mut report) else { return };
    let name = format!("b.{}", conversion.extension());
    if let Ok(made) = conversion.make(vec![source], &name, &(), &mut report) {
        anim_fuzz::writes(to, &*made.document);
    }
});

fn conversion(
    from: &'static Entry,
    to: &'static Entry,
    bytes: &mut Unstructured<'_>,
) -> Result<Conversion<'static>> {
    let conversion = Conversion::to(Registry::builtin(), to.info().id).unwrap().from_format(from);
    let of_source = anim_fuzz::options(from.options(), bytes)?;
    let of_target = anim_fuzz::options(conversion.target_options().clone(), bytes)?;
    let given = of_source.iter_given().map(|(key, value)| Given::new(key, value)).collect::<Vec<_>>();
    let mut conversion = conversion.with_defaults(given);
    for (key, value) in of_target.iter_given() {
        conversion = conversion.with_target_option(key, value).unwrap();
    }
    if bytes.ratio(1, 4)? {
        conversion = conversion.with_edits(anim_fuzz::edits(bytes)?);
    }
    Ok(conversion)
}
