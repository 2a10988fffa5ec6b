//! The commands in the documentation: each page's are run by a shell, in order, in a folder with the files that the page
//! names in a comment, and with a `disc.bin`. They print what the page shows, or just succeed where it shows none.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use snapbox::cmd::Command;

use crate::support::{Sandbox, disc};

/// The start of the comment with the files of a page, relative to the project: `<!-- files: fixtures/bvh/valid/walk.bvh … -->`. A
/// folder means its files.
const FILES: &str = "<!-- files: ";

/// After a command that finds something: `# exit 1`.
const EXIT: &str = "# exit ";

/// One command of a page.
struct Step<'a> {
    typed: &'a str,
    exit: i32,
    /// `None` if the page does not show it.
    printed: Option<String>,
}

#[test]
fn every_command_of_the_documentation_prints_what_the_page_shows() {
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let sandbox = Sandbox::new(&format!("docs-{}", page.file_stem().unwrap().display()));
        for file in text.lines().filter_map(|line| line.strip_prefix(FILES)?.strip_suffix(" -->")) {
            file.split(' ').for_each(|file| copy(&root().join(file), &sandbox));
        }
        sandbox.write("disc.bin", disc());
        let steps = steps(&text);
        for Step { typed, exit, printed } in steps {
            let shell = Command::new("sh").current_dir(sandbox.path("")).env("PATH", path());
            let script = format!("exec 2>&1\n{typed}");
            let done = shell.args(["-c", &script]).assert().code(exit);
            if let Some(printed) = printed {
                done.stdout_eq(printed);
            }
        }
    }
}

#[test]
fn the_page_of_each_format_states_its_options() {
    if !root().join("xtask").is_dir() {
        return;
    }
    let formats = Sandbox::new("docs-options").json("formats --json");
    for format in formats["formats"].as_array().unwrap() {
        let id = format["id"].as_str().unwrap();
        let page = fs::read_to_string(root().join("crates").join(id).join("README.md")).unwrap();
        let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
        let rows: Vec<Vec<&str>> = rows.map(|row| row.split(" | ").collect()).collect();
        for (list, is_target) in [("options", false), ("target_options", true)] {
            for option in format[list].as_array().unwrap() {
                let [key, default] = ["key", "default"].map(|member| option[member].as_str().unwrap());
                let is_own = |row: &&Vec<&str>| {
                    row.len() == 5
                        && (row[0] == "encoding") == is_target
                        && row[1].split(", ").any(|name| name.trim_matches('`') == key)
                };
                let stated: Vec<_> = rows.iter().filter(is_own).map(|row| row[3]).collect();
                let [stated] = stated[..] else { panic!("{id}: `{key}` has {} rows", stated.len()) };
                let stated = stated.split([' ', ':']).next().unwrap().trim_matches('`');
                assert_eq!(stated, if default.is_empty() { "none" } else { default }, "{id}: `{key}`");
            }
        }
    }
}

/// The pages with commands to type. They belong to the project: the packaged crate has none.
fn pages() -> Vec<PathBuf> {
    if !root().join("xtask").is_dir() {
        return Vec::new();
    }
    let files = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    pages.push(root().join("README.md"));
    pages.retain(|page| !steps(&fs::read_to_string(page).unwrap()).is_empty());
    assert!(pages.len() > 1, "the cookbook and the README show commands");
    pages.sort();
    pages
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn copy(from: &Path, sandbox: &Sandbox) {
    if from.is_file() {
        return sandbox.write(from.file_name().unwrap().to_str().unwrap(), fs::read(from).unwrap());
    }
    let entries = fs::read_dir(from).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.is_file()).for_each(|path| copy(&path, sandbox));
}

/// The commands in fences marked `console`: lines that begin with `$ `, each with what it prints below it. In those marked `sh`
/// every line is a command. Cargo commands are not tested here.
fn steps(page: &str) -> Vec<Step<'_>> {
    let mut steps: Vec<Step<'_>> = Vec::new();
    let mut fence = "";
    for line in page.lines() {
        if let Some(kind) = line.strip_prefix("```") {
            fence = kind;
        } else if fence == "sh" {
            steps.push(Step { typed: line, exit: 0, printed: None });
        } else if let ("console", Some(typed)) = (fence, line.strip_prefix("$ ")) {
            let exit = typed.split_once(EXIT).map_or(0, |(_, code)| code.parse().unwrap());
            steps.push(Step { typed, exit, printed: Some(String::new()) });
        } else if let ("console", Some(Step { printed: Some(printed), .. })) = (fence, steps.last_mut()) {
            *printed += line;
            printed.push('\n');
        }
    }
    steps.retain(|step| !step.typed.starts_with("cargo "));
    steps
}

/// The folders of programs, that of the command first.
fn path() -> OsString {
    let own = Path::new(env!("CARGO_BIN_EXE_anim")).parent().unwrap().to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(std::iter::once(own).chain(std::env::split_paths(&others))).unwrap()
}
