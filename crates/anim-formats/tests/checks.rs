//! What is written passes the check of its own format: every fixture, as HSF XML.

#![cfg(feature = "hsf-xml")]
#![expect(clippy::unwrap_used, reason = "tests state what they expect")]

use std::fs;
use std::path::{Path, PathBuf};

use anim_core::{Diagnostic, Document, Options, Severity};

#[test]
fn what_is_made_of_a_fixture_passes_the_check() {
    let mut broken = Vec::new();
    let mut count = 0;
    for entry in anim_formats::all() {
        for path in files(&fixtures().join(entry.row.info.id).join("valid")) {
            let name = path.file_name().unwrap().to_str().unwrap();
            let (bytes, beside) = (fs::read(&path).unwrap(), beside(path.parent().unwrap()));
            let options = Options::new(entry.row.info.options);
            let Ok(document) = (entry.row.open)(&bytes, &options, &(name, beside), &mut ()) else { continue };
            count += 1;
            let found = findings(document.as_ref(), &options);
            broken.extend(found.iter().map(|finding| format!("{}: {finding}", path.display())));
        }
    }
    assert!(count > 20, "{count} fixtures");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The errors and warnings about a document that became HSF XML.
fn findings(document: &dyn Document, options: &Options) -> Vec<String> {
    let target = anim_formats::by_id("hsf-xml").unwrap().row;
    let clips = document.to_clips(options, &mut ());
    let encode = Options::new(target.info.target_options);
    let made = target.from_clips.unwrap()(&clips, &encode, &(), &mut ()).unwrap();
    let mut findings: Vec<Diagnostic> = Vec::new();
    let read = Options::new(target.info.options);
    (target.open)(&made.to_bytes(), &read, &(), &mut findings).unwrap().check(&mut findings);
    findings.retain(|finding| finding.code.severity > Severity::Note);
    findings.iter().map(|finding| format!("{} {}", finding.code.id, finding.message)).collect()
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

/// The files of a folder, with their contents.
fn beside(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let files = entries.filter(|entry| entry.path().is_file());
    files
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap()))
        .collect()
}
