//! Other programs that tests run.

use std::path::PathBuf;

/// Whether a program is missing, and so a test is skipped. On Linux, where a package has it, nothing is skipped under `CI=true`.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
pub(crate) fn is_missing(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_missing = !std::env::split_paths(&path).any(|folder: PathBuf| folder.join(program).is_file());
    if is_missing {
        let is_ci = std::env::var_os("CI").is_some_and(|value| value == "true");
        assert!(
            !(cfg!(target_os = "linux") && is_ci),
            "{program} is missing, and nothing is skipped under CI=true"
        );
        eprintln!("skipped: {program} is missing");
    }
    is_missing
}
