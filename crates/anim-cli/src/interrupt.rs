//! Ctrl-C, TERM and HUP: no temporary file stays behind, and no line of a log is incomplete.

#[cfg_attr(unix, path = "interrupt/unix.rs")]
#[cfg_attr(not(unix), path = "interrupt/windows.rs")]
mod signals;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError, RwLock, RwLockReadGuard};

use anim_core::Renaming;

/// Threads that change files hold this lock shared. An interruption takes it exclusively, so that no change is half done.
static CHANGING: RwLock<()> = RwLock::new(());

/// The temporary files of this process.
static TEMPORARY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

static HANDLER: Once = Once::new();

fn changing() -> RwLockReadGuard<'static, ()> {
    // From here on an interruption removes temporary files. Without a handler the process just ends.
    HANDLER.call_once(signals::handle);
    CHANGING.read().unwrap_or_else(PoisonError::into_inner)
}

fn temporary() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes temporary files, then ends the process. The lock is kept, so that no thread makes new files meanwhile.
fn end_with(end: impl FnOnce()) {
    let _alone = CHANGING.write().unwrap_or_else(PoisonError::into_inner);
    for path in &*temporary() {
        // Nothing more can be done about a file that cannot be removed.
        let _ = fs::remove_file(path);
    }
    end();
}

/// Creates a temporary file with a function that gets its path.
pub(crate) fn create<T>(path: &Path, create: impl FnOnce(&Path) -> io::Result<T>) -> io::Result<T> {
    let _changing = changing();
    let created = create(path)?;
    temporary().insert(path.to_owned());
    Ok(created)
}

/// Renames temporary files to their final names: all or, if one fails, none. An interruption waits until this is done. The error
/// has the index of the file that could not be renamed.
pub(crate) fn rename_all(files: &[Renaming]) -> Result<(), (usize, io::Error)> {
    let _changing = changing();
    anim_core::rename_all(files)?;
    let mut temporary = temporary();
    for file in files {
        temporary.remove(&file.temporary);
    }
    Ok(())
}

/// Removes a temporary file.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    let _changing = changing();
    temporary().remove(path);
    fs::remove_file(path)
}

/// Runs a function that an interruption must not split.
pub(crate) fn wholly<T>(work: impl FnOnce() -> T) -> T {
    let _changing = changing();
    work()
}
