//! The programs that tests of the command run: shells that complete lines, and a reader of manual pages.

use crate::debian;

/// The programs, which have the names of their packages.
const PROGRAMS: [&str; 3] = ["zsh", "fish", "mandoc"];

/// Installs those that are missing. Where they cannot be had, the tests say so.
pub(crate) fn fetch() {
    for program in PROGRAMS.into_iter().filter(|program| !is_there(program)) {
        let _ = debian::install(program);
    }
}

fn is_there(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
