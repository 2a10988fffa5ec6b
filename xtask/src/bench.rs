//! How fast everything is, compared with its goal and with the speed recorded in `docs/performance.md`.

mod estimates;
mod growth;
pub(crate) mod page;
mod rows;
mod speed;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use crate::failure::{Failure, Result};
use crate::{checkout, process, table};
use estimates::Estimate;
use page::Table;
use rows::{GROWTH, ROWS, Row, Suite};
use speed::Speed;

const PAGE: &str = "docs/performance.md";

/// The name of [`GROWTH`] on the command line.
const GROWS: &str = "growth";

const FIGURES: Table =
    Table { name: "rows", head: &["name", "work", "against, or what is counted", "measured", "goal"] };

/// Runs the benchmarks of all rows, or of those whose names begin with the given ones.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let Asked { names, write, seconds } = Asked::of(arguments)?;
    let chosen = |name: &str| names.is_empty() || names.iter().any(|asked| name.starts_with(asked));
    let rows: Vec<&Row> = ROWS.iter().filter(|row| chosen(row.name)).collect();
    if let Some(name) = names
        .iter()
        .find(|asked| !ROWS.iter().map(|row| row.name).chain([GROWS]).any(|name| name.starts_with(**asked)))
    {
        let known: Vec<_> = ROWS.iter().map(|row| row.name).chain([GROWS]).collect();
        return Err(Failure::broken(format!("there is no `{name}` among {}", known.join(", "))));
    }
    let start = SystemTime::now();
    let mut suites: Vec<Suite> = Vec::new();
    for row in &rows {
        if !suites.contains(&row.suite) {
            suites.push(row.suite);
        }
    }
    for suite in suites {
        let ids =
            rows.iter().filter(|row| row.suite == suite).flat_map(|row| [Some(row.subject), row.baseline]);
        measure(suite, ids.flatten(), seconds)?;
    }
    if chosen(GROWS) {
        measure(GROWTH, [], seconds)?;
    }
    let estimates = estimates::since(start, &checkout::target().join("criterion"))?;
    let path = checkout::root().join(PAGE);
    let page = fs::read_to_string(&path)?;
    let measured: Vec<(&Row, Speed)> =
        rows.into_iter().map(|row| Ok((row, found(row, &estimates)?))).collect::<Result<_>>()?;
    print!("\n{}", table::columns(shown(&measured, &page)));
    let grown = growth::rows(&estimates);
    if !grown.is_empty() {
        println!("\n{}", table::columns([growth::head()].into_iter().chain(grown.iter().cloned())));
    }
    if write { fs::write(&path, written(&page, &measured, &grown)?).map_err(Failure::from) } else { Ok(()) }
}

/// The request in the arguments.
#[derive(Debug, PartialEq)]
struct Asked<'a> {
    names: Vec<&'a str>,
    write: bool,
    /// How long each benchmark is measured, instead of criterion's own choice.
    seconds: Option<&'a str>,
}

impl<'a> Asked<'a> {
    fn of(arguments: &[&'a str]) -> Result<Self> {
        let mut asked = Self { names: Vec::new(), write: false, seconds: None };
        let mut arguments = arguments.iter().copied();
        while let Some(argument) = arguments.next() {
            match argument {
                "--write" => asked.write = true,
                "--seconds" => {
                    let seconds = arguments.next().filter(|text| text.parse().is_ok_and(|n: f64| n > 0.0));
                    asked.seconds = Some(seconds.ok_or(Failure::Usage)?);
                }
                name if !name.starts_with('-') => asked.names.push(name),
                _ => return Err(Failure::Usage),
            }
        }
        Ok(asked)
    }
}

/// Runs benchmarks of a suite, all of them if none are named.
fn measure<'a>(suite: Suite, ids: impl IntoIterator<Item = &'a str>, seconds: Option<&str>) -> Result {
    let mut command = Command::new("cargo");
    command.current_dir(checkout::root()).args(["bench", "--manifest-path", suite.manifest]);
    // Everything is kept in one folder, wherever a workspace builds.
    command.env("CARGO_TARGET_DIR", checkout::target());
    command.args(["--package", suite.package, "--bench", suite.bench, "--", "--noplot"]);
    if let Some(seconds) = seconds {
        command.args(["--warm-up-time", "1", "--measurement-time", seconds]);
    }
    let ids: Vec<String> = ids.into_iter().map(literally).collect();
    if !ids.is_empty() {
        command.arg(format!("^({})$", ids.join("|")));
    }
    process::run(&mut command)
}

/// A regular expression that matches only this text.
fn literally(text: &str) -> String {
    let escaped = |c: char| if c.is_ascii_punctuation() { vec!['\\', c] } else { vec![c] };
    text.chars().flat_map(escaped).collect()
}

/// The speed of a row.
fn found(row: &Row, estimates: &[Estimate]) -> Result<Speed> {
    let estimate = |id: &str| {
        let found = estimates.iter().find(|estimate| estimate.id == id);
        found.ok_or_else(|| Failure::broken(format!("{}: there is no benchmark `{id}`", row.name)))
    };
    let subject = estimate(row.subject)?;
    if let Some(baseline) = row.baseline {
        return Ok(Speed::Times(estimate(baseline)?.nanoseconds / subject.nanoseconds));
    }
    let rate = subject.per_second();
    rate.map(Speed::PerSecond).ok_or_else(|| Failure::broken(format!("`{}` counts nothing", row.subject)))
}

/// The speed that the page states for a row.
fn recorded(name: &str, page: &str) -> Option<Speed> {
    let row = FIGURES.rows(page).into_iter().find(|row| row.first().is_some_and(|cell| cell == name))?;
    row.get(3)?.parse().ok()
}

/// The table for the terminal.
fn shown(measured: &[(&Row, Speed)], page: &str) -> Vec<Vec<String>> {
    let head = ["name", "measured", "goal", "", "recorded", "work", "against"].map(str::to_owned).to_vec();
    let rows = measured.iter().map(|(row, speed)| {
        let verdict = if speed.reaches(row.goal) { "" } else { "missed" };
        let last = recorded(row.name, page).map(|last| last.to_string()).unwrap_or_default();
        let (speed, goal) = (speed.to_string(), row.goal.to_string());
        vec![row.name.into(), speed, goal, verdict.into(), last, row.work.into(), row.against.into()]
    });
    [head].into_iter().chain(rows).collect()
}

/// The page with the new measurements; rows that were not measured keep their figures.
fn written(page: &str, measured: &[(&Row, Speed)], grown: &[Vec<String>]) -> Result<String> {
    let rows: Vec<Vec<String>> = ROWS
        .iter()
        .map(|row| {
            let now = measured.iter().find(|(other, _)| other.name == row.name).map(|(_, speed)| *speed);
            let speed = now.or_else(|| recorded(row.name, page)).map(|speed| speed.to_string());
            let cells = [row.name, row.work, row.against].map(str::to_owned);
            cells.into_iter().chain([speed.unwrap_or_default(), row.goal.to_string()]).collect()
        })
        .collect();
    let grown = if grown.is_empty() { growth::TABLE.rows(page) } else { grown.to_vec() };
    let filled = FIGURES.with_rows(page, &rows);
    let filled = filled.and_then(|page| growth::TABLE.with_rows(&page, &grown));
    let filled = filled.and_then(|page| MACHINE.with_rows(&page, &machine()));
    filled.ok_or_else(|| Failure::broken(format!("{PAGE} has lost a table")))
}

const MACHINE: Table = Table { name: "machine", head: &["processor", "threads", "system", "compiler"] };

/// The machine on which the figures were measured.
fn machine() -> Vec<Vec<String>> {
    let cpus = fs::read_to_string(Path::new("/proc/cpuinfo")).unwrap_or_default();
    let model = cpus.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or_else(|| "unknown".to_owned(), |(_, name)| name.trim().to_owned());
    let threads = std::thread::available_parallelism().map_or(0, usize::from);
    let system = format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH);
    let compiler = process::stdout(Command::new("rustc").arg("--version")).unwrap_or_default();
    let compiler = compiler.split(" (").next().unwrap_or_default().to_owned();
    vec![vec![model, threads.to_string(), system, compiler]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(id: &str, nanoseconds: f64) -> Estimate {
        Estimate { id: id.to_owned(), nanoseconds, amount: Some(1000.0) }
    }

    #[test]
    fn arguments_are_names_and_two_options() {
        let asked = Asked::of(&["stt", "--seconds", "0.5", "--write"]).ok();
        assert_eq!(asked, Some(Asked { names: vec!["stt"], write: true, seconds: Some("0.5") }));
        for wrong in [&["--other"][..], &["--seconds"], &["--seconds", "x"], &["--seconds", "0"]] {
            assert!(matches!(Asked::of(wrong), Err(Failure::Usage)), "{wrong:?}");
        }
    }

    #[test]
    fn a_ratio_is_how_many_times_as_fast_the_work_is_as_its_baseline() {
        for row in ROWS {
            let mut estimates = vec![estimate(row.subject, 100.0)];
            estimates.extend(row.baseline.map(|id| estimate(id, 250.0)));
            let expected = if row.baseline.is_some() { Speed::Times(2.5) } else { Speed::PerSecond(1e10) };
            assert_eq!(found(row, &estimates).ok(), Some(expected), "{}", row.name);
            estimates.remove(0);
            assert!(found(row, &estimates).is_err(), "{}", row.name);
        }
    }

    #[test]
    fn names_are_matched_literally() {
        assert_eq!(literally("read: str::parse"), r"read\: str\:\:parse");
        assert_eq!(literally(".anim to .glb, held"), r"\.anim to \.glb\, held");
    }

    #[test]
    fn what_was_measured_is_written_and_all_else_stays() -> Result {
        let page = fs::read_to_string(checkout::root().join(PAGE))?;
        let Some((first, second)) = ROWS.first().zip(ROWS.get(1)) else { return Err(Failure::Usage) };
        let before = recorded(second.name, &page);
        let after = written(&page, &[(first, Speed::Times(123.0))], &[])?;
        assert_eq!(recorded(first.name, &after), Some(Speed::Times(123.0)));
        assert_eq!(recorded(second.name, &after), before);
        assert_eq!(growth::TABLE.rows(&after), growth::TABLE.rows(&page));
        assert!(shown(&[(first, Speed::Times(0.1))], &after)[1].contains(&"123×".to_owned()));
        assert!(shown(&[(first, Speed::Times(0.1))], &after)[1].contains(&"missed".to_owned()));
        Ok(())
    }

    #[test]
    fn the_page_has_every_row() -> Result {
        let page = fs::read_to_string(checkout::root().join(PAGE))?;
        let names: Vec<_> =
            FIGURES.rows(&page).into_iter().filter_map(|row| row.into_iter().next()).collect();
        let rows: Vec<_> = ROWS.iter().map(|row| row.name).collect();
        assert_eq!(names, rows, "`cargo xtask bench --write` writes it anew");
        Ok(())
    }
}
