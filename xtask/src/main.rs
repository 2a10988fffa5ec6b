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
mod shells;
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
    Task { name: "ci", arguments: "", help: "run every check that must pass before a change is merged", run: ci::run },
    Task { name: "laws", arguments: "[DIR]", help: "check the laws and the expected diagnostics of every file under DIR (fixtures)", run: laws::run },
    Task { name: "corpus", arguments: "DIR", help: "check the laws of every file under DIR, and count the results by format", run: corpus::run },
    Task { name: "fuzz", arguments: "TARGET [--seconds N]", help: "fuzz a format, its laws, encoders, conversions or players, for 60 seconds", run: fuzz::run },
    Task { name: "soak", arguments: "[FORMAT…] [--seconds N]", help: "run all checks on damaged fixtures, on all cores, for 60 seconds", run: soak::run },
    Task { name: "trust", arguments: "[--short | memory|time [FORMAT…] | small [DIR…]]", help: "measure memory and time for files that need much of both, and record them in docs/reliability.md (--short: only small files, in this build; small: conversions of the files of folders)", run: trust::run },
    Task { name: "exhaust", arguments: "[HELPER…] [--count N] [--seed N]", help: "compare conversions of random 64-bit numbers with another computation: a billion each", run: exhaust::run },
    Task { name: "conformance", arguments: "[FORMAT|tables|retarget|faces|edits|rigs|people] [--write]", help: "compare poses with references and with the programs that read our files (--write: record their errors in docs/fidelity.md), check glTF with the Khronos validator and Parquet with other readers", run: conformance::run },
    Task { name: "bench", arguments: "[NAME…|growth] [--seconds N] [--write]", help: "measure all speeds, and compare them with the goals and with docs/performance.md (--write: update that file)", run: bench::run },
    Task { name: "viewer", arguments: "", help: "test the pages of `anim view` in headless Chromium", run: viewer::run },
    Task { name: "python", arguments: "[--engines|--speed|--wheels [TARGET…]]", help: "build the Python package and test it as installed (--engines: on local clusters of Ray, Spark and Daft; --speed: compare with other packages; --wheels: for other systems)", run: python::run },
    Task { name: "blender", arguments: "[all|speed|release]", help: "install the Blender extension and test it in Blender (all: in older versions too; speed: measure keys per second; release: build and test the archive that is published)", run: blender::run },
    Task { name: "web", arguments: "[--build|--optimise|--pictures]", help: "build the npm package and the page for WebAssembly, and test them in Node.js and headless Chromium (--build: without tests, --optimise: as published, --pictures: render those of docs)", run: web::run },
    Task { name: "fixtures", arguments: "[--check]", help: "write the generated fixtures again (--check: only report differences)", run: fixtures::run },
    Task { name: "features", arguments: "", help: "check each crate alone, with each of its features alone", run: features::run },
    Task { name: "targets", arguments: "[--check]", help: "check every crate for Windows, macOS and a big-endian processor, and test in an emulator of the last (--check: without tests)", run: targets::run },
    Task { name: "api", arguments: "[--write]", help: "compare the public items of each crate with the lists in docs/api (--write: update them)", run: api::run },
    Task { name: "minimal", arguments: "", help: "test every crate with the oldest versions of its dependencies", run: minimal::run },
    Task { name: "mutants", arguments: "[CRATE…|--in-diff COMMIT]", help: "check that tests notice changes to the code: a fixed sample, or all changes in code that differs from a commit", run: mutants::run },
    Task { name: "package", arguments: "[--test]", help: "pack every crate and check the packages (--test: run their tests)", run: package::run },
    Task { name: "release", arguments: "[CRATE patch|minor|major]", help: "check that all crates can be published, or set the next version of one", run: release::run },
    Task { name: "deny", arguments: "", help: "check licences, sources and versions of all dependencies", run: deny::run },
    Task { name: "advisories", arguments: "", help: "check all dependencies for known vulnerabilities, if the database is available", run: deny::advisories },
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
