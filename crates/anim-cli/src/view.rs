//! `anim view`: a page that plays clips.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anim_core::{Clip, Graph, Scene};
use anim_view::{Compare, Error, Options, Source, Up};
use clap::ValueEnum;

use crate::clips::{ClipArgs, Values};
use crate::console::Console;
use crate::edits::{EditArgs, Verb};
use crate::exit::{Exit, Failure};
use crate::input::ReadArgs;
use crate::output::{Missing, Output, expect_place};
use crate::paths::{extension, is_stream, title};

/// Make a web page that plays the clips: skeleton in 3D, scrubber, curves
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The page loads nothing from outside and works offline. Space plays and pauses, the arrow keys step by one frame. Drag to rotate the \
view, drag with Shift or two fingers to move it, use the wheel or pinch to zoom. Any two clips of the page can play at the same time, \
side by side or on top of each other.

Examples:
  anim view walk.tod -o walk.html
  anim view walk.tod -o head-down.html --clip 0 --up y")]
pub(crate) struct Args {
    #[command(flatten)]
    edits: EditArgs<Own>,
    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// A second file, shown in the same page
    #[arg(value_name = "SECOND")]
    second: Option<PathBuf>,
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
    /// Show two clips at once when the page opens: the first clips of two files, or the first two of one file
    #[arg(long, value_name = "HOW")]
    compare: Option<How>,
    /// Sample smooth motion this many times per second, in addition to its keys [default: every frame, at least 60]
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = rate)]
    fps: Option<f64>,
    #[command(flatten)]
    read: ReadArgs,
}

/// The flags of operations to which this verb gives its own meaning.
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

#[derive(Clone, Copy, Debug, ValueEnum)]
enum How {
    /// Side by side
    Side,
    /// On top of each other
    Overlay,
}

impl From<How> for Compare {
    fn from(how: How) -> Self {
        match how {
            How::Side => Self::Side,
            How::Overlay => Self::Overlay,
        }
    }
}

/// The extensions of pages.
const PAGES: [&str; 2] = ["html", "htm"];

/// The content of a page for one file.
struct Shown {
    name: String,
    clips: Vec<Clip>,
    graph: Option<Graph>,
    scene: Option<Scene>,
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
    if let Some(other) =
        extension(&args.output).filter(|given| !PAGES.contains(&given.to_ascii_lowercase().as_str()))
    {
        return Err(Failure::usage(format!("cannot write `.{other}`: expected html")));
    }
    expect_place(&args.output, args.force, Missing::Refused)?;
    let files = std::iter::once(&args.file).chain(&args.second);
    let shown = files.map(|file| read(args, file, console)).collect::<Result<Vec<_>, _>>()?;
    let [first, others @ ..] = &shown[..] else { return Err(Failure::usage("name a file")) };
    let clips = shown.iter().map(|file| file.clips.len()).sum::<usize>();
    // Two files are given to be compared.
    let compare = args.compare.or((!others.is_empty()).then_some(How::Side));
    if args.compare.is_some() && clips < 2 {
        return Err(Failure::usage("--compare needs two clips: name a second file"));
    }
    let names: Vec<&str> = shown.iter().map(|file| file.name.as_str()).collect();
    let mut options = Options {
        title: names.join(" · "),
        up: args.up.map(Up::from),
        rate: args.fps,
        graph: first.graph.clone(),
        compare: compare.map(Compare::from),
        ..Options::default()
    };
    let bytes = shown.iter().filter_map(|file| file.scene.as_ref()).map(Scene::bytes);
    let fits = bytes.fold(0, usize::saturating_add) <= options.max_scene_bytes;
    if !fits {
        let most = options.max_scene_bytes >> 20;
        console.warn(&format!("meshes and pictures left out: they take more than {most} MiB"));
        options.max_scene_bytes = 0;
    }
    let sources: Vec<_> = shown
        .iter()
        .map(|file| Source::new(&file.name, &file.clips).with_scene(file.scene.as_ref().filter(|_| fits)))
        .collect();
    let page = anim_view::page_of(&sources, &options).map_err(|error| refused(&error))?;
    let mut output = Output::create(&args.output, args.force)?;
    output.write_all(page.as_bytes()).map_err(|error| output.failure(&error))?;
    output.commit()?;
    if args.open {
        open(&args.output)?;
    }
    Ok(Exit::Done)
}

/// The clips of a file, and the scene to draw.
fn read(args: &Args, file: &Path, console: &Console) -> Result<Shown, Failure> {
    let input = args.read.load(file, false)?;
    let document = input.document(console)?;
    let (clips, _) = args.clip.edited(&args.edits, &input, (&*document, Values::OfCurves), console)?;
    let mut left_out = Vec::new();
    let mut scene = document.scene(&mut left_out);
    // Meshes are placed as in the file, so they fit only its own nodes.
    if scene.is_some() && !args.edits.keep_nodes() {
        let message = "meshes, cameras and lights left out: the operations change the nodes that they fit";
        input.warn(console, &[message.to_owned()]);
        (scene, left_out) = (None, Vec::new());
    }
    for finding in &left_out {
        console.warn(&finding.to_string());
    }
    let mut graph = document.graph();
    if graph.is_some() && args.edits.unedited(&*document).is_none() {
        let message = "states left out: they play the clips as they are in the file, without operations";
        input.warn(console, &[message.to_owned()]);
        graph = None;
    }
    Ok(Shown { name: title(file), clips, graph, scene })
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
