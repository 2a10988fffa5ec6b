//! `anim convert`: from any format to any format that can be made from clips.

mod args;
mod job;
mod json;
mod log;
mod manifest;
mod neighbours;
mod outcome;
mod parcel;
mod plan;
mod recipe;
mod reports;
mod summary;
mod target;
mod template;
mod together;
mod workers;

use anim_core::Options;

pub(crate) use self::args::Args;
use self::job::Converter;
use self::log::Earlier;
use self::outcome::{Merged, Outcome};
use self::plan::{Plan, Task};
use self::reports::Reports;
use self::workers::run_all;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::output::stdout_is_terminal;
use crate::paths::{is_stream, label};
use crate::progress::Progress;

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    args.require_output()?;
    let to_stream = args.output.as_deref().is_some_and(is_stream);
    if to_stream && args.json {
        return Err(Failure::usage("--json and `-o -` cannot both use standard output"));
    }
    if args.log().is_some_and(is_stream) && (to_stream || args.json) {
        return Err(Failure::usage("the manifest needs standard output for itself: choose a file"));
    }
    if to_stream && stdout_is_terminal() {
        return Err(Failure::usage(
            "the output is a file, and no text for a terminal: choose where to write it with -o",
        ));
    }
    let conversion = target::conversion(args)?;
    if let Some(warning) = target::misnamed(args, &conversion) {
        console.warn(&warning);
    }
    let mut plan = Plan::new(args, &conversion, console)?;
    let (batch, jobs) = (plan.tasks.len() > 1, usize::from(args.jobs));
    let conversion = if batch { conversion.of_a_batch() } else { conversion };
    let mut earlier = args.resume.as_deref().map(Earlier::open).transpose()?.unwrap_or_default();
    let recipe = recipe::recipe(args, &conversion)?;
    if let Some(manifest) = &args.resume {
        if earlier.is_of_others(&recipe) {
            let manifest = label(manifest);
            console
                .warn(&format!("{manifest}: all files are converted again: it was made with other options"));
        }
        skip_what_is_done(&mut plan, &earlier, &recipe, jobs)?;
    }
    let listed = &earlier.outputs();
    let converter = Converter { args, conversion: &conversion, claims: &plan.claims, batch, listed };
    let progress = converter.batch.then(|| Progress::of_files(console, plan.tasks.len()));
    let mut reports = Reports::new(args, console, progress.as_ref(), &plan, (&mut earlier, &recipe))?;
    let mut exits = Vec::with_capacity(plan.tasks.len());
    let target = Some(conversion.target_options());
    let Some(output) = &plan.into else {
        let mut skipped = 0usize;
        let [own, contested] = plan.in_turn();
        for (tasks, jobs) in [(own, jobs), (contested, 1)] {
            let mut ended = tasks.iter();
            run_all(
                jobs,
                tasks,
                |task| {
                    if task.done { Outcome::skipped(label(&task.input)) } else { converter.run(task) }
                },
                |outcome| {
                    exits.push(outcome.exit());
                    skipped += usize::from(outcome.skipped);
                    // Others wait for the names that clips leave.
                    if !contested.is_empty()
                        && let Some(Task { input, output: Ok(output), .. }) = ended.next()
                    {
                        let name = label(output);
                        let is_left_out = outcome.skipped && output.exists();
                        if !is_left_out && outcome.made.iter().all(|made| made.path != name) {
                            plan.claims.release(output, input);
                        }
                    }
                    reports.tell(&outcome)?;
                    reports.note(&outcome)
                },
            )?;
        }
        // The formats of skipped inputs are unknown.
        if skipped == 0 {
            warn_of_unused(args, &exits, target, console);
        }
        reports.finish(&plan, None)?;
        return Ok(Exit::of_all(&exits));
    };
    if let Err(failure) = converter.expect_place(output) {
        let outcomes: Vec<_> = plan.tasks.iter().map(|task| converter.unread(task)).collect();
        let merged = Merged { read: 0, made: None, failure: Some(failure) };
        outcomes.iter().try_for_each(|outcome| reports.tell(outcome))?;
        reports.note_merged(&outcomes, Some(&merged))?;
        reports.finish(&plan, Some((&outcomes, &merged)))?;
        return Ok(merged.exit());
    }
    let mut outcomes = Vec::with_capacity(plan.tasks.len());
    run_all(
        jobs,
        &plan.tasks,
        |task| converter.load(task),
        |outcome| {
            reports.step();
            outcomes.push(outcome);
            Ok(())
        },
    )?;
    let merged = together::make(&converter, output, &mut outcomes);
    for outcome in &outcomes {
        exits.push(outcome.exit());
        reports.tell(outcome)?;
    }
    warn_of_unused(args, &exits, target, console);
    reports.note_merged(&outcomes, merged.as_ref())?;
    let exit = merged.as_ref().map_or(Exit::Done, Merged::exit);
    reports.finish(&plan, merged.as_ref().map(|merged| (&outcomes[..], merged)))?;
    // Without the single output, it does not matter which inputs were read.
    Ok(if exit == Exit::Done { Exit::of_all(&exits) } else { exit })
}

/// Warns about options that no input has, if all inputs were read: the formats of others are unknown.
fn warn_of_unused(args: &Args, exits: &[Exit], target: Option<&Options>, console: &Console) {
    if exits.iter().all(|exit| matches!(exit, Exit::Done | Exit::Findings)) {
        args.read.warn_of_unused(target, console);
    }
}

/// Marks the tasks that an earlier run did with this recipe.
fn skip_what_is_done(plan: &mut Plan, earlier: &Earlier, recipe: &str, jobs: usize) -> Result<(), Failure> {
    let mut made = Vec::with_capacity(plan.tasks.len());
    run_all(
        jobs,
        &plan.tasks,
        |task| earlier.made(task, recipe),
        |files| {
            made.push(files);
            Ok(())
        },
    )?;
    plan.leave_out(made);
    Ok(())
}
