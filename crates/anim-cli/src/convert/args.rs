//! The arguments of `anim convert`.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use anim_core::Positive;
use anim_formats::{Conversion, Given};
use clap::ArgAction;

use super::template::{Template, template};
use crate::clips::ClipArgs;
use crate::edits::{EditArgs, To, Verb, to};
use crate::exit::Failure;
use crate::ids;
use crate::input::ReadArgs;
use crate::numbers::{positive, whole};
use crate::options;
use crate::output::require_no_terminal;
use crate::paths::is_stream;
use crate::words::words;

/// The largest number of files converted at once; each takes a thread.
const MOST_JOBS: u16 = 256;

/// Convert files, and report what the target cannot hold
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The report lists what was approximated, what was dropped, and what was kept in a form that only this program reads. With --strict a \
file is not written, and the exit code is 1, if something was dropped or has an error beyond the tolerance for its unit. Each error is \
compared separately, although the errors of several operations on one curve add up.
A glTF file gets a mesh of bones for each skeleton, since most viewers do not show a bare skeleton; `--to-option mesh=none` omits it. \
A `.gltf` file contains its buffers; `--to-option container=separate` writes them to a file next to it.
With -o the clips of all inputs go into one file, if the target can hold several clips. Clips that share a name are renamed to \
`STEM.NAME`, where STEM is the name of their file without its extension.
A batch prints one line for each file, and a summary at the end; -v shows the losses of each file. Give --resume the same manifest \
each time to continue an interrupted batch.

Examples:
  anim convert walk.tod -o walk.glb
  anim convert walk.tod jump.tod --to gltf --out-dir . --json")]
#[expect(clippy::struct_excessive_bools, reason = "each is its own switch on the command line")]
pub(crate) struct Args {
    // Before the verb's own `--to`: reading that field removes its values from the matches.
    #[command(flatten)]
    pub(super) edits: EditArgs<Own>,
    /// The files; `-` is standard input
    #[arg(value_name = "IN", required = true)]
    pub(super) inputs: Vec<PathBuf>,
    /// The file to write; `-` is standard output
    #[arg(short, long, value_name = "FILE", conflicts_with = "out_dir")]
    pub(super) output: Option<PathBuf>,
    /// The kind of file to make, by extension [default: that of the output]; or the time at which clips end, such as `1.5`
    /// or `12f`
    #[arg(long, value_name = "EXT|TIME", action = ArgAction::Append, allow_hyphen_values = true, hide_possible_values = true, value_parser = words(to::<Kind>, ids::extensions))]
    pub(super) to: Vec<To<Kind>>,
    /// Write to this existing folder, each file named after its input with the new extension
    #[arg(long, value_name = "DIR", requires = "to")]
    pub(super) out_dir: Option<PathBuf>,
    /// The path of each output below --out-dir, with the fields {stem}, {clip}, {ext} and {parent} (the folder of the input); with
    /// {clip} each clip gets a file
    #[arg(long, value_name = "TEMPLATE", value_parser = template)]
    pub(super) name: Option<Template>,
    /// Create the folder of the output if it is missing
    #[arg(long)]
    pub(super) parents: bool,
    /// Also convert the files in folders and zip archives that have known extensions, and keep the folders in the output
    #[arg(short, long)]
    pub(super) recursive: bool,
    /// Convert up to N files at once
    #[arg(short, long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = whole(1..=MOST_JOBS))]
    pub(super) jobs: u16,
    /// Convert and report, but write nothing
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Replace existing files
    #[arg(long)]
    pub(super) force: bool,
    /// Skip outputs that exist, and inputs whose outputs all exist
    #[arg(long, conflicts_with = "force")]
    pub(super) skip_existing: bool,
    /// Do not write a file that would lose something, and exit with code 1
    #[arg(long)]
    pub(super) strict: bool,
    /// Set an option of the file to make; `anim formats ID` lists them
    #[arg(long = "to-option", value_name = "KEY=VALUE", hide_possible_values = true, value_parser = words(options::given, options::target_words))]
    pub(super) to_options: Vec<Given>,
    /// The largest error allowed, in the unit of the value, for curves that are approximated and for --strict
    #[arg(long, value_name = "X", default_value = "0.001", allow_negative_numbers = true, value_parser = positive)]
    pub(super) tolerance: Positive,
    /// The largest error allowed for angles, in radians
    #[arg(long, value_name = "RADIANS", default_value = "0.001", allow_negative_numbers = true, value_parser = positive)]
    pub(super) tolerance_angle: Positive,
    /// The largest error allowed for times, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "0.001", allow_negative_numbers = true, value_parser = positive)]
    pub(super) tolerance_time: Positive,
    /// Print the report as JSON on standard output
    #[arg(long)]
    pub(super) json: bool,
    /// Write a line of JSON to this file for each conversion: sizes and SHA-256 of its inputs and outputs
    #[arg(long, value_name = "FILE", conflicts_with = "dry_run")]
    pub(super) manifest: Option<PathBuf>,
    /// Continue the run that wrote this manifest: files that it lists as done with this target and these options stay, all others
    /// are converted, replacing unfinished ones. If the manifest does not exist, start it
    #[arg(long, value_name = "MANIFEST", conflicts_with_all = ["manifest", "dry_run", "skip_existing"])]
    pub(super) resume: Option<PathBuf>,
    /// Show all findings and losses of each file of a batch, not only their numbers
    #[arg(short, long)]
    pub(super) verbose: bool,
    #[command(flatten)]
    pub(super) clip: ClipArgs,
    #[command(flatten)]
    pub(super) read: ReadArgs,
}

/// The requested extension.
#[derive(Clone, Debug)]
pub(super) struct Kind(pub(super) String);

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(Self(text.to_owned()))
    }
}

/// The message where no output is given.
pub(super) const NO_OUTPUT: &str = "choose where to write: --output FILE, or --to EXT --out-dir DIR";

/// The flags of operations to which this verb gives its own meaning.
pub(super) struct Own;

impl Verb for Own {
    const OWN: &'static [&'static str] = &["to"];
}

impl Args {
    /// Errors: no output, or a flag that is only for outputs in a folder, without `--out-dir`.
    pub(super) fn require_output(&self) -> Result<(), Failure> {
        if self.output.is_none() && self.out_dir.is_none() {
            return Err(Failure::usage(NO_OUTPUT));
        }
        let flags = [
            ("--name", self.name.is_some()),
            ("--skip-existing", self.skip_existing),
            ("--resume", self.resume.is_some()),
        ];
        match flags.into_iter().find(|(_, is_given)| *is_given && self.out_dir.is_none()) {
            Some((flag, _)) => Err(Failure::usage(format!(
                "{flag} is for outputs in a folder: expected --to EXT --out-dir DIR in place of -o"
            ))),
            None => Ok(()),
        }
    }

    /// Errors: several results for standard output, or a file for a terminal.
    pub(super) fn require_streams(&self) -> Result<(), Failure> {
        let to_stream = self.output.as_deref().is_some_and(is_stream);
        if to_stream && self.json {
            return Err(Failure::usage("--json and `-o -` cannot both use standard output"));
        }
        if self.log().is_some_and(is_stream) && (to_stream || self.json) {
            return Err(Failure::usage("the manifest needs standard output for itself: choose a file"));
        }
        self.output.as_deref().map_or(Ok(()), require_no_terminal)
    }

    /// The number of files that are converted at once.
    pub(super) fn jobs(&self) -> usize {
        usize::from(self.jobs)
    }

    /// The files that options name: those of the target, of the sources, and their defaults.
    pub(super) fn option_files(&self, conversion: &Conversion<'_>) -> Result<Vec<PathBuf>, Failure> {
        let of_target = options::files(conversion.target_options()).map(|(_, path)| path);
        let defaults = options::defaults()?;
        let of_sources = options::given_files(&self.read.options).chain(options::given_files(&defaults));
        Ok(of_target.chain(of_sources).map(PathBuf::from).collect())
    }

    /// The manifest to write, new or continued.
    pub(super) fn log(&self) -> Option<&Path> {
        self.manifest.as_deref().or(self.resume.as_deref())
    }
}
