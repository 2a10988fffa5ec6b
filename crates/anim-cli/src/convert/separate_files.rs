//! Inputs that become separate files.

use super::job::Converter;
use super::outcome::Outcome;
use super::plan::{Plan, Task};
use super::reports::Reports;
use super::workers::run_all;
use crate::exit::{Exit, Failure};
use crate::paths::label;

/// Converts all inputs, and reports each.
pub(super) fn convert(
    converter: &Converter<'_>,
    plan: &Plan,
    mut reports: Reports<'_>,
) -> Result<Exit, Failure> {
    let mut exits = Vec::with_capacity(plan.tasks.len());
    let mut skipped = 0usize;
    let are_contested = plan.tasks.iter().any(|task| task.contested);
    let run = |task: &Task| {
        if task.done { Outcome::skipped(label(&task.input)) } else { converter.run(task) }
    };
    let mut tasks = plan.tasks.iter();
    run_all(
        converter.args.jobs(),
        &plan.tasks,
        // A contested task is run when its turn comes: then all tasks before it have ended.
        |task| (!task.contested).then(|| run(task)),
        |outcome| {
            let Some(task) = tasks.next() else { return Ok(()) };
            let outcome = outcome.unwrap_or_else(|| run(task));
            exits.push(outcome.exit());
            skipped += usize::from(outcome.skipped);
            if are_contested {
                release(plan, task, &outcome);
            }
            reports.tell(&outcome)?;
            reports.note(&outcome)
        },
    )?;
    // The formats of skipped inputs are unknown.
    if skipped == 0 {
        converter.warn_of_unused(&exits, reports.console());
    }
    reports.finish(plan, None)?;
    Ok(Exit::of_all(&exits))
}

/// Gives up the output that was planned for a task, if it did not become one.
fn release(plan: &Plan, task: &Task, outcome: &Outcome) {
    let Ok(output) = &task.output else { return };
    let name = label(output);
    let is_left_out = task.done && output.exists();
    let is_made = outcome.made.iter().any(|made| made.path == name && made.bytes.is_some());
    if !is_left_out && !is_made {
        plan.claims.release([output.as_path()], &task.input);
    }
}
