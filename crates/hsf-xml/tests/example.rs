//! The example, run on a fixture of the project.

#![expect(clippy::unwrap_used, reason = "tests state what they expect")]

use std::path::Path;
use std::process::Command;

#[test]
#[cfg_attr(target_arch = "s390x", ignore = "an emulated program cannot start another one")]
fn the_example_opens_the_door() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let fixture = crate_folder.join("../../fixtures/hsf-xml/valid/door.xml");
    // A published crate has no fixtures, and a test that is run alone has no examples.
    let tests = std::env::current_exe().unwrap();
    let example = tests.parent().unwrap().with_file_name("examples").join("clicks");
    if !fixture.exists() || !example.exists() {
        return;
    }
    let output = Command::new(example).arg(fixture).args(["MODEL/house/door", "TOB: door"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<_> =
        text.lines().filter(|line| line.contains("Entered") || line.starts_with("MODEL")).collect();
    assert!(output.status.success() && lines.len() == 5, "{text}");
    assert!(lines[0].starts_with("0 s: Entered") && lines[0].contains("swing"), "{text}");
    // After half a second the door is turned by 45° about its pivot at x = 0.5.
    let half = 0.5f64.sqrt();
    let row: Vec<f64> = numbers(lines[1]);
    let expected = [half, 0.0, half, 0.5 - 0.5 * half];
    assert!(row.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-9), "{text}");
}

/// The numbers in brackets.
fn numbers(line: &str) -> Vec<f64> {
    let (_, list) = line.split_once('[').unwrap();
    list.trim_end_matches(']').split(", ").map(|number| number.parse().unwrap()).collect()
}
