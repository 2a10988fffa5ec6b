//! What Debian's packages have: programs that tasks need, where they are missing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::checkout;
use crate::failure::Result;
use crate::process::{self, answers};

/// Unpacks the newest packages of these names, and what they need that is not installed, into a folder; false if they cannot be had.
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

/// Installs the newest package of a name, which takes a user who may; what kept it from being installed is shown.
pub(crate) fn install(package: &str) -> Result {
    let Some(apt) = Apt::find()? else { return Ok(()) };
    let mut install = apt.get("-q -y install --no-install-recommends");
    install.arg(package).env("DEBIAN_FRONTEND", "noninteractive");
    // Whoever needs the program looks whether it is there.
    let _ = process::run(&mut install);
    let _ = process::run(&mut apt.get("clean"));
    Ok(())
}

/// `apt-get` with lists of its own, which anyone may update: those of the system can be months old.
struct Apt {
    dir: PathBuf,
}

impl Apt {
    /// With lists of today, where they can be had; `None` where there are no packages.
    fn find() -> Result<Option<Self>> {
        if !(answers("apt-get", &["--version"]) && answers("dpkg", &["--version"])) {
            return Ok(None);
        }
        let apt = Self { dir: checkout::target().join("apt") };
        for folder in ["lists/partial", "cache/archives/partial"] {
            fs::create_dir_all(apt.dir.join(folder))?;
        }
        // A source that does not answer leaves the others.
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
            // The user whom root has download may not write there.
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
