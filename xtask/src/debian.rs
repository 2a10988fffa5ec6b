//! Debian packages of programs that tasks need, if they are missing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use crate::checkout;
use crate::failure::Result;
use crate::process::{self, answers};

/// Unpacks the newest packages with these names, and their dependencies that are not installed, into a folder; returns false if they
/// are not available.
pub(crate) fn unpack(packages: &[&str], dir: &Path) -> Result<bool> {
    let done = dir.join("unpacked");
    if done.is_file() {
        return Ok(true);
    }
    let Some(apt) = Apt::find()? else { return Ok(false) };
    let names = apt.plan(packages)?;
    if !packages.iter().all(|package| names.iter().any(|name| name == package)) {
        return Ok(false);
    }
    fs::create_dir_all(dir)?;
    process::run(apt.get("-q download").args(&names).current_dir(dir))?;
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "deb") {
            process::run(Command::new("dpkg").arg("-x").arg(&path).arg(dir))?;
            fs::remove_file(path)?;
        }
    }
    fs::write(done, "")?;
    Ok(true)
}

/// Installs the newest package with a name, if the user may do so. The reason of a failure is shown.
pub(crate) fn install(package: &str) -> Result {
    let Some(apt) = Apt::find()? else { return Ok(()) };
    let mut install = apt.get("-q -y install --no-install-recommends");
    install.arg(package).env("DEBIAN_FRONTEND", "noninteractive");
    // The caller checks whether the program is available.
    let _ = process::run(&mut install);
    let _ = process::run(&mut apt.get("clean"));
    Ok(())
}

/// `apt-get` with separate lists, which any user may update: those of the system can be months old.
struct Apt {
    dir: PathBuf,
}

/// Held while the lists are updated, by one thread at a time.
static UPDATE: Mutex<()> = Mutex::new(());

impl Apt {
    /// With current lists, if available; `None` without Debian packages.
    fn find() -> Result<Option<Self>> {
        if !(answers("apt-get", &["--version"]) && answers("dpkg", &["--version"])) {
            return Ok(None);
        }
        let apt = Self { dir: checkout::target().join("apt") };
        for folder in ["lists/partial", "cache/archives/partial"] {
            fs::create_dir_all(apt.dir.join(folder))?;
        }
        let _alone = UPDATE.lock().unwrap_or_else(PoisonError::into_inner);
        // A source that does not answer does not affect the others.
        let _ = process::run(&mut apt.get("-q update"));
        Ok(Some(apt))
    }

    /// The command with these arguments, separated by spaces.
    fn get(&self, arguments: &str) -> Command {
        let mut command = Command::new("apt-get");
        let folder = |name: &str| self.dir.join(name).display().to_string();
        let options = [
            format!("Dir::State::lists={}", folder("lists")),
            format!("Dir::Cache={}", folder("cache")),
            // The sandbox user of root may not write there.
            "APT::Sandbox::User=root".to_owned(),
            // In seconds: another program may be installing.
            "DPkg::Lock::Timeout=300".to_owned(),
        ];
        command.args(options.iter().flat_map(|option| ["-o", option]));
        command.args(arguments.split_whitespace());
        command
    }

    /// The names of the packages that would be installed for these.
    fn plan(&self, packages: &[&str]) -> Result<Vec<String>> {
        let plan = process::output(self.get("-s install --no-install-recommends").args(packages))?;
        let plan = String::from_utf8_lossy(&plan.stdout);
        let names = plan.lines().filter_map(|line| line.strip_prefix("Inst ")?.split(' ').next());
        Ok(names.map(str::to_owned).collect())
    }
}
