//! The recipe of a run as text: a run that continues another compares their recipes.

use std::fs;

use anim_formats::{Conversion, Given};

use super::args::Args;
use super::manifest::hash;
use crate::exit::Failure;
use crate::options;
use crate::paths::label;

/// The target, the options, and everything else that decides what an input becomes, without inputs and folders.
pub(super) fn recipe(args: &Args, conversion: &Conversion<'_>) -> Result<String, Failure> {
    let mut words = vec![format!("to={}", conversion.extension())];
    let mut word = |key: &str, value: String| {
        if !value.is_empty() {
            words.push(format!("{key}={value}"));
        }
    };
    let given = |given: &[Given]| {
        given.iter().map(|Given { key, value }| format!("{key}={value}")).collect::<Vec<_>>().join(" ")
    };
    word("format", args.read.format.map(|entry| entry.info().id.to_owned()).unwrap_or_default());
    let defaults = options::defaults()?;
    word("defaults", given(&defaults));
    word("options", given(&args.read.options));
    word("to-options", given(&args.to_options));
    word("tolerance", args.tolerance.to_string());
    word("tolerance-angle", args.tolerance_angle.to_string());
    word("tolerance-time", args.tolerance_time.to_string());
    word("strict", if args.strict { "yes" } else { "" }.to_owned());
    word("clip", args.clip.clip.clone().unwrap_or_default());
    word("name", args.name.as_ref().map(ToString::to_string).unwrap_or_default());
    word("operations", args.edits.words().join(" "));
    // What such a file holds decides the outputs, not its name.
    for path in args.option_files(conversion)? {
        if let Ok(bytes) = fs::read(&path) {
            word("sha256", format!("{}:{}", label(&path), hash(&bytes)));
        }
    }
    Ok(words.join(" "))
}
