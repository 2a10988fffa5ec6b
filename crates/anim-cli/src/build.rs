//! `anim build`: a file from the JSON of `anim dump`.

use std::path::{Path, PathBuf};

use anim_core::{ClipFile, Report, escaped_name};
use anim_formats::{Conversion, Document, Registry, Source, clip_file};
use clap::builder::StringValueParser;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::ids;
use crate::input;
use crate::output::{Files, Missing, expect_place, require_no_terminal};
use crate::paths::{self, is_stream};
use crate::report;
use crate::words::words;

/// Make a file from the JSON of `anim dump`
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The JSON of `anim dump` becomes the file that was dumped. The JSON of `anim dump --clips`, or of any script that writes clips in \
this form, becomes a file in the format that --to or the extension of the output names.

Examples:
  anim build walk.json -o copy.tod
  anim build clips.json -o walk.glb")]
pub(crate) struct Args {
    /// The file with the JSON; `-` is standard input
    json: PathBuf,
    /// The file to write; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// The kind of file to make from clips, by extension [default: that of the output]
    #[arg(long, value_name = "EXT", hide_possible_values = true, value_parser = words(StringValueParser::new(), ids::extensions))]
    to: Option<String>,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    require_no_terminal(&args.output)?;
    expect_place(&args.output, args.force, Missing::Refused)?;
    let label = paths::label(&args.json);
    let refuse = |error: String| Failure::unreadable(error).in_file(&label);
    let text = String::from_utf8(input::read(&args.json)?)
        .map_err(|error| refuse(format!("expected the JSON of `anim dump`, which is UTF-8: {error}")))?;
    // Editors and shells on Windows begin a text with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let document = if holds_clips(text) {
        let file = clip_file(text).map_err(|error| refuse(error.to_string()))?;
        of_clips(args, &label, file, console)?
    } else {
        let document = Registry::builtin()
            .build(text)
            .map_err(|error| refuse(format!("not the JSON of `anim dump`: {error}")))?;
        require_own(&*document, args)?;
        document
    };
    Files::of(&*document, &args.output)?.write(args.force)?;
    Ok(Exit::Done)
}

/// Refuses to make another kind of file from a document than its own: that would be a conversion.
fn require_own(document: &dyn Document, args: &Args) -> Result<(), Failure> {
    let named = paths::extension(&args.output).filter(|_| !is_stream(&args.output));
    let own = document.info().id;
    if let Some(wanted) = &args.to {
        Conversion::to(Registry::builtin(), wanted).map_err(|error| Failure::usage(error.to_string()))?;
    }
    for wanted in args.to.as_deref().into_iter().chain(named) {
        let wanted = wanted.trim_start_matches('.');
        let format = Registry::builtin().by_extension(wanted).map(|entry| entry.info().id);
        match format {
            Some(format) if format != own => {
                return Err(Failure::usage(format!(
                    "the document is {own}, and `.{wanted}` is {format}: `anim convert` changes the format"
                )));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether a JSON text holds clips, not a document.
fn holds_clips(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Head {
        clips: Option<IgnoredAny>,
        format: Option<IgnoredAny>,
    }
    serde_json::from_str(text).is_ok_and(|head: Head| head.clips.is_some() && head.format.is_none())
}

/// The document in the format that the output names, and a report of what it cannot hold.
fn of_clips(
    args: &Args,
    label: &str,
    file: ClipFile,
    console: &Console,
) -> Result<Box<dyn Document>, Failure> {
    let name = args.output.file_name().filter(|_| !is_stream(&args.output)).map(escaped_name);
    let extension = name.as_deref().and_then(|name| paths::extension(Path::new(name))).map(str::to_owned);
    let Some(wanted) = args.to.clone().or(extension) else {
        return Err(Failure::usage("the output has no extension: choose the kind of file with --to"));
    };
    let refused = |error: anim_formats::ConvertError| Failure::usage(error.to_string()).in_file(label);
    let conversion = Conversion::to(Registry::builtin(), &wanted).map_err(refused)?;
    let name = name.unwrap_or_else(|| format!("animation.{wanted}"));
    if file.clips.is_empty() {
        console.warn(&format!("{label}: the file has no clip"));
    }
    let mut report = Report::new();
    let made = conversion.make(vec![Source::of_clips("", file.clips)], &name, &(), &mut report);
    if !report.is_empty() {
        // Writing to memory does not fail.
        console.print(&report::of_conversion(&name, &report, console.color()).unwrap_or_default());
    }
    made.map(|made| made.document).map_err(|error| Failure::findings(error.to_string()).in_file(label))
}
