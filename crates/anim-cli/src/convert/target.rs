//! The target of a conversion, from the arguments of the command.

use anim_formats::{Conversion, ConvertError, Registry, Tolerance};

use super::args::Args;
use crate::edits::To;
use crate::exit::Failure;
use crate::options::{self, require_files};
use crate::paths::{extension, is_stream, label};

/// The conversion that the arguments ask for.
pub(super) fn conversion(args: &Args) -> Result<Conversion<'static>, Failure> {
    let output = args.output.as_deref().filter(|path| !is_stream(path));
    // --to decides the format; the extension of the output decides between the forms of a format.
    let Some(wanted) = To::kind(&args.to)?.map(|kind| kind.0.as_str()).or_else(|| output.and_then(extension))
    else {
        if let Some(folder) = output.filter(|path| path.is_dir()) {
            let what = "is a folder, a file is needed; --to EXT --out-dir FOLDER writes into a folder";
            return Err(Failure::io(what).in_file(&label(folder)));
        }
        return Err(Failure::usage("the output has no extension: choose the kind of file with --to"));
    };
    let mut tolerance = Tolerance::default();
    tolerance.value = args.tolerance;
    tolerance.angle = args.tolerance_angle;
    tolerance.time = args.tolerance_time;
    let mut conversion =
        Conversion::to(Registry::builtin(), wanted).map_err(refused)?.with_tolerance(tolerance);
    conversion = conversion.with_defaults(options::defaults()?);
    for given in &args.to_options {
        conversion = conversion.with_target_option(&given.key, &given.value).map_err(refused)?;
    }
    for given in &args.read.options {
        conversion = conversion.with_option(&given.key, &given.value).map_err(refused)?;
    }
    if let Some(clip) = &args.clip.clip {
        conversion = conversion.with_clip(clip);
    }
    if let Some(format) = args.read.format {
        conversion = conversion.from_format(format);
    }
    conversion = conversion.with_edits(args.edits.edits().to_vec());
    require_files(conversion.target_options())?;
    Ok(conversion)
}

/// A warning about outputs whose name is that of another format.
pub(super) fn misnamed(args: &Args, conversion: &Conversion<'_>) -> Option<String> {
    let (label, extension) = match (&args.output, &args.name) {
        (Some(output), _) => (label(output), extension(output)?),
        (None, Some(template)) => (format!("--name `{template}`"), template.extension()?),
        (None, None) => return None,
    };
    let named = Registry::builtin().by_extension(extension)?.info().id;
    let made = conversion.target().info().id;
    (named != made).then(|| format!("{label}: the name is that of a {named} file, and the content {made}"))
}

#[expect(clippy::needless_pass_by_value, reason = "it is passed to map_err")]
fn refused(error: ConvertError) -> Failure {
    Failure::usage(error.to_string())
}
