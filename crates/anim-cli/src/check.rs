//! `anim check`: what is wrong with files.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anim_core::{Diagnostic, Location, Severity};
use clap::ValueEnum;

use crate::console::{Console, colored};
use crate::exit::{Exit, Failure};
use crate::input::{self, Input, ReadArgs};
use crate::json::{Finding, SCHEMA};
use crate::output::Output;
use crate::report::Report;
use crate::text::visible;

/// Report everything that is wrong or doubtful in files
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The exit code is 1 if there are errors, with `--deny warnings` also if there are warnings. At most 20 findings with the same \
code are shown for each file; --json lists all.

Examples:
  anim check walk.tod
  anim check walk.tod jump.tod --deny warnings --json")]
pub(crate) struct Args {
    /// The files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Exit with code 1 for these too
    #[arg(long, value_name = "WHAT")]
    deny: Option<Deny>,
    #[command(flatten)]
    read: ReadArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Deny {
    Warnings,
}

/// Codes for files that reach no format.
mod codes {
    use anim_core::Code;

    pub(super) static UNOPENED: Code = Code::error("anim::unopened", "the file cannot be opened");
    pub(super) static UNKNOWN: Code = Code::error("anim::unknown-format", "no format recognizes the file");
}

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    let mut out = Output::stdout();
    let exits = check_all(args, console, &mut out)?;
    out.commit()?;
    Ok(Exit::of_checks(&exits))
}

fn check_all(args: &Args, console: &Console, out: &mut Output) -> Result<Vec<Exit>, Failure> {
    let mut exits = Vec::new();
    let mut memory = Vec::new();
    write_if(args.json, out, || format!("{{\"schema\":{SCHEMA},\"files\":["))?;
    for (index, path) in args.files.iter().enumerate() {
        write_if(args.json && index > 0, out, || ",".to_owned())?;
        let checked = match args.read.load_into(path, args.files.len() > 1, std::mem::take(&mut memory)) {
            Ok(input) => {
                let check = if args.json { check_as_json } else { check_as_text };
                let checked = check(args, console, &input, out);
                memory = input.bytes;
                checked
            }
            Err(failure) if failure.exit == Exit::Usage => return Err(failure),
            Err(failure) => refuse(args, path, &failure, out).map(|()| console.fail(&failure)),
        };
        exits.push(checked.map_err(|error| out.failure(&error))?);
    }
    write_if(args.json, out, || "]}\n".to_owned())?;
    Ok(exits)
}

fn write_if(wanted: bool, out: &mut Output, text: impl FnOnce() -> String) -> Result<(), Failure> {
    if wanted { out.write_all(text().as_bytes()).map_err(|error| out.failure(&error)) } else { Ok(()) }
}

/// Prints findings as they come: a file may have millions of them.
fn check_as_text(args: &Args, console: &Console, input: &Input, out: &mut Output) -> io::Result<Exit> {
    let mut report = Report::new(&input.label, Some(&input.bytes), colored(&io::stdout()));
    let mut written = Ok(());
    let mut write = |diagnostic: Diagnostic| {
        if written.is_ok() {
            written = report.write(out, &diagnostic);
        }
    };
    let ended = input.inspect(&mut write);
    if let Err(error) = &ended {
        write(error.clone());
    }
    written?;
    report.finish(out)?;
    let id = input.entry.info().id;
    writeln!(out, "{}: {id}, {}", visible(&input.label), report.summary())?;
    Ok(judge(args, console, input, ended, [report.count(Severity::Error), report.count(Severity::Warning)]))
}

fn check_as_json(args: &Args, console: &Console, input: &Input, out: &mut Output) -> io::Result<Exit> {
    open_file(out, &input.label, Some(input.entry.info().id))?;
    let mut counts = [0, 0];
    let mut written = Ok(());
    let mut first = true;
    let mut write = |diagnostic: Diagnostic| {
        counts[0] += usize::from(diagnostic.severity() == Severity::Error);
        counts[1] += usize::from(diagnostic.severity() == Severity::Warning);
        if written.is_ok() {
            written = write_finding(out, &diagnostic, std::mem::take(&mut first));
        }
    };
    let ended = input.inspect(&mut write);
    if let Err(error) = &ended {
        write(error.clone());
    }
    written?;
    out.write_all(b"]}")?;
    Ok(judge(args, console, input, ended, counts))
}

/// The exit code for a file, from its numbers of errors and warnings and from how reading ended.
fn judge(
    args: &Args,
    console: &Console,
    input: &Input,
    ended: Result<(), Diagnostic>,
    [errors, warnings]: [usize; 2],
) -> Exit {
    match ended {
        // The user chose a format that the content rules out: that is a wrong choice, not a finding.
        Err(error) if !input.plausible => console.fail(&input.unreadable(&error)),
        _ if errors > 0 || warnings > 0 && args.deny.is_some() => Exit::Findings,
        _ => Exit::Done,
    }
}

/// Lists a file that could not be checked.
fn refuse(args: &Args, path: &Path, failure: &Failure, out: &mut Output) -> io::Result<()> {
    if !args.json {
        return Ok(());
    }
    let label = input::label(path);
    let code = if failure.exit == Exit::Io { &codes::UNOPENED } else { &codes::UNKNOWN };
    let message = failure.message.strip_prefix(&format!("{label}: ")).unwrap_or(&failure.message);
    open_file(out, &label, None)?;
    write_finding(out, &code.at(Location::default(), message), true)?;
    out.write_all(b"]}")
}

fn open_file(out: &mut Output, label: &str, format: Option<&str>) -> io::Result<()> {
    out.write_all(b"\n{\"path\":")?;
    serde_json::to_writer(&mut *out, label)?;
    out.write_all(b",\"format\":")?;
    serde_json::to_writer(&mut *out, &format)?;
    out.write_all(b",\"diagnostics\":[")
}

fn write_finding(out: &mut Output, diagnostic: &Diagnostic, first: bool) -> io::Result<()> {
    out.write_all(if first { b"\n" } else { b",\n" })?;
    Ok(serde_json::to_writer(out, &Finding::from(diagnostic))?)
}
