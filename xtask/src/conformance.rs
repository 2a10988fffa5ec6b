//! What others make of our files: an independent evaluator of TOD, the Khronos validator, three.js.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::laws::extension;
use crate::process::{self, Failure, Result, answers, cargo, skip};
use crate::tree::folders;
use crate::{checkout, corpus};

/// How far apart two programs may be that compute the same in f64, in different orders.
const ROUNDING: &str = "1e-9";

/// How far apart a pose may be once glTF has kept it in f32.
const SINGLE: &str = "1e-4";

/// How many TODs are drawn at random. Together they hold every rule of the evaluation.
const RANDOM: usize = 4;

/// The two ways to evaluate a TOD.
const MODES: [&str; 2] = ["hardware", "ideal"];

/// Compares every TOD of the fixtures and of the corpus, some drawn at random, and every GLB made from them.
pub(crate) fn run(arguments: &[&str]) -> Result {
    let [] = arguments else { return Err(Failure::Usage) };
    let Some(python) = ["python3", "python"].into_iter().find(|name| answers(name, &["--version"])) else {
        return skip("there is no Python 3");
    };
    let bench = Bench::new(python)?;
    let mut files = files()?;
    for seed in 0..RANDOM {
        files.push(bench.random(seed)?);
    }
    println!("poses as the rules of the format give them");
    for (file, mode) in each(&files) {
        bench.reference(file, mode)?;
    }
    if !answers("node", &["--version"]) || !answers("npm", &["--version"]) {
        return skip("there is no Node.js with npm");
    }
    if let Err(failure) = bench.install() {
        return skip(&format!("npm cannot install the validator and three.js: {failure}"));
    }
    println!("glTF as the Khronos validator finds it");
    for (file, mode) in each(&files) {
        bench.convert(file, mode)?;
    }
    let made: Vec<_> = each(&files).map(|(file, mode)| bench.path(file, mode, "glb")).collect();
    print!("{}", process::stdout(bench.node("validate.mjs").args(made))?);
    println!("poses as three.js plays them");
    each(&files).try_for_each(|(file, mode)| bench.three(file, mode))
}

/// A file to compare, and what it is called in reports and results.
struct File {
    label: String,
    path: PathBuf,
    /// Whether its matrices are any numbers, most of which no translation, rotation and scale can say.
    is_wild: bool,
}

fn files() -> Result<Vec<File>> {
    let fixtures = checkout::root().join("fixtures/tod/valid");
    let corpus = corpus::dir().map(|dir| dir.join("tod")).filter(|dir| dir.is_dir());
    let mut files = Vec::new();
    for (origin, dir) in [("fixture", Some(fixtures)), ("corpus", corpus)] {
        for folder in dir.map_or(Ok(Vec::new()), |dir| folders(&dir))? {
            let tods = folder.files.iter().map(|(name, _)| name);
            let tods = tods.filter(|name| extension(name).is_some_and(|e| e.eq_ignore_ascii_case("tod")));
            files.extend(tods.map(|name| File {
                label: format!("{origin}-{name}"),
                path: folder.path.join(name),
                is_wild: false,
            }));
        }
    }
    if files.is_empty() { Err(Failure::broken("there is no TOD to compare")) } else { Ok(files) }
}

fn each(files: &[File]) -> impl Iterator<Item = (&File, &'static str)> {
    files.iter().flat_map(|file| MODES.map(|mode| (file, mode)))
}

/// The programs, and the folder of their results.
struct Bench {
    python: &'static str,
    anim: PathBuf,
    dir: PathBuf,
}

impl Bench {
    fn new(python: &'static str) -> Result<Self> {
        process::run(&mut cargo("build --quiet --locked --package anim-cli"))?;
        let anim = checkout::target().join("debug").join(format!("anim{}", std::env::consts::EXE_SUFFIX));
        let dir = checkout::target().join("conformance");
        fs::create_dir_all(&dir)?;
        // The scripts run where npm installs, so that they find what they import.
        for entry in fs::read_dir(checkout::root().join("xtask/conformance"))? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                fs::copy(entry.path(), dir.join(entry.file_name()))?;
            }
        }
        Ok(Self { python, anim, dir })
    }

    /// A TOD drawn at random, always the same for a seed.
    fn random(&self, seed: usize) -> Result<File> {
        let label = format!("random-{seed}.tod");
        let path = self.dir.join(&label);
        process::stdout(self.script("tod_random.py").arg(seed.to_string()).arg(&path))?;
        Ok(File { label, path, is_wild: true })
    }

    /// Compares `anim pose` with the reference at every frame: local maps exactly in hardware mode.
    fn reference(&self, file: &File, mode: &str) -> Result {
        let frames = self.list(file, "frames")?;
        let expected = self.path(file, mode, "expected.jsonl");
        fs::write(&expected, process::stdout(self.tod_reference(file).args(["--mode", mode]))?)?;
        let found = self.pose(file, mode, &frames)?;
        let local = if mode == "hardware" { "0" } else { ROUNDING };
        self.compare(file, mode, &expected, &found, &["--local", local, "--world", ROUNDING])
    }

    fn install(&self) -> Result {
        // On Windows npm is a script, which only a shell finds.
        let mut npm = if cfg!(windows) { Command::new("cmd") } else { Command::new("npm") };
        if cfg!(windows) {
            npm.args(["/C", "npm"]);
        }
        let flags = ["install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"];
        process::run(npm.args(flags).current_dir(&self.dir))
    }

    fn convert(&self, file: &File, mode: &str) -> Result {
        let mut convert = self.anim();
        convert.arg("convert").arg(&file.path).arg("-O").arg(format!("mode={mode}"));
        convert.arg("-o").arg(self.path(file, mode, "glb")).args(["--force", "--quiet", "--json"]);
        Ok(fs::write(self.path(file, mode, "loss.json"), process::stdout(&mut convert)?)?)
    }

    /// Compares three.js with `anim pose` just after every frame and between frames.
    fn three(&self, file: &File, mode: &str) -> Result {
        let times = self.list(file, "between")?;
        let expected = self.pose(file, mode, &times)?;
        let found = self.path(file, mode, "three.jsonl");
        let mut three = self.node("three_pose.mjs");
        fs::write(&found, process::stdout(three.arg(self.path(file, mode, "glb")).arg(&times))?)?;
        let loss = self.path(file, mode, "loss.json");
        let loss = loss.to_string_lossy();
        let mut tolerance = vec!["--local", SINGLE, "--world", SINGLE, "--fixed-parents"];
        // Matrices of the console are not quite orthogonal: the loss report says how far off each node is.
        if mode == "hardware" || file.is_wild {
            tolerance.extend(["--loss", &loss]);
        }
        self.compare(file, mode, &expected, &found, &tolerance)
    }

    /// The times of a file's frames, as `anim pose --times` takes them.
    fn list(&self, file: &File, which: &str) -> Result<String> {
        Ok(process::stdout(self.tod_reference(file).args(["--list", which]))?.trim().to_owned())
    }

    fn pose(&self, file: &File, mode: &str, times: &str) -> Result<PathBuf> {
        let mut pose = self.anim();
        pose.arg("pose").arg(&file.path).arg("-O").arg(format!("mode={mode}"));
        pose.args(["--quiet", "--json", "--times", times]);
        let path = self.path(file, mode, "pose.jsonl");
        fs::write(&path, process::stdout(&mut pose)?)?;
        Ok(path)
    }

    fn compare(&self, file: &File, mode: &str, expected: &Path, found: &Path, tolerance: &[&str]) -> Result {
        let mut compare = self.script("compare.py");
        let output = process::output(compare.arg(expected).arg(found).args(tolerance))?;
        let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        println!("  {} {mode}: {}", file.label, said.trim_end());
        if output.status.success() {
            return Ok(());
        }
        Err(Failure::broken(format!("{} and {} differ", expected.display(), found.display())))
    }

    fn path(&self, file: &File, mode: &str, extension: &str) -> PathBuf {
        self.dir.join(format!("{}.{mode}.{extension}", file.label))
    }

    fn tod_reference(&self, file: &File) -> Command {
        let mut command = self.script("tod_reference.py");
        command.arg(&file.path);
        command
    }

    fn script(&self, name: &str) -> Command {
        let mut command = Command::new(self.python);
        command.arg(self.dir.join(name));
        command
    }

    fn node(&self, script: &str) -> Command {
        let mut command = Command::new("node");
        command.arg(self.dir.join(script));
        command
    }

    fn anim(&self) -> Command {
        Command::new(&self.anim)
    }
}
