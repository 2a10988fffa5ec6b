//! Findings of a format's checks in files made for it.

use anim_core::{Clip, Diagnostic, Options, Report, Severity};
use anim_formats::Entry;

/// The errors and warnings in a file made from clips, with their codes; none if the format refuses the clips.
pub(crate) fn findings(target: &Entry, clips: &[Clip]) -> Vec<String> {
    let Ok(made) = target.encode(clips, &Options::default(), &(), &mut Report::new()) else {
        return Vec::new();
    };
    let mut found: Vec<Diagnostic> = Vec::new();
    match target.read(&made.to_bytes(), &target.options(), &(), &mut found) {
        Ok(document) => document.check_with(&mut found),
        Err(error) => found.push(error.into()),
    }
    found.retain(|finding| finding.code.severity > Severity::Note);
    found.iter().map(|finding| format!("{} {}", finding.code.id, finding.message)).collect()
}
