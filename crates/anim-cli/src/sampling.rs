//! The common part of `sample` and `pose`: the clips and files to evaluate, the times, and the output.

use std::path::{Path, PathBuf};

use anim_formats::Moments;

use crate::clips::{ClipArgs, Values};
use crate::console::Console;
use crate::edits::EditArgs;
use crate::exit::{Exit, Failure};
use crate::input::ReadArgs;
use crate::output::{Output, require_no_terminal};
use crate::paths::label;
use crate::search::{Found, SearchArgs};
use crate::times::TimeArgs;
use crate::values::{Shown, shown};

/// The common arguments.
#[derive(Debug, clap::Args)]
pub(crate) struct SamplingArgs {
    /// The file, with -r a folder or a zip archive too; `-` is standard input
    file: PathBuf,
    /// The file to write; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    clip: ClipArgs,
    #[command(flatten)]
    times: TimeArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    read: ReadArgs,
}

/// The clips of a file, each with its times.
pub(crate) struct Sampled<'a> {
    /// The file, if there may be several.
    pub(crate) path: Option<&'a str>,
    pub(crate) clips: Vec<(Shown<'a>, &'a Moments)>,
}

impl SamplingArgs {
    /// Whether the results include the path of their file.
    pub(crate) fn has_paths(&self) -> bool {
        self.search.recursive
    }

    /// Creates the output. Nothing is written before this call.
    pub(crate) fn create(&self, is_text: bool) -> Result<Output, Failure> {
        if !is_text {
            require_no_terminal(&self.output)?;
        }
        Output::create(&self.output, self.force)
    }

    /// Passes on the clips of every file. A failure of one of several files is reported and the others continue; an error of
    /// `take` ends the run.
    pub(crate) fn each<V>(
        &self,
        edits: &EditArgs<V>,
        console: &Console,
        take: &mut dyn FnMut(Sampled<'_>) -> Result<(), Failure>,
    ) -> Result<Exit, Failure> {
        let found = self.search.files(std::slice::from_ref(&self.file), console);
        let mut exits = Vec::new();
        for Found { input, folder } in &found {
            let mut taken = Ok(());
            let read = folder.as_ref().map_err(Clone::clone).and_then(|_| {
                self.one(edits, input, found.len() > 1, console, &mut |sampled| taken = take(sampled))
            });
            taken?;
            exits.push(match read {
                Ok(()) => Exit::Done,
                Err(failure) if found.len() == 1 => return Err(failure),
                Err(failure) => console.fail(&failure),
            });
        }
        self.read.warn_of_unused(None, console);
        Ok(Exit::of_all(&exits))
    }

    fn one<V>(
        &self,
        edits: &EditArgs<V>,
        path: &Path,
        batch: bool,
        console: &Console,
        take: &mut dyn FnMut(Sampled<'_>),
    ) -> Result<(), Failure> {
        let input = self.read.load(path, batch)?;
        let document = input.document(console)?;
        let (clips, report) = self.clip.edited(edits, &input, (&*document, Values::OfDocument), console)?;
        let moments = clips.iter().map(|clip| self.times.of(clip)).collect::<Result<Vec<_>, _>>();
        let moments = moments.map_err(|failure| failure.in_file(&input.label))?;
        let shown = shown(&input, edits.unedited(&*document), &clips, &report, console)?;
        let path = self.has_paths().then(|| label(path));
        take(Sampled { path: path.as_deref(), clips: shown.into_iter().zip(&moments).collect() });
        Ok(())
    }
}
