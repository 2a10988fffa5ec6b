//! Several inputs that become one file.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use anim_core::{Clip, Code, Location};

use super::job::{Converter, Parcel, lost};
use super::outcome::{Merged, Outcome};
use super::plan::Task;
use super::target::tolerance;
use crate::options;
use crate::text::{counted, spelled};

static RENAMED: Code = Code::note("anim::renamed", "a clip was renamed because another one has its name");

/// The key of a clip's metadata that has the name it had in its file.
const NAME: &str = "source.name";

/// Makes one file of the clips of all inputs; `None` if there is no input that was read.
pub(super) fn merge(
    converter: &Converter<'_>,
    output: &Path,
    tasks: &[Task],
    outcomes: &mut [Outcome],
) -> Option<Merged> {
    let read = outcomes.iter().filter(|outcome| outcome.failure.is_none()).count();
    if read == 0 && !outcomes.is_empty() {
        return None;
    }
    rename(tasks, outcomes);
    let mut options = converter.target.options.clone();
    let formats = outcomes.iter().filter_map(|outcome| outcome.format.and_then(anim_formats::by_id));
    let sources: Vec<_> = formats.map(|entry| entry.row.info.options).collect();
    options::pass_on(&converter.args.read.options, &sources, &mut options);
    let clips: Vec<Clip> =
        outcomes.iter_mut().flat_map(|outcome| std::mem::take(&mut outcome.clips)).collect();
    let tolerance = tolerance(&options, converter.args);
    let label = counted(read, "file");
    let lost = outcomes.iter().map(|outcome| lost(&outcome.findings, tolerance)).sum();
    let parcel = Parcel { label: &label, input: output, output, options, lost };
    Some(match converter.parts(&parcel, clips) {
        Ok(parts) => {
            let clips = parts.into_iter().flat_map(|(_, clips)| clips).collect::<Vec<_>>();
            let (made, failure) = converter.make(&parcel, output, &clips);
            Merged { read, made: Some(made), failure }
        }
        Err(failure) => Merged { read, made: None, failure: Some(failure) },
    })
}

/// Gives every clip a name of its own: those that share one are named `STEM.NAME`, after the stems of their inputs, with
/// a number where that is taken too.
fn rename(tasks: &[Task], outcomes: &mut [Outcome]) {
    let mut uses: HashMap<String, usize> = HashMap::new();
    for clip in outcomes.iter().flat_map(|outcome| &outcome.clips) {
        *uses.entry(clip.name.clone()).or_default() += 1;
    }
    let mut taken: HashSet<String> =
        uses.iter().filter(|(_, uses)| **uses == 1).map(|(name, _)| name.clone()).collect();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for (task, outcome) in tasks.iter().zip(outcomes) {
        let stem = spelled(task.input.file_stem().unwrap_or_default());
        for (index, clip) in outcome.clips.iter_mut().enumerate() {
            if uses.get(&clip.name) == Some(&1) {
                continue;
            }
            let wanted = format!("{stem}.{}", clip.name);
            let mut name = wanted.clone();
            let number = numbers.entry(wanted.clone()).or_insert(1);
            while !taken.insert(name.clone()) {
                *number += 1;
                name = format!("{wanted} ({number})");
            }
            let message = format!("other inputs have a clip `{}` too, this one is named `{name}`", clip.name);
            outcome.findings.push(RENAMED.at(Location::path(format!("clips[{index}]")), message));
            let old = std::mem::replace(&mut clip.name, name);
            if clip.metadata(NAME).is_none() {
                clip.metadata.push((NAME.to_owned(), old));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// The names after, for inputs with clips of these names.
    fn renamed(inputs: &[(&str, &[&str])]) -> Vec<String> {
        let tasks: Vec<_> = inputs
            .iter()
            .map(|(path, _)| Task { input: PathBuf::from(path), output: Ok(PathBuf::from("all.glb")) })
            .collect();
        let outcome = |(path, names): &(&str, &[&str])| {
            let clips =
                names.iter().map(|name| Clip { name: (*name).to_owned(), ..Clip::default() }).collect();
            Outcome { clips, ..Outcome::new((*path).to_owned()) }
        };
        let mut outcomes: Vec<_> = inputs.iter().map(outcome).collect();
        rename(&tasks, &mut outcomes);
        for (outcome, (_, before)) in outcomes.iter().zip(inputs) {
            let changed = outcome.clips.iter().zip(*before).filter(|(clip, old)| clip.name != **old);
            let changed: Vec<_> = changed.collect();
            assert_eq!(outcome.findings.len(), changed.len());
            assert!(changed.iter().all(|(clip, old)| clip.metadata(NAME) == Some(old)));
        }
        outcomes.into_iter().flat_map(|outcome| outcome.clips).map(|clip| clip.name).collect()
    }

    #[test]
    fn clips_of_one_name_are_named_by_their_inputs() {
        assert_eq!(renamed(&[("a.tod", &["x"]), ("b.tod", &["y"])]), ["x", "y"]);
        assert_eq!(renamed(&[("a.tod", &["x", "z"]), ("d/b.c.tod", &["x"])]), ["a.x", "z", "b.c.x"]);
    }

    #[test]
    fn names_that_collide_again_get_a_number() {
        let inputs: [(&str, &[&str]); 4] =
            [("a.tod", &["x"]), ("d/a.tod", &["x"]), ("e/a.tod", &["x"]), ("b.tod", &["a.x", "a.x (3)"])];
        assert_eq!(renamed(&inputs), ["a.x (2)", "a.x (4)", "a.x (5)", "a.x", "a.x (3)"]);
        assert_eq!(
            renamed(&[("a", &["x", "x"]), ("-", &[""]), ("b", &[""])]),
            ["a.x", "a.x (2)", "-.", "b."]
        );
    }
}
