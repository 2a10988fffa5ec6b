//! Everything that must pass before a change lands.

use std::fs;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::Instant;

use crate::failure::{Failure, Result};
use crate::process::{self, cargo};
use crate::{
    checkout, conformance, corpus, deny, features, fixtures, laws, package, python, release, shells, trust,
    web,
};

struct Step {
    name: &'static str,
    /// The command that runs only this step.
    alone: &'static str,
    run: fn(&Self) -> Result,
}

/// The first steps: they build what the others run.
#[rustfmt::skip]
const FIRST: &[Step] = &[
    Step { name: "format", alone: "cargo fmt --all --check", run: Step::cargo },
    Step { name: "format of the fuzz targets", alone: "cargo fmt --manifest-path fuzz/Cargo.toml --check", run: Step::cargo },
    Step { name: "versions of Rust", alone: "cargo xtask ci", run: |_| one_msrv() },
    Step { name: "building the tests", alone: "cargo test --locked --profile task --workspace --all-features --no-run", run: Step::cargo },
];

/// The steps that run what is built.
#[rustfmt::skip]
const RUN: &[Step] = &[
    Step { name: "tests", alone: "cargo test --locked --profile task --workspace --all-features", run: Step::cargo },
    Step { name: "fixtures", alone: "cargo xtask fixtures --check", run: |_| fixtures::run(&["--check"]) },
    Step { name: "laws", alone: "cargo xtask laws", run: |_| laws::run(&[]) },
    Step { name: "memory", alone: "cargo xtask trust --short", run: |_| trust::run(&["--short"]) },
    Step { name: "corpus", alone: "cargo xtask corpus ../shared/corpus", run: |_| real_files() },
];

/// The steps that check what is not run, in parallel with the others. They share one target folder, one profile and, as far as
/// possible, what they compile. Cargo lets nothing else use the folder meanwhile, so its longest commands come when the others
/// have built what they run.
#[rustfmt::skip]
const CHECK: &[Step] = &[
    Step { name: "dependencies", alone: "cargo xtask deny", run: |_| deny::run(&[]) },
    Step { name: "advisories", alone: "cargo xtask advisories", run: |_| deny::advisories(&[]) },
    Step { name: "manifests and versions", alone: "cargo xtask release", run: |_| release::run(&[]) },
    Step { name: "each crate alone", alone: "cargo xtask features", run: |_| features::run(&[]) },
    Step { name: "lints", alone: "cargo clippy --quiet --locked --profile task --workspace --all-targets --all-features -- -D warnings", run: Step::cargo },
    Step { name: "documentation", alone: "RUSTDOCFLAGS='-D warnings' cargo doc --profile task --workspace --all-features --no-deps", run: |_| docs() },
    Step { name: "a crate outside of the workspace", alone: "cargo test --profile task --manifest-path examples/keylines/Cargo.toml", run: |_| outside() },
    Step { name: "fuzz targets", alone: "cargo xtask fuzz FORMAT --seconds 1", run: |_| fuzz_targets() },
    Step { name: "packages", alone: "cargo xtask package", run: |_| package::run(&[]) },
];

/// The steps that run other programs, in parallel with the others: two lanes, since each of them often waits.
#[rustfmt::skip]
const BESIDE: [&[Step]; 2] = [
    &[
        Step { name: "conformance", alone: "cargo xtask conformance", run: Step::apart },
        Step { name: "Python", alone: "cargo xtask python", run: Step::apart },
        Step { name: "Blender extension", alone: "cargo xtask blender", run: Step::apart },
    ],
    &[Step { name: "browser", alone: "cargo xtask web", run: Step::apart }],
];

/// The last steps: they count frames a second, so nothing else runs meanwhile.
#[rustfmt::skip]
const LAST: &[Step] = &[
    Step { name: "viewer", alone: "cargo xtask viewer", run: Step::cargo },
];

/// Runs all steps up to the first that fails.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let [] = arguments else { return Err(Failure::Usage) };
    let start = Instant::now();
    // These mostly wait for the network. Where the first steps build one crate after the other, a core is free to build the module for
    // browsers.
    let fetching = thread::spawn(|| [conformance::fetch, python::fetch].map(|fetch| fetch()));
    let shells = thread::spawn(shells::fetch);
    let building = thread::spawn(web::prepare);
    let failed = AtomicBool::new(false);
    Step::all(FIRST, &failed)?;
    // Whatever the results, the steps report what is missing.
    let _ = shells.join();
    thread::scope(|scope| {
        let beside = scope.spawn(|| {
            let _ = (fetching.join(), building.join());
            let lanes = BESIDE.map(|steps| scope.spawn(|| Step::all(steps, &failed)));
            lanes.map(joined).into_iter().collect()
        });
        let checks = scope.spawn(|| Step::all(CHECK, &failed));
        let runs = Step::all(RUN, &failed);
        joined(checks).and(joined(beside)).and(runs)
    })?;
    Step::all(LAST, &failed)?;
    let count = [FIRST, RUN, CHECK, LAST].iter().chain(&BESIDE).map(|steps| steps.len()).sum::<usize>();
    println!("\nall {count} steps passed in {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

impl Step {
    /// Runs steps up to the first that fails, here or in another thread.
    fn all(steps: &[Self], failed: &AtomicBool) -> Result {
        for step in steps {
            if failed.load(Ordering::Relaxed) {
                break;
            }
            step.run().inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
        }
        Ok(())
    }

    fn run(&self) -> Result {
        println!("\n== {}", self.name);
        let begin = Instant::now();
        (self.run)(self).map_err(|failure| {
            Failure::broken(format!("{}: {failure}\nthis step alone: {}", self.name, self.alone))
        })?;
        println!("-- {}: {:.1} s", self.name, begin.elapsed().as_secs_f64());
        Ok(())
    }

    /// A step that is one cargo command.
    fn cargo(&self) -> Result {
        process::run(&mut cargo(self.alone.trim_start_matches("cargo ")))
    }

    /// A task in a separate process, whose output is shown when it ends, because other steps run meanwhile.
    fn apart(&self) -> Result {
        // Run by cargo, because this program no longer exists once the tests are built.
        let output = process::output(&mut cargo(self.alone.trim_start_matches("cargo ")))?;
        let (printed, said) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        println!("\n== {}, in parallel with other steps\n{printed}{said}", self.name);
        if output.status.success() { Ok(()) } else { Err(Failure::broken(output.status.to_string())) }
    }
}

/// The result of a lane.
fn joined(lane: ScopedJoinHandle<'_, Result>) -> Result {
    lane.join().unwrap_or_else(|_| Err(Failure::broken("a step panicked")))
}

fn docs() -> Result {
    process::run(
        cargo("doc --quiet --locked --profile task --workspace --all-features --no-deps")
            .env("RUSTDOCFLAGS", "-D warnings"),
    )
}

/// Every manifest takes the minimum version of Rust from the workspace, and the current compiler is no older.
fn one_msrv() -> Result {
    let field = |text: &str, key: &str| {
        let value = text.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix("= \""));
        value.and_then(|value| Some(value.split_once('"')?.0.to_owned()))
    };
    let root = fs::read_to_string(checkout::root().join("Cargo.toml"))?;
    let msrv =
        field(&root, "rust-version").ok_or_else(|| Failure::broken("the workspace has no rust-version"))?;
    for each in checkout::crates()? {
        if !each.manifest.lines().any(|line| line == "rust-version.workspace = true") {
            return Err(Failure::broken(format!("{} has a rust-version of its own, or none", each.name)));
        }
    }
    let rustc = process::stdout(Command::new("rustc").arg("--version"))?;
    println!("rust-version {msrv} everywhere; built here with {} alone", rustc.trim());
    Ok(())
}

/// An external format builds with only the published interfaces, and the registry accepts it.
fn outside() -> Result {
    let test = cargo(
        "test --quiet --locked --profile task --manifest-path examples/keylines/Cargo.toml --target-dir",
    );
    process::run({ test }.arg(checkout::target()))
}

/// The fuzz targets compile. That needs neither a nightly toolchain nor the fuzzer itself, which is only linked.
fn fuzz_targets() -> Result {
    let target = checkout::target();
    let mut check = cargo(
        "clippy --quiet --locked --profile task --manifest-path fuzz/Cargo.toml --all-targets --target-dir",
    );
    let check = check.arg(&target).args(["--", "-D", "warnings"]);
    process::run(check.env("CUSTOM_LIBFUZZER_PATH", target.join("not-linked")))
}

fn real_files() -> Result {
    let Some(dir) = corpus::dir() else {
        println!("skipped: there is no corpus, neither at ../shared/corpus nor where ANIM_CORPUS says");
        return Ok(());
    };
    corpus::run(&[&dir.to_string_lossy()])
}
