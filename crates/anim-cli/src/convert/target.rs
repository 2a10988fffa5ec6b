//! What a conversion makes.

use std::path::Path;

use anim_core::Options;
use anim_formats::Entry;

use super::Args;
use super::job::file_name;
use crate::exit::Failure;
use crate::input::{extension, is_stream};
use crate::options;
use crate::suggest::did_you_mean;
use crate::text::spelled;

/// The option of a target that bakes.
const TOLERANCE: &str = "tolerance";

/// The option of a target that writes files beside its own.
const BUFFER: &str = "buffer";

/// The format, the extension and the options of what is made.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) entry: &'static Entry,
    /// The extension of the files, without the dot.
    pub(super) extension: String,
    pub(super) options: Options,
}

impl Target {
    pub(super) fn new(args: &Args) -> Result<Self, Failure> {
        let output = args.output.as_deref();
        let from_output = || output.filter(|path| !is_stream(path)).and_then(extension);
        let Some(wanted) = args.to.as_deref().or_else(from_output) else {
            return Err(Failure::usage("the output has no extension: --to says what to make"));
        };
        let wanted = wanted.strip_prefix('.').unwrap_or(wanted).to_ascii_lowercase();
        let (entry, extension) = find(&wanted)?;
        // The extension of the file itself decides between the forms of a format.
        let form = from_output().map_or_else(|| extension.clone(), str::to_ascii_lowercase);
        let options = options_of(entry, &form, args)?;
        Ok(Self { entry, extension, options })
    }
}

/// The options for one output: without a name of its own a file beside it has that of the output.
pub(super) fn for_output(mut options: Options, args: &Args, path: &Path) -> Options {
    let is_given =
        [&args.to_options, &args.read.options].into_iter().flatten().any(|given| given.key == BUFFER);
    let is_named = !is_given && !is_stream(path) && options.text("container") == "separate";
    if let (true, Some(stem)) = (is_named, path.file_stem()) {
        // Where there is no such option, or no such name, the default is as good.
        let _ = options.set(BUFFER, &format!("{}.bin", file_name(&spelled(stem))));
    }
    options
}

/// How far off approximations may be, by the options of the target where they say it.
pub(super) fn tolerance(options: &Options, args: &Args) -> f64 {
    if options::knows(options, TOLERANCE) { options.number(TOLERANCE) } else { args.tolerance }
}

/// The format of an extension or of an identifier, and its extension.
fn find(wanted: &str) -> Result<(&'static Entry, String), Failure> {
    let by_id =
        || anim_formats::by_id(wanted).and_then(|entry| Some((entry, *entry.row.info.extensions.first()?)));
    let found = anim_formats::by_extension(wanted).map(|entry| (entry, wanted)).or_else(by_id);
    match found {
        Some((entry, extension)) if entry.row.from_clips.is_some() => Ok((entry, extension.to_owned())),
        Some((entry, _)) => {
            Err(Failure::usage(format!("`{}` is only read: expected {}", entry.row.info.id, list())))
        }
        None => {
            let hint = did_you_mean(wanted, extensions());
            Err(Failure::usage(format!("there is no format `.{wanted}`: expected {}{hint}", list())))
        }
    }
}

fn options_of(entry: &'static Entry, form: &str, args: &Args) -> Result<Options, Failure> {
    let mut options = Options::new(entry.row.info.target_options);
    let container = if form == "gltf" { "embedded" } else { "glb" };
    for (key, value) in [("mesh", "true"), ("container", container)] {
        if entry.row.info.id == "gltf" {
            options.set(key, value).map_err(|error| Failure::usage(error.to_string()))?;
        }
    }
    if options::knows(&options, TOLERANCE) {
        options
            .set(TOLERANCE, &args.tolerance.to_string())
            .map_err(|error| Failure::usage(error.to_string()))?;
    }
    options::set(&args.to_options, &mut options)?;
    Ok(options)
}

fn extensions() -> impl Iterator<Item = &'static str> {
    let encoders = anim_formats::all().iter().filter(|entry| entry.row.from_clips.is_some());
    encoders.flat_map(|entry| entry.row.info.extensions.iter().copied())
}

fn list() -> String {
    format!("one of {}", extensions().collect::<Vec<_>>().join(", "))
}
