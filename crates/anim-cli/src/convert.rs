//! `anim convert`: from any format to any format that can be made from clips.

mod args;
mod job;
mod json;
mod log;
mod manifest;
mod needs;
mod neighbours;
mod outcome;
mod parcel;
mod plan;
mod recipe;
mod reports;
mod separate_files;
mod summary;
mod target;
mod template;
mod together;
mod workers;

pub(crate) use self::args::Args;
use self::job::Converter;
use self::log::Earlier;
use self::needs::Needs;
use self::plan::Plan;
use self::reports::Reports;
use self::workers::run_all;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::paths::{is_stream, label};
use crate::progress::Progress;

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    args.require_output()?;
    args.require_streams()?;
    let conversion = target::conversion(args)?;
    if let Some(warning) = target::misnamed(args, &conversion) {
        console.warn(&warning);
    }
    let mut earlier = args.resume.as_deref().map(Earlier::open).transpose()?.unwrap_or_default();
    let listed = &earlier.outputs();
    let mut plan = Plan::new(args, listed, &conversion, console)?;
    let batch = plan.tasks.len() > 1;
    let conversion = if batch { conversion.of_a_batch() } else { conversion };
    let recipe = recipe::recipe(args, &conversion)?;
    if let Some(manifest) = &args.resume {
        if earlier.is_of_others(&recipe) {
            let manifest = label(manifest);
            console
                .warn(&format!("{manifest}: all files are converted again: it was made with other options"));
        }
        skip_what_is_done(&mut plan, &earlier, &recipe, args.jobs())?;
    }
    let manifest = args.log().filter(|path| !is_stream(path));
    manifest.map_or(Ok(()), |path| plan.place_manifest(path))?;
    let needs = &Needs::new(args, &conversion, &plan);
    if let Some(path) = args.manifest.as_deref().filter(|path| !is_stream(path) && args.force) {
        needs.require_no_neighbour(path)?;
    }
    let converter = Converter {
        args,
        conversion: &conversion,
        claims: &plan.claims,
        needs: plan.into.is_none().then_some(needs),
        batch,
        listed,
    };
    let progress = batch.then(|| Progress::of_files(console, plan.tasks.len()));
    let reports = Reports::new(args, console, progress.as_ref(), &plan, (&mut earlier, &recipe))?;
    match &plan.into {
        None => separate_files::convert(&converter, &plan, reports),
        Some(output) => together::convert(&converter, &plan, output, reports),
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
