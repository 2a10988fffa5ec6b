//! The result of each input: the loss report.

use std::io::Write as _;

use anim_core::{Clip, Loss, Report};
use anim_formats::{Losses, Source, losses_of};

use super::args::Args;
use super::manifest::Listed;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::report;
use crate::text::{counted, visible};

/// The result of one input.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) path: String,
    pub(super) format: Option<&'static str>,
    /// The size of the input, if it was read.
    pub(super) bytes: usize,
    /// Whether it was skipped, because it is done already.
    pub(super) skipped: bool,
    pub(super) warning: Option<String>,
    pub(super) failure: Option<Failure>,
    /// The report of reading and lowering it.
    pub(super) report: Report,
    pub(super) made: Vec<Made>,
    /// The input as the manifest lists it, if there is one.
    pub(super) listed: Option<Listed>,
    /// The other files that it needs, as the manifest lists them.
    pub(super) beside: Vec<Listed>,
    /// Its clips, if they go into one output with those of others.
    pub(super) source: Option<Source>,
}

/// The common result of several inputs.
#[derive(Debug)]
pub(super) struct Merged {
    /// The number of inputs that could be read.
    pub(super) read: usize,
    /// `None` if one file of the target cannot hold all the clips.
    pub(super) made: Option<Made>,
    pub(super) failure: Option<Failure>,
}

/// One output.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) path: String,
    pub(super) clips: Vec<String>,
    /// Whether it has all clips of its source, not only some of them.
    pub(super) is_only: bool,
    /// The size of all its files; `None` if they could not be made.
    pub(super) bytes: Option<usize>,
    /// Its files as the manifest lists them, if there is one.
    pub(super) files: Vec<Listed>,
    /// The report of encoding it.
    pub(super) report: Report,
}

impl Outcome {
    /// The losses of reading that concern an output.
    pub(super) fn earlier<'a>(&'a self, made: &'a Made) -> impl Iterator<Item = &'a Loss> {
        losses_of(&self.report.losses, &made.clips, made.is_only)
    }

    pub(super) fn new(path: String) -> Self {
        Self {
            path,
            format: None,
            bytes: 0,
            skipped: false,
            warning: None,
            failure: None,
            report: Report::new(),
            made: Vec::new(),
            listed: None,
            beside: Vec::new(),
            source: None,
        }
    }

    /// An input that is skipped, because it is done already.
    pub(super) fn skipped(path: String) -> Self {
        Self { skipped: true, ..Self::new(path) }
    }

    pub(super) fn exit(&self) -> Exit {
        self.failure.as_ref().map_or(Exit::Done, |failure| failure.exit)
    }

    /// Prints the result; `brief` for a batch. The text of the report is left out if it is printed as JSON.
    pub(super) fn tell(&self, args: &Args, console: &Console, brief: bool, to_stream: bool) {
        if let Some(warning) = &self.warning {
            console.warn(warning);
        }
        if !args.json {
            // Writing to memory does not fail.
            let text = self.text(args.dry_run, brief, console.color()).unwrap_or_default();
            // When the data itself goes to standard output, only losses and findings are shown.
            if !to_stream || !self.is_clean() {
                console.print(&text);
            }
        }
        if let Some(failure) = &self.failure {
            console.fail(failure);
        }
    }

    fn is_clean(&self) -> bool {
        self.report.is_empty() && self.made.iter().all(|made| made.report.is_empty())
    }

    fn text(&self, dry_run: bool, brief: bool, color: bool) -> std::io::Result<Vec<u8>> {
        let mut out = Vec::new();
        if !brief {
            if self.skipped {
                writeln!(out, "{}: skipped", visible(&self.path))?;
            }
            out.extend(report::of_conversion(&self.path, &self.report, color)?);
        }
        for made in &self.made {
            if !brief {
                out.extend(report::of_conversion(&made.path, &made.report, color)?);
            }
            made.write(&mut out, &self.path, self.earlier(made), dry_run)?;
        }
        Ok(out)
    }
}

impl Merged {
    pub(super) fn exit(&self) -> Exit {
        self.failure.as_ref().map_or(Exit::Done, |failure| failure.exit)
    }

    /// Prints the common result, after those of all inputs.
    pub(super) fn tell(&self, outcomes: &[Outcome], args: &Args, console: &Console, to_stream: bool) {
        if let Some(made) = &self.made
            && !args.json
            && !(to_stream && made.report.is_empty())
        {
            let all = counted(outcomes.len(), "file");
            let from = if self.read < outcomes.len() { format!("{} of {all}", self.read) } else { all };
            let earlier = outcomes.iter().flat_map(|outcome| &outcome.report.losses);
            let mut text = Vec::new();
            // Writing to memory does not fail.
            let _ = report::of_conversion(&made.path, &made.report, console.color())
                .map(|report| text.extend(report))
                .and_then(|()| made.write(&mut text, &from, earlier, args.dry_run));
            console.print(&text);
        }
        if let Some(failure) = &self.failure {
            console.fail(failure);
        }
    }
}

impl Made {
    /// An output of these clips that has not been made yet.
    pub(super) fn new(path: String, clips: &[Clip]) -> Self {
        let clips = clips.iter().map(|clip| clip.name.clone()).collect();
        Self { path, clips, is_only: true, bytes: None, files: Vec::new(), report: Report::new() }
    }

    /// Writes what the output is made `from`, and how much was lost.
    fn write<'a>(
        &'a self,
        out: &mut Vec<u8>,
        from: &str,
        earlier: impl IntoIterator<Item = &'a Loss>,
        dry_run: bool,
    ) -> std::io::Result<()> {
        let Some(bytes) = self.bytes else { return Ok(()) };
        let would = if dry_run { " (not written)" } else { "" };
        let sizes = format!("{}, {}", counted(self.clips.len(), "clip"), counted(bytes, "byte"));
        let losses = Losses::of(earlier.into_iter().chain(&self.report.losses));
        writeln!(out, "{} -> {}{would}: {sizes}; {losses}", visible(from), visible(&self.path))
    }
}
