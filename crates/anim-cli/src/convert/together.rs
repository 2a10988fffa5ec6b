//! Several inputs that become one file.

use std::path::Path;

use anim_core::Report;
use anim_formats::Source;

use super::job::Converter;
use super::outcome::{Merged, Outcome};
use super::parcel::Parcel;
use super::plan::Plan;
use super::reports::Reports;
use super::workers::run_all;
use crate::exit::{Exit, Failure};
use crate::text::counted;

/// Converts all inputs into one file, and reports each, and the file.
pub(super) fn convert(
    converter: &Converter<'_>,
    plan: &Plan,
    output: &Path,
    mut reports: Reports<'_>,
) -> Result<Exit, Failure> {
    if let Err(failure) = converter.expect_place(output) {
        let outcomes: Vec<_> = plan.tasks.iter().map(|task| converter.unread(task)).collect();
        let merged = Merged { read: 0, made: None, failure: Some(failure) };
        outcomes.iter().try_for_each(|outcome| reports.tell(outcome))?;
        reports.note_merged(&outcomes, Some(&merged))?;
        reports.finish(plan, Some((&outcomes, &merged)))?;
        return Ok(merged.exit());
    }
    let mut outcomes = Vec::with_capacity(plan.tasks.len());
    run_all(
        converter.args.jobs(),
        &plan.tasks,
        |task| converter.load(task),
        |outcome| {
            reports.step();
            outcomes.push(outcome);
            Ok(())
        },
    )?;
    let merged = make(converter, output, &mut outcomes);
    outcomes.iter().try_for_each(|outcome| reports.tell(outcome))?;
    let exits: Vec<_> = outcomes.iter().map(Outcome::exit).collect();
    converter.warn_of_unused(&exits, reports.console());
    reports.note_merged(&outcomes, merged.as_ref())?;
    let made = merged.as_ref().map_or(Exit::Done, Merged::exit);
    reports.finish(plan, merged.as_ref().map(|merged| (&outcomes[..], merged)))?;
    // An input that could be read ends as the common output does.
    let ends: Vec<_> = exits.into_iter().map(|exit| if exit == Exit::Done { made } else { exit }).collect();
    Ok(Exit::of_all(&ends))
}

/// Makes one file from the clips of all inputs; `None` if no input could be read.
fn make(converter: &Converter<'_>, output: &Path, outcomes: &mut [Outcome]) -> Option<Merged> {
    let mut read: Vec<&mut Outcome> =
        outcomes.iter_mut().filter(|outcome| outcome.failure.is_none()).collect();
    let (count, conversion) = (read.len(), converter.conversion);
    if read.is_empty() {
        return None;
    }
    let mut sources: Vec<Source> = read.iter_mut().filter_map(|outcome| outcome.source.take()).collect();
    for (index, finding) in conversion.rename(&mut sources) {
        read[index].report.push(finding);
    }
    let label = counted(count, "file");
    // If only one of several inputs could be read, it is treated as a single input.
    if let ([source], [outcome]) = (sources.as_mut_slice(), read.as_mut_slice())
        && let Some((made, failure)) = converter.copy(source, &label, output, output)
    {
        outcome.report.losses.clear();
        return Some(Merged { read: count, made: Some(made), failure });
    }
    if count > 1 {
        for (source, outcome) in sources.iter_mut().zip(&mut read) {
            outcome.report.losses.append(&mut source.take_beyond());
        }
    }
    let options = conversion.options_for(&sources);
    let clips: Vec<_> = sources.iter_mut().flat_map(|source| std::mem::take(&mut source.clips)).collect();
    let mut joined = Report::new();
    let clips = match converter.join(&label, clips, &mut joined) {
        Ok(clips) => clips,
        Err(failure) => return Some(Merged { read: count, made: None, failure: Some(failure) }),
    };
    let lost = read.iter().map(|outcome| converter.lost(&outcome.report.losses, &options)).sum::<usize>();
    let lost = lost + converter.lost(&joined.losses, &options);
    let before: Vec<_> =
        read.iter().flat_map(|outcome| &outcome.report.losses).chain(&joined.losses).cloned().collect();
    let parcel =
        Parcel { label: &label, input: output, output, options, lost, sources: &sources, before: &before };
    Some(match converter.parts(&parcel, clips) {
        Ok(parts) => {
            let clips = parts.into_iter().flat_map(|(_, clips)| clips).collect::<Vec<_>>();
            let (mut made, failure) = converter.make(&parcel, output, clips);
            made.report.changes.append(&mut joined.changes);
            made.report.losses.append(&mut joined.losses);
            Merged { read: count, made: Some(made), failure }
        }
        Err(failure) => Merged { read: count, made: None, failure: Some(failure) },
    })
}
