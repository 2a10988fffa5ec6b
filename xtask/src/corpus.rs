//! Checks the laws on a folder of real files, and counts its contents.

use std::path::{Path, PathBuf};

use anim_core::{AnyFormat, Beside, Diagnostic, Report, Severity};
use anim_formats::Registry;

use crate::checkout;
use crate::failure::{Failure, Result};
use crate::laws::{extension, hold};
use crate::table::columns;
use crate::tree::folders;

/// Checks every file of a known format under a folder and counts by format.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let [dir] = arguments else { return Err(Failure::Usage) };
    let mut counts: Vec<(&str, Counts)> =
        Registry::builtin().formats().iter().map(|entry| (entry.info().id, Counts::default())).collect();
    let (mut unknown, mut broken) = (0, 0);
    for folder in folders(Path::new(dir))? {
        for (name, bytes) in &folder.files {
            let Ok(entry) = Registry::builtin().detect(bytes, extension(name)) else {
                unknown += 1;
                continue;
            };
            let beside = (name.as_str(), &folder.files);
            let id = entry.info().id;
            if let Some((_, counts)) = counts.iter_mut().find(|(known, _)| *known == id) {
                counts.add(entry, bytes, &beside);
            }
            if let Err(law) = hold(entry, bytes, &beside) {
                broken += 1;
                println!("{}: {law}", folder.path.join(name).display());
            }
        }
    }
    print!("{}", table(&counts));
    println!("{unknown} files of no known format");
    if broken > 0 { Err(Failure::broken(format!("laws are broken in {broken} files"))) } else { Ok(()) }
}

/// The folder of real files, if there is one: it is private.
pub(crate) fn dir() -> Option<PathBuf> {
    let named = std::env::var_os("ANIM_CORPUS").map(PathBuf::from);
    Some(named.unwrap_or_else(|| checkout::root().join("../shared/corpus"))).filter(|dir| dir.is_dir())
}

/// The contents of the files of one format.
#[derive(Default)]
struct Counts {
    files: usize,
    clips: usize,
    keys: usize,
    errors: usize,
    warnings: usize,
}

impl Counts {
    fn add(&mut self, format: &AnyFormat, bytes: &[u8], beside: &dyn Beside) {
        let options = format.options();
        let mut found: Vec<Diagnostic> = Vec::new();
        self.files += 1;
        match format.read(bytes, &options, beside, &mut found) {
            Err(error) => found.push(error.into()),
            Ok(document) => {
                document.check_with(&mut found);
                let clips = document.clips_with(&options, beside, &mut Report::new()).unwrap_or_default();
                self.clips += clips.len();
                let channels = clips.iter().flat_map(|clip| &clip.channels);
                self.keys += channels.map(|channel| channel.curve().len()).sum::<usize>();
            }
        }
        let of = |severity| found.iter().filter(|diagnostic| diagnostic.severity() == severity).count();
        self.errors += of(Severity::Error);
        self.warnings += of(Severity::Warning);
    }
}

fn table(counts: &[(&str, Counts)]) -> String {
    let head = ["format", "files", "clips", "keys", "errors", "warnings"].map(str::to_owned).to_vec();
    let rows = counts.iter().map(|(id, c)| {
        let numbers = [c.files, c.clips, c.keys, c.errors, c.warnings].map(|number| number.to_string());
        std::iter::once((*id).to_owned()).chain(numbers).collect()
    });
    columns(std::iter::once(head).chain(rows))
}
