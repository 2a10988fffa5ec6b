//! The programs that compare, and the folder of their results.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::SINGLE;
use crate::laws::extension;
use crate::process::{self, Failure, Result, cargo};
use crate::tree::folders;
use crate::{checkout, corpus, npm};

/// How far off baked curves may be.
const BAKED: &str = "1e-6";

/// A file to compare, in one of the ways to read it.
pub(super) struct Case {
    /// What it is called in reports and results.
    pub(super) label: String,
    pub(super) path: PathBuf,
    /// The options of its format: `KEY=VALUE`.
    pub(super) options: Vec<String>,
    /// The one clip that is looked at; all of them without.
    clip: Option<usize>,
}

impl Case {
    pub(super) fn new(label: impl Into<String>, path: impl Into<PathBuf>) -> Self {
        Self { label: label.into(), path: path.into(), options: Vec::new(), clip: None }
    }

    /// The same file with an option more.
    pub(super) fn with(&self, option: impl Into<String>) -> Self {
        let options = self.options.iter().cloned().chain([option.into()]).collect();
        Self { label: self.label.clone(), path: self.path.clone(), options, clip: self.clip }
    }

    /// One clip of the same file.
    pub(super) fn clip(&self, clip: usize) -> Self {
        Self {
            label: self.label.clone(),
            path: self.path.clone(),
            options: self.options.clone(),
            clip: Some(clip),
        }
    }

    /// The same, called so.
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
            files.extend(names.map(|name| Case::new(format!("{origin}-{name}"), folder.path.join(name))));
        }
    }
    if files.is_empty() {
        Err(Failure::broken(format!("there is no .{wanted} to compare")))
    } else {
        Ok(files)
    }
}

pub(super) struct Bench {
    python: &'static str,
    anim: PathBuf,
    dir: PathBuf,
    /// Every GLB made so far.
    made: RefCell<Vec<PathBuf>>,
}

impl Bench {
    pub(super) fn new(python: &'static str) -> Result<Self> {
        process::run(&mut cargo("build --quiet --locked --package anim-cli"))?;
        let anim = checkout::target().join("debug").join(format!("anim{}", std::env::consts::EXE_SUFFIX));
        let dir = checkout::target().join("conformance");
        npm::copy(&checkout::root().join("xtask/conformance"), &dir)?;
        Ok(Self { python, anim, dir, made: RefCell::default() })
    }

    pub(super) fn install_node_packages(&self) -> Result {
        npm::install(&self.dir)
    }

    /// Installs what the scripts import, unless it is there.
    pub(super) fn install_python_packages(&self) -> Result {
        let installed = self.dir.join("python");
        // What is there already was installed whole: pip fills the folder at the end.
        if ["bvhio", "polars", "pyarrow"].iter().all(|package| installed.join(package).is_dir()) {
            return Ok(());
        }
        let mut pip = Command::new(self.python);
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target"]);
        process::run(pip.arg(installed).arg("--requirement").arg(self.dir.join("requirements.txt")))
    }

    /// The path of a result.
    pub(super) fn path(&self, case: &Case, extension: &str) -> PathBuf {
        self.dir.join(format!("{}.{extension}", case.label.replace(' ', ".")))
    }

    /// What a Python script prints, kept as a result.
    pub(super) fn python(
        &self,
        script: &str,
        arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> Result<String> {
        let mut command = self.script(script);
        process::stdout(command.args(arguments))
    }

    /// What a script for Node.js prints.
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
        // A first frame below 0 is no option.
        sample.arg(format!("--times={times}"));
        self.keep(case, "samples.csv", &process::stdout(&mut sample)?)
    }

    /// `anim sample` of a file at every frame, as the table that the extension names.
    pub(super) fn table(&self, case: &Case, extension: &str) -> Result<PathBuf> {
        let table = self.path(case, extension);
        process::stdout(self.anim("sample", case).arg("--force").arg("-o").arg(&table))?;
        Ok(table)
    }

    /// Converts a file to another format, and keeps the report of its losses beside the result.
    pub(super) fn convert(&self, case: &Case, extension: &str, target: &[String]) -> Result<PathBuf> {
        let made = self.path(case, extension);
        let mut convert = self.anim("convert", case);
        convert.arg("-o").arg(&made).args(["--force", "--json"]);
        convert.args(target.iter().flat_map(|option| ["--to-option", option]));
        self.keep(case, &format!("{extension}.loss.json"), &process::stdout(&mut convert)?)?;
        if extension == "glb" {
            self.made.borrow_mut().push(made.clone());
        }
        Ok(made)
    }

    /// Compares the file as a GLB that three.js plays with `anim pose`. `granted` says that the losses which the
    /// conversion reports count as granted, besides the tolerance.
    pub(super) fn three(&self, case: &Case, times: &str, granted: bool) -> Result {
        // Curves that glTF cannot say are baked well within what single precision takes, down a chain of many nodes.
        let made = self.convert(case, "glb", &[format!("tolerance={BAKED}")])?;
        let expected = self.pose(case, Some(times))?;
        let printed = self.node("three_pose.mjs", [made.as_os_str(), OsStr::new(times)])?;
        let found = self.keep(case, "three.jsonl", &printed)?;
        let loss = self.path(case, "glb.loss.json");
        let loss = loss.to_string_lossy();
        let mut flags = vec!["--local", SINGLE, "--world", SINGLE, "--fixed-parents"];
        if granted {
            flags.extend(["--loss", &loss]);
        }
        self.compare(case, &expected, &found, &flags)
    }

    /// Keeps a result.
    pub(super) fn keep(&self, case: &Case, extension: &str, text: &str) -> Result<PathBuf> {
        let path = self.path(case, extension);
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

    /// Runs the Khronos validator over every GLB that was made.
    pub(super) fn validate(&self) -> Result {
        if self.made.borrow().is_empty() {
            return Ok(());
        }
        println!("glTF as the Khronos validator finds it");
        print!("{}", self.node("validate.mjs", self.made.borrow().iter())?);
        Ok(())
    }

    /// A folder for files of a suite's own.
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
        let mut command = Command::new(self.python);
        command.arg(self.dir.join(name)).env("PYTHONPATH", self.dir.join("python"));
        command
    }
}
