//! Inputs that become files of their own.

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
    let [own, contested] = plan.in_turn();
    for (tasks, jobs) in [(own, converter.args.jobs()), (contested, 1)] {
        let mut ended = tasks.iter();
        run_all(
            jobs,
            tasks,
            |task| if task.done { Outcome::skipped(label(&task.input)) } else { converter.run(task) },
            |outcome| {
                exits.push(outcome.exit());
                skipped += usize::from(outcome.skipped);
                // Others wait for the names that clips leave.
                if !contested.is_empty()
                    && let Some(task) = ended.next()
                {
                    release(plan, task, &outcome);
                }
                reports.tell(&outcome)?;
                reports.note(&outcome)
            },
        )?;
    }
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
    let is_left_out = outcome.skipped && output.exists();
    if !is_left_out && outcome.made.iter().all(|made| made.path != name) {
        plan.claims.release(output, &task.input);
    }
}
