//! Names for clips that come from several files.

use std::collections::HashMap;

use anim_core::{Code, Diagnostic, Location, UniqueNames};

use crate::Source;

static RENAMED: Code = Code::note("anim::renamed", "a clip was renamed because another one has its name");

/// The metadata key for the name of a clip in its file.
const NAME: &str = "source.name";

/// Makes the names of clips unique: those that share a name become `STEM.NAME`, after the stems of their files, with a number if
/// that is taken too. Returns a finding for each renamed clip, with the index of its source.
pub(crate) fn make_unique(sources: &mut [Source]) -> Vec<(usize, Diagnostic)> {
    let mut renamed = Vec::new();
    let mut uses: HashMap<String, usize> = HashMap::new();
    for clip in sources.iter().flat_map(|source| &source.clips) {
        *uses.entry(clip.name.clone()).or_default() += 1;
    }
    let single = uses.iter().filter(|(_, uses)| **uses == 1).map(|(name, _)| name.as_str());
    let mut names = UniqueNames::default().with_reserved(single);
    for (index, Source { stem, clips, .. }) in sources.iter_mut().enumerate() {
        for clip in clips {
            if uses.get(&clip.name) == Some(&1) {
                continue;
            }
            let name = names.invent(format!("{stem}.{}", clip.name)).into_owned();
            let message =
                format!("another input has a clip `{}` too: this one is renamed `{name}`", clip.name);
            renamed.push((index, RENAMED.at(Location::path(&clip.name), message)));
            let old = std::mem::replace(&mut clip.name, name);
            if clip.metadata(NAME).is_none() {
                clip.metadata.push((NAME.to_owned(), old));
            }
        }
    }
    renamed
}

#[cfg(test)]
mod tests {
    use anim_core::Clip;

    use super::*;

    /// The new names, for inputs with clips of these names.
    fn renamed(inputs: &[(&str, &[&str])]) -> Vec<String> {
        let source = |(stem, names): &(&str, &[&str])| {
            Source::of_clips(*stem, names.iter().map(|name| Clip::new(*name)).collect())
        };
        let mut sources: Vec<_> = inputs.iter().map(source).collect();
        let findings = make_unique(&mut sources);
        for (index, (source, (_, before))) in sources.iter().zip(inputs).enumerate() {
            let changed: Vec<_> =
                source.clips.iter().zip(*before).filter(|(clip, old)| clip.name != **old).collect();
            assert_eq!(findings.iter().filter(|(of, _)| *of == index).count(), changed.len());
            assert!(changed.iter().all(|(clip, old)| clip.metadata(NAME) == Some(old)));
        }
        sources.into_iter().flat_map(|source| source.clips).map(|clip| clip.name).collect()
    }

    #[test]
    fn clips_of_one_name_are_named_after_their_inputs() {
        assert_eq!(renamed(&[("a", &["x"]), ("b", &["y"])]), ["x", "y"]);
        assert_eq!(renamed(&[("a", &["x", "z"]), ("b.c", &["x"])]), ["a.x", "z", "b.c.x"]);
    }

    #[test]
    fn names_that_collide_again_get_a_number() {
        let inputs: [(&str, &[&str]); 4] =
            [("a", &["x"]), ("a", &["x"]), ("a", &["x"]), ("b", &["a.x", "a.x (3)"])];
        assert_eq!(renamed(&inputs), ["a.x (2)", "a.x (4)", "a.x (5)", "a.x", "a.x (3)"]);
        assert_eq!(
            renamed(&[("a", &["x", "x"]), ("-", &[""]), ("b", &[""])]),
            ["a.x", "a.x (2)", "-.", "b."]
        );
    }
}
