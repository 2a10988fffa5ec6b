//! `anim check`: findings about files.

mod policy;
mod sarif;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anim_core::{Diagnostic, Location};
use anim_formats::json::{Finding, SCHEMA};

use self::policy::{Denied, Policy, Tally, code};
use self::sarif::Sarif;
use crate::console::{Console, colored};
use crate::exit::{Exit, Failure};
use crate::input::{Input, ReadArgs};
use crate::output::Output;
use crate::paths;
use crate::report::Report;
use crate::search::{Found, SearchArgs};
use crate::text::visible;
use crate::words::words;

/// Report everything that is wrong or doubtful in files
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The exit code is 1 if there are errors or denied findings. An allowed finding does not count and is not shown (in SARIF it is \
suppressed); an error that ends the reading of a file cannot be allowed. `anim formats ID` lists the codes. At most 20 \
findings with the same code are shown for each file; --json and --sarif list all.

Examples:
  anim check walk.tod jump.tod --deny warnings --json
  anim check . -r --sarif --deny tod::version --allow tod::padding")]
pub(crate) struct Args {
    /// The files, with -r folders and zip archives too; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print SARIF 2.1.0, which editors and code hosts read
    #[arg(long, conflicts_with = "json")]
    sarif: bool,
    /// Also exit with code 1 for findings with this code, or for all `warnings`; may be repeated
    #[arg(long, value_name = "CODE", hide_possible_values = true, value_parser = words(Denied::named, Denied::words))]
    deny: Vec<Denied>,
    /// Ignore findings with this code; may be repeated
    #[arg(long, value_name = "CODE", hide_possible_values = true, value_parser = words(code, policy::codes_as_words))]
    allow: Vec<&'static str>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    read: ReadArgs,
}

/// Codes for files whose format is not found.
mod codes {
    use anim_core::Code;

    pub(super) static UNOPENED: Code = Code::error("anim::unopened", "the file cannot be opened");
    pub(super) static UNKNOWN: Code = Code::error("anim::unknown-format", "no format recognizes the file");
}

/// How findings are printed.
enum Form {
    Text,
    Json,
    Sarif(Sarif),
}

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    let mut out = Output::stdout_with_exit();
    let policy = Policy::new(&args.deny, &args.allow)?;
    let form = match (args.json, args.sarif) {
        (true, _) => Form::Json,
        (_, true) => Form::Sarif(Sarif::default()),
        _ => Form::Text,
    };
    let mut checker = Checker { args, console, policy, form };
    let exit = checker.check_all(&mut out)?;
    out.commit()?;
    Ok(exit)
}

/// The settings that all files share.
struct Checker<'a> {
    args: &'a Args,
    console: &'a Console,
    policy: Policy<'a>,
    form: Form,
}

impl Checker<'_> {
    fn check_all(&mut self, out: &mut Output) -> Result<Exit, Failure> {
        let found = self.args.search.files(&self.args.files, self.console);
        let mut exits = Vec::new();
        let mut memory = Vec::new();
        self.open(out).map_err(|error| out.failure(&error))?;
        for (index, Found { input: path, folder }) in found.iter().enumerate() {
            let input = folder
                .as_ref()
                .map_err(Clone::clone)
                .and_then(|_| self.args.read.load_into(path, found.len() > 1, std::mem::take(&mut memory)));
            let checked = match input {
                Ok(input) => {
                    let checked = self.check(&input, index, out);
                    memory = input.bytes;
                    checked
                }
                Err(failure) if failure.exit == Exit::Usage => return Err(failure),
                Err(failure) => {
                    let failed = self.refuse(path, index, &failure, out);
                    failed.map(|()| self.console.fail(&failure))
                }
            };
            exits.push(checked.map_err(|error| out.failure(&error))?);
        }
        self.args.read.warn_of_unused(None, self.console);
        let exit = Exit::of_checks(&exits);
        let is_complete = exits.iter().all(|exit| matches!(exit, Exit::Done | Exit::Findings));
        self.close(out, exit, is_complete).map_err(|error| out.failure(&error))?;
        Ok(exit)
    }

    fn open(&self, out: &mut Output) -> io::Result<()> {
        match self.form {
            Form::Text => Ok(()),
            Form::Json => write!(out, "{{\"schema\":{SCHEMA},\"files\":["),
            Form::Sarif(_) => sarif::open(out),
        }
    }

    fn close(&self, out: &mut Output, exit: Exit, is_complete: bool) -> io::Result<()> {
        match &self.form {
            Form::Text => Ok(()),
            Form::Json => out.write_all(b"]}\n"),
            Form::Sarif(sarif) => sarif.close(out, exit, is_complete),
        }
    }

    fn check(&mut self, input: &Input, index: usize, out: &mut Output) -> io::Result<Exit> {
        let (tally, ended) = match &mut self.form {
            Form::Text => as_text(&self.policy, input, out)?,
            Form::Json => as_json(&self.policy, input, index, out)?,
            Form::Sarif(sarif) => {
                let mut file = sarif.file(out, &input.path, Some(&input.bytes));
                inspect(&self.policy, input, |finding, is_allowed| file.write(finding, is_allowed))?
            }
        };
        Ok(match ended {
            // The user chose a format that the content rules out: this is wrong usage, not a finding.
            Err(error) if !input.plausible => self.console.fail(&input.unreadable(&error)),
            _ if tally.denied > 0 => Exit::Findings,
            _ => Exit::Done,
        })
    }

    /// Reports a file that could not be checked.
    fn refuse(&mut self, path: &Path, index: usize, failure: &Failure, out: &mut Output) -> io::Result<()> {
        let label = paths::label(path);
        let code = if failure.exit == Exit::Io { &codes::UNOPENED } else { &codes::UNKNOWN };
        let finding = code.at(Location::default(), failure.about(&label));
        match &mut self.form {
            Form::Text => Ok(()),
            Form::Json => {
                open_file(out, index, &label, None)?;
                write_finding(out, &finding, true)?;
                out.write_all(b"]}")
            }
            Form::Sarif(sarif) => sarif.file(out, path, None).write(&finding, false),
        }
    }
}

/// The findings in a file, and how reading it ended.
type Seen = (Tally, Result<(), Diagnostic>);

/// Passes on each finding as it comes (a file may have millions of them), with whether it is allowed.
fn inspect(
    policy: &Policy<'_>,
    input: &Input,
    mut write: impl FnMut(&Diagnostic, bool) -> io::Result<()>,
) -> io::Result<Seen> {
    let mut tally = Tally::default();
    let mut written = Ok(());
    let ended = input.inspect(&mut |finding: Diagnostic| {
        let is_allowed = tally.count(policy, &finding);
        if written.is_ok() {
            written = write(&finding, is_allowed);
        }
    });
    written?;
    if let Err(error) = &ended {
        tally.denied += 1;
        write(error, false)?;
    }
    Ok((tally, ended))
}

fn as_text(policy: &Policy<'_>, input: &Input, out: &mut Output) -> io::Result<Seen> {
    let mut report = Report::new(&input.label, Some(&input.bytes), colored(&io::stdout()));
    let seen = inspect(
        policy,
        input,
        |finding, is_allowed| {
            if is_allowed { Ok(()) } else { report.write(out, finding) }
        },
    )?;
    report.finish(out)?;
    let (id, summary) = (input.entry.info().id, report.summary());
    let allowed = if seen.0.allowed > 0 { format!(", {} allowed", seen.0.allowed) } else { String::new() };
    writeln!(out, "{}: {id}, {summary}{allowed}", visible(&input.label))?;
    Ok(seen)
}

fn as_json(policy: &Policy<'_>, input: &Input, index: usize, out: &mut Output) -> io::Result<Seen> {
    open_file(out, index, &input.label, Some(input.entry.info().id))?;
    let mut is_first = true;
    let seen = inspect(policy, input, |finding, is_allowed| {
        if is_allowed { Ok(()) } else { write_finding(out, finding, std::mem::take(&mut is_first)) }
    })?;
    out.write_all(b"]}")?;
    Ok(seen)
}

fn open_file(out: &mut Output, index: usize, label: &str, format: Option<&str>) -> io::Result<()> {
    out.write_all(if index > 0 { b",\n{\"path\":" } else { b"\n{\"path\":" })?;
    serde_json::to_writer(&mut *out, label)?;
    out.write_all(b",\"format\":")?;
    serde_json::to_writer(&mut *out, &format)?;
    out.write_all(b",\"diagnostics\":[")
}

fn write_finding(out: &mut Output, diagnostic: &Diagnostic, first: bool) -> io::Result<()> {
    out.write_all(if first { b"\n" } else { b",\n" })?;
    Ok(serde_json::to_writer(out, &Finding::from(diagnostic))?)
}
