//! `anim view`: a page that plays clips.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anim_core::{Document, Report};
use anim_view::{Error, Options, Up};
use clap::ValueEnum;

use crate::clips::ClipArgs;
use crate::console::Console;
use crate::edits::{EditArgs, Verb};
use crate::exit::{Exit, Failure};
use crate::input::{ReadArgs, is_stream, title};
use crate::output::Output;

/// Make a web page that plays the clips: skeleton in 3D, scrubber, curves
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The page loads nothing from outside and works offline. Space plays and pauses, the arrow keys step by one frame. Drag to turn the \
view, drag with Shift or two fingers to move it, use the wheel or pinch to zoom.

Examples:
  anim view walk.tod -o walk.html
  anim view walk.tod -o head-down.html --clip 0 --up y")]
pub(crate) struct Args {
    #[command(flatten)]
    edits: EditArgs<Own>,
    /// The file; `-` is standard input
    file: PathBuf,
    /// The file to write; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    clip: ClipArgs,
    /// The axis that points up when the page opens [default: that of the clips, else y]
    #[arg(long, value_name = "AXIS", allow_hyphen_values = true)]
    up: Option<Axis>,
    /// Sample smooth motion this many times a second, besides its keys [default: every frame, at least 60]
    #[arg(long, value_name = "F", value_parser = rate)]
    fps: Option<f64>,
    #[command(flatten)]
    read: ReadArgs,
}

/// What the verb means by flags of operations itself.
struct Own;

impl Verb for Own {
    const OWN: &'static [&'static str] = &["up", "fps"];
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Axis {
    Y,
    #[value(name = "-y")]
    MinusY,
    Z,
}

impl From<Axis> for Up {
    fn from(axis: Axis) -> Self {
        match axis {
            Axis::Y => Self::Y,
            Axis::MinusY => Self::MinusY,
            Axis::Z => Self::Z,
        }
    }
}

fn rate(text: &str) -> Result<f64, &'static str> {
    match text.parse::<f64>() {
        Ok(rate) if rate > 0.0 && rate.is_finite() => Ok(rate),
        _ => Err("expected a number above 0"),
    }
}

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    if args.open && is_stream(&args.output) {
        return Err(Failure::usage("--open needs a file: name one with -o"));
    }
    let input = args.read.load(&args.file, false)?;
    let document = input.document(console)?;
    let clips = args.clip.select(input.clips_of(&*document, console)?)?;
    let clips = args.edits.apply(clips, &mut Report::new())?;
    let options = Options {
        title: title(&args.file),
        up: args.up.map(Up::from),
        rate: args.fps,
        graph: args.edits.unedited(&*document).and_then(Document::graph),
        ..Options::default()
    };
    let page = anim_view::page(&clips, &options).map_err(|error| refused(&error))?;
    let mut output = Output::create(&args.output, args.force)?;
    output.write_all(page.as_bytes()).map_err(|error| output.failure(&error))?;
    output.commit()?;
    if args.open {
        open(&args.output)?;
    }
    Ok(Exit::Done)
}

fn refused(error: &Error) -> Failure {
    match error {
        Error::TooLarge { .. } => {
            Failure::usage(format!("{error}; choose a clip with --clip, or set a smaller --fps"))
        }
        _ => Failure::usage(error.to_string()),
    }
}

/// Opens a file with the program that the system has for it.
fn open(path: &Path) -> Result<(), Failure> {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        Command::new("explorer")
    } else {
        Command::new("xdg-open")
    };
    let started = command.arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    started.map(drop).map_err(|error| {
        let program = command.get_program().to_string_lossy().into_owned();
        Failure::io(format!("the page is written, but `{program}` cannot open it: {error}"))
    })
}
