//! Files that have no name until they are complete, as Linux has them: whatever ends the process, nothing of them is left, and their
//! folder changes only once.

use std::fs::File;
use std::io;
use std::path::Path;

/// A new file in a folder, without a name; `None` where there are no such files. Other obstacles to writing show when a file with a
/// name is created instead.
#[cfg(target_os = "linux")]
pub(super) fn create(folder: &Path) -> Option<File> {
    use std::sync::LazyLock;

    use rustix::fs::{Mode, OFlags, open};

    /// Whether open files have paths, through which they get their names.
    static HAS_PATHS: LazyLock<bool> = LazyLock::new(|| Path::new("/proc/self/fd").is_dir());

    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    HAS_PATHS.then(|| open(folder, flags, Mode::from_raw_mode(0o666)).ok().map(File::from))?
}

/// Gives a file its name.
///
/// Errors: those of the system, if a file has this name, for one.
#[cfg(target_os = "linux")]
pub(super) fn name(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};

    Ok(linkat(CWD, of(file), CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

/// The path of an open file.
#[cfg(target_os = "linux")]
fn of(file: &File) -> String {
    use std::os::fd::AsRawFd as _;

    format!("/proc/self/fd/{}", file.as_raw_fd())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn create(_folder: &Path) -> Option<File> {
    None
}

#[cfg(not(target_os = "linux"))]
pub(super) fn name(_file: &File, _path: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
