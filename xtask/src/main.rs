//! The tasks of a maintainer: `cargo xtask TASK`. One task, one file.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "tasks talk to the person who runs them")]

mod api;
mod bench;
mod blender;
mod checkout;
mod ci;
mod command;
mod compiler;
mod conformance;
mod corpus;
mod debian;
mod deny;
mod exhaust;
mod failure;
mod features;
mod fixtures;
mod fuzz;
mod laws;
mod minimal;
mod mutants;
mod npm;
mod package;
mod process;
mod python;
mod random;
mod release;
mod soak;
mod table;
mod targets;
mod tool;
mod tree;
mod trust;
mod viewer;
mod web;

use std::process::ExitCode;

use failure::{Failure, Result};

struct Task {
    name: &'static str,
    arguments: &'static str,
    help: &'static str,
    run: fn(&[&str]) -> Result,
}

#[rustfmt::skip]
const TASKS: &[Task] = &[
    Task { name: "ci", arguments: "", help: "everything that must pass before a change lands", run: ci::run },
    Task { name: "laws", arguments: "[DIR]", help: "the laws and the expected diagnostics of every file under DIR (fixtures)", run: laws::run },
    Task { name: "corpus", arguments: "DIR", help: "the laws of every file under DIR, counted by format", run: corpus::run },
    Task { name: "fuzz", arguments: "TARGET [--seconds N]", help: "fuzz a format, its laws, encoders, conversions or players, for 60 seconds", run: fuzz::run },
    Task { name: "soak", arguments: "[FORMAT…] [--seconds N]", help: "damaged fixtures without end, on all cores, with all checks: for 60 seconds", run: soak::run },
    Task { name: "trust", arguments: "[--short | memory|time [FORMAT…]]", help: "memory and time of files that are hard on both, into docs/reliability.md (--short: of small files, in this build)", run: trust::run },
    Task { name: "exhaust", arguments: "[HELPER…] [--count N] [--seed N]", help: "random numbers of 64 bits through what converts numbers, against another computation: a billion each", run: exhaust::run },
    Task { name: "conformance", arguments: "[FORMAT|tables|retarget|edits|rigs|people] [--write]", help: "poses against references and the programs that read our files (--write: their errors into docs/fidelity.md), glTF against the Khronos validator, Parquet as others read it", run: conformance::run },
    Task { name: "bench", arguments: "[NAME…|growth] [--seconds N] [--write]", help: "how fast everything is, beside what it should be and what docs/performance.md records (--write: writes that)", run: bench::run },
    Task { name: "viewer", arguments: "", help: "the pages of `anim view` in headless Chromium", run: viewer::run },
    Task { name: "python", arguments: "[--engines|--speed|--wheels [TARGET…]]", help: "build the Python package and test it as its users have it (--engines: on local clusters of Ray, Spark and Daft; --speed: beside other packages; --wheels: for other systems)", run: python::run },
    Task { name: "blender", arguments: "[all|speed]", help: "the Blender extension, installed and tested in Blender (all: in older versions too; speed: keys a second)", run: blender::run },
    Task { name: "web", arguments: "[--build|--optimise]", help: "the package for npm and the page, built for WebAssembly, in Node.js and headless Chromium (--build: without tests, --optimise: as published)", run: web::run },
    Task { name: "fixtures", arguments: "[--check]", help: "write the generated fixtures anew, or only say whether they differ", run: fixtures::run },
    Task { name: "features", arguments: "", help: "check each crate alone, with each of its features alone", run: features::run },
    Task { name: "targets", arguments: "[--check]", help: "check every crate for Windows, macOS and a big-endian processor, and test in an emulator of that (--check: without)", run: targets::run },
    Task { name: "api", arguments: "[--write]", help: "the public items of each crate against the lists in docs/api (--write: write these)", run: api::run },
    Task { name: "minimal", arguments: "", help: "test every crate with the oldest versions of its dependencies", run: minimal::run },
    Task { name: "mutants", arguments: "[CRATE…|--in-diff COMMIT]", help: "whether tests notice changes to the code: a fixed sample, or all changes to what differs from a commit", run: mutants::run },
    Task { name: "package", arguments: "[--test]", help: "pack every crate, and check what was packed (--test: run its tests)", run: package::run },
    Task { name: "release", arguments: "[CRATE patch|minor|major]", help: "check that all crates can be published, or give one its next version", run: release::run },
    Task { name: "deny", arguments: "", help: "licences, sources and versions of all dependencies", run: deny::run },
    Task { name: "advisories", arguments: "", help: "known vulnerabilities of all dependencies, where the database can be had", run: deny::advisories },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let Some((name, rest)) = arguments.split_first() else {
        eprint!("{}", usage());
        return ExitCode::from(2);
    };
    if matches!(*name, "help" | "--help" | "-h") {
        print!("{}", usage());
        return ExitCode::SUCCESS;
    }
    let Some(task) = TASKS.iter().find(|task| task.name == *name) else {
        eprint!("there is no task `{name}`\n\n{}", usage());
        return ExitCode::from(2);
    };
    match (task.run)(rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Usage) => {
            eprintln!("usage: cargo xtask {} {}", task.name, task.arguments);
            ExitCode::from(2)
        }
        Err(Failure::Broken(message)) => {
            eprintln!("{}: {message}", task.name);
            ExitCode::FAILURE
        }
    }
}

fn usage() -> String {
    let rows =
        TASKS.iter().map(|task| vec![format!("{} {}", task.name, task.arguments), task.help.to_owned()]);
    format!("usage: cargo xtask TASK\n\n{}", table::columns(rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_has_one_name_and_one_line_of_help() {
        let mut names: Vec<_> = TASKS.iter().map(|task| task.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), TASKS.len());
        assert!(TASKS.iter().all(|task| !task.help.is_empty() && !task.help.contains('\n')));
    }
}
