//! `anim plot`: curves as a picture.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anim_plot::{Angles, Error, Options, Picture, Theme};
use clap::builder::PossibleValue;
use clap::{ArgAction, ValueEnum};

use crate::clips::{ClipArgs, Values};
use crate::console::Console;
use crate::edits::{EditArgs, To, Verb, to};
use crate::exit::{Exit, Failure};
use crate::input::{Input, ReadArgs};
use crate::numbers::whole;
use crate::output::{Missing, Output, expect_place};
use crate::paths::{extension, title};
use crate::suggest::did_you_mean;
use crate::text::counted;
use crate::words::words;

/// Draw the curves of every channel, and timelines of states and events, as SVG or PNG
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A timeline of states, animations and events comes first, then a panel for each channel, node by node. Dots are keys, thin lines \
are tangents. A darker background marks where a curve repeats or holds. Constant channels are counted and not drawn.

Examples:
  anim plot walk.tod -o walk.svg
  anim plot walk.tod -o walk.png --channel matrix --theme dark")]
pub(crate) struct Args {
    // Before the verb's own `--to`: reading that field removes its values from the matches.
    #[command(flatten)]
    edits: EditArgs<Own>,
    /// The file; `-` is standard input
    file: PathBuf,
    /// The kind of picture, svg or png [default: by the extension of the output, else svg]; or the time at which clips end, such as
    /// `1.5` or `12f`
    #[arg(long, value_name = "KIND|TIME", action = ArgAction::Append, allow_hyphen_values = true, hide_possible_values = true, value_parser = words(to::<Kind>, Kind::words))]
    to: Vec<To<Kind>>,
    /// The file to write; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    clip: ClipArgs,
    /// Draw only this node; may be given several times
    #[arg(long, value_name = "NAME")]
    node: Vec<String>,
    /// Draw only this channel, such as `rotation` or `weight/smile`; may be given several times
    #[arg(long, value_name = "NAME")]
    channel: Vec<String>,
    /// Draw constant channels too
    #[arg(long)]
    still: bool,
    /// The unit of angles
    #[arg(long, value_name = "UNIT", default_value = "radians")]
    angles: Unit,
    /// The colours; `auto` follows the viewer's preference, and is light in a PNG
    #[arg(long, default_value = "auto")]
    theme: Ground,
    /// The width in CSS pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 1280, allow_negative_numbers = true, value_parser = whole(320_u32..=10_000))]
    width: u32,
    /// Pixels of a PNG for each CSS pixel, along each side
    #[arg(long, value_name = "FACTOR", default_value_t = 2.0, allow_negative_numbers = true, value_parser = scale)]
    scale: f64,
    /// Draw at most this many panels
    #[arg(long, value_name = "COUNT", default_value_t = Options::default().max_panels, allow_negative_numbers = true, value_parser = whole(0_usize..))]
    panels: usize,
    #[command(flatten)]
    read: ReadArgs,
}

/// The flags of operations to which this verb gives its own meaning.
struct Own;

impl Verb for Own {
    const OWN: &'static [&'static str] = &["to", "scale"];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Vector graphics, for browsers and print
    Svg,
    /// Pixels
    Png,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Unit {
    Radians,
    Degrees,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Ground {
    Auto,
    Light,
    Dark,
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let hint = || did_you_mean(text, ["svg", "png"]);
        ValueEnum::from_str(text, false).map_err(|_| format!("expected a time or one of svg, png{}", hint()))
    }
}

impl Kind {
    /// The kinds, for shells.
    fn words() -> Vec<PossibleValue> {
        Self::value_variants().iter().filter_map(ValueEnum::to_possible_value).collect()
    }

    /// The kind of picture for a file of this name.
    fn of(path: &Path) -> Result<Self, Failure> {
        match extension(path).map(str::to_ascii_lowercase).as_deref() {
            None | Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            Some(other) => {
                let hint = did_you_mean(other, ["svg", "png"]);
                Err(Failure::usage(format!("cannot write `.{other}`: expected one of svg, png{hint}")))
            }
        }
    }
}

fn scale(text: &str) -> Result<f64, &'static str> {
    match text.parse::<f64>() {
        Ok(scale) if (0.1..=10.0).contains(&scale) => Ok(scale),
        _ => Err("expected a number from 0.1 to 10"),
    }
}

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    let kind = To::kind(&args.to)?.map_or_else(|| Kind::of(&args.output), |kind| Ok(*kind))?;
    expect_place(&args.output, args.force, Missing::Refused)?;
    let input = args.read.load(&args.file, false)?;
    let picture = draw(args, &input, console)?;
    if picture.left_out > 0 {
        let panels = counted(picture.left_out, "panel");
        console
            .warn(&format!("{panels} left out; choose with --clip, --node and --channel, or set --panels"));
    }
    if let Some(warning) = boxes(&picture.unknown) {
        console.warn(&warning);
    }
    let mut output = Output::create(&args.output, args.force)?;
    let written = match kind {
        Kind::Svg => output.write_all(picture.svg().as_bytes()),
        Kind::Png => output.write_all(&picture.png(args.scale).map_err(|error| refused(&error))?),
    };
    written.map_err(|error| output.failure(&error))?;
    output.commit()?;
    Ok(Exit::Done)
}

fn draw(args: &Args, input: &Input, console: &Console) -> Result<Picture, Failure> {
    let document = input.document(console)?;
    let in_file = |failure: Failure| failure.in_file(&input.label);
    let (clips, _) = args.clip.edited(&args.edits, input, (&*document, Values::OfCurves), console)?;
    let theme = match args.theme {
        Ground::Auto => Theme::Auto,
        Ground::Light => Theme::Light,
        Ground::Dark => Theme::Dark,
    };
    let options = Options {
        title: title(&args.file),
        nodes: args.node.clone(),
        channels: args.channel.clone(),
        still: args.still,
        angles: match args.angles {
            Unit::Radians => Angles::Radians,
            Unit::Degrees => Angles::Degrees,
        },
        theme,
        width: args.width,
        graph: document.graph(),
        max_panels: args.panels,
    };
    anim_plot::plot(&clips, &options).map_err(|error| {
        let nodes = clips.iter().flat_map(|clip| clip.nodes.iter().map(|node| node.name.as_str()));
        let channels: Vec<_> = clips.iter().flat_map(anim_plot::channel_names).collect();
        let hint = match &error {
            Error::Node(name) => did_you_mean(name, nodes),
            Error::Channel(name) => did_you_mean(name, channels.iter().map(AsRef::as_ref)),
            _ => String::new(),
        };
        in_file(Failure::usage(format!("{error}{hint}")))
    })
}

/// The warning that some characters of names appear as boxes in the picture.
fn boxes(unknown: &[char]) -> Option<String> {
    /// The number of characters that are named.
    const MOST: usize = 8;
    let named: Vec<_> = unknown.iter().take(MOST).map(|character| format!("`{character}`")).collect();
    let more = unknown.len().saturating_sub(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let named = format!("{}{more}", named.join(", "));
    (!unknown.is_empty()).then(|| {
        format!(
            "the font of pictures has no letter for {named}: boxes replace them; `anim view` shows all names"
        )
    })
}

fn refused(error: &Error) -> Failure {
    match error {
        Error::TooLarge { .. } => Failure::usage(format!(
            "{error}; choose with --clip, --node and --channel, set a smaller --scale, or make an SVG"
        )),
        _ => Failure::usage(error.to_string()),
    }
}
