//! The files that inputs need besides themselves, which no result of another input replaces.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anim_core::Report;
use anim_formats::Conversion;

use super::args::Args;
use super::manifest::is_begun;
use super::neighbours::Neighbours;
use super::plan::{Plan, elsewhere};
use super::workers::run_all;
use crate::claims::{Claims, real};
use crate::exit::Failure;
use crate::input;
use crate::paths::{is_stream, label};

/// The files that inputs need besides themselves. Only reading the inputs shows which, so they are read when the first file is to be
/// replaced that may be one of them: until then all files are as the run found them.
pub(super) struct Needs<'a> {
    args: &'a Args,
    conversion: &'a Conversion<'static>,
    claims: &'a Claims,
    inputs: Vec<&'a Path>,
    /// The folders of the inputs. The files that an input needs are in its folder or below.
    folders: OnceLock<HashSet<PathBuf>>,
    /// Each file, with the inputs that need it.
    files: OnceLock<Result<Files<'a>, Failure>>,
}

/// Files with the inputs that need them.
type Files<'a> = HashMap<PathBuf, Vec<&'a Path>>;

impl<'a> Needs<'a> {
    pub(super) fn new(args: &'a Args, conversion: &'a Conversion<'static>, plan: &'a Plan) -> Self {
        let inputs = plan.tasks.iter().map(|task| task.input.as_path()).filter(|input| !is_stream(input));
        let (folders, files) = (OnceLock::new(), OnceLock::new());
        Self { args, conversion, claims: &plan.claims, inputs: inputs.collect(), folders, files }
    }

    /// The failure of replacing a file by a result of an input if another input needs it.
    pub(super) fn require_unneeded(&self, file: &Path, input: &Path) -> Result<(), Failure> {
        if self.inputs.iter().all(|other| *other == input) {
            return Ok(());
        }
        match self.of(file)?.iter().find(|other| **other != input) {
            Some(other) => {
                let (file, other) = (label(file), label(other));
                let what = format!("{file} is needed by another input, {other}: no output replaces it");
                Err(Failure::io(what).in_file(&label(input)))
            }
            None => Ok(()),
        }
    }

    /// The failure of a new manifest in place of a file that inputs need. An earlier manifest is no such file.
    pub(super) fn require_no_neighbour(&self, path: &Path) -> Result<(), Failure> {
        if !path.is_file() || is_begun(path) {
            return Ok(());
        }
        match self.of(path)? {
            [] => Ok(()),
            [input, ..] => Err(elsewhere(path, &format!("needed by an input, {}", label(input)))),
        }
    }

    /// The inputs that need a file.
    fn of(&self, file: &Path) -> Result<&[&'a Path], Failure> {
        let file = real(file);
        let folders = self.folders.get_or_init(|| self.folders());
        if !file.ancestors().any(|folder| folders.contains(folder)) {
            return Ok(&[]);
        }
        let files = self.files.get_or_init(|| self.files()).as_ref().map_err(Clone::clone)?;
        Ok(files.get(&file).map_or(&[], Vec::as_slice))
    }

    fn folders(&self) -> HashSet<PathBuf> {
        let folders: HashSet<_> = self.inputs.iter().filter_map(|input| input.parent()).collect();
        let here = |folder: &Path| folder.as_os_str().is_empty();
        folders.into_iter().map(|folder| real(if here(folder) { Path::new(".") } else { folder })).collect()
    }

    /// Reads all inputs as their conversion does. One that cannot be read fails when it is converted.
    fn files(&self) -> Result<Files<'a>, Failure> {
        let read = |input: &&'a Path| {
            let mut bytes = Vec::new();
            // A pipe can be read once, and what is inside other files has no neighbours outside.
            let place = input.is_file().then(|| input::read_into(input, &mut bytes));
            let Some(Ok(place)) = place else { return (*input, Vec::new()) };
            let beside = self.args.read.beside(input, place);
            let neighbours = Neighbours::new(&*beside, input, self.claims, false);
            let _ = self.conversion.read(&bytes, &neighbours, &mut Report::new());
            (*input, neighbours.paths())
        };
        let mut files = Files::new();
        run_all(self.args.jobs(), &self.inputs, read, |(input, paths)| {
            for path in paths {
                files.entry(real(&path)).or_default().push(input);
            }
            Ok(())
        })?;
        Ok(files)
    }
}
