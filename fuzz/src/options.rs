//! Options of a format, from bytes.

use anim_core::{Options, Values};
use libfuzzer_sys::arbitrary::{Result, Unstructured};

/// The largest number of frames, poses and other things that are counted, for most inputs: those that make more take long.
const FEW: u64 = 64;

/// Tolerances for most inputs: within small ones, curves become many keys.
const COARSE: [&str; 4] = ["1", "100", "1e6", "1e300"];

/// Numbers for options that accept any number above 0.
const POSITIVE: [&str; 8] = ["0.001", "1", "30", "0.04", "7.3", "1e-300", "1e300", "1e9"];

/// The options with values for up to three of them, and, for most inputs, with low limits and large tolerances.
pub fn options(mut options: Options, bytes: &mut Unstructured<'_>) -> Result<Options> {
    let known: Vec<_> = options.iter().map(|(info, _)| info).collect();
    if !bytes.ratio(1, 64)? {
        for info in &known {
            if matches!(info.values, Values::Integer { max, .. } if max > u64::from(u16::MAX)) {
                set(&mut options, info.key, &bytes.int_in_range(1..=FEW)?.to_string());
            } else if info.key.starts_with("tolerance") {
                set(&mut options, info.key, bytes.choose(&COARSE)?);
            }
        }
    }
    for _ in 0..bytes.int_in_range(0..=3)? {
        if known.is_empty() {
            break;
        }
        let info = bytes.choose(&known)?;
        let value = value(info.values, bytes)?;
        set(&mut options, info.key, &value);
    }
    Ok(options)
}

/// Sets an option to a value that it accepts.
fn set(options: &mut Options, key: &str, value: &str) {
    options.set(key, value).unwrap();
}

/// A value that an option of this kind accepts.
fn value(values: Values, bytes: &mut Unstructured<'_>) -> Result<String> {
    Ok(match values {
        Values::Choice(words) => (*bytes.choose(words)?).to_owned(),
        Values::Switch => bytes.arbitrary::<bool>()?.to_string(),
        Values::Integer { min, max } => bytes.int_in_range(min..=max.min(FEW.max(min)))?.to_string(),
        Values::Positive => (*bytes.choose(&POSITIVE)?).to_owned(),
        Values::Auto(_) if bytes.ratio(1, 4)? => "auto".to_owned(),
        Values::Auto(values) => value(*values, bytes)?,
        Values::Text => bytes.arbitrary::<&str>()?.chars().take(12).collect(),
        // No file has this name, or any other.
        _ => String::new(),
    })
}
