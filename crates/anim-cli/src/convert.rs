//! `anim convert`: from any format to any format that can be made from clips.

mod job;
mod losses;
mod merge;
mod outcome;
mod plan;
mod target;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use self::job::Converter;
use self::outcome::{Merged, Outcome};
use self::plan::{Plan, Task};
use self::target::Target;
use crate::clips::ClipArgs;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::input::{ReadArgs, is_stream};
use crate::json;
use crate::options::{self, Given};
use crate::output::stdout_is_terminal;

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
    if to_stream && stdout_is_terminal() {
        return Err(Failure::usage("bytes are not for a terminal: give a file with -o"));
    }
    let target = Target::new(args)?;
    options::foresee(&args.read.options, &target.options)?;
    let plan = Plan::new(args, &target)?;
    let converter = Converter { args, target: &target, claims: &plan.claims, batch: plan.tasks.len() > 1 };
    let tell = |outcome: &Outcome| outcome.tell(args, console, to_stream);
    let (outcomes, merged) = match &plan.into {
        None => (run_all(args, &plan, |task| converter.run(task), tell), None),
        Some(output) => {
            let mut outcomes = run_all(args, &plan, |task| converter.load(task), |_| ());
            let merged = merge::merge(&converter, output, &plan.tasks, &mut outcomes);
            outcomes.iter().for_each(tell);
            (outcomes, merged)
        }
    };
    if let Some(merged) = &merged {
        merged.tell(&outcomes, args, console, to_stream);
    }
    if args.json {
        json::print(&outcome::Report::new(args.dry_run, &outcomes, merged.as_ref()))?;
    }
    Ok(match merged.as_ref().map(Merged::exit) {
        // Without the one output it matters no more which inputs were good.
        Some(exit) if exit != Exit::Done => exit,
        _ => Exit::of_all(&outcomes.iter().map(Outcome::exit).collect::<Vec<_>>()),
    })
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "expected a number above 0".to_owned())
}

/// Works on all tasks, on several at a time if asked for, and tells of each in the order of the plan.
fn run_all(
    args: &Args,
    plan: &Plan,
    work: impl Fn(&Task) -> Outcome + Sync,
    mut tell: impl FnMut(&Outcome),
) -> Vec<Outcome> {
    let next = AtomicUsize::new(0);
    let mut outcomes: Vec<Option<Outcome>> = plan.tasks.iter().map(|_| None).collect();
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..usize::from(args.jobs).min(plan.tasks.len()) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while let index = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(task) = plan.tasks.get(index)
                    && sender.send((index, work(task))).is_ok()
                {}
            });
        }
        drop(sender);
        let mut told = 0;
        for (index, outcome) in receiver {
            outcomes[index] = Some(outcome);
            while let Some(Some(outcome)) = outcomes.get(told) {
                tell(outcome);
                told += 1;
            }
        }
    });
    outcomes.into_iter().flatten().collect()
}
