//! The programs that compare, and the folder of their results.

use std::cell::{Cell, Ref, RefCell};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::received::Received;
use crate::failure::{Failure, Result};
use crate::laws::extension;
use crate::process::{self, Running, answers, skip};
use crate::tree::folders;
use crate::{checkout, command, corpus, npm, python};

/// The script that runs in Blender.
pub(super) const BLENDER: &str = "blender.py";

/// The prefix of scripts that run in Blender.
const BLENDER_SCRIPTS: &str = "blender";

/// A file to compare, with the options for reading it.
#[derive(Clone)]
pub(super) struct Case {
    /// Its name in reports and results.
    pub(super) label: String,
    pub(super) path: PathBuf,
    /// The options of its format: `KEY=VALUE`.
    pub(super) options: Vec<String>,
    /// The only clip to be compared; `None` for all.
    clip: Option<usize>,
    /// Whether the file is not part of the project.
    pub(super) corpus: bool,
}

impl Case {
    pub(super) fn new(label: impl Into<String>, path: impl Into<PathBuf>) -> Self {
        Self { label: label.into(), path: path.into(), options: Vec::new(), clip: None, corpus: false }
    }

    /// The same file with one more option.
    pub(super) fn with(&self, option: impl Into<String>) -> Self {
        let options = self.options.iter().cloned().chain([option.into()]).collect();
        Self { options, ..self.clone() }
    }

    /// One clip of the same file.
    pub(super) fn clip(&self, clip: usize) -> Self {
        Self { clip: Some(clip), ..self.clone() }
    }

    /// The same case with another label.
    pub(super) fn called(self, label: impl Into<String>) -> Self {
        Self { label: label.into(), ..self }
    }
}

/// The valid fixtures and the corpus of a format, without options.
pub(super) fn files(format: &str, wanted: &str) -> Result<Vec<Case>> {
    let fixtures = checkout::root().join("fixtures").join(format).join("valid");
    let corpus = corpus::dir().map(|dir| dir.join(format)).filter(|dir| dir.is_dir());
    let mut files = Vec::new();
    for (origin, dir) in [("fixture", Some(fixtures)), ("corpus", corpus)] {
        for folder in dir.map_or(Ok(Vec::new()), |dir| folders(&dir))? {
            let names = folder.files.iter().map(|(name, _)| name);
            let names = names.filter(|name| extension(name).is_some_and(|e| e.eq_ignore_ascii_case(wanted)));
            files.extend(names.map(|name| Case {
                corpus: origin == "corpus",
                ..Case::new(format!("{origin}-{name}"), folder.path.join(name))
            }));
        }
    }
    if files.is_empty() {
        Err(Failure::broken(format!("there is no .{wanted} to compare")))
    } else {
        Ok(files)
    }
}

pub(super) struct Bench {
    /// The Python of the environment that the scripts need.
    python: PathBuf,
    /// The Python version of Blender's package, if it is installed.
    blender: Option<&'static str>,
    anim: PathBuf,
    dir: PathBuf,
    /// The format that is compared.
    pub(super) suite: Cell<&'static str>,
    /// Every GLB made so far.
    made: RefCell<Vec<PathBuf>>,
    /// The files that other programs will show.
    received: RefCell<Vec<Received>>,
}

impl Bench {
    /// The folder with the scripts; nothing is installed or built yet.
    pub(super) fn new(python: PathBuf) -> Result<Self> {
        let dir = checkout::target().join("conformance");
        npm::copy(&checkout::root().join("xtask/conformance"), &dir)?;
        let is_3_11 = ["-c", "import sys; sys.exit(sys.version_info[:2] != (3, 11))"];
        let blender = ["python3", "python3.11"].into_iter().find(|python| answers(python, &is_3_11));
        let (suite, made, received) = Default::default();
        Ok(Self { python, blender, anim: command::path(), dir, suite, made, received })
    }

    pub(super) fn install_node_packages(&self) -> Result {
        npm::install(&self.dir)
    }

    /// Installs Blender as a Python package, about 1 GB, unless it is installed. Returns whether it can be used.
    pub(super) fn install_blender(&self) -> Result<bool> {
        let Some(python) = self.blender else {
            // No package could provide it, so this is a skip under CI=true too.
            println!("skipped: Blender, whose package is for Python 3.11 alone, which is not there");
            return Ok(false);
        };
        if !self.dir.join("blender/bpy").is_dir()
            && let Err(failure) = self.pip(python)
        {
            return skip(&format!("pip cannot install Blender: {failure}")).map(|()| false);
        }
        Ok(true)
    }

    fn pip(&self, python: &str) -> Result {
        let mut pip = Command::new(python);
        pip.args(python::INSTALL).arg("--target").arg(self.dir.join("blender"));
        process::run(pip.arg("--requirement").arg(self.dir.join("blender.txt")))
    }

    /// Removes the compared files, almost 1 GB, once they are no longer needed.
    pub(super) fn remove_files(&self) -> Result {
        for entry in fs::read_dir(&self.dir)? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// The path of a result.
    pub(super) fn path(&self, case: &Case, extension: &str) -> PathBuf {
        self.dir.join(format!("{}.{extension}", case.label.replace(' ', ".")))
    }

    /// The command.
    pub(super) fn program(&self) -> &Path {
        &self.anim
    }

    /// The output of a Python script, kept as a result.
    pub(super) fn python(
        &self,
        script: &str,
        arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> Result<String> {
        let mut command = self.script(script);
        process::stdout(command.args(arguments))
    }

    /// The output of a script for Node.js.
    pub(super) fn node(
        &self,
        script: &str,
        arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> Result<String> {
        process::stdout(Command::new("node").arg(self.dir.join(script)).args(arguments))
    }

    /// `anim pose` of a file at some times; at every frame without them.
    pub(super) fn pose(&self, case: &Case, times: Option<&str>) -> Result<PathBuf> {
        let mut pose = self.anim("pose", case);
        pose.arg("--json");
        if let Some(times) = times {
            pose.args(["--times", times]);
        }
        self.keep(case, "pose.jsonl", &process::stdout(&mut pose)?)
    }

    /// `anim sample` of a file at some times.
    pub(super) fn sample(&self, case: &Case, times: &str) -> Result<PathBuf> {
        let mut sample = self.anim("sample", case);
        // A first frame below 0 must not be read as an option.
        sample.arg(format!("--times={times}"));
        self.keep(case, "samples.csv", &process::stdout(&mut sample)?)
    }

    /// `anim sample` of a file at every frame, as the table that the extension names.
    pub(super) fn table(&self, case: &Case, extension: &str) -> Result<PathBuf> {
        let table = self.path(case, extension);
        process::stdout(self.anim("sample", case).arg("--force").arg("-o").arg(&table))?;
        Ok(table)
    }

    /// Converts a file to another format, and keeps the report of its losses next to the result.
    pub(super) fn convert(&self, case: &Case, extension: &str, target: &[&str]) -> Result<PathBuf> {
        let made = self.path(case, extension);
        let mut convert = self.anim("convert", case);
        convert.arg("-o").arg(&made).args(["--force", "--json"]);
        convert.args(target.iter().flat_map(|option| ["--to-option", option]));
        self.keep(case, &format!("{extension}.loss.json"), &process::stdout(&mut convert)?)?;
        if ["glb", "vrma"].contains(&extension) {
            self.made.borrow_mut().push(made.clone());
        }
        Ok(made)
    }

    /// The times of a file's frames, in seconds.
    pub(super) fn frames(&self, case: &Case) -> Result<Vec<f64>> {
        let poses = fs::read_to_string(self.pose(case, None)?)?;
        let time = |line: &str| line.split_once("\"time\":")?.1.split_once(',')?.0.parse().ok();
        Ok(poses.lines().filter_map(time).collect())
    }

    /// Registers a file for other programs to show.
    pub(super) fn receive(&self, received: Received) {
        self.received.borrow_mut().push(received);
    }

    /// The files that other programs will show.
    pub(super) fn received(&self) -> Ref<'_, Vec<Received>> {
        self.received.borrow()
    }

    /// Keeps a result.
    pub(super) fn keep(&self, case: &Case, extension: &str, text: &str) -> Result<PathBuf> {
        let path = self.path(case, extension);
        fs::write(&path, text)?;
        Ok(path)
    }

    /// Writes a list for a script to read.
    pub(super) fn write(&self, name: &str, values: &[Value]) -> Result<PathBuf> {
        let path = self.folder(name);
        let text = serde_json::to_string(values).map_err(|error| Failure::broken(error.to_string()))?;
        fs::write(&path, text)?;
        Ok(path)
    }

    /// Compares two files of poses.
    pub(super) fn compare(&self, case: &Case, expected: &Path, found: &Path, flags: &[&str]) -> Result {
        let mut compare = self.script("compare.py");
        let output = process::output(compare.arg(expected).arg(found).args(flags))?;
        let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        println!("  {}: {}", case.label, said.trim_end());
        if output.status.success() {
            return Ok(());
        }
        Err(Failure::broken(format!("{} and {} differ", expected.display(), found.display())))
    }

    /// Starts a script for a program with its list of jobs.
    pub(super) fn start(&self, script: &str, jobs: &Path) -> Result<Running> {
        if extension(script) == Some("py") {
            return process::start(self.script(script).arg(jobs));
        }
        process::start(Command::new("node").arg(self.dir.join(script)).arg(jobs))
    }

    /// Runs a Python script that reports its own findings, and fails if the script fails.
    pub(super) fn judge(&self, script: &str, arguments: &[&Path]) -> Result {
        process::run(self.script(script).args(arguments))
    }

    /// Runs the Khronos validator over every GLB that was made.
    pub(super) fn validate(&self) -> Result {
        if self.made.borrow().is_empty() {
            return Ok(());
        }
        println!("glTF as the Khronos validator finds it");
        print!("{}", self.node("validate.mjs", self.made.borrow().iter())?);
        Ok(())
    }

    /// A separate folder for the files of a suite.
    pub(super) fn folder(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    fn anim(&self, verb: &str, case: &Case) -> Command {
        let mut command = Command::new(&self.anim);
        command.arg(verb).arg(&case.path).arg("--quiet");
        command.args(case.options.iter().flat_map(|option| ["-O", option]));
        if let Some(clip) = case.clip {
            command.args(["--clip", &clip.to_string()]);
        }
        command
    }

    fn script(&self, name: &str) -> Command {
        let mut command = match self.blender {
            Some(python) if name.starts_with(BLENDER_SCRIPTS) => {
                let mut command = Command::new(python);
                command.env("PYTHONPATH", self.dir.join("blender"));
                command
            }
            _ => Command::new(&self.python),
        };
        command.arg(self.dir.join(name));
        command
    }
}
