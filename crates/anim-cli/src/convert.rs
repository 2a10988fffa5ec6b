//! `anim convert`: from any format to any format that can be made from clips.

mod job;
mod losses;
mod manifest;
mod merge;
mod outcome;
mod plan;
mod reports;
mod target;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::mpsc;

use rayon::iter::{ParallelBridge as _, ParallelIterator as _};

use self::job::Converter;
use self::outcome::{Merged, Outcome};
use self::plan::{Plan, Task};
use self::reports::Reports;
use self::target::Target;
use crate::clips::ClipArgs;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::input::{ReadArgs, is_stream};
use crate::options::{self, Given};
use crate::output::stdout_is_terminal;
use crate::progress::Progress;

/// How many files are converted at a time at most; each takes a thread.
const MOST_JOBS: i64 = 256;

/// Convert files, and report what the target cannot hold
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The report tells what is kept (only a reader of ours finds it), approximated and dropped. --strict writes no file from \
which something is dropped, or approximated by more than the tolerance, and ends with exit code 1.
For glTF the command turns `mesh` on, since a skeleton alone shows nothing in most viewers, and a `.gltf` holds its \
buffers; `--to-option mesh=false` and `--to-option container=separate` say otherwise.
With -o the clips of several files go into one, where the target holds several. Those that share a name are named \
`STEM.NAME`, after their files.

Examples:
  anim convert walk.tod -o walk.glb
  anim convert walk.tod jump.tod --to gltf --out-dir . --json")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on the command line")]
pub(crate) struct Args {
    /// The files; `-` is standard input
    #[arg(value_name = "IN", required = true)]
    inputs: Vec<PathBuf>,
    /// The one file that the inputs become; `-` is standard output
    #[arg(short, long, value_name = "FILE", required_unless_present = "out_dir", conflicts_with = "out_dir")]
    output: Option<PathBuf>,
    /// The kind of result, by extension; by that of the output if not given
    #[arg(long, value_name = "EXT")]
    to: Option<String>,
    /// The folder, already there, where results go: each named as its input with the new extension
    #[arg(long, value_name = "DIR", requires = "to")]
    out_dir: Option<PathBuf>,
    /// Take folders too: their files with a known extension, in the same folders of the output
    #[arg(short, long)]
    recursive: bool,
    /// Convert so many files at a time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MOST_JOBS))]
    jobs: u16,
    /// Do everything but write
    #[arg(long)]
    dry_run: bool,
    /// Replace files that are there
    #[arg(long)]
    force: bool,
    /// Write nothing that loses something
    #[arg(long)]
    strict: bool,
    /// Set an option of the target; `anim formats ID` lists them
    #[arg(long = "to-option", value_name = "KEY=VALUE")]
    to_options: Vec<Given>,
    /// How far off approximations may be, in the unit of the value: for curves that the target bakes, and for --strict
    #[arg(long, value_name = "X", default_value_t = 1e-3, allow_negative_numbers = true, value_parser = positive)]
    tolerance: f64,
    /// Print the report as JSON on standard output
    #[arg(long)]
    json: bool,
    /// Write JSON Lines: for each conversion the sizes and SHA-256 of its inputs and of the files it made
    #[arg(long, value_name = "FILE", conflicts_with = "dry_run")]
    manifest: Option<PathBuf>,
    #[command(flatten)]
    clip: ClipArgs,
    #[command(flatten)]
    read: ReadArgs,
}

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    let to_stream = args.output.as_deref().is_some_and(is_stream);
    if to_stream && args.json {
        return Err(Failure::usage("--json and `-o -` both want standard output"));
    }
    if args.manifest.as_deref().is_some_and(is_stream) && (to_stream || args.json) {
        return Err(Failure::usage("the manifest wants standard output for itself: give it a file"));
    }
    if to_stream && stdout_is_terminal() {
        return Err(Failure::usage("bytes are not for a terminal: give a file with -o"));
    }
    let target = Target::new(args)?;
    options::foresee(&args.read.options, &target.options)?;
    let plan = Plan::new(args, &target)?;
    let converter = Converter { args, target: &target, claims: &plan.claims, batch: plan.tasks.len() > 1 };
    let progress = converter.batch.then(|| Progress::of_files(console, plan.tasks.len()));
    let mut reports = Reports::new(args, console, progress.as_ref(), &plan)?;
    let mut exits = Vec::with_capacity(plan.tasks.len());
    let Some(output) = &plan.into else {
        run_all(
            args,
            &plan,
            |task| converter.run(task),
            |outcome| {
                exits.push(outcome.exit());
                reports.tell(&outcome)?;
                reports.note(&outcome)
            },
        )?;
        reports.finish(None)?;
        return Ok(Exit::of_all(&exits));
    };
    let mut outcomes = Vec::with_capacity(plan.tasks.len());
    run_all(
        args,
        &plan,
        |task| converter.load(task),
        |outcome| {
            reports.step();
            outcomes.push(outcome);
            Ok(())
        },
    )?;
    let merged = merge::merge(&converter, output, &plan.tasks, &mut outcomes);
    for outcome in &outcomes {
        exits.push(outcome.exit());
        reports.tell(outcome)?;
    }
    reports.note_merged(&outcomes, merged.as_ref())?;
    let exit = merged.as_ref().map_or(Exit::Done, Merged::exit);
    reports.finish(merged.as_ref().map(|merged| (&outcomes[..], merged)))?;
    // Without the one output it matters no more which inputs were good.
    Ok(if exit == Exit::Done { Exit::of_all(&exits) } else { exit })
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "expected a number above 0".to_owned())
}

/// Works on all tasks, on several at a time if asked for, and takes what became of each in the order of the plan.
fn run_all(
    args: &Args,
    plan: &Plan,
    work: impl Fn(&Task) -> Outcome + Sync,
    mut take: impl FnMut(Outcome) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if args.jobs == 1 {
        return plan.tasks.iter().try_for_each(|task| take(work(task)));
    }
    let workers = usize::from(args.jobs).min(plan.tasks.len()).max(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(workers).build();
    let pool = pool.map_err(|error| Failure::io(format!("{workers} threads cannot be had: {error}")))?;
    let (work, (sender, receiver)) = (&work, mpsc::channel());
    pool.in_place_scope(|scope| {
        // A bridge hands tasks out one by one, so that no outcome waits long for its turn.
        let tasks = plan.tasks.iter().enumerate().par_bridge();
        scope.spawn(move |_| {
            // Once nobody takes outcomes there is nothing more to do.
            let _ = tasks
                .try_for_each_with(sender, |sender, (index, task)| sender.send((index, work(task))).ok());
        });
        // Those that came before their turn.
        let mut early = HashMap::new();
        let mut turn = 0;
        for (index, outcome) in receiver {
            early.insert(index, outcome);
            while let Some(outcome) = early.remove(&turn) {
                take(outcome)?;
                turn += 1;
            }
        }
        Ok(())
    })
}
