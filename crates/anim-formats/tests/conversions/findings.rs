//! What the check of a format says about what was made for it.

use anim_core::{Clip, Diagnostic, Options, Severity};
use anim_formats::Entry;

/// The errors and warnings about clips that became a file of a format, with their codes; none if it takes no such clips.
pub(crate) fn findings(target: &Entry, clips: &[Clip]) -> Vec<String> {
    let row = &target.row;
    let options = Options::new(row.info.target_options);
    let Some(Ok(made)) = row.from_clips.map(|from_clips| from_clips(clips, &options, &(), &mut ())) else {
        return Vec::new();
    };
    let mut found: Vec<Diagnostic> = Vec::new();
    match (row.open)(&made.to_bytes(), &Options::new(row.info.options), &(), &mut found) {
        Ok(document) => document.check(&mut found),
        Err(error) => found.push(error),
    }
    found.retain(|finding| finding.code.severity > Severity::Note);
    found.iter().map(|finding| format!("{} {}", finding.code.id, finding.message)).collect()
}
