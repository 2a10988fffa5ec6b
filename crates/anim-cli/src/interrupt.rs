//! Ctrl-C and TERM: no temporary file stays behind, and no line of a log is incomplete.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, Once, PoisonError, RwLock, RwLockReadGuard};

/// The exit code of an interrupted run, as shells use it for Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Threads that change files hold this lock shared. An interruption takes it exclusively, so that no change is half done.
static CHANGING: RwLock<()> = RwLock::new(());

/// The temporary files of this process.
static TEMPORARY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

static HANDLER: Once = Once::new();

fn changing() -> RwLockReadGuard<'static, ()> {
    // From here on an interruption removes temporary files. Without a handler the process just ends.
    HANDLER.call_once(|| drop(ctrlc::set_handler(end)));
    CHANGING.read().unwrap_or_else(PoisonError::into_inner)
}

fn temporary() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes temporary files and ends the process. The lock is kept, so that no thread makes new files meanwhile.
fn end() {
    let _alone = CHANGING.write().unwrap_or_else(PoisonError::into_inner);
    for path in &*temporary() {
        // Nothing more can be done about a file that cannot be removed.
        let _ = fs::remove_file(path);
    }
    process::exit(INTERRUPTED);
}

/// Creates a temporary file with a function that gets its path.
pub(crate) fn create<T>(path: &Path, create: impl FnOnce(&Path) -> io::Result<T>) -> io::Result<T> {
    let _changing = changing();
    let created = create(path)?;
    temporary().insert(path.to_owned());
    Ok(created)
}

/// Renames a temporary file to its final name.
pub(crate) fn rename(path: &Path, target: &Path) -> io::Result<()> {
    let _changing = changing();
    fs::rename(path, target)?;
    temporary().remove(path);
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
